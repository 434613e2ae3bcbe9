//! Learning pages: the rules of each game in words and pictures.

use ludarium_arena::{Ruleset, seeded_start};
use ludarium_game::Seed;
use serde::{Deserialize, Serialize};

use crate::api::{Board, BoardView, SeatStyleView};
use crate::error::{Result, WebError};
use crate::games::library::Library;
use crate::games::positions::follow;
use crate::tables::GamePicture;

/// A lesson as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    title: String,
    tip: Option<Tip>,
    section: Vec<Section>,
}

/// What a newcomer needs beside the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tip {
    words: String,
    /// Arrows over the board until the first move, each as the names of its cells.
    #[serde(default)]
    arrows: Vec<[String; 2]>,
    /// Whether the lines of a player's own colour are marked, too.
    #[serde(default)]
    edge: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    heading: String,
    text: String,
    picture: Option<PictureRequest>,
}

/// A position to show: a text, moves from the start, or the start itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureRequest {
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Arrows over the board, each as the names of its cells.
    #[serde(default)]
    arrows: Vec<[String; 2]>,
    caption: String,
}

/// A lesson as it is shown.
#[derive(Serialize)]
pub struct LessonView {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tip: Option<TipView>,
    sections: Vec<SectionView>,
}

#[derive(Serialize)]
struct TipView {
    words: String,
    /// Arrows, as places of cells.
    arrows: Vec<Vec<usize>>,
    edge: bool,
}

#[derive(Serialize)]
struct SectionView {
    heading: String,
    /// Paragraphs.
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Still>,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
}

/// A position as a picture.
#[derive(Serialize)]
struct Still {
    board: Board,
    view: BoardView,
    seats: Vec<SeatStyleView>,
    /// Arrows, as places of cells.
    arrows: Vec<Vec<usize>>,
}

/// The rules of a game. One that brings no lesson gets a short page with its summary and its start.
pub fn lesson(library: &Library, game: &str) -> Result<LessonView> {
    let missing = |_| WebError::missing(format!("there is no lesson about `{game}`"));
    let rules = library.rules(game, None).map_err(missing)?;
    let lesson = read(library, game)?;
    let sections = lesson.section.into_iter();
    let tip = lesson.tip.map(|tip| {
        let picture = GamePicture::of(&seeded_start(&*rules, Seed(1)), Seed(1));
        let arrows = arrows(&picture, &tip.arrows)?;
        Ok::<_, WebError>(TipView { words: tip.words, arrows, edge: tip.edge })
    });
    Ok(LessonView {
        title: lesson.title,
        tip: tip.transpose()?,
        sections: sections.map(|section| show(&*rules, section)).collect::<Result<_>>()?,
    })
}

fn read(library: &Library, game: &str) -> Result<Lesson> {
    match library.lesson(game) {
        Some(text) => toml::from_str(text).map_err(|error| {
            WebError::failed(format!("the lesson about {game} cannot be read: {error}"))
        }),
        None => short_lesson(library, game),
    }
}

/// The rules of a game in words alone: a line for each heading and paragraph, and an empty one between sections.
pub fn lesson_in_words(library: &Library, game: &str) -> Result<Vec<String>> {
    let lesson = read(library, game)?;
    let mut lines = vec![lesson.title];
    for section in lesson.section {
        lines.push(String::new());
        lines.push(section.heading.to_uppercase());
        lines.extend(paragraphs(&section.text));
    }
    Ok(lines)
}

/// What can be said about a game that brings no lesson.
fn short_lesson(library: &Library, game: &str) -> Result<Lesson> {
    let info = library.info(game)?;
    let seats = info.seats_text();
    Ok(Lesson {
        title: info.title.to_owned(),
        tip: None,
        section: vec![Section {
            heading: "The game".to_owned(),
            text: format!(
                "{}: {}.\n\nPlayers: {seats}. Left to chance: {}.",
                info.title, info.summary, info.chance
            ),
            picture: Some(PictureRequest {
                position: None,
                moves: Vec::new(),
                arrows: Vec::new(),
                caption: "The start".to_owned(),
            }),
        }],
    })
}

fn show(rules: &dyn Ruleset, section: Section) -> Result<SectionView> {
    let board = section.picture.as_ref().map(|request| draw(rules, request));
    Ok(SectionView {
        heading: section.heading,
        text: paragraphs(&section.text),
        board: board.transpose()?,
        caption: section.picture.map(|request| request.caption),
    })
}

fn paragraphs(text: &str) -> Vec<String> {
    text.trim().split("\n\n").map(str::to_owned).collect()
}

fn draw(rules: &dyn Ruleset, request: &PictureRequest) -> Result<Still> {
    let game = follow(rules, request.position.as_deref(), &request.moves, Seed(1))?;
    let picture = GamePicture::of(game.start(), Seed(1));
    let view = picture.view(&game, game.count());
    Ok(Still {
        arrows: arrows(&picture, &request.arrows)?,
        seats: SeatStyleView::of(&picture.scene),
        board: picture.board,
        view,
    })
}

/// The cells of arrows between cells with these names.
fn arrows(picture: &GamePicture, named: &[[String; 2]]) -> Result<Vec<Vec<usize>>> {
    let arrows = named.iter().map(|ends| {
        let cells = picture.cells.indices(ends);
        let wrong = || WebError::failed(format!("an arrow between unknown cells: {ends:?}"));
        (cells.len() == ends.len()).then_some(cells).ok_or_else(wrong)
    });
    arrows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, sprint};

    #[test]
    fn a_lesson_has_paragraphs_and_pictures() {
        let lesson = lesson(&library(), "sprint").unwrap();
        assert_eq!((&*lesson.title, lesson.sections.len()), ("Sprint", 2));
        assert_eq!(lesson.sections[0].text[1], "Nobody waits.");
        let [aim, walking] = &lesson.sections[..] else {
            panic!("two sections");
        };
        assert!(aim.board.is_none());
        assert_eq!(walking.board.as_ref().unwrap().view.count, 3);
        assert_eq!(walking.caption.as_deref(), Some("After two moves"));
    }

    #[test]
    fn a_game_without_a_lesson_has_a_short_page() {
        let library = Library::new(&[sprint()]);
        let short = lesson(&library, "sprint").unwrap();
        assert_eq!((&*short.title, short.sections.len()), ("Sprint", 1));
        assert!(short.sections[0].text[0].contains("a die may help"));
        assert!(short.sections[0].board.is_some());
        let error = lesson(&library, "go").err().expect("an unknown game");
        assert_eq!(error.status.as_u16(), 404);
    }
}
