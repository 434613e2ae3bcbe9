//! PNG: the right size, and the right colours where pieces stand.

use ludarium_draw::theme::{Colour, Swatch};
use ludarium_draw::{Error, Style, Theme, png, svg};
use ludarium_game::{Hue, Point, Scene};
use roxmltree::Document;
use tiny_skia::Pixmap;

use super::scenes;

fn pixels(scene: &Scene, style: &Style, width: u32) -> Pixmap {
    Pixmap::decode_png(&png(scene, style, width).unwrap()).unwrap()
}

fn near(pixel: Option<tiny_skia::PremultipliedColorU8>, colour: Colour) -> bool {
    pixel.is_some_and(|p| {
        let off = |a: u8, b: u8| a.abs_diff(b) <= 2;
        off(p.red(), colour.r) && off(p.green(), colour.g) && off(p.blue(), colour.b)
    })
}

/// How many pixels of a colour lie within `radius` of a point, all in scene units.
fn count(image: &Pixmap, scene: &Scene, at: Point, radius: f32, colour: Colour) -> usize {
    // The board begins at the margin and is 720 units long, as in the SVG's view box.
    let text = svg(scene, &Style::default());
    let document = Document::parse(&text).unwrap();
    let width: f32 = document.root_element().attribute("width").unwrap().parse().unwrap();
    let zoom = image.width() as f32 / width;
    let scale = 720.0 / scene.width.max(scene.height);
    let place = |value: f32| ((value * scale + 26.0) * zoom) as i32;
    let reach = (radius * scale * zoom) as i32;
    let (x, y) = (place(at.x), place(at.y));
    (y - reach..=y + reach)
        .flat_map(|y| (x - reach..=x + reach).map(move |x| (x, y)))
        .filter(|(x, y)| near(image.pixel(*x as u32, *y as u32), colour))
        .count()
}

#[test]
fn the_picture_has_the_width_asked_for_and_the_proportions_of_the_svg() {
    for (name, scene) in scenes::all() {
        let style = Style::default();
        let text = svg(&scene, &style);
        let document = Document::parse(&text).unwrap();
        let side = |side| document.root_element().attribute(side).unwrap().parse::<f32>().unwrap();
        for width in [1, 300, 1000] {
            let image = pixels(&scene, &style, width);
            let height = side("height") * width as f32 / side("width");
            assert_eq!(image.width(), width, "{name}");
            assert!((image.height() as f32 - height).abs() <= 1.0, "{name}");
        }
    }
}

#[test]
fn pieces_show_their_colour_on_the_colour_of_their_cell() {
    for theme in [Theme::Light, Theme::Dark] {
        let style = Style { theme, ..Style::default() };
        for (name, scene) in scenes::all() {
            let image = pixels(&scene, &style, 1100);
            for piece in &scene.pieces {
                let cell = &scene.cells[piece.cell];
                let seat = piece.owner.map(|owner| scene.seats[owner.index()].hue);
                let body = seat.map_or_else(Swatch::neutral, Swatch::of).fill;
                let shown = count(&image, &scene, cell.centre, cell.room, body);
                assert!(shown > 60, "{name}: {shown} pixels of {seat:?} on {}", cell.name);
            }
        }
    }
}

#[test]
fn empty_cells_show_their_tone() {
    let scene = scenes::chess();
    let image = pixels(&scene, &Style::default(), 1100);
    let palette = Theme::Light.palette();
    for (name, tone) in [("e4", palette.light), ("d4", palette.dark)] {
        let cell = &scene.cells[scene.cell(name).unwrap()];
        let shown = count(&image, &scene, cell.centre, 0.4, tone);
        let all = count(&image, &scene, cell.centre, 0.4, Swatch::of(Hue::White).fill) + shown;
        assert_eq!(shown, all, "{name} is one colour");
        assert!(shown > 2000, "{name}: {shown}");
    }
}

#[test]
fn the_hole_of_an_area_shows_the_page() {
    let scene = scenes::regions();
    let image = pixels(&scene, &Style::default(), 1100);
    let hole = scene.cells[5].outline.iter().min_by(|a, b| a.len().cmp(&b.len())).unwrap();
    let middle = Point::new(
        hole.iter().map(|p| p.x).sum::<f32>() / hole.len() as f32,
        hole.iter().map(|p| p.y).sum::<f32>() / hole.len() as f32,
    );
    let page = Theme::Light.palette().page;
    assert!(count(&image, &scene, middle, 0.2, page) > 20);
}

#[test]
fn impossible_sizes_are_errors() {
    let scene = scenes::chess();
    let style = Style::default();
    for width in [0, u32::MAX] {
        assert!(matches!(png(&scene, &style, width), Err(Error::Width { .. })));
    }
    let mut endless = scenes::chess();
    endless.captions[0].text = "far too long ".repeat(20_000);
    let error = png(&endless, &style, 1000).unwrap_err();
    assert!(error.to_string().contains("choose a smaller width"), "{error}");
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let scene = scenes::three_sections();
    let style = Style::default();
    assert_eq!(png(&scene, &style, 400), png(&scene, &style, 400));
}
