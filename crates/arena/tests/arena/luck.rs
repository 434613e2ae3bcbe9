//! Luck: the same for everybody who comes to the same seat, whatever the others do.

use std::collections::{HashMap, HashSet};

use ludarium_arena::testing::games;
use ludarium_arena::{Contest, Luck, Schedule, Seating, Terms, round_robin, start};
use ludarium_game::sprint::{Sprint, SprintMove};
use ludarium_game::{Agent, Budget, Decision, Game, MoveList, Purpose, Rng, Seat, Seed, Tabletop};

use super::played::{Played, named, play, rules, seated};

/// The outcomes of one pending event when seats move in this order before it is drawn, by seat.
fn outcomes(seed: Seed, movers: &[u8]) -> Vec<Vec<SprintMove>> {
    let rules = rules::<Sprint>("strict:players=4");
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let mut pending = start.clone();
    pending.play(SprintMove::Run);
    let mut luck = Luck::new(&rules, &start, seed);
    let mut drawn = vec![Vec::new(); 4];
    for &mover in movers {
        luck.observe(&start, SprintMove::Run, Some(Seat(mover)));
        drawn[usize::from(mover)].push(luck.roll(&pending));
    }
    drawn
}

#[test]
fn the_kth_event_of_a_seat_is_the_same_in_whatever_order_seats_move() {
    let in_turn = [0, 1, 2, 3].repeat(8);
    let mut one_by_one = in_turn.clone();
    one_by_one.sort_by_key(|seat| (seat * 3 + 1) % 4);
    let one = outcomes(Seed(5), &in_turn);
    assert_eq!(one, outcomes(Seed(5), &one_by_one));
    let all = [one, outcomes(Seed(6), &in_turn)].concat();
    let different: HashSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len(), "{all:?}");
}

/// The rolls of a game, named by the seat that moved before and counted for each.
fn rolls(played: &Played<Sprint>) -> HashMap<(Option<Seat>, u32), SprintMove> {
    let mut counts = HashMap::new();
    let mut last = None;
    let mut rolls = HashMap::new();
    for &(mover, mv, _) in &played.events {
        if mover.is_some() {
            last = mover;
            continue;
        }
        let count = counts.entry(last).or_insert(0);
        rolls.insert((last, *count), mv);
        *count += 1;
    }
    rolls
}

/// The die has the same sides whatever the position is, so rolls can be compared between games.
#[test]
fn games_that_diverge_keep_the_same_rolls() {
    let rules = rules::<Sprint>("strict:track=100");
    let start = Sprint::start(&rules, &mut Rng::new(Seed(1)));
    let game = |agents: [&str; 2]| {
        let players = agents.map(named).into();
        play(&rules, &start, players, &Terms::default(), Seed(77))
    };
    let (one, other) = (game(["random", "random"]), game(["one-ply", "random"]));
    assert_ne!(one.moves(), other.moves());
    let (one, other) = (rolls(&one), rolls(&other));
    let common: Vec<_> = one.keys().filter(|name| other.contains_key(name)).collect();
    assert!(common.len() > 10, "{}", common.len());
    assert!(common.iter().all(|name| one[name] == other[name]));
}

/// Plays the games of a block of a contest.
fn block_games(contest: &Contest, number: u64) -> Vec<(Vec<usize>, Played<Sprint>)> {
    let rules = rules::<Sprint>(&contest.variant);
    let block = Schedule::new(contest).block(number);
    let start: Sprint = start(&rules, &contest.openings(), block.deal, block.seed).unwrap();
    let game = |seats: Vec<usize>| {
        let players = seats.iter().map(|&agent| named(&contest.agents[agent]));
        let terms = contest.terms().unwrap();
        let played = play(&rules, &start, players.collect(), &terms, block.seed);
        (seats, played)
    };
    block.games.into_iter().map(game).collect()
}

/// In any seats, identical agents play the same game: what one wins in a seat, each other wins there too.
fn swapping_identical_agents_changes_nothing(variant: &str, text: &str, blocks: u64) {
    let seats = games().rules("sprint", Some(variant)).unwrap().seats();
    let agents = vec![text.to_owned(); seats];
    let contest = Contest {
        lineups: round_robin(seats, seats).unwrap(),
        seating: Seating::usual(seats),
        random_plies: 12,
        longest: 300,
        ..Contest::new("sprint", Some(variant), agents, 2024)
    };
    let contest = contest.resolve(&games()).unwrap();
    let mut first_moves = Vec::new();
    for number in 0..blocks {
        let games = block_games(&contest, number);
        assert_eq!(games.len(), if seats == 3 { 6 } else { seats });
        let mut totals = vec![0.0; seats];
        for (order, played) in &games {
            assert_eq!(played.moves(), games[0].1.moves(), "{variant} {text}");
            assert_eq!(played.finished.faults, []);
            for (&agent, score) in order.iter().zip(played.scores()) {
                totals[agent] += f64::from(score);
            }
        }
        // The same numbers, added in another order.
        let even = |total: &f64| (total - totals[0]).abs() < 1e-6;
        assert!(totals.iter().all(even), "{variant} {text}: {totals:?}");
        first_moves.push(games[0].1.moves());
    }
    first_moves.dedup();
    assert_eq!(first_moves.len() as u64, blocks, "blocks differ");
}

#[test]
fn identical_agents_are_exactly_even_in_every_block() {
    for text in ["random", "mcts:iterations=20", "one-ply"] {
        let blocks = if text == "random" { 6 } else { 2 };
        for variant in ["strict:track=60", "strict:players=3", "lenient:players=4"] {
            swapping_identical_agents_changes_nothing(variant, text, blocks);
        }
    }
    swapping_identical_agents_changes_nothing("strict:players=3,die=loaded", "random", 3);
}

/// Plays by a rule of its own and draws a few numbers for nothing.
struct Wasteful {
    draws: u64,
    decisions: usize,
}

impl Agent<Sprint> for Wasteful {
    fn choose(&mut self, position: &Sprint, _: &Budget, rng: &mut Rng) -> Decision<SprintMove> {
        for _ in 0..self.draws {
            rng.bits();
        }
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        self.decisions += 1;
        Decision::plain(legal[self.decisions * 7 % legal.len()])
    }
}

fn waste_changes_nothing(variant: &str) {
    let rules = rules::<Sprint>(variant);
    let start = Sprint::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
    let game = |draws| {
        let wasteful = Wasteful { draws, decisions: 0 };
        let mut players = vec![seated(wasteful)];
        players.extend((1..start.seats()).map(|_| named("random")));
        let terms = Terms { longest: 500, ..Terms::default() };
        play(&rules, &start, players, &terms, Seed(3)).moves()
    };
    let thrifty = game(0);
    assert!(thrifty.len() > 10);
    for draws in [1, 2, 19] {
        assert_eq!(game(draws), thrifty, "{variant}");
    }
}

#[test]
fn what_an_agent_draws_for_itself_changes_nobody_elses_luck() {
    waste_changes_nothing("strict");
    waste_changes_nothing("strict:players=3,die=loaded");
    waste_changes_nothing("lenient:players=4");
}

#[test]
fn the_referee_rolls_dice_of_the_game_where_the_rules_ask_for_them() {
    let rules = rules::<Sprint>("strict:track=100,die=loaded");
    for seed in 0..10 {
        let start = Sprint::start(&rules, &mut Rng::new(Seed(seed)));
        let players = (0..2).map(|_| named("random")).collect();
        let terms = Terms { longest: 30, ..Terms::default() };
        let played = play(&rules, &start, players, &terms, Seed(seed));
        let chance = played.events.iter().filter(|event| event.0.is_none());
        let outcomes: Vec<SprintMove> = chance.map(|event| event.1).collect();
        assert!(outcomes.len() > 4, "{outcomes:?}");
        let falls = [3, 2, 1, 0].map(SprintMove::Fields);
        assert!(outcomes.iter().eq(falls.iter().cycle().take(outcomes.len())));
    }
}
