//! The number of samples of each pass. Pure: which of the answers counts is in
//! [`assay_core::score::majority`].

use std::num::NonZeroU32;

/// The most samples of each answer that a call may ask for.
pub const MOST_SAMPLES: u32 = 64;

/// The number of samples of each pass; the majority of the labels counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples(NonZeroU32);

impl Samples {
    /// One answer for each pass.
    pub const ONE: Samples = Samples(NonZeroU32::MIN);

    /// This number of samples; `None` unless it is 1 to [`MOST_SAMPLES`].
    pub fn new(count: u32) -> Option<Self> {
        NonZeroU32::new(count).filter(|count| count.get() <= MOST_SAMPLES).map(Samples)
    }

    pub fn count(self) -> u32 {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_one_to_sixty_four_samples() {
        assert_eq!(Samples::new(0), None);
        assert_eq!(Samples::new(64).map(Samples::count), Some(64));
        assert_eq!(Samples::new(65), None);
    }
}
