//! The board as the original program keeps it: an ordered list of pieces for each player.
//!
//! The order decides between equal actions, so an agent that plays like the original has to keep it.

use ludarium_chexers::rules::evaluation::Army;
use ludarium_chexers::rules::{Action, Chexers, Colour, Hex, Move};
use ludarium_game::{Game, MoveList};

/// From this many pieces on the search looks only at some of them.
const MANY: usize = 4;

/// How many it then looks at.
const SEARCHED: usize = 3;

/// The pieces of each player in the order of the original program, and the exits.
///
/// There are no rules about the end of a game in here: the original searches on beyond it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lists {
    pieces: [Vec<Hex>; 3],
    exits: [u8; 3],
}

impl Lists {
    /// The pieces of a position, each list by q, then by r; at the start this is the original's order.
    pub(super) fn new(position: &Chexers) -> Lists {
        Lists {
            pieces: Colour::ALL.map(|colour| position.pieces(colour).collect()),
            exits: Colour::ALL.map(|colour| position.exits(colour)),
        }
    }

    /// Whether these are the pieces and exits of a position, in whatever order.
    pub(super) fn show(&self, position: &Chexers) -> bool {
        Colour::ALL.into_iter().all(|colour| {
            let list = self.pieces(colour);
            list.len() == position.pieces(colour).count()
                && list.iter().all(|&hex| position.piece(hex) == Some(colour))
                && self.exits(colour) == position.exits(colour)
        })
    }

    pub(super) fn pieces(&self, colour: Colour) -> &[Hex] {
        &self.pieces[colour as usize]
    }

    pub(super) fn exits(&self, colour: Colour) -> u8 {
        self.exits[colour as usize]
    }

    fn owner(&self, hex: Hex) -> Option<Colour> {
        let owns = |colour: &Colour| self.pieces(*colour).contains(&hex);
        Colour::ALL.into_iter().find(owns)
    }

    /// What the evaluation sees.
    pub(super) fn armies(&self) -> [Army; 3] {
        let army = |colour: Colour| {
            let pieces = self.pieces(colour).iter().copied();
            Army::new(colour, pieces, self.exits(colour))
        };
        Colour::ALL.map(army)
    }

    /// The smallest distance between a piece of a colour and one of another, if there are any.
    pub(super) fn nearest_enemy(&self, colour: Colour) -> Option<u32> {
        let enemies = [colour.next(), colour.next().next()];
        let enemies = enemies.into_iter().flat_map(|enemy| self.pieces(enemy));
        enemies
            .flat_map(|&enemy| self.pieces(colour).iter().map(move |own| own.distance(enemy)))
            .min()
    }

    /// Adds the actions of one piece: the exit first, then by direction.
    pub(super) fn add_actions(&self, colour: Colour, from: Hex, out: &mut Vec<Action>) {
        if colour.to_exit(from) == 0 {
            out.push(Action::Exit { from });
        }
        for direction in 0..6 {
            let Some(over) = from.towards(direction, 1) else {
                continue;
            };
            if self.owner(over).is_none() {
                out.push(Action::Step { from, to: over });
            } else if let Some(to) = from.towards(direction, 2)
                && self.owner(to).is_none()
            {
                out.push(Action::Jump { from, over, to });
            }
        }
    }

    /// The actions that the search looks at: of many pieces only those of the three nearest to their
    /// exit, and for that the list is put in order and stays so.
    pub(super) fn searched_actions(&mut self, colour: Colour) -> Vec<Action> {
        self.sort_if_many(colour);
        let list = self.pieces(colour);
        let searched = if list.len() >= MANY { &list[..SEARCHED] } else { list };
        let mut actions = Vec::with_capacity(24);
        for &from in searched {
            self.add_actions(colour, from, &mut actions);
        }
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
        actions
    }

    /// Puts a list of four or more pieces in order: the nearest to its exit first, then by q and r.
    pub(super) fn sort_if_many(&mut self, colour: Colour) {
        let list = &mut self.pieces[colour as usize];
        if list.len() >= MANY {
            // The original's distance is never below 1.
            list.sort_unstable_by_key(|&hex| (colour.to_exit(hex).max(1), hex));
        }
    }

    /// Makes an action of a player: a piece keeps its place in the list, a converted one goes to the end.
    pub(super) fn apply(&mut self, colour: Colour, action: Action) {
        match action {
            Action::Step { from, to } => self.relocate(colour, from, to),
            Action::Jump { from, over, to } => {
                self.relocate(colour, from, to);
                if let Some(owner) = self.owner(over)
                    && owner != colour
                {
                    self.pieces[owner as usize].retain(|&hex| hex != over);
                    self.pieces[colour as usize].push(over);
                }
            }
            Action::Exit { from } => {
                self.remove(colour, from);
                self.exits[colour as usize] += 1;
            }
            Action::Pass => {}
        }
    }

    /// Takes a piece off the board and counts no exit for it.
    pub(super) fn remove(&mut self, colour: Colour, from: Hex) {
        self.pieces[colour as usize].retain(|&hex| hex != from);
    }

    fn relocate(&mut self, colour: Colour, from: Hex, to: Hex) {
        let list = &mut self.pieces[colour as usize];
        if let Some(place) = list.iter_mut().find(|hex| **hex == from) {
            *place = to;
        }
    }
}

/// The legal move that does this.
///
/// Lists that show the position offer nothing illegal; should they not, the first legal move answers.
pub(super) fn move_for(position: &Chexers, action: Action) -> Move {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let meant = moves.iter().copied().find(|mv| mv.action() == action);
    meant.unwrap_or(moves[0])
}
