//! Facts about a position for programs that do not read its notation.

/// Something that a program reads: a number, a word, or several of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// A word, for instance the name of a cell or of a piece.
    Word(String),
    /// Yes or no.
    Flag(bool),
    /// Several facts of one kind; one for each seat where nothing else is said.
    List(Vec<Fact>),
    /// Facts with names.
    Record(Facts),
}

/// Facts by their names, in the game's order.
pub type Facts = Vec<(&'static str, Fact)>;

impl Fact {
    /// A list of facts.
    pub fn list<T: Into<Fact>>(facts: impl IntoIterator<Item = T>) -> Fact {
        Fact::List(facts.into_iter().map(T::into).collect())
    }
}

impl From<&str> for Fact {
    fn from(word: &str) -> Fact {
        Fact::Word(word.to_owned())
    }
}

impl From<String> for Fact {
    fn from(word: String) -> Fact {
        Fact::Word(word)
    }
}

impl From<bool> for Fact {
    fn from(flag: bool) -> Fact {
        Fact::Flag(flag)
    }
}

/// Numbers of all the sizes that games count with.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Fact {
            fn from(number: $number) -> Fact {
                Fact::Number(number.into())
            }
        })*
    };
}

numbers!(u8, u16, u32, i16, i32, i64);
