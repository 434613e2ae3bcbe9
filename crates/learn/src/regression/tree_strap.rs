//! TreeStrap: the value of every node of a search tree moves towards what the search found there.

use super::Squash;
use super::temporal::add;

/// What a search found at a node, for the seat whose features the node has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The value.
    Exact(f64),
    /// The value lies between these, either of which may be infinite: what alpha-beta knows after a cut.
    Within {
        /// At least this.
        low: f64,
        /// At most this.
        high: f64,
    },
}

/// One node of a search tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<'a> {
    /// The features of its position.
    pub features: &'a [f32],
    /// What the search found.
    pub target: Target,
}

/// The direction in which TreeStrap moves the weights: the sum over all nodes of error · ∇V. A value within known
/// bounds has no error. With the root alone this is RootStrap.
pub fn tree_strap(weights: &[f64], squash: Squash, nodes: &[Node<'_>]) -> Vec<f64> {
    let mut direction = vec![0.0; weights.len()];
    for node in nodes {
        let (value, slope) = squash.value(weights, node.features);
        let error = match node.target {
            Target::Exact(found) => found - value,
            Target::Within { low, .. } if value < low => low - value,
            Target::Within { high, .. } if value > high => high - value,
            Target::Within { .. } => 0.0,
        };
        add(&mut direction, error * slope, node.features);
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_gradient;

    const FEATURES: [&[f32]; 3] = [&[1.0, 2.0], &[-0.5, 1.0], &[0.3, -0.8]];

    /// The direction is downhill on half the squared errors.
    #[test]
    fn the_direction_is_a_slope() {
        let targets = [0.9, 0.1, 0.4];
        let nodes: Vec<Node<'_>> = FEATURES
            .iter()
            .zip(targets)
            .map(|(features, found)| Node {
                features,
                target: Target::Exact(found),
            })
            .collect();
        for squash in [Squash::Linear, Squash::Sigmoid, Squash::Tanh] {
            let loss = |weights: &[f64]| {
                let squares = nodes.iter().zip(targets).map(|(node, target)| {
                    let value = squash.value(weights, node.features).0;
                    0.5 * (target - value) * (target - value)
                });
                squares.sum()
            };
            let direction = tree_strap(&[0.25, -0.5], squash, &nodes);
            let gradient: Vec<f32> = direction.iter().map(|x| -*x as f32).collect();
            let right = check_gradient(loss, &[0.25, -0.5], &gradient).unwrap();
            assert!(right.worst < 1e-5, "{squash:?} {right:?}");
            let wrong: Vec<f32> = direction.iter().map(|x| *x as f32).collect();
            assert!(check_gradient(loss, &[0.25, -0.5], &wrong).unwrap().worst > 1.0);
        }
    }

    #[test]
    fn bounds_push_only_from_outside() {
        let error = |low, high| {
            let node = Node {
                features: &[1.0],
                target: Target::Within { low, high },
            };
            tree_strap(&[0.5], Squash::Linear, &[node])[0]
        };
        assert_eq!(error(0.2, 0.8), 0.0);
        assert_eq!(error(0.75, f64::INFINITY), 0.25);
        assert_eq!(error(f64::NEG_INFINITY, 0.25), -0.25);
        assert_eq!(error(f64::NEG_INFINITY, f64::INFINITY), 0.0);
    }
}
