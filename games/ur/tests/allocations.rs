//! Steady play allocates nothing.

ludarium_game::steady_play_allocates_nothing!(ludarium_ur::rules::Ur);
