//! Boards, set-ups, random numbers, battles and reinforcements: what the rules are made of.

use std::collections::BTreeMap;

use crate::rules::{
    Area, Luck, MAX_AREAS, Map, Mersenne, OrderOfPlay, Planes, StartDice, areas_in, assign,
    order_of_play, probability, rolls, scatter, start_dice, wins,
};
use serde_json::Value;

use super::fields::{decimal, numbers_of, pair, some_numbers};
use super::{compare_decimals, neighbours_of};
use ludarium_originals::Check;
use ludarium_originals::Failure;
use ludarium_originals::fields::{field, list, unrecognised, whole, wholes};

/// The map of a seed: every hex and every neighbour, in order.
pub(super) fn board(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let seed = whole(record, "seed")?;
    check.place = format!("board {seed}");
    let areas = list(record, "areas")?;
    let map = Map::generate(seed, areas.len());
    let map = check.accept("the map", &format!("board {seed}"), map)?;
    let mut recorded = Vec::new();
    for (index, area) in areas.iter().enumerate() {
        recorded.push(wholes(area, "adj")?);
        let hexes = list(area, "hexes")?.iter().map(|hex| {
            let coordinates = || Some((hex.get(0)?.as_i64()?, hex.get(1)?.as_i64()?));
            coordinates().ok_or_else(|| unrecognised("a hex without coordinates"))
        });
        let found = map.hexes().get(index).map_or(&[][..], Vec::as_slice);
        let found: Vec<(i64, i64)> = found
            .iter()
            .map(|hex| (i64::from(hex.x), i64::from(hex.y)))
            .collect();
        let what = format!("the hexes of area {}", index + 1);
        check.equal(&what, hexes.collect::<Result<Vec<_>, _>>()?, found)?;
    }
    check.equal("the neighbours", recorded, neighbours_of(&map))?;
    check.tally.positions += 1;
    Ok(())
}

/// Who gets which areas and dice, and who plays when.
pub(super) fn setup(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let players = whole(record, "n")? as usize;
    if !(2..=8).contains(&players) {
        return Err(unrecognised(format!("a set-up for {players} players")));
    }
    let recorded: Result<Vec<_>, _> = list(record, "assignment")?.iter().map(pair).collect();
    let recorded = recorded?;
    if !(players..=MAX_AREAS).contains(&recorded.len()) {
        return Err(unrecognised("a set-up with too few or too many areas"));
    }
    let luck = &mut Mersenne::new(whole(record, "ownership_seed")?);
    let assigned = assign(recorded.len(), players, luck);
    let found: Vec<(u64, u64)> = assigned
        .iter()
        .map(|(area, seat)| (area.number() as u64, u64::from(seat.0) + 1))
        .collect();
    check.equal("the assignment", recorded, found)?;
    let luck = &mut Mersenne::new(whole(record, "strength_seed")?);
    let dice = start_dice(StartDice::Orig, &assigned, players, luck);
    let found: Vec<u64> = (0..assigned.len() as u8)
        .map(|area| u64::from(dice.get(Area(area))) + 1)
        .collect();
    check.equal("the dice", wholes(record, "orig_dice")?, found)?;
    let luck = &mut Mersenne::new(whole(record, "fixed_seed")?);
    let order = order_of_play(OrderOfPlay::Shuffled, players, luck);
    let found: Vec<u64> = order[..players]
        .iter()
        .map(|&seat| u64::from(seat) + 1)
        .collect();
    check.equal(
        "the shuffled order",
        wholes(record, "shuffled_order")?,
        found,
    )?;
    let recorded = some_numbers(record, "next_12_dice")?;
    let found: Vec<u64> = recorded.iter().map(|_| u64::from(luck.die())).collect();
    check.equal("the next dice", recorded, found)?;
    check.tally.positions += 1;
    Ok(())
}

/// The outputs of the original's generator for a seed, each list from a fresh start.
pub(super) fn random_numbers(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let seed = whole(record, "seed")?;
    check.place = format!("seed {seed}");
    let mut luck = Mersenne::new(seed);
    compare_draws(record, "u32", check, || u64::from(luck.bits()))?;
    let mut luck = Mersenne::new(seed);
    compare_draws(record, "randint_1_6", check, || u64::from(luck.die()))?;
    let mut luck = Mersenne::new(seed);
    compare_draws(record, "choice_of_29", check, || u64::from(luck.below(29)))?;
    let mut shuffled: Vec<u64> = (0..10).collect();
    Mersenne::new(seed).shuffle(&mut shuffled);
    check.equal("a shuffle", wholes(record, "shuffle_0_9")?, shuffled)?;
    let mut luck = Mersenne::new(seed);
    let found = vec![u64::from(luck.below(1)), u64::from(luck.bits())];
    let recorded = wholes(record, "randint_0_0_then_u32")?;
    check.equal("a number below 1, then 32 bits", recorded, found)?;
    check.tally.positions += 1;
    Ok(())
}

fn compare_draws(
    record: &Value,
    key: &str,
    check: &mut Check,
    mut draw: impl FnMut() -> u64,
) -> Result<(), Failure> {
    let recorded = some_numbers(record, key)?;
    let found: Vec<u64> = recorded.iter().map(|_| draw()).collect();
    check.equal(key, recorded, found)
}

/// In how many rolls one number of dice beats another.
pub(super) fn battle(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let dice = |key| match whole(record, key)? {
        dice @ 1..=8 => Ok(dice as u8),
        other => Err(unrecognised(format!("a battle with {other} dice"))),
    };
    let (attacker, defender) = (dice("a")?, dice("d")?);
    check.place = format!("{attacker} against {defender}");
    // Large counts are written as text.
    let count = |key| match field(record, key, "a value", Some)? {
        Value::String(text) => Ok(text.clone()),
        number => Ok::<_, Failure>(number.to_string()),
    };
    check.equal(
        "the wins",
        count("wins")?,
        wins(attacker, defender).to_string(),
    )?;
    check.equal(
        "the rolls",
        count("total")?,
        rolls(attacker, defender).to_string(),
    )?;
    let recorded = decimal(record.get("p"), "p")?;
    let exact = probability(attacker, defender);
    compare_decimals("the probability", recorded, exact, check)?;
    check.tally.positions += 1;
    Ok(())
}

/// A luck whose one choice is made by us, and which remembers between how many it was.
struct Chosen {
    choice: u32,
    choices: u32,
}

impl Luck for Chosen {
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
            let mut luck = Chosen {
                choice: 0,
                choices: 1,
            };
            while luck.choice < luck.choices {
                let next = dice.plus(scatter(dice, own, 1, &mut luck));
                let choices = u128::from(luck.choices);
                let part = reduced(numerator, denominator.checked_mul(choices)?);
                let sum = after.entry(next).or_insert((0, 1));
                *sum = plus(*sum, part)?;
                luck.choice += 1;
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
pub(super) fn reinforcement(record: &Value, check: &mut Check) -> Result<(), Failure> {
    let dice = wholes(record, "dice")?;
    let count = whole(record, "k")?;
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
    check.equal(
        "the dice left over",
        whole(record, "leftover")?,
        count - placed,
    )?;
    let states = distribution(start, own, placed);
    let states = states.ok_or_else(|| unrecognised("a reinforcement too large to compute"))?;
    let mut found: Vec<(Vec<u64>, Fraction)> = states
        .into_iter()
        .map(|(dice, probability)| {
            let dice = areas_in(own).map(|area| u64::from(dice.get(area)) + 1);
            (dice.collect(), probability)
        })
        .collect();
    found.sort();
    let mut recorded = Vec::new();
    for outcome in list(record, "outcomes")? {
        let dice = numbers_of(outcome.get(0).unwrap_or(&Value::Null))?;
        let fraction = outcome.get(1).and_then(Value::as_str).and_then(fraction);
        let fraction = fraction.ok_or_else(|| unrecognised("an outcome without a fraction"))?;
        let decimal = decimal(outcome.get(2), "a probability")?;
        let exact = fraction.0 as f64 / fraction.1 as f64;
        compare_decimals("a fraction as a decimal", decimal, exact, check)?;
        recorded.push((dice, fraction));
    }
    recorded.sort();
    check.equal("the distribution", recorded, found)?;
    check.tally.positions += 1;
    Ok(())
}

/// `5/243`, or `1`.
fn fraction(text: &str) -> Option<Fraction> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator = denominator
        .parse()
        .ok()
        .filter(|&denominator| denominator > 0)?;
    Some((numerator.parse().ok()?, denominator))
}
