//! The referee and a zoo of players that misbehave: every fault gets the game's own rule and stands in the
//! record once, and no game ever takes the referee down.

use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use ludarium_arena::{Failure, FaultNote, GameEnd, Player, Terms};
use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{
    Agent, Budget, Decision, Fault, Game, MoveList, Rng, Seat, Seed, Stopwatch, Tabletop, TimeKind,
    Turn,
};

use super::played::{Played, named, play, rules, seated};

/// The processor time that a late player takes; clocks give it half as much, and others need next to nothing. Clocks here count
/// processor time, which a busy machine does not change.
const NAP: Duration = Duration::from_millis(100);

/// What a player does wrong. Decisions, moves and outcomes are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    PanicsInBegin,
    PanicsInObserve(u64),
    PanicsAtTheEnd,
    PanicsAt(u64),
    PlaysIllegallyAt(u64),
    SleepsAt(u64),
    /// Late at a decision; panics when told of a later one.
    SleepsThenPanics(u64),
}

/// Plays at random but for its trouble.
struct Troubled {
    trouble: Trouble,
    decisions: u64,
    observed: Vec<SprintMove>,
    /// Moves of seats so far.
    plies: u64,
    /// The plies at which there was trouble.
    troubles: Arc<Mutex<Vec<u64>>>,
}

impl Troubled {
    fn new(trouble: Trouble) -> Troubled {
        silence();
        Troubled { trouble, decisions: 0, observed: Vec::new(), plies: 0, troubles: Arc::default() }
    }

    fn in_trouble(&self) {
        self.troubles.lock().unwrap().push(self.plies);
    }

    fn fall(&self) -> ! {
        self.in_trouble();
        panic!("trouble at ply {}", self.plies)
    }
}

impl Agent<Sprint> for Troubled {
    fn choose(&mut self, position: &Sprint, _: &Budget, rng: &mut Rng) -> Decision<SprintMove> {
        let decision = self.decisions;
        self.decisions += 1;
        let mut legal = MoveList::new();
        let picked = position.pick(rng, &mut legal);
        match self.trouble {
            Trouble::PanicsAt(at) if at == decision => self.fall(),
            Trouble::PlaysIllegallyAt(at) if at == decision => {
                position.moves(&mut legal);
                let illegal = self.observed.iter().find(|mv| !legal.contains(mv));
                self.in_trouble();
                return Decision::plain(*illegal.expect("the die has fallen"));
            }
            Trouble::SleepsAt(at) | Trouble::SleepsThenPanics(at) if at == decision => {
                self.in_trouble();
                let watch = Stopwatch::start(TimeKind::Processor);
                while watch.elapsed() < NAP {
                    std::hint::spin_loop();
                }
            }
            _ => {}
        }
        Decision::plain(picked)
    }

    fn begin(&mut self, _: &Sprint, _: Seat) {
        if self.trouble == Trouble::PanicsInBegin {
            self.fall();
        }
    }

    fn observe(&mut self, before: &Sprint, mv: SprintMove) {
        let number = self.observed.len() as u64;
        self.observed.push(mv);
        self.plies += u64::from(before.turn() != Turn::Chance);
        let mut after = before.clone();
        after.play(mv);
        let falls = match self.trouble {
            Trouble::PanicsInObserve(at) => at == number,
            Trouble::PanicsAtTheEnd => after.turn() == Turn::Over,
            Trouble::SleepsThenPanics(at) => self.decisions > at + 1,
            _ => false,
        };
        if falls {
            self.fall();
        }
    }
}

/// Keeps the panics of troubled players out of the tests' output.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let expected = info.payload_as_str();
            if !expected.is_some_and(|text| text.starts_with("trouble at ply")) {
                usual(info);
            }
        }));
    });
}

fn timed(clock: &str) -> Terms {
    Terms {
        control: clock.parse().unwrap(),
        margin: Duration::ZERO,
        longest: 400,
        ..Terms::default()
    }
}

/// A game with one troubled player among random ones, and the plies at which it made trouble.
fn troubled_game(
    variant: &str,
    seat: Seat,
    trouble: Trouble,
    clock: &str,
) -> (Played<Sprint>, Vec<u64>) {
    let rules = rules::<Sprint>(variant);
    let start = Sprint::start(&rules, &mut Rng::new(Seed(7)));
    let player = Troubled::new(trouble);
    let troubles = player.troubles.clone();
    let mut players: Vec<_> = (1..start.seats()).map(|_| named("random")).collect();
    players.insert(seat.index(), seated(player));
    let played = play(&rules, &start, players, &timed(clock), Seed(11));
    let troubles = troubles.lock().unwrap().clone();
    (played, troubles)
}

/// Exactly one fault is noted: who, when, what and why.
fn only_fault(faults: &[FaultNote], seat: Seat, ply: u64, fault: Fault, reason: &str) {
    let [note] = faults else { panic!("one fault expected: {faults:?}") };
    assert_eq!((note.seat, note.ply), (seat.0, ply), "{note:?}");
    assert_eq!(note.kind, fault.word());
    assert!(note.reason.contains(reason), "{note:?}");
}

/// What each kind of trouble is called, and a word of its reason.
const ZOO: [(Trouble, Fault, &str); 5] = [
    (Trouble::PanicsInBegin, Fault::Failed, "trouble at ply 0"),
    (Trouble::PanicsInObserve(5), Fault::Failed, "trouble at ply"),
    (Trouble::PanicsAt(2), Fault::Failed, "panicked: trouble"),
    (Trouble::PlaysIllegallyAt(2), Fault::Illegal, "is not legal at"),
    (Trouble::SleepsAt(1), Fault::Overtime, "took "),
];

#[test]
fn a_fault_ends_a_game_that_does_not_forgive() {
    for seats in 2..=4 {
        let variant = format!("strict:track=100,players={seats}");
        for seat in Seat::all(seats) {
            for (trouble, fault, reason) in ZOO {
                let clock = match trouble {
                    Trouble::SleepsAt(_) if seat.0 % 2 == 0 => "move=50ms,cpu",
                    Trouble::SleepsAt(_) => "game=50ms,cpu",
                    _ => "none",
                };
                let (played, troubles) = troubled_game(&variant, seat, trouble, clock);
                let finished = &played.finished;
                assert_eq!(troubles.len(), 1, "{trouble:?} in seat {seat:?}");
                only_fault(&finished.faults, seat, troubles[0], fault, reason);
                assert_eq!(finished.end.ending, format!("fault: {fault}"));
                assert_eq!(finished.position.turn(), Turn::Seat(seat), "{trouble:?}");
                assert_eq!(played.scores(), others_share(seats, seat));
                let moved = played.events.iter().filter(|event| event.0.is_some());
                assert_eq!(finished.plies, moved.count() as u64);
            }
        }
    }
}

/// Nothing for the offender, equal shares for the others.
fn others_share(seats: usize, offender: Seat) -> Vec<f32> {
    let share = 1.0 / (seats - 1) as f32;
    Seat::all(seats).map(|seat| if seat == offender { 0.0 } else { share }).collect()
}

/// A game that goes on after faults.
const LENIENT: &str = "lenient:players=4,track=100";

#[test]
fn a_fault_benches_a_player_where_the_game_goes_on() {
    for seat in Seat::all(4) {
        for (trouble, fault, reason) in ZOO {
            if fault == Fault::Overtime {
                continue;
            }
            let (played, troubles) = troubled_game(LENIENT, seat, trouble, "none");
            let finished = &played.finished;
            only_fault(&finished.faults, seat, troubles[0], fault, reason);
            let ending = &finished.end.ending;
            assert!(!ending.starts_with("fault"), "{ending}");
            let mut plies = 0;
            let mut benched = 0;
            for &(mover, mv, decided) in &played.events {
                if mover == Some(seat) && plies >= troubles[0] {
                    assert_eq!((mv, decided), (SprintMove::Walk, false));
                    benched += 1;
                }
                plies += u64::from(mover.is_some());
            }
            assert!(benched > 1, "{trouble:?}: the game goes on without it");
        }
    }
}

#[test]
fn a_late_player_loses_a_turn_and_plays_on() {
    for clock in ["move=50ms,cpu", "game=50ms+25ms,cpu"] {
        let seat = Seat(1);
        let (played, troubles) = troubled_game(LENIENT, seat, Trouble::SleepsAt(0), clock);
        let faults = &played.finished.faults;
        only_fault(faults, seat, troubles[0], Fault::Overtime, "took ");
        let own: Vec<_> = played.events.iter().filter(|e| e.0 == Some(seat)).collect();
        let undecided: Vec<_> = own.iter().filter(|event| !event.2).collect();
        assert_eq!(undecided, [&&(Some(seat), SprintMove::Walk, false)]);
        assert!(!own[0].2 && own.len() > 4, "it is asked again");
        let longest = played.times.iter().max();
        assert!(longest >= Some(&NAP), "the time that it took is kept");
    }
}

/// Being late does not hide that the same player fails later.
#[test]
fn every_fault_of_a_seat_is_noted() {
    let trouble = Trouble::SleepsThenPanics(1);
    let (played, troubles) = troubled_game(LENIENT, Seat(2), trouble, "move=50ms,cpu");
    let kinds = played.finished.faults.iter().map(|note| note.kind.as_str());
    assert_eq!(kinds.collect::<Vec<_>>(), ["overtime", "failed"]);
    let plies = played.finished.faults.iter().map(|note| note.ply);
    assert_eq!(plies.collect::<Vec<_>>(), troubles);
}

#[test]
fn a_fault_after_the_last_move_is_noted_and_changes_nothing() {
    for seat in Seat::all(2) {
        let trouble = Trouble::PanicsAtTheEnd;
        let (played, _) = troubled_game("strict", seat, trouble, "none");
        let finished = &played.finished;
        assert_eq!(finished.position.turn(), Turn::Over);
        only_fault(&finished.faults, seat, finished.plies, Fault::Failed, "trouble");
        assert_eq!(finished.end, GameEnd::by_rules(&finished.position));
    }
}

#[test]
fn a_bank_pays_for_long_decisions_until_it_is_empty() {
    let game = |clock| troubled_game("strict", Seat(0), Trouble::SleepsAt(1), clock).0;
    assert_eq!(game("move=50ms+30s,cpu").finished.faults, []);
    assert_eq!(game("game=30s,cpu").finished.faults, []);
    let [late] = &game("move=25ms+25ms,cpu").finished.faults[..] else {
        panic!("one fault expected")
    };
    assert_eq!(late.kind, "overtime");
}

/// Somebody outside the catalogue who gives no answer.
struct Absent;

impl<G: Tabletop> Player<G> for Absent {
    fn choose(&mut self, _: &G, _: &Budget, _: &mut Rng) -> Result<Decision<G::Move>, Failure> {
        Err(Failure::new(Fault::Failed, "hung up"))
    }

    fn begin(&mut self, _: &G, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn observe(&mut self, _: &G, _: G::Move) -> Result<(), Failure> {
        Ok(())
    }
}

#[test]
fn a_game_in_which_everybody_fails_still_ends() {
    let rules = rules::<Sprint>("lenient:players=4");
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let players = (0..4).map(|_| Box::new(Absent) as Box<dyn Player<Sprint>>);
    let terms = Terms::default();
    let played = play(&rules, &start, players.collect(), &terms, Seed(2));
    // Walking alone, the runners send each other back forever.
    assert_eq!(played.finished.end.ending, "too long");
    let faults = &played.finished.faults;
    let seats = faults.iter().map(|note| note.seat);
    assert_eq!(seats.collect::<Vec<_>>(), (0..4).collect::<Vec<u8>>());
    assert!(faults.iter().all(|note| note.reason == "hung up"));
}
