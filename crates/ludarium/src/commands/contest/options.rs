//! Options that `match` and `tournament` share, and the tournament they describe.

use std::path::PathBuf;

use ludarium_arena::{Seating, Tournament, read_text};
use ludarium_bridge::door::LimitArgs;
use ludarium_game::read_duration;

use crate::error::CliError;

/// How games are played.
#[derive(Clone, Debug, clap::Args)]
pub struct ContestOptions {
    /// A variant of the game, with options: NAME or NAME:key=value,…
    #[arg(long, value_name = "V")]
    variant: Option<String>,

    /// Play at least N games, in whole rounds [default: 100]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,

    /// The master seed [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Stop as soon as it is clear that the first agent is stronger than LOW or than HIGH Elo
    #[arg(long, value_name = "LOW,HIGH", value_parser = two_numbers, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,

    /// How a line-up is seated in the games of a block [default: permutations up to three seats, else shuffled-rotations]
    #[arg(long, value_name = "HOW", value_parser = seating)]
    seating: Option<Seating>,

    /// Make N moves at random before the agents take over, the same in every game of a block
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,

    /// A file with start positions, one a line, taken in turn
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,

    /// The clocks: move=1s, move=1s+30s (with a bank), game=60s+500ms (with an increment); move=20ms,cpu counts the
    /// processor's time
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,

    /// A decision that is late by no more than this is not late: milliseconds, or a time such as 50ms [default: 50]
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    margin: Option<u64>,

    /// A decision that costs more than 1.5 times its budget (`@2ms`, `@nodes=1000`), and of time more than the margin, is a
    /// fault; otherwise the results only say so
    #[arg(long)]
    strict_budgets: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// Stop games after N moves, with an equal share for everybody [default: 20000]
    #[arg(long, value_name = "N")]
    longest: Option<u64>,
}

impl ContestOptions {
    /// Puts what was given into a tournament; what was not given stays as it is there.
    pub fn apply(&self, tournament: &mut Tournament) -> Result<(), CliError> {
        fn set<T: Clone>(target: &mut Option<T>, given: &Option<T>) {
            if given.is_some() {
                target.clone_from(given);
            }
        }
        set(&mut tournament.variant, &self.variant);
        set(&mut tournament.seed, &self.seed);
        set(&mut tournament.sprt, &self.sprt);
        set(&mut tournament.seating, &self.seating);
        set(&mut tournament.clock, &self.clock);
        set(&mut tournament.margin_ms, &self.margin);
        set(&mut tournament.longest, &self.longest);
        tournament.strict_budgets |= self.strict_budgets;
        if self.games.is_some() {
            tournament.games = self.games;
            tournament.rounds = None;
        }
        tournament.random_plies = self.random_plies.unwrap_or(tournament.random_plies);
        let (target, given) = (&mut tournament.limits, self.limits.limits());
        set(&mut target.iterations, &given.iterations);
        set(&mut target.nodes, &given.nodes);
        set(&mut target.depth, &given.depth);
        if let Some(path) = &self.starts {
            let text = read_text(path).map_err(CliError::read(path))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            tournament.starts = lines.map(str::to_owned).collect();
            if tournament.starts.is_empty() {
                let problem = format!("{} has no positions; write one a line", path.display());
                return Err(CliError::Usage(problem));
            }
        }
        Ok(())
    }
}

/// Two Elo differences, the smaller first.
pub fn two_numbers(text: &str) -> Result<[f64; 2], String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let read = |number: &str| number.trim().parse().ok().filter(|n: &f64| n.is_finite());
        Some([read(low)?, read(high)?])
    });
    numbers
        .filter(|[low, high]| low < high)
        .ok_or_else(|| "expected two Elo differences, the smaller first, such as 0,20".to_owned())
}

/// A number of milliseconds, or a time with its unit that is a whole number of them.
fn milliseconds(text: &str) -> Result<u64, String> {
    let with_unit = || {
        let micros = read_duration(text)?.as_micros();
        let whole = micros.is_multiple_of(1000).then_some(micros / 1000)?;
        u64::try_from(whole).ok()
    };
    let number = text.parse().ok();
    number.or_else(with_unit).ok_or_else(|| "expected milliseconds, such as 50 or 50ms".to_owned())
}

fn seating(text: &str) -> Result<Seating, String> {
    let known = [
        ("fixed", Seating::Fixed),
        ("rotations", Seating::Rotations),
        ("permutations", Seating::Permutations),
        ("shuffled-rotations", Seating::ShuffledRotations),
    ];
    let found = known.iter().find(|(word, _)| *word == text);
    found
        .map(|(_, seating)| *seating)
        .ok_or_else(|| "expected fixed, rotations, permutations or shuffled-rotations".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_may_have_a_unit() {
        assert_eq!(milliseconds("50"), Ok(50));
        assert_eq!(milliseconds("5ms"), Ok(5));
        assert_eq!(milliseconds("1.5s"), Ok(1500));
        for text in ["", "ms", "-5", "0.5ms", "5 ms", "5h", "99999999999999999999"] {
            assert!(milliseconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_are_two_numbers_in_order() {
        assert_eq!(two_numbers("0,20"), Ok([0.0, 20.0]));
        assert_eq!(two_numbers("-5, 5"), Ok([-5.0, 5.0]));
        for text in ["", "5", "20,0", "0,0", "a,b", "0,inf", "0,NaN", "1,2,3"] {
            assert!(two_numbers(text).is_err(), "{text}");
        }
    }
}
