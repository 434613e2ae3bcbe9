//! Printed figures and claims: each has its metric, its subject and its point.

use super::super::file;
use super::super::fill::hint;
use super::super::{
    Claim, CurvePlace, FEWEST_OF_A_CURVE, FigurePlace, Metric, Printed, Statement, Subject,
    SweepPoint, SweepValue,
};
use super::ExperimentCheck;

impl ExperimentCheck<'_> {
    pub(super) fn printed(
        &mut self,
        index: usize,
        row: &file::PrintedText,
        metrics: &[Metric],
        subjects: &[Subject],
    ) -> Option<Printed> {
        let place = format!("printed {}", index + 1);
        let mut values = Vec::new();
        for (name, value) in &row.values.0 {
            values.push((self.metric(&place, name, metrics)?, *value));
        }
        if values.is_empty() && row.missing.is_none() {
            self.wrong(&place, "has neither `values` nor a reason why they are `missing`");
        }
        let point = match &row.missing {
            Some(_) => {
                self.points.iter().position(|point| point.has(&row.at.0) && !row.at.0.is_empty())
            }
            None => Some(self.point(&format!("{place}, at"), &row.at)?),
        };
        Some(Printed {
            point,
            at: row.at.clone(),
            games: row.games,
            subject: match row.missing {
                // Nobody of ours has a missing figure, so it need not be one of the subjects.
                Some(_) => 0,
                None => self.subject(&place, row.of.as_deref(), subjects)?,
            },
            values,
            missing: row.missing.clone(),
            chart: row.chart,
            lines: self.lines(&place, &row.lines),
        })
    }

    pub(super) fn claim(
        &mut self,
        index: usize,
        claim: &file::ClaimText,
        metrics: &[Metric],
        subjects: &[Subject],
    ) -> Option<Claim> {
        let place = format!("claim {}", index + 1);
        let metric = self.metric(&place, &claim.metric, metrics)?;
        let at = |check: &mut Self, key: &str, wanted: &SweepPoint| {
            let place = format!("{place}, {key}");
            let mut wanted = wanted.clone();
            // Who is meant may stand beside the point, where a claim compares two subjects.
            let own = wanted.0.iter().position(|(key, _)| key == "of");
            let own = own.map(|index| wanted.0.remove(index).1.to_string());
            let of = own.as_deref().or(claim.of.as_deref());
            Some(FigurePlace {
                point: check.point(&place, &wanted)?,
                subject: check.subject(&place, of, subjects)?,
                metric,
            })
        };
        let start = SweepPoint::default();
        let here = claim.at.as_ref().unwrap_or(&start);
        let statement = match (&claim.more, &claim.less, claim.above, claim.below) {
            (Some(more), Some(less), None, None) if claim.at.is_none() => {
                let (first, second) = (at(self, "more", more)?, at(self, "less", less)?);
                match claim.times {
                    Some(range) if !(0.0 < range.0 && range.0 < range.1) => {
                        let wrong = "`times` has to be two numbers above 0, the smaller one first";
                        self.wrong(&place, wrong);
                        return None;
                    }
                    Some(range) => Statement::Times { first, second, range },
                    None => Statement::More { more: first, less: second },
                }
            }
            _ if claim.times.is_some() => {
                self.wrong(&place, "`times` needs `more` and `less`, and nothing else");
                return None;
            }
            (None, None, None, None) if claim.curve.is_some() => {
                let points = self.along(&place, claim.over.as_deref(), here)?;
                let mut along = Vec::new();
                for (number, point) in points {
                    let place = at(self, "at", &point)?;
                    along.push(CurvePlace { at: number, place });
                }
                Statement::Follows(claim.curve?, along)
            }
            (None, None, Some(least), None) => Statement::Above(at(self, "at", here)?, least),
            (None, None, None, Some(most)) => Statement::Below(at(self, "at", here)?, most),
            _ => {
                self.wrong(
                    &place,
                    "has to have `more` and `less`, or `at` with `above` or `below`, or `curve` with `over`",
                );
                return None;
            }
        };
        Some(Claim { text: claim.text.clone(), statement, lines: self.lines(&place, &claim.lines) })
    }

    /// The points of a curve, with the value of its variable at each.
    fn along(
        &mut self,
        place: &str,
        over: Option<&str>,
        fixed: &SweepPoint,
    ) -> Option<Vec<(f64, SweepPoint)>> {
        let sweep = &self.file.sweep.0;
        let swept = sweep.iter().find(|(name, _)| Some(name.as_str()) == over);
        let values = swept.map_or(&[][..], |(_, values)| values);
        let numbers: Vec<f64> = values.iter().filter_map(SweepValue::number).collect();
        if numbers.len() != values.len() || numbers.len() < FEWEST_OF_A_CURVE {
            let right = format!(
                "`over` has to be a variable with at least {FEWEST_OF_A_CURVE} values, all numbers"
            );
            self.wrong(place, right);
            return None;
        }
        let point = |(number, value): (f64, &SweepValue)| {
            let mut point = fixed.clone();
            point.0.push((over?.to_owned(), value.clone()));
            Some((number, point))
        };
        numbers.into_iter().zip(values).map(point).collect()
    }

    /// Where something stands in the report.
    fn lines(&mut self, place: &str, lines: &[u32]) -> Vec<u32> {
        if lines.contains(&0) {
            self.wrong(place, "`lines` count from 1, as `grep -n` does; 0 is no line");
        }
        lines.to_vec()
    }

    /// The index of a metric among those of the experiment.
    fn metric(&mut self, place: &str, name: &str, metrics: &[Metric]) -> Option<usize> {
        let found = metrics.iter().position(|metric| metric.to_string() == name);
        if found.is_none() {
            let known = self.file.metrics.iter().map(String::as_str);
            let hint = hint(name, known);
            self.wrong(place, format!("`{name}` is not among the metrics{hint}"));
        }
        found
    }

    fn subject(&mut self, place: &str, name: Option<&str>, subjects: &[Subject]) -> Option<usize> {
        let Some(name) = name else {
            return Some(0);
        };
        let found = subjects.iter().position(|subject| subject.name == name);
        if found.is_none() {
            let hint = hint(name, subjects.iter().map(|subject| subject.name.as_str()));
            self.wrong(place, format!("unknown subject `{name}`{hint}"));
        }
        found
    }

    /// The one point of the sweep that has all the values.
    fn point(&mut self, place: &str, wanted: &SweepPoint) -> Option<usize> {
        for (variable, value) in &wanted.0 {
            let sweep = &self.file.sweep.0;
            let Some((_, values)) = sweep.iter().find(|(name, _)| name == variable) else {
                let hint = hint(variable, sweep.iter().map(|(name, _)| name.as_str()));
                self.wrong(place, format!("unknown variable `{variable}`{hint}"));
                return None;
            };
            if !values.contains(value) {
                let known: Vec<String> = values.iter().map(SweepValue::to_string).collect();
                let hint = hint(&value.to_string(), known.iter().map(String::as_str));
                self.wrong(place, format!("`{variable}` has no value `{value}`{hint}"));
                return None;
            }
        }
        let mut found = (0..self.points.len()).filter(|&index| self.points[index].has(&wanted.0));
        match (found.next(), found.next()) {
            (Some(point), None) => Some(point),
            _ => {
                let all = self.file.sweep.0.iter().map(|(name, _)| name.as_str());
                let all = all.collect::<Vec<_>>().join(", ");
                self.wrong(place, format!("fits several points; give all of {all}"));
                None
            }
        }
    }
}
