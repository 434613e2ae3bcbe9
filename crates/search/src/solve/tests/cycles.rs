//! Games in which positions come back.

use std::sync::Arc;

use ludarium_game::{Game, Scores, Seat, Turn, Value};

use super::super::reached::Act;
use super::super::{
    Equations, Forced, Indexed, IndexedEquations, Link, Numbered, Reached, ShareBounds, SolveError,
    SolveOptions, TIE, TwoSeatState, Worth, forced, solve, solve_two_seats,
};
use super::graph::{GraphGame, GraphNode, GraphShape};
use super::{definition, quiet};

const DUEL: GraphShape = GraphShape { seats: 2, positions: 30, ends: 5, chances: 3, grades: 5 };
/// Few enough positions to try all plans.
const SMALL: GraphShape = GraphShape { positions: 6, ends: 4, ..DUEL };

/// The number of every position, which keeps the share of either seat.
struct ByPlace(GraphGame);

impl Indexed<GraphGame> for ByPlace {
    fn count(&self) -> usize {
        self.0.nodes.len()
    }

    fn number(&self, position: &GraphGame) -> Option<Numbered> {
        // What belongs to chance and leads to no other chance follows from what comes after.
        let follow = &position.node().next;
        let by_chance = |at: &u8| self.0.nodes[usize::from(*at)].turn == Turn::Chance;
        let passing = position.turn() == Turn::Chance && !follow.iter().any(by_chance);
        let numbered = Numbered { index: position.at.into(), seat: Seat(position.at % 2) };
        (!passing).then_some(numbered)
    }

    fn position(&self, index: usize) -> Option<GraphGame> {
        Some(self.0.at(index))
    }
}

/// What is proven of the first seat's share in each position.
fn bounds(equations: &impl Equations) -> Vec<ShareBounds> {
    let mut state = TwoSeatState::new(equations);
    let options = SolveOptions::default();
    solve_two_seats(equations, &mut state, &options, &mut quiet()).unwrap();
    state.bounds
}

fn of_first(bounds: ShareBounds, seat: Seat) -> ShareBounds {
    if seat.index() == 0 { bounds } else { bounds.of_other() }
}

/// All positions of a game, in the order of their places.
fn reached(game: &GraphGame) -> Reached {
    let starts: Vec<GraphGame> = (0..game.nodes.len()).map(|at| game.at(at)).collect();
    Reached::from(&starts, &SolveOptions::default(), &mut quiet()).unwrap()
}

fn by_reaching(game: &GraphGame) -> Vec<ShareBounds> {
    let reached = reached(game);
    let mut all = vec![ShareBounds::UNKNOWN; game.nodes.len()];
    for (index, found) in bounds(&reached).into_iter().enumerate() {
        all[reached.key(index) as usize] = found;
    }
    all
}

/// Whoever may change plans during play gains nothing by it, so the best of all plans is the value.
#[test]
fn bounds_meet_at_the_share_of_the_best_plan() {
    let mut endless = 0;
    for seed in 0..1500 {
        let game = GraphGame::random(SMALL, seed);
        let expected = definition::by_plans(&game);
        for (at, (found, expected)) in by_reaching(&game).iter().zip(expected).enumerate() {
            let context = || format!("{seed} at {at}: {found:?} {expected} {:?}", game.nodes);
            assert!(found.gap() < 1e-9, "{}", context());
            assert!((found.middle() - expected).abs() < 1e-6, "{}", context());
            endless += usize::from(expected == 0.5);
        }
    }
    assert!(endless > 1000, "{endless} positions without an end that somebody can force");
}

#[test]
fn an_index_gives_the_same_shares() {
    for seed in 0..1000 {
        let game = GraphGame::random(DUEL, seed);
        let index = ByPlace(game.clone());
        let listed = by_reaching(&game);
        let found = bounds(&IndexedEquations::new(&index));
        for (at, (listed, found)) in listed.iter().zip(found).enumerate() {
            let found = of_first(found, Seat((at % 2) as u8));
            if index.number(&game.at(at)).is_some() {
                let off = (listed.middle() - found.middle()).abs();
                assert!(off < 1e-9 && found.gap() < 1e-9, "{seed} {at}: {listed:?} {found:?}");
            }
        }
    }
}

#[test]
fn without_chance_the_plies_are_those_after_which_nothing_changes() {
    for seed in 0..3000 {
        let game = GraphGame::random(GraphShape { chances: 0, positions: 12, ..DUEL }, seed);
        let reached = reached(&game);
        let mut expected = vec![Forced { share: 0.5, plies: 0 }; game.nodes.len()];
        for plies in 1..40 {
            let shares: Vec<f64> = expected.iter().map(|forced| forced.share).collect();
            for (known, share) in expected.iter_mut().zip(definition::one_ply_more(&game, &shares))
            {
                if share != known.share {
                    *known = Forced { share, plies };
                }
            }
        }
        for (index, found) in forced(&reached).into_iter().enumerate() {
            assert_eq!(found, expected[reached.key(index) as usize], "{seed}");
        }
    }
}

/// The equations of a solver with one mistake.
struct Broken<'a> {
    right: &'a Reached,
    mistake: Mistake,
}

#[derive(Clone, Copy, Debug)]
enum Mistake {
    /// The second seat plays for the first.
    OnlyOneSeat,
    /// Nobody chooses.
    FirstMove,
    /// All outcomes are equally likely.
    EvenChance,
    /// Nobody can lose.
    LossesAreDraws,
}

impl Equations for Broken<'_> {
    fn count(&self) -> usize {
        self.right.count()
    }

    fn look<W: Worth>(&self, index: usize, of: &mut impl FnMut(Link) -> W) -> W {
        let right = self.right.look(index, of);
        let next = self.right.next(index);
        let mut worths =
            next.iter().map(|&next| of(Link { index: next as usize, other_seat: false }));
        match (self.mistake, self.right.act(index)) {
            (Mistake::OnlyOneSeat, Act::Choose(_)) => W::chosen(worths),
            (Mistake::FirstMove, Act::Choose(_)) => worths.next().unwrap(),
            (Mistake::EvenChance, Act::Draw(_)) => {
                W::drawn(worths.map(|worth| (1.0 / next.len() as f64, worth)))
            }
            (Mistake::LossesAreDraws, Act::End(_)) => W::chosen([right, W::exact(0.5)].into_iter()),
            _ => right,
        }
    }
}

#[test]
fn broken_variants_are_found_out() {
    for mistake in
        [Mistake::OnlyOneSeat, Mistake::FirstMove, Mistake::EvenChance, Mistake::LossesAreDraws]
    {
        let mut wrong = 0;
        for seed in 0..200 {
            let game = GraphGame::random(SMALL, seed);
            let expected = definition::by_plans(&game);
            let right = reached(&game);
            let found = bounds(&Broken { right: &right, mistake });
            let is_wrong = |(index, found): (usize, &ShareBounds)| {
                let expected = expected[right.key(index) as usize];
                found.gap() > 1e-9 || (found.middle() - expected).abs() > 1e-6
            };
            wrong += usize::from(found.iter().enumerate().any(is_wrong));
        }
        assert!(wrong > 20, "{mistake:?} is seen in {wrong} of 200 games");
    }
}

/// Sweeps alone leave bounds apart where play can be endless.
#[test]
fn sweeps_alone_do_not_see_that_play_is_endless() {
    let mut open = 0;
    for seed in 0..200 {
        let right = reached(&GraphGame::random(SMALL, seed));
        let mut bounds = vec![ShareBounds::UNKNOWN; right.count()];
        for _ in 0..2000 {
            for index in 0..bounds.len() {
                bounds[index] = right.look(index, &mut |link| bounds[link.index]);
            }
        }
        open += usize::from(bounds.iter().any(|bounds| bounds.gap() > 0.01));
    }
    assert!(open > 50, "{open} of 200 games");
}

/// With more seats a solution need not exist. Where one is found, it is one: nobody gains by another move.
#[test]
fn shares_of_many_seats_agree_with_what_follows_or_are_refused() {
    let (mut settled, mut unsettled) = (0, 0);
    for seed in 0..600 {
        let seats = 3 + (seed % 2) as u8;
        let shape = GraphShape { seats, chances: 4, ends: 3, ..DUEL };
        let game = GraphGame::random(shape, seed);
        let solution =
            match solve(std::slice::from_ref(&game), &SolveOptions::default(), &mut quiet()) {
                Ok(solution) => solution,
                Err(SolveError::Unsettled { positions, .. }) => {
                    assert!(positions > 1);
                    unsettled += 1;
                    continue;
                }
                Err(other) => panic!("{other}"),
            };
        settled += 1;
        for at in 0..game.nodes.len() {
            let here = game.at(at);
            let Some(found) = solution.of(&here) else { continue };
            let follow =
                here.node().next.iter().map(|&at| solution.of(&game.at(at.into())).unwrap());
            match here.turn() {
                Turn::Over => assert_eq!(found, here.scores()),
                Turn::Chance => {
                    let parts = follow.zip(&here.node().parts);
                    let mean = parts.map(|(scores, part)| scores * *part as f32);
                    let mean = mean.reduce(|a, b| a + b).unwrap();
                    assert!((mean.of(Seat(0)).0 - found.of(Seat(0)).0).abs() < 1e-5);
                }
                Turn::Seat(seat) => {
                    let most = follow.clone().map(|scores| scores.of(seat).0).fold(0.0, f32::max);
                    let first =
                        follow.clone().find(|scores| scores.of(seat).0 >= most - TIE as f32);
                    assert!((found.of(seat).0 - most).abs() < 1e-5);
                    assert!(first.is_some());
                }
            }
        }
    }
    assert!(settled > 400, "{settled} of 600 have settled, {unsettled} not");
}

/// Each of three seats may end the game or pass it on to the next one. It likes best what the next one would do, and least what
/// the one before it would.
#[test]
fn three_seats_that_wait_for_each_other_do_not_settle() {
    let end = |ender: u8| {
        let mut scores = Scores::ZERO;
        scores.set(Seat(ender), Value(0.5));
        scores.set(Seat((ender + 2) % 3), Value(1.0));
        GraphNode { turn: Turn::Over, next: Vec::new(), parts: Vec::new(), scores }
    };
    let seat = |seat: u8| GraphNode {
        turn: Turn::Seat(Seat(seat)),
        next: vec![3 + seat, (seat + 1) % 3],
        parts: Vec::new(),
        scores: Scores::ZERO,
    };
    let nodes = (0..3).map(seat).chain((0..3).map(end)).collect();
    let game = GraphGame { nodes: Arc::new(nodes), seats: 3, at: 0, moves: 0 };
    let found = solve(&[game], &SolveOptions::default(), &mut quiet());
    assert_eq!(found.err(), Some(SolveError::Unsettled { positions: 3, seats: 3 }));
}
