//! The server's messages: short ASCII texts, one a datagram.

use std::fmt;

use ludarium_game::{Error, Result, Seat, Tabletop};

use ludarium_tuc_chess::rules::{
    BLACK, Move, MoveParts, Square, TucChess, WHITE, read_square, spell,
};

/// What the server says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerText {
    /// `PW` or `PB`: the receiver plays this side.
    Side(Seat),
    /// `GB`: the game begins.
    Begin,
    /// `T…`: a move was made and the game goes on.
    Turn {
        /// The side that moves next.
        next: Seat,
        /// The step just made.
        step: Move,
        /// Where a new present appeared.
        present: Option<Square>,
        /// The points of White and Black after the move.
        points: [u32; 2],
    },
    /// `GE…`: the game is over. The last move is not repeated.
    End {
        /// The points of White and Black.
        points: [u32; 2],
    },
}

/// The most points that one move can add to a score: a king and the last row.
const LARGEST_GAIN: u32 = 9;

impl fmt::Display for ServerText {
    /// Scores have two digits, or as many as they need.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ServerText::Side(WHITE) => f.write_str("PW"),
            ServerText::Side(_) => f.write_str("PB"),
            ServerText::Begin => f.write_str("GB"),
            ServerText::Turn { next, step, present, points: [white, black] } => {
                write!(f, "T{}", next.0)?;
                spell(step, f)?;
                spell(Move::outcome(None, present), f)?;
                write!(f, "{white:02}{black:02}")
            }
            ServerText::End { points: [white, black] } => write!(f, "GE{white:02}{black:02}"),
        }
    }
}

impl ServerText {
    /// What the server sends after a step and the chance event that followed it. A side without a
    /// move does not end the game on the server, which waits for it.
    pub fn after(position: &TucChess, step: Move, outcome: Option<Move>) -> ServerText {
        let points = [WHITE, BLACK].map(|seat| position.points(seat));
        if !matches!(position.ending(), "" | "stalemate") {
            return ServerText::End { points };
        }
        let present = match outcome.map(Move::action) {
            Some(MoveParts::Outcome { present, .. }) => present,
            _ => None,
        };
        ServerText::Turn { next: position.side_to_move(), step, present, points }
    }

    /// Reads a message. Scores above 99 make the digits ambiguous; `before` are the scores before
    /// the message, which decide how they are read.
    pub fn read(text: &str, before: [u32; 2]) -> Result<ServerText> {
        let expected = "PW, PB, GB, T followed by 11 to 13 digits, or GE followed by 4 to 6 digits";
        let broken = || Error::notation(text, expected);
        match text {
            "PW" => return Ok(ServerText::Side(WHITE)),
            "PB" => return Ok(ServerText::Side(BLACK)),
            "GB" => return Ok(ServerText::Begin),
            _ => {}
        }
        if let Some(digits) = text.strip_prefix("GE") {
            let points = read_points(digits, before).ok_or_else(broken)?;
            return Ok(ServerText::End { points });
        }
        let body = text.strip_prefix('T').ok_or_else(broken)?;
        let (head, digits) = body.split_at_checked(7).ok_or_else(broken)?;
        let field = |range| head.get(range).unwrap_or_default();
        let next = match field(0..1) {
            "0" => WHITE,
            "1" => BLACK,
            _ => return Err(broken()),
        };
        let from = read_square(field(1..3)).ok_or_else(broken)?;
        let to = read_square(field(3..5)).ok_or_else(broken)?;
        let present = match field(5..7) {
            "99" => None,
            place => Some(read_square(place).ok_or_else(broken)?),
        };
        Ok(ServerText::Turn {
            next,
            step: Move::step(from, to),
            present,
            points: read_points(digits, before).ok_or_else(broken)?,
        })
    }
}

/// Reads two scores written one after the other without a mark between them.
fn read_points(digits: &str, before: [u32; 2]) -> Option<[u32; 2]> {
    let readings = (2..=3).filter_map(|middle| {
        let (white, black) = digits.split_at_checked(middle)?;
        Some([read_score(white)?, read_score(black)?])
    });
    let fits = |points: &[u32; 2]| {
        (0..2).all(|seat| {
            let gain = points[seat].checked_sub(before[seat]);
            gain.is_some_and(|gain| gain <= LARGEST_GAIN)
        })
    };
    let readings: Vec<[u32; 2]> = readings.collect();
    readings.iter().copied().find(fits).or_else(|| readings.first().copied())
}

/// Two digits, or three without a leading zero.
fn read_score(digits: &str) -> Option<u32> {
    let well_written = match digits.as_bytes() {
        [_, _] => true,
        [first, _, _] => *first != b'0',
        _ => false,
    };
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    (well_written && all_digits).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_back() {
        for text in ["PW", "PB", "GB", "T15040990000", "T01323420107", "GE0714"] {
            assert_eq!(ServerText::read(text, [0, 0]).unwrap().to_string(), text);
        }
    }

    /// What the server sent in the log that the report prints.
    #[test]
    fn the_messages_of_the_reports_log_are_read() {
        for text in [
            "PB",
            "GB",
            "T15040990000",
            "T01121990000",
            "T15343990000",
            "T01323420000",
            "T15141990000",
        ] {
            assert_eq!(ServerText::read(text, [0, 0]).unwrap().to_string(), text);
        }
    }

    #[test]
    fn scores_of_three_digits_are_told_apart_by_the_scores_before() {
        for points in [[101, 17], [11, 104], [99, 100], [110, 113]] {
            let text = ServerText::End { points }.to_string();
            let before = points.map(|score| score - 1);
            assert_eq!(ServerText::read(&text, before), Ok(ServerText::End { points }));
        }
        let two_readings = ServerText::read("GE10117", [10, 117]);
        assert_eq!(two_readings, Ok(ServerText::End { points: [10, 117] }));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "P",
            "PX",
            "T",
            "GE",
            "GE1",
            "GE123",
            "GE+1+2",
            "T25040990000",
            "T15740990000",
            "T15040770000",
            "T1504099000",
            "T1504099000000000",
            "Té5040990000",
            "GE0011é",
        ] {
            assert!(ServerText::read(text, [0, 0]).is_err(), "{text}");
        }
    }
}
