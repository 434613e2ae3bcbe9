//! Layers: made from a card and matrices, and applied to one row of numbers at a time.
//!
//! Every number is the result of one fixed chain of operations, whatever else is asked at the same time: a batch gives
//! the same bits as its rows one by one, on every machine.

use std::collections::BTreeMap;

use super::card::LayerCard;
use crate::dense::Activation;
use crate::kernels::add_weighted_rows;
use crate::model::Tensor;

/// More numbers than this in one row are a mistake.
const MOST_NUMBERS: usize = 1 << 24;

/// A layer that is ready for use.
#[derive(Clone, Debug)]
enum Layer {
    Linear(Product),
    Conv(Conv),
    /// A factor and a summand for each plane of this many numbers.
    Norm {
        planes: Vec<(f32, f32)>,
        size: usize,
    },
    Residual(Layers),
    Activated(Activation),
    Tanh,
}

/// A matrix with biases, one row for each input so that zeros cost nothing.
#[derive(Clone, Debug)]
struct Product {
    rows: Vec<f32>,
    biases: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Conv {
    product: Product,
    /// Planes, height and width of the input.
    input: [usize; 3],
    /// Height and width of the kernel.
    kernel: [usize; 2],
    padding: usize,
}

/// Layers one after the other.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    list: Vec<Layer>,
    /// The shape of what comes out.
    pub shape: Vec<usize>,
}

/// Matrices by name.
pub(super) type Matrices = BTreeMap<String, Tensor>;

impl Layers {
    /// The layers of a card, for an input of this shape. An error says which layer is wrong; `part` is what it belongs to.
    pub fn new(
        part: &str,
        cards: &[LayerCard],
        shape: &[usize],
        matrices: &Matrices,
    ) -> Result<Layers, String> {
        let mut made = Layers { list: Vec::new(), shape: shape.to_vec() };
        for (index, card) in cards.iter().enumerate() {
            let place = format!("layer {} of {part} ({})", index + 1, card.name());
            let wrong = |reason: String| {
                if reason.starts_with("layer ") { reason } else { format!("{place}: {reason}") }
            };
            made.add(&place, card, matrices).map_err(wrong)?;
            let numbers = size(&made.shape).filter(|numbers| *numbers <= MOST_NUMBERS);
            if numbers.is_none() {
                return Err(format!(
                    "{place}: {:?} are too many numbers, at most {MOST_NUMBERS} are possible",
                    made.shape
                ));
            }
        }
        Ok(made)
    }

    fn add(&mut self, place: &str, card: &LayerCard, matrices: &Matrices) -> Result<(), String> {
        let layer = match card {
            LayerCard::Linear { weight, bias } => {
                let &[inputs] = &self.shape[..] else {
                    return Err(format!(
                        "expected one row, found the shape {:?}: put `flatten` before it",
                        self.shape
                    ));
                };
                let matrix = find(matrices, weight, &[None, Some(inputs)])?;
                let product = Product::new(matrix, bias.as_deref(), matrices)?;
                self.shape = vec![product.biases.len()];
                Layer::Linear(product)
            }
            LayerCard::Conv { weight, bias, padding } => {
                let (conv, shape) = self.conv(weight, bias.as_deref(), *padding, matrices)?;
                self.shape = shape;
                Layer::Conv(conv)
            }
            LayerCard::Norm { mean, variance, weight, bias, epsilon } => {
                let count = *self.shape.first().ok_or("there is nothing to normalise")?;
                let named = |name: &str| Ok(find(matrices, name, &[Some(count)])?.cells.clone());
                let or = |name: &Option<String>, other: f32| -> Result<Vec<f32>, String> {
                    name.as_deref().map_or_else(|| Ok(vec![other; count]), named)
                };
                let (mean, variance): (Vec<f32>, Vec<f32>) = (named(mean)?, named(variance)?);
                let (scale, shift) = (or(weight, 1.0)?, or(bias, 0.0)?);
                let plane = |at: usize| {
                    let factor = scale[at] / (variance[at] + epsilon).sqrt();
                    (factor, shift[at] - mean[at] * factor)
                };
                Layer::Norm {
                    planes: (0..count).map(plane).collect(),
                    size: size(&self.shape[1..]).unwrap_or_default(),
                }
            }
            LayerCard::Residual { layers } => {
                let inner = Layers::new(place, layers, &self.shape, matrices)?;
                if inner.shape != self.shape {
                    return Err(format!(
                        "its layers make {:?} of {:?}, expected the same shape",
                        inner.shape, self.shape
                    ));
                }
                Layer::Residual(inner)
            }
            LayerCard::Relu => Layer::Activated(Activation::Relu),
            LayerCard::Tanh => Layer::Tanh,
            LayerCard::Sigmoid => Layer::Activated(Activation::Sigmoid),
            LayerCard::Softmax => Layer::Activated(Activation::Softmax),
            LayerCard::Flatten => {
                self.shape = vec![size(&self.shape).unwrap_or_default()];
                return Ok(());
            }
            LayerCard::Reshape { shape } => {
                if size(shape) != size(&self.shape) {
                    return Err(format!(
                        "{:?} cannot become {shape:?}: that are not as many numbers",
                        self.shape
                    ));
                }
                self.shape.clone_from(shape);
                return Ok(());
            }
        };
        self.list.push(layer);
        Ok(())
    }

    fn conv(
        &self,
        weight: &str,
        bias: Option<&str>,
        padding: usize,
        matrices: &Matrices,
    ) -> Result<(Conv, Vec<usize>), String> {
        let &[planes, height, width] = &self.shape[..] else {
            return Err(format!(
                "expected planes, height and width, found the shape {:?}",
                self.shape
            ));
        };
        let matrix = find(matrices, weight, &[None, Some(planes), None, None])?;
        let kernel = [matrix.shape[2], matrix.shape[3]];
        let room = |length: usize, kernel: usize| {
            let padded = padding.checked_mul(2)?.checked_add(length)?;
            (kernel > 0).then_some(())?;
            (padded + 1).checked_sub(kernel).filter(|&room| room > 0)
        };
        let (Some(high), Some(wide)) = (room(height, kernel[0]), room(width, kernel[1])) else {
            return Err(format!(
                "a kernel of {kernel:?} with padding {padding} does not fit {height} × {width}"
            ));
        };
        let conv = Conv {
            product: Product::new(matrix, bias, matrices)?,
            input: [planes, height, width],
            kernel,
            padding,
        };
        let shape = vec![conv.product.biases.len(), high, wide];
        Ok((conv, shape))
    }

    /// Replaces a row by what the layers make of it.
    pub fn apply(&self, row: &mut Vec<f32>) {
        for layer in &self.list {
            layer.apply(row);
        }
    }
}

impl Layer {
    fn apply(&self, row: &mut Vec<f32>) {
        match self {
            Layer::Linear(product) => {
                let mut sums = product.biases.clone();
                add_weighted_rows(&mut sums, &product.rows, row);
                *row = sums;
            }
            Layer::Conv(conv) => *row = conv.apply(row),
            Layer::Norm { planes, size } => {
                for (plane, (factor, summand)) in row.chunks_exact_mut(*size).zip(planes) {
                    for cell in plane {
                        *cell = *cell * factor + summand;
                    }
                }
            }
            Layer::Residual(layers) => {
                let mut inner = row.clone();
                layers.apply(&mut inner);
                for (cell, change) in row.iter_mut().zip(&inner) {
                    *cell += change;
                }
            }
            Layer::Activated(activation) => activation.apply(row),
            Layer::Tanh => row.iter_mut().for_each(|cell| *cell = libm::tanhf(*cell)),
        }
    }
}

impl Product {
    /// A matrix whose first dimension counts the outputs.
    fn new(matrix: &Tensor, bias: Option<&str>, matrices: &Matrices) -> Result<Product, String> {
        let outputs = matrix.shape[0];
        if outputs == 0 {
            return Err(format!("`{}` has no outputs", matrix.name));
        }
        let inputs = matrix.cells.len() / outputs;
        let mut rows = vec![0.0; matrix.cells.len()];
        for (output, weights) in matrix.cells.chunks_exact(inputs.max(1)).enumerate() {
            for (input, weight) in weights.iter().enumerate() {
                rows[input * outputs + output] = *weight;
            }
        }
        let biases = match bias {
            Some(name) => find(matrices, name, &[Some(outputs)])?.cells.clone(),
            None => vec![0.0; outputs],
        };
        Ok(Product { rows, biases })
    }
}

impl Conv {
    fn apply(&self, planes: &[f32]) -> Vec<f32> {
        let [count, height, width] = self.input;
        let [tall, broad] = self.kernel;
        let padding = self.padding;
        let (high, wide) = (height + 2 * padding + 1 - tall, width + 2 * padding + 1 - broad);
        let outputs = self.product.biases.len();
        let mut made = vec![0.0; outputs * high * wide];
        let mut patch = vec![0.0; count * tall * broad];
        let mut sums = vec![0.0; outputs];
        for y in 0..high {
            for x in 0..wide {
                let mut next = patch.iter_mut();
                for plane in planes.chunks_exact(height * width) {
                    for row in y..y + tall {
                        let row = row.checked_sub(padding).filter(|&row| row < height);
                        for column in x..x + broad {
                            let column = column.checked_sub(padding).filter(|&at| at < width);
                            let cell = row.zip(column);
                            let cell =
                                cell.map_or(0.0, |(row, column)| plane[row * width + column]);
                            if let Some(to) = next.next() {
                                *to = cell;
                            }
                        }
                    }
                }
                sums.copy_from_slice(&self.product.biases);
                add_weighted_rows(&mut sums, &self.product.rows, &patch);
                for (plane, sum) in made.chunks_exact_mut(high * wide).zip(&sums) {
                    plane[y * wide + x] = *sum;
                }
            }
        }
        made
    }
}

/// A matrix by its name, with a shape that must be so where it is given.
fn find<'m>(
    matrices: &'m Matrices,
    name: &str,
    shape: &[Option<usize>],
) -> Result<&'m Tensor, String> {
    let matrix = matrices.get(name).ok_or_else(|| {
        let known: Vec<&str> = matrices.keys().map(String::as_str).collect();
        format!("the file has no matrix `{name}`; it has {}", known.join(", "))
    })?;
    let mut sizes = matrix.shape.iter().zip(shape);
    let fits = matrix.shape.len() == shape.len()
        && sizes.all(|(found, wanted)| wanted.is_none_or(|wanted| wanted == *found));
    if fits {
        return Ok(matrix);
    }
    let wanted: Vec<String> =
        shape.iter().map(|one| one.map_or("any".to_owned(), |one| one.to_string())).collect();
    Err(format!("`{name}` has the shape {:?}, expected [{}]", matrix.shape, wanted.join(", ")))
}

/// How many numbers a shape holds; `None` if they cannot be counted.
pub(super) fn size(shape: &[usize]) -> Option<usize> {
    let mut sizes = shape.iter();
    sizes.try_fold(1usize, |product, &one| product.checked_mul(one))
}
