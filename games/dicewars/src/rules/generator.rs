//! The original's map generator: areas grow one after the other on a grid of hexes.
//!
//! Every draw is made in the original's order, so a seed gives the original's map.

use super::Area;
use super::random_source::RandomSource;

const COLUMNS: usize = 32;
const ROWS: usize = 28;
const TOP: i8 = -14;

/// The neighbours of a hex, in the original's order, on which every map depends.
const AROUND: [(i8, i8); 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

/// A hex of the grid in doubled coordinates: `x + y` is even, steps along a row are 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MapHex {
    /// To the right.
    pub x: i8,
    /// Downwards.
    pub y: i8,
}

impl MapHex {
    /// The six hexes around this one, on the grid or not, clockwise from the right.
    pub fn around(self) -> [MapHex; 6] {
        AROUND.map(|(dx, dy)| MapHex { x: self.x + dx, y: self.y + dy })
    }

    /// The place of the hex in arrays over the grid; `None` outside.
    fn index(self) -> Option<usize> {
        let row = usize::try_from(self.y - TOP).ok()?;
        let column = usize::try_from(self.x + 32).ok()? / 2;
        (row < ROWS && column < COLUMNS).then_some(row * COLUMNS + column)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Free,
    /// Free, but next to a used hex.
    Edge,
    Used,
}

struct HexGrid([Tag; ROWS * COLUMNS]);

impl HexGrid {
    /// The tag of a hex; `None` outside the grid.
    fn tag(&self, hex: MapHex) -> Option<Tag> {
        hex.index().map(|index| self.0[index])
    }

    fn mark_used(&mut self, hex: MapHex) {
        if let Some(index) = hex.index() {
            self.0[index] = Tag::Used;
        }
        for index in hex.around().into_iter().filter_map(MapHex::index) {
            if self.0[index] == Tag::Free {
                self.0[index] = Tag::Edge;
            }
        }
    }
}

/// The hexes of each area, in the order of growth; `None` where no area could start any more and
/// the original would never stop shuffling.
pub(super) fn grow(areas: usize, random: &mut impl RandomSource) -> Option<Vec<Vec<MapHex>>> {
    let mut grid = HexGrid([Tag::Free; ROWS * COLUMNS]);
    let mut starts = start_list();
    // The original draws how many areas to add, from 0 to 0.
    random.below(1);
    let mut finished: Vec<Vec<MapHex>> = Vec::with_capacity(areas);
    while finished.len() < areas {
        let size = 12 + random.below(7) as usize;
        let mut area = loop {
            let start = if finished.is_empty() {
                anywhere(random)
            } else {
                start_near_used(&grid, &mut starts, random)?
            };
            if let Some(area) = grow_area(&mut grid, start, size, random) {
                break area;
            }
        };
        fill_dents(&mut grid, &mut area);
        finished.push(area);
    }
    Some(finished)
}

fn start_list() -> Vec<MapHex> {
    let columns = (-30..=28).step_by(2);
    columns.flat_map(|x: i8| (-13..=12).map(move |y: i8| MapHex { x: x + (y & 1), y })).collect()
}

fn anywhere(random: &mut impl RandomSource) -> MapHex {
    let y = TOP + random.below(ROWS as u32) as i8;
    loop {
        let x = -32 + (y & 1) + random.below(63) as i8;
        if (x + y) % 2 == 0 {
            return MapHex { x, y };
        }
    }
}

/// The first free hex of the shuffled list that is one step away from the used part.
fn start_near_used(
    grid: &HexGrid,
    starts: &mut [MapHex],
    random: &mut impl RandomSource,
) -> Option<MapHex> {
    random.shuffle(starts);
    let one_step_away = |hex: &&MapHex| {
        let at_edge = |near: MapHex| grid.tag(near) == Some(Tag::Edge);
        grid.tag(**hex) == Some(Tag::Free) && hex.around().into_iter().any(at_edge)
    };
    starts.iter().find(one_step_away).copied()
}

/// Grows an area from its first hex; `None` when its free neighbours ran out too early. Its hexes then stay used.
fn grow_area(
    grid: &mut HexGrid,
    first: MapHex,
    size: usize,
    random: &mut impl RandomSource,
) -> Option<Vec<MapHex>> {
    grid.mark_used(first);
    let mut area = vec![first];
    let mut growing = vec![first];
    let mut current = first;
    while area.len() < size {
        // The first hex grows until all its neighbours are used, and only then random ones.
        if current != first || !growing.contains(&current) {
            current = growing[random.below(growing.len() as u32) as usize];
        }
        let mut around = current.around();
        random.shuffle(&mut around);
        let free = |hex: &MapHex| grid.tag(*hex).is_some_and(|tag| tag != Tag::Used);
        if let Some(next) = around.into_iter().find(free) {
            grid.mark_used(next);
            area.push(next);
            growing.push(next);
        } else {
            growing.retain(|&hex| hex != current);
            if growing.is_empty() {
                return None;
            }
        }
    }
    Some(area)
}

/// Adds hexes that the area already surrounds on at least four sides.
fn fill_dents(grid: &mut HexGrid, area: &mut Vec<MapHex>) {
    let mut walked = 0;
    while walked < area.len() {
        for near in area[walked].around() {
            if grid.tag(near) != Some(Tag::Edge) {
                break;
            }
            let outside = |hex: &MapHex| !area.contains(hex);
            if near.around().iter().filter(|hex| outside(hex)).count() <= 2 {
                grid.mark_used(near);
                area.push(near);
                break;
            }
        }
        walked += 1;
    }
}

/// The neighbours of each area, in the order in which its hexes meet them.
pub(super) fn neighbours(areas: &[Vec<MapHex>]) -> Vec<Vec<Area>> {
    let mut owner = [None; ROWS * COLUMNS];
    for (number, hexes) in areas.iter().enumerate() {
        for index in hexes.iter().filter_map(|hex| hex.index()) {
            owner[index] = Some(Area(number as u8));
        }
    }
    let list = |(number, hexes): (usize, &Vec<MapHex>)| {
        let mut list = Vec::new();
        for near in hexes.iter().flat_map(|hex| hex.around()) {
            let Some(area) = near.index().and_then(|index| owner[index]) else {
                continue;
            };
            if area.index() != number && !list.contains(&area) {
                list.push(area);
            }
        }
        list
    };
    areas.iter().enumerate().map(list).collect()
}

#[cfg(test)]
mod tests {
    use super::super::mersenne::Mersenne;
    use super::*;

    #[test]
    fn the_grid_has_no_hex_twice() {
        let mut seen = vec![false; ROWS * COLUMNS];
        for y in -20..20 {
            for x in (-40..40).filter(|x| (x + y) % 2 == 0) {
                if let Some(index) = (MapHex { x, y }).index() {
                    assert!(!std::mem::replace(&mut seen[index], true));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(start_list().len(), 780);
    }

    #[test]
    fn areas_are_disjoint_and_of_the_known_sizes() {
        for seed in 0..40 {
            let areas = grow(29, &mut Mersenne::new(seed)).unwrap();
            let mut all: Vec<MapHex> = areas.concat();
            assert!(areas.iter().all(|hexes| (12..=22).contains(&hexes.len())));
            all.sort();
            let total = all.len();
            all.dedup();
            assert_eq!(all.len(), total);
            assert!(all.iter().all(|hex| hex.index().is_some()));
        }
    }

    #[test]
    fn every_number_of_areas_finds_room() {
        for areas in 2..=32 {
            for seed in 0..8 {
                assert!(grow(areas, &mut Mersenne::new(seed)).is_some(), "{areas}");
            }
        }
    }
}
