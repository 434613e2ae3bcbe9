//! Challenges: how two bots agree on a game.

use std::time::{Duration, Instant};

use super::bots::{BotId, BotKind};
use super::lobby::{Begun, Lobby, Refusal};
use crate::doors::message::{AccountEvent, Challenge, Challenges, Invitation, TimeControl};

/// How long a challenge waits for an answer.
const CHALLENGE_LIFE: Duration = Duration::from_secs(300);
/// Challenges that one bot may have open.
const MOST_CHALLENGES: usize = 8;
/// The longest clock, so that times cannot overflow: a day.
const LONGEST_CLOCK: u32 = 86_400;

/// A challenge that waits for an answer.
pub(super) struct OpenChallenge {
    from: BotId,
    to: BotId,
    control: TimeControl,
    pub(super) until: Instant,
}

impl Lobby {
    /// A bot challenges another; one of our agents accepts at once.
    pub(super) fn challenge(
        &mut self,
        from: BotId,
        invitation: Invitation,
        now: Instant,
    ) -> Result<(Challenge, Option<Begun>), Refusal> {
        let to = self
            .bots
            .find(&invitation.team, &invitation.name)
            .ok_or_else(|| Refusal::new(404, "no such bot"))?;
        if to == from {
            return Err(Refusal::new(400, "a bot cannot challenge itself"));
        }
        check_control(&invitation.time_control)?;
        let open = self.challenges.values().filter(|open| open.from == from);
        if open.count() >= MOST_CHALLENGES {
            return Err(Refusal::new(429, "too many open challenges"));
        }
        let number = self.next_challenge;
        self.next_challenge += 1;
        let open = OpenChallenge {
            from,
            to,
            control: invitation.time_control,
            until: now + CHALLENGE_LIFE,
        };
        let mut told = self.describe(number, &open);
        told.target_online = Some(self.bots.get(to).listens());
        if let BotKind::House(_) = self.bots.get(to).kind {
            let begun = self.begin(from, to, open.control, now)?;
            return Ok((told, Some(begun)));
        }
        self.challenges.insert(number, open);
        let event = AccountEvent::ChallengeReceived {
            id: told.id.clone(),
            challenger: told.challenger.clone(),
        };
        self.bots.get_mut(to).tell(&event);
        Ok((told, None))
    }

    /// The challenges of a bot.
    pub(super) fn challenges(&self, bot: BotId) -> Challenges {
        let pick = |mine: fn(&OpenChallenge) -> BotId| {
            let mine = self.challenges.iter().filter(|(_, open)| mine(open) == bot);
            mine.map(|(&number, open)| self.describe(number, open))
                .collect()
        };
        Challenges {
            incoming: pick(|open| open.to),
            outgoing: pick(|open| open.from),
        }
    }

    /// A bot accepts a challenge; if there is no room the challenge stays.
    pub(super) fn accept(&mut self, bot: BotId, id: &str, now: Instant) -> Result<Begun, Refusal> {
        let number = self.find_challenge(bot, id)?;
        let open = &self.challenges[&number];
        let (from, to, control) = (open.from, open.to, open.control.clone());
        let begun = self.begin(from, to, control, now)?;
        self.challenges.remove(&number);
        Ok(begun)
    }

    /// A bot declines a challenge.
    pub(super) fn decline(&mut self, bot: BotId, id: &str) -> Result<(), Refusal> {
        let number = self.find_challenge(bot, id)?;
        if let Some(open) = self.challenges.remove(&number) {
            let event = AccountEvent::ChallengeDeclined { id: id.to_owned() };
            self.bots.get_mut(open.from).tell(&event);
        }
        Ok(())
    }

    fn find_challenge(&self, bot: BotId, id: &str) -> Result<u64, Refusal> {
        let number = id
            .strip_prefix("challenge-")
            .and_then(|text| text.parse().ok());
        let known = number.filter(|number| self.challenges.contains_key(number));
        let number = known.ok_or_else(|| Refusal::new(404, "no such challenge"))?;
        if self.challenges[&number].to != bot {
            return Err(Refusal::new(403, "the challenge is for another bot"));
        }
        Ok(number)
    }

    fn describe(&self, number: u64, open: &OpenChallenge) -> Challenge {
        Challenge {
            id: format!("challenge-{number}"),
            challenger: self.bots.get(open.from).principal(),
            target: Some(self.bots.get(open.to).principal()),
            time_control: open.control.clone(),
            target_online: None,
        }
    }
}

fn check_control(control: &TimeControl) -> Result<(), Refusal> {
    let good = match *control {
        TimeControl::Unlimited {} => true,
        TimeControl::SuddenDeath { initial_seconds } => in_range(initial_seconds, 1),
        TimeControl::Fischer {
            initial_seconds,
            increment_seconds,
        } => in_range(initial_seconds, 1) && in_range(increment_seconds, 0),
        TimeControl::PerMove { seconds_per_move } => in_range(seconds_per_move, 1),
        TimeControl::Other(_) => false,
    };
    let reason =
        "timeControl is Unlimited, SuddenDeath, Fischer or PerMove with 1 to 86400 seconds";
    good.then_some(()).ok_or_else(|| Refusal::new(400, reason))
}

fn in_range(seconds: u32, least: u32) -> bool {
    (least..=LONGEST_CLOCK).contains(&seconds)
}
