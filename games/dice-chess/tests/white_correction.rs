//! The correction for White's 54 % in figures 6 and 7 of the report can be undone: each rate is 0.54·a + 0.46·b with
//! whole per cents a and b.

/// All pairs of whole per cents that give a rate, counted in units of 1/10000 and summed over so many settings.
fn pairs(rate: u32, settings: u32) -> Vec<(u32, u32)> {
    let most = 100 * settings;
    let fits = |a: u32| {
        let rest = rate.checked_sub(54 * a)?;
        (rest % 46 == 0 && rest / 46 <= most).then_some((a, rest / 46))
    };
    (0..=most).filter_map(fits).collect()
}

#[test]
fn single_settings_leave_one_or_two_answers() {
    // Against Basic.
    assert_eq!(pairs(8756, 1), [(94, 80)], "MCTS");
    assert_eq!(pairs(540, 1), [(10, 0)], "Hybrid");
    assert_eq!(pairs(3040, 1), [(12, 52), (35, 25)], "QL");
    // Against Random.
    assert_eq!(pairs(10_000, 1), [(100, 100)], "MCTS");
    assert_eq!(pairs(2000, 1), [(20, 20)], "Hybrid");
    assert_eq!(pairs(7430, 1), [(72, 77), (95, 50)], "QL");
}

#[test]
fn without_the_correction_200_games_could_not_give_these_rates() {
    // A share of 200 games is a multiple of 0.005.
    let odd = [8756, 540, 3040, 7430].map(|rate| rate % 50 != 0);
    assert_eq!(odd, [true; 4]);
}

#[test]
fn means_over_six_depths_are_sums_of_such_rates() {
    // Six times the printed means are whole again, and even as all such sums are.
    for mean in [0.939_633_333_3, 0.9686, 0.725_733_333_3, 0.642_533_333_3] {
        let sum: f64 = mean * 60_000.0;
        assert!((sum - sum.round()).abs() < 1e-4, "{mean}");
        assert_eq!(sum.round() as u32 % 2, 0, "{mean}");
        assert!(!pairs(sum.round() as u32, 6).is_empty(), "{mean}");
    }
}
