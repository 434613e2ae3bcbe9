//! The games and their agents, for the forms of the page.

use ludarium_agents::{Parameter, Values};
use ludarium_arena::{GameEntry, seeded_start};
use ludarium_game::{OptionInfo, Seed};
use serde::Serialize;

use crate::agents::offers::{OfferView, Offers};
use crate::agents::players;
use crate::api::SeatStyleView;
use crate::error::Result;
use crate::games::library::{Level, Library};
use crate::games::positions::{self, PositionView};
use crate::limits::Limits;

/// A game.
#[derive(Serialize)]
pub struct GameView {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// Fewest and most.
    seats: [u8; 2],
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
pub fn games(library: &Library) -> Vec<GameView> {
    library.games().iter().map(game).collect()
}

fn game(game: &GameEntry) -> GameView {
    let options = |options: &[OptionInfo]| -> Vec<OptionView> {
        let options = options.iter().map(|option| OptionView {
            key: option.key,
            values: option.values,
            default: option.default,
            summary: option.summary,
        });
        options.collect()
    };
    let variants = game.forms().flat_map(|(variants, shared)| {
        variants.iter().map(move |variant| VariantView {
            name: variant.name,
            summary: variant.summary,
            options: options(shared),
        })
    });
    let variants: Vec<VariantView> = variants.collect();
    let info = &game.info;
    GameView {
        name: info.name,
        title: info.title,
        summary: info.summary,
        seats: info.seats.into(),
        chance: info.chance,
        options: variants.first().map_or(Vec::new(), |first| first.options.clone()),
        variants,
    }
}

/// A game as the first view shows it.
#[derive(Serialize)]
pub struct HomeView {
    #[serde(flatten)]
    game: GameView,
    /// The seats of its first variant.
    players: usize,
    levels: Vec<&'static str>,
    start: PositionView,
}

/// All games with their starts: one answer for the first view.
pub fn home(library: &Library) -> Result<Vec<HomeView>> {
    let shown = library.games().iter().map(|entry| {
        let rules = library.rules(entry.info.name, None)?;
        let start = positions::picture(&seeded_start(&*rules, Seed(1)));
        let levels = library.levels(&*rules).into_iter();
        Ok(HomeView {
            game: game(entry),
            players: start.seats(),
            levels: levels.map(|level| level.name).collect(),
            start,
        })
    });
    shown.collect()
}

/// The agents of a game.
#[derive(Serialize)]
pub struct AgentsView {
    /// The seats of the variant that was asked for.
    seats: Vec<SeatStyleView>,
    levels: Vec<Level>,
    agents: Vec<AgentView>,
    /// The bots that the owner of the machine offers.
    bots: Vec<OfferView>,
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
    key: String,
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

/// The agents of a game and a variant.
pub fn agents(
    library: &Library,
    offers: &Offers,
    limits: &Limits,
    game: &str,
    variant: Option<&str>,
) -> Result<AgentsView> {
    let rules = library.rules(game, variant)?;
    let agents = rules.agents();
    Ok(AgentsView {
        seats: SeatStyleView::of(&seeded_start(&*rules, Seed(1)).scene()),
        levels: library.levels(&*rules),
        agents: agents
            .iter()
            .map(|agent| AgentView {
                name: agent.name,
                summary: agent.summary,
                story: library.story(game, agent.name),
                parameters: agent
                    .parameters
                    .iter()
                    .filter_map(|one| parameter(one, limits))
                    .collect(),
            })
            .collect(),
        bots: offers.of(rules.game()),
    })
}

/// A parameter for a form; nothing for a file, since the page reads none.
fn parameter(parameter: &Parameter, limits: &Limits) -> Option<ParameterView> {
    let mut view = ParameterView {
        key: parameter.key.to_string(),
        kind: "switch",
        min: None,
        max: None,
        most: players::limit(&parameter.key, limits),
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
        Values::File => return None,
    }
    Some(view)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    #[test]
    fn games_and_agents_are_told_with_all_they_have() {
        let library = library();
        let list = games(&library);
        assert_eq!((list[0].name, list[0].seats), ("sprint", [2, 4]));
        let variants: Vec<&str> = list[0].variants.iter().map(|one| one.name).collect();
        assert_eq!(variants, ["strict", "lenient"]);
        assert_eq!(list[0].options.len(), 3);
        let offers = Offers::new(Vec::new());
        let view = agents(&library, &offers, &Limits::PRIVATE, "sprint", Some("strict:players=3"))
            .unwrap();
        assert!(view.bots.is_empty(), "nobody offers any");
        assert_eq!((view.seats.len(), view.levels.len()), (3, 2));
        let mcts = view.agents.iter().find(|agent| agent.name == "mcts");
        assert!(!mcts.unwrap().parameters.is_empty());
        let wrong =
            agents(&library, &offers, &Limits::PRIVATE, "sprit", None).err().expect("misspelt");
        assert!(wrong.message.contains("did you mean `sprint`?"));
    }
}
