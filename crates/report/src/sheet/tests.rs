use super::*;

fn sheet() -> Sheet {
    Sheet {
        title: "A & B".into(),
        columns: vec![
            Column::text("who"),
            Column::number("ours").under("literal"),
            Column::text("verdict").under("literal"),
        ],
        rows: vec![
            vec![
                Cell::text("<b>\"x\",|"),
                Cell::Number(Number {
                    value: 0.32,
                    interval: Some((0.229, 0.4228)),
                    form: Form::Percent,
                }),
                Cell::Judgement("agrees".into(), Tone::Good),
            ],
            vec![Cell::Link("y".into(), "there".into()), Cell::count(12_345), Cell::Empty],
        ],
        notes: vec!["a < b".into()],
        ..Sheet::default()
    }
}

#[test]
fn csv_has_intervals_in_columns_and_quotes_what_needs_it() {
    assert_eq!(
        sheet().csv(),
        "who,literal: ours,literal: ours low,literal: ours high,literal: verdict\n\
         \"<b>\"\"x\"\",|\",0.32,0.229,0.4228,agrees\ny,12345,,,\n"
    );
}

#[test]
fn a_share_is_shown_as_nothing_or_all_only_where_it_is() {
    let text = |value: f64| Number::plain(value, Form::Percent).value_text();
    for (share, expected) in [
        (0.0, "0.0 %"),
        (0.0004, "0.04 %"),
        (0.000_012, "0.001 %"),
        (0.000_051, "0.005 %"),
        (0.000_005, "0.0005 %"),
        (0.0005, "0.1 %"),
        (0.123_45, "12.3 %"),
        (0.9996, "99.96 %"),
        (1.0, "100.0 %"),
        // What arithmetic leaves of 0 and of 1.
        (1e-17, "0.0 %"),
        (1.0 - 1e-12, "100.0 %"),
    ] {
        assert_eq!(text(share), expected, "{share}");
    }
    let lead = Number::plain(-0.0003, Form::SignedPercent);
    assert_eq!(lead.value_text(), "−0.03 %");
}

#[test]
fn markdown_keeps_bars_in_their_cells() {
    let text = sheet().markdown();
    assert!(text.contains("| <b>\"x\",\\| | 32.0 % (22.9 to 42.3) | agrees |"), "{text}");
    assert!(text.contains("| --- | ---: | --- |"), "{text}");
    assert!(text.ends_with("\na < b\n"), "{text}");
}

#[test]
fn json_has_one_object_a_row() {
    let json = sheet().json();
    assert_eq!(json["rows"][0]["literal: ours"]["low"], 0.229);
    assert_eq!(json["rows"][1]["literal: verdict"], serde_json::Value::Null);
}

#[test]
fn html_is_well_formed_and_escaped() {
    let html = sheet().html();
    let document = roxmltree::Document::parse(&html).unwrap();
    let cells: Vec<_> = document.descendants().filter(|node| node.has_tag_name("td")).collect();
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[0].text(), Some("<b>\"x\",|"));
    assert_eq!(cells[2].attribute("class"), Some("good"));
    assert_eq!(cells[1].attribute("class"), Some("num edge"));
}

#[test]
fn groups_can_stand_one_under_another() {
    let sheet = Sheet {
        columns: vec![
            Column::text("who"),
            Column::number("ours").under("a"),
            Column::text("verdict").under("a"),
            Column::number("ours").under("b"),
            Column::text("verdict").under("b"),
        ],
        rows: vec![
            vec![Cell::text("x"), Cell::count(1), Cell::Empty, Cell::Empty, Cell::Empty],
            vec![
                Cell::text("y"),
                Cell::count(2),
                Cell::text("good"),
                Cell::count(3),
                Cell::text("bad"),
            ],
        ],
        ..Sheet::default()
    };
    assert_eq!(
        sheet.stacked("reading").csv(),
        "who,reading,ours,verdict\nx,a,1,\ny,a,2,good\ny,b,3,bad\n"
    );
    let mut uneven = sheet.clone();
    uneven.columns[4].title = "else".into();
    assert_eq!(uneven.stacked("reading"), uneven);
    let plain = Sheet::default();
    assert_eq!(plain.stacked("reading"), plain);
}

#[test]
fn numbers_have_their_significant_digits() {
    let shown = |value, form| Number::plain(value, form).to_string();
    assert_eq!(shown(0.0, Form::Percent), "0.0 %");
    assert_eq!(shown(-0.004, Form::SignedPercent), "−0.4 %");
    assert_eq!(shown(0.25, Form::SignedPercent), "+25.0 %");
    assert_eq!(shown(1_234_567.0, Form::Whole), "1\u{202f}234\u{202f}567");
    assert_eq!(shown(0.0, Form::Measured), "0");
    assert_eq!(shown(0.012_345, Form::Measured), "0.0123");
    assert_eq!(shown(3.25159, Form::Measured), "3.25");
    assert_eq!(shown(42.16, Form::Measured), "42.2");
    assert_eq!(shown(2_400.4, Form::Measured), "2\u{202f}400");
    assert_eq!(shown(f64::NAN, Form::Measured), "–");
}
