//! The report's greedy player, and the greedy choice that its search falls back on.

use ludarium_chexers::rules::evaluation::{Army, Weights};
use ludarium_chexers::rules::{Action, Chexers, Colour, Move};
use ludarium_game::{Agent, Budget, Decision, Rng, Seat};

use super::lists::{Lists, move_for};

/// How a greedy choice looks at exits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exits {
    /// As a piece that is gone: the original forgets to count the exit.
    Forgotten,
    /// The same, but an exit replaces whatever seemed best so far.
    Taken,
    /// With their counter, but still at the price of a near piece fewer.
    Counted,
    /// The first one is made without a look at anything else, as the search does.
    AtOnce,
}

/// The action after which a colour stands best, the first one among equals, and how many were looked at.
pub(super) fn greedy_choice(
    lists: &Lists,
    colour: Colour,
    exits: Exits,
    value: impl Fn(&[Army; 3]) -> f64,
) -> (Action, u64) {
    let mut best = (Action::Pass, f64::NEG_INFINITY);
    let mut looked_at = 0;
    let mut actions = Vec::new();
    for &piece in lists.pieces(colour) {
        actions.clear();
        lists.add_actions(colour, piece, &mut actions);
        for &action in &actions {
            let mut after = lists.clone();
            match action {
                Action::Exit { .. } if exits == Exits::AtOnce => return (action, looked_at),
                Action::Exit { from } if exits != Exits::Counted => after.remove(colour, from),
                _ => after.apply(colour, action),
            }
            looked_at += 1;
            let value = value(&after.armies());
            let taken = exits == Exits::Taken && matches!(action, Action::Exit { .. });
            if taken || value > best.1 {
                best = (action, value);
            }
            if taken {
                break;
            }
        }
    }
    (best.0, looked_at)
}

/// The report's greedy player. As its program plays: one ply with the learned weights, and a preference for exits
/// although it misjudges them. As the text says: the action with the highest value by the same features as beta_come's.
///
/// It cannot think longer or shorter, so it takes no notice of the budget.
#[derive(Clone, Debug, Default)]
pub struct GreedyPlayer {
    lists: Lists,
    /// The weights of the features as the text has them; without, it is the program's player.
    described: Option<Weights>,
}

impl GreedyPlayer {
    /// The player of the text.
    pub fn described(weights: Weights) -> GreedyPlayer {
        GreedyPlayer { described: Some(weights), ..GreedyPlayer::default() }
    }

    fn follow(&mut self, position: &Chexers) {
        if !self.lists.show(position) {
            self.lists = Lists::new(position);
        }
    }
}

impl Agent<Chexers> for GreedyPlayer {
    fn choose(&mut self, position: &Chexers, _: &Budget, _: &mut Rng) -> Decision<Move> {
        self.follow(position);
        let colour = position.side();
        let exits = match self.described {
            Some(_) => Exits::Counted,
            None => Exits::Taken,
        };
        let (action, nodes) =
            greedy_choice(&self.lists, colour, exits, |armies| match self.described {
                Some(weights) => weights.described_value(armies, colour, 0),
                None => Weights::LEARNED.value(armies, colour),
            });
        Decision { nodes, depth: 1, ..Decision::plain(move_for(position, action)) }
    }

    fn begin(&mut self, position: &Chexers, _: Seat) {
        self.lists = Lists::new(position);
    }

    fn observe(&mut self, position: &Chexers, mv: Move) {
        self.follow(position);
        self.lists.apply(position.side(), mv.action());
    }
}
