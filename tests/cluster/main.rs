//! Clusters at the command line, with a real NATS server: processes that die, trainings, clocks, and what people read.

#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "../program/program.rs"]
mod program;
mod runs;
mod words;

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use program::{command, empty_folder, ludarium, printed};

/// Nothing here may take longer.
const LONGEST: Duration = Duration::from_secs(900);

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

/// A NATS server for a test, with its files in a folder.
struct Nats {
    port: u16,
    process: Process,
}

impl Nats {
    pub fn start(folder: &Path, options: &[&str]) -> Nats {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
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
        wait("an answer of the NATS server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
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
