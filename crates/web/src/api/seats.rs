//! Seats and seeds on the wire.

use ludarium_game::Scene;
use serde::{Deserialize, Serialize};

use crate::error::{Result, WebError};
use crate::random::LARGEST_SEED;

/// What the game calls a seat, and how it looks.
#[derive(Clone, Debug, Serialize)]
pub struct SeatStyleView {
    /// `White`; its colour where the game only counts seats.
    pub name: String,
    /// What the game calls it, where that is something else: `Player 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The letter that tells it apart.
    pub letter: char,
    /// Its colour, a key of the look's hues.
    pub hue: &'static str,
}

impl SeatStyleView {
    /// The seats of a scene.
    pub fn of(scene: &Scene) -> Vec<SeatStyleView> {
        let seats = scene.seats.iter().map(|seat| {
            let counted = seat.name.ends_with(|last: char| last.is_ascii_digit());
            SeatStyleView {
                name: if counted { capital(seat.hue.name()) } else { seat.name.clone() },
                role: counted.then(|| seat.name.clone()),
                letter: seat.letter,
                hue: seat.hue.name(),
            }
        });
        seats.collect()
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A seed, as a number or as its digits.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum SeedRequest {
    /// A number.
    Number(u64),
    /// Digits.
    Digits(String),
}

impl SeedRequest {
    /// The seed, if it is one.
    pub fn number(self) -> Result<u64> {
        let number = match &self {
            SeedRequest::Number(number) => Some(*number),
            SeedRequest::Digits(digits) => digits.parse().ok(),
        };
        number.filter(|&seed| seed <= LARGEST_SEED).ok_or_else(|| {
            WebError::bad("the seed is not right")
                .hint(format!("a whole number from 0 to {LARGEST_SEED}"))
        })
    }
}
