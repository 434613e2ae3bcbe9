//! What every agent must satisfy: legal answers anywhere, the same again, at once when it is stopped, in whole games.

use flat::FlatMonteCarlo;
use ludarium_chexers::rules::Chexers;

#[test]
fn it_passes_the_battery() {
    ludarium::agents::battery::check_agent::<Chexers>("flat", || {
        Box::new(FlatMonteCarlo { playouts: 2 })
    });
}
