//! Sprint: a tiny game for the tests of everything that works with any game.
//!
//! Two to four runners race to the end of a track. A runner walks one field, or runs and lets a die decide how
//! far (0 to 3 fields). A runner that lands on another sends it back to the start. The game has all that a framework must
//! handle: several seats, a choice, chance, dice of its own, variants with options, a picture on which pieces
//! come and go, and sanctions of its own.

use crate::{
    Caption, Cell, ChancePlace, Dice, Error, Evaluation, Fault, Gain, Game, Hue, Listing, MoveList,
    OptionInfo, Piece, Reseat, Result, Rng, Sanction, Scene, Scores, Seat, SeatStyle, Shape, Spec,
    Tabletop, Tone, Turn, VariantInfo, read_number,
};

/// The most runners.
const MOST: usize = 4;
/// A race that is not over after this many moves of all runners ends without a winner.
const LONGEST: u16 = 400;

/// How a race is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SprintRules {
    /// The number of runners.
    pub players: u8,
    /// The number of fields from start to end.
    pub track: u8,
    /// Whether a runner whose agent failed walks on without it, instead of losing the race.
    pub lenient: bool,
    /// Whether the die shows 3, 2, 1, 0 and so on in turn, whatever the seed.
    pub loaded: bool,
}

/// A position of the race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprint {
    rules: SprintRules,
    fields: [u8; MOST],
    mover: u8,
    running: bool,
    moves: u16,
}

/// A move of a runner or a result of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SprintMove {
    /// One field forward.
    Walk,
    /// The die decides how far.
    Run,
    /// Chance: this many fields.
    Fields(u8),
}

impl Sprint {
    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn winner(&self) -> Option<Seat> {
        let fields = &self.fields[..self.players()];
        let place = fields.iter().position(|&field| field >= self.rules.track)?;
        Some(Seat(place as u8))
    }

    fn step(&mut self, fields: u8) {
        let mover = usize::from(self.mover);
        let to = (self.fields[mover] + fields).min(self.rules.track);
        if to > 0 && to < self.rules.track {
            for (other, field) in self.fields.iter_mut().enumerate() {
                if other != mover && *field == to {
                    *field = 0;
                }
            }
        }
        self.fields[mover] = to;
        self.running = false;
        self.moves += 1;
        self.mover = (self.mover + 1) % self.rules.players;
    }
}

impl Game for Sprint {
    type Move = SprintMove;

    const CHANCE: ChancePlace = ChancePlace::AfterMove;

    fn seats(&self) -> usize {
        self.players()
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() || self.moves >= LONGEST {
            return Turn::Over;
        }
        if self.running { Turn::Chance } else { Turn::Seat(Seat(self.mover)) }
    }

    /// Walk, then run.
    fn moves(&self, out: &mut MoveList<SprintMove>) {
        out.clear();
        if matches!(self.turn(), Turn::Seat(_)) {
            out.push(SprintMove::Walk);
            out.push(SprintMove::Run);
        }
    }

    fn play(&mut self, mv: SprintMove) {
        match mv {
            SprintMove::Walk => self.step(1),
            SprintMove::Run => self.running = true,
            SprintMove::Fields(fields) => self.step(fields),
        }
    }

    fn chances(&self, out: &mut Vec<(SprintMove, f64)>) -> Listing {
        out.clear();
        if self.turn() == Turn::Chance {
            out.extend((0..4).map(|fields| (SprintMove::Fields(fields), 0.25)));
        }
        Listing::Complete
    }

    fn roll(&self, rng: &mut Rng) -> SprintMove {
        SprintMove::Fields(rng.below(4) as u8)
    }

    fn scores(&self) -> Scores {
        match self.winner() {
            Some(seat) => Scores::win(seat),
            None => Scores::shared(self.players()),
        }
    }

    fn key(&self) -> u64 {
        let fields = self.fields.iter();
        let folded = fields.fold(0u64, |key, &field| key << 8 | u64::from(field));
        let rest = u64::from(self.mover) << 1 | u64::from(self.running);
        (folded ^ rest << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn forget(&mut self) {
        self.moves = 0;
    }
}

impl Tabletop for Sprint {
    type Rules = SprintRules;

    const NAME: &'static str = "sprint";

    const VARIANTS: &'static [VariantInfo] = &[
        VariantInfo { name: "strict", summary: "a runner whose agent fails has lost" },
        VariantInfo {
            name: "lenient",
            summary: "a runner whose agent fails walks on without it; one whose agent is late walks once",
        },
    ];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            key: "players",
            values: "2 to 4",
            default: "2",
            summary: "the number of runners",
        },
        OptionInfo {
            key: "track",
            values: "2 to 100",
            default: "12",
            summary: "the fields from start to end",
        },
        OptionInfo {
            key: "die",
            values: "fair or loaded",
            default: "fair",
            summary: "whether the die falls by chance or shows 3, 2, 1, 0 in turn",
        },
    ];

    fn rules(variant: &Spec) -> Result<SprintRules> {
        variant.check(Self::VARIANTS, Self::OPTIONS)?;
        Ok(SprintRules {
            players: variant.number("players", 2..=4, 2)? as u8,
            track: variant.number("track", 2..=100, 12)? as u8,
            lenient: variant.name == "lenient",
            loaded: variant.choice("die", &[("fair", false), ("loaded", true)], false)?,
        })
    }

    fn start(rules: &SprintRules, _rng: &mut Rng) -> Sprint {
        Sprint { rules: *rules, fields: [0; MOST], mover: 0, running: false, moves: 0 }
    }

    /// `3,0,5 2 17`: the fields, the runner to move counted from 1 (with `!` while the die falls), the moves made.
    fn parse(rules: &SprintRules, text: &str) -> Result<Sprint> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [fields, mover, moves] = parts[..] else {
            return Err(Error::position("the text", text, "fields, runner, moves"));
        };
        let mut position = Sprint::start(rules, &mut Rng::new(crate::Seed(0)));
        let numbers: Vec<&str> = fields.split(',').collect();
        if numbers.len() != position.players() {
            let expected = format!("{} numbers", position.players());
            return Err(Error::position("fields", fields, expected));
        }
        for (field, number) in position.fields.iter_mut().zip(numbers) {
            *field = read_number("fields", number, 0..=rules.track.into())? as u8;
        }
        let seats = 1..=rules.players.into();
        position.mover = read_number("runner", mover.trim_end_matches('!'), seats)? as u8 - 1;
        position.running = mover.ends_with('!');
        position.moves = read_number("moves", moves, 0..=LONGEST.into())? as u16;
        let position = position.require_text(text)?;
        let arrived =
            position.fields[..position.players()].iter().filter(|&&field| field == rules.track);
        if arrived.count() > 1 || (position.running && position.winner().is_some()) {
            return Err(Error::Impossible("only one runner can arrive".to_owned()));
        }
        Ok(position)
    }

    fn describe(&self) -> String {
        let fields = self.fields[..self.players()].iter();
        let fields: Vec<String> = fields.map(u8::to_string).collect();
        let running = if self.running { "!" } else { "" };
        let (mover, moves) = (self.mover + 1, self.moves);
        format!("{} {mover}{running} {moves}", fields.join(","))
    }

    fn write_move(&self, mv: SprintMove, out: &mut String) {
        match mv {
            SprintMove::Walk => out.push_str("walk"),
            SprintMove::Run => out.push_str("run"),
            SprintMove::Fields(fields) => out.push(char::from(b'0' + fields.min(9))),
        }
    }

    fn own_dice(rules: &SprintRules, _start: &Sprint) -> Option<Box<dyn Dice<Sprint>>> {
        rules.loaded.then(|| -> Box<dyn Dice<Sprint>> { Box::new(LoadedDie(3)) })
    }

    fn sanction(&self, seat: Seat, fault: Fault) -> Sanction<SprintMove> {
        if self.rules.lenient {
            return Sanction::Plays { mv: SprintMove::Walk, benched: fault != Fault::Overtime };
        }
        Sanction::loses(seat, self.players())
    }

    fn ending(&self) -> &'static str {
        match self.turn() {
            Turn::Over if self.winner().is_some() => "arrived",
            Turn::Over => "too long",
            _ => "",
        }
    }

    /// The lanes; a runner at the start is not on the track.
    fn scene(&self) -> Scene {
        let track = self.rules.track;
        let hues = [Hue::Blue, Hue::Red, Hue::Green, Hue::Yellow];
        let seats = (0..self.players()).map(|seat| SeatStyle {
            name: format!("Runner {}", seat + 1),
            letter: char::from(b'A' + seat as u8),
            hue: hues[seat],
        });
        let mut cells = Vec::new();
        let mut pieces = Vec::new();
        for lane in 0..self.players() {
            for field in 0..=track {
                let (x, y) = (f32::from(field), lane as f32);
                if field > 0 && self.fields[lane] == field {
                    pieces.push(Piece {
                        cell: cells.len(),
                        owner: Some(Seat(lane as u8)),
                        shape: Shape::Disc,
                    });
                }
                let tone = [Tone::Light, Tone::Dark][usize::from(field % 2)];
                let name = format!("{}{field}", char::from(b'a' + lane as u8));
                cells.push(Cell { room: 0.45, ..Cell::square(name, x, y, tone) });
            }
        }
        let text = match self.turn() {
            Turn::Over => self.ending().to_owned(),
            Turn::Chance => "the die falls".to_owned(),
            Turn::Seat(_) => format!("Runner {} to move", self.mover + 1),
        };
        Scene {
            width: f32::from(track) + 1.0,
            height: self.players() as f32,
            seats: seats.collect(),
            cells,
            pieces,
            captions: vec![Caption {
                text,
                seat: (self.turn() != Turn::Over).then_some(Seat(self.mover)),
                active: self.turn() != Turn::Over,
            }],
            ..Scene::default()
        }
    }

    /// Walking is a click on the field ahead; running has no place.
    fn clicks(&self, mv: SprintMove) -> Vec<String> {
        let field = self.fields[usize::from(self.mover)] + 1;
        match mv {
            SprintMove::Walk => vec![format!("{}{field}", char::from(b'a' + self.mover))],
            _ => Vec::new(),
        }
    }
}

/// Shows 3, 2, 1, 0 in turn; holds the next number.
struct LoadedDie(u8);

impl Dice<Sprint> for LoadedDie {
    fn roll(&mut self, _position: &Sprint) -> SprintMove {
        let fields = self.0;
        self.0 = fields.checked_sub(1).unwrap_or(3);
        SprintMove::Fields(fields)
    }
}

impl Reseat for Sprint {
    fn reseat(&self, seat: Seat) -> Option<Sprint> {
        let mut other = self.clone();
        other.mover = seat.0;
        Some(other)
    }
}

/// Judges by how far each runner has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distance;

impl Evaluation<Sprint> for Distance {
    fn evaluate(&self, position: &Sprint) -> Scores {
        let fields = &position.fields[..position.players()];
        let total: f32 = fields.iter().map(|&field| f32::from(field) + 1.0).sum();
        let shares = fields.iter().map(|&field| (f32::from(field) + 1.0) / total);
        Scores::new(&shares.collect::<Vec<f32>>())
    }
}

/// Gains by sending others back.
#[derive(Clone, Copy, Debug, Default)]
pub struct SendBack;

impl Gain<Sprint> for SendBack {
    fn gain(&self, position: &Sprint, mv: SprintMove) -> f32 {
        let mover = usize::from(position.mover);
        let to = position.fields[mover] + 1;
        let hit = position.fields.iter().enumerate();
        let hit = hit.filter(|&(other, &field)| other != mover && field == to);
        match mv {
            SprintMove::Walk if to < position.rules.track => hit.count() as f32,
            _ => 0.0,
        }
    }
}
