//! Three-Chess: what holds in every position of random games.

use ludarium_game::{Game, MoveList, Seat, Tabletop, battery};
use ludarium_three_chess::rules::{Rules, ThreeChess};
use proptest::prelude::*;

fn read(text: &str) -> ThreeChess {
    ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(position: &ThreeChess) -> Vec<String> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|&mv| position.describe_move(mv)).collect()
}

/// The same position with the sections and colours one further: Blue's become Green's.
fn rotated(text: &str) -> String {
    let next = |letter: char| {
        let letters = ["PNBRQK", "pnbrqk", "123456"];
        for (seat, row) in letters.iter().enumerate() {
            if let Some(kind) = row.find(letter) {
                return letters[(seat + 1) % 3].as_bytes()[kind] as char;
            }
        }
        letter
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let mut rows: Vec<String> =
        fields[0].split('/').map(|row| row.chars().map(next).collect()).collect();
    rows.rotate_right(4);
    let turn = match fields[1] {
        "B" => "G",
        "G" => "R",
        _ => "B",
    };
    let captured =
        [fields[4], fields[2], fields[3]].map(|list| list.chars().map(next).collect::<String>());
    format!("{} {turn} {} {}", rows.join("/"), captured.join(" "), fields[5])
}

fn rotated_move(text: &str) -> String {
    let next = |letter| match letter {
        'B' => 'G',
        'G' => 'R',
        _ => 'B',
    };
    let (start, end) = text.split_once('-').expect("a move");
    let rotated =
        |name: &str| format!("{}{}", next(name.chars().next().expect("a section")), &name[1..]);
    format!("{}-{}", rotated(start), rotated(end))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_three_seats_are_alike(seed: u64) {
        battery::random_game::<ThreeChess>(&Rules::default(), seed, |position| {
            let other = read(&rotated(&position.describe()));
            let mut expected: Vec<String> = moves(position).iter().map(|mv| rotated_move(mv)).collect();
            expected.sort();
            assert_eq!(moves(&other), expected);
            let [blue, green, red] = position.results().unwrap_or_default();
            assert_eq!(other.results().unwrap_or_default(), [red, blue, green]);
            for seat in 0..3 {
                assert_eq!(position.score(Seat(seat)), other.score(Seat((seat + 1) % 3)));
            }
        });
    }

    #[test]
    fn reading_gives_the_same_position(seed: u64) {
        battery::random_game::<ThreeChess>(&Rules::default(), seed, |position| {
            assert_eq!(&read(&position.describe()), position);
        });
    }

    #[test]
    fn moves_are_listed_in_alphabetical_order(seed: u64) {
        battery::random_game::<ThreeChess>(&Rules::default(), seed, |position| {
            assert!(moves(position).is_sorted(), "{}", position.describe());
        });
    }
}
