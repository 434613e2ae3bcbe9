//! Where a model comes from.

use std::collections::BTreeMap;

/// What a model is and where it comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// What it is, for instance `chances of all seats`.
    pub what: String,
    /// What it was trained from.
    pub trained_from: String,
    /// The seed of the training.
    pub seed: u64,
    /// How many examples it was trained on.
    pub examples: u64,
    /// How good it was found to be, by name, for instance `validation accuracy`.
    pub metrics: BTreeMap<String, f64>,
}

/// What the names of metrics begin with among the texts of a file.
const METRIC: &str = "metric: ";

impl Card {
    /// The card as texts. Numbers are written so that they are read back exactly.
    pub(super) fn to_texts(&self) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::from([
            ("what".to_owned(), self.what.clone()),
            ("trained_from".to_owned(), self.trained_from.clone()),
            ("seed".to_owned(), self.seed.to_string()),
            ("examples".to_owned(), self.examples.to_string()),
        ]);
        for (name, value) in &self.metrics {
            texts.insert(format!("{METRIC}{name}"), value.to_string());
        }
        texts
    }

    /// The card that [`Card::to_texts`] wrote; the error names the text that is missing or not a number.
    pub(super) fn from_texts(texts: &BTreeMap<String, String>) -> Result<Card, String> {
        let text = |key: &str| texts.get(key).ok_or_else(|| format!("`{key}` is missing"));
        let number = |key: &str| -> Result<u64, String> {
            let found = text(key)?;
            let number = found.parse();
            number.map_err(|_| format!("`{key}` is `{found}`, expected a whole number"))
        };
        let mut metrics = BTreeMap::new();
        for (key, found) in texts {
            if let Some(name) = key.strip_prefix(METRIC) {
                let value = found.parse();
                let value =
                    value.map_err(|_| format!("`{key}` is `{found}`, expected a number"))?;
                metrics.insert(name.to_owned(), value);
            }
        }
        Ok(Card {
            what: text("what")?.clone(),
            trained_from: text("trained_from")?.clone(),
            seed: number("seed")?,
            examples: number("examples")?,
            metrics,
        })
    }
}
