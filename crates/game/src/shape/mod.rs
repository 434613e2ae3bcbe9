//! `Shape`: the look of a piece, and the one table of what every shape is called and how it is
//! drawn. All code that draws pieces, counts them or describes them to bots reads this table.

mod outline;

use std::borrow::Cow;

pub use outline::{LetterSpot, ShapePart};

/// The look of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Chess pawn.
    Pawn,
    /// Chess knight.
    Knight,
    /// Chess bishop.
    Bishop,
    /// Chess rook.
    Rook,
    /// Chess queen.
    Queen,
    /// Chess king.
    King,
    /// A round token.
    Disc,
    /// Several round tokens, of which the uppermost shows how many they are.
    Discs(u8),
    /// A wrapped present.
    Present,
    /// A stack of this many dice.
    Dice(u8),
    /// One die that shows this number; 1 to 6 are drawn as pips.
    DieFace(u8),
    /// A short text in a frame: a card, a number, a word. See [`Shape::label`].
    Label(Cow<'static, str>),
}

/// What a shape is called and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The kind in one word, the same for every number or text on it: `pawn`, `dice`, `label`.
    pub kind: &'static str,
    /// What bots are told: the kind, and what is written on it: `pawn`, `dice 3`, `label K♠`.
    pub word: String,
    /// What people read after the name of the owner: `pawn`, `3 dice`, `K♠`.
    pub title: String,
    /// How it is written in plain text.
    pub sign: Cow<'static, str>,
    /// Where the letter of the owner goes in plain text.
    pub owner: OwnerLetter,
    /// What is written instead where white and black pieces differ by the colour of the text.
    pub symbol: Option<Cow<'static, str>>,
    /// The picture, from back to front.
    pub parts: Cow<'static, [ShapePart]>,
    /// Where the letter of the owner goes in the picture.
    pub letter: LetterSpot,
    /// Whether it is piled up: it has one size on all cells of a board, so that heights can be compared.
    pub pile: bool,
}

/// Where the letter of the owner goes in plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerLetter {
    /// After the sign, in lower case: `Nw`.
    After,
    /// Before the sign: `A3`; with a colon where both would read as one word: `A:K♠`, `1:3`.
    Before,
    /// It is the whole text: `R`.
    Alone,
    /// It is not written.
    Nowhere,
}

impl Shape {
    /// A text in a frame. Any text is safe; one to four characters are read best.
    ///
    /// ```
    /// use ludarium_game::Shape;
    ///
    /// let card = Shape::label("K♠");
    /// let points = Shape::label(12.to_string());
    /// assert_eq!(card.design().word, "label K♠");
    /// assert_eq!(points.design().title, "12");
    /// ```
    pub fn label(text: impl Into<Cow<'static, str>>) -> Shape {
        Shape::Label(text.into())
    }

    /// The usual shapes, which a page can load once. Others have any number or text on them.
    pub fn usual() -> impl Iterator<Item = Shape> {
        let fixed = [
            Shape::Pawn,
            Shape::Knight,
            Shape::Bishop,
            Shape::Rook,
            Shape::Queen,
            Shape::King,
            Shape::Disc,
            Shape::Present,
        ];
        let dice = (1..=8).map(Shape::Dice);
        let faces = (1..=6).map(Shape::DieFace);
        fixed.into_iter().chain(dice).chain(faces)
    }

    /// The row of this shape in the table of shapes.
    pub fn design(&self) -> Design {
        match self {
            Shape::Pawn => plain("pawn", "P", "♟", outline::PAWN),
            Shape::Knight => plain("knight", "N", "♞", outline::KNIGHT),
            Shape::Bishop => plain("bishop", "B", "♝", outline::BISHOP),
            Shape::Rook => plain("rook", "R", "♜", outline::ROOK),
            Shape::Queen => plain("queen", "Q", "♛", outline::QUEEN),
            Shape::King => plain("king", "K", "♚", outline::KING),
            Shape::Disc => Design {
                owner: OwnerLetter::Alone,
                letter: LetterSpot::Body(44.0, 60.0),
                ..plain("disc", "o", "●", outline::DISC)
            },
            Shape::Discs(count) => Design {
                kind: "discs",
                word: format!("discs {count}"),
                title: format!("{count} discs"),
                sign: count.to_string().into(),
                owner: OwnerLetter::Before,
                symbol: Some(count.to_string().into()),
                parts: outline::discs(*count).into(),
                letter: LetterSpot::Badge(50.0, 84.0, 13.0),
                pile: false,
            },
            Shape::Present => Design {
                owner: OwnerLetter::Nowhere,
                symbol: None,
                ..plain("present", "*", "*", outline::PRESENT)
            },
            Shape::Dice(count) => Design {
                kind: "dice",
                word: format!("dice {count}"),
                title: match count {
                    1 => "1 die".to_owned(),
                    _ => format!("{count} dice"),
                },
                sign: count.to_string().into(),
                owner: OwnerLetter::Before,
                symbol: None,
                parts: outline::dice(*count).into(),
                letter: LetterSpot::Nowhere,
                pile: true,
            },
            Shape::DieFace(number) => Design {
                kind: "die",
                word: format!("die {number}"),
                title: format!("die showing {number}"),
                sign: format!("[{number}]").into(),
                owner: OwnerLetter::Before,
                symbol: Some(format!("[{number}]").into()),
                parts: outline::die_face(*number).into(),
                letter: BELOW,
                pile: false,
            },
            Shape::Label(text) => Design {
                kind: "label",
                word: format!("label {text}"),
                title: text.clone().into_owned(),
                sign: text.clone(),
                owner: OwnerLetter::Before,
                symbol: Some(text.clone()),
                parts: outline::label(text.clone()).into(),
                letter: BELOW,
                pile: false,
            },
        }
    }
}

/// On the lower edge, away from text and pips.
const BELOW: LetterSpot = LetterSpot::Badge(50.0, 88.0, 11.0);

/// A shape with one look, written as chess pieces are.
fn plain(
    kind: &'static str,
    sign: &'static str,
    symbol: &'static str,
    parts: &'static [ShapePart],
) -> Design {
    Design {
        kind,
        word: kind.to_owned(),
        title: kind.to_owned(),
        sign: sign.into(),
        owner: OwnerLetter::After,
        symbol: Some(symbol.into()),
        parts: parts.into(),
        letter: LetterSpot::Badge(76.0, 70.0, 16.0),
        pile: false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_usual_shape_has_a_word_of_its_own_that_begins_with_its_kind() {
        let mut words = HashSet::new();
        for shape in Shape::usual() {
            let design = shape.design();
            assert_eq!(design.word.split(' ').next(), Some(design.kind));
            assert!(design.sign.is_ascii(), "{shape:?}");
            assert!(words.insert(design.word), "{shape:?}");
        }
    }

    /// Bots read these words: changing one breaks them.
    #[test]
    fn the_words_for_bots_stay_as_they_are() {
        let words: Vec<String> = Shape::usual().map(|shape| shape.design().word).collect();
        let expected = "pawn, knight, bishop, rook, queen, king, disc, present, \
            dice 1, dice 2, dice 3, dice 4, dice 5, dice 6, dice 7, dice 8, \
            die 1, die 2, die 3, die 4, die 5, die 6";
        assert_eq!(words.join(", "), expected);
        assert_eq!(Shape::label("K♠").design().word, "label K♠");
    }

    #[test]
    fn a_die_shows_as_many_pips_as_its_number() {
        let pips = |number| {
            let parts = Shape::DieFace(number).design().parts.into_owned();
            parts.into_iter().filter(|part| matches!(part, ShapePart::Pip(..))).count()
        };
        for number in 1..=6 {
            assert_eq!(pips(number), usize::from(number));
        }
        // There is no face with seven pips: the number is written.
        assert_eq!(pips(7), 0);
    }
}
