use ludarium_game::{Cell, Hue, Piece, Point, Scene, Seat, SeatStyle, Shape, Tone};

use super::*;

/// A film as a reader sees it: size, and for each picture how long it is seen and its pixels.
struct Film {
    size: (usize, usize),
    frames: Vec<(u16, Vec<Rgb>)>,
}

/// Reads a file as the format is written down, with nothing of the writer's code.
fn read(file: &[u8]) -> Film {
    let word = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    assert_eq!(&file[..6], b"GIF89a");
    let size = (word(6), word(8));
    let (mut at, mut delay, mut clear) = (13, 0, None);
    let mut canvas = vec![[0u8; 3]; size.0 * size.1];
    let mut frames = Vec::new();
    loop {
        match file[at] {
            0x3b => break,
            0x21 => {
                if file[at + 1] == 0xf9 {
                    delay = word(at + 4) as u16;
                    clear = (file[at + 3] & 1 == 1).then_some(file[at + 6]);
                }
                at += 2;
                while file[at] > 0 {
                    at += usize::from(file[at]) + 1;
                }
                at += 1;
            }
            0x2c => {
                let (left, top, width, height) =
                    (word(at + 1), word(at + 3), word(at + 5), word(at + 7));
                let places = 2usize << (file[at + 9] & 7);
                let palette = &file[at + 10..at + 10 + 3 * places];
                at += 10 + 3 * places;
                let bits = file[at];
                at += 1;
                let mut data = Vec::new();
                while file[at] > 0 {
                    data.extend(&file[at + 1..=at + usize::from(file[at])]);
                    at += usize::from(file[at]) + 1;
                }
                at += 1;
                let indices = unpack(&data, bits);
                assert_eq!(indices.len(), width * height);
                for (spot, index) in indices.into_iter().enumerate() {
                    if Some(index) != clear {
                        let place = (top + spot / width) * size.0 + left + spot % width;
                        let colour = 3 * usize::from(index);
                        canvas[place] = palette[colour..colour + 3].try_into().unwrap();
                    }
                }
                frames.push((delay, canvas.clone()));
            }
            other => panic!("block {other:#x}"),
        }
    }
    assert_eq!(at + 1, file.len());
    Film { size, frames }
}

/// The indices behind packed codes.
fn unpack(data: &[u8], bits: u8) -> Vec<u8> {
    let (clear, mut size) = (1usize << bits, usize::from(bits) + 1);
    let mut table: Vec<Vec<u8>> = Vec::new();
    let (mut place, mut out) = (0, Vec::new());
    let mut last: Option<Vec<u8>> = None;
    loop {
        let code = (0..size).fold(0, |code, bit| {
            let (byte, offset) = ((place + bit) / 8, (place + bit) % 8);
            code | usize::from(data[byte] >> offset & 1) << bit
        });
        place += size;
        if code == clear {
            table = (0..clear).map(|index| vec![index as u8]).collect();
            table.extend([Vec::new(), Vec::new()]);
            (size, last) = (usize::from(bits) + 1, None);
            continue;
        }
        if code == clear + 1 {
            assert!(data.len() * 8 - place < 8, "data after the end");
            return out;
        }
        let run = match (table.get(code), &last) {
            (Some(run), _) => run.clone(),
            (None, Some(last)) => [&last[..], &last[..1]].concat(),
            (None, None) => panic!("code {code} comes first"),
        };
        if let Some(mut last) = last.take().filter(|_| table.len() < 4096) {
            last.push(run[0]);
            table.push(last);
            if table.len() == 1 << size && size < 12 {
                size += 1;
            }
        }
        out.extend(&run);
        last = Some(run);
    }
}

/// A row of squares with one piece.
fn scene(at: usize) -> Scene {
    let square = |index: usize| {
        let x = index as f32;
        let corner = |x: f32, y: f32| Point { x, y };
        Cell {
            name: format!("{index}"),
            outline: vec![vec![
                corner(x, 0.0),
                corner(x + 1.0, 0.0),
                corner(x + 1.0, 1.0),
                corner(x, 1.0),
            ]],
            centre: corner(x + 0.5, 0.5),
            room: 0.5,
            tone: if index.is_multiple_of(2) {
                Tone::Light
            } else {
                Tone::Dark
            },
            labelled: false,
        }
    };
    Scene {
        width: 4.0,
        height: 1.0,
        cells: (0..4).map(square).collect(),
        pieces: vec![Piece {
            cell: at,
            shape: Shape::Disc,
            owner: Some(Seat(0)),
        }],
        seats: vec![SeatStyle {
            name: "One".to_owned(),
            letter: 'O',
            hue: Hue::ALL[2],
        }],
        ..Scene::default()
    }
}

fn frame(at: usize, hundredths: u16) -> Frame {
    Frame {
        scene: scene(at),
        last: Vec::new(),
        hundredths,
    }
}

/// The true pixels of a frame.
fn painted(frame: &Frame, size: (usize, usize)) -> Vec<Rgb> {
    let style = Style::default();
    let sheet = PaintedFrame::paint(frame, &style, size.0 as u32, size.1 as u32);
    sheet.unwrap().pixels
}

#[test]
fn a_reader_sees_the_pictures_that_were_painted() {
    let frames = [frame(0, 50), frame(1, 60), frame(1, 7), frame(3, 200)];
    let film = read(&encode(&frames, &Style::default(), 300).unwrap());
    assert_eq!(film.size.0, 300);
    // A picture that does not change is the one before, seen longer.
    let delays: Vec<u16> = film.frames.iter().map(|(delay, _)| *delay).collect();
    assert_eq!(delays, [50, 67, 200]);
    for ((_, seen), made) in film.frames.iter().zip([&frames[0], &frames[1], &frames[3]]) {
        assert!(*seen == painted(made, film.size));
    }
}

#[test]
fn indices_come_back_whatever_they_are() {
    let mut state = 1u32;
    let mut noise = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    for bits in 2..=8u8 {
        for length in [0, 1, 2, 100, 4093, 70_000] {
            let random: Vec<u8> = (0..length).map(|_| noise(1 << bits) as u8).collect();
            let constant = vec![1; length];
            for indices in [random, constant] {
                let mut out = Vec::new();
                lzw::write(indices.iter().copied(), bits, &mut out);
                let mut data = Vec::new();
                let mut at = 1;
                while out[at] > 0 {
                    data.extend(&out[at + 1..=at + usize::from(out[at])]);
                    at += usize::from(out[at]) + 1;
                }
                assert!(unpack(&data, out[0]) == indices, "{bits} bits, {length}");
            }
        }
    }
}

#[test]
fn too_many_colours_become_the_nearest_of_the_most_frequent() {
    let colours = (0..4096u32).map(|n| [(n >> 4) as u8, (n << 4) as u8, 128]);
    let palette = Palette::of(colours.clone().chain([[9, 9, 9]; 100]));
    assert!((100..=MOST_COLOURS).contains(&palette.len()));
    assert_eq!(
        palette.colours()[usize::from(palette.index([9, 9, 9]))],
        [9, 9, 9]
    );
    for colour in colours {
        let shown = palette.colours()[usize::from(palette.index(colour))];
        let off = shown.iter().zip(colour).map(|(&a, b)| a.abs_diff(b)).max();
        assert!(off < Some(40), "{colour:?} became {shown:?}");
    }
}

#[test]
fn impossible_films_are_errors() {
    let style = Style::default();
    assert_eq!(encode(&[], &style, 300), Err(Error::NoFrames));
    for width in [0, 5000] {
        let error = encode(&[frame(0, 1)], &style, width).unwrap_err();
        assert!(matches!(error, Error::Width { .. }), "{error}");
    }
}
