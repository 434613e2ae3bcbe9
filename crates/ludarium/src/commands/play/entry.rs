//! The line that is being written, and its completion.

use super::instruction::WORDS;

/// The text that a person has typed so far. Tab replaces it by one legal move after another.
#[derive(Clone, Debug, Default)]
pub struct TypedLine {
    typed: String,
    /// The place in the candidates that Tab has reached.
    cycle: Option<usize>,
}

/// Longest line that can be typed; longer than any move of any game.
const LONGEST: usize = 64;

impl TypedLine {
    /// Adds a character; a completed move becomes what was typed.
    pub fn push(&mut self, character: char, moves: &[String]) {
        self.settle(moves);
        if !character.is_control() && self.typed.chars().count() < LONGEST {
            self.typed.push(character);
        }
    }

    /// Takes the last character away.
    pub fn pop(&mut self, moves: &[String]) {
        self.settle(moves);
        self.typed.pop();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = TypedLine::default();
    }

    /// Goes on by this number of candidates, or back.
    pub fn complete(&mut self, moves: &[String], step: isize) {
        let count = self.candidates(moves).len() as isize;
        if count > 0 {
            let next = match self.cycle {
                Some(at) => at as isize + step,
                None if step > 0 => 0,
                None => count - 1,
            };
            self.cycle = Some(next.rem_euclid(count) as usize);
        }
    }

    /// What stands in the entry now.
    pub fn shown(&self, moves: &[String]) -> String {
        let completed = self.cycle.and_then(|at| self.candidates(moves).get(at).copied());
        completed.unwrap_or(&self.typed).to_owned()
    }

    /// The place of the shown text in the candidates.
    pub fn reached(&self) -> Option<usize> {
        self.cycle
    }

    /// The legal moves that begin with what was typed; then the words that do.
    pub fn candidates<'a>(&self, moves: &'a [String]) -> Vec<&'a str> {
        let typed = self.typed.trim_start();
        let fits = |text: &&str| {
            let head = text.get(..typed.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(typed))
        };
        let mut fitting: Vec<&str> = moves.iter().map(String::as_str).filter(fits).collect();
        if !typed.is_empty() || moves.is_empty() {
            fitting.extend(WORDS.iter().map(|&(word, ..)| word).filter(fits));
        }
        fitting
    }

    /// The finished line; the entry is empty afterwards.
    pub fn take(&mut self, moves: &[String]) -> String {
        let text = self.shown(moves);
        self.clear();
        text
    }

    /// Takes a completed move as typed; to be called before the moves change.
    pub fn settle(&mut self, moves: &[String]) {
        self.typed = self.shown(moves);
        self.cycle = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Vec<String> {
        ["a2a3", "a2a4", "b1c3", "h2h3"].map(str::to_owned).to_vec()
    }

    fn typed(text: &str) -> TypedLine {
        let mut entry = TypedLine::default();
        text.chars().for_each(|character| entry.push(character, &moves()));
        entry
    }

    #[test]
    fn tab_goes_round_the_moves_that_begin_with_what_was_typed() {
        let mut entry = typed("A2");
        let mut shown = || {
            entry.complete(&moves(), 1);
            entry.shown(&moves())
        };
        assert_eq!([shown(), shown(), shown()], ["a2a3", "a2a4", "a2a3"]);
        entry.complete(&moves(), -1);
        assert_eq!(entry.shown(&moves()), "a2a4");
        assert_eq!(entry.take(&moves()), "a2a4");
        assert_eq!(entry.shown(&moves()), "");
    }

    #[test]
    fn typing_goes_on_from_what_tab_has_written() {
        let mut entry = typed("b");
        entry.complete(&moves(), 1);
        entry.pop(&moves());
        assert_eq!(entry.shown(&moves()), "b1c");
        assert_eq!(entry.candidates(&moves()), ["b1c3"]);
    }

    #[test]
    fn words_are_completed_too_but_do_not_hide_moves() {
        assert_eq!(typed("h").candidates(&moves()), ["h2h3", "hint", "help"]);
        assert_eq!(typed("").candidates(&moves()), moves());
        assert_eq!(typed("").candidates(&[]).len(), WORDS.len());
    }

    #[test]
    fn tab_without_a_candidate_and_strange_letters_change_nothing() {
        let mut entry = typed("ü\u{7}");
        entry.complete(&moves(), 1);
        assert_eq!(entry.shown(&moves()), "ü");
        assert_eq!(typed(&"x".repeat(1000)).shown(&moves()).len(), LONGEST);
    }
}
