//! `Ruleset`: a game under the rules of one variant, its type hidden.
//!
//! This is the one erasure. Code outside a game's own crate sets up positions, tables and contests here;
//! behind it everything is compiled for the game, in the crate that makes its [`crate::Form`].

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludarium_agents::solved::{SolveJob, SolveOptions, SolvingError, TellSolver, job};
use ludarium_agents::{
    AgentInfo, EvaluationInfo, Judge, NamedEvaluation, Parameter, Playable, Roster,
};
use ludarium_game::tensors::{AnyTensors, TypedTensors};
use ludarium_game::{
    ChancePlace, Evaluation, Position, Result, Rng, Scores, Seat, Seed, Spec, Turn,
};

use crate::bot::{BotSource, Contender, ContenderError, TypedContender, canonical};
use crate::contest::Contest;
use crate::game::any_player::{AnyPlayer, KnownPlayer};
use crate::game::deal::{self, Openings};
use crate::game::luck::{AnyLuck, Luck};
use crate::game::luck_meter::LuckMeter;
use crate::game::player::Player;
use crate::game::referee::{Finished, Made, Terms, TypedEvent, referee};
use crate::game::replay::{ReplayError, Step, TypedStep, replay};
use crate::game::survey::{Survey, survey};
use crate::run::{ContestGames, TypedContestGames};
use crate::store::record::GameRecord;

/// The name of the strongest agent that we know for a game.
pub const BEST: &str = "best";

/// A game under the rules of one variant.
pub trait Ruleset: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The variant in its shortest form: options in the game's order, without those that change nothing.
    fn variant(&self) -> &str;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Where chance stands in relation to the moves.
    fn chance(&self) -> ChancePlace;

    /// A start position; `rng` draws what the set-up leaves to chance.
    fn start(&self, rng: &mut Rng) -> Position;

    /// Reads a position in the game's notation.
    fn parse(&self, text: &str) -> Result<Position>;

    /// The start of the `deal`-th block of a line-up: see [`deal::start`].
    fn opening(&self, openings: &Openings, deal: u64, seed: Seed) -> Result<Position>;

    /// The agents that can play, those of the game's report first.
    fn agents(&self) -> Vec<AgentInfo>;

    /// The evaluations that agents can choose, the usual one first.
    fn evaluations(&self) -> Vec<EvaluationInfo>;

    /// The parameters that an agent's text can have as it is, with their values: also the weights of the evaluation
    /// that it chooses.
    fn parameters(&self, agent: &str) -> Result<Vec<(Parameter, String)>>;

    /// An agent's text in its shortest form.
    fn canonical(&self, agent: &str) -> Result<String>;

    /// The contender that a text stands for. Bots are asked at once whether they can play.
    fn contender(
        &self,
        text: &str,
        bots: Option<&dyn BotSource>,
    ) -> std::result::Result<Contender, ContenderError>;

    /// What the usual evaluation says of a position, or its result where the game is over; `None` for a game
    /// without evaluations and for positions of other games.
    fn evaluate(&self, position: &Position) -> Option<Scores>;

    /// The luck of a game that begins at `start`.
    fn luck(&self, start: &Position, seed: Seed) -> Result<Box<dyn AnyLuck>>;

    /// How lucky each seat was in recorded games; `None` for a game without chance that could be judged.
    fn luck_meter(&self) -> Option<Box<dyn MeasureLuck + '_>>;

    /// The games of a contest, ready to be played; they are given up once `halt` is set.
    fn contest_games<'a>(
        &self,
        contest: &'a Contest,
        bots: Option<&dyn BotSource>,
        halt: &Arc<AtomicBool>,
    ) -> std::result::Result<Box<dyn ContestGames + 'a>, ContenderError>;

    /// Plays a game from `start` to its end like a game of a contest, with one player for each seat: see
    /// [`referee`]. `watch` sees every event and may give the game up; then there is no result.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    fn referee(
        &self,
        start: &Position,
        players: Vec<Box<dyn AnyPlayer>>,
        terms: &Terms,
        seed: Seed,
        watch: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Finished<Position>>>;

    /// Plays a record again, shows each step and gives the last position. An error of `show` ends it early.
    fn replay(
        &self,
        record: &GameRecord,
        show: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> std::result::Result<Position, ReplayError>;

    /// Plays uniformly random games: see [`Survey`].
    fn survey(
        &self,
        games: u64,
        seed: Seed,
        threads: usize,
        progress: &mut dyn FnMut(u64),
    ) -> Survey;

    /// The game in numbers, for those who train networks.
    fn tensors(&self) -> Arc<dyn AnyTensors>;

    /// Counts the positions of the game, to solve it: those that can be reached from a given position, or else from the start or
    /// by the game's own index.
    fn solve_job(
        &self,
        start: &Position,
        is_given: bool,
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> std::result::Result<Box<dyn SolveJob>, SolvingError>;

    /// For code of the game's own crate that is handed a ruleset and wants it back with its type: see
    /// [`typed_roster`].
    fn as_any(&self) -> &dyn Any;
}

/// Says how lucky each seat was in a recorded game.
pub trait MeasureLuck {
    /// What the chance events of a game gave each seat beyond what was to be expected.
    fn of(&mut self, record: &GameRecord) -> std::result::Result<Scores, ReplayError>;

    /// The same for one chance event: the outcome of the one that is pending at `before`. Nothing where its outcomes
    /// cannot be listed, and where the position or the outcome belongs to another game.
    fn of_event(&mut self, before: &Position, outcome: &str) -> Scores;
}

/// The agents of a game whose type is known, with those that were added to it.
pub fn typed_roster<G: Playable>(ruleset: &dyn Ruleset) -> Roster<G> {
    let typed = ruleset.as_any().downcast_ref::<TypedRuleset<G>>();
    typed.map_or_else(Roster::default, |typed| (*typed.roster).clone())
}

/// The ruleset of one game.
pub(crate) struct TypedRuleset<G: Playable> {
    rules: G::Rules,
    variant: String,
    roster: Arc<Roster<G>>,
    /// The game's usual evaluation.
    usual: Option<Judge<G>>,
}

impl<G: Playable> TypedRuleset<G> {
    pub(crate) fn new(variant: &Spec, roster: Arc<Roster<G>>) -> Result<TypedRuleset<G>> {
        let rules = G::rules(variant)?;
        Ok(TypedRuleset {
            variant: shortest_variant::<G>(variant, &rules)?,
            rules,
            roster,
            usual: G::evaluations().into_iter().next().map(|one| one.judge),
        })
    }
}

impl<G: Playable> Ruleset for TypedRuleset<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn variant(&self) -> &str {
        &self.variant
    }

    fn seats(&self) -> usize {
        G::start(&self.rules, &mut Rng::new(Seed(0))).seats()
    }

    fn chance(&self) -> ChancePlace {
        G::CHANCE
    }

    fn start(&self, rng: &mut Rng) -> Position {
        Position::new(G::start(&self.rules, rng))
    }

    fn parse(&self, text: &str) -> Result<Position> {
        G::parse(&self.rules, text).map(Position::new)
    }

    fn opening(&self, openings: &Openings, deal: u64, seed: Seed) -> Result<Position> {
        deal::start::<G>(&self.rules, openings, deal, seed).map(Position::new)
    }

    fn agents(&self) -> Vec<AgentInfo> {
        self.roster.infos()
    }

    fn evaluations(&self) -> Vec<EvaluationInfo> {
        let evaluations = G::evaluations();
        evaluations.iter().map(NamedEvaluation::info).collect()
    }

    fn parameters(&self, agent: &str) -> Result<Vec<(Parameter, String)>> {
        Ok(self.roster.recipe(agent)?.values().to_vec())
    }

    fn canonical(&self, agent: &str) -> Result<String> {
        canonical(agent, &self.roster)
    }

    fn contender(
        &self,
        text: &str,
        bots: Option<&dyn BotSource>,
    ) -> std::result::Result<Contender, ContenderError> {
        let shortest = self.canonical(text)?;
        let typed = TypedContender::new(text, &self.roster, bots)?;
        typed.check(&G::start(&self.rules, &mut Rng::new(Seed(0))))?;
        Ok(Contender::hide(shortest, typed))
    }

    fn evaluate(&self, position: &Position) -> Option<Scores> {
        let position = position.typed::<G>().ok()?;
        if position.turn() == Turn::Over {
            return Some(position.scores());
        }
        self.usual.as_ref().map(|judge| judge.evaluate(position))
    }

    fn luck(&self, start: &Position, seed: Seed) -> Result<Box<dyn AnyLuck>> {
        let start = start.typed::<G>()?;
        Ok(Box::new(Luck::new(&self.rules, start, seed)))
    }

    fn luck_meter(&self) -> Option<Box<dyn MeasureLuck + '_>> {
        let meter = LuckMeter::<G>::new()?;
        Some(Box::new(RecordLuck { rules: &self.rules, meter }))
    }

    fn contest_games<'a>(
        &self,
        contest: &'a Contest,
        bots: Option<&dyn BotSource>,
        halt: &Arc<AtomicBool>,
    ) -> std::result::Result<Box<dyn ContestGames + 'a>, ContenderError> {
        let rules = self.rules.clone();
        let games = TypedContestGames::<G>::new(contest, rules, &self.roster, bots, halt)?;
        Ok(Box::new(games))
    }

    fn referee(
        &self,
        start: &Position,
        players: Vec<Box<dyn AnyPlayer>>,
        terms: &Terms,
        seed: Seed,
        watch: &mut dyn FnMut(Made<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Finished<Position>>> {
        let players = players.into_iter();
        let mut players: Vec<Box<dyn Player<G>>> =
            players.map(|player| Box::new(KnownPlayer(player)) as Box<dyn Player<G>>).collect();
        let show = |event: TypedEvent<'_, G>| {
            let decision = event.decision.map(|decision| decision.told(event.before));
            let made = Made {
                before: &Position::new(event.before.clone()),
                text: &event.before.describe_move(event.mv),
                after: &Position::new(event.after()),
                decision: decision.as_ref(),
                remarks: &event.remarks,
            };
            match watch(made) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(()),
            }
        };
        let start = start.typed::<G>()?;
        let finished = referee(&self.rules, start, &mut players, terms, seed, show);
        Ok(finished.ok().flatten().map(|finished| Finished {
            position: Position::new(finished.position),
            end: finished.end,
            plies: finished.plies,
            faults: finished.faults,
        }))
    }

    fn replay(
        &self,
        record: &GameRecord,
        show: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> std::result::Result<Position, ReplayError> {
        let mut wanted = true;
        let end = replay::<G, ReplayError>(&self.rules, record, |step| {
            if wanted {
                let (before, after) =
                    (Position::new(step.before.clone()), Position::new(step.after.clone()));
                wanted = show(Step {
                    before: &before,
                    text: step.text,
                    after: &after,
                    ply: step.ply,
                    comment: step.comment,
                })
                .is_continue();
            }
            Ok(())
        })?;
        Ok(Position::new(end))
    }

    fn survey(
        &self,
        games: u64,
        seed: Seed,
        threads: usize,
        progress: &mut dyn FnMut(u64),
    ) -> Survey {
        survey::<G>(&self.rules, games, seed, threads, progress)
    }

    fn tensors(&self) -> Arc<dyn AnyTensors> {
        let start = G::start(&self.rules, &mut Rng::new(Seed(0)));
        let typed = TypedTensors::new(G::tensors(&start), self.rules.clone());
        Arc::new(typed)
    }

    fn solve_job(
        &self,
        start: &Position,
        is_given: bool,
        options: &SolveOptions,
        tell: &mut TellSolver<'_>,
    ) -> std::result::Result<Box<dyn SolveJob>, SolvingError> {
        let start = start.typed::<G>()?;
        Ok(job(&self.rules, &self.variant, start, is_given, options, tell)?)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Measures the luck of one record after another.
struct RecordLuck<'a, G: Playable> {
    rules: &'a G::Rules,
    meter: LuckMeter<G>,
}

impl<G: Playable> MeasureLuck for RecordLuck<'_, G> {
    fn of(&mut self, record: &GameRecord) -> std::result::Result<Scores, ReplayError> {
        let mut total = Scores::ZERO;
        replay::<G, ReplayError>(self.rules, record, |step: TypedStep<'_, G>| {
            if step.before.turn() == Turn::Chance {
                total += self.meter.of(step.before, step.mv);
            }
            Ok(())
        })?;
        Ok(total)
    }

    fn of_event(&mut self, before: &Position, outcome: &str) -> Scores {
        let typed = before.as_game::<G>();
        let made = typed.and_then(|before| Some((before, before.parse_move(outcome).ok()?)));
        made.map_or(Scores::ZERO, |(before, outcome)| self.meter.of(before, outcome))
    }
}

/// The variant with its options in the order of the game's list, without those that change nothing.
fn shortest_variant<G: Playable>(given: &Spec, rules: &G::Rules) -> Result<String> {
    let known = G::OPTIONS.iter();
    let mut kept: Vec<String> = known
        .filter_map(|option| Some(format!("{}={}", option.key, given.get(option.key)?)))
        .collect();
    let text = |options: &[String]| match options {
        [] => given.name.clone(),
        options => format!("{}:{}", given.name, options.join(",")),
    };
    let mut place = 0;
    while place < kept.len() {
        let option = kept.remove(place);
        if G::rules(&Spec::parse(&text(&kept))?).as_ref() != Ok(rules) {
            kept.insert(place, option);
            place += 1;
        }
    }
    Ok(text(&kept))
}

/// The names of the seats of a game, from the picture of its start.
pub fn seat_names(rules: &dyn Ruleset) -> Vec<String> {
    let start = rules.start(&mut Rng::new(Seed(0)));
    let seats = start.scene().seats.into_iter();
    seats.map(|seat| seat.name).collect()
}

/// The strongest agent of a game as far as names tell: `best`, else `mcts`, else the last of its list.
pub fn best_agent(rules: &dyn Ruleset) -> &'static str {
    let agents = rules.agents();
    let known = |name: &&str| agents.iter().any(|agent| agent.name == *name);
    let last = || agents.last().map_or(BEST, |agent| agent.name);
    [BEST, "mcts"].into_iter().find(known).unwrap_or_else(last)
}

/// The first position of a game with this seed, as every command sets it up.
pub fn seeded_start(rules: &dyn Ruleset, seed: Seed) -> Position {
    rules.start(&mut seed.stream(ludarium_game::Purpose::Start, 0))
}

/// The stream of the player of `seat` for its decision after `events` events: the same whenever it is asked there.
pub fn decision_stream(seed: Seed, seat: Seat, events: usize) -> Rng {
    use ludarium_game::Purpose;
    seed.derive(Purpose::Seat, seat.0.into()).stream(Purpose::Search, events as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;
    use ludarium_game::Tabletop;
    use ludarium_game::sprint::Sprint;

    /// The moves and outcomes of a game, and its scores.
    type Played = (Vec<String>, Vec<f32>);

    fn hidden(seed: Seed) -> Played {
        let rules = games().rules("sprint", None).unwrap();
        let contender = rules.contender("random", None).unwrap();
        let context = crate::GameContext::plain("strict", seed);
        let players = (0..2).map(|_| contender.player(&context)).collect();
        let (start, mut made) = (seeded_start(&*rules, seed), Vec::new());
        let finished = rules.referee(&start, players, &Terms::default(), seed, &mut |event| {
            made.push(event.text.to_owned());
            ControlFlow::Continue(())
        });
        let end = finished.unwrap().unwrap().end;
        (made, end.scores.as_slice(2).to_vec())
    }

    fn typed(seed: Seed) -> Played {
        let rules = games().rules("sprint", None).unwrap();
        let start = seeded_start(&*rules, seed);
        let start = start.as_game::<Sprint>().unwrap();
        let rules = Sprint::rules(&Spec::parse(rules.variant()).unwrap()).unwrap();
        let agent = || ludarium_agents::agent::<Sprint>("random").unwrap();
        let mut players: Vec<Box<dyn Player<Sprint>>> = vec![Box::new(agent()), Box::new(agent())];
        let (terms, mut made) = (Terms::default(), Vec::new());
        let watch = |event: TypedEvent<'_, Sprint>| {
            made.push(event.before.describe_move(event.mv));
            Ok::<(), ()>(())
        };
        let finished = referee(&rules, start, &mut players, &terms, seed, watch);
        let end = finished.unwrap().unwrap().end;
        (made, end.scores.as_slice(2).to_vec())
    }

    #[test]
    fn a_game_is_the_same_whether_its_type_is_known_or_not() {
        for seed in 0..20 {
            let played = hidden(Seed(seed));
            assert!(!played.0.is_empty());
            assert_eq!(played, typed(Seed(seed)));
        }
    }

    #[test]
    fn a_watcher_may_give_a_game_up() {
        let rules = games().rules("sprint", None).unwrap();
        let contender = rules.contender("random", None).unwrap();
        let context = crate::GameContext::plain("strict", Seed(1));
        let players = (0..2).map(|_| contender.player(&context)).collect();
        let (start, mut seen) = (seeded_start(&*rules, Seed(1)), 0);
        let given_up = rules.referee(&start, players, &Terms::default(), Seed(1), &mut |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert!(given_up.unwrap().is_none());
        assert_eq!(seen, 1);
    }
}
