//! `Territory`: what the predictors look at, small enough to be copied at every node of a search.

use ludarium_dicewars::rules::{Area, Dicewars, MAX_AREAS, Map, areas_in};
use ludarium_game::{Game, MAX_SEATS, Seat};

use crate::agents::course::rounded_probability;

/// The owner and the dice of each area.
#[derive(Clone, Copy, Debug)]
pub struct Territory<'a> {
    map: &'a Map,
    areas: [u32; MAX_SEATS],
    dice: [u8; MAX_AREAS],
    seats: usize,
}

/// An attack on an area that has no more dice than its attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FairAttack {
    /// The attacker.
    pub from: Area,
    /// The area attacked.
    pub to: Area,
    /// How likely it succeeds, rounded to eight digits.
    pub probability: f64,
}

impl<'a> Territory<'a> {
    /// The territory of a position.
    pub fn of(position: &'a Dicewars) -> Territory<'a> {
        let mut territory = Territory {
            map: position.map(),
            areas: [0; MAX_SEATS],
            dice: [0; MAX_AREAS],
            seats: position.seats(),
        };
        for seat in Seat::all(territory.seats) {
            territory.areas[seat.index()] = position.areas_of(seat);
        }
        for area in areas_in(territory.map.all()) {
            territory.dice[area.index()] = position.dice(area);
        }
        territory
    }

    /// The map.
    pub fn map(&self) -> &'a Map {
        self.map
    }

    /// All seats, whether they own something or not.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.seats)
    }

    /// The dice on an area.
    #[inline]
    pub fn dice(&self, area: Area) -> u8 {
        self.dice[area.index() % MAX_AREAS]
    }

    /// The dice on all areas of a set.
    #[inline]
    pub fn dice_in(&self, areas: u32) -> u32 {
        areas_in(areas).map(|area| u32::from(self.dice(area))).sum()
    }

    /// The areas of a player.
    #[inline]
    pub fn areas_of(&self, seat: Seat) -> u32 {
        self.areas[seat.index() % MAX_SEATS]
    }

    /// The owner of an area.
    #[inline]
    pub fn owner(&self, area: Area) -> Seat {
        let mut seats = self.seats();
        let owner = seats.find(|&seat| self.areas_of(seat) & area.bit() != 0);
        owner.unwrap_or(Seat(0))
    }

    /// The areas among `own`, all of one player, that have a neighbour of another.
    #[inline]
    pub fn border_of(&self, own: u32) -> u32 {
        let exposed = areas_in(own).filter(|&area| self.map.neighbour_set(area) & !own != 0);
        exposed.fold(0, |border, area| border | area.bit())
    }

    /// The player who owns everything, if somebody does.
    #[inline]
    pub fn ruler(&self) -> Option<Seat> {
        let mut seats = self.seats();
        seats.find(|&seat| self.areas_of(seat) == self.map.all())
    }

    /// The attacks of a player on areas with no more dice than the attacker, in the order of the rules.
    pub fn fair_attacks(&self, seat: Seat) -> impl Iterator<Item = FairAttack> {
        let own = self.areas_of(seat);
        let sources = areas_in(own).filter(|&from| self.dice(from) >= 2);
        sources.flat_map(move |from| {
            let dice = self.dice(from);
            let targets = self.map.neighbours(from).iter();
            let weaker = targets.filter(move |to| own & to.bit() == 0 && self.dice(**to) <= dice);
            weaker.map(move |&to| FairAttack {
                from,
                to,
                probability: rounded_probability(dice, self.dice(to)),
            })
        })
    }

    /// The territory after an attack has succeeded.
    #[inline]
    pub fn after_success(&self, attack: &FairAttack) -> Territory<'a> {
        let FairAttack { from, to, .. } = *attack;
        let (winner, loser) = (self.owner(from), self.owner(to));
        let mut after = self.after_failure(attack);
        after.dice[to.index() % MAX_AREAS] = self.dice(from).saturating_sub(1);
        after.areas[loser.index() % MAX_SEATS] &= !to.bit();
        after.areas[winner.index() % MAX_SEATS] |= to.bit();
        after
    }

    /// The territory after an attack has failed.
    #[inline]
    pub fn after_failure(&self, attack: &FairAttack) -> Territory<'a> {
        let mut after = *self;
        after.dice[attack.from.index() % MAX_AREAS] = 1;
        after
    }
}
