//! Games of the course's programs and the baseline, and what both predictors learn from them.

use std::collections::VecDeque;

use crate::agents::course::{CourseAgent, CourseProgram};
use crate::agents::learned::{FEATURES, Territory, Wording, area_features, player_features};
use ludarium_arena::TypedEvent;
use ludarium_dicewars::rules::{Area, Dicewars, Move, areas_in};
use ludarium_game::{Agent, Game, MAX_SEATS, Purpose, Seat, Seed, Spec, Tabletop, Turn};
use ludarium_learn::data::{DataSet, Features, Inputs, Row, RowShape};

use ludarium_train::{Progress, Stored, TrainError, TrainOptions, game};

/// The players: four different ones at each table, in seats drawn by lot.
const POOL: [CourseProgram; 6] = [
    CourseProgram::Rand,
    CourseProgram::Sdc,
    CourseProgram::Ste,
    CourseProgram::WpmC,
    CourseProgram::Xlogin00,
    CourseProgram::Baseline,
];

/// The winner is to be foreseen from this many turns before the last one, this one included: a player's own turns, or those
/// of all.
const TURNS_BEFORE_END: usize = 5;

/// What was seen, and what became of it: 0 or 1.
type LabelledFeatures = ([f32; FEATURES], f32);

/// Watches a game and remembers what can be learned from it.
pub(super) trait GameWatch {
    /// What is watched, as files call it.
    const NAME: &'static str;

    /// Nothing seen yet; features will be those of this wording.
    fn new(wording: Wording) -> Self;

    /// Something is about to happen.
    fn see(&mut self, before: &Dicewars, mv: Move);

    /// The game is over.
    fn samples(self, winner: Option<Seat>) -> Vec<LabelledFeatures>;
}

/// Areas as their owners leave them at the end of a turn, before new dice fall: lost before the owner's next turn, or held.
pub(super) struct Areas {
    wording: Wording,
    left: [Vec<(Area, [f32; FEATURES])>; MAX_SEATS],
    samples: Vec<LabelledFeatures>,
}

impl GameWatch for Areas {
    const NAME: &'static str = "areas";

    fn new(wording: Wording) -> Areas {
        Areas { wording, left: Default::default(), samples: Vec::new() }
    }

    fn see(&mut self, before: &Dicewars, mv: Move) {
        if let Turn::Seat(seat) = before.turn() {
            let held = self.left[seat.index()].drain(..);
            self.samples.extend(held.map(|(_, features)| (features, 1.0)));
        }
        match (mv, before.pending_battle()) {
            (Move::EndTurn, _) => {
                let seat = before.player();
                let territory = Territory::of(before);
                let areas = areas_in(before.areas_of(seat));
                let seen = areas.map(|area| (area, area_features(&territory, area, self.wording)));
                self.left[seat.index()].extend(seen);
            }
            (Move::Won, Some((_, to))) => {
                let left = &mut self.left[before.owner(to).index()];
                if let Some(place) = left.iter().position(|(area, _)| *area == to) {
                    self.samples.push((left.remove(place).1, 0.0));
                }
            }
            _ => {}
        }
    }

    /// What was neither lost nor held when the game ended is not known.
    fn samples(self, _: Option<Seat>) -> Vec<LabelledFeatures> {
        self.samples
    }
}

/// Players at the ends of their last turns, before new dice fall: the fifth last counts, or the first of fewer.
pub(super) struct PlayerWatch {
    wording: Wording,
    last: [VecDeque<[f32; FEATURES]>; MAX_SEATS],
}

impl GameWatch for PlayerWatch {
    const NAME: &'static str = "players";

    fn new(wording: Wording) -> PlayerWatch {
        PlayerWatch { wording, last: Default::default() }
    }

    fn see(&mut self, before: &Dicewars, mv: Move) {
        if mv == Move::EndTurn {
            let seat = before.player();
            let features = player_features(&Territory::of(before), seat, self.wording);
            let last = &mut self.last[seat.index()];
            last.push_back(features);
            if last.len() > TURNS_BEFORE_END {
                last.pop_front();
            }
        }
    }

    fn samples(self, winner: Option<Seat>) -> Vec<LabelledFeatures> {
        let seats = (0..).map(Seat).zip(self.last);
        let oldest = seats.filter_map(|(seat, last)| {
            let label = f32::from(u8::from(winner == Some(seat)));
            Some((*last.front()?, label))
        });
        oldest.collect()
    }
}

/// All players who are still there at one moment: the end of the fifth last turn of the game, of any seat.
pub(super) struct MomentWatch {
    wording: Wording,
    last: VecDeque<Vec<(Seat, [f32; FEATURES])>>,
}

impl GameWatch for MomentWatch {
    const NAME: &'static str = "moment";

    fn new(wording: Wording) -> MomentWatch {
        MomentWatch { wording, last: VecDeque::new() }
    }

    fn see(&mut self, before: &Dicewars, mv: Move) {
        if mv == Move::EndTurn {
            let territory = Territory::of(before);
            let there = Seat::all(before.seats()).filter(|&seat| before.areas_of(seat) != 0);
            let seen = there.map(|seat| (seat, player_features(&territory, seat, self.wording)));
            self.last.push_back(seen.collect());
            if self.last.len() > TURNS_BEFORE_END {
                self.last.pop_front();
            }
        }
    }

    fn samples(mut self, winner: Option<Seat>) -> Vec<LabelledFeatures> {
        let seen = self.last.pop_front().unwrap_or_default().into_iter();
        let label = |seat| f32::from(u8::from(winner == Some(seat)));
        seen.map(|(seat, features)| (features, label(seat))).collect()
    }
}

/// Six features, and what became of it.
const SHAPE: RowShape =
    RowShape { features: Features::Dense { width: FEATURES }, outcomes: 1, searched: false };

/// What the watchers of these games have seen.
pub(super) fn collect<W: GameWatch>(
    options: &TrainOptions,
    games: u64,
    wording: Wording,
    tell: &mut dyn FnMut(Progress),
) -> Result<DataSet, TrainError> {
    let features = match wording {
        Wording::CourseProgram => "",
        Wording::Text => ", features of the text",
    };
    let stored = Stored {
        name: W::NAME,
        about: format!("dicewars {} of the course's programs{features}", W::NAME),
        shape: SHAPE,
    };
    let play = |number| one_game(options, number, W::new(wording));
    stored.rows(options, games, tell, &play)
}

fn one_game<W: GameWatch>(
    options: &TrainOptions,
    number: u64,
    mut watch: W,
) -> Result<DataSet, TrainError> {
    let rules = Dicewars::rules(&Spec::named("flat"))?;
    let seed = Seed(options.seed).derive(Purpose::Training, number);
    let mut rng = seed.stream(Purpose::Start, 0);
    let begin = Dicewars::start(&rules, &mut rng);
    let mut pool = POOL;
    rng.shuffle(&mut pool);
    let agents = Seat::all(begin.seats()).zip(pool);
    let agents = agents
        .map(|(_, program)| -> Box<dyn Agent<Dicewars>> { Box::new(CourseAgent::new(program)) });
    let see = |event: TypedEvent<'_, Dicewars>| watch.see(event.before, event.mv);
    let finished = game(options, &rules, &begin, agents.collect(), seed, see)?;
    let mut rows = DataSet::new(SHAPE)?;
    for (features, label) in watch.samples(finished.position.winner()) {
        rows.push(&Row {
            game: number,
            inputs: Inputs::Dense(&features),
            outcome: &[label],
            search: None,
        })?;
    }
    Ok(rows)
}
