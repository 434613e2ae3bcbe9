//! Value networks from files: `eval=value:FILE` plays them without a rebuild, and says what is wrong with a file.

use std::path::{Path, PathBuf};

use ludarium_agents::values::Shipped;
use ludarium_agents::{Recipe, canonical};
use ludarium_arena::{Contest, Control, Games, Interrupt, Plan, Shard, Store, identities, run};
use ludarium_chexers::rules::Chexers;
use ludarium_game::{Budget, Purpose, Seed, Spec, Tabletop};
use ludarium_learn::model::QuantisedFile;

/// An empty folder.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn shipped() -> QuantisedFile {
    QuantisedFile::from_bytes(Path::new("shipped"), Chexers::FILE).unwrap()
}

fn text(path: &Path) -> String {
    format!("paranoid:depth=2,eval=value:{}", path.display())
}

#[test]
fn a_file_plays_like_the_same_network_in_the_program() {
    let path = scratch("value-plays").join("copy.qnet");
    std::fs::write(&path, Chexers::FILE).unwrap();
    let rules = Chexers::rules(&Spec::named("referee")).unwrap();
    let mut rng = Seed(1).stream(Purpose::Test, 0);
    let position = Chexers::start(&rules, &mut rng);
    let mut thoughts = Vec::new();
    for agent in ["paranoid:depth=2,eval=value", &text(&path)] {
        let recipe = Recipe::<Chexers>::new(agent).unwrap();
        assert_eq!(recipe.models().len(), 1);
        assert_eq!(*recipe.models()[0], *Chexers::FILE);
        let mut rng = Seed(1).stream(Purpose::Test, 1);
        let decision = recipe.agent().choose(&position, &Budget::default(), &mut rng);
        thoughts.push((decision.candidates, decision.nodes));
    }
    assert_eq!(thoughts[0], thoughts[1]);
    assert_eq!(canonical::<Chexers>(&text(&path)).unwrap(), text(&path));
}

#[test]
fn files_that_cannot_be_used_are_refused_with_the_reason() {
    let folder = scratch("value-refused");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let refused = |path: &Path| {
        let error = Recipe::<Chexers>::new(&text(path)).err();
        error.expect("a refusal").to_string()
    };
    let mut damaged = Chexers::FILE.to_vec();
    damaged[100] ^= 1;
    let mut newer = Chexers::FILE.to_vec();
    newer[8] = 9;
    let other_game =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../tuc-chess/models/tuc-chess-value.qnet");
    let other_version = QuantisedFile { features: Some("chexers 7".to_owned()), ..shipped() };
    // Older files do not name their features: the shape tells.
    let unnamed =
        QuantisedFile { features: None, ..QuantisedFile::read(Path::new(other_game)).unwrap() };
    let unnamed = write("unnamed.qnet", &unnamed.to_bytes());
    for (path, reason) in [
        (folder.join("none.qnet"), "none.qnet"),
        (write("damaged.qnet", &damaged), "is damaged"),
        (write("newer.qnet", &newer), "use a newer program"),
        (write("notes.txt", b"no network"), "is not a quantised"),
        (
            PathBuf::from(other_game),
            "a network for the features `tuc-chess 1`, expected one for `chexers 2`",
        ),
        (unnamed.clone(), "in tuc-chess"),
        (unnamed, "702 features and 3 answers for chexers"),
        (
            write("version.qnet", &other_version.to_bytes()),
            "a network for the features `chexers 7`, expected one for `chexers 2`",
        ),
    ] {
        let error = refused(&path);
        assert!(error.contains(reason), "{error}");
        assert!(error.starts_with("agent `paranoid`: cannot read `eval=value:"), "{error}");
    }
    // Only an evaluation that asks a network takes a file.
    let error = Recipe::<Chexers>::new("paranoid:eval=race:x.qnet").err();
    let error = error.expect("a refusal").to_string();
    assert!(error.contains("race or "), "{error}");
}

#[test]
fn a_changed_file_is_another_agent_and_does_not_go_on_with_a_run() {
    let folder = scratch("value-identity");
    let path = folder.join("net.qnet");
    std::fs::write(&path, Chexers::FILE).unwrap();
    let games = Games::new([ludarium_chexers::bundle().game]);
    let agents = vec![text(&path), "random".to_owned()];
    let mut contest = Contest::new("chexers", None, agents, 1);
    contest.lineups = vec![vec![0, 1, 1]];
    contest.longest = 12;
    let contest = contest.resolve(&games).unwrap();
    let before = identities(&games, &contest, None).unwrap();
    let play = |store: &mut Store| {
        let plan = Plan { blocks: 1, threads: 1, shard: Shard::WHOLE, luck: false, bots: None };
        let mut watch = |_: ludarium_arena::Progress<'_>| Control::Continue;
        run(&games, &contest, &plan, store, &Interrupt::new(), &mut watch)
    };
    let mut store = Store::create(&folder.join("run"), &contest).unwrap();
    play(&mut store).unwrap();
    // The same weights, so the same moves; yet another file.
    let mut changed = shipped();
    changed.card.seed += 1;
    changed.write(&path).unwrap();
    assert_ne!(identities(&games, &contest, None).unwrap()[0], before[0]);
    let error = play(&mut store).unwrap_err().to_string();
    assert!(error.contains(": model was "), "{error}");
    assert!(!error.contains("behaviour was"), "{error}");
    std::fs::write(&path, Chexers::FILE).unwrap();
    play(&mut store).unwrap();
}
