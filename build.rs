//! Asks the linker for a smaller program, where linker and system can do it: four megabytes less.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

const FLAGS: [&str; 2] = [
    // Functions that compile to the same code are kept once.
    "-Wl,--icf=all",
    // Addresses that are set when the program starts are listed in a short form, which systems before 2022 cannot read.
    "-Wl,-z,pack-relative-relocs",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let at_home = env::var_os("HOST") == env::var_os("TARGET");
    if release && at_home {
        for flag in FLAGS.into_iter().filter(|flag| works(flag)) {
            println!("cargo::rustc-link-arg-bins={flag}");
        }
    }
}

/// Whether a tiny program that is linked with a flag runs on this machine.
fn works(flag: &str) -> bool {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (source, program) = (folder.join("tiny.rs"), folder.join("tiny"));
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_default());
    rustc.arg(&source).arg("-o").arg(&program);
    rustc.arg(format!("-Clink-arg={flag}"));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut option = OsString::from("-Clinker=");
        option.push(linker);
        rustc.arg(option);
    }
    let linked = fs::write(source, "fn main() {}").and_then(|()| rustc.output());
    let linked = linked.is_ok_and(|output| output.status.success());
    linked
        && Command::new(program)
            .status()
            .is_ok_and(|status| status.success())
}
