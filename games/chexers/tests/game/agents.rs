//! The agents of Chexers: what all agents must satisfy, their memory, and the value network.

use ludarium_agents::battery::check_value_network;
use ludarium_agents::values::{Features, ValueNetwork};
use ludarium_chexers::rules::Chexers;
use ludarium_learn::dense::Activation;
use ludarium_learn::sparse::{Architecture, Network};

ludarium_agents::battery!(Chexers);
ludarium_agents::tensors!(Chexers, ["referee"]);
ludarium_agents::searches_hardly_allocate!(
    Chexers,
    ["maxn-search", "paranoid", "brs", "brs-plus", "selective", "mpmix"]
);

#[test]
fn positions_are_judged_the_same_whatever_was_seen_before() {
    check_value_network::<Chexers>(&["referee"]);
}

#[test]
fn networks_of_another_shape_are_refused() {
    let fits = |features: usize, outputs: usize| {
        let shape = Architecture::new(features, 1, Chexers::MOST_PRESENT, 4).unwrap();
        let shape = shape.with_tail(&[], outputs, Activation::Softmax).unwrap();
        let parameters = vec![0.0; shape.parameters()];
        let network = Network::new(shape, parameters).unwrap().quantise();
        ValueNetwork::<Chexers>::new(network.unwrap()).is_some()
    };
    assert!(fits(Chexers::COUNT, 3));
    assert!(!fits(Chexers::COUNT + 1, 3));
    assert!(!fits(Chexers::COUNT, 2));
}
