//! Dicewars: the battery, and the rules that are easy to get wrong.

mod battery;

use ludarium_games::dicewars::Dicewars;

battery!(
    Dicewars,
    [
        "flat",
        "orig:players=2",
        "flat:players=8,order=shuffled",
        "orig:players=3,areas=12,order=shuffled,fixed=7",
        "flat:board=3,ownership=42,strength=42,fixed=42,last-battle=win",
    ]
);
