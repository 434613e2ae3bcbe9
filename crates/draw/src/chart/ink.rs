//! The colours of charts, by what they are for.

use super::Colours;
use crate::Theme;
use crate::theme::Colour;

/// How many colours series have before they repeat.
pub(super) const SERIES: usize = 8;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChartInk {
    /// The background of everything.
    Page,
    /// Text and the line of an axis.
    Text,
    /// Less important text, guides.
    Muted,
    /// Fine lines behind the data.
    Grid,
    /// Cells below the middle, at their strongest.
    Low,
    /// Cells above the middle, at their strongest.
    High,
    /// A series, by its number.
    Series(usize),
}

/// The colours of series: blue, orange, green, purple, red, sky, brown or yellow, grey. They are
/// far apart in OKLab for normal sight, protanopia and deuteranopia; `tests/pictures/palette.rs` checks the
/// distance.
const LIGHT: [u32; SERIES] =
    [0x0956b8, 0xce820a, 0x4a8e79, 0xb03ff0, 0xa60515, 0x069ec3, 0x976b00, 0x172b2e];
const DARK: [u32; SERIES] =
    [0x6974f2, 0xf6a90e, 0x16a574, 0xb796ff, 0xee6211, 0xb0deff, 0xfee424, 0xa1b7bd];

/// All that colours are for.
fn inks() -> impl Iterator<Item = ChartInk> {
    let page = [
        ChartInk::Page,
        ChartInk::Text,
        ChartInk::Muted,
        ChartInk::Grid,
        ChartInk::Low,
        ChartInk::High,
    ];
    page.into_iter().chain((0..SERIES).map(ChartInk::Series))
}

impl ChartInk {
    /// The colour in a theme.
    pub fn colour(self, theme: Theme) -> Colour {
        let palette = theme.palette();
        let pick = |light, dark| match theme {
            Theme::Light => Colour::hex(light),
            Theme::Dark => Colour::hex(dark),
        };
        match self {
            ChartInk::Page => palette.page,
            ChartInk::Text => palette.ink,
            ChartInk::Muted => palette.muted,
            ChartInk::Grid => palette.ink.mix(palette.page, 0.13),
            // Paler than series in light and deeper in dark: text stands on them.
            ChartInk::Low => pick(0xf09a4a, 0xa04c08),
            ChartInk::High => pick(0x6ea0e6, 0x2a5cab),
            ChartInk::Series(index) => pick(LIGHT[index % SERIES], DARK[index % SERIES]),
        }
    }

    /// The colour in a file: what is light is for papers, and paper is white.
    pub fn in_file(self, theme: Theme) -> Colour {
        match (self, theme) {
            (ChartInk::Page, Theme::Light) => Colour::hex(0xffffff),
            _ => self.colour(theme),
        }
    }

    /// The name of its CSS custom property.
    fn property(self) -> String {
        match self {
            ChartInk::Page => "--chart-page".to_owned(),
            ChartInk::Text => "--chart-text".to_owned(),
            ChartInk::Muted => "--chart-muted".to_owned(),
            ChartInk::Grid => "--chart-grid".to_owned(),
            ChartInk::Low => "--chart-low".to_owned(),
            ChartInk::High => "--chart-high".to_owned(),
            ChartInk::Series(index) => format!("--chart-series-{}", index % SERIES + 1),
        }
    }

    /// The colour as an attribute's value.
    pub fn value(self, colours: Colours) -> String {
        match colours {
            Colours::Fixed(theme) => self.in_file(theme).to_string(),
            Colours::Reader => format!("var({},{})", self.property(), self.in_file(Theme::Light)),
        }
    }
}

/// The style sheet of a chart that follows the reader's colour scheme.
pub(super) fn style_sheet() -> String {
    let set = |theme: Theme| -> String {
        inks().map(|ink| format!("{}:{};", ink.property(), ink.colour(theme))).collect()
    };
    let (light, dark) = (set(Theme::Light), set(Theme::Dark));
    format!(
        ".ludarium-chart{{{light}}}\n\
         @media (prefers-color-scheme:dark){{.ludarium-chart{{{dark}}}}}\n\
         [data-theme=\"light\"] .ludarium-chart{{{light}}}\n\
         [data-theme=\"dark\"] .ludarium-chart{{{dark}}}\n"
    )
}

/// A chart that was written in the light colours of files, in the colours of a theme.
pub fn repainted(svg: &str, theme: Theme) -> String {
    let colours: Vec<(String, String)> = inks()
        .map(|ink| [Theme::Light, theme].map(|theme| ink.in_file(theme).to_string()).into())
        .collect();
    let mut parts = svg.split('#');
    let mut painted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = colours.iter().find(|(file, _)| part.starts_with(&file[1..]));
        match known {
            Some((file, colour)) => painted += &format!("{colour}{}", &part[file.len() - 1..]),
            None => painted += &format!("#{part}"),
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_of_a_file_is_painted_for_the_dark() {
        let light = "<rect fill=\"#ffffff\"/><path fill=\"#0956b8\" id=\"&#39;\"/>";
        let dark = "<rect fill=\"#17191d\"/><path fill=\"#6974f2\" id=\"&#39;\"/>";
        assert_eq!(repainted(light, Theme::Dark), dark);
        assert_eq!(repainted(light, Theme::Light), light);
    }

    /// Text stands on cells of every strength, in both themes.
    #[test]
    fn text_is_readable_on_every_cell() {
        for theme in [Theme::Light, Theme::Dark] {
            let [text, page, grid] =
                [ChartInk::Text, ChartInk::Page, ChartInk::Grid].map(|ink| ink.colour(theme));
            for pole in [ChartInk::Low, ChartInk::High] {
                for strength in 0..=10 {
                    let part = strength as f32 / 10.0;
                    let cell = pole.colour(theme).mix(grid.mix(page, 0.4), part);
                    let contrast = text.contrast(cell);
                    assert!(contrast >= 4.5, "{theme:?} {pole:?} {part}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn series_stand_out_from_the_page() {
        for theme in [Theme::Light, Theme::Dark] {
            for series in 0..SERIES {
                let contrast =
                    ChartInk::Series(series).colour(theme).contrast(theme.palette().page);
                assert!(contrast >= 3.0, "{theme:?} series {series}: {contrast}");
            }
        }
    }

    #[test]
    fn a_chart_for_readers_falls_back_to_light() {
        assert_eq!(ChartInk::Text.value(Colours::Reader), "var(--chart-text,#23262b)");
        assert_eq!(ChartInk::Text.value(Colours::Fixed(Theme::Dark)), "#e9e7e2");
        assert_eq!(ChartInk::Page.value(Colours::Fixed(Theme::Light)), "#ffffff");
    }
}
