//! The correction for White's 54 % in figures 6 and 7 of the report can be undone: each rate is 0.54·a + 0.46·b with
//! whole per cents a and b.

/// All pairs of whole per cents that give a rate, counted in units of 1/10000 and summed over a number of settings.
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

/// How many whole sums of turns (with one colour and with the other) give a printed mean, to its last digit.
fn sums(mean: f64, [weight, other]: [f64; 2], [wins, others]: [u32; 2]) -> usize {
    let parts = |sum: u32| {
        let left = (mean - weight * f64::from(sum) / f64::from(wins)) / other * f64::from(others);
        left >= 0.0 && (left - left.round()).abs() / f64::from(others) * other < 0.5e-8
    };
    let most = (mean / weight * f64::from(wins)) as u32;
    (0..=most).filter(|&sum| parts(sum)).count()
}

#[test]
fn turns_to_win_have_the_same_weights() {
    let (mcts, ql) = (41.887_297_87, 58.981_948_05);
    assert!(sums(mcts, [0.54, 0.46], [94, 80]) > 0, "MCTS against Basic");
    assert!(sums(ql, [0.54, 0.46], [72, 77]) > 0, "QL against Random");
    // Neither equal weights nor the other pair of QL fits, nor does a plain mean of all wins.
    assert_eq!(sums(mcts, [0.5, 0.5], [94, 80]), 0);
    assert_eq!(sums(ql, [0.5, 0.5], [72, 77]), 0);
    assert_eq!(sums(ql, [0.54, 0.46], [95, 50]), 0);
    for (mean, wins) in [(mcts, 174.0), (ql, 149.0)] {
        let sum: f64 = mean * wins;
        assert!((sum - sum.round()).abs() > 1e-5, "{mean}");
    }
    // The hybrid's ten wins with one colour, and none with the other.
    assert!((0.54 * 26.0 + 0.46 * 0.0 - 14.04_f64).abs() < 1e-12);
}
