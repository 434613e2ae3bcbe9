//! Coins: a game whose agents have known strengths, for tests of what the laboratory says about them.
//!
//! Each seat picks a coin and throws it, and the higher throw stands before the lower. A throw is the strength of the coin
//! plus luck with Gumbel's distribution, so the order of the seats follows Plackett–Luce exactly. Coins of one strength turn
//! the same luck differently: two equal agents are not each other's mirror in the games of a block.

use ludarium_agents::{Entry, Playable};
use ludarium_arena::{GameEntry, GameInfo, Games};
use ludarium_game::{
    Agent, Budget, ChancePlace, Decision, Error, Game, Listing, MoveList, NoGain, OptionInfo,
    Result, Rng, Scene, Scores, Seat, Spec, Tabletop, Turn, VariantInfo,
};

/// A coin: what it is called, its strength in Elo, and how far it turns its luck.
struct Coin {
    name: &'static str,
    elo: f64,
    turn: f64,
}

const COINS: [Coin; 5] = [
    Coin { name: "fair", elo: 0.0, turn: 0.0 },
    Coin { name: "even", elo: 0.0, turn: 0.382 },
    Coin { name: "plain", elo: 0.0, turn: 0.618 },
    Coin { name: "keen", elo: 60.0, turn: 0.146 },
    Coin { name: "bright", elo: 120.0, turn: 0.764 },
];

/// The strength of the coin that an agent throws.
pub fn elo_of(name: &str) -> f64 {
    COINS.iter().find(|coin| coin.name == name).map_or(f64::NAN, |coin| coin.elo)
}

const MOST_PLAYERS: usize = 3;
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Throws are whole numbers.
const PARTS: f64 = 1e12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coins {
    players: u8,
    /// Throws that have fallen.
    fallen: u8,
    /// The coin that is in the air.
    thrown: Option<u8>,
    throws: [i64; MOST_PLAYERS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Toss {
    /// A seat throws the coin with this number.
    Throw(u8),
    /// Chance: the luck of the throw, as a part of 2^32.
    Fall(u32),
}

impl Game for Coins {
    type Move = Toss;

    const CHANCE: ChancePlace = ChancePlace::AfterMove;

    fn seats(&self) -> usize {
        self.players.into()
    }

    fn turn(&self) -> Turn {
        match self.thrown {
            Some(_) => Turn::Chance,
            None if self.fallen == self.players => Turn::Over,
            None => Turn::Seat(Seat(self.fallen)),
        }
    }

    fn moves(&self, out: &mut MoveList<Toss>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            (0..COINS.len() as u8).for_each(|coin| out.push(Toss::Throw(coin)));
        }
    }

    fn play(&mut self, mv: Toss) {
        match mv {
            Toss::Throw(coin) => self.thrown = Some(coin),
            Toss::Fall(luck) => {
                let Some(coin) = self.thrown.take() else {
                    return;
                };
                let coin = &COINS[usize::from(coin)];
                let unit = (f64::from(luck) + 0.5) / f64::from(u32::MAX) + coin.turn;
                let gumbel = -(-unit.fract().max(f64::MIN_POSITIVE).ln()).ln();
                let throw = (coin.elo / ELO_PER_LOGIT + gumbel) * PARTS;
                self.throws[usize::from(self.fallen)] = throw as i64;
                self.fallen += 1;
            }
        }
    }

    fn chances(&self, out: &mut Vec<(Toss, f64)>) -> Listing {
        out.clear();
        if self.thrown.is_some() { Listing::TooMany } else { Listing::Complete }
    }

    fn roll(&self, rng: &mut Rng) -> Toss {
        Toss::Fall((rng.bits() >> 32) as u32)
    }

    /// The first gets most, in equal steps.
    fn scores(&self) -> Scores {
        let throws = &self.throws[..self.seats()];
        let below = |throw: &i64| throws.iter().filter(|other| *other < throw).count();
        let steps = (throws.len() * (throws.len() - 1) / 2) as f32;
        let scores: Vec<f32> = throws.iter().map(|throw| below(throw) as f32 / steps).collect();
        Scores::new(&scores)
    }

    fn key(&self) -> u64 {
        let mix = |key: u64, part: u64| (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let throws =
            self.throws.iter().fold(u64::from(self.fallen), |key, &one| mix(key, one as u64));
        mix(throws, self.thrown.map_or(99, u64::from))
    }
}

impl Tabletop for Coins {
    type Rules = u8;

    const NAME: &'static str = "coins";

    const VARIANTS: &'static [VariantInfo] =
        &[VariantInfo { name: "gumbel", summary: "the higher throw stands before the lower" }];

    const OPTIONS: &'static [OptionInfo] = &[OptionInfo {
        key: "players",
        values: "2 or 3",
        default: "2",
        summary: "the number of players",
    }];

    fn rules(variant: &Spec) -> Result<u8> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        Ok(variant.number("players", 2..=MOST_PLAYERS as u64, 2)? as u8)
    }

    fn start(players: &u8, _rng: &mut Rng) -> Coins {
        Coins { players: *players, fallen: 0, thrown: None, throws: [0; MOST_PLAYERS] }
    }

    /// Nobody sets up anything but the start.
    fn parse(players: &u8, text: &str) -> Result<Coins> {
        let start = Coins { players: *players, fallen: 0, thrown: None, throws: [0; MOST_PLAYERS] };
        if text == start.describe() {
            return Ok(start);
        }
        Err(Error::position("the text", text, start.describe()))
    }

    fn describe(&self) -> String {
        let throws: Vec<String> = self.throws.iter().map(i64::to_string).collect();
        format!("{} {:?} {}", self.fallen, self.thrown, throws.join(","))
    }

    fn write_move(&self, mv: Toss, out: &mut String) {
        match mv {
            Toss::Throw(coin) => out.push_str(COINS[usize::from(coin)].name),
            Toss::Fall(luck) => out.push_str(&luck.to_string()),
        }
    }

    fn ending(&self) -> &'static str {
        if self.turn() == Turn::Over { "all have thrown" } else { "" }
    }

    fn scene(&self) -> Scene {
        Scene::default()
    }
}

impl Playable for Coins {
    type Gain = NoGain;

    fn entries() -> Vec<Entry<Coins>> {
        let throws = |place: usize| {
            let name = COINS[place].name;
            Entry::new(name, "throws the coin of this name", move |_| move || Thrower(place as u8))
        };
        (0..COINS.len()).map(throws).collect()
    }
}

struct Thrower(u8);

impl Agent<Coins> for Thrower {
    fn choose(&mut self, _: &Coins, _: &Budget, _: &mut Rng) -> Decision<Toss> {
        Decision::plain(Toss::Throw(self.0))
    }
}

/// A list with this game alone.
pub fn coins() -> Games {
    Games::new([GameEntry::new::<Coins>(GameInfo {
        name: "coins",
        title: "Coins",
        summary: "a game whose agents have known strengths",
        seats: (2, MOST_PLAYERS as u8),
        chance: "a throw after each choice",
    })])
}
