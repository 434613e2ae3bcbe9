//! Learning pages: the rules of each game with pictures, and what agents do, in plain words.

use std::collections::HashMap;
use std::sync::LazyLock;

use ludarium_agents::{Kit, KitTask, with_kit};
use ludarium_game::Seed;
use serde::{Deserialize, Serialize};

use crate::api::{Board, SeatStyleView, View};
use crate::error::{Result, WebError};
use crate::positions::Line;
use crate::tables::Picture;

/// The texts of the lessons by game.
const LESSONS: [(&str, &str); 5] = [
    ("dice-chess", include_str!("../learn/games/dice-chess.toml")),
    (
        "three-chess",
        include_str!("../learn/games/three-chess.toml"),
    ),
    ("tuc-chess", include_str!("../learn/games/tuc-chess.toml")),
    ("dicewars", include_str!("../learn/games/dicewars.toml")),
    ("chexers", include_str!("../learn/games/chexers.toml")),
];

/// What agents do: for any game, and for agents of one game.
#[derive(Deserialize, Default)]
struct Stories {
    any: HashMap<String, String>,
    #[serde(flatten)]
    games: HashMap<String, HashMap<String, String>>,
}

static STORIES: LazyLock<Stories> =
    LazyLock::new(|| toml::from_str(include_str!("../learn/stories.toml")).unwrap_or_default());

/// What an agent of a game does, in plain words.
pub fn story(game: &str, agent: &str) -> Option<&'static str> {
    let own = STORIES
        .games
        .get(game)
        .and_then(|stories| stories.get(agent));
    own.or_else(|| STORIES.any.get(agent)).map(String::as_str)
}

/// A lesson as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    title: String,
    section: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    heading: String,
    text: String,
    picture: Option<PictureOrder>,
}

/// A position to show: a text, moves from the start, or the start itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureOrder {
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    caption: String,
}

/// A lesson as it is shown.
#[derive(Serialize)]
pub struct LessonView {
    title: String,
    sections: Vec<SectionView>,
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
    view: View,
    seats: Vec<SeatStyleView>,
}

/// The rules of a game.
pub fn lesson(game: &str) -> Result<LessonView> {
    let found = LESSONS.iter().find(|(name, _)| *name == game);
    let missing = || WebError::missing(format!("there is no lesson about `{game}`"));
    let (_, text) = found.ok_or_else(missing)?;
    let broken =
        |error| WebError::failed(format!("the lesson about {game} cannot be read: {error}"));
    let lesson: Lesson = toml::from_str(text).map_err(broken)?;
    let sections = lesson.section.into_iter();
    Ok(LessonView {
        title: lesson.title,
        sections: sections
            .map(|section| show(game, section))
            .collect::<Result<_>>()?,
    })
}

fn show(game: &str, section: Section) -> Result<SectionView> {
    let board = match &section.picture {
        Some(order) => Some(with_kit(game, None, Draw(order))??),
        None => None,
    };
    Ok(SectionView {
        heading: section.heading,
        text: section
            .text
            .trim()
            .split("\n\n")
            .map(str::to_owned)
            .collect(),
        board,
        caption: section.picture.map(|order| order.caption),
    })
}

struct Draw<'a>(&'a PictureOrder);

impl KitTask for Draw<'_> {
    type Output = Result<Still>;

    fn run<G: Kit>(self, rules: G::Rules) -> Result<Still> {
        let position = self.0.position.as_deref();
        let line = Line::<G>::follow(&rules, position, &self.0.moves, Seed(1))?;
        let picture = Picture::of(&line.position);
        let view = picture.view(&line.position, line.made.last(), line.made.len());
        Ok(Still {
            seats: SeatStyleView::of(&picture.scene),
            board: picture.board,
            view,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_games::registry::GAMES;

    struct Untold;

    impl KitTask for Untold {
        type Output = Vec<String>;

        fn run<G: Kit>(self, _rules: G::Rules) -> Vec<String> {
            let entries = G::entries();
            let untold = entries
                .iter()
                .filter(|entry| story(G::NAME, entry.name).is_none());
            untold
                .map(|entry| format!("{} {}", G::NAME, entry.name))
                .collect()
        }
    }

    #[test]
    fn every_agent_has_a_story() {
        let variants = GAMES
            .iter()
            .flat_map(|game| game.variants().map(|one| (game.name, one.name)));
        let untold =
            variants.flat_map(|(game, variant)| with_kit(game, Some(variant), Untold).unwrap());
        assert_eq!(untold.collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn every_game_has_a_lesson_with_pictures() {
        for game in GAMES {
            let lesson = lesson(game.name).unwrap();
            assert_eq!(lesson.title, game.title);
            let pictures = lesson
                .sections
                .iter()
                .filter(|section| section.board.is_some());
            assert!((2..=4).contains(&pictures.count()), "{}", game.name);
            assert!(
                lesson
                    .sections
                    .iter()
                    .all(|section| !section.text.is_empty())
            );
        }
    }
}
