//! Our own player in a seat of a game that is played elsewhere: its clock, its stream, its legal answers.

use std::time::Duration;

use ludarium_arena::{Chair, Failure, Given, Player, TimeControl};
use ludarium_game::{Budget, Decision, Fault, MoveList, Purpose, Rng, Seat, Seed, Tabletop};

use super::entrant::MARGIN;

/// What a player of ours plays under: its clock, what a decision may cost besides, and its seed.
#[derive(Clone, Debug)]
pub struct PlayerTerms {
    /// The clock.
    pub control: TimeControl,
    /// What a decision may cost besides.
    pub budget: Budget,
    /// The seed of the player's own stream.
    pub seed: Seed,
}

impl PlayerTerms {
    /// A clock and a seed; a decision may cost what the clock allows.
    pub fn new(control: TimeControl, seed: Seed) -> PlayerTerms {
        PlayerTerms { control, budget: Budget::default(), seed }
    }
}

/// A player's legal answer.
#[derive(Clone, Copy, Debug)]
pub struct LegalAnswer<M> {
    /// The move.
    pub mv: M,
    /// How long it took, if that was too long; what follows from it is up to the rules of the house.
    pub late: Option<Duration>,
}

/// A player in a seat. Once it has failed it is not asked again: every later question is answered with the
/// same failure.
pub struct SeatedPlayer<G: Tabletop> {
    player: Box<dyn Player<G>>,
    chair: Chair,
    budget: Budget,
    rng: Rng,
    /// What the player knows: `None` before the game.
    known: Option<G>,
}

impl<G: Tabletop> SeatedPlayer<G> {
    /// Gives a player a seat.
    pub fn new(player: Box<dyn Player<G>>, seat: Seat, terms: &PlayerTerms) -> SeatedPlayer<G> {
        SeatedPlayer {
            player,
            chair: Chair::new(seat, terms.control, MARGIN).tolerant(),
            budget: terms.budget.clone(),
            rng: terms.seed.stream(Purpose::Seat, seat.0.into()),
            known: None,
        }
    }

    /// The player's seat.
    pub fn seat(&self) -> Seat {
        self.chair.seat()
    }

    /// Brings the player from the position it knows to `now`, by way of `events` where they lead there, and by
    /// a new beginning where they do not.
    pub fn inform(&mut self, events: &[G::Move], now: &G) {
        if self.chair.benched().is_some() {
            return;
        }
        let told = match self.known.take().and_then(|known| path(known, events, now)) {
            Some(path) => {
                let mut steps = path.iter().zip(events);
                steps.try_for_each(|(before, &mv)| self.player.observe(before, mv))
            }
            None => self.player.begin(now, self.chair.seat()),
        };
        if let Err(failure) = told {
            self.chair.bench(failure);
        }
        self.known = Some(now.clone());
    }

    /// A legal move at the position that the player was brought to last.
    pub fn choose(&mut self) -> Result<LegalAnswer<G::Move>, Failure> {
        let answer = self.ask();
        if let Err(failure) = &answer {
            self.chair.bench(failure.clone());
        }
        answer
    }

    fn ask(&mut self) -> Result<LegalAnswer<G::Move>, Failure> {
        let Some(position) = &self.known else {
            let reason = "was asked before the game began";
            return Err(Failure::new(Fault::Failed, reason));
        };
        let mut budget = self.budget.clone();
        self.chair.limit(self.budget.time, &mut budget);
        let (player, rng) = (&mut self.player, &mut self.rng);
        let choose = || Given { answer: player.choose(position, &budget, rng), spent: None };
        let legal = |decision: &Decision<G::Move>| {
            let mv = decision.chosen;
            if position.is_legal(mv, &mut MoveList::new()) {
                Ok(())
            } else {
                Err(format!("chose {mv:?}, which is not legal"))
            }
        };
        let (answer, time) = self.chair.ask(choose, legal);
        let late = self.chair.was_late().then_some(time);
        let mv = answer?.chosen;
        Ok(LegalAnswer { mv, late })
    }
}

/// The positions before each of the events, if the events lead from `known` to `now`.
fn path<G: Tabletop>(known: G, events: &[G::Move], now: &G) -> Option<Vec<G>> {
    let mut position = known;
    let mut path = Vec::with_capacity(events.len());
    for &mv in events {
        // Reading what was written is the check for moves and for outcomes.
        position.parse_move(&position.describe_move(mv)).ok()?;
        path.push(position.clone());
        position.play(mv);
    }
    (position == *now).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::door::Entrant;
    use ludarium_agents::Roster;
    use ludarium_game::sprint::{Sprint, SprintMove};
    use ludarium_game::{Game, Turn};

    fn start() -> Sprint {
        let rules = Sprint::rules(&ludarium_game::Spec::named("strict")).unwrap();
        Sprint::start(&rules, &mut Rng::new(Seed(1)))
    }

    fn terms() -> PlayerTerms {
        PlayerTerms::new(TimeControl::None, Seed(1))
    }

    fn seated(text: &str) -> SeatedPlayer<Sprint> {
        let entrant = Entrant::new(text, "strict", &Roster::default(), None).unwrap();
        let player = entrant.player(terms().control, terms().seed);
        SeatedPlayer::new(player, Seat(0), &terms())
    }

    #[test]
    fn a_seated_player_follows_events_and_jumps() {
        let mut seated = seated("greedy");
        let mut position = start();
        seated.inform(&[], &position);
        assert!(seated.choose().is_ok());
        let events = [SprintMove::Run, SprintMove::Fields(2)];
        for event in events {
            position.play(event);
        }
        assert_eq!(position.turn(), Turn::Seat(Seat(1)));
        seated.inform(&events, &position);
        // A jump: these events do not lead there.
        seated.inform(&events[..1], &start());
        assert!(seated.choose().is_ok());
    }

    #[test]
    fn unknown_agents_are_refused() {
        let error = Entrant::<Sprint>::new("gredy", "strict", &Roster::default(), None);
        let error = error.err().unwrap().to_string();
        assert!(error.contains("greedy"), "{error}");
    }

    /// Answers with a move that no position allows.
    struct Cheat;

    impl Player<Sprint> for Cheat {
        fn choose(
            &mut self,
            _: &Sprint,
            _: &Budget,
            _: &mut Rng,
        ) -> Result<Decision<SprintMove>, Failure> {
            Ok(Decision::plain(SprintMove::Fields(1)))
        }

        fn begin(&mut self, _: &Sprint, _: Seat) -> Result<(), Failure> {
            Ok(())
        }

        fn observe(&mut self, _: &Sprint, _: SprintMove) -> Result<(), Failure> {
            Ok(())
        }
    }

    #[test]
    fn a_cheat_is_not_asked_again() {
        let mut seated = SeatedPlayer::new(Box::new(Cheat), Seat(0), &terms());
        seated.inform(&[], &start());
        let first = seated.choose().unwrap_err();
        assert_eq!(first.fault, Fault::Illegal);
        assert_eq!(seated.choose().unwrap_err(), first);
    }
}
