//! What GNU Backgammon's library recorded: how many plays each roll allows in a position, and where they lead.

use std::collections::BTreeSet;

use ludarium_bundle::originals::{Document, RecordCheck, VerifyError, read, unrecognised};
use ludarium_game::{Game, MoveList, Spec, Tabletop};
use serde::Deserialize;

use crate::rules::{BAR, Backgammon, Men, Move, OFF};

/// The checkers of the player who is not to move, then those of the one who is: points from 1 to 24, then the bar, as
/// each of them counts.
type Board = [Vec<u8>; 2];

/// A record of either kind.
#[derive(Deserialize)]
struct RecordedPosition {
    opp: Vec<u8>,
    me: Vec<u8>,
    /// For the rolls 11, 12, … 66; nothing else can be done counts 0.
    plays_per_roll_11_12_to_66: Option<Vec<u64>>,
    dice: Option<[u8; 2]>,
    after: Option<Vec<Board>>,
}

/// Replays every record of a document.
pub fn replay(document: &Document, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let rules = Backgammon::rules(&Spec::named("money")).map_err(unrecognised)?;
    for (index, record) in document.records().iter().enumerate() {
        check.place = format!("record {}", index + 1);
        check.position.clear();
        let record: RecordedPosition = read(record)?;
        let text = written(&[record.opp, record.me])?;
        check.position = text.clone();
        let position = check.accept("position", &text, Backgammon::parse(&rules, &text))?;
        check.tally.positions += 1;
        match (record.plays_per_roll_11_12_to_66, record.dice, record.after) {
            (Some(counts), _, _) => compare_counts(position, &counts, check)?,
            (None, Some(dice), Some(after)) => compare_plays(position, dice, after, check)?,
            _ => {
                return Err(unrecognised(
                    "neither counts of plays nor dice with positions after them",
                ));
            }
        }
    }
    Ok(())
}

fn compare_counts(
    position: Backgammon,
    counts: &[u64],
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let rolls: Vec<[u8; 2]> =
        (1..=6).flat_map(|one| (one..=6).map(move |other| [one, other])).collect();
    if counts.len() != rolls.len() {
        return Err(unrecognised(format!(
            "{} counts, not one for each of the 21 rolls",
            counts.len()
        )));
    }
    for (dice, &count) in rolls.into_iter().zip(counts) {
        let plays = plays(position, dice)?;
        let found = if plays[..] == [Move::PASS] { 0 } else { plays.len() as u64 };
        check.equal(&format!("number of plays with {}{}", dice[0], dice[1]), count, found)?;
    }
    Ok(())
}

fn compare_plays(
    position: Backgammon,
    dice: [u8; 2],
    after: Vec<Board>,
    check: &mut RecordCheck,
) -> Result<(), VerifyError> {
    let mover = position.mover();
    let mut found = BTreeSet::new();
    // Where nothing can be played, nothing is recorded.
    for &mv in plays(position, dice)?.iter().filter(|&&mv| mv != Move::PASS) {
        let mut next = rolled(position, dice)?;
        next.play(mv);
        let men = [next.men(next.mover()), next.men(mover)];
        found.insert(men.map(|men| (1..=BAR).map(|slot| men.on(slot)).collect::<Vec<u8>>()));
    }
    let recorded: BTreeSet<Board> = after.into_iter().collect();
    check.tally.plies += found.len() as u64;
    check.equal(&format!("positions after {}{}", dice[0], dice[1]), recorded, found)
}

fn rolled(mut position: Backgammon, dice: [u8; 2]) -> Result<Backgammon, VerifyError> {
    let roll = position.parse_move(&format!("{}{}", dice[0], dice[1])).map_err(unrecognised)?;
    position.play(roll);
    Ok(position)
}

fn plays(position: Backgammon, dice: [u8; 2]) -> Result<MoveList<Move>, VerifyError> {
    let mut plays = MoveList::new();
    rolled(position, dice)?.moves(&mut plays);
    Ok(plays)
}

/// The position as text, with White to roll.
fn written(board: &Board) -> Result<String, VerifyError> {
    let mut men = [Men::NONE; 2];
    for (men, counts) in men.iter_mut().zip(board) {
        if counts.len() != usize::from(BAR)
            || counts.iter().map(|&count| u32::from(count)).sum::<u32>() > 15
        {
            return Err(unrecognised("not 25 numbers of checkers, at most 15 in all"));
        }
        for (slot, &count) in (OFF + 1..).zip(counts) {
            *men = men.with(slot, count);
        }
    }
    let sign = |place: u8| {
        let [black, white] = [men[0].on(BAR - place), men[1].on(place)];
        match (place, white, black) {
            (1..=24, 1.., 1..) => Err(unrecognised(format!("both players on point {place}"))),
            (1..=BAR, 1.., _) => Ok(char::from(b'A' + white - 1)),
            (0..=24, _, 1..) => Ok(char::from(b'a' + black - 1)),
            _ => Ok('-'),
        }
    };
    let signs: Result<String, VerifyError> = (0..=BAR).map(sign).collect();
    Ok(format!("XGID={}:0:0:1:00:0:0:0:0:10", signs?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use ludarium_bundle::originals::verify;

    use super::*;

    fn replayed(text: &str) -> Result<u64, String> {
        let tally = verify("backgammon", replay, &Document::parse(text.to_owned()));
        tally.map(|tally| tally.checks).map_err(|error| error.to_string())
    }

    #[test]
    fn recorded_plays_agree() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        for (file, checks) in [("counts.jsonl", 21 * 60), ("moves.jsonl", 64)] {
            let document = Document::read(&folder.join(file)).unwrap();
            let tally = verify("backgammon", replay, &document)
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(tally.checks, checks, "{file}");
        }
    }

    #[test]
    fn what_disagrees_or_is_no_record_is_named() {
        let ace = |count: u8| {
            let mut points = [0; 25];
            points[0] = count;
            points
        };
        let board = format!("\"opp\":{:?},\"me\":{:?}", ace(2), ace(1));
        let counts = |first: u64| {
            format!("{{{board},\"plays_per_roll_11_12_to_66\":[{first}{}]}}", ",1".repeat(20))
        };
        assert_eq!(replayed(&counts(1)), Ok(21));
        for (text, reason) in [
            (counts(2), "number of plays with 11 at record 1"),
            (format!("{{{board}}}"), "neither counts"),
            (format!("{{{board},\"dice\":[7,1],\"after\":[]}}"), "two numbers from 1 to 6"),
            (format!("{{{board},\"plays_per_roll_11_12_to_66\":[1]}}"), "21 rolls"),
            (counts(1).replacen("2, 0", "16, 0", 1), "at most 15"),
            ("{\"opp\":[],\"me\":[],\"dice\":[1,1],\"after\":[]}".to_owned(), "25 numbers"),
            ("{}".to_owned(), "missing field"),
        ] {
            let error = replayed(&text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
