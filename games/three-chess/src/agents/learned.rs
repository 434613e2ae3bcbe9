//! The linear evaluation that is learned in stages, and the weights that come with this program.

use std::path::Path;
use std::sync::LazyLock;

use super::weights::WEIGHTS;
use crate::rules::{
    AttackWeights, FEATURES, Move, Sight, Stage, ThreeChess, attack_sums, feature_name, features,
};
use ludarium_agents::Parameters;
use ludarium_game::{Evaluation, MoveList, Scores};
use ludarium_learn::model::{Linear, Model, ModelFile, TensorFile};
use ludarium_learn::regression::Outlook;
use ludarium_search::Glance;

/// A linear evaluation: each seat's features, weighted and summed, give its chances to win and to lose.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearOutlook {
    stage: Stage,
    weights: [f32; FEATURES],
    /// The same up to the stage of attack, which is what searches ask for.
    attack: AttackWeights,
}

impl LinearOutlook {
    /// The evaluation with these weights; those that the stage does not see are not used.
    pub fn new(stage: Stage, weights: [f32; FEATURES]) -> LinearOutlook {
        LinearOutlook { stage, attack: AttackWeights::new(&weights), weights }
    }

    /// The evaluation of a model; `None` if its features are not those of a stage.
    pub fn from_model(model: &Linear) -> Option<LinearOutlook> {
        let count = model.names().len();
        let stage = Stage::ALL.into_iter().find(|stage| stage.features() == count)?;
        let mut weights = [0.0; FEATURES];
        for (feature, weight) in weights[..count].iter_mut().enumerate() {
            *weight = model.weight(&feature_name(feature))?;
        }
        Some(LinearOutlook::new(stage, weights))
    }

    /// What the evaluation sees.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The chances of each seat to win and to lose.
    pub fn outlook(&self, position: &ThreeChess) -> Outlook<3> {
        if self.stage == Stage::Attack {
            return outlook_of(attack_sums(position, &self.attack));
        }
        let mut sums = [0.0f32; 3];
        features(position, self.stage, |seat, feature, amount| {
            sums[seat.index()] += self.weights[feature] * amount;
        });
        outlook_of(sums)
    }
}

fn outlook_of(sums: [f32; 3]) -> Outlook<3> {
    Outlook::of(sums.map(f64::from))
}

fn scores(outlook: &Outlook<3>) -> Scores {
    Scores::new(&outlook.values().map(|value| value as f32))
}

impl Evaluation<ThreeChess> for LinearOutlook {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        scores(&self.outlook(position))
    }
}

/// The weights of each stage that come with this program.
static SHIPPED: LazyLock<[LinearOutlook; 3]> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../../models/three-chess-treestrap-material.safetensors"),
        include_bytes!("../../models/three-chess-treestrap-attack.safetensors"),
        include_bytes!("../../models/three-chess-treestrap-placement.safetensors"),
    ];
    files.map(|bytes| read(bytes).expect("weights that come with this program"))
});

fn read(bytes: &[u8]) -> Option<LinearOutlook> {
    let path = Path::new("models/three-chess-treestrap.safetensors");
    let tensors = TensorFile::from_bytes(path, bytes).ok()?;
    match ModelFile::from_tensors(path, &tensors).ok()?.model {
        Model::Linear(linear) => LinearOutlook::from_model(&linear),
        _ => None,
    }
}

/// The evaluation of a stage, with the weights that come with this program where the text gives no others. The stage of
/// placement has too many to be named one by one: see [`Learned`].
pub(super) fn read_weights(p: &mut Parameters<'_>, stage: Stage) -> LinearOutlook {
    let usual = &SHIPPED[stage as usize].weights;
    let mut weights = *usual;
    for (weight, told) in weights[..stage.features()].iter_mut().zip(&WEIGHTS) {
        *weight = told.read(p, *weight);
    }
    LinearOutlook::new(stage, weights)
}

/// The evaluation of a stage with the weights that come with this program, read when it is first asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Learned(pub Stage);

impl Evaluation<ThreeChess> for Learned {
    fn evaluate(&self, position: &ThreeChess) -> Scores {
        SHIPPED[self.0 as usize].evaluate(position)
    }
}

/// The stage of attack for searches: positions one move apart have most of what attacks what in common.
#[derive(Clone, Debug)]
pub(super) struct Watchful {
    weights: AttackWeights,
}

impl Watchful {
    /// Reads its weights; those that the stage has learned if the text gives no others.
    pub fn read(p: &mut Parameters<'_>) -> Watchful {
        Watchful { weights: read_weights(p, Stage::Attack).attack }
    }
}

/// Fewer moves are all looked at.
const FEW_MOVES: usize = 4;

impl Glance<ThreeChess> for Watchful {
    type Sight = Sight;

    fn judge(&self, position: &ThreeChess) -> Scores {
        scores(&outlook_of(attack_sums(position, &self.weights)))
    }

    fn look(&self, position: &ThreeChess, sight: &mut Sight) {
        sight.look(position);
    }

    fn judge_after(
        &self,
        sight: &Sight,
        before: &ThreeChess,
        mv: Move,
        after: &ThreeChess,
    ) -> Scores {
        let sums = sight.sums_after(before, mv, after, &self.weights);
        scores(&outlook_of(sums))
    }

    /// A move that changes little is worth about as much as none.
    fn keep_lively(
        &self,
        sight: &Sight,
        position: &ThreeChess,
        moves: &mut MoveList<Move>,
    ) -> Option<Scores> {
        let left_out = moves.len() >= FEW_MOVES && sight.keep_lively(position, moves);
        let sums = || sight.sums_without_a_move(position, &self.weights);
        left_out.then(|| scores(&outlook_of(sums())))
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Rules;
    use ludarium_game::{Budget, Game, Purpose, Seat, Seed, Tabletop};

    use super::*;

    fn position(text: &str) -> ThreeChess {
        ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn each_stage_comes_with_weights_of_its_own() {
        for (stage, shipped) in Stage::ALL.into_iter().zip(SHIPPED.iter()) {
            assert_eq!(shipped.stage(), stage);
            let used = &shipped.weights[..stage.features()];
            assert!(used.iter().all(|weight| weight.is_finite()));
            let queen = used[4];
            assert!(used[0] > 0.0 && used[..4].iter().all(|&weight| weight < queen), "{used:?}");
        }
    }

    #[test]
    fn a_queen_more_is_liked_and_a_king_within_reach_decides() {
        let start = ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Test, 0));
        // Red is without its queen.
        let poor = position(&start.describe().replacen('5', ".", 1));
        for stage in Stage::ALL {
            let values = Learned(stage).evaluate(&poor);
            let [blue, green, red] = [0, 1, 2].map(|seat| values.of(Seat(seat)).0);
            assert!(red < 0.45 && red < blue && red < green, "{stage:?} {values:?}");
            assert!((values.sum() - 1.5).abs() < 1e-5);
        }
        // Blue's rook looks over the seam at Green's king, and Blue is to move.
        let text = "R...K.../......../......../......../.r.....k/......../......../......../....6..4/......../......../........ B - - - 7";
        let open = position(text);
        let value = |stage| Learned(stage).evaluate(&open).of(Seat(0)).0;
        assert!((value(Stage::Material) - 0.5).abs() < 0.01);
        assert!(value(Stage::Attack) > 0.9 && value(Stage::Placement) > 0.9);
    }

    /// The weights that come with this program, one of them changed.
    fn changed(stage: Stage, feature: usize, weight: f32) -> LinearOutlook {
        let mut weights = SHIPPED[stage as usize].weights;
        weights[feature] = weight;
        LinearOutlook::new(stage, weights)
    }

    #[test]
    fn weights_of_a_text_are_those_of_the_evaluation() {
        let start = ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Test, 0));
        let cases = [
            ("learned-attack", Stage::Attack, "squares-reached", 21, 3.5),
            ("learned-attack", Stage::Attack, "pawns", 0, -0.5),
            ("learned-material", Stage::Material, "queens", 4, 2.0),
        ];
        for (name, stage, key, feature, weight) in cases {
            let text = format!("one-ply:eval={name},eval.{key}={weight}");
            let mut agent = ludarium_agents::agent::<ThreeChess>(&text).unwrap();
            let mut rng = Seed(1).stream(Purpose::Test, 0);
            let decision = agent.choose(&start, &Budget::default(), &mut rng);
            let expected = changed(stage, feature, weight);
            assert!(decision.candidates.len() > 10);
            for candidate in &decision.candidates {
                let mut after = start.clone();
                after.play(candidate.mv);
                assert_eq!(candidate.scores, expected.evaluate(&after), "{text}");
            }
        }
    }

    #[test]
    fn the_search_judges_by_weights_of_its_own() {
        let start = ThreeChess::start(&Rules::default(), &mut Seed(0).stream(Purpose::Test, 0));
        let expected = changed(Stage::Attack, 21, 1.5);
        let watchful = Watchful { weights: expected.attack.clone() };
        let mut sight = Sight::default();
        watchful.look(&start, &mut sight);
        let mut moves = MoveList::new();
        start.moves(&mut moves);
        let mut differ = 0;
        for &mv in &moves {
            let mut after = start.clone();
            after.play(mv);
            let scores = expected.evaluate(&after);
            assert_eq!(watchful.judge(&after), scores);
            assert_eq!(watchful.judge_after(&sight, &start, mv, &after), scores);
            differ += u32::from(scores != Learned(Stage::Attack).evaluate(&after));
        }
        assert!(differ > 10, "{differ}");
        let queens = SHIPPED[Stage::Attack as usize].weights[4];
        let usual = ludarium_agents::canonical::<ThreeChess>(&format!("best:eval.queens={queens}"));
        assert_eq!(usual.as_deref(), Ok("best"));
        let other = ludarium_agents::canonical::<ThreeChess>("best:eval.queens=0.8");
        assert_eq!(other.as_deref(), Ok("best:eval.queens=0.8"));
    }

    #[test]
    fn files_of_another_kind_are_refused() {
        assert_eq!(read(b"nothing of ours"), None);
        let other = Linear::new(vec!["another".to_owned()], vec![1.0]).unwrap();
        assert_eq!(LinearOutlook::from_model(&other), None);
    }
}
