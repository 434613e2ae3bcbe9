//! The report's value network: a position and its roll in, the chance of the side to move out.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::rules::{DiceChess, Kind, OnBoard, Side};
use ludarium_game::{Evaluation, Scores};
use ludarium_learn::dense::{Network, Workspace};
use ludarium_learn::model::{Model, ModelFile, TensorFile};

/// The numbers that the network sees: 64 squares and the six faces of the die.
pub const INPUTS: usize = 70;

/// What the network sees of a position for the side to move.
///
/// First the squares a8 to h8, a7 to h7, … h1: own pieces are 1 (pawn) to 6 (king), enemies the same below zero, all
/// brought from −6…6 to 0…1. Then a 1 for the face that was rolled. The board is not turned for Black.
pub fn inputs(position: &DiceChess, roll: Option<Kind>) -> [f32; INPUTS] {
    let mut cells = [0.0; INPUTS];
    squares(position, position.side(), false, &mut cells);
    if let Some(kind) = roll {
        cells[64 + kind as usize] = 1.0;
    }
    cells
}

/// The same with the board turned for Black, so that both sides see their pieces below.
pub fn turned_inputs(position: &DiceChess, roll: Option<Kind>) -> [f32; INPUTS] {
    let mut cells = [0.0; INPUTS];
    let mover = position.side();
    squares(position, mover, mover == Side::Black, &mut cells);
    if let Some(kind) = roll {
        cells[64 + kind as usize] = 1.0;
    }
    cells
}

/// The squares as a side sees them.
pub fn squares(position: &DiceChess, mover: Side, turned: bool, cells: &mut [f32; INPUTS]) {
    // Squares are counted from a1, the network's from a8; a turned board begins with a1.
    let first = if turned { 0 } else { 56 };
    for (place, cell) in cells[..64].iter_mut().enumerate() {
        let square = place as u8 ^ first;
        let piece = match position.piece_at(square) {
            Some((side, kind)) if side == mover => f32::from(kind.face()),
            Some((_, kind)) => -f32::from(kind.face()),
            None => 0.0,
        };
        *cell = (piece + 6.0) / 12.0;
    }
}

/// Judges positions by a network with [`INPUTS`] inputs and one output: the mean over what may be rolled, or for
/// the roll that lies on the table. What the network says is kept between 0 and 1.
#[derive(Clone, Debug)]
pub struct NetworkJudge {
    network: Arc<Network>,
    turned: bool,
}

impl NetworkJudge {
    /// Judges by a network; `None` if it has other inputs or outputs.
    pub fn new(network: Network) -> Option<NetworkJudge> {
        let shape = network.architecture();
        let fits = shape.inputs() == INPUTS && shape.output().size == 1;
        fits.then(|| NetworkJudge { network: Arc::new(network), turned: false })
    }

    /// The judge that turns the board for Black, for a network that knows White alone.
    pub fn turned(self) -> NetworkJudge {
        NetworkJudge { turned: true, ..self }
    }
}

/// Judges by the network that comes with this program, which is read when it is first asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedNetwork;

/// Judges by the network that was trained as the report trained its own: from 1382 positions of games of Expecti-MCTS
/// as White.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportNetwork;

static SHIPPED: LazyLock<NetworkJudge> = LazyLock::new(|| {
    read(
        "models/dice-chess-network.safetensors",
        include_bytes!("../../models/dice-chess-network.safetensors"),
    )
});

static REPORT: LazyLock<NetworkJudge> = LazyLock::new(|| {
    read(
        "models/dice-chess-network-report.safetensors",
        include_bytes!("../../models/dice-chess-network-report.safetensors"),
    )
    .turned()
});

fn read(name: &str, bytes: &[u8]) -> NetworkJudge {
    let name = Path::new(name);
    let file = TensorFile::from_bytes(name, bytes)
        .and_then(|tensors| ModelFile::from_tensors(name, &tensors));
    let judge = file.ok().and_then(|file| match file.model {
        Model::Dense(network) => NetworkJudge::new(network),
        Model::Sparse(_) | Model::Linear(_) => None,
    });
    // A test reads it.
    judge.expect("a network that comes with this program")
}

impl Evaluation<DiceChess> for ReportNetwork {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        REPORT.evaluate(position)
    }
}

impl Evaluation<DiceChess> for ShippedNetwork {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        SHIPPED.evaluate(position)
    }
}

impl Evaluation<DiceChess> for NetworkJudge {
    fn evaluate(&self, position: &DiceChess) -> Scores {
        let inputs = if self.turned { turned_inputs } else { inputs };
        let mut cells = Vec::with_capacity(6 * INPUTS);
        if position.rolled().is_none() {
            for kind in position.playable() {
                cells.extend_from_slice(&inputs(position, Some(kind)));
            }
        }
        if cells.is_empty() {
            cells.extend_from_slice(&inputs(position, position.rolled()));
        }
        let mut workspace = Workspace::default();
        let values = self.network.forward(&cells, &mut workspace);
        let sum: f32 = values.iter().map(|value| value.clamp(0.0, 1.0)).sum();
        let own = sum / values.len() as f32;
        match position.side() {
            Side::White => Scores::new(&[own, 1.0 - own]),
            Side::Black => Scores::new(&[1.0 - own, own]),
        }
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::Seat;
    use ludarium_learn::dense::{Activation, Architecture};

    use super::super::tests::position;
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn inputs_are_own_and_enemy_pieces_by_square() {
        let cells = inputs(&position(START), Some(Kind::Knight));
        let piece = |place: usize| (cells[place] * 12.0 - 6.0).round();
        // Black's rook on a8, its king on e8; White's pawns on the second rank, its queen on d1.
        assert_eq!((piece(0), piece(4), piece(8)), (-4.0, -6.0, -1.0));
        assert_eq!((piece(48), piece(59), piece(60)), (1.0, 5.0, 6.0));
        assert_eq!(piece(30), 0.0);
        assert_eq!(cells[64..], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        let black = position(&START.replace(" w ", " b "));
        let cells = inputs(&black, None);
        assert_eq!((cells[0] * 12.0 - 6.0).round(), 4.0);
        assert_eq!(cells[64..], [0.0; 6]);
    }

    /// A network that gives the weight of the face rolled, so that the mean over faces can be told.
    #[test]
    fn rolls_that_may_come_are_averaged() {
        let shape = Architecture::layered(&[INPUTS, 1], Activation::Relu, Activation::Linear);
        let mut parameters = vec![0.0; INPUTS + 1];
        let weights = [0.1, 0.3, 0.0, 0.0, 0.0, 0.0];
        let shape = shape.unwrap();
        parameters[64..70].copy_from_slice(&weights);
        let judge = NetworkJudge::new(Network::new(shape, parameters).unwrap()).unwrap();
        // At the start only pawns and knights can move.
        let white = judge.evaluate(&position(START));
        assert!((white.of(Seat(0)).0 - 0.2).abs() < 1e-6, "{white:?}");
        let black = judge.evaluate(&position(&START.replace(" w ", " b ")));
        assert!((black.of(Seat(0)).0 - 0.8).abs() < 1e-6, "{black:?}");
    }

    #[test]
    fn the_shipped_network_tells_positions_apart() {
        let even = ShippedNetwork.evaluate(&position(START));
        let other = ShippedNetwork.evaluate(&position(&START.replacen('q', "1", 1)));
        for scores in [even, other] {
            let inside = |value: &f32| (0.0..=1.0).contains(value);
            assert!(scores.as_slice(2).iter().all(inside), "{scores:?}");
            assert!((scores.sum() - 1.0).abs() < 1e-6, "{scores:?}");
        }
        assert_ne!(even, other);
    }

    #[test]
    fn a_turned_board_is_the_same_to_the_other_side() {
        let white = position("r3k3/4p3/8/8/8/8/4P3/1R2K3 w - - 0 1");
        let black = position("1r2k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 1");
        let [white, black] = [white, black].map(|position| ReportNetwork.evaluate(&position));
        assert_eq!(white.as_slice(2)[0], black.as_slice(2)[1]);
    }

    #[test]
    fn other_shapes_are_refused() {
        let shape = Architecture::layered(&[3, 1], Activation::Relu, Activation::Linear).unwrap();
        assert!(NetworkJudge::new(Network::new(shape, vec![0.0; 4]).unwrap()).is_none());
    }
}
