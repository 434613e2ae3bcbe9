//! Searches the own turn: which attacks to make, one after the other, and when to stop.
//!
//! A turn is many decisions. A search that counts decisions of all players compares positions in the middle
//! of different turns, and likes any attack merely because it puts off what the others will do. Here every
//! line of attacks stays within the own turn; only ending it is judged after the new dice have fallen. What the others
//! do then is played out for the attacks that look best: see [`super::forecast`].

use crate::rules::{Dicewars, Exchange, MAX_DICE, Move, areas_in};
use ludarium_game::{
    Agent, Bound, Budget, Candidate, Decision, Evaluation, Gain, Game, Meter, MoveList, Rng,
    Scores, Turn, sort_by,
};
use ludarium_search::Crew;

use super::forecast::{ENOUGH, play_rounds};

/// The deepest search that any budget allows: nobody attacks more often in a turn.
const DEEPEST: u32 = 32;

/// How many reinforcements stand for all when the end of the turn is judged.
const REINFORCEMENTS: u32 = 16;

/// Expectimax over the attacks of one turn. After an attack the player may always leave it at that, which
/// is worth the evaluation as it stands.
#[derive(Clone, Debug)]
pub struct Campaign<E> {
    /// Judges the positions where a line ends.
    pub evaluation: E,
    /// Attacks to look ahead where the budget does not say.
    pub depth: u32,
    /// Attacks followed at each place, the best by exchange of dice; the root looks at all.
    pub width: usize,
    /// Whether the turn does not end while an attack is free: evaluations are content with a won position, and a
    /// player who waits in it may wait until the game is drawn.
    pub finish: bool,
    /// Rounds that are played from each of the best attacks where the budget does not say, none for a search of the own
    /// turn alone. With rounds, a budget buys rounds instead of depth.
    pub rounds: u32,
    /// Threads that share the first attacks and the rounds; 0 counts as 1. They choose what one chooses, unless nodes or time
    /// end the search.
    pub threads: usize,
}

impl<E: Evaluation<Dicewars>> Agent<Dicewars> for Campaign<E> {
    fn choose(&mut self, position: &Dicewars, budget: &Budget, rng: &mut Rng) -> Decision<Move> {
        let limited = budget.nodes.is_some() || budget.time.is_some();
        let own = if limited { DEEPEST } else { self.depth };
        let own = if self.rounds > 0 { self.depth } else { own };
        let deepest = budget.depth.unwrap_or(own).clamp(1, DEEPEST);
        let threads = self.threads.max(1);
        let mut crew = Crew::new(budget);
        let mut tools: Vec<_> = (0..threads).map(|_| (position.detach(), Vec::new())).collect();
        let stop = Candidate {
            mv: Move::EndTurn,
            scores: self.end_turn(position, rng),
            visits: 0,
            bound: Bound::Exact,
            line: vec![Move::EndTurn],
        };
        let free = self.finish.then(|| free_attack(position)).flatten();
        let mut answer = match free {
            None => vec![stop.clone()],
            Some(mv) => vec![Candidate { mv, line: vec![mv], ..stop.clone() }],
        };
        let mut reached = 0;
        for depth in if limited { 1 } else { deepest }..=deepest {
            let Some(mut candidates) = self.root(depth, &mut crew, &mut tools) else {
                break;
            };
            match free {
                None => candidates.insert(0, stop.clone()),
                Some(_) => candidates.retain(|candidate| is_free(position, candidate.mv)),
            }
            (answer, reached) = (candidates, depth);
        }
        let seat = position.player();
        let value = |candidate: &Candidate<Move>| candidate.scores.of(seat).0;
        sort_by(&mut answer, |a, b| value(b).total_cmp(&value(a)));
        if self.rounds > 0 {
            let most = if limited { ENOUGH } else { self.rounds };
            let tools = (&mut crew, threads, rng);
            let judged = play_rounds(position, &answer, most, &self.evaluation, tools);
            if !judged.is_empty() {
                answer = judged;
            }
        }
        Decision {
            chosen: answer[0].mv,
            candidates: answer,
            nodes: crew.nodes(),
            iterations: 0,
            depth: reached,
            time: crew.time(),
        }
    }
}

impl<E: Evaluation<Dicewars>> Campaign<E> {
    /// All attacks with their values; `None` when the budget is used up. Each thread has a position and buffers of its own.
    fn root(
        &self,
        depth: u32,
        crew: &mut Crew<'_>,
        tools: &mut [(Dicewars, Vec<TurnBuffers>)],
    ) -> Option<Vec<Candidate<Move>>> {
        let mut first = TurnBuffers::default();
        first.rank(&tools[0].0);
        let attacks = first.ranked;
        let values = crew.each(attacks.len(), tools, |place, (position, levels), meter| {
            levels.resize_with(depth as usize + 1, TurnBuffers::default);
            let mut search = TurnSearch { options: self, meter, levels };
            search.attack(position, attacks[place].1, depth, 0)
        });
        if values.len() < attacks.len() {
            return None;
        }
        let valued = attacks.iter().zip(values).map(|(&(_, mv), scores)| {
            Some(Candidate { mv, scores: scores?, visits: 0, bound: Bound::Exact, line: vec![mv] })
        });
        valued.collect()
    }

    /// What the evaluation says after the new dice have fallen, on average.
    fn end_turn(&self, position: &Dicewars, rng: &mut Rng) -> Scores {
        let mut ended = position.clone();
        ended.play(Move::EndTurn);
        let judge = |position: &Dicewars| match position.turn() {
            Turn::Over => position.scores(),
            _ => self.evaluation.evaluate(position),
        };
        // Without room for a die nothing is left to chance.
        if ended.turn() != Turn::Chance {
            return judge(&ended);
        }
        let mut sum = Scores::ZERO;
        for _ in 0..REINFORCEMENTS {
            let mut reinforced = ended.clone();
            reinforced.play(ended.roll(rng));
            sum += judge(&reinforced);
        }
        sum * (1.0 / REINFORCEMENTS as f32)
    }
}

/// Whether an attack costs nothing that matters: it is at least as strong as the defence, and win or lose the new dice
/// fill every area of the player when he ends his turn.
fn is_free(position: &Dicewars, mv: Move) -> bool {
    let Move::Attack { from, to } = mv else {
        return false;
    };
    let seat = position.player();
    let missing: u32 = areas_in(position.areas_of(seat))
        .map(|area| u32::from(MAX_DICE - position.dice(area)))
        .sum();
    // A won area needs as many dice as the attack had; all others that moved are missing where they came from.
    let spent = u32::from(MAX_DICE);
    position.dice(from) >= position.dice(to)
        && u32::from(position.dice_in_hand(seat)) >= missing + spent
}

/// The free attack that wins most dice, the first among equals.
fn free_attack(position: &Dicewars) -> Option<Move> {
    let mut level = TurnBuffers::default();
    level.rank(position);
    let mut attacks = level.ranked.iter().map(|&(_, mv)| mv);
    attacks.find(|&mv| is_free(position, mv))
}

struct TurnSearch<'a, E> {
    options: &'a Campaign<E>,
    meter: &'a mut Meter,
    levels: &'a mut Vec<TurnBuffers>,
}

/// The buffers of one level of the tree, kept between nodes.
#[derive(Default)]
struct TurnBuffers {
    moves: MoveList<Move>,
    ranked: Vec<(f32, Move)>,
    outcomes: Vec<(Move, f64)>,
}

impl<E: Evaluation<Dicewars>> TurnSearch<'_, E> {
    /// The mean over both outcomes of an attack.
    fn attack(
        &mut self,
        position: &Dicewars,
        mv: Move,
        depth: u32,
        level: usize,
    ) -> Option<Scores> {
        let mut battle = position.clone();
        battle.play(mv);
        let mut outcomes = std::mem::take(&mut self.levels[level].outcomes);
        // A battle has two outcomes at most, and all of them are listed.
        let _ = battle.chances(&mut outcomes);
        let mut mean = Some(Scores::ZERO);
        for &(outcome, probability) in &outcomes {
            let mut after = battle.clone();
            after.play(outcome);
            let value = self.value(&after, depth - 1, level + 1);
            mean = mean.zip(value).map(|(sum, value)| sum + value * probability as f32);
        }
        self.levels[level].outcomes = outcomes;
        mean
    }

    /// The best that the player can make of the rest of his turn.
    fn value(&mut self, position: &Dicewars, depth: u32, level: usize) -> Option<Scores> {
        if !self.meter.node() {
            return None;
        }
        if position.turn() == Turn::Over {
            return Some(position.scores());
        }
        let mut best = Some(self.options.evaluation.evaluate(position));
        if depth == 0 {
            return best;
        }
        let seat = position.player();
        self.levels[level].rank(position);
        let attacks = std::mem::take(&mut self.levels[level].ranked);
        for &(_, mv) in attacks.iter().take(self.options.width) {
            let value = self.attack(position, mv, depth, level);
            best = best.zip(value).map(
                |(best, value)| {
                    if value.of(seat) > best.of(seat) { value } else { best }
                },
            );
            if best.is_none() {
                break;
            }
        }
        self.levels[level].ranked = attacks;
        best
    }
}

impl TurnBuffers {
    /// Ranks the attacks by the dice they win, in the order of the move list among equals.
    fn rank(&mut self, position: &Dicewars) {
        position.moves(&mut self.moves);
        self.ranked.clear();
        let attacks = self.moves.iter().filter(|mv| **mv != Move::EndTurn);
        self.ranked.extend(attacks.map(|&mv| (Exchange.gain(position, mv), mv)));
        self.ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{AreaShare, Strength};
    use ludarium_game::{Seat, Seed, Spec, Tabletop};

    use super::*;

    fn read(state: &str) -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=2").unwrap()).unwrap();
        Dicewars::parse(&rules, state).unwrap()
    }

    fn choose(
        evaluation: impl Evaluation<Dicewars>,
        depth: u32,
        position: &Dicewars,
        budget: &Budget,
    ) -> Decision<Move> {
        let mut agent =
            Campaign { evaluation, depth, width: 6, finish: false, rounds: 0, threads: 1 };
        agent.choose(position, budget, &mut Rng::new(Seed(1)))
    }

    /// Five areas in a row. From area 1 the player can take one area, and with a second attack another.
    #[test]
    fn values_are_expectations_over_lines_of_attacks() {
        let position = read("12222;81111;0,0;1;0;0;neighbours=2/1.3/2.4/3.5/4");
        let value = |depth| {
            let decision = choose(AreaShare, depth, &position, &Budget::default());
            assert_eq!(position.describe_move(decision.chosen), "1>2");
            decision.candidates[0].scores.of(Seat(0)).0
        };
        // Eight and seven dice always beat one, six nearly always.
        assert_eq!(value(1), 0.4);
        assert!((value(2) - 0.6).abs() < 1e-6);
        let third = 1.0 - 1.0 / 279_936.0;
        assert!((value(3) - (0.6 + 0.2 * third)).abs() < 1e-6);
    }

    #[test]
    fn hopeless_attacks_are_not_made() {
        let position = read("1222;2888;0,0;1;0;0;neighbours=2/1.3/2.4/3");
        for depth in 1..=3 {
            let decision = choose(Strength::USUAL, depth, &position, &Budget::default());
            assert_eq!(decision.chosen, Move::EndTurn);
        }
    }

    #[test]
    fn a_node_budget_deepens_as_far_as_it_goes() {
        let position = read("12222;81111;0,0;1;0;0;neighbours=2/1.3/2.4/3.5/4");
        let budget = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
        let short = choose(AreaShare, 1, &position, &budget(0));
        assert_eq!((short.chosen, short.depth), (Move::EndTurn, 0));
        let long = choose(AreaShare, 1, &position, &budget(12));
        assert!(long.depth >= 2 && long.nodes <= 12);
    }

    /// Rounds and attacks are the same whoever plays them, so only a budget that ends early tells threads apart.
    #[test]
    fn several_threads_choose_what_one_chooses() {
        let rules = Dicewars::rules(&Spec::parse("orig:players=4").unwrap()).unwrap();
        for seed in 0..4 {
            let position = Dicewars::start(&rules, &mut Rng::new(Seed(seed)));
            let decide = |threads: usize, budget: &Budget| {
                let mut rng = Rng::new(Seed(seed));
                let mut agent = Campaign {
                    evaluation: Strength::USUAL,
                    depth: 2,
                    width: 6,
                    finish: true,
                    rounds: 40,
                    threads,
                };
                let decision = agent.choose(&position, budget, &mut rng);
                (decision, rng)
            };
            let (one, one_after) = decide(1, &Budget::default());
            let (three, three_after) = decide(3, &Budget::default());
            assert!(one.candidates[0].visits >= 16, "rounds were played");
            assert_eq!(three.candidates, one.candidates);
            assert_eq!(three_after, one_after);
            for nodes in [0, 50, 2000] {
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                assert!(decide(3, &budget).0.nodes <= nodes);
            }
        }
    }

    /// All areas but two are the player's, every area has eight dice, and his reserve is full. Evaluations of won
    /// positions hardly differ, and ending the turn was worth a little more than attacking.
    const WON: &str = "44444444444444444444441444144;88888888888888888888888888888;55,19,25,64;4;0;444;board=589750849";

    fn won() -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("orig:players=4").unwrap()).unwrap();
        Dicewars::parse(&rules, WON).unwrap()
    }

    #[test]
    fn whoever_has_won_attacks_until_the_end() {
        for budget in [Some(0), Some(300), None] {
            let budget = Budget { nodes: budget, ..Budget::default() };
            for seed in 0..5 {
                let mut rng = Rng::new(Seed(seed));
                let mut agent = ludarium_agents::agent::<Dicewars>("best").unwrap();
                let mut position = won();
                let mut turns = 0;
                while position.winner().is_none() && turns < 200 {
                    let mv = match position.turn() {
                        Turn::Chance => position.roll(&mut rng),
                        // The other player only waits.
                        _ if position.player() != Seat(3) => Move::EndTurn,
                        _ => agent.choose(&position, &budget, &mut rng).chosen,
                    };
                    turns += usize::from(mv == Move::EndTurn);
                    assert!(turns > 0 || mv != Move::EndTurn, "the first thing is an attack");
                    position.play(mv);
                }
                assert_eq!(position.winner(), Some(Seat(3)), "{}", position.describe());
            }
        }
    }

    #[test]
    fn an_attack_is_free_only_if_all_dice_come_back() {
        // Two areas of the player: a region of two, and the reserve that is given.
        let position = |reserve: u8, dice: &str| {
            read(&format!("112;{dice};{reserve},0;1;0;0;neighbours=2/1.3/2"))
        };
        let free = |reserve, dice| free_attack(&position(reserve, dice)).is_some();
        assert!(free(6, "888"));
        assert!(!free(5, "888"), "a die would be missing");
        assert!(!free(6, "788"));
        assert!(free(7, "788"));
        assert!(!free(20, "878"), "seven dice against eight");
    }
}
