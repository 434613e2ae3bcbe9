//! The quirks of the report's agents, the names of the catalogue, and searches on the real game.

use crate::rules::evaluation::{Race, Weights};
use crate::rules::{Chexers, Colour, ExitsAndCaptures};
use ludarium_game::{
    Agent, Budget, Game, MoveList, Purpose, Rng, Scores, Seat, Seed, Spec, Tabletop, Turn,
};
use ludarium_search::{
    AlphaBeta, AlphaBetaOptions, BestReply, BestReplyPlus, Coalition, MaxN, Minimax, Seen,
    TableMode,
};

use super::{BetaCome, GreedyPlayer, Mode, Version};
use ludarium_agents::{Playable, agent};

const START: &str = "rrrr...........g.....bg....bg...bg..b r 0,0,0 0";

fn position(text: &str) -> Chexers {
    let rules = Chexers::rules(&Spec::named("referee")).unwrap();
    Chexers::parse(&rules, text).unwrap()
}

fn rng() -> Rng {
    Seed(5).stream(Purpose::Test, 0)
}

/// What an agent that was told nothing plays.
fn answer(agent: &mut dyn Agent<Chexers>, text: &str) -> String {
    let position = position(text);
    let decision = agent.choose(&position, &Budget::default(), &mut rng());
    position.describe_move(decision.chosen)
}

fn as_found() -> BetaCome {
    BetaCome::new(Version::AsFound, Weights::LEARNED)
}

fn corrected() -> BetaCome {
    BetaCome::new(Version::Corrected, Weights::LEARNED)
}

/// Shows an agent some moves from the start of a game.
fn told(agent: &mut BetaCome, start: &str, moves: &str) -> Chexers {
    let mut position = position(start);
    agent.begin(&position, position.side().seat());
    for mv in moves.split_whitespace() {
        let mv = position.parse_move(mv).unwrap();
        agent.observe(&position, mv);
        position.play(mv);
    }
    position
}

/// Both of Red's last pieces may leave, or walk about where they are as near as the features can see.
const LEAVING: &str = ".................................r..r r 2,0,0 0";

#[test]
fn only_the_greedy_player_takes_an_exit_that_it_misjudges() {
    assert_eq!(answer(&mut GreedyPlayer::default(), LEAVING), "3,0!");
    assert_eq!(answer(&mut as_found(), LEAVING), "3,-3>2,-3");
    assert_eq!(answer(&mut corrected(), LEAVING), "3,-3!");
}

#[test]
fn even_a_counted_exit_looks_bad_when_it_leaves_the_far_pieces_behind() {
    // One piece may leave, the other is four steps away.
    let behind = "............r....................r... r 2,0,0 0";
    assert_eq!(answer(&mut corrected(), behind), "-1,1>0,0");
    let mut leaving = BetaCome::new(Version::CorrectedLeaving, Weights::LEARNED);
    assert_eq!(answer(&mut leaving, behind), "3,-3!");
}

fn described(edge: u32) -> BetaCome {
    BetaCome::new(Version::Described { edge }, Weights::LEARNED)
}

#[test]
fn by_the_mean_of_all_distances_a_piece_leaves_once_the_others_are_near() {
    // Leaving is worth 1 of feature b, but the mean distance of the rest would be 4 instead of 2.
    let behind = "............r....................r... r 2,0,0 0";
    assert_eq!(answer(&mut described(0), behind), "-1,1>0,0");
    assert_eq!(answer(&mut described(0), LEAVING), "3,-3!");
    let mut greedy = GreedyPlayer::described(Weights::LEARNED);
    assert_eq!(answer(&mut greedy, behind), "-1,1>0,0");
    assert_eq!(answer(&mut GreedyPlayer::default(), behind), "3,-3!");
    assert_eq!(answer(&mut greedy, LEAVING), "3,-3!");
}

#[test]
fn a_step_onto_the_edge_is_worth_something_to_the_text_but_not_to_the_program() {
    let last = ".............................r....... r 3,0,0 0";
    assert_eq!(answer(&mut described(0), last), "2,-2>3,-3");
    assert_eq!(answer(&mut described(1), last), "2,-2>2,-3");
}

#[test]
fn the_search_takes_the_first_exit_at_once() {
    // A green piece is near, so this is a search; a capture would be possible.
    let near = "............................rg...r... r 2,0,0 0";
    let mut agent = as_found();
    assert_eq!(answer(&mut agent, near), "3,-3!");
    assert_eq!(agent.mode(Colour::Red), Mode::MaxN);
}

/// Red has five pieces, and a green one is next to one of them.
const CROWDED: &str = "rrrrrg............................... r 0,0,0 0";

#[test]
fn with_an_enemy_near_and_a_piece_to_spare_the_mode_flips_at_every_move() {
    let mut agent = as_found();
    let mut seen = Vec::new();
    for count in 0..4 {
        let moves = ["-3,3>-2,2", "-2,0>-1,-1", "pass", "-2,2>-3,3"][..count].join(" ");
        told(&mut agent, CROWDED, &moves);
        seen.push(agent.mode(Colour::Red));
    }
    let (greedy, search) = (Mode::Greedy, Mode::MaxN);
    assert_eq!(seen, [search, greedy, search, greedy]);
    let mut agent = corrected();
    told(&mut agent, CROWDED, "-3,3>-2,2 -2,0>-1,-1");
    assert_eq!(agent.mode(Colour::Red), Mode::Greedy);
}

#[test]
fn the_game_begins_greedy_until_somebody_is_two_hexes_away() {
    let mut agent = as_found();
    told(&mut agent, START, "");
    assert_eq!(agent.mode(Colour::Red), Mode::Greedy);
    told(&mut agent, START, "-3,3>-2,2 0,-3>0,-2 0,3>-1,3");
    assert_eq!(agent.mode(Colour::Red), Mode::MaxN);
    assert_eq!(agent.mode(Colour::Green), Mode::Greedy);
}

#[test]
fn a_search_puts_the_own_list_in_order_for_good() {
    let mut agent = as_found();
    let position = told(&mut agent, START, "-3,3>-2,2 0,-3>0,-2 0,3>-1,3");
    let before = agent.clone();
    agent.choose(&position, &Budget::default(), &mut rng());
    assert_ne!(agent.lists, before.lists);
    assert!(agent.lists.show(&position));
    let mut sorted = before.lists;
    sorted.sort_if_many(Colour::Red);
    assert_eq!(agent.lists, sorted);
}

#[test]
fn a_pass_in_search_puts_the_next_list_in_order() {
    // Red is shut in by Green, which has more than four pieces.
    let shut = "rgg.gg...g.g......................... r 0,0,0 0";
    let mut agent = as_found();
    let position = told(&mut agent, shut, "");
    let mut sorted = agent.lists.clone();
    sorted.sort_if_many(Colour::Green);
    assert_ne!(agent.lists, sorted);
    let decision = agent.choose(&position, &Budget::default(), &mut rng());
    assert_eq!(position.describe_move(decision.chosen), "pass");
    assert_eq!(agent.lists, sorted);
}

#[test]
fn converted_pieces_go_to_the_end_of_the_list() {
    let mut agent = as_found();
    let position = told(
        &mut agent,
        "r.g.....g..........r................. r 0,0,0 0",
        "",
    );
    let jump = position.parse_move("-3,0>-3,1").unwrap();
    agent.observe(&position, jump);
    let mut after = position.clone();
    after.play(jump);
    let jump = after.parse_move("-3,2^-3,0").unwrap();
    agent.observe(&after, jump);
    let green: Vec<String> = agent
        .lists
        .pieces(Colour::Green)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(green, ["-3,0", "-2,3", "-3,1"]);
}

#[test]
fn the_catalogue_knows_the_names_of_the_report() {
    let names: Vec<&str> = Chexers::entries().iter().map(|entry| entry.name).collect();
    for name in [
        "best",
        "random",
        "greedy",
        "maxn",
        "maxn-search",
        "greedy-gain",
    ] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let canonical = |text| ludarium_agents::canonical::<Chexers>(text).unwrap();
    assert_eq!(canonical("maxn:weights=learned"), "maxn");
    assert_eq!(canonical("maxn:weights=initial"), "maxn:weights=initial");
}

#[test]
fn every_agent_plays_legally_told_of_the_game_or_not() {
    let small = Budget {
        nodes: Some(60),
        iterations: Some(10),
        ..Budget::default()
    };
    let mut moves = MoveList::new();
    for entry in Chexers::entries() {
        for told in [true, false] {
            let mut agent = agent::<Chexers>(entry.name).unwrap();
            let mut rng = rng();
            let mut position = position(START);
            if told {
                agent.begin(&position, Seat(0));
            }
            while position.turn() != Turn::Over && position.ply() < 90 {
                position.moves(&mut moves);
                let mv = if position.side() == Colour::Red {
                    agent.choose(&position, &small, &mut rng).chosen
                } else {
                    position.pick(&mut rng, &mut MoveList::new())
                };
                assert!(
                    moves.contains(&mv),
                    "{} at {}",
                    entry.name,
                    position.describe()
                );
                if told {
                    agent.observe(&position, mv);
                }
                position.play(mv);
            }
        }
    }
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
        let pruned = MaxN {
            largest_sum: Some(Chexers::LARGEST_SUM),
            ..plain.clone()
        };
        let Turn::Seat(seat) = position.turn() else {
            unreachable!("random positions are not over");
        };
        let (plain, pruned) = (
            best_scores(plain, &position),
            best_scores(pruned, &position),
        );
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
    let plain = Minimax {
        depth: 3,
        ..Minimax::new(Seen(Race::USUAL))
    };
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

/// Plays a game with one agent in all seats; the position after at most so many plies.
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
        let budget = Budget {
            nodes: Some(nodes),
            ..Budget::default()
        };
        let games = (0..14).map(|seed| played(name, won.clone(), &budget, plies, seed));
        games
            .filter(|after| after.scores() != Scores::win(Seat(1)))
            .count()
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
            let budget = Budget {
                nodes: Some(500),
                ..Budget::default()
            };
            let hunter = Seat(text.contains('g').into());
            let games = (0..3).map(|seed| played(name, position(text), &budget, 140, seed));
            let won = games.filter(|after| after.scores() == Scores::win(hunter));
            assert_eq!(won.count(), 3, "{name}: {text}");
            // The last piece is caught within 14 moves of the hunter.
            let soon = (0..3).map(|seed| played(name, position(text), &budget, 42, seed));
            let alone = soon.filter(|after| {
                let on_board = Colour::ALL
                    .into_iter()
                    .filter(|&colour| after.count(colour) > 0);
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
        let budget = Budget {
            nodes: Some(nodes),
            ..Budget::default()
        };
        let mut best = agent::<Chexers>("best").unwrap();
        let decision = best.choose(&start, &budget, &mut rng());
        let candidates = decision.candidates.iter();
        candidates.map(|one| one.visits).sum::<u64>()
    };
    assert_eq!(visits(2000), 0);
    assert!(visits(40_000) > 1000);
}
