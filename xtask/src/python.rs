//! The package for Python: its tests in a virtual environment that is made here, its wheel and its speed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::debian::{apt, privilege};
use crate::links::root;
use crate::steps::{cargo, cargo_program, run};

/// The oldest Python that the package supports.
const OLDEST: (u32, u32) = (3, 10);

/// Installs what the tests of the package need.
pub fn ensure() -> Result<(), String> {
    Environment::with_tools(None).map(|_| ())
}

/// Builds the module, and tests the package with it. The words are the program of another Python, and `--all` for what
/// is too large to be installed every time: PyTorch, Ray, the checker of types.
pub fn test(words: &[String]) -> Result<(), String> {
    let all = words.iter().any(|word| word == "--all");
    let python = words.iter().find(|word| !word.starts_with("--"));
    let manifest = root().join("python/Cargo.toml");
    let manifest = manifest.to_string_lossy();
    cargo(&["fmt", "--manifest-path", &manifest, "--check"])?;
    let environment = Environment::with_tools(python.map(String::as_str))?;
    if all {
        environment.install("all tests", &needed("requirements-all.txt")?)?;
    }
    build_module(Profile::Tests)?;
    build_stranger()?;
    if all {
        let mut stubs = environment.with_package();
        let check = ["-m", "mypy.stubtest", "ludarium._native"];
        run(stubs.args(check), "mypy.stubtest ludarium._native")?;
    }
    let program = build_program()?;
    let mut pytest = environment.with_package();
    pytest.env("LUDARIUM", program);
    let quiet = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    run(pytest.args(quiet).arg("python/tests"), "pytest python/tests")
}

/// Libraries that ours are compared with.
const RIVALS: &str = "open_spiel\npettingzoo[classic]\n";

/// A Python that has the libraries that ours are compared with.
pub fn with_rivals() -> Result<PathBuf, String> {
    let environment = Environment::ensure(None)?;
    environment.install("comparing", RIVALS)?;
    Ok(environment.python().get_program().into())
}

/// A Python that has GNU Backgammon's library.
pub fn with_gnubg() -> Result<PathBuf, String> {
    let environment = Environment::ensure(None)?;
    environment.install("GNU Backgammon's library", "--pre\ngnubg-nn\n")?;
    Ok(environment.python().get_program().into())
}

/// Measures the package as it is released, against other libraries where they can be installed.
pub fn bench(args: &[String]) -> Result<(), String> {
    let environment = Environment::with_tools(None)?;
    if let Err(error) = environment.install("comparing", RIVALS) {
        println!("xtask: `{error}` failed, so some lines are left out");
    }
    build_module(Profile::Released)?;
    let mut bench = environment.with_package();
    run(bench.arg("python/bench.py").args(args), "python/bench.py")
}

/// Builds the wheel into `target/wheels`.
pub fn wheel() -> Result<(), String> {
    let environment = Environment::ensure(None)?;
    environment.install("building the wheel", "maturin>=1.9,<2\n")?;
    let mut maturin = environment.python();
    maturin
        .args(["-m", "maturin", "build", "--release", "--strip", "--manifest-path"])
        .arg(root().join("python/Cargo.toml"))
        .arg("--out")
        .arg(root().join("target/wheels"))
        .arg("--target-dir")
        .arg(target());
    run(&mut maturin, "maturin build")
}

/// A folder of its own: PyO3 changes the features of what all crates need, so nothing could be shared.
fn target() -> PathBuf {
    root().join("target/python")
}

/// How the module is compiled.
enum Profile {
    Tests,
    Released,
}

/// Compiles the module and puts it where the package in the source folder finds it.
fn build_module(profile: Profile) -> Result<(), String> {
    let (profile, folder) = match profile {
        Profile::Tests => ("--profile=dev", "debug"),
        Profile::Released => ("--profile=release", "release"),
    };
    forget_package();
    build(&root().join("python"), &[profile])?;
    install("ludarium_python", folder, &root().join("python/ludarium"), "_native")
}

/// Compiles the program, for the test of its server for assistants: with the features of the tests of the workspace, which
/// have compiled it already where all tests run.
fn build_program() -> Result<PathBuf, String> {
    cargo(&["build", "--features", "cluster"])?;
    let folder =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    Ok(folder.join(format!("debug/ludarium{}", std::env::consts::EXE_SUFFIX)))
}

/// Compiles the module with the game of a stranger, and puts it where only the tests find it.
fn build_stranger() -> Result<(), String> {
    let folder = root().join("examples/pig/python");
    // The versions of the package, so that little is compiled twice.
    fs::copy(root().join("python/Cargo.lock"), folder.join("Cargo.lock"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    forget_package();
    build(&folder, &["--profile=dev"])?;
    let modules = strangers();
    fs::create_dir_all(&modules).map_err(|error| format!("{}: {error}", modules.display()))?;
    install("pig_python", "debug", &modules, "pig_python")
}

/// Removes what was compiled of the package. As a part of a stranger's module it has no games, but Cargo gives both the
/// same file names and takes one for the other.
fn forget_package() {
    let _ = fs::remove_file(built("debug/deps", "ludarium_python"));
    let _ = fs::remove_file(target().join("debug/deps/libludarium_python.rlib"));
}

/// Where modules with games of strangers are.
fn strangers() -> PathBuf {
    target().join("modules")
}

/// Compiles the module of a crate.
fn build(folder: &Path, options: &[&str]) -> Result<(), String> {
    let mut build = Command::new(cargo_program());
    build
        .arg("build")
        .args(options)
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target())
        .env("PYO3_BUILD_EXTENSION_MODULE", "1")
        // What is compiled once need not be prepared for changes.
        .env("CARGO_INCREMENTAL", "0");
    run(&mut build, &format!("cargo build in {}", folder.display()))
}

/// Where a library lies that was compiled.
fn built(folder: &str, library: &str) -> PathBuf {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    target().join(format!("{folder}/{prefix}{library}{suffix}"))
}

/// Copies a library that was compiled to where Python imports it by a name.
fn install(library: &str, profile: &str, place: &Path, name: &str) -> Result<(), String> {
    let built = built(profile, library);
    let place =
        place.join(if cfg!(windows) { format!("{name}.pyd") } else { format!("{name}.abi3.so") });
    // A module that a running Python has loaded must not be written over.
    let _ = fs::remove_file(&place);
    fs::copy(&built, &place).map(|_| ()).map_err(|error| format!("{}: {error}", built.display()))
}

/// A virtual environment below `target`.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes sure that there is one, with the usual Python or with the program that is named.
    fn ensure(python: Option<&str>) -> Result<Environment, String> {
        let folder = match python {
            None => "target/python-environment".to_owned(),
            Some(python) => format!("target/python-environment-{}", word(python)),
        };
        let environment = Environment { folder: root().join(folder) };
        if works(&mut environment.python()) {
            return Ok(environment);
        }
        let make = |python: &str| {
            let mut command = Command::new(python);
            command.args(["-m", "venv", "--clear"]).arg(&environment.folder);
            run(&mut command, "python3 -m venv")
        };
        let Some(python) = python.or(find()) else {
            let (major, minor) = OLDEST;
            return Err(format!(
                "install Python {major}.{minor} or newer (on Debian: apt-get install python3 python3-venv) and try \
                 again; looking for Python"
            ));
        };
        // Debian has the modules for it in a package of their own.
        if make(python).is_err()
            && let Some(sudo) = privilege()
        {
            let _ = apt(&sudo, &["update"]);
            apt(&sudo, &["install", "--yes", "--no-install-recommends", "python3-venv"])?;
            make(python)?;
        }
        if works(&mut environment.python()) {
            Ok(environment)
        } else {
            Err("install the package python3-venv and try again; making a virtual environment"
                .to_owned())
        }
    }

    /// One with what the tests need.
    fn with_tools(python: Option<&str>) -> Result<Environment, String> {
        let environment = Environment::ensure(python)?;
        environment.install("the tests", &needed("requirements.txt")?)?;
        environment
            .install_alone("the tests of the adapter", &needed("requirements-alone.txt")?)?;
        Ok(environment)
    }

    fn python(&self) -> Command {
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        Command::new(self.folder.join(program))
    }

    /// A Python that finds the package in the source folder, and modules with other games.
    fn with_package(&self) -> Command {
        let mut python = self.python();
        let folders = [root().join("python"), strangers()];
        let path = std::env::join_paths(folders).unwrap_or_default();
        python.current_dir(root()).env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
        python
    }

    /// Installs packages, unless the same were installed before.
    fn install(&self, purpose: &str, requirements: &str) -> Result<(), String> {
        self.pip_install(purpose, requirements, &[])
    }

    /// The same without the packages that these ask for.
    fn install_alone(&self, purpose: &str, requirements: &str) -> Result<(), String> {
        self.pip_install(purpose, requirements, &["--no-deps"])
    }

    fn pip_install(
        &self,
        purpose: &str,
        requirements: &str,
        options: &[&str],
    ) -> Result<(), String> {
        let (list, done) =
            (self.folder.join("wanted.txt"), self.folder.join(format!("{purpose}.txt")));
        if text_of(&done).is_ok_and(|installed| installed == requirements) {
            return Ok(());
        }
        let write = |path: &Path| {
            fs::write(path, requirements).map_err(|error| format!("{}: {error}", path.display()))
        };
        write(&list)?;
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(options)
            .arg("-r")
            .arg(&list);
        run(&mut pip, &format!("pip install for {purpose}"))?;
        write(&done)
    }
}

/// A path as one word, for the name of a folder.
fn word(path: &str) -> String {
    path.replace(|sign: char| !sign.is_ascii_alphanumeric() && sign != '.', "-")
}

/// A Python that is new enough.
fn find() -> Option<&'static str> {
    let (major, minor) = OLDEST;
    let check = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    let new_enough = |name: &&str| quietly(Command::new(name).args(["-c", &check]));
    ["python3", "python"].into_iter().find(new_enough)
}

fn works(python: &mut Command) -> bool {
    quietly(python.arg("-V"))
}

fn quietly(command: &mut Command) -> bool {
    let nothing = || Stdio::null();
    let quiet = command.stdin(nothing()).stdout(nothing()).stderr(nothing());
    quiet.status().is_ok_and(|status| status.success())
}

/// A list of packages.
fn needed(file: &str) -> Result<String, String> {
    text_of(&root().join("python").join(file))
}

fn text_of(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
