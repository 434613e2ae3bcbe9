//! Sheets as LaTeX tables, for papers.

use super::{Align, Sheet};

impl Sheet {
    /// The sheet as a `table` with the rules of the package `booktabs`, notes below it.
    pub fn latex(&self) -> String {
        let sides = self.columns.iter().map(|column| match column.align {
            Align::Left => 'l',
            Align::Right => 'r',
        });
        let line = |fields: Vec<String>| format!("{} \\\\\n", fields.join(" & "));
        let mut out = "\\begin{table}\n\\centering\n".to_owned();
        if !self.title.is_empty() {
            out.push_str(&format!("\\caption{{{}}}\n", latex(&self.title)));
        }
        out.push_str(&format!("\\begin{{tabular}}{{{}}}\n\\toprule\n", sides.collect::<String>()));
        let headings = self.columns.iter().map(|column| latex(&column.full_title()));
        out.push_str(&line(headings.collect()));
        out.push_str("\\midrule\n");
        for row in &self.rows {
            out.push_str(&line(row.iter().map(|cell| latex(&cell.shown())).collect()));
        }
        out.push_str("\\bottomrule\n\\end{tabular}\n");
        for note in &self.notes {
            out.push_str(&format!("\n{{\\footnotesize {}}}\n", latex(note)));
        }
        out.push_str("\\end{table}\n");
        out
    }
}

/// Text in which nothing is a command; `` `words` `` are code.
pub(crate) fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_code = false;
    for letter in text.chars() {
        match letter {
            '`' => {
                out.push_str(if is_code { "}" } else { "\\texttt{" });
                is_code = !is_code;
            }
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' => out.extend(['$', letter, '$']),
            '−' => out.push_str("$-$"),
            '∞' => out.push_str("$\\infty$"),
            '\u{202f}' => out.push_str("\\,"),
            '\n' | '\r' => out.push(' '),
            _ => out.push(letter),
        }
    }
    if is_code {
        out.push('}');
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::sheet::{Cell, Form, Number};

    use super::*;

    #[test]
    fn a_table_has_its_rules_and_no_command_of_its_texts() {
        let number =
            Number { value: -35.0, interval: Some((f64::NEG_INFINITY, 4.0)), form: Form::Elo };
        let sheet = Sheet::new("50 % & more", ["agent", ">rating"])
            .rows([vec![Cell::text("max_n@2ms"), Cell::Number(number)]])
            .notes(["rating: `a_b`"]);
        assert_eq!(
            sheet.latex(),
            "\\begin{table}\n\\centering\n\\caption{50 \\% \\& more}\n\\begin{tabular}{lr}\n\\toprule\n\
             agent & rating \\\\\n\\midrule\nmax\\_n@2ms & $-$35 ($-$$\\infty$ to +4) \\\\\n\\bottomrule\n\
             \\end{tabular}\n\n{\\footnotesize rating: \\texttt{a\\_b}}\n\\end{table}\n"
        );
    }

    #[test]
    fn an_open_quote_is_closed() {
        assert_eq!(latex("a `b\\c"), "a \\texttt{b\\textbackslash{}c}");
    }
}
