//! Inputs that are nearly right: seeds with bytes, numbers and pieces changed.

use ludarium_game::Rng;

/// No input grows beyond this.
const LONGEST: usize = 1 << 18;

/// Signs of notations and files.
const SIGNS: &[u8] = b"abcdefgh0123456789/ -+:=,.;[]{}()\"'\\\n#>^!*_TGPEWBKQRNwkq\xff\0\xc3";

/// Numbers at the ends of their types, and what is no number.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "9",
    "63",
    "64",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "0.5",
    "1e308",
    "1e999",
    "-1e999",
    "1e-999",
    "NaN",
    "inf",
    "00",
    "0x10",
    "",
];

/// A seed with one to eight changes, or without any now and then.
pub fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.choose(seeds).cloned().unwrap_or_default();
    let most = [0, 1, 1, 1, 2, 2, 4, 8][rng.below(8) as usize];
    for _ in 0..most {
        change(&mut bytes, seeds, rng);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    match rng.below(12) {
        0 => on_byte(bytes, rng, |byte, rng| *byte ^= 1 << rng.below(8)),
        1 => on_byte(bytes, rng, |byte, rng| *byte = rng.below(256) as u8),
        2 => on_byte(bytes, rng, |byte, rng| *byte = sign(rng)),
        3 => bytes.insert(place(bytes, rng), sign(rng)),
        4 => {
            let (start, end) = piece(bytes, rng);
            bytes.drain(start..end);
        }
        5 => {
            let (start, end) = piece(bytes, rng);
            let copy = bytes[start..end].to_vec();
            let at = place(bytes, rng);
            bytes.splice(at..at, copy);
        }
        6 => {
            let (start, end) = piece(bytes, rng);
            let copy = bytes[start..end].to_vec();
            let (start, end) = piece(bytes, rng);
            bytes.splice(start..end, copy);
        }
        // The beginning of this one, the end of another.
        7 => {
            if let Some(other) = rng.choose(seeds) {
                bytes.truncate(place(bytes, rng));
                bytes.extend(&other[place(other, rng)..]);
            }
        }
        8 => {
            if let Some(other) = rng.choose(seeds) {
                let (start, end) = piece(other, rng);
                let at = place(bytes, rng);
                bytes.splice(at..at, other[start..end].iter().copied());
            }
        }
        9 if rng.below(4) == 0 => bytes.truncate(place(bytes, rng)),
        _ => number(bytes, rng),
    }
}

fn sign(rng: &mut Rng) -> u8 {
    SIGNS[rng.below(SIGNS.len() as u32) as usize]
}

/// A place between two bytes, the ends included.
fn place(bytes: &[u8], rng: &mut Rng) -> usize {
    rng.below(bytes.len() as u32 + 1) as usize
}

/// A piece: mostly a short one.
fn piece(bytes: &[u8], rng: &mut Rng) -> (usize, usize) {
    let start = place(bytes, rng);
    let longest = [4, 16, 64, u32::MAX][rng.below(4) as usize].min((bytes.len() - start) as u32);
    (start, start + rng.below(longest + 1) as usize)
}

fn on_byte(bytes: &mut [u8], rng: &mut Rng, change: impl Fn(&mut u8, &mut Rng)) {
    if !bytes.is_empty() {
        let at = rng.below(bytes.len() as u32) as usize;
        change(&mut bytes[at], rng);
    }
}

/// The next number after some place becomes another one.
fn number(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let from = place(bytes, rng);
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = bytes[from..].iter().position(digit) else {
        return;
    };
    let start = from + start;
    let digits = bytes[start..].iter().take_while(|byte| digit(byte)).count();
    let new = NUMBERS[rng.below(NUMBERS.len() as u32) as usize];
    bytes.splice(start..start + digits, new.bytes());
}
