//! Games are solved, played from their solutions, and refused where that cannot be.

use crate::program::{empty_folder, printed, refusal};

/// Red has two pieces and two exits, and nobody else is on the board.
const ALONE: &str = "r...r................................ r 2,3,3 450";

#[test]
fn what_is_left_of_a_game_is_solved_and_played() {
    let folder = empty_folder("solve");
    let asked = ["solve", "chexers", "--from", ALONE];
    let unasked = refusal(&folder, &asked, 1);
    assert!(unasked.contains("nobody can say yes here: add --yes"), "{unasked}");
    let said = printed(&folder, &[&asked[..], &["--yes", "--out", "alone"]].concat());
    assert!(said.starts_with("chexers referee: ") && said.contains(" positions, "), "{said}");
    assert!(said.contains("Under perfect play: Red 100.0000 %"), "{said}");
    let question = ["analyse", "chexers", "--position", ALONE, "--agent", "perfect:file=alone"];
    let thoughts = printed(&folder, &question);
    assert!(thoughts.contains("1.0000"), "{thoughts}");
    // Another variant, and a file that was cut short.
    let other = [&question[..], &["--variant", "last-ply-win"]].concat();
    let other = refusal(&folder, &other, 2);
    assert!(other.contains("solves chexers referee, and this game has other rules"), "{other}");
    let file = folder.join("alone");
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let cut = refusal(&folder, &question, 2);
    assert!(cut.contains("alone is damaged: "), "{cut}");
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let folder = empty_folder("solve-refused");
    let drawn = refusal(&folder, "solve dicewars --yes", 1);
    assert!(drawn.contains("the outcomes of chance cannot be listed, only drawn"), "{drawn}");
    let large = refusal(&folder, "solve three-chess --yes --memory 1", 1);
    assert!(large.contains("do not fit into 1048576 bytes; allow more memory"), "{large}");
    let unsolved = refusal(&folder, "analyse chexers --agent perfect", 2);
    assert!(unsolved.contains("`ludarium solve chexers` makes one"), "{unsolved}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
}
