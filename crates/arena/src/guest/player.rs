//! `GuestPlayer`: a guest in a seat of a game, its answers turned into moves.

use std::collections::VecDeque;
use std::time::Duration;

use ludarium_game::{
    Budget, Candidate, Decision, Fault, Listing, MoveList, Purpose, Rng, Scores, Seat, Seed, Spec,
    Tabletop, Turn, Value,
};

use super::{Beginning, Guest, Named, News, Occasion, Question, Reply, Standing, Wishes};
use crate::clock::TimeControl;
use crate::player::{Failure, Player};

/// The largest seed that every language can hold in its usual number.
const SEED_BITS: u32 = 53;

/// A guest in a seat.
pub(super) struct GuestPlayer<G: Tabletop> {
    guest: Box<dyn Guest>,
    beginning: Beginning,
    /// The seed of the game.
    seed: Seed,
    margin: Duration,
    wishes: Wishes,
    ply: u32,
    /// What happened since the guest was asked last.
    events: Vec<News>,
    /// Moves that the guest gave in advance.
    more: VecDeque<String>,
    /// Whether the last move was asked for and not given in advance.
    asked: bool,
    moves: MoveList<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Tabletop> GuestPlayer<G> {
    pub fn new(guest: Box<dyn Guest>, occasion: &Occasion<'_>) -> GuestPlayer<G> {
        GuestPlayer {
            guest,
            beginning: Beginning {
                game: G::NAME,
                variant: occasion.variant.to_owned(),
                seat: 0,
                names: occasion.names.to_vec(),
                seed: 0,
                control: occasion.control,
                start: String::new(),
            },
            seed: occasion.seed,
            margin: occasion.margin,
            wishes: Wishes::default(),
            ply: 0,
            events: Vec::new(),
            more: VecDeque::new(),
            asked: true,
            moves: MoveList::default(),
            outcomes: Vec::new(),
        }
    }

    /// The next move that was given in advance, if it is legal; if not, none of them counts.
    fn given(&mut self, position: &G) -> Option<G::Move> {
        let text = self.more.pop_front()?;
        let mv = position.parse_move(&text).ok();
        if mv.is_none() {
            self.more.clear();
        }
        mv
    }

    /// The legal moves with their texts, sorted by text.
    fn legal(&mut self, position: &G) -> Vec<(String, G::Move)> {
        position.moves(&mut self.moves);
        let text = |&mv: &G::Move| (position.describe_move(mv), mv);
        let mut legal: Vec<_> = self.moves.iter().map(text).collect();
        legal.sort_by(|a, b| a.0.cmp(&b.0));
        legal
    }

    fn question<'a>(
        &mut self,
        position: &G,
        legal: Option<Vec<String>>,
        budget: &'a Budget,
    ) -> Question<'a> {
        let (limit, bank, increment) = match self.beginning.control {
            TimeControl::None => (budget.time, None, None),
            TimeControl::Move { limit, .. } => {
                let bank = budget.left.map(|left| left.saturating_sub(limit));
                (Some(limit), bank, None)
            }
            TimeControl::Game { increment, .. } => (None, budget.left, Some(increment)),
        };
        Question {
            ply: self.ply,
            seat: self.beginning.seat,
            state: position.describe(),
            board: board(position),
            legal,
            events: std::mem::take(&mut self.events),
            bank,
            increment,
            limit,
            allowed: budget.left.or(budget.time),
            margin: self.margin,
            abandon: budget.stop.as_deref(),
        }
    }

    fn decide(
        &self,
        position: &G,
        legal: &[(String, G::Move)],
        reply: &Reply,
    ) -> Result<Decision<G::Move>, Failure> {
        let illegal = |problem: String| {
            Failure::new(
                Fault::Illegal,
                format!("{problem}, at {}", position.describe()),
            )
        };
        let chosen = match &reply.choice {
            Named::Text(text) => match legal.binary_search_by(|(known, _)| known.cmp(text)) {
                Ok(place) => legal[place].1,
                Err(_) => position
                    .parse_move(text)
                    .map_err(|error| illegal(error.to_string()))?,
            },
            Named::Index(index) => {
                let place = usize::try_from(*index).ok();
                let found = place.and_then(|place| legal.get(place));
                let count = legal.len();
                let problem = || illegal(format!("there is no move {index} among {count}"));
                found.ok_or_else(problem)?.1
            }
        };
        let mut decision = Decision::plain(chosen);
        decision.nodes = reply.nodes;
        decision.depth = reply.depth;
        decision.time = self.guest.spent();
        if let Some(scores) = scores(reply, position.seats()) {
            decision.candidates.push(Candidate {
                mv: chosen,
                scores,
                visits: 0,
                line: line(position, chosen, &reply.line),
            });
        }
        Ok(decision)
    }
}

impl<G: Tabletop> Player<G> for GuestPlayer<G> {
    fn begin(&mut self, position: &G, seat: Seat) -> Result<(), Failure> {
        self.beginning.seat = seat.0;
        let seed = self.seed.derive(Purpose::Seat, seat.0.into());
        self.beginning.seed = seed.0 >> (u64::BITS - SEED_BITS);
        // Who hosts or visits may learn late how many play, and never who they are.
        let seats = position.seats();
        self.beginning.names.resize(seats, String::new());
        self.beginning.variant = with_players::<G>(&self.beginning.variant, seats);
        self.beginning.start = position.describe();
        self.wishes = self.guest.begin(&self.beginning)?;
        Ok(())
    }

    fn choose(
        &mut self,
        position: &G,
        budget: &Budget,
        _rng: &mut Rng,
    ) -> Result<Decision<G::Move>, Failure> {
        if let Some(mv) = self.given(position) {
            self.asked = false;
            return Ok(Decision::plain(mv));
        }
        self.asked = true;
        let legal = self.legal(position);
        let told = !self.wishes.no_legal;
        let texts = told.then(|| legal.iter().map(|(text, _)| text.clone()).collect());
        let question = self.question(position, texts, budget);
        let mut reply = self.guest.choose(question)?;
        self.more = std::mem::take(&mut reply.more).into();
        self.decide(position, &legal, &reply)
    }

    fn observe(&mut self, before: &G, mv: G::Move) -> Result<(), Failure> {
        self.ply += 1;
        let by = match before.turn() {
            Turn::Seat(seat) => Some(seat.0),
            _ => None,
        };
        let listed = by.is_none() && before.chances(&mut self.outcomes) == Listing::Complete;
        let found = self.outcomes.iter().find(|(outcome, _)| *outcome == mv);
        let news = News {
            by,
            event: before.describe_move(mv),
            probability: found
                .filter(|_| listed)
                .map(|(_, probability)| *probability),
        };
        let told = match self.wishes.each_event {
            true => self.guest.observe(&news),
            false => Ok(()),
        };
        self.events.push(news);
        told
    }

    fn finish(&mut self, scores: &[f32], ending: &str) {
        self.guest.finish(scores, ending);
    }

    fn spent(&self) -> Option<Duration> {
        Some(if self.asked {
            self.guest.spent()
        } else {
            Duration::ZERO
        })
    }
}

/// The variant with the number of players, where the game has such an option and the variant does not say it: without
/// it a position of another number of players cannot be read.
fn with_players<G: Tabletop>(variant: &str, seats: usize) -> String {
    const PLAYERS: &str = "players";
    let known = G::OPTIONS.iter().any(|option| option.key == PLAYERS);
    match Spec::parse(variant) {
        Ok(spec) if known && spec.get(PLAYERS).is_none() => {
            let separator = if variant.contains(':') { ',' } else { ':' };
            format!("{variant}{separator}{PLAYERS}={seats}")
        }
        _ => variant.to_owned(),
    }
}

/// What the guest expects, if it is one share for each seat.
fn scores(reply: &Reply, seats: usize) -> Option<Scores> {
    let values = reply
        .value
        .as_ref()
        .filter(|values| values.len() == seats)?;
    if !values.iter().all(|value| (0.0..=1.0).contains(value)) {
        return None;
    }
    let mut scores = Scores::ZERO;
    for (seat, value) in Seat::all(seats).zip(values) {
        scores.set(seat, Value(*value as f32));
    }
    Some(scores)
}

/// The expected line as far as it can be played.
fn line<G: Tabletop>(position: &G, chosen: G::Move, texts: &[String]) -> Vec<G::Move> {
    const LONGEST: usize = 64;
    let mut position = position.clone();
    let mut line = Vec::new();
    for text in texts.iter().take(LONGEST) {
        match position.parse_move(text) {
            Ok(mv) if !line.is_empty() || mv == chosen => {
                position.play(mv);
                line.push(mv);
            }
            _ => break,
        }
    }
    line
}

/// What stands where, as guests are told.
pub fn board<G: Tabletop>(position: &G) -> Vec<Standing> {
    let scene = position.scene();
    let standing = |piece: &ludarium_game::Piece| Standing {
        cell: scene
            .cells
            .get(piece.cell)
            .map_or(String::new(), |cell| cell.name.clone()),
        piece: piece.shape.design().word,
        seat: piece.owner.map(|seat| seat.0),
    };
    scene.pieces.iter().map(standing).collect()
}
