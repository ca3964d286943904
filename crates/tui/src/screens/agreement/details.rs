//! The figures of one extractor in full, those behind the last row of the table, and where it differs:
//! in as many columns as fit.

use ratatui::text::Line;

use super::data::OneExtractor;
use super::matrix::differences;
use super::parts::parts;
use crate::messages::text;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::share::in_full;
use crate::widgets::wrap::{cut, hanging, styled_lines};
use assay_core::statistics::Statistic;

/// Cells of a column.
const COLUMN: usize = 50;
/// Cells of a figure's name.
const NAME: usize = 27;

/// The figures of an extractor or a person.
pub fn lines(one: &OneExtractor, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let width = usize::from(width);
    let columns = ((width + GAP_CELLS) / (COLUMN + GAP_CELLS)).clamp(1, 3);
    let column = (width - (columns - 1) * GAP_CELLS) / columns;
    let gap = Line::default();
    let own = [own(one, column, theme), together(one, column, theme)];
    let parts = [parts(one, column, theme), differences(one, column, theme)];
    let blocks = match columns {
        1 => return own.into_iter().chain(parts).collect::<Vec<_>>().join(&gap),
        2 => vec![own.join(&gap), parts.join(&gap)],
        _ => own.into_iter().chain([parts.join(&gap)]).collect(),
    };
    let blocks: Vec<_> = blocks.into_iter().map(|block| (block, column)).collect();
    side_by_side(&blocks, theme)
}

/// A name and its figure in full.
fn named(name: &str, of: &Statistic, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    hanging(name, theme.dim, &in_full(of), theme.text, (NAME, width))
}

fn own(one: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let of = one.figures();
    let figures = [
        (text!("agreement-alignment"), &of.alignment),
        (text!("agreement-where-it-read"), &of.alignment_where_read),
        ("kappa", &of.kappa),
        ("AC1", &of.gwet_ac1),
        ("alpha", &of.alpha),
    ];
    let mut lines = vec![Line::styled(cut(text!("agreement-with-people"), width), theme.heading)];
    lines.extend(figures.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    let power = &one.data.agreement.power;
    if let Some(needed) = power.at_rates.iter().find(|at| at.extractor == of.extractor) {
        let wanted = format!("{:.0}", 100.0 * power.width);
        let words = text!("agreement-needs", wanted, texts = needed.items);
        lines.extend(styled_lines(&words, width, theme.dim));
    }
    lines
}

fn together(one: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let ceiling = &one.data.agreement.ceiling;
    let figures = [
        (text!("agreement-pairs"), &ceiling.percent_agreement),
        (text!("agreement-one-by-the-rest"), &ceiling.leave_one_out),
        (text!("agreement-fleiss"), &ceiling.fleiss_kappa),
        ("AC1", &ceiling.gwet_ac1),
        ("alpha", &ceiling.alpha),
        (text!("agreement-with-marks"), &ceiling.marks),
    ];
    let mut lines = vec![Line::styled(cut(text!("agreement-ceiling-title"), width), theme.heading)];
    lines.extend(figures.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    lines
}
