//! What moves and dice do: battles, reinforcements, the next player, the end of the game.
//!
//! The three steps are not inlined, so that playing an attack costs almost nothing.

use super::{
    Area, Dicewars, Ending, LAST_BATTLE, LastBattle, MAX_AREAS, MAX_SEATS, Phase, Planes,
    QUIET_ROUNDS, areas_in,
};

impl Dicewars {
    /// Applies the outcome of the pending battle.
    #[inline(never)]
    pub(super) fn fight(&mut self, won: bool) {
        let Phase::Battle { from, to } = self.phase else {
            debug_assert!(false, "no battle is pending");
            return;
        };
        self.passes = 0;
        self.battles += 1;
        self.phase = Phase::Choosing;
        if won {
            self.dice.advance(from, to);
            self.conquer(to);
        } else {
            self.dice.clear(from);
        }
        if self.battles >= LAST_BATTLE {
            self.judge();
        }
    }

    /// Gives an area to the player whose turn it is, and brings its surroundings up to date.
    #[inline]
    fn conquer(&mut self, area: Area) {
        let loser = self.owner(area);
        let winner = self.player();
        let around = self.map.neighbour_set(area);
        let mut friends = 0;
        for near in areas_in(around & self.areas_of(winner)) {
            let foes = &mut self.foes[near.index() % MAX_AREAS];
            *foes = foes.wrapping_sub(1);
            if *foes == 0 {
                self.border &= !near.bit();
            }
            friends += 1;
        }
        let left_behind = around & self.areas_of(loser);
        for near in areas_in(left_behind) {
            self.foes[near.index() % MAX_AREAS] += 1;
        }
        let foes = self.map.neighbours(area).len() as u8 - friends;
        self.foes[area.index() % MAX_AREAS] = foes;
        self.border |= left_behind | area.bit();
        if foes == 0 {
            self.border &= !area.bit();
        }
        self.areas[loser.index() % MAX_SEATS] &= !area.bit();
        self.areas[winner.index() % MAX_SEATS] |= area.bit();
        if self.areas_of(loser) == 0 {
            self.alive &= !(1 << loser.0);
            self.judge();
        }
    }

    /// Ends the game if it is over, after one of the rare battles that can end it.
    #[cold]
    fn judge(&mut self) {
        self.phase = self.judged();
    }

    /// Ends the turn: new dice fall, or nothing can be placed and the next player moves.
    #[inline(never)]
    pub(super) fn end_turn(&mut self) {
        debug_assert_eq!(self.phase, Phase::Choosing);
        self.passes += 1;
        let player = self.player();
        let dice = self.dice_in_hand(player);
        if self.own() & !self.dice.sevens() == 0 {
            self.reserves[player.index() % MAX_SEATS] = dice;
            self.pass_on();
        } else {
            self.phase = Phase::Reinforcement { dice };
        }
    }

    /// Lets the new dice fall and gives the turn to the next player.
    #[inline(never)]
    pub(super) fn reinforce(&mut self, received: Planes) {
        let Phase::Reinforcement { dice } = self.phase else {
            debug_assert!(false, "no reinforcement is pending");
            return;
        };
        debug_assert_eq!(self.check_reinforcement(received), Ok(()));
        let own = self.own();
        self.dice = self.dice.plus(received);
        // Dice are left over only when every area is full.
        let left = if own & !self.dice.sevens() == 0 {
            dice.wrapping_sub(received.sum(own) as u8)
        } else {
            0
        };
        self.reserves[self.player().index() % MAX_SEATS] = left;
        self.pass_on();
    }

    /// Gives the turn to the next player who owns an area.
    fn pass_on(&mut self) {
        loop {
            self.place += 1;
            if self.place >= self.players {
                self.place = 0;
            }
            if self.is_alive(self.player()) {
                break;
            }
        }
        self.phase = self.judged();
    }

    /// Whether the game is over, by the checks in the original's order.
    #[inline]
    pub(super) fn judged(&self) -> Phase {
        if self.passes >= QUIET_ROUNDS && self.passes >= QUIET_ROUNDS * self.players_alive() {
            return Phase::Over(Ending::QuietRounds);
        }
        let conquered = self.alive.is_power_of_two();
        if self.battles >= LAST_BATTLE && !(conquered && self.last_battle == LastBattle::Win) {
            return Phase::Over(Ending::LastBattle);
        }
        if conquered {
            return Phase::Over(Ending::Conquest);
        }
        Phase::Choosing
    }
}
