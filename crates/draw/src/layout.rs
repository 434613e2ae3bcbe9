//! From a scene to a picture: where everything goes and in which colours.

use ludarium_game::{Cell, Point, Scene, Seat, SeatStyle, Tone};

use crate::Style;
use crate::captions;
use crate::path::Path;
use crate::picture::{DisplayList, Item, ItemGroup, Paint, Text};
use crate::shapes::PieceDrawer;
use crate::theme::{Colour, Palette, Swatch};

/// The longer side of the board in the picture; all other lengths are in the same unit.
const BOARD: f32 = 720.0;
/// Free space round everything, and between board and captions.
const MARGIN: f32 = 26.0;
/// How much larger than the room of a usual cell a pile is drawn: it rises above its place.
const PILE: f32 = 1.5;
/// Width of the caption column.
const COLUMN: f32 = 300.0;

/// Lays out a scene.
pub(crate) fn picture(scene: &Scene, style: &Style) -> DisplayList {
    let board = BoardLayout::new(scene, style);
    let mut groups = vec![board.frame()];
    groups.extend((0..scene.cells.len()).filter_map(|index| board.cell(index)));
    groups.extend(board.highlights());
    groups.extend(board.lines());
    if style.coordinates {
        groups.push(board.rim());
        groups.extend((0..scene.cells.len()).filter_map(|index| board.label(index)));
    }
    groups.extend(board.nearer_last().into_iter().filter_map(|index| board.piece(index)));

    let mut width = MARGIN + board.size.x + MARGIN;
    let mut height = board.size.y;
    if style.captions && !scene.captions.is_empty() {
        let corner = Point::new(width, MARGIN);
        let (column, needed) = captions::column(scene, board.palette, corner, COLUMN);
        groups.extend(column);
        width += COLUMN + MARGIN;
        height = height.max(needed);
    }
    let captions: Vec<&str> = scene.captions.iter().map(|c| c.text.as_str()).collect();
    DisplayList {
        width,
        height: height + 2.0 * MARGIN,
        page: board.palette.page,
        description: captions.join(" · "),
        groups,
    }
}

/// The board at its place in the picture.
struct BoardLayout<'a> {
    scene: &'a Scene,
    style: &'a Style,
    palette: &'static Palette,
    /// DisplayList units for one scene unit.
    scale: f32,
    /// Width and height in picture units.
    size: Point,
    /// Width of a usual cell in picture units; lines and small text are measured by it.
    unit: f32,
    /// Whether something is on each cell.
    occupied: Vec<bool>,
}

impl<'a> BoardLayout<'a> {
    fn new(scene: &'a Scene, style: &'a Style) -> BoardLayout<'a> {
        let side = |length: f32| {
            if length.is_finite() { length.max(0.0) } else { 0.0 }
        };
        let (width, height) = (side(scene.width), side(scene.height));
        let longest = width.max(height);
        let scale = Some(BOARD / longest).filter(|scale| scale.is_finite()).unwrap_or(1.0);
        let mut rooms: Vec<f32> = scene
            .cells
            .iter()
            .map(|cell| cell.room)
            .filter(|room| room.is_finite() && *room > 0.0)
            .collect();
        rooms.sort_by(f32::total_cmp);
        let usual = rooms.get(rooms.len() / 2).map_or(BOARD / 8.0, |room| 2.0 * room * scale);
        let mut occupied = vec![false; scene.cells.len()];
        for piece in &scene.pieces {
            if let Some(cell) = occupied.get_mut(piece.cell) {
                *cell = true;
            }
        }
        BoardLayout {
            scene,
            style,
            palette: style.theme.palette(),
            scale,
            size: Point::new(width * scale, height * scale),
            unit: usual.clamp(BOARD / 60.0, BOARD / 4.0),
            occupied,
        }
    }

    /// A point of the scene in the picture. Points far outside are moved near the edge, because
    /// drawing libraries cannot handle huge numbers; a point that is not a number has no place.
    fn place(&self, p: Point) -> Option<Point> {
        let near = |at: f32| (at * self.scale).clamp(-BOARD, 2.0 * BOARD);
        (p.x.is_finite() && p.y.is_finite())
            .then(|| Point::new(near(p.x) + MARGIN, near(p.y) + MARGIN))
    }

    fn places(&self, points: &[Point]) -> Vec<Point> {
        points.iter().filter_map(|p| self.place(*p)).collect()
    }

    fn outline(&self, cell: &Cell) -> Path {
        let mut path = Path::default();
        for ring in &cell.outline {
            path.ring(&self.places(ring));
        }
        path
    }

    /// The middle of a cell and the radius of the largest circle in it.
    fn room(&self, cell: &Cell) -> Option<(Point, f32)> {
        let radius = cell.room * self.scale;
        let usable = radius.is_finite() && radius > 0.0;
        let centre = self.place(cell.centre)?;
        usable.then_some((centre, radius.min(BOARD / 2.0)))
    }

    fn seat(&self, seat: Option<Seat>) -> Option<&'a SeatStyle> {
        seat.and_then(|seat| self.scene.seats.get(seat.index()))
    }

    fn cell_colour(&self, cell: &Cell) -> Colour {
        let owner = match cell.tone {
            Tone::Owned(seat) => self.seat(Some(seat)),
            _ => None,
        };
        self.palette.cell(cell.tone, owner.map(|seat| seat.hue))
    }

    /// A band round the whole board: every cell once more, a little larger, under all others.
    fn frame(&self) -> ItemGroup {
        let mut group = ItemGroup::new("frame");
        let colour = self.palette.frame;
        let mut path = Path::default();
        for cell in &self.scene.cells {
            path.0.extend(self.outline(cell).0);
        }
        let paint = Paint::line(colour, self.unit * 0.13);
        group.items.push(Item::Path(path, paint));
        group
    }

    fn cell(&self, index: usize) -> Option<ItemGroup> {
        let cell = self.scene.cells.get(index)?;
        let mut group = ItemGroup::new("cell");
        group.cell = Some((index, cell.name.clone()));
        group.title = Some(self.title(index, cell));
        let cell_colour = self.cell_colour(cell);
        // Squares differ from their neighbours; neighbouring places may have the same owner; parts of a place are one.
        let seam = match cell.tone {
            Tone::Owned(_) => (self.palette.frame, 0.035),
            _ if cell.place().is_some() => (cell_colour, 0.07),
            _ => (self.palette.seam, 0.018),
        };
        let paint = Paint::fill(cell_colour).with_holes().outlined(seam.0, self.unit * seam.1);
        group.items.push(Item::Path(self.outline(cell), paint));
        Some(group)
    }

    /// `e4: White knight`, or the name alone.
    fn title(&self, index: usize, cell: &Cell) -> String {
        let pieces: Vec<String> = self
            .scene
            .pieces
            .iter()
            .filter(|piece| piece.cell == index)
            .map(|piece| {
                let title = piece.shape.design().title;
                match self.seat(piece.owner) {
                    Some(seat) => format!("{} {title}", seat.name),
                    None => title,
                }
            })
            .collect();
        if pieces.is_empty() {
            cell.name.clone()
        } else {
            format!("{}: {}", cell.name, pieces.join(", "))
        }
    }

    /// The cell's name: in the middle of an empty cell, below the piece of an occupied one.
    fn label(&self, index: usize) -> Option<ItemGroup> {
        let cell = self.scene.cells.get(index).filter(|cell| cell.labelled)?;
        let (centre, radius) = self.room(cell)?;
        let (middle, size, room) = if self.occupied[index] {
            let below = Point::new(centre.x, centre.y + radius * 0.78);
            (below, radius * 0.42, radius * 1.2)
        } else {
            (centre, radius * 0.5, radius * 1.6)
        };
        let colour = self.palette.label(self.cell_colour(cell));
        let text = Text::centred(&cell.name, middle, size, room, colour);
        let mut group = ItemGroup::new("label");
        group.cell = Some((index, cell.name.clone()));
        group.items.push(Item::Text(text));
        Some(group)
    }

    /// The cells of the last move.
    fn highlights(&self) -> Vec<ItemGroup> {
        let highlight = |name: &String| {
            let index = self.scene.cell(name)?;
            let cell = &self.scene.cells[index];
            let mut path = self.outline(cell);
            // A part of a place has an outline that nobody sees.
            if let Some((centre, radius)) = cell.place().and_then(|_| self.room(cell)) {
                path = Path::default();
                path.ellipse(centre, radius, radius);
            }
            let accent = self.palette.accent;
            let mut group = ItemGroup::new("last");
            group.cell = Some((index, name.clone()));
            // A tint would make one owner's colour look like another's.
            if !matches!(cell.tone, Tone::Owned(_)) {
                let tint = Paint::fill(accent).with_holes().faded(0.25);
                group.items.push(Item::Path(path.clone(), tint));
            }
            // Dark under bright: visible on every background.
            let under = Paint::line(self.palette.frame, self.unit * (0.06 + 0.05));
            group.items.push(Item::Path(path.clone(), under));
            let over = Paint::line(accent, self.unit * 0.06);
            group.items.push(Item::Path(path, over));
            Some(group)
        };
        self.style.last.iter().filter_map(highlight).collect()
    }

    fn lines(&self) -> Vec<ItemGroup> {
        let mut groups = Vec::new();
        for line in &self.scene.lines {
            let mut group = ItemGroup::new("line");
            let mut path = Path::default();
            path.stroke(&self.places(&line.points));
            match self.seat(line.owner) {
                Some(seat) => {
                    let swatch = Swatch::of(seat.hue);
                    group.title = Some(seat.name.clone());
                    let under = Paint::line(swatch.stroke, self.unit * 0.16);
                    let over = Paint::line(swatch.fill, self.unit * 0.105);
                    group.items.push(Item::Path(path.clone(), under));
                    group.items.push(Item::Path(path, over));
                }
                None => {
                    let paint = Paint::line(self.palette.frame, self.unit * 0.06);
                    group.items.push(Item::Path(path, paint));
                }
            }
            groups.push(group);
        }
        groups
    }

    fn rim(&self) -> ItemGroup {
        let mut group = ItemGroup::new("rim");
        let usual = (self.unit * 0.24).clamp(12.0, 21.0);
        for (at, text) in &self.scene.rim {
            if let Some(middle) = self.place(*at) {
                // What stands in brackets is said by the way.
                let size = if text.starts_with('(') { 0.75 * usual } else { usual };
                let text = Text::centred(text, middle, size, BOARD, self.palette.muted);
                group.items.push(Item::Text(text));
            }
        }
        group
    }

    /// The pieces, those farther up first: a pile may reach over the cell behind it.
    fn nearer_last(&self) -> Vec<usize> {
        let height = |index: &usize| {
            let cell = self.scene.cells.get(self.scene.pieces[*index].cell);
            cell.map_or(0.0, |cell| cell.centre.y)
        };
        let mut order: Vec<usize> = (0..self.scene.pieces.len()).collect();
        if self.scene.pieces.iter().any(|piece| piece.shape.design().pile) {
            order.sort_by(|a, b| height(a).total_cmp(&height(b)));
        }
        order
    }

    fn piece(&self, index: usize) -> Option<ItemGroup> {
        let piece = self.scene.pieces.get(index)?;
        let cell = self.scene.cells.get(piece.cell)?;
        let (mut centre, mut radius) = self.room(cell)?;
        let design = piece.shape.design();
        if design.pile {
            radius = PILE * self.unit / 2.0;
        }
        if cell.labelled && self.style.coordinates {
            centre.y -= radius * 0.2;
            radius *= 0.76;
        } else {
            radius *= 0.94;
        }
        let seat = self.seat(piece.owner);
        let drawer = PieceDrawer {
            centre,
            radius,
            swatch: seat.map_or_else(Swatch::neutral, |seat| Swatch::of(seat.hue)),
            letter: seat.filter(|seat| seat.hue.needs_letter()).map(|seat| seat.letter),
        };
        let mut group = ItemGroup::new("piece");
        group.cell = Some((piece.cell, cell.name.clone()));
        group.title = Some(self.title(piece.cell, cell));
        group.items = drawer.draw(&design);
        Some(group)
    }
}
