//! VLMEvalKit's numbers for the rows of CircularEval passes.
//!
//! Pass `k` of the question with index `i` has the index `i + k * offset`. The offset is 1,000,000,
//! or the next power of ten above all indices if one is that large. All code that writes, splits or
//! infers such indices is here: for the reader and the writer of question files, the scoring of
//! files and the linking of predictions.

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

/// A row's question and pass under a tentative offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedRow {
    /// The index of the question's first pass.
    pub question: u64,
    /// The number of the pass; 0 is the first.
    pub pass: u64,
    /// The position of the row in the file.
    pub row: usize,
}

/// Finds the offset of a file whose rows name their questions only by their indices: of all offsets
/// the one with the greatest evidence, and of two with equal evidence the smaller one. `numbers`
/// are the indices of the rows, `None` for words.
///
/// `evidence_for` gets the rows of each question under an offset, sorted by pass and then by
/// position, and returns `None` if they do not support the offset.
///
/// The evidence is a parameter because the callers know different things. A file of questions shows
/// every question with its choices and pictures, so its reader accepts an offset only if rows prove
/// it. A file of predictions may have neither choices nor questions, so an offset is accepted there
/// unless rows contradict it.
pub fn infer_offset<E: Ord>(
    numbers: &[Option<u64>],
    evidence_for: impl Fn(&mut dyn Iterator<Item = &[PlacedRow]>) -> Option<E>,
) -> Option<(PassOffset, E)> {
    let largest = numbers.iter().copied().flatten().max()?;
    let mut placed: Vec<PlacedRow> = Vec::with_capacity(numbers.len());
    let mut best: Option<(PassOffset, E)> = None;
    for offset in PassOffset::up_to(largest) {
        placed.clear();
        placed.extend(numbers.iter().enumerate().filter_map(|(row, &number)| {
            let SplitIndex { question, pass } = offset.split(number?);
            Some(PlacedRow { question, pass, row })
        }));
        // A stable sort: rows come in ascending runs, one for each pass or for all, which it merges.
        placed.sort();
        let mut questions = placed.chunk_by(|one, other| one.question == other.question);
        let Some(evidence) = evidence_for(&mut questions) else { continue };
        if best.as_ref().is_none_or(|(_, best)| evidence > *best) {
            best = Some((offset, evidence));
        }
    }
    best
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

    /// The offset under which most rows are later passes of a question that has its first pass.
    fn offset_of_most_pairs(numbers: &[u64]) -> Option<(PassOffset, usize)> {
        let numbers: Vec<Option<u64>> = numbers.iter().copied().map(Some).collect();
        infer_offset(&numbers, |questions| {
            let pairs = questions.filter(|rows| rows[0].pass == 0).map(|rows| rows.len() - 1).sum();
            (pairs > 0).then_some(pairs)
        })
    }

    #[test]
    fn the_offset_with_the_greatest_evidence_is_found() {
        let numbers = [5, 10_000_005, 1_200_001, 11_200_001];
        assert_eq!(offset_of_most_pairs(&numbers), Some((PassOffset(10_000_000), 2)));
        let nothing_but_large = [20_240_001, 20_240_002];
        assert_eq!(offset_of_most_pairs(&nothing_but_large), None);
    }

    #[test]
    fn of_two_offsets_with_equal_evidence_the_smaller_is_found() {
        assert_eq!(offset_of_most_pairs(&[1, 10_000_001]), Some((PassOffset::SMALLEST, 1)));
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
