//! Decisions of the original program's agents: the agents as found must decide the same.
//!
//! The program's answers are compared, not the moves that our agents make of them: ExpectiMiniMax and the hybrid move
//! another kind than was rolled, Q-learning castles without the right, and a pawn that is only in the list may move.

use std::collections::BTreeMap;

use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};
use ludarium_dice_chess::rules::{DiceChess, Kind};
use ludarium_game::{Game, MoveList, Spec, Tabletop};
use serde::Deserialize;

use super::samples;
use crate::agents::{PawnTerm, ProgramView, list_moves};

/// Where the program's games begin.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The question and the answer.
#[derive(Deserialize)]
pub(super) struct AgentDecision {
    agent: ProgramAgent,
    parameters: DecisionParameters,
    position: u64,
    fen: String,
    roll: u64,
    legal: Vec<String>,
    history: Option<Vec<String>>,
    #[serde(rename = "move")]
    answer: Option<String>,
    value: Option<i32>,
    values: Option<BTreeMap<String, i32>>,
    kind: Option<u64>,
    agrees: Option<bool>,
    kind_values: Option<BTreeMap<u64, i32>>,
    repetitions: Option<u64>,
    counts: Option<BTreeMap<String, u64>>,
    agrees_count: Option<u64>,
    mean_values: Option<BTreeMap<String, f64>>,
    mean_visits: Option<BTreeMap<String, f64>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ProgramAgent {
    Basic,
    QTable,
    MiniMax,
    ExpectiMiniMax,
    Ql,
    Hybrid,
    Mcts,
}

/// The depth is not among them: it changes no answer of the program.
#[derive(Deserialize)]
struct DecisionParameters {
    eval: Option<Variant>,
    call: Option<u32>,
    iterations: Option<u64>,
    c: Option<f64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Variant {
    Positional,
    Pawns,
}

/// Asks our copy of the agent the same question.
pub(super) fn verify(record: &AgentDecision, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let AgentDecision { agent, position, fen, roll, .. } = record;
    check.place = format!("{}, {agent:?} at position {position}", check.place);
    check.position = format!("{fen} {roll}");
    let mut asked = record.view(check)?;
    let pawns = match record.parameters.eval {
        Some(Variant::Pawns) => PawnTerm::AsFound,
        _ => PawnTerm::None,
    };
    match agent {
        ProgramAgent::Basic => {
            let found = asked.basic(record.parameters.call.unwrap_or(1));
            record.compare_answer(found, check)
        }
        ProgramAgent::QTable => record.compare_answer(asked.qtable(), check),
        ProgramAgent::MiniMax => record.compare_minimax(&mut asked, pawns, check),
        ProgramAgent::ExpectiMiniMax => record.compare_expectimax(&mut asked, pawns, check),
        ProgramAgent::Ql => {
            let recorded = record.sample(check)?;
            let means = recorded.means(record.mean_values.as_ref(), 0.0);
            let ours = samples::ask(100, |rng| asked.ql(rng));
            recorded.compare_answers(&ours, check)?;
            // A king lost in one run of a hundred would outweigh all others.
            let fair = |mv: &str| !asked.king_at_stake(mv);
            means.compare("mean value", &ours, fair, check)
        }
        ProgramAgent::Hybrid => {
            let recorded = record.sample(check)?;
            recorded.compare_answers(&samples::ask(100, |rng| asked.hybrid(rng)), check)
        }
        ProgramAgent::Mcts => {
            let iterations = record.parameters.iterations.unwrap_or(2000);
            let c = record.parameters.c.unwrap_or(0.8);
            let recorded = record.sample(check)?;
            let means = recorded.means(record.mean_visits.as_ref(), 0.1);
            // Its visits tell more than its answers, and each answer takes long.
            let ours = samples::ask(30, |rng| asked.mcts(iterations, c, rng));
            recorded.compare_answers(&ours, check)?;
            means.compare("mean visits", &ours, |_| true, check)
        }
    }?;
    check.tally.positions += 1;
    Ok(())
}

impl AgentDecision {
    /// What the agent saw; the position and the moves of the kind rolled are compared on the way.
    fn view(&self, check: &mut RecordCheck) -> Result<ProgramView, VerifyError> {
        let rules = Spec::parse("seed:bare=off,plies=0").and_then(|spec| DiceChess::rules(&spec));
        let rules = rules.map_err(unrecognised)?;
        let text = format!("{} {}", self.fen, self.roll);
        let end = check.accept("position", &text, DiceChess::parse(&rules, &text))?;
        let (mut start, mut played) = (end, Vec::new());
        if let Some(history) = &self.history {
            start = check.accept("position", START, DiceChess::parse(&rules, START))?;
            let mut position = start;
            for part in history.iter().flat_map(|ply| ply.split(':')) {
                let mv = check.accept("move", part, position.parse_move(part))?;
                played.push((position, mv));
                position.play(mv);
            }
            check.equal("position after the game", &self.fen, &position.describe())?;
        }
        let mut moves = MoveList::new();
        list_moves(&end, &mut moves);
        let listed: Vec<String> = moves.iter().map(|&mv| end.describe_move(mv)).collect();
        check.equal("moves", &self.legal[..], listed)?;
        let view = ProgramView::after(&start, &played, &end);
        view.ok_or_else(|| unrecognised("nothing is rolled, or the game is over"))
    }

    fn compare_answer(
        &self,
        found: Option<String>,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let recorded = self.answer.as_deref().map(squares);
        check.equal("answer", recorded, found.as_deref())
    }

    fn compare_minimax(
        &self,
        asked: &mut ProgramView,
        pawns: PawnTerm,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        let values = asked.minimax_values(pawns);
        if let Some(recorded) = &self.values {
            let recorded: BTreeMap<&str, i32> =
                recorded.iter().map(|(mv, &value)| (squares(mv), value)).collect();
            let found: BTreeMap<&str, i32> =
                values.iter().map(|(mv, value)| (mv.as_str(), *value)).collect();
            check.equal("values", recorded, found)?;
            let best = values.iter().map(|(_, value)| *value).max();
            check.equal("value", self.value, best)?;
        }
        self.compare_answer(asked.minimax(pawns), check)
    }

    fn compare_expectimax(
        &self,
        asked: &mut ProgramView,
        pawns: PawnTerm,
        check: &mut RecordCheck,
    ) -> Result<(), VerifyError> {
        if let Some(recorded) = &self.kind_values {
            let sums = asked.expectimax_sums(pawns).into_iter();
            let found: BTreeMap<u64, i32> = sums.map(|(kind, sum)| (face(kind), sum)).collect();
            check.equal("sums of the kinds", recorded, &found)?;
        }
        let answer = asked.expectimax(pawns);
        let kind = answer.as_deref().and_then(|mv| asked.kind_of(mv));
        if self.kind.is_some() {
            check.equal("kind moved", self.kind, kind.map(face))?;
        }
        if let Some(agrees) = self.agrees {
            check.equal(
                "whether it is the kind rolled",
                agrees,
                kind.map(face) == Some(self.roll),
            )?;
        }
        self.compare_answer(answer, check)
    }

    fn sample(&self, check: &mut RecordCheck) -> Result<samples::RecordedAnswers<'_>, VerifyError> {
        let (Some(counts), Some(repetitions)) = (&self.counts, self.repetitions) else {
            return Err(unrecognised("an agent with luck needs `counts` and `repetitions`"));
        };
        check.equal("repetitions", repetitions, counts.values().sum::<u64>())?;
        let recorded = samples::RecordedAnswers::new(counts, repetitions);
        if let Some(agreeing) = self.agrees_count {
            let legal = |mv: &str| self.legal.iter().any(|legal| squares(legal) == mv);
            check.equal("answers of the kind rolled", agreeing, recorded.count(legal))?;
        }
        Ok(recorded)
    }
}

/// The squares left and reached: the program's answers do not always say what a pawn becomes.
pub(super) fn squares(mv: &str) -> &str {
    mv.get(..4).unwrap_or(mv)
}

fn face(kind: Kind) -> u64 {
    1 + kind as u64
}
