//! What programs are told about a position: the map with its neighbours, the dice and the counters.

use ludarium_game::{Fact, Facts, Game, Seat};

use super::{Area, Dicewars, Phase, areas_in};

impl Dicewars {
    pub(super) fn told(&self) -> Facts {
        let map = self.map();
        let number = |area: Area| area.number() as u32;
        let area = |area: Area| {
            let neighbours = map.neighbours(area).iter().copied().map(number);
            Fact::Record(vec![
                ("area", number(area).into()),
                ("seat", self.owner(area).0.into()),
                ("dice", self.dice(area).into()),
                ("neighbours", Fact::list(neighbours)),
            ])
        };
        let seats = || Seat::all(self.seats());
        let mut facts = vec![
            ("areas", Fact::List(areas_in(map.all()).map(area).collect())),
            ("order", Fact::list(self.order().map(|seat| seat.0))),
            ("reserves", Fact::list(seats().map(|seat| self.reserve(seat)))),
            ("largest_regions", Fact::list(seats().map(|seat| self.largest_region(seat)))),
            ("battles", self.battles().into()),
        ];
        // The sides whose dice are thrown next, the attacker first.
        if let Phase::Battle { from, to } = self.phase {
            facts.push(("battle", Fact::List([from, to].map(area).into())));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use ludarium_game::{Rng, Seed, Spec, Tabletop};

    use super::*;

    /// A program can draw the map from what it is told.
    #[test]
    fn every_area_is_told_with_its_neighbours() {
        let rules = Dicewars::rules(&Spec::parse("flat").unwrap()).unwrap();
        let position = Dicewars::start(&rules, &mut Rng::new(Seed(3)));
        let told = position.facts();
        let (_, Fact::List(areas)) = &told[0] else {
            panic!("{told:?}");
        };
        assert_eq!(areas.len(), areas_in(position.map().all()).count());
        let neighbours = |area: &Fact| match area {
            Fact::Record(facts) => match &facts[3].1 {
                Fact::List(neighbours) => neighbours.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        for (area, number) in areas.iter().zip(1u32..) {
            assert!(!neighbours(area).is_empty());
            for near in neighbours(area) {
                let Fact::Number(near) = near else {
                    panic!("{near:?}");
                };
                let back = neighbours(&areas[near as usize - 1]);
                assert!(back.contains(&number.into()), "{number} and {near}");
            }
        }
    }
}
