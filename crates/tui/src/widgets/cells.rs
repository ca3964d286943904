//! Counts of rows and columns as `u16`, without overflow for long texts and large screens.

/// The number of rows or columns for a number of items, at most what a screen can have.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A part of a length, rounded down: two fifths of 80 are 32.
pub fn share(length: u16, part: u16, of: u16) -> u16 {
    let share = u32::from(length) * u32::from(part) / u32::from(of.max(1));
    u16::try_from(share).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_too_large_for_a_screen_is_its_largest_number() {
        assert_eq!((cells(7), cells(70_000)), (7, u16::MAX));
        assert_eq!((share(80, 2, 5), share(u16::MAX, 2, 5)), (32, 26_214));
        assert_eq!(share(u16::MAX, 3, 1), u16::MAX);
    }
}
