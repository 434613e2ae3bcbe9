//! SVG: valid XML in which every cell and piece is found by name.

use ludarium_draw::{Style, Theme, svg};
use ludarium_game::{Scene, Shape};
use roxmltree::{Document, Node};

use super::scenes;

fn groups<'a>(document: &'a Document, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document
        .descendants()
        .filter(move |node| node.has_tag_name("g") && node.attribute("class") == Some(class))
}

fn title<'a>(group: Node<'a, 'a>) -> Option<&'a str> {
    let title = group.children().find(|node| node.has_tag_name("title"))?;
    title.text()
}

#[test]
fn every_cell_and_piece_is_there_with_its_name() {
    for (name, scene) in scenes::all() {
        let text = svg(&scene, &Style::default());
        let document = Document::parse(&text).expect(name);
        let cells: Vec<_> = groups(&document, "cell").collect();
        assert_eq!(cells.len(), scene.cells.len(), "{name}");
        for (index, (group, cell)) in cells.iter().zip(&scene.cells).enumerate() {
            assert_eq!(group.attribute("data-cell"), Some(cell.name.as_str()));
            assert_eq!(group.attribute("id"), Some(format!("cell-{index}").as_str()));
            assert!(title(*group).is_some_and(|title| title.starts_with(&cell.name)));
        }
        let pieces: Vec<_> = groups(&document, "piece").collect();
        assert_eq!(pieces.len(), scene.pieces.len(), "{name}");
        for piece in &scene.pieces {
            let cell = Some(scene.cells[piece.cell].name.as_str());
            let group = pieces.iter().find(|group| group.attribute("data-cell") == cell);
            let group = group.expect("the piece is drawn");
            assert!(
                group
                    .descendants()
                    .any(|node| node.has_tag_name("path") || node.has_tag_name("circle"))
            );
        }
    }
}

#[test]
fn a_piece_says_what_it_is() {
    let text = svg(&scenes::chess(), &Style::default());
    let document = Document::parse(&text).unwrap();
    let knight =
        groups(&document, "piece").find(|group| group.attribute("data-cell") == Some("g1"));
    assert_eq!(knight.and_then(title), Some("g1: White knight"));
}

/// The elements of a piece by its cell, and all texts in it.
fn piece_on<'a>(document: &'a Document, cell: &'a str) -> (Node<'a, 'a>, Vec<&'a str>) {
    let group = groups(document, "piece")
        .find(|group| group.attribute("data-cell") == Some(cell))
        .expect(cell);
    let texts = group.children().filter(|node| node.has_tag_name("text"));
    (group, texts.filter_map(|node| node.text()).collect())
}

#[test]
fn a_die_face_is_a_square_with_pips() {
    let text = svg(&scenes::tokens(), &Style::default());
    let document = Document::parse(&text).unwrap();
    let parts = |cell, tag| {
        let (group, _) = piece_on(&document, cell);
        group.children().filter(|n| n.has_tag_name(tag)).count()
    };
    // 1 of White, 2 of Red with the round label of its letter, 3 of nobody.
    for (cell, circles) in [("a3", 1), ("b3", 3), ("c3", 3)] {
        assert_eq!(parts(cell, "path"), 1, "{cell}");
        assert_eq!(parts(cell, "circle"), circles, "{cell}");
    }
    let (red, texts) = piece_on(&document, "b3");
    assert_eq!(title(red), Some("b3: Red die showing 2"));
    assert_eq!(texts, ["R"]);
}

#[test]
fn a_text_stands_in_a_frame_as_it_is() {
    let mut scene = scenes::tokens();
    let odd = "<b>&\"'";
    scene.pieces[6].shape = Shape::label(odd);
    let text = svg(&scene, &Style::default());
    let document = Document::parse(&text).unwrap();
    let cases = [
        ("c2", "c2: White <b>&\"'", vec![odd]),
        ("d2", "d2: Red Q", vec!["Q", "R"]),
        ("b1", "b1: -3", vec!["-3"]),
    ];
    for (cell, name, written) in cases {
        let (group, texts) = piece_on(&document, cell);
        assert_eq!(title(group), Some(name));
        assert_eq!(texts, written);
        assert!(group.children().any(|node| node.has_tag_name("path")));
    }
}

#[test]
fn captions_names_and_coordinates_are_real_text() {
    let written = |scene: &Scene, style: &Style| {
        let text = svg(scene, style);
        let document = Document::parse(&text).unwrap();
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<String>>()
    };
    let has = |texts: &[String], wanted: &str| texts.iter().any(|text| text == wanted);
    let full = Style::default();
    let bare = Style { coordinates: false, captions: false, ..Style::default() };
    let (chess, hexes) = (scenes::chess(), scenes::hexes());
    assert!(has(&written(&chess, &full), "h") && has(&written(&chess, &full), "White to move"));
    assert!(has(&written(&hexes, &full), "-1,2") && has(&written(&hexes, &full), "R"));
    assert!(written(&chess, &bare).is_empty());
    assert!(!has(&written(&hexes, &bare), "-1,2"));
}

#[test]
fn nothing_is_fetched_from_elsewhere() {
    let text = svg(&scenes::regions(), &Style::default());
    let document = Document::parse(&text).unwrap();
    for node in document.descendants() {
        for attribute in node.attributes() {
            assert!(!attribute.name().contains("href") && !attribute.value().contains("url("));
        }
    }
}

#[test]
fn marks_name_their_cells_and_unknown_cells_are_ignored() {
    let style = Style {
        last: vec!["e2".to_owned(), "e4".to_owned(), "z9".to_owned()],
        theme: Theme::Dark,
        ..Style::default()
    };
    let text = svg(&scenes::chess(), &style);
    let document = Document::parse(&text).unwrap();
    let names = |class| {
        groups(&document, class)
            .filter_map(|group| group.attribute("data-cell"))
            .collect::<Vec<_>>()
    };
    assert_eq!(names("last"), ["e2", "e4"]);
}

#[test]
fn odd_names_are_escaped() {
    let mut scene = scenes::hexes();
    let odd = "<&\"'>\u{1b}é♞";
    scene.cells[0].name = odd.to_owned();
    scene.seats[0].name = odd.to_owned();
    scene.captions[0].text = odd.to_owned();
    let text = svg(&scene, &Style::default());
    let document = Document::parse(&text).unwrap();
    let shown = "<&\"'>\u{FFFD}é♞";
    let first = groups(&document, "cell").next().unwrap();
    assert_eq!(first.attribute("data-cell"), Some(shown));
    assert!(
        document.descendants().any(|node| node.has_tag_name("text") && node.text() == Some(shown))
    );
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    for (name, scene) in scenes::all() {
        let style = Style::default();
        assert_eq!(svg(&scene, &style), svg(&scene, &style), "{name}");
    }
}
