//! Draws a [`ludarium_game::Scene`] as SVG, PNG and in the terminal, without knowing any game.
