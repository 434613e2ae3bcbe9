//! `Table`: a game in front of people, made move by move, looked back at and taken back.

use ludarium_game::{Error, MoveList, Result, Scores, Seat, Seed, Tabletop, Turn, Value};

use crate::luck::Luck;

/// A game in progress. It knows the rules, the luck and everything that happened, but nobody who plays.
///
/// The same start, seed and moves meet the same luck: a move that is taken back and made again is followed
/// by the same roll.
pub struct Table<G: Tabletop> {
    rules: G::Rules,
    seed: Seed,
    luck: Luck<G>,
    start: G,
    position: G,
    happenings: Vec<Happening<G>>,
    resigned: Option<Seat>,
}

/// A move or chance outcome that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening<G: Tabletop> {
    /// The position it was made in.
    pub before: G,
    /// The move or outcome.
    pub mv: G::Move,
    /// Who made it; `None` for chance.
    pub by: Option<Seat>,
    /// The same in the game's notation.
    pub text: String,
}

/// A move that can be made now.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The move in the game's notation.
    pub text: String,
    /// The cells to click for it, in order; none for a move without a place.
    pub clicks: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The score of each seat.
    pub scores: Scores,
    /// Why it ended.
    pub ending: String,
}

impl<G: Tabletop> Table<G> {
    /// A game that begins at `start`; its luck comes from `seed`.
    pub fn new(rules: G::Rules, start: G, seed: Seed) -> Table<G> {
        Table {
            luck: Luck::new(&rules, &start, seed),
            rules,
            seed,
            position: start.clone(),
            start,
            happenings: Vec::new(),
            resigned: None,
        }
    }

    /// The rules that are played by.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Where the game began.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Everything that happened, oldest first.
    pub fn happenings(&self) -> &[Happening<G>] {
        &self.happenings
    }

    /// The position after so many happenings; the present one for any number that is too large.
    pub fn after(&self, count: usize) -> &G {
        let next = self.happenings.get(count);
        next.map_or(&self.position, |happening| &happening.before)
    }

    /// Whose turn it is; over also after a resignation.
    pub fn turn(&self) -> Turn {
        match self.resigned {
            Some(_) => Turn::Over,
            None => self.position.turn(),
        }
    }

    /// The moves of the seat to move, sorted by their text; none where nobody is to move.
    pub fn choices(&self) -> Vec<Choice> {
        if !matches!(self.turn(), Turn::Seat(_)) {
            return Vec::new();
        }
        let mut moves = MoveList::new();
        self.position.moves(&mut moves);
        let mut choices: Vec<Choice> = moves
            .iter()
            .map(|&mv| Choice {
                text: self.position.describe_move(mv),
                clicks: self.position.clicks(mv),
            })
            .collect();
        choices.sort();
        choices
    }

    /// Makes a move of the seat to move, given in the game's notation.
    pub fn play(&mut self, text: &str) -> Result<&Happening<G>> {
        let Turn::Seat(seat) = self.turn() else {
            return Err(Error::notation(
                text,
                "no move: it is nobody's turn".to_owned(),
            ));
        };
        let mv = self.position.parse_move(text)?;
        Ok(self.make(mv, Some(seat)))
    }

    /// Lets chance decide what is pending; `None` where nothing is.
    pub fn roll(&mut self) -> Option<&Happening<G>> {
        (self.turn() == Turn::Chance).then(|| {
            let outcome = self.luck.roll(&self.position);
            self.make(outcome, None)
        })
    }

    /// Goes back to where the game stood after so many happenings; a resignation is taken back too.
    pub fn take_back(&mut self, count: usize) {
        self.resigned = None;
        if count >= self.happenings.len() {
            return;
        }
        self.position = self.happenings[count].before.clone();
        self.happenings.truncate(count);
        self.luck = Luck::new(&self.rules, &self.start, self.seed);
        for happening in &self.happenings {
            if happening.by.is_none() {
                // Drawn once more, so that later events have their old places.
                self.luck.roll(&happening.before);
            }
            self.luck
                .observe(&happening.before, happening.mv, happening.by);
        }
    }

    /// A seat gives up, which ends the game: the others share the win.
    pub fn resign(&mut self, seat: Seat) {
        if self.turn() != Turn::Over {
            self.resigned = Some(seat);
        }
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(loser) = self.resigned {
            let seats = self.position.seats();
            let mut scores = Scores::ZERO;
            for other in Seat::all(seats).filter(|&other| other != loser) {
                scores.set(other, Value(1.0 / (seats - 1) as f32));
            }
            let ending = "resigned".to_owned();
            return Some(Verdict { scores, ending });
        }
        (self.turn() == Turn::Over).then(|| Verdict {
            scores: self.position.scores(),
            ending: self.position.ending().to_owned(),
        })
    }

    fn make(&mut self, mv: G::Move, by: Option<Seat>) -> &Happening<G> {
        self.luck.observe(&self.position, mv, by);
        let happening = Happening {
            before: self.position.clone(),
            mv,
            by,
            text: self.position.describe_move(mv),
        };
        self.position.play(mv);
        self.happenings.push(happening);
        &self.happenings[self.happenings.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludarium_game::{Game, Purpose, Spec};
    use ludarium_games::chexers::Chexers;
    use ludarium_games::dice_chess::DiceChess;
    use ludarium_games::dicewars::Dicewars;

    fn table<G: Tabletop>(variant: &str) -> Table<G> {
        let rules = G::rules(&Spec::parse(variant).unwrap()).unwrap();
        let start = G::start(&rules, &mut Seed(3).stream(Purpose::Start, 0));
        Table::new(rules, start, Seed(3))
    }

    /// Plays so many happenings, choosing moves by a rule that needs no luck of its own.
    fn go_on<G: Tabletop>(table: &mut Table<G>, count: usize) {
        for _ in 0..count {
            if table.roll().is_none() {
                let choices = table.choices();
                let Some(choice) = choices.get(table.happenings().len() % choices.len().max(1))
                else {
                    return;
                };
                table.play(&choice.text).unwrap();
            }
        }
    }

    fn texts<G: Tabletop>(table: &Table<G>) -> Vec<String> {
        let texts = table
            .happenings()
            .iter()
            .map(|happening| happening.text.clone());
        texts.collect()
    }

    fn taken_back_and_made_again_is_the_same<G: Tabletop>(variant: &str) {
        let mut one = table::<G>(variant);
        go_on(&mut one, 60);
        let (all, end) = (texts(&one), one.position().describe());
        for back in [45, 10, 0] {
            one.take_back(back);
            assert_eq!(texts(&one), all[..back]);
            assert_eq!(one.position().describe(), one.after(back).describe());
            go_on(&mut one, all.len() - back);
            assert_eq!(texts(&one), all);
            assert_eq!(one.position().describe(), end);
        }
    }

    #[test]
    fn luck_stays_the_same_when_moves_are_taken_back() {
        taken_back_and_made_again_is_the_same::<DiceChess>("seed");
        taken_back_and_made_again_is_the_same::<Dicewars>("flat");
        taken_back_and_made_again_is_the_same::<Dicewars>(
            "orig:fixed=5,board=1,ownership=2,strength=3",
        );
    }

    #[test]
    fn every_earlier_position_can_be_looked_at() {
        let mut game = table::<DiceChess>("seed");
        let mut seen = vec![game.start().describe()];
        for _ in 0..20 {
            go_on(&mut game, 1);
            seen.push(game.position().describe());
        }
        let again: Vec<String> = (0..=20).map(|count| game.after(count).describe()).collect();
        assert_eq!(again, seen);
        assert_eq!(game.after(1000), game.position());
    }

    #[test]
    fn only_who_resigns_first_and_in_time_has_resigned() {
        let mut game = table::<Chexers>("referee");
        game.resign(Seat(2));
        game.resign(Seat(0));
        let verdict = game.verdict().unwrap();
        assert_eq!(verdict.scores.as_slice(3), [0.5, 0.5, 0.0]);
        let mut game = table::<DiceChess>("seed");
        go_on(&mut game, 10_000);
        let verdict = game.verdict().unwrap();
        assert_eq!(verdict.scores, game.position().scores());
        assert_eq!(verdict.ending, game.position().ending());
        game.resign(Seat(0));
        game.resign(Seat(1));
        assert_eq!(game.verdict(), Some(verdict));
    }

    #[test]
    fn only_legal_moves_of_the_seat_to_move_are_made() {
        let mut game = table::<DiceChess>("seed");
        assert!(
            game.play("e2e4").is_err(),
            "the die has not been rolled yet"
        );
        assert!(game.choices().is_empty());
        game.roll().unwrap();
        assert!(game.roll().is_none());
        assert!(game.play("a1a8").is_err());
        let choices = game.choices();
        assert!(choices.is_sorted() && !choices.is_empty());
        let made = game.play(&choices[0].text).unwrap();
        assert_eq!((made.by, &made.text), (Some(Seat(0)), &choices[0].text));
    }

    #[test]
    fn who_resigns_leaves_the_win_to_the_others_and_may_think_again() {
        let mut game = table::<Chexers>("referee");
        go_on(&mut game, 4);
        assert_eq!(game.verdict(), None);
        game.resign(Seat(1));
        let verdict = game.verdict().unwrap();
        assert_eq!(verdict.scores.as_slice(3), [0.5, 0.0, 0.5]);
        assert_eq!(
            (game.turn(), verdict.ending.as_str()),
            (Turn::Over, "resigned")
        );
        assert!(game.choices().is_empty() && game.play("PASS").is_err());
        game.take_back(4);
        assert_eq!((game.verdict(), game.happenings().len()), (None, 4));
    }
}
