//! One game between a person and agents, on a table of the arena.

use std::sync::Arc;

use ludarium_arena::{Answer, Contender, GameEnd, Question, Ruleset, Settled, Table, seeded_start};
use ludarium_game::{Budget, Result, Scores, Seat, Seed, Turn};

/// The players and the rules; the same for every new game.
pub struct PlaySetup {
    pub rules: Arc<dyn Ruleset>,
    /// The variant as it was asked for.
    pub variant: String,
    /// The seat of the person.
    pub me: Seat,
    /// The agents by seat; none at the person's.
    pub contenders: Vec<Option<Contender>>,
    /// Their names by seat; the person is `you`.
    pub names: Vec<String>,
    /// The agent that gives hints.
    pub adviser: Contender,
    /// The budget of a decision.
    pub budget: Budget,
    /// The rules of the game for readers, a paragraph each.
    pub lesson: Vec<String>,
}

/// A game of a person.
pub struct PersonGame {
    setup: PlaySetup,
    table: Table,
    /// Whether the person has given up.
    resigned: bool,
    /// How many games were begun before this one.
    earlier: u64,
}

impl PersonGame {
    /// A new game.
    pub fn new(setup: PlaySetup, seed: Seed) -> Result<PersonGame> {
        Ok(PersonGame { table: table(&setup, seed)?, setup, resigned: false, earlier: 0 })
    }

    /// Begins again from the start.
    pub fn restart(&mut self, seed: Seed) -> Result<()> {
        self.table = table(&self.setup, seed)?;
        self.resigned = false;
        self.earlier += 1;
        Ok(())
    }

    /// The players and the rules.
    pub fn setup(&self) -> &PlaySetup {
        &self.setup
    }

    /// What was played.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Different whenever something has changed.
    pub fn revision(&self) -> (u64, u64) {
        (self.earlier, self.table.state())
    }

    /// Whether the person is to move.
    pub fn my_turn(&self) -> bool {
        self.table.turn() == Turn::Seat(self.setup.me)
    }

    /// The legal moves of the person, sorted; none if it is somebody else's turn.
    pub fn my_moves(&self) -> Vec<String> {
        if !self.my_turn() {
            return Vec::new();
        }
        let choices = self.table.choices().into_iter();
        choices.map(|choice| choice.text).collect()
    }

    /// Lets chance decide one pending event.
    pub fn roll(&mut self) {
        self.table.roll();
    }

    /// Makes a move of the person.
    pub fn play(&mut self, text: &str) -> Result<()> {
        self.table.play(text)?;
        Ok(())
    }

    /// The person gives up.
    pub fn resign(&mut self) {
        self.table.resign(self.setup.me);
        self.resigned = true;
    }

    /// Goes back to the person's own last turn, or takes a resignation back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let made = self.table.events();
        let own = made.iter().rposition(|event| event.by == Some(self.setup.me));
        let target = if self.resigned { Some(made.len()) } else { own };
        let Some(count) = target else {
            return false;
        };
        self.table.take_back(count);
        self.resigned = false;
        true
    }

    /// What to ask the agent of a seat.
    pub fn ask(&mut self, seat: Seat) -> Option<Question> {
        self.table.ask(seat, &self.setup.budget)
    }

    /// What to ask the adviser about the person's move.
    pub fn ask_adviser(&self) -> Question {
        let PlaySetup { me, adviser, budget, .. } = &self.setup;
        self.table.ask_adviser(adviser, *me, budget.clone())
    }

    /// Makes the move of an agent, or what the rules say about its fault; the words to say about it.
    pub fn answer(&mut self, answer: Answer) -> Option<String> {
        let name = &self.setup.names[answer.seat.index()];
        match self.table.settle(answer, None) {
            Ok(Settled::Failed { failure, news: true }) => {
                Some(format!("{name}: {} ({})", failure.fault, failure.reason))
            }
            Ok(_) => None,
            // If the game could not read its own notation, nobody would be to blame.
            Err(error) => {
                let scores = Scores::shared(self.table.seats());
                self.table.end(GameEnd::new(scores, error.to_string()));
                None
            }
        }
    }
}

/// A table with everybody in their seats.
fn table(setup: &PlaySetup, seed: Seed) -> Result<Table> {
    let start = seeded_start(&*setup.rules, seed);
    let mut table = Table::new(setup.rules.clone(), start, seed)?;
    table.set_names(setup.names.clone());
    for (seat, contender) in Seat::all(table.seats()).zip(&setup.contenders) {
        if let Some(contender) = contender {
            table.seat(seat, contender.clone());
        }
    }
    Ok(table)
}
