//! What becomes of a turn until the player moves again: the rest of it, and the turns of all others, played quickly and
//! often.
//!
//! An evaluation judges the end of a turn at a glance. Whether two areas fall to the same neighbour, and who gains by it,
//! is seen when that neighbour moves.

use std::collections::HashMap;

use crate::rules::{Dicewars, Move, probability};
use ludarium_game::{
    Candidate, Evaluation, Game, Meter, MoveList, Purpose, Rng, Scores, Seat, Seed, Turn, sort_by,
};
use ludarium_search::Crew;

use super::habit::habitual_move;

/// Moves and dice of a round at most; a longer one is judged where it is.
const LONGEST: u32 = 1000;

/// Rounds that every candidate gets before some are left out.
const LOOK: u32 = 16;

/// Rounds of a candidate after which nothing new is expected.
pub(super) const ENOUGH: u32 = 20_000;

/// How many candidates are followed at most.
const CANDIDATES: usize = 6;

/// Candidates that are worth less than the first one by more than this are not followed.
const MARGIN: f32 = 0.05;

/// What rounds count in addition to the value that the search has found.
const WEIGHT: f32 = 0.8;

/// A candidate is left out when it is behind the first by this many standard errors of their difference.
const BEHIND: f32 = 2.0;

/// The standard deviation of a difference is at least this: a few equal rounds prove little.
const LEAST_SPREAD: f32 = 0.02;

/// Steps of this size fill the numbers from 0 to 1 evenly, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A candidate, what each round played for it was worth to the player, and the sum of them for all.
struct Tried {
    candidate: Candidate<Move>,
    sum: Scores,
    values: Vec<f32>,
}

impl Tried {
    fn scores(&self) -> Scores {
        let found = self.candidate.scores;
        found * (1.0 - WEIGHT) + self.sum * (WEIGHT / self.values.len().max(1) as f32)
    }

    /// The standard error of the difference to another candidate, whose rounds had the same luck.
    fn error(&self, other: &Tried) -> f32 {
        let pairs = self.values.iter().zip(&other.values);
        let (mut sum, mut squares) = (0.0, 0.0);
        for difference in pairs.map(|(own, other)| own - other) {
            sum += difference;
            squares += difference * difference;
        }
        let rounds = self.values.len() as f32;
        let variance = squares / rounds - (sum / rounds).powi(2);
        WEIGHT * (variance.max(LEAST_SPREAD.powi(2)) / rounds).sqrt()
    }
}

/// Plays rounds from the best candidates, which come first, until the budget is used up, one is clearly the best or each
/// has `most` rounds. Returns those that were played with what they are worth, the best first; none if there was too little
/// time to say. The threads of the crew share the rounds; their number changes no value.
pub(super) fn play_rounds<E: Evaluation<Dicewars>>(
    position: &Dicewars,
    candidates: &[Candidate<Move>],
    most: u32,
    evaluation: &E,
    (crew, threads, rng): (&mut Crew<'_>, usize, &mut Rng),
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
            values: Vec::new(),
        })
        .collect();
    let mut closed = Vec::new();
    let mut players: Vec<_> =
        (0..threads).map(|_| Rounds::new(evaluation, position.detach())).collect();
    let offset = rng.unit();
    let (mut played, mut look) = (0, LOOK);
    'time: while open.len() > 1 && played < most && !crew.late() {
        // What is drawn for rounds that are not played is not missed later.
        let mut ahead = rng.clone();
        let lucks: Vec<RoundLuck> = (played..look.min(most))
            .map(|round| RoundLuck {
                seed: Seed(ahead.bits()),
                first: (offset + f64::from(round) * GOLDEN).fract(),
            })
            .collect();
        // When the budget ends, a round lacks its last candidates, and the rounds after it do not count.
        let rounds = crew.each(lucks.len(), &mut players, |round, player, meter| {
            let moves = open.iter().map(|one| one.candidate.mv);
            let scores = moves.map_while(|mv| player.play(mv, &lucks[round], meter));
            scores.collect::<Vec<Scores>>()
        });
        for scores in &rounds {
            rng.bits();
            for (one, &scores) in open.iter_mut().zip(scores) {
                one.sum += scores;
                one.values.push(value(scores));
            }
            if scores.len() < open.len() {
                break 'time;
            }
            played += 1;
        }
        if rounds.len() < lucks.len() {
            break;
        }
        // Each look costs as much as there are rounds, so there are fewer of them as rounds add up.
        look += LOOK.max(look / 4);
        sort_by(&mut open, |a, b| value(b.scores()).total_cmp(&value(a.scores())));
        let (first, others) = open.split_at(1);
        let ahead = value(first[0].scores());
        let behind = others.iter().map(|one| {
            let error = one.error(&first[0]);
            ahead - value(one.scores()) > BEHIND * error
        });
        let mut behind: Vec<bool> = behind.collect();
        behind.insert(0, false);
        let mut place = behind.into_iter();
        closed.extend(open.extract_if(.., |_| place.next().unwrap_or(false)));
    }
    closed.append(&mut open);
    if closed.iter().any(|one| one.values.len() < LOOK as usize) {
        return Vec::new();
    }
    let judged = closed.into_iter().map(|one| Candidate {
        scores: one.scores(),
        visits: one.values.len() as u64,
        ..one.candidate
    });
    let mut judged: Vec<Candidate<Move>> = judged.collect();
    sort_by(&mut judged, |a, b| value(b.scores).total_cmp(&value(a.scores)));
    judged
}

/// The luck of one round, the same for all candidates.
struct RoundLuck {
    seed: Seed,
    /// Decides the first attack: below its chance it is won.
    first: f64,
}

impl RoundLuck {
    /// The dice of what is about to happen in a turn, counted from this one. An attack has the same dice in every line in which it is
    /// made in that turn: whatever differs between two candidates is not the luck of the others.
    fn dice(&self, position: &Dicewars, turn: u64) -> Rng {
        let what = match position.pending_battle() {
            Some((from, to)) => u64::from(from.0) << 8 | u64::from(to.0),
            None => u64::from(u16::MAX),
        };
        self.seed.stream(Purpose::Search, turn << 16 | what)
    }
}

/// Plays rounds for one decision, in one thread.
struct Rounds<'a, E> {
    evaluation: &'a E,
    position: Dicewars,
    seat: Seat,
    /// The own move in positions that came before, by their keys.
    known: HashMap<u64, Move>,
    moves: MoveList<Move>,
    outcomes: Vec<(Move, f64)>,
}

impl<'a, E: Evaluation<Dicewars>> Rounds<'a, E> {
    fn new(evaluation: &'a E, position: Dicewars) -> Rounds<'a, E> {
        Rounds {
            evaluation,
            seat: position.player(),
            position,
            known: HashMap::new(),
            moves: MoveList::new(),
            outcomes: Vec::new(),
        }
    }

    /// What the position is worth when the last of the others is about to end his turn; `None` when the budget is used up.
    /// Networks learn from the ends of turns, so that is where they are asked.
    fn play(&mut self, first: Move, luck: &RoundLuck, meter: &mut Meter) -> Option<Scores> {
        let mut now = self.position.clone();
        now.play(first);
        if let Some((from, to)) = now.pending_battle() {
            let won = luck.first < probability(now.dice(from), now.dice(to));
            now.play(if won { Move::Won } else { Move::Lost });
        }
        let mut turn = u64::from(first == Move::EndTurn);
        for _ in 0..LONGEST {
            let mv = match now.turn() {
                Turn::Over => break,
                Turn::Chance => now.roll(&mut luck.dice(&now, turn)),
                // A player who is out has lost, whatever the others do.
                Turn::Seat(_) if !now.is_alive(self.seat) => break,
                Turn::Seat(seat) if seat == self.seat => self.own_move(&now, meter)?,
                Turn::Seat(_) => {
                    if !meter.node() {
                        return None;
                    }
                    let mv = habitual_move(&now);
                    if mv == Move::EndTurn && follower(&now) == Some(self.seat) {
                        break;
                    }
                    mv
                }
            };
            turn += u64::from(mv == Move::EndTurn);
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

/// The player that moves after the one whose turn it is.
fn follower(position: &Dicewars) -> Option<Seat> {
    let round = position.order().chain(position.order());
    let mut after = round.skip_while(|&seat| seat != position.player());
    after.next();
    after.find(|&seat| position.is_alive(seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Area, AreaShare};
    use ludarium_game::{Bound, Budget, Spec, Tabletop};

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
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let tools = (&mut Crew::new(&budget), 1, &mut Rng::new(Seed(1)));
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

    fn three_players(state: &str) -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
        Dicewars::parse(&rules, state).unwrap()
    }

    /// What a round is worth for the first player, who ends his turn at once.
    fn play(evaluation: &impl Evaluation<Dicewars>, position: &Dicewars, seed: u64) -> f32 {
        let luck = RoundLuck { seed: Seed(seed), first: 0.5 };
        let mut meter = Budget::default().meter();
        let mut rounds = Rounds::new(evaluation, position.clone());
        let scores = rounds.play(Move::EndTurn, &luck, &mut meter);
        scores.unwrap().of(Seat(0)).0
    }

    #[test]
    fn a_round_sees_what_all_others_take() {
        // Two dice are no defence against eight. Of three players the last attacks, who has dice to spare.
        let two = read("122;181;0,0;1;0;0;neighbours=2/1.3/2");
        let three = three_players("213;118;0,0,20;1;0;0;neighbours=2/1.3/2");
        for seed in 0..20 {
            assert_eq!(play(&AreaShare, &two, seed), 0.0);
            assert_eq!(play(&AreaShare, &three, seed), 0.0);
        }
    }

    #[test]
    fn too_little_time_says_nothing() {
        assert!(judged(100, 20).is_empty());
    }

    #[test]
    fn an_attack_has_the_same_dice_in_every_line() {
        let luck = RoundLuck { seed: Seed(7), first: 0.5 };
        let battle = |position: &Dicewars, text: &str| {
            let mut battle = position.clone();
            battle.play(position.parse_move(text).unwrap());
            battle
        };
        let position = read("1122;4488;0,0;1;0;0;neighbours=3.4/3/1.2.4/1.3");
        let (first, second) = (battle(&position, "1>3"), battle(&position, "2>3"));
        let elsewhere = battle(&position, "1>4");
        let mut later = first.clone();
        later.play(Move::Lost);
        let later = battle(&later, "2>3");
        let bits = |position: &Dicewars, turn: u64| luck.dice(position, turn).bits();
        assert_eq!(bits(&second, 0), bits(&later, 0));
        assert_ne!(bits(&first, 0), bits(&second, 0));
        assert_ne!(bits(&first, 0), bits(&elsewhere, 0));
        assert_ne!(bits(&first, 0), bits(&first, 1));
    }

    #[test]
    fn the_first_attack_is_won_below_its_chance() {
        let position = read("12;43;0,0;1;0;0;neighbours=2/1");
        let chance = probability(4, 3);
        let mv = position.parse_move("1>2").unwrap();
        for seed in 0..20 {
            let wins = |first: f64| {
                let seed = Seed(seed);
                let mut rounds = Rounds::new(&AreaShare, position.clone());
                let mut meter = Budget::default().meter();
                let scores = rounds.play(mv, &RoundLuck { seed, first }, &mut meter);
                scores.unwrap().of(Seat(0)).0 == 1.0
            };
            assert!(wins(chance - 1e-9) && !wins(chance + 1e-9));
        }
    }

    /// Three dice against three: the winner has everything. The loser is attacked with three dice against two.
    #[test]
    fn rounds_have_luck_of_their_own() {
        let position = read("12;33;0,0;1;0;0;neighbours=2/1");
        let budget = Budget::default();
        let tools = (&mut Crew::new(&budget), 1, &mut Rng::new(Seed(1)));
        let judged = play_rounds(&position, &candidates(&position), 400, &AreaShare, tools);
        let attack = judged.iter().find(|one| one.mv != Move::EndTurn).unwrap();
        let [won, taken] = [probability(3, 3), probability(3, 2)].map(|chance| chance as f32);
        let wanted = WEIGHT * (won + (1.0 - won) * (1.0 - taken) * 0.5) + (1.0 - WEIGHT) * 0.5;
        let found = attack.scores.of(Seat(0)).0;
        assert!((found - wanted).abs() < 0.02, "{found}, {wanted}");
    }

    /// Nobody can attack. The first two players have two areas each, and each gets two dice.
    #[test]
    fn turns_have_luck_of_their_own() {
        struct Alike;
        impl Evaluation<Dicewars> for Alike {
            fn evaluate(&self, position: &Dicewars) -> Scores {
                let dice = [0, 1, 2, 3].map(|area| position.dice(Area(area)));
                if dice[..2] == dice[2..] { Scores::win(Seat(0)) } else { Scores::ZERO }
            }
        }
        let position = three_players("11223;11111;0,0,0;1;0;0;neighbours=2/1.5/4.5/3/2.3");
        let alike = (0..40).filter(|&seed| play(&Alike, &position, seed) == 1.0);
        assert!((5..35).contains(&alike.count()));
    }

    #[test]
    fn candidates_are_told_apart_by_the_spread_of_their_difference() {
        let tried = |values: &[f32]| Tried {
            candidate: candidates(&row()).remove(0),
            sum: Scores::ZERO,
            values: values.to_vec(),
        };
        let error = |a: &[f32], b: &[f32]| tried(a).error(&tried(b));
        // Both go up and down together.
        let together = error(&[0.2, 0.8, 0.2, 0.8], &[0.1, 0.7, 0.1, 0.7]);
        assert!((together - WEIGHT * LEAST_SPREAD / 2.0).abs() < 1e-6);
        let apart = error(&[0.2, 0.8, 0.2, 0.8], &[0.8, 0.2, 0.8, 0.2]);
        assert!((apart - WEIGHT * 0.6 / 2.0).abs() < 1e-6);
    }
}
