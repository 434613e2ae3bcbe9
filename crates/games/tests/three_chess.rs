//! Three-Chess: the battery, and the rules that are easy to get wrong.

mod battery;

use ludarium_games::three_chess::ThreeChess;

battery!(
    ThreeChess,
    [
        "reference",
        "reference:plies=60",
        "reference:repetition=2",
        "reference:stuck=draw,repetition=3,plies=500"
    ]
);
