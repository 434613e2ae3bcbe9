//! The colours of one frame: all of them, or where there are too many the most frequent ones and kinds of the others.

use std::collections::{HashMap, HashSet};

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// One place of 256 is for pixels that stay.
const MOST: usize = 255;
/// The most frequent colours stay exact where there are too many.
const EXACT: usize = 128;

/// Colours by number.
pub(super) struct FrameColours {
    pub colours: Vec<Rgb>,
    numbers: HashMap<Rgb, u8>,
}

impl FrameColours {
    /// The colours of these pixels.
    pub fn of(pixels: impl Iterator<Item = Rgb>) -> FrameColours {
        let mut counts: HashMap<Rgb, u64> = HashMap::new();
        for pixel in pixels {
            *counts.entry(pixel).or_default() += 1;
        }
        let mut counts: Vec<(Rgb, u64)> = counts.into_iter().collect();
        // The same pixels give the same bytes: most frequent first, equals by colour.
        counts.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let all: Vec<Rgb> = counts.into_iter().map(|(colour, _)| colour).collect();
        let colours = if all.len() <= MOST { all.clone() } else { reduced(&all) };
        let exact = colours.iter().zip(0..).map(|(&colour, number)| (colour, number));
        let mut numbers: HashMap<Rgb, u8> = exact.collect();
        for colour in all {
            let nearest = || nearest(&colours, colour);
            numbers.entry(colour).or_insert_with(nearest);
        }
        FrameColours { colours, numbers }
    }

    /// The number of a colour of these pixels.
    pub fn number(&self, colour: Rgb) -> u8 {
        self.numbers.get(&colour).copied().unwrap_or(0)
    }
}

/// The most frequent colours, and one for each kind of the others: colours that are nearly equal.
fn reduced(all: &[Rgb]) -> Vec<Rgb> {
    let kinds = |shift: u32| {
        let mut seen = HashSet::new();
        let mut chosen = all.to_vec();
        let mut place = 0;
        // The first of a kind is its most frequent one.
        chosen.retain(|colour| {
            place += 1;
            place <= EXACT || seen.insert(colour.map(|part| part >> shift))
        });
        chosen
    };
    // Two kinds for each part are few enough in any case.
    let few = |chosen: &Vec<Rgb>| chosen.len() <= MOST;
    (1..8).map(kinds).find(few).unwrap_or_default()
}

fn nearest(colours: &[Rgb], wanted: Rgb) -> u8 {
    let distance = |colour: &Rgb| -> u32 {
        let parts = colour.iter().zip(wanted);
        parts.map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let numbered = colours.iter().zip(0u8..);
    let nearest = numbered.min_by_key(|(colour, _)| distance(colour));
    nearest.map_or(0, |(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_colours_become_the_nearest_of_the_most_frequent() {
        let colours = (0..4096u32).map(|n| [(n >> 4) as u8, (n << 4) as u8, 128]);
        let frame = FrameColours::of(colours.clone().chain([[9, 9, 9]; 100]));
        assert!((100..=MOST).contains(&frame.colours.len()));
        let shown = |colour: Rgb| frame.colours[usize::from(frame.number(colour))];
        assert_eq!(shown([9, 9, 9]), [9, 9, 9]);
        for colour in colours {
            let off = shown(colour).iter().zip(colour).map(|(&a, b)| a.abs_diff(b)).max();
            assert!(off < Some(40), "{colour:?} became {:?}", shown(colour));
        }
    }
}
