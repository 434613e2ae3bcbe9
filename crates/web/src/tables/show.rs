//! What people are shown of a game: views of its positions and what can be done there.

use ludarium_game::{Choice, PlayedGame, Position, Scene, Seed, Turn};

use crate::api::{
    AccountView, Board, BoardView, Cells, Last, LegalMove, LogEntry, PieceView, attack, piece,
};

/// The picture of a game: what stays the same and what is needed to name its cells.
#[derive(Clone)]
pub struct GamePicture {
    /// The part that never changes.
    pub board: Board,
    /// The cells by name.
    pub cells: Cells,
    /// The seats.
    pub scene: Scene,
    /// The seed of the game.
    seed: Seed,
}

impl GamePicture {
    /// The picture of a game with this start.
    pub fn of(start: &Position, seed: Seed) -> GamePicture {
        let scene = start.scene();
        GamePicture { board: Board::of(&scene), cells: Cells::of(&scene), scene, seed }
    }

    /// The view of the position after `count` events.
    pub fn view(&self, game: &PlayedGame, count: usize) -> BoardView {
        let position = game.after(count);
        let mut view = BoardView::of(position, &position.scene(), &self.cells, count);
        let last = count.checked_sub(1).and_then(|index| game.events().get(index));
        view.last = last.map(|last| Last {
            by: last.by.map(|seat| seat.0),
            text: last.text.clone(),
            cells: self.cells.indices(&last.clicks),
            battle: match last.by {
                Some(_) => None,
                None => self.told(game, count).and_then(|told| told.battle),
            },
        });
        view
    }

    /// The line of the log about the `count`-th event, without what its player expected.
    pub fn entry(&self, game: &PlayedGame, count: usize) -> Option<LogEntry> {
        let index = count.checked_sub(1)?;
        let event = game.events().get(index)?;
        let passed = event.by.is_some() && event.clicks.is_empty();
        Some(LogEntry {
            by: event.by.map(|seat| seat.0),
            text: event.text.clone(),
            cells: self.cells.indices(&event.clicks),
            ms: event.time.map(|time| time.as_millis() as u64),
            value: None,
            forced: passed && forced(game.after(index)).is_some(),
            told: self.told(game, count)?,
        })
    }

    fn told(&self, game: &PlayedGame, count: usize) -> Option<AccountView> {
        game.tell(count, self.seed).map(AccountView::from)
    }

    /// What can be done at a position: moves, or outcomes with how likely they are.
    pub fn legal(&self, position: &Position) -> Vec<LegalMove> {
        let choices = position.choices();
        let twins = |choice: &Choice| {
            let same = |other: &&Choice| other.clicks == choice.clicks;
            !choice.clicks.is_empty() && choices.iter().filter(same).count() > 1
        };
        let legal = choices.iter().map(|choice| {
            let clicks = self.cells.indices(&choice.clicks);
            let placeless = choice.clicks.is_empty();
            let told = placeless.then(|| position.tell(&choice.text, self.seed).ok()).flatten();
            LegalMove {
                becomes: twins(choice)
                    .then(|| becomes(position, &choice.text, *clicks.last()?))
                    .flatten(),
                clicks,
                other_clicks: choice
                    .other_clicks
                    .iter()
                    .map(|row| self.cells.indices(row))
                    .collect(),
                label: told.as_ref().map(|told| told.words.clone()),
                dice: told.map(|told| told.dice).unwrap_or_default(),
                odds: self.odds(position, choice),
                text: choice.text.clone(),
                chance: choice.probability,
            }
        });
        legal.collect()
    }
}

impl GamePicture {
    /// How likely a move takes the cell where it ends, if a battle decides about that.
    fn odds(&self, position: &Position, choice: &Choice) -> Option<f64> {
        let (Turn::Seat(seat), [_, .., to]) = (position.turn(), choice.clicks.as_slice()) else {
            return None;
        };
        let mut battle = position.clone();
        battle.play(&choice.text).ok()?;
        if attack(&battle.facts()).last() != Some(to) {
            return None;
        }
        let cell = *self.cells.indices(std::slice::from_ref(to)).first()?;
        let outcomes = battle.choices();
        let won = outcomes.iter().filter(|outcome| {
            let mut after = battle.clone();
            let played = after.play(&outcome.text).is_ok();
            let owner = after.scene().piece_on(cell).and_then(|piece| piece.owner);
            played && owner == Some(seat)
        });
        won.map(|outcome| outcome.probability).sum()
    }
}

/// What stands on a cell after a move.
fn becomes(position: &Position, text: &str, cell: usize) -> Option<PieceView> {
    let mut after = position.clone();
    after.play(text).ok()?;
    after.scene().piece_on(cell).map(piece)
}

/// The only thing that can be done at a position, where nothing has to be clicked for it: passing, ending a turn.
pub fn forced(position: &Position) -> Option<String> {
    match position.choices().as_slice() {
        [only] if only.clicks.is_empty() && only.probability.is_none() => Some(only.text.clone()),
        _ => None,
    }
}
