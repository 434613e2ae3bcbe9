//! What is worth telling about a game with a foreign program, and is no error.

/// More notices than this are counted, not kept: the other side decides how many there are.
const MOST: usize = 500;
/// Longer notices are cut.
const LONGEST: usize = 400;

/// Collects notices of one game, and tells them to the listener at once.
pub struct Notices<'a> {
    kept: Vec<String>,
    left_out: u64,
    listener: Box<dyn FnMut(&str) + 'a>,
}

impl<'a> Notices<'a> {
    /// Notices that `listener` hears as they come.
    pub fn new(listener: impl FnMut(&str) + 'a) -> Notices<'a> {
        Notices { kept: Vec::new(), left_out: 0, listener: Box::new(listener) }
    }

    /// Notices that nobody hears before the end.
    pub fn silent() -> Notices<'static> {
        Notices::new(|_| {})
    }

    /// Adds a notice.
    pub fn add(&mut self, notice: impl Into<String>) {
        if self.kept.len() == MOST {
            self.left_out += 1;
            return;
        }
        let mut notice = notice.into();
        if let Some((end, _)) = notice.char_indices().nth(LONGEST) {
            notice.truncate(end);
            notice.push('…');
        }
        (self.listener)(&notice);
        self.kept.push(notice);
    }

    /// What has been noticed since the last call.
    pub fn take(&mut self) -> Vec<String> {
        let left_out = std::mem::take(&mut self.left_out);
        let mut notices = std::mem::take(&mut self.kept);
        if left_out > 0 {
            notices.push(format!("{left_out} further notices are left out"));
        }
        notices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_heard_at_once_and_kept() {
        let mut heard = Vec::new();
        let mut notices = Notices::new(|text| heard.push(text.to_owned()));
        notices.add("one");
        notices.add("two");
        assert_eq!(notices.take(), ["one", "two"]);
        drop(notices);
        assert_eq!(heard, ["one", "two"]);
    }

    #[test]
    fn a_flood_of_long_notices_stays_small() {
        let mut notices = Notices::silent();
        for _ in 0..2 * MOST {
            notices.add("é".repeat(10_000));
        }
        let kept = notices.take();
        assert_eq!(kept.len(), MOST + 1);
        assert!(kept.iter().all(|text| text.chars().count() <= LONGEST + 1));
        assert!(kept[MOST].contains("500 further"));
    }
}
