//! Both games look the same from the other side of the board and, without castling, in a mirror.

use ludarium_dice_chess::rules::{DiceChess, Sequence, ThreeDice};
use ludarium_game::{Game, Tabletop, Turn, battery};

use crate::{after, moves};

/// The board turned upside down, with the colours changed.
fn flipped(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(swap_case).collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "W" { "b" } else { "w" }.into();
    let rights = fields[2].chars();
    let (upper, lower): (String, String) = rights.partition(|c| c.is_ascii_uppercase());
    fields[2] = upper + &lower;
    fields[3] = ascending(&flip_ranks(&swap_case(&fields[3])));
    fields.join(" ")
}

/// The board with its files in the other order.
fn mirrored(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let ranks = fields[0].rsplit('/').rev();
    let ranks: Vec<String> = ranks.map(|rank| rank.chars().rev().collect()).collect();
    fields[0] = ranks.join("/");
    fields[3] = ascending(&fields[3].chars().map(mirror_file).collect::<String>());
    fields.join(" ")
}

/// The squares of an en-passant field in the order of the notation.
fn ascending(text: &str) -> String {
    let mut squares: Vec<&[u8]> = text.as_bytes().chunks(2).collect();
    squares.sort_by_key(|square| (square.get(1).copied(), square[0]));
    String::from_utf8(squares.concat()).expect("ASCII")
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

fn flip_ranks(text: &str) -> String {
    let flip = |c: char| match c {
        '1'..='8' => char::from(b'9' - (c as u8 - b'0')),
        other => other,
    };
    text.chars().map(flip).collect()
}

fn mirror_file(letter: char) -> char {
    match letter {
        'a'..='h' => char::from(b'a' + b'h' - letter as u8),
        other => other,
    }
}

/// A move with the files of its squares changed; the letter of a promotion stays.
fn mirror_files(text: &str) -> String {
    let (squares, promotion) = text.split_at(text.len().min(4));
    squares.chars().map(mirror_file).chain(promotion.chars()).collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// Placement, side, castling rights and en passant: all but the counters.
fn essence(text: &str) -> String {
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Every roll of a position with its moves, as texts.
fn rolls(position: &DiceChess) -> Vec<(String, Vec<String>)> {
    let mut rolls = Vec::new();
    position.counted_chances(&mut rolls);
    let texts = rolls.iter().map(|&roll| position.describe_move(roll));
    texts.map(|roll| (roll.clone(), moves(&after(position, &[&roll])))).collect()
}

fn compare(
    position: &DiceChess,
    other: &DiceChess,
    board: fn(&str) -> String,
    mv: fn(&str) -> String,
) {
    let text = position.describe();
    let (mine, theirs) = (rolls(position), rolls(other));
    let expected: Vec<(String, Vec<String>)> = mine
        .iter()
        .map(|(roll, moves)| (roll.clone(), sorted(moves.iter().map(|m| mv(m)).collect())))
        .collect();
    assert_eq!(theirs, expected, "{text}");
    for (roll, moves) in mine {
        for text in moves {
            let there = after(other, &[&roll, &mv(&text)]);
            let here = after(position, &[&roll, &text]);
            assert_eq!(essence(&there.describe()), essence(&board(&here.describe())));
            assert_eq!(there.ending(), here.ending());
        }
    }
}

#[test]
fn one_die_is_symmetric() {
    for (seed, variant) in (0..).zip(["seed", "brainking", "seed:promo=choice"]) {
        let rules = battery::rules::<DiceChess>(variant);
        let mut compared = [0; 2];
        battery::random_game::<DiceChess>(&rules, seed, |position| {
            if position.turn() != Turn::Chance {
                return;
            }
            let text = position.describe();
            let read = |text: String| DiceChess::parse(&rules, &text).expect("a position");
            compare(position, &read(flipped(&text)), flipped, flip_ranks);
            compared[0] += 1;
            if text.split(' ').nth(2) == Some("-") {
                compare(position, &read(mirrored(&text)), mirrored, mirror_files);
                compared[1] += 1;
            }
        });
        assert!(compared.iter().all(|&count| count > 5), "{variant}: {compared:?}");
    }
}

fn turn_texts(position: &ThreeDice, mv: fn(&str) -> String) -> Vec<String> {
    let mut turns = Vec::new();
    position.turns(&mut turns);
    let text = |turn: &Sequence| {
        let moves: Vec<String> = turn.moves().iter().map(|m| mv(&m.to_string())).collect();
        moves.join(" ")
    };
    sorted(turns.iter().map(text).collect())
}

#[test]
fn three_dice_are_symmetric() {
    let rules = battery::rules::<ThreeDice>("three-dice");
    let mut compared = [0; 2];
    for seed in 0..4 {
        battery::random_game::<ThreeDice>(&rules, seed, |position| {
            if !matches!(position.turn(), Turn::Seat(_)) {
                return;
            }
            let text = position.describe();
            let read = |text: String| ThreeDice::parse(&rules, &text).expect("a position");
            let other = read(flipped(&text));
            assert_eq!(
                turn_texts(&other, str::to_owned),
                turn_texts(position, flip_ranks),
                "{text}"
            );
            compared[0] += 1;
            if text.split(' ').nth(2) == Some("-") {
                let other = read(mirrored(&text));
                let mirror = turn_texts(position, mirror_files);
                assert_eq!(turn_texts(&other, str::to_owned), mirror, "{text}");
                compared[1] += 1;
            }
        });
    }
    assert!(compared.iter().all(|&count| count > 50), "{compared:?}");
}
