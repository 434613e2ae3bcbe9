//! What a table tells: snapshots, views and news.

use std::time::Duration;

use ludarium_game::{ChancePlace, Seat, Turn};

use super::owner::Owner;
use super::show::forced;
use super::store::who;
use crate::api::{
    BoardView, LegalMove, Message, SeatRequest, SeatStyleView, SeatView, Snapshot, Thought,
    TurnView,
};
use crate::films::film::Film;

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
            count: self.log.len(),
            seats: self.seat_views(),
            you: you.to_vec(),
            board: self.picture.board.clone(),
            view: self.view(you),
            log: self.log.clone(),
            result: self.result(),
            paused: self.paused,
            speed: self.speed.as_millis() as u64,
            clock: settings.clock.clone(),
            chance: self.setup.rules.chance() != ChancePlace::Nowhere,
            daily: settings.daily.is_some(),
        }
    }

    /// The view of the present position; the legal moves only for the seat to move.
    fn view(&self, you: &[u8]) -> BoardView {
        let mut view = self.picture.view(self.table.game(), self.log.len());
        view.turn = self.table.turn().into();
        if self.mover().is_some_and(|seat| you.contains(&seat.0)) {
            view.legal = self.offered();
        }
        view
    }

    /// What the seat to move can choose; nothing where the only move is made for it.
    fn offered(&self) -> Option<Vec<LegalMove>> {
        match forced(self.table.position()) {
            Some(_) => None,
            None => Some(self.picture.legal(self.table.position())),
        }
    }

    /// The game to step through. Its thoughts stay in the store.
    pub(super) fn film(&self) -> Film {
        Film {
            snapshot: self.snapshot(&[]),
            played: self.table.game().clone(),
            picture: self.picture.clone(),
            thoughts: Vec::new(),
            scores: self.table.result().map(|end| end.scores),
        }
    }

    /// What is left on each clock in milliseconds; `mover` is the seat whose clock is running.
    fn clocks_left(&self, mover: Option<Seat>) -> Vec<Option<u64>> {
        let left = Seat::all(self.table.seats()).map(|seat| {
            let spent = if mover == Some(seat) { self.turn_time.spent() } else { Duration::ZERO };
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
        format!("{} ({})", style.unwrap_or("A seat"), player.unwrap_or_default())
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
        let Some(entry) = self.log.last().cloned() else {
            return;
        };
        let mut view = self.view(&[]);
        view.thought = thought;
        let clocks = self.clocks_left(None);
        let count = self.log.len();
        let news = |view: &BoardView| {
            let news = Message::Happened { count, entry: &entry, view, clocks: clocks.clone() };
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
