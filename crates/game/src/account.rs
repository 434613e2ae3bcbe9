//! `Account`: what a move or outcome did, told to people.

use crate::{Fact, Facts, Piece, Scene, Seat, Shape, Tabletop, Turn};

/// What a move or outcome did; what does not apply is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// In words: `pawn from e2 to e4, takes a knight`. Empty where nothing is to be seen.
    pub words: String,
    /// The names of the cells that were clicked for it.
    pub cells: Vec<String>,
    /// What moved, as it was before.
    pub piece: Option<Piece>,
    /// What stood where it went.
    pub target: Option<Piece>,
    /// What it became.
    pub becomes: Option<Piece>,
    /// Other pieces that have changed their owner, or were lost to it.
    pub turned: usize,
    /// The faces that were rolled and must be used now, as numbers or words.
    pub dice: Vec<String>,
    /// The dice of a battle, the attacker's first; the larger sum wins, and the defender wins where they are equal.
    pub battle: Option<[Throw; 2]>,
    /// Dice that were added to stacks.
    pub more: usize,
    /// What has appeared, and the name of its cell.
    pub appears: Vec<(Piece, String)>,
}

/// The dice of one side of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Whose dice they are.
    pub seat: Seat,
    /// What they show.
    pub faces: Vec<u8>,
}

impl Throw {
    fn sum(&self) -> u32 {
        self.faces.iter().map(|&face| u32::from(face)).sum()
    }
}

impl Account {
    /// What facts and pictures before and after tell: the default of [`Tabletop::tell`].
    pub fn of<G: Tabletop>(before: &G, mv: G::Move) -> Account {
        let mut after = before.clone();
        after.play(mv);
        let (old, new) = (before.scene(), after.scene());
        match before.turn() {
            Turn::Seat(seat) => {
                let text = before.describe_move(mv);
                Account::of_move(seat, &text, before.clicks(mv), &old, &new)
            }
            Turn::Chance | Turn::Over => Account::of_outcome(&after.facts(), &old, &new),
        }
    }

    /// A battle that was decided by these dice, the attacker's first.
    pub fn of_battle(throws: [Throw; 2]) -> Account {
        let [ours, theirs] = [throws[0].sum(), throws[1].sum()];
        let ending = if ours > theirs { "succeeds" } else { "fails" };
        Account {
            words: format!("{ours} against {theirs}, the attack {ending}"),
            battle: Some(throws),
            ..Account::default()
        }
    }

    fn of_move(seat: Seat, text: &str, cells: Vec<String>, old: &Scene, new: &Scene) -> Account {
        let from = cells.first().and_then(|name| old.cell(name));
        let to = cells.last().and_then(|name| old.cell(name));
        let moved = from.and_then(|cell| old.piece_on(cell));
        let landed = to.and_then(|cell| new.piece_on(cell));
        // A stack that has not left its place yet has become nothing else.
        let left = from.is_some_and(|cell| new.piece_on(cell) != moved);
        let becomes = landed.filter(|landed| {
            let other = moved.is_some_and(|moved| moved.shape != landed.shape);
            left && other && landed.owner == Some(seat)
        });
        let lost = old.pieces.iter().filter(|standing| {
            let elsewhere = ![from, to].contains(&Some(standing.cell));
            let now = new.piece_on(standing.cell);
            elsewhere
                && standing.owner != Some(seat)
                && now.is_none_or(|now| now.owner != standing.owner)
        });
        let target = to.filter(|_| from != to).and_then(|cell| old.piece_on(cell));
        let mut account = Account {
            words: String::new(),
            piece: moved.cloned(),
            target: target.cloned(),
            becomes: becomes.cloned(),
            turned: lost.count(),
            cells,
            ..Account::default()
        };
        account.words = account.move_in_words(text);
        account
    }

    /// A move without a place is its own word, or the end of a turn where the game writes a sign.
    fn move_in_words(&self, text: &str) -> String {
        let starts_with_word =
            text.len() >= 3 && text.bytes().take(3).all(|b| b.is_ascii_alphabetic());
        let is_word = starts_with_word && text.bytes().all(|b| b.is_ascii_alphabetic());
        let title = |piece: &Piece| piece.shape.design().title;
        let ends = self.cells.first().zip(self.cells.last());
        let (Some(piece), Some((from, to)), false) = (&self.piece, ends, is_word) else {
            let says_something = starts_with_word || text.bytes().any(|b| b.is_ascii_digit());
            let spoken = if says_something { text } else { "end turn" };
            return spoken.to_owned();
        };
        // Among the parts of places the game's own notation says it shortest: `24/23 8/3`.
        if self.cells.iter().any(|name| name.contains('.')) {
            return text.to_owned();
        }
        let moved = title(piece);
        if let (Shape::Dice(_), Some(target)) = (&piece.shape, &self.target) {
            return format!("{moved} on {from} attack {} on {to}", title(target));
        }
        let mut words = if from == to {
            format!("{moved} leaves from {from}")
        } else {
            format!("{moved} from {from} to {to}")
        };
        if let Some(target) = &self.target {
            words += &format!(", takes a {}", title(target));
        }
        if let Some(becomes) = &self.becomes {
            words += &format!(", becomes a {}", title(becomes));
        }
        match self.turned {
            0 => {}
            1 => words += ", takes one piece",
            turned => words += &format!(", takes {turned} pieces"),
        }
        words
    }

    fn of_outcome(facts: &Facts, old: &Scene, new: &Scene) -> Account {
        let dice = rolled(facts).unwrap_or_default();
        let grown = new.pieces.iter().filter_map(|now| {
            let was = old.piece_on(now.cell).filter(|was| was.owner == now.owner)?;
            match (&was.shape, &now.shape) {
                (Shape::Dice(was), Shape::Dice(now)) => Some(usize::from(now.saturating_sub(*was))),
                _ => None,
            }
        });
        let more = grown.sum();
        let fresh = new.pieces.iter().filter(|now| old.piece_on(now.cell).is_none());
        let fresh =
            fresh.filter_map(|now| Some((now.clone(), new.cells.get(now.cell)?.name.clone())));
        let appears: Vec<(Piece, String)> = fresh.collect();
        let words = if !dice.is_empty() {
            format!("rolled {}", dice.join(", "))
        } else if more > 0 {
            format!("{more} new {}", if more == 1 { "die" } else { "dice" })
        } else {
            let each = appears.iter().map(|(piece, cell)| {
                let title = piece.shape.design().title;
                format!("a {title} appears on {cell}")
            });
            each.collect::<Vec<String>>().join(", ")
        };
        Account { words, dice, more, appears, ..Account::default() }
    }
}

/// The fact `roll`: the faces that are still to be used, as numbers or words; `None` where the game tells none.
pub fn rolled(facts: &Facts) -> Option<Vec<String>> {
    let (_, Fact::List(faces)) = facts.iter().find(|(name, _)| *name == "roll")? else {
        return None;
    };
    let face = |face: &Fact| match face {
        Fact::Number(number) => Some(number.to_string()),
        Fact::Word(word) => Some(word.clone()),
        Fact::Flag(_) | Fact::List(_) | Fact::Record(_) => None,
    };
    Some(faces.iter().filter_map(face).collect())
}

#[cfg(test)]
mod tests {
    use crate::sprint::Sprint;
    use crate::{PlayedGame, Position, Rng, Seed, Spec, Tabletop};

    /// What is told about the last of these moves and outcomes.
    fn told(moves: &[&str]) -> super::Account {
        let rules = Sprint::rules(&Spec::parse("strict").unwrap()).unwrap();
        let start = Sprint::start(&rules, &mut Rng::new(Seed(4)));
        let race = PlayedGame::follow(Position::new(start), moves.iter().copied()).unwrap();
        race.tell(moves.len(), Seed(4)).unwrap()
    }

    #[test]
    fn a_move_is_told_with_its_cells_and_its_word() {
        let walk = told(&["walk"]);
        assert_eq!((&*walk.words, walk.cells.len()), ("walk", 1));
        assert!(walk.dice.is_empty() && walk.battle.is_none());
    }

    #[test]
    fn an_outcome_is_told_by_what_is_seen_of_it() {
        let fell = told(&["run", "3"]);
        assert!(fell.cells.is_empty() && fell.more == 0, "{fell:?}");
        assert_eq!(fell.appears.len(), 1);
        assert!(
            fell.words.ends_with("appears on a3") || fell.words.contains("appears on"),
            "{fell:?}"
        );
        assert_eq!(told(&["run", "0"]).words, "");
    }
}
