//! A digest of the rules: a solution of other rules is none.

use ludarium_game::{MoveList, Purpose, Seed, Tabletop, Turn};

/// Random games that are looked at, and the most moves and outcomes of each.
const GAMES: u64 = 8;
const LONGEST: usize = 200;

/// What the rules say in some random games, in eight letters: positions, keys, moves, chances and results.
pub(super) fn digest<G: Tabletop>(rules: &G::Rules) -> String {
    let mut digest = Digest(0x811c_9dc5);
    let (mut moves, mut outcomes) = (MoveList::new(), Vec::new());
    for seed in 0..GAMES {
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let mut position = G::start(rules, &mut rng);
        for _ in 0..LONGEST {
            digest.add(&format!(
                "{} {:x} {:?}",
                position.describe(),
                position.key(),
                position.turn()
            ));
            let mv = match position.turn() {
                Turn::Over => {
                    digest.add(&format!("{:?}", position.scores()));
                    break;
                }
                Turn::Seat(_) => {
                    position.moves(&mut moves);
                    moves.iter().for_each(|&mv| digest.add(&position.describe_move(mv)));
                    moves[rng.below(moves.len() as u32) as usize]
                }
                Turn::Chance => {
                    let _ = position.chances(&mut outcomes);
                    for (outcome, part) in &outcomes {
                        digest.add(&format!("{} {part}", position.describe_move(*outcome)));
                    }
                    position.roll(&mut rng)
                }
            };
            position.play(mv);
        }
    }
    format!("{:08x}", digest.0)
}

/// FNV-1a.
struct Digest(u32);

impl Digest {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}
