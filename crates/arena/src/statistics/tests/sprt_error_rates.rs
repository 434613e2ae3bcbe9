//! How often sequential tests are wrong, by simulation.

use ludarium_game::{Rng, Seed};

use super::super::elo::ELO_PER_LOGIT;
use super::super::{Sprt, SprtDecision, share_of_elo};
use super::simulation::{Pairs, luck, ranked};

/// How often H1 is accepted, and the mean number of blocks.
fn accepted(
    runs: usize,
    state: impl Fn(&[f64]) -> SprtDecision,
    mut block: impl FnMut() -> f64,
) -> (f64, f64) {
    // Looking after every fourth block keeps the overshoot small and the test quick.
    const LOOK: usize = 4;
    let (mut higher, mut played) = (0, 0);
    for _ in 0..runs {
        let mut scores = Vec::new();
        let decision = loop {
            scores.extend(std::iter::repeat_with(&mut block).take(LOOK));
            match state(&scores) {
                SprtDecision::Continue => {}
                decided => break decided,
            }
        };
        higher += usize::from(decision == SprtDecision::AcceptH1);
        played += scores.len();
    }
    (higher as f64 / runs as f64, played as f64 / runs as f64)
}

/// Both error rates, for independent games and for pairs that hang together either way. Jumping over a
/// bound makes the true rates about a tenth smaller than nominal, which is less than the three standard
/// errors of 1000 runs.
#[test]
fn error_rates_of_pairs_are_nominal() {
    const RUNS: usize = 1000;
    const ELO: f64 = 30.0;
    let tolerance = 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
    let sprt = Sprt::new(0.0, ELO, 0.05, 0.05).unwrap();
    let mut rng = Rng::new(Seed(11));
    let mut lengths = Vec::new();
    for correlation in [-0.6, 0.0, 0.6] {
        for (elo, nominal) in [(0.0, 0.05), (ELO, 0.95)] {
            let game = Pairs::new(share_of_elo(elo, 2), 0.1, correlation);
            let block = || {
                let (first, second) = game.draw(&mut rng);
                (first + second) / 2.0
            };
            let test = |scores: &[f64]| sprt.test(2, scores).decision;
            let (rate, length) = accepted(RUNS, test, block);
            assert!((rate - nominal).abs() < tolerance, "{correlation} {elo}: {rate}");
            lengths.push(length);
        }
    }
    // Opposite luck cancels, equal luck doubles: the test must notice both.
    assert!(lengths[0] < 0.6 * lengths[2] && lengths[4] > 1.4 * lengths[2], "{lengths:?}");
}

/// The two mistakes that the test above would find: taking the games of a pair for independent, and
/// trusting the raw spread of a few blocks.
#[test]
fn naive_variants_miss_the_nominal_rates() {
    const RUNS: usize = 1000;
    const ELO: f64 = 40.0;
    let tolerance = 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
    let (share0, share1) = (0.5, share_of_elo(ELO, 2));
    let raw = |scores: &[f64], spread_of_games: bool| {
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = if spread_of_games {
            0.225 / 2.0
        } else {
            scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / n
        };
        let llr = n * (share1 - share0) * (2.0 * mean - share0 - share1) / (2.0 * variance);
        match llr {
            _ if n < 8.0 => SprtDecision::Continue,
            llr if llr >= 2.944 => SprtDecision::AcceptH1,
            llr if llr <= -2.944 => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    };
    let mut rng = Rng::new(Seed(12));
    let mut rate = |elo: f64, correlation: f64, spread_of_games: bool| {
        let game = Pairs::new(share_of_elo(elo, 2), 0.1, correlation);
        let block = || {
            let (first, second) = game.draw(&mut rng);
            (first + second) / 2.0
        };
        accepted(RUNS, |scores| raw(scores, spread_of_games), block).0
    };
    let together = rate(0.0, 0.6, true);
    assert!(together > 0.05 + 2.0 * tolerance, "{together}");
    let hasty = rate(ELO, -0.9, false);
    assert!(hasty < 0.95 - tolerance, "{hasty}");
}

/// The same for blocks of three rotations at tables of three, with luck that belongs to the game or
/// to the seat for the whole block. Either way the share of first places is exactly that of the
/// strength.
#[test]
fn error_rates_of_three_seat_blocks_are_nominal() {
    const RUNS: usize = 600;
    const ELO: f64 = 25.0;
    let tolerance = 3.0 * (0.05 * 0.95 / RUNS as f64).sqrt();
    let sprt = Sprt::new(0.0, ELO, 0.05, 0.05).unwrap();
    let mut rng = Rng::new(Seed(13));
    let mut lengths = Vec::new();
    for shared in [0.0, 0.5] {
        for (elo, nominal) in [(0.0, 0.05), (ELO, 0.95)] {
            let block = || {
                let common = luck(3, &mut rng);
                let rotation = |seat: usize| {
                    let mut logits = [0.0; 3];
                    logits[seat] = elo / ELO_PER_LOGIT;
                    let own = luck(3, &mut rng);
                    let dice = if rng.unit() < shared { &common } else { &own };
                    ranked(0, &[0, 1, 2], &logits, dice).points(seat)
                };
                (0..3).map(rotation).sum::<f64>() / 3.0
            };
            let (rate, length) = accepted(RUNS, |s| sprt.test(3, s).decision, block);
            assert!((rate - nominal).abs() < tolerance, "{shared} {elo}: {rate} {length}");
            lengths.push(length);
        }
    }
    assert!(lengths[2] < 0.9 * lengths[0], "{lengths:?}");
}
