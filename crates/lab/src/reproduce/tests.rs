use std::collections::BTreeMap;

use ludarium_arena::testing::games;

use super::*;
use crate::experiment::tests::SMALL;
use crate::experiment::{Experiment, FigurePlace};
use crate::measure::{Figure, MeasuredReading};

fn reproduction(text: &str, figures: bool) -> Reproduction {
    let experiment = Experiment::parse(&games(), "001/small", text).unwrap();
    let figure = Figure {
        value: 0.25,
        interval: Some((0.1, 0.4)),
        count: 12,
        unit: crate::experiment::Unit::Share,
    };
    let all: BTreeMap<FigurePlace, Figure> = if figures {
        experiment.places().map(|place| (place, figure)).collect()
    } else {
        BTreeMap::new()
    };
    let measured = MeasuredReading {
        figures: all,
        done: 12,
        planned: if figures { 12 } else { 48 },
        ..MeasuredReading::default()
    };
    Reproduction {
        findings: vec![Finding { readings: vec![measured; experiment.readings.len()], experiment }],
        mode: Mode::Quick,
        seed: 5,
        answered: Vec::new(),
    }
}

fn parse(html: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(html, options).unwrap()
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_else() {
    let html = reproduction(SMALL, true).document().html();
    let document = parse(&html);
    let has = |name: &str| document.descendants().any(|node| node.has_tag_name(name));
    assert!(!has("script") && !has("link") && !has("img"));
    assert!(document.descendants().any(|node| node.tag_name().name() == "svg"));
    // Every link leads somewhere on the page.
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for link in document.descendants().filter(|node| node.has_tag_name("a")) {
        let target = link.attribute("href").unwrap_or_default();
        assert!(ids.contains(&target.trim_start_matches('#')), "{target}");
    }
    assert!(html.contains("ludarium reproduce 001/small --quick --seed 5"));
    assert!(html.contains("needs learning"), "missing figures say why");
}

#[test]
fn texts_from_files_cannot_become_markup() {
    let evil = "<script>alert('x')</script> & `a<b`";
    let text = SMALL
        .replace("A small one", evil)
        .replace("Nothing much.", evil)
        .replace("As it stands.", evil)
        .replace("= \"literal\"", &format!("= \"{evil}\""))
        .replace("needs learning", evil)
        .replace("More is more.", evil);
    let html = reproduction(&text, true).document().html();
    parse(&html);
    assert!(!html.contains("<script"));
    assert!(html.contains("<code>a&lt;b</code>"));
}

#[test]
fn what_is_missing_is_said() {
    let html = reproduction(SMALL, false).document().html();
    parse(&html);
    assert!(html.contains("This run was interrupted."));
    assert!(html.contains("12 of 48 so far"), "{html}");
}
