//! The order in which positions are solved: strongly connected components, those that others depend on first.

/// Positions and those that follow them.
pub(super) struct Follow<'a> {
    /// Where the positions that follow a position begin; one more than there are positions.
    pub first: &'a [u64],
    /// The positions that follow, one position after the other.
    pub next: &'a [u32],
}

/// An order of all positions, cut into layers.
pub(super) struct SolveOrder {
    /// The positions.
    pub order: Vec<u32>,
    /// Where each layer ends.
    pub ends: Vec<u32>,
}

/// What a position has not been given yet.
const NONE: u32 = u32::MAX;

impl SolveOrder {
    /// Tarjan's algorithm, without recursion: a layer is a largest set of positions that can all come back to each other,
    /// and stands after all that it leads to.
    pub fn of(follow: &Follow<'_>) -> SolveOrder {
        let count = follow.first.len() - 1;
        let mut found = vec![NONE; count];
        // The earliest position in reach; `NONE` again once the layer of a position is cut off.
        let mut earliest = vec![NONE; count];
        let mut waiting: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, u64)> = Vec::new();
        let mut cut = SolveOrder { order: Vec::with_capacity(count), ends: Vec::new() };
        let mut number = 0;
        for root in 0..count as u32 {
            if found[root as usize] != NONE {
                continue;
            }
            path.push((root, follow.first[root as usize]));
            while let Some((here, next)) = path.last_mut() {
                let at = *here as usize;
                if found[at] == NONE {
                    (found[at], earliest[at]) = (number, number);
                    number += 1;
                    waiting.push(*here);
                }
                if *next < follow.first[at + 1] {
                    let to = follow.next[*next as usize];
                    *next += 1;
                    if found[to as usize] == NONE {
                        path.push((to, follow.first[to as usize]));
                    } else if earliest[to as usize] != NONE {
                        earliest[at] = earliest[at].min(found[to as usize]);
                    }
                    continue;
                }
                path.pop();
                let reach = earliest[at];
                if let Some((before, _)) = path.last() {
                    let before = &mut earliest[*before as usize];
                    *before = (*before).min(reach);
                }
                if reach == found[at] {
                    while let Some(one) = waiting.pop() {
                        earliest[one as usize] = NONE;
                        cut.order.push(one);
                        if one as usize == at {
                            break;
                        }
                    }
                    cut.ends.push(cut.order.len() as u32);
                }
            }
        }
        cut
    }
}
