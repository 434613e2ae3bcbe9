//! The original's dice, for any referee: sound from any position.

use ludarium_dicewars::rules::{Dicewars, Move, OriginalDice, Rules, areas_in};
use ludarium_game::{Dice, Game, MoveList, Rng, Seed, Spec, Tabletop, Turn};

fn rules(variant: &str) -> Rules {
    Dicewars::rules(&Spec::parse(variant).unwrap()).unwrap()
}

fn start(rules: &Rules, seed: u64) -> Dicewars {
    Dicewars::start(rules, &mut Rng::new(Seed(seed)))
}

fn own_dice(rules: &Rules, start: &Dicewars) -> Box<dyn Dice<Dicewars>> {
    Dicewars::own_dice(rules, start).expect("a fixed seed brings its own dice")
}

fn make(position: &mut Dicewars, dice: &mut dyn Dice<Dicewars>, mv: Move) {
    let before = position.clone();
    position.play(mv);
    dice.observe(&before, mv);
}

/// Attacks `boldness` times in a hundred, otherwise ends the turn.
fn choose(position: &Dicewars, boldness: u32, rng: &mut Rng) -> Move {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    match moves.len() as u32 - 1 {
        0 => Move::EndTurn,
        attacks if rng.below(100) < boldness => moves[rng.below(attacks) as usize],
        _ => Move::EndTurn,
    }
}

#[test]
fn seed_42_rolls_6_against_13_and_12_against_10() {
    let rules = rules("flat:ownership=42,strength=42,fixed=42");
    for seed in 0..20 {
        let mut position = start(&rules, seed);
        let mut rolls = OriginalDice::new(42, &position, []);
        let mut dice = own_dice(&rules, &position);
        let mut moves = MoveList::new();
        for (attacker, defender, outcome) in [(6, 13, Move::Lost), (12, 10, Move::Won)] {
            position.moves(&mut moves);
            let three_against_three = |mv: &&Move| match **mv {
                Move::Attack { from, to } => position.dice(from) == 3 && position.dice(to) == 3,
                _ => false,
            };
            let &mv = moves.iter().find(three_against_three).unwrap();
            let Move::Attack { from, to } = mv else { unreachable!("only attacks are looked for") };
            let battle = rolls.battle(&position, from, to);
            assert_eq!(battle.attacker.iter().sum::<u8>(), attacker);
            assert_eq!(battle.defender.iter().sum::<u8>(), defender);
            make(&mut position, &mut *dice, mv);
            assert_eq!(dice.roll(&position), outcome);
            make(&mut position, &mut *dice, outcome);
        }
    }
}

/// Every outcome can be written and is accepted where it falls.
fn plays_on(rules: &Rules, mut position: Dicewars, seed: u64) {
    let mut dice = own_dice(rules, &position);
    let mut rng = Rng::new(Seed(seed));
    for _ in 0..400 {
        let mv = match position.turn() {
            Turn::Over => break,
            Turn::Seat(_) => choose(&position, 70, &mut rng),
            Turn::Chance => {
                let outcome = dice.roll(&position);
                let text = position.describe_move(outcome);
                assert_eq!(position.parse_move(&text), Ok(outcome));
                outcome
            }
        };
        make(&mut position, &mut *dice, mv);
    }
}

#[test]
fn games_that_begin_elsewhere_have_the_originals_dice_too() {
    for variant in ["orig:players=5,fixed=7", "flat:players=3,areas=12,ownership=3,fixed=7"] {
        let rules = rules(variant);
        let mut rng = Rng::new(Seed(1));
        let mut pending = 0;
        let mut position = start(&rules, 9);
        for step in 0..60 {
            let read = Dicewars::parse(&rules, &position.describe()).unwrap();
            pending += u32::from(read.turn() == Turn::Chance);
            plays_on(&rules, read, step);
            match position.turn() {
                Turn::Over => break,
                Turn::Seat(_) => position.play(choose(&position, 70, &mut rng)),
                Turn::Chance => position.play(position.roll(&mut rng)),
            }
        }
        assert!(pending > 5, "{variant}: games also begin with dice in hand");
    }
}

#[test]
fn dice_without_known_order_of_assignment_begin_by_number() {
    let rules = rules("flat:fixed=5");
    let position = start(&rules, 3);
    let mut ended = position.clone();
    let mut dice = own_dice(&rules, &position);
    make(&mut ended, &mut *dice, Move::EndTurn);
    let mut by_number = OriginalDice::new(5, &position, areas_in(position.map().all()));
    assert_eq!(dice.roll(&ended), by_number.roll(&ended));
}

#[test]
fn without_a_fixed_seed_there_are_no_own_dice() {
    let rules = rules("flat:board=1,ownership=2,strength=3");
    assert!(Dicewars::own_dice(&rules, &start(&rules, 0)).is_none());
}
