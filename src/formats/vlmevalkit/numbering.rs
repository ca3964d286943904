//! VLMEvalKit's numbers for the rows of CircularEval passes.
//!
//! Pass `k` of the question with index `i` has the index `i + k * offset`. The offset is 1,000,000, or
//! the next power of ten above all indices if one is as large as that.

use std::collections::HashMap;
use std::hash::Hash;

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

/// An offset that was found by looking at the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferredOffset {
    /// The offset.
    pub offset: u64,
    /// Rows that cannot be the passes that they would be under it.
    pub misfits: usize,
}

/// The offset under which the rows of a file are passes of shared questions, where nothing but their
/// indices shows it: the one that most rows fit, then the one that makes the fewest questions, then the
/// one under which most questions have their first pass, then the smallest. So it is the smallest power of
/// ten above every question's index. Nothing where no two rows share a question under any offset.
///
/// A row fits when it `can_be` that pass and shows the same question as the first row of its question
/// (`is_same`); both take rows by their positions.
pub fn inferred_offset(
    numbers: &[Option<u64>],
    is_same: impl Fn(usize, usize) -> bool,
    can_be: impl Fn(usize, u64) -> bool,
) -> Option<InferredOffset> {
    let largest = numbers.iter().copied().flatten().max()?;
    let mut placed: Vec<(u64, u64, usize)> = Vec::with_capacity(numbers.len());
    let mut best: Option<(usize, usize, usize, u64)> = None;
    for offset in offsets().take_while(|&offset| offset <= largest) {
        placed.clear();
        let rows = numbers.iter().enumerate().filter_map(|(row, number)| Some((row, (*number)?)));
        placed.extend(rows.map(|(row, number)| (number % offset, number / offset, row)));
        placed.sort_unstable();
        let (mut questions, mut without_first, mut misfits, mut is_shared) = (0, 0, 0, false);
        for question in placed.chunk_by(|one, other| one.0 == other.0) {
            let (_, first_pass, first) = question[0];
            questions += 1;
            without_first += usize::from(first_pass > 0);
            is_shared |= question.iter().any(|&(_, pass, _)| pass != first_pass);
            let fits = |&&(_, pass, row): &&(u64, u64, usize)| {
                pass == 0 || (can_be(row, pass) && is_same(first, row))
            };
            misfits += question.len() - question.iter().filter(fits).count();
        }
        if is_shared {
            let found = (misfits, questions, without_first, offset);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
    }
    best.map(|(misfits, .., offset)| InferredOffset { offset, misfits })
}

/// A row whose question a column (`g_index`) names.
#[derive(Clone, Copy, Debug)]
pub struct NamedRow<K> {
    /// The question.
    pub question: K,
    /// Whether the row's index is that of its question: it is the first pass.
    pub is_first: bool,
    /// How much larger the row's index is than its question's, where both are whole numbers.
    pub distance: Option<u64>,
}

/// The passes of rows whose questions are named: the distance divided by the offset, which is the largest
/// power of ten (1,000,000 or more) that divides all distances. Where there is none, the rows of a
/// question are counted in the order of the file.
pub fn passes_of_named_rows<K: Copy + Eq + Hash>(rows: &[NamedRow<K>]) -> Vec<u64> {
    by_distance(rows).unwrap_or_else(|| by_order(rows))
}

fn by_distance<K>(rows: &[NamedRow<K>]) -> Option<Vec<u64>> {
    let distances: Vec<u64> = rows.iter().map(|row| row.distance).collect::<Option<_>>()?;
    let offset = match distances.iter().copied().filter(|&distance| distance > 0).min() {
        None => SMALLEST_OFFSET,
        Some(smallest) => offsets()
            .take_while(|&offset| offset <= smallest)
            .filter(|offset| distances.iter().all(|distance| distance.is_multiple_of(*offset)))
            .last()?,
    };
    Some(distances.into_iter().map(|distance| distance / offset).collect())
}

fn by_order<K: Copy + Eq + Hash>(rows: &[NamedRow<K>]) -> Vec<u64> {
    let mut seen: HashMap<K, u64> = HashMap::new();
    let pass = |row: &NamedRow<K>| {
        if row.is_first {
            return 0;
        }
        let pass = seen.entry(row.question).or_default();
        *pass += 1;
        *pass
    };
    rows.iter().map(pass).collect()
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

    fn inferred(numbers: &[u64], choices: u64) -> Option<(u64, usize)> {
        let numbers: Vec<Option<u64>> = numbers.iter().copied().map(Some).collect();
        let found = inferred_offset(&numbers, |_, _| true, |_, pass| pass < choices);
        found.map(|found| (found.offset, found.misfits))
    }

    #[test]
    fn an_offset_is_found_by_what_rows_can_be() {
        assert_eq!(inferred(&[1, 1_000_001, 2_000_001], 4), Some((1_000_000, 0)));
        assert_eq!(inferred(&[1, 10_000_001, 20_000_001], 4), Some((10_000_000, 0)));
        let large = [5, 10_000_005, 1_200_001, 11_200_001, 3_000_001, 13_000_001];
        assert_eq!(inferred(&large, 4), Some((10_000_000, 0)));
        assert_eq!(inferred(&large, 26), Some((10_000_000, 0)), "first passes show it too");
        let eleven: Vec<u64> = (1..=11).map(|pass| pass * 1_000_000 + 7).collect();
        assert_eq!(inferred(&eleven, 12), Some((1_000_000, 0)), "though the first is missing");
        assert_eq!(inferred(&[20_240_001, 20_240_002], 4), None);
        assert_eq!(inferred(&[7, 7], 4), None, "a row that is there twice is no pass");
    }

    #[test]
    fn rows_that_show_another_question_are_counted() {
        let numbers = [Some(1), Some(1_000_001), Some(2_000_001), None];
        let found = inferred_offset(&numbers, |_, row| row != 2, |_, _| true);
        assert_eq!(found, Some(InferredOffset { offset: 1_000_000, misfits: 1 }));
    }

    fn named(rows: &[(u64, u64)]) -> Vec<u64> {
        let row = |&(question, index): &(u64, u64)| NamedRow {
            question,
            is_first: index == question,
            distance: index.checked_sub(question),
        };
        passes_of_named_rows(&rows.iter().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn a_pass_that_is_left_out_keeps_its_number() {
        let rows = [(1, 1), (1, 2_000_001), (2, 2), (2, 2_000_002)];
        assert_eq!(named(&rows), [0, 2, 0, 2]);
        assert_eq!(named(&[(5, 5), (5, 30_000_005), (7, 10_000_007)]), [0, 3, 1]);
    }

    #[test]
    fn where_distances_say_nothing_the_order_of_rows_counts() {
        assert_eq!(named(&[(10, 11), (10, 10), (10, 12)]), [1, 0, 2]);
        assert_eq!(named(&[(10, 9), (10, 1_000_010)]), [1, 2], "an index below its question's");
    }

    #[test]
    fn words_and_signed_numbers_have_no_pass_index() {
        for key in ["VAL_1", "+7", "7.0", ""] {
            assert_eq!(pass_index(key, Pass(1), SMALLEST_OFFSET), None, "{key}");
        }
        assert_eq!(pass_index("007", Pass(3), SMALLEST_OFFSET), Some(3_000_007));
    }
}
