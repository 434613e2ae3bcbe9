//! A captured exchange between the server and two clients: one datagram a line, with its time, its
//! direction, its length, its bytes in hexadecimal and as text.

use crate::doors::ServerText;
use ludarium_game::{Game, Rng, Seed, Tabletop, Turn};
use ludarium_tuc_chess::rules::{BLACK, Move, TucChess, WHITE};

use super::server;
use ludarium_bundle::originals::{RecordCheck, VerifyError, unrecognised};

/// From White and Black to the server, and back.
const DIRECTIONS: [&str; 4] = ["W->S", "B->S", "S->W", "S->B"];

/// A datagram of the record.
struct Datagram<'a> {
    line: usize,
    time: f64,
    direction: &'a str,
    length: usize,
    bytes: Vec<u8>,
    payload: &'a str,
}

/// The datagrams of one direction that have not been looked at yet.
struct Stream<'a>(std::vec::IntoIter<&'a Datagram<'a>>);

impl<'a> Stream<'a> {
    fn new(datagrams: &'a [Datagram<'a>], direction: &str) -> Stream<'a> {
        let chosen: Vec<_> =
            datagrams.iter().filter(|datagram| datagram.direction == direction).collect();
        Stream(chosen.into_iter())
    }

    /// The next datagram; it must come after the line `cause`.
    fn next(
        &mut self,
        what: &str,
        cause: usize,
        check: &mut RecordCheck,
    ) -> Result<&'a Datagram<'a>, VerifyError> {
        let Some(datagram) = self.0.next() else {
            return Err(check.differ(what, "no such datagram", "one more datagram"));
        };
        check.place = format!("line {}", datagram.line);
        check.equal(&format!("{what} after its cause"), true, datagram.line > cause)?;
        Ok(datagram)
    }

    /// The next datagram, which must say this.
    fn expect(
        &mut self,
        message: &str,
        cause: usize,
        check: &mut RecordCheck,
    ) -> Result<usize, VerifyError> {
        let datagram = self.next(message, cause, check)?;
        check.equal("datagram", datagram.payload, message)?;
        Ok(datagram.line)
    }
}

/// Replays the game of an exchange.
pub(super) fn verify(text: &str, check: &mut RecordCheck) -> Result<(), VerifyError> {
    let datagrams = read(text, check)?;
    let mut time = 0.0;
    for datagram in &datagrams {
        check.place = format!("line {}", datagram.line);
        check.equal("order of time", true, datagram.time >= time)?;
        time = datagram.time;
    }
    let [white, black, to_white, to_black] =
        DIRECTIONS.map(|direction| Stream::new(&datagrams, direction));
    let (mut from, mut to) = ([white, black], [to_white, to_black]);

    // Each client gives its name and is told its side; then the game begins.
    let name = from[0].next("White's name", 0, check)?.line;
    let white = to[0].expect(&ServerText::Side(WHITE).to_string(), name, check)?;
    let name = from[1].next("Black's name", white, check)?.line;
    let black = to[1].expect(&ServerText::Side(BLACK).to_string(), name, check)?;
    let begin = ServerText::Begin.to_string();
    let begun = [to[0].expect(&begin, black, check)?, to[1].expect(&begin, black, check)?];
    // White may send its first move while the server counts down.
    let mut heard = [white, begun[1]];

    let mut position = TucChess::start(&server()?, &mut Rng::new(Seed(0)));
    while let Turn::Seat(seat) = position.turn() {
        let mover = seat.index() & 1;
        check.position = position.describe();
        let sent = from[mover].next("a move", heard[mover], check)?;
        let step = check.accept("move", sent.payload, position.parse_move(sent.payload))?;
        let answer = to[0].next("the server's answer", sent.line, check)?;
        let settled = settle(&position, step, answer.payload, check)?;
        check.equal("datagram", answer.payload, settled.message.as_str())?;
        check.tally.plies += settled.plies;
        position = settled.after;
        heard = [answer.line, to[1].expect(&settled.message, sent.line, check)?];
        check.tally.positions += 1;
    }
    check.position = position.describe();
    for mut stream in from.into_iter().chain(to) {
        if let Some(surplus) = stream.0.next() {
            check.place = format!("line {}", surplus.line);
            return Err(check.differ("end of the exchange", surplus.payload, position.ending()));
        }
    }
    check.tally.games += 1;
    Ok(())
}

/// What follows by the rules from a move and the server's answer to it.
struct SettledStep {
    after: TucChess,
    message: String,
    /// Moves and chance outcomes.
    plies: u64,
}

/// Plays a move and the chance outcome in the server's answer: the square of a new present
/// is written there, the value of a present that was taken only shows in the score.
fn settle(
    before: &TucChess,
    step: Move,
    answer: &str,
    check: &mut RecordCheck,
) -> Result<SettledStep, VerifyError> {
    let points = [WHITE, BLACK].map(|seat| before.points(seat));
    let (present, points) =
        match check.accept("answer", answer, ServerText::read(answer, points))? {
            ServerText::Turn { present, points, .. } => (present, points),
            ServerText::End { points } => (None, points),
            _ => return Err(check.differ("answer", answer, "a move or the end of the game")),
        };
    let mover = before.side_to_move();
    let mut after = *before;
    after.play(step);
    let outcome = (after.turn() == Turn::Chance).then(|| {
        let gained = points[mover.index() & 1] > after.points(mover);
        let value = before.effect(step).present.then_some(u8::from(gained));
        Move::outcome(value, present)
    });
    if let Some(outcome) = outcome {
        let text = after.describe_move(outcome);
        after.play(check.accept("chance outcome", answer, after.parse_move(&text))?);
    }
    Ok(SettledStep {
        after,
        message: ServerText::after(&after, step, outcome).to_string(),
        plies: 1 + u64::from(outcome.is_some()),
    })
}

/// Reads the lines: `3.941 W->S 4 35333433 5343`. Lines that start with `#` are remarks.
fn read<'a>(text: &'a str, check: &mut RecordCheck) -> Result<Vec<Datagram<'a>>, VerifyError> {
    let mut datagrams = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let datagram = read_line(line, number)
            .ok_or_else(|| unrecognised(format!("line {number} is not a captured datagram")))?;
        check.place = format!("line {number}");
        let (length, bytes) = (datagram.length, &datagram.bytes);
        check.equal("length", length, bytes.len())?;
        check.equal("text of the bytes", datagram.payload.as_bytes(), bytes.as_slice())?;
        datagrams.push(datagram);
    }
    if datagrams.is_empty() {
        return Err(unrecognised("the text holds no datagrams"));
    }
    Ok(datagrams)
}

fn read_line(line: &str, number: usize) -> Option<Datagram<'_>> {
    let mut rest = line;
    let mut column = || {
        let (column, tail) = rest.trim_start().split_once(' ')?;
        rest = tail;
        Some(column)
    };
    let time = column()?.parse().ok()?;
    let direction = column().filter(|direction| DIRECTIONS.contains(direction))?;
    let length = column()?.parse().ok()?;
    let hex = column()?;
    Some(Datagram { line: number, time, direction, length, bytes: read_hex(hex)?, payload: rest })
}

fn read_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(
        digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect(),
    )
}
