//! Areas and maps: which areas are neighbours, in which order, and which are connected.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use ludarium_game::{Error, Result};

use super::generator::{self, MapHex};
use super::mersenne::Mersenne;

/// The largest number of areas a map may have: one bit of a word each.
pub const MAX_AREAS: usize = 32;

/// A place of the map, counted from 0; people count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(pub u8);

impl Area {
    /// The area that people call `number`, if it is one of `areas` areas.
    pub fn numbered(number: usize, areas: usize) -> Option<Area> {
        (1..=areas.min(MAX_AREAS)).contains(&number).then(|| Area(number as u8 - 1))
    }

    /// The area as an index into arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The area as a set with one element.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The number that people use.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The areas of a set, ascending.
#[inline]
pub fn areas_in(mut set: u32) -> impl Iterator<Item = Area> + Clone {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros();
        set &= set - 1;
        Some(Area(lowest as u8))
    })
}

/// A map: areas, their neighbours in the original's order, and their hexes where it was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    areas: usize,
    all: u32,
    masks: [u32; MAX_AREAS],
    degrees: [u8; MAX_AREAS],
    lists: [[Area; MAX_AREAS]; MAX_AREAS],
    key: u64,
    seed: Option<u64>,
    hexes: Vec<Vec<MapHex>>,
}

thread_local! {
    /// The map generated last: positions of one game are often read one after the other.
    static LATEST: RefCell<Option<Arc<Map>>> = const { RefCell::new(None) };
}

impl Map {
    /// The original's map of a board seed; an error where the original would never stop searching.
    pub fn generate(seed: u64, areas: usize) -> Result<Arc<Map>> {
        let known = LATEST.with_borrow(|latest| {
            latest.clone().filter(|map| map.seed == Some(seed) && map.areas == areas)
        });
        if let Some(map) = known {
            return Ok(map);
        }
        let no_room = || Error::Impossible(format!("board {seed} has no room for {areas} areas"));
        if areas > MAX_AREAS {
            return Err(no_room());
        }
        let hexes = generator::grow(areas, &mut Mersenne::new(seed)).ok_or_else(no_room)?;
        let mut map = Map::from_neighbours(&generator::neighbours(&hexes))?;
        map.seed = Some(seed);
        map.hexes = hexes;
        let map = Arc::new(map);
        LATEST.set(Some(map.clone()));
        Ok(map)
    }

    /// A map without hexes from the list of neighbours of each area, in order.
    pub fn from_neighbours(lists: &[Vec<Area>]) -> Result<Map> {
        if !(2..=MAX_AREAS).contains(&lists.len()) {
            let areas = lists.len();
            return Err(Error::Impossible(format!(
                "a map of {areas} areas; it must have 2 to {MAX_AREAS}"
            )));
        }
        let mut map = Map {
            areas: lists.len(),
            all: u32::MAX >> (MAX_AREAS - lists.len()),
            masks: [0; MAX_AREAS],
            degrees: [0; MAX_AREAS],
            lists: [[Area(0); MAX_AREAS]; MAX_AREAS],
            key: 0,
            seed: None,
            hexes: Vec::new(),
        };
        for (index, list) in lists.iter().enumerate() {
            let area = Area(index as u8);
            for &neighbour in list {
                map.link(area, neighbour)?;
            }
        }
        map.check()?;
        map.key = map.neighbours_key();
        Ok(map)
    }

    fn link(&mut self, area: Area, neighbour: Area) -> Result<()> {
        let wrong = |reason| {
            Error::Impossible(format!(
                "area {area} lists area {neighbour} as a neighbour, {reason}"
            ))
        };
        if neighbour.index() >= self.areas {
            return Err(wrong("which the map does not have"));
        }
        if neighbour == area {
            return Err(wrong("that is, itself"));
        }
        if self.masks[area.index()] & neighbour.bit() != 0 {
            return Err(wrong("twice"));
        }
        let degree = &mut self.degrees[area.index()];
        self.lists[area.index()][*degree as usize] = neighbour;
        *degree += 1;
        self.masks[area.index()] |= neighbour.bit();
        Ok(())
    }

    /// Neighbours are mutual, and every area can be reached from every other.
    fn check(&self) -> Result<()> {
        for area in areas_in(self.all()) {
            for &neighbour in self.neighbours(area) {
                if self.neighbour_set(neighbour) & area.bit() == 0 {
                    return Err(Error::Impossible(format!(
                        "area {area} lists area {neighbour} as a neighbour, but not the other way round"
                    )));
                }
            }
        }
        match self.regions(self.all()).nth(1) {
            Some(region) => Err(Error::Impossible(format!(
                "area {} cannot be reached from area 1",
                Area(region.trailing_zeros() as u8)
            ))),
            None => Ok(()),
        }
    }

    fn neighbours_key(&self) -> u64 {
        areas_in(self.all()).fold(self.areas as u64, |key, area| {
            let key = self
                .neighbours(area)
                .iter()
                .fold(key, |key, neighbour| super::key::mix(key, neighbour.number() as u64));
            super::key::mix(key, 0)
        })
    }

    /// The number of areas.
    pub fn areas(&self) -> usize {
        self.areas
    }

    /// The set of all areas.
    #[inline]
    pub fn all(&self) -> u32 {
        self.all
    }

    /// The neighbours of an area, in the original's order.
    #[inline]
    pub fn neighbours(&self, area: Area) -> &[Area] {
        let index = area.index() % MAX_AREAS;
        // At most all other areas, so the remainder changes nothing.
        let degree = self.degrees[index] as usize % MAX_AREAS;
        &self.lists[index][..degree]
    }

    /// The neighbours of an area as a set.
    #[inline]
    pub fn neighbour_set(&self, area: Area) -> u32 {
        self.masks[area.index() % MAX_AREAS]
    }

    /// The seed that the map was generated from, if it was.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The hexes of each area, in the order of growth; empty for a map that was not generated.
    pub fn hexes(&self) -> &[Vec<MapHex>] {
        &self.hexes
    }

    /// A hash of all neighbour lists.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Floods `dry` from the areas in `wet`: what stays dry, and how many areas are wet then.
    #[inline]
    fn flood(&self, mut wet: u32, mut dry: u32) -> (u32, u32) {
        let mut size = 0;
        while wet != 0 {
            let area = wet.trailing_zeros();
            wet &= wet - 1;
            size += 1;
            let reached = self.masks[area as usize % MAX_AREAS] & dry;
            dry ^= reached;
            wet |= reached;
        }
        (dry, size)
    }

    /// The connected parts of a set of areas, by their lowest area.
    pub fn regions(&self, mut set: u32) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let start = set & set.wrapping_neg();
            let (rest, _) = self.flood(start, set ^ start);
            let region = set ^ rest;
            set = rest;
            (region != 0).then_some(region)
        })
    }

    /// The largest of them, the first among equals.
    pub fn first_largest_region(&self, set: u32) -> u32 {
        let larger = |largest: u32, region: u32| {
            if region.count_ones() > largest.count_ones() { region } else { largest }
        };
        self.regions(set).fold(0, larger)
    }

    /// The size of the largest connected part of a set of areas.
    #[inline]
    pub fn largest_region(&self, mut set: u32) -> u32 {
        let mut largest = 0;
        while set != 0 {
            let start = set & set.wrapping_neg();
            let (rest, size) = self.flood(start, set ^ start);
            largest = largest.max(size);
            set = rest;
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(text: &[&[u8]]) -> Vec<Vec<Area>> {
        let list = |row: &&[u8]| row.iter().map(|&n| Area(n - 1)).collect();
        text.iter().map(list).collect()
    }

    #[test]
    fn neighbours_keep_their_order() {
        let map = Map::from_neighbours(&lists(&[&[3, 2], &[1], &[1]])).unwrap();
        assert_eq!(map.neighbours(Area(0)), [Area(2), Area(1)]);
        assert_eq!(map.neighbour_set(Area(0)), 0b110);
        let other = Map::from_neighbours(&lists(&[&[2, 3], &[1], &[1]])).unwrap();
        assert_ne!(map.key(), other.key());
    }

    #[test]
    fn broken_maps_are_refused_with_a_reason() {
        for (rows, reason) in [
            (&[&[2, 2][..], &[1]][..], "twice"),
            (&[&[1, 2], &[1]], "itself"),
            (&[&[2], &[]], "not the other way round"),
            (&[&[2], &[1, 7]], "does not have"),
            (&[&[2], &[1], &[4], &[3]], "cannot be reached"),
            (&[&[]], "2 to 32"),
        ] {
            let error = Map::from_neighbours(&lists(rows)).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn regions_follow_borders() {
        // 1 - 2 - 3 - 4 - 5
        let map = Map::from_neighbours(&lists(&[&[2], &[1, 3], &[2, 4], &[3, 5], &[4]])).unwrap();
        let regions = |set| map.regions(set).collect::<Vec<u32>>();
        assert_eq!(regions(0b11011), [0b00011, 0b11000]);
        assert_eq!(regions(0b11101), [0b00001, 0b11100]);
        assert!(regions(0).is_empty());
        assert_eq!(map.first_largest_region(0b11011), 0b00011);
        assert_eq!(map.first_largest_region(0b11101), 0b11100);
        assert_eq!(map.first_largest_region(0), 0);
        assert_eq!(map.largest_region(0b11011), 2);
        assert_eq!(map.largest_region(0b11101), 3);
        assert_eq!(map.largest_region(0b11111), 5);
        assert_eq!(map.largest_region(0), 0);
    }

    #[test]
    fn the_same_seed_gives_the_same_map() {
        let first = Map::generate(3, 29).unwrap();
        assert!(Arc::ptr_eq(&first, &Map::generate(3, 29).unwrap()));
        let other = Map::generate(4, 29).unwrap();
        assert_ne!(first, other);
        assert_eq!(first, Map::generate(3, 29).unwrap());
        assert!(Map::generate(3, 33).is_err());
    }
}
