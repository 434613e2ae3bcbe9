// The game. It is in a file of its own because the examples in the crate's documentation include it.

use ludarium_game::{Game, MoveList, Scores, Seat, Turn};

/// Two seats take 1, 2 or 3 stones in turn; the seat that takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Stones {
    left: u8,
    next: Seat,
}

impl Stones {
    /// The start of a game with this many stones.
    pub fn new(stones: u8) -> Stones {
        Stones { left: stones, next: Seat(0) }
    }
}

impl Game for Stones {
    /// How many stones are taken.
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            _ => Turn::Seat(self.next),
        }
    }

    fn moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        (1..=self.left.min(3)).for_each(|stones| out.push(stones));
    }

    fn play(&mut self, stones: u8) {
        self.left -= stones;
        self.next = Seat(1 - self.next.0);
    }

    /// The seat that moved last has won.
    fn scores(&self) -> Scores {
        Scores::win(Seat(1 - self.next.0))
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | u64::from(self.next.0)
    }
}
