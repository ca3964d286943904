//! The abilities that lag, and what has become of all questions.

use super::{BoardRow, BoardRows, Opens, of};
use crate::messages::text;
use crate::terms;
use assay_core::benchmark::outcome::OutcomeCounts;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::figures::table::Meaning;
use assay_workflow::queue::Board;
use assay_workflow::queue::board::CategoryProgress;

impl BoardRows {
    /// The abilities that are behind the others or short of their quota, the furthest first.
    pub(super) fn abilities(&mut self, board: &Board, taxonomy: &Taxonomy) {
        let heads = [
            text!("board-reviewed"),
            text!("board-kept"),
            text!("board-removed"),
            text!("board-missing"),
            text!("board-quota"),
        ];
        self.section(text!("board-abilities"), &heads);
        let OutcomeCounts { kept, fixed, removed, open } = board.outcome;
        let sum = |count: fn(&CategoryProgress) -> usize| {
            board.categories.iter().map(count).sum::<usize>()
        };
        let (reviewed, questions) = (sum(|row| row.reviewed), sum(|row| row.questions));
        let mut behind: Vec<&CategoryProgress> =
            board.categories.iter().filter(|row| lags(row, reviewed, questions)).collect();
        behind.sort_by_key(|row| {
            (std::cmp::Reverse(row.lacking), 1000 * row.reviewed / row.questions.max(1))
        });
        if behind.is_empty() {
            self.words(Meaning::Dim, text!("board-none-lags").to_owned(), None);
        }
        self.rows.extend(behind.into_iter().map(|row| ability(row, taxonomy)));
        self.words(Meaning::Dim, text!("board-outcome", kept, fixed, removed, open), None);
    }
}

/// Whether an ability has too few questions for its quota, or a smaller share of it is reviewed than of all.
fn lags(row: &CategoryProgress, reviewed: usize, questions: usize) -> bool {
    row.lacking > 0 || row.reviewed * questions < reviewed * row.questions
}

fn ability(row: &CategoryProgress, taxonomy: &Taxonomy) -> BoardRow {
    let name = match &row.category {
        Some(name) => terms::category(taxonomy, name),
        None => text!("ability-not-given").to_owned(),
    };
    let CategoryProgress { reviewed, questions, kept, out, quota, lacking, .. } = *row;
    let missing = (lacking > 0).then_some((Meaning::Warning, lacking));
    let mut details =
        vec![(Meaning::Plain, text!("board-category", reviewed, questions, kept, out))];
    details.extend(quota.map(|quota| match lacking {
        0 => (Meaning::Plain, text!("board-quota-met", quota)),
        lacking => (Meaning::Warning, text!("board-quota-lacking", quota, lacking)),
    }));
    BoardRow {
        name: (Meaning::Plain, name),
        bar: Some((reviewed, questions)),
        figures: vec![
            of(reviewed, questions),
            kept.into(),
            out.into(),
            missing.into(),
            quota.map(|quota| (Meaning::Dim, quota)).into(),
        ],
        details,
        opens: row.category.clone().filter(|_| row.questions > 0).map(Opens::Category),
        ..BoardRow::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ability_lags_if_less_of_it_is_reviewed_than_of_all_or_its_quota_is_not_met() {
        let row = |reviewed, questions, lacking| CategoryProgress {
            reviewed,
            questions,
            lacking,
            ..CategoryProgress::default()
        };
        assert!(lags(&row(1, 4, 0), 30, 60));
        assert!(!lags(&row(2, 4, 0), 30, 60) && !lags(&row(0, 4, 0), 0, 60));
        assert!(lags(&row(4, 4, 1), 60, 60));
    }
}
