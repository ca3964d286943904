//! Whether the cells of a row add up to the row's total or overall.

use std::ops::RangeInclusive;

use super::attainable::hits_behind;
use super::{Check, Checker, Decimal, DoesNotFit, Kind, NO_COUNTS, PublishedRow};

impl Checker<'_> {
    /// Counts: the cells of a row give its total column, or without one the number of questions.
    pub(super) fn check_counts(&mut self) -> Result<(), DoesNotFit> {
        let (layout, mut checked) = (self.layout, 0);
        if layout.overall.is_none() && layout.n.is_none() {
            return Err(DoesNotFit(NO_COUNTS.to_owned()));
        }
        for row in &self.table.rows {
            let whole = |column: usize| row.cells[column].as_ref()?.whole().map(i128::from);
            let sum: Option<i128> = layout.levels().map(whole).sum();
            let total = match layout.overall {
                Some(column) => whole(column),
                None => layout.n.map(i128::from),
            };
            let (Some(sum), Some(total)) = (sum, total) else { continue };
            checked += 1;
            if sum != total {
                let column = layout.overall.map_or("", |column| &self.table.columns[column]);
                let found = [total.to_string(), format!("the other cells sum to {sum}")];
                self.result.find(Check::RowSum, row, column, found);
            }
        }
        self.result.outcome(Check::RowSum, checked);
        Ok(())
    }

    /// Percentages: some choice of hits of the levels adds up to hits that print as the overall.
    pub(super) fn check_overall(&mut self) {
        let (layout, kind, mut checked) = (self.layout, self.result.kind, 0);
        let Some(overall) = layout.overall.filter(|_| layout.own_counts) else { return };
        let counted: Option<Vec<(usize, u64)>> =
            layout.levels().map(|column| Some((column, layout.counts[column]?))).collect();
        let (Some(levels), Some(n)) = (counted, layout.counts[overall]) else { return };
        let sum: u64 = levels.iter().map(|&(_, n)| n).sum();
        if sum != n {
            self.result.notes.push(format!(
                "the levels have {sum} questions and the overall {n}: it is not their weighted mean, \
                 and was not checked as one"
            ));
            return;
        }
        for row in &self.table.rows {
            let Some((low, high)) = hits_behind_all(row, &levels, kind) else { continue };
            let Some(printed) = &row.cells[overall] else { continue };
            checked += 1;
            let meets = |hits: RangeInclusive<u64>| low <= *hits.end() && *hits.start() <= high;
            if !hits_behind(printed, kind, n).is_some_and(meets) {
                let share = |k: u64| printed.printed_like((kind.whole() * k) as f64 / n as f64);
                let (least, most) = (share(low), share(high));
                let problem =
                    format!("the levels give {low} to {high} of {n}, that is {least} to {most}");
                let found = [printed.to_string(), problem];
                self.result.find(Check::Overall, row, &self.table.columns[overall], found);
            }
        }
        self.result.outcome(Check::Overall, checked);
    }

    /// Percentages that are parts of a whole: some choice of hits adds up to all questions.
    pub(super) fn check_parts(&mut self) {
        let (Some(n), mut checked) = (self.layout.n, 0) else { return };
        let parts: Vec<(usize, u64)> = self.layout.levels().map(|column| (column, n)).collect();
        for row in &self.table.rows {
            let hits = hits_behind_all(row, &parts, self.result.kind);
            let Some((low, high)) = hits else { continue };
            checked += 1;
            if n < low || high < n {
                let cells = parts.iter().flat_map(|&(column, _)| &row.cells[column]);
                let sum = format!("{:.6}", cells.map(Decimal::value).sum::<f64>());
                let sum = sum.trim_end_matches('0').trim_end_matches('.').to_owned();
                let found = [sum, format!("the parts are {low} to {high} of {n} questions")];
                self.result.find(Check::RowSum, row, "", found);
            }
        }
        self.result.outcome(Check::RowSum, checked);
    }
}

/// The fewest and the most hits that the cells can mean together; `None` if a cell is blank or not
/// attainable (which is a separate finding).
fn hits_behind_all(row: &PublishedRow, columns: &[(usize, u64)], kind: Kind) -> Option<(u64, u64)> {
    columns.iter().try_fold((0, 0), |(low, high), &(column, n)| {
        let hits = hits_behind(row.cells[column].as_ref()?, kind, n)?;
        Some((low + hits.start(), high + hits.end()))
    })
}

#[cfg(test)]
mod tests {
    use crate::agreement::published_table::tests::table;
    use crate::agreement::published_table::{Check, Kind, Known, Outcome, TableCheck, check};

    fn result(columns: &[&str], rows: &[(&str, &[&str])], known: &Known) -> TableCheck {
        check(&table(columns, rows), known).unwrap()
    }

    #[test]
    fn a_wrong_total_of_counts_is_found() {
        let result = result(
            &["win", "tie", "Total"],
            &[("right", &["40", "5", "45"]), ("wrong", &["40", "5", "48"])],
            &Known::default(),
        );
        assert_eq!(result.kind, Kind::Count);
        assert_eq!((result.checks[0].checked, result.checks[0].failed), (2, 1));
        assert_eq!(result.findings[0].row, "wrong");
        assert!(result.findings[0].problem.contains("sum to 45"));
    }

    #[test]
    fn levels_weighted_by_their_counts_give_the_overall() {
        let known = Known {
            counts: vec![("a".into(), 30), ("b".into(), 10)],
            kind: Some(Kind::Percent),
            ..Known::default()
        };
        // 15/30 and 10/10 are 25/40 = 62.5 %; the mean of the two percentages would be 75.
        let rows: [(&str, &[&str]); 2] =
            [("right", &["50.0", "100.0", "62.5"]), ("unweighted", &["50.0", "100.0", "75.0"])];
        let result = result(&["a", "b", "Overall"], &rows, &known);
        let found: Vec<_> = result.findings.iter().map(|f| (f.check, f.row.as_str())).collect();
        assert_eq!(found, [(Check::Overall, "unweighted")]);
        let said = "the levels give 25 to 25 of 40, that is 62.5 to 62.5";
        assert_eq!(result.findings[0].problem, said);
        assert_eq!(result.checks[1], Outcome { check: Check::Overall, checked: 2, failed: 1 });
    }

    #[test]
    fn parts_of_a_whole_must_give_all_questions() {
        let known = Known { n: Some(6_300), parts: true, ..Known::default() };
        let rows: [(&str, &[&str]); 2] =
            [("table", &["65.1", "26.1", "8.8"]), ("text", &["65.9", "27.3", "6.9"])];
        let result = result(&["none", "first", "second"], &rows, &known);
        let found: Vec<_> = result.findings.iter().map(|f| (f.check, f.row.as_str())).collect();
        assert_eq!(found, []);
        let rows: [(&str, &[&str]); 1] = [("off", &["65.9", "27.3", "6.0"])];
        let result = self::result(&["none", "first", "second"], &rows, &known);
        assert_eq!(result.findings[0].check, Check::RowSum);
        assert_eq!(result.findings[0].printed, "99.2");
    }

    #[test]
    fn parts_may_be_exactly_all_questions_and_neither_fewer_nor_more() {
        let known = Known { n: Some(100), parts: true, ..Known::default() };
        let rows: [(&str, &[&str]); 3] = [
            ("exact", &["30.00", "70.00"]),
            ("fewer", &["30.00", "60.00"]),
            ("more", &["40.00", "70.00"]),
        ];
        let result = result(&["win", "lose"], &rows, &known);
        let found: Vec<_> =
            result.findings.iter().map(|f| (f.row.as_str(), f.problem.as_str())).collect();
        let (fewer, more) = (
            "the parts are 90 to 90 of 100 questions",
            "the parts are 110 to 110 of 100 questions",
        );
        assert_eq!(found, [("fewer", fewer), ("more", more)]);
        assert_eq!(result.checks[1], Outcome { check: Check::RowSum, checked: 3, failed: 2 });
    }
}
