//! `ludarium mcp`: games and agents for assistants, by the Model Context Protocol.

mod announced;
mod arguments;
mod contest;
mod open_game;
#[cfg(test)]
mod tests;
mod wait_limit;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ludarium_arena::{GameContext, GameEntry, Question, Ruleset, seeded_start};
use ludarium_bridge::mcp::{Content, Tool, Toolbox, serve};
use ludarium_bundle::{Bundle, find};
use ludarium_game::{Budget, Position, Purpose, Seed, Spec, Turn};
use serde_json::{Map, Value};

use super::thoughts;
use crate::context::{Context, meant_agent};
use crate::error::CliError;
use crate::screen::Screen;
use arguments::{
    AnalyseArguments, AskArguments, GameArguments, MatchArguments, MoveArguments, OpenArguments,
    ReviewArguments, StartArguments, read,
};
use open_game::OpenGame;
use wait_limit::WaitLimit;

/// Let an assistant play, analyse and compare agents: a server of the Model Context Protocol
///
/// It speaks on standard input and output, as assistants start such servers: in their settings its command is `ludarium` with
/// the argument `mcp`. It opens no port, starts no bots and writes nothing but the games of a match, which it deletes.
#[derive(Debug, clap::Args)]
pub struct McpCommand {}

/// Serves one assistant.
pub fn run(_: &McpCommand, context: &Context, screen: &mut Screen) -> Result<(), CliError> {
    let mut tools = GameTools::new(context);
    Ok(serve(&mut tools, std::io::stdin().lock(), screen.raw())?)
}

/// Games that are open at the same time; the oldest makes room for a new one.
const MOST_GAMES: usize = 16;
/// The columns of a table of moves.
const COLUMNS: usize = 100;

/// What a tool answers.
type Answered = Result<Vec<Content>, String>;

/// The tools, and the games that the assistant has begun.
struct GameTools<'a> {
    context: &'a Context,
    open: BTreeMap<u64, OpenGame>,
    next: u64,
}

impl Toolbox for GameTools<'_> {
    fn instructions(&self) -> String {
        announced::INSTRUCTIONS.to_owned()
    }

    fn tools(&self) -> Vec<Tool> {
        announced::tools()
    }

    fn call(&mut self, tool: &str, arguments: Map<String, Value>) -> Answered {
        match tool {
            "games" => Ok(self.games()),
            "rules" => self.rules(&read(arguments)?),
            "agents" => self.agents(&read(arguments)?),
            "start" => self.start(&read(arguments)?),
            "board" => self.board(&read(arguments)?),
            "move" => self.make_move(&read(arguments)?),
            "roll" => self.roll(&read(arguments)?),
            "agent_move" => self.agent_move(&read(arguments)?),
            "analyse" => self.analyse(&read(arguments)?),
            "review" => self.review(&read(arguments)?),
            "match" => self.play_match(&read(arguments)?),
            other => Err(format!("there is no tool `{other}`")),
        }
    }
}

impl<'a> GameTools<'a> {
    fn new(context: &'a Context) -> GameTools<'a> {
        GameTools { context, open: BTreeMap::new(), next: 1 }
    }

    fn games(&self) -> Vec<Content> {
        let line = |game: &GameEntry| {
            let info = &game.info;
            let variants: Vec<&str> = game.variants().map(|variant| variant.name).collect();
            format!(
                "{}: {}, {}. Seats: {}. Chance: {}. Variants: {}.",
                info.name,
                info.title,
                info.summary,
                info.seats_text(),
                info.chance,
                variants.join(", ")
            )
        };
        text(self.context.games.iter().map(line))
    }

    fn rules(&self, asked: &GameArguments) -> Answered {
        let game = found(find(&self.context.bundles, &asked.game))?;
        let mut said = vec![in_words(game)];
        if let Some(notation) = game.notation {
            said.push(format!("How it is written:\n{}", notation.trim()));
        }
        let mut options = vec!["Options of variants (`variant:key=value,…`):".to_owned()];
        for (variants, listed) in game.game.forms() {
            let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
            options.extend(listed.iter().map(|option| {
                format!(
                    "{}: {} ({}) {}",
                    names.join(", "),
                    option.key,
                    option.values,
                    option.summary
                )
            }));
        }
        said.extend((options.len() > 1).then(|| options.join("\n")));
        Ok(text(said.iter().map(|part| format!("{part}\n"))))
    }

    fn agents(&self, asked: &GameArguments) -> Answered {
        let rules = found(self.context.rules(&asked.game, asked.variant.as_deref()))?;
        let agents = rules.agents().into_iter();
        Ok(text(agents.map(|agent| format!("{}: {}", agent.name, agent.summary))))
    }

    fn start(&mut self, asked: &StartArguments) -> Answered {
        let entry = found(self.context.games.find(&asked.game))?;
        let rules = with_seats(entry, asked.variant.as_deref(), asked.seats)?;
        let game = OpenGame::new(rules, asked)?;
        if self.open.len() == MOST_GAMES {
            self.open.pop_first();
        }
        let id = self.next;
        self.next += 1;
        self.open.insert(id, game);
        self.go_on(id, true)
    }

    fn board(&mut self, asked: &OpenArguments) -> Answered {
        let id = self.place(asked.id)?;
        self.go_on(id, true)
    }

    fn make_move(&mut self, asked: &MoveArguments) -> Answered {
        let id = self.place(asked.id)?;
        self.game(id)?.play(&asked.chosen)?;
        self.go_on(id, asked.picture)
    }

    fn roll(&mut self, asked: &OpenArguments) -> Answered {
        let id = self.place(asked.id)?;
        self.game(id)?.roll()?;
        self.go_on(id, false)
    }

    fn agent_move(&mut self, asked: &AskArguments) -> Answered {
        let id = self.place(asked.id)?;
        let game = self.game(id)?;
        let agent = meant(game.rules(), asked.agent.as_deref());
        game.let_agent_move(agent, thinking_time(asked.seconds)?)?;
        self.go_on(id, false)
    }

    /// What an agent thinks of an open game, or of any position.
    fn analyse(&mut self, asked: &AnalyseArguments) -> Answered {
        let time = thinking_time(asked.seconds)?;
        let (rules, position): (Arc<dyn Ruleset>, Position) = match &asked.game {
            Some(game) => {
                let rules = found(self.context.rules(game, asked.variant.as_deref()))?;
                let position = match &asked.position {
                    Some(text) => found(rules.parse(text))?,
                    None => seeded_start(&*rules, Seed(1)),
                };
                (rules, position)
            }
            None if asked.position.is_some() => {
                return Err("a `position` needs the name of its `game`".to_owned());
            }
            None => {
                let id = self.place(asked.id)?;
                let game = self.game(id)?;
                (game.rules().clone(), game.position().clone())
            }
        };
        let Turn::Seat(mover) = position.turn() else {
            return Err(format!("nobody is to move at {}", position.describe()));
        };
        let agent = meant(&rules, asked.agent.as_deref());
        let contender = found(rules.contender(agent, None))?;
        let seed = Seed(1);
        let game = GameContext::plain(rules.variant(), seed);
        let rng = seed.stream(Purpose::Seat, mover.0.into());
        let (_limit, stop) = WaitLimit::flag(2 * time);
        let budget = Budget { time: Some(time), stop: Some(stop), ..Budget::default() };
        let question = Question::fresh(&contender, &position, mover, budget, rng, &game);
        let decision = question.answer().decision;
        let decision = decision.map_err(|failure| format!("{agent}: {}", failure.reason))?;
        Ok(text([
            format!(
                "{} thinks at {}, for seat {}:",
                contender.text(),
                position.describe(),
                mover.0
            ),
            thoughts::candidates(mover, &decision, COLUMNS),
            format!("It would play {} ({}).", decision.chosen, thoughts::cost(&decision)),
        ]))
    }

    fn review(&mut self, asked: &ReviewArguments) -> Answered {
        let id = self.place(asked.id)?;
        let game = self.game(id)?;
        let judge = meant(game.rules(), asked.judge.as_deref());
        Ok(text([game.review(judge)?]))
    }

    fn play_match(&self, asked: &MatchArguments) -> Answered {
        Ok(text([contest::play(&self.context.games, asked)?]))
    }

    /// The number of the game that is meant: the latest where none is named.
    fn place(&self, id: Option<u64>) -> Result<u64, String> {
        let latest = self.open.keys().next_back().copied();
        let latest = latest.ok_or_else(|| "no game is open: use `start` first".to_owned())?;
        match id {
            Some(id) if !self.open.contains_key(&id) => {
                let open: Vec<String> = self.open.keys().map(u64::to_string).collect();
                Err(format!("game {id} is not open; open are: {}", open.join(", ")))
            }
            Some(id) => Ok(id),
            None => Ok(latest),
        }
    }

    fn game(&mut self, id: u64) -> Result<&mut OpenGame, String> {
        self.open.get_mut(&id).ok_or_else(|| format!("game {id} is not open"))
    }

    /// Lets agents and chance act until the assistant is to, and shows what happened.
    fn go_on(&mut self, id: u64, picture: bool) -> Answered {
        let game = self.game(id)?;
        game.go_on()?;
        let mut content = vec![Content::Text(format!("Game {id}: {}", game.told()))];
        if picture {
            content.push(Content::Picture(game.picture()?));
        }
        Ok(content)
    }
}

/// How long an agent may think about a move; a second where nothing is said.
fn thinking_time(seconds: Option<f64>) -> Result<Duration, String> {
    /// An assistant is kept waiting no longer than this.
    const MOST_SECONDS: f64 = 10.0;
    let seconds = seconds.unwrap_or(1.0);
    if seconds > 0.0 && seconds <= MOST_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("`seconds` is {seconds}, expected more than 0 and at most {MOST_SECONDS}"))
    }
}

/// The rules for a number of seats: games with an option `players` take any that it allows.
fn with_seats(
    entry: &GameEntry,
    variant: Option<&str>,
    seats: Option<u8>,
) -> Result<Arc<dyn Ruleset>, String> {
    const PLAYERS: &str = "players";
    let rules = found(entry.rules(variant))?;
    let Some(seats) = seats.filter(|&seats| usize::from(seats) != rules.seats()) else {
        return Ok(rules);
    };
    let spec = found(Spec::parse(rules.variant()))?;
    let form = entry.forms().find(|(variants, _)| variants.iter().any(|one| one.name == spec.name));
    let takes = form.is_some_and(|(_, options)| options.iter().any(|option| option.key == PLAYERS));
    if !takes {
        let (name, has) = (entry.info.name, rules.seats());
        return Err(format!("{name} {} has {has} seats, not {seats}", rules.variant()));
    }
    let others = spec.options().filter(|(key, _)| *key != PLAYERS);
    let mut options: Vec<String> = others.map(|(key, value)| format!("{key}={value}")).collect();
    options.push(format!("{PLAYERS}={seats}"));
    found(entry.rules(Some(&format!("{}:{}", spec.name, options.join(",")))))
}

/// The agent that a text means; the strongest where nobody names one.
fn meant<'t>(rules: &Arc<dyn Ruleset>, text: Option<&'t str>) -> &'t str {
    meant_agent(&**rules, text.unwrap_or(ludarium_arena::BEST))
}

/// The rules of a game in words: its lesson, or what it says of itself in a line.
fn in_words(game: &Bundle) -> String {
    let info = &game.game.info;
    game.lesson_in_words().unwrap_or_else(|| format!("{}: {}", info.title, info.summary))
}

fn text(lines: impl IntoIterator<Item = String>) -> Vec<Content> {
    let lines: Vec<String> = lines.into_iter().collect();
    vec![Content::Text(lines.join("\n"))]
}

fn found<T, E: ToString>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}
