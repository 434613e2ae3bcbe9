//! `Job`: what a worker is given at once.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Some units of a run that follow each other: blocks of a contest, or games to learn from. It is written `12-4`: four
/// units from number 12 on. A second copy for another worker is `12-4-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Job {
    /// The first unit.
    pub first: u64,
    /// The number of units.
    pub count: u64,
    /// 0 for the job itself, more for copies of it.
    pub copy: u8,
}

impl Job {
    /// The most units of a job.
    pub const LARGEST: u64 = 512;

    /// No run has as many units; numbers beyond it were made up.
    pub(crate) const BEYOND: u64 = 1 << 40;

    /// The numbers of its units.
    pub fn units(&self) -> Range<u64> {
        self.first..self.first.saturating_add(self.count)
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.count)?;
        match self.copy {
            0 => Ok(()),
            copy => write!(f, "-{copy}"),
        }
    }
}

impl FromStr for Job {
    type Err = String;

    fn from_str(text: &str) -> Result<Job, String> {
        let mut numbers = text.split('-');
        let mut next = || numbers.next().map(str::parse::<u64>);
        let read = match (next(), next(), next(), next()) {
            (Some(Ok(first)), Some(Ok(count)), None, None) => Some((first, count, 0)),
            (Some(Ok(first)), Some(Ok(count)), Some(Ok(copy)), None) => Some((first, count, copy)),
            _ => None,
        };
        let job = read.and_then(|(first, count, copy)| {
            let fits = (1..=Job::LARGEST).contains(&count) && first < Job::BEYOND;
            fits.then_some(())?;
            Some(Job { first, count, copy: u8::try_from(copy).ok()? })
        });
        job.ok_or_else(|| format!("`{text}` is no job; one is for instance 12-4"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_read_back_what_they_write() {
        for (text, first, count, copy) in [("12-4", 12, 4, 0), ("0-1-2", 0, 1, 2)] {
            let job = Job { first, count, copy };
            assert_eq!(text.parse(), Ok(job));
            assert_eq!(job.to_string(), text);
        }
        let huge = format!("{}-1", Job::BEYOND);
        for text in ["", "12", "12-0", "a-1", "1-2-3-4", "1-2-999", "0-513", &huge] {
            assert!(text.parse::<Job>().unwrap_err().contains("12-4"), "{text}");
        }
    }
}
