//! Lets the parser that the environment names read the inputs: one binary for all targets.
#![no_main]

use std::sync::LazyLock;

use ludarium_fuzz::{TARGETS, Target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("LUDARIUM_TARGET").unwrap_or_default();
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("LUDARIUM_TARGET is `{name}`, not the name of a target"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (TARGET.read)(data);
});
