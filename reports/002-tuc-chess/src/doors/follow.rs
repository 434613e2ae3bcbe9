//! A game on another server, followed by its messages.

use ludarium_game::{Game, MoveList, Rng, Seat, Seed, Tabletop, Turn};
use ludarium_tuc_chess::rules::{Move, MoveParts, Rules, Square, TucChess};

use super::side;

/// What the server says about a step.
#[derive(Clone, Copy, Debug)]
pub struct StepNews {
    /// The step.
    pub step: Move,
    /// Where a new present appeared.
    pub present: Option<Square>,
    /// The points of White and Black after it; `None` when the message was lost.
    pub points: Option<[u32; 2]>,
}

/// The position of a game on the original server, deviations included. Where the server's messages do not fit
/// it, the server is right.
#[derive(Clone, Debug)]
pub struct Follower {
    /// The rules that our agent plays by.
    written: Rules,
    /// The same with the deviations of the server.
    server: Rules,
    position: TucChess,
}

impl Follower {
    /// A game at its start. If a side cannot move the current score decides: the server would wait for it without end.
    pub fn new(rules: Rules) -> Follower {
        let written = Rules { quirks: false, ply_limit: 0, ..rules };
        let server = Rules { quirks: true, ..written };
        Follower { written, server, position: TucChess::start(&server, &mut Rng::new(Seed(0))) }
    }

    /// The position as the server sees it.
    pub fn position(&self) -> &TucChess {
        &self.position
    }

    /// The points of White and Black.
    pub fn points(&self) -> [u32; 2] {
        [Seat(0), Seat(1)].map(|seat| self.position.points(seat))
    }

    /// The position for our agent: under the rules as written, or the server's where those see no further move.
    pub fn view(&self) -> TucChess {
        let written = TucChess::parse(&self.written, &self.position.describe());
        let playable = |view: &TucChess| matches!(view.turn(), Turn::Seat(_));
        written.ok().filter(playable).unwrap_or(self.position)
    }

    /// Follows a step of the side to move. Gives the events that it was made of, or none where the position had
    /// to be set up again; `doubts` is called with what did not fit.
    pub fn follow(&mut self, news: StepNews, mut doubts: impl FnMut(String)) -> Vec<Move> {
        let mover = self.position.side_to_move();
        let legal = self.position.is_legal(news.step, &mut MoveList::new());
        let mut events = if legal {
            self.play(news, mover, &mut doubts)
        } else {
            let step = self.position.describe_move(news.step);
            doubts(format!(
                "the server reports {step} by {}, which our rules do not allow at {}",
                side(mover),
                self.position.describe()
            ));
            self.force(news);
            Vec::new()
        };
        if let Some(points) = news.points
            && points != self.points()
        {
            let ours = self.points();
            doubts(format!(
                "the server says {} : {} where we count {} : {}; the server is right",
                points[0], points[1], ours[0], ours[1]
            ));
            self.set_points(points);
            events.clear();
        }
        events
    }

    /// Plays a legal step and what chance made of it.
    fn play(&mut self, news: StepNews, mover: Seat, doubts: &mut impl FnMut(String)) -> Vec<Move> {
        let takes = self.position.effect(news.step).present;
        self.position.play(news.step);
        let mut events = vec![news.step];
        let appears = news.present.filter(|&square| {
            let free = self.is_free(square);
            if !free {
                doubts(format!("a present is said to appear on {square}, which is taken"));
            }
            free
        });
        if self.position.turn() == Turn::Chance {
            let before = self.position.points(mover);
            let value = takes.then(|| match news.points {
                // A wrong value is noticed when the points are compared.
                Some(points) => u8::from(points[mover.index() & 1] > before),
                // A present is nearly always worth a point.
                None => 1,
            });
            let outcome = Move::outcome(value, appears);
            let text = self.position.describe_move(outcome);
            match self.position.parse_move(&text) {
                Ok(outcome) => {
                    self.position.play(outcome);
                    events.push(outcome);
                }
                Err(error) => {
                    doubts(format!("what the server drew does not fit: {error}"));
                    self.settle_without_present(value);
                }
            }
        }
        events
    }

    /// Settles a pending event without a new present.
    fn settle_without_present(&mut self, value: Option<u8>) {
        self.position.play(Move::outcome(value, None));
    }

    fn is_free(&self, square: Square) -> bool {
        self.position.piece_on(square).is_none() && !self.position.has_present(square)
    }

    /// Moves a piece as the server says, whatever our rules say, and gives the turn to the other side.
    fn force(&mut self, news: StepNews) {
        let MoveParts::Step(from, to) = news.step.action() else {
            return;
        };
        let text = self.position.describe();
        let mut fields = text.split(' ');
        let mut board: Vec<u8> = fields.next().unwrap_or_default().into();
        // Rows of five squares with a slash between them.
        let place = |square: Square| usize::from(square.row()) * 6 + usize::from(square.column());
        let last_row = |piece| (piece == b'P' && to.row() == 0) || (piece == b'p' && to.row() == 6);
        let piece = std::mem::replace(&mut board[place(from)], b'.');
        if piece != b'.' && piece != b'*' {
            board[place(to)] = if last_row(piece) { b'.' } else { piece };
        }
        if let Some(square) = news.present {
            board[place(square)] = b'*';
        }
        let next = if fields.next() == Some("w") { "b" } else { "w" };
        let rest: Vec<&str> = fields.take(3).collect();
        let rest = rest.join(" ");
        let board = String::from_utf8_lossy(&board);
        if !self.set_up(&format!("{board} {next} {rest}")) {
            let old = text.split(' ').next().unwrap_or_default();
            self.set_up(&format!("{old} {next} {rest}"));
        }
    }

    fn set_points(&mut self, points: [u32; 2]) {
        let text = self.position.describe();
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        for (field, points) in fields.iter_mut().skip(2).zip(points) {
            *field = points.to_string();
        }
        self.set_up(&fields.join(" "));
    }

    /// Sets a position; `false` if the text is not a possible one.
    fn set_up(&mut self, text: &str) -> bool {
        let position = TucChess::parse(&self.server, text);
        position.map(|position| self.position = position).is_ok()
    }
}
