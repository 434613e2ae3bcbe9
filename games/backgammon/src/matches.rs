//! Matches as players have them: `.mat`, the text in which Jellyfish, GNU Backgammon, XG and servers write games.
//!
//! A line has what both players do in turn, the first one on the left. What the cube does is kept as a remark.

use ludarium_bundle::originals::{RecordedGame, RecordedGames};
use ludarium_game::{PlayedGame, Position, Seat, Turn};

use crate::rules::Backgammon;

/// What stands in this column of a line or after it belongs to the player on the right.
const RIGHT: usize = 20;

/// Reads a match, each game from this position on; `None` if no game begins anywhere in the text.
pub fn read(text: &str, start: &Position) -> Option<RecordedGames> {
    text.lines().find_map(game_number)?;
    let mut reader = MatchReader { start, games: Vec::new(), cube: 1 };
    let lines = (1..).zip(text.lines());
    let mut broken = None;
    for (number, line) in lines {
        if let Err(reason) = reader.line(line) {
            let game = reader.games.last().map(|game| format!(" of {}", game.title));
            broken = Some(format!("line {number}{}: {reason}", game.unwrap_or_default()));
            break;
        }
    }
    let cut = reader.games.last().filter(|game| broken.is_none() && game.scores.is_none());
    let cut = cut.map(|game| {
        let (title, count) = (&game.title, game.played.count());
        format!("the file ends in {title} after {count} rolls and plays, and says no result")
    });
    Some(RecordedGames { broken: broken.or(cut), games: reader.games })
}

struct MatchReader<'a> {
    start: &'a Position,
    games: Vec<RecordedGame>,
    cube: u32,
}

/// What a player does: a roll with a play, or a word about the cube or the result.
struct LineEntry<'a> {
    seat: Seat,
    head: &'a str,
    rest: &'a str,
}

impl MatchReader<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let words = line.trim();
        if let Some(number) = game_number(line) {
            return self.begin(number);
        }
        let Some(game) =
            self.games.last_mut().filter(|_| !words.is_empty() && !words.starts_with(';'))
        else {
            return Ok(());
        };
        let (count, entries) = match words.split_once(')') {
            Some((number, _)) if number.parse::<u32>().is_ok() => (number.len() + 1, line),
            _ => (0, line),
        };
        let indent = line.len() - line.trim_start().len();
        let entries = entries_of(entries, if count > 0 { indent + count } else { 0 });
        if entries.is_empty() && count == 0 {
            return name_players(&mut game.players, words);
        }
        entries.iter().try_for_each(|entry| self.act(entry))
    }

    fn begin(&mut self, number: u32) -> Result<(), String> {
        if self.games.last().is_some_and(|game| game.scores.is_none()) {
            return Err("it ends without a result, and another one begins".to_owned());
        }
        self.cube = 1;
        self.games.push(RecordedGame {
            title: format!("game {number}"),
            players: self.start.scene().seats.into_iter().map(|seat| seat.name).collect(),
            played: PlayedGame::new(self.start.clone()),
            scores: None,
            remarks: Vec::new(),
        });
        Ok(())
    }

    fn act(&mut self, entry: &LineEntry<'_>) -> Result<(), String> {
        let Some(game) = self.games.last_mut() else {
            return Ok(());
        };
        if game.scores.is_some() {
            return Err("its result was told before".to_owned());
        }
        let name = game.players[entry.seat.index()].clone();
        if let Some(dice) = dice_of(entry.head) {
            return play(game, entry.seat, dice, entry.rest);
        }
        let said = format!("{} {}", entry.head.to_ascii_lowercase(), entry.rest.trim());
        if entry.head.eq_ignore_ascii_case("wins") {
            let points =
                entry.rest.split_whitespace().next().and_then(|points| points.parse().ok());
            let points: u32 = points.ok_or("`Wins` needs a number of points after it")?;
            if game.played.position().turn() != Turn::Over {
                game.remarks.push((game.played.count(), format!("{name} {}", said.trim())));
            }
            let position = game.played.position().typed::<Backgammon>();
            let position = position.map_err(|error| error.to_string())?;
            let points = (points / self.cube).clamp(1, 3) as u8;
            let (winner, points) = position.won().unwrap_or((entry.seat, points));
            game.scores = Some(position.shares(winner, points));
            return Ok(());
        }
        if let Some((_, value)) = entry.rest.split_once("=>") {
            let value = value.trim().parse().ok().filter(|value| (1..=4096).contains(value));
            self.cube =
                value.ok_or_else(|| format!("`{}` says no value of the cube", said.trim()))?;
        }
        if entry.head.eq_ignore_ascii_case("drops") {
            // The cube was not taken.
            self.cube = (self.cube / 2).max(1);
        }
        game.remarks.push((game.played.count(), format!("{name} {}", said.trim())));
        Ok(())
    }
}

/// Makes a roll and a play.
fn play(
    game: &mut RecordedGame,
    seat: Seat,
    [one, other]: [u8; 2],
    text: &str,
) -> Result<(), String> {
    let name = &game.players[seat.index()];
    let (high, low) = (one.max(other), one.min(other));
    // At the start the die of the first seat stands first, and the larger one begins.
    let roll = if seat == Seat(0) { format!("{high}{low}") } else { format!("{low}{high}") };
    let played = &mut game.played;
    if played.position().turn() != Turn::Chance {
        let state = if played.position().turn() == Turn::Over {
            "the game is over"
        } else {
            "the play before is missing"
        };
        return Err(format!("{name} cannot roll: {state}"));
    }
    played.play(&roll).map_err(|error| format!("{name} rolls {roll}: {error}"))?;
    if played.position().turn() != Turn::Seat(seat) {
        return Err(format!("it is not the turn of {name}"));
    }
    let words = text.trim();
    let nothing =
        words.is_empty() || words.starts_with('?') || words.eq_ignore_ascii_case("cannot move");
    if !nothing {
        return played
            .play(words)
            .map(drop)
            .map_err(|error| format!("{name} with {roll}: {error}"));
    }
    // Where something could be played, the player gave up after the roll.
    if played.position().moves().len() == 1 {
        played.play("pass").map_err(|error| format!("{name} with {roll}: {error}"))?;
    }
    Ok(())
}

/// The number in a heading such as `Game 3`.
fn game_number(line: &str) -> Option<u32> {
    line.trim().strip_prefix("Game ")?.trim().parse().ok()
}

/// Reads the names in ` Ada : 3      Bob : 0`.
fn name_players(players: &mut [String], line: &str) -> Result<(), String> {
    let wrong = || format!("`{line}` is neither a move nor a line such as `Ada : 0    Bob : 0`");
    let (left, right) = line.split_once(" : ").ok_or_else(wrong)?;
    let right = right.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let (right, _) = right.rsplit_once(" : ").ok_or_else(wrong)?;
    for (player, name) in players.iter_mut().zip([left, right]) {
        *player = name.trim().to_owned();
    }
    Ok(())
}

/// The dice before a play, `31:`.
fn dice_of(word: &str) -> Option<[u8; 2]> {
    match *word.as_bytes() {
        [one @ b'1'..=b'6', other @ b'1'..=b'6', b':', ..] => Some([one - b'0', other - b'0']),
        _ => None,
    }
}

/// The words that begin an entry without dice.
const WORDS: [&str; 10] = [
    "doubles",
    "redoubles",
    "takes",
    "drops",
    "passes",
    "beavers",
    "raccoons",
    "resigns",
    "rejects",
    "wins",
];

/// What both players do in a line, from a column on.
fn entries_of<'a>(line: &'a str, from: usize) -> Vec<LineEntry<'a>> {
    let begins = |&(_, word): &(usize, &str)| {
        dice_of(word).is_some() || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
    };
    let words = line[from..].split([' ', '\t']).scan(from, |next, word| {
        let at = *next;
        *next += word.len() + 1;
        Some((at, word))
    });
    let starts: Vec<(usize, &'a str)> = words.filter(begins).collect();
    let ends = starts.iter().skip(1).map(|start| start.0).chain([line.len()]);
    let entry = |((at, word), end): ((usize, &'a str), usize)| {
        let head = if dice_of(word).is_some() { &word[..3] } else { word };
        let column = line[..at].chars().count();
        let seat = if column >= RIGHT { Seat(1) } else { Seat(0) };
        LineEntry { seat, head, rest: &line[at + head.len()..end] }
    };
    let mut entries: Vec<LineEntry<'a>> = starts.iter().copied().zip(ends).map(entry).collect();
    // Where columns are narrow, the second of two plays is still the other player's.
    if let [_, second] = &mut entries[..]
        && !second.head.eq_ignore_ascii_case("wins")
    {
        second.seat = Seat(1);
    }
    entries
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Scores, Spec, Tabletop};
    use proptest::prelude::*;

    use super::*;

    /// Two games that GNU Backgammon played against itself and exported.
    const MATCH: &str = include_str!("../tests/data/match.mat");

    fn games(text: &str) -> RecordedGames {
        let rules = Backgammon::rules(&Spec::named("money")).unwrap();
        read(text, &Position::new(Backgammon::new(rules))).expect("a match")
    }

    /// Why reading ended, and the events of each game that was read.
    fn broken(text: &str) -> (String, Vec<usize>) {
        let RecordedGames { games, broken } = games(text);
        (broken.expect("a reason"), games.iter().map(|game| game.played.count()).collect())
    }

    #[test]
    fn a_match_is_read_to_its_end() {
        let RecordedGames { games, broken } = games(MATCH);
        assert_eq!(broken, None);
        let [dropped, gammon] = &games[..] else { panic!("two games") };
        assert_eq!(
            (&*dropped.title, &dropped.players[..]),
            ("game 1", &["Ada", "Bob"].map(str::to_owned)[..])
        );
        // 21 rolls and plays of each; Ada's double is dropped.
        assert_eq!(
            (dropped.played.count(), dropped.scores),
            (84, Some(Scores::new(&[4.0 / 6.0, 1.0 - 4.0 / 6.0])))
        );
        let remarks: Vec<&str> = dropped.remarks.iter().map(|(_, said)| &**said).collect();
        assert_eq!(
            remarks,
            ["Bob doubles => 2", "Ada takes", "Ada doubles => 4", "Bob drops", "Ada wins 2 points"]
        );
        assert_eq!(dropped.remarks[0].0, 26);
        // Bob begins; Ada wins eight points with the cube at 4, and nothing of Bob's is off.
        assert_eq!(gammon.played.events()[0].text, "13");
        assert_eq!(gammon.played.position().ending(), "gammon");
        assert_eq!(gammon.scores, Some(gammon.played.position().scores()));
    }

    #[test]
    fn other_programs_write_a_little_differently() {
        let text = "Game 1\nAda : 0 Bob : 0\n 1) 31: 8/5 6/5                66: 24/18(2) 13/7(2)\n\
                     2)  Doubles => 2               Takes\n 3) 64: ????\n                                  Wins 2 points and the match\n";
        let RecordedGames { games, broken } = games(text);
        assert_eq!((broken, games[0].played.count()), (None, 5));
        assert_eq!(
            games[0].scores,
            Some(Scores::new(&[1.0 - 4.0 / 6.0, 4.0 / 6.0])),
            "{:?}",
            games[0].remarks
        );
    }

    #[test]
    fn columns_may_be_narrow() {
        let text = "Game 1\n Ada : 0 Bob : 0\n1) 31: 8/5 6/5 66: 24/18(2) 13/7(2)\n2) Doubles => 2 Drops\n Wins 1 point\n";
        let RecordedGames { games, broken } = games(text);
        assert_eq!((broken, games[0].played.count()), (None, 4));
        assert_eq!(games[0].remarks[1].1, "Bob drops");
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line_and_what_was_read() {
        let (cut, _) = MATCH.split_at(MATCH.find(" 23)").unwrap());
        let (reason, counts) = broken(cut);
        assert_eq!(
            (&*reason, &counts[..]),
            ("the file ends in game 1 after 84 rolls and plays, and says no result", &[84][..])
        );
        for (from, to, said, read) in [
            (
                "31: 8/5 6/5                 32:",
                "31: 8/4 6/5                 32:",
                "line 9 of game 1: Ada with 31: illegal move `8/4 6/5`",
                vec![9],
            ),
            (
                "  3) 62: 13/11 24/18 ",
                "  3) 62: 13/x ",
                "line 36 of game 2: Ada with 62: bad move `13/x`",
                vec![84, 7],
            ),
            (
                "6/2* 2/1* ",
                "",
                "line 8 of game 1: Ada cannot roll: the play before is missing",
                vec![3],
            ),
            (
                "Doubles => 2\n",
                "Doubles => lots\n",
                "line 13 of game 1: `doubles => lots` says no value of the cube",
                vec![26],
            ),
            (
                "Wins 2 points\n",
                "\n",
                "line 32 of game 1: it ends without a result, and another one begins",
                vec![84],
            ),
            ("Ada : 2 ", "Ada and ", "line 33 of game 2: `Ada and", vec![84, 0]),
            (
                "  1) 21:",
                "  1)                             11:",
                "line 7 of game 1: Bob rolls 11: illegal move `11`",
                vec![0],
            ),
        ] {
            assert!(MATCH.contains(from), "{from}");
            let (reason, counts) = broken(&MATCH.replacen(from, to, 1));
            assert!(reason.starts_with(said), "{reason}");
            assert_eq!(counts, read, "{reason}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(parts in prop::collection::vec(prop::sample::select(vec![
            "Game 1\n", " Ada : 0   Bob : 0\n", " 1) ", "31: ", "                    62: ", "8/5 6/5 ", "?", "(", ")", "\u{e9}",
            "Doubles => ", "2 ", "Takes", "Drops ", "Wins ", "99999999999 ", "=> 0 ", "\n", "\t", "24/18* 13/11", "66:",
        ]), 0..24)) {
            let _ = games(&format!("Game 1\n{}", parts.concat()));
        }
    }

    #[test]
    fn what_is_no_match_is_left_to_others() {
        let rules = Backgammon::rules(&Spec::named("money")).unwrap();
        assert!(read("31 8/5,6/5 42", &Position::new(Backgammon::new(rules))).is_none());
    }
}
