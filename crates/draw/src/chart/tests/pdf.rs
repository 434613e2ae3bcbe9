//! The PDF of a chart is one that readers accept, and has what the SVG has.

use super::super::*;

fn chart() -> Lines {
    Lines {
        look: Look { title: "Strength – μ".to_owned(), ..Look::default() },
        value: Axis { title: "Elo".to_owned(), ..Axis::default() },
        series: vec![LineSeries {
            name: "best".to_owned(),
            points: vec![
                (1.0, ChartValue::within(10.0, -5.0, 25.0)),
                (2.0, ChartValue::within(60.0, 40.0, 80.0)),
            ],
            band: true,
            ..LineSeries::default()
        }],
        ..Lines::default()
    }
}

fn text(chart: &Lines) -> String {
    String::from_utf8(chart.pdf()).expect("operators and hexadecimal texts")
}

/// A reader finds every object by the byte that the table names.
#[test]
fn the_table_points_at_every_object() {
    let pdf = text(&chart());
    assert!(pdf.starts_with("%PDF-1.4\n") && pdf.ends_with("%%EOF\n"));
    let (_, end) = pdf.rsplit_once("startxref\n").unwrap();
    let table: usize = end.lines().next().unwrap().parse().unwrap();
    let mut lines = pdf[table..].lines();
    assert_eq!(lines.next(), Some("xref"));
    let size = lines.next().unwrap().strip_prefix("0 ").unwrap();
    let size: usize = size.parse().unwrap();
    assert_eq!(lines.next(), Some("0000000000 65535 f "));
    for object in 1..size {
        let line = lines.next().unwrap();
        assert_eq!(line.len(), 19, "a line of the table is 20 bytes with its end");
        let place: usize = line[..10].parse().unwrap();
        assert!(pdf[place..].starts_with(&format!("{object} 0 obj\n")));
    }
    assert!(pdf[table..].contains(&format!("/Size {size} /Root 1 0 R")));
}

/// The length of a stream is what stands between its words.
#[test]
fn streams_are_as_long_as_they_say() {
    let pdf = text(&chart());
    let mut found = 0;
    for part in pdf.split("/Length ").skip(1) {
        let (length, rest) = part.split_once(" >>\nstream\n").unwrap();
        let length: usize = length.parse().unwrap();
        assert!(rest[length..].starts_with("\nendstream"));
        found += 1;
    }
    assert!(found > 10, "the page and its glyphs");
}

#[test]
fn the_page_has_the_size_the_colours_and_the_texts_of_the_chart() {
    let pdf = text(&chart());
    // 720 pixels are 540 points.
    assert!(pdf.contains("/MediaBox [0 0 540 "));
    let blue = "0.035 0.337 0.722";
    assert!(pdf.contains(&format!("{blue} RG")), "the line of the series");
    assert!(pdf.contains("/ca 0."), "the band is faint");
    // The title for lists of documents: UTF-16, also for letters that few encodings have.
    assert!(pdf.contains("/Title <FEFF0053"), "S of Strength");
    assert!(pdf.contains("03BC>"), "μ");
    // `best` and `Elo`: the outline of `e` in a text is written once.
    let glyphs = pdf.matches("/Subtype /Form").count();
    let placed = pdf.matches(" Do Q").count();
    assert!(glyphs < placed, "{glyphs} {placed}");
}

#[test]
fn the_same_chart_gives_the_same_bytes_in_either_colours() {
    let mut chart = chart();
    let first = chart.pdf();
    assert_eq!(first, chart.pdf());
    chart.look.colours = Colours::Reader;
    assert_eq!(first, chart.pdf(), "paper is light");
    chart.series.clear();
    assert!(text(&chart).contains("%%EOF"), "no data is a page, too");
}
