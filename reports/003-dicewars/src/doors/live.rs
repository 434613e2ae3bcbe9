//! A game on our server, described by the original's messages.

use ludarium_dicewars::rules::{Area, Dicewars, Move, Rolls, areas_in};
use ludarium_game::{Result, Seat, Tabletop};

use crate::seeded_game::{SeededGame, Seeds};

use super::message::{AreaState, Battle, BoardArea, ByNumber, Fighter, MessageKind, ServerMessage};

/// A game in progress, with the original's dice.
pub struct LiveGame {
    game: SeededGame,
    /// The seats in the order in which they were taken: the original lists its players in that order.
    joined: Vec<Seat>,
    events: Vec<String>,
    /// The players eliminated, with the battles fought before.
    eliminations: Vec<(Seat, u16)>,
}

impl LiveGame {
    /// A game at its start, with areas and dice placed. `joined` names every seat once.
    pub fn new(seeds: Seeds, variant: &str, order: &str, joined: Vec<Seat>) -> Result<LiveGame> {
        Ok(LiveGame {
            game: SeededGame::new(seeds, joined.len(), variant, order)?,
            joined,
            events: Vec::new(),
            eliminations: Vec::new(),
        })
    }

    /// The position.
    pub fn position(&self) -> &Dicewars {
        self.game.position()
    }

    /// All moves and outcomes so far, in the game's notation.
    pub fn events(&self) -> &[String] {
        &self.events
    }

    /// `game_start` for a player.
    pub fn start(&self, seat: Seat) -> ServerMessage {
        let map = self.position().map();
        let board = areas_in(map.all()).zip(map.hexes()).map(|(area, hexes)| {
            let neighbours = numbers(map.neighbours(area));
            let hexes = hexes.iter().map(|hex| [hex.x.into(), hex.y.into()]);
            let hexes = hexes.collect();
            (area.number() as u8, BoardArea { hexes, neighbours })
        });
        ServerMessage {
            kind: MessageKind::GameStart,
            board: Some(board.collect()),
            order: Some(self.position().order().map(|seat| seat.0 + 1).collect()),
            ..self.state(seat)
        }
    }

    /// `game_state` for a player.
    pub fn state(&self, seat: Seat) -> ServerMessage {
        ServerMessage {
            kind: MessageKind::GameState,
            player: Some(seat.0 + 1),
            no_players: Some(self.joined.len() as u8),
            current_player: Some(self.position().player().0 + 1),
            ..self.standing()
        }
    }

    /// Fights a battle: the message for everybody and the events, or why it cannot be fought. Without `validate` it is
    /// fought even where the rules forbid it, as long as the area is the player's own.
    pub fn attack(
        &mut self,
        from: Area,
        to: Area,
        validate: bool,
    ) -> Result<(ServerMessage, Vec<Move>)> {
        let before = self.position().clone();
        let rolls = if validate {
            self.game.attack(from, to)?
        } else {
            self.game.attack_unchecked(from, to)?
        };
        let attack = Move::Attack { from, to };
        self.note(&before, attack);
        self.note(&before, rolls.outcome);
        let result = self.result(&before, &rolls, from, to);
        let loser = before.owner(to);
        if before.is_alive(loser) && !self.position().is_alive(loser) {
            self.eliminations.push((loser, before.battles()));
        }
        let message =
            ServerMessage { kind: MessageKind::Battle, result: Some(result), ..self.standing() };
        Ok((message, vec![attack, rolls.outcome]))
    }

    fn result(&self, before: &Dicewars, rolls: &Rolls, from: Area, to: Area) -> Battle {
        let fighter = |area: Area, dice, rolled: &[u8]| Fighter {
            name: area.number() as u8,
            dice,
            owner: self.position().owner(area).0 + 1,
            pwr: rolled.iter().copied().map(u32::from).sum(),
        };
        let defender = match rolls.outcome {
            Move::Won => before.dice(from) - 1,
            _ => before.dice(to),
        };
        Battle {
            atk: fighter(from, 1, &rolls.attacker),
            def: fighter(to, defender, &rolls.defender),
        }
    }

    /// Ends the turn: the message for everybody and the events.
    pub fn end_turn(&mut self) -> Result<(ServerMessage, Vec<Move>)> {
        let before = self.position().clone();
        let placement = self.game.end_turn()?;
        let mut events = vec![Move::EndTurn];
        events.extend(placement.outcome);
        events.iter().for_each(|&mv| self.note(&before, mv));
        let position = self.position();
        let mut areas: ByNumber<AreaState> = ByNumber(Vec::new());
        // In the order in which they received their first die.
        for area in placement.areas {
            let number = area.number() as u8;
            if areas.get(number).is_none() {
                let state = AreaState {
                    adjacent_areas: None,
                    owner: position.owner(area).0 + 1,
                    dice: position.dice(area),
                };
                areas.0.push((number, state));
            }
        }
        let reserve = |&seat: &Seat| (seat.0 + 1, u32::from(position.reserve(seat)));
        let message = ServerMessage {
            kind: MessageKind::EndTurn,
            areas: Some(areas),
            current_player: Some(position.player().0 + 1),
            reserves: Some(self.joined.iter().map(reserve).collect()),
            ..self.standing()
        };
        Ok((message, events))
    }

    /// `game_end`.
    pub fn end(&self) -> ServerMessage {
        let winner = self.position().winner();
        ServerMessage {
            kind: MessageKind::GameEnd,
            winner: Some(winner.map_or(-1, |seat| i16::from(seat.0) + 1)),
            ..ServerMessage::default()
        }
    }

    /// The summary that the original prints at the end. A draw counts everybody who is left as eliminated.
    pub fn summary(&self, nicknames: &[String]) -> String {
        let nickname = |seat: Seat| nicknames.get(seat.index()).map_or("", String::as_str);
        let position = self.position();
        let battles = position.battles();
        let winner = position.winner();
        let mut text = format!("Winner: {}\n", winner.map_or("#None", nickname));
        text.push_str(&format!("Battles total: {battles}\n"));
        let left = self.joined.iter().filter(|&&seat| position.is_alive(seat));
        let left = left.map(|&seat| (seat, battles));
        let drawn = left.filter(|_| winner.is_none());
        for (seat, battles) in self.eliminations.iter().copied().chain(drawn) {
            let eliminated = nickname(seat);
            text.push_str(&format!("After {battles} battles eliminated {eliminated}\n"));
        }
        text
    }

    /// All areas and scores.
    fn standing(&self) -> ServerMessage {
        let position = self.position();
        let map = position.map();
        let area = |area: Area| {
            let state = AreaState {
                adjacent_areas: Some(numbers(map.neighbours(area))),
                owner: position.owner(area).0 + 1,
                dice: position.dice(area),
            };
            (area.number() as u8, state)
        };
        let score = |&seat: &Seat| (seat.0 + 1, position.largest_region(seat));
        ServerMessage {
            areas: Some(areas_in(map.all()).map(area).collect()),
            score: Some(self.joined.iter().map(score).collect()),
            ..ServerMessage::default()
        }
    }

    fn note(&mut self, before: &Dicewars, mv: Move) {
        self.events.push(before.describe_move(mv));
    }
}

fn numbers(areas: &[Area]) -> Vec<u8> {
    areas.iter().map(|area| area.number() as u8).collect()
}
