//! Variants and options, and the set-up they stand for.

use std::sync::Arc;

use ludarium_game::{
    Account, Dice, Error, Facts, Fault, Game, OptionInfo, Result, Rng, Sanction, Scene, Seat, Seed,
    Spec, Tabletop, Throw, VariantInfo,
};

use super::mersenne::Mersenne;
use super::original_dice::OriginalDice;
use super::random_source::SetupSource;
use super::setup::{self, OrderOfPlay, StartDice, assign, order_of_play, start_dice};
use super::{Dicewars, Ending, MAX_AREAS, Map, Move, Phase, battle, key, reinforcement};

/// The number of areas of the original's maps.
pub(super) const AREAS: usize = 29;

/// What happens when the 10 000th battle gives a player the last area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastBattle {
    /// Nobody wins, as in the original.
    Draw,
    /// The player wins.
    Win,
}

/// What is fixed for a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// 2 to 8 players.
    pub players: usize,
    /// The number of areas of a map that is drawn, 8 to 32.
    pub areas: usize,
    /// The dice at the start.
    pub dice: StartDice,
    /// The order of play.
    pub order: OrderOfPlay,
    /// What the 10 000th battle can do.
    pub last_battle: LastBattle,
    /// The map of every game; without it each game draws its own.
    pub board: Option<Arc<Map>>,
    /// The seed of the original's generator that assigns the areas.
    pub ownership: Option<u64>,
    /// The seed of the original's generator that places the dice.
    pub strength: Option<u64>,
    /// The seed of the original's generator that shuffles the order of play and then rolls all dice of the
    /// game.
    pub fixed: Option<u64>,
}

const SEEDS: &str = "0 to 18446744073709551615";

const fn seed_option(key: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { key, values: SEEDS, default: "drawn for each game", summary }
}

fn seed(variant: &Spec, key: &str) -> Result<Option<u64>> {
    let given = variant.get(key).is_some();
    let seed = variant.number(key, 0..=u64::MAX, 0)?;
    Ok(given.then_some(seed))
}

/// Draws seeds until one has room for the map; the first nearly always has.
fn draw_map(areas: usize, rng: &mut Rng) -> Arc<Map> {
    loop {
        // Short seeds keep the notation short.
        if let Ok(map) = Map::generate(rng.bits() >> 32, areas) {
            return map;
        }
    }
}

impl Tabletop for Dicewars {
    type Rules = Rules;

    const NAME: &'static str = "dicewars";

    const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo { name: "flat", summary: "every area starts with three dice" },
        VariantInfo {
            name: "orig",
            summary: "areas start with different numbers of dice, players with nearly equal sums",
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            key: "players",
            values: "2 to 8",
            default: "4",
            summary: "the number of players",
        },
        OptionInfo {
            key: "areas",
            values: "8 to 32",
            default: "29",
            summary: "the number of areas of the map",
        },
        OptionInfo {
            key: "order",
            values: "given, shuffled",
            default: "given",
            summary: "whether players move in the order 1, 2, 3, … or in a shuffled one",
        },
        OptionInfo {
            key: "last-battle",
            values: "draw, win",
            default: "draw",
            summary: "what the 10 000th battle is worth when it conquers the last area",
        },
        seed_option("board", "the original's seed of the map"),
        seed_option("ownership", "the original's seed for handing out the areas"),
        seed_option("strength", "the original's seed for handing out the dice (orig)"),
        seed_option("fixed", "the original's seed for the order of play and all dice of the game"),
    ];

    fn rules(variant: &Spec) -> Result<Rules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        let dice = match variant.name.as_str() {
            "orig" => StartDice::Orig,
            _ => StartDice::Flat,
        };
        let orders = [("given", OrderOfPlay::Given), ("shuffled", OrderOfPlay::Shuffled)];
        let last_battles = [("draw", LastBattle::Draw), ("win", LastBattle::Win)];
        let areas = variant.number("areas", 8..=MAX_AREAS as u64, AREAS as u64)? as usize;
        let board =
            match seed(variant, "board")? {
                Some(seed) => Some(Map::generate(seed, areas).map_err(|error| {
                    Error::value("board", seed, format!("another seed ({error})"))
                })?),
                None => None,
            };
        Ok(Rules {
            players: variant.number("players", 2..=8, 4)? as usize,
            areas,
            dice,
            order: variant.choice("order", &orders, OrderOfPlay::Given)?,
            last_battle: variant.choice("last-battle", &last_battles, LastBattle::Draw)?,
            board,
            ownership: seed(variant, "ownership")?,
            strength: seed(variant, "strength")?,
            fixed: seed(variant, "fixed")?,
        })
    }

    fn start(rules: &Rules, rng: &mut Rng) -> Dicewars {
        let players = rules.players;
        let map = match &rules.board {
            Some(map) => map.clone(),
            None => draw_map(rules.areas, rng),
        };
        let assigned = assign(map.areas(), players, &mut SetupSource::new(rules.ownership, rng));
        let strength = &mut SetupSource::new(rules.strength, rng);
        let dice = start_dice(rules.dice, &assigned, players, strength);
        let order = order_of_play(rules.order, players, &mut SetupSource::new(rules.fixed, rng));
        let areas = setup::areas_of_seats(&assigned);
        Dicewars {
            last_battle: rules.last_battle,
            ..Dicewars::new(map, areas, dice, players, order)
        }
    }

    fn parse(rules: &Rules, text: &str) -> Result<Dicewars> {
        Dicewars::read(rules, text)
    }

    fn describe(&self) -> String {
        self.write()
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        self.read_move(text)
    }

    fn write_move(&self, mv: Move, out: &mut String) {
        Dicewars::spell(mv, out);
    }

    /// With `fixed` the dice are the original's. Its lists of areas begin in the order in which the areas were
    /// assigned, which follows from `ownership`; without it there is no original order, so they begin by number.
    fn own_dice(rules: &Rules, start: &Dicewars) -> Option<Box<dyn Dice<Dicewars>>> {
        let seed = rules.fixed?;
        let drawn = rules.ownership.map(|ownership| {
            let random = &mut Mersenne::new(ownership);
            assign(start.map.areas(), start.seats(), random)
        });
        let drawn = drawn.into_iter().flatten().map(|(area, _)| area);
        Some(Box::new(OriginalDice::new(seed, start, drawn)))
    }

    /// As in the course's client driver: a late player ends the turn and plays on; a player that fails or answers with
    /// an illegal attack ends this turn and every later one.
    fn sanction(&self, _seat: Seat, fault: Fault) -> Sanction<Move> {
        Sanction::Plays { mv: Move::EndTurn, benched: fault != Fault::Overtime }
    }

    fn ending(&self) -> &'static str {
        match self.phase {
            Phase::Over(Ending::Conquest) => "conquest",
            Phase::Over(Ending::QuietRounds) => "eight rounds without an attack",
            Phase::Over(Ending::LastBattle) => "10000 battles",
            _ => "",
        }
    }

    /// Both outcomes of a battle that is not certain; of all reinforcements the one that puts each
    /// die on the lowest-numbered own area with room.
    fn counted_chances(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Battle { from, to } => {
                out.push(Move::Won);
                if !super::certain(self.dice(from), self.dice(to)) {
                    out.push(Move::Lost);
                }
            }
            Phase::Reinforcement { dice } => {
                let own = self.areas_of(self.player());
                let received = reinforcement::stack(self.dice, own, dice);
                out.push(Move::Reinforced(received));
            }
            Phase::Choosing | Phase::Over(_) => {}
        }
    }

    /// Rebuilds the position area by area before hashing it.
    fn key_from_scratch(&self) -> u64 {
        let assigned: Vec<_> =
            super::areas_in(self.map.all()).map(|area| (area, self.owner(area))).collect();
        let mut dice = super::Planes::default();
        for &(area, _) in &assigned {
            dice.set(area, self.dice(area) - 1);
        }
        let rebuilt = Dicewars { areas: setup::areas_of_seats(&assigned), dice, ..self.clone() };
        rebuilt.words().into_iter().fold(self.map.key(), key::mix)
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn facts(&self) -> Facts {
        self.told()
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Attack { from, to } => vec![from.to_string(), to.to_string()],
            _ => Vec::new(),
        }
    }

    /// The rules draw who wins a battle; here both sides get dice that fit it.
    fn tell(&self, mv: Move, seed: Seed) -> Account {
        match (self.phase, mv) {
            (Phase::Battle { from, to }, Move::Won | Move::Lost) => {
                let mut rng = Rng::new(Seed(seed.0 ^ self.key() ^ u64::from(self.battles)));
                let [ours, theirs] =
                    battle::throw(self.dice(from), self.dice(to), mv == Move::Won, &mut rng);
                Account::of_battle(
                    [(from, ours), (to, theirs)]
                        .map(|(area, faces)| Throw { seat: self.owner(area), faces }),
                )
            }
            // Who ends the turn wants to know what that brings.
            (Phase::Choosing, Move::EndTurn) => {
                let mut after = self.clone();
                after.play(mv);
                let mut account = Account::of(self, mv);
                if let Phase::Reinforcement { dice } = after.phase {
                    account.words =
                        format!("end turn: +{dice} {}", if dice == 1 { "die" } else { "dice" });
                }
                account
            }
            _ => Account::of(self, mv),
        }
    }
}
