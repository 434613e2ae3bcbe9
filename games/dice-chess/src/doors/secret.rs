//! Random numbers that cannot be guessed, and texts that are never shown.

use std::fmt;

use super::error::PlatformError;
use super::hex;

/// A token or key: it can be used but is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Hides a text; blanks around it are not part of it.
    pub fn new(text: &str) -> Secret {
        Secret(text.trim().to_owned())
    }

    /// The text, to be sent to a server that knows it already.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Bytes that cannot be guessed.
pub(super) fn random<const N: usize>() -> Result<[u8; N], PlatformError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| PlatformError::System {
        what: "cannot get random numbers".to_owned(),
        source: std::io::Error::other(error.to_string()),
    })?;
    Ok(bytes)
}

/// 32 hexadecimal digits that cannot be guessed.
pub(super) fn random_text() -> Result<String, PlatformError> {
    Ok(hex::write(&random::<16>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_used_but_not_shown() {
        let secret = Secret::new(" abc123\n");
        assert_eq!(secret.expose(), "abc123");
        assert!(!format!("{secret:?}").contains("abc"));
    }

    #[test]
    fn random_texts_differ() {
        let (one, two) = (random_text().unwrap(), random_text().unwrap());
        assert_eq!((one.len(), two.len()), (32, 32));
        assert_ne!(one, two);
    }
}
