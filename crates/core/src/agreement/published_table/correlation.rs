//! Whether a table of correlations can come from one data set.

use super::{Check, Checker, Decimal, DoesNotFit, Finding, PublishedTable};
use crate::statistics::smallest_eigenvalue;

/// Whether rows and columns name the same things in the same order.
pub(super) fn names_match(table: &PublishedTable) -> bool {
    !table.rows.is_empty()
        && table.rows.len() == table.columns.len()
        && table.rows.iter().zip(&table.columns).all(|(row, column)| row.name == *column)
}

impl Checker<'_> {
    pub(super) fn check_correlations(&mut self) -> Result<(), DoesNotFit> {
        if !names_match(self.table) {
            let problem = "a table of correlations needs the same names, in the same order, for rows \
                           and columns";
            return Err(DoesNotFit(problem.to_owned()));
        }
        self.check_cells();
        match self.matrix() {
            Some(matrix) => self.check_matrix(&matrix),
            None => self.result.notes.push(
                "some correlations are blank on both sides of the diagonal: whether the matrix can \
                 exist was not checked"
                    .to_owned(),
            ),
        }
        Ok(())
    }

    fn check_cells(&mut self) {
        let (mut ranged, mut mirrored) = (0, 0);
        for (i, row) in self.table.rows.iter().enumerate() {
            for (j, cell) in row.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let mut find = |check, problem: &str| {
                    let found = [cell.to_string(), problem.to_owned()];
                    self.result.find(check, row, &self.table.columns[j], found);
                };
                ranged += 1;
                let value = cell.value();
                if value.abs() > 1.0 {
                    find(Check::Range, "is outside -1 to 1");
                } else if i == j && value < 1.0 {
                    find(Check::Range, "a thing correlates with itself by 1");
                }
                let mirror = self.table.rows[j].cells[i].as_ref().filter(|_| i > j);
                let Some(mirror) = mirror else { continue };
                mirrored += 1;
                if !cell.agrees_with(mirror) {
                    let problem = format!("the other side of the diagonal says {mirror}");
                    find(Check::Symmetry, &problem);
                }
            }
        }
        self.result.outcome(Check::Range, ranged);
        self.result.outcome(Check::Symmetry, mirrored);
    }

    /// The full matrix, from whichever side of the diagonal is printed.
    fn matrix(&self) -> Option<Matrix> {
        let cell = |i: usize, j: usize| self.table.rows[i].cells[j].as_ref();
        let n = self.table.rows.len();
        let entry = |i, j| match cell(i, j).or_else(|| cell(j, i)) {
            _ if i == j => Some(1.0),
            printed => printed.map(Decimal::value),
        };
        let entries: Option<Vec<Vec<f64>>> =
            (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        let printed = self.table.rows.iter().flat_map(|row| row.cells.iter().flatten());
        let half_unit = printed.map(Decimal::half_unit).fold(0.5, f64::min);
        Some(Matrix { entries: entries?, half_unit })
    }

    fn check_matrix(&mut self, matrix: &Matrix) {
        let all: Vec<usize> = (0..matrix.entries.len()).collect();
        let Some((smallest, rounding)) = matrix.bound(&all) else { return };
        self.result.notes.push(format!(
            "smallest eigenvalue {smallest:.4}; rounding alone can make it as low as -{rounding:.4} \
             (every number taken as printed to {} decimals, the most in the table)",
            (0.5 / matrix.half_unit).log10().round()
        ));
        if smallest < -rounding {
            let mut problem =
                format!("smallest eigenvalue {smallest:.4}: no one set of data gives these");
            if let Some(worst) = self.worst_triple(matrix) {
                problem.push_str(&format!("; {worst}"));
            }
            self.result.findings.push(Finding {
                check: Check::CorrelationMatrix,
                row: String::new(),
                column: String::new(),
                printed: String::new(),
                problem,
            });
        }
        self.result.outcome(Check::CorrelationMatrix, 1);
    }

    /// Three things whose correlations contradict each other most: given two, the third must be
    /// within r1 r2 ± sqrt((1 - r1²)(1 - r2²)).
    fn worst_triple(&self, matrix: &Matrix) -> Option<String> {
        let all = matrix.entries.len();
        let triples =
            (0..all).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])));
        let impossible = triples.filter_map(|triple| {
            let (smallest, rounding) = matrix.bound(&triple)?;
            (smallest < -rounding).then_some((smallest, triple))
        });
        let (_, worst) = impossible.min_by(|x, y| x.0.total_cmp(&y.0))?;
        // Report the middle one: the strongest and the weakest exclude its value.
        let side = |i: usize, j: usize, through: usize| (worst[i], worst[j], worst[through]);
        let mut sides = [side(0, 1, 2), side(0, 2, 1), side(1, 2, 0)];
        sides.sort_by(|x, y| matrix.at(x.0, x.1).abs().total_cmp(&matrix.at(y.0, y.1).abs()));
        let (i, j, through) = sides[1];
        let (r1, r2) = (matrix.at(i, through), matrix.at(j, through));
        let reach = ((1.0 - r1 * r1) * (1.0 - r2 * r2)).max(0.0).sqrt();
        let name = |k: usize| &self.table.columns[k];
        Some(format!(
            "with {r1} between {} and {} and {r2} between {} and {}, that between {} and {} lies \
             in [{:.3}, {:.3}], printed {}",
            name(i),
            name(through),
            name(j),
            name(through),
            name(i),
            name(j),
            r1 * r2 - reach,
            r1 * r2 + reach,
            matrix.at(i, j)
        ))
    }
}

/// Correlations, and half the unit of the last printed place. Papers and spreadsheets leave out
/// trailing zeros, so the entry with the most decimals decides.
struct Matrix {
    entries: Vec<Vec<f64>>,
    half_unit: f64,
}

impl Matrix {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.entries[i][j]
    }

    /// The smallest eigenvalue for a choice of the things, and the amount below zero that rounding alone
    /// could produce. Rounding moves no eigenvalue by more than the errors
    /// of a row together (Gershgorin).
    fn bound(&self, things: &[usize]) -> Option<(f64, f64)> {
        let row = |&i: &usize| things.iter().map(|&j| self.at(i, j)).collect();
        let chosen: Vec<Vec<f64>> = things.iter().map(row).collect();
        let smallest = smallest_eigenvalue(&chosen)?;
        let others = things.len().saturating_sub(1) as f64;
        Some((smallest, self.half_unit * others + 1e-12))
    }
}

#[cfg(test)]
mod tests {
    use crate::agreement::published_table::tests::table;
    use crate::agreement::published_table::{Check, Kind, Known, Outcome, TableCheck, check};

    fn result(names: &[&str], rows: &[&[&str]]) -> TableCheck {
        let rows: Vec<_> = names.iter().copied().zip(rows.iter().copied()).collect();
        check(&table(names, &rows), &Known::default()).unwrap()
    }

    #[test]
    fn three_correlations_that_contradict_each_other_are_named() {
        let result =
            result(&["x", "y", "z"], &[&["1", "", ""], &[".98", "1", ""], &[".20", ".60", "1"]]);
        assert_eq!(result.kind, Kind::Correlation);
        assert_eq!(result.findings[0].check, Check::CorrelationMatrix);
        assert!(result.findings[0].problem.contains("[0.001, 0.391], printed 0.6"), "{result:?}");
    }

    #[test]
    fn rounding_alone_accuses_nobody() {
        // The smallest eigenvalue is (1.97 - sqrt(3.9209)) / 2.
        let rows: [&[&str]; 3] =
            [&["1", ".70", ".70"], &[".70", "1", "-.03"], &[".70", "-.03", "1"]];
        let result = result(&["x", "y", "z"], &rows);
        assert_eq!(result.findings, []);
        let said = "smallest eigenvalue -0.0051; rounding alone can make it as low as -0.0100";
        assert!(result.notes.iter().any(|note| note.starts_with(said)), "{result:?}");
    }

    #[test]
    fn four_that_contradict_each_other_only_together_name_no_three() {
        // Any three that all correlate by -1/2 exist, on a circle; four do not.
        let half = |own: usize| -> Vec<&str> {
            (0..4).map(|other| if own == other { "1" } else { "-.5" }).collect()
        };
        let rows = [half(0), half(1), half(2), half(3)];
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let result = result(&["v", "x", "y", "z"], &rows);
        let said = "smallest eigenvalue -0.5000: no one set of data gives these";
        assert_eq!(result.findings[0].problem, said);
    }

    #[test]
    fn every_cell_is_in_range_and_the_diagonal_is_one() {
        let rows: [&[&str]; 3] = [&["0.9", "", ""], &["0.9", "1.0", ""], &["1.1", "-0.2", "1.0"]];
        let known = Known { kind: Some(Kind::Correlation), ..Known::default() };
        let names = ["x", "y", "z"];
        let rows: Vec<_> = names.into_iter().zip(rows).collect();
        let result = check(&table(&names, &rows), &known).unwrap();
        let found: Vec<_> = result
            .findings
            .iter()
            .filter(|f| f.check == Check::Range)
            .map(|f| (f.row.as_str(), f.column.as_str(), f.printed.as_str(), f.problem.as_str()))
            .collect();
        let itself = ("x", "x", "0.9", "a thing correlates with itself by 1");
        assert_eq!(found, [itself, ("z", "x", "1.1", "is outside -1 to 1")]);
        assert_eq!(result.checks[0], Outcome { check: Check::Range, checked: 6, failed: 2 });
    }

    #[test]
    fn a_zero_left_out_at_the_end_does_not_widen_the_rounding() {
        // Table 9 of MLLM-Bench: 0.6 and 0.2 among numbers of two decimals.
        let result = result(
            &["v4", "vl", "s4", "sl", "seed"],
            &[
                &["1", "0.74", "0.85", "0.82", "0.23"],
                &["0.74", "1", "0.81", "0.79", "0.05"],
                &["0.85", "0.81", "1", "0.98", "0.6"],
                &["0.82", "0.79", "0.98", "1", "0.2"],
                &["0.23", "0.05", "0.6", "0.2", "1"],
            ],
        );
        assert!(result.findings[0].problem.contains("-0.0898"), "{result:?}");
        assert!(result.findings[0].problem.contains("[0.001, 0.391], printed 0.6"), "{result:?}");
    }

    #[test]
    fn the_two_sides_must_say_the_same() {
        let result = result(&["x", "y"], &[&["1", ".5"], &[".4", "1"]]);
        let found = &result.findings[0];
        assert_eq!((found.check, &*found.row, &*found.column), (Check::Symmetry, "y", "x"));
        assert_eq!(found.problem, "the other side of the diagonal says .5");
        assert_eq!(result.checks[1], Outcome { check: Check::Symmetry, checked: 1, failed: 1 });
    }

    #[test]
    fn blanks_on_both_sides_are_said() {
        let result = result(&["x", "y"], &[&["1", ""], &["", "1"]]);
        assert!(result.notes.iter().any(|note| note.contains("blank on both sides")));
    }
}
