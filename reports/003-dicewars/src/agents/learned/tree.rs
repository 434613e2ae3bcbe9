//! The tree of the report's search.

use ludarium_dicewars::rules::Dicewars;
use ludarium_game::{Game, MAX_SEATS, Meter, Seat};

use super::expectimax_n::SeatValues;
use super::prospects::Prospects;
use super::{ExpectimaxN, FairAttack, Territory};

/// A search from one position.
pub(super) struct TurnTree<'a> {
    options: &'a ExpectimaxN,
    meter: &'a mut Meter,
    /// The seats in the order of play, eliminated ones included, the player himself first.
    order: [Seat; MAX_SEATS],
    own: u32,
    levels: u32,
}

impl<'a> TurnTree<'a> {
    /// A search of `levels` levels, the first of them the player's own.
    pub(super) fn new(
        options: &'a ExpectimaxN,
        position: &Dicewars,
        own: u32,
        levels: u32,
        meter: &'a mut Meter,
    ) -> TurnTree<'a> {
        let mut order = [position.player(); MAX_SEATS];
        let seats = position.order().chain(position.order());
        let from_player = seats.skip_while(|&seat| seat != position.player());
        for (place, seat) in order.iter_mut().zip(from_player.take(position.seats())) {
            *place = seat;
        }
        TurnTree { options, meter, order, own, levels }
    }

    /// The seat that moves on a level.
    fn mover(&self, level: u32) -> Seat {
        let replies = self.options.replies.max(1);
        let place = match level.checked_sub(self.own) {
            Some(later) => 1 + later / replies,
            None => 0,
        };
        self.order[place as usize % MAX_SEATS]
    }

    /// What everybody can expect; `None` when the budget is used up.
    pub(super) fn value(&mut self, territory: &Territory, level: u32) -> Option<SeatValues> {
        if !self.meter.node() {
            return None;
        }
        if level >= self.levels || territory.ruler().is_some() {
            return Some(self.options.wpp.values(territory));
        }
        let mover = self.mover(level);
        let prospects = if level < self.own {
            Prospects::similar(self.options, territory, mover)
        } else {
            Prospects::replies(self.options, territory, mover)
        };
        let mut best: Option<SeatValues> = None;
        for attack in prospects.iter() {
            let values = self.attack(territory, attack, level)?;
            let own = |values: &SeatValues| values[mover.index() % MAX_SEATS];
            if best.is_none_or(|best| own(&values) > own(&best)) {
                best = Some(values);
            }
        }
        match best {
            Some(best) => Some(best),
            None => self.value(territory, level + 1),
        }
    }

    /// The mean over both outcomes of an attack on a level.
    pub(super) fn attack(
        &mut self,
        territory: &Territory,
        attack: &FairAttack,
        level: u32,
    ) -> Option<SeatValues> {
        let p = attack.probability;
        let won = self.value(&territory.after_success(attack), level + 1)?;
        if p >= 1.0 {
            return Some(won);
        }
        let lost = self.value(&territory.after_failure(attack), level + 1)?;
        Some(std::array::from_fn(|seat| p * won[seat] + (1.0 - p) * lost[seat]))
    }
}
