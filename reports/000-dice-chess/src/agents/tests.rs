//! What the agents of the report have in common.

use ludarium_dice_chess::rules::{Capture, DiceChess, Kind, Positional};
use ludarium_game::{Agent, Budget, Game, MoveList, Rng, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_search::Chance;
use ludarium_search::testing::{decide, first_value, plain, pruned, random_positions};

use super::minimax::{AnyKind, Undiced};
use super::{entries, roster};

fn agent(text: &str) -> Box<dyn Agent<DiceChess>> {
    roster().recipe(text).unwrap().agent()
}

pub(super) fn position(text: &str) -> DiceChess {
    let rules = DiceChess::rules(&Spec::parse("seed:bare=off").unwrap()).unwrap();
    DiceChess::parse(&rules, text).unwrap()
}

/// What an agent plays.
pub(super) fn answer(agent: &mut dyn Agent<DiceChess>, text: &str) -> String {
    let mut rng = Rng::new(Seed(1));
    let decision = agent.choose(&position(text), &Budget::default(), &mut rng);
    decision.chosen.to_string()
}

#[test]
fn minimax_over_kinds_equals_its_definition() {
    for position in random_positions::<DiceChess>("seed", 100) {
        let undiced = AnyKind(position);
        let expected =
            decide(&mut plain(Undiced(Positional::default()), 2, Chance::Expect), &undiced);
        let mut search = pruned(Undiced(Positional::default()), Undiced(Capture), 2, |_| {});
        let found = decide(&mut search, &undiced);
        assert!((first_value(&found) - first_value(&expected)).abs() < 1e-6);
    }
}

#[test]
fn without_the_die_every_kind_may_move_below_the_root() {
    let start = position("4k3/4p3/8/8/8/8/P7/R3K3 w Q - 0 1 1");
    let mut moves = MoveList::new();
    AnyKind(start).moves(&mut moves);
    assert_eq!(moves.len(), 2);
    let mut after = AnyKind(start);
    after.play(moves[0]);
    assert_eq!(after.turn(), Turn::Seat(Seat(1)));
    after.moves(&mut moves);
    // Two pawn moves and four of the king, which its own pawn hinders.
    assert_eq!(moves.len(), 2 + 4);
    // Promotions that another roll would allow too are listed once.
    let rules = DiceChess::rules(&Spec::named("brainking")).unwrap();
    let promotion = DiceChess::parse(&rules, "7k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
    AnyKind(promotion).moves(&mut moves);
    assert_eq!(moves.len(), 4 + 3);
}

#[test]
fn minimax_fears_what_the_die_may_prevent() {
    // The rook may take the protected pawn: minimax sees the recapture as certain, expectimax as one of
    // several rolls.
    let text = "k7/8/8/2p5/3p4/8/8/K2R4 w - - 0 1 4";
    let answer = |name: &str| {
        let mut agent = agent(name);
        decide(&mut agent, &position(text)).chosen.to_string()
    };
    assert_ne!(answer("minimax:depth=2,eval=material"), "d1d4");
    assert_eq!(answer("minimax:depth=1,eval=material"), "d1d4");
}

/// Every agent plays a short budgeted game legally, and the same game again.
fn play_all(variant: &str, budget: &Budget, plies: u32) {
    let rules = DiceChess::rules(&Spec::named(variant)).unwrap();
    for entry in entries() {
        let game = || {
            let mut record = Vec::new();
            let (mut dice, mut mind) = (Rng::new(Seed(3)), Rng::new(Seed(4)));
            let mut position = DiceChess::start(&rules, &mut dice);
            let mut player = agent(entry.name);
            player.begin(&position, Seat(0));
            let mut moves = MoveList::new();
            while record.len() < plies as usize && position.turn() != Turn::Over {
                let mv = match position.turn() {
                    Turn::Chance => position.roll(&mut dice),
                    _ => player.choose(&position, budget, &mut mind).chosen,
                };
                if position.turn() != Turn::Chance {
                    position.moves(&mut moves);
                    assert!(moves.contains(&mv), "{}: {mv:?}", entry.name);
                }
                player.observe(&position, mv);
                position.play(mv);
                record.push(mv);
            }
            record
        };
        assert_eq!(game(), game(), "{}", entry.name);
    }
}

#[test]
fn every_agent_plays_legally_and_repeats_itself() {
    let budget = Budget { iterations: Some(20), nodes: Some(300), ..Budget::default() };
    play_all("seed", &budget, 160);
    play_all("brainking", &budget, 60);
}

#[test]
fn every_agent_answers_for_positions_out_of_the_blue() {
    let budget = Budget { iterations: Some(5), nodes: Some(50), ..Budget::default() };
    let variants = ["seed", "brainking", "brainking:stuck=pass", "seed:promo=choice,ep-roll=on"];
    for variant in variants {
        let positions = random_positions::<DiceChess>(variant, 40);
        for entry in entries() {
            let mut player = agent(entry.name);
            let mut rng = Rng::new(Seed(1));
            let mut moves = MoveList::new();
            for position in &positions {
                let chosen = player.choose(position, &budget, &mut rng).chosen;
                position.moves(&mut moves);
                assert!(moves.contains(&chosen), "{}: {chosen}", entry.name);
            }
        }
    }
}

#[test]
fn agents_take_the_king() {
    let text = "4k3/8/8/8/4R3/8/8/4K2q w - - 0 1 4";
    for entry in entries() {
        let careless = entry.name == "hybrid-as-found";
        let mut player = agent(entry.name);
        let chosen = decide(&mut player, &position(text)).chosen.to_string();
        assert!(careless || chosen == "e4e8", "{}: {chosen}", entry.name);
    }
}

/// One ply of greed: the first best by the order of the pieces, which changes as they move.
#[test]
fn equal_moves_are_chosen_by_the_order_of_the_pieces() {
    // Both knights gain as much by going to their best squares; b8 comes first until it has moved.
    let start = position("1n2k1n1/8/8/8/8/8/8/4K3 b - - 0 1 2");
    let mut player = agent("minimax-as-found");
    player.begin(&start, Seat(1));
    let first = decide(&mut player, &start);
    assert_eq!(first.chosen.to_string(), "b8c6");
    let mut told = start;
    // Out to a6 and back again: now the knight from g8 is the older one in the list.
    for (roll, mv) in [("", "b8a6"), ("6", "e1d1"), ("2", "a6b8"), ("6", "d1e1")] {
        for part in [roll, mv].iter().filter(|part| !part.is_empty()) {
            let mv = told.parse_move(part).unwrap();
            player.observe(&told, mv);
            told.play(mv);
        }
    }
    let roll = told.parse_move("2").unwrap();
    player.observe(&told, roll);
    told.play(roll);
    assert_eq!(decide(&mut player, &told).chosen.to_string(), "g8f6");
}

#[test]
fn a_promotion_looks_bad_to_the_twin() {
    let text = "4k3/P6P/8/8/8/P7/8/4K3 w - - 0 1 1";
    let mut found = agent("minimax-as-found");
    let mut clean = agent("expectimax:depth=1");
    assert_eq!(decide(&mut found, &position(text)).chosen.to_string(), "a3a4");
    assert_eq!(decide(&mut clean, &position(text)).chosen.promoted(), Some(Kind::Queen));
}

#[test]
fn the_twin_of_expectimax_obeys_the_die() {
    for position in random_positions::<DiceChess>("seed", 60) {
        let mut player = agent("expectimax-as-found");
        let chosen = decide(&mut player, &position).chosen;
        assert_eq!(Some(chosen.moved()), position.rolled());
    }
}
