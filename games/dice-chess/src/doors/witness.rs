//! Checks the dice of a game: remembers what the server said about them, and compares it with the seeds at the end.

use std::collections::BTreeMap;

use crate::rules::Kind;

use super::commitment::ServerSeed;
use super::message::{GameEvent, GameState, GameStatus, Side, Sides};

/// No game has more rolls than this.
const MOST_ROLLS: u64 = 20_000;
/// So many contradictions are reported.
const MOST_CONTRADICTIONS: usize = 8;

/// What the end of a game shows about its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceCheck {
    /// All rolls that were seen follow from the seed that was committed to.
    Proven {
        /// How many were seen.
        rolls: usize,
        /// Whether the seed that we sent is part of them.
        ours: bool,
    },
    /// The seed was not revealed, so nothing can be checked.
    Unknown,
    /// The server contradicts itself.
    Broken(Vec<String>),
}

/// Remembers the commitment and the rolls of one game.
#[derive(Clone, Debug)]
pub struct Witness {
    side: Side,
    /// Our name for the dice, which is used instead of a seed that came too late.
    id: Option<String>,
    /// The seed that we sent.
    seed: Option<String>,
    commit: Option<String>,
    /// The number of the next roll, once a snapshot has said it.
    next: Option<u64>,
    /// Each roll with its dice sorted, since their order means nothing in the game.
    rolls: BTreeMap<u64, [u8; 3]>,
    contradictions: Vec<String>,
}

impl Witness {
    /// A witness of a game in which we have a side, have sent a seed, and are known by a name.
    pub fn new(side: Side, seed: Option<String>, id: Option<String>) -> Witness {
        Witness {
            side,
            id,
            seed,
            commit: None,
            next: None,
            rolls: BTreeMap::new(),
            contradictions: Vec::new(),
        }
    }

    /// Handles an event of the game; the result when it is over.
    pub fn hear(&mut self, event: &GameEvent) -> Option<DiceCheck> {
        match event {
            GameEvent::Snapshot { state, history, .. } => {
                for (n, turn) in (0..).zip(history) {
                    self.see(n, &turn.dice);
                }
                let done = history.len() as u64;
                if let Some(dice) = pool(&state.dfen).filter(|_| state.dice_pending) {
                    self.see(done, &dice);
                }
                self.next = Some(done + u64::from(state.dice_pending));
                self.look(state)
            }
            GameEvent::DiceRolled { dice, .. } => {
                if let Some(n) = self.next {
                    self.see(n, dice);
                    self.next = Some(n + 1);
                }
                None
            }
            GameEvent::GameEnded {
                seed, client_seeds, ..
            } => Some(self.judge(seed.as_deref(), client_seeds.as_ref())),
            GameEvent::TurnPlayed { .. } | GameEvent::Rejected { .. } => None,
        }
    }

    /// Reads the public state of the game; the result when it is over.
    pub fn look(&mut self, state: &GameState) -> Option<DiceCheck> {
        match &self.commit {
            None => self.commit = Some(state.commit.clone()),
            Some(commit) if *commit != state.commit => self.contradict(format!(
                "the commitment was {} and is now {}",
                short(commit),
                short(&state.commit)
            )),
            Some(_) => {}
        }
        let over = matches!(state.status, GameStatus::Ended { .. });
        over.then(|| self.judge(state.seed.as_deref(), state.client_seeds.as_ref()))
    }

    fn see(&mut self, n: u64, dice: &[u8]) {
        let Ok(mut roll) = <[u8; 3]>::try_from(dice) else {
            return self.contradict(format!("roll {n} has {} dice instead of 3", dice.len()));
        };
        if n >= MOST_ROLLS {
            return;
        }
        roll.sort_unstable();
        match self.rolls.insert(n, roll) {
            Some(earlier) if earlier != roll => {
                self.contradict(format!("roll {n} was {earlier:?} and is now {roll:?}"));
            }
            _ => {}
        }
    }

    fn judge(&mut self, seed: Option<&str>, players: Option<&Sides<String>>) -> DiceCheck {
        let (Some(text), Some(players)) = (seed, players) else {
            return match self.contradictions.is_empty() {
                true => DiceCheck::Unknown,
                false => DiceCheck::Broken(self.contradictions.clone()),
            };
        };
        let used = players.of(self.side);
        let ours = self.seed.as_ref() == Some(used);
        if self.seed.is_some() && !ours && self.id.as_ref().is_some_and(|id| id != used) {
            self.contradict(format!("our seed was replaced by {}", short(used)));
        }
        match ServerSeed::read(text) {
            None => self.contradict(format!(
                "the seed is {} instead of 64 hexadecimal digits",
                short(text)
            )),
            Some(seed) => {
                if let Some(commit) = &self.commit
                    && *commit != seed.commit()
                {
                    self.contradict(format!(
                        "the seed has the hash {}, but {} was committed to",
                        short(&seed.commit()),
                        short(commit)
                    ));
                }
                for (n, seen) in std::mem::take(&mut self.rolls) {
                    let mut roll = seed.roll(players, n);
                    roll.sort_unstable();
                    if roll != seen {
                        self.contradict(format!(
                            "roll {n} was {seen:?}, but the seeds give {roll:?}"
                        ));
                    }
                    self.rolls.insert(n, seen);
                }
            }
        }
        match self.contradictions.is_empty() {
            true => DiceCheck::Proven {
                rolls: self.rolls.len(),
                ours,
            },
            false => DiceCheck::Broken(self.contradictions.clone()),
        }
    }

    fn contradict(&mut self, contradiction: String) {
        if self.contradictions.len() < MOST_CONTRADICTIONS {
            self.contradictions.push(contradiction);
        }
    }
}

/// The three dice that a position shows as its seventh field.
fn pool(dfen: &str) -> Option<Vec<u8>> {
    let letters = dfen.split(' ').nth(6)?.chars();
    let dice: Option<Vec<u8>> = letters
        .map(|letter| Kind::from_letter(letter).map(Kind::face))
        .collect();
    dice.filter(|dice| dice.len() == 3)
}

/// Enough of a text from outside to recognise it.
fn short(text: &str) -> String {
    text.chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use super::super::message::{PlayedTurn, TimeControl};
    use super::*;

    const OURS: &str = "white-seed-000001";

    fn seed() -> ServerSeed {
        let mut bytes = [0; 32];
        bytes[31] = 1;
        ServerSeed::new(bytes)
    }

    fn players() -> Sides<String> {
        Sides {
            white: OURS.into(),
            black: "black-seed-000002".into(),
        }
    }

    fn snapshot(commit: &str, history: &[[u8; 3]]) -> GameEvent {
        let turn = |dice: &[u8; 3]| PlayedTurn {
            seat: Side::White,
            dice: dice.to_vec(),
            moves: Vec::new(),
            fen_after: String::new(),
        };
        GameEvent::Snapshot {
            v: 0,
            state: Box::new(GameState {
                version: 0,
                dfen: String::new(),
                active_seat: Side::White,
                dice_pending: false,
                status: GameStatus::Active {},
                time_control: TimeControl::default(),
                clocks: None,
                commit: commit.into(),
                seed: None,
                client_seeds: None,
                legal_moves: None,
                players: None,
            }),
            history: history.iter().map(turn).collect(),
        }
    }

    fn rolled(dice: [u8; 3]) -> GameEvent {
        GameEvent::DiceRolled {
            v: 1,
            seat: Side::White,
            dice: dice.to_vec(),
            dfen: String::new(),
            clocks: None,
            legal_moves: None,
        }
    }

    fn ended(seed: Option<String>, players: Sides<String>) -> GameEvent {
        let text = r#"{"GameEnded":{"v":9,"over":{"result":{"Draw":{}},"termination":"Draw"}}}"#;
        let Ok(GameEvent::GameEnded { v, over, .. }) = serde_json::from_str(text) else {
            panic!("the text is a game's end");
        };
        GameEvent::GameEnded {
            v,
            over,
            seed,
            client_seeds: Some(players),
        }
    }

    fn witness() -> Witness {
        Witness::new(
            Side::White,
            Some(OURS.into()),
            Some("bot:team:anon:x".into()),
        )
    }

    /// A witness of rolls 0 to 3, the first two from the history.
    fn informed() -> Witness {
        let mut witness = witness();
        let commit = seed().commit();
        assert_eq!(
            witness.hear(&snapshot(&commit, &[[6, 1, 6], [3, 1, 3]])),
            None
        );
        assert_eq!(witness.hear(&rolled([3, 1, 3])), None);
        assert_eq!(witness.hear(&rolled([3, 2, 1])), None);
        witness
    }

    #[test]
    fn honest_dice_are_proven() {
        let end = ended(Some(seed().reveal()), players());
        assert_eq!(
            informed().hear(&end),
            Some(DiceCheck::Proven {
                rolls: 4,
                ours: true
            })
        );
    }

    #[test]
    fn a_seed_that_came_too_late_is_reported() {
        let mut late = players();
        late.white = "bot:team:anon:x".into();
        let mut witness = witness();
        witness.hear(&snapshot(&seed().commit(), &[]));
        witness.hear(&rolled(seed().roll(&late, 0)));
        let check = witness.hear(&ended(Some(seed().reveal()), late));
        assert_eq!(
            check,
            Some(DiceCheck::Proven {
                rolls: 1,
                ours: false
            })
        );
    }

    #[test]
    fn another_seed_than_the_committed_one_is_noticed() {
        let other = ServerSeed::new([7; 32]);
        let Some(DiceCheck::Broken(why)) = informed().hear(&ended(Some(other.reveal()), players()))
        else {
            panic!("the seed is another one");
        };
        assert!(why[0].contains("was committed to"), "{why:?}");
    }

    #[test]
    fn a_pending_roll_is_seen_too() {
        let mut late = witness();
        let mut event = snapshot(&seed().commit(), &[[6, 1, 6]]);
        if let GameEvent::Snapshot { state, .. } = &mut event {
            state.dice_pending = true;
            state.dfen = "8/8/8/8/8/8/8/8 w - - 0 1 PBB".into();
        }
        late.hear(&event);
        late.hear(&rolled([3, 1, 3]));
        let end = ended(Some(seed().reveal()), players());
        let proven = DiceCheck::Proven {
            rolls: 3,
            ours: true,
        };
        assert_eq!(late.hear(&end), Some(proven));
    }

    #[test]
    fn a_changed_roll_is_noticed() {
        let mut witness = informed();
        witness.hear(&rolled([1, 1, 1]));
        let Some(DiceCheck::Broken(why)) = witness.hear(&ended(Some(seed().reveal()), players()))
        else {
            panic!("roll 4 is 422");
        };
        assert_eq!(why, ["roll 4 was [1, 1, 1], but the seeds give [2, 2, 4]"]);
    }

    #[test]
    fn a_rewritten_history_is_noticed() {
        let mut witness = informed();
        witness.hear(&snapshot("00", &[[6, 1, 6], [3, 1, 2]]));
        let Some(DiceCheck::Broken(why)) = witness.hear(&ended(None, players())) else {
            panic!("roll 1 and the commitment changed");
        };
        assert_eq!(why.len(), 2, "{why:?}");
    }

    #[test]
    fn a_replaced_seed_and_a_missing_one_are_reported() {
        let mut forged = players();
        forged.white = "somebody-else-0001".into();
        let Some(DiceCheck::Broken(why)) = informed().hear(&ended(Some(seed().reveal()), forged))
        else {
            panic!("our seed was replaced");
        };
        assert!(why[0].contains("replaced"), "{why:?}");
        assert_eq!(
            informed().hear(&ended(None, players())),
            Some(DiceCheck::Unknown)
        );
        let Some(DiceCheck::Broken(why)) = informed().hear(&ended(Some("é".into()), players()))
        else {
            panic!("that is no seed");
        };
        assert!(why[0].contains("hexadecimal"), "{why:?}");
    }
}
