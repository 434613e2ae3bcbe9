//! Positions and moves as text.
//!
//! A position is the original's state, `owners;dice;reserves;player;passes;battles`: a digit for
//! the owner and a digit for the dice of each area, the reserves of the players separated by
//! commas, the player to move, the turns ended since the last battle, the battles fought. Parts
//! that complete it follow, each after a `;`:
//!
//! - `order=2,3,1`: the order of play, where it is not 1, 2, 3, …;
//! - `board=17`: the map of a seed, or `neighbours=2.3/1.3/1.2`: the neighbours of each area in
//!   order; may be left out where the rules fix a board;
//! - `battle=6>2`: dice are about to decide this attack, or `reinforce`: the player has ended
//!   the turn and new dice are about to fall.
//!
//! Moves: `6>2` attacks area 2 from area 6, `E` ends the turn. Outcomes: `+` the attacker won, `-`
//! it did not, `7:2,12:1` area 7 received two dice and area 12 one.

use std::fmt::Write;
use std::sync::Arc;

use ludarium_game::{Error, MAX_SEATS, Result, Seat};

use super::setup::given_order;
use super::{
    Area, Dicewars, LAST_BATTLE, MAX_AREAS, MAX_DICE, MAX_RESERVE, Map, Move, Phase, Planes,
    QUIET_ROUNDS, Rules, SeatOrder, areas_in, certain,
};

/// The parts after the state, as text.
#[derive(Default)]
struct StateParts<'a> {
    order: Option<&'a str>,
    board: Option<&'a str>,
    neighbours: Option<&'a str>,
    battle: Option<&'a str>,
    reinforce: bool,
}

impl<'a> StateParts<'a> {
    fn read(texts: impl Iterator<Item = &'a str>) -> Result<StateParts<'a>> {
        let mut parts = StateParts::default();
        for text in texts {
            let twice = match text.split_once('=') {
                Some(("order", value)) => parts.order.replace(value).is_some(),
                Some(("board", value)) => parts.board.replace(value).is_some(),
                Some(("neighbours", value)) => parts.neighbours.replace(value).is_some(),
                Some(("battle", value)) => parts.battle.replace(value).is_some(),
                None if text == "reinforce" => std::mem::replace(&mut parts.reinforce, true),
                _ => {
                    let known = "order=…, board=…, neighbours=…, battle=… or reinforce";
                    return Err(Error::position("a part after the battles", text, known));
                }
            };
            if twice {
                return Err(Error::position("a part after the battles", text, "it once"));
            }
        }
        Ok(parts)
    }
}

impl Dicewars {
    /// The original's state text: `owners;dice;reserves;player;passes;battles`.
    pub fn state(&self) -> String {
        let mut text = String::with_capacity(96);
        let areas = areas_in(self.map.all());
        text.extend(areas.clone().map(|area| digit(self.owner(area).0 + 1)));
        text.push(';');
        text.extend(areas.map(|area| digit(self.dice(area))));
        text.push(';');
        text.push_str(&joined(&self.reserves[..self.players as usize], ","));
        let player = self.player().0 + 1;
        let _ = write!(text, ";{player};{};{}", self.passes, self.battles);
        text
    }

    pub(super) fn write(&self) -> String {
        let mut text = self.state();
        let players = self.players as usize;
        if self.order != given_order(players) {
            let order: Vec<u8> = self.order().map(|seat| seat.0 + 1).collect();
            let _ = write!(text, ";order={}", joined(&order, ","));
        }
        match self.map.seed() {
            Some(seed) => {
                let _ = write!(text, ";board={seed}");
            }
            None => {
                let list = |area| joined(self.map.neighbours(area), ".");
                let lists: Vec<String> = areas_in(self.map.all()).map(list).collect();
                let _ = write!(text, ";neighbours={}", lists.join("/"));
            }
        }
        match self.phase {
            Phase::Battle { from, to } => {
                let _ = write!(text, ";battle={from}>{to}");
            }
            Phase::Reinforcement { .. } => text.push_str(";reinforce"),
            Phase::Choosing | Phase::Over(_) => {}
        }
        text
    }

    pub(super) fn read(rules: &Rules, text: &str) -> Result<Dicewars> {
        let mut fields = text.split(';');
        let mut next = |field| {
            let missing = "a text of six parts, owners;dice;reserves;player;passes;battles";
            fields.next().ok_or_else(|| Error::position(field, "missing", missing))
        };
        let [owners, dice, reserves, player, passes, battles] = [
            next("owners")?,
            next("dice")?,
            next("reserves")?,
            next("player")?,
            next("passes")?,
            next("battles")?,
        ];
        let parts = StateParts::read(fields)?;
        let players = rules.players;
        let (count, seats) = read_digits("owners", owners, players as u8)?;
        let map = read_map(rules, &parts, count)?;
        let (dice_count, dice) = read_digits("dice", dice, MAX_DICE)?;
        if dice_count != map.areas() || count != map.areas() {
            let expected = format!("{0} owners and {0} dice, one for each area", map.areas());
            let found = format!("{count} owners and {dice_count} dice");
            return Err(Error::position("the number of areas", &found, expected));
        }
        let order = read_order(parts.order, players)?;
        let areas = std::array::from_fn(|seat| seats.equal_to(seat as u8) & map.all());
        let mut position = Dicewars::new(map, areas, dice, players, order);
        position.last_battle = rules.last_battle;
        position.reserves = read_reserves(reserves, players)?;
        let player = number("the player to move", player, 1, players as u32)? as u8 - 1;
        let place = position.order().position(|seat| seat == Seat(player));
        position.place = place.unwrap_or(0) as u8;
        if !position.is_alive(Seat(player)) {
            let number = player + 1;
            return Err(Error::Impossible(format!(
                "it is player {number}'s turn, but that player owns no area"
            )));
        }
        let most = QUIET_ROUNDS * position.players_alive();
        position.passes = number("passes", passes, 0, u32::from(most))? as u8;
        position.battles = number("battles", battles, 0, u32::from(LAST_BATTLE))? as u16;
        if position.players_alive() == 1 && position.passes > 0 {
            return Err(Error::Impossible(
                "one player owns every area, so the last move was a battle: passes must be 0"
                    .into(),
            ));
        }
        position.phase = position.judged();
        position.read_pending(&parts)?;
        Ok(position)
    }

    fn read_pending(&mut self, parts: &StateParts) -> Result<()> {
        if let Some(text) = parts.battle {
            if parts.reinforce {
                return Err(Error::Impossible(
                    "a battle and a reinforcement cannot be pending together".into(),
                ));
            }
            let (from, to) = self.read_attack(text)?;
            self.phase = Phase::Battle { from, to };
        }
        if parts.reinforce {
            let own = self.areas_of(self.player());
            if own & !self.dice.sevens() == 0 {
                return Err(Error::Impossible(
                    "no reinforcement can be pending for a player whose areas are all full".into(),
                ));
            }
            let ended =
                self.passes.checked_sub(1).map(|passes| Dicewars { passes, ..self.clone() });
            if !ended.is_some_and(|before| before.judged() == Phase::Choosing) {
                return Err(Error::Impossible(
                    "a reinforcement is pending, but no turn can have ended just now".into(),
                ));
            }
            let dice = self.dice_in_hand(self.player());
            self.phase = Phase::Reinforcement { dice };
        }
        Ok(())
    }

    pub(super) fn spell(mv: Move, out: &mut String) {
        match mv {
            Move::Attack { from, to } => {
                // Writing to a string cannot fail.
                let _ = write!(out, "{from}>{to}");
            }
            Move::EndTurn => out.push('E'),
            Move::Won => out.push('+'),
            Move::Lost => out.push('-'),
            Move::Reinforced(received) => {
                for (index, area) in areas_in(received.positive()).enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    let _ = write!(out, "{comma}{area}:{}", received.get(area));
                }
            }
        }
    }

    pub(super) fn read_move(&self, text: &str) -> Result<Move> {
        match self.phase {
            Phase::Choosing if text == "E" => Ok(Move::EndTurn),
            Phase::Choosing => {
                let (from, to) = self.read_attack(text)?;
                Ok(Move::Attack { from, to })
            }
            Phase::Battle { from, to } => match text {
                "+" => Ok(Move::Won),
                "-" if !certain(self.dice(from), self.dice(to)) => Ok(Move::Lost),
                "-" => Err(Error::illegal(text, "this attack cannot fail")),
                _ => Err(Error::notation(text, "+ (the attacker won) or - (the attacker did not)")),
            },
            Phase::Reinforcement { .. } => {
                let received = self.read_reinforcement(text)?;
                self.check_reinforcement(received)
                    .map_err(|reason| Error::illegal(text, reason))?;
                Ok(Move::Reinforced(received))
            }
            Phase::Over(_) => Err(Error::illegal(text, "the game is over")),
        }
    }

    fn read_attack(&self, text: &str) -> Result<(Area, Area)> {
        let area = |text: &str| Area::numbered(whole(text)? as usize, self.map.areas());
        let (from, to) = text
            .split_once('>')
            .and_then(|(from, to)| Some((area(from)?, area(to)?)))
            .ok_or_else(|| {
                let areas = self.map.areas();
                Error::notation(text, format!("E or FROM>TO with areas 1 to {areas}"))
            })?;
        self.check_attack(from, to).map_err(|reason| Error::illegal(text, reason))?;
        Ok((from, to))
    }

    fn read_reinforcement(&self, text: &str) -> Result<Planes> {
        let mut received = Planes::default();
        for part in text.split(',') {
            let pair = part.split_once(':').and_then(|(area, dice)| {
                let area = Area::numbered(whole(area)? as usize, self.map.areas())?;
                let dice = whole(dice).filter(|dice| (1..=7).contains(dice))?;
                (received.get(area) == 0).then_some((area, dice as u8))
            });
            let Some((area, dice)) = pair else {
                let expected = "AREA:DICE,AREA:DICE,… with different areas and 1 to 7 dice";
                return Err(Error::notation(text, expected));
            };
            received.set(area, dice);
        }
        Ok(received)
    }

    /// Whether the player to move may attack so; if not, why.
    pub fn check_attack(&self, from: Area, to: Area) -> std::result::Result<(), String> {
        let areas = self.map.areas();
        if from.index() >= areas || to.index() >= areas {
            return Err(format!("the map has areas 1 to {areas}"));
        }
        if self.phase != Phase::Choosing {
            return Err("no attack can be made now".into());
        }
        let player = self.player();
        if self.owner(from) != player {
            return Err(format!("area {from} belongs to player {}", self.owner(from).0 + 1));
        }
        if self.dice(from) < 2 {
            return Err(format!("area {from} has a single die, an attack needs two"));
        }
        if self.map.neighbour_set(from) & to.bit() == 0 {
            return Err(format!("areas {from} and {to} are not neighbours"));
        }
        if self.owner(to) == player {
            return Err(format!("area {to} is the attacker's own"));
        }
        Ok(())
    }

    /// Whether the dice of the pending reinforcement can fall so; if not, why.
    pub(super) fn check_reinforcement(&self, received: Planes) -> std::result::Result<(), String> {
        let own = self.areas_of(self.player());
        for area in areas_in(received.positive()) {
            if own & area.bit() == 0 {
                return Err(format!("area {area} is not the player's own"));
            }
            if self.dice(area) + received.get(area) > MAX_DICE {
                return Err(format!("area {area} would hold more than {MAX_DICE} dice"));
            }
        }
        let room = 7 * own.count_ones() - self.dice.sum(own);
        let due = room.min(u32::from(self.dice_in_hand(self.player())));
        match received.sum(own) {
            placed if placed == due => Ok(()),
            placed => Err(format!("{placed} dice are placed instead of {due}")),
        }
    }
}

fn digit(number: u8) -> char {
    char::from(b'0' + number)
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    texts.join(separator)
}

/// A whole number of at most nine digits, without a sign.
fn whole(text: &str) -> Option<u32> {
    let digits = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn number(field: &'static str, text: &str, least: u32, most: u32) -> Result<u32> {
    whole(text)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| Error::position(field, text, format!("a number from {least} to {most}")))
}

/// Digits from 1 to `most`, less one each, and how many there are.
fn read_digits(field: &'static str, text: &str, most: u8) -> Result<(usize, Planes)> {
    let wrong = || {
        let expected = format!("2 to {MAX_AREAS} digits from 1 to {most}, one for each area");
        Error::position(field, text, expected)
    };
    if !(2..=MAX_AREAS).contains(&text.len()) {
        return Err(wrong());
    }
    let mut planes = Planes::default();
    for (index, byte) in text.bytes().enumerate() {
        if !(b'1'..=b'0' + most).contains(&byte) {
            return Err(wrong());
        }
        planes.set(Area(index as u8), byte - b'1');
    }
    Ok((text.len(), planes))
}

fn read_reserves(text: &str, players: usize) -> Result<[u8; MAX_SEATS]> {
    let mut reserves = [0; MAX_SEATS];
    let wrong = || {
        let expected = format!("{players} numbers from 0 to {MAX_RESERVE}, one for each player");
        Error::position("reserves", text, expected)
    };
    if text.split(',').count() != players {
        return Err(wrong());
    }
    for (reserve, text) in reserves.iter_mut().zip(text.split(',')) {
        let number = number("a reserve", text, 0, u32::from(MAX_RESERVE));
        *reserve = number.map_err(|_| wrong())? as u8;
    }
    Ok(reserves)
}

fn read_order(text: Option<&str>, players: usize) -> Result<SeatOrder> {
    let mut order = given_order(players);
    let Some(text) = text else {
        return Ok(order);
    };
    let seats: Vec<usize> =
        text.split(',').filter_map(|text| whole(text).map(|number| number as usize)).collect();
    let each_once = (1..=players).all(|player| seats.contains(&player));
    if !each_once || text.split(',').count() != players {
        let expected = format!("the numbers 1 to {players}, each once");
        return Err(Error::position("the order of play", text, expected));
    }
    for (place, number) in order.iter_mut().zip(seats) {
        *place = number as u8 - 1;
    }
    Ok(order)
}

fn read_map(rules: &Rules, parts: &StateParts, areas: usize) -> Result<Arc<Map>> {
    match (parts.board, parts.neighbours) {
        (Some(board), Some(_)) => Err(Error::position(
            "the map",
            &format!("both board={board} and neighbours=…"),
            "one of them",
        )),
        (Some(board), None) => {
            let digits = board.bytes().all(|byte| byte.is_ascii_digit());
            let seed = board.parse().ok().filter(|_| digits).ok_or_else(|| {
                let expected = format!("a number from 0 to {}", u64::MAX);
                Error::position("the seed of the board", board, expected)
            })?;
            let fixed = rules.board.as_ref();
            let known = fixed.filter(|map| map.seed() == Some(seed) && map.areas() == areas);
            known.map_or_else(|| Map::generate(seed, areas), |map| Ok(map.clone()))
        }
        (None, Some(text)) => {
            let lists: Result<Vec<Vec<Area>>> = text.split('/').map(read_neighbours).collect();
            Ok(Arc::new(Map::from_neighbours(&lists?)?))
        }
        (None, None) => rules.board.clone().ok_or_else(|| {
            let expected = "board=SEED or neighbours=…, because the rules fix no board";
            Error::position("the map", "missing", expected)
        }),
    }
}

fn read_neighbours(text: &str) -> Result<Vec<Area>> {
    let area = |text| {
        let number = number("a neighbour", text, 1, MAX_AREAS as u32)?;
        Ok(Area(number as u8 - 1))
    };
    text.split('.').map(area).collect()
}
