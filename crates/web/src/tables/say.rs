//! What a table tells: snapshots, views and news.

use ludarium_agents::Kit;
use ludarium_game::{ChancePlace, Seat, Turn};
use ludarium_games::registry;

use super::owner::Owner;
use super::store::who;
use crate::api::{Message, SeatOrder, SeatStyleView, SeatView, Snapshot, Thought, TurnView, View};
use crate::error::Result;
use crate::share;

impl<G: Kit> Owner<G> {
    /// Everything, for the holder of these seats.
    pub(super) fn snapshot(&self, you: &[u8]) -> Snapshot {
        let settings = &self.charge.settings;
        let title = registry::find(&settings.game).map_or("", |game| game.title);
        Snapshot {
            id: self.charge.id.clone(),
            game: settings.game.clone(),
            variant: settings.variant.clone(),
            title: title.to_owned(),
            seed: settings.seed,
            version: self.rows,
            count: self.log.len(),
            seats: self.seat_views(),
            you: you.to_vec(),
            board: self.picture.board.clone(),
            view: self.view(you),
            log: self.log.iter().map(|line| line.entry.clone()).collect(),
            result: self.verdict(),
            paused: self.paused,
            speed: self.speed.as_millis() as u64,
            clock: settings.clock.clone(),
            chance: G::CHANCE != ChancePlace::Nowhere,
        }
    }

    /// The view of the present position; what is legal only for whoever is to move.
    fn view(&self, you: &[u8]) -> View {
        let (table, picture) = (&self.table, &self.picture);
        let mut view = picture.view(table.position(), table.happenings().last(), self.log.len());
        view.turn = self.turn().into();
        if self.mover().is_some_and(|seat| you.contains(&seat.0)) {
            view.legal = Some(picture.legal(table.position()));
        }
        view
    }

    /// The view after so many happenings as JSON, with the thought behind the last of them.
    pub(super) fn step_view(&self, count: usize) -> Result<String> {
        let count = count.min(self.log.len());
        let happenings = self.table.happenings();
        let last = count.checked_sub(1).and_then(|index| happenings.get(index));
        let mut view = self.picture.view(self.table.after(count), last, count);
        if count == self.log.len() {
            view.turn = self.turn().into();
        }
        view.thought = self.stored_thought(count)?;
        Ok(serde_json::to_string(&view).unwrap_or_default())
    }

    /// The game as one file.
    pub(super) fn file(&self) -> String {
        let happenings = self.table.happenings();
        let views = (0..=happenings.len()).map(|count| {
            let last = count.checked_sub(1).and_then(|index| happenings.get(index));
            self.picture.view(self.table.after(count), last, count)
        });
        share::file(&self.snapshot(&[]), views)
    }

    /// What was thought about the `count`-th happening.
    fn stored_thought(&self, count: usize) -> Result<Option<Thought>> {
        let Some(line) = count.checked_sub(1).and_then(|index| self.log.get(index)) else {
            return Ok(None);
        };
        let text = self.charge.store.thought(&self.charge.id, line.row)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    pub(super) fn seat_views(&self) -> Vec<SeatView> {
        let left = self.clocks.left(self.mover().map(|seat| seat.0));
        let orders = self.charge.settings.seats.iter();
        let styles = SeatStyleView::of(&self.picture.scene);
        let seats = Seat::all(self.hirings.len()).zip(orders.zip(styles));
        seats
            .map(|(seat, (order, style))| SeatView {
                style,
                kind: match order {
                    SeatOrder::Human { .. } => "human",
                    SeatOrder::Agent { .. } => "agent",
                },
                player: who(order),
                agent: match order {
                    SeatOrder::Human { .. } => None,
                    SeatOrder::Agent { agent, .. } => Some(agent.clone()),
                },
                budget: match order {
                    SeatOrder::Human { .. } => None,
                    SeatOrder::Agent { budget, .. } => *budget,
                },
                clock_ms: left.get(seat.index()).copied().flatten(),
                connected: self.is_agent(seat) || self.audience.holds(seat.0),
            })
            .collect()
    }

    /// Tells everybody what happened last.
    pub(super) fn announce(&mut self, thought: Option<Thought>) {
        let Some(line) = self.log.last() else { return };
        let entry = line.entry.clone();
        let mut view = self.view(&[]);
        view.thought = thought;
        let clocks = self.clocks.left(None);
        let (version, count) = (self.rows, self.log.len());
        let news = |view: &View| {
            let news = Message::Happened {
                version,
                count,
                entry: &entry,
                view,
                clocks: clocks.clone(),
            };
            news.text()
        };
        let plain = news(&view);
        match self.turn() {
            Turn::Seat(seat) if self.audience.holds(seat.0) => {
                view.legal = Some(self.picture.legal(self.table.position()));
                self.audience.tell_apart(seat.0, news(&view), plain);
            }
            _ => self.audience.tell_all(plain),
        }
    }

    /// Tells everybody that moves were taken back.
    pub(super) fn announce_taken_back(&mut self) {
        let mut snapshot = self.snapshot(&[]);
        let legal = self.picture.legal(self.table.position());
        self.audience.tell_each(|you| {
            snapshot.you = you.to_vec();
            let moves = match snapshot.view.turn {
                TurnView::Seat(seat) => you.contains(&seat),
                TurnView::Chance | TurnView::Over => false,
            };
            snapshot.view.legal = moves.then(|| legal.clone());
            Message::TakenBack(&snapshot).text()
        });
    }
}
