//! Whole games, replayed with the original's dice.

use crate::agents::course::{CourseAgent, CourseProgram};
use crate::seeded_game::{SeededGame, Seeds};
use ludarium_dicewars::rules::{Area, Dicewars, Mersenne, Move, Placement, Rolls, assign};
use ludarium_game::{Agent, Game, Seat, Tabletop, Turn, sort_by};
use serde::Deserialize;

use super::{Setting, area, attacks, neighbours_of, predictors, rules};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// A game with every state, move list and die.
#[derive(Deserialize)]
pub(super) struct Trace {
    #[serde(flatten)]
    setting: Setting,
    seeds: Seeds,
    dice: String,
    order_source: String,
    assign: Vec<(u64, u64)>,
    plies: Vec<TracedPly>,
    #[serde(rename = "final")]
    last: String,
    #[serde(flatten)]
    summary: RecordedSummary,
}

/// A game of the original's agents.
#[derive(Deserialize)]
pub(super) struct AgentsGame {
    ais: Vec<String>,
    seeds: ClientSeeds,
    dice: String,
    moves: Vec<String>,
    #[serde(flatten)]
    summary: RecordedSummary,
}

/// A game that lasts until the 10 000th battle, with the state every 500 battles.
#[derive(Deserialize)]
pub(super) struct LongGame {
    n: u64,
    board: u64,
    own: u64,
    fixed: u64,
    dice: String,
    checkpoints: Vec<String>,
    steps: u64,
    #[serde(rename = "final")]
    last: String,
    #[serde(flatten)]
    summary: RecordedSummary,
}

#[derive(Deserialize)]
struct ClientSeeds {
    #[serde(flatten)]
    game: Seeds,
    client: u64,
}

/// A state, its attacks, what was chosen, and the dice that fell.
#[derive(Deserialize)]
struct TracedPly {
    s: String,
    m: Vec<(u64, u64)>,
    c: RecordedChoice,
    #[serde(default)]
    ra: Vec<u8>,
    #[serde(default)]
    rd: Vec<u8>,
    w: Option<u8>,
    #[serde(default)]
    placed: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RecordedChoice {
    Attack(u64, u64),
    End(EndOfTurn),
}

#[derive(Deserialize)]
enum EndOfTurn {
    E,
}

/// The original's summary.
#[derive(Deserialize)]
struct RecordedSummary {
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    battles: u16,
    elim: Vec<(String, u64)>,
}

/// A game in progress and what the original's summary says about it.
struct ReplayedGame {
    game: SeededGame,
    /// The seats in the order of elimination, with the battles fought before.
    eliminated: Vec<(usize, u64)>,
}

impl ReplayedGame {
    fn new(
        seeds: Seeds,
        players: u64,
        variant: &str,
        order: &str,
        check: &mut RecordCheck,
    ) -> Result<ReplayedGame, VerifyError> {
        let game = SeededGame::new(seeds, players as usize, variant, order);
        let text = format!("{players} players on board {}", seeds.board);
        Ok(ReplayedGame { game: check.accept("the start", &text, game)?, eliminated: Vec::new() })
    }

    fn position(&self) -> &Dicewars {
        self.game.position()
    }

    fn attack(
        &mut self,
        from: Area,
        to: Area,
        check: &mut RecordCheck,
    ) -> Result<Rolls, VerifyError> {
        let before = self.position().clone();
        let rolls = self.game.attack(from, to);
        let rolls = check.accept("the attack", &format!("{from}>{to}"), rolls)?;
        self.note_eliminations(&before);
        // The attack and its dice.
        check.tally.plies += 2;
        Ok(rolls)
    }

    fn end_turn(&mut self, check: &mut RecordCheck) -> Result<Placement, VerifyError> {
        let before = self.position().clone();
        let placed = self.game.end_turn();
        let placed = check.accept("the end of the turn", "E", placed)?;
        self.note_eliminations(&before);
        check.tally.plies += 1 + u64::from(placed.outcome.is_some());
        Ok(placed)
    }

    /// A player without areas is out; after a draw all others are out as well.
    fn note_eliminations(&mut self, before: &Dicewars) {
        let now = self.game.position();
        let drawn = now.turn() == Turn::Over && now.winner().is_none();
        for seat in Seat::all(now.seats()) {
            if before.is_alive(seat) && !now.is_alive(seat) {
                let battles = u64::from(before.battles());
                self.eliminated.push((seat.index(), battles));
            }
            if drawn && now.is_alive(seat) {
                let battles = u64::from(now.battles());
                self.eliminated.push((seat.index(), battles));
            }
        }
    }

    /// Compares the original's summary, in which players have these names.
    fn compare_end(
        &self,
        record: &RecordedSummary,
        names: &[String],
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let position = self.position();
        check.position = position.describe();
        check.equal("whether the game is over", Turn::Over, position.turn())?;
        let winner = position.winner().and_then(|seat| names.get(seat.index()));
        check.equal("the winner", record.winner.as_ref(), winner)?;
        check.equal("the battles", record.battles, position.battles())?;
        let found: Vec<(String, u64)> = self
            .eliminated
            .iter()
            .filter_map(|&(seat, battles)| Some((names.get(seat)?.clone(), battles)))
            .collect();
        check.equal("the eliminations", &record.elim, &found)?;
        let scores = position.scores();
        check.equal("the sum of the scores", 1.0, scores.sum())?;
        let best = scores.as_slice(names.len()).iter().copied().fold(0.0, f32::max);
        check.equal("whether one seat has it all", winner.is_some(), best == 1.0)?;
        check.tally.games += 1;
        Ok(())
    }
}

fn numbered_names(players: usize) -> Vec<String> {
    (1..=players).map(|player| format!("p{player}")).collect()
}

/// Replays a game with every state.
pub(super) fn trace(record: &Trace, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let players = record.setting.n;
    let (dice, order) = (&record.dice, &record.order_source);
    let mut replay = ReplayedGame::new(record.seeds, players, dice, order, check)?;
    compare_start(record, &replay, check)?;
    let mut rules = rules(players)?;
    rules.board = Some(replay.position().map().clone());
    let order = super::joined(&record.setting.order, ",");
    let place = check.place.clone();
    for (index, ply) in record.plies.iter().enumerate() {
        check.place = format!("{place}, ply {index}");
        compare_state(&replay, &ply.s, check)?;
        let read = Dicewars::parse(&rules, &format!("{};order={order}", ply.s));
        let read = check.accept("the state", &ply.s, read)?;
        check.equal("the position read from the state", &read, replay.position())?;
        let mut found = attacks(replay.position());
        sort_by(&mut found, Ord::cmp);
        check.equal("the legal attacks", &ply.m, &found)?;
        check.tally.positions += 1;
        replay_ply(&mut replay, ply, check)?;
    }
    check.place = format!("{place}, end");
    compare_state(&replay, &record.last, check)?;
    replay.compare_end(&record.summary, &numbered_names(players as usize), check)
}

fn compare_start(
    record: &Trace,
    replay: &ReplayedGame,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let position = replay.position();
    let map = position.map();
    let order: Vec<u64> = position.order().map(|seat| u64::from(seat.0) + 1).collect();
    check.equal("the order of play", &record.setting.order, &order)?;
    check.equal("the neighbours", &record.setting.adj, &neighbours_of(map))?;
    let random = &mut Mersenne::new(record.seeds.ownership);
    let assigned: Vec<(u64, u64)> = assign(map.areas(), position.seats(), random)
        .into_iter()
        .map(|(area, seat)| (area.number() as u64, u64::from(seat.0) + 1))
        .collect();
    check.equal("the assignment", &record.assign, &assigned)
}

fn compare_state(
    replay: &ReplayedGame,
    state: &str,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let found = replay.position().state();
    check.position.clone_from(&found);
    check.equal("the state", state, found.as_str())
}

fn replay_ply(
    replay: &mut ReplayedGame,
    ply: &TracedPly,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let RecordedChoice::Attack(from, to) = ply.c else {
        let placed = replay.end_turn(check)?;
        let found = placed.areas.iter().map(|area| area.number() as u64);
        let found: Vec<u64> = found.collect();
        return check.equal("the areas that received dice", &ply.placed, &found);
    };
    let rolls = replay.attack(area(from)?, area(to)?, check)?;
    check.equal("the attacker's dice", &ply.ra[..], &rolls.attacker[..])?;
    check.equal("the defender's dice", &ply.rd[..], &rolls.defender[..])?;
    let won = u8::from(rolls.outcome == Move::Won);
    check.equal("whether the attacker won", ply.w, Some(won))
}

/// A game of the original's agents. Those that we have must decide the same, with the random numbers of
/// the original's client seed; the others are only replayed.
pub(super) fn agents(record: &AgentsGame, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let names = &record.ais;
    let (seeds, players) = (record.seeds.game, names.len() as u64);
    let mut replay = ReplayedGame::new(seeds, players, &record.dice, "given", check)?;
    let mut programs = Programs::new(names, record.seeds.client);
    let place = check.place.clone();
    for (index, chosen) in record.moves.iter().enumerate() {
        check.place = format!("{place}, ply {index}");
        check.position = replay.position().describe();
        let (attack, recorded) = match chosen.strip_suffix('+') {
            Some(attack) => (attack, Move::Won),
            None => (chosen.strip_suffix('-').unwrap_or(chosen), Move::Lost),
        };
        let mv = replay.position().parse_move(attack);
        let mv = check.accept("the move", chosen, mv)?;
        programs.compare(replay.position(), mv, check)?;
        match mv {
            Move::Attack { from, to } => {
                let rolls = replay.attack(from, to, check)?;
                check.equal("the outcome of the attack", recorded, rolls.outcome)?;
            }
            _ => {
                check.equal("the move", &chosen[..], "E")?;
                replay.end_turn(check)?;
            }
        }
    }
    check.place = format!("{place}, end");
    replay.compare_end(&record.summary, names, check)
}

/// Our versions of the original's programs, each with a generator of its own.
struct Programs<'a> {
    names: &'a [String],
    programs: Vec<Option<(CourseAgent, Mersenne)>>,
}

impl Programs<'_> {
    fn new(names: &[String], seed: u64) -> Programs<'_> {
        let programs = names.iter().map(|name| {
            let program = CourseProgram::recorded(name)?;
            Some((CourseAgent::new(program), Mersenne::new(seed)))
        });
        Programs { names, programs: programs.collect() }
    }

    /// Lets the program to move decide, compares, and tells all of them what was played.
    fn compare(
        &mut self,
        position: &Dicewars,
        mv: Move,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let seat = position.player().index();
        let name = self.names.get(seat).map_or("", String::as_str);
        let found = match self.programs.get_mut(seat) {
            Some(Some((program, random))) => Some(program.decide(position, random)),
            _ => predictors::decision(name, position),
        };
        if let Some(found) = found {
            check.equal(
                &format!("the decision of {name}"),
                position.describe_move(mv),
                position.describe_move(found),
            )?;
        }
        for (program, _) in self.programs.iter_mut().flatten() {
            program.observe(position, mv);
        }
        Ok(())
    }
}

/// A game that lasts until the 10 000th battle because no player tries to win: the players follow a
/// fixed policy, and the state is recorded every 500 battles.
pub(super) fn long(record: &LongGame, check: &mut RecordCheck) -> Result<(), VerifyError> {
    const BETWEEN: usize = 500;
    let seeds = Seeds {
        board: record.board,
        ownership: record.own,
        // The record has none; flat dice do not need it.
        strength: 0,
        fixed: record.fixed,
    };
    if record.dice != "flat" {
        return Err(unrecognised("a long game whose dice are not flat"));
    }
    let mut replay = ReplayedGame::new(seeds, record.n, &record.dice, "given", check)?;
    let mut passed = 0;
    let mut steps = 0;
    let mut attacked = false;
    let place = check.place.clone();
    while let Turn::Seat(_) = replay.position().turn() {
        if replay.position().battles() as usize >= BETWEEN * passed {
            check.place = format!("{place}, checkpoint {passed}");
            if let Some(state) = record.checkpoints.get(passed) {
                compare_state(&replay, state, check)?;
                check.tally.positions += 1;
            }
            passed += 1;
        }
        steps += 1;
        match quiet_attack(replay.position()).filter(|_| !attacked) {
            Some((from, to)) => {
                replay.attack(from, to, check)?;
                attacked = true;
            }
            None => {
                replay.end_turn(check)?;
                attacked = false;
            }
        }
    }
    check.place = format!("{place}, end");
    compare_state(&replay, &record.last, check)?;
    check.equal("the number of checkpoints", record.checkpoints.len(), passed)?;
    check.equal("the number of decisions", record.steps, steps)?;
    replay.compare_end(&record.summary, &numbered_names(record.n as usize), check)
}

/// The attack of the long games' policy: none for a player with more areas than another, else the
/// one with the worst odds, of those the first by source and target.
fn quiet_attack(position: &Dicewars) -> Option<(Area, Area)> {
    let areas = |seat| position.areas_of(seat).count_ones();
    let mine = areas(position.player());
    let others = Seat::all(position.seats()).filter(|&seat| position.is_alive(seat));
    if others.map(areas).any(|theirs| theirs < mine) {
        return None;
    }
    attacks(position)
        .into_iter()
        .filter_map(|(from, to)| Some((area(from).ok()?, area(to).ok()?)))
        .min_by_key(|&(from, to)| {
            let odds = i16::from(position.dice(from)) - i16::from(position.dice(to));
            (odds, from, to)
        })
}
