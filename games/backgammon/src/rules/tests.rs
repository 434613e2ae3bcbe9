//! Plays by their plain definition, and counts of them.

use std::collections::BTreeSet;

use ludarium_game::{Game, MoveList, Purpose, Rng, Seed, Spec, Tabletop, perft};
use proptest::prelude::*;

use super::*;

/// The checkers of both players by slot: how many the mover has, how many the other one has, each as it counts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct PlainBoard {
    own: [i32; 26],
    other: [i32; 26],
}

impl PlainBoard {
    fn of(position: &Backgammon) -> PlainBoard {
        let count =
            |seat: Seat| std::array::from_fn(|slot| i32::from(position.men(seat).on(slot as u8)));
        let mover = position.mover();
        PlainBoard { own: count(mover), other: count(Seat(1 - mover.0)) }
    }

    /// The board after a step, if the rules allow it.
    fn after(&self, from: usize, die: usize) -> Option<PlainBoard> {
        if self.own[from] == 0 || from == 0 || self.own[25] > 0 && from != 25 {
            return None;
        }
        let mut next = self.clone();
        next.own[from] -= 1;
        if from > die {
            let to = from - die;
            if self.other[25 - to] > 1 {
                return None;
            }
            if self.other[25 - to] == 1 {
                next.other[25 - to] = 0;
                next.other[25] += 1;
            }
            next.own[to] += 1;
        } else {
            let outside = (7..=25).any(|slot| self.own[slot] > 0);
            let higher = (from + 1..=25).any(|slot| self.own[slot] > 0);
            if outside || from < die && higher {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    /// Every way to use dice in this order as far as possible: the number used and the board after them.
    fn follow(&self, dice: &[usize], used: Vec<usize>, out: &mut Vec<(Vec<usize>, PlainBoard)>) {
        let mut stuck = true;
        if let Some((&die, rest)) = dice.split_first() {
            for from in 1..=25 {
                if let Some(next) = self.after(from, die) {
                    stuck = false;
                    let used = used.iter().copied().chain([die]).collect();
                    next.follow(rest, used, out);
                }
            }
        }
        if stuck {
            out.push((used, self.clone()));
        }
    }

    /// What can be reached with a roll: as many dice as possible, and the larger one if only one can be used.
    fn reachable(&self, [one, other]: [u8; 2]) -> BTreeSet<PlainBoard> {
        let (one, other) = (usize::from(one), usize::from(other));
        let mut ways = Vec::new();
        if one == other {
            self.follow(&[one; 4], Vec::new(), &mut ways);
        } else {
            self.follow(&[one, other], Vec::new(), &mut ways);
            self.follow(&[other, one], Vec::new(), &mut ways);
        }
        let most = ways.iter().map(|(used, _)| used.len()).max().unwrap();
        ways.retain(|(used, _)| used.len() == most);
        let larger = one.max(other);
        if most == 1 && ways.iter().any(|(used, _)| used[0] == larger) {
            ways.retain(|(used, _)| used[0] == larger);
        }
        ways.into_iter().map(|(_, board)| board).collect()
    }
}

/// Checkers anywhere: positions of real play hardly show the rare cases.
fn scattered(rng: &mut Rng) -> Backgammon {
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    let mut position = Backgammon { opening: false, ..Backgammon::new(rules) };
    // Home boards and few checkers come often.
    let (highest, most) = ([6, 8, 24, 25][rng.below(4) as usize], 1 + rng.below(15) as u8);
    position.men = [Men::NONE; 2];
    for seat in 0..2 {
        for _ in 0..most {
            let slot = 1 + rng.below(highest) as u8;
            let taken = slot < BAR && position.men[1 - seat].on(BAR - slot) > 0;
            position.men[seat] = position.men[seat].with(if taken { OFF } else { slot }, 1);
        }
        if position.men[seat].total() == position.men[seat].on(OFF) {
            position.men[seat] = Men::NONE.with(BAR, 1);
        }
        position.men[seat] = position.men[seat].with(OFF, 15 - position.men[seat].total());
    }
    position
}

fn check_plays(position: Backgammon) {
    let mut moves = MoveList::new();
    let mut chances = Vec::new();
    let _ = position.chances(&mut chances);
    for (roll, _) in chances {
        let mut rolled = position;
        rolled.play(roll);
        rolled.moves(&mut moves);
        let found: Vec<PlainBoard> = moves
            .iter()
            .map(|&mv| {
                let mut after = rolled;
                after.play(mv);
                // As the player who moved counts.
                let PlainBoard { own, other } = PlainBoard::of(&after);
                PlainBoard { own: other, other: own }
            })
            .collect();
        let different: BTreeSet<PlainBoard> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len(), "{}: {moves:?}", rolled.describe());
        let plain = PlainBoard::of(&rolled).reachable(rolled.dice);
        assert_eq!(different, plain, "{}: {moves:?}", rolled.describe());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn plays_are_those_of_the_plain_definition(seed: u64) {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        for _ in 0..4 {
            check_plays(scattered(&mut rng));
        }
        let variant = ["money", "win:start=hyper", "money:start=nackgammon"][rng.below(3) as usize];
        let rules = ludarium_game::battery::rules::<Backgammon>(variant);
        let stop = rng.below(60);
        let mut count = 0;
        ludarium_game::battery::random_game::<Backgammon>(&rules, seed, |position| {
            count += 1;
            if count % 30 == stop % 30 && position.turn() == Turn::Chance && !position.opening {
                check_plays(*position);
            }
        });
    }

    /// Picking without a list finds the same plays, each as likely as the others.
    #[test]
    fn picked_plays_are_those_of_the_list(seed: u64) {
        let mut rng = Seed(seed).stream(Purpose::Test, 1);
        let mut position = scattered(&mut rng);
        position.play(position.roll(&mut rng));
        ludarium_game::battery::check_uniform_at(&position, seed);
    }
}

fn at(text: &str) -> Backgammon {
    let rules = Backgammon::rules(&Spec::named("money")).unwrap();
    Backgammon::parse(&rules, text).unwrap()
}

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

/// The plays of this many turns, each counted by the number of throws among 36 that show its roll.
fn weighted(position: Backgammon, turns: u32) -> f64 {
    let (mut chances, mut moves) = (Vec::new(), MoveList::new());
    let _ = position.chances(&mut chances);
    let mut sum = 0.0;
    for (roll, chance) in chances {
        let mut rolled = position;
        rolled.play(roll);
        rolled.moves(&mut moves);
        let after = |mv: Move| {
            let mut after = rolled;
            after.play(mv);
            if turns > 1 { weighted(after, turns - 1) } else { 1.0 }
        };
        sum += 36.0 * chance * moves.iter().map(|&mv| after(mv)).sum::<f64>();
    }
    sum
}

#[test]
fn plays_from_the_start_are_counted() {
    assert_eq!(perft(&at(START), 1), 447);
    assert_eq!(perft(&at(START), 2), 202_782);
    assert_eq!(weighted(at(START), 1).round(), 637.0);
    assert_eq!(weighted(at(START), 2).round(), 419_783.0);
}

#[test]
fn a_play_can_be_clicked_in_any_order_of_its_steps() {
    let rows = |roll: &str, play: &str| {
        let mut rolled = at(START);
        rolled.play(rolled.parse_move(roll).unwrap());
        let mv = rolled.parse_move(play).unwrap();
        let mut rows = rolled.other_clicks(mv);
        rows.insert(0, rolled.clicks(mv));
        rows.iter().map(|row| row.join(" ")).collect::<Vec<String>>()
    };
    assert_eq!(rows("31", "8/5 6/5"), ["8.3 5.1 6.5 5.2", "6.5 5.1 8.3 5.2"]);
    // One checker, by either point between.
    assert_eq!(rows("31", "24/20"), ["24.2 21.1 21.1 20.1", "24.2 23.1 23.1 20.1"]);
    assert_eq!(rows("65", "24/13"), ["24.2 18.1 18.1 13.5"]);
    assert_eq!(rows("11", "8/7(2) 6/5(2)").len(), 6);
}
