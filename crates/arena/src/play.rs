//! One game between agents.

use ludarium_game::{Agent, Budget, Decision, Game, Purpose, Seat, Seed, Turn};

/// Something that happened in a game: a seat's move or a chance outcome.
#[derive(Debug)]
pub struct Event<'a, G: Game> {
    /// The position it happened in.
    pub before: &'a G,
    /// The move or outcome.
    pub mv: G::Move,
    /// The position after it.
    pub after: &'a G,
    /// What the agent thought; `None` for chance.
    pub decision: Option<&'a Decision<G::Move>>,
}

/// Plays a game from `start` until it is over or `most` moves were made, and returns where it ended.
///
/// There is one agent for each seat. Every seat and the dice draw from streams of their own, derived from
/// `seed`, so that no agent can change another's luck. `watch` sees every event and may stop the game
/// with an error.
///
/// # Panics
/// If there are fewer agents than seats.
pub fn play<G: Game, E>(
    start: &G,
    agents: &mut [Box<dyn Agent<G>>],
    budget: &Budget,
    seed: Seed,
    most: u64,
    mut watch: impl FnMut(Event<'_, G>) -> Result<(), E>,
) -> Result<G, E> {
    let mut position = start.clone();
    let mut dice = seed.stream(Purpose::Chance, 0);
    let mut streams: Vec<_> = Seat::all(start.seats())
        .map(|seat| seed.stream(Purpose::Seat, seat.0.into()))
        .collect();
    for seat in Seat::all(start.seats()) {
        agents[seat.index()].begin(start, seat);
    }
    let mut made = 0;
    loop {
        let before = position.clone();
        let (mv, decision) = match position.turn() {
            Turn::Seat(_) if made == most => return Ok(position),
            Turn::Seat(seat) => {
                made += 1;
                let rng = &mut streams[seat.index()];
                let decision = agents[seat.index()].choose(&position, budget, rng);
                (decision.chosen, Some(decision))
            }
            Turn::Chance => (position.roll(&mut dice), None),
            Turn::Over => return Ok(position),
        };
        position.play(mv);
        for agent in agents.iter_mut() {
            agent.observe(&before, mv);
        }
        watch(Event {
            before: &before,
            mv,
            after: &position,
            decision: decision.as_ref(),
        })?;
    }
}
