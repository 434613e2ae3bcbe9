//! A player for whom a draw is worth less than a third, and the way home more than the network says.
//!
//! By the rules a draw is a third for everybody, and that is what the network has learned from games of its equals, who stay
//! at home: the first to come out gives something away. Three players who believe this go round in circles, and so do
//! one of them and two who never come out at all.

use std::sync::Arc;

use ludarium_agents::Parameters;
use ludarium_game::{Agent, Budget, Decision, Evaluation, Game, Rng, Scores, Seat};
use ludarium_search::{Sense, Sensed, Sensible};

use super::hunt::is_hunting;
use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Move, REPETITIONS};

/// What is played for, apart from what an evaluation has learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Impatience {
    /// How much a share from a draw counts.
    draw: f32,
    /// How much the race counts beside the evaluation.
    race: f32,
}

impl Impatience {
    /// Reads both, the usual values by default.
    pub fn read(p: &mut Parameters<'_>, draw: f64, race: f64) -> Impatience {
        let draw = p.real(
            "draw",
            0.0..=1.0,
            draw,
            "how much a share from a draw counts in play; 1: as by the rules. A position counts the less the oftener it came before",
        );
        let race = p.real(
            "race",
            0.0..=1.0,
            race,
            "how much the actions that each player still needs count beside the evaluation",
        );
        Impatience { draw: draw as f32, race: race as f32 }
    }

    /// The same for searches that play by the rules and their evaluation unless they are told otherwise.
    pub fn read_sense(p: &mut Parameters<'_>) -> Option<Arc<dyn Sense<Chexers>>> {
        p.added("draw");
        p.added("race");
        let found = Impatience::read(p, 1.0, 0.0);
        (found.draw < 1.0 || found.race > 0.0)
            .then(|| -> Arc<dyn Sense<Chexers>> { Arc::new(found) })
    }
}

impl Sense<Chexers> for Impatience {
    fn worth(&self, finished: &Chexers) -> Scores {
        let scores = finished.scores();
        let drawn = Seat::all(3).all(|seat| scores.of(seat) == scores.of(Seat(0)));
        if drawn { scores * self.draw } else { scores }
    }

    /// With each time that a position came before, the draw is a step nearer.
    fn estimate(&self, position: &Chexers, estimate: Scores) -> Scores {
        let mut worth = estimate;
        if self.race > 0.0 {
            worth = worth * (1.0 - self.race) + Race::USUAL.evaluate(position) * self.race;
        }
        let before = position.occurrences().saturating_sub(1);
        let nearness = before as f32 / (REPETITIONS - 1) as f32;
        worth * (1.0 - nearness * (1.0 - self.draw))
    }
}

/// Plays like one agent until the game goes round in circles, and then like an impatient one until somebody leaves the
/// board or loses the last disc.
pub(super) struct Impatient<C, R> {
    calm: C,
    restless: Sensible<Chexers, R>,
}

impl<C, R: Agent<Sensed<Chexers>>> Impatient<C, R> {
    /// An agent that is calm at first.
    pub fn new(calm: C, restless: R, impatience: Impatience) -> Impatient<C, R> {
        Impatient { calm, restless: Sensible::new(restless, Arc::new(impatience)) }
    }
}

impl<C: Agent<Chexers>, R: Agent<Sensed<Chexers>>> Agent<Chexers> for Impatient<C, R> {
    fn choose(&mut self, position: &Chexers, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        // A hunt takes its time.
        if position.goes_round() && !is_hunting(position) {
            self.restless.choose(position, budget, rng)
        } else {
            self.calm.choose(position, budget, rng)
        }
    }

    fn begin(&mut self, position: &Chexers, seat: Seat) {
        self.calm.begin(position, seat);
    }

    fn observe(&mut self, position: &Chexers, mv: Move) {
        self.calm.observe(position, mv);
    }
}

#[cfg(test)]
mod tests {
    use ludarium_agents::agent;
    use ludarium_game::{MoveList, Seed, Spec, Tabletop, Turn};

    use super::*;

    fn position(text: &str) -> Chexers {
        let rules = Chexers::rules(&Spec::named("referee")).unwrap();
        Chexers::parse(&rules, text).unwrap()
    }

    /// Everybody steps out and back again, this number of moves.
    fn going_round(moves: usize) -> Chexers {
        let mut position = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
        let circle = ["-3,0>-2,0", "0,-3>0,-2", "0,3>0,2", "-2,0>-3,0", "0,-2>0,-3", "0,2>0,3"];
        for mv in circle.iter().cycle().take(moves) {
            let mv = position.parse_move(mv).unwrap();
            position.play(mv);
        }
        position
    }

    #[test]
    fn a_position_is_worth_less_each_time_until_it_is_a_draw() {
        let impatience = Impatience { draw: 0.4, race: 0.0 };
        let worth = |rounds: usize| {
            let position = going_round(6 * rounds);
            match position.turn() {
                Turn::Over => impatience.worth(&position).of(Seat(2)).0,
                _ => impatience.estimate(&position, Scores::shared(3)).of(Seat(2)).0,
            }
        };
        for (rounds, factor) in [(0usize, 1.0), (1, 0.8), (2, 0.6), (3, 0.4)] {
            assert!((worth(rounds) - factor / 3.0).abs() < 1e-6, "{rounds} rounds");
        }
        let won = position("..................................... g 4,0,0 31");
        assert_eq!(impatience.worth(&won), Scores::win(Seat(0)));
    }

    #[test]
    fn the_race_counts_by_its_share() {
        let position = position("rr..................g.........r.....r r 2,0,2 3");
        let impatience = Impatience { draw: 0.0, race: 0.25 };
        let worth = impatience.estimate(&position, Scores::shared(3)).of(Seat(0)).0;
        let race = Race::USUAL.evaluate(&position).of(Seat(0)).0;
        assert!((worth - (0.75 / 3.0 + 0.25 * race)).abs() < 1e-6 && race > 0.5);
    }

    /// One move before the position comes for the fourth time.
    #[test]
    fn who_despises_draws_makes_none() {
        let last = going_round(6 * 3 - 1);
        let mut moves = MoveList::new();
        last.moves(&mut moves);
        let draws = last.parse_move("0,2>0,3").unwrap();
        let decide = |text: &str| {
            let budget = Budget { depth: Some(1), ..Budget::default() };
            agent::<Chexers>(text).unwrap().choose(&last, &budget, &mut Rng::new(Seed(1)))
        };
        let worth = |text: &str| {
            let mut all = decide(text).candidates.into_iter();
            all.find(|one| one.mv == draws).unwrap().scores.of(Seat(2)).0
        };
        assert!((worth("maxn-search:pruning=off,eval=value") - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(worth("maxn-search:pruning=off,eval=value,draw=0"), 0.0);
        assert_ne!(decide("paranoid:eval=value,draw=0").chosen, draws);
    }

    #[test]
    fn best_is_impatient_once_the_game_goes_round() {
        let choose = |text: &str, moves| {
            let budget = Budget { nodes: Some(3000), ..Budget::default() };
            let mut agent = agent::<Chexers>(text).unwrap();
            agent.choose(&going_round(moves), &budget, &mut Rng::new(Seed(1))).candidates
        };
        // The first position has come back with the sixth move and not before.
        assert_eq!(choose("best", 5), choose("best:race=1", 5));
        assert_ne!(choose("best", 6), choose("best:race=1", 6));
        assert_ne!(choose("best", 7), choose("best:race=1", 7));
        // Beside the network `best` knows of hunts, which makes its estimates a little narrower.
        let [best, search] = ["best:draw=0,race=1", "paranoid:eval=value,draw=0,race=1"]
            .map(|text| choose(text, 6).remove(0));
        assert_eq!(best.mv, search.mv);
        assert!((best.scores.of(Seat(0)).0 - search.scores.of(Seat(0)).0).abs() < 1e-4);
    }
}
