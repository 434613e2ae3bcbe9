//! A survey: many random games of one kind, and what they look like.

use std::collections::BTreeMap;
use std::convert::Infallible;

use ludarium_game::{MoveList, Purpose, Seat, Seed, Tabletop, Turn};

use crate::jobs::numbered;
use crate::run::Interrupt;

/// A game that is not over after this many moves is left as it stands.
const LONGEST: u64 = 100_000;

/// What random games of one kind look like. The same seed gives the same survey, whatever the
/// number of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// Moves of players in each game, in game order.
    pub lengths: Vec<u64>,
    /// Chance events in each game.
    pub events: Vec<u64>,
    /// Sum of the numbers of legal moves over all moves of each game.
    pub choices: Vec<u64>,
    /// Largest number of legal moves met.
    pub widest: u64,
    /// Games by the reason of their end.
    pub endings: BTreeMap<&'static str, u64>,
    /// Games in which a seat alone had the largest score, by seat.
    pub wins: Vec<u64>,
    /// Games without such a seat.
    pub draws: u64,
}

/// One game's contribution.
#[derive(Debug, Default)]
struct SurveyedGame {
    length: u64,
    events: u64,
    choices: u64,
    widest: u64,
    ending: &'static str,
    winner: Option<Seat>,
    seats: usize,
}

/// Plays `games` uniformly random games on `threads` threads. `progress` is told the number of
/// finished games from time to time.
pub fn survey<G: Tabletop>(
    rules: &G::Rules,
    games: u64,
    seed: Seed,
    threads: usize,
    progress: &mut dyn FnMut(u64),
) -> Survey {
    let play = |index| {
        let seed = seed.derive(Purpose::Game, index);
        Ok::<SurveyedGame, Infallible>(random_game::<G>(rules, seed))
    };
    let Ok(all) = numbered(threads, &Interrupt::new(), games, progress, play);
    let mut survey = Survey::default();
    for game in all {
        survey.add(game);
    }
    survey
}

impl Survey {
    fn add(&mut self, game: SurveyedGame) {
        self.lengths.push(game.length);
        self.events.push(game.events);
        self.choices.push(game.choices);
        self.widest = self.widest.max(game.widest);
        *self.endings.entry(game.ending).or_default() += 1;
        self.wins.resize(game.seats, 0);
        match game.winner {
            Some(seat) => self.wins[seat.index()] += 1,
            None => self.draws += 1,
        }
    }
}

fn random_game<G: Tabletop>(rules: &G::Rules, seed: Seed) -> SurveyedGame {
    let mut position = G::start(rules, &mut seed.stream(Purpose::Start, 0));
    let mut dice = seed.stream(Purpose::Chance, 0);
    let mut choice = seed.stream(Purpose::Seat, 0);
    let mut moves = MoveList::new();
    let mut game =
        SurveyedGame { seats: position.seats(), ending: "unfinished", ..SurveyedGame::default() };
    while game.length < LONGEST {
        let mv = match position.turn() {
            Turn::Seat(_) => {
                position.moves(&mut moves);
                let width = moves.len() as u64;
                game.length += 1;
                game.choices += width;
                game.widest = game.widest.max(width);
                moves[choice.below(width as u32) as usize]
            }
            Turn::Chance => {
                game.events += 1;
                position.roll(&mut dice)
            }
            Turn::Over => {
                game.ending = position.ending();
                game.winner = winner(&position);
                break;
            }
        };
        position.play(mv);
    }
    game
}

/// The seat whose score is above all others, if there is one.
fn winner<G: Tabletop>(position: &G) -> Option<Seat> {
    let scores = position.scores();
    let best =
        Seat::all(position.seats()).max_by(|a, b| scores.of(*a).0.total_cmp(&scores.of(*b).0))?;
    let alone =
        Seat::all(position.seats()).all(|seat| seat == best || scores.of(seat) < scores.of(best));
    alone.then_some(best)
}
