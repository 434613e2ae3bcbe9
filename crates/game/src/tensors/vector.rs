//! Many games of one kind that are played at once, each by whoever steps them.

use std::sync::Arc;
use std::thread;

use super::Tensors;
use crate::{Dice, Error, MoveList, Purpose, Result, Rng, Seat, Seed, Tabletop, Turn};

/// Where a step writes what came of it: one row for each game.
pub struct Buffers<'a> {
    /// What the seat to move sees; empty if nobody wants to know.
    pub observations: &'a mut [f32],
    /// 1 for each legal action, otherwise 0.
    pub masks: &'a mut [i8],
    /// The seat to move.
    pub seats: &'a mut [i32],
    /// The scores of all seats of a game that this step has ended, otherwise 0.
    pub scores: &'a mut [f32],
    /// Whether this step has ended a game. Its row tells the start of the next one.
    pub ended: &'a mut [bool],
}

/// Many games of one kind that are played at once. Chance is settled inside, and a game that ends begins anew at once.
pub trait AnyVector: Send {
    /// How many games there are.
    fn count(&self) -> usize;

    /// How many seats each game has.
    fn seats(&self) -> usize;

    /// Begins all games anew: the same seed, the same starts and luck.
    fn reset(&mut self, seed: Seed, out: Buffers<'_>);

    /// Plays one action in each game. If one of them is not legal, nothing is played.
    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<()>;

    /// Writes a uniformly random legal action for each game.
    fn sample(&mut self, actions: &mut [i64]);
}

/// The games.
pub(super) struct TypedVector<G: Tabletop> {
    tensors: Arc<dyn Tensors<G>>,
    rules: G::Rules,
    games: Vec<Seated<G>>,
    seats: usize,
    threads: usize,
}

/// One game with everything that it needs.
struct Seated<G: Tabletop> {
    position: G,
    dice: Option<Box<dyn Dice<G>>>,
    rng: Rng,
    picks: Rng,
    moves: MoveList<G::Move>,
    actions: Vec<Option<u32>>,
    /// The move that the next step makes.
    chosen: usize,
}

/// What is the same for all games.
struct Common<'a, G: Tabletop> {
    tensors: &'a dyn Tensors<G>,
    rules: &'a G::Rules,
    /// How many actions, numbers of an observation and seats there are.
    widths: (usize, usize, usize),
}

impl<G: Tabletop> TypedVector<G> {
    pub(super) fn new(
        tensors: Arc<dyn Tensors<G>>,
        rules: G::Rules,
        count: usize,
        threads: usize,
    ) -> TypedVector<G> {
        let games: Vec<Seated<G>> = (0..count).map(|_| Seated::new(&rules, Seed(0))).collect();
        let seats = G::start(&rules, &mut Rng::new(Seed(0))).seats();
        TypedVector {
            tensors,
            rules,
            games,
            seats,
            threads: threads.clamp(1, count.max(1)),
        }
    }

    /// Does something with each game and its rows, on all threads.
    fn each(
        &mut self,
        out: Buffers<'_>,
        work: impl Fn(&Common<'_, G>, &mut Seated<G>, &mut Buffers<'_>) + Sync,
    ) {
        let actions = self.tensors.actions();
        let numbers = out.observations.len() / self.games.len().max(1);
        let common = Common {
            tensors: &*self.tensors,
            rules: &self.rules,
            widths: (actions, numbers, self.seats),
        };
        let share = self.games.len().div_ceil(self.threads).max(1);
        let (common, work) = (&common, &work);
        let mut rest = (&mut self.games[..], out);
        thread::scope(|scope| {
            while rest.0.len() > share {
                let (games, later) = rest.0.split_at_mut(share);
                let (rows, later_rows) = rest.1.split(share, common.widths);
                rest = (later, later_rows);
                scope.spawn(move || visit(common, games, rows, work));
            }
            visit(common, rest.0, rest.1, work);
        });
    }
}

fn visit<G: Tabletop>(
    common: &Common<'_, G>,
    games: &mut [Seated<G>],
    rows: Buffers<'_>,
    work: &impl Fn(&Common<'_, G>, &mut Seated<G>, &mut Buffers<'_>),
) {
    let mut rest = rows;
    for game in games {
        let (mut row, later) = rest.split(1, common.widths);
        work(common, game, &mut row);
        rest = later;
    }
}

impl<'a> Buffers<'a> {
    /// The rows of the first games and those of the others.
    fn split(self, games: usize, widths: (usize, usize, usize)) -> (Buffers<'a>, Buffers<'a>) {
        let (actions, numbers, seats) = widths;
        let observations = self.observations.split_at_mut(games * numbers);
        let masks = self.masks.split_at_mut(games * actions);
        let movers = self.seats.split_at_mut(games);
        let scores = self.scores.split_at_mut(games * seats);
        let ended = self.ended.split_at_mut(games);
        let first = Buffers {
            observations: observations.0,
            masks: masks.0,
            seats: movers.0,
            scores: scores.0,
            ended: ended.0,
        };
        let others = Buffers {
            observations: observations.1,
            masks: masks.1,
            seats: movers.1,
            scores: scores.1,
            ended: ended.1,
        };
        (first, others)
    }
}

impl<G: Tabletop> Seated<G> {
    fn new(rules: &G::Rules, seed: Seed) -> Seated<G> {
        let mut rng = seed.stream(Purpose::Chance, 0);
        let position = G::start(rules, &mut seed.stream(Purpose::Start, 0));
        let dice = G::own_dice(rules, &position);
        let mut game = Seated {
            position,
            dice,
            picks: seed.stream(Purpose::Seat, 0),
            rng: Rng::new(Seed(rng.bits())),
            moves: MoveList::new(),
            actions: Vec::new(),
            chosen: 0,
        };
        game.settle();
        game
    }

    /// Draws chance events until a seat is to move or the game is over.
    fn settle(&mut self) {
        while self.position.turn() == Turn::Chance {
            let outcome = match &mut self.dice {
                Some(dice) => dice.roll(&self.position),
                None => self.position.roll(&mut self.rng),
            };
            self.position.play(outcome);
        }
    }

    /// Begins the next game, from the numbers of this one.
    fn again(&mut self, rules: &G::Rules) {
        self.position = G::start(rules, &mut self.rng);
        self.dice = G::own_dice(rules, &self.position);
        self.settle();
    }

    /// Lists the moves and tells the position.
    fn tell(&mut self, common: &Common<'_, G>, row: &mut Buffers<'_>) {
        self.position.moves(&mut self.moves);
        let tensors = common.tensors;
        tensors.number(&self.position, &self.moves, &mut self.actions);
        row.masks.fill(0);
        for action in self.actions.iter().flatten() {
            row.masks[*action as usize] = 1;
        }
        if let Turn::Seat(seat) = self.position.turn() {
            row.seats[0] = i32::from(seat.0);
            if !row.observations.is_empty() {
                row.observations.fill(0.0);
                tensors.observe(&self.position, seat, row.observations);
            }
        }
    }

    fn advance(&mut self, common: &Common<'_, G>, row: &mut Buffers<'_>) {
        self.position.play(self.moves[self.chosen]);
        self.settle();
        let over = self.position.turn() == Turn::Over;
        row.ended[0] = over;
        row.scores.fill(0.0);
        if over {
            let scores = self.position.scores();
            for (to, seat) in row.scores.iter_mut().zip(0..) {
                *to = scores.of(Seat(seat)).0;
            }
            self.again(common.rules);
        }
        self.tell(common, row);
    }
}

impl<G: Tabletop> AnyVector for TypedVector<G> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn reset(&mut self, seed: Seed, out: Buffers<'_>) {
        for (game, index) in self.games.iter_mut().zip(0..) {
            *game = Seated::new(&self.rules, seed.derive(Purpose::Game, index));
        }
        self.each(out, |common, game, row| {
            row.ended[0] = false;
            row.scores.fill(0.0);
            game.tell(common, row);
        });
    }

    fn step(&mut self, actions: &[i64], out: Buffers<'_>) -> Result<()> {
        for (place, (game, &action)) in self.games.iter_mut().zip(actions).enumerate() {
            let wanted = u32::try_from(action).ok();
            let mut known = game.actions.iter();
            let found = known.position(|one| one.is_some() && *one == wanted);
            game.chosen = found.ok_or_else(|| {
                let reason = format!("the mask of game {place} does not allow it");
                Error::illegal(&format!("action {action}"), reason)
            })?;
        }
        self.each(out, |common, game, row| game.advance(common, row));
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (game, to) in self.games.iter_mut().zip(actions) {
            let known = game.actions.iter().filter(|one| one.is_some()).count() as u32;
            if known > 0 {
                let skip = game.picks.below(known) as usize;
                let mut legal = game.actions.iter().flatten();
                *to = legal.nth(skip).map_or(0, |action| i64::from(*action));
            }
        }
    }
}
