//! What games tell only when they are played again from their records.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use ludarium_arena::{GameRecord, Games, Ruleset};
use ludarium_game::{Position, Seat, Turn};

use crate::error::LabError;
use crate::review::JudgingAgent;

/// Who knows what moves lose.
const PERFECT: &str = "perfect";

use crate::experiment::Metric;

/// What a seat met in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayedSeat {
    /// Its decisions at a position that it had met before.
    pub repeats: u64,
    /// Its moves that went straight back to where its last one came from.
    pub undone: u64,
    /// By the number of its pieces: its decisions, and the moves that it had at them.
    pub moves: BTreeMap<u64, (u64, u64)>,
    /// Its decisions with a move that wins at once, and those at which it made another one.
    pub wins: (u64, u64),
    /// By the number of moves made: what it had then.
    pub army: BTreeMap<u16, PieceCount>,
    /// How many moves were made when a seat first lost a piece in the move of another.
    pub first_capture: Option<u64>,
    /// What its decisions lost.
    pub regret: Regret,
}

/// What the decisions of a seat lost by the solution of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Regret {
    /// Those that the solution knows.
    pub decisions: u64,
    /// The sum of what they lost, as parts of a win.
    pub lost: f64,
}

/// The pieces of a seat at some time of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCount {
    /// All of them.
    pub pieces: u64,
    /// Those that have never moved.
    pub unmoved: u64,
}

/// What has to be looked for; the more, the longer a game takes to follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayNeeds {
    moves: bool,
    wins: bool,
    captures: bool,
    regret: bool,
    clicks: bool,
    /// After which numbers of moves armies are counted.
    armies: Vec<u16>,
}

impl ReplayNeeds {
    /// What metrics need; `None` if games need not be played again for them.
    pub fn of(metrics: &[Metric]) -> Option<ReplayNeeds> {
        let (mut needs, mut any) = (ReplayNeeds::default(), false);
        for metric in metrics {
            let mut replayed = true;
            match metric {
                Metric::RepeatedPositions => {}
                Metric::UndoneMoves => needs.clicks = true,
                Metric::MovesWithPieces(_) => needs.moves = true,
                Metric::Regret => needs.regret = true,
                Metric::MissedWins => needs.wins = true,
                Metric::PliesToFirstCapture => needs.captures = true,
                Metric::PiecesAfter(plies) | Metric::UnmovedAfter(plies) => {
                    needs.armies.push(*plies);
                }
                _ => replayed = false,
            }
            any |= replayed;
        }
        any.then_some(needs)
    }
}

/// What each seat of a recorded game met; `None` for a record that cannot be followed.
pub type Replay = Box<dyn Fn(&GameRecord) -> Option<Vec<ReplayedSeat>>>;

/// What plays games of a variant again. What decisions lost is known where the game was solved; where it was not, the error
/// says how that is done.
pub fn replay(
    games: &Games,
    game: &str,
    variant: &str,
    needs: ReplayNeeds,
) -> Result<Replay, LabError> {
    let rules: Arc<dyn Ruleset> = games.rules(game, Some(variant))?;
    let judge = if needs.regret { Some(JudgingAgent::new(rules.clone(), PERFECT)?) } else { None };
    Ok(Box::new(move |record| follow(&*rules, record, &needs, judge.as_ref())))
}

fn follow(
    rules: &dyn Ruleset,
    record: &GameRecord,
    needs: &ReplayNeeds,
    judge: Option<&JudgingAgent>,
) -> Option<Vec<ReplayedSeat>> {
    let mut position = rules.parse(&record.start).ok()?;
    let mut seats = vec![ReplayedSeat::default(); record.seats.len()];
    let mut met = HashSet::new();
    let mut unmoved: Vec<HashSet<usize>> =
        (0..seats.len()).map(|seat| cells(&position, seat)).collect();
    let mut last = vec![Vec::new(); seats.len()];
    let (mut made, mut captured) = (0_u64, false);
    for word in record.moves.split_whitespace() {
        let mover = position.turn();
        let mut before = Vec::new();
        if let Turn::Seat(seat) = mover {
            let found = seats.get_mut(seat.index())?;
            found.repeats += u64::from(!met.insert((seat, position.key())));
            if needs.clicks {
                let clicks = position.clicks(word);
                found.undone += u64::from(takes_back(&clicks, &last[seat.index()]));
                last[seat.index()] = clicks;
            }
            if needs.moves {
                let (decisions, moves) = found.moves.entry(own(&position, seat)).or_default();
                *decisions += 1;
                *moves += position.choices().len() as u64;
            }
            if needs.wins && position.choices().iter().any(|choice| wins(&position, &choice.text)) {
                found.wins.0 += 1;
                found.wins.1 += u64::from(!wins(&position, word));
            }
            if let Some(lost) = judge.and_then(|judge| judge.known_cost(&position, seat, word)) {
                found.regret.decisions += 1;
                found.regret.lost += f64::from(lost);
            }
            if needs.captures && !captured {
                before = armies(&position, seats.len());
            }
        }
        position.play(word).ok()?;
        let Turn::Seat(seat) = mover else {
            continue;
        };
        made += 1;
        let lost = |(other, had): (usize, &u64)| {
            other != seat.index() && own(&position, Seat(other as u8)) < *had
        };
        if before.iter().enumerate().any(lost) {
            captured = true;
            seats.iter_mut().for_each(|found| found.first_capture = Some(made));
        }
        if needs.armies.is_empty() {
            continue;
        }
        for (seat, unmoved) in unmoved.iter_mut().enumerate() {
            let now = cells(&position, seat);
            unmoved.retain(|cell| now.contains(cell));
            for &plies in needs.armies.iter().filter(|plies| u64::from(**plies) == made) {
                let army = PieceCount {
                    pieces: own(&position, Seat(seat as u8)),
                    unmoved: unmoved.len() as u64,
                };
                seats[seat].army.insert(plies, army);
            }
        }
    }
    Some(seats)
}

/// Whether the clicks of a move go back the way of the last one.
fn takes_back(clicks: &[String], last: &[String]) -> bool {
    clicks.len() == 2 && clicks.iter().rev().eq(last)
}

/// Whether a move ends the game with everything for the seat that makes it.
fn wins(position: &Position, mv: &str) -> bool {
    let Turn::Seat(seat) = position.turn() else {
        return false;
    };
    let mut after = position.clone();
    after.play(mv).is_ok() && after.turn() == Turn::Over && after.scores().of(seat).0 == 1.0
}

/// The cells with pieces of a seat.
fn cells(position: &Position, seat: usize) -> HashSet<usize> {
    let scene = position.scene();
    let own = scene.pieces.iter().filter(|piece| piece.owner == Some(Seat(seat as u8)));
    own.map(|piece| piece.cell).collect()
}

/// How many pieces each seat has on the board.
fn armies(position: &Position, seats: usize) -> Vec<u64> {
    (0..seats).map(|seat| own(position, Seat(seat as u8))).collect()
}

/// How many pieces of a seat are on the board.
fn own(position: &Position, seat: Seat) -> u64 {
    let scene = position.scene();
    let own = scene.pieces.iter().filter(|piece| piece.owner == Some(seat));
    own.count() as u64
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use ludarium_agents::solved::SolveOptions;
    use ludarium_arena::seeded_start;
    use ludarium_arena::testing::games;
    use ludarium_game::Seed;

    use super::*;

    /// What two runners meet whose die always falls on 0, so that they stay where they are.
    fn met(start: &str, rounds: usize) -> Option<Vec<ReplayedSeat>> {
        let record = GameRecord {
            seats: vec![0, 1],
            start: start.to_owned(),
            moves: ["run", "0"].repeat(rounds).join(" "),
            ..GameRecord::default()
        };
        let needs = ReplayNeeds { moves: true, ..ReplayNeeds::default() };
        replay(&games(), "sprint", "strict", needs).unwrap()(&record)
    }

    /// What the seats of a strict race met, with everything counted after three moves.
    fn everything(variant: &str, seats: Vec<usize>, start: &str, moves: &str) -> Vec<ReplayedSeat> {
        let (start, moves) = (start.to_owned(), moves.to_owned());
        let record = GameRecord { seats, start, moves, ..GameRecord::default() };
        let asked = [Metric::MissedWins, Metric::PliesToFirstCapture, Metric::UnmovedAfter(3)];
        let needs = ReplayNeeds::of(&asked).unwrap();
        replay(&games(), "sprint", variant, needs).unwrap()(&record).unwrap()
    }

    #[test]
    fn a_win_at_hand_is_counted_and_missed_by_other_moves() {
        let seats = everything("strict", vec![0, 1], "11,5 1 4", "run 0 run 0 walk");
        assert_eq!([seats[0].wins, seats[1].wins], [(2, 1), (0, 0)]);
    }

    #[test]
    fn the_first_loss_and_what_stands_where_it_began_are_counted() {
        // The first runner sends the second one back, which then comes on again; the third one stays where it is.
        let moves = "walk run 3 run 0 walk";
        let seats = everything("strict:players=3", vec![0, 1, 2], "3,4,7 1 9", moves);
        assert!(seats.iter().all(|seat| seat.first_capture == Some(1)));
        let army = |pieces, unmoved| BTreeMap::from([(3, PieceCount { pieces, unmoved })]);
        assert_eq!(seats[0].army, army(1, 0));
        assert_eq!(seats[1].army, army(1, 0));
        assert_eq!(seats[2].army, army(1, 1));
        // Nothing is looked for where nobody asks.
        assert_eq!(ReplayNeeds::of(&[Metric::Won, Metric::Plies]), None);
        assert_eq!(ReplayNeeds::of(&[Metric::RepeatedPositions]), Some(ReplayNeeds::default()));
    }

    #[test]
    fn runners_that_do_not_get_on_repeat_positions() {
        let repeats = |start: &str, rounds: usize| {
            let seats = met(start, rounds)?;
            Some(seats.iter().map(|seat| seat.repeats).collect::<Vec<_>>())
        };
        assert_eq!(repeats("3,5 1 4", 2), Some(vec![0, 0]));
        assert_eq!(repeats("3,5 1 4", 3), Some(vec![1, 0]));
        assert_eq!(repeats("3,5 1 4", 6), Some(vec![2, 2]));
        assert_eq!(repeats("nonsense", 1), None);
    }

    #[test]
    fn only_the_way_back_is_an_undone_move() {
        let back = |clicks: &[&str], last: &[&str]| {
            let [clicks, last] = [clicks, last].map(|row| row.iter().map(|&cell| cell.to_owned()));
            takes_back(&clicks.collect::<Vec<_>>(), &last.collect::<Vec<_>>())
        };
        assert!(back(&["b1", "a1"], &["a1", "b1"]));
        assert!(!back(&["a1", "b1"], &["a1", "b1"]));
        assert!(!back(&["b1", "c1"], &["a1", "b1"]));
        // Neither a word nor a click alone goes anywhere.
        assert!(!back(&[], &[]) && !back(&["a1"], &["a1"]));
    }

    #[test]
    fn moves_are_counted_by_the_pieces_that_a_seat_has() {
        let games = games();
        let rules = games.rules("sprint", Some("strict")).unwrap();
        let start = rules.parse("3,5 1 4").unwrap();
        let choices = start.choices().len() as u64;
        let seats = met("3,5 1 4", 4).unwrap();
        for (seat, found) in seats.iter().enumerate() {
            let pieces = own(&start, Seat(seat as u8));
            assert_eq!(found.moves, BTreeMap::from([(pieces, (2, 2 * choices))]));
        }
    }
    #[test]
    fn what_decisions_lose_is_what_the_solution_says() {
        let games = games();
        let needs = ReplayNeeds { regret: true, ..ReplayNeeds::default() };
        let missing = replay(&games, "sprint", "strict", needs).err().unwrap().to_string();
        assert!(missing.contains("`ludarium solve sprint` makes one"), "{missing}");

        let variant = "strict:track=6";
        let rules = games.rules("sprint", Some(variant)).unwrap();
        let start = seeded_start(&*rules, Seed(1));
        let options = SolveOptions::default();
        let mut quiet = |_| ControlFlow::Continue(());
        let job = rules.solve_job(&start, false, &options, &mut quiet).unwrap();
        let file = std::env::temp_dir().join(format!("ludarium-regret-{}", std::process::id()));
        job.solve(&file, &options, &mut quiet).unwrap();
        let text = format!("{PERFECT}:file={}", file.display());
        let judge = JudgingAgent::new(rules.clone(), &text).unwrap();
        std::fs::remove_file(&file).unwrap();

        let record = |moves: &str| GameRecord {
            seats: vec![0, 1],
            start: start.describe(),
            moves: moves.to_owned(),
            ..GameRecord::default()
        };
        let regret = |moves: &str| {
            let seats =
                follow(&*rules, &record(moves), &ReplayNeeds::default(), Some(&judge)).unwrap();
            seats.iter().map(|seat| seat.regret).collect::<Vec<_>>()
        };
        let choice = judge.choice(&start, Seat(0)).unwrap();
        let value = |place: usize| f64::from(choice.candidates[place].scores.of(Seat(0)).0);
        let (best, worst) = (&choice.candidates[0].mv, &choice.candidates[1].mv);
        assert_eq!(regret(best), [Regret { decisions: 1, lost: 0.0 }, Regret::default()]);
        let lost = regret(worst)[0].lost;
        assert!(lost > 0.01 && (lost - (value(0) - value(1))).abs() < 1e-6, "{lost}");
    }
}
