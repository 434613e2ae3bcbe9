//! A bot as a process: bytes in, lines out, every wait with an end.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::attendant::{Attendant, Departure, Farewell, fresh_token};
use super::check::{Speaker, Transcript};
use super::command::BotCommand;
use super::limits::Limits;
use super::lines::LineStream;
use super::scratch::ScratchFolder;
use super::system::{Accounts, Pipes, TOKEN, become_command, set_apart};
use super::trouble::BotTrouble;
use crate::sandbox::{
    self, Cgroup, Confinement, HelperReport, Means, Policy, SandboxLevel, Surroundings, not_started,
};

/// How bots are started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program that turns into the bot when it is called with [`HELPER`](crate::sandbox::HELPER).
    pub helper: PathBuf,
    /// How much is made of the sandbox.
    pub sandbox: Policy,
    /// What the sandbox may use.
    pub means: Means,
    /// What a bot may take.
    pub limits: Limits,
}

impl Launch {
    /// Bots are started by this very program, which must call [`crate::sandbox::become_program`] when its
    /// first argument is [`HELPER`](crate::sandbox::HELPER).
    pub fn new(sandbox: Policy) -> io::Result<Launch> {
        // This name stays true even if the file is replaced while a run goes on.
        let own = PathBuf::from("/proc/self/exe");
        Ok(Launch {
            helper: if own.exists() { own } else { std::env::current_exe()? },
            sandbox,
            means: Means::ALL,
            limits: Limits::default(),
        })
    }
}

/// What is kept of our environment; everything else may hold secrets.
const KEPT: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "JAVA_HOME",
    "VIRTUAL_ENV",
    "LD_LIBRARY_PATH",
    "NODE_PATH",
    "CARGO_HOME",
    "RUSTUP_HOME",
    // Programs on Windows do not start without some of these.
    "APPDATA",
    "COMSPEC",
    "LOCALAPPDATA",
    "PATHEXT",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "USERPROFILE",
    "WINDIR",
];

/// The largest file a bot may write, and how many it may hold open.
const FILE_BYTES: u64 = 1 << 30;
const OPEN_FILES: u64 = 1024;

/// How long a wait goes on before somebody who wants to give up is heard.
const SLICE: Duration = Duration::from_millis(50);

/// How long our own helper may take to report: that is not the bot's time.
const REPORT: Duration = Duration::from_secs(60);

/// What came of a start.
enum StartOutcome {
    BotProcess(Box<BotProcess>),
    /// The namespaces that were begun cannot be finished.
    Stuck(String),
}

/// A running bot, seen as lines.
#[derive(Debug)]
pub(super) struct BotProcess {
    pipes: Pipes,
    lines: LineStream,
    buffer: Vec<u8>,
    /// Bytes read since the last request.
    read: usize,
    attendant: Attendant,
    accounts: Accounts,
    limits: Limits,
    level: SandboxLevel,
    /// What is said, if somebody listens.
    pub transcript: Option<Transcript>,
    /// Removed after the attendant has seen the bot out, as the next.
    cgroup: Option<Cgroup>,
    /// Removed after the attendant has seen the bot out.
    scratch: ScratchFolder,
}

impl BotProcess {
    /// Starts a bot and reads how well it is confined.
    pub fn start(bot: &BotCommand, launch: &Launch) -> Result<BotProcess, BotTrouble> {
        match BotProcess::start_with(bot, launch, launch.means)? {
            StartOutcome::BotProcess(process) => Ok(*process),
            StartOutcome::Stuck(_) if launch.sandbox == Policy::Try => {
                let means = Means { namespaces: false, ..launch.means };
                match BotProcess::start_with(bot, launch, means)? {
                    StartOutcome::BotProcess(process) => Ok(*process),
                    StartOutcome::Stuck(problem) => Err(BotTrouble::Start(problem)),
                }
            }
            StartOutcome::Stuck(problem) => {
                Err(BotTrouble::Start(format!("a full sandbox is required, and {problem}")))
            }
        }
    }

    fn start_with(
        bot: &BotCommand,
        launch: &Launch,
        means: Means,
    ) -> Result<StartOutcome, BotTrouble> {
        let mut limits = launch.limits.clone();
        if let Some(size) = bot.memory {
            limits.memory = size.saturating_mul(1 << 20);
        }
        limits.hello = bot.start.unwrap_or(limits.hello);
        limits.new_game = bot.new_game.unwrap_or(limits.new_game);
        let failed = |error: io::Error| BotTrouble::Start(error.to_string());
        let token = fresh_token();
        let scratch = ScratchFolder::new(&token).map_err(failed)?;
        let wanted = means.cgroup && launch.sandbox != Policy::Off;
        let cgroup = wanted.then(|| Cgroup::make(&token, limits.memory, limits.tasks()));
        let cgroup = cgroup.flatten();
        let start = Start {
            scratch: scratch.path(),
            means,
            cgroup: cgroup.as_ref().map(Cgroup::folder),
            watch: Caretaker::Ours,
        };
        let mut command = prepare(bot, launch, &limits, &start)?;
        command.env(TOKEN, &token);
        set_apart(&mut command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let program = PathBuf::from(command.get_program());
        let (attendant, pipes, accounts) = Attendant::hire(command, &limits)
            .map_err(|error| BotTrouble::Start(not_started(&program, &error)))?;
        let mut process = BotProcess {
            pipes,
            lines: LineStream::default(),
            buffer: vec![0; 64 << 10],
            read: 0,
            attendant,
            accounts,
            limits,
            level: SandboxLevel::NONE,
            transcript: None,
            cgroup,
            scratch,
        };
        if sandbox::REPORTS
            && let Some(problem) = process.confined()?
        {
            return Ok(StartOutcome::Stuck(problem));
        }
        #[cfg(target_os = "linux")]
        if let Some(dir) = bot.dir.as_ref().filter(|_| !process.level.seccomp)
            && rustix::process::geteuid().is_root()
        {
            process.scratch.disarm(dir.clone());
        }
        Ok(StartOutcome::BotProcess(Box::new(process)))
    }

    /// Reads the helper's report; a problem that is told may be gone without namespaces.
    fn confined(&mut self) -> Result<Option<String>, BotTrouble> {
        let line = self.line(Instant::now() + REPORT, None)?;
        match HelperReport::read(&line) {
            Some(HelperReport::Begins { level, init }) => {
                self.level = level;
                self.attendant.notes().init = init;
                Ok(None)
            }
            Some(HelperReport::Spaces(problem)) => Ok(Some(problem)),
            Some(HelperReport::Error(problem)) => Err(BotTrouble::Start(problem)),
            None => Err(BotTrouble::Start("the helper did not report".to_owned())),
        }
    }

    pub fn level(&self) -> SandboxLevel {
        self.level
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Processor time that the bot and all it started have used so far, if the system tells.
    pub fn processor_time(&self) -> Option<Duration> {
        match self.cgroup.as_ref().filter(|_| self.level.cgroup) {
            // It knows those who ended, too.
            Some(cgroup) => cgroup.processor_time(),
            None => {
                let init = self.attendant.notes().init;
                self.accounts.used(init)
            }
        }
    }

    /// The files that the bot and all it started hold at this moment, as far as the system tells.
    pub fn held_files(&self) -> Vec<PathBuf> {
        self.accounts.held_files(self.attendant.notes().init)
    }

    /// Forgets what the bot has said so far, and counts its words from 0 again.
    pub fn forget(&mut self) -> Result<(), BotTrouble> {
        self.read = 0;
        // What lies in the pipe was said before the question: it answers nothing.
        loop {
            while self.next_line()?.is_some() {}
            if self.read > self.limits.output || !self.fill()? {
                break;
            }
        }
        self.read = 0;
        Ok(())
    }

    /// The next line that is here.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, BotTrouble> {
        let Some(line) = self.lines.next_line() else {
            return Ok(None);
        };
        let line = line.map_err(|_| BotTrouble::LongLine)?;
        if let Some(transcript) = &mut self.transcript {
            transcript.note(Speaker::Bot, line);
        }
        Ok(Some(line.to_vec()))
    }

    /// Writes a line; what the bot says meanwhile is kept.
    pub fn send(&mut self, line: &[u8], until: Instant) -> Result<(), BotTrouble> {
        if let Some(transcript) = &mut self.transcript {
            transcript.note(Speaker::Lab, line);
        }
        let mut rest = line;
        while !rest.is_empty() {
            match self.pipes.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= until {
                        return Err(BotTrouble::Deaf);
                    }
                    if self.read > self.limits.output {
                        return Err(BotTrouble::Flood(self.limits.output));
                    }
                    self.wait(true, until)?;
                    self.fill()?;
                }
                Err(_) => return Err(self.gone("input")),
            }
        }
        Ok(())
    }

    /// The next line, waited for until then, or until somebody gives up.
    pub fn line(
        &mut self,
        until: Instant,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<u8>, BotTrouble> {
        loop {
            if let Some(line) = self.next_line()? {
                return Ok(line);
            }
            if self.read > self.limits.output {
                return Err(BotTrouble::Flood(self.limits.output));
            }
            if self.fill()? {
                continue;
            }
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(BotTrouble::Abandoned);
            }
            if Instant::now() >= until {
                return Err(BotTrouble::Silent);
            }
            self.wait(false, until)?;
        }
    }

    /// Reads what is there; `false` if there is nothing now.
    fn fill(&mut self) -> Result<bool, BotTrouble> {
        loop {
            match self.pipes.read(&mut self.buffer) {
                Ok(0) => return Err(self.gone("output")),
                Ok(count) => {
                    self.read += count;
                    self.lines.push(&self.buffer[..count]);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(_) => return Err(self.gone("output")),
            }
        }
    }

    /// Waits until there is something to read, or to write to if that is wanted, but only for a moment.
    fn wait(&mut self, writing: bool, until: Instant) -> Result<(), BotTrouble> {
        let left = until.saturating_duration_since(Instant::now()).min(SLICE);
        let waited = self.pipes.wait(writing, left);
        waited.map_err(|error| BotTrouble::Start(error.to_string()))
    }

    /// Why one of its streams is at its end.
    fn gone(&mut self, stream: &'static str) -> BotTrouble {
        self.pipes.close_input();
        let departure = self.attendant.dismiss(Farewell::Short);
        let killed = self.attendant.notes().killed.clone();
        match killed {
            Some(reason) => BotTrouble::Excess(reason),
            None if self.cgroup.as_ref().is_some_and(Cgroup::ran_out_of_memory) => {
                let most = self.limits.memory >> 20;
                BotTrouble::Excess(format!("used more than {most} MiB of memory"))
            }
            None if departure.killed => BotTrouble::Killed(departure.how),
            None if departure.by_itself => BotTrouble::Exited(departure.how),
            None => BotTrouble::Closed(stream),
        }
    }

    /// Tells the bot that nothing more will come; what it says now is still heard.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// The end of standard error so far.
    pub fn stderr(&self) -> String {
        self.attendant.stderr()
    }

    /// What came on standard error after the first `seen` bytes, and how many came in all.
    pub fn stderr_since(&self, seen: u64) -> (String, u64) {
        self.attendant.stderr_since(seen)
    }

    /// A line of the bot was a request and is answered: it does not count as words without an answer.
    pub fn forgive(&mut self, line: &[u8]) {
        self.read = self.read.saturating_sub(line.len() + 1);
    }

    /// Ends the bot and all it started.
    pub fn end(&mut self, farewell: Farewell) -> Departure {
        // Who is killed need not complain first that nothing more came.
        if farewell != Farewell::Kill {
            self.pipes.close_input();
        }
        self.attendant.dismiss(farewell)
    }
}

/// Becomes the bot, confined as every bot but with our standard streams, for a manager that takes us for one. Where a
/// process cannot become another program it runs the bot and ends like it. Returns only if that fails.
pub fn become_bot(bot: &BotCommand, launch: &Launch) -> BotTrouble {
    let failed = |error: io::Error| BotTrouble::Start(error.to_string());
    // It is removed when another bot is started after this one has ended.
    let scratch = match ScratchFolder::new(&fresh_token()) {
        Ok(scratch) => scratch,
        Err(error) => return failed(error),
    };
    let start = Start {
        scratch: scratch.path(),
        means: launch.means,
        cgroup: None,
        watch: Caretaker::Others,
    };
    match prepare(bot, launch, &launch.limits, &start) {
        Ok(mut command) => {
            // Our own manager finds us by this.
            command.envs(std::env::var_os(TOKEN).map(|token| (TOKEN, token)));
            match become_command(&mut command) {
                Ok(status) => {
                    drop(scratch);
                    std::process::exit(status.code().unwrap_or(1))
                }
                Err(error) => {
                    BotTrouble::Start(not_started(Path::new(command.get_program()), &error))
                }
            }
        }
        Err(trouble) => trouble,
    }
}

/// Who takes care of a bot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caretaker {
    Ours,
    Others,
}

/// What one start of a bot is given.
struct Start<'a> {
    scratch: &'a Path,
    means: Means,
    cgroup: Option<&'a Path>,
    watch: Caretaker,
}

/// The command that becomes the bot.
fn prepare(
    bot: &BotCommand,
    launch: &Launch,
    limits: &Limits,
    start: &Start<'_>,
) -> Result<Command, BotTrouble> {
    let failed = |error: io::Error| BotTrouble::Start(error.to_string());
    let here = std::env::current_dir().map_err(failed)?;
    let folder = match &bot.dir {
        Some(dir) => here.join(dir),
        None => here,
    };
    if !folder.is_dir() {
        let problem = format!("there is no folder `{}`", folder.display());
        return Err(BotTrouble::Start(problem));
    }
    let given = |name: &str| bot.env.iter().rev().find(|(key, _)| key == name);
    let path = match given("PATH") {
        Some((_, path)) => OsString::from(path),
        None => std::env::var_os("PATH").unwrap_or_default(),
    };
    let program = OsString::from(bot.program());
    let around = Surroundings::of(&program, bot.arguments(), &folder, &path);
    let around = around.ok_or_else(|| {
        let name = bot.program();
        let hint = if folder.join(name).is_file() {
            format!("; for the file that lies here say `./{name}`, or its interpreter first")
        } else {
            String::new()
        };
        let problem = format!("there is no program `{name}` in the folders of PATH{hint}");
        BotTrouble::Start(problem)
    })?;
    let mut writes: Vec<PathBuf> = Surroundings::devices().collect();
    writes.push(start.scratch.to_owned());
    // A folder that was named is the bot's own.
    writes.extend(bot.dir.is_some().then(|| folder.clone()));
    let confinement = Confinement {
        parent: (start.watch == Caretaker::Ours).then_some(std::process::id() as i32),
        policy: launch.sandbox,
        means: start.means,
        reads: around.reads,
        writes,
        scratch: (start.scratch.to_owned(), limits.files),
        cpu_seconds: limits.cpu_seconds,
        file_bytes: FILE_BYTES,
        open_files: OPEN_FILES,
        tasks: limits.tasks(),
        cgroup: start.cgroup.map(Path::to_owned),
    };
    let mut command = sandbox::command(&launch.helper, &confinement, &around.program)
        .map_err(BotTrouble::Start)?;
    command.args(bot.arguments());
    command.current_dir(&folder);
    command.env_clear();
    let kept = std::env::vars_os().filter(|(name, _)| {
        let mut name = name.to_string_lossy().into_owned();
        // Names have no case on Windows.
        if cfg!(windows) {
            name.make_ascii_uppercase();
        }
        KEPT.contains(&&*name) || name.starts_with("LC_") || name.starts_with("PYENV_")
    });
    command.envs(kept);
    // Python keeps lines to itself when nobody seems to look.
    command.env("PYTHONUNBUFFERED", "1");
    for name in ["TMPDIR", "TEMP", "TMP"] {
        command.env(name, start.scratch);
    }
    let given = bot.env.iter();
    command.envs(given.map(|(name, value)| (sandbox::given(name), value)));
    Ok(command)
}
