//! Games of a small max^n search against itself, and what each way of learning makes of them.

use ludarium_arena::{Openings, start};
use ludarium_game::{Game, MoveList, Purpose, Rng, Seat, Seed, Turn};
use ludarium_learn::regression::{SeatNodes, lambda_returns};
use ludarium_three_chess::agents::LinearOutlook;
use ludarium_three_chess::rules::{Move, Rules, ThreeChess, features};

use ludarium_train::TrainError;

/// The plies that are looked ahead.
pub(super) const DEPTH: u32 = 2;

/// One move in this number is made at random: among equals that never err, games are drawn and teach little.
pub(super) const RANDOM_MOVE: u32 = 8;

/// Moves made at random before the search takes over.
pub(super) const RANDOM_PLIES: u64 = 6;

/// Games are drawn after this number of plies.
const LONGEST: u32 = 240;

/// What is left of a difference one ply later, in TD(λ) and TD-Leaf(λ).
pub(super) const LAMBDA: f64 = 0.95;

/// The share of the result in what a position of the game should be worth by TreeStrap; the rest is what the search
/// found. Without it the values of a search that sees no end drift.
pub(super) const RESULT_SHARE: f64 = 0.3;

/// How weights are learned from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Every node of every search moves towards what the search found there.
    TreeStrap,
    /// The ends of the principal variations move towards the later ones and the result.
    TdLeaf,
    /// The positions themselves move towards the later ones and the result.
    TdLambda,
}

impl Method {
    pub const ALL: [Method; 3] = [Method::TreeStrap, Method::TdLeaf, Method::TdLambda];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Method::TreeStrap => "TreeStrap",
            Method::TdLeaf => "TD-Leaf(λ)",
            Method::TdLambda => "TD(λ)",
        }
    }

    /// The name in files.
    pub fn file_name(self) -> &'static str {
        match self {
            Method::TreeStrap => "treestrap",
            Method::TdLeaf => "td-leaf",
            Method::TdLambda => "td-lambda",
        }
    }
}

/// The rules that are learned under.
pub(super) fn rules() -> Rules {
    Rules { plies: LONGEST, ..Rules::default() }
}

/// A game from a random opening, move by move: each is chosen by `choose`, but some are made at random. `watch` sees
/// every position and whether the chosen move is played.
pub(super) fn play(
    seed: Seed,
    mut choose: impl FnMut(&ThreeChess, Seat, &mut Rng) -> Move,
    mut watch: impl FnMut(&ThreeChess, bool),
) -> Result<[f64; 3], TrainError> {
    let openings = Openings { starts: Vec::new(), random_plies: RANDOM_PLIES };
    let mut position: ThreeChess = start(&rules(), &openings, 0, seed)?;
    let mut rng = seed.stream(Purpose::Training, 0);
    let mut moves = MoveList::new();
    while let Turn::Seat(mover) = position.turn() {
        let best = choose(&position, mover, &mut rng);
        let random = rng.below(RANDOM_MOVE) == 0;
        let mv = if random { position.pick(&mut rng, &mut moves) } else { best };
        watch(&position, mv == best);
        position.play(mv);
    }
    Ok(result(&position))
}

/// The result of a game that is over.
fn result(position: &ThreeChess) -> [f64; 3] {
    let scores = position.scores();
    [0, 1, 2].map(|seat| f64::from(scores.of(Seat(seat)).0))
}

/// What a game of an evaluation against itself teaches: positions and what they should be worth.
pub(super) fn one_game(
    method: Method,
    evaluation: &LinearOutlook,
    seed: Seed,
) -> Result<SeatNodes<3>, TrainError> {
    match method {
        Method::TreeStrap => strap(evaluation, seed),
        Method::TdLeaf | Method::TdLambda => differences(method, evaluation, seed),
    }
}

fn strap(evaluation: &LinearOutlook, seed: Seed) -> Result<SeatNodes<3>, TrainError> {
    let mut tree = MaxnTree::new(evaluation, true);
    let mut roots = Vec::new();
    let result = play(
        seed,
        |position, mover, rng| {
            let (best, _) = tree.choose(position, mover, DEPTH, Some(rng));
            // A node is noted when it is done, so the root is the last one.
            roots.push(tree.nodes.targets.len() - 1);
            best
        },
        |_, _| (),
    )?;
    let mut nodes = tree.nodes;
    for root in roots {
        for (value, result) in nodes.targets[root].iter_mut().zip(result) {
            *value += RESULT_SHARE * (result - *value);
        }
    }
    Ok(nodes)
}

fn differences(
    method: Method,
    evaluation: &LinearOutlook,
    seed: Seed,
) -> Result<SeatNodes<3>, TrainError> {
    let mut tree = MaxnTree::new(evaluation, false);
    let mut visited = Vec::new();
    let (mut values, mut foreseen) = (Vec::new(), Vec::new());
    let result = play(
        seed,
        |position, mover, rng| {
            let (best, found) = tree.choose(position, mover, DEPTH, Some(rng));
            if method == Method::TdLeaf {
                values.push(found.values);
                visited.push(found.leaf);
            } else {
                values.push(evaluation.outlook(position).values());
                visited.push(position.clone());
            }
            best
        },
        |_, played| foreseen.push(played),
    )?;
    let targets = lambda_returns(&values, &foreseen, result, LAMBDA);
    let mut nodes = SeatNodes::default();
    for (position, target) in visited.iter().zip(targets) {
        // An end is worth what it is worth.
        if position.turn() != Turn::Over {
            note(&mut nodes, evaluation, position, target);
        }
    }
    Ok(nodes)
}

/// Adds a position with what it should be worth.
fn note(
    nodes: &mut SeatNodes<3>,
    evaluation: &LinearOutlook,
    position: &ThreeChess,
    target: [f64; 3],
) {
    let width = evaluation.stage().features();
    let begin = nodes.cells.len();
    nodes.cells.resize(begin + 3 * width, 0.0);
    let cells = &mut nodes.cells[begin..];
    features(position, evaluation.stage(), |seat, feature, amount| {
        cells[seat.index() * width + feature] += amount;
    });
    nodes.targets.push(target);
}

/// A max^n search without pruning that can keep what it found at every node with moves.
pub(super) struct MaxnTree<'a> {
    evaluation: &'a LinearOutlook,
    keeps: bool,
    nodes: SeatNodes<3>,
}

/// What a search found.
pub(super) struct MaxnValue {
    /// The value for each seat.
    pub values: [f64; 3],
    /// The end of the principal variation.
    leaf: ThreeChess,
}

impl<'a> MaxnTree<'a> {
    pub fn new(evaluation: &'a LinearOutlook, keeps: bool) -> MaxnTree<'a> {
        MaxnTree { evaluation, keeps, nodes: SeatNodes::default() }
    }

    /// The best move for the seat to move, the first of equals, and what it leads to. With a stream the order is random.
    pub fn choose(
        &mut self,
        position: &ThreeChess,
        mover: Seat,
        depth: u32,
        rng: Option<&mut Rng>,
    ) -> (Move, MaxnValue) {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if let Some(rng) = rng {
            rng.shuffle(&mut moves);
        }
        let mut best: Option<(Move, MaxnValue)> = None;
        for &mv in &moves {
            let mut after = position.clone();
            after.play(mv);
            let found = self.search(after, depth - 1);
            let own = |found: &MaxnValue| found.values[mover.index()];
            if best.as_ref().is_none_or(|(_, best)| own(&found) > own(best)) {
                best = Some((mv, found));
            }
        }
        let (mv, found) = best.expect("a seat to move has a move");
        if self.keeps {
            note(&mut self.nodes, self.evaluation, position, found.values);
        }
        (mv, found)
    }

    fn search(&mut self, position: ThreeChess, depth: u32) -> MaxnValue {
        match position.turn() {
            Turn::Seat(mover) if depth > 0 => self.choose(&position, mover, depth, None).1,
            Turn::Over => MaxnValue { values: result(&position), leaf: position },
            _ => MaxnValue { values: self.evaluation.outlook(&position).values(), leaf: position },
        }
    }
}
