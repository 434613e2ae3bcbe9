//! The inner loops in plain Rust, written so that the compiler can use whatever vectors a processor has.
//!
//! Every number is the result of one fixed chain of operations: wider vectors compute more chains at
//! once, never a different one. So all processors agree to the last bit.
//!
//! Inner loops count instead of zipping: some adapters of the standard library are not inlined when a crate is compiled
//! in several units, and a loop with a call in it gets no vectors.

/// A left factor: a matrix that is read by rows, or by columns when it stands for its transpose.
#[derive(Clone, Copy)]
pub(crate) struct Left<'a> {
    pub cells: &'a [f32],
    /// The number of rows of the product.
    pub rows: usize,
    /// How many numbers are summed for each cell of the product.
    pub depth: usize,
    /// Whether a row of `cells` holds `rows` numbers for one step of the sums, rather than `depth` numbers for one row.
    pub transposed: bool,
    /// How far the rows of `cells` are apart: more than their length where the matrix is some columns of a larger one.
    pub stride: usize,
}

impl Left<'_> {
    /// Writes the rows from `first` on, step by step, with zeros for rows beyond the last.
    #[inline(always)]
    fn pack<const ROWS: usize>(&self, first: usize, packed: &mut [[f32; ROWS]]) {
        let kept = ROWS.min(self.rows - first);
        if self.transposed {
            for (depth, step) in packed.iter_mut().enumerate() {
                let column = &self.cells[depth * self.stride + first..][..kept];
                for place in 0..ROWS {
                    step[place] = if place < kept { column[place] } else { 0.0 };
                }
            }
            return;
        }
        packed.fill([0.0; ROWS]);
        for place in 0..kept {
            let row = &self.cells[(first + place) * self.stride..][..self.depth];
            for (step, cell) in packed.iter_mut().zip(row) {
                step[place] = *cell;
            }
        }
    }
}

/// How many columns stand together in a packed right factor.
pub(crate) const LANES: usize = 16;

/// A right factor, kept in panels of [`LANES`] columns with zeros at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Panels {
    depth: usize,
    columns: usize,
    cells: Vec<f32>,
    /// A buffer for a block of the left factor.
    left: Vec<f32>,
}

impl Panels {
    /// Packs a matrix with `columns` numbers a row.
    pub fn pack(&mut self, cells: &[f32], columns: usize) {
        self.prepare(cells.len() / columns, columns);
        let panels = self.cells.chunks_exact_mut(self.depth * LANES);
        for (panel, first) in panels.zip((0..columns).step_by(LANES)) {
            let width = LANES.min(columns - first);
            for (packed, row) in panel.chunks_exact_mut(LANES).zip(cells.chunks_exact(columns)) {
                packed[..width].copy_from_slice(&row[first..first + width]);
            }
        }
    }

    /// Packs the transpose of a matrix with `depth` numbers a row.
    pub fn pack_transposed(&mut self, cells: &[f32], depth: usize) {
        self.prepare(depth, cells.len() / depth);
        for (column, row) in cells.chunks_exact(depth).enumerate() {
            let panel = column / LANES * LANES * depth + column % LANES;
            for (step, cell) in row.iter().enumerate() {
                self.cells[panel + step * LANES] = *cell;
            }
        }
    }

    fn prepare(&mut self, depth: usize, columns: usize) {
        self.depth = depth;
        self.columns = columns;
        self.cells.clear();
        self.cells.resize(columns.div_ceil(LANES) * depth * LANES, 0.0);
    }
}

/// Adds the product of two matrices to `sum`, working on tiles of `ROWS` × `WIDTH` cells.
#[inline(always)]
pub(crate) fn add_product<const ROWS: usize, const WIDTH: usize>(
    left: Left<'_>,
    right: &mut Panels,
    sum: &mut [f32],
) {
    let Panels { depth, columns, cells, left: packed } = right;
    let (depth, columns) = (*depth, *columns);
    let cells = cells.as_chunks::<LANES>().0;
    debug_assert_eq!(left.depth, depth);
    packed.resize(depth * ROWS, 0.0);
    let packed = packed.as_chunks_mut::<ROWS>().0;
    for first in (0..left.rows).step_by(ROWS) {
        left.pack::<ROWS>(first, packed);
        let kept = ROWS.min(left.rows - first);
        let rows = &mut sum[first * columns..(first + kept) * columns];
        for start in (0..columns).step_by(LANES) {
            let panel = &cells[start / LANES * depth..][..depth];
            for inner in (0..LANES).step_by(WIDTH) {
                let column = start + inner;
                if column < columns {
                    add_tile::<ROWS, WIDTH>(packed, panel, inner, rows, columns, column);
                }
            }
        }
    }
}

#[inline(always)]
fn add_tile<const ROWS: usize, const WIDTH: usize>(
    left: &[[f32; ROWS]],
    panel: &[[f32; LANES]],
    inner: usize,
    rows: &mut [f32],
    columns: usize,
    column: usize,
) {
    let width = WIDTH.min(columns - column);
    let kept = rows.len() / columns;
    let mut start = [[0.0f32; WIDTH]; ROWS];
    for row in 0..kept {
        start[row][..width].copy_from_slice(&rows[row * columns + column..][..width]);
    }
    // A copy that nothing refers to stays in registers.
    let mut tile = start;
    for (factors, lanes) in left.iter().zip(panel) {
        let lanes = &lanes[inner..inner + WIDTH];
        for row in 0..ROWS {
            for lane in 0..WIDTH {
                tile[row][lane] += factors[row] * lanes[lane];
            }
        }
    }
    let end = tile;
    for row in 0..kept {
        rows[row * columns + column..][..width].copy_from_slice(&end[row][..width]);
    }
}

/// Adds a multiple of one vector to another.
#[inline(always)]
pub(crate) fn add_scaled(sum: &mut [f32], factor: f32, vector: &[f32]) {
    let vector = &vector[..sum.len()];
    for cell in 0..sum.len() {
        sum[cell] += factor * vector[cell];
    }
}

/// Adds vectors as long as `sums` to it, one after the other.
#[inline(always)]
pub(crate) fn add_vectors(sums: &mut [f32], vectors: &[&[f32]]) {
    /// As many sums as stay in registers while all vectors are added.
    const BLOCK: usize = 64;
    let width = sums.len();
    let (blocks, rest) = sums.as_chunks_mut::<BLOCK>();
    let start = width - rest.len();
    for (block, first) in blocks.iter_mut().zip((0..).step_by(BLOCK)) {
        let mut kept = *block;
        for vector in vectors {
            let vector = &vector[first..first + BLOCK];
            for cell in 0..BLOCK {
                kept[cell] += vector[cell];
            }
        }
        *block = kept;
    }
    for vector in vectors {
        let vector = &vector[start..width];
        for cell in 0..rest.len() {
            rest[cell] += vector[cell];
        }
    }
}

/// Adds multiples of all rows of a table to `sums`, which are as long as a row; a row with the factor 0 costs nothing.
#[inline(always)]
pub(crate) fn add_weighted_rows(sums: &mut [f32], table: &[f32], factors: &[f32]) {
    let width = sums.len();
    let mut first = 0;
    while first + 64 <= width {
        add_weighted_block::<64>(sums, table, factors, first);
        first += 64;
    }
    while first + 16 <= width {
        add_weighted_block::<16>(sums, table, factors, first);
        first += 16;
    }
    while first + 4 <= width {
        add_weighted_block::<4>(sums, table, factors, first);
        first += 4;
    }
    while first < width {
        add_weighted_block::<1>(sums, table, factors, first);
        first += 1;
    }
}

/// The sums of this many columns from `first` on, which stay in registers while all rows are added.
#[inline(always)]
fn add_weighted_block<const COLUMNS: usize>(
    sums: &mut [f32],
    table: &[f32],
    factors: &[f32],
    first: usize,
) {
    let width = sums.len();
    let mut kept = [0.0f32; COLUMNS];
    kept.copy_from_slice(&sums[first..first + COLUMNS]);
    let mut start = first;
    for &factor in factors {
        if factor != 0.0 {
            let row = &table[start..start + COLUMNS];
            for column in 0..COLUMNS {
                kept[column] += factor * row[column];
            }
        }
        start += width;
    }
    sums[first..first + COLUMNS].copy_from_slice(&kept);
}

/// What Adam needs for one step: see [`adam`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep {
    /// How much of the gradient's running mean is kept.
    pub keep_first: f32,
    /// How much of the running mean of its square is kept.
    pub keep_second: f32,
    /// The learning rate, corrected for the start of the first mean.
    pub rate: f32,
    /// The factor that corrects the second mean for its start.
    pub correction: f32,
    /// Keeps the quotient finite.
    pub epsilon: f32,
}

/// One step of Adam.
#[inline(always)]
pub(crate) fn adam(
    step: AdamStep,
    parameters: &mut [f32],
    gradient: &[f32],
    first: &mut [f32],
    second: &mut [f32],
) {
    let moments = first.iter_mut().zip(second);
    for ((parameter, slope), (first, second)) in parameters.iter_mut().zip(gradient).zip(moments) {
        *first = step.keep_first * *first + (1.0 - step.keep_first) * slope;
        *second = step.keep_second * *second + (1.0 - step.keep_second) * (slope * slope);
        *parameter -= step.rate * *first / ((step.correction * *second).sqrt() + step.epsilon);
    }
}

/// Takes the rows with the numbers in `gone` from `sums` and adds those with the numbers in `come`; `table` holds rows as
/// long as `sums`.
#[inline(always)]
pub(crate) fn change_rows(sums: &mut [i16], table: &[i16], gone: &[u32], come: &[u32]) {
    /// As many sums as stay in registers while all rows are added.
    const BLOCK: usize = 64;
    const HALF: usize = BLOCK / 2;
    let width = sums.len();
    let mut first = 0;
    while width - first >= BLOCK {
        change_block::<BLOCK>(sums, table, first, gone, come);
        first += BLOCK;
    }
    if width - first >= HALF {
        change_block::<HALF>(sums, table, first, gone, come);
        first += HALF;
    }
    for cell in first..width {
        change_block::<1>(sums, table, cell, gone, come);
    }
}

/// [`change_rows`] for the cells from `first` on.
#[inline(always)]
fn change_block<const CELLS: usize>(
    sums: &mut [i16],
    table: &[i16],
    first: usize,
    gone: &[u32],
    come: &[u32],
) {
    let width = sums.len();
    let mut kept = [0; CELLS];
    kept.copy_from_slice(&sums[first..first + CELLS]);
    for &row in gone {
        let row = &table[row as usize * width + first..][..CELLS];
        for cell in 0..CELLS {
            kept[cell] = kept[cell].wrapping_sub(row[cell]);
        }
    }
    for &row in come {
        let row = &table[row as usize * width + first..][..CELLS];
        for cell in 0..CELLS {
            kept[cell] = kept[cell].wrapping_add(row[cell]);
        }
    }
    sums[first..first + CELLS].copy_from_slice(&kept);
}

/// Clips the sums of an accumulator to 0…`most`.
#[inline(always)]
pub(crate) fn clip_row(clipped: &mut [i16], sums: &[i16], most: i16) {
    let sums = &sums[..clipped.len()];
    for cell in 0..clipped.len() {
        clipped[cell] = sums[cell].clamp(0, most);
    }
}

/// Divides the sums of a layer by 2^`shift`, rounded, and clips them to 0…`most`.
#[inline(always)]
pub(crate) fn clip_sums(clipped: &mut [i16], sums: &[i32], shift: u32, most: i16) {
    let sums = &sums[..clipped.len()];
    let half = (1 << shift) / 2;
    for cell in 0..clipped.len() {
        clipped[cell] = ((sums[cell] + half) >> shift).clamp(0, i32::from(most)) as i16;
    }
}

/// How many outputs a layer of whole numbers is padded to a multiple of.
pub(crate) const OUTPUT_LANES: usize = 8;

/// Makes the sums of a layer, beginning with its biases: `weights` holds, for each pair of inputs, both weights of each
/// output side by side; `inputs` are such pairs.
#[inline(always)]
pub(crate) fn sum_pairs(sums: &mut [i32], biases: &[i32], weights: &[i16], inputs: &[[i16; 2]]) {
    sums.copy_from_slice(biases);
    let weights = weights.as_chunks::<2>().0;
    let mut start = 0;
    for &[even, odd] in inputs {
        let row = &weights[start..][..sums.len()];
        for output in 0..sums.len() {
            let [of_even, of_odd] = row[output];
            let added = i32::from(even) * i32::from(of_even) + i32::from(odd) * i32::from(of_odd);
            sums[output] = sums[output].wrapping_add(added);
        }
        start += sums.len();
    }
}
