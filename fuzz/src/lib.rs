//! What the fuzz targets do with bytes: one function for each parser of foreign input. None may panic, whatever the
//! bytes are, and what a parser accepts it must be able to write and read again.

mod doors;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use ludarium_arena::{Games, Ruleset, Tournament};
use ludarium_bridge::bot::{BotCommand, hear};
use ludarium_bundle::Bundle;
use ludarium_game::{Position, Rng, Seed, Spec, Turn};
use ludarium_lab::experiment::Experiment;
use ludarium_learn::model::{ModelFile, QuantisedFile, Tensors};
use ludarium_originals::{Document, Replay, verify};

pub use doors::{door_chexers, door_dice_chess, door_dicewars, door_tuc_chess};

/// The five games.
fn bundles() -> Vec<Bundle> {
    vec![
        ludarium_dice_chess::bundle(),
        ludarium_three_chess::bundle(),
        ludarium_tuc_chess::bundle(),
        ludarium_dicewars::bundle(),
        ludarium_chexers::bundle(),
    ]
}

static GAMES: LazyLock<Games> = LazyLock::new(|| ludarium_bundle::games(&bundles()));

/// Every game under every variant.
static RULES: LazyLock<Vec<Arc<dyn Ruleset>>> = LazyLock::new(|| {
    let every = GAMES.iter().flat_map(|entry| {
        let variants = entry.variants();
        variants.map(|variant| entry.rules(Some(variant.name)).expect("a listed variant"))
    });
    every.collect()
});

/// What replays the records of each game that has any.
static REPLAYS: LazyLock<Vec<(&str, Replay)>> = LazyLock::new(|| {
    let replay = |bundle: Bundle| Some((bundle.game.info.name, bundle.originals?));
    bundles().into_iter().filter_map(replay).collect()
});

/// The game that the first byte picks, and the other bytes.
fn rules(data: &[u8]) -> Option<(&'static dyn Ruleset, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((&*RULES[usize::from(*first) % RULES.len()], rest))
}

/// A position of a random game after as many events as the byte says.
fn after(rules: &dyn Ruleset, events: u8) -> Position {
    let mut rng = Rng::new(Seed(u64::from(events)));
    let mut position = rules.start(&mut rng);
    for _ in 0..events {
        step(&mut position, &mut rng);
    }
    position
}

/// One random event.
fn step(position: &mut Position, rng: &mut Rng) {
    match position.turn() {
        Turn::Over => {}
        Turn::Chance => {
            position.roll(rng);
        }
        Turn::Seat(_) => {
            let moves = position.moves();
            let mv = &moves[rng.below(moves.len() as u32) as usize];
            position.play(mv).expect("a legal move");
        }
    }
}

/// A right text with bytes changed: each pair says where and to what. Nearly right texts go deeper than noise.
fn changed(text: &str, pairs: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for pair in pairs.chunks_exact(2) {
        let at = usize::from(pair[0]) % (bytes.len() + 1);
        match bytes.get_mut(at) {
            Some(byte) => *byte = pair[1],
            None => bytes.push(pair[1]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Texts such as `name:key=value,…`.
pub fn spec(data: &[u8]) {
    if let Ok(spec) = Spec::parse(&String::from_utf8_lossy(data)) {
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    }
}

/// The text of an agent and of a variant, in each game.
pub fn agent(data: &[u8]) {
    let Some((rules, rest)) = rules(data) else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    if let Ok(canonical) = rules.canonical(&text) {
        assert_eq!(rules.canonical(&canonical).as_ref(), Ok(&canonical));
    }
    if let Ok(found) = GAMES.rules(rules.game(), Some(&text)) {
        assert!(GAMES.rules(rules.game(), Some(found.variant())).is_ok());
    }
}

/// The text of a position: noise, and a real one with some bytes changed.
pub fn position(data: &[u8]) {
    let Some((rules, rest)) = rules(data) else {
        return;
    };
    let Some((&events, pairs)) = rest.split_first() else {
        return;
    };
    let near = changed(&after(rules, events).describe(), pairs);
    for text in [&*String::from_utf8_lossy(rest), &near] {
        let Ok(mut position) = rules.parse(text) else {
            continue;
        };
        let written = position.describe();
        let again = rules.parse(&written).map(|again| again.describe());
        assert_eq!(again.as_ref(), Ok(&written), "read from `{text}`");
        let mut rng = Rng::new(Seed(1));
        for _ in 0..20 {
            step(&mut position, &mut rng);
        }
    }
}

/// The text of a move in a real position: noise, and a legal one with some bytes changed.
pub fn moves(data: &[u8]) {
    let Some((rules, [events, pick, pairs @ ..])) = rules(data) else {
        return;
    };
    let position = after(rules, *events);
    let legal = position.moves();
    let mut texts = vec![String::from_utf8_lossy(pairs).into_owned()];
    if !legal.is_empty() {
        texts.push(changed(&legal[usize::from(*pick) % legal.len()], pairs));
    }
    for text in texts {
        if let Ok(read) = position.read_move(&text) {
            assert_eq!(position.read_move(&read).as_ref(), Ok(&read));
            let mut next = position.clone();
            next.play(&read).expect("a move that was read");
        }
        let _ = position.clone().play(&text);
        let _ = position.clicks(&text);
    }
}

/// What a bot writes, line by line, and the text that starts one.
pub fn bot_line(data: &[u8]) {
    for line in data.split(|&byte| byte == b'\n') {
        let _ = hear(line);
        if let Ok(text) = str::from_utf8(line) {
            let _ = BotCommand::parse(text);
        }
    }
}

/// The file of a tournament.
pub fn tournament(data: &[u8]) {
    if let Ok(tournament) = Tournament::read(&String::from_utf8_lossy(data)) {
        let _ = tournament.contest(&GAMES);
    }
}

/// The file of an experiment.
pub fn experiment(data: &[u8]) {
    let _ = Experiment::parse(&GAMES, "fuzz", &String::from_utf8_lossy(data));
}

/// A document of records, replayed by the game that the first byte picks.
pub fn record(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let (game, replay) = REPLAYS[usize::from(*first) % REPLAYS.len()];
    let document = Document::parse(String::from_utf8_lossy(rest).into_owned());
    let _ = verify(game, replay, &document);
}

/// A model file of either format.
pub fn model(data: &[u8]) {
    let path = Path::new("fuzz");
    let _ = QuantisedFile::from_bytes(path, data);
    if let Ok(tensors) = Tensors::from_bytes(path, data) {
        let _ = ModelFile::from_tensors(path, &tensors);
    }
}
