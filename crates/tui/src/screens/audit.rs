//! The audit of the open benchmark: what the questions that were reviewed in its order certify, and how the limits have
//! narrowed. Figures only: which questions are errors would show what others have decided.

use ratatui::layout::Size;
use ratatui::text::Line;

use super::background::Figures;
use super::figure_text::{FigureScreen, FigureText};
use crate::action::Action;
use crate::messages::text;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::history_text::local_time;
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::certify::{Certified, SequenceSetting};
use assay_core::figures::interval_plot::interval_plot;
use assay_core::figures::percent_number;
use assay_core::figures::table::{Meaning, Table};
use assay_core::visible::visible_line;
use assay_workflow::certification::audit::{AuditQuestion, AuditReport, report_audit};

/// The rates that are asked for.
const BELOW: [f64; 3] = [0.1, 0.05, 0.02];
/// The rows of the smallest picture of the limits.
const FEWEST_ROWS: usize = 6;

/// The screen of the audit that was started last.
pub(super) fn screen(session: &Session) -> FigureScreen<AuditReport> {
    FigureScreen::new(Figures::computed(session, |store, benchmark| {
        let setting = SequenceSetting::default();
        let question = AuditQuestion { setting, below: BELOW.to_vec(), audit: None };
        report_audit(store, benchmark, &question)
    }))
}

impl FigureText for AuditReport {
    const OPENED_BY: Action = Action::OpenAudit;
    const LEADS_TO: Action = Action::OpenReview;

    fn what() -> &'static str {
        text!("audit-what")
    }

    fn title() -> &'static str {
        text!("audit-title")
    }

    fn computing() -> &'static str {
        text!("audit-counting")
    }

    fn basis(&self) -> String {
        let (by, started) = (visible_line(&self.by), local_time(&self.started));
        text!("audit-basis", seed = self.seed, started, by)
    }

    fn lines(&self, _: usize, room: Size, session: &Session) -> Vec<Vec<Line<'static>>> {
        vec![lines(self, (room.width.into(), room.height.into()), &session.theme)]
    }
}

/// The sets, the limits that were asked for, what must be known, and the picture in what is left of the height.
fn lines(
    report: &AuditReport,
    (width, height): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let sets = [
        (text!("audit-random"), &report.random),
        (text!("audit-suspected"), &report.flagged),
        (text!("audit-together"), &report.total),
    ];
    let shown = if report.flagged.population == 0 { 1 } else { sets.len() };
    let sets = Table::over(&sets[..shown])
        .text(text!("audit-questions"), |(name, _)| *name)
        .least(12)
        .number(text!("audit-reviewed"), |(_, set)| {
            text!("progress-of", decided = set.reviewed, total = set.population)
        })
        .number(text!("audit-errors"), |(_, set)| set.errors)
        .number(text!("audit-open"), |(_, set)| set.open)
        .rank(1)
        .number(text!("audit-limits"), |(_, set)| (Meaning::Heading, limits(set)))
        .table();
    let mut lines = table_lines(&sets, width, theme);
    lines.push(Line::default());
    // Where no rate is left nothing is certified.
    let is_any_left = report.random.empty_after.is_none();
    for below in report.random.below.iter().filter(|_| is_any_left) {
        let rate = format!("{:.0} %", 100.0 * below.rate);
        let (words, style) = match below.after.filter(|_| below.certified) {
            Some(after) => (text!("audit-below", rate, after), theme.agree),
            None => {
                let mut more = report.more.iter();
                let more = more.find(|more| more.rate.to_bits() == below.rate.to_bits());
                let words = match more.and_then(|more| more.forecast.median) {
                    Some(more) => text!("audit-more", rate, more),
                    None => text!("audit-never", rate),
                };
                (words, theme.dim)
            }
        };
        lines.extend(styled_lines(&words, width, style));
    }
    if let Some(step) = report.random.empty_after {
        lines.extend(styled_lines(&text!("audit-no-rate", step), width, theme.warning));
    }
    let notes = [
        (report.out_of_order, text!("audit-out-of-order", count: report.out_of_order)),
        (report.changed.len(), text!("audit-changed", count: report.changed.len())),
        (report.later, text!("audit-later", count: report.later)),
        (report.audits - 1, text!("audit-others", count: report.audits - 1)),
    ];
    for (_, words) in notes.into_iter().filter(|(count, _)| *count > 0) {
        lines.extend(styled_lines(&words, width, theme.dim));
    }
    let rows = height.saturating_sub(lines.len() + 3).max(FEWEST_ROWS);
    let picture = interval_plot(&report.random.narrowing(), &BELOW, (width, rows));
    if !picture.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled(text!("audit-picture"), theme.heading));
        lines.extend(picture.into_iter().map(|line| Line::styled(line, theme.bar)));
    }
    lines
}

/// The interval in per cent.
fn limits(set: &Certified) -> String {
    match set.interval {
        Some([low, high]) => {
            text!("audit-from-to", low = percent_number(low), high = percent_number(high))
        }
        None => text!("board-undefined").to_owned(),
    }
}
