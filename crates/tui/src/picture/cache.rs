//! A cache with a bound in bytes, which drops the least recently used value first.

use std::collections::HashMap;
use std::hash::Hash;

/// Values by key, each with the memory it takes.
#[derive(Debug)]
pub struct Cache<K, V> {
    entries: HashMap<K, Entry<V>>,
    bytes: usize,
    bound: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// An empty cache that keeps at most `bound` bytes.
    pub fn with_bound(bound: usize) -> Self {
        Cache { entries: HashMap::new(), bytes: 0, bound, clock: 0 }
    }

    /// The value, which counts as a use.
    pub fn get(&mut self, key: &K) -> Option<V> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(entry.value.clone())
    }

    /// Whether there is a value for this key.
    pub fn contains(&self, key: &K) -> bool {
        self.entries.contains_key(key)
    }

    /// The value used last among those whose key matches.
    pub fn latest(&self, matches: impl Fn(&K) -> bool) -> Option<&V> {
        let fitting = self.entries.iter().filter(|(key, _)| matches(key));
        fitting.max_by_key(|(_, entry)| entry.used).map(|(_, entry)| &entry.value)
    }

    /// Adds a value. To make room, values whose key is not `needed` are dropped, the longest unused
    /// first. If that is not enough, the value is refused (false), unless it `must` be kept.
    pub fn insert(
        &mut self,
        key: K,
        value: V,
        bytes: usize,
        must: bool,
        needed: impl Fn(&K) -> bool,
    ) -> bool {
        self.remove(&key);
        while self.bytes + bytes > self.bound {
            let droppable = self.entries.iter().filter(|(key, _)| !needed(key));
            match droppable.min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key) {
                Some(oldest) => self.remove(&oldest),
                None if must => break,
                None => return false,
            }
        }
        self.clock += 1;
        self.bytes += bytes;
        self.entries.insert(key, Entry { value, bytes, used: self.clock });
        true
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    fn remove(&mut self, key: &K) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_was_used_longest_ago_goes_first() {
        let mut cache = Cache::with_bound(20);
        cache.insert(1, "one", 10, false, |_| false);
        cache.insert(2, "two", 10, false, |_| false);
        cache.get(&1);
        cache.insert(3, "three", 10, false, |_| false);
        assert!(cache.contains(&1) && !cache.contains(&2) && cache.contains(&3));
    }

    #[test]
    fn what_is_needed_stays_and_what_must_be_kept_is_kept() {
        let mut cache = Cache::with_bound(10);
        cache.insert(1, (), 10, true, |_| true);
        assert!(!cache.insert(2, (), 5, false, |key| *key == 1), "no room without dropping 1");
        assert!(cache.insert(3, (), 50, true, |key| *key == 1), "shown now, so kept");
        assert!(cache.contains(&1) && cache.contains(&3));
    }

    proptest! {
        #[test]
        fn the_bound_holds_whatever_comes(
            steps in prop::collection::vec((0u8..20, 0usize..60), 0..200),
        ) {
            let mut cache = Cache::with_bound(100);
            for (key, bytes) in steps {
                cache.insert(key, (), bytes, false, |key| key % 7 == 0);
                prop_assert!(cache.bytes <= 100);
            }
        }
    }
}
