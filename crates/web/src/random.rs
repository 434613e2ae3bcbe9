//! Names and seeds that nobody can guess.

use crate::error::{Result, WebError};

/// The largest seed: scripts count whole numbers no further.
pub const LARGEST_SEED: u64 = (1 << 53) - 1;

/// A random name of 128 bits, as 32 hexadecimal digits.
pub fn name() -> Result<String> {
    let mut bytes = [0; 16];
    fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A random seed.
pub fn seed() -> Result<u64> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes) & LARGEST_SEED)
}

/// Whether a text can be a name of ours.
pub fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn fill(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes)
        .map_err(|error| WebError::failed(format!("the system gives no random numbers: {error}")))
}
