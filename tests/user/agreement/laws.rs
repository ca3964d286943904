//! Laws of the agreement statistics, for any ratings.

use assay::agreement::published_table::{Kind, Known, check};
use assay::agreement::{
    Categories, Metric, Overview, RatingTable, RatingTableBuilder, Tallies, Weights, alpha,
    confusion_of, fleiss_kappa, gwet_ac1, kappa, leave_one_out_agreement, percent_agreement,
};
use assay::formats::published_table::read_published_table;
use assay::formats::ratings::{Layout, read_ratings};
use assay::statistics::Statistic;
use proptest::prelude::*;

const LABELS: [&str; 4] = ["A", "B", "C", "D"];

/// Ratings of 1 to 30 items by 2 to 5 raters; each may be missing.
fn ratings() -> impl Strategy<Value = Vec<Vec<Option<usize>>>> {
    (2_usize..=5).prop_flat_map(|raters| {
        let rating = prop_oneof![1 => Just(None), 4 => (0_usize..4).prop_map(Some)];
        prop::collection::vec(prop::collection::vec(rating, raters), 1..30)
    })
}

fn table(
    rows: &[Vec<Option<usize>>],
    rename: impl Fn(usize) -> usize,
    times: usize,
) -> RatingTable {
    let mut builder = RatingTableBuilder::default();
    for copy in 0..times {
        for (item, row) in rows.iter().enumerate() {
            for (rater, label) in row.iter().enumerate() {
                let label = label.map(|label| LABELS[rename(label)]);
                builder.add(&format!("{copy}/{item}"), &rater.to_string(), label);
            }
        }
    }
    builder.finish(Categories::Declared(LABELS.map(str::to_owned).to_vec())).unwrap()
}

/// Equal to rounding, or undefined on both sides.
fn same(a: &Statistic, b: &Statistic) -> bool {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (None, None) => true,
        _ => false,
    }
}

fn nominal(table: &RatingTable) -> Vec<Statistic> {
    let tallies = Tallies::from_table(table);
    let mut all = vec![
        percent_agreement(&tallies),
        fleiss_kappa(&tallies),
        gwet_ac1(&tallies),
        alpha(&tallies, &Metric::Nominal),
        leave_one_out_agreement(&tallies),
    ];
    all.push(kappa(&confusion_of(table, 0, 1), Weights::Unweighted));
    all
}

proptest! {
    #[test]
    fn kappa_does_not_care_who_is_first(rows in ratings()) {
        let table = table(&rows, |label| label, 1);
        for weights in [Weights::Unweighted, Weights::Linear, Weights::Quadratic] {
            let there = kappa(&confusion_of(&table, 0, 1), weights);
            let back = kappa(&confusion_of(&table, 1, 0), weights);
            prop_assert!(same(&there, &back), "{there:?} {back:?}");
        }
    }

    #[test]
    fn renaming_the_labels_changes_nothing_nominal(rows in ratings(), shift in 1_usize..4) {
        let plain = nominal(&table(&rows, |label| label, 1));
        let renamed = nominal(&table(&rows, |label| (label + shift) % 4, 1));
        for (plain, renamed) in plain.iter().zip(&renamed) {
            prop_assert!(same(plain, renamed), "{plain:?} {renamed:?}");
        }
    }

    #[test]
    fn doubling_all_items_moves_only_alpha_and_only_by_its_small_sample_term(rows in ratings()) {
        let once = nominal(&table(&rows, |label| label, 1));
        let twice = nominal(&table(&rows, |label| label, 2));
        for position in [0, 1, 2, 4, 5] {
            prop_assert!(same(&once[position], &twice[position]), "{once:?} {twice:?}");
        }
        // 1 - alpha = (N - 1) D_o / S_e, where D_o doubles and S_e quadruples with N values.
        let values: usize = rows.iter().map(|row| row.iter().flatten().count()).filter(|&m| m >= 2).sum();
        if let (Some(once), Some(twice)) = (once[3].value(), twice[3].value()) {
            let term = (2 * values - 1) as f64 / (2 * (values - 1)) as f64;
            prop_assert!((1.0 - twice - (1.0 - once) * term).abs() < 1e-12);
        }
    }

    #[test]
    fn alpha_of_two_complete_raters_approaches_scotts_pi(
        rows in prop::collection::vec(prop::collection::vec((0_usize..4).prop_map(Some), 2), 2..30)
    ) {
        let table = table(&rows, |label| label, 100);
        let tallies = Tallies::from_table(&table);
        // For two raters Fleiss' kappa is Scott's pi.
        let (pi, alpha) = (fleiss_kappa(&tallies), alpha(&tallies, &Metric::Nominal));
        match (pi.value(), alpha.value()) {
            (Some(pi), Some(alpha)) => prop_assert!((pi - alpha).abs() < 2.0 / 200.0),
            (pi, alpha) => prop_assert_eq!(pi, alpha),
        }
    }

    #[test]
    fn whatever_a_file_holds_it_is_read_or_refused(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "item,rater,label\n([a-c ]{0,2}[,;\t\"\n]){0,30}".prop_map(String::into_bytes),
            ",([0-9.%/-]{0,4}[,\n]){0,30}".prop_map(String::into_bytes),
        ]
    ) {
        for layout in [Layout::default(), Layout::Wide] {
            if let Ok(ratings) = read_ratings(&bytes[..], &layout, Categories::Observed) {
                let _ = Overview::compute(&ratings.table, true);
            }
        }
        if let Ok(file) = read_published_table(&bytes[..]) {
            let n = Some(420);
            for kind in [None, Some(Kind::Percent), Some(Kind::Count), Some(Kind::Correlation)] {
                let counts = file.counts.clone();
                let _ = check(&file.table, &Known { kind, n, counts, overall: None, parts: true });
            }
        }
    }

    #[test]
    fn no_figure_is_ever_not_a_number(rows in ratings()) {
        for statistic in nominal(&table(&rows, |label| label, 1)) {
            if let Statistic::Defined { value, se, ci95, .. } = statistic {
                prop_assert!(value.is_finite() && value <= 1.0 + 1e-12);
                prop_assert!(se.is_none_or(f64::is_finite));
                prop_assert!(ci95.is_none_or(|(low, high)| low <= high));
            }
        }
    }
}
