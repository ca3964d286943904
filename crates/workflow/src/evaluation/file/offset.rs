//! The offset of pass numbers that the rows of a prediction file fit best.
//!
//! A prediction file may have neither choices nor questions, so the rows cannot prove an offset as those
//! of a question file do. It is taken where rows share a question, and those that contradict it count
//! against it.

use std::cmp::Reverse;

use assay_formats::vlmevalkit::numbering::{PassOffset, PlacedRow, infer_offset};

/// How badly an offset explains the rows; the smallest is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Misfit {
    /// Rows that cannot be the passes that they would be.
    misfits: usize,
    /// Questions.
    questions: usize,
    /// Questions without a first pass.
    without_first: usize,
}

/// The offset under which the rows of a file are passes of shared questions: the one that most rows fit,
/// then the one that makes the fewest questions, then the one under which most questions have their first
/// pass, then the smallest. So it is the smallest power of ten above every question's index. With it comes
/// the number of rows that cannot be the passes that they would be. `None` if no two rows share a question
/// under any offset.
///
/// A row fits when it `can_be` that pass and shows the same question as the first row of its question
/// (`is_same`); both take rows by their positions.
pub(super) fn fitting_offset(
    numbers: &[Option<u64>],
    is_same: impl Fn(usize, usize) -> bool,
    can_be: impl Fn(usize, u64) -> bool,
) -> Option<(PassOffset, usize)> {
    let fits = |first: usize, at: &PlacedRow| {
        at.pass == 0 || (can_be(at.row, at.pass) && is_same(first, at.row))
    };
    let found = infer_offset(numbers, |questions| {
        let (mut misfit, mut is_shared) = (Misfit::default(), false);
        for question in questions {
            let first = question[0];
            misfit.questions += 1;
            misfit.without_first += usize::from(first.pass > 0);
            misfit.misfits += question.iter().filter(|at| !fits(first.row, at)).count();
            is_shared |= question.iter().any(|at| at.pass != first.pass);
        }
        is_shared.then_some(Reverse(misfit))
    });
    found.map(|(offset, Reverse(misfit))| (offset, misfit.misfits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inferred(numbers: &[u64], choices: u64) -> Option<(String, usize)> {
        let numbers: Vec<Option<u64>> = numbers.iter().copied().map(Some).collect();
        let found = fitting_offset(&numbers, |_, _| true, |_, pass| pass < choices);
        found.map(|(offset, misfits)| (offset.to_string(), misfits))
    }

    /// An offset that every row fits.
    fn offset(offset: u64) -> (String, usize) {
        (offset.to_string(), 0)
    }

    #[test]
    fn an_offset_is_found_by_what_rows_can_be() {
        assert_eq!(inferred(&[1, 1_000_001, 2_000_001], 4), Some(offset(1_000_000)));
        assert_eq!(inferred(&[1, 10_000_001, 20_000_001], 4), Some(offset(10_000_000)));
        let large = [5, 10_000_005, 1_200_001, 11_200_001, 3_000_001, 13_000_001];
        assert_eq!(inferred(&large, 4), Some(offset(10_000_000)));
        assert_eq!(inferred(&large, 26), Some(offset(10_000_000)), "first passes show it too");
        let eleven: Vec<u64> = (1..=11).map(|pass| pass * 1_000_000 + 7).collect();
        assert_eq!(inferred(&eleven, 12), Some(offset(1_000_000)), "though the first is missing");
        assert_eq!(inferred(&[20_240_001, 20_240_002], 4), None);
        assert_eq!(inferred(&[7, 7], 4), None, "a row that is there twice is no pass");
    }

    #[test]
    fn rows_that_show_another_question_are_counted() {
        let numbers = [Some(1), Some(1_000_001), Some(2_000_001), None];
        let found = fitting_offset(&numbers, |_, row| row != 2, |_, _| true);
        assert_eq!(found, Some((PassOffset::SMALLEST, 1)));
    }
}
