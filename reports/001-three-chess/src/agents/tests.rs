//! Every reading of the report plays, and its greedy player is greedy for points.

use ludarium_agents::Roster;
use ludarium_game::{Agent, Budget, Game, MoveList, Purpose, Rng, Seed, Tabletop, Turn};
use ludarium_three_chess::rules::{Move, Rules, ThreeChess};

/// An agent of the report.
pub(super) fn agent(text: &str) -> Box<dyn Agent<ThreeChess>> {
    let roster = Roster::of(super::entries());
    roster.recipe(text).expect("an agent of the report").agent()
}

pub(super) fn read(text: &str) -> ThreeChess {
    ThreeChess::parse(&Rules::default(), text).unwrap_or_else(|error| panic!("{error}"))
}

/// The first moves of a game of an agent against itself.
fn game(name: &str, plies: usize) -> Vec<Move> {
    let budget = Budget { iterations: Some(20), depth: Some(2), ..Budget::default() };
    let mut rng = Seed(4).stream(Purpose::Test, 0);
    let mut player = agent(name);
    let mut position = ThreeChess::start(&Rules::default(), &mut rng);
    let mut legal = MoveList::new();
    let mut played = Vec::new();
    while played.len() < plies && position.turn() != Turn::Over {
        position.moves(&mut legal);
        let decision = player.choose(&position, &budget, &mut rng);
        assert!(legal.contains(&decision.chosen), "{name}");
        position.play(decision.chosen);
        played.push(decision.chosen);
    }
    played
}

#[test]
fn every_reading_of_the_report_plays() {
    let readings = [
        "rollout=random",
        "rollout=mixed,random-share=0.3",
        "rollout=dynamic",
        "reward=normalised,c=0.5",
        "expand=all,when=second-visit",
        "perspective=root,opening=0",
        "reuse=on",
        "selection=ccb",
        "standing=0.5",
        "standing=-1,reward=normalised",
        "plies=0,eval=value",
        "plies=4,eval=material,selection=ccb",
    ];
    for reading in readings {
        let played = game(&format!("mcts:{reading}"), 15).len();
        assert!(played > 9, "{reading} ended in the opening");
    }
}

#[test]
fn greedy_promotes_but_prefers_a_queen() {
    let text = "....K.../.1....../......../......../....k.../......../......../......../....6..4/......../......../.......Q R - - - 7";
    let chosen = |text: &str| {
        let position = read(text);
        let mut greedy = agent("greedy");
        let decision = greedy.choose(&position, &Budget::default(), &mut Rng::new(Seed(3)));
        position.describe_move(decision.chosen)
    };
    assert_eq!(chosen(text), "RH1-RH4");
    assert_eq!(chosen(&text.replace('Q', ".")), "BB2-BB1");
}
