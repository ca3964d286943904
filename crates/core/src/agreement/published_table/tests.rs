//! Tables as papers print them, and the kinds that they are taken for.

use super::*;
use crate::keyword::Keyword;

/// A table with these columns and named rows.
pub fn table(columns: &[&str], rows: &[(&str, &[&str])]) -> PublishedTable {
    let rows = rows.iter().map(|(name, cells)| PublishedRow {
        name: (*name).to_owned(),
        cells: cells.iter().map(|cell| Decimal::parse(cell)).collect(),
    });
    PublishedTable {
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        rows: rows.collect(),
    }
}

fn known(n: u64) -> Known {
    Known { n: Some(n), ..Known::default() }
}

#[test]
fn the_kind_of_the_numbers_is_guessed_and_reported() {
    let cases: [(&[&str], &[&str], Kind, &str); 11] = [
        (&["a", "b"], &["40", "60"], Kind::Percent, "percentages"),
        (&["a", "b"], &["40", "100"], Kind::Percent, "percentages"),
        (&["a", "b"], &["40", "101"], Kind::Count, "counts"),
        (&["a", "Total"], &["40", "40"], Kind::Count, "counts"),
        (&["a", "Total"], &["50%", "60%"], Kind::Percent, "percentages"),
        (&["a", "Total"], &["50.5", "60.5"], Kind::Percent, "percentages"),
        (&["a", "b"], &["150.5", "60.5"], Kind::Percent, "percentages"),
        (&["a", "b"], &["0.5", "1.0"], Kind::Share, "shares between 0 and 1"),
        (&["a", "b"], &["0.5%", "1.0%"], Kind::Percent, "percentages"),
        // The rows have the names of the columns: correlations, unless a number is beyond 1.
        (&["x"], &["1.0"], Kind::Correlation, "correlations"),
        (&["x"], &["50.0"], Kind::Percent, "percentages"),
    ];
    for (columns, cells, kind, name) in cases {
        let result = check(&table(columns, &[("x", cells)]), &known(200)).unwrap();
        assert_eq!(result.kind, kind, "{cells:?}");
        assert_eq!(result.notes[0], format!("the numbers were taken for {name}"));
    }
}

#[test]
fn cells_without_a_number_are_counted_except_among_correlations() {
    let blanks = "2 cells hold no number and were not checked";
    let notes = |table| check(&table, &known(10)).unwrap().notes;
    let percentages = table(&["a", "b"], &[("x", &["50.0", "-"]), ("y", &["", "20.0"])]);
    assert!(notes(percentages).iter().any(|note| note == blanks));
    let full = table(&["a", "b"], &[("x", &["50.0", "30.0"])]);
    assert!(notes(full).iter().all(|note| !note.contains("no number")));
    let half = table(&["a", "b", "c"], &[("a", &["1", "", ""]), ("b", &[".5", "1", ""])]);
    assert!(
        notes(half).iter().any(|note| note.contains("hold no number")),
        "two rows, three columns"
    );
    let correlations = table(&["a", "b"], &[("a", &["1", ""]), ("b", &[".5", "1"])]);
    assert!(notes(correlations).iter().all(|note| !note.contains("no number")));
}

#[test]
fn a_table_of_correlations_has_the_same_names_on_both_sides() {
    let known = Known { kind: Some(Kind::Correlation), ..Known::default() };
    for (columns, rows) in [
        (&["a", "b"][..], &[("a", &["1", ".5"][..]), ("c", &[".5", "1"])][..]),
        (&["a", "b"], &[("a", &["1", ".5"])]),
        (&[], &[]),
    ] {
        let problem = check(&table(columns, rows), &known).unwrap_err().to_string();
        assert!(problem.contains("needs the same names"), "{rows:?}: {problem}");
    }
}

#[test]
fn every_check_has_a_name_of_its_own() {
    use Check::{Attainable, CorrelationMatrix, Overall, Range, RowSum, Symmetry};
    let all = [Attainable, Overall, RowSum, Range, Symmetry, CorrelationMatrix];
    let names: std::collections::BTreeSet<_> = all.map(Check::name).into_iter().collect();
    assert_eq!(names.len(), all.len());
    assert!(names.contains("rows sum") && !names.contains(""));
}

#[test]
fn percentages_that_no_count_gives_are_found_cell_by_cell() {
    let table = table(
        &["a", "b"],
        &[("x", &["91.4", "91.5"]), ("y", &["101.0", "-1.0"]), ("z", &["0.0", "100.0"])],
    );
    let result = check(&table, &known(420)).unwrap();
    assert_eq!(result.checks, [Outcome { check: Check::Attainable, checked: 6, failed: 3 }]);
    let found: Vec<_> = result
        .findings
        .iter()
        .map(|f| (f.row.as_str(), f.column.as_str(), f.printed.as_str(), f.problem.as_str()))
        .collect();
    let fits =
        "no k of 420 gives it: 384/420 = 91.4, 385/420 = 91.7; would fit 414 or 422 questions";
    assert_eq!(
        found,
        [
            ("x", "b", "91.5", fits),
            ("y", "a", "101.0", "is outside 0 to 100"),
            ("y", "b", "-1.0", "is outside 0 to 100"),
        ]
    );
    assert!(result.notes.iter().all(|note| !note.contains("not checked")), "{result:?}");
}

#[test]
fn a_column_without_a_number_of_questions_is_named() {
    let known = Known { counts: vec![("a".into(), 8)], ..Known::default() };
    let result = check(&table(&["a", "b", "c"], &[("x", &["12.5", "9.9", "9.8"])]), &known);
    let note = "no number of questions is given for b, c: not checked";
    assert!(result.unwrap().notes.iter().any(|said| said == note));
}
