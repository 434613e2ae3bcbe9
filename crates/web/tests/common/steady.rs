//! A connection whose reads end with data, the end or the time limit, never with a signal: a read that has a
//! limit is otherwise given up when the process is suspended and goes on.

use std::io::{ErrorKind, Read, Result, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

pub struct Steady(TcpStream);

impl Steady {
    pub fn connect(address: impl ToSocketAddrs, patience: Duration) -> Steady {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(patience)).unwrap();
        Steady(stream)
    }
}

impl Read for Steady {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}

impl Write for Steady {
    fn write(&mut self, buffer: &[u8]) -> Result<usize> {
        loop {
            match self.0.write(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.0.flush()
    }
}
