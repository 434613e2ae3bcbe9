//! Charts of everyday data have exactly the marks that the data ask for.

use roxmltree::{Document, Node};

use super::super::*;

fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).expect("well formed");
    let matches = |node: &Node| node.attribute("class") == Some(class);
    document.descendants().filter(matches).count()
}

fn titles(svg: &str, class: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("well formed");
    let matches = |node: &Node| node.attribute("class") == Some(class);
    let title = |node: Node| node.first_element_child()?.text().map(tidy);
    document.descendants().filter(matches).filter_map(title).collect()
}

fn tidy(text: &str) -> String {
    text.replace('\u{202f}', " ")
}

fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("well formed");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.last_child()?.text().map(tidy)).collect()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn sweep() -> Lines {
    Lines {
        across: Across::Numbers(Axis { title: "depth".to_owned(), ..Axis::default() }),
        value: Axis { format: Format::Percent, cover: vec![0.0, 1.0], ..Axis::default() },
        series: vec![
            LineSeries {
                name: "Star2".to_owned(),
                points: vec![
                    (1.0, ChartValue::within(0.25, 0.2, 0.3)),
                    (5.0, ChartValue::within(0.5, 0.45, 0.55)),
                    (3.0, f64::NAN.into()),
                ],
                references: vec![(1.0, 0.26)],
                band: false,
            },
            LineSeries {
                name: "mcts".to_owned(),
                points: vec![(1.0, 0.75.into())],
                ..LineSeries::default()
            },
        ],
        guides: vec![Guide { at: 0.5, label: "even".to_owned() }],
        ..Lines::default()
    }
}

#[test]
fn lines_have_a_mark_for_each_point_that_has_a_place() {
    let svg = sweep().svg();
    assert_eq!((count(&svg, "point"), count(&svg, "reference")), (3, 1));
    assert_eq!(count(&svg, "guide"), 1);
    let expected = [
        "Star2, depth 1: 25.0 % (20.0 % to 30.0 %)",
        "Star2, depth 5: 50.0 % (45.0 % to 55.0 %)",
        "mcts, depth 1: 75.0 %",
    ];
    assert_eq!(titles(&svg, "point"), expected);
    assert_eq!(titles(&svg, "reference"), ["Star2, depth 1: 26.0 % (printed)"]);
    let shown = texts(&svg);
    for text in ["Star2", "mcts", "printed", "even", "depth", "0 %", "100 %", "1", "5"] {
        assert!(shown.iter().any(|other| other == text), "{text} in {shown:?}");
    }
}

#[test]
fn the_legend_names_references_only_where_there_are_some() {
    let mut chart = sweep();
    chart.series[0].references.clear();
    assert!(!texts(&chart.svg()).contains(&"printed".to_owned()));
}

#[test]
fn a_crowded_series_is_a_line_with_a_band() {
    let series = LineSeries {
        points: (0..500).map(|step| (f64::from(step), ChartValue::within(1.0, 0.5, 1.5))).collect(),
        ..LineSeries::default()
    };
    let chart = Lines { series: vec![series], ..Lines::default() };
    let svg = chart.svg();
    assert_eq!(count(&svg, "point"), 0);
    assert!(svg.contains("opacity=\"0.18\""));
}

#[test]
fn in_a_band_a_point_alone_keeps_its_interval() {
    let chart = |interval| Lines {
        series: vec![LineSeries {
            points: vec![(1.0, ChartValue { value: 1.0, interval }), (2.0, 1.0.into())],
            band: true,
            ..LineSeries::default()
        }],
        value: Axis { cover: vec![0.0, 2.0], ..Axis::default() },
        ..Lines::default()
    };
    let paths = |chart: Lines| chart.svg().matches("<path").count();
    assert_eq!(paths(chart(Some((0.5, 1.5)))), paths(chart(None)) + 1);
}

#[test]
fn bars_have_a_bar_for_each_value() {
    let chart = Bars {
        names: names(&["a", "b", "c"]),
        series: vec![
            BarSeries {
                name: "x".to_owned(),
                values: vec![Some(1.0.into()), None, Some(3.0.into())],
                references: vec![None, Some(2.0)],
            },
            BarSeries {
                name: "y".to_owned(),
                values: vec![Some(1.0.into())],
                ..BarSeries::default()
            },
        ],
        ..Bars::default()
    };
    let svg = chart.svg();
    assert_eq!((count(&svg, "bar"), count(&svg, "reference")), (3, 1));
    assert_eq!(titles(&svg, "bar"), ["x a: 1.00", "y a: 1.00", "x c: 3.00"]);
}

#[test]
fn bars_are_horizontal_where_names_are_long() {
    let lying = |list: Vec<String>| {
        let chart = Bars {
            series: vec![BarSeries {
                values: vec![Some(0.9.into()); list.len()],
                ..BarSeries::default()
            }],
            names: list,
            ..Bars::default()
        };
        let svg = chart.svg();
        let document = Document::parse(&svg).expect("well formed");
        let bar = document
            .descendants()
            .find(|node| node.attribute("class") == Some("bar"))
            .and_then(|bar| bar.children().find(|node| node.has_tag_name("rect")))
            .expect("a bar");
        let size = |name| bar.attribute(name).and_then(|size| size.parse::<f32>().ok());
        size("width") > size("height")
    };
    assert!(!lying(names(&["random", "greedy", "mcts"])));
    assert!(lying(names(&["mcts:iterations=2000,rollout=greedy"; 12])));
}

#[test]
fn a_forest_writes_its_figures() {
    let row = |name: &str, reading| Row { name: name.to_owned(), reading };
    let chart = Forest {
        rows: vec![
            row("mcts", ChartValue::within(120.4, 90.0, 151.0)),
            row("random", ChartValue::within(-300.0, f64::NEG_INFINITY, -250.0)),
            row("unknown", f64::NAN.into()),
        ],
        guide: Some(Guide::default()),
        ..Forest::default()
    };
    let svg = chart.svg();
    assert_eq!((count(&svg, "row"), count(&svg, "point")), (3, 2));
    let shown = texts(&svg);
    for text in ["120 (90 to 151)", "−300 (−∞ to −250)", "no value"] {
        assert!(shown.iter().any(|other| other == text), "{text} in {shown:?}");
    }
}

#[test]
fn heat_has_a_cell_for_each_value_and_marks_what_is_missing() {
    let chart = Heat {
        rows: names(&["a", "b"]),
        columns: names(&["a", "b", "c"]),
        cells: vec![vec![None, Some(0.75), Some(0.5)], vec![Some(0.25)]],
        format: Format::Percent,
        middle: 0.5,
        reach: Some(0.5),
        ..Heat::default()
    };
    let svg = chart.svg();
    assert_eq!((count(&svg, "cell"), count(&svg, "missing")), (3, 3));
    assert_eq!(titles(&svg, "cell"), ["a / b: 75 %", "a / c: 50 %", "b / a: 25 %"]);
    // Half way to the strongest colour above and below, none in the middle.
    assert_eq!(svg.matches("opacity=\"0.5\"").count(), 2);
}

#[test]
fn a_histogram_has_a_bar_for_each_bin_that_is_not_empty() {
    let chart = Histogram { bins: Bins::of(&[1.0, 1.0, 2.0, 5.0], 10), ..Histogram::default() };
    let svg = chart.svg();
    assert_eq!(titles(&svg, "bin"), ["1 to 2: 2", "2 to 3: 1", "5 to 6: 1"]);
}

#[test]
fn an_open_interval_ends_in_an_arrow_at_the_edge() {
    let chart = |low| Forest {
        rows: vec![Row { name: String::new(), reading: ChartValue::within(0.0, low, 1.0) }],
        value: Axis { cover: vec![-1.0], ..Axis::default() },
        ..Forest::default()
    };
    let columns = |chart: Forest| {
        let svg = chart.svg();
        let document = Document::parse(&svg).expect("well formed");
        let mut nodes = document.descendants();
        let point = nodes.find(|node| node.attribute("class") == Some("point"));
        let path = point.and_then(|node| node.first_element_child()?.attribute("d"));
        let points = path.expect("an interval").split(['M', 'L']).skip(1);
        let mut columns: Vec<&str> = points.filter_map(|point| point.split(' ').next()).collect();
        columns.sort_unstable();
        columns.dedup();
        columns.len()
    };
    // Both ends stand on one line each; the head of an arrow reaches back.
    assert_eq!(columns(chart(-1.0)), 2);
    assert_eq!(columns(chart(f64::NEG_INFINITY)), 3);
}

/// Where the style sheet is ignored, a chart for readers uses each property's fallback: the light theme.
#[test]
fn a_chart_that_follows_its_reader_is_the_light_one_elsewhere() {
    let mut chart = sweep();
    let light = chart.svg();
    chart.look.colours = Colours::Reader;
    let mut svg = chart.svg();
    let style = svg.find("<style>").zip(svg.find("</style>\n"));
    let (from, to) = style.expect("a style sheet");
    let sheet: String = svg.drain(from..to + "</style>\n".len()).collect();
    let mut plain = String::new();
    let mut pieces = svg.split("var(");
    plain += pieces.next().unwrap_or_default();
    for piece in pieces {
        let (property, rest) = piece.split_once(',').expect("a fallback");
        assert!(sheet.contains(&format!("{property}:")), "{property} is set");
        let (colour, rest) = rest.split_once(')').expect("an end");
        plain += colour;
        plain += rest;
    }
    assert_eq!(plain, light);
    assert!(sheet.contains("prefers-color-scheme:dark"));
}
