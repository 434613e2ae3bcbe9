//! Texts that must fit: broken at good places, or cut with an ellipsis.

use crate::font;

/// Distance of lines, as a part of the text size.
pub(super) const LINE: f32 = 1.25;

/// Text sizes in pixels.
pub(super) const TITLE: f32 = 15.0;
pub(super) const NORMAL: f32 = 12.0;
pub(super) const SMALL: f32 = 11.0;

/// A text broken into lines, each as wide as its room at most.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub lines: Vec<String>,
    pub size: f32,
    /// The whole text, where some of it is left out.
    pub full: Option<String>,
    /// Whether a word had to be broken where it has no separator.
    pub broken: bool,
}

/// The width of a line of text.
pub(super) fn width(text: &str, size: f32) -> f32 {
    font::width(text, size, false)
}

impl Label {
    /// Breaks a text into at most `most` lines no wider than `room`. Agent texts have few blanks,
    /// so that lines may end after separators too; what does not fit ends in an ellipsis.
    pub fn fit(text: &str, size: f32, room: f32, most: usize) -> Label {
        let measure = |line: &str| width(line.trim_end(), size);
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let mut lines = vec![String::new()];
        let mut broken = false;
        for piece in pieces(&text) {
            let last = lines.last_mut().expect("there is always a line");
            if measure(&format!("{last}{piece}")) <= room {
                last.push_str(piece);
                continue;
            }
            if !last.is_empty() {
                lines.push(String::new());
            }
            for c in piece.chars() {
                let last = lines.last_mut().expect("there is always a line");
                if !last.is_empty() && measure(&format!("{last}{c}")) > room {
                    lines.push(c.to_string());
                    broken = true;
                } else {
                    last.push(c);
                }
            }
        }
        let cut = lines.len() > most;
        lines.truncate(most.max(1));
        if let Some(last) = lines.last_mut().filter(|_| cut) {
            // Agents often differ at the end only: the end stays, and of a single line the start.
            let head = if most > 1 { 0.0 } else { 0.5 };
            *last = middle_cut(last, &text, head * room, room, &measure);
        }
        for line in &mut lines {
            line.truncate(line.trim_end().len());
        }
        Label { lines, size, full: cut.then_some(text), broken }
    }

    /// The widest line.
    pub fn width(&self) -> f32 {
        let widths = self.lines.iter().map(|line| width(line, self.size));
        widths.fold(0.0, f32::max)
    }

    /// From the top of the first line to the bottom of the last.
    pub fn height(&self) -> f32 {
        self.lines.len() as f32 * self.size * LINE
    }
}

/// As much of the start of a line as `head` has room for, an ellipsis, and as much of the end of
/// the text as then has room.
fn middle_cut(
    line: &str,
    text: &str,
    head: f32,
    room: f32,
    measure: &impl Fn(&str) -> f32,
) -> String {
    let mut start = line.to_owned();
    while !start.is_empty() && measure(&start) > head {
        start.pop();
    }
    let mut end = String::new();
    for c in text.chars().rev() {
        let longer = format!("{c}{end}");
        if measure(&format!("{start}…{longer}")) > room {
            break;
        }
        end = longer;
    }
    format!("{start}…{}", end.trim_start())
}

/// A text cut after each separator.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', ',', ';', ':', '/', '=', '+', '_', '-'])
}

/// Moves items on a line apart. Takes the wanted centre and the size of each item, returns their centres in
/// the same order. An item without room between `from` and `to` gets `None`.
pub(super) fn spread(wanted: &[(f32, f32)], from: f32, to: f32) -> Vec<Option<f32>> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].0.total_cmp(&wanted[*b].0));
    let mut room = to - from;
    order.retain(|index| {
        let fits = wanted[*index].1 <= room;
        room -= if fits { wanted[*index].1 } else { 0.0 };
        fits
    });
    let mut clusters: Vec<Cluster> = Vec::new();
    for index in order {
        let (centre, size) = wanted[index];
        let mut cluster =
            Cluster { members: vec![index], size, wanted_starts: centre - size / 2.0 };
        while let Some(last) = clusters.pop_if(|last| last.end(from, to) > cluster.start(from, to))
        {
            cluster = last.join(cluster);
        }
        clusters.push(cluster);
    }
    let mut places = vec![None; wanted.len()];
    for cluster in &clusters {
        let mut edge = cluster.start(from, to);
        for index in &cluster.members {
            places[*index] = Some(edge + wanted[*index].1 / 2.0);
            edge += wanted[*index].1;
        }
    }
    places
}

/// Neighbours that touch, placed as near as possible to their wanted places.
struct Cluster {
    members: Vec<usize>,
    size: f32,
    /// The sum over the members of where the cluster would have to begin for them.
    wanted_starts: f32,
}

impl Cluster {
    fn start(&self, from: f32, to: f32) -> f32 {
        let wanted = self.wanted_starts / self.members.len() as f32;
        wanted.min(to - self.size).max(from)
    }

    fn end(&self, from: f32, to: f32) -> f32 {
        self.start(from, to) + self.size
    }

    fn join(mut self, next: Cluster) -> Cluster {
        self.wanted_starts += next.wanted_starts - next.members.len() as f32 * self.size;
        self.members.extend(next.members);
        self.size += next.size;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGENT: &str = "mcts:iterations=2000,rollout=greedy";

    #[test]
    fn short_texts_stay_as_they_are() {
        let label = Label::fit(AGENT, 12.0, 1000.0, 1);
        assert_eq!((label.lines.as_slice(), label.full), ([AGENT.to_owned()].as_slice(), None));
        assert_eq!(Label::fit("", 12.0, 10.0, 2).lines, [""]);
    }

    #[test]
    fn lines_end_after_separators() {
        let label = Label::fit(AGENT, 12.0, 130.0, 3);
        assert_eq!(label.lines, ["mcts:iterations=", "2000,rollout=greedy"]);
        assert_eq!(label.full, None);
        assert!(label.width() <= 130.0);
    }

    #[test]
    fn what_does_not_fit_is_cut_and_kept() {
        let label = Label::fit(AGENT, 12.0, 60.0, 1);
        assert_eq!(label.lines, ["mcts…dy"]);
        assert!(label.width() <= 60.0);
        assert_eq!(label.full.as_deref(), Some(AGENT));
        let endless = Label::fit(&"x".repeat(500), 12.0, 50.0, 2);
        assert!(endless.lines.len() == 2 && endless.width() <= 50.0);
    }

    #[test]
    fn things_move_apart_and_stay_inside() {
        let places = spread(&[(50.0, 10.0), (52.0, 10.0), (99.0, 10.0)], 0.0, 100.0);
        assert_eq!(places, [Some(46.0), Some(56.0), Some(95.0)]);
        let crowded = spread(&[(9.0, 6.0), (9.0, 6.0)], 0.0, 10.0);
        assert_eq!(crowded, [Some(7.0), None]);
    }
}
