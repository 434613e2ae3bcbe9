//! The features against plain definitions: squares, pieces and legal captures one by one.

use ludarium_game::{Game, MoveList, Purpose, Reseat, Seed, Tabletop, Turn};

use super::*;
use crate::rules::{Direction, Move, Piece, Rules};

type Rows = [[f32; FEATURES]; 3];

fn told(position: &ThreeChess, stage: Stage) -> Rows {
    let mut table = [[0.0; FEATURES]; 3];
    features(position, stage, |seat, feature, amount| {
        table[seat.index()][feature] += amount;
    });
    table
}

fn random_positions(count: u64) -> Vec<ThreeChess> {
    let mut buffer = MoveList::new();
    let positions = (0..count).map(|game| {
        let mut rng = Seed(31).stream(Purpose::Test, game);
        let mut position = ThreeChess::start(&Rules::default(), &mut rng);
        for _ in 0..7 * game {
            let mut next = position.clone();
            next.play(position.pick(&mut rng, &mut buffer));
            if next.turn() == Turn::Over {
                break;
            }
            position = next;
        }
        position
    });
    positions.collect()
}

/// The pieces that would capture an enemy on a square, by seat: asked from the rules, with such an enemy put there.
fn attackers(position: &ThreeChess, seat: usize, square: Square) -> Vec<Kind> {
    let mut changed = position.clone();
    let found = position.piece(square);
    if let Some(piece) = found.filter(|piece| piece.seat().index() == seat) {
        changed.flip(square, piece);
        changed.movers[seat].remove(piece.kind());
    }
    if changed.piece(square).is_none() {
        let enemy = Piece::new(Seat(((seat + 1) % 3) as u8), Kind::Pawn);
        changed.flip(square, enemy);
        changed.movers[(seat + 1) % 3].add(Kind::Pawn);
    }
    let mut moves = MoveList::new();
    if let Some(view) = changed.reseat(Seat(seat as u8)) {
        view.moves(&mut moves);
    }
    let hits = moves.iter().filter(|mv| mv.end == square);
    hits.map(|mv| changed.kind(mv.start)).collect()
}

/// Every feature from its description.
fn by_definition(position: &ThreeChess) -> Rows {
    let mut table = [[0.0; FEATURES]; 3];
    let seats = || Seat::all(3).map(Seat::index);
    let attacked: Vec<[Vec<Kind>; 3]> = Square::all()
        .map(|square| [0, 1, 2].map(|seat| attackers(position, seat, square)))
        .collect();
    let hits = |seat: usize, square: Square| !attacked[square.index()][seat].is_empty();
    let pieces = |seat: usize| {
        Square::all().filter_map(move |square| {
            let piece = position.piece(square)?;
            (piece.seat().index() == seat).then_some((square, piece.kind()))
        })
    };
    let king = |seat: usize| pieces(seat).find(|piece| piece.1 == Kind::King).map(|piece| piece.0);
    let around = |seat: usize| -> Vec<Square> {
        let Some(king) = king(seat) else {
            return Vec::new();
        };
        let all = Square::all();
        all.filter(|square| LEAPS.king[king.index()].holds(*square)).collect()
    };
    let when = |seat: usize| (seat + 3 - position.seat_to_move().index()) % 3;
    let worth = |kind: Kind| if kind == Kind::King { 0 } else { kind.value() };
    let takes_king = |seat: usize, other: usize| king(other).is_some_and(|at| hits(seat, at));
    let wins = |seat: usize, victim: usize| {
        let captures = pieces(victim).filter(|&(square, _)| hits(seat, square));
        let won = captures.filter(|piece| piece.1 != Kind::King).map(|(square, kind)| {
            let takers = &attacked[square.index()];
            let back = seats().any(|other| other != seat && !takers[other].is_empty());
            let cheapest = takers[seat].iter().map(|taker| taker.value()).min();
            kind.value() - if back { cheapest.unwrap_or(0) } else { 0 }
        });
        won.max().unwrap_or(0).max(0)
    };
    for seat in seats() {
        let others = || seats().filter(move |&other| other != seat);
        let row = &mut table[seat];
        for (square, kind) in pieces(seat) {
            if kind != Kind::King {
                row[kind as usize] += 1.0;
            }
            let rank = if square.section() == seat { square.row() } else { 7 - square.row() };
            let ring = [0, 1, 2, 3, 3, 2, 1, 0][square.column()];
            row[22 + 12 * kind as usize + rank] += 1.0;
            row[22 + 12 * kind as usize + 8 + ring] += 1.0;
            row[94] += f32::from(u8::from(around(seat).contains(&square)));
        }
        let attack = &mut row[5..22];
        let sum = |amounts: &mut dyn Iterator<Item = i32>| 0.1 * amounts.sum::<i32>() as f32;
        for other in others() {
            let (mine, theirs) = (when(seat), when(other));
            if takes_king(seat, other) {
                attack[if mine == 0 {
                    0
                } else if mine < theirs {
                    1
                } else {
                    2
                }] = 1.0;
            }
            if takes_king(other, seat) {
                attack[if theirs == 0 {
                    3
                } else if theirs < mine {
                    4
                } else {
                    5
                }] = 1.0;
            }
            let place = if theirs < mine { 9 } else { 10 };
            attack[place] = attack[place].max(0.1 * wins(other, seat) as f32);
        }
        let best = others().map(|other| wins(seat, other)).max();
        attack[6 + when(seat)] = 0.1 * best.unwrap_or(0) as f32;
        let enemies = others().flat_map(pieces).filter(|piece| hits(seat, piece.0));
        attack[11] = sum(&mut enemies.map(|piece| worth(piece.1)));
        let threatened = |square: Square| others().any(|other| hits(other, square));
        let hanging = pieces(seat).filter(|piece| threatened(piece.0));
        attack[12] = sum(&mut hanging.map(|piece| worth(piece.1)));
        let defended = pieces(seat).filter(|piece| hits(seat, piece.0));
        attack[13] = sum(&mut defended.map(|piece| worth(piece.1)));
        let near = |square: &Square| others().any(|other| around(other).contains(square));
        attack[14] = sum(&mut Square::all().filter(near).map(|at| i32::from(hits(seat, at))));
        let lost = around(seat).into_iter().map(|at| i32::from(threatened(at)));
        attack[15] = sum(&mut { lost });
        let free =
            |at: &Square| position.piece(*at).is_none_or(|piece| piece.seat().index() != seat);
        attack[16] = sum(&mut Square::all().filter(free).map(|at| i32::from(hits(seat, at))));
    }
    table
}

#[test]
fn features_equal_their_descriptions() {
    let mut seen = [false; FEATURES];
    for position in random_positions(40) {
        let (fast, plain) = (told(&position, Stage::Placement), by_definition(&position));
        for (seat, (fast, plain)) in fast.iter().zip(&plain).enumerate() {
            for (feature, (fast, plain)) in fast.iter().zip(plain).enumerate() {
                let name = feature_name(feature);
                let text = position.describe();
                assert!((fast - plain).abs() < 1e-5, "{name} of {seat}: {fast}, {plain} in {text}");
                seen[feature] |= *fast != 0.0;
            }
        }
    }
    // Pawns stand neither on their own back rank nor, without becoming queens, on another's.
    let unseen = (0..FEATURES).filter(|&feature| !seen[feature]).map(feature_name);
    let unseen: Vec<String> = unseen.collect();
    assert!(unseen.contains(&"pawn on rank 1".to_owned()), "{unseen:?}");
    assert!(unseen.len() < 12, "{unseen:?}");
}

#[test]
fn a_stage_sees_what_the_one_before_sees_and_more() {
    for position in random_positions(12) {
        let all = told(&position, Stage::Placement);
        for stage in Stage::ALL {
            let count = stage.features();
            for (some, all) in told(&position, stage).iter().zip(&all) {
                assert_eq!(some[..count], all[..count]);
                assert!(some[count..].iter().all(|&amount| amount == 0.0));
            }
        }
    }
}

/// The same pieces for the next colours, one section further.
fn rotated(position: &ThreeChess) -> ThreeChess {
    let mut turned = ThreeChess::empty(&Rules::default());
    for square in Square::all() {
        if let Some(piece) = position.piece(square) {
            let seat = Seat((piece.seat().0 + 1) % 3);
            let square = Square::from_index((square.index() + 32) % 96);
            turned.flip(square, Piece::new(seat, piece.kind()));
        }
    }
    turned.turn = Seat((position.turn.0 + 1) % 3);
    turned.begin(None);
    turned
}

#[test]
fn a_turned_board_gives_the_features_to_the_next_seats() {
    for position in random_positions(30) {
        let [blue, green, red] = told(&position, Stage::Placement);
        assert_eq!(told(&rotated(&position), Stage::Placement), [red, blue, green]);
    }
}

#[test]
fn names_differ_and_end_with_the_features() {
    let names: Vec<String> = (0..FEATURES).map(feature_name).collect();
    for (place, name) in names.iter().enumerate() {
        assert!(!name.is_empty() && !names[..place].contains(name), "{name}");
    }
    assert_eq!(feature_name(FEATURES), "");
    assert_eq!((FEATURES, names[94].as_str()), (95, "men next to the king"));
}

#[test]
fn ranks_go_over_the_seam() {
    for square in Square::all().filter(|square| square.section() == 0) {
        if let Some(next) = square.neighbour(Direction::Forward) {
            assert_eq!(rank(next, Seat(0)), rank(square, Seat(0)) + 1);
            assert_eq!(ring(next), ring(square));
        }
    }
}

/// Positions of games, each with its legal moves.
fn each_move(games: u64, mut look: impl FnMut(&ThreeChess, &MoveList<Move>)) {
    let mut moves = MoveList::new();
    let mut buffer = MoveList::new();
    for game in 0..games {
        let mut rng = Seed(32).stream(Purpose::Test, game);
        let mut position = ThreeChess::start(&Rules::default(), &mut rng);
        while position.turn() != Turn::Over && position.plies() < 300 {
            position.moves(&mut moves);
            look(&position, &moves);
            position.play(position.pick(&mut rng, &mut buffer));
        }
    }
}

#[test]
fn what_a_move_changes_is_what_a_new_look_finds() {
    let mut sight = Sight::default();
    let (mut castlings, mut promotions, mut captures) = (0, 0, 0);
    let weights = AttackWeights::new(&[0.5; FEATURES]);
    each_move(40, |position, moves| {
        sight.look(position);
        for &mv in moves {
            let mut after = position.clone();
            after.play(mv);
            if after.turn() == Turn::Over {
                continue;
            }
            let found = sight.sums_after(position, mv, &after, &weights);
            let (start, text) = (position.describe(), position.describe_move(mv));
            assert_eq!(found, attack_sums(&after, &weights), "{text} in {start}");
            assert!(sight.after(position, mv, &after) == Attacks::of(&after), "{text} in {start}");
            let kind = position.kind(mv.start);
            let steps = LEAPS.king[mv.start.index()];
            castlings += u32::from(kind == Kind::King && !steps.holds(mv.end));
            promotions += u32::from(kind == Kind::Pawn && mv.end.row() == 0);
            captures += u32::from(position.piece(mv.end).is_some());
        }
    });
    assert!(
        castlings > 20 && promotions > 20 && captures > 1000,
        "{castlings} {promotions} {captures}"
    );
}

#[test]
fn sums_are_the_weighted_features() {
    let all: [f32; FEATURES] =
        std::array::from_fn(|feature| (feature * 7 % 11) as f32 / 8.0 - 0.45);
    let weights = AttackWeights::new(&all);
    let assert_sums = |found: [f32; 3], position: &ThreeChess| {
        for (found, row) in found.into_iter().zip(told(position, Stage::Attack)) {
            let wanted: f32 = row.iter().zip(all).map(|(amount, weight)| amount * weight).sum();
            let text = position.describe();
            assert!((found - wanted).abs() < 1e-3, "{found}, {wanted} in {text}");
        }
    };
    let mut sight = Sight::default();
    for position in random_positions(40) {
        assert_sums(attack_sums(&position, &weights), &position);
        // A seat that does nothing leaves the position as it is to the next seat.
        sight.look(&position);
        let next = Seat((position.seat_to_move().0 + 1) % 3);
        if let Some(later) = position.reseat(next) {
            assert_sums(sight.sums_without_a_move(&position, &weights), &later);
        }
    }
}

#[test]
fn lively_moves_take_promote_or_save_a_piece() {
    let mut sight = Sight::default();
    let (mut saved, mut left_out, mut all) = (0, 0, 0);
    each_move(20, |position, moves| {
        sight.look(position);
        let seat = position.seat_to_move();
        let (next, last) = (Seat((seat.0 + 1) % 3), Seat((seat.0 + 2) % 3));
        let mut kept: MoveList<Move> = moves.clone();
        let takes_next = position.reseat(next).is_some_and(|reseated| {
            let mut replies = MoveList::new();
            reseated.moves(&mut replies);
            let king = position.pieces_of(last, Kind::King).next();
            replies.iter().any(|mv| Some(mv.end) == king)
        });
        let danger = position.king_in_reach(seat) || takes_next;
        let text = position.describe();
        assert_eq!(sight.keep_lively(position, &mut kept), !danger, "{text}");
        if danger {
            all += 1;
            return assert_eq!(kept.to_vec(), moves.to_vec());
        }
        for mv in moves {
            let kind = position.kind(mv.start);
            let promotes = kind == Kind::Pawn && mv.end.row() == 0;
            let lively = position.piece(mv.end).is_some() || promotes;
            let takers = [next, last].map(|other| attackers(position, other.index(), mv.start));
            let cheapest = takers.iter().flatten().map(|taker| taker.value()).min();
            let defended = !attackers(position, seat.index(), mv.start).is_empty();
            let lost = cheapest.is_some_and(|taker| taker < kind.value() || !defended);
            let wanted = lively || lost && kind != Kind::Pawn;
            let move_text = position.describe_move(*mv);
            assert_eq!(kept.contains(mv), wanted, "{move_text} in {text}");
            saved += u32::from(wanted && !lively);
            left_out += u32::from(!wanted);
        }
    });
    assert!(saved > 100 && left_out > 1000 && all > 20, "{saved} {left_out} {all}");
}

#[test]
fn a_piece_is_saved_where_it_would_be_lost() {
    let kept = |text: &str| {
        let position = ThreeChess::parse(&Rules::default(), text).expect("a position");
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mut sight = Sight::default();
        sight.look(&position);
        assert!(sight.keep_lively(&position, &mut moves), "{text}");
        let texts = moves.iter().map(|&mv| position.describe_move(mv));
        texts.collect::<Vec<String>>().join(" ")
    };
    // Blue's rooks cover each other; Green's rook attacks one of them, which could take it.
    let rooks = "R......R/.....K../......../r......./....k.../......../......../......../....6.../......../......../........ B - - - 6";
    assert_eq!(kept(rooks), "BA1-BA4");
    // Nobody covers Blue's knight, which Green's rook attacks; its moves are kept and the king's are not.
    let knight = "r......./......../N...K.../......../....k.../......../......../......../....6.../......../......../........ B - - - 6";
    assert_eq!(kept(knight), "BA3-BB1 BA3-BC2 BA3-BC4 BA3-GG4");
}
