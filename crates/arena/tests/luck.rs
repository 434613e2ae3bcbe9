//! Luck: the same for everybody who comes to the same seat, whatever the others do.

mod table;

use std::collections::{HashMap, HashSet};

use ludarium_agents::Kit;
use ludarium_arena::{Contest, Luck, Schedule, Seating, Terms, round_robin, start};
use ludarium_game::{
    Agent, Budget, Decision, Game, MoveList, Purpose, Rng, Seat, Seed, Tabletop, Turn,
};
use ludarium_games::chexers::Chexers;
use ludarium_games::dice_chess::{DiceChess, ThreeDice};
use ludarium_games::dicewars::{Dicewars, Move};
use ludarium_games::three_chess::ThreeChess;
use ludarium_games::tuc_chess::TucChess;
use table::{Played, named, play, rules, seated};

/// The outcomes of one pending event when seats move in this order before it is drawn, by seat.
fn outcomes(seed: Seed, movers: &[u8]) -> Vec<Vec<Move>> {
    let rules = rules::<Dicewars>("flat");
    let start = Dicewars::start(&rules, &mut Rng::new(Seed(1)));
    let mut pending = start.clone();
    pending.play(Move::EndTurn);
    let mut luck = Luck::new(&rules, &start, seed);
    let mut drawn = vec![Vec::new(); 4];
    for &mover in movers {
        luck.observe(&start, Move::EndTurn, Some(Seat(mover)));
        drawn[usize::from(mover)].push(luck.roll(&pending));
    }
    drawn
}

#[test]
fn the_kth_event_of_a_seat_is_the_same_in_whatever_order_seats_move() {
    let one = outcomes(Seed(5), &[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
    let other = outcomes(Seed(5), &[3, 3, 3, 0, 2, 2, 2, 1, 1, 0, 1, 0]);
    assert_eq!(one, other);
    let mut all: Vec<Move> = one.into_iter().flatten().collect();
    all.extend(outcomes(Seed(6), &[0, 1, 2, 3]).into_iter().flatten());
    let different: HashSet<_> = all.iter().collect();
    // A few of the many ways in which seven dice can fall may coincide.
    assert!(different.len() > all.len() / 2, "{all:?}");
}

/// The rolls of a game, named by the seat that moved before and counted for each.
fn rolls<G: Tabletop>(played: &Played<G>) -> HashMap<(Option<Seat>, u32), G::Move> {
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

/// Three dice are thrown whatever the position is, so rolls can be compared between games.
#[test]
fn games_that_diverge_keep_the_same_rolls() {
    let rules = rules::<ThreeDice>("three-dice");
    let start = ThreeDice::start(&rules, &mut Rng::new(Seed(1)));
    let game = |agents: [&str; 2]| {
        let players = agents.map(named).into();
        play(&rules, &start, players, &Terms::default(), Seed(77))
    };
    let (one, other) = (game(["random", "random"]), game(["greedy", "random"]));
    assert_ne!(one.moves(), other.moves());
    let (one, other) = (rolls(&one), rolls(&other));
    let common: Vec<_> = one.keys().filter(|name| other.contains_key(name)).collect();
    assert!(common.len() > 10, "{}", common.len());
    assert!(common.iter().all(|name| one[name] == other[name]));
}

/// Plays the games of a block of a contest.
fn games<G: Kit>(contest: &Contest, number: u64) -> Vec<(Vec<usize>, Played<G>)> {
    let rules = rules::<G>(&contest.variant);
    let block = Schedule::new(contest).block(number);
    let start: G = start(&rules, &contest.openings(), block.deal, block.seed).unwrap();
    let game = |seats: Vec<usize>| {
        let players = seats.iter().map(|&agent| named(&contest.agents[agent]));
        let terms = contest.terms().unwrap();
        let played = play(&rules, &start, players.collect(), &terms, block.seed);
        (seats, played)
    };
    block.games.into_iter().map(game).collect()
}

/// Whoever sits down, identical agents play the same game: what one wins in a seat, each other wins there too.
fn swapping_identical_agents_changes_nothing<G: Kit>(variant: &str, text: &str, blocks: u64) {
    let seats = Contest::seats(G::NAME, Some(variant)).unwrap();
    let agents = vec![text.to_owned(); seats];
    let contest = Contest {
        lineups: round_robin(seats, seats).unwrap(),
        seating: Seating::usual(seats),
        random_plies: 2,
        longest: 300,
        ..Contest::new(G::NAME, Some(variant), agents, 2024)
    };
    let contest = contest.resolve().unwrap();
    let mut first_moves = Vec::new();
    for number in 0..blocks {
        let games = games::<G>(&contest, number);
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
fn identical_agents_are_exactly_even_in_every_block_of_games_with_chance() {
    for text in ["random", "mcts:iterations=20", "greedy"] {
        let blocks = if text == "random" { 6 } else { 2 };
        swapping_identical_agents_changes_nothing::<DiceChess>("seed", text, blocks);
        swapping_identical_agents_changes_nothing::<ThreeDice>("three-dice", text, blocks);
        swapping_identical_agents_changes_nothing::<TucChess>("2021", text, blocks);
        swapping_identical_agents_changes_nothing::<Dicewars>("flat:players=2", text, blocks);
        swapping_identical_agents_changes_nothing::<Dicewars>("orig:players=4", text, blocks);
    }
    let fixed = "flat:players=3,ownership=42,strength=42,fixed=42";
    swapping_identical_agents_changes_nothing::<Dicewars>(fixed, "random", 3);
}

#[test]
fn identical_agents_are_exactly_even_without_chance_too() {
    swapping_identical_agents_changes_nothing::<Chexers>("referee", "random", 3);
    swapping_identical_agents_changes_nothing::<ThreeChess>("reference", "random", 3);
}

/// Plays by a rule of its own and draws so many numbers for nothing.
struct Wasteful {
    draws: u64,
    decisions: usize,
}

impl<G: Tabletop> Agent<G> for Wasteful {
    fn choose(&mut self, position: &G, _: &Budget, rng: &mut Rng) -> Decision<G::Move> {
        for _ in 0..self.draws {
            rng.bits();
        }
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        self.decisions += 1;
        Decision::plain(legal[self.decisions * 7 % legal.len()])
    }
}

fn waste_changes_nothing<G: Kit>(variant: &str) {
    let rules = rules::<G>(variant);
    let start = G::start(&rules, &mut Seed(1).stream(Purpose::Start, 0));
    let game = |draws| {
        let wasteful = Wasteful {
            draws,
            decisions: 0,
        };
        let mut players = vec![seated::<G>(wasteful)];
        players.extend((1..start.seats()).map(|_| named("random")));
        let terms = Terms {
            longest: 500,
            ..Terms::default()
        };
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
    waste_changes_nothing::<DiceChess>("seed");
    waste_changes_nothing::<ThreeDice>("three-dice");
    waste_changes_nothing::<TucChess>("2021");
    waste_changes_nothing::<Dicewars>("flat");
    waste_changes_nothing::<Dicewars>("flat:fixed=1");
    waste_changes_nothing::<Chexers>("referee");
    waste_changes_nothing::<ThreeChess>("reference");
}

/// Attacks while it can.
struct Aggressor;

impl Agent<Dicewars> for Aggressor {
    fn choose(&mut self, position: &Dicewars, _: &Budget, _: &mut Rng) -> Decision<Move> {
        let mut legal = MoveList::new();
        position.moves(&mut legal);
        Decision::plain(legal[0])
    }
}

/// The original's course tournament: with four players the first two battles are the same in every game.
#[test]
fn the_referee_rolls_the_originals_dice_where_the_rules_ask_for_them() {
    let rules = rules::<Dicewars>("flat:ownership=42,strength=42,fixed=42");
    for seed in 0..10 {
        let start = Dicewars::start(&rules, &mut Rng::new(Seed(seed)));
        let players = (0..4).map(|_| seated(Aggressor)).collect();
        let terms = Terms {
            longest: 2,
            ..Terms::default()
        };
        let played = play(&rules, &start, players, &terms, Seed(seed));
        let chance = played.events.iter().filter(|event| event.0.is_none());
        let outcomes: Vec<Move> = chance.map(|event| event.1).collect();
        assert_eq!(outcomes, [Move::Lost, Move::Won]);
        assert_ne!(played.finished.end.turn(), Turn::Over);
    }
}
