//! Dicewars in numbers: a map is a graph, so there are numbers for areas, for pairs of areas and for players.
//!
//! Maps have at most 32 areas and games at most 8 players; what a map or a game does not have is 0. Players stand in the
//! order of play from the looking one on.

use crate::rules::{
    Area, Dicewars, LAST_BATTLE, MAX_AREAS, Move, QUIET_ROUNDS, areas_in, probability,
};
use ludarium_game::tensors::{Array, Tensors};
use ludarium_game::{Game, MAX_SEATS, Seat};

/// Numbers for each area.
const OF_AREA: usize = 5 + MAX_SEATS;
/// Numbers for each pair of areas.
const OF_PAIR: usize = 2;
/// Numbers for each player.
const OF_PLAYER: usize = 6;

const NODES: usize = MAX_AREAS * OF_AREA;
const EDGES: usize = MAX_AREAS * MAX_AREAS * OF_PAIR;
const PLAYERS: usize = MAX_SEATS * OF_PLAYER;

const END_TURN: usize = MAX_AREAS * MAX_AREAS;

/// Dice in hand are told in parts of this many.
const MOST_IN_HAND: f32 = 64.0;

/// What learners see of Dicewars.
pub struct DicewarsTensors;

impl Tensors<Dicewars> for DicewarsTensors {
    fn actions(&self) -> usize {
        END_TURN + 1
    }

    fn arrays(&self) -> Vec<Array> {
        vec![
            Array::new(
                "nodes",
                &[MAX_AREAS, OF_AREA],
                "for each area: 1 if the map has it; dice in eighths; whether it attacks now, whether it is attacked; \
                 whether a neighbour belongs to another player; whose it is, one place for each player",
            ),
            Array::new(
                "edges",
                &[MAX_AREAS, MAX_AREAS, OF_PAIR],
                "for each pair of areas: whether they are neighbours; the chance of an attack from the first on the \
                 second, 0 where it is not possible",
            ),
            Array::new(
                "players",
                &[MAX_SEATS, OF_PLAYER],
                "for each player: whether alive; areas in parts of 32; the largest region likewise; dice in parts of \
                 256; dice in reserve in parts of 64; whether it is to move",
            ),
            Array::new(
                "table",
                &[2],
                "battles in parts of 10 000; turns without a battle in parts of those that end the game",
            ),
        ]
    }

    fn action(&self, _: &Dicewars, mv: Move) -> usize {
        match mv {
            Move::Attack { from, to } => MAX_AREAS * from.index() + to.index(),
            _ => END_TURN,
        }
    }

    fn observe(&self, position: &Dicewars, seat: Seat, out: &mut [f32]) {
        let (nodes, rest) = out.split_at_mut(NODES);
        let (edges, rest) = rest.split_at_mut(EDGES);
        let (players, table) = rest.split_at_mut(PLAYERS);
        let places = places(position, seat);
        let (attacker, defender) = position.pending_battle().unzip();
        let mut dice_of = [0u32; MAX_SEATS];
        for area in areas_in(position.map().all()) {
            let (owner, dice) = (position.owner(area), position.dice(area));
            dice_of[owner.index()] += u32::from(dice);
            let node = &mut nodes[OF_AREA * area.index()..][..OF_AREA];
            node[0] = 1.0;
            node[1] = f32::from(dice) / 8.0;
            node[2] = flag(attacker == Some(area));
            node[3] = flag(defender == Some(area));
            node[4] = flag(position.border() & area.bit() != 0);
            node[5 + places[owner.index()]] = 1.0;
            for &to in position.map().neighbours(area) {
                let edge =
                    &mut edges[OF_PAIR * (MAX_AREAS * area.index() + to.index())..][..OF_PAIR];
                edge[0] = 1.0;
                edge[1] = chance(position, area, to);
            }
        }
        for one in Seat::all(position.seats()) {
            let player = &mut players[OF_PLAYER * places[one.index()]..][..OF_PLAYER];
            player[0] = flag(position.is_alive(one));
            player[1] = position.areas_of(one).count_ones() as f32 / MAX_AREAS as f32;
            player[2] = position.largest_region(one) as f32 / MAX_AREAS as f32;
            player[3] = dice_of[one.index()] as f32 / (8 * MAX_AREAS) as f32;
            player[4] = f32::from(position.reserve(one)) / MOST_IN_HAND;
            player[5] = flag(position.player() == one);
        }
        let quiet = f32::from(QUIET_ROUNDS) * position.seats() as f32;
        table[0] = f32::from(position.battles()) / f32::from(LAST_BATTLE);
        table[1] = f32::from(position.passes()) / quiet;
    }
}

/// The chance of an attack; 0 where none is possible.
fn chance(position: &Dicewars, from: Area, to: Area) -> f32 {
    let dice = position.dice(from);
    if dice >= 2 && position.owner(from) != position.owner(to) {
        probability(dice, position.dice(to)) as f32
    } else {
        0.0
    }
}

/// How many places after the looking player each seat plays.
fn places(position: &Dicewars, viewer: Seat) -> [usize; MAX_SEATS] {
    let mut places = [0; MAX_SEATS];
    let round = position.order().chain(position.order());
    let from_here = round.skip_while(|&seat| seat != viewer);
    for (place, seat) in from_here.take(position.seats()).enumerate() {
        places[seat.index()] = place;
    }
    places
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}
