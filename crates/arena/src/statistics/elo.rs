//! Elo: strength on the usual scale, for any number of seats.

use super::{BlockedShare, Estimate, Results, blocked_share};

/// The Elo points of one unit of log-strength.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of first places of an agent that is `elo` points above each of the others at a table of
/// `seats`: g / (g + seats − 1) with g = 10^(elo/400). For two seats this is the usual logistic curve,
/// and equal agents get 1/seats.
pub fn share_of_elo(elo: f64, seats: usize) -> f64 {
    match seats {
        0 | 1 => 1.0,
        _ => 1.0 / (1.0 + (seats - 1) as f64 * (-elo / ELO_PER_LOGIT).exp()),
    }
}

/// The Elo points that give this share of first places at a table of `seats`; `None` where no finite
/// number does: at or beyond 0 and 1, and without an opponent.
pub(super) fn elo_of_share(share: f64, seats: usize) -> Option<f64> {
    if !(share > 0.0 && share < 1.0) || seats < 2 {
        return None;
    }
    Some(ELO_PER_LOGIT * (share * (seats - 1) as f64 / (1.0 - share)).ln())
}

/// A strength with its 95 % interval. `None` is no number: nothing but wins has no finite strength, and
/// an end that is missing is unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EloEstimate {
    /// The strength itself; `None` if everything was won or everything lost.
    pub value: Option<f64>,
    /// The lower end; `None` if it is unbounded.
    pub low: Option<f64>,
    /// The upper end; `None` if it is unbounded.
    pub high: Option<f64>,
}

impl EloEstimate {
    /// The strength that gives a share of first places, end by end.
    pub fn of_share(share: Estimate, seats: usize) -> EloEstimate {
        EloEstimate {
            value: elo_of_share(share.value, seats),
            low: elo_of_share(share.low, seats),
            high: elo_of_share(share.high, seats),
        }
    }
}

impl Results {
    /// How much stronger one agent is than another, from how often it came out ahead where both sat at one
    /// table, whatever the other players; with the score it was made from. `None` if they never met.
    pub fn elo_difference(
        &self,
        first: usize,
        second: usize,
    ) -> Option<(EloEstimate, BlockedShare)> {
        let score = blocked_share(&self.encounters_by_block(first, second))?;
        Some((EloEstimate::of_share(score.share, 2), score))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ScoredGame;
    use super::super::tests::simulation::ranked_game;
    use super::*;
    use ludarium_game::{Rng, Seed};

    #[test]
    fn two_seats_are_the_usual_scale() {
        for (elo, share) in
            [(0.0, 0.5), (20.0, 0.528_750_8), (100.0, 0.640_065), (-400.0, 1.0 / 11.0)]
        {
            assert!((share_of_elo(elo, 2) - share).abs() < 1e-6, "{elo}");
            assert!((elo_of_share(share, 2).unwrap() - elo).abs() < 1e-3, "{elo}");
        }
    }

    #[test]
    fn every_table_is_inverted_and_fair_at_zero() {
        for seats in 2..=8 {
            assert!((share_of_elo(0.0, seats) - 1.0 / seats as f64).abs() < 1e-15);
            for elo in [-800.0, -35.0, 0.0, 5.0, 1200.0] {
                let back = elo_of_share(share_of_elo(elo, seats), seats).unwrap();
                assert!((back - elo).abs() < 1e-6, "{seats} seats, {elo}: {back}");
            }
        }
    }

    #[test]
    fn extremes_have_no_number_instead_of_infinity() {
        for share in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
            assert_eq!(elo_of_share(share, 2), None);
        }
        assert_eq!(elo_of_share(0.5, 1), None);
        assert_eq!((share_of_elo(1e9, 3), share_of_elo(-1e9, 3)), (1.0, 0.0));
        let won = |block| ScoredGame { block, agents: vec![0, 1], scores: vec![1.0, 0.0] };
        let games: Vec<ScoredGame> = (0..10).map(won).collect();
        let (elo, _) = Results::of(&games).elo_difference(0, 1).unwrap();
        assert!(elo.value.is_none() && elo.high.is_none() && elo.low.unwrap() > 100.0);
        let (elo, _) = Results::of(&games).elo_difference(1, 0).unwrap();
        assert!(elo.value.is_none() && elo.low.is_none() && elo.high.unwrap() < -100.0);
        let (elo, _) = Results::of(&games[..1]).elo_difference(0, 1).unwrap();
        assert!(elo.low.unwrap() < 0.0, "one game proves nothing: {elo:?}");
        assert_eq!(Results::of(&[]).elo_difference(0, 1), None);
        assert_eq!(Results::of(&games).elo_difference(0, 2), None);
    }

    /// The difference of two agents does not depend on the third at the table.
    #[test]
    fn the_third_player_does_not_matter() {
        let truth = 100.0;
        let logit = truth / ELO_PER_LOGIT;
        let mut rng = Rng::new(Seed(6));
        for third in [-1.5, 0.0, 1.5] {
            let games: Vec<ScoredGame> = (0..3000)
                .map(|block| ranked_game(block, &[0, 1, 2], &[logit, 0.0, third], &mut rng))
                .collect();
            let (found, score) = Results::of(&games).elo_difference(0, 1).unwrap();
            let slope = ELO_PER_LOGIT / (score.share.value * (1.0 - score.share.value));
            let off = (found.value.unwrap() - truth).abs();
            assert!(off < 4.0 * slope * score.error, "{third}: {found:?}");
        }
    }
}
