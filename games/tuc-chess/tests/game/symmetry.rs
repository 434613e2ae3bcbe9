//! TUC-Chess played on turned boards: left and right are alike, and as written both sides are.

use ludarium_game::{Game, MoveList, Purpose, Seed, Tabletop, Turn, battery};
use ludarium_tuc_chess::rules::{BLACK, TucChess, WHITE};
use proptest::prelude::*;

/// A way to turn the board: what becomes of a square and whether the sides change places.
struct Symmetry {
    square: fn(row: u8, column: u8) -> (u8, u8),
    swaps_sides: bool,
}

const MIRROR: Symmetry = Symmetry { square: |row, column| (row, 4 - column), swaps_sides: false };

const FLIP: Symmetry = Symmetry { square: |row, column| (6 - row, column), swaps_sides: true };

impl Symmetry {
    fn turn_position(&self, text: &str) -> String {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&[u8]> = fields[0].split('/').map(str::as_bytes).collect();
        let mut turned = [[b'.'; 5]; 7];
        for (row, letters) in (0..).zip(&rows) {
            for (column, &letter) in (0..).zip(*letters) {
                let (to_row, to_column) = (self.square)(row, column);
                turned[usize::from(to_row)][usize::from(to_column)] = self.turn_letter(letter);
            }
        }
        let rows = turned.map(|row| String::from_utf8(row.to_vec()).unwrap());
        let (side, white, black) = match (self.swaps_sides, fields[1]) {
            (false, side) => (side, fields[2], fields[3]),
            (true, "w") => ("b", fields[3], fields[2]),
            (true, _) => ("w", fields[3], fields[2]),
        };
        let rest = fields[4..].join(" ");
        format!("{} {side} {white} {black} {rest}", rows.join("/"))
    }

    fn turn_letter(&self, letter: u8) -> u8 {
        if self.swaps_sides && letter.is_ascii_alphabetic() { letter ^ 0x20 } else { letter }
    }

    /// Turns the squares of a move or an outcome; `99` and values stay.
    fn turn_move(&self, text: &str) -> String {
        let (value, squares) = text.split_at(text.find('@').map_or(0, |at| at + 1));
        let mut turned = value.to_owned();
        for square in squares.as_bytes().chunks(2) {
            let (row, column) = (square[0] - b'0', square[1] - b'0');
            let (row, column) = if row > 6 { (row, column) } else { (self.square)(row, column) };
            turned.push_str(&format!("{row}{column}"));
        }
        turned
    }

    fn check_along_a_game(&self, variant: &str, seed: u64) {
        let rules = battery::rules::<TucChess>(variant);
        let mut rng = Seed(seed).stream(Purpose::Test, 0);
        let mut here = TucChess::start(&rules, &mut rng);
        let mut there = TucChess::parse(&rules, &self.turn_position(&here.describe())).unwrap();
        let mut buffer = MoveList::new();
        loop {
            assert_eq!(there.describe(), self.turn_position(&here.describe()));
            let mv = match here.turn() {
                Turn::Seat(_) => {
                    let mut turned: Vec<String> =
                        written_moves(&here).iter().map(|mv| self.turn_move(mv)).collect();
                    let mut expected = written_moves(&there);
                    turned.sort();
                    expected.sort();
                    assert_eq!(turned, expected, "{}", here.describe());
                    here.pick(&mut rng, &mut buffer)
                }
                Turn::Chance => here.roll(&mut rng),
                Turn::Over => break,
            };
            let turned = self.turn_move(&here.describe_move(mv));
            here.play(mv);
            there.play(there.parse_move(&turned).unwrap());
        }
        assert_eq!(there.turn(), Turn::Over);
        assert_eq!(there.ending(), here.ending());
        let white = if self.swaps_sides { BLACK } else { WHITE };
        assert_eq!(there.scores().of(white), here.scores().of(WHITE));
    }
}

fn written_moves(position: &TucChess) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|&mv| position.describe_move(mv)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn left_and_right_are_alike(seed: u64) {
        for variant in ["2021", "2019", "server"] {
            MIRROR.check_along_a_game(variant, seed);
        }
    }

    #[test]
    fn the_written_rules_treat_both_sides_alike(seed: u64) {
        for variant in ["2021", "2022:plies=60"] {
            FLIP.check_along_a_game(variant, seed);
        }
    }
}
