//! Starts: sound positions, the same for all games of a block.

mod table;

use ludarium_agents::Kit;
use ludarium_arena::{Contest, Openings, Schedule, start};
use ludarium_game::{Game, MoveList, Purpose, Seed, Tabletop, Turn};
use ludarium_games::chexers::Chexers;
use ludarium_games::dice_chess::{DiceChess, ThreeDice};
use ludarium_games::dicewars::Dicewars;
use ludarium_games::three_chess::ThreeChess;
use ludarium_games::tuc_chess::TucChess;
use table::rules;

#[test]
fn games_do_not_begin_where_they_are_over() {
    let rules = rules::<TucChess>("2021");
    let mut position = TucChess::start(&rules, &mut Seed(1).stream(Purpose::Test, 0));
    let mut rng = Seed(2).stream(Purpose::Test, 1);
    let mut buffer = MoveList::new();
    while position.turn() != Turn::Over {
        let mv = match position.turn() {
            Turn::Chance => position.roll(&mut rng),
            _ => position.pick(&mut rng, &mut buffer),
        };
        position.play(mv);
    }
    let agents = vec!["random".to_owned()];
    let contest = Contest {
        lineups: vec![vec![0, 0]],
        starts: vec![position.describe()],
        ..Contest::new("tuc-chess", Some("2021"), agents, 5)
    };
    let error = contest.resolve().unwrap_err().to_string();
    assert!(error.contains("it is over there"), "{error}");
}

/// Random openings are positions that can be written, not over, the same for a block and different for others.
fn openings<G: Kit>(variant: &str, plies: u64) {
    let rules = rules::<G>(variant);
    let seats = Contest::seats(G::NAME, Some(variant)).unwrap();
    let contest = Contest {
        lineups: vec![vec![0; seats]; 2],
        random_plies: plies,
        ..Contest::new(G::NAME, Some(variant), vec!["random".to_owned()], 31)
    };
    let contest = contest.resolve().unwrap();
    let schedule = Schedule::new(&contest);
    let mut seen: Vec<String> = Vec::new();
    for deal in 0..12 {
        let deals: Vec<G> = [2 * deal, 2 * deal + 1]
            .map(|number| schedule.block(number))
            .iter()
            .map(|block| start(&rules, &contest.openings(), block.deal, block.seed).unwrap())
            .collect();
        assert_eq!(deals[0], deals[1], "line-ups share the start");
        let mut legal = MoveList::new();
        deals[0].moves(&mut legal);
        assert!(matches!(deals[0].turn(), Turn::Seat(_)) && !legal.is_empty());
        let text = deals[0].describe();
        assert_eq!(G::parse(&rules, &text).as_ref(), Ok(&deals[0]));
        seen.push(text);
    }
    seen.sort_unstable();
    seen.dedup();
    // A few random moves may lead to the same place.
    assert!(
        seen.len() > 8,
        "{}: {} different starts of 12",
        G::NAME,
        seen.len()
    );
}

#[test]
fn random_openings_are_sound_in_every_game() {
    openings::<DiceChess>("seed", 6);
    openings::<ThreeDice>("three-dice", 6);
    openings::<ThreeChess>("reference", 9);
    openings::<TucChess>("2021", 6);
    openings::<Dicewars>("orig:players=5", 12);
    openings::<Chexers>("referee", 9);
}

#[test]
fn given_starts_are_taken_in_turn() {
    let rules = rules::<Chexers>("referee");
    let texts: Vec<String> = (1..4)
        .map(|plies| {
            let openings = Openings {
                random_plies: plies,
                ..Openings::default()
            };
            start::<Chexers>(&rules, &openings, 0, Seed(plies))
                .unwrap()
                .describe()
        })
        .collect();
    let openings = Openings {
        starts: texts.clone(),
        random_plies: 0,
    };
    for deal in 0..9 {
        let position: Chexers = start(&rules, &openings, deal, Seed(deal)).unwrap();
        assert_eq!(position.describe(), texts[deal as usize % 3]);
    }
}
