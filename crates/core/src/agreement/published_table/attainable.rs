//! Whether a printed percentage is k of N for a whole number k.

use super::{Check, Checker, Decimal, DoesNotFit, Kind, NO_COUNTS};
use std::ops::RangeInclusive;

/// The distance from the given N within which other numbers are tried.
const NEIGHBOURHOOD: u64 = 50;

/// The numbers of hits among `n` questions that print as this percentage (or share); `None` if
/// there are none.
pub fn hits_behind(printed: &Decimal, kind: Kind, n: u64) -> Option<RangeInclusive<u64>> {
    let hits = printed.hits(kind.whole(), n);
    let (low, high) = (*hits.start().max(&0), *hits.end().min(&i128::from(n)));
    // Both ends are between 0 and n if the range is not empty.
    (low <= high).then_some(low as u64..=high as u64)
}

/// The numbers of questions nearest to `n`, below and above, with which this could be printed.
pub fn numbers_of_questions_that_fit(
    printed: &Decimal,
    kind: Kind,
    n: u64,
) -> (Option<u64>, Option<u64>) {
    let fits = |&n: &u64| hits_behind(printed, kind, n).is_some();
    let lowest = n.saturating_sub(NEIGHBOURHOOD).max(1);
    ((lowest..n).rev().find(fits), (n + 1..=n + NEIGHBOURHOOD).find(fits))
}

impl Checker<'_> {
    pub(super) fn check_attainable(&mut self) -> Result<(), DoesNotFit> {
        let (kind, columns) = (self.result.kind, &self.table.columns);
        let counts = &self.layout.counts;
        if counts.iter().all(Option::is_none) {
            return Err(DoesNotFit(NO_COUNTS.to_owned()));
        }
        let unknown = columns.iter().zip(counts).filter(|(_, n)| n.is_none());
        let unknown: Vec<&str> = unknown.map(|(name, _)| name.as_str()).collect();
        if !unknown.is_empty() {
            let columns = unknown.join(", ");
            let note = format!("no number of questions is given for {columns}: not checked");
            self.result.notes.push(note);
        }
        let mut checked = 0;
        for row in &self.table.rows {
            for ((cell, n), column) in row.cells.iter().zip(counts).zip(columns) {
                let (Some(cell), Some(n)) = (cell, *n) else { continue };
                checked += 1;
                if hits_behind(cell, kind, n).is_none() {
                    let found = [cell.to_string(), problem(cell, kind, n)];
                    self.result.find(Check::Attainable, row, column, found);
                }
            }
        }
        self.result.outcome(Check::Attainable, checked);
        Ok(())
    }
}

fn problem(cell: &Decimal, kind: Kind, n: u64) -> String {
    let whole = kind.whole() as f64;
    if !(0.0..=whole).contains(&cell.value()) {
        return format!("is outside 0 to {whole}");
    }
    let below = (cell.value() / whole * n as f64).floor() as u64;
    let example = |k: u64| format!("{k}/{n} = {}", cell.printed_like(whole * k as f64 / n as f64));
    let fitting = match numbers_of_questions_that_fit(cell, kind, n) {
        (Some(low), Some(high)) => format!("; would fit {low} or {high} questions"),
        (Some(only), None) | (None, Some(only)) => format!("; would fit {only} questions"),
        (None, None) => String::new(),
    };
    format!("no k of {n} gives it: {}, {}{fitting}", example(below), example(below + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn the_published_alignment_rate_does_not_fit_420_answers() {
        let rate = printed("91.5");
        assert_eq!(hits_behind(&rate, Kind::Percent, 420), None);
        assert_eq!(
            numbers_of_questions_that_fit(&rate, Kind::Percent, 420),
            (Some(414), Some(422))
        );
        assert_eq!(hits_behind(&printed("91.4"), Kind::Percent, 420), Some(384..=384));
        assert!(problem(&rate, Kind::Percent, 420).contains("384/420 = 91.4, 385/420 = 91.7"));
    }

    #[test]
    fn many_questions_leave_a_range() {
        assert_eq!(hits_behind(&printed("50.0"), Kind::Percent, 10_000), Some(4_995..=5_005));
        assert_eq!(hits_behind(&printed("0.50"), Kind::Share, 1_000), Some(495..=505));
    }

    #[test]
    fn nothing_lies_beyond_all_or_none() {
        assert_eq!(hits_behind(&printed("0.0"), Kind::Percent, 10_000), Some(0..=5));
        assert_eq!(hits_behind(&printed("100"), Kind::Percent, 7), Some(7..=7));
        assert_eq!(hits_behind(&printed("101"), Kind::Percent, 7), None);
        assert_eq!(hits_behind(&printed("-1"), Kind::Percent, 7), None);
    }

    #[test]
    fn other_numbers_of_questions_are_looked_for_within_fifty() {
        // One half is printed for even numbers only; the number itself is not one of the others.
        assert_eq!(
            numbers_of_questions_that_fit(&printed("50"), Kind::Percent, 2),
            (None, Some(4))
        );
        // 0.01 % is the share of one question among 6,667 or more.
        let rare = printed("0.01");
        assert_eq!(numbers_of_questions_that_fit(&rare, Kind::Percent, 6_617), (None, Some(6_667)));
        assert_eq!(numbers_of_questions_that_fit(&rare, Kind::Percent, 6_616), (None, None));
    }
}
