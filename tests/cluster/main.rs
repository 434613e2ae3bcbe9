//! Clusters at the command line, with a real NATS server: processes that die, trainings, clocks, and what people read.

mod runs;
mod words;

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LUDARIUM: &str = env!("CARGO_BIN_EXE_ludarium");

/// Nothing here may take longer.
const LONGEST: Duration = Duration::from_secs(240);

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(LUDARIUM);
    command
        .args(arguments.split_whitespace())
        .current_dir(folder);
    command
}

fn ludarium(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

fn printed(folder: &Path, arguments: &str) -> String {
    let output = ludarium(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that fails says.
fn complaint(folder: &Path, arguments: &str) -> String {
    let output = ludarium(folder, arguments);
    assert!(!output.status.success(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

/// Everything that a run holds but times.
fn contents(folder: &Path, run: &str) -> [String; 3] {
    [
        printed(folder, &format!("export {run} --jsonl --no-times")),
        printed(folder, &format!("report {run}")),
        printed(folder, &format!("export {run} --csv moves --no-times")),
    ]
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < LONGEST, "waited too long for {what}");
        sleep(Duration::from_millis(20));
    }
}

/// A process that does not outlive its test.
struct Process(Child);

impl Process {
    pub fn start(command: &mut Command) -> Process {
        Process(command.spawn().unwrap())
    }

    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let sent = kill.args([&format!("-{name}"), &self.0.id().to_string()]);
        assert!(sent.status().unwrap().success());
    }

    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A NATS server of one's own, with its files in a folder.
struct Nats {
    port: u16,
    process: Process,
}

impl Nats {
    pub fn start(folder: &Path, options: &[&str]) -> Nats {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let process = Nats::process(folder, port, options);
        Nats { port, process }
    }

    /// Kills it and starts it again with its files.
    pub fn restart(&mut self, folder: &Path, options: &[&str]) {
        self.process.kill();
        sleep(Duration::from_millis(200));
        self.process = Nats::process(folder, self.port, options);
    }

    fn process(folder: &Path, port: u16, options: &[&str]) -> Process {
        let mut server = Command::new("nats-server");
        server
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .arg("-sd")
            .arg(folder.join("nats"))
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let started = server.spawn();
        let started = started.unwrap_or_else(|error| {
            panic!("{error}: on Debian `apt-get install nats-server` installs the NATS server that this test needs")
        });
        wait("an answer of the NATS server", || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Process(started)
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn worker(&self, folder: &Path) -> Process {
        std::fs::create_dir_all(folder).unwrap();
        let line = format!("worker --threads 1 --cluster {}", self.address());
        let mut worker = command(folder, &line);
        Process::start(worker.stdout(Stdio::null()).stderr(Stdio::null()))
    }
}
