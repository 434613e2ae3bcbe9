//! Chexers: the battery, and its own rules.

mod battery;

use ludarium_games::chexers::Chexers;

battery!(Chexers, ["referee", "last-ply-win"]);
