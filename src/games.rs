//! The games of the program, each with what the reports about it bring.

use ludarium_backgammon::rules::Backgammon;
use ludarium_bundle::{Bundle, Entry, Playable};
use ludarium_chexers::rules::Chexers;
use ludarium_dice_chess::rules::{DiceChess, ThreeDice};
use ludarium_dicewars::rules::Dicewars;
use ludarium_three_chess::rules::ThreeChess;
use ludarium_tuc_chess::rules::TucChess;
use ludarium_ur::rules::Ur;

/// Agents that a program adds to every game.
pub trait ForEveryGame {
    /// The entries for the game with these positions.
    fn entries<G: Playable>() -> Vec<Entry<G>>;
}

impl ForEveryGame for () {
    fn entries<G: Playable>() -> Vec<Entry<G>> {
        Vec::new()
    }
}

/// What each game brings.
pub fn bundles() -> Vec<Bundle> {
    bundles_with::<()>()
}

/// What each game brings, and the agents of `A`. A new game or report is a line here.
pub fn bundles_with<A: ForEveryGame>() -> Vec<Bundle> {
    let dice_chess = ludarium_report_000::extend(ludarium_dice_chess::bundle());
    vec![
        dice_chess.agents(A::entries::<DiceChess>()).agents(A::entries::<ThreeDice>()),
        ludarium_report_001::extend(ludarium_three_chess::bundle())
            .agents(A::entries::<ThreeChess>()),
        ludarium_report_002::extend(ludarium_tuc_chess::bundle()).agents(A::entries::<TucChess>()),
        ludarium_report_003::extend(ludarium_dicewars::bundle()).agents(A::entries::<Dicewars>()),
        ludarium_report_004::extend(ludarium_chexers::bundle()).agents(A::entries::<Chexers>()),
        ludarium_backgammon::bundle().agents(A::entries::<Backgammon>()),
        ludarium_report_literature::extend_ur(ludarium_ur::bundle()).agents(A::entries::<Ur>()),
    ]
}
