//! The part of an address after the question mark.

use axum::http::Uri;
use percent_encoding::percent_decode_str;

/// Keys and values, decoded.
#[derive(Clone, Debug, Default)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// The query of an address.
    pub fn of(uri: &Uri) -> Query {
        let pairs = uri.query().unwrap_or_default().split('&');
        let pairs = pairs.filter(|pair| !pair.is_empty()).map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key), decode(value))
        });
        Query(pairs.collect())
    }

    /// The first value of a key.
    pub fn get(&self, key: &str) -> Option<String> {
        let mut pairs = self.0.iter();
        let found = pairs.find(|(known, _)| known == key);
        found.map(|(_, value)| value.clone())
    }

    /// All values of a key.
    pub fn all(&self, key: &str) -> Vec<String> {
        let pairs = self.0.iter().filter(|(known, _)| known == key);
        pairs.map(|(_, value)| value.clone()).collect()
    }

    /// The first value of a key as a number; `usual` where it is missing or no number.
    pub fn number(&self, key: &str, usual: u64) -> u64 {
        let value = self.get(key).and_then(|value| value.parse().ok());
        value.unwrap_or(usual)
    }
}

/// `+` and `%41` are read as what they stand for; broken codes stay as they are.
fn decode(text: &str) -> String {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_broken_ones_left_alone() {
        let uri = "/x?a=1%2C2+3&b=%zz%4&c&token=".parse().unwrap();
        let query = Query::of(&uri);
        assert_eq!(query.get("a").as_deref(), Some("1,2 3"));
        assert_eq!(query.get("b").as_deref(), Some("%zz%4"));
        assert_eq!(query.get("c").as_deref(), Some(""));
        assert_eq!((query.get("d"), query.number("a", 7)), (None, 7));
    }
}
