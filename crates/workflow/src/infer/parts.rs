//! The parts of a pass that takes several requests.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use assay_store::PassPart;

/// The parts of a pass.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Answered or refused, in this call or before.
    pub there: Vec<PassPart>,
    /// The numbers of those to ask, in order.
    pub missing: VecDeque<u32>,
    /// Whether a request failed in this call.
    pub failed: bool,
    /// Whether some are not asked, because the call is stopping.
    pub left: bool,
}

impl Parts {
    /// Parts with these numbers, some of which are stored already.
    pub fn new(numbers: RangeInclusive<u32>, there: Vec<PassPart>) -> Self {
        let is_missing = |number: &u32| there.iter().all(|part| part.number != *number);
        let missing = numbers.filter(is_missing).collect();
        Parts { there, missing, ..Parts::default() }
    }

    /// The stored prompt without an answer, if choices are ranked by chats.
    pub fn prompt_alone(&self) -> Option<&str> {
        let alone = self.there.iter().find(|part| part.number == 0);
        alone.map(|part| part.text.as_str())
    }

    /// The number of the part that is asked next.
    pub fn next(&self) -> Option<u32> {
        self.missing.front().copied()
    }
}
