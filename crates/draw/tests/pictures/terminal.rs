//! The terminal: golden texts of small boards, and everything in its place on large ones.

use ludarium_draw::{TerminalStyle, terminal, terminal_in};
use ludarium_game::{Piece, Seat, Shape};

use super::scenes;

const PLAIN: TerminalStyle = TerminalStyle { colour: false, width: 80 };
const COLOUR: TerminalStyle = TerminalStyle { colour: true, width: 80 };

/// The text without escape codes.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' {
            characters.by_ref().find(|c| *c == 'm');
        } else {
            out.push(c);
        }
    }
    out
}

fn widest(text: &str) -> usize {
    bare(text).lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn a_small_board_in_plain_text() {
    let expected = "\
7 Rb Rb Kb Rb Rb      W  White 3 points
6 Pb Pb Pb Pb Pb   >  B  Black 2 points, to move
5 *  .  .  .  .          14 minutes left
4 .  .  *  .  .
3 .  .  .  .  .
2 Pw Pw Pw Pw Pw
1 Rw Rw Kw Rw Rw
  a  b  c  d  e
";
    assert_eq!(terminal(&scenes::presents(), &PLAIN), expected);
}

#[test]
fn die_faces_and_texts_in_plain_text() {
    let expected = "\
3  W[1] R[2] [3]  W[4]

2  R[5] [6]  W:K  R:Q

1  1:12  -3  bank  .

    a    b    c    d
";
    assert_eq!(terminal(&scenes::tokens(), &PLAIN), expected);
}

#[test]
fn white_and_black_need_no_letter_on_a_board_in_colour() {
    let plain = bare(&terminal(&scenes::tokens(), &COLOUR));
    for (shown, hidden) in [(" K ", "W:K"), (" [1] ", "W[1]")] {
        assert!(plain.contains(shown) && !plain.contains(hidden), "{plain}");
    }
    assert!(plain.contains("R:Q") && plain.contains("1:12"), "{plain}");
}

#[test]
fn captions_go_below_a_board_that_leaves_no_room() {
    let narrow = TerminalStyle { width: 30, ..PLAIN };
    let text = terminal(&scenes::presents(), &narrow);
    let end: Vec<&str> = text.lines().skip(8).collect();
    assert_eq!(
        end,
        ["", "   W  White 3 points", ">  B  Black 2 points, to move", "      14 minutes left",]
    );
}

#[test]
fn plain_text_has_no_escape_codes_and_no_blanks_at_line_ends() {
    for (name, scene) in scenes::all() {
        let text = terminal(&scene, &PLAIN);
        assert!(text.is_ascii() && !text.contains('\u{1b}'), "{name}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{name}");
    }
}

/// How often each word stands on a board, as a sorted list.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "|_".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    words.sort_unstable();
    words
}

#[test]
fn no_piece_or_name_touches_another() {
    for (name, mut scene) in scenes::all() {
        scene.captions.clear();
        let text = terminal(&scene, &PLAIN);
        let mut expected: Vec<String> = scene.rim.iter().map(|(_, text)| text.clone()).collect();
        for (index, cell) in scene.cells.iter().enumerate() {
            let piece = scene.pieces.iter().find(|piece| piece.cell == index);
            expected.extend(piece.map(|piece| spelt(&scene.seats, piece)));
            if cell.labelled {
                expected.push(cell.name.clone());
            } else if piece.is_none() {
                expected.push(".".to_owned());
            }
        }
        for line in &scene.lines {
            if let Some(owner) = line.owner {
                let letter = scene.seats[owner.index()].letter.to_lowercase().to_string();
                expected.extend(line.points.windows(2).map(|_| letter.clone()));
            }
        }
        expected.sort_unstable();
        assert_eq!(words(&text), expected, "{name}:\n{text}");
    }
}

fn spelt(seats: &[ludarium_game::SeatStyle], piece: &Piece) -> String {
    let letter = piece
        .owner
        .map(|Seat(seat)| seats[usize::from(seat)].letter.to_string())
        .unwrap_or_default();
    let shape = match &piece.shape {
        Shape::Pawn => 'P',
        Shape::Knight => 'N',
        Shape::Bishop => 'B',
        Shape::Rook => 'R',
        Shape::Queen => 'Q',
        Shape::King => 'K',
        Shape::Disc => return letter,
        Shape::Present => return "*".to_owned(),
        Shape::Dice(count) | Shape::Discs(count) => return format!("{letter}{count}"),
        Shape::DieFace(number) => return format!("{letter}[{number}]"),
        Shape::Label(text) if piece.owner.is_none() => return text.to_string(),
        Shape::Label(text) => return format!("{letter}:{text}"),
    };
    format!("{shape}{}", letter.to_ascii_lowercase())
}

#[test]
fn boards_keep_to_the_width_where_they_can() {
    for (name, scene) in scenes::all() {
        for style in [PLAIN, COLOUR] {
            let width = widest(&terminal(&scene, &style));
            assert!(width <= 80, "{name}: {width} columns");
        }
    }
}

#[test]
fn a_board_in_colour_shows_chess_symbols_on_coloured_squares() {
    let text = terminal(&scenes::chess(), &COLOUR);
    let plain = bare(&text);
    for (symbol, times) in [('♟', 16), ('♞', 4), ('♚', 2)] {
        assert_eq!(plain.matches(symbol).count(), times, "{symbol}");
    }
    // White on a light and black on a dark square, in the colours of the 256.
    assert!(text.contains("\u{1b}[0;1;38;5;231;48;5;137m♞"), "{text}");
    assert!(text.contains("\u{1b}[0;1;38;5;16;48;5;95m♛"), "{text}");
    for line in text.lines() {
        let last = line.rsplit('\u{1b}').next().unwrap_or_default();
        assert!(!line.contains('\u{1b}') || last.starts_with("[0m"), "{line}");
    }
}

#[test]
fn seats_with_a_number_keep_it_apart_from_their_dice() {
    let mut scene = scenes::regions();
    scene.seats[0].letter = '1';
    let text = terminal(&scene, &PLAIN);
    assert!(text.contains("1:1"), "{text}");
}

#[test]
fn nothing_in_a_scene_can_control_the_terminal() {
    let mut scene = scenes::hexes();
    scene.cells[0].name = "\u{1b}[2J".to_owned();
    scene.captions[0].text = "\u{1b}[31m\u{7}red".to_owned();
    scene.seats[0].letter = '\u{1b}';
    scene.pieces[1].shape = Shape::label("\u{1b}[2J\n\u{9b}31m");
    let text = terminal(&scene, &PLAIN);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn a_board_that_is_too_high_is_set_flat_with_every_name_and_piece() {
    for (name, scene) in scenes::all() {
        for style in [PLAIN, COLOUR] {
            let style = TerminalStyle { width: 80, ..style };
            let usual = terminal(&scene, &style);
            let high = usual.lines().count();
            let same = terminal_in(&scene, &style, &[], high);
            assert_eq!(same, usual, "{name}: enough room changes nothing");
            let low = terminal_in(&scene, &style, &[], high.saturating_sub(1).min(23));
            let shown = low.lines().count();
            // A map with many areas and long captions may stay too high.
            let most = if name == "regions" { high } else { high.min(24) };
            assert!(shown <= most, "{name}: {shown} rows");
            for cell in scene.cells.iter().filter(|cell| cell.labelled) {
                assert!(low.contains(&cell.name), "{name}: {} is missing in\n{low}", cell.name);
            }
        }
    }
}

#[test]
fn the_cells_of_the_last_move_are_marked() {
    for (name, scene) in scenes::all() {
        let last = [scene.cells[0].name.clone()];
        let plain = terminal_in(&scene, &COLOUR, &[], 1000);
        let marked = terminal_in(&scene, &COLOUR, &last, 1000);
        // The colour of marks is nobody's.
        assert!(!plain.contains("8;5;172"), "{name}");
        assert!(marked.contains("8;5;172"), "{name}");
    }
}
