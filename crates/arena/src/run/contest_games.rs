//! `ContestGames`: plays single games of a contest and writes them down.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use ludarium_agents::{Playable, Recipe, Roster, without_budget};
use ludarium_game::{
    Budget, Decision, Result, Rng, Scores, Seat, Seed, Spec, Tabletop, TimeKind, Turn,
};

use crate::bot::{self, BotSource, ContenderError, GameContext, TypedContender, is_bot};
use crate::contest::schedule::Block;
use crate::contest::{Contest, Limits};
use crate::game::clock::TimeControl;
use crate::game::deal::{self, Openings};
use crate::game::luck_meter::LuckMeter;
use crate::game::player::Player;
use crate::game::referee::{Terms, TypedEvent, referee};
use crate::identity::{Identity, behaviour, sha256};
use crate::store::record::{GameRecord, Thought};

/// The games of a contest, ready to be played by any number of workers.
pub trait ContestGames: Sync {
    /// A worker that plays one game after another, and measures the luck of each if that is asked for.
    fn worker(&self, luck: bool) -> Box<dyn GameWorker + '_>;

    /// What each agent of the contest is at this moment.
    fn identities(&self) -> std::result::Result<Vec<Identity>, ContenderError>;

    /// What each agent is, where `spell` says how a setting would be written at home: on another machine the file of a
    /// model has another name, and is the same model.
    fn identities_as(
        &self,
        spell: &dyn Fn(&str) -> String,
    ) -> std::result::Result<Vec<Identity>, ContenderError>;

    /// How well each bot of the contest is confined, and whether its clock cannot count what it should; nothing for
    /// agents of this program.
    fn confinements(&self) -> Vec<Vec<String>>;

    /// The name of each bot that has one.
    fn names(&self) -> Vec<Option<String>>;
}

/// Plays games of a contest.
pub trait GameWorker {
    /// Plays the game at a place of a block; `None` if it was given up.
    fn play(&mut self, block: &Block, place: usize) -> Result<Option<GameRecord>>;
}

/// Everything that all games of a contest share.
pub(crate) struct TypedContestGames<'a, G: Playable> {
    contest: &'a Contest,
    rules: G::Rules,
    openings: Openings,
    terms: Terms,
    /// What a decision of each agent may cost.
    budgets: Vec<Budget>,
    contenders: Vec<TypedContender<G>>,
    labels: Vec<String>,
    /// What the agents of this program are, once somebody has asked.
    known: OnceLock<Vec<Identity>>,
    /// The agents as they are probed: without threads and times, whose races would make them strangers to themselves.
    probed: Vec<Option<Recipe<G>>>,
}

/// What is noted of a bot whose processor time nobody knows.
const BY_THE_WALL: &str = "clock by wall time: its processor time is not known";

/// Where the games of a block begin.
struct BlockOpening<G> {
    block: u64,
    position: G,
    text: String,
}

/// A worker, which remembers where the games of its last block began.
struct ContestWorker<'w, 'a, G: Playable> {
    games: &'w TypedContestGames<'a, G>,
    opening: Option<BlockOpening<G>>,
    meter: Option<LuckMeter<G>>,
}

impl<G: Playable> ContestGames for TypedContestGames<'_, G> {
    fn worker(&self, luck: bool) -> Box<dyn GameWorker + '_> {
        Box::new(ContestWorker {
            games: self,
            opening: None,
            meter: if luck { LuckMeter::new() } else { None },
        })
    }

    fn identities(&self) -> std::result::Result<Vec<Identity>, ContenderError> {
        let known = self.known.get_or_init(|| self.known_identities(&str::to_owned));
        self.with_bots(known)
    }

    fn identities_as(
        &self,
        spell: &dyn Fn(&str) -> String,
    ) -> std::result::Result<Vec<Identity>, ContenderError> {
        self.with_bots(&self.known_identities(spell))
    }

    fn confinements(&self) -> Vec<Vec<String>> {
        let processor = self.terms.control.kind() == TimeKind::Processor;
        let of = |contender: &TypedContender<G>| match contender {
            TypedContender::Agent(_) => Vec::new(),
            TypedContender::Bot(program) => {
                let wall = processor && !program.counts_processor_time();
                let wall = wall.then(|| BY_THE_WALL.to_owned());
                program.confinement().into_iter().chain(wall).collect()
            }
        };
        self.contenders.iter().map(of).collect()
    }

    fn names(&self) -> Vec<Option<String>> {
        let contenders = self.contenders.iter();
        contenders.map(TypedContender::name).collect()
    }
}

impl<G: Playable> GameWorker for ContestWorker<'_, '_, G> {
    fn play(&mut self, block: &Block, place: usize) -> Result<Option<GameRecord>> {
        self.games.play(block, place, &mut self.opening, self.meter.as_mut())
    }
}

impl<'a, G: Playable> TypedContestGames<'a, G> {
    /// What everybody is: agents of this program as they are known, bots as they are found.
    fn with_bots(&self, known: &[Identity]) -> std::result::Result<Vec<Identity>, ContenderError> {
        let mut identities = Vec::with_capacity(self.contenders.len());
        for (index, contender) in self.contenders.iter().enumerate() {
            identities.push(match contender {
                TypedContender::Agent(_) => known[index].clone(),
                TypedContender::Bot(program) => {
                    let identity = program.identity();
                    identity.map_err(|reason| ContenderError::Bot {
                        text: self.contest.agents[index].clone(),
                        reason,
                    })?
                }
            });
        }
        Ok(identities)
    }

    /// Games that are given up once `halt` is set. All bots are asked whether they can play.
    pub(crate) fn new(
        contest: &'a Contest,
        rules: G::Rules,
        roster: &Roster<G>,
        bots: Option<&dyn BotSource>,
        halt: &Arc<AtomicBool>,
    ) -> std::result::Result<TypedContestGames<'a, G>, ContenderError> {
        let mut terms = contest.terms()?;
        terms.abandon = Some(halt.clone());
        terms.budget.stop = Some(halt.clone());
        let contenders = contest.agents.iter();
        let contenders = contenders.map(|text| TypedContender::new(text, roster, bots));
        let probed = contest.agents.iter().map(|text| {
            if is_bot(text) {
                Ok(None)
            } else {
                roster.recipe(&without_threads(without_budget(text))).map(Some)
            }
        });
        let contenders = contenders.collect::<std::result::Result<Vec<_>, _>>()?;
        let start = G::start(&rules, &mut Rng::new(Seed(0)));
        for contender in &contenders {
            contender.check(&start)?;
        }
        let names: Vec<Option<String>> = contenders.iter().map(TypedContender::name).collect();
        Ok(TypedContestGames {
            contest,
            rules,
            openings: contest.openings(),
            terms,
            budgets: (0..contest.agents.len()).map(|agent| contest.budget(agent)).collect(),
            contenders,
            labels: bot::labels(&contest.agents, &names),
            known: OnceLock::new(),
            probed: probed.collect::<Result<_>>()?,
        })
    }

    /// What the agents of this program are, by their place; bots have nothing here.
    fn known_identities(&self, spell: &dyn Fn(&str) -> String) -> Vec<Identity> {
        // Limits and clocks are settings of the contest: under them nobody plays without a limit.
        let usual =
            self.terms.control == TimeControl::None && self.contest.limits == Limits::default();
        let identity = |recipe: &Option<Recipe<G>>| {
            let Some(recipe) = recipe else {
                return Identity::default();
            };
            let behaviour = behaviour(&self.rules, recipe, spell, usual);
            let identity = Identity::default().with("behaviour", behaviour);
            recipe.models().iter().enumerate().fold(identity, |identity, (index, file)| {
                let part = match index {
                    0 => "model".to_owned(),
                    index => format!("model {}", index + 1),
                };
                identity.with(part, sha256(file))
            })
        };
        self.probed.iter().map(identity).collect()
    }

    /// Plays the game at a place of a block; `None` if it was given up. `opening` remembers where the games
    /// of the last block began.
    fn play(
        &self,
        block: &Block,
        place: usize,
        opening: &mut Option<BlockOpening<G>>,
        mut meter: Option<&mut LuckMeter<G>>,
    ) -> Result<Option<GameRecord>> {
        let opening = match opening.take() {
            Some(known) if known.block == block.number => opening.insert(known),
            _ => opening.insert(self.open(block)?),
        };
        let seats = block.games[place].clone();
        let mut players = self.players(&seats, block);
        let mut record = GameRecord {
            number: block.first + place as u64,
            block: block.number,
            seats,
            start: opening.text.clone(),
            // Room for most games, so that buffers need not grow.
            moves: String::with_capacity(1024),
            thoughts: String::with_capacity(1024),
            movers: Vec::with_capacity(128),
            times: Vec::with_capacity(128),
            ..GameRecord::default()
        };
        let budgets = record.seats.iter().map(|&agent| self.budgets[agent].clone());
        let terms = Terms { budgets: budgets.collect(), ..self.terms.clone() };
        let (mut luck, mut room) = (Scores::ZERO, MOST_COMMENTS);
        let played =
            referee(&self.rules, &opening.position, &mut players, &terms, block.seed, |event| {
                note(&mut record, &event, &mut room);
                if let Some(meter) = &mut meter
                    && event.before.turn() == Turn::Chance
                {
                    luck += meter.of(event.before, event.mv);
                }
                Ok::<(), Infallible>(())
            });
        let Ok(Some(finished)) = played else {
            return Ok(None);
        };
        let thoughts = record.thoughts.trim_end_matches('\n').len();
        record.thoughts.truncate(thoughts);
        record.end = finished.position.describe();
        record.ending = finished.end.ending;
        record.scores = finished.end.scores.as_slice(record.seats.len()).to_vec();
        record.plies = finished.plies;
        record.faults = finished.faults;
        record.luck = meter.map(|_| luck.as_slice(record.seats.len()).to_vec());
        Ok(Some(record))
    }

    fn players(&self, seats: &[usize], block: &Block) -> Vec<Box<dyn Player<G>>> {
        // Only bots ask who plays.
        let bots =
            seats.iter().any(|&agent| matches!(self.contenders[agent], TypedContender::Bot(_)));
        let names: Vec<String> = if bots {
            seats.iter().map(|&agent| self.labels[agent].clone()).collect()
        } else {
            Vec::new()
        };
        let context = GameContext {
            variant: &self.contest.variant,
            names: &names,
            control: self.terms.control,
            margin: self.terms.margin,
            seed: block.seed,
        };
        let player = |&agent: &usize| self.contenders[agent].player(&context);
        seats.iter().map(player).collect()
    }

    fn open(&self, block: &Block) -> Result<BlockOpening<G>> {
        let seed = self.contest.deal_seed(block.deal);
        let position: G = deal::start(&self.rules, &self.openings, block.deal, seed)?;
        Ok(BlockOpening { block: block.number, text: position.describe(), position })
    }
}

/// The text of an agent that does everything in one thread.
fn without_threads(text: &str) -> String {
    let Ok(spec) = Spec::parse(text) else {
        return text.to_owned();
    };
    let kept: Vec<String> = spec
        .options()
        .filter(|(key, _)| *key != "threads")
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if kept.is_empty() { spec.name } else { format!("{}:{}", spec.name, kept.join(",")) }
}

/// The bytes of all comments of a game that are kept at most.
const MOST_COMMENTS: usize = 256 << 10;

/// Adds an event to a record; `room` is what is left for comments.
fn note<G: Tabletop>(record: &mut GameRecord, event: &TypedEvent<'_, G>, room: &mut usize) {
    if !record.moves.is_empty() {
        record.moves.push(' ');
    }
    event.before.write_move(event.mv, &mut record.moves);
    let Turn::Seat(seat) = event.before.turn() else {
        return;
    };
    if !record.movers.is_empty() {
        record.thoughts.push('\n');
    }
    if let Some(decision) = event.decision {
        thought(decision, seat).write(&mut record.thoughts);
    }
    let comment = &event.remarks.comment;
    if !comment.is_empty() && comment.len() <= *room {
        *room -= comment.len();
        record.thoughts.push('\t');
        record.thoughts.push_str(comment);
    }
    record.movers.push(seat.0);
    let nanos = u64::try_from(event.time.as_nanos()).unwrap_or(u64::MAX);
    record.times.push(nanos);
}

/// What a decision says about the move that was chosen.
fn thought<M: Copy + Eq>(decision: &Decision<M>, seat: Seat) -> Thought {
    let chosen = decision.candidates.iter().find(|candidate| candidate.mv == decision.chosen);
    let value = chosen.map(|candidate| candidate.scores.of(seat).0);
    Thought {
        value: value.filter(|value| value.is_finite()),
        nodes: decision.nodes,
        iterations: decision.iterations,
        depth: decision.depth,
    }
}
