//! One JSON object for each game, with everything that is needed to replay it.

use std::io::Write;

use serde::Serialize;

use super::ExportError;
use crate::store::Store;
use crate::store::record::FaultNote;

#[derive(Serialize)]
struct GameLine<'a> {
    contest: &'a str,
    number: u64,
    block: u64,
    game: &'a str,
    variant: &'a str,
    agents: Vec<&'a str>,
    names: Vec<&'a str>,
    start: &'a str,
    moves: Vec<&'a str>,
    thoughts: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<&'a str>,
    end: &'a str,
    ending: &'a str,
    scores: &'a [f32],
    faults: &'a [FaultNote],
    #[serde(skip_serializing_if = "Option::is_none")]
    times_ns: Option<&'a [u64]>,
}

/// Writes one JSON object for each game, one on a line.
pub fn json_lines(store: &Store, out: &mut dyn Write, times: bool) -> Result<(), ExportError> {
    let contest = store.contest();
    let fingerprint = contest.fingerprint();
    let labels = store.labels();
    store.each_game(|record| {
        let line = GameLine {
            contest: &fingerprint,
            number: record.number,
            block: record.block,
            game: &contest.game,
            variant: &contest.variant,
            agents: record.seats.iter().map(|&agent| contest.agents[agent].as_str()).collect(),
            names: record.seats.iter().map(|&agent| labels[agent].as_str()).collect(),
            start: &record.start,
            moves: record.moves.split_ascii_whitespace().collect(),
            thoughts: record
                .thoughts
                .lines()
                .map(|line| line.split_once('\t').map_or(line, |(thought, _)| thought))
                .collect(),
            // One for each move, where a bot said anything.
            comments: if record.comments().any(|comment| !comment.is_empty()) {
                record.comments().collect()
            } else {
                Vec::new()
            },
            end: &record.end,
            ending: &record.ending,
            scores: &record.scores,
            faults: &record.faults,
            times_ns: times.then_some(record.times.as_slice()),
        };
        serde_json::to_writer(&mut *out, &line).map_err(std::io::Error::from)?;
        Ok::<(), ExportError>(out.write_all(b"\n")?)
    })?;
    Ok(out.flush()?)
}
