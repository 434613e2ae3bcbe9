//! Messages of the original servers and clients.

use ludarium_game::Seed;
use ludarium_report_000::doors::message::{GameEvent, LegalMoves};
use ludarium_report_002::doors as tuc_chess;
use ludarium_report_002::doors::ServerText;
use ludarium_report_003::doors as dicewars;

/// Messages of the platform.
pub fn door_dice_chess(data: &[u8]) -> bool {
    let event = |line| serde_json::from_slice::<GameEvent>(line).is_ok();
    serde_json::from_slice::<LegalMoves>(data).is_ok()
        || data.split(|&byte| byte == b'\n').any(event)
}

/// Messages of the server, followed as a client would, and requests of clients.
pub fn door_dicewars(data: &[u8]) -> bool {
    let request = serde_json::from_slice::<dicewars::ClientRequest>(data).is_ok();
    let Ok(word) = serde_json::from_slice::<dicewars::ServerMessage>(data) else {
        return request;
    };
    assert!(serde_json::from_slice::<dicewars::ServerMessage>(&dicewars::to_bytes(&word)).is_ok());
    if let Ok((mut follower, _)) = dicewars::MapFollower::new(&word) {
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
        if let Ok(message) = ServerText::read(&text, points) {
            assert_eq!(ServerText::read(&message.to_string(), points), Ok(message));
            accepted = true;
        }
    }
    let luck = Box::new(tuc_chess::SeededLuck::new(Seed(1)));
    let rules = tuc_chess::rules("server").expect("a listed variant");
    let mut game = tuc_chess::ServedGame::new(&rules, luck);
    if let Ok(step) = game.read(data) {
        game.play(step, false);
        accepted = true;
    }
    accepted
}
