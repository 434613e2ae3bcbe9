//! Extreme random data for charts: numbers of every size, NaN, and texts of every kind.

use ludarium_game::Rng;

use super::super::*;

const NUMBERS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    0.3,
    1.0 / 3.0,
    -7.5,
    12_345.678,
    1e-7,
    5e-324,
    1e17,
    -1e300,
    1e300,
    f64::MAX,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

const TEXTS: [&str; 10] = [
    "",
    "   ",
    "greedy",
    "mcts:iterations=2000,rollout=greedy",
    "mcts:iterations=2000,rollout=random,exploration=0.7,reuse=true,threads=8,seed=12345",
    "<b>&\"bold\"</b> 'x' ]]>",
    "\u{1b}[31m\u{0}\u{FFFE}\tend\r\n",
    "日本語の長い名前がここにあります、そしてもっと長い名前もあります",
    "e\u{301}\u{301}\u{301} ♞ 🂡🂡🂡 \u{202e}left",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikantengehilfe",
];

fn number(rng: &mut Rng) -> f64 {
    match rng.below(3) {
        0 => NUMBERS[rng.below(NUMBERS.len() as u32) as usize],
        1 => rng.unit(),
        _ => (rng.unit() - 0.5) * 10f64.powi(rng.below(12) as i32),
    }
}

fn text(rng: &mut Rng) -> String {
    TEXTS[rng.below(TEXTS.len() as u32) as usize].to_owned()
}

fn several<T>(rng: &mut Rng, most: u32, one: impl Fn(&mut Rng) -> T) -> Vec<T> {
    let count = rng.below(most + 1);
    (0..count).map(|_| one(rng)).collect()
}

fn reading(rng: &mut Rng) -> ChartValue {
    let interval = (rng.below(2) == 0).then(|| (number(rng), number(rng)));
    ChartValue { value: number(rng), interval }
}

fn look(rng: &mut Rng) -> Look {
    Look {
        title: text(rng),
        description: text(rng),
        width: [720.0, 360.0, 1200.0, f32::NAN, -5.0][rng.below(5) as usize],
        colours: [Colours::Reader, Colours::Fixed(Theme::Light), Colours::Fixed(Theme::Dark)]
            [rng.below(3) as usize],
    }
}

fn axis(rng: &mut Rng) -> Axis {
    Axis {
        title: text(rng),
        format: [Format::Number, Format::Percent, Format::Seconds][rng.below(3) as usize],
        log: rng.below(3) == 0,
        cover: several(rng, 2, number),
    }
}

fn guide(rng: &mut Rng) -> Guide {
    Guide { at: number(rng), label: text(rng) }
}

/// One chart of each kind with anything in it.
pub fn any_charts(rng: &mut Rng) -> Vec<(&'static str, String)> {
    let across = match rng.below(2) {
        0 => Across::Numbers(axis(rng)),
        _ => Across::Names { title: text(rng), names: several(rng, 12, text) },
    };
    let lines = Lines {
        look: look(rng),
        across,
        value: axis(rng),
        series: several(rng, 5, |rng| LineSeries {
            name: text(rng),
            points: several(rng, 12, |rng| {
                let x = if rng.below(2) == 0 { number(rng) } else { f64::from(rng.below(9)) };
                (x, reading(rng))
            }),
            references: several(rng, 3, |rng| (f64::from(rng.below(9)), number(rng))),
            band: rng.below(3) == 0,
        }),
        guides: several(rng, 4, guide),
        joined: rng.below(3) > 0,
        reference: text(rng),
    };
    let bars = Bars {
        look: look(rng),
        names: several(rng, 9, text),
        names_title: text(rng),
        value: axis(rng),
        series: several(rng, 4, |rng| BarSeries {
            name: text(rng),
            values: several(rng, 12, |rng| (rng.below(4) > 0).then(|| reading(rng))),
            references: several(rng, 12, |rng| (rng.below(3) == 0).then(|| number(rng))),
        }),
        guides: several(rng, 3, guide),
        reference: text(rng),
    };
    let forest = Forest {
        look: look(rng),
        value: axis(rng),
        rows: several(rng, 9, |rng| Row { name: text(rng), reading: reading(rng) }),
        guide: (rng.below(2) == 0).then(|| guide(rng)),
    };
    let heat = Heat {
        look: look(rng),
        rows_title: text(rng),
        rows: several(rng, 8, text),
        columns_title: text(rng),
        columns: several(rng, 9, text),
        cells: several(rng, 9, |rng| {
            several(rng, 9, |rng| (rng.below(5) > 0).then(|| number(rng)))
        }),
        format: axis(rng).format,
        middle: number(rng),
        reach: (rng.below(2) == 0).then(|| number(rng)),
    };
    let values = several(rng, 40, number);
    let bins = match rng.below(3) {
        0 => Bins { start: number(rng), width: number(rng), counts: several(rng, 30, Rng::bits) },
        _ => Bins::of(&values, rng.below(60) as usize),
    };
    let histogram = Histogram {
        look: look(rng),
        value: axis(rng),
        count_title: text(rng),
        bins,
        guides: several(rng, 4, guide),
    };
    vec![
        ("lines", lines.svg()),
        ("bars", bars.svg()),
        ("forest", forest.svg()),
        ("heat", heat.svg()),
        ("histogram", histogram.svg()),
    ]
}

/// One chart of each kind that has names, with many of them.
pub fn charts_of_names(count: usize) -> Vec<(&'static str, String)> {
    let names: Vec<String> = (0..count).map(|index| format!("agent:number={index}")).collect();
    let value = |index: usize| index as f64 / count as f64;
    let lines = Lines {
        across: Across::Names { title: "agent".to_owned(), names: names.clone() },
        series: vec![LineSeries {
            points: (0..count).map(|index| (index as f64, value(index).into())).collect(),
            ..LineSeries::default()
        }],
        ..Lines::default()
    };
    let bars = Bars {
        names: names.clone(),
        series: vec![BarSeries {
            values: (0..count).map(|index| Some(value(index).into())).collect(),
            ..BarSeries::default()
        }],
        ..Bars::default()
    };
    let forest = Forest {
        rows: names
            .iter()
            .enumerate()
            .map(|(index, name)| Row { name: name.clone(), reading: value(index).into() })
            .collect(),
        ..Forest::default()
    };
    let heat = Heat {
        rows: names[..8].to_vec(),
        columns: names,
        cells: vec![(0..count).map(|index| Some(value(index))).collect(); 8],
        ..Heat::default()
    };
    vec![
        ("lines", lines.svg()),
        ("bars", bars.svg()),
        ("forest", forest.svg()),
        ("heat", heat.svg()),
    ]
}

/// One chart of each kind with nothing to show.
pub fn empty_charts() -> Vec<(&'static str, String)> {
    let nan = ChartValue::from(f64::NAN);
    let lines = Lines {
        series: vec![LineSeries {
            points: vec![(1.0, nan), (f64::INFINITY, 1.0.into())],
            ..LineSeries::default()
        }],
        ..Lines::default()
    };
    let bars = Bars {
        names: vec!["a".to_owned()],
        series: vec![BarSeries {
            values: vec![Some(nan), Some(1.0.into())],
            ..BarSeries::default()
        }],
        ..Bars::default()
    };
    let forest =
        Forest { rows: vec![Row { name: "a".to_owned(), reading: nan }], ..Forest::default() };
    let heat = Heat {
        rows: vec!["a".to_owned()],
        columns: vec!["b".to_owned()],
        cells: vec![vec![Some(f64::NAN)]],
        ..Heat::default()
    };
    vec![
        ("lines", lines.svg()),
        ("no lines", Lines::default().svg()),
        ("bars", bars.svg()),
        ("no bars", Bars::default().svg()),
        ("forest", forest.svg()),
        ("heat", heat.svg()),
        ("no heat", Heat::default().svg()),
        ("histogram", Histogram::default().svg()),
    ]
}
