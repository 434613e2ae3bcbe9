//! What tables say of the machines that played under clocks.

use ludarium_arena::Machine;

/// Machines differ in speed if the fastest is this many times as fast as the slowest.
const DIFFERENT: f64 = 1.25;

/// A sentence where machines differ in speed.
pub(super) fn difference(machines: &[(Machine, u64)]) -> Option<String> {
    let speeds = || machines.iter().map(|(machine, _)| machine.speed);
    let (least, most) = (speeds().fold(f64::MAX, f64::min), speeds().fold(0.0, f64::max));
    (most > DIFFERENT * least).then(|| {
        format!(
            "the machines that played differ in speed by a factor of {:.1}: under a clock an agent thinks less on the slower \
             ones",
            most / least
        )
    })
}

/// The machines and the games that each played.
pub(super) fn list(machines: &[(Machine, u64)]) -> Option<String> {
    let each = machines.iter().map(|(machine, games)| {
        let Machine { name, speed } = machine;
        format!("{name} {games} games at speed {speed:.0}")
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("played by {}", each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_different_speeds_are_told() {
        let machine = |name: &str, speed: f64, games: u64| {
            let name = name.to_owned();
            (Machine { name, speed }, games)
        };
        let alike = [machine("a", 200.0, 6), machine("b", 210.0, 4)];
        assert_eq!(difference(&alike), None);
        assert_eq!((difference(&[]), list(&[])), (None, None));
        let listed = list(&alike).unwrap();
        assert_eq!(listed, "played by a 6 games at speed 200, b 4 games at speed 210");
        let unlike = [machine("a", 200.0, 6), machine("b", 100.0, 4)];
        let told = difference(&unlike).unwrap();
        assert!(told.contains("a factor of 2.0"), "{told}");
    }
}
