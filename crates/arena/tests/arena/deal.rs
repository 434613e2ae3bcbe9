//! Starts: sound positions, the same for all games of a block.

use ludarium_arena::testing::games;
use ludarium_arena::{Contest, Openings, Schedule, start};
use ludarium_game::sprint::Sprint;
use ludarium_game::{Game, MoveList, Seed, Tabletop, Turn};

use super::played::rules;

#[test]
fn games_do_not_begin_where_they_are_over() {
    let contest = Contest {
        lineups: vec![vec![0, 0]],
        starts: vec!["12,3 2 30".to_owned()],
        ..Contest::new("sprint", None, vec!["random".to_owned()], 5)
    };
    let error = contest.resolve(&games()).unwrap_err().to_string();
    assert!(error.contains("it is over there"), "{error}");
}

/// Random openings are positions that can be written, not over, the same for a block and different for others.
fn openings(variant: &str, plies: u64) {
    let rules = rules::<Sprint>(variant);
    let erased = games().rules("sprint", Some(variant)).unwrap();
    let contest = Contest {
        lineups: vec![vec![0; erased.seats()]; 2],
        random_plies: plies,
        ..Contest::new("sprint", Some(variant), vec!["random".to_owned()], 31)
    };
    let contest = contest.resolve(&games()).unwrap();
    let schedule = Schedule::new(&contest);
    let mut seen: Vec<String> = Vec::new();
    for deal in 0..12 {
        let blocks = [2 * deal, 2 * deal + 1].map(|number| schedule.block(number));
        let deals = blocks.clone().map(|block| {
            start::<Sprint>(&rules, &contest.openings(), block.deal, block.seed).unwrap()
        });
        assert_eq!(deals[0], deals[1], "line-ups share the start");
        let mut legal = MoveList::new();
        deals[0].moves(&mut legal);
        assert!(matches!(deals[0].turn(), Turn::Seat(_)) && !legal.is_empty());
        let text = deals[0].describe();
        assert_eq!(Sprint::parse(&rules, &text).as_ref(), Ok(&deals[0]));
        let hidden = erased.opening(&contest.openings(), blocks[0].deal, blocks[0].seed);
        assert_eq!(hidden.unwrap().describe(), text);
        seen.push(text);
    }
    seen.sort_unstable();
    seen.dedup();
    // A few random moves may lead to the same place.
    assert!(seen.len() > 8, "{} different starts of 12", seen.len());
}

#[test]
fn random_openings_are_sound() {
    openings("strict:track=100", 9);
    openings("strict:players=3", 9);
    openings("lenient:players=4,die=loaded", 12);
}

#[test]
fn given_starts_are_taken_in_turn() {
    let rules = rules::<Sprint>("strict:players=3");
    let texts: Vec<String> = (1..4)
        .map(|plies| {
            let openings = Openings { random_plies: plies, ..Openings::default() };
            start::<Sprint>(&rules, &openings, 0, Seed(plies)).unwrap().describe()
        })
        .collect();
    let openings = Openings { starts: texts.clone(), random_plies: 0 };
    for deal in 0..9 {
        let position: Sprint = start(&rules, &openings, deal, Seed(deal)).unwrap();
        assert_eq!(position.describe(), texts[deal as usize % 3]);
    }
}
