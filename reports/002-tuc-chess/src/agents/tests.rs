//! What the report's board and the report's agents do, quirk by quirk.

use ludarium_game::{
    Agent, Budget, Evaluation, Game, MoveList, Rng, Scores, Seat, Seed, Spec, Tabletop, Turn,
};
use ludarium_search::mcts::Reward;
use ludarium_tuc_chess::rules::{
    BLACK, Move, ReportEvaluation, Square, TucChess, WHITE, shares_of_lead,
};

use super::board::{BoardSettings, Generator, ReportBoard};
use super::simulation_reward::{SimulationReward, Winner};
use ludarium_agents::Roster;

fn agent(text: &str) -> Box<dyn Agent<TucChess>> {
    let roster = Roster::of(super::entries());
    roster.recipe(text).unwrap().agent()
}

fn position(variant: &str, text: &str) -> TucChess {
    let rules = TucChess::rules(&Spec::parse(variant).unwrap()).unwrap();
    TucChess::parse(&rules, text).unwrap()
}

fn board(text: &str) -> ReportBoard {
    ReportBoard::at_root(&position("2021", text), BoardSettings::default())
}

fn square(text: &str) -> Square {
    let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
    Square::new(digits[0], digits[1]).unwrap()
}

fn step(text: &str) -> Move {
    Move::step(square(&text[..2]), square(&text[2..]))
}

fn listed(board: &ReportBoard) -> Vec<Move> {
    let mut list = MoveList::new();
    board.moves(&mut list);
    list.to_vec()
}

fn after(mut board: ReportBoard, steps: &[&str]) -> ReportBoard {
    for text in steps {
        assert!(listed(&board).contains(&step(text)), "{text}");
        board.play(step(text));
    }
    board
}

/// The positions of random games in which a seat is to move, every third of them.
fn random_positions(games: u64) -> Vec<TucChess> {
    let rules = TucChess::rules(&Spec::named("2021")).unwrap();
    let mut found = Vec::new();
    let mut buffer = MoveList::new();
    for seed in 0..games {
        let mut rng = Rng::new(Seed(seed));
        let mut here = TucChess::start(&rules, &mut rng);
        for ply in 0.. {
            let mv = match here.turn() {
                Turn::Over => break,
                Turn::Chance => here.roll(&mut rng),
                Turn::Seat(_) => {
                    if ply % 3 == 0 {
                        found.push(here);
                    }
                    here.pick(&mut rng, &mut buffer)
                }
            };
            here.play(mv);
        }
    }
    found
}

#[test]
fn at_the_root_the_board_has_the_moves_of_the_game_in_its_order() {
    let positions = random_positions(40);
    assert!(positions.len() > 500);
    let mut shortened = 0;
    let mut list = MoveList::new();
    for here in &positions {
        here.moves(&mut list);
        let complete = ReportBoard::at_root(here, BoardSettings::default());
        assert_eq!(listed(&complete), list.to_vec(), "{}", here.describe());
        let all = list.len();
        here.template_moves(&mut list);
        let client = BoardSettings { generator: Generator::Template, ..BoardSettings::default() };
        let template = ReportBoard::at_root(here, client);
        assert_eq!(listed(&template), list.to_vec(), "{}", here.describe());
        shortened += usize::from(list.len() < all);
    }
    assert!(shortened > 50, "{shortened}");
}

#[test]
fn a_pawn_on_the_last_row_stays_without_moves_and_can_be_captured() {
    let root = board("....k/P..../..r../...../...../...../K.... w 0 0 4");
    let arrived = after(root, &["1000"]);
    assert_eq!(arrived.lead_in_tenths(), root.lead_in_tenths());
    let later = after(arrived, &["0403"]);
    assert!(!listed(&later).iter().any(|mv| *mv == step("0000")));
    assert_eq!(listed(&later), [step("6050"), step("6061")]);
    let captured = after(later, &["6050", "2220", "5040", "2000"]);
    assert_eq!(captured.lead_in_tenths(), root.lead_in_tenths() - 10);
}

#[test]
fn presents_count_nine_tenths_from_the_root_on_and_do_not_come_back() {
    let root = board("..k../...../.*R../...../...../...../..K.. w 9 0 3");
    assert_eq!((root.lead_in_tenths(), root.score_in_tenths()), (30, 90));
    let taken = after(root, &["2221"]);
    assert_eq!((taken.lead_in_tenths(), taken.score_in_tenths()), (39, 99));
    assert_eq!(ReportEvaluation.evaluate(&taken), shares_of_lead(3.9));
    // The present stopped the rook; now the way is free.
    assert!(!listed(&root).contains(&step("2220")));
    assert!(listed(&after(taken, &["0201"])).contains(&step("2120")));
}

#[test]
fn a_captured_king_stops_the_line_and_two_kings_do_not() {
    let captured = after(board("..k../..R../...../...../...../..r../..K.. w 0 9 4"), &["1202"]);
    assert_eq!(captured.turn(), Turn::Over);
    assert_eq!(captured.scores(), shares_of_lead(8.0));
    let kings = after(board("..k../...../...../...../...../r..../K.... w 0 0 3"), &["6050"]);
    assert_eq!(kings.turn(), Turn::Seat(BLACK));
}

/// The position that the report prints, a move before, with the row that its picture lost.
#[test]
fn a_side_without_a_move_loses() {
    let stuck = after(board("....p/....p/...pP/.k.PK/....P/...../..... b 0 0 8"), &["3132"]);
    assert!(stuck.is_stalemate());
    assert_eq!((stuck.turn(), stuck.mover()), (Turn::Over, WHITE));
    assert_eq!(stuck.scores(), Scores::win(BLACK));
    let reward = SimulationReward { winner: Winner::HigherScore, draw: 0.5 };
    assert_eq!(reward.finished(&stuck), Scores::win(BLACK));
}

/// Until a pawn reaches the last row, the board and the game without new presents are the same.
#[test]
fn the_lead_is_the_pieces_and_the_presents_taken() {
    let mut compared = 0;
    let mut list = MoveList::new();
    for (seed, root) in random_positions(8).into_iter().enumerate() {
        let mut rng = Rng::new(Seed(seed as u64));
        let mut here = root;
        let mut board = ReportBoard::at_root(&root, BoardSettings::default());
        let mut presents = 0;
        while let Turn::Seat(seat) = here.turn() {
            let mv = here.pick(&mut rng, &mut list);
            let effect = here.effect(mv);
            if effect.last_row_point.is_some() {
                break;
            }
            if effect.present {
                presents += if seat == WHITE { 1 } else { -1 };
            }
            here.play(mv);
            if here.turn() == Turn::Chance {
                here.play(Move::outcome(effect.present.then_some(1), None));
            }
            board.play(mv);
            let expected = 10 * here.lead_in_material() as i32 + 9 * presents;
            assert_eq!(board.lead_in_tenths(), expected, "{}", here.describe());
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn rewards_follow_the_reading() {
    // White takes the king and is still a point behind.
    let end = after(board("..k../..R../...../...../...../..r../..K.. w 0 9 4"), &["1202"]);
    let reward = |winner, draw| SimulationReward { winner, draw }.finished(&end);
    assert_eq!(reward(Winner::HigherScore, 0.5), Scores::win(BLACK));
    assert_eq!(reward(Winner::Capturer, 0.5), Scores::win(WHITE));
    let level = after(board("..k../..R../...../...../...../..r../..K.. w 1 9 4"), &["1202"]);
    for draw in [0.0, 0.5] {
        let reward = SimulationReward { winner: Winner::HigherScore, draw };
        assert_eq!(reward.finished(&level), Scores::new(&[draw, draw]));
    }
}

/// The report's minimax in as few words as possible, in tenths of a point: White maximises, Black
/// minimises, and the first of the best moves is kept.
fn plain_minimax(board: &ReportBoard, depth: u32) -> (i32, Option<Move>) {
    if board.is_stalemate() {
        let lost = if board.mover() == WHITE { -9999 } else { 9999 };
        return (lost, None);
    }
    if depth == 0 || board.turn() == Turn::Over {
        return (board.lead_in_tenths(), None);
    }
    let sign = if board.mover() == WHITE { 1 } else { -1 };
    let mut best = (i32::MIN, None);
    for mv in listed(board) {
        let mut child = *board;
        child.play(mv);
        let value = sign * plain_minimax(&child, depth - 1).0;
        if value > best.0 {
            best = (value, Some(mv));
        }
    }
    (sign * best.0, best.1)
}

fn choose(text: &str, here: &TucChess) -> ludarium_game::Decision<Move> {
    let mut agent = agent(text);
    agent.choose(here, &Budget::default(), &mut Rng::new(Seed(0)))
}

#[test]
fn minimax_makes_the_decisions_of_its_definition() {
    let positions = random_positions(6);
    assert!(positions.len() > 100);
    for here in &positions {
        let board = ReportBoard::at_root(here, BoardSettings::default());
        let (value, best) = plain_minimax(&board, 3);
        let decision = choose("minimax:depth=3", here);
        assert_eq!(Some(decision.chosen), best, "{}", here.describe());
        if value.abs() < 9999 {
            let found = decision.candidates[0].scores.of(WHITE).0;
            let expected = shares_of_lead(f64::from(value) / 10.0).of(WHITE).0;
            assert!((found - expected).abs() < 1e-6);
        }
    }
}

#[test]
fn alpha_beta_without_pruned_moves_has_the_value_of_minimax() {
    for here in random_positions(6) {
        let pruned = choose("alphabeta:prune=64,single=64,last=4", &here);
        let plain = choose("minimax:depth=4", &here);
        let [a, b] = [&pruned, &plain].map(|d| d.candidates[0].scores.of(WHITE).0);
        assert!((a - b).abs() < 1e-6, "{}", here.describe());
        assert!(pruned.nodes <= plain.nodes);
    }
}

#[test]
fn unsorted_alpha_beta_has_the_same_value_from_more_positions() {
    let mut nodes = [0; 3];
    for here in random_positions(6) {
        let [sorted, unsorted, plain] = [
            "alphabeta:prune=64,single=64,last=4",
            "alphabeta:prune=64,single=64,last=4,sort=off",
            "minimax:depth=4",
        ]
        .map(|text| choose(text, &here));
        let [a, b] = [&unsorted, &plain].map(|d| d.candidates[0].scores.of(WHITE).0);
        assert!((a - b).abs() < 1e-6, "{}", here.describe());
        for (sum, decision) in nodes.iter_mut().zip([sorted, unsorted, plain]) {
            *sum += decision.nodes;
        }
    }
    assert!(nodes.is_sorted_by(|a, b| a < b), "{nodes:?}");
}

#[test]
fn a_table_changes_no_decision_and_saves_positions() {
    let mut nodes = [0; 2];
    for name in ["minimax:depth=4", "alphabeta:last=8"] {
        for here in random_positions(3) {
            let plain = choose(name, &here);
            let tabled = choose(&format!("{name},table=1"), &here);
            assert_eq!(tabled.chosen, plain.chosen, "{}", here.describe());
            let [a, b] = [&plain, &tabled].map(|d| d.candidates[0].scores);
            assert_eq!(a, b, "{}", here.describe());
            nodes[0] += plain.nodes;
            nodes[1] += tabled.nodes;
        }
    }
    assert!(nodes[1] < nodes[0] * 9 / 10, "{nodes:?}");
}

/// White's pawn has come two rows, 2 tenths each; both sides threaten a rook, which counts half of 30 tenths.
#[test]
fn where_the_pieces_stand_is_worth_what_it_says() {
    let text = "..k../...../..R../..r../P..../..K../..... w 0 0 5";
    let root = board(text);
    let count = |seat| listed(&root.seen_by(seat)).len() as i32;
    let white = 4 + count(WHITE) + 15;
    let black = count(BLACK) + 15;
    assert_eq!(root.standing_in_tenths(), white - black);
    let blended = |positional| {
        let settings = BoardSettings { positional, ..BoardSettings::default() };
        let board = ReportBoard::at_root(&position("2021", text), settings);
        ReportEvaluation.evaluate(&board)
    };
    let standing = f64::from(white - black) / 10.0;
    assert_eq!(blended(0), shares_of_lead(1.0));
    assert_eq!(blended(25), shares_of_lead(0.75 + 0.25 * standing));
    assert_eq!(blended(100), shares_of_lead(standing));
}

#[test]
fn the_blend_changes_decisions_and_is_the_same_for_both_sides() {
    let differ = random_positions(6).into_iter().filter(|here| {
        choose("minimax:depth=2", here).chosen
            != choose("minimax:depth=2,positional=50", here).chosen
    });
    assert!(differ.count() > 20);
    let here = board("prkrp/p.p.p/....p/*p**./..P../PP*P./PRKRP b 1 2 19");
    let mirrored = board("prkrp/pp*p./..p../*P**./....P/P.P.P/PRKRP w 2 1 19");
    assert_eq!(here.standing_in_tenths(), -mirrored.standing_in_tenths());
    assert_ne!(here.standing_in_tenths(), 0);
}

/// Both readings of the depth at the root: the second sees one ply less.
#[test]
fn the_root_of_abminimax_is_at_depth_0_or_1() {
    let start = random_positions(1)[0];
    let depths = ["alphabeta", "alphabeta:root=1"].map(|text| choose(text, &start).depth);
    assert_eq!(depths, [13, 12]);
}

#[test]
fn a_board_that_comes_back_gets_the_same_answer_whatever_the_score() {
    let first = "..k../r.p../.*R../...../...../.p.../..K.. w 9 0 6";
    let again = position("2021", &first.replace("9 0", "3 5"));
    let first = position("2021", first);
    for name in ["minimax:depth=3", "alphabeta:last=5", "mcts:iterations=50"] {
        let mut player = agent(name);
        let mut rng = Rng::new(Seed(5));
        player.begin(&first, Seat(0));
        let thought = player.choose(&first, &Budget::default(), &mut rng);
        let remembered = player.choose(&again, &Budget::default(), &mut rng);
        assert!(thought.nodes > 0);
        assert_eq!((remembered.chosen, remembered.nodes), (thought.chosen, 0));
        player.begin(&first, Seat(0));
        assert!(player.choose(&again, &Budget::default(), &mut rng).nodes > 0);
        let forgetful = format!("{name},cache=off");
        let mut player = agent(&forgetful);
        for _ in 0..2 {
            assert!(player.choose(&first, &Budget::default(), &mut rng).nodes > 0);
        }
    }
}

#[test]
fn the_courses_client_plays_only_moves_of_its_own_list() {
    // The pawn may capture, but the client only steps onto the last row.
    let here = position("2021", "r.k../.P.../...../...../...../...../..K.. w 0 0 4");
    let mut seen: Vec<Move> = (0..100)
        .map(|seed| {
            let mut agent = agent("random-as-found");
            let mut rng = Rng::new(Seed(seed));
            agent.choose(&here, &Budget::default(), &mut rng).chosen
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, ["1101", "6252", "6261", "6263"].map(step));
}

/// The pawn's capture to the right is all that White has, and the client does not look there.
#[test]
fn an_empty_list_of_the_client_is_no_reason_to_stop() {
    let here = position("2021", "k..../...../.pp../.P.../....p/...rP/...PK w 0 0 9");
    let mut list = MoveList::new();
    here.template_moves(&mut list);
    assert!(list.is_empty());
    for text in ["random-as-found", "minimax:generator=template", "mcts:generator=template"] {
        assert_eq!(choose(text, &here).chosen, step("3122"), "{text}");
    }
}
