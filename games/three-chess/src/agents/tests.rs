//! The agents on the real game: the searches equal their definitions, and seats want what they should.

use std::sync::Arc;

use crate::rules::{CaptureGain, Move, Rules, ScoreShare, Stage, ThreeChess};
use ludarium_game::{
    Agent, Budget, Decision, Evaluation, Gain, Game, MoveList, Purpose, Rng, Scores, Seat, Seed,
    Spec, Tabletop, Turn, Value,
};
use ludarium_search::{AlphaBetaOptions, BestReplyPlus, MaxN, Paranoid, Sense};

use super::ambition::Ambition;
use super::learned::Learned;

use ludarium_agents::{Playable, agent};

fn read(text: &str) -> ThreeChess {
    ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of random games, early and late ones.
fn random_positions(count: u64) -> impl Iterator<Item = ThreeChess> {
    (0..count).map(|game| {
        let mut rng = Seed(21).stream(Purpose::Test, game);
        let mut buffer = MoveList::new();
        let mut position = ThreeChess::start(&Rules::default(), &mut rng);
        for _ in 0..game % 120 {
            let mut next = position.clone();
            next.play(position.pick(&mut rng, &mut buffer));
            if next.turn() == Turn::Over {
                break;
            }
            position = next;
        }
        position
    })
}

#[test]
fn max_n_prunes_nothing_that_matters() {
    let mut saved = 0;
    for (index, position) in random_positions(120).enumerate() {
        let depth = if index % 6 == 5 { 3 } else { 2 };
        let search = |largest_sum| {
            let mut search = MaxN { depth, largest_sum, ..MaxN::new(ScoreShare::default()) };
            search.choose(&position, &Budget::default(), &mut Rng::new(Seed(0)))
        };
        let full = search(None);
        // No seat is without a move here, so that 3/2 bounds the sum as well.
        for sum in [<ThreeChess as Playable>::LARGEST_SUM, 1.5] {
            let pruned = search(Some(sum));
            assert_eq!(pruned.chosen, full.chosen, "{}", position.describe());
            assert_eq!(pruned.candidates[0].scores, full.candidates[0].scores);
            saved += full.nodes - pruned.nodes;
        }
    }
    assert!(saved > 0);
}

/// What a position is worth to a seat if all others play against it.
fn paranoid_value(position: &ThreeChess, seat: Seat, depth: u32) -> f32 {
    let mover = match position.turn() {
        Turn::Seat(mover) if depth > 0 => mover,
        Turn::Over => return position.scores().of(seat).0,
        _ => return ScoreShare::default().evaluate(position).of(seat).0,
    };
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let values = moves.iter().map(|&mv| {
        let mut after = position.clone();
        after.play(mv);
        paranoid_value(&after, seat, depth - 1)
    });
    if mover == seat {
        values.fold(f32::NEG_INFINITY, f32::max)
    } else {
        values.fold(f32::INFINITY, f32::min)
    }
}

#[test]
fn paranoid_equals_its_definition() {
    for (index, position) in random_positions(120).enumerate() {
        let depth = if index % 6 == 5 { 3 } else { 2 };
        let options = AlphaBetaOptions { depth, table_mebibytes: 4, ..AlphaBetaOptions::default() };
        let mut search = Paranoid::new(ScoreShare::default(), CaptureGain, options);
        let decision = search.choose(&position, &Budget::default(), &mut Rng::new(Seed(0)));
        let seat = position.seat_to_move();
        let expected = paranoid_value(&position, seat, depth);
        let mut after = position.clone();
        after.play(decision.chosen);
        // The search values a result a little less the later it comes.
        for value in
            [decision.candidates[0].scores.of(seat).0, paranoid_value(&after, seat, depth - 1)]
        {
            let text = position.describe();
            assert!((value - expected).abs() < 1e-4, "{value} {expected} {text}");
        }
    }
}

/// Follows the view of BRS+ and the game side by side; the number of positions seen.
fn compare(view: &BestReplyPlus<ThreeChess>, position: &ThreeChess, depth: u32) -> u64 {
    let (mut seen, mut legal) = (MoveList::new(), MoveList::new());
    view.moves(&mut seen);
    position.moves(&mut legal);
    assert_eq!(seen.is_empty(), legal.is_empty());
    let mut count = 1;
    for &(mv, deviates) in seen.iter().filter(|_| depth > 0) {
        assert!(legal.contains(&mv), "{}", position.describe());
        let (mut view, mut after) = (view.clone(), position.clone());
        view.play((mv, deviates));
        after.play(mv);
        count += compare(&view, &after, depth - 1);
    }
    count
}

#[test]
fn best_reply_plus_visits_only_positions_of_the_game() {
    for position in random_positions(100) {
        let seat = position.seat_to_move();
        let view = BestReplyPlus::against(seat, position.clone(), Arc::new(CaptureGain));
        assert!(compare(&view, &position, 2) > 20);
    }
}

/// The searches for which opponents and places have been thought about.
const SENSIBLE: [&str; 5] = [
    "best",
    "brs-plus:eval=learned-attack",
    "paranoid:eval=learned-attack",
    "brs:eval=learned-attack",
    "maxn:eval=learned-attack",
];

fn decide(name: &str, position: &ThreeChess, depth: u32) -> Decision<Move> {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    let mut player = agent::<ThreeChess>(name).expect("an agent of the catalogue");
    player.choose(position, &budget, &mut Rng::new(Seed(2)))
}

/// By the rules alone BRS+ finds exactly one half for every move from six plies on: Green is expected to walk into the
/// reach of Red's queen, and a third place counts as much as a draw.
#[test]
fn nobody_is_expected_to_give_his_king_away() {
    let position = read(
        "RNBQKBNR/PPPP.PPP/......../....P.../rnb.kbnr/pppp.ppp/......../....p.../42356324/1111.111/......../....1... B q - - 6",
    );
    let plateau = decide("brs-plus:sense=off", &position, 6);
    assert!((plateau.candidates[0].scores.of(Seat(0)).0 - 0.5).abs() < 1e-5);

    let worth = |mv: Move| {
        let mut after = position.clone();
        after.play(mv);
        Learned(Stage::Attack).evaluate(&after).of(Seat(0)).0
    };
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut worths: Vec<f32> = moves.iter().map(|&mv| worth(mv)).collect();
    worths.sort_by(f32::total_cmp);
    for (name, depth) in SENSIBLE.into_iter().zip([6, 7, 5, 3, 3]) {
        let decision = decide(name, &position, depth);
        let Value(value) = decision.candidates[0].scores.of(Seat(0));
        for place in [0.0, 0.2, 0.4, 0.5, 1.0] {
            assert!((value - place).abs() > 1e-4, "{name} finds {value}");
        }
        assert!((0.4..0.6).contains(&value), "{name} finds {value}");
        // A quiet opening move is not worse than most others at a glance; a pawn may be exchanged.
        let chosen = worth(decision.chosen);
        let text = position.describe_move(decision.chosen);
        let quiet = CaptureGain.gain(&position, decision.chosen) == 0.0;
        assert!(!quiet || chosen >= worths[worths.len() / 2], "{name} plays {text}");
    }
}

/// Green's rook looks at Red's king over the seam and is next. Blue can win a knight, or step into the line.
#[test]
fn another_seats_win_is_stopped() {
    let position = read(
        "....K.../......../......../......../r...k.../......../......../......../n......6/......../R......./........ B - - - 7",
    );
    let green_wins = |position: &ThreeChess| {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let takes = |mv: &Move| CaptureGain.gain(position, *mv) >= 40.0;
        moves.iter().any(takes)
    };
    for (name, depth) in SENSIBLE.into_iter().flat_map(|name| [2, 3, 4].map(|depth| (name, depth)))
    {
        let decision = decide(name, &position, depth);
        let text = position.describe_move(decision.chosen);
        let mut after = position.clone();
        after.play(decision.chosen);
        assert!(!green_wins(&after), "{name} plays {text} at depth {depth}");
    }
    let mut idle = position.clone();
    idle.play(position.parse_move("RA3-RA1").unwrap());
    assert!(green_wins(&idle));
}

#[test]
fn places_are_worth_what_the_parameters_say() {
    // Red takes Green's king; Blue looks on.
    let mut position = read(
        "....K.../......../......../......../....k.../....5.../......../......../....6.../......../......../........ R - - - 8",
    );
    position.play(position.parse_move("GE2-GE1").unwrap());
    assert_eq!(position.turn(), Turn::Over);
    let wish = Ambition { third: 0.1, draw: 0.3 };
    assert_eq!(wish.worth(&position).as_slice(3), [0.1, 0.0, 1.0]);
    let drawn = ThreeChess::parse(
        &ThreeChess::rules(&Spec::parse("reference:plies=8").unwrap()).unwrap(),
        "....K.../......../......../......../....k.../......../......../......../....6.../......../......../........ R - - - 8",
    )
    .unwrap();
    assert_eq!(wish.worth(&drawn).as_slice(3), [0.3; 3]);
    let felt = |step: u16| {
        let estimate = Scores::new(&[f32::from(step) / 100.0; 3]);
        wish.estimate(&position, estimate).of(Seat(1)).0
    };
    assert_eq!((felt(0), felt(100)), (0.0, 1.0));
    assert!((1..=100).all(|step| felt(step) > felt(step - 1)));
    // One case in three is each place.
    assert!((felt(50) - (1.0 + 0.1) / 3.0).abs() < 1e-5);
}

/// Everybody waits. The first time `best` plays what it likes best, and each time that the same position comes back,
/// something else.
#[test]
fn best_does_not_go_to_and_fro() {
    let position = read(
        "....K.../PPP.PPPP/...P..../....B.../....k.../ppp.pppp/...p..../....b.../....6.../111.1111/...1..../....3... B - - - 6",
    );
    let budget = Budget { depth: Some(3), ..Budget::default() };
    let chosen = |again: &str| {
        let mut player = agent::<ThreeChess>(again).expect("an agent of the catalogue");
        player.begin(&position, Seat(0));
        let mut chosen = Vec::new();
        for _ in 0..4 {
            let decision = player.choose(&position, &budget, &mut Rng::new(Seed(2)));
            let asked_twice = player.choose(&position, &budget, &mut Rng::new(Seed(2)));
            assert_eq!(decision.chosen, asked_twice.chosen);
            player.observe(&position, decision.chosen);
            chosen.push(decision.chosen);
        }
        // A new game is a new game.
        player.begin(&position, Seat(0));
        let first = player.choose(&position, &budget, &mut Rng::new(Seed(2)));
        assert_eq!(first.chosen, chosen[0]);
        chosen.sort();
        chosen.dedup();
        chosen.len()
    };
    assert_eq!(chosen("best"), 4);
    assert_eq!(chosen("best:again=1"), 1);
}
