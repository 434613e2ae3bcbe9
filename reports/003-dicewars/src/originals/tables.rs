//! Boards, set-ups, random numbers, battles and reinforcements: what the rules are made of.

use ludarium_game::sort_by;
use std::collections::BTreeMap;

use ludarium_dicewars::rules::{
    Area, MAX_AREAS, Map, Mersenne, OrderOfPlay, Planes, RandomSource, StartDice, areas_in, assign,
    order_of_play, probability, rolls, scatter, start_dice, wins,
};
use serde::Deserialize;

use super::{compare_decimals, neighbours_of};
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// The map of a seed: every hex and every neighbour, in order.
#[derive(Deserialize)]
pub(super) struct RecordedMap {
    seed: u64,
    areas: Vec<RecordedArea>,
}

#[derive(Deserialize)]
struct RecordedArea {
    hexes: Vec<(i64, i64)>,
    adj: Vec<u64>,
}

pub(super) fn board(record: &RecordedMap, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let RecordedMap { seed, areas } = record;
    check.place = format!("board {seed}");
    let map = Map::generate(*seed, areas.len());
    let map = check.accept("the map", &format!("board {seed}"), map)?;
    for (index, area) in areas.iter().enumerate() {
        let found = map.hexes().get(index).map_or(&[][..], Vec::as_slice);
        let found = found.iter().map(|hex| (hex.x.into(), hex.y.into()));
        let found: Vec<(i64, i64)> = found.collect();
        check.equal(&format!("the hexes of area {}", index + 1), &area.hexes, &found)?;
    }
    let recorded: Vec<_> = areas.iter().map(|area| area.adj.clone()).collect();
    check.equal("the neighbours", recorded, neighbours_of(&map))?;
    check.tally.positions += 1;
    Ok(())
}

/// The areas and dice of each player, and the order of play.
#[derive(Deserialize)]
pub(super) struct RecordedSetup {
    n: usize,
    ownership_seed: u64,
    strength_seed: u64,
    fixed_seed: u64,
    assignment: Vec<(u64, u64)>,
    orig_dice: Vec<u8>,
    shuffled_order: Vec<u8>,
    next_12_dice: Vec<u64>,
}

pub(super) fn setup(record: &RecordedSetup, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let players = record.n;
    if !(2..=8).contains(&players) {
        return Err(unrecognised(format!("a set-up for {players} players")));
    }
    let recorded = &record.assignment;
    if !(players..=MAX_AREAS).contains(&recorded.len()) {
        return Err(unrecognised("a set-up with too few or too many areas"));
    }
    let random = &mut Mersenne::new(record.ownership_seed);
    let assigned = assign(recorded.len(), players, random);
    let found: Vec<(u64, u64)> =
        assigned.iter().map(|(area, seat)| (area.number() as u64, u64::from(seat.0) + 1)).collect();
    check.equal("the assignment", recorded, &found)?;
    let random = &mut Mersenne::new(record.strength_seed);
    let dice = start_dice(StartDice::Orig, &assigned, players, random);
    let found = (0..assigned.len() as u8).map(|area| dice.get(Area(area)) + 1);
    check.equal("the dice", &record.orig_dice, &found.collect::<Vec<_>>())?;
    let random = &mut Mersenne::new(record.fixed_seed);
    let order = order_of_play(OrderOfPlay::Shuffled, players, random);
    let found = order[..players].iter().map(|&seat| seat + 1);
    check.equal("the shuffled order", &record.shuffled_order, &found.collect::<Vec<_>>())?;
    let draw = || u64::from(random.die());
    compare_draws("the next dice", &record.next_12_dice, check, draw)?;
    check.tally.positions += 1;
    Ok(())
}

/// The outputs of the original's generator for a seed, each list from a fresh start.
#[derive(Deserialize)]
pub(super) struct RandomNumbers {
    seed: u64,
    u32: Vec<u64>,
    randint_1_6: Vec<u64>,
    choice_of_29: Vec<u64>,
    shuffle_0_9: Vec<u64>,
    randint_0_0_then_u32: Vec<u64>,
}

pub(super) fn random_numbers(
    record: &RandomNumbers,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let seed = record.seed;
    check.place = format!("seed {seed}");
    let mut random = Mersenne::new(seed);
    compare_draws("u32", &record.u32, check, || u64::from(random.bits()))?;
    let mut random = Mersenne::new(seed);
    let draw = || u64::from(random.die());
    compare_draws("randint_1_6", &record.randint_1_6, check, draw)?;
    let mut random = Mersenne::new(seed);
    let draw = || u64::from(random.below(29));
    compare_draws("choice_of_29", &record.choice_of_29, check, draw)?;
    let mut shuffled: Vec<u64> = (0..10).collect();
    Mersenne::new(seed).shuffle(&mut shuffled);
    check.equal("a shuffle", &record.shuffle_0_9, &shuffled)?;
    let mut random = Mersenne::new(seed);
    let found = vec![u64::from(random.below(1)), u64::from(random.bits())];
    let recorded = &record.randint_0_0_then_u32;
    check.equal("a number below 1, then 32 bits", recorded, &found)?;
    check.tally.positions += 1;
    Ok(())
}

fn compare_draws(
    what: &str,
    recorded: &[u64],
    check: &mut RecordCheck,
    mut draw: impl FnMut() -> u64,
) -> Result<(), VerifyError> {
    if recorded.is_empty() {
        return Err(unrecognised(format!("{what}: the list is empty")));
    }
    let found: Vec<u64> = recorded.iter().map(|_| draw()).collect();
    check.equal(what, recorded, found)
}

/// In how many rolls one number of dice beats another.
#[derive(Deserialize)]
pub(super) struct BattleCounts {
    a: u8,
    d: u8,
    wins: LargeCount,
    total: LargeCount,
    p: f64,
}

/// Large counts are written as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum LargeCount {
    Number(u64),
    Text(String),
}

impl LargeCount {
    fn text(&self) -> String {
        match self {
            LargeCount::Number(number) => number.to_string(),
            LargeCount::Text(text) => text.clone(),
        }
    }
}

pub(super) fn battle(record: &BattleCounts, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let &BattleCounts { a, d, p, .. } = record;
    if !(1..=8).contains(&a) || !(1..=8).contains(&d) {
        return Err(unrecognised(format!("a battle with {a} and {d} dice")));
    }
    check.place = format!("{a} against {d}");
    check.equal("the wins", record.wins.text(), wins(a, d).to_string())?;
    check.equal("the rolls", record.total.text(), rolls(a, d).to_string())?;
    compare_decimals("the probability", p, probability(a, d), check)?;
    check.tally.positions += 1;
    Ok(())
}

/// A random source whose one number we choose; it records how many choices there were.
struct FixedChoice {
    choice: u32,
    choices: u32,
}

impl RandomSource for FixedChoice {
    fn below(&mut self, n: u32) -> u32 {
        self.choices = n;
        self.choice.min(n - 1)
    }
}

/// A fraction in lowest terms.
type Fraction = (u128, u128);

fn plus((a, b): Fraction, (c, d): Fraction) -> Option<Fraction> {
    let sum = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
    Some(reduced(sum, b.checked_mul(d)?))
}

fn reduced(numerator: u128, denominator: u128) -> Fraction {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (numerator / a.max(1), denominator / a.max(1))
}

/// Distributions with more outcomes are not computed.
const MOST_STATES: usize = 100_000;

/// The exact distribution of one die after the other, with every choice the sampler can make.
fn distribution(start: Planes, own: u32, count: u64) -> Option<BTreeMap<Planes, Fraction>> {
    let mut states: BTreeMap<Planes, Fraction> = BTreeMap::from([(start, (1, 1))]);
    for _ in 0..count {
        let mut after = BTreeMap::new();
        for (dice, (numerator, denominator)) in states {
            let mut random = FixedChoice { choice: 0, choices: 1 };
            while random.choice < random.choices {
                let next = dice.plus(scatter(dice, own, 1, &mut random));
                let choices = u128::from(random.choices);
                let part = reduced(numerator, denominator.checked_mul(choices)?);
                let sum = after.entry(next).or_insert((0, 1));
                *sum = plus(*sum, part)?;
                random.choice += 1;
            }
        }
        if after.len() > MOST_STATES {
            return None;
        }
        states = after;
    }
    Some(states)
}

/// Every way in which the dice of a reinforcement can fall, with its exact probability.
#[derive(Deserialize)]
pub(super) struct Reinforcement {
    dice: Vec<u64>,
    k: u64,
    leftover: u64,
    /// Dice after it, with their probability as a fraction and as a decimal.
    outcomes: Vec<(Vec<u64>, String, f64)>,
}

pub(super) fn reinforcement(
    record: &Reinforcement,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let (dice, count) = (&record.dice, record.k);
    if !(1..=MAX_AREAS).contains(&dice.len()) || dice.iter().any(|dice| !(1..=8).contains(dice)) {
        return Err(unrecognised("a reinforcement of impossible areas"));
    }
    check.place = format!("{count} dice on {dice:?}");
    let own = u32::MAX >> (MAX_AREAS - dice.len());
    let mut start = Planes::default();
    for (area, &dice) in dice.iter().enumerate() {
        start.set(Area(area as u8), dice as u8 - 1);
    }
    let room: u64 = dice.iter().map(|dice| 8 - dice).sum();
    let placed = count.min(room);
    check.equal("the dice left over", record.leftover, count - placed)?;
    let states = distribution(start, own, placed);
    let states = states.ok_or_else(|| unrecognised("a reinforcement too large to compute"))?;
    let mut found: Vec<(Vec<u64>, Fraction)> = states
        .into_iter()
        .map(|(dice, probability)| {
            let dice = areas_in(own).map(|area| u64::from(dice.get(area)) + 1);
            (dice.collect(), probability)
        })
        .collect();
    sort_by(&mut found, Ord::cmp);
    let mut recorded = Vec::new();
    for (dice, text, decimal) in &record.outcomes {
        let fraction = fraction(text);
        let fraction = fraction.ok_or_else(|| unrecognised("an outcome without a fraction"))?;
        let exact = fraction.0 as f64 / fraction.1 as f64;
        compare_decimals("a fraction as a decimal", *decimal, exact, check)?;
        recorded.push((dice.clone(), fraction));
    }
    sort_by(&mut recorded, Ord::cmp);
    check.equal("the distribution", recorded, found)?;
    check.tally.positions += 1;
    Ok(())
}

/// `5/243`, or `1`.
fn fraction(text: &str) -> Option<Fraction> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator = denominator.parse().ok().filter(|&denominator| denominator > 0)?;
    Some((numerator.parse().ok()?, denominator))
}
