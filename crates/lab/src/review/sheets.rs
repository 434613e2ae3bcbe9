//! The sheets of a run's review: what mistakes cost each agent, and the differences between agents.

use ludarium_arena::statistics::{Estimate, ratio};
use ludarium_game::ShareUnit;
use ludarium_report::sheet::{Cell, Column, Form, Number, Sheet};
use ludarium_report::standings::played;

use super::reviewed_game::{ReviewedGame, ReviewedSeat};
use super::run_review::RunReview;

/// What one agent did in one block, or in all. Where only some decisions were looked at, each stands for several.
#[derive(Clone, Copy, Debug, Default)]
struct AgentSums {
    /// Seats in which it sat in games that were judged.
    places: f64,
    decisions: f64,
    judged: u64,
    /// What stands for the decisions that were judged, and for those of them that the judge would have made.
    weight: f64,
    same: f64,
    cost: f64,
    /// The sum of the squares of luck.
    luck: f64,
    score: f64,
    squares: f64,
}

impl AgentSums {
    fn add(&mut self, game: &ReviewedGame, seat: &ReviewedSeat) {
        let (decision, roll) = (game.decisions.weight(), game.rolls.weight());
        self.places += 1.0;
        self.decisions += seat.decisions as f64;
        self.judged += seat.judged;
        self.weight += decision * seat.judged as f64;
        self.same += decision * seat.same as f64;
        self.cost += decision * seat.cost;
        self.luck += roll * seat.luck;
        self.score += seat.score;
        self.squares += seat.score * seat.score;
    }

    /// The mean cost of a game.
    fn mean_cost(&self) -> f64 {
        self.cost / self.places
    }

    /// The standard deviation of its results.
    fn spread(&self) -> Option<f64> {
        let mean = self.score / self.places;
        let squares = self.squares - self.places * mean * mean;
        (self.places > 1.0).then(|| (squares.max(0.0) / (self.places - 1.0)).sqrt())
    }
}

impl RunReview {
    /// What mistakes cost each agent; then, where several played, the differences between them.
    pub fn sheets(&self) -> Vec<Sheet> {
        let blocks = self.by_block();
        let mut sheets = vec![self.costs(&blocks)];
        sheets.extend(self.differences(&blocks));
        sheets
    }

    /// For each block what each agent did in it.
    fn by_block(&self) -> Vec<Vec<AgentSums>> {
        // A game in which nothing could be judged says nothing.
        let judged = |game: &&ReviewedGame| game.decisions.judged > 0 || game.decisions.all == 0;
        let blocks = self.found.chunk_by(|a, b| a.block == b.block);
        let sums = |games: &[ReviewedGame]| {
            let mut agents = vec![AgentSums::default(); self.labels.len()];
            for game in games.iter().filter(judged) {
                for seat in &game.seats {
                    if let Some(agent) = agents.get_mut(seat.agent) {
                        agent.add(game, seat);
                    }
                }
            }
            agents
        };
        blocks.map(sums).collect()
    }

    fn costs(&self, blocks: &[Vec<AgentSums>]) -> Sheet {
        let dice = self.found.iter().any(|game| game.rolls.all > 0);
        let mut columns = vec![
            Column::text("agent"),
            Column::number("games"),
            Column::number("decisions"),
            Column::number("judged"),
            Column::number("same move"),
        ];
        let names = self.unit.rates.iter().map(|(name, _)| (*name).to_owned());
        columns.extend(names.map(Column::number));
        if self.unit.rates.is_empty() {
            columns.push(Column::number("cost a decision"));
        }
        columns.push(Column::number(self.titled("cost a game")));
        if dice {
            columns.push(Column::number(self.titled("luck a game")));
        }
        columns.push(Column::number(self.titled("result a game")));
        let mut rows = Vec::new();
        for (agent, label) in self.labels.iter().enumerate() {
            let sat = || {
                let sums = blocks.iter().map(|block| &block[agent]);
                sums.filter(|sums| sums.places > 0.0)
            };
            let total = |part: fn(&AgentSums) -> f64| sat().map(part).sum::<f64>();
            let whole = AgentSums {
                places: total(|sums| sums.places),
                score: total(|sums| sums.score),
                squares: total(|sums| sums.squares),
                ..AgentSums::default()
            };
            if whole.places == 0.0 {
                continue;
            }
            let pairs = |below: fn(&AgentSums) -> f64| -> Vec<(f64, f64)> {
                sat().map(|sums| (sums.cost, below(sums))).collect()
            };
            let weight = total(|sums| sums.weight);
            let same = (weight > 0.0).then(|| total(|sums| sums.same) / weight);
            let mut row = vec![
                Cell::text(label),
                Cell::count(whole.places as u64),
                Cell::count(total(|sums| sums.decisions) as u64),
                Cell::count(sat().map(|sums| sums.judged).sum()),
                Cell::number(same, Form::Percent),
            ];
            let decision = ratio(&pairs(|sums| sums.decisions));
            let rates = self.unit.rates.iter();
            row.extend(
                rates.map(|(_, factor)| cell(scaled(decision, f64::from(*factor)), Form::Measured)),
            );
            if self.unit.rates.is_empty() {
                row.push(self.cost(decision));
            }
            row.push(self.cost(ratio(&pairs(|sums| sums.places))));
            if dice {
                let luck = (total(|sums| sums.luck) / whole.places).max(0.0).sqrt();
                row.push(self.spread(Some(luck)));
            }
            row.push(self.spread(whole.spread()));
            rows.push(row);
        }
        Sheet::new("What mistakes cost", columns).rows(rows).notes(self.notes(dice))
    }

    fn notes(&self, dice: bool) -> Vec<String> {
        let mut notes = vec![
            format!(
                "{}, judged by {}{}; intervals (95 %) come from the spread between blocks",
                played(self.games(), self.blocks() as u64),
                self.judge,
                if self.sampled { ", some decisions of each, which stand for all" } else { "" }
            ),
            format!(
                "cost: what the judge's choice is worth more than the move that was made, both valued by what follows, {}. \
                 That of a game is what an agent could gain without these mistakes: its ceiling, as far as this judge sees",
                if self.in_percent() {
                    "as a part of a win"
                } else {
                    "in the unit of the game's players"
                }
            ),
        ];
        let mut spread = "result a game: the standard deviation of an agent's results".to_owned();
        if dice {
            spread.push_str("; luck a game: that of what the dice gave it or took from it");
        }
        notes.push(spread);
        let left: u64 =
            self.found.iter().map(|game| game.decisions.asked - game.decisions.judged).sum();
        if left > 0 {
            notes.push(format!(
                "{left} decisions are left out: the judge gave no shares of a win there"
            ));
        }
        notes
    }

    fn differences(&self, blocks: &[Vec<AgentSums>]) -> Option<Sheet> {
        let mut rows = Vec::new();
        for (first, label) in self.labels.iter().enumerate() {
            for (second, other) in self.labels.iter().enumerate().skip(first + 1) {
                let met = blocks.iter().filter_map(|block| {
                    let (one, two) = (&block[first], &block[second]);
                    let met = one.places > 0.0 && two.places > 0.0;
                    met.then(|| (one.mean_cost() - two.mean_cost(), 1.0))
                });
                let met: Vec<(f64, f64)> = met.collect();
                if !met.is_empty() {
                    rows.push(vec![Cell::text(label), Cell::text(other), self.cost(ratio(&met))]);
                }
            }
        }
        (!rows.is_empty()).then(|| {
            let more = Column::number(self.titled("costs more a game"));
            let columns = [Column::text("agent"), Column::text("beside"), more];
            Sheet::new("Between agents", columns).rows(rows)
        })
    }

    fn in_percent(&self) -> bool {
        self.unit == ShareUnit::PERCENT
    }

    /// The heading of a column, with the unit where that is not per cent.
    fn titled(&self, heading: &str) -> String {
        if self.in_percent() {
            heading.to_owned()
        } else {
            format!("{heading}, {}", self.unit.name)
        }
    }

    /// What moves cost.
    fn cost(&self, share: Estimate) -> Cell {
        if self.in_percent() {
            return cell(share, Form::SignedPercent);
        }
        cell(scaled(share, self.unit.scale.into()), Form::Measured)
    }

    /// A standard deviation.
    fn spread(&self, share: Option<f64>) -> Cell {
        if self.in_percent() {
            return Cell::number(share, Form::Percent);
        }
        Cell::number(share.map(|share| share * f64::from(self.unit.scale)), Form::Measured)
    }
}

fn scaled(Estimate { value, low, high }: Estimate, factor: f64) -> Estimate {
    Estimate { value: value * factor, low: low * factor, high: high * factor }
}

/// An estimate from blocks. How sure it is, is not known of a single block, and not of blocks that are all the same.
fn cell(Estimate { value, low, high }: Estimate, form: Form) -> Cell {
    Cell::Number(Number { value, interval: (low < high).then_some((low, high)), form })
}
