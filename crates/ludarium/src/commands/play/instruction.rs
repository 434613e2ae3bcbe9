//! What a person may write besides moves.

/// Something a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A move, in the game's notation.
    Move(String),
    /// All legal moves.
    Moves,
    /// Advice.
    Hint,
    /// Back to the own last turn.
    Undo,
    /// Giving up.
    Resign,
    /// A new game with the same seed.
    Again,
    /// A new game with another seed.
    New,
    /// The rules of the game.
    Rules,
    /// What may be written.
    Help,
    /// Leaving.
    Quit,
}

/// The words with what they mean, in the order of the help.
pub const WORDS: [(&str, Instruction, &str); 9] = [
    ("moves", Instruction::Moves, "list the legal moves"),
    ("hint", Instruction::Hint, "ask an agent for advice"),
    ("undo", Instruction::Undo, "go back to your own last turn"),
    ("resign", Instruction::Resign, "give up"),
    ("again", Instruction::Again, "a new game with the same seed"),
    ("new", Instruction::New, "a new game with the next seed"),
    ("rules", Instruction::Rules, "read the rules of the game"),
    ("help", Instruction::Help, "this list"),
    ("quit", Instruction::Quit, "leave"),
];

impl Instruction {
    /// Reads a line; anything that is no word of ours is meant as a move. `None` for an empty line.
    pub fn read(line: &str) -> Option<Instruction> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        let word = WORDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(line));
        Some(match word {
            Some((_, instruction, _)) => instruction.clone(),
            None => Instruction::Move(line.to_owned()),
        })
    }
}

/// The help, a line each.
pub fn help() -> Vec<String> {
    let mut lines = vec!["Write a move, or one of these words:".to_owned()];
    lines.extend(WORDS.iter().map(|(word, _, meaning)| format!("  {word:<8}{meaning}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_instructions_and_all_else_is_a_move() {
        assert_eq!(Instruction::read("  Hint "), Some(Instruction::Hint));
        assert_eq!(Instruction::read("e2e4"), Some(Instruction::Move("e2e4".to_owned())));
        assert_eq!(Instruction::read(" \t"), None);
    }

    #[test]
    fn the_help_names_every_word() {
        let help = help();
        for (word, ..) in WORDS {
            assert!(help.iter().any(|line| line.trim().starts_with(word)));
        }
    }
}
