//! `Sheet`: a small table of results, the same for the terminal, a page and every kind of file.

mod csv;
mod html;
mod json;
mod latex;
mod markdown;
mod number;
mod stack;
#[cfg(test)]
mod tests;

use ludarium_arena::statistics::Estimate;

pub use html::escape;
pub(crate) use latex::latex;
pub use number::{Form, Number, grouped, groups};

/// A table with a heading and notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// Remarks below the table.
    pub notes: Vec<String>,
    /// What the groups of columns are, where they stand one under another in narrow places and files; else empty.
    pub groups: &'static str,
    /// What kind of table it is, for the style of a page.
    pub class: &'static str,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// What stands in it.
    pub title: String,
    /// The heading it shares with its neighbours; empty where it stands alone.
    pub group: String,
    /// On which side its cells stand.
    pub align: Align,
}

/// On which side of a column its cells stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Words.
    #[default]
    Left,
    /// Numbers.
    Right,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// Words.
    Text(String),
    /// Words for people, and the same in full for programs.
    Short(String, String),
    /// Words that lead to another place of the same page, by its id.
    Link(String, String),
    /// A number, perhaps with an interval.
    Number(Number),
    /// A judgement, with a colour.
    Judgement(String, Tone),
}

/// The colour of a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Neither.
    Plain,
}

/// A heading; one that begins with `>` is of a column of numbers.
impl From<&str> for Column {
    fn from(heading: &str) -> Column {
        match heading.strip_prefix('>') {
            Some(title) => Column::number(title),
            None => Column::text(heading),
        }
    }
}

impl Column {
    /// A column of words.
    pub fn text(title: impl Into<String>) -> Column {
        Column { title: title.into(), ..Column::default() }
    }

    /// A column of numbers.
    pub fn number(title: impl Into<String>) -> Column {
        Column { title: title.into(), align: Align::Right, ..Column::default() }
    }

    /// The column under a heading that it shares.
    pub fn under(mut self, group: impl Into<String>) -> Column {
        self.group = group.into();
        self
    }

    /// The heading in full, for files without groups.
    fn full_title(&self) -> String {
        if self.group.is_empty() {
            return self.title.clone();
        }
        format!("{}: {}", self.group, self.title)
    }
}

impl Cell {
    /// A cell of words; empty words are an empty cell.
    pub fn text(text: impl Into<String>) -> Cell {
        let text = text.into();
        if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
    }

    /// A whole number.
    pub fn count(count: u64) -> Cell {
        Cell::number(count as f64, Form::Whole)
    }

    /// A number without an interval; an empty cell where there is none.
    pub fn number(value: impl Into<Option<f64>>, form: Form) -> Cell {
        let number = value.into().map(|value| Number::plain(value, form));
        number.map_or(Cell::Empty, Cell::Number)
    }

    /// A number with its interval; an empty cell where there is none.
    pub fn estimate(estimate: impl Into<Option<Estimate>>, form: Form) -> Cell {
        let number = estimate.into().map(|estimate| Number {
            value: estimate.value,
            interval: Some((estimate.low, estimate.high)),
            form,
        });
        number.map_or(Cell::Empty, Cell::Number)
    }

    /// The cell for people, in one line.
    pub fn shown(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text)
            | Cell::Short(text, _)
            | Cell::Link(text, _)
            | Cell::Judgement(text, _) => text.clone(),
            Cell::Number(number) => number.to_string(),
        }
    }
}

impl Sheet {
    /// A sheet without rows; headings that begin with `>` are of columns of numbers.
    pub fn new<C: Into<Column>>(
        title: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Sheet {
        Sheet {
            title: title.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            ..Sheet::default()
        }
    }

    /// The sheet with more rows.
    pub fn rows(mut self, rows: impl IntoIterator<Item = Vec<Cell>>) -> Sheet {
        self.rows.extend(rows);
        self
    }

    /// The sheet with more rows, all of words.
    pub fn texts<T: Into<String>>(
        self,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>,
    ) -> Sheet {
        self.rows(rows.into_iter().map(|texts| texts.into_iter().map(Cell::text).collect()))
    }

    /// The sheet with more remarks.
    pub fn notes(mut self, notes: impl IntoIterator<Item = impl Into<String>>) -> Sheet {
        self.notes.extend(notes.into_iter().map(Into::into));
        self
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl Into<Vec<Cell>>) {
        self.rows.push(row.into());
    }

    /// The sheet, if it has rows.
    pub fn if_any(self) -> Option<Sheet> {
        (!self.rows.is_empty()).then_some(self)
    }

    /// Whether some number of a column has an interval.
    fn has_intervals(&self, column: usize) -> bool {
        let interval = |row: &Vec<Cell>| matches!(row.get(column), Some(Cell::Number(number)) if number.interval.is_some());
        self.rows.iter().any(interval)
    }

    /// Whether columns share headings.
    fn is_grouped(&self) -> bool {
        self.columns.iter().any(|column| !column.group.is_empty())
    }
}
