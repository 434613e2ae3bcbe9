//! The processes of a cluster on this machine, and how much processor time each has used.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ludarium_arena::Interrupt;
use ludarium_cluster::{Address, Notices, WorkerOptions, work};
use serde_json::Value;

use crate::games::games;

/// A process that does not outlive the measurement.
pub struct Process(Child);

impl Process {
    /// The processor time that it has used, in seconds.
    pub fn used(&self) -> f64 {
        used(&self.0.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The processor time of this process, in seconds.
pub fn used_here() -> f64 {
    used("self")
}

/// User and system time of a process, in seconds; 0 where the system does not tell it.
fn used(process: &str) -> f64 {
    // Linux counts them in hundredths of a second, whatever its own clock is.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program stands in parentheses and may have spaces.
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// A NATS server of our own.
pub struct Nats {
    port: u16,
    monitor: u16,
    pub process: Process,
}

/// What has gone through a server.
#[derive(Clone, Copy, Default)]
pub struct Traffic {
    pub messages: f64,
    pub bytes: f64,
}

impl Nats {
    /// Starts a server with its files in a folder.
    pub fn start(program: &Path, folder: &Path) -> Result<Nats, Box<dyn Error>> {
        let (port, monitor) = (free_port()?, free_port()?);
        let mut command = Command::new(program);
        command
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string()])
            .args(["-m", &monitor.to_string(), "-sd"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let started = command.spawn().map_err(|error| {
            format!(
                "{}: {error}; on Debian `apt-get install nats-server` installs it, and --nats-server names another one",
                program.display()
            )
        })?;
        let process = Process(started);
        let began = Instant::now();
        while [port, monitor].iter().any(|&port| TcpStream::connect(("127.0.0.1", port)).is_err()) {
            if began.elapsed() > Duration::from_secs(20) {
                return Err("the NATS server does not answer".into());
            }
            sleep(Duration::from_millis(20));
        }
        Ok(Nats { port, monitor, process })
    }

    /// Where it is.
    pub fn address(&self) -> Address {
        Address { url: format!("nats://127.0.0.1:{}", self.port), ..Address::default() }
    }

    /// What it has taken and given so far, as it says itself.
    pub fn traffic(&self) -> Result<Traffic, Box<dyn Error>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.monitor))?;
        stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        let facts: Value = serde_json::from_str(body)?;
        let sum = |names: [&str; 2]| names.iter().filter_map(|name| facts[name].as_f64()).sum();
        Ok(Traffic {
            messages: sum(["in_msgs", "out_msgs"]),
            bytes: sum(["in_bytes", "out_bytes"]),
        })
    }

    /// Starts a worker with one thread.
    pub fn worker(&self, cache: &Path) -> Result<Process, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["cluster-worker", &self.address().url])
            .arg(cache)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(Process(command.spawn()?))
    }
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Plays for a cluster with one thread until it is killed.
pub fn be_worker(url: String, cache: PathBuf) -> Result<(), Box<dyn Error>> {
    let address = Address { url, ..Address::default() };
    let options = WorkerOptions {
        address,
        threads: 1,
        games: Vec::new(),
        cache,
        bots: None,
        plans: BTreeMap::new(),
        notices: Notices::new(|_| ()),
        interrupt: Interrupt::new(),
    };
    work(&games(), options)?;
    Ok(())
}
