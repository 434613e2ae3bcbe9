//! The list of all games. Adding a game means adding one entry here.

use ludarium_game::{Error, OptionInfo, Result, Spec, Tabletop, VariantInfo};

/// What people are told about a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in commands.
    pub name: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The number of seats, for people.
    pub seats: &'static str,
    /// What is left to chance, for people.
    pub chance: &'static str,
    /// Its forms: sets of variants that share a position type and options. The first variant of the
    /// first form is the default.
    pub forms: &'static [Form],
}

/// Variants that share a position type and options.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The variants.
    pub variants: &'static [VariantInfo],
    /// The options of each of them.
    pub options: &'static [OptionInfo],
}

/// Work that can be done with any game. The registry finds the game's type and the rules of the
/// variant; everything behind it is compiled for that type.
pub trait Task {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<G: Tabletop>(self, rules: G::Rules) -> Self::Output;
}

impl GameInfo {
    /// The variants of all forms, the default first.
    pub fn variants(&self) -> impl Iterator<Item = &'static VariantInfo> {
        self.forms.iter().flat_map(|form| form.variants)
    }
}

/// The game with a name; a misspelt name is an error with the nearest one.
pub fn find(name: &str) -> Result<&'static GameInfo> {
    GAMES
        .iter()
        .find(|game| game.name == name)
        .ok_or_else(|| Error::unknown("game", name, GAMES.iter().map(|game| game.name)))
}

macro_rules! games {
    ($({
        name: $name:literal,
        title: $title:literal,
        summary: $summary:literal,
        seats: $seats:literal,
        chance: $chance:literal,
        types: [$($type:ty),+ $(,)?],
    })+) => {
        /// All games, in the order of the reports.
        pub const GAMES: &[GameInfo] = &[$(GameInfo {
            name: $name,
            title: $title,
            summary: $summary,
            seats: $seats,
            chance: $chance,
            forms: &[$(Form {
                variants: <$type as Tabletop>::VARIANTS,
                options: <$type as Tabletop>::OPTIONS,
            }),+],
        }),+];

        /// Runs a task with a game and a variant text (`name` or `name:key=value,…`; the default
        /// variant without one).
        pub fn with_game<T: Task>(name: &str, variant: Option<&str>, task: T) -> Result<T::Output> {
            let game = find(name)?;
            let mut variants = game.variants();
            let spec = match (variant, variants.next()) {
                (Some(text), _) => Spec::parse(text)?,
                (None, first) => Spec::named(first.map_or("", |variant| variant.name)),
            };
            $($(
                let has = |variant: &VariantInfo| variant.name == spec.name;
                if game.name == $name && <$type as Tabletop>::VARIANTS.iter().any(has) {
                    return Ok(task.run::<$type>(<$type as Tabletop>::rules(&spec)?));
                }
            )+)+
            Err(Error::unknown("variant", &spec.name, game.variants().map(|variant| variant.name)))
        }
    };
}

games! {
    {
        name: "dice-chess",
        title: "Dice Chess",
        summary: "chess in which a die says which kind of piece must move; capturing the king wins",
        seats: "2",
        chance: "dice before each move",
        types: [crate::dice_chess::DiceChess, crate::dice_chess::ThreeDice],
    }
    {
        name: "three-chess",
        title: "Three-Chess",
        summary: "chess for three on a board with three sides; capturing a king ends the game",
        seats: "3",
        chance: "none",
        types: [crate::three_chess::ThreeChess],
    }
    {
        name: "tuc-chess",
        title: "TUC-Chess",
        summary: "a small chess for points on 7 by 5 squares, with presents that appear by chance",
        seats: "2",
        chance: "presents after moves",
        types: [crate::tuc_chess::TucChess],
    }
    {
        name: "dicewars",
        title: "Dicewars",
        summary: "conquer a map with dice: attacks, luck, reinforcements",
        seats: "2 to 8",
        chance: "battles and reinforcements",
        types: [crate::dicewars::Dicewars],
    }
    {
        name: "chexers",
        title: "Chexers",
        summary: "three colours cross a board of hexes, converting what they jump over",
        seats: "3",
        chance: "none",
        types: [crate::chexers::Chexers],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Seats;

    impl Task for Seats {
        type Output = usize;

        fn run<G: Tabletop>(self, rules: G::Rules) -> usize {
            let mut rng = ludarium_game::Rng::new(ludarium_game::Seed(1));
            G::start(&rules, &mut rng).seats()
        }
    }

    #[test]
    fn every_variant_of_every_game_can_be_set_up() {
        for game in GAMES {
            for variant in game.variants() {
                let seats = with_game(game.name, Some(variant.name), Seats);
                assert!(
                    seats.is_ok_and(|seats| (2..=8).contains(&seats)),
                    "{} {}",
                    game.name,
                    variant.name
                );
            }
        }
    }

    #[test]
    fn misspelt_names_get_a_suggestion() {
        let game = with_game("dice-ches", None, Seats).unwrap_err();
        assert!(
            game.to_string().contains("did you mean `dice-chess`?"),
            "{game}"
        );
        let variant = with_game("dice-chess", Some("tree-dice"), Seats).unwrap_err();
        assert!(
            variant.to_string().contains("did you mean `three-dice`?"),
            "{variant}"
        );
        let option = with_game("dicewars", Some("flat:player=3"), Seats).unwrap_err();
        assert!(
            option.to_string().contains("did you mean `players`?"),
            "{option}"
        );
    }
}
