//! UBGI, the text protocol of backgammon programs (0.2, and the commands of 0.1 that say the same): an agent of ours as
//! an engine. It chooses plays and never doubles.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use ludarium_agents::Recipe;
use ludarium_game::{Agent, Budget, Error, Result, Rng, Seed, Spec, Tabletop, Turn};

use crate::rules::{Backgammon, Rules};

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;

/// The games by their names in the protocol, with our variants.
const VARIANTS: [(&str, &str); 3] = [
    ("backgammon", "money"),
    ("nackgammon", "money:start=nackgammon"),
    ("hypergammon", "money:start=hyper"),
];

/// Answers until the manager quits or says nothing more. `agent` is an agent's text, and `budget` what a decision may
/// cost where the manager says nothing.
pub(crate) fn serve(
    agent: &str,
    budget: Budget,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<io::Result<()>> {
    let mut engine = UbgiEngine {
        name: agent.to_owned(),
        agent: Recipe::<Backgammon>::new(agent)?.agent(),
        budget,
        seed: 1,
        rng: Rng::new(Seed(1)),
        variant: VARIANTS[0].0,
        rules: rules(VARIANTS[0].1)?,
        position: None,
    };
    Ok(engine.talk(input, output))
}

/// Our agent, and what a manager has told it.
struct UbgiEngine {
    name: String,
    agent: Box<dyn Agent<Backgammon>>,
    budget: Budget,
    seed: u64,
    rng: Rng,
    variant: &'static str,
    rules: Rules,
    position: Option<Backgammon>,
}

/// A line that answers what cannot be done: one of the four codes, and a sentence.
struct Refusal(&'static str, String);

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal("bad_value", error.to_string())
    }
}

type Answer = std::result::Result<Vec<String>, Refusal>;

impl UbgiEngine {
    fn talk(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
        loop {
            let mut line = Vec::new();
            input.take(LONGEST).read_until(b'\n', &mut line)?;
            let line = String::from_utf8_lossy(&line);
            let words: Vec<&str> = line.split_whitespace().collect();
            if line.is_empty() || words == ["quit"] {
                return Ok(());
            }
            if !words.is_empty() {
                let lines = self
                    .answer(&words)
                    .unwrap_or_else(|Refusal(code, reason)| vec![format!("error {code} {reason}")]);
                lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
            }
            output.flush()?;
        }
    }

    fn answer(&mut self, words: &[&str]) -> Answer {
        let line = |text: &str| Ok(vec![text.to_owned()]);
        match *words {
            ["ubgi"] => Ok(vec![
                format!("id name Ludarium {}", self.name),
                "id author the contributors of Ludarium".to_owned(),
                "proto 0.2".to_owned(),
                "ubgiok".to_owned(),
            ]),
            ["isready"] => line("readyok"),
            ["keys"] => {
                let variants = VARIANTS.map(|(name, _)| name).join("|");
                Ok(vec![
                    format!("key game.variant enum {variants} {}", VARIANTS[0].0),
                    "key engine.seed int * 1 ! of ties and of searches with chance".to_owned(),
                ])
            }
            ["get", "game.variant"] => Ok(vec![format!("value game.variant {}", self.variant)]),
            ["get", "engine.seed"] => Ok(vec![format!("value engine.seed {}", self.seed)]),
            ["set", key, value] | ["setoption", "name", key, "value", value] => {
                self.set(key, value)
            }
            ["newgame"] => {
                self.rng = Rng::new(Seed(self.seed));
                self.position = None;
                Ok(Vec::new())
            }
            // Score, cube and session of 0.1 change nothing for an engine that plays for points.
            ["newsession" | "setscore" | "setcube" | "setturn", ..] | ["stop"] => Ok(Vec::new()),
            ["position", "gnubgid", id] => self.place(id.split(':').next().unwrap_or(id)),
            ["position", "xgid", id] => self.place(id),
            ["dice", first, second] => {
                let position = self.position.ok_or_else(no_position)?;
                self.position = Some(position.with_dice(&format!("{first}{second}"))?);
                Ok(Vec::new())
            }
            ["go", "cube"] | ["go", "role", "cube", ..] => line("bestcube nodouble"),
            ["go"] | ["go", "chequer"] => Ok(vec![format!("bestmove {}", self.choose(&[])?)]),
            ["go", "turn"] => {
                Ok(vec![format!("bestturn cube=nodouble move={}", self.choose(&[])?)])
            }
            ["go", "role", "chequer", ref limits @ ..] => {
                Ok(vec![format!("bestmove {}", self.choose(limits)?)])
            }
            _ => Err(Refusal(
                "bad_command",
                format!("`{}` is no command that is known here", words.join(" ")),
            )),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Answer {
        match key {
            "engine.seed" | "Seed" => {
                let seed = value
                    .parse()
                    .map_err(|_| Refusal("bad_value", format!("`{value}` is no whole number")))?;
                (self.seed, self.rng) = (seed, Rng::new(Seed(seed)));
            }
            "game.variant" | "Variant" => {
                let known = VARIANTS.iter().find(|(name, _)| *name == value);
                let (name, variant) = known.ok_or_else(|| {
                    Error::unknown("variant", value, VARIANTS.map(|(name, _)| name))
                })?;
                (self.variant, self.rules, self.position) = (name, rules(variant)?, None);
            }
            _ => {
                return Err(Refusal(
                    "unsupported",
                    format!("there is no key `{key}`: `keys` lists them"),
                ));
            }
        }
        Ok(Vec::new())
    }

    fn place(&mut self, id: &str) -> Answer {
        self.position = Some(Backgammon::parse(&self.rules, id)?);
        Ok(Vec::new())
    }

    /// The chosen play, each step of a checker by itself.
    fn choose(&mut self, limits: &[&str]) -> std::result::Result<String, Refusal> {
        let position = self.position.ok_or_else(no_position)?;
        if !matches!(ludarium_game::Game::turn(&position), Turn::Seat(_)) {
            let reason = "nobody can play here: send `dice 3 1` first, or another position";
            return Err(Refusal("bad_state", reason.to_owned()));
        }
        let mut budget = self.budget.clone();
        for limit in limits.chunks(2) {
            let number = limit.get(1).and_then(|number| number.parse::<u64>().ok());
            let wrong =
                || Refusal("bad_value", format!("`{}` needs a whole number after it", limit[0]));
            let number = number.ok_or_else(wrong)?;
            match limit[0] {
                "movetime" => budget.time = Some(Duration::from_millis(number)),
                "depth" => budget.depth = Some(number.clamp(1, 64) as u32),
                "nodes" => budget.nodes = Some(number),
                "trials" => budget.iterations = Some(number),
                other => {
                    let reason =
                        format!("`{other}` is no limit: expected movetime, depth, nodes or trials");
                    return Err(Refusal("bad_value", reason));
                }
            }
        }
        let chosen = self.agent.choose(&position, &budget, &mut self.rng).chosen;
        Ok(position.describe_steps(chosen))
    }
}

fn rules(variant: &str) -> Result<Rules> {
    Backgammon::rules(&Spec::parse(variant)?)
}

fn no_position() -> Refusal {
    let reason = "there is no position: send `position gnubgid 4HPwATDgc/ABMA` first";
    Refusal("bad_state", reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the engine says to these lines.
    fn said(lines: &[&str]) -> Vec<String> {
        let input = lines.join("\n");
        let mut output = Vec::new();
        serve("one-ply", Budget::default(), &mut input.as_bytes(), &mut output).unwrap().unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_manager_gets_plays() {
        let start = "position gnubgid 4HPwATDgc/ABMA";
        let talk = said(&["ubgi", "isready", "newgame", start, "dice 1 3", "go", "quit", "go"]);
        assert_eq!(
            talk[..2],
            ["id name Ludarium one-ply", "id author the contributors of Ludarium"]
        );
        assert_eq!(talk[2..5], ["proto 0.2", "ubgiok", "readyok"]);
        assert_eq!(talk[5..], ["bestmove 8/5 6/5"]);
        let old =
            said(&[start, "dice 3 1", "go role chequer movetime 10", "go role cube", "go turn"]);
        assert_eq!(
            old,
            ["bestmove 8/5 6/5", "bestcube nodouble", "bestturn cube=nodouble move=8/5 6/5"]
        );
        let bar = "position xgid XGID=-A-----------------bbbbbbA:0:0:1:00:0:0:0:0:10";
        assert_eq!(said(&[bar, "dice 4 1", "go chequer"]), ["bestmove pass"]);
        let off = "position xgid XGID=aB------------------------:0:0:1:00:0:0:0:0:10";
        assert_eq!(said(&[off, "dice 4 4", "go"]), ["bestmove 1/off 1/off"]);
    }

    #[test]
    fn keys_are_told_and_set() {
        let talk = said(&[
            "keys",
            "set game.variant hypergammon",
            "get game.variant",
            "set engine.seed 7",
            "get engine.seed",
        ]);
        assert!(talk[0].starts_with("key game.variant enum backgammon|nackgammon|hypergammon"));
        assert_eq!(talk[2..], ["value game.variant hypergammon", "value engine.seed 7"]);
        // Three checkers each: the usual start has too many.
        let talk =
            said(&["setoption name Variant value hypergammon", "position gnubgid 4HPwATDgc/ABMA"]);
        assert!(talk[0].contains("more than 3 checkers"), "{talk:?}");
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_a_code_and_a_reason() {
        let start = "position gnubgid 4HPwATDgc/ABMA";
        for (lines, answer) in [
            (&["go"][..], "error bad_state there is no position"),
            (&[start, "go"], "error bad_state nobody can play here"),
            (&["dice 3 1"], "error bad_state there is no position"),
            (&[start, "dice 7 1"], "error bad_value bad move `71`"),
            (&["position gnubgid 4HPwATDgc"], "error bad_value bad position"),
            (&[start, "dice 3 1", "go role chequer depth"], "error bad_value `depth` needs"),
            (
                &[start, "dice 3 1", "go role chequer speed 3"],
                "error bad_value `speed` is no limit",
            ),
            (&["set engine.ply 3"], "error unsupported there is no key `engine.ply`"),
            (&["set game.variant chess"], "error bad_value unknown variant `chess`"),
            (&["hello"], "error bad_command `hello` is no command"),
        ] {
            let said = said(lines);
            assert!(said.len() == 1 && said[0].starts_with(answer), "{lines:?}: {said:?}");
        }
    }
}
