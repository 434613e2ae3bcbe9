//! Dicewars before the referee: a fault costs a turn or all of them, and the dice may be the original's.

use std::convert::Infallible;
use std::time::Duration;

use ludarium_arena::{Failure, Finished, Player, Terms, referee};
use ludarium_dicewars::rules::{Dicewars, Move};
use ludarium_game::Game;
use ludarium_game::{
    Budget, Decision, Fault, MoveList, Rng, Sanction, Seat, Seed, Spec, Tabletop, Turn,
};

/// Attacks while it can; may fail instead, and may claim to have been slow.
struct Aggressor {
    fails: bool,
    spent: Duration,
}

impl Player<Dicewars> for Aggressor {
    fn choose(
        &mut self,
        position: &Dicewars,
        _: &Budget,
        _: &mut Rng,
    ) -> Result<Decision<Move>, Failure> {
        if self.fails {
            return Err(Failure::new(Fault::Failed, "hung up"));
        }
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        Ok(Decision::plain(legal[0]))
    }

    fn begin(&mut self, _: &Dicewars, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn observe(&mut self, _: &Dicewars, _: Move) -> Result<(), Failure> {
        Ok(())
    }

    fn spent(&self) -> Option<Duration> {
        Some(self.spent)
    }
}

fn aggressor() -> Aggressor {
    Aggressor { fails: false, spent: Duration::ZERO }
}

/// A game and its moves, each with the seat that made it.
fn play(
    variant: &str,
    players: impl IntoIterator<Item = Aggressor>,
    terms: &Terms,
    seed: u64,
) -> (Finished<Dicewars>, Vec<(Turn, Move)>) {
    let rules = Dicewars::rules(&Spec::parse(variant).unwrap()).unwrap();
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(seed)));
    let seat = |player| Box::new(player) as Box<dyn Player<Dicewars>>;
    let mut players: Vec<_> = players.into_iter().map(seat).collect();
    let mut moves = Vec::new();
    let finished =
        referee::<Dicewars, Infallible>(&rules, &start, &mut players, terms, Seed(seed), |event| {
            moves.push((event.before.turn(), event.mv));
            Ok(())
        });
    (finished.unwrap().unwrap(), moves)
}

#[test]
fn who_is_late_ends_the_turn_and_who_fails_ends_every_turn() {
    let rules = Dicewars::rules(&Spec::named("flat")).unwrap();
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(1)));
    for fault in [Fault::Illegal, Fault::Overtime, Fault::Failed] {
        let expected = Sanction::Plays { mv: Move::EndTurn, benched: fault != Fault::Overtime };
        assert_eq!(start.sanction(Seat(0), fault), expected, "{fault}");
    }
}

#[test]
fn a_late_player_is_asked_again_and_loses_turn_after_turn() {
    let slow = Aggressor { spent: Duration::from_secs(2), ..aggressor() };
    let players = [slow, aggressor(), aggressor(), aggressor()];
    let terms = Terms { control: "move=1s".parse().unwrap(), longest: 60, ..Terms::default() };
    let (finished, moves) = play("flat", players, &terms, 7);
    let own = moves.iter().filter(|(turn, _)| *turn == Turn::Seat(Seat(0)));
    let own: Vec<Move> = own.map(|(_, mv)| *mv).collect();
    assert!(own.len() > 1 && own.iter().all(|mv| *mv == Move::EndTurn));
    let late = finished.faults.iter().filter(|note| note.kind == "overtime");
    assert_eq!(late.count(), own.len(), "each time is a fault of its own");
}

#[test]
fn a_game_in_which_everybody_fails_still_ends() {
    let absent = || Aggressor { fails: true, ..aggressor() };
    let players = (0..8).map(|_| absent());
    let (finished, _) = play("flat:players=8", players, &Terms::default(), 2);
    assert_eq!(finished.end.ending, "eight rounds without an attack");
    let seats = finished.faults.iter().map(|note| note.seat);
    assert_eq!(seats.collect::<Vec<_>>(), (0..8).collect::<Vec<u8>>());
}

/// The original's course tournament: with four players the first two battles are the same in every game.
#[test]
fn the_referee_rolls_the_originals_dice_where_the_rules_ask_for_them() {
    let terms = Terms { longest: 2, ..Terms::default() };
    for seed in 0..10 {
        let variant = "flat:ownership=42,strength=42,fixed=42";
        let (_, moves) = play(variant, (0..4).map(|_| aggressor()), &terms, seed);
        let chance = moves.iter().filter(|(turn, _)| *turn == Turn::Chance);
        let outcomes: Vec<Move> = chance.map(|(_, mv)| *mv).collect();
        assert_eq!(outcomes, [Move::Lost, Move::Won]);
    }
}
