//! Many games of one kind that are played at once, step by step.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use super::Tensors;
use crate::{Dice, Error, Listing, MoveList, Purpose, Result, Rng, Seat, Seed, Tabletop, Turn};

/// The number of games that are worth a thread of their own: fewer are stepped before it has woken up.
const WORTH_A_THREAD: usize = 256;

/// Where a step writes what came of it: one row for each game.
#[derive(Default)]
pub struct Buffers<'a> {
    /// What the seat to move sees; empty if nobody wants to know.
    pub observations: &'a mut [f32],
    /// 1 for each legal action, otherwise 0.
    pub masks: &'a mut [i8],
    /// The seat to move; [`CHANCE`] where an outcome is asked for.
    pub seats: &'a mut [i32],
    /// The scores of all seats of a game that this step has ended, otherwise 0.
    pub scores: &'a mut [f32],
    /// Whether this step has ended a game. Its row tells the start of the next one.
    pub ended: &'a mut [bool],
}

/// Stands for the seat to move where the outcome of a chance event is asked for.
pub const CHANCE: i32 = -1;

/// Many games of one kind that are played at once. Chance is settled inside unless it is asked for, and a game that ends starts
/// again at once.
pub trait AnyVector: Send {
    /// How many games there are.
    fn count(&self) -> usize;

    /// How many seats each game has.
    fn seats(&self) -> usize;

    /// Whether outcomes of chance are asked for like actions, from the next [`AnyVector::reset`] on: the action is the place of
    /// the outcome among [`AnyVector::outcomes`]. Events whose outcomes cannot be listed, or are more than the actions, are
    /// settled inside anyway.
    fn ask_for_chance(&mut self, asked: bool);

    /// The outcomes of the pending chance event of a game, sorted by their texts, with their probabilities; empty where none is
    /// asked for.
    fn outcomes(&self, game: usize) -> Vec<(String, f64)>;

    /// Starts all games again: the same seed, the same starts and luck.
    fn reset(&mut self, seed: Seed, out: Buffers<'_>, threads: &dyn StepThreads);

    /// Plays one action in each game. If one of them is not legal, nothing is played.
    fn step(&mut self, actions: &[i64], out: Buffers<'_>, threads: &dyn StepThreads) -> Result<()>;

    /// Writes a uniformly random legal action for each game.
    fn sample(&mut self, actions: &mut [i64]);
}

/// A part of a step that any thread can do.
pub type StepTask<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The threads that step a vector. What they do does not depend on who they are.
pub trait StepThreads: Sync {
    /// Does all tasks, at once where it can, and returns when they are done.
    fn work(&self, tasks: Vec<StepTask<'_>>);
}

/// Threads that are new each time. To start them costs more than to step some hundred games: whoever steps
/// often has threads that stay.
pub struct NewThreads;

impl StepThreads for NewThreads {
    fn work(&self, mut tasks: Vec<StepTask<'_>>) {
        thread::scope(|scope| {
            let own = tasks.pop();
            for task in tasks {
                scope.spawn(task);
            }
            own.into_iter().for_each(|task| task());
        });
    }
}

/// The games, in shares that are stepped at once.
pub(super) struct TypedVector<G: Tabletop> {
    tensors: Arc<dyn Tensors<G>>,
    rules: G::Rules,
    shares: Vec<Share<G>>,
    /// How many games a share has, except perhaps the last.
    size: usize,
    count: usize,
    seats: usize,
    asks_for_chance: bool,
}

/// The games of one thread. Their legal moves stand one after the other, so that a step reads and writes memory in order
/// and allocates nothing.
struct Share<G: Tabletop> {
    games: Vec<Seated<G>>,
    legal: Legal<G::Move>,
    /// The lists of the step before, to be filled again.
    spare: Legal<G::Move>,
    /// The place in `legal` of the move that each game makes next.
    chosen: Vec<usize>,
    moves: MoveList<G::Move>,
    actions: Vec<Option<u32>>,
}

/// In a list of actions: a move that has none.
const NONE: u32 = u32::MAX;

/// The legal moves of some games and their actions.
struct Legal<M> {
    moves: Vec<M>,
    actions: Vec<u32>,
    /// Where the moves of each game end.
    ends: Vec<usize>,
}

/// One game and its random numbers.
struct Seated<G: Tabletop> {
    position: G,
    dice: Option<Box<dyn Dice<G>>>,
    rng: Rng,
    picks: Rng,
}

/// What is the same for all games.
struct Common<'a, G: Tabletop> {
    tensors: &'a dyn Tensors<G>,
    rules: &'a G::Rules,
    /// How many actions, numbers of an observation and seats there are.
    widths: (usize, usize, usize),
    /// How many outcomes an event has at most whose outcome is asked for; none is where this is 0.
    asked_outcomes: usize,
}

/// An action that is not legal, and the place of its game in a share.
struct Refused {
    place: usize,
    action: i64,
}

impl<G: Tabletop> TypedVector<G> {
    pub(super) fn new(
        tensors: Arc<dyn Tensors<G>>,
        rules: G::Rules,
        count: usize,
        threads: usize,
    ) -> TypedVector<G> {
        let threads = threads.min(count.div_ceil(WORTH_A_THREAD)).max(1);
        let size = count.div_ceil(threads).max(1);
        let share = |first: usize| Share::new(&rules, size.min(count - first));
        TypedVector {
            tensors,
            shares: (0..count).step_by(size).map(share).collect(),
            size,
            count,
            seats: G::start(&rules, &mut Rng::new(Seed(0))).seats(),
            rules,
            asks_for_chance: false,
        }
    }

    /// How many outcomes an event has at most whose outcome is asked for.
    fn asked_outcomes(&self) -> usize {
        if self.asks_for_chance { self.tensors.actions() } else { 0 }
    }

    /// Does something with each share and its rows, which `out` has or nobody needs; what they say, in order.
    fn each<T: Send>(
        &mut self,
        out: Option<Buffers<'_>>,
        threads: &dyn StepThreads,
        work: impl Fn(usize, &Common<'_, G>, &mut Share<G>, Buffers<'_>) -> T + Sync,
    ) -> Vec<T> {
        let numbers = out.as_ref().map_or(0, |out| out.observations.len());
        let common = Common {
            tensors: &*self.tensors,
            rules: &self.rules,
            widths: (self.tensors.actions(), numbers / self.count.max(1), self.seats),
            asked_outcomes: self.asked_outcomes(),
        };
        let (common, work, mut rest) = (&common, &work, out);
        let mut said: Vec<Option<T>> = self.shares.iter().map(|_| None).collect();
        let mut tasks: Vec<StepTask<'_>> = Vec::new();
        let mut first = 0;
        for (share, said) in self.shares.iter_mut().zip(&mut said) {
            let (games, begin) = (share.games.len(), first);
            first += games;
            let rows = rest.take().map(|out| out.split(games, common.widths));
            let (rows, later) = rows.unzip();
            rest = later;
            tasks.push(Box::new(move || {
                *said = Some(work(begin, common, share, rows.unwrap_or_default()));
            }));
        }
        threads.work(tasks);
        said.into_iter().flatten().collect()
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

impl<M> Legal<M> {
    fn new() -> Legal<M> {
        Legal { moves: Vec::new(), actions: Vec::new(), ends: Vec::new() }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.actions.clear();
        self.ends.clear();
    }

    /// Where the moves of each game stand.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }
}

impl<G: Tabletop> Share<G> {
    fn new(rules: &G::Rules, count: usize) -> Share<G> {
        Share {
            games: (0..count).map(|_| Seated::new(rules, Seed(0), 0)).collect(),
            legal: Legal::new(),
            spare: Legal::new(),
            chosen: Vec::new(),
            moves: MoveList::new(),
            actions: Vec::new(),
        }
    }

    /// Finds the moves of some actions; the first that is not legal, if there is one.
    fn find(&mut self, actions: &[i64]) -> Option<Refused> {
        self.chosen.clear();
        for (place, (range, &action)) in self.legal.ranges().zip(actions).enumerate() {
            let mut known = self.legal.actions[range.clone()].iter();
            let found = known.position(|&one| i64::from(one) == action && one != NONE);
            match found {
                Some(found) => self.chosen.push(range.start + found),
                None => return Some(Refused { place, action }),
            }
        }
        None
    }

    /// Plays the moves that were found, and writes what came of it.
    fn advance(&mut self, common: &Common<'_, G>, rows: Buffers<'_>) {
        std::mem::swap(&mut self.legal, &mut self.spare);
        self.legal.clear();
        let mut rest = rows;
        for place in 0..self.games.len() {
            let (mut row, later) = rest.split(1, common.widths);
            rest = later;
            let mv = self.spare.moves[self.chosen[place]];
            self.games[place].advance(mv, common, &mut row);
            self.tell(place, common, &mut row);
        }
    }

    /// Starts all games again, the first of them with this number, and writes how they begin.
    fn begin(&mut self, first: usize, seed: Seed, common: &Common<'_, G>, rows: Buffers<'_>) {
        self.legal.clear();
        let mut rest = rows;
        for place in 0..self.games.len() {
            let (mut row, later) = rest.split(1, common.widths);
            rest = later;
            let seed = seed.derive(Purpose::Game, (first + place) as u64);
            self.games[place] = Seated::new(common.rules, seed, common.asked_outcomes);
            row.ended[0] = false;
            row.scores.fill(0.0);
            self.tell(place, common, &mut row);
        }
    }

    /// Lists the moves of a game and tells its position.
    fn tell(&mut self, place: usize, common: &Common<'_, G>, row: &mut Buffers<'_>) {
        let position = &self.games[place].position;
        let tensors = common.tensors;
        if position.turn() == Turn::Chance {
            self.ask_for_outcome(place, common.asked_outcomes, row);
            return;
        }
        position.moves(&mut self.moves);
        tensors.number(position, &self.moves, &mut self.actions);
        row.masks.fill(0);
        for action in self.actions.iter().flatten() {
            row.masks[*action as usize] = 1;
        }
        self.legal.moves.extend_from_slice(&self.moves);
        let actions = self.actions.iter().map(|action| action.unwrap_or(NONE));
        self.legal.actions.extend(actions);
        self.legal.ends.push(self.legal.moves.len());
        if let Turn::Seat(seat) = position.turn() {
            row.seats[0] = i32::from(seat.0);
            if !row.observations.is_empty() {
                row.observations.fill(0.0);
                tensors.observe(position, seat, row.observations);
            }
        }
    }

    /// Lists the outcomes of the chance event of a game, and says that one is asked for.
    fn ask_for_outcome(&mut self, place: usize, most: usize, row: &mut Buffers<'_>) {
        let outcomes = listed(&self.games[place].position, most).unwrap_or_default();
        row.masks.fill(0);
        row.masks[..outcomes.len()].fill(1);
        row.seats[0] = CHANCE;
        row.observations.fill(0.0);
        self.legal.actions.extend(0..outcomes.len() as u32);
        self.legal.moves.extend(outcomes.iter().map(|(outcome, _)| *outcome));
        self.legal.ends.push(self.legal.moves.len());
    }

    fn sample(&mut self, most: usize, actions: &mut [i64]) {
        let rows = self.games.iter_mut().zip(self.legal.ranges());
        for ((game, range), to) in rows.zip(actions) {
            if game.position.turn() == Turn::Chance {
                *to = game.draw(most);
                continue;
            }
            let actions = &self.legal.actions[range];
            if actions.iter().all(|action| *action == NONE) {
                continue;
            }
            // Few games have moves without an action, and they have few of them: draw again.
            *to = loop {
                let drawn = actions[game.picks.below(actions.len() as u32) as usize];
                if drawn != NONE {
                    break drawn.into();
                }
            };
        }
    }
}

impl<G: Tabletop> Seated<G> {
    fn new(rules: &G::Rules, seed: Seed, asked_outcomes: usize) -> Seated<G> {
        let mut rng = seed.stream(Purpose::Chance, 0);
        let position = G::start(rules, &mut seed.stream(Purpose::Start, 0));
        let dice = G::own_dice(rules, &position);
        let mut game = Seated {
            position,
            dice,
            picks: seed.stream(Purpose::Seat, 0),
            rng: Rng::new(Seed(rng.bits())),
        };
        game.settle(asked_outcomes);
        game
    }

    /// Draws chance events until a seat is to move, the game is over, or an outcome is to be asked for.
    fn settle(&mut self, asked_outcomes: usize) {
        while self.position.turn() == Turn::Chance {
            if asked_outcomes > 0 && listed(&self.position, asked_outcomes).is_some() {
                return;
            }
            let outcome = match &mut self.dice {
                Some(dice) => dice.roll(&self.position),
                None => self.position.roll(&mut self.rng),
            };
            self.position.play(outcome);
        }
    }

    /// Begins the next game, from the numbers of this one.
    fn again(&mut self, rules: &G::Rules, asked_outcomes: usize) {
        self.position = G::start(rules, &mut self.rng);
        self.dice = G::own_dice(rules, &self.position);
        self.settle(asked_outcomes);
    }

    /// The number of an outcome, drawn by the probabilities.
    fn draw(&mut self, most: usize) -> i64 {
        let outcomes = listed(&self.position, most).unwrap_or_default();
        let mut left = self.picks.unit();
        let passed = outcomes.iter().take_while(|(_, chance)| {
            left -= chance;
            left >= 0.0
        });
        // The probabilities may add up to a little less than 1.
        passed.count().min(outcomes.len().saturating_sub(1)) as i64
    }

    /// Plays a move and says whether it ended the game.
    fn advance(&mut self, mv: G::Move, common: &Common<'_, G>, row: &mut Buffers<'_>) {
        self.position.play(mv);
        self.settle(common.asked_outcomes);
        let over = self.position.turn() == Turn::Over;
        row.ended[0] = over;
        row.scores.fill(0.0);
        if over {
            let scores = self.position.scores();
            for (to, seat) in row.scores.iter_mut().zip(0..) {
                *to = scores.of(Seat(seat)).0;
            }
            self.again(common.rules, common.asked_outcomes);
        }
    }
}

impl<G: Tabletop> AnyVector for TypedVector<G> {
    fn count(&self) -> usize {
        self.count
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn ask_for_chance(&mut self, asked: bool) {
        self.asks_for_chance = asked;
    }

    fn outcomes(&self, game: usize) -> Vec<(String, f64)> {
        let share = self.shares.get(game / self.size);
        let Some(seated) = share.and_then(|share| share.games.get(game % self.size)) else {
            return Vec::new();
        };
        let outcomes = listed(&seated.position, self.asked_outcomes()).unwrap_or_default();
        let told = outcomes.into_iter();
        told.map(|(outcome, chance)| (seated.position.describe_move(outcome), chance)).collect()
    }

    fn reset(&mut self, seed: Seed, out: Buffers<'_>, threads: &dyn StepThreads) {
        self.each(Some(out), threads, |first, common, share, rows| {
            share.begin(first, seed, common, rows);
        });
    }

    fn step(&mut self, actions: &[i64], out: Buffers<'_>, threads: &dyn StepThreads) -> Result<()> {
        // No share plays before all have found their moves.
        let faults = self.each(None, threads, |first, _, share, _| {
            let fault = share.find(&actions[first..][..share.games.len()]);
            fault.map(|fault| (first + fault.place, fault.action))
        });
        let Some((place, action)) = faults.into_iter().flatten().next() else {
            self.each(Some(out), threads, |_, common, share, rows| {
                share.advance(common, rows);
            });
            return Ok(());
        };
        let reason = format!("the mask of game {place} does not allow it");
        Err(Error::illegal(&format!("action {action}"), reason))
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let most = self.asked_outcomes();
        // In this thread: to draw takes less time than to wake another one.
        for (share, actions) in self.shares.iter_mut().zip(actions.chunks_mut(self.size)) {
            share.sample(most, actions);
        }
    }
}

/// The outcomes of a pending chance event, sorted by their texts; nothing where they cannot be listed or are more than `most`.
fn listed<G: Tabletop>(position: &G, most: usize) -> Option<Vec<(G::Move, f64)>> {
    let mut outcomes = Vec::new();
    let complete = position.chances(&mut outcomes) == Listing::Complete;
    outcomes.sort_by_cached_key(|(outcome, _)| position.describe_move(*outcome));
    (complete && !outcomes.is_empty() && outcomes.len() <= most).then_some(outcomes)
}
