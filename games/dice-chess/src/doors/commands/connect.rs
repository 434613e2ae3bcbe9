//! `ludarium connect dice-chess`.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use crate::doors::message::{GameResult, Invitation, TimeControl as PlatformControl};
use crate::doors::{
    Called, DiceCheck, FinishedGame, News, Patience, Platform, Reception, Secret, VARIANT, Visit,
    Webhook, visit,
};
use ludarium_arena::{Interrupt, TimeControl};
use ludarium_bridge::bot::BotArgs;
use ludarium_bridge::door::{
    BudgetArgs, Console, Door, DoorContext, DoorError, STRONG, Way, duration,
};
use ludarium_game::{Seed, TimeKind};
use serde_json::{Value, json};

/// Play at the three-dice Dice Chess platform
///
/// Takes up every game that the bot has there, accepts challenges, and checks the dice of each game when it is over.
/// Ctrl-C lets the games go on to their end, a second one stops now.
#[derive(Debug, clap::Args)]
struct Args {
    /// The platform: https://HOST, or http://127.0.0.1:PORT on this machine
    #[arg(long, value_name = "U", required_unless_present = "secret")]
    url: Option<String>,

    /// The agent that plays: see `ludarium agents dice-chess --variant three-dice`
    #[arg(long, default_value = "best", value_name = "SPEC")]
    agent: String,

    /// The bot's token [default: play as a guest]
    #[arg(
        long,
        value_name = "T",
        env = "LUDARIUM_DICE_CHESS_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,

    /// The guest's name
    #[arg(long, default_value = "ludarium", value_name = "N")]
    name: String,

    /// Whom to challenge when there is room for a game, for instance house/greedy
    #[arg(long, value_name = "TEAM/NAME", value_parser = opponent)]
    challenge: Option<(String, String)>,

    /// The clock of such a challenge: none, move=10s, game=180s or game=300s+3s
    #[arg(long, default_value = "none", value_name = "C")]
    clock: String,

    /// Games at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=32))]
    at_once: u32,

    /// Stop after so many games [default: go on]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// How often to look for games
    #[arg(long, default_value = "2s", value_name = "T", value_parser = duration)]
    poll: Duration,

    #[command(flatten)]
    budget: BudgetArgs,

    /// The seed of the agent
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Wait to be called for each turn instead of asking for games
    #[arg(long, requires = "listen")]
    webhook: bool,

    /// Where to wait, for instance 127.0.0.1:8081
    #[arg(long, value_name = "ADDRESS", requires = "webhook")]
    listen: Option<SocketAddr>,

    /// Register this address, which must lead to where we wait; needs a registered bot's token
    #[arg(long, value_name = "U", requires_all = ["webhook", "url", "token"])]
    public_url: Option<String>,

    /// The key of the signatures, if the address is registered already
    #[arg(
        long,
        value_name = "K",
        env = "LUDARIUM_DICE_CHESS_SECRET",
        hide_env_values = true
    )]
    secret: Option<String>,

    #[command(flatten)]
    bots: BotArgs,

    /// Print JSON, a line an event
    #[arg(long)]
    json: bool,
}

/// The command.
pub fn door() -> Door {
    Door::new::<Args>(Way::Connect, "dice-chess", run)
}

/// Joins and plays.
fn run(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    match args.listen {
        Some(listen) => wait_for_calls(args, listen, context),
        None => play(args, context),
    }
}

fn play(args: &Args, context: &mut DoorContext<'_>) -> Result<(), DoorError> {
    let url = args.url.clone();
    let url = url.ok_or_else(|| DoorError::Usage("--url is missing".to_owned()))?;
    let opponent = match &args.challenge {
        None => None,
        Some((team, name)) => Some(Invitation {
            team: team.clone(),
            name: name.clone(),
            time_control: control(&args.clock)?,
        }),
    };
    let order = Visit {
        url,
        token: args.token.as_deref().map(Secret::new),
        name: args.name.clone(),
        agent: context.entrant(&args.agent, VARIANT, &args.bots)?,
        budget: args.budget.budget(),
        seed: Seed(args.seed),
        opponent,
        at_once: args.at_once,
        games: args.games,
        poll: args.poll,
        patience: Patience::default(),
    };
    let interrupt = (context.interrupt)()?;
    let mut tally = Tally::default();
    let mut printed = Ok(());
    let visited = visit(&order, &interrupt, &mut |news| {
        tally.count(&news);
        let shown = match args.json {
            true => context.console.json(&as_json(&news)),
            false => tell(&news, context.console),
        };
        // Nobody reads any more: there is no reason to go on.
        if let Err(error) = shown.and_then(|()| context.console.finish()) {
            printed = Err(error);
            interrupt.now();
        }
    });
    printed?;
    visited?;
    if !args.json {
        context.console.line(&format!(
            "{STRONG}{} won, {} drawn, {} lost{STRONG:#}",
            tally.won, tally.drawn, tally.lost
        ))?;
    }
    match tally.broken {
        0 => Ok(()),
        broken => Err(DoorError::Failed(format!(
            "the dice of {broken} games are not what the server committed to"
        ))),
    }
}

#[derive(Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    broken: u64,
}

impl Tally {
    fn count(&mut self, news: &News) {
        let News::Finished(game) = news else { return };
        match game.over.as_ref().map(|over| over.result) {
            Some(GameResult::Win { side }) if side == game.side => self.won += 1,
            Some(GameResult::Win { .. }) => self.lost += 1,
            Some(GameResult::Draw {}) => self.drawn += 1,
            None => {}
        }
        self.broken += u64::from(matches!(game.dice, DiceCheck::Broken(_)));
    }
}

fn tell(news: &News, console: &mut dyn Console) -> io::Result<()> {
    match news {
        News::Welcome(identity) => {
            console.line(&format!("we are {}/{}", identity.team, identity.name))
        }
        News::Started(game) => console.line(&format!("{}: we play {}", game.game_id, game.seat)),
        News::Played { game, moves } => console.line(&format!("{game}: {}", moves.join(" "))),
        News::Finished(game) => console.line(&format!(
            "{}: {}; {}",
            game.game,
            result_text(game),
            dice_text(&game.dice)
        )),
        News::Lost { game, error } => {
            console.line(&format!("{game}: not played to its end: {error}"))
        }
        News::Note { game, text } => {
            let about = game
                .as_ref()
                .map_or(String::new(), |game| format!("{game}: "));
            console.remark(&format!("{about}{text}"));
            Ok(())
        }
    }
}

fn result_text(game: &FinishedGame) -> String {
    let Some(over) = &game.over else {
        return "the server has forgotten it".to_owned();
    };
    let word = match over.result {
        GameResult::Win { side } if side == game.side => "won",
        GameResult::Win { .. } => "lost",
        GameResult::Draw {} => "drawn",
    };
    format!("{word} ({})", over.termination)
}

fn dice_text(dice: &DiceCheck) -> String {
    match dice {
        DiceCheck::Proven { rolls, ours: true } => format!("{rolls} rolls proven"),
        DiceCheck::Proven { rolls, ours: false } => {
            format!("{rolls} rolls proven, but without a seed of ours")
        }
        DiceCheck::Unknown => "the dice were not revealed".to_owned(),
        DiceCheck::Broken(why) => format!("THE DICE DO NOT MATCH: {}", why.join("; ")),
    }
}

fn as_json(news: &News) -> Value {
    match news {
        News::Welcome(identity) => {
            json!({ "event": "welcome", "team": identity.team, "name": identity.name })
        }
        News::Started(game) => {
            json!({ "event": "started", "game": game.game_id, "side": game.seat })
        }
        News::Played { game, moves } => json!({ "event": "played", "game": game, "moves": moves }),
        News::Finished(game) => json!({
            "event": "finished",
            "game": game.game,
            "side": game.side,
            "over": game.over,
            "turns": game.turns,
            "dice": match &game.dice {
                DiceCheck::Proven { rolls, ours } => json!({ "proven": rolls, "our-seed": ours }),
                DiceCheck::Unknown => Value::Null,
                DiceCheck::Broken(why) => json!({ "broken": why }),
            },
        }),
        News::Lost { game, error } => {
            json!({ "event": "lost", "game": game, "reason": error.to_string() })
        }
        News::Note { game, text } => json!({ "event": "note", "game": game, "text": text }),
    }
}

fn wait_for_calls(
    args: &Args,
    listen: SocketAddr,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    if args.public_url.is_none() && args.secret.is_none() {
        let reason =
            "--webhook needs --public-url to register, or the --secret of a registered address";
        return Err(DoorError::Usage(reason.to_owned()));
    }
    let interrupt = (context.interrupt)()?;
    let webhook = Webhook::open(Reception {
        listen,
        agent: context.entrant(&args.agent, VARIANT, &args.bots)?,
        budget: args.budget.budget(),
        seed: Seed(args.seed),
        secret: args.secret.as_deref().map(Secret::new),
        at_once: args.at_once,
    })?;
    if let (Some(address), Some(url), Some(token)) = (&args.public_url, &args.url, &args.token) {
        let mut platform = Platform::new(url, Patience::default(), interrupt.clone())?;
        platform.log_in(Secret::new(token));
        if args.at_once > 1 {
            platform.set_capacity(args.at_once)?;
        }
        webhook.register(&platform, address)?;
    }
    context
        .console
        .remark(&format!("waiting at {}; Ctrl-C ends it", webhook.address()));
    answer_calls(args, &webhook, &interrupt, context)
}

fn answer_calls(
    args: &Args,
    webhook: &Webhook,
    interrupt: &Interrupt,
    context: &mut DoorContext<'_>,
) -> Result<(), DoorError> {
    while !interrupt.is_finishing() {
        let Ok(called) = webhook.calls().recv_timeout(Duration::from_millis(100)) else {
            continue;
        };
        match (&called, args.json) {
            (Called::Answered { game, side, moves }, true) => context.console.json(
                &json!({ "event": "answered", "game": game, "side": side, "moves": moves }),
            )?,
            (Called::Answered { game, side, moves }, false) => {
                context
                    .console
                    .line(&format!("{game}: {side} {}", moves.join(" ")))?;
            }
            (Called::Verified, _) => context
                .console
                .remark("the platform knows that we are here"),
            (Called::Refused(reason), _) => context.console.remark(&format!("refused: {reason}")),
            (Called::Failed { game, reason }, _) => {
                context
                    .console
                    .remark(&format!("{game}: no answer: {reason}"));
            }
        }
        context.console.finish()?;
    }
    Ok(())
}

fn opponent(text: &str) -> Result<(String, String), String> {
    let (team, name) = text.split_once('/').ok_or("expected TEAM/NAME")?;
    Ok((team.to_owned(), name.to_owned()))
}

/// The platform's word for one of our clocks.
fn control(text: &str) -> Result<PlatformControl, DoorError> {
    let seconds = |time: Duration| match u32::try_from(time.as_millis()) {
        Ok(millis) if millis % 1000 == 0 => Ok(millis / 1000),
        _ => Err(DoorError::Usage(format!(
            "the clock `{text}`: the platform counts whole seconds"
        ))),
    };
    let control: TimeControl = text.parse()?;
    if control.kind() == TimeKind::Processor {
        let reason =
            format!("the clock `{text}`: the platform does not count the processor's time");
        return Err(DoorError::Usage(reason));
    }
    Ok(match control {
        TimeControl::None => PlatformControl::Unlimited {},
        TimeControl::Move { limit, bank, .. } if bank.is_zero() => PlatformControl::PerMove {
            seconds_per_move: seconds(limit)?,
        },
        TimeControl::Move { .. } => {
            let reason = format!("the clock `{text}`: the platform has no bank for single moves");
            return Err(DoorError::Usage(reason));
        }
        TimeControl::Game {
            total, increment, ..
        } if increment.is_zero() => PlatformControl::SuddenDeath {
            initial_seconds: seconds(total)?,
        },
        TimeControl::Game {
            total, increment, ..
        } => PlatformControl::Fischer {
            initial_seconds: seconds(total)?,
            increment_seconds: seconds(increment)?,
        },
    })
}
