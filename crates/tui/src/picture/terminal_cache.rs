//! The pictures that the terminal keeps in its memory for us, oldest first.
//!
//! kitty keeps 320 MB and then drops pictures of its choice, so we drop pictures first: one that we
//! expect to be there and is not would be a hole in the screen.

/// The number of pictures that a terminal may keep in addition to those on screen. The largest
/// panes take some 20 MB.
const MOST_KEPT: usize = 12;

/// The numbers of the pictures that were handed over.
#[derive(Debug, Default)]
pub(super) struct TerminalCache(Vec<u32>);

impl TerminalCache {
    pub(super) fn contains(&self, id: u32) -> bool {
        self.0.contains(&id)
    }

    /// Records a picture that is handed over now. False if it was handed over before.
    pub(super) fn add(&mut self, id: u32) -> bool {
        let is_new = !self.contains(id);
        if is_new {
            self.0.push(id);
        }
        is_new
    }

    /// Drops the oldest surplus pictures that are not in use.
    pub(super) fn drop_surplus(&mut self, is_in_use: impl Fn(u32) -> bool) -> Vec<u32> {
        let surplus = self.0.len().saturating_sub(MOST_KEPT);
        self.0.extract_if(.., |id| !is_in_use(*id)).take(surplus).collect()
    }

    /// Forgets all.
    pub(super) fn take_all(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pictures_go_first_but_never_one_in_use() {
        let mut kept = TerminalCache::default();
        for id in 0..MOST_KEPT as u32 + 2 {
            assert!(kept.add(id) && !kept.add(id));
        }
        assert_eq!(kept.drop_surplus(|id| id == 0), [1, 2]);
        assert!(kept.contains(0) && kept.contains(3) && !kept.contains(1));
        assert!(kept.drop_surplus(|_| false).is_empty());
        assert_eq!(kept.take_all().len(), MOST_KEPT);
        assert!(!kept.contains(0));
    }
}
