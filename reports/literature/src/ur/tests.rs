//! The agents against their definitions, and what the program of the ranking did differently.

use ludarium_game::battery::rules;
use ludarium_game::{Agent, Budget, Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};
use ludarium_ur::rules::{LIGHT, Move, Ur};

use super::expectimax::{Expectimax, StepCount};
use super::simple::{FirstMove, LastMove, PreferringCaptures};

fn position(variant: &str, text: &str) -> Ur {
    Ur::parse(&rules::<Ur>(variant), text).unwrap()
}

fn choice(agent: &mut impl Agent<Ur>, position: &Ur) -> String {
    let rng = &mut Rng::new(Seed(1));
    position.describe_move(agent.choose(position, &Budget::default(), rng).chosen)
}

/// The plain definition: Light's value of a position, with some moves to go.
fn plain(count: StepCount, position: &Ur, to_go: u32) -> f64 {
    let after = |mv| {
        let mut next = *position;
        next.play(mv);
        next
    };
    match position.turn() {
        Turn::Seat(seat) => {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let values = moves.iter().map(|&mv| plain(count, &after(mv), to_go - 1));
            if seat == LIGHT {
                values.fold(f64::MIN, f64::max)
            } else {
                values.fold(f64::MAX, f64::min)
            }
        }
        Turn::Chance if to_go > 0 => {
            let mut outcomes = Vec::new();
            let _ = position.chances(&mut outcomes);
            outcomes.iter().map(|&(roll, chance)| chance * plain(count, &after(roll), to_go)).sum()
        }
        Turn::Chance | Turn::Over => count.lead(position),
    }
}

#[test]
fn expectimax_chooses_the_first_of_the_best_moves() {
    let mut different = 0;
    for (variant, count) in [
        ("finkel", StepCount::DESCRIBED),
        ("royalur-2021", StepCount::AS_FOUND),
        ("blitz", StepCount::DESCRIBED),
    ] {
        let start = Ur::new(rules::<Ur>(variant));
        let mut rng = Seed(3).stream(Purpose::Test, 0);
        let (mut now, mut moves) = (start, MoveList::new());
        while now.turn() != Turn::Over {
            if let Turn::Seat(seat) = now.turn() {
                now.moves(&mut moves);
                for depth in 1..=3 {
                    let value = |mv: &Move| {
                        let mut next = now;
                        next.play(*mv);
                        let light = plain(count, &next, depth - 1);
                        if seat == LIGHT { light } else { -light }
                    };
                    let values: Vec<f64> = moves.iter().map(value).collect();
                    let best = values.iter().copied().fold(f64::MIN, f64::max);
                    let first = values.iter().position(|&value| value == best).unwrap();
                    let chosen = choice(&mut Expectimax::new(count, depth), &now);
                    assert_eq!(
                        chosen,
                        now.describe_move(moves[first]),
                        "{depth}: {}",
                        now.describe()
                    );
                    different += usize::from(first > 0);
                }
            }
            let mv = match now.turn() {
                Turn::Seat(_) => now.pick(&mut rng, &mut moves),
                _ => now.roll(&mut rng),
            };
            now.play(mv);
        }
    }
    assert!(different > 20, "{different}");
}

#[test]
fn the_program_of_the_ranking_counted_otherwise() {
    let both = position("finkel", "..D.--../......../..L.--.. 1 0 L ?");
    assert_eq!(StepCount::DESCRIBED.lead(&both), 15.0);
    // Dark's piece is at the same step of its own row as Light's.
    assert_eq!(StepCount::AS_FOUND.lead(&both), 18.0);
    let apart = position("finkel", "..D.--../......../.L..--.. 0 0 L ?");
    assert_eq!(StepCount::AS_FOUND.lead(&apart), 1.0);
    let won = position("finkel", "..D.--../......../....--.. 7 6 L ?");
    assert_eq!(
        [StepCount::DESCRIBED, StepCount::AS_FOUND].map(|count| count.lead(&won)),
        [105.0, 112.0]
    );
}

#[test]
fn simple_agents_do_what_their_names_say() {
    // A capture on b5, the rosette on a1, and a piece far ahead.
    let all = position("finkel", "....--../L...D.L./....--.. 0 0 L 4");
    assert_eq!(choice(&mut FirstMove, &all), "in>a1");
    assert_eq!(choice(&mut LastMove, &all), "b7>home");
    assert_eq!(choice(&mut PreferringCaptures, &all), "b1>b5");
    // Two rosettes can be reached.
    let quiet = position("finkel", "....--../L....L../....--.. 0 0 L 4");
    assert_eq!(choice(&mut PreferringCaptures, &quiet), "b6>a7");
    let ahead = position("finkel", "....--../L....L../....--.. 0 0 L 1");
    assert_eq!(choice(&mut PreferringCaptures, &ahead), "b6>b7");
}
