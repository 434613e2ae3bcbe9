//! A game on another server, followed by its messages.

use std::sync::Arc;

use ludarium_dicewars::rules::{
    Area, Dicewars, LastBattle, MAX_DICE, Map, Move, OrderOfPlay, Planes, Rules, StartDice,
    areas_in,
};
use ludarium_game::{Game, Seat, Tabletop, Turn};

use super::message::{ByNumber, ServerMessage};

/// The position of a game on a server. Where its messages do not fit our rules, the server is right.
#[derive(Clone, Debug)]
pub struct MapFollower {
    rules: Rules,
    order: Vec<u8>,
    position: Dicewars,
}

impl MapFollower {
    /// The game that a `game_start` describes, and our seat in it; or what is wrong with the message.
    pub fn new(start: &ServerMessage) -> Result<(MapFollower, Seat), String> {
        let lack = |field: &str| format!("the game's start has no `{field}`");
        let board = start.board.as_ref().ok_or_else(|| lack("board"))?;
        let areas = start.areas.as_ref().ok_or_else(|| lack("areas"))?;
        let players = start.no_players.ok_or_else(|| lack("no_players"))?;
        let player = start.player.ok_or_else(|| lack("player"))?;
        let current = start.current_player.ok_or_else(|| lack("current_player"))?;
        let order = match &start.order {
            Some(order) => order.clone(),
            None => (1..=players).collect(),
        };
        if !(2..=8).contains(&players) || !(1..=players).contains(&player) {
            return Err(format!("player {player} of {players}: 2 to 8 can play"));
        }
        let numbers = (1..).map_while(|number| board.get(number));
        let lists: Vec<Vec<Area>> = numbers
            .map(|area| {
                let zero_based = |&number: &u8| Area(number.wrapping_sub(1));
                area.neighbours.iter().map(zero_based).collect()
            })
            .collect();
        if lists.len() != board.0.len() {
            return Err("the areas of the map are not numbered 1, 2, 3, …".to_owned());
        }
        let map = Map::from_neighbours(&lists).map_err(|error| error.to_string())?;
        let rules = Rules {
            players: players.into(),
            areas: lists.len(),
            dice: StartDice::Flat,
            order: OrderOfPlay::Given,
            last_battle: LastBattle::Draw,
            board: Some(Arc::new(map)),
            ownership: None,
            strength: None,
            fixed: None,
        };
        let mut owners = Vec::new();
        let mut dice = Vec::new();
        for number in 1..=lists.len() as u8 {
            let area = areas.get(number);
            let area = area.ok_or_else(|| format!("area {number} is missing in `areas`"))?;
            owners.push(area.owner);
            dice.push(area.dice);
        }
        let texts = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>();
        let text = format!(
            "{};{};{};{current};0;0;order={}",
            texts(&owners).concat(),
            texts(&dice).concat(),
            vec!["0"; players.into()].join(","),
            texts(&order).join(","),
        );
        let position = Dicewars::parse(&rules, &text).map_err(|error| error.to_string())?;
        let follower = MapFollower { rules, order, position };
        Ok((follower, Seat(player - 1)))
    }

    /// The position.
    pub fn position(&self) -> &Dicewars {
        &self.position
    }

    /// Follows a `battle`. Gives the events that it was made of, or none where the position had to be set up again;
    /// `doubts` is called with what did not fit.
    pub fn battle(
        &mut self,
        message: &ServerMessage,
        mut doubts: impl FnMut(String),
    ) -> Result<Vec<Move>, String> {
        let battle = message.result.as_ref();
        let battle = battle.ok_or("a battle without its `result`")?;
        let attack = format!("{}>{}", battle.atk.name, battle.def.name);
        let outcome = if battle.atk.owner == battle.def.owner { "+" } else { "-" };
        let mut after = self.position.clone();
        let events = play(&mut after, &[&attack, outcome]);
        match events {
            Ok(events) if message.areas.as_ref().is_none_or(|areas| agrees(&after, areas)) => {
                self.position = after;
                Ok(events)
            }
            other => {
                doubts(match other {
                    Ok(_) => format!("the areas after {attack} are not as we expected"),
                    Err(reason) => format!("the battle {attack} is not one of ours: {reason}"),
                });
                let player = self.position.player();
                let battles = self.position.battles().saturating_add(1);
                self.set_up(message, player, 0, battles)?;
                Ok(Vec::new())
            }
        }
    }

    /// Follows a `transfer`: our rules have none, so the areas are set as the message says.
    pub fn transfer(&mut self, message: &ServerMessage) -> Result<Vec<Move>, String> {
        let (player, battles) = (self.position.player(), self.position.battles());
        self.set_up(message, player, 0, battles)?;
        Ok(Vec::new())
    }

    /// Follows an `end_turn`, like [`MapFollower::battle`].
    pub fn end_turn(
        &mut self,
        message: &ServerMessage,
        mut doubts: impl FnMut(String),
    ) -> Result<Vec<Move>, String> {
        let next = message.current_player;
        let next = next.ok_or("an end of a turn without its `current_player`")?;
        let mut after = self.position.clone();
        let mut events = play(&mut after, &["E"]);
        if after.turn() == Turn::Chance {
            let received = received(&self.position, message);
            events = received.and_then(|received| {
                let text = after.describe_move(Move::Reinforced(received));
                let placed = play(&mut after, &[&text])?;
                Ok([vec![Move::EndTurn], placed].concat())
            });
        }
        let fits = after.player().0 + 1 == next && reserves_agree(&after, message);
        match events {
            Ok(events) if fits => {
                self.position = after;
                Ok(events)
            }
            other => {
                doubts(match other {
                    Ok(_) => "the next player or a reserve is not as we expected".to_owned(),
                    Err(reason) => format!("the end of the turn is not as we expected: {reason}"),
                });
                let passes = self.position.passes().saturating_add(1);
                let battles = self.position.battles();
                self.set_up(message, Seat(next.wrapping_sub(1)), passes, battles)?;
                Ok(Vec::new())
            }
        }
    }

    /// Sets what a message says, and keeps the rest.
    fn set_up(
        &mut self,
        message: &ServerMessage,
        player: Seat,
        passes: u8,
        battles: u16,
    ) -> Result<(), String> {
        let said = |area: Area| message.areas.as_ref()?.get(area.number() as u8);
        let all = areas_in(self.position.map().all());
        let owner = |area| said(area).map_or(self.position.owner(area).0 + 1, |said| said.owner);
        let dice = |area| said(area).map_or(self.position.dice(area), |said| said.dice);
        let owners: String = all.clone().map(|area| owner(area).to_string()).collect();
        let dice: String = all.map(|area| dice(area).to_string()).collect();
        let reserve = |seat: Seat| {
            let said = message.reserves.as_ref().and_then(|all| all.get(seat.0 + 1));
            said.copied().unwrap_or(self.position.reserve(seat).into())
        };
        let reserves = Seat::all(self.rules.players).map(|seat| reserve(seat).to_string());
        let reserves: Vec<String> = reserves.collect();
        let order: Vec<String> = self.order.iter().map(u8::to_string).collect();
        let number = player.0.wrapping_add(1);
        let reserves = reserves.join(",");
        let order = order.join(",");
        let text = format!("{owners};{dice};{reserves};{number};{passes};{battles};order={order}");
        let position = Dicewars::parse(&self.rules, &text);
        self.position = position.map_err(|error| error.to_string())?;
        Ok(())
    }
}

/// Plays moves and outcomes given as text, each if it is possible.
fn play(position: &mut Dicewars, texts: &[&str]) -> Result<Vec<Move>, String> {
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        let mv = position.parse_move(text).map_err(|error| error.to_string())?;
        position.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// The dice that the areas of a message have more than before.
fn received(before: &Dicewars, message: &ServerMessage) -> Result<Planes, String> {
    let mut received = Planes::default();
    for (number, area) in message.areas.iter().flat_map(|areas| &areas.0) {
        let place = Area::numbered((*number).into(), before.map().areas());
        let place = place.ok_or_else(|| format!("there is no area {number}"))?;
        let more = area.dice.checked_sub(before.dice(place));
        let more = more.filter(|more| *more > 0 && area.dice <= MAX_DICE);
        let more = more.ok_or_else(|| format!("area {number} received no dice"))?;
        received.set(place, more);
    }
    Ok(received)
}

fn agrees(position: &Dicewars, areas: &ByNumber<super::AreaState>) -> bool {
    areas_in(position.map().all()).all(|area| {
        let said = areas.get(area.number() as u8);
        said.is_some_and(|said| {
            said.owner == position.owner(area).0 + 1 && said.dice == position.dice(area)
        })
    })
}

fn reserves_agree(position: &Dicewars, message: &ServerMessage) -> bool {
    message.reserves.as_ref().is_none_or(|reserves| {
        Seat::all(position.seats()).all(|seat| {
            let said = reserves.get(seat.0 + 1);
            said.is_none_or(|&said| said == u32::from(position.reserve(seat)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transfer_of_a_later_server_is_followed() {
        let start = r#"{"type": "game_start", "player": 1, "no_players": 2, "current_player": 1, "order": [1, 2],
            "board": {"1": {"hexes": [[0, 0]], "neighbours": [2, 3]}, "2": {"hexes": [[1, 0]], "neighbours": [1, 3]},
                      "3": {"hexes": [[2, 0]], "neighbours": [1, 2]}},
            "areas": {"1": {"owner": 1, "dice": 3}, "2": {"owner": 1, "dice": 2}, "3": {"owner": 2, "dice": 4}}}"#;
        let (mut game, _) = MapFollower::new(&serde_json::from_str(start).unwrap()).unwrap();
        let message = r#"{"type": "transfer",
            "areas": {"1": {"owner": 1, "dice": 1}, "2": {"owner": 1, "dice": 4}, "3": {"owner": 2, "dice": 4}},
            "result": {"src": {"name": 1, "dice": 1}, "dst": {"name": 2, "dice": 4}}}"#;
        let message: ServerMessage = serde_json::from_str(message).unwrap();
        assert_eq!(message.kind, super::super::message::MessageKind::Transfer);
        game.transfer(&message).unwrap();
        let dice = areas_in(game.position().map().all()).map(|area| game.position().dice(area));
        assert_eq!(dice.collect::<Vec<_>>(), [1, 4, 4]);
        assert_eq!(game.position().player(), Seat(0));
    }
}
