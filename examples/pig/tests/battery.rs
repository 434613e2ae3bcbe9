//! What every game and every agent must satisfy, for one line each.

use pig::Pig;

ludarium::game::battery!(Pig, ["hundred", "short:players=4"]);

mod agents {
    ludarium::agents::battery!(pig::Pig);
}
