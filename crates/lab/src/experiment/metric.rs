//! Metrics: what can be measured, by name.

use std::fmt;

/// How an experiment is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Contests in the arena.
    #[default]
    Games,
    /// Agents asked at fixed positions.
    Decisions,
    /// Uniformly random play.
    RandomGames,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Share of games won alone.
    Won,
    /// Share of the games in the first seat that were won alone.
    WonFirst,
    /// Share of the games in the other seats that were won alone.
    WonOther,
    /// Share of games won alone if the first seat counted for this percentage of all games.
    WonWeighted(u8),
    /// Share of games lost.
    Lost,
    /// Share of games neither won nor lost.
    Neither,
    /// Won minus lost.
    Score,
    /// Won minus neither won nor lost.
    WonMinusNeither,
    /// Mean share of the first place.
    Points,
    /// How much stronger the subject is than the others at its table, from its points.
    Elo,
    /// Mean milliseconds of a decision in games.
    MsPerMove,
    /// Mean positions looked at for a decision in games.
    NodesPerMove,
    /// Mean simulations for a decision in games.
    IterationsPerMove,
    /// Mean moves of a game.
    Plies,
    /// Mean moves of the games that were won.
    PliesOfWins,
    /// The same, seat by seat, where the first seat has this weight in per cent.
    PliesOfWinsWeighted(u8),
    /// Share of games won by the first seat.
    FirstSeatWon,
    /// Share of decisions at a position met before in the same game.
    RepeatedPositions,
    /// Share of the moves that take back the last one of the same seat.
    UndoneMoves,
    /// What a decision loses in the mean, by the solution of the game.
    Regret,
    /// Mean moves at the decisions with this number of own pieces on the board.
    MovesWithPieces(u8),
    /// Share of the decisions with a move that wins the game at once at which another one was made.
    MissedWins,
    /// Mean moves of a game until a seat loses a piece in the move of another.
    PliesToFirstCapture,
    /// Mean own pieces after this number of moves.
    PiecesAfter(u16),
    /// Mean own pieces that have never moved after this number of moves.
    UnmovedAfter(u16),
    /// Mean positions looked at.
    Nodes,
    /// Mean simulations.
    Iterations,
    /// Mean plies looked ahead.
    Depth,
    /// Mean milliseconds.
    Ms,
    /// Simulations in a second.
    IterationsPerSecond,
    /// Positions looked at in a second.
    NodesPerSecond,
    /// Simulations in six seconds, which a course allowed for a move.
    IterationsInSixSeconds,
    /// Share of games without a winner.
    Drawn,
    /// Share of games that ended so.
    Ending(String),
}

/// What kind of number a metric gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share in [0, 1], shown in per cent.
    Share,
    /// A difference of two shares.
    Difference,
    /// A difference of strengths.
    Elo,
    /// A mean of counts.
    Count,
    /// Milliseconds: depends on the machine.
    Milliseconds,
    /// Per second: depends on the machine.
    Rate,
}

/// What stands before the weight of [`Metric::WonWeighted`] in its name.
const WEIGHTED: &str = "won-first-weighs-";
/// The same for [`Metric::PliesOfWinsWeighted`].
const PLIES_WEIGHTED: &str = "plies-of-wins-first-weighs-";

/// What stands around the number of [`Metric::MovesWithPieces`] in its name.
const MOVES_WITH: (&str, &str) = ("moves-with-", "-pieces");

/// The same for [`Metric::PiecesAfter`].
const PIECES_AFTER: (&str, &str) = ("pieces-after-", "-plies");

/// The same for [`Metric::UnmovedAfter`].
const UNMOVED_AFTER: (&str, &str) = ("unmoved-after-", "-plies");

const OF_GAMES: &[(&str, Metric)] = &[
    ("won", Metric::Won),
    ("won-first", Metric::WonFirst),
    ("won-other", Metric::WonOther),
    ("lost", Metric::Lost),
    ("neither", Metric::Neither),
    ("score", Metric::Score),
    ("won-minus-neither", Metric::WonMinusNeither),
    ("points", Metric::Points),
    ("elo", Metric::Elo),
    ("ms-per-move", Metric::MsPerMove),
    ("nodes-per-move", Metric::NodesPerMove),
    ("iterations-per-move", Metric::IterationsPerMove),
    ("plies", Metric::Plies),
    ("plies-of-wins", Metric::PliesOfWins),
    ("first-seat-won", Metric::FirstSeatWon),
    ("repeated-positions", Metric::RepeatedPositions),
    ("undone-moves", Metric::UndoneMoves),
    ("missed-wins", Metric::MissedWins),
    ("plies-to-first-capture", Metric::PliesToFirstCapture),
    ("regret", Metric::Regret),
];

const OF_DECISIONS: &[(&str, Metric)] = &[
    ("nodes", Metric::Nodes),
    ("iterations", Metric::Iterations),
    ("depth", Metric::Depth),
    ("ms", Metric::Ms),
    ("iterations-per-second", Metric::IterationsPerSecond),
    ("nodes-per-second", Metric::NodesPerSecond),
    ("iterations-in-6-s", Metric::IterationsInSixSeconds),
];

const OF_RANDOM_GAMES: &[(&str, Metric)] =
    &[("first-seat-won", Metric::FirstSeatWon), ("drawn", Metric::Drawn), ("plies", Metric::Plies)];

impl Measure {
    /// The metrics that it gives, by name, except endings.
    pub fn metrics(self) -> &'static [(&'static str, Metric)] {
        match self {
            Measure::Games => OF_GAMES,
            Measure::Decisions => OF_DECISIONS,
            Measure::RandomGames => OF_RANDOM_GAMES,
        }
    }

    /// The metric with a name.
    pub fn metric(self, name: &str) -> Option<Metric> {
        if let (Measure::RandomGames, Some(ending)) = (self, name.strip_prefix("ending: ")) {
            return Some(Metric::Ending(ending.to_owned()));
        }
        let weight = |prefix: &str| {
            let weight = name.strip_prefix(prefix)?.parse().ok();
            weight.filter(|weight| self == Measure::Games && *weight <= 100)
        };
        if let Some(weight) = weight(WEIGHTED) {
            return Some(Metric::WonWeighted(weight));
        }
        if let Some(weight) = weight(PLIES_WEIGHTED) {
            return Some(Metric::PliesOfWinsWeighted(weight));
        }
        let number = |(before, after): (&str, &str)| {
            let number = name.strip_prefix(before)?.strip_suffix(after)?.parse::<u16>().ok();
            number.filter(|_| self == Measure::Games)
        };
        if let Some(pieces) = number(MOVES_WITH) {
            return u8::try_from(pieces).ok().map(Metric::MovesWithPieces);
        }
        if let Some(plies) = number(PIECES_AFTER) {
            return Some(Metric::PiecesAfter(plies));
        }
        if let Some(plies) = number(UNMOVED_AFTER) {
            return Some(Metric::UnmovedAfter(plies));
        }
        let found = self.metrics().iter().find(|(known, _)| *known == name);
        found.map(|(_, metric)| metric.clone())
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Games => "games",
            Measure::Decisions => "decisions",
            Measure::RandomGames => "random-games",
        })
    }
}

impl Unit {
    /// The least and the largest value.
    pub fn range(self) -> (f64, f64) {
        match self {
            Unit::Share => (0.0, 1.0),
            Unit::Difference => (-1.0, 1.0),
            Unit::Elo => (f64::NEG_INFINITY, f64::INFINITY),
            Unit::Count | Unit::Milliseconds | Unit::Rate => (0.0, f64::INFINITY),
        }
    }
}

impl Metric {
    /// What kind of number it is.
    pub fn unit(&self) -> Unit {
        use Metric::*;
        match self {
            Won | WonFirst | WonOther | WonWeighted(_) | Lost | Neither | Points | FirstSeatWon
            | RepeatedPositions | UndoneMoves | MissedWins | Drawn | Ending(_) => Unit::Share,
            Score | WonMinusNeither => Unit::Difference,
            Elo => Unit::Elo,
            Regret
            | NodesPerMove
            | IterationsPerMove
            | Plies
            | PliesOfWins
            | PliesOfWinsWeighted(_)
            | MovesWithPieces(_)
            | PliesToFirstCapture
            | PiecesAfter(_)
            | UnmovedAfter(_)
            | Nodes
            | Iterations
            | Depth => Unit::Count,
            MsPerMove | Ms => Unit::Milliseconds,
            IterationsPerSecond | IterationsInSixSeconds | NodesPerSecond => Unit::Rate,
        }
    }

    /// The metric for people.
    pub fn title(&self) -> String {
        match self {
            Metric::MsPerMove => "ms per move".to_owned(),
            Metric::Elo => "Elo".to_owned(),
            Metric::Regret => "regret, thousandths of a win".to_owned(),
            Metric::Ending(ending) => format!("ended: {ending}"),
            Metric::WonFirst => "won in the first seat".to_owned(),
            Metric::WonOther => "won in other seats".to_owned(),
            Metric::WonWeighted(weight) => format!("won, first seat {weight} %"),
            Metric::PliesOfWinsWeighted(weight) => {
                format!("plies of wins, first seat {weight} %")
            }
            _ => self.to_string().replace('-', " "),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Ending(ending) => return write!(f, "ending: {ending}"),
            Metric::WonWeighted(weight) => return write!(f, "{WEIGHTED}{weight}"),
            Metric::PliesOfWinsWeighted(weight) => {
                return write!(f, "{PLIES_WEIGHTED}{weight}");
            }
            Metric::MovesWithPieces(pieces) => {
                let (before, after) = MOVES_WITH;
                return write!(f, "{before}{pieces}{after}");
            }
            Metric::PiecesAfter(plies) => {
                let (before, after) = PIECES_AFTER;
                return write!(f, "{before}{plies}{after}");
            }
            Metric::UnmovedAfter(plies) => {
                let (before, after) = UNMOVED_AFTER;
                return write!(f, "{before}{plies}{after}");
            }
            _ => {}
        }
        let all = [OF_GAMES, OF_DECISIONS, OF_RANDOM_GAMES];
        let mut named = all.iter().copied().flatten();
        // Every other metric stands in one of the three lists; a test looks.
        let name = named.find(|(_, metric)| metric == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_the_names_of_metrics() {
        for (name, metric) in [
            ("moves-with-5-pieces", Metric::MovesWithPieces(5)),
            ("pieces-after-40-plies", Metric::PiecesAfter(40)),
            ("unmoved-after-300-plies", Metric::UnmovedAfter(300)),
        ] {
            assert_eq!(metric.to_string(), name);
            assert_eq!(Measure::Games.metric(name), Some(metric));
            assert_eq!(Measure::RandomGames.metric(name), None);
        }
        for name in ["moves-with-300-pieces", "pieces-after--plies", "pieces-after-x-plies"] {
            assert_eq!(Measure::Games.metric(name), None, "{name}");
        }
    }

    #[test]
    fn metrics_read_back_what_they_print() {
        for measure in [Measure::Games, Measure::Decisions, Measure::RandomGames] {
            for (name, metric) in measure.metrics() {
                assert_eq!(metric.to_string(), *name);
                assert_eq!(measure.metric(name).as_ref(), Some(metric));
            }
        }
        let ending = Measure::RandomGames.metric("ending: king captured");
        assert_eq!(ending.unwrap().to_string(), "ending: king captured");
        assert_eq!(Measure::Games.metric("ending: king captured"), None);
        for prefix in ["won", "plies-of-wins"] {
            let name = format!("{prefix}-first-weighs-46");
            let weighted = Measure::Games.metric(&name);
            assert_eq!(weighted.unwrap().to_string(), name);
            assert_eq!(Measure::RandomGames.metric(&name), None);
            let most = format!("{prefix}-first-weighs-101");
            assert_eq!(Measure::Games.metric(&most), None);
        }
        assert_eq!(Measure::Games.metric("nodes"), None);
        let moves = Measure::Games.metric("moves-with-12-pieces").unwrap();
        assert_eq!(moves, Metric::MovesWithPieces(12));
        assert_eq!(moves.to_string(), "moves-with-12-pieces");
        assert_eq!(Measure::Games.metric("moves-with-many-pieces"), None);
    }
}
