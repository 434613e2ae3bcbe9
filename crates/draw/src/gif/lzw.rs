//! The compression of GIF: codes for runs of pixels that came before, which grow by a bit as the table fills up.

use std::collections::HashMap;

/// The longest codes have so many bits.
const LONGEST: u8 = 12;
/// The data are cut into blocks of at most so many bytes.
const BLOCK: usize = 255;

/// Writes indices of `bits` bits, with the size of the codes before and the end mark after them.
pub(super) fn write(indices: impl Iterator<Item = u8>, bits: u8, out: &mut Vec<u8>) {
    let clear = 1u16 << bits;
    let end = clear + 1;
    let mut codes = Codes::default();
    let mut table: HashMap<(u16, u8), u16> = HashMap::new();
    let (mut size, mut next) = (bits + 1, end + 1);
    codes.push(clear, size);
    let mut run: Option<u16> = None;
    for index in indices {
        let Some(before) = run else {
            run = Some(index.into());
            continue;
        };
        if let Some(&longer) = table.get(&(before, index)) {
            run = Some(longer);
            continue;
        }
        codes.push(before, size);
        if next < 1 << LONGEST {
            table.insert((before, index), next);
            // The reader is one entry behind: it needs the larger size only after this one.
            if next == 1 << size {
                size += 1;
            }
            next += 1;
        } else {
            codes.push(clear, size);
            table.clear();
            (size, next) = (bits + 1, end + 1);
        }
        run = Some(index.into());
    }
    if let Some(code) = run {
        codes.push(code, size);
        // The reader makes an entry for this code too.
        if next == 1 << size && size < LONGEST {
            size += 1;
        }
    }
    codes.push(end, size);
    out.push(bits);
    for block in codes.finish().chunks(BLOCK) {
        out.push(block.len() as u8);
        out.extend(block);
    }
    out.push(0);
}

/// Codes of different sizes, one after the other from the lowest bit on.
#[derive(Default)]
struct Codes {
    bytes: Vec<u8>,
    rest: u32,
    filled: u8,
}

impl Codes {
    fn push(&mut self, code: u16, size: u8) {
        self.rest |= u32::from(code) << self.filled;
        self.filled += size;
        while self.filled >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.filled -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.rest as u8);
        }
        self.bytes
    }
}
