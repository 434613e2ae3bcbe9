//! Searches on the real game, and what `best` can do.

use crate::rules::evaluation::Race;
use crate::rules::{Chexers, Colour, ExitsAndCaptures};
use ludarium_game::{
    Agent, Budget, Game, MoveList, Purpose, Rng, Scores, Seat, Seed, Spec, Tabletop, Turn,
};
use ludarium_search::{
    AlphaBeta, AlphaBetaOptions, BestReply, BestReplyPlus, Coalition, MaxN, Minimax, Seen,
    TableMode,
};

use ludarium_agents::{Playable, agent};

const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

fn position(text: &str) -> Chexers {
    let rules = Chexers::rules(&Spec::named("referee")).unwrap();
    Chexers::parse(&rules, text).unwrap()
}

fn rng() -> Rng {
    Seed(5).stream(Purpose::Test, 0)
}

/// Positions of random games, none of them over.
fn random_positions(count: usize) -> Vec<Chexers> {
    let mut rng = Seed(31).stream(Purpose::Test, 1);
    let mut moves = MoveList::new();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = position(START);
        for _ in 0..rng.below(90) {
            if position.turn() != Turn::Over {
                let mv = position.pick(&mut rng, &mut moves);
                position.play(mv);
            }
        }
        if position.turn() != Turn::Over {
            positions.push(position);
        }
    }
    positions
}

fn best_scores<G: Game>(mut search: impl Agent<G>, position: &G) -> Scores {
    let decision = search.choose(position, &Budget::default(), &mut rng());
    decision.candidates[0].scores
}

#[test]
fn shallow_pruning_changes_nothing_here() {
    for position in random_positions(120) {
        let plain = MaxN::new(Race::USUAL);
        let pruned = MaxN { largest_sum: Some(Chexers::LARGEST_SUM), ..plain.clone() };
        let Turn::Seat(seat) = position.turn() else {
            unreachable!("random positions are not over");
        };
        let (plain, pruned) = (best_scores(plain, &position), best_scores(pruned, &position));
        assert!((plain.of(seat).0 - pruned.of(seat).0).abs() < 1e-5);
    }
}

/// Compares alpha-beta with everything and plain minimax on a two-seat view of the game.
fn alpha_beta_is_minimax<V: Game>(view: &V)
where
    Seen<Race>: ludarium_game::Evaluation<V>,
    Seen<ExitsAndCaptures>: ludarium_game::Gain<V>,
{
    let mut fast = AlphaBeta::new(Seen(Race::USUAL), Seen(ExitsAndCaptures));
    fast.options = AlphaBetaOptions {
        depth: 3,
        table: TableMode::Exact,
        table_mebibytes: 1,
        ..AlphaBetaOptions::default()
    };
    let plain = Minimax { depth: 3, ..Minimax::new(Seen(Race::USUAL)) };
    let (plain, fast) = (best_scores(plain, view), best_scores(fast, view));
    assert!((plain.of(Seat(0)).0 - fast.of(Seat(0)).0).abs() < 1e-5);
}

#[test]
fn paranoid_and_best_reply_searches_are_minimax_of_their_views() {
    for position in random_positions(100) {
        let seat = position.side().seat();
        let gain = std::sync::Arc::new(ExitsAndCaptures);
        alpha_beta_is_minimax(&Coalition::against(seat, position.clone()));
        alpha_beta_is_minimax(&BestReply::against(seat, position.clone()));
        alpha_beta_is_minimax(&BestReplyPlus::against(seat, position, gain));
    }
}

/// Plays a game with one agent in all seats; the position after at most `plies` plies.
fn played(name: &str, mut position: Chexers, budget: &Budget, plies: usize, seed: u64) -> Chexers {
    let mut agent = agent::<Chexers>(name).unwrap();
    let mut rng = Seed(seed).stream(Purpose::Test, 0);
    for _ in 0..plies {
        if position.turn() == Turn::Over {
            break;
        }
        position.play(agent.choose(&position, budget, &mut rng).chosen);
    }
    position
}

/// Green has three times as many pieces as it needs and two exits to go: content with that, it once walked about for 190
/// moves.
#[test]
fn a_won_game_is_finished() {
    let won = position(".g.b.gg...gg.....g..b................ g 2,2,0 400");
    let unfinished = |name: &str, nodes, plies| {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let games = (0..14).map(|seed| played(name, won.clone(), &budget, plies, seed));
        games.filter(|after| after.scores() != Scores::win(Seat(1))).count()
    };
    assert!(unfinished("best", 2000, 100) <= 1);
    // Monte Carlo tree search from the first node on.
    assert!(unfinished("best:long=0", 4000, 30) <= 1);
    assert!(unfinished("best:long=0,finish=off", 4000, 30) > 7);
}

/// Positions of games that were drawn at the limit of turns, with hundreds of plies to go.
#[test]
fn a_last_piece_is_hunted_down() {
    for text in [
        "r...r..b.......r..r..............r... r 0,3,3 306",
        "r.b.r..........r..........r.........r r 0,3,3 606",
        ".......g..g.......r..............g.gg g 3,0,3 607",
        "r........r.b...r...........r....r.... b 0,3,3 452",
    ] {
        for name in ["best:long=0", "best"] {
            let budget = Budget { nodes: Some(500), ..Budget::default() };
            let hunter = Seat(text.contains('g').into());
            let games = (0..3).map(|seed| played(name, position(text), &budget, 140, seed));
            let won = games.filter(|after| after.scores() == Scores::win(hunter));
            assert_eq!(won.count(), 3, "{name}: {text}");
            // The last piece is caught within 14 moves of the hunter.
            let soon = (0..3).map(|seed| played(name, position(text), &budget, 42, seed));
            let alone = soon.filter(|after| {
                let on_board = Colour::ALL.into_iter().filter(|&colour| after.count(colour) > 0);
                on_board.count() == 1
            });
            assert_eq!(alone.count(), 3, "{name}: {text}");
        }
    }
}

/// Visits are what only Monte Carlo tree search counts.
#[test]
fn with_more_time_best_plays_by_monte_carlo_tree_search() {
    let start = position("rrrr...........g.....bg....bg...bg..b r 0,0,0 0");
    let visits = |nodes| {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let mut best = agent::<Chexers>("best").unwrap();
        let decision = best.choose(&start, &budget, &mut rng());
        let candidates = decision.candidates.iter();
        candidates.map(|one| one.visits).sum::<u64>()
    };
    assert_eq!(visits(2000), 0);
    assert!(visits(40_000) > 1000);
}
