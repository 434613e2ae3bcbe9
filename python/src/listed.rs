//! `Listed`: a position that remembers its legal actions, so that to list them and then to play one is one listing.

use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use ludarium_game::tensors::{AnyTensors, Numbering};
use ludarium_game::{Position, Result, Rng};

/// A position, and the list of its legal actions if somebody has asked for it. Whatever changes the position goes
/// through here, so that the list is never an older one.
pub struct Listed {
    position: Position,
    /// Shared: who only looks at a position may ask for its actions while another thread looks, too.
    list: Mutex<List>,
}

#[derive(Default)]
struct List {
    numbering: Option<Box<dyn Numbering>>,
    current: bool,
}

impl List {
    /// The numbering of a position, with its actions listed.
    fn of(&mut self, tensors: &dyn AnyTensors, position: &Position) -> Result<&mut dyn Numbering> {
        let numbering = self.numbering.get_or_insert_with(|| tensors.numbering());
        if !self.current {
            numbering.list(position)?;
            self.current = true;
        }
        Ok(&mut **numbering)
    }
}

impl Listed {
    pub fn new(position: Position) -> Listed {
        Listed { position, list: Mutex::default() }
    }

    /// The legal actions, ascending. A copy: who holds the list must not wait for the interpreter, because another thread
    /// may have it and wait for the list.
    pub fn legal(&self, tensors: &dyn AnyTensors) -> Result<Vec<u32>> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        let numbering = list.of(tensors, &self.position)?;
        Ok(numbering.listed().to_vec())
    }

    /// Makes the move of a legal action.
    pub fn play_action(&mut self, tensors: &dyn AnyTensors, action: usize) -> Result<()> {
        let list = self.list.get_mut().unwrap_or_else(PoisonError::into_inner);
        let numbering = list.of(tensors, &self.position)?;
        numbering.play(&mut self.position, action)?;
        list.current = false;
        Ok(())
    }

    /// Makes a move or applies an outcome, as a text.
    pub fn play(&mut self, text: &str) -> Result<()> {
        self.changed().play(text)
    }

    /// Draws the pending chance event: see [`ludarium_game::AnyPosition::roll`].
    pub fn roll(&mut self, rng: &mut Rng) -> Option<String> {
        self.changed().roll(rng)
    }

    /// Draws chance events until somebody is to move: see [`ludarium_game::AnyPosition::settle`].
    pub fn settle(&mut self, rng: &mut Rng) {
        self.changed().settle(rng);
    }

    fn changed(&mut self) -> &mut Position {
        let list = self.list.get_mut().unwrap_or_else(PoisonError::into_inner);
        list.current = false;
        &mut self.position
    }
}

impl Clone for Listed {
    fn clone(&self) -> Listed {
        Listed::new(self.position.clone())
    }
}

impl Deref for Listed {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}
