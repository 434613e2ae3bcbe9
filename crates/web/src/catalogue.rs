//! The games and their agents, for the forms of the page.

use std::collections::HashMap;
use std::sync::LazyLock;

use ludarium_agents::{Entry, Kit, KitTask, Parameter, Values, with_kit};
use ludarium_game::{OptionInfo, Purpose, Seed};
use ludarium_games::registry::{self, GameInfo};
use serde::{Deserialize, Serialize};

use crate::api::SeatStyleView;
use crate::error::Result;
use crate::{learn, players};

/// A game.
#[derive(Serialize)]
pub struct GameView {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// Fewest and most.
    seats: [usize; 2],
    chance: &'static str,
    variants: Vec<VariantView>,
    /// The options of the first variant.
    options: Vec<OptionView>,
}

#[derive(Serialize)]
struct VariantView {
    name: &'static str,
    summary: &'static str,
    options: Vec<OptionView>,
}

#[derive(Clone, Serialize)]
struct OptionView {
    key: &'static str,
    values: &'static str,
    default: &'static str,
    summary: &'static str,
}

/// All games.
pub fn games() -> Vec<GameView> {
    registry::GAMES.iter().map(game).collect()
}

fn game(game: &GameInfo) -> GameView {
    let options = |options: &[OptionInfo]| -> Vec<OptionView> {
        let options = options.iter().map(|option| OptionView {
            key: option.key,
            values: option.values,
            default: option.default,
            summary: option.summary,
        });
        options.collect()
    };
    let variants = game.forms.iter().flat_map(|form| {
        form.variants.iter().map(move |variant| VariantView {
            name: variant.name,
            summary: variant.summary,
            options: options(form.options),
        })
    });
    let variants: Vec<VariantView> = variants.collect();
    GameView {
        name: game.name,
        title: game.title,
        summary: game.summary,
        seats: seat_range(game.seats),
        chance: game.chance,
        options: variants
            .first()
            .map_or(Vec::new(), |first| first.options.clone()),
        variants,
    }
}

/// `2` or `2 to 8` as numbers.
fn seat_range(text: &str) -> [usize; 2] {
    let mut numbers = text.split(' ').filter_map(|word| word.parse().ok());
    let fewest = numbers.next().unwrap_or(2);
    [fewest, numbers.next().unwrap_or(fewest)]
}

/// The agents of a game.
#[derive(Serialize)]
pub struct AgentsView {
    /// The seats of the variant that was asked for.
    seats: Vec<SeatStyleView>,
    levels: Vec<Level>,
    agents: Vec<AgentView>,
}

#[derive(Serialize)]
struct Level {
    name: &'static str,
    agent: String,
}

#[derive(Serialize)]
struct AgentView {
    name: &'static str,
    summary: &'static str,
    story: &'static str,
    parameters: Vec<ParameterView>,
}

#[derive(Serialize)]
struct ParameterView {
    key: &'static str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<f64>,
    /// The largest value on the page, where others would take too much of the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<&'static str>,
    default: String,
    summary: &'static str,
}

/// The names of the levels, from the weakest.
pub const LEVELS: [&str; 5] = ["Beginner", "Easy", "Medium", "Hard", "Expert"];

#[derive(Deserialize)]
struct LevelTexts {
    levels: [String; LEVELS.len()],
}

/// The agent of each level of each game.
static LEVEL_TEXTS: LazyLock<HashMap<String, LevelTexts>> =
    LazyLock::new(|| toml::from_str(include_str!("../levels.toml")).unwrap_or_default());

/// The agents of a game and a variant.
pub fn agents(game: &str, variant: Option<&str>) -> Result<AgentsView> {
    Ok(with_kit(game, variant, Agents)?)
}

struct Agents;

impl KitTask for Agents {
    type Output = AgentsView;

    fn run<G: Kit>(self, rules: G::Rules) -> AgentsView {
        let scene = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0)).scene();
        let texts = LEVEL_TEXTS.get(G::NAME).map(|texts| texts.levels.iter());
        let levels = LEVELS.into_iter().zip(texts.into_iter().flatten());
        AgentsView {
            seats: SeatStyleView::of(&scene),
            levels: levels
                .map(|(name, agent)| Level {
                    name,
                    agent: agent.clone(),
                })
                .collect(),
            agents: G::entries().iter().map(agent).collect(),
        }
    }
}

fn agent<G: Kit>(entry: &Entry<G>) -> AgentView {
    AgentView {
        name: entry.name,
        summary: entry.summary,
        story: learn::story(G::NAME, entry.name).unwrap_or_default(),
        parameters: entry.parameters.iter().map(parameter).collect(),
    }
}

fn parameter(parameter: &Parameter) -> ParameterView {
    let mut view = ParameterView {
        key: parameter.key,
        kind: "switch",
        min: None,
        max: None,
        most: players::limit(parameter.key),
        words: Vec::new(),
        default: parameter.default.clone(),
        summary: parameter.summary,
    };
    let mut range = |kind, low, high| {
        view.kind = kind;
        (view.min, view.max) = (Some(low), Some(high));
    };
    match &parameter.values {
        Values::Switch => {}
        Values::Whole(low, high) => range("whole", *low as f64, *high as f64),
        Values::Real(low, high) => range("real", *low, *high),
        Values::Words(words) => {
            view.kind = "words";
            view.words.clone_from(words);
        }
    }
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Hiring;

    struct EveryLevel;

    impl KitTask for EveryLevel {
        type Output = Vec<String>;

        fn run<G: Kit>(self, _rules: G::Rules) -> Vec<String> {
            let texts = &LEVEL_TEXTS[G::NAME].levels;
            let names = texts
                .iter()
                .map(|text| Hiring::<G>::new(text).unwrap().name);
            names.collect()
        }
    }

    #[test]
    fn every_level_is_an_agent_of_every_variant_of_its_game() {
        for game in registry::GAMES {
            for variant in game.variants() {
                let mut names = with_kit(game.name, Some(variant.name), EveryLevel).unwrap();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), LEVELS.len(), "{} {}", game.name, variant.name);
            }
        }
    }

    #[test]
    fn seats_are_read_from_words() {
        assert_eq!((seat_range("3"), seat_range("2 to 8")), ([3, 3], [2, 8]));
    }
}
