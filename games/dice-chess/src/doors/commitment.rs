//! Dice that nobody can choose: the server commits to a seed, the players add theirs, and the seed is revealed at the end.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::hex;
use super::message::Sides;

/// The largest multiple of 6 in a byte: from here on a byte would favour the low faces.
const UNFAIR: u8 = 252;

/// A roll in the order of the dice, each 1 to 6.
pub type Roll = [u8; 3];

/// The server's secret, from which all rolls of a game follow.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

impl ServerSeed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> ServerSeed {
        ServerSeed(bytes)
    }

    /// Reads 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<ServerSeed> {
        hex::read(text).map(ServerSeed)
    }

    /// The seed as 64 hexadecimal digits, to be revealed when the game is over.
    pub fn reveal(&self) -> String {
        hex::write(&self.0)
    }

    /// The hash that is published before the game.
    pub fn commit(&self) -> String {
        hex::write(&Sha256::digest(self.0))
    }

    /// Roll number `n` of a game, counted from 0, passes included.
    pub fn roll(&self, players: &Sides<String>, n: u64) -> Roll {
        let mut message = Vec::new();
        for text in [&players.white, &players.black] {
            message.extend((text.len() as u32).to_be_bytes());
            message.extend(text.as_bytes());
        }
        message.extend((n as i64).to_be_bytes());
        let mut dice = (0u32..).flat_map(|block| {
            let mut stream = keyed(&self.0);
            stream.update(&message);
            stream.update(&block.to_be_bytes());
            let bytes: [u8; 32] = stream.finalize().into_bytes().into();
            let fair = bytes.into_iter().filter(|&byte| byte < UNFAIR);
            fair.map(|byte| byte % 6 + 1)
        });
        // There are endless blocks, so there is always a next die.
        std::array::from_fn(|_| dice.next().unwrap_or(1))
    }
}

/// Without the secret.
impl std::fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ServerSeed").field(&self.commit()).finish()
    }
}

/// HMAC-SHA-256 with a key of any length.
pub(super) fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(white: &str, black: &str) -> Sides<String> {
        Sides {
            white: white.into(),
            black: black.into(),
        }
    }

    fn one() -> ServerSeed {
        let mut bytes = [0; 32];
        bytes[31] = 1;
        ServerSeed::new(bytes)
    }

    #[test]
    fn the_rolls_of_the_published_recipe() {
        let players = players("white-seed-000001", "black-seed-000002");
        let rolls: Vec<String> = (0..8)
            .map(|n| one().roll(&players, n).map(|die| die.to_string()).concat())
            .collect();
        assert_eq!(
            rolls,
            ["616", "313", "313", "321", "422", "625", "661", "566"]
        );
        assert_eq!(
            one().commit(),
            "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5"
        );
    }

    #[test]
    fn where_one_seed_ends_and_the_other_begins_matters() {
        let one = one();
        let differs = (0..8)
            .any(|n| one.roll(&players("abc", "defg"), n) != one.roll(&players("abcd", "efg"), n));
        assert!(differs);
    }

    #[test]
    fn the_dice_are_fair() {
        let players = players("a", "b");
        let mut counts = [0u32; 6];
        for n in 0..20_000 {
            for die in one().roll(&players, n) {
                counts[usize::from(die) - 1] += 1;
            }
        }
        // 60,000 dice: the standard deviation of a face is 91.
        assert!(
            counts.iter().all(|count| count.abs_diff(10_000) < 450),
            "{counts:?}"
        );
    }

    #[test]
    fn a_seed_reads_back_and_is_not_shown() {
        assert_eq!(ServerSeed::read(&one().reveal()), Some(one()));
        assert_eq!(ServerSeed::read("01"), None);
        assert!(!format!("{:?}", one()).contains(&one().reveal()));
    }
}
