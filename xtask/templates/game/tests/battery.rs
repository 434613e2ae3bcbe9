//! What every game and every agent must satisfy, for one line each.

use @CRATE@::@TYPE@;

// Name every variant that plays differently.
ludarium::game::battery!(@TYPE@, ["plain", "plain:sticks=4"]);

mod agents {
    ludarium::agents::battery!(@CRATE@::@TYPE@);
}
