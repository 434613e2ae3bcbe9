//! Dice Chess: the battery for both games, and their rules one by one.

mod battery;

mod one_die_battery {
    use super::battery;
    use ludarium_games::dice_chess::DiceChess;

    battery!(
        DiceChess,
        [
            "seed",
            "brainking",
            "seed:promo=choice,bare=off,quiet=75,ep-roll=off",
            "brainking:plies=0,quiet=30,stuck=pass"
        ]
    );
}

mod three_dice_battery {
    use super::battery;
    use ludarium_games::dice_chess::ThreeDice;

    battery!(ThreeDice, ["three-dice", "three-dice:plies=40"]);
}
