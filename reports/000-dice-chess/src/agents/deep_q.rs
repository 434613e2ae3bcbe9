//! Deep Q-learning, which the report wanted and had no time for: a network says what each move is worth.

use std::path::Path;
use std::sync::LazyLock;

use ludarium_dice_chess::rules::{DiceChess, Move, Side};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Rng};
use ludarium_learn::dense::{Network, Workspace};
use ludarium_learn::model::{Model, ModelFile, TensorFile};

use super::q_learning::{candidate, rank};
use ludarium_dice_chess::agents::{INPUTS, squares};

/// A value of 1 is a king, which is 20 pawns.
pub const KING: f64 = 2000.0;

/// What the network sees of a move: the squares after it as its mover sees them from its own side, and the kind of
/// piece moved.
pub fn action_inputs(position: &DiceChess, mv: Move) -> [f32; INPUTS] {
    let mut cells = [0.0; INPUTS];
    let mut after = *position;
    after.play(mv);
    let turned = position.side() == Side::Black;
    squares(&after, position.side(), turned, &mut cells);
    cells[64 + mv.moved() as usize] = 1.0;
    cells
}

/// What a network thinks each legal move is worth to its mover, in kings.
pub fn action_values(network: &Network, position: &DiceChess, moves: &MoveList<Move>) -> Vec<f32> {
    let mut cells = Vec::with_capacity(moves.len() * INPUTS);
    for &mv in moves {
        cells.extend_from_slice(&action_inputs(position, mv));
    }
    network.forward(&cells, &mut Workspace::default()).to_vec()
}

/// Plays the move with the largest value.
#[derive(Clone)]
pub struct DeepQ<N> {
    /// Where the network is.
    pub network: N,
}

/// The network that comes with this program.
#[derive(Clone, Copy, Default)]
pub(super) struct ShippedQ;

static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
    let name = Path::new("models/dice-chess-dql.safetensors");
    let bytes = include_bytes!("../../models/dice-chess-dql.safetensors");
    let file = TensorFile::from_bytes(name, bytes)
        .and_then(|tensors| ModelFile::from_tensors(name, &tensors));
    let network = file.ok().and_then(|file| match file.model {
        Model::Dense(network) if network.architecture().inputs() == INPUTS => Some(network),
        _ => None,
    });
    // A test reads it.
    network.expect("a network that comes with this program")
});

impl AsRef<Network> for ShippedQ {
    fn as_ref(&self) -> &Network {
        &SHIPPED
    }
}

impl<N: AsRef<Network> + Send> Agent<DiceChess> for DeepQ<N> {
    fn choose(&mut self, position: &DiceChess, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let values = action_values(self.network.as_ref(), position, &moves);
        let valued = moves.iter().zip(&values).map(|(&mv, &value)| {
            let value = f64::from(value);
            (value, candidate(position, mv, KING * value, 1))
        });
        let candidates = rank(valued);
        Decision {
            chosen: candidates.first().map_or(Move::PASS, |best| best.mv),
            nodes: moves.len() as u64,
            depth: 1,
            candidates,
            ..Decision::plain(Move::PASS)
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Seed;

    use super::super::tests::position;
    use super::*;

    #[test]
    fn a_move_looks_the_same_from_both_sides() {
        let white = position("4k3/4p3/8/8/8/5n2/4P3/4K3 w - - 0 1 1");
        let black = position("4k3/4p3/5N2/8/8/8/4P3/4K3 b - - 0 1 1");
        let play = |position: &DiceChess, text: &str| {
            let mv = ludarium_game::Tabletop::parse_move(position, text).unwrap();
            action_inputs(position, mv)
        };
        assert_eq!(play(&white, "e2f3"), play(&black, "e7f6"));
        assert_ne!(play(&white, "e2f3"), play(&white, "e2e3"));
    }

    #[test]
    fn the_shipped_network_weighs_moves() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1");
        let mut agent = DeepQ { network: ShippedQ };
        let decision = agent.choose(&start, &Budget::default(), &mut Rng::new(Seed(1)));
        assert_eq!(decision.candidates.len(), 16);
        assert_eq!(decision.chosen, decision.candidates[0].mv);
        let [first, last] = [0, 15].map(|place: usize| decision.candidates[place].scores);
        assert!(first.as_slice(2)[0] > last.as_slice(2)[0]);
    }
}
