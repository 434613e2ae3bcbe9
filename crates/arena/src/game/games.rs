//! `Games`: the games of this program. There is one list, made of what its `main` was given.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use ludarium_agents::{Entry, Playable, Roster};
use ludarium_game::{Error, OptionInfo, Result, Spec, VariantInfo};

use crate::game::ruleset::{Ruleset, TypedRuleset};

/// What people are told about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name in commands.
    pub name: &'static str,
    /// The name in sentences.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// What is left to chance, for people.
    pub chance: &'static str,
}

impl GameInfo {
    /// The number of seats in words: `2` or `2 to 8`.
    pub fn seats_text(&self) -> String {
        match self.seats {
            (fewest, most) if fewest == most => fewest.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    }
}

/// A game of the list: what people are told about it, and its forms.
#[derive(Clone)]
pub struct GameEntry {
    /// What people are told about it.
    pub info: GameInfo,
    forms: Vec<Arc<dyn Form>>,
}

/// The variants of a game that share a position type and options. The first variant of a game's first form is
/// the game's default.
trait Form: Any + Send + Sync {
    fn variants(&self) -> &'static [VariantInfo];
    fn options(&self) -> &'static [OptionInfo];
    fn rules(&self, variant: &Spec) -> Result<Arc<dyn Ruleset>>;
    fn as_any(&self) -> &dyn Any;
}

struct TypedForm<G: Playable> {
    roster: Arc<Roster<G>>,
}

impl<G: Playable> Form for TypedForm<G> {
    fn variants(&self) -> &'static [VariantInfo] {
        G::VARIANTS
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::OPTIONS
    }

    fn rules(&self, variant: &Spec) -> Result<Arc<dyn Ruleset>> {
        let typed = TypedRuleset::<G>::new(variant, self.roster.clone())?;
        Ok(Arc::new(typed))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl GameEntry {
    /// A game whose positions are `G`.
    pub fn new<G: Playable>(info: GameInfo) -> GameEntry {
        let game = GameEntry { info, forms: Vec::new() };
        game.form::<G>()
    }

    /// Adds the variants of a second position type.
    #[must_use]
    pub fn form<G: Playable>(mut self) -> GameEntry {
        self.forms.push(Arc::new(TypedForm::<G> { roster: Arc::new(Roster::default()) }));
        self
    }

    /// Adds an agent to the variants with positions of type `G`, or puts it in the place of one with its name.
    ///
    /// # Panics
    /// If the game has no such positions: a mistake of the program that calls it.
    #[must_use]
    pub fn agent<G: Playable>(mut self, entry: Entry<G>) -> GameEntry {
        let place = self.forms.iter().enumerate().find_map(|(place, form)| {
            let typed = (**form).as_any().downcast_ref::<TypedForm<G>>()?;
            Some((place, typed.roster.clone()))
        });
        let Some((place, roster)) = place else {
            panic!("{} is not played with these positions", self.info.name);
        };
        let mut roster = (*roster).clone();
        roster.add(entry);
        self.forms[place] = Arc::new(TypedForm { roster: Arc::new(roster) });
        self
    }

    /// The variants of all forms, the default first.
    pub fn variants(&self) -> impl Iterator<Item = &'static VariantInfo> + use<'_> {
        self.forms.iter().flat_map(|form| form.variants())
    }

    /// The variants that share options, with these options.
    pub fn forms(
        &self,
    ) -> impl Iterator<Item = (&'static [VariantInfo], &'static [OptionInfo])> + use<'_> {
        self.forms.iter().map(|form| (form.variants(), form.options()))
    }

    /// The rules of a variant text (`name` or `name:key=value,…`; the default variant without one).
    pub fn rules(&self, variant: Option<&str>) -> Result<Arc<dyn Ruleset>> {
        let default = || self.variants().next().map_or("", |variant| variant.name);
        let spec = match variant.filter(|text| !text.is_empty()) {
            Some(text) => Spec::parse(text)?,
            None => Spec::named(default()),
        };
        let has = |form: &&Arc<dyn Form>| {
            let mut variants = form.variants().iter();
            variants.any(|variant| variant.name == spec.name)
        };
        match self.forms.iter().find(has) {
            Some(form) => form.rules(&spec),
            None => {
                let known = self.variants().map(|variant| variant.name);
                Err(Error::unknown("variant", &spec.name, known))
            }
        }
    }
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameEntry({})", self.info.name)
    }
}

/// The games of this program, in order.
#[derive(Clone, Debug, Default)]
pub struct Games {
    list: Arc<[GameEntry]>,
}

impl Games {
    /// These games. Of two with the same name the later one counts.
    pub fn new(games: impl IntoIterator<Item = GameEntry>) -> Games {
        let mut list: Vec<GameEntry> = Vec::new();
        for game in games {
            match list.iter_mut().find(|known| known.info.name == game.info.name) {
                Some(known) => *known = game,
                None => list.push(game),
            }
        }
        Games { list: list.into() }
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &GameEntry> {
        self.list.iter()
    }

    /// The game with a name; a misspelt name is an error with the nearest one.
    pub fn find(&self, name: &str) -> Result<&GameEntry> {
        let known = || self.list.iter().map(|game| game.info.name);
        let found = self.list.iter().find(|game| game.info.name == name);
        found.ok_or_else(|| Error::unknown("game", name, known()))
    }

    /// The rules of a variant of a game: see [`GameEntry::rules`].
    pub fn rules(&self, game: &str, variant: Option<&str>) -> Result<Arc<dyn Ruleset>> {
        self.find(game)?.rules(variant)
    }
}
