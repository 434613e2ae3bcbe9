//! Both forms of every inner loop agree to the last bit, and with the definition.

use ludarium_game::{Purpose, Rng, Seed};

use super::portable::{self, LANES};
use super::*;

fn numbers(rng: &mut Rng, count: usize) -> Vec<f32> {
    (0..count).map(|_| (2.0 * rng.unit() - 1.0) as f32).collect()
}

fn wholes(rng: &mut Rng, count: usize, reach: u32) -> Vec<i16> {
    let number = |rng: &mut Rng| rng.below(2 * reach + 1) as i32 - reach as i32;
    (0..count).map(|_| number(rng) as i16).collect()
}

#[test]
fn products_of_all_shapes_equal_the_definition() {
    let mut rng = Seed(5).stream(Purpose::Test, 0);
    for (rows, depth, columns) in
        [(1, 1, 1), (3, 5, 2), (4, 7, 16), (9, 3, 35), (17, 64, 8), (6, 2, 33)]
    {
        let left = numbers(&mut rng, rows * depth);
        let right = numbers(&mut rng, depth * columns);
        let start = numbers(&mut rng, rows * columns);
        let mut wanted = start.clone();
        for row in 0..rows {
            for column in 0..columns {
                for step in 0..depth {
                    wanted[row * columns + column] +=
                        left[row * depth + step] * right[step * columns + column];
                }
            }
        }
        let flipped = |cells: &[f32], width: usize| -> Vec<f32> {
            let height = cells.len() / width;
            (0..cells.len()).map(|at| cells[at % height * width + at / height]).collect()
        };
        for transposed in [false, true] {
            let cells = if transposed { flipped(&left, depth) } else { left.clone() };
            let left = Left {
                cells: &cells,
                rows,
                depth,
                transposed,
                stride: if transposed { rows } else { depth },
            };
            let mut panels = Panels::default();
            if transposed {
                panels.pack_transposed(&flipped(&right, columns), depth);
            } else {
                panels.pack(&right, columns);
            }
            let mut found = start.clone();
            add_product(left, &mut panels, &mut found);
            assert_eq!(found, wanted, "{rows} × {depth} × {columns}");
            found.clone_from(&start);
            portable::add_product::<4, { LANES / 2 }>(left, &mut panels, &mut found);
            assert_eq!(found, wanted, "{rows} × {depth} × {columns}, narrow");
        }
    }
}

#[test]
fn vectors_of_numbers_agree() {
    let mut rng = Seed(6).stream(Purpose::Test, 0);
    let step = AdamStep {
        keep_first: 0.9,
        keep_second: 0.999,
        rate: 0.01,
        correction: 3.0,
        epsilon: 1e-8,
    };
    for count in [0, 1, 7, 8, 31, 64, 77, 128, 200] {
        let gradient = numbers(&mut rng, count);
        let (mut wide, mut plain) = (numbers(&mut rng, count), Vec::new());
        plain.clone_from(&wide);
        add_scaled(&mut wide, 0.3, &gradient);
        portable::add_scaled(&mut plain, 0.3, &gradient);
        assert_eq!(wide, plain);
        let table = numbers(&mut rng, 3 * count);
        let rows = [2, 0, 2].map(|row| &table[row * count..][..count]);
        add_vectors(&mut wide, &rows);
        let mut rowwise = plain.clone();
        for row in rows {
            portable::add_scaled(&mut rowwise, 1.0, row);
        }
        portable::add_vectors(&mut plain, &rows);
        assert_eq!((&wide, &plain), (&plain, &rowwise));
        let factors = [0.5, 0.0, -0.25];
        add_weighted_rows(&mut wide, &table, &factors);
        let mut rowwise = plain.clone();
        for (row, factor) in factors.into_iter().enumerate() {
            portable::add_scaled(&mut rowwise, factor, &table[row * count..][..count]);
        }
        portable::add_weighted_rows(&mut plain, &table, &factors);
        assert_eq!((&wide, &plain), (&plain, &rowwise));
        let mut moments = [(); 4].map(|()| vec![0.25; count]);
        let [a, b, c, d] = &mut moments;
        adam(step, &mut wide, &gradient, a, b);
        portable::adam(step, &mut plain, &gradient, c, d);
        assert_eq!((wide, a, b), (plain, c, d));
    }
}

#[test]
fn whole_numbers_agree_even_where_they_overflow() {
    let mut rng = Seed(7).stream(Purpose::Test, 0);
    for count in [1, 15, 16, 32, 40, 64, 100, 128, 167] {
        let table = wholes(&mut rng, 5 * count, 32_767);
        let (mut wide, mut plain) = (wholes(&mut rng, count, 32_767), Vec::new());
        plain.clone_from(&wide);
        let mut wanted = wide.clone();
        for (row, sign) in [(3, -1), (0, -1), (4, 1), (1, 1), (4, 1)] {
            for (cell, weight) in wanted.iter_mut().zip(&table[row * count..]) {
                *cell = cell.wrapping_add(weight.wrapping_mul(sign));
            }
        }
        change_rows(&mut wide, &table, &[3, 0], &[4, 1, 4]);
        portable::change_rows(&mut plain, &table, &[3, 0], &[4, 1, 4]);
        assert_eq!((&wide, &plain), (&wanted, &wanted));
    }
    for (pairs, outputs) in [(1, 8), (5, 16), (128, 32), (3, 72), (9, 56)] {
        let weights = wholes(&mut rng, 2 * pairs * outputs, 32_767);
        let inputs: Vec<[i16; 2]> =
            (0..pairs).map(|_| [0, 1].map(|_| rng.below(512).saturating_sub(256) as i16)).collect();
        let biases: Vec<i32> = (0..outputs).map(|_| rng.below(1000) as i32).collect();
        let (mut wide, mut plain) = (vec![-1; outputs], vec![-2; outputs]);
        sum_pairs(&mut wide, &biases, &weights, &inputs);
        portable::sum_pairs(&mut plain, &biases, &weights, &inputs);
        assert_eq!(wide, plain, "{pairs} pairs, {outputs} outputs");
    }
}

#[test]
fn clipping_rounds_halves_up_and_keeps_the_ends() {
    let mut clipped = [0; 5];
    clip_row(&mut clipped, &[i16::MIN, -1, 7, 255, i16::MAX], 255);
    assert_eq!(clipped, [0, 0, 7, 255, 255]);
    clip_sums(&mut clipped, &[i32::MIN, 31, 32, 95, 1 << 30], 6, 255);
    assert_eq!(clipped, [0, 0, 1, 1, 255]);

    let mut rng = Seed(8).stream(Purpose::Test, 0);
    for count in [0, 1, 16, 37, 64] {
        let row = wholes(&mut rng, count, 32_767);
        let sums: Vec<i32> = row.iter().map(|cell| i32::from(*cell)).collect();
        let (mut wide, mut plain) = (vec![-1; count], vec![-2; count]);
        clip_row(&mut wide, &row, 255);
        portable::clip_row(&mut plain, &row, 255);
        assert_eq!(wide, plain);
        clip_sums(&mut wide, &sums, 6, 255);
        portable::clip_sums(&mut plain, &sums, 6, 255);
        assert_eq!(wide, plain);
    }
}
