//! The quirks of the report's agents, and their names.

use ludarium_agents::Roster;
use ludarium_chexers::rules::evaluation::Weights;
use ludarium_chexers::rules::{Chexers, Colour};
use ludarium_game::{
    Agent, Budget, Game, MoveList, Purpose, Rng, Seat, Seed, Spec, Tabletop, Turn,
};

use super::{BetaCome, GreedyPlayer, ThinkingMode, Version, entries};

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
    assert_eq!(agent.mode(Colour::Red), ThinkingMode::MaxN);
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
    let (greedy, search) = (ThinkingMode::Greedy, ThinkingMode::MaxN);
    assert_eq!(seen, [search, greedy, search, greedy]);
    let mut agent = corrected();
    told(&mut agent, CROWDED, "-3,3>-2,2 -2,0>-1,-1");
    assert_eq!(agent.mode(Colour::Red), ThinkingMode::Greedy);
}

#[test]
fn the_game_begins_greedy_until_somebody_is_two_hexes_away() {
    let mut agent = as_found();
    told(&mut agent, START, "");
    assert_eq!(agent.mode(Colour::Red), ThinkingMode::Greedy);
    told(&mut agent, START, "-3,3>-2,2 0,-3>0,-2 0,3>-1,3");
    assert_eq!(agent.mode(Colour::Red), ThinkingMode::MaxN);
    assert_eq!(agent.mode(Colour::Green), ThinkingMode::Greedy);
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
    let position = told(&mut agent, "r.g.....g..........r................. r 0,0,0 0", "");
    let jump = position.parse_move("-3,0>-3,1").unwrap();
    agent.observe(&position, jump);
    let mut after = position.clone();
    after.play(jump);
    let jump = after.parse_move("-3,2^-3,0").unwrap();
    agent.observe(&after, jump);
    let green: Vec<String> =
        agent.lists.pieces(Colour::Green).iter().map(ToString::to_string).collect();
    assert_eq!(green, ["-3,0", "-2,3", "-3,1"]);
}

#[test]
fn the_catalogue_knows_the_names_of_the_report() {
    let roster = Roster::of(entries());
    let canonical = |text| roster.recipe(text).unwrap().canonical().to_owned();
    assert_eq!(canonical("greedy"), "greedy");
    assert_eq!(canonical("maxn:weights=learned"), "maxn");
    assert_eq!(canonical("maxn:weights=initial"), "maxn:weights=initial");
}

#[test]
fn every_agent_plays_legally_told_of_the_game_or_not() {
    let small = Budget { nodes: Some(60), iterations: Some(10), ..Budget::default() };
    let mut moves = MoveList::new();
    let roster = Roster::of(entries());
    for entry in entries() {
        for told in [true, false] {
            let mut agent = roster.recipe(entry.name).unwrap().agent();
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
                assert!(moves.contains(&mv), "{} at {}", entry.name, position.describe());
                if told {
                    agent.observe(&position, mv);
                }
                position.play(mv);
            }
        }
    }
}
