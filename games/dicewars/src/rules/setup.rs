//! The set-up: who gets which areas, how many dice are on them, who plays when.
//!
//! Every draw is made in the original's order, so with the original's generator and seeds the
//! set-up is the original's.

use ludarium_game::{MAX_SEATS, Seat};

use super::random_source::RandomSource;
use super::{Area, MAX_DICE, Planes};

/// How many dice the areas get at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartDice {
    /// Three on every area.
    Flat,
    /// About three on average, the players' shares as equal as possible.
    Orig,
}

/// The order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderOfPlay {
    /// Player 1, 2, 3, …
    Given,
    /// Shuffled once, before the first turn.
    Shuffled,
}

/// The order of play: the seats, each once; places after the last seat are 0.
pub type SeatOrder = [u8; MAX_SEATS];

/// The areas and their owners, in the order in which they are drawn: players take turns.
pub fn assign(areas: usize, players: usize, random: &mut impl RandomSource) -> Vec<(Area, Seat)> {
    let mut left: Vec<Area> = (0..areas as u8).map(Area).collect();
    (0..areas)
        .map(|turn| {
            let area = left.remove(random.below(left.len() as u32) as usize);
            (area, Seat((turn % players) as u8))
        })
        .collect()
}

/// The dice (less one) of each area at the start.
pub fn start_dice(
    dice: StartDice,
    assigned: &[(Area, Seat)],
    players: usize,
    random: &mut impl RandomSource,
) -> Planes {
    match dice {
        StartDice::Flat => assigned.iter().fold(Planes::default(), |mut dice, (area, _)| {
            dice.set(*area, 2);
            dice
        }),
        StartDice::Orig => original_dice(assigned, players, random),
    }
}

fn original_dice(
    assigned: &[(Area, Seat)],
    players: usize,
    random: &mut impl RandomSource,
) -> Planes {
    let mut dice = Planes::default();
    let mut total = 3 * assigned.len() - random.below(6) as usize;
    for seat in Seat::all(players) {
        let share = divide_half_to_even(total, players - seat.index());
        total -= share;
        let mut open: Vec<Area> =
            assigned.iter().filter_map(|&(area, owner)| (owner == seat).then_some(area)).collect();
        // Every area holds one die already.
        let mut left = share.saturating_sub(open.len());
        while left > 0 && !open.is_empty() {
            let chosen = random.below(open.len() as u32) as usize;
            if dice.get(open[chosen]) == MAX_DICE - 1 {
                open.remove(chosen);
            } else {
                dice.increment(open[chosen].bit());
                left -= 1;
            }
        }
    }
    dice
}

fn divide_half_to_even(total: usize, parts: usize) -> usize {
    let (whole, rest) = (total / parts, total % parts);
    let up = 2 * rest > parts || 2 * rest == parts && whole % 2 == 1;
    whole + usize::from(up)
}

/// The areas of each seat.
pub(super) fn areas_of_seats(assigned: &[(Area, Seat)]) -> [u32; MAX_SEATS] {
    let mut areas = [0; MAX_SEATS];
    for (area, seat) in assigned {
        areas[seat.index()] |= area.bit();
    }
    areas
}

/// The order of play of a number of players.
pub fn order_of_play(
    order: OrderOfPlay,
    players: usize,
    random: &mut impl RandomSource,
) -> SeatOrder {
    let mut seats = given_order(players);
    if order == OrderOfPlay::Shuffled {
        random.shuffle(&mut seats[..players]);
    }
    seats
}

/// Player 1, 2, 3, …
pub(super) fn given_order(players: usize) -> SeatOrder {
    std::array::from_fn(|place| if place < players { place as u8 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::super::mersenne::Mersenne;
    use super::*;

    #[test]
    fn halves_go_to_the_even_number() {
        let rounded = [(5, 2), (7, 2), (8, 3), (7, 3), (6, 3), (82, 4), (86, 4)];
        let shares = rounded.map(|(total, parts)| divide_half_to_even(total, parts));
        assert_eq!(shares, [2, 4, 3, 2, 2, 20, 22]);
    }

    #[test]
    fn players_take_turns_until_no_area_is_left() {
        for players in 2..=8 {
            let assigned = assign(29, players, &mut Mersenne::new(7));
            let mut counts = [0; 8];
            for (_, seat) in &assigned {
                counts[seat.index()] += 1;
            }
            let mut expected = [0; 8];
            (0..29).for_each(|turn| expected[turn % players] += 1);
            assert_eq!(counts, expected);
        }
    }

    #[test]
    fn shares_of_dice_are_as_equal_as_can_be() {
        for seed in 0..50 {
            let random = &mut Mersenne::new(seed);
            let assigned = assign(29, 4, random);
            let dice = start_dice(StartDice::Orig, &assigned, 4, random);
            let shares = Seat::all(4).map(|seat| {
                let own = assigned.iter().filter(|(_, owner)| *owner == seat);
                own.map(|(area, _)| u32::from(dice.get(*area)) + 1).sum()
            });
            let shares: Vec<u32> = shares.collect();
            let total: u32 = shares.iter().sum();
            assert!((82..=87).contains(&total));
            assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1);
        }
    }
}
