//! What every value network must satisfy, and what the tests of features share.

use ludarium_game::{Evaluation, MoveList, Purpose, Scores, Seat, Seed, Spec, Tabletop, Turn};

use crate::values::{FeatureSet, Features, Shipped, ShippedValue, ValueNetwork};

/// Shows positions of random games, up to a number of plies each.
pub fn walk<G: Tabletop>(variant: &str, games: u64, plies: usize, mut look: impl FnMut(&G)) {
    let rules = G::rules(&Spec::parse(variant).expect("a variant text")).expect("known rules");
    let mut buffer = MoveList::new();
    for game in 0..games {
        let mut rng = Seed(7).stream(Purpose::Test, game);
        let mut position = G::start(&rules, &mut rng);
        for _ in 0..plies {
            let mv = match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.roll(&mut rng),
                Turn::Seat(_) => position.pick(&mut rng, &mut buffer),
            };
            look(&position);
            position.play(mv);
        }
    }
}

/// The features of a position as a seat sees them.
pub fn seen_by<G: Features>(position: &G, seat: Seat) -> Vec<u32> {
    let mut present = FeatureSet::new(G::COUNT);
    position.features(&position.common(), seat, &mut present);
    assert!(present.len() <= G::MOST_PRESENT);
    let list: Vec<u32> = present.iter().collect();
    assert!(list.iter().all(|feature| (*feature as usize) < G::COUNT));
    list
}

/// Every seat sees the same in a position and, one seat further, in the position whose seats have moved on by one.
pub fn assert_turned<G: Features>(position: &G, turned: &G) {
    let seats = position.seats() as u8;
    assert_eq!(turned.mover(), Seat((position.mover().0 + 1) % seats));
    for seat in 0..seats {
        let next = Seat((seat + 1) % seats);
        assert_eq!(seen_by(position, Seat(seat)), seen_by(turned, next));
    }
}

/// Every seat sees in the mirror image of a position the mirrored features.
pub fn assert_mirrored<G: Features>(position: &G, mirrored: &G) {
    let mirror = G::MIRROR.expect("a game with a mirror");
    for seat in Seat::all(position.seats()) {
        let seen = seen_by(position, seat).into_iter();
        let mut seen: Vec<u32> = seen.map(|one| mirror(one as usize) as u32).collect();
        seen.sort_unstable();
        assert_eq!(seen, seen_by(mirrored, seat));
    }
}

/// The fields of a position's text with two armies, and so the side to move, exchanged and the rows turned round.
pub fn with_colours_exchanged(text: &str) -> Vec<String> {
    let swap = |letter: char| {
        if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let rows = fields[0].split('/').rev();
    let rows: Vec<String> = rows.map(|row| row.chars().map(swap).collect()).collect();
    fields[0] = rows.join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields
}

/// Random play, and everything that could follow some of its positions.
fn neighbours<G: Tabletop>(variant: &str, mut look: impl FnMut(&G)) {
    let mut moves = MoveList::new();
    let mut count = 0;
    walk::<G>(variant, 4, 120, |position| {
        look(position);
        count += 1;
        if count % 10 == 0 && matches!(position.turn(), Turn::Seat(_)) {
            position.moves(&mut moves);
            for &mv in &moves {
                let mut after = position.clone();
                after.play(mv);
                if after.turn() != Turn::Over {
                    look(&after);
                }
            }
        }
    });
}

fn check_bounds(scores: &Scores, seats: usize) {
    let within = |value: &f32| (0.0..=1.0).contains(value);
    assert!(scores.as_slice(seats).iter().all(within), "{scores:?}");
}

/// What is remembered, made again and computed without wide vectors is the same to the last bit; values are within
/// bounds, and the network tells positions apart.
pub fn check_value_network<G: Shipped + Tabletop>(variants: &[&str]) {
    assert!(G::FILE.len() <= 1 << 20, "{} bytes", G::FILE.len());
    let afresh = G::read();
    let plain = G::read().network().clone().with_portable_loops();
    let plain = ValueNetwork::<G>::new(plain).expect("the same shape");
    let mut values = Vec::new();
    for variant in variants {
        neighbours::<G>(variant, |position| {
            let scores = ShippedValue::default().evaluate(position);
            assert_eq!(scores, afresh.evaluate_afresh(position));
            assert_eq!(scores, plain.evaluate(position));
            check_bounds(&scores, position.seats());
            values.push(scores.of(Seat(0)).0);
        });
    }
    values.sort_by(f32::total_cmp);
    values.dedup();
    assert!(values.len() > 50, "{} values", values.len());
    assert!(values[values.len() - 1] - values[0] > 0.1, "{values:?}");
}
