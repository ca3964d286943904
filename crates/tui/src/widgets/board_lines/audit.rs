//! How many errors are left, by the audit.

use super::{BoardRow, BoardRows, Chart, Opens, of};
use crate::action::Action;
use crate::messages::text;
use assay_core::figures::percent_number;
use assay_core::figures::table::Meaning;
use assay_workflow::queue::Board;

impl BoardRows {
    /// How many errors are left, by the audit.
    pub(super) fn audit(&mut self, board: &Board) {
        let Some(audit) = &board.audit else { return };
        let heads = [
            text!("audit-reviewed"),
            text!("audit-errors"),
            text!("audit-open"),
            text!("board-at-least"),
            text!("board-at-most"),
        ];
        self.section(text!("board-audit"), &heads);
        let end = |at: usize| match audit.interval {
            Some(interval) => percent_number(interval[at]),
            None => text!("board-undefined").to_owned(),
        };
        self.rows.push(BoardRow {
            name: (Meaning::Plain, text!("board-error-rate").to_owned()),
            bar: Some((audit.reviewed, audit.population)),
            figures: vec![
                of(audit.reviewed, audit.population),
                audit.errors.into(),
                audit.open.into(),
                end(0).into(),
                end(1).into(),
            ],
            details: vec![(Meaning::Plain, text!("board-audit-limits").to_owned())],
            chart: Some(Chart::Shares(text!("audit-picture"), audit.narrowing())),
            opens: Some(Opens::Screen(Action::OpenAudit)),
            ..BoardRow::default()
        });
    }
}
