//! What holds for every chart, whatever its data: well-formed XML, no NaN, every
//! element inside the page, no text on another.

mod data;
mod page;
mod pdf;
mod structure;

use ludarium_game::{Rng, Seed};

/// Draws charts of extreme random data and checks each.
fn random_charts(check: impl Fn(&str, &str)) {
    for seed in 0..120 {
        let mut rng = Rng::new(Seed(seed));
        for (kind, svg) in data::any_charts(&mut rng) {
            check(&svg, &format!("{kind} of seed {seed}"));
        }
    }
}

#[test]
fn any_data_gives_a_valid_page() {
    random_charts(|svg, case| page::Page::read(svg, case).check_inside(case));
}

#[test]
fn no_text_stands_on_another() {
    random_charts(|svg, case| page::Page::read(svg, case).check_texts_apart(case));
}

#[test]
fn all_numbers_are_finite() {
    random_charts(|svg, case| {
        let document = roxmltree::Document::parse(svg).expect(case);
        for node in document.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                assert!(!value.contains("NaN") && !value.contains("inf"), "{case}: {value}");
            }
        }
    });
}

#[test]
fn the_same_data_give_the_same_bytes() {
    for seed in 0..5 {
        let draw = || data::any_charts(&mut Rng::new(Seed(seed)));
        assert_eq!(draw(), draw());
    }
}

#[test]
fn two_hundred_names_fit() {
    for (kind, svg) in data::charts_of_names(200) {
        let page = page::Page::read(&svg, kind);
        page.check_inside(kind);
        page.check_texts_apart(kind);
    }
}

#[test]
fn without_data_a_chart_says_so() {
    for (kind, svg) in data::empty_charts() {
        let page = page::Page::read(&svg, kind);
        page.check_inside(kind);
        assert!(page.says("no data"), "{kind}");
    }
}
