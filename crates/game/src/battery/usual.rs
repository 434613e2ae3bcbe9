//! What random games look like, told with every test run, and what is odd about them.

use std::io::Write;

use super::{LONGEST, random_game, rules};
use crate::{ChancePlace, MoveList, Tabletop, Turn};

const GAMES: u64 = 100;

/// What was counted in random games.
#[derive(Default)]
struct Looks {
    plies: usize,
    rolls: usize,
    choices: usize,
    longest: usize,
    unfinished: u64,
    nobody: u64,
    wins: Vec<u64>,
}

/// Plays random games of a variant and writes what they look like past the test's own output, which is hidden when all is well.
pub fn tell_random_games<G: Tabletop>(variant: &str) {
    let looks = looks::<G>(variant);
    let sentence = looks.sentence(&format!("{} {variant}", G::NAME));
    let odd = looks.odd(G::CHANCE != ChancePlace::Nowhere);
    let mut out = std::io::stderr();
    // Nobody is told where standard error is closed.
    let _ = writeln!(out, "{sentence}");
    for one in odd {
        let _ = writeln!(out, "  odd: {one}");
    }
}

fn looks<G: Tabletop>(variant: &str) -> Looks {
    let rules = rules::<G>(variant);
    let mut looks = Looks::default();
    let mut moves = MoveList::new();
    for seed in 0..GAMES {
        let (mut plies, mut ended) = (0, false);
        random_game::<G>(&rules, seed, |position| match position.turn() {
            Turn::Seat(_) => {
                position.moves(&mut moves);
                looks.choices += moves.len();
                plies += 1;
            }
            Turn::Chance => looks.rolls += 1,
            Turn::Over => {
                ended = true;
                let seats = position.seats();
                looks.wins.resize(seats, 0);
                let scores = position.scores();
                match scores.as_slice(seats).iter().position(|&score| score == 1.0) {
                    Some(winner) => looks.wins[winner] += 1,
                    None => looks.nobody += 1,
                }
            }
        });
        looks.plies += plies;
        looks.longest = looks.longest.max(plies);
        looks.unfinished += u64::from(!ended);
    }
    looks
}

impl Looks {
    fn sentence(&self, name: &str) -> String {
        let per_game = |count: usize| count as f64 / GAMES as f64;
        let wins: Vec<String> = self.wins.iter().map(u64::to_string).collect();
        format!(
            "{name}: {GAMES} random games, {:.0} moves each (at most {}), {:.0} chance events, {:.1} moves to choose \
             from; wins by seat {}, nobody alone {}",
            per_game(self.plies),
            self.longest,
            per_game(self.rolls),
            self.choices as f64 / self.plies.max(1) as f64,
            wins.join(" "),
            self.nobody
        )
    }

    /// What a mistake in the rules often looks like; some games are so.
    fn odd(&self, chance: bool) -> Vec<String> {
        let mut odd = Vec::new();
        if chance && self.rolls * 10 < self.plies {
            let every = self.plies / self.rolls.max(1);
            odd.push(match self.rolls {
                0 => "`CHANCE` says that there is chance, and it was never its turn".to_owned(),
                _ => format!("chance acted once in {every} moves"),
            });
        }
        if self.choices < self.plies + self.plies / 20 {
            odd.push("there is hardly ever more than one move".to_owned());
        }
        if self.unfinished > 0 {
            odd.push(format!("{} games did not end within {LONGEST} plies", self.unfinished));
        }
        if self.nobody == GAMES {
            odd.push("nobody ever wins".to_owned());
        }
        let never = (1..).zip(&self.wins).filter(|(_, wins)| **wins == 0);
        if self.nobody + self.unfinished < GAMES / 2 {
            odd.extend(never.map(|(seat, _)| format!("seat {seat} never wins")));
        }
        odd
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> Looks {
        Looks {
            plies: 4000,
            rolls: 2000,
            choices: 8000,
            longest: 60,
            wins: vec![60, 40],
            ..Looks::default()
        }
    }

    #[test]
    fn what_is_odd_is_said() {
        assert_eq!(usual().odd(true), Vec::<String>::new());
        let seldom = Looks { rolls: 100, ..usual() };
        assert_eq!(seldom.odd(true), ["chance acted once in 40 moves"]);
        assert!(seldom.odd(false).is_empty());
        let never = Looks { rolls: 0, choices: 4000, wins: vec![100, 0], ..usual() };
        assert_eq!(never.odd(true).len(), 3);
        let endless = Looks { unfinished: 70, nobody: 30, wins: vec![0, 0], ..usual() };
        assert_eq!(endless.odd(true), ["70 games did not end within 4000 plies"]);
    }
}
