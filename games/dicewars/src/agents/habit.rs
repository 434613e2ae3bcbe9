//! What a player does by habit: the attack that looks best at a glance, or the end of the turn.
//!
//! A move takes about as long as the rules take to play it, so a search can play whole games on with it. The weights were
//! found by playing: one player with weights moved a little among three without, 1.6 million games on random maps.

use std::sync::LazyLock;

use ludarium_agents::Parameters;
use ludarium_game::{Agent, Budget, Decision, Game, MAX_SEATS, Rng, Seat};

use crate::rules::{Area, Dicewars, MAX_AREAS, MAX_DICE, Move, areas_in, probability};

/// Weights by name, with their usual values and what they are for; a text can change each of them.
macro_rules! weights {
    ($($name:ident = $usual:literal: $summary:literal;)*) => {
        /// What counts for an attack and against it, in dice. What needs the attack to succeed counts by its chance.
        #[derive(Clone, Copy, Debug)]
        struct HabitWeights { $($name: f32),* }

        const WEIGHTS: HabitWeights = HabitWeights { $($name: $usual),* };

        impl HabitWeights {
            fn read(p: &mut Parameters<'_>) -> HabitWeights {
                HabitWeights { $($name: p.weight(stringify!($name), -MOST..=MOST, $usual, $summary)),* }
            }
        }
    };
}

weights! {
    lost = -0.544: "each die that a failed attack loses";
    won = -0.088: "an attack that succeeds, besides the dice it destroys";
    beside = 1.330: "each own area beside the target but the one that attacks";
    grows = 0.432: "the target lies beside the largest region";
    joins = 0.826: "it does, and the attack comes from elsewhere";
    leader = 0.424: "the share of all dice of the target's owner, above a quarter";
    retaken = -1.009: "the chance that the strongest neighbour takes the target back";
    strong = -0.230: "each die of the attack above four";
    inside = -0.971: "the attack comes from the largest region";
    open = -0.238: "others stay beside the area that is left with one die";
    armed = -0.232: "each of them that can attack, three at most";
    threatened = 0.221: "the chance that the strongest neighbour takes the area as it stands";
    enough = 1.994: "what an attack must be worth";
    spare = -1.198: "the same for a player who has dice to spare";
    refilled = 0.561: "more for the part of the missing dice that come at the end of the turn, above a half";
    ahead = 0.797: "more for the share of the own dice, above a quarter";
    two = 0.500: "more where two players are left";
}

/// A weight may be as large as this, with either sign.
const MOST: f32 = 5.0;

/// By attacking and defending dice: the chance to win. A single die cannot attack.
static CHANCES: LazyLock<[[f32; TABLE]; TABLE]> = LazyLock::new(|| {
    let chance = |attacker: usize, defender: usize| match (attacker, defender) {
        (0 | 1, _) | (_, 0) => 0.0,
        _ => probability(attacker as u8, defender as u8) as f32,
    };
    std::array::from_fn(|attacker| std::array::from_fn(|defender| chance(attacker, defender)))
});

const TABLE: usize = MAX_DICE as usize + 1;

/// The agent that plays by habit alone.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    weights: HabitWeights,
}

impl Habit {
    /// Reads the weights of the agent.
    pub fn read(p: &mut Parameters<'_>) -> Habit {
        Habit { weights: HabitWeights::read(p) }
    }
}

impl Agent<Dicewars> for Habit {
    fn choose(&mut self, position: &Dicewars, _: &Budget, _: &mut Rng) -> Decision<Move> {
        Decision::plain(best_attack(position, &self.weights))
    }
}

/// What the agent does if nobody gives it other weights.
pub(super) fn habitual_move(position: &Dicewars) -> Move {
    best_attack(position, &WEIGHTS)
}

/// The attack that is worth most, or the end of the turn when none is worth enough; the first among equals.
fn best_attack(position: &Dicewars, weights: &HabitWeights) -> Move {
    let overview = Overview::at(position, weights);
    let mut best = (overview.enough(), Move::EndTurn);
    for from in areas_in(overview.own & position.border() & overview.armed) {
        let source = overview.source(from);
        for to in areas_in(source.foes) {
            let worth = overview.worth(&source, to);
            if worth > best.0 {
                best = (worth, Move::Attack { from, to });
            }
        }
    }
    best.1
}

/// What is the same for all attacks of a position.
struct Overview<'a> {
    weights: &'a HabitWeights,
    position: &'a Dicewars,
    chances: &'a [[f32; TABLE]; TABLE],
    /// The player's areas, and those of his largest region.
    own: u32,
    region: u32,
    /// All areas that can attack.
    armed: u32,
    dice: [u8; MAX_AREAS],
    owners: [u8; MAX_AREAS],
    /// The part of all dice that each seat has, on the map or in reserve.
    shares: [f32; MAX_SEATS],
    alive: u32,
}

/// An area that can attack.
struct Source {
    area: Area,
    /// Its neighbours that are not the player's.
    foes: u32,
    inside: bool,
    /// What counts whatever it attacks.
    worth: f32,
}

impl<'a> Overview<'a> {
    fn at(position: &'a Dicewars, weights: &'a HabitWeights) -> Overview<'a> {
        let own = position.areas_of(position.player());
        let mut overview = Overview {
            weights,
            position,
            chances: &CHANCES,
            own,
            region: position.map().first_largest_region(own),
            armed: position.armed(),
            dice: [0; MAX_AREAS],
            owners: [0; MAX_AREAS],
            shares: [0.0; MAX_SEATS],
            alive: 0,
        };
        let mut all = 0.0;
        for seat in Seat::all(position.seats()).filter(|&seat| position.is_alive(seat)) {
            let mut sum = u32::from(position.reserve(seat));
            for area in areas_in(position.areas_of(seat)) {
                let dice = position.dice(area);
                overview.dice[area.index()] = dice;
                overview.owners[area.index()] = seat.0;
                sum += u32::from(dice);
            }
            overview.shares[seat.index()] = sum as f32;
            overview.alive += 1;
            all += sum as f32;
        }
        for share in &mut overview.shares {
            *share /= all;
        }
        overview
    }

    /// What an attack must be worth.
    fn enough(&self) -> f32 {
        let seat = self.position.player();
        let full = u32::from(MAX_DICE);
        let missing: u32 =
            areas_in(self.own).map(|area| full - u32::from(self.dice[area.index()])).sum();
        let coming = u32::from(self.position.dice_in_hand(seat));
        if coming >= missing + full {
            return self.weights.spare;
        }
        let refilled = (coming as f32 / (missing as f32 + 1.0)).min(2.0);
        let two = if self.alive == 2 { self.weights.two } else { 0.0 };
        self.weights.enough
            + self.weights.refilled * (refilled - 0.5)
            + self.weights.ahead * (self.shares[seat.index()] - 0.25)
            + two
    }

    fn source(&self, area: Area) -> Source {
        let foes = self.position.map().neighbour_set(area) & !self.own;
        let inside = self.region & area.bit() != 0;
        let dice = self.dice[area.index()];
        let threat = self.strongest(foes, dice);
        Source {
            area,
            foes,
            inside,
            worth: self.weights.threatened * threat
                + if inside { self.weights.inside } else { 0.0 },
        }
    }

    /// What the attack is worth, in dice.
    #[inline]
    fn worth(&self, source: &Source, to: Area) -> f32 {
        let attacker = self.dice[source.area.index()];
        let defender = self.dice[to.index()];
        let chance = self.chance(attacker, defender);
        let around = self.position.map().neighbour_set(to);
        let friends = (around & self.own).count_ones() as f32;
        let retaken = self.strongest(around & !self.own, attacker - 1);
        let owner = self.owners[to.index()] as usize % MAX_SEATS;
        let grows = match (around & self.region != 0, source.inside) {
            (false, _) => 0.0,
            (true, true) => self.weights.grows,
            (true, false) => self.weights.grows + self.weights.joins,
        };
        let others = source.foes & !to.bit();
        let open = if others == 0 { 0.0 } else { self.weights.open };
        let armed = (others & self.armed).count_ones().min(3) as f32;
        let won = f32::from(defender)
            + 1.0
            + self.weights.won
            + self.weights.beside * (friends - 1.0)
            + grows
            + self.weights.leader * (self.shares[owner] - 0.25)
            + self.weights.retaken * retaken
            + self.weights.strong * (f32::from(attacker) - 4.0);
        let lost = self.weights.lost * (f32::from(attacker) - 1.0);
        // Too rare for the games to find its weight: the last area of the last opponent.
        let last = self.position.areas_of(Seat(owner as u8)) == to.bit();
        if self.alive == 2 && last && chance > 0.5 {
            return f32::INFINITY;
        }
        source.worth + chance * won + (1.0 - chance) * lost + open + self.weights.armed * armed
    }

    /// The best chance that one of these areas has against a number of dice.
    #[inline]
    fn strongest(&self, foes: u32, dice: u8) -> f32 {
        let foes = areas_in(foes & self.armed);
        foes.map(|foe| self.chance(self.dice[foe.index()], dice)).fold(0.0, f32::max)
    }

    #[inline]
    fn chance(&self, attacker: u8, defender: u8) -> f32 {
        self.chances[attacker as usize % TABLE][defender as usize % TABLE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_agents::battery::walk;
    use ludarium_game::{MoveList, Seed, Spec, Tabletop, Turn};

    fn read(state: &str) -> Dicewars {
        let rules = Dicewars::rules(&Spec::parse("flat:players=2").unwrap()).unwrap();
        Dicewars::parse(&rules, state).unwrap()
    }

    fn described(state: &str) -> String {
        let position = read(state);
        position.describe_move(habitual_move(&position))
    }

    /// What an attack is worth, weight by weight, and what it must be worth.
    fn by_definition(
        weights: &HabitWeights,
        position: &Dicewars,
        from: Area,
        to: Area,
    ) -> [f32; 2] {
        let map = position.map();
        let player = position.player();
        let others_beside = |area: Area| {
            let beside = map.neighbours(area).iter().copied();
            beside.filter(|&near| position.owner(near) != player)
        };
        let own_beside = |area: Area| map.neighbours(area).len() - others_beside(area).count();
        let chance = |attacker: u8, defender: u8| match attacker {
            0 | 1 => 0.0,
            _ => probability(attacker, defender) as f32,
        };
        let strongest = |area: Area, dice: u8| {
            let chances = others_beside(area).map(|near| chance(position.dice(near), dice));
            chances.fold(0.0, f32::max)
        };
        let sum = |seat: Seat| {
            let areas =
                areas_in(position.areas_of(seat)).map(|area| u32::from(position.dice(area)));
            (areas.sum::<u32>() + u32::from(position.reserve(seat))) as f32
        };
        let alive: Vec<Seat> =
            Seat::all(position.seats()).filter(|&seat| position.is_alive(seat)).collect();
        let all: f32 = alive.iter().map(|&seat| sum(seat)).sum();
        let share = |seat: Seat| sum(seat) / all;
        let region = map.first_largest_region(position.areas_of(player));
        let in_region = |area: Area| region & area.bit() != 0;
        let grows = map.neighbours(to).iter().any(|&near| in_region(near));
        let (attacker, defender) = (position.dice(from), position.dice(to));
        let left: Vec<Area> = others_beside(from).filter(|&near| near != to).collect();
        let armed = left.iter().filter(|&&near| position.dice(near) > 1).count();
        let flag = |set: bool| f32::from(u8::from(set));
        let won = chance(attacker, defender);
        let worth = won * (f32::from(defender) + 1.0 + weights.won)
            + won * weights.beside * (own_beside(to) - 1) as f32
            + won * weights.grows * flag(grows)
            + won * weights.joins * flag(grows && !in_region(from))
            + won * weights.leader * (share(position.owner(to)) - 0.25)
            + won * weights.retaken * strongest(to, attacker - 1)
            + won * weights.strong * (f32::from(attacker) - 4.0)
            + (1.0 - won) * weights.lost * f32::from(attacker - 1)
            + weights.inside * flag(in_region(from))
            + weights.open * flag(!left.is_empty())
            + weights.armed * armed.min(3) as f32
            + weights.threatened * strongest(from, attacker);
        let missing: u8 =
            areas_in(position.areas_of(player)).map(|area| MAX_DICE - position.dice(area)).sum();
        let coming = position.dice_in_hand(player);
        if coming >= missing + MAX_DICE {
            return [worth, weights.spare];
        }
        let refilled = (f32::from(coming) / (f32::from(missing) + 1.0)).min(2.0);
        let enough = weights.enough
            + weights.refilled * (refilled - 0.5)
            + weights.ahead * (share(player) - 0.25)
            + weights.two * flag(alive.len() == 2);
        [worth, enough]
    }

    #[test]
    fn attacks_are_weighed_as_the_weights_say() {
        check_weights(&WEIGHTS);
        let changed = HabitWeights {
            lost: -0.9,
            joins: -1.5,
            spare: -2.0,
            enough: 1.0,
            ahead: 3.0,
            ..WEIGHTS
        };
        check_weights(&changed);
    }

    #[test]
    fn a_text_changes_the_weights() {
        let text = "habit:eval.enough=5,eval.refilled=5,eval.two=0.5";
        assert_eq!(
            ludarium_agents::canonical::<Dicewars>(text).as_deref(),
            Ok("habit:eval.enough=5,eval.refilled=5")
        );
        let position = read("1122;1841;0,0;1;0;0;neighbours=2/1.3/2.4/3");
        let chosen = |text: &str| {
            let mut agent = ludarium_agents::agent::<Dicewars>(text).unwrap();
            let decision = agent.choose(&position, &Budget::default(), &mut Rng::new(Seed(1)));
            position.describe_move(decision.chosen)
        };
        assert_eq!(chosen("habit:eval.enough=-5"), "2>3");
        assert_eq!(chosen("habit:eval.won=-5,eval.beside=-5"), "E");
    }

    fn check_weights(weights: &HabitWeights) {
        let mut moves = MoveList::new();
        let mut spared = 0;
        walk::<Dicewars>("orig:players=4", 30, 400, |position| {
            if position.turn() != Turn::Seat(position.player()) {
                return;
            }
            let overview = Overview::at(position, weights);
            let mut best = (f32::MIN, overview.enough());
            position.moves(&mut moves);
            for &mv in &moves {
                let Move::Attack { from, to } = mv else {
                    continue;
                };
                let [worth, enough] = by_definition(weights, position, from, to);
                let found = overview.worth(&overview.source(from), to);
                let text = position.describe();
                assert!((overview.enough() - enough).abs() < 1e-4, "{text}");
                assert!(
                    found.is_infinite() || (found - worth).abs() < 1e-4,
                    "{from:?}>{to:?}: {found}, {worth} in {text}"
                );
                spared += u32::from(enough == weights.spare);
                best.0 = best.0.max(found);
            }
            let chosen = match best_attack(position, weights) {
                Move::Attack { from, to } => overview.worth(&overview.source(from), to),
                _ => f32::MIN,
            };
            let wanted = if best.0 > best.1 { best.0 } else { f32::MIN };
            assert_eq!(chosen, wanted);
        });
        assert!(spared > 20, "{spared}");
    }

    #[test]
    fn a_game_is_won_where_it_can_be() {
        let row = |dice: &str| described(&format!("112;{dice};0,0;1;0;0;neighbours=2/1.3/2"));
        assert_eq!(row("181"), "2>3");
        assert_eq!(row("128"), "E");
        assert_eq!(row("888"), "E");
    }

    #[test]
    fn who_has_dice_to_spare_attacks() {
        let full =
            |reserve: u8| described(&format!("112;888;{reserve},0;1;0;0;neighbours=2/1.3/2"));
        assert_eq!(full(0), "E");
        assert_eq!(full(6), "2>3");
    }

    /// Two opponents with three areas each, on either side of the player; one of them has more dice.
    #[test]
    fn whoever_is_stronger_is_attacked_first() {
        let rules = Dicewars::rules(&Spec::parse("flat:players=3").unwrap()).unwrap();
        let chosen = |dice: &str| {
            let map = "neighbours=2/1.3/2.4/3.5/4.6/5.7/6";
            let position = Dicewars::parse(&rules, &format!("2221333;{dice};0,0,0;1;0;0;{map}"));
            let position = position.unwrap();
            position.describe_move(habitual_move(&position))
        };
        assert_eq!(chosen("8148411"), "4>3");
        assert_eq!(chosen("1148418"), "4>5");
        assert_eq!(chosen("1148411"), "4>3", "the first among equals");
    }
}
