//! What a bot may try against the laboratory, its rivals and the machine: `bot-zoo attack NAME ARGUMENT`.
//!
//! Each attack is done at every turn, and its outcome is the comment of the move.

use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{SocketAddr as UnixAddress, UnixDatagram, UnixStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use ludarium_arena::protocol::{BotTurn, ToBot};
use ludarium_bridge::bot::{AnswerLimit, Bot, Launch};
use ludarium_bridge::sandbox::{Means, Policy};
use nix::fcntl::{FcntlArg, SpliceFFlags, fcntl, splice, vmsplice};
use nix::sys::memfd::{MFdFlags, memfd_create};
use rustix::net::sockopt::set_socket_send_buffer_size;
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketType, connect,
    ipproto, sendmsg, sendto, socket,
};
use rustix::process::{
    DumpableBehavior, Pid, Resource, Rlimit, Signal, kill_process, prlimit, set_dumpable_behavior,
    setpriority_process, setsid,
};
use rustix::thread::{CpuSet, sched_setaffinity};

/// What is said of an attack that worked; of others the error is told.
pub const DONE: &str = "done";

/// Tries an attack and says how it went.
pub fn attempt(name: &str, argument: &str) -> String {
    match attack(name, argument) {
        Ok(()) => DONE.to_owned(),
        Err(error) => format!("refused: {error}"),
    }
}

fn attack(name: &str, argument: &str) -> io::Result<()> {
    let wrong = || io::Error::other(format!("`{argument}` is no argument of `{name}`"));
    let pid = || argument.parse().ok().and_then(Pid::from_raw).ok_or_else(wrong);
    let port = || argument.parse::<u16>().map_err(|_| wrong());
    let address = || Ok::<_, io::Error>(SocketAddr::from((Ipv4Addr::LOCALHOST, port()?)));
    match name {
        "prlimit" => {
            let limit = Rlimit { current: Some(77), maximum: Some(77) };
            prlimit(Some(pid()?), Resource::Nofile, limit)?;
        }
        "renice" => setpriority_process(Some(pid()?), 7)?,
        "pin" => {
            let mut first = CpuSet::new();
            first.set(0);
            sched_setaffinity(Some(pid()?), &first)?;
        }
        "signal" => kill_process(pid()?, Signal::CONT)?,
        "read-proc" => {
            let folder = PathBuf::from("/proc").join(argument);
            let files = ["cmdline", "status", "environ", "maps", "limits"];
            let open = files.map(|file| fs::read(folder.join(file)).is_ok());
            if !open.contains(&true) {
                return Err(io::Error::other("nothing can be read"));
            }
        }
        "read-own-proc" => {
            for file in ["maps", "status", "cmdline"] {
                fs::read(PathBuf::from("/proc/self").join(file))?;
            }
        }
        // A file that an earlier process left open.
        "descriptor" => drop(fs::read_link(PathBuf::from("/proc/self/fd").join(argument))?),
        "tcp" => drop(TcpStream::connect(address()?)?),
        "mptcp" => {
            let mptcp = socket(AddressFamily::INET, SocketType::STREAM, Some(ipproto::MPTCP))?;
            connect(&mptcp, &address()?)?;
        }
        "fast-open" => {
            const FAST_OPEN: SendFlags = SendFlags::from_bits_retain(0x2000_0000);
            let tcp = socket(AddressFamily::INET, SocketType::STREAM, None)?;
            sendto(&tcp, b"out", FAST_OPEN, &address()?)?;
        }
        "udp" => {
            let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
            udp.send_to(b"out", address()?)?;
        }
        "unix" => drop(UnixStream::connect(argument)?),
        "unix-abstract" => {
            let address = UnixAddress::from_abstract_name(argument)?;
            drop(UnixStream::connect_addr(&address)?);
        }
        // A pair of sockets needs no address, but each could still be used with one.
        "unix-pair" => {
            let (one, _other) = UnixDatagram::pair()?;
            one.send_to(b"out", argument)?;
        }
        "write" => fs::write(argument, "stolen")?,
        "chmod" => {
            fs::set_permissions(argument, PermissionsExt::from_mode(0o606))?;
        }
        "chown" => {
            let user = rustix::process::getuid().as_raw();
            std::os::unix::fs::chown(argument, Some(user), None)?;
        }
        // Not from the command line: what is named there may be read.
        "read-secret" => drop(fs::read("/etc/shadow")?),
        "read-public" => drop(fs::read("/etc/passwd")?),
        "fill" => fill(true)?,
        "fill-unnamed" => fill(false)?,
        // Somebody who is not root cannot look at such a process.
        "hold-hidden" => {
            set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
            let pairs: io::Result<Vec<_>> = (0..400).map(|_| UnixStream::pair()).collect();
            std::thread::sleep(super::FOR_EVER);
            drop(pairs);
        }
        "wide-socket" => {
            let (one, _other) = UnixStream::pair()?;
            set_socket_send_buffer_size(&one, 1 << 20)?;
        }
        "wide-pipe" => {
            let (_reader, writer) = io::pipe()?;
            fcntl(&writer, FcntlArg::F_SETPIPE_SZ(1 << 19))?;
        }
        // Of a large page one byte in a pipe holds all.
        "pinned-memory" => {
            let (_reader, writer) = io::pipe()?;
            vmsplice(&writer, &[io::IoSlice::new(&[1; 4096])], SpliceFFlags::empty())?;
        }
        "pinned-file" => {
            let (_reader, writer) = io::pipe()?;
            let own = fs::File::open(std::env::current_exe()?)?;
            splice(&own, None, &writer, None, 1, SpliceFFlags::empty())?;
        }
        // It is on its way to nobody, and nobody holds it.
        "pass-file" => {
            let (one, _other) = UnixStream::pair()?;
            let file = [one.as_fd()];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
            let mut words = SendAncillaryBuffer::new(&mut space);
            words.push(SendAncillaryMessage::ScmRights(&file));
            let text = [io::IoSlice::new(b"x")];
            sendmsg(&one, &text, &mut words, SendFlags::empty())?;
        }
        "setuid" => {
            fs::write(argument, "")?;
            fs::set_permissions(argument, PermissionsExt::from_mode(0o4755))?;
        }
        "setuid-made" => {
            let _ = fs::remove_file(argument);
            let mut options = fs::File::options();
            options.write(true).create_new(true).mode(0o4755);
            options.open(argument)?;
        }
        "memfd" => {
            let file = memfd_create(c"hidden", MFdFlags::empty())?;
            io::Write::write_all(&mut fs::File::from(file), &[1; 4096])?;
        }
        "threads" => {
            for _ in 0..2 * THREADS {
                let thread = std::thread::Builder::new().stack_size(32 << 10);
                thread.spawn(|| std::thread::sleep(super::FOR_EVER))?;
            }
            std::thread::sleep(super::FOR_EVER);
        }
        "own-pair" => drop(UnixStream::pair()?),
        "new-space" => nix::sched::unshare(nix::sched::CloneFlags::CLONE_NEWUSER)?,
        "strays" => hide("stays", argument, 3)?,
        "hidden-hungry" => hide("eats", argument, 1)?,
        _ => return Err(wrong()),
    }
    Ok(())
}

/// As many threads as the tests allow.
const THREADS: usize = 64;

/// Writes eight files of a megabyte into the scratch folder, and stays; without names nobody finds them there.
fn fill(named: bool) -> io::Result<()> {
    let mut files = Vec::new();
    for number in 0..8 {
        let path = std::env::temp_dir().join(number.to_string());
        let mut file = fs::File::create(&path)?;
        if !named {
            fs::remove_file(&path)?;
        }
        io::Write::write_all(&mut file, &vec![1; 1 << 20])?;
        files.push(file);
    }
    std::thread::sleep(super::FOR_EVER);
    Ok(())
}

/// Starts processes that nothing seems to tie to us: a new session, no environment, and their parent ends at once.
pub fn hide(what: &str, mark: &str, count: usize) -> io::Result<()> {
    for _ in 0..count {
        let mut child = detached(&["hides", what, mark])?.spawn()?;
        child.wait()?;
    }
    Ok(())
}

/// The child of [`hide`], which leaves the real one behind.
pub fn leave_behind(what: &str, mark: &str) -> io::Result<()> {
    setsid()?;
    detached(&[what, mark])?.spawn()?;
    Ok(())
}

fn detached(arguments: &[&str]) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).env_clear().stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

/// Plays the manager of a bot that leaves strays, until somebody kills it.
pub fn manage(policy: &str, spaces: bool, mark: &str) -> io::Result<()> {
    let policy: Policy = policy.parse().map_err(io::Error::other)?;
    let mut launch = Launch::new(policy)?;
    launch.means = Means { namespaces: spaces, ..Means::ALL };
    let own = std::env::current_exe()?;
    let text = format!("bot:{} attack strays {mark}", own.display());
    let command = text.parse().map_err(io::Error::other)?;
    let started = Bot::start(&command, &launch);
    let mut bot = started.map_err(|(trouble, _)| io::Error::other(trouble))?;
    let turn =
        |id| ToBot::Turn(BotTurn { id, legal: Some(vec!["a".to_owned()]), ..BotTurn::default() });
    let answer = bot.ask(turn, AnswerLimit::at_most(Duration::from_secs(60)));
    answer.map_err(io::Error::other)?;
    println!("{}", bot.sandbox());
    std::thread::sleep(super::FOR_EVER);
    Ok(())
}
