//! What becomes of a turn until the player moves again: the rest of it, and the turns of all others, played quickly and
//! often.
//!
//! An evaluation judges the end of a turn at a glance. Whether two areas fall to the same neighbour, and who gains by it,
//! is seen when that neighbour moves.

use std::collections::HashMap;

use crate::rules::{Area, Dicewars, MAX_DICE, Move, areas_in, probability};
use ludarium_game::{Candidate, Evaluation, Game, MoveList, Rng, Scores, Seat, Turn, sort_by};
use ludarium_search::Meter;

/// Moves and dice of a round at most; a longer one is judged where it is.
const LONGEST: u32 = 1000;

/// Rounds that every candidate gets before some are left out, and between two looks after that.
const LOOK: u32 = 16;

/// Rounds of a candidate after which nothing new is expected.
pub(super) const ENOUGH: u32 = 20_000;

/// So many candidates are followed at most.
const CANDIDATES: usize = 6;

/// Candidates that are worth so much less than the first one are not followed.
const MARGIN: f32 = 0.05;

/// What rounds count beside the value that the search has found.
const WEIGHT: f32 = 0.8;

/// The values at the end of a round differ by about so much.
const SPREAD: f32 = 0.15;

/// The least that an attack of the others is worth, as [`glance`] says.
const WORTH_IT: f32 = 1.0;

/// A candidate, the rounds that were played for it, and the sum of what they were worth.
struct Tried {
    candidate: Candidate<Move>,
    sum: Scores,
    rounds: u32,
}

impl Tried {
    fn scores(&self) -> Scores {
        let found = self.candidate.scores;
        found * (1.0 - WEIGHT) + self.sum * (WEIGHT / self.rounds.max(1) as f32)
    }
}

/// Plays rounds from the best candidates, which come first, until the budget is used up, one is clearly the best or each
/// has `most` rounds. Returns those that were played with what they are worth, the best first; none if there was too little
/// time to say.
pub(super) fn play_rounds<E: Evaluation<Dicewars>>(
    position: &Dicewars,
    candidates: &[Candidate<Move>],
    most: u32,
    evaluation: &E,
    (meter, rng): (&mut Meter, &mut Rng),
) -> Vec<Candidate<Move>> {
    let seat = position.player();
    let value = |scores: Scores| scores.of(seat).0;
    let best = candidates.first().map_or(0.0, |first| value(first.scores));
    let near = candidates.iter().take(CANDIDATES);
    let mut open: Vec<Tried> = near
        .take_while(|candidate| value(candidate.scores) >= best - MARGIN)
        .map(|candidate| Tried {
            candidate: candidate.clone(),
            sum: Scores::ZERO,
            rounds: 0,
        })
        .collect();
    let mut closed = Vec::new();
    let mut rounds = Rounds::new(evaluation, seat);
    'time: while open.len() > 1 && open[0].rounds < most {
        for _ in 0..LOOK {
            // The same dice for all, as far as they fall for the same things.
            let dice = rng.clone();
            rng.bits();
            for one in &mut open {
                let mv = one.candidate.mv;
                let Some(scores) = rounds.play(position, mv, &mut dice.clone(), meter) else {
                    break 'time;
                };
                one.sum += scores;
                one.rounds += 1;
            }
        }
        let values = open.iter().map(|one| value(one.scores()));
        let leader = values.fold(0.0, f32::max);
        let noise = 2.0 * SPREAD / (open[0].rounds as f32).sqrt();
        let behind = |one: &mut Tried| value(one.scores()) < leader - noise;
        closed.extend(open.extract_if(.., behind));
    }
    closed.append(&mut open);
    if closed.iter().any(|one| one.rounds < LOOK) {
        return Vec::new();
    }
    let judged = closed.into_iter().map(|one| Candidate {
        scores: one.scores(),
        visits: u64::from(one.rounds),
        ..one.candidate
    });
    let mut judged: Vec<Candidate<Move>> = judged.collect();
    sort_by(&mut judged, |a, b| {
        value(b.scores).total_cmp(&value(a.scores))
    });
    judged
}

/// Plays rounds for one decision.
struct Rounds<'a, E> {
    evaluation: &'a E,
    seat: Seat,
    /// The own move in positions that came before, by their keys.
    known: HashMap<u64, Move>,
    moves: MoveList<Move>,
    outcomes: Vec<(Move, f64)>,
}

impl<'a, E: Evaluation<Dicewars>> Rounds<'a, E> {
    fn new(evaluation: &'a E, seat: Seat) -> Rounds<'a, E> {
        Rounds {
            evaluation,
            seat,
            known: HashMap::new(),
            moves: MoveList::new(),
            outcomes: Vec::new(),
        }
    }

    /// What the position is worth when the last of the others is about to end his turn; `None` when the budget is used up.
    /// Networks learn from the ends of turns, so that is where they are asked.
    fn play(
        &mut self,
        position: &Dicewars,
        first: Move,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Option<Scores> {
        let mut now = position.clone();
        now.play(first);
        for _ in 0..LONGEST {
            let mv = match now.turn() {
                Turn::Over => return Some(now.scores()),
                Turn::Chance => now.roll(rng),
                // Who is out has lost, whatever the others do.
                Turn::Seat(_) if !now.is_alive(self.seat) => break,
                Turn::Seat(seat) if seat == self.seat => self.own_move(&now, meter)?,
                Turn::Seat(_) => {
                    if !meter.node() {
                        return None;
                    }
                    let mv = quick_move(&now);
                    if mv == Move::EndTurn && follower(&now) == Some(self.seat) {
                        break;
                    }
                    mv
                }
            };
            now.play(mv);
        }
        meter.node().then(|| self.judge(&now))
    }

    fn judge(&self, position: &Dicewars) -> Scores {
        match position.turn() {
            Turn::Over => position.scores(),
            _ => self.evaluation.evaluate(position),
        }
    }

    /// The attack after which the position is worth most as it stands, or the end of the turn.
    fn own_move(&mut self, position: &Dicewars, meter: &mut Meter) -> Option<Move> {
        let key = position.key();
        if let Some(&mv) = self.known.get(&key) {
            return Some(mv);
        }
        let mut best = (self.judge(position).of(self.seat).0, Move::EndTurn);
        position.moves(&mut self.moves);
        for &mv in self.moves.iter().filter(|&&mv| mv != Move::EndTurn) {
            let mut battle = position.clone();
            battle.play(mv);
            // A battle has two outcomes at most, and all of them are listed.
            let _ = battle.chances(&mut self.outcomes);
            let mut mean = 0.0;
            for &(outcome, probability) in &self.outcomes {
                if !meter.node() {
                    return None;
                }
                let mut after = battle.clone();
                after.play(outcome);
                mean += self.judge(&after).of(self.seat).0 * probability as f32;
            }
            if mean > best.0 {
                best = (mean, mv);
            }
        }
        self.known.insert(key, best.1);
        Some(best.1)
    }
}

/// Who moves after the player whose turn it is.
fn follower(position: &Dicewars) -> Option<Seat> {
    let round = position.order().chain(position.order());
    let mut after = round.skip_while(|&seat| seat != position.player());
    after.next();
    after.find(|&seat| position.is_alive(seat))
}

/// A fair move at a glance: many dice against few, next to own land. Who has dice to spare attacks in any case.
fn quick_move(position: &Dicewars) -> Move {
    let seat = position.player();
    let own = position.areas_of(seat);
    let missing: u32 = areas_in(own)
        .map(|area| u32::from(MAX_DICE - position.dice(area)))
        .sum();
    let spare = u32::from(position.dice_in_hand(seat)) >= missing + u32::from(MAX_DICE);
    let mut best = (if spare { 0.0 } else { WORTH_IT }, Move::EndTurn);
    for from in areas_in(own & position.border() & position.armed()) {
        for to in areas_in(position.map().neighbour_set(from) & !own) {
            let worth = glance(position, own, from, to);
            if worth > best.0 {
                best = (worth, Move::Attack { from, to });
            }
        }
    }
    best.1
}

/// The dice that an attack wins on average, a little more beside own land, a little less if others stay beside the area
/// that is left with one die.
fn glance(position: &Dicewars, own: u32, from: Area, to: Area) -> f32 {
    let (attacker, defender) = (position.dice(from), position.dice(to));
    let wins = probability(attacker, defender) as f32;
    let friends = (position.map().neighbour_set(to) & own).count_ones() as f32;
    let exposed = if position.foes(from) > 1 { 0.4 } else { 0.0 };
    wins * (f32::from(defender) + 1.0 + 0.4 * (friends - 1.0))
        - (1.0 - wins) * (f32::from(attacker) - 1.0)
        - exposed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::AreaShare;
    use ludarium_game::{Bound, Budget, Seed, Spec, Tabletop};

    fn read(state: &str) -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=2").unwrap()).unwrap();
        Dicewars::parse(&rules, state).unwrap()
    }

    /// Five areas in a row; the player has the first with eight dice, the others are defended by one die each.
    fn row() -> Dicewars {
        read("12222;81111;0,0;1;0;0;neighbours=2/1.3/2.4/3.5/4")
    }

    /// The end of the turn and the only attack, which a search holds for equally good.
    fn candidates(position: &Dicewars) -> Vec<Candidate<Move>> {
        let moves = ["E", "1>2"].map(|text| position.parse_move(text).unwrap());
        let candidate = |mv| Candidate {
            mv,
            scores: AreaShare.evaluate(position),
            visits: 0,
            bound: Bound::Exact,
            line: vec![mv],
        };
        moves.map(candidate).into()
    }

    fn judged(most: u32, nodes: u64) -> Vec<Candidate<Move>> {
        let position = row();
        let budget = Budget {
            nodes: Some(nodes),
            ..Budget::default()
        };
        let tools = (&mut Meter::new(&budget), &mut Rng::new(Seed(1)));
        play_rounds(&position, &candidates(&position), most, &AreaShare, tools)
    }

    #[test]
    fn a_round_plays_the_own_turn_to_its_end() {
        let judged = judged(100, 1_000_000);
        let values: Vec<f32> = judged.iter().map(|c| c.scores.of(Seat(0)).0).collect();
        assert_eq!(row().describe_move(judged[0].mv), "1>2");
        // Nearly always the whole row falls, and nobody can attack the player who waits.
        assert!(values[0] > 0.8, "{values:?}");
        assert!((values[1] - 0.2).abs() < 1e-6, "{values:?}");
        // It is clear at the first look.
        assert!(judged.iter().all(|c| c.visits == u64::from(LOOK)));
    }

    #[test]
    fn a_round_sees_what_the_others_take() {
        // Two dice are no defence against eight.
        let position = read("122;181;0,0;1;0;0;neighbours=2/1.3/2");
        let mut rounds = Rounds::new(&AreaShare, Seat(0));
        let mut meter = Meter::new(&Budget::default());
        for seed in 0..20 {
            let mut rng = Rng::new(Seed(seed));
            let scores = rounds.play(&position, Move::EndTurn, &mut rng, &mut meter);
            assert_eq!(scores.unwrap().of(Seat(0)).0, 0.0);
        }
    }

    #[test]
    fn too_little_time_says_nothing() {
        assert!(judged(100, 20).is_empty());
    }

    #[test]
    fn who_has_dice_to_spare_attacks() {
        let quick = |reserve: u8| {
            let state = format!("112;888;{reserve},0;1;0;0;neighbours=2/1.3/2");
            quick_move(&read(&state))
        };
        assert_eq!(quick(0), Move::EndTurn);
        assert!(matches!(quick(6), Move::Attack { .. }));
    }
}
