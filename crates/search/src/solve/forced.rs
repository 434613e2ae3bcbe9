//! `forced`: what the seats of a game without chance can force, and how soon.

use super::{Equations, Link, Worth};

/// What can be forced from a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forced {
    /// The share of the position's seat; one half where nobody can force an end.
    pub share: f64,
    /// The plies within which this share is certain, whatever the other seat does; 0 where nobody can force an end.
    pub plies: u32,
}

/// Solves a game with two seats and without chance: exactly, and with the number of plies. To go on for ever is worth one
/// half.
///
/// It looks one ply further in every round, at positions alone for which something that follows has changed. As there are finitely many
/// results, and nothing but results is ever written, it comes to an end; then no further ply changes anything. Takes 16
/// bytes a position and 4 for each position that follows one.
///
/// # Panics
/// If a position leads to a number that is no position.
pub fn forced(equations: &impl Equations) -> Vec<Forced> {
    let before = Predecessors::of(equations);
    let mut known = vec![Forced { share: 0.5, plies: 0 }; equations.count()];
    let mut due: Vec<u32> = (0..equations.count() as u32).collect();
    let mut listed = vec![0; equations.count()];
    for plies in 1.. {
        let mut news = Vec::new();
        for &index in &due {
            // What is won or lost for certain stays so.
            if matches!(known[index as usize].share, 0.0 | 1.0) {
                continue;
            }
            let share = look(equations, &known, index as usize);
            if share != known[index as usize].share {
                news.push((index, Forced { share, plies }));
            }
        }
        if news.is_empty() {
            break;
        }
        due.clear();
        for (index, forced) in news {
            known[index as usize] = forced;
            for &earlier in before.of_position(index as usize) {
                if listed[earlier as usize] != plies {
                    listed[earlier as usize] = plies;
                    due.push(earlier);
                }
            }
        }
    }
    known
}

fn look(equations: &impl Equations, known: &[Forced], index: usize) -> f64 {
    let of = &mut |link: Link| {
        let share = Share(known[link.index].share);
        if link.other_seat { share.of_other() } else { share }
    };
    equations.look(index, of).0
}

/// A share that is certain.
#[derive(Clone, Copy)]
struct Share(f64);

impl Worth for Share {
    fn exact(share: f64) -> Share {
        Share(share)
    }

    fn of_other(self) -> Share {
        Share(1.0 - self.0)
    }

    fn or_better(self, other: Share) -> Share {
        Share(self.0.max(other.0))
    }

    fn drawn(outcomes: impl Iterator<Item = (f64, Share)>) -> Share {
        Share(outcomes.map(|(part, share)| part * share.0).sum())
    }
}

/// For each position those that lead to it.
struct Predecessors {
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Predecessors {
    fn of(equations: &impl Equations) -> Predecessors {
        let count = equations.count();
        let each_link = |tell: &mut dyn FnMut(usize, usize)| {
            for index in 0..count {
                equations.look(index, &mut |link| {
                    tell(index, link.index);
                    Share(0.5)
                });
            }
        };
        let mut first = vec![0u32; count + 1];
        each_link(&mut |_, to| first[to + 1] += 1);
        for index in 0..count {
            first[index + 1] += first[index];
        }
        let mut all = vec![0; first[count] as usize];
        let mut next = first.clone();
        each_link(&mut |from, to| {
            all[next[to] as usize] = from as u32;
            next[to] += 1;
        });
        Predecessors { first, all }
    }

    fn of_position(&self, index: usize) -> &[u32] {
        &self.all[self.first[index] as usize..self.first[index + 1] as usize]
    }
}
