//! How early errors are found, beside a random order: for leads.

use super::{BoardRow, BoardRows, Chart};
use crate::messages::text;
use assay_core::certify::discovery::Discovery;
use assay_core::figures::table::Meaning;
use assay_core::figures::{percent_number, with_interval};
use assay_workflow::queue::Board;

impl BoardRows {
    /// The errors found in all questions reviewed and in the first half, and what a random order finds.
    pub(super) fn discovery(&mut self, board: &Board) {
        let leads = board.for_leads.as_ref();
        let Some(curve) = leads.and_then(|leads| leads.discovery.as_ref()) else { return };
        let heads = [text!("board-reviewed"), text!("board-errors"), text!("board-at-random")];
        self.section(text!("board-discovery"), &heads);
        self.found_after(curve, curve.reviewed, text!("board-all-reviewed"));
        if curve.reviewed > 1 {
            self.found_after(curve, curve.reviewed / 2, text!("board-first-half"));
        }
    }

    fn found_after(&mut self, curve: &Discovery, reviewed: usize, name: &str) {
        let found = curve.errors_after(reviewed);
        let random = format!("{:.1}", curve.expected_after(reviewed));
        let in_words = text!("board-found-after", found: found, reviewed, random = random.as_str());
        let line = match with_interval(&curve.at_random, percent_number) {
            Some(rate) => text!("board-random-drawn", rate, count = curve.at_random.n()),
            None => text!("board-random-even").to_owned(),
        };
        self.rows.push(BoardRow {
            name: (Meaning::Plain, name.to_owned()),
            bar: Some((found, curve.errors)),
            figures: vec![reviewed.into(), found.into(), random.into()],
            details: vec![
                (Meaning::Plain, in_words),
                (Meaning::Dim, line),
                (Meaning::Dim, text!("board-what-errors").to_owned()),
            ],
            chart: Some(Chart::Shares(text!("board-discovery-picture"), curve.shares())),
            ..BoardRow::default()
        });
    }
}
