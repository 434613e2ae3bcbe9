//! Networks from outside as agents of Sprint, a game that has no tensors of its own: what a stranger's game gets.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Agent, Budget, Game, Purpose, Spec, Tabletop};
use ludarium_learn::model::{Tensor, TensorFile as File};

use super::*;
use crate::{Recipe, Roster};

/// Files of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("ludarium-outside-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// Writes a network for races with this many runners: weights by the place of an output and of an input.
    fn write(
        &self,
        name: &str,
        players: usize,
        value: impl Fn(usize, usize) -> f32,
        policy: impl Fn(usize, usize) -> f32,
    ) -> String {
        let start = start(players);
        let tensors = Sprint::tensors(&start);
        let arrays = tensors.arrays();
        let inputs: usize = arrays.iter().map(Array::size).sum();
        let matrix = |name: &str, rows: usize, cell: &dyn Fn(usize, usize) -> f32| Tensor {
            name: name.to_owned(),
            shape: vec![rows, inputs],
            cells: (0..rows * inputs).map(|at| cell(at / inputs, at % inputs)).collect(),
        };
        let card = format!(
            r#"{{"format": 1, "game": "sprint", "input": {{"shape": [{inputs}]}},
                "value": [{{"kind": "linear", "weight": "v"}}, {{"kind": "softmax"}}],
                "policy": [{{"kind": "linear", "weight": "p"}}]}}"#
        );
        let file = File {
            metadata: BTreeMap::from([("ludarium".to_owned(), card)]),
            tensors: vec![matrix("v", players, &value), matrix("p", tensors.actions(), &policy)],
        };
        let path = self.0.join(name);
        file.write(&path).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(players: usize) -> Sprint {
    let rules = Sprint::rules(&Spec::parse(&format!("strict:players={players}")).unwrap()).unwrap();
    Sprint::start(&rules, &mut Seed(1).stream(Purpose::Start, 0))
}

fn observed(position: &Sprint) -> Vec<f32> {
    let tensors = Sprint::tensors(position);
    let mut row = vec![0.0; tensors.arrays().iter().map(Array::size).sum()];
    tensors.observe(position, mover(position), &mut row);
    row
}

/// Weights that are different everywhere.
fn uneven(output: usize, input: usize) -> f32 {
    ((output * 31 + input * 17) % 23) as f32 / 23.0 - 0.5
}

fn read(text: &str) -> Result<Recipe<Sprint>, String> {
    let recipe = Roster::<Sprint>::default().recipe(text);
    recipe.map_err(|error| error.to_string())
}

/// The definition: the softmax of weights times observation, the mover's share first.
fn defined(position: &Sprint) -> Scores {
    let row = observed(position);
    let seats = position.seats();
    let logit = |seat: usize| {
        let terms = row.iter().enumerate();
        terms.map(|(input, cell)| cell * uneven(seat, input)).sum::<f32>().exp()
    };
    let sum: f32 = (0..seats).map(logit).sum();
    let mut scores = Scores::ZERO;
    for turn in 0..seats {
        let seat = (mover(position).index() + turn) % seats;
        scores.set(Seat(seat as u8), Value(logit(turn) / sum));
    }
    scores
}

#[test]
fn an_evaluation_is_what_the_network_says_with_the_eyes_of_the_mover() {
    let folder = Folder::new("evaluation");
    let path = folder.write("net", 3, uneven, |_, _| 0.0);
    let (network, _) = Outside::<Sprint>::read(Path::new(&path)).unwrap();
    let close = |found: Scores, wanted: Scores| {
        let pairs = found.as_slice(3).iter().zip(wanted.as_slice(3));
        for (found, wanted) in pairs {
            assert!((found - wanted).abs() < 1e-5, "{found} for {wanted}");
        }
    };
    let mut position = start(3);
    let mut rng = Rng::new(Seed(3));
    let (mut moved, mut rolled) = (0, 0);
    while position.turn() != Turn::Over && moved < 60 {
        if position.turn() == Turn::Chance {
            // Where the die is next: the mean over what it may show.
            let mut outcomes = Vec::new();
            assert_eq!(position.chances(&mut outcomes), Listing::Complete);
            let mut mean = Scores::ZERO;
            for (outcome, probability) in outcomes {
                let mut next = position.clone();
                next.play(outcome);
                let scores = match next.turn() {
                    Turn::Over => next.scores(),
                    _ => defined(&next),
                };
                mean += scores * probability as f32;
            }
            close(network.evaluate(&position), mean);
            position.play(position.roll(&mut rng));
            rolled += 1;
        } else {
            close(network.evaluate(&position), defined(&position));
            let mut buffer = MoveList::new();
            position.play(position.pick(&mut rng, &mut buffer));
            moved += 1;
        }
    }
    assert!(moved > 10 && rolled > 3, "{moved} moves, {rolled} rolls");
}

#[test]
fn the_policy_says_where_a_search_looks() {
    let folder = Folder::new("policy");
    let position = start(2);
    let tensors = Sprint::tensors(&position);
    let budget = Budget { iterations: Some(60), ..Budget::default() };
    for wanted in [SprintMove::Walk, SprintMove::Run] {
        let action = tensors.action(&position, wanted);
        let told = observed(&position);
        let policy = |output: usize, input: usize| {
            let weight = if output == action { 4.0 } else { 0.0 };
            weight * f32::from(u8::from(told[input] != 0.0))
        };
        let path = folder.write("net", 2, |_, _| 0.0, policy);
        let recipe = read(&format!("mcts:net=file:{path},batch=4,solver=off")).unwrap();
        recipe.check(&position).unwrap();
        let mut agent = recipe.agent();
        let decision = agent.choose(&position, &budget, &mut Rng::new(Seed(1)));
        assert_eq!(decision.chosen, wanted);
        assert_eq!(decision.iterations, 60);
        let most = decision.candidates[0].visits;
        assert!(most > 50, "{most} of 60 visits to {wanted:?}");
    }
}

#[test]
fn a_network_makes_another_agent_and_none_leaves_the_old_one_alone() {
    let folder = Folder::new("identity");
    let (one, other) = (
        folder.write("one", 2, uneven, uneven),
        folder.write("other", 2, |a, b| -uneven(a, b), uneven),
    );
    for text in ["mcts:net=file:", "maxn:eval=file:", "one-ply:eval=file:"] {
        let (one, other) = (read(&format!("{text}{one}")), read(&format!("{text}{other}")));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!((one.models().len(), other.models().len()), (1, 1));
        assert_ne!(one.models(), other.models());
    }
    let plain = read("mcts").unwrap();
    assert_eq!(read("mcts:net=none").unwrap().canonical(), "mcts");
    assert!(plain.models().is_empty());
    assert!(plain.settings().iter().all(|one| !one.starts_with("net")));
}

#[test]
fn what_does_not_fit_is_an_error_before_the_game() {
    let folder = Folder::new("errors");
    let path = folder.write("net", 3, uneven, uneven);
    for text in [format!("mcts:net=file:{path}"), format!("maxn:eval=file:{path}")] {
        let recipe = read(&text).unwrap();
        assert_eq!(recipe.check(&start(3)), Ok(()));
        let error = recipe.check(&start(2)).unwrap_err().to_string();
        assert!(error.contains("it gives 3 scores, expected 2"), "{error}");
    }
    for (text, reason) in [
        (format!("mcts:net=file:{path},rollout=random"), "unknown parameter `rollout`"),
        ("mcts:batch=4".to_owned(), "unknown parameter `batch`"),
        ("mcts:net=file:no.such".to_owned(), "cannot use no.such"),
        ("mcts:net=word".to_owned(), "expected none"),
        ("mcts:net=value:x".to_owned(), "expected none"),
        ("maxn:eval=file:Cargo.toml".to_owned(), "is not a network in the safetensors"),
    ] {
        let error = read(&text).err().expect("an error");
        assert!(error.contains(reason), "{text}: {error}");
    }
}
