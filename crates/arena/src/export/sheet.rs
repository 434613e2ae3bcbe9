//! A table in CSV: fields are quoted where they must be, rows end with a line feed.

use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use super::ExportError;

/// Writes a table field by field.
pub(super) struct CsvWriter<'a> {
    writer: csv::Writer<&'a mut dyn Write>,
}

impl<'a> CsvWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> CsvWriter<'a> {
        CsvWriter { writer: csv::Writer::from_writer(out) }
    }

    /// Adds a field to the row.
    pub(super) fn put(&mut self, field: impl Display) -> Result<(), ExportError> {
        let written = self.writer.write_field(field.to_string());
        written.map_err(failed)
    }

    /// Adds a field that is empty where there is nothing to say.
    pub(super) fn maybe(&mut self, field: Option<impl Display>) -> Result<(), ExportError> {
        match field {
            Some(field) => self.put(field),
            None => self.put(""),
        }
    }

    /// Adds one field for each item.
    pub(super) fn all<T: Display>(
        &mut self,
        fields: impl IntoIterator<Item = T>,
    ) -> Result<(), ExportError> {
        fields.into_iter().try_for_each(|field| self.put(field))
    }

    /// Ends the row.
    pub(super) fn end_row(&mut self) -> Result<(), ExportError> {
        self.writer.write_record(None::<&[u8]>).map_err(failed)
    }

    /// Ends the table.
    pub(super) fn finish(mut self) -> Result<(), ExportError> {
        Ok(self.writer.flush()?)
    }
}

fn failed(error: csv::Error) -> ExportError {
    // What the system said must stay what it is: a closed pipe is no failure.
    ExportError::Write(match error.into_kind() {
        csv::ErrorKind::Io(source) => source,
        other => std::io::Error::other(format!("{other:?}")),
    })
}

/// Headings for one column per seat: `score_white`, `score_black`.
pub(super) fn headings<'a>(
    what: &'a str,
    names: &'a [String],
) -> impl Iterator<Item = String> + use<'a> {
    let heading = move |name: &String| format!("{what}_{}", name.to_lowercase().replace(' ', "_"));
    names.iter().map(heading)
}

/// A time in milliseconds.
pub(super) fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}
