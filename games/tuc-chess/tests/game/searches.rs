//! Searches of TUC-Chess on the full rules: exact where they must be, and as cheap as they were.

use ludarium_agents::agent;
use ludarium_game::{
    Budget, Decision, Game, MoveList, Purpose, Rng, Seat, Seed, Spec, Tabletop, Turn,
};
use ludarium_tuc_chess::rules::{Move, TucChess};

/// The start and nine positions from the middle of games, with the nodes of `minimax-full` at depth 6.
const POSITIONS: [(&str, u64); 10] = [
    ("prkrp/ppppp/...../*****/...../PPPPP/PRKRP w 0 0 20", 101_784),
    ("p.krp/pr.Rp/.p..*/***.*/...../PPP.P/PRK.P w 3 1 17", 3_939_980),
    ("prk.p/pp.r*/..pp./**.P*/P..../.P..P/PRKRP w 3 1 18", 1_789_020),
    ("prk.p/.pp../P*..P/*.*.*/...../P.PPP/PRK.. w 7 3 15", 895_252),
    ("p...p/p...p/.P.p./.*k**/..P.P/.P.../PRKRP w 14 1 15", 1_386_843),
    ("r.*../*p..p/..k../...../P...P/PRK.P/P...P w 12 6 12", 1_748_237),
    ("p...k/..*.p/.p..P/p*..*/P..P./PP..R/.RK.P w 15 1 14", 151_206),
    ("....p/..k.p/ppP.P/*.*.*/...P./P..RP/P.K.. w 12 4 13", 361_282),
    ("..k.p/.*.../...Pp/.K.*./PP.../...PP/P.RR. w 18 2 12", 909_856),
    ("p..../k...p/....*/K.*pP/...../P..P./P..RP w 16 6 11", 149_635),
];

/// The nodes of `alphabeta-full` at depth 6 over all of them. A change of the search or of the game
/// that changes it says so in its commit.
const SIGNATURE: u64 = 65_596;

fn position(text: &str) -> TucChess {
    let rules = TucChess::rules(&Spec::named("2021")).unwrap();
    TucChess::parse(&rules, text).unwrap()
}

fn choose(text: &str, here: &TucChess) -> Decision<Move> {
    let mut agent = agent::<TucChess>(text).unwrap();
    agent.choose(here, &Budget::default(), &mut Rng::new(Seed(0)))
}

/// Positions after 2 to 61 moves of random games, each from another game.
fn random_positions(count: usize) -> Vec<TucChess> {
    let rules = TucChess::rules(&Spec::named("2021")).unwrap();
    let mut buffer = MoveList::new();
    let mut position_of = |game: u64| {
        let mut rng = Seed(game).stream(Purpose::Test, 0);
        let mut here = TucChess::start(&rules, &mut rng);
        let mut plies = 2 + rng.below(60);
        loop {
            match here.turn() {
                Turn::Over => return None,
                Turn::Seat(_) if plies == 0 => return Some(here),
                Turn::Seat(_) => {
                    plies -= 1;
                    here.play(here.pick(&mut rng, &mut buffer));
                }
                Turn::Chance => here.play(here.roll(&mut rng)),
            }
        }
    };
    let games = 0..10 * count as u64;
    games.filter_map(&mut position_of).take(count).collect()
}

/// The same value, by a move that is worth that much.
fn assert_equal(plain: &str, optimised: &str, positions: &[TucChess]) {
    for here in positions {
        let (plain, optimised) = (choose(plain, here), choose(optimised, here));
        let [a, b] = [&plain, &optimised].map(|d| d.candidates[0].scores.of(Seat(0)).0);
        assert!((a - b).abs() < 1e-6, "{a}, {b} in {}", here.describe());
        let same = plain.candidates.iter().find(|c| c.mv == optimised.chosen);
        let chosen = same.expect("a legal move").scores.of(Seat(0)).0;
        assert!((a - chosen).abs() < 1e-6, "{}", here.describe());
    }
}

#[test]
fn alpha_beta_equals_minimax_without_chance() {
    for (depth, count) in [(3, 150), (4, 100)] {
        let positions = random_positions(count);
        assert_eq!(positions.len(), count);
        assert_equal(
            &format!("minimax-full:depth={depth},chance=ignore"),
            &format!("alphabeta-full:depth={depth},chance=ignore,table=exact,memory=16"),
            &positions,
        );
    }
}

#[test]
fn alpha_beta_equals_expectiminimax() {
    let positions = random_positions(100);
    assert_eq!(positions.len(), 100);
    for star in ["off", "1", "2"] {
        assert_equal(
            "minimax-full:depth=2,chance=expect",
            &format!("alphabeta-full:depth=2,chance=expect,table=exact,memory=16,star={star}"),
            &positions,
        );
    }
}

/// What alpha-beta with everything saves: it looks at less than one node in a hundred.
#[test]
fn alpha_beta_keeps_its_signature_and_saves_99_of_100_nodes() {
    let nodes = POSITIONS
        .map(|(text, _)| choose("alphabeta-full:depth=6,chance=ignore", &position(text)).nodes);
    let sum: u64 = nodes.iter().sum();
    assert_eq!(sum, SIGNATURE, "{nodes:?}");
    let all: u64 = POSITIONS.iter().map(|(_, plain)| plain).sum();
    assert!(100 * sum <= all, "{sum} of {all}");
    // The other numbers take too long to count in a test.
    let (start, plain) = POSITIONS[0];
    let decision = choose("minimax-full:depth=6,chance=ignore", &position(start));
    assert_eq!(decision.nodes, plain);
}
