//! Messages of the original servers and clients.

use ludarium_chexers::doors as chexers;
use ludarium_dice_chess::doors::commitment::ServerSeed;
use ludarium_dice_chess::doors::message::{AccountEvent, Delivery, GameEvent, LegalMoves, Side};
use ludarium_dice_chess::doors::{Witness, signature};
use ludarium_dicewars::doors as dicewars;
use ludarium_game::{Rng, Seed, Spec, Tabletop};
use ludarium_tuc_chess::doors as tuc_chess;
use ludarium_tuc_chess::rules::wire::Message;

/// Lines of the battleground, and actions in them.
pub fn door_chexers(data: &[u8]) -> bool {
    let message = chexers::Message::read(data);
    if let Ok(message) = &message {
        assert!(chexers::Message::read(message.write().as_bytes()).is_ok());
    }
    let Ok(action) = serde_json::from_slice(data) else {
        return message.is_ok();
    };
    let rules = ludarium_chexers::rules::Chexers::rules(&Spec::named("referee"));
    let rules = rules.expect("a listed variant");
    let start = ludarium_chexers::rules::Chexers::start(&rules, &mut Rng::new(Seed(1)));
    let action = chexers::read_action(&start, &action);
    if let Ok(mv) = action {
        let written = chexers::write_action(mv);
        assert_eq!(chexers::read_action(&start, &written), Ok(mv));
    }
    message.is_ok() || action.is_ok()
}

/// Messages of the platform, and its signatures and seeds.
pub fn door_dice_chess(data: &[u8]) -> bool {
    let mut accepted = serde_json::from_slice::<AccountEvent>(data).is_ok()
        || serde_json::from_slice::<LegalMoves>(data).is_ok();
    let text = String::from_utf8_lossy(data);
    let _ = ServerSeed::read(&text);
    let _ = signature::check("secret", Some(&text), Some(&text), data, 0);
    let mut witness = Witness::new(Side::White, Some("ours-0123456789ab".into()), None);
    for line in data.split(|&byte| byte == b'\n') {
        if let Ok(event) = serde_json::from_slice::<GameEvent>(line) {
            witness.hear(&event);
            accepted = true;
        }
        if let Ok(Delivery::YourTurn { state, .. }) = serde_json::from_slice(line) {
            witness.look(&state);
            accepted = true;
        }
    }
    accepted
}

/// Messages of the server, followed as a client would, and requests of clients.
pub fn door_dicewars(data: &[u8]) -> bool {
    let request = serde_json::from_slice::<dicewars::Request>(data).is_ok();
    let Ok(word) = serde_json::from_slice::<dicewars::ServerMessage>(data) else {
        return request;
    };
    assert!(serde_json::from_slice::<dicewars::ServerMessage>(&dicewars::to_bytes(&word)).is_ok());
    if let Ok((mut follower, _)) = dicewars::Follower::new(&word) {
        let _ = follower.battle(&word, |_| {});
        let _ = follower.end_turn(&word, |_| {});
    }
    true
}

/// Datagrams, read by a client and by a host.
pub fn door_tuc_chess(data: &[u8]) -> bool {
    let mut accepted = false;
    assert!(tuc_chess::read_name(data).chars().count() <= tuc_chess::LARGEST);
    let text = String::from_utf8_lossy(data);
    for points in [[0, 0], [99, 12], [100, 100]] {
        if let Ok(message) = Message::read(&text, points) {
            assert_eq!(Message::read(&message.to_string(), points), Ok(message));
            accepted = true;
        }
    }
    let luck = Box::new(tuc_chess::SeededLuck::new(Seed(1)));
    let rules = tuc_chess::rules("server").expect("a listed variant");
    let mut game = tuc_chess::LiveGame::new(&rules, luck);
    if let Ok(step) = game.read(data) {
        game.play(step, false);
        accepted = true;
    }
    accepted
}
