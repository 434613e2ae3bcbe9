//! One function for each parser of foreign input. Each says whether the parser accepted the bytes.

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use ludarium_arena::{Games, Ruleset, Tournament};
use ludarium_bridge::bot::{BotCommand, BotEngine, HeardLine, hear};
use ludarium_bundle::Bundle;
use ludarium_bundle::originals::{Document, Replay, VerifyError, verify};
use ludarium_game::tensors::{AnyTensors, Array};
use ludarium_game::{Budget, Position, Rng, Seat, Seed, Spec, Turn};
use ludarium_lab::League;
use ludarium_lab::experiment::Experiment;
use ludarium_learn::model::{ModelFile, QuantisedFile, TensorFile};
use ludarium_learn::outside::OutsideNetwork;
use ludarium_train::values::{Plan, game_of};

use crate::games::bundles;

/// The games as commands see them.
pub(crate) static GAMES: LazyLock<Games> = LazyLock::new(|| ludarium_bundle::games(&bundles()));

/// Every game under every variant.
pub(crate) static RULES: LazyLock<Vec<Arc<dyn Ruleset>>> = LazyLock::new(|| {
    let every = GAMES.iter().flat_map(|entry| {
        let variants = entry.variants();
        variants.map(|variant| entry.rules(Some(variant.name)).expect("a listed variant"))
    });
    every.collect()
});

/// What replays the records of each game that has any.
pub(crate) static REPLAYS: LazyLock<Vec<(&str, Replay)>> = LazyLock::new(|| {
    let replay = |bundle: Bundle| Some((bundle.game.info.name, bundle.originals?));
    bundles().into_iter().filter_map(replay).collect()
});

/// The game that the first byte picks, and the other bytes.
fn rules(data: &[u8]) -> Option<(usize, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((usize::from(*first) % RULES.len(), rest))
}

/// Different random games of each variant.
const WALKS: usize = 8;

/// The positions of those games that were needed, each after one event more than the one before.
static POSITIONS: LazyLock<Vec<OnceLock<Vec<Position>>>> =
    LazyLock::new(|| vec![OnceLock::new(); RULES.len() * WALKS]);

/// A position of a random game: the byte says of which game, and after how many events.
pub(crate) fn after(rules: usize, events: u8) -> &'static Position {
    let walk = usize::from(events) % WALKS;
    let positions = POSITIONS[rules * WALKS + walk].get_or_init(|| {
        let mut rng = Rng::new(Seed(walk as u64));
        let mut position = RULES[rules].start(&mut rng);
        let mut positions = vec![position.clone()];
        while positions.len() < 256 && position.turn() != Turn::Over {
            step(&mut position, &mut rng);
            positions.push(position.clone());
        }
        positions
    });
    &positions[usize::from(events) % positions.len()]
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
pub fn spec(data: &[u8]) -> bool {
    let Ok(spec) = Spec::parse(&String::from_utf8_lossy(data)) else {
        return false;
    };
    assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    true
}

/// The text of an agent and of a variant, in each game.
pub fn agent(data: &[u8]) -> bool {
    let Some((rules, rest)) = rules(data) else {
        return false;
    };
    let (rules, text) = (&*RULES[rules], String::from_utf8_lossy(rest));
    let canonical = rules.canonical(&text);
    if let Ok(canonical) = &canonical {
        assert_eq!(rules.canonical(canonical).as_ref(), Ok(canonical));
    }
    let found = GAMES.rules(rules.game(), Some(&text));
    if let Ok(found) = &found {
        assert!(GAMES.rules(rules.game(), Some(found.variant())).is_ok());
    }
    canonical.is_ok() || found.is_ok()
}

/// The text of a position: these bytes, and a real one with some bytes changed.
pub fn position(data: &[u8]) -> bool {
    let Some((rules, rest)) = rules(data) else {
        return false;
    };
    let Some((&events, pairs)) = rest.split_first() else {
        return false;
    };
    // Few pairs: with many nothing is left of the real position.
    let near = changed(&after(rules, events).describe(), &pairs[..pairs.len().min(4)]);
    let texts = [&*String::from_utf8_lossy(rest), &near];
    let accepted = texts.map(|text| {
        let Ok(mut position) = RULES[rules].parse(text) else {
            return false;
        };
        let written = position.describe();
        let again = RULES[rules].parse(&written).map(|again| again.describe());
        assert_eq!(again.as_ref(), Ok(&written), "read from `{text}`");
        let mut rng = Rng::new(Seed(1));
        for _ in 0..20 {
            step(&mut position, &mut rng);
        }
        true
    });
    accepted[0]
}

/// The text of a move in a real position: these bytes, and a legal one with some bytes changed.
pub fn moves(data: &[u8]) -> bool {
    let Some((rules, [events, pick, pairs @ ..])) = rules(data) else {
        return false;
    };
    let position = after(rules, *events);
    let legal = position.moves();
    let mut texts = vec![String::from_utf8_lossy(pairs).into_owned()];
    if !legal.is_empty() {
        let mv = &legal[usize::from(*pick) % legal.len()];
        texts.push(changed(mv, &pairs[..pairs.len().min(4)]));
    }
    let accepted = texts.iter().map(|text| {
        let read = position.read_move(text);
        if let Ok(read) = &read {
            assert_eq!(position.read_move(read).as_ref(), Ok(read));
            let mut next = position.clone();
            next.play(read).expect("a move that was read");
        }
        let _ = position.clone().play(text);
        let _ = position.clicks(text);
        read.is_ok()
    });
    accepted.fold(false, |any, accepted| any | accepted)
}

/// What a bot writes, line by line, and the text that starts one.
pub fn bot_line(data: &[u8]) -> bool {
    let lines = data.split(|&byte| byte == b'\n').map(|line| {
        let text = str::from_utf8(line).ok();
        let command = text.is_some_and(|text| BotCommand::parse(text).is_ok());
        command | matches!(hear(line), HeardLine::Message(_))
    });
    lines.fold(false, |any, accepted| any | accepted)
}

/// What a manager says to an engine of ours: whole sessions.
pub fn engine(data: &[u8]) -> bool {
    static ENGINE: LazyLock<BotEngine> = LazyLock::new(|| {
        let budget = Budget::default();
        BotEngine::new(&GAMES, "chexers", "random", budget).expect("an agent of every game")
    });
    let mut said = Vec::new();
    ENGINE.serve(data, &mut said).expect("a vector takes all");
    String::from_utf8_lossy(&said).contains("\"type\":\"move\"")
}

/// The file of a tournament.
pub fn tournament(data: &[u8]) -> bool {
    let tournament = Tournament::read(&String::from_utf8_lossy(data));
    tournament.is_ok_and(|tournament| tournament.contest(&GAMES).is_ok())
}

/// The file of an experiment.
pub fn experiment(data: &[u8]) -> bool {
    Experiment::parse(&GAMES, "fuzz", &String::from_utf8_lossy(data)).is_ok()
}

/// The file of an experiment of your own, of one game or several.
pub fn study(data: &[u8]) -> bool {
    Experiment::parse_own(&GAMES, "fuzz", &String::from_utf8_lossy(data)).is_ok()
}

/// The file of a league.
pub fn league(data: &[u8]) -> bool {
    League::parse(&GAMES, "fuzz", &String::from_utf8_lossy(data)).is_ok()
}

/// The plan by which a value network is trained, read by the game that it names.
pub fn plan(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let Ok(game) = game_of("fuzz", &text) else {
        return false;
    };
    let read = match game.as_str() {
        "dice-chess" => Plan::parse::<ludarium_dice_chess::rules::DiceChess>,
        "three-chess" => Plan::parse::<ludarium_three_chess::rules::ThreeChess>,
        "tuc-chess" => Plan::parse::<ludarium_tuc_chess::rules::TucChess>,
        "dicewars" => Plan::parse::<ludarium_dicewars::rules::Dicewars>,
        _ => Plan::parse::<ludarium_chexers::rules::Chexers>,
    };
    read("fuzz", &text).is_ok()
}

/// The numbers of every variant's moves and positions.
static TENSORS: LazyLock<Vec<Arc<dyn AnyTensors>>> =
    LazyLock::new(|| RULES.iter().map(|rules| rules.tensors()).collect());

/// The number of a move in a real position, and the seat that looks at it: anything a learner may send.
pub fn action(data: &[u8]) -> bool {
    let Some((rules, [events, seat, number @ ..])) = rules(data) else {
        return false;
    };
    let (tensors, position) = (&*TENSORS[rules], after(rules, *events));
    let mut bytes = [0; 8];
    let length = number.len().min(bytes.len());
    bytes[..length].copy_from_slice(&number[..length]);
    let number = u64::from_le_bytes(bytes) as usize;
    let mut seen = vec![0.0; tensors.size()];
    let seat_is_there = usize::from(*seat) < position.seats();
    let observed = tensors.observe(position, Seat(*seat), &mut seen).is_ok();
    assert_eq!(observed, seat_is_there);
    assert!(seen.iter().all(|number| number.is_finite()));
    let legal = tensors.legal(position).expect("a position of this game");
    let mut next = position.clone();
    let played = tensors.play(&mut next, number).is_ok();
    let listed = u32::try_from(number).is_ok_and(|number| legal.contains(&number));
    assert_eq!(played, listed, "action {number}");
    if let Ok(text) = tensors.text(position, number) {
        assert_eq!(tensors.action(position, &text), Ok(number));
    }
    played
}

/// A document of records, replayed by the game that the first byte picks. Accepted means that it was understood; it
/// may still disagree with the rules.
pub fn record(data: &[u8]) -> bool {
    let Some((first, rest)) = data.split_first() else {
        return false;
    };
    let (game, replay) = REPLAYS[usize::from(*first) % REPLAYS.len()];
    let document = Document::parse(String::from_utf8_lossy(rest).into_owned());
    matches!(verify(game, replay, &document), Ok(_) | Err(VerifyError::Disagreement(_)))
}

/// A network from outside, which answers for a game of the right shape if it is one.
pub fn outside(data: &[u8]) -> bool {
    let Ok(network) = OutsideNetwork::from_bytes(Path::new("fuzz"), data) else {
        return false;
    };
    let planes = [Array::new("table", &[2], ""), Array::new("board", &[3, 4, 5], "")];
    let row = [Array::new("a", &[3, 3], ""), Array::new("b", &[8], "")];
    for (arrays, actions, seats) in [(planes, 21, 3), (row, 5, 2)] {
        if let Ok(fit) = network.fit("testing", &arrays, actions, seats) {
            let size: usize = arrays.iter().map(Array::size).sum();
            let answers = network.evaluate(&fit, &vec![0.5; size]);
            assert!(answers.values.iter().all(|value| (0.0..=1.0).contains(value)));
        }
    }
    true
}

/// A model file of either format.
pub fn model(data: &[u8]) -> bool {
    let path = Path::new("fuzz");
    let quantised = QuantisedFile::from_bytes(path, data).is_ok();
    let tensors = TensorFile::from_bytes(path, data)
        .is_ok_and(|tensors| ModelFile::from_tensors(path, &tensors).is_ok());
    quantised || tensors
}
