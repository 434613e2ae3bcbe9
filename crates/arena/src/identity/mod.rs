//! `Identity`: what an agent is apart from its text, so that results of yesterday's agent never pass for today's.

mod behaviour;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub(crate) use behaviour::behaviour;

/// What an agent is apart from its text: the parts that decide its moves, each with a digest.
///
/// An agent of this program has the part `behaviour`, a digest of what it decides in fixed positions, and one part for
/// each model it uses. A bot has one part for each file that it was started from.
///
/// # Example
/// ```
/// use ludarium_arena::{Identity, sha256};
///
/// let yesterday = Identity::default().with("bot.py", sha256(b"print('hello')"));
/// let today = Identity::default().with("bot.py", sha256(b"print('goodbye')"));
/// assert_ne!(yesterday, today);
/// assert_eq!(yesterday.to_string(), "bot.py 96f43d529af3");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity {
    parts: BTreeMap<String, String>,
}

impl Identity {
    /// Adds a part with its digest.
    #[must_use]
    pub fn with(mut self, part: impl Into<String>, digest: impl Into<String>) -> Identity {
        self.parts.insert(part.into(), digest.into());
        self
    }

    /// The parts with their digests, in the order of their names.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.parts.iter();
        parts.map(|(part, digest)| (part.as_str(), digest.as_str()))
    }

    /// The first parts, and how many others there are, for a table.
    pub fn in_short(&self) -> String {
        let mut first = Identity::default();
        first.parts.extend(self.parts.iter().take(MOST_SHOWN).map(|(a, b)| (a.clone(), b.clone())));
        match self.parts.len() - first.parts.len() {
            0 => first.to_string(),
            more => format!("{first} and {more} more"),
        }
    }

    fn digest_of(&self, part: &str) -> Option<&String> {
        self.parts.get(part)
    }
}

/// More parts than fit into a line of a table.
const MOST_SHOWN: usize = 12;

/// The parts, with as much of each digest as people compare.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (part, digest)) in self.parts().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{part} {}", start_of(digest))?;
        }
        Ok(())
    }
}

/// A part of an agent that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityChange {
    /// The text of the agent.
    pub agent: String,
    /// The part.
    pub part: String,
    /// Its digest in the run; `None` if the agent had no such part.
    pub stored: Option<String>,
    /// Its digest now; `None` if the agent has no such part any more.
    pub found: Option<String>,
}

impl fmt::Display for IdentityChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |digest: &Option<String>| match digest {
            Some(digest) => start_of(digest).to_owned(),
            None => "absent".to_owned(),
        };
        let (stored, found) = (shown(&self.stored), shown(&self.found));
        let IdentityChange { agent, part, .. } = self;
        write!(f, "`{agent}`: {part} was {stored}, is {found}")
    }
}

/// Every part in which the agents of a run differ from those that are found now.
pub fn changes(agents: &[String], stored: &[Identity], found: &[Identity]) -> Vec<IdentityChange> {
    let mut changes = Vec::new();
    for (agent, (stored, found)) in agents.iter().zip(stored.iter().zip(found)) {
        let added = found.parts.keys().filter(|part| stored.digest_of(part).is_none());
        for part in stored.parts.keys().chain(added) {
            let change = IdentityChange {
                agent: agent.clone(),
                part: part.clone(),
                stored: stored.digest_of(part).cloned(),
                found: found.digest_of(part).cloned(),
            };
            // An agent that plays in several places is named once.
            if change.stored != change.found && !changes.contains(&change) {
                changes.push(change);
            }
        }
    }
    changes
}

/// The SHA-256 digest of some bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The SHA-256 digest of everything that a reader gives, in hexadecimal.
pub fn sha256_of(mut reader: impl Read) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(hexadecimal(&hasher.finalize())),
            Ok(count) => hasher.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn start_of(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_of_parts_is_counted() {
        let parts = (0..14).map(|number| (format!("part-{number:02}"), "digest"));
        let crowd = parts.fold(Identity::default(), |all, (part, text)| all.with(part, text));
        let shown = crowd.in_short();
        assert!(shown.ends_with("part-11 digest and 2 more"), "{shown}");
    }

    #[test]
    fn every_changed_part_is_named_once() {
        let agents = ["a", "b", "b"].map(str::to_owned);
        let identity = |part: &str, text: &str| Identity::default().with(part, text);
        let old = [identity("behaviour", "1"), identity("x.py", "2"), identity("x.py", "2")];
        assert_eq!(changes(&agents, &old, &old), []);
        let new = [
            identity("behaviour", "1"),
            identity("x.py", "3").with("y.py", "4"),
            identity("x.py", "3").with("y.py", "4"),
        ];
        let lines: Vec<String> =
            changes(&agents, &old, &new).iter().map(IdentityChange::to_string).collect();
        assert_eq!(lines, ["`b`: x.py was 2, is 3", "`b`: y.py was absent, is 4"]);
        let back = changes(&agents, &new, &old);
        assert_eq!(back[1].to_string(), "`b`: y.py was 4, is absent");
    }
}
