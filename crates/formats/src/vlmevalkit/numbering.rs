//! VLMEvalKit's numbers for the rows of CircularEval passes.
//!
//! Pass `k` of the question with index `i` has the index `i + k * offset`. The offset is 1,000,000,
//! or the next power of ten above all indices if one is that large. All code that writes, splits or
//! infers such indices is here: for the reader and the writer of question files, the scoring of
//! files and the linking of predictions.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use assay_core::benchmark::Pass;

/// The difference between the indices of two consecutive passes of a question: a power of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassOffset(u64);

/// An index that is split into its question and its pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitIndex {
    /// The index of the question's first pass.
    pub question: u64,
    /// The number of the pass; 0 is the first.
    pub pass: u64,
}

impl PassOffset {
    /// The offset of almost all files.
    pub const SMALLEST: PassOffset = PassOffset(1_000_000);

    /// All offsets that a file can have, from the smallest.
    fn all() -> impl Iterator<Item = PassOffset> {
        let larger = |offset: &PassOffset| offset.0.checked_mul(10).map(PassOffset);
        std::iter::successors(Some(Self::SMALLEST), larger)
    }

    /// The offsets under which at least the row with the largest index is a later pass.
    pub(crate) fn up_to(largest: u64) -> impl Iterator<Item = PassOffset> {
        Self::all().take_while(move |offset| offset.0 <= largest)
    }

    /// The offset for questions with these keys; keys that are words do not count. Above 10^19
    /// there is no power of ten in 64 bits, so only a first pass can be numbered.
    pub fn for_keys<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        let largest = keys.into_iter().filter_map(number).max().unwrap_or(0);
        Self::all().find(|offset| offset.0 > largest).unwrap_or(PassOffset(u64::MAX))
    }

    /// The index of a pass; `None` if the key is a word or the number does not fit into 64 bits.
    pub fn index(self, key: &str, pass: Pass) -> Option<u64> {
        self.0.checked_mul(u64::from(pass.0))?.checked_add(number(key)?)
    }

    /// The question and the pass of the row with this index.
    pub fn split(self, index: u64) -> SplitIndex {
        SplitIndex { question: index % self.0, pass: index / self.0 }
    }
}

impl fmt::Display for PassOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether an index is so large that it can be that of a later pass.
pub fn can_be_later_pass(index: u64) -> bool {
    index >= PassOffset::SMALLEST.0
}

/// The offset that the rows of a file fit best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FittingOffset {
    pub offset: PassOffset,
    /// Rows that cannot be the passes that they would be.
    pub misfits: usize,
    /// Rows that show the same question as the first row of theirs, whether or not they can be the
    /// passes that they would be.
    pub alike: usize,
}

/// How an offset explains the rows; the smallest is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Explanation {
    /// Rows that fit as a pass after the first row of their question.
    fitting: Reverse<usize>,
    /// Rows that cannot be the passes that they would be.
    misfits: usize,
    questions: usize,
    /// Questions without a first pass.
    without_first: usize,
}

/// Finds the offset of a file whose rows name their questions only by their indices: the one under which
/// most rows fit as passes of shared questions, then the one that the fewest contradict, then the one that
/// makes the fewest questions, then the one under which most questions have their first pass, then the
/// smallest. So it is the smallest power of ten above every question's index.
/// `None` if no two rows share a question under any offset. `numbers` are the indices of the rows, `None`
/// for words.
///
/// A row fits when it `can_be` that pass and shows the same question as the first row of its question
/// (`is_same`); both take rows by their positions. A file of questions proves an offset by rows that are
/// alike; a file of predictions may show neither choices nor questions, so an offset holds there unless
/// rows contradict it.
pub fn fitting_offset(
    numbers: &[Option<u64>],
    is_same: impl Fn(usize, usize) -> bool,
    can_be: impl Fn(usize, u64) -> bool,
) -> Option<FittingOffset> {
    let largest = numbers.iter().copied().flatten().max()?;
    let mut placed: Vec<(u64, u64, usize)> = Vec::with_capacity(numbers.len());
    let mut best: Option<(Explanation, FittingOffset)> = None;
    for offset in PassOffset::up_to(largest) {
        placed.clear();
        placed.extend(numbers.iter().enumerate().filter_map(|(row, &number)| {
            let SplitIndex { question, pass } = offset.split(number?);
            Some((question, pass, row))
        }));
        // A stable sort: rows come in ascending runs, one for each pass or for all, which it merges.
        placed.sort_by_key(|&place| place);
        let mut found = Explanation::default();
        let (mut alike, mut is_shared) = (0, false);
        for question in placed.chunk_by(|one, other| one.0 == other.0) {
            let (_, first_pass, first) = question[0];
            found.questions += 1;
            found.without_first += usize::from(first_pass > 0);
            for &(_, pass, row) in question {
                let is_alike = row == first || is_same(first, row);
                let fits = pass == 0 || (is_alike && can_be(row, pass));
                found.misfits += usize::from(!fits);
                found.fitting.0 += usize::from(fits && pass > first_pass);
                alike += usize::from(row != first && is_alike);
                is_shared |= pass != first_pass;
            }
        }
        if is_shared && best.as_ref().is_none_or(|(best, _)| found < *best) {
            best = Some((found, FittingOffset { offset, misfits: found.misfits, alike }));
        }
    }
    best.map(|(_, found)| found)
}

/// A row whose question is named by a column (`g_index`).
#[derive(Clone, Copy, Debug)]
pub struct NamedRow<K> {
    pub question: K,
    /// Whether the row's index is that of its question: it is the first pass.
    pub is_first: bool,
    /// The row's index minus that of its question, if both are whole numbers.
    pub distance: Option<u64>,
}

/// The passes of rows whose questions are named: the distance divided by the offset, which is the
/// largest power of ten (1,000,000 or more) that divides all distances. If there is none, the rows
/// of a question are counted in the order of the file.
pub fn passes_of_named_rows<K: Copy + Eq + Hash>(rows: &[NamedRow<K>]) -> Vec<u64> {
    by_distance(rows).unwrap_or_else(|| by_order(rows))
}

fn by_distance<K>(rows: &[NamedRow<K>]) -> Option<Vec<u64>> {
    let distances: Vec<u64> = rows.iter().map(|row| row.distance).collect::<Option<_>>()?;
    let divides_all =
        |offset: &PassOffset| distances.iter().all(|distance| distance.is_multiple_of(offset.0));
    let offset = match distances.iter().copied().filter(|&distance| distance > 0).min() {
        None => PassOffset::SMALLEST,
        Some(smallest) => PassOffset::up_to(smallest).filter(divides_all).last()?,
    };
    Some(distances.into_iter().map(|distance| offset.split(distance).pass).collect())
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
        assert_eq!(PassOffset::for_keys(["7", "999999", "VAL_1"]), PassOffset(1_000_000));
        assert_eq!(PassOffset::for_keys(["1000000"]), PassOffset(10_000_000));
        assert_eq!(PassOffset::for_keys([]), PassOffset::SMALLEST);
    }

    #[test]
    fn keys_beyond_every_power_of_ten_end_the_search() {
        let offset = PassOffset::for_keys(["18446744073709551615"]);
        assert_eq!(offset, PassOffset(u64::MAX));
        assert_eq!(offset.index("18446744073709551615", Pass(1)), None);
        assert_eq!(offset.index("7", Pass(2)), None);
        assert_eq!(offset.index("7", Pass::FIRST), Some(7));
    }

    #[test]
    fn an_index_that_is_written_splits_into_the_same_question_and_pass() {
        let offset = PassOffset::for_keys(["3", "1200000"]);
        let index = offset.index("1200000", Pass(3)).unwrap();
        assert_eq!(index, 31_200_000);
        assert_eq!(offset.split(index), SplitIndex { question: 1_200_000, pass: 3 });
    }

    fn fitting(numbers: &[u64], choices: u64) -> Option<(u64, usize)> {
        let numbers: Vec<Option<u64>> = numbers.iter().copied().map(Some).collect();
        let found = fitting_offset(&numbers, |_, _| true, |_, pass| pass < choices);
        found.map(|found| (found.offset.0, found.misfits))
    }

    #[test]
    fn an_offset_is_found_by_what_rows_can_be() {
        assert_eq!(fitting(&[1, 1_000_001, 2_000_001], 4), Some((1_000_000, 0)));
        assert_eq!(fitting(&[1, 10_000_001, 20_000_001], 4), Some((10_000_000, 0)));
        let large = [5, 10_000_005, 1_200_001, 11_200_001, 3_000_001, 13_000_001];
        assert_eq!(fitting(&large, 4), Some((10_000_000, 0)));
        assert_eq!(fitting(&large, 26), Some((10_000_000, 0)), "first passes show it too");
        let eleven: Vec<u64> = (1..=11).map(|pass| pass * 1_000_000 + 7).collect();
        assert_eq!(fitting(&eleven, 12), Some((1_000_000, 0)), "though the first is missing");
        assert_eq!(fitting(&[20_240_001, 20_240_002], 4), None);
        assert_eq!(fitting(&[7, 7], 4), None, "a row that is there twice is no pass");
    }

    #[test]
    fn of_two_offsets_that_fit_equally_the_smaller_is_found() {
        assert_eq!(fitting(&[1, 10_000_001], 26), Some((1_000_000, 0)));
    }

    #[test]
    fn rows_that_show_another_question_are_counted() {
        let numbers = [Some(1), Some(1_000_001), Some(2_000_001), None];
        let found = fitting_offset(&numbers, |_, row| row != 2, |_, _| true);
        let offset = PassOffset::SMALLEST;
        assert_eq!(found, Some(FittingOffset { offset, misfits: 1, alike: 1 }));
    }

    #[test]
    fn a_row_that_does_not_fit_does_not_make_passes_questions() {
        // Twelve passes, of which the one with the number 3 shows another question.
        let numbers: Vec<Option<u64>> = (0..12).map(|pass| Some(pass * 1_000_000 + 7)).collect();
        let found = fitting_offset(&numbers, |_, row| row != 3, |_, pass| pass < 12);
        let offset = PassOffset::SMALLEST;
        assert_eq!(found, Some(FittingOffset { offset, misfits: 1, alike: 10 }));
    }

    #[test]
    fn rows_that_are_alike_are_counted_though_they_cannot_be_that_pass() {
        let found = fitting_offset(&[Some(1), Some(70_000_001)], |_, _| true, |_, pass| pass < 3);
        assert_eq!(found.map(|found| (found.misfits, found.alike)), Some((1, 1)));
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
            assert_eq!(PassOffset::SMALLEST.index(key, Pass(1)), None, "{key}");
        }
        assert_eq!(PassOffset::SMALLEST.index("007", Pass(3)), Some(3_000_007));
    }
}
