//! What a table tells: snapshots, views and news.

use std::time::Duration;

use ludarium_arena::Event;
use ludarium_game::{ChancePlace, Position, Seat, Turn};

use super::owner::Owner;
use super::show::{all_views, forced};
use super::store::who;
use crate::api::{
    Legal, Message, SeatRequest, SeatStyleView, SeatView, Snapshot, Thought, TurnView, View,
};
use crate::error::Result;
use crate::share;

impl Owner {
    /// Everything, for the holder of these seats.
    pub(super) fn snapshot(&self, you: &[u8]) -> Snapshot {
        let settings = &self.setup.settings;
        Snapshot {
            id: self.setup.id.clone(),
            game: settings.game.clone(),
            variant: settings.variant.clone(),
            title: self.setup.title.clone(),
            summary: self.setup.summary,
            seed: settings.seed,
            version: self.rows,
            count: self.log.len(),
            seats: self.seat_views(),
            you: you.to_vec(),
            board: self.picture.board.clone(),
            view: self.view(you),
            log: self.log.iter().map(|line| line.entry.clone()).collect(),
            result: self.result(),
            paused: self.paused,
            speed: self.speed.as_millis() as u64,
            clock: settings.clock.clone(),
            chance: self.setup.rules.chance() != ChancePlace::Nowhere,
            daily: settings.daily.is_some(),
        }
    }

    /// The view of the present position; the legal moves only for the seat to move.
    fn view(&self, you: &[u8]) -> View {
        let (table, picture) = (&self.table, &self.picture);
        let last = self.event(self.log.len());
        let mut view = picture.view(table.position(), last, self.log.len());
        view.turn = self.table.turn().into();
        if self.mover().is_some_and(|seat| you.contains(&seat.0)) {
            view.legal = self.offered();
        }
        view
    }

    /// What the seat to move can choose; nothing where the only move is made for it.
    fn offered(&self) -> Option<Vec<Legal>> {
        match forced(self.table.position()) {
            Some(_) => None,
            None => Some(self.picture.legal(self.table.position())),
        }
    }

    /// The view after so many events as JSON, with the thought behind the last of them.
    pub(super) fn step_view(&self, count: usize) -> Result<String> {
        let count = count.min(self.log.len());
        let last = self.event(count);
        let mut view = self.picture.view(self.table.after(count), last, count);
        if count == self.log.len() {
            view.turn = self.table.turn().into();
        }
        view.thought = self.stored_thought(count)?;
        Ok(serde_json::to_string(&view).unwrap_or_default())
    }

    /// All views of the game so far as JSON.
    pub(super) fn steps(&self) -> Result<String> {
        all_views(self.log.len(), |count| {
            let last = self.event(count);
            let mut view = self.picture.view(self.table.after(count), last, count);
            if count == self.log.len() {
                view.turn = self.table.turn().into();
            }
            view
        })
    }

    /// The game as one file.
    pub(super) fn file(&self) -> String {
        let events = self.table.events();
        let views = (0..=events.len()).map(|count| {
            let last = self.event(count);
            self.picture.view(self.table.after(count), last, count)
        });
        share::file(&self.snapshot(&[]), views)
    }

    /// The `count`-th event and the position before it.
    fn event(&self, count: usize) -> Option<(&Event, &Position)> {
        let index = count.checked_sub(1)?;
        let event = self.table.events().get(index)?;
        Some((event, self.table.after(index)))
    }

    /// What was thought about the `count`-th event.
    fn stored_thought(&self, count: usize) -> Result<Option<Thought>> {
        let Some(line) = count.checked_sub(1).and_then(|index| self.log.get(index)) else {
            return Ok(None);
        };
        let text = self.setup.store.thought(&self.setup.id, line.row)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// What is left on each clock in milliseconds; `mover` is the seat whose clock is running.
    fn clocks_left(&self, mover: Option<Seat>) -> Vec<Option<u64>> {
        let left = Seat::all(self.table.seats()).map(|seat| {
            let spent = match mover == Some(seat) {
                true => self.turn_time.spent(),
                false => Duration::ZERO,
            };
            let left = self.table.clock(seat).left()?.saturating_sub(spent);
            Some(left.as_millis() as u64)
        });
        left.collect()
    }

    /// What the game calls a seat, and who sits there.
    pub(super) fn seat_name(&self, seat: Seat) -> String {
        let style = self.picture.scene.seats.get(seat.index());
        let player = self.setup.settings.seats.get(seat.index());
        let (style, player) = (style.map(|style| &*style.name), player.map(who));
        format!(
            "{} ({})",
            style.unwrap_or("A seat"),
            player.unwrap_or_default()
        )
    }

    pub(super) fn seat_views(&self) -> Vec<SeatView> {
        let left = self.clocks_left(self.mover());
        let requests = self.setup.settings.seats.iter();
        let styles = SeatStyleView::of(&self.picture.scene);
        let seats = Seat::all(self.table.seats()).zip(requests.zip(styles));
        seats
            .map(|(seat, (request, style))| SeatView {
                style,
                kind: match request {
                    SeatRequest::Human { .. } => "human",
                    SeatRequest::Agent { .. } => "agent",
                },
                player: who(request),
                agent: match request {
                    SeatRequest::Human { .. } => None,
                    SeatRequest::Agent { agent, .. } => Some(agent.clone()),
                },
                budget: match request {
                    SeatRequest::Human { .. } => None,
                    SeatRequest::Agent { budget, .. } => *budget,
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
        let clocks = self.clocks_left(None);
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
        match self.table.turn() {
            Turn::Seat(seat) if self.audience.holds(seat.0) => {
                view.legal = self.offered();
                self.audience.tell_apart(seat.0, news(&view), plain);
            }
            _ => self.audience.tell_all(plain),
        }
    }

    /// Tells everybody that moves were taken back.
    pub(super) fn announce_taken_back(&mut self) {
        let mut snapshot = self.snapshot(&[]);
        let legal = self.offered();
        self.audience.tell_each(|you| {
            snapshot.you = you.to_vec();
            let moves = match snapshot.view.turn {
                TurnView::Seat(seat) => you.contains(&seat),
                TurnView::Chance | TurnView::Over => false,
            };
            snapshot.view.legal = legal.clone().filter(|_| moves);
            Message::TakenBack(&snapshot).text()
        });
    }
}
