//! Disjoint groups that grow by pairs.

use std::collections::BTreeMap;

/// Groups of the numbers below a bound; each begins alone.
#[derive(Clone, Debug)]
pub struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    /// This number of things, each alone.
    pub fn new(count: usize) -> Self {
        Groups { parents: (0..count as u32).collect() }
    }

    /// A number that all members of a group share.
    pub fn root(&mut self, thing: usize) -> usize {
        let mut at = thing;
        while self.parents[at] as usize != at {
            let above = self.parents[self.parents[at] as usize];
            self.parents[at] = above;
            at = above as usize;
        }
        at
    }

    /// Whether two are in one group.
    pub fn are_together(&mut self, one: usize, other: usize) -> bool {
        self.root(one) == self.root(other)
    }

    /// Unites two groups. The smaller root stays, so that the order of pairs does not matter.
    pub fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other) as u32;
    }

    /// The groups of two or more in ascending order, each ascending.
    pub fn of_several(&mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for thing in 0..self.parents.len() {
            groups.entry(self.root(thing)).or_default().push(thing);
        }
        groups.into_values().filter(|group| group.len() > 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_share_one_make_one_group_in_any_order() {
        let mut groups = Groups::new(6);
        for (one, other) in [(4, 2), (5, 0), (2, 3)] {
            groups.unite(one, other);
        }
        assert_eq!(groups.of_several(), [vec![0, 5], vec![2, 3, 4]]);
        assert!(groups.are_together(3, 4) && !groups.are_together(1, 2));
    }
}
