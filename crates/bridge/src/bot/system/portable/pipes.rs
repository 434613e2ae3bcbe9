//! The two pipes of a bot, each with a thread that blocks in our place.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::thread;
use std::time::Duration;

/// Pieces that may wait on the way from the bot; more wait in the pipe.
const PIECES: usize = 4;
/// How long a writer waits before it tries again.
const NAP: Duration = Duration::from_millis(2);

/// The two ends that a bot is talked to through.
#[derive(Debug)]
pub struct Pipes {
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    /// What came and was not read yet.
    pending: Vec<u8>,
    ended: bool,
}

impl Pipes {
    pub fn new(mut stdin: ChildStdin, mut stdout: ChildStdout) -> io::Result<Pipes> {
        let (input, pieces) = sync_channel::<Vec<u8>>(1);
        let writer = move || {
            for piece in pieces {
                if stdin.write_all(&piece).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("bot input".to_owned()).spawn(writer)?;
        let (pieces, output) = sync_channel(PIECES);
        let reader = move || {
            let mut buffer = vec![0; 64 << 10];
            loop {
                match stdout.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(count) => {
                        if pieces.send(buffer[..count].to_vec()).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        };
        thread::Builder::new().name("bot output".to_owned()).spawn(reader)?;
        Ok(Pipes { input: Some(input), output, pending: Vec::new(), ended: false })
    }

    /// Hands the bytes on; `WouldBlock` while the last ones are not written yet.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(input) = &self.input else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        match input.try_send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(TrySendError::Full(_)) => Err(io::ErrorKind::WouldBlock.into()),
            Err(TrySendError::Disconnected(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Reads what is there now; `WouldBlock` if nothing is, 0 at the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.is_empty() && !self.ended {
            match self.output.try_recv() {
                Ok(piece) => self.pending = piece,
                Err(TryRecvError::Empty) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        let count = self.pending.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        Ok(count)
    }

    /// Waits for a short time until there is something to read, or to write to if that is wanted.
    pub fn wait(&mut self, writing: bool, time: Duration) -> io::Result<()> {
        if !self.pending.is_empty() || self.ended {
            return Ok(());
        }
        let time = if writing { time.min(NAP) } else { time };
        match self.output.recv_timeout(time) {
            Ok(piece) => self.pending = piece,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.ended = true,
        }
        Ok(())
    }

    /// Tells the bot that nothing more will come.
    pub fn close_input(&mut self) {
        self.input = None;
    }
}
