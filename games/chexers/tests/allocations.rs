//! Steady play allocates nothing.

ludarium_game::steady_play_allocates_nothing!(ludarium_chexers::rules::Chexers);
