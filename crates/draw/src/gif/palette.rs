//! The colours of one frame: all of them, or where there are too many the most frequent ones and kinds of the others.

use std::collections::{HashMap, HashSet};

use super::Rgb;

/// One place of 256 is for pixels that stay.
pub(super) const MOST_COLOURS: usize = 255;

/// So many of the most frequent colours stay exact where there are too many.
const EXACT: usize = 128;

/// Colours by number.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// The palette of these pixels.
    pub(super) fn of(pixels: impl Iterator<Item = Rgb>) -> Palette {
        let mut counts: HashMap<Rgb, u64> = HashMap::new();
        for pixel in pixels {
            *counts.entry(pixel).or_default() += 1;
        }
        let mut counts: Vec<(Rgb, u64)> = counts.into_iter().collect();
        // The same pixels give the same bytes: most frequent first, equals by colour.
        counts.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let exact = counts.len() <= MOST_COLOURS;
        let colours: Vec<Rgb> = match exact {
            true => counts.iter().map(|&(colour, _)| colour).collect(),
            false => reduced(&counts),
        };
        let number = |colour: Rgb| nearest(&colours, colour) as u8;
        let numbers = counts.iter().enumerate().map(|(place, &(colour, _))| {
            let number = if exact { place as u8 } else { number(colour) };
            (colour, number)
        });
        Palette {
            numbers: numbers.collect(),
            colours,
        }
    }

    /// The number of colours.
    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The colours in order.
    pub(super) fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The number of a colour of the pixels that the palette was made of.
    pub(super) fn index(&self, colour: Rgb) -> u8 {
        self.numbers.get(&colour).copied().unwrap_or(0)
    }
}

/// The most frequent colours, and one for each kind of the others: colours that are nearly equal.
fn reduced(counts: &[(Rgb, u64)]) -> Vec<Rgb> {
    let (frequent, rare) = counts.split_at(EXACT);
    let kinds = |shift: u32| {
        let mut seen = HashSet::new();
        // The first of a kind is its most frequent one.
        let mut firsts: Vec<Rgb> = rare.iter().map(|&(colour, _)| colour).collect();
        firsts.retain(|colour| seen.insert(colour.map(|part| part >> shift)));
        firsts
    };
    // Two kinds for each part are few enough in any case.
    let few = |firsts: &Vec<Rgb>| firsts.len() <= MOST_COLOURS - EXACT;
    let rare = (1..8).map(kinds).find(few).unwrap_or_default();
    let frequent = frequent.iter().map(|&(colour, _)| colour);
    frequent.chain(rare).collect()
}

fn nearest(colours: &[Rgb], wanted: Rgb) -> usize {
    let distance = |colour: &Rgb| -> u32 {
        let parts = colour.iter().zip(wanted);
        parts.map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let places = colours.iter().enumerate();
    places
        .min_by_key(|(_, colour)| distance(colour))
        .map_or(0, |(place, _)| place)
}
