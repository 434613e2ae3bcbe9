//! What the numbers of every game must satisfy, and their record.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use ludarium_game::tensors::{Array, Tensors};
use ludarium_game::{MoveList, Seat, Tabletop, Turn};

use super::walk;
use crate::Playable;

/// The number of positions of a variant that are recorded, this many plies apart.
const RECORDED: usize = 4;
const APART: usize = 9;

/// Checks the numbers of some variants in random games, and compares them with the files of their names in
/// `tests/tensors` of the game's crate. With `LUDARIUM_RECORD` in the environment the files are written first.
pub fn check_tensors<G: Playable>(variants: &[&str], crate_folder: &Path) {
    let folder = crate_folder.join("tests/tensors");
    for variant in variants {
        let mut record = format!("variant {variant}\n");
        let mut looked = 0;
        walk::<G>(variant, 6, 300, |position| {
            check_position(position);
            if looked < RECORDED * APART && looked % APART == 0 {
                write_position(position, &mut record);
            }
            looked += 1;
        });
        let name = variant.split(':').next().unwrap_or_default();
        compare(&folder.join(format!("{name}.txt")), &record);
    }
}

fn compare(file: &Path, record: &str) {
    if std::env::var_os("LUDARIUM_RECORD").is_some() {
        let folder = file.parent().expect("a file in a folder");
        std::fs::create_dir_all(folder).expect("a folder that can be made");
        std::fs::write(file, record).expect("a file that can be written");
    }
    let recorded = std::fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error}; LUDARIUM_RECORD=1 writes it", file.display()));
    for (line, (was, is)) in recorded.lines().zip(record.lines()).enumerate() {
        assert_eq!(was, is, "{} line {}", file.display(), line + 1);
    }
    assert_eq!(recorded.len(), record.len(), "{}", file.display());
}

/// All legal moves have different actions, and what every seat sees is finite and fits.
fn check_position<G: Playable>(position: &G) {
    let tensors = G::tensors(position);
    let text = position.describe();
    if let Turn::Seat(_) = position.turn() {
        let (mut moves, mut actions) = (MoveList::new(), Vec::new());
        position.moves(&mut moves);
        tensors.number(position, &moves, &mut actions);
        assert_eq!(moves.len(), actions.len(), "{text}");
        let mut different = HashSet::new();
        for (&mv, action) in moves.iter().zip(&actions) {
            let written = position.describe_move(mv);
            let action =
                action.unwrap_or_else(|| panic!("{written} has no action in {text}")) as usize;
            assert!(action < tensors.actions(), "{written} is {action} in {text}");
            assert!(different.insert(action), "{written} shares {action} in {text}");
            assert_eq!(tensors.action(position, mv), action, "{written} in {text}");
        }
    }
    for seat in Seat::all(position.seats()) {
        let seen = seen(&*tensors, position, seat);
        assert!(seen.iter().all(|number| number.is_finite()), "{text}");
        assert!(seen.iter().any(|number| *number != 0.0), "{text}");
    }
}

fn seen<G: Tabletop>(tensors: &dyn Tensors<G>, position: &G, seat: Seat) -> Vec<f32> {
    let size = tensors.arrays().iter().map(Array::size).sum();
    let mut seen = vec![0.0; size];
    tensors.observe(position, seat, &mut seen);
    seen
}

/// Writes the actions, and for each seat the numbers that are not 0.
fn write_position<G: Playable>(position: &G, record: &mut String) {
    let tensors = G::tensors(position);
    let _ = writeln!(record, "\nposition {}", position.describe());
    if let Turn::Seat(_) = position.turn() {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let told = moves.iter().map(|&mv| {
            let action = tensors.action(position, mv);
            format!("{} {action}", position.describe_move(mv))
        });
        let _ = writeln!(record, "actions  {}", told.collect::<Vec<_>>().join(", "));
    }
    for seat in Seat::all(position.seats()) {
        let seen = seen(&*tensors, position, seat);
        let mut begin = 0;
        for array in tensors.arrays() {
            let numbers = &seen[begin..begin + array.size()];
            begin += array.size();
            let (shape, shown) = (&array.shape, short(numbers));
            let _ = writeln!(record, "seat {} {} {shape:?}: {shown}", seat.0, array.name);
        }
    }
}

/// The numbers that are not 0 with their places; equal numbers that follow each other are told once.
fn short(numbers: &[f32]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < numbers.len() {
        let alike = numbers[at..].iter().take_while(|one| **one == numbers[at]);
        let count = alike.count();
        if numbers[at] != 0.0 {
            let place = match count {
                1 => at.to_string(),
                _ => format!("{at}-{}", at + count - 1),
            };
            let _ = write!(text, "{place}={} ", numbers[at]);
        }
        at += count;
    }
    text.trim_end().to_owned()
}
