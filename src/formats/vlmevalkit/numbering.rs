//! VLMEvalKit's numbers for the rows of CircularEval passes.
//!
//! Pass `k` of the question with index `i` has the index `i + k * offset`. The offset is 1,000,000, or
//! the next power of ten above all indices if one is as large as that.

use crate::benchmark::Pass;

/// The smallest offset, which all but a few files have.
pub const SMALLEST_OFFSET: u64 = 1_000_000;

/// All offsets that files can have.
pub fn offsets() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(SMALLEST_OFFSET), |offset| offset.checked_mul(10))
}

/// The offset for questions with these keys; keys that are words do not count. Above 10^19 there is no
/// power of ten in 64 bits, so that nothing but a first pass can be numbered.
pub fn pass_offset<'a>(keys: impl IntoIterator<Item = &'a str>) -> u64 {
    let largest = keys.into_iter().filter_map(number).max().unwrap_or(0);
    offsets().find(|&offset| offset > largest).unwrap_or(u64::MAX)
}

/// The index of a pass; nothing where the key is a word or the number does not fit into 64 bits.
pub fn pass_index(key: &str, pass: Pass, offset: u64) -> Option<u64> {
    offset.checked_mul(u64::from(pass.0))?.checked_add(number(key)?)
}

/// A key that is a whole number.
pub(super) fn number(key: &str) -> Option<u64> {
    key.bytes().all(|byte| byte.is_ascii_digit()).then(|| key.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_the_first_power_of_ten_above_every_key() {
        assert_eq!(pass_offset(["7", "999999", "VAL_1"]), 1_000_000);
        assert_eq!(pass_offset(["1000000"]), 10_000_000);
        assert_eq!(pass_offset([]), 1_000_000);
    }

    #[test]
    fn keys_beyond_every_power_of_ten_end_the_search() {
        let offset = pass_offset(["18446744073709551615"]);
        assert_eq!(offset, u64::MAX);
        assert_eq!(pass_index("18446744073709551615", Pass(1), offset), None);
        assert_eq!(pass_index("7", Pass(2), offset), None);
        assert_eq!(pass_index("7", Pass::FIRST, offset), Some(7));
    }

    #[test]
    fn words_and_signed_numbers_have_no_pass_index() {
        for key in ["VAL_1", "+7", "7.0", ""] {
            assert_eq!(pass_index(key, Pass(1), SMALLEST_OFFSET), None, "{key}");
        }
        assert_eq!(pass_index("007", Pass(3), SMALLEST_OFFSET), Some(3_000_007));
    }
}
