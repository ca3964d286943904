//! What a pass that takes several requests has of its parts.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use crate::store::PassPart;

/// What a pass has of its parts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Answered or refused, in this call or before.
    pub there: Vec<PassPart>,
    /// The numbers of those to ask, in order.
    pub missing: VecDeque<u32>,
    /// Whether a request failed in this call.
    pub failed: bool,
    /// Whether some are not asked, because the call stops.
    pub left: bool,
}

impl Parts {
    /// Parts with these numbers, of which some are there.
    pub fn new(numbers: RangeInclusive<u32>, there: Vec<PassPart>) -> Self {
        let is_missing = |number: &u32| there.iter().all(|part| part.number != *number);
        let missing = numbers.filter(is_missing).collect();
        Parts { there, missing, ..Parts::default() }
    }

    /// What is kept of the prompt without an answer, where choices are ranked by chats.
    pub fn prompt_alone(&self) -> Option<&str> {
        let alone = self.there.iter().find(|part| part.number == 0);
        alone.map(|part| part.text.as_str())
    }

    /// The number of the part that is asked next.
    pub fn next(&self) -> Option<u32> {
        self.missing.front().copied()
    }
}
