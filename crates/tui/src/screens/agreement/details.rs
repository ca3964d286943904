//! The figures of one extractor in full, those behind the last row of the table, and where it differs; where
//! there is room its confusion matrix and its pairs as well. Two extractors beside each other.

use ratatui::layout::Size;
use ratatui::text::Line;

use super::confusion::Confusion;
use super::data::OneExtractor;
use super::parts::parts;
use crate::messages::text;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, in_fewest_columns, side_by_side};
use crate::widgets::share::in_full;
use crate::widgets::table::table_lines;
use crate::widgets::wrap::{cut, hanging, styled_lines};
use assay_core::figures::table::Table;
use assay_core::statistics::Statistic;

/// Cells of a column.
const COLUMN: usize = 50;
/// Cells of a figure's name.
const NAME: usize = 27;

/// The figures of an extractor or a person.
///
/// `pairs` is its table of pairs with its title.
pub fn lines(
    one: &OneExtractor,
    (title, pairs): (&str, &Table),
    size: Size,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let confusion = Confusion { of: one.clone() };
    let figures = |width| {
        let own = [own(one, width, theme), together(one, width, theme)];
        [own, [parts(one, width, theme), confusion.differences(width, theme)]].concat()
    };
    let more = |width| {
        let pairs = titled(title, table_lines(pairs, width, theme), width, theme);
        let of_matrix = text!("matrix-title", name = one.name());
        let matrix = titled(&of_matrix, confusion.lines(width, theme), width, theme);
        [figures(width), vec![matrix, pairs]].concat()
    };
    let all = in_fewest_columns(size, COLUMN, theme, more);
    match all.len() <= usize::from(size.height) {
        true => all,
        false => in_fewest_columns(size, COLUMN, theme, figures),
    }
}

/// Two of them beside each other, as far as they are within the height; empty if the width is too small for
/// both.
pub fn compared(pair: [&OneExtractor; 2], size: Size, theme: &Theme) -> Vec<Line<'static>> {
    let column = usize::from(size.width).saturating_sub(GAP_CELLS) / 2;
    if column < COLUMN {
        return Vec::new();
    }
    let blocks = pair.map(|one| {
        let name = vec![Line::styled(cut(one.name(), column), theme.heading)];
        let differences = Confusion { of: one.clone() }.differences(column, theme);
        let figures = [own(one, column, theme), parts(one, column, theme), differences];
        (as_far_as_fits(name, figures, size.height), column)
    });
    side_by_side(&blocks, theme)
}

/// Lines and more blocks below them, as far as they are within the height.
pub fn as_far_as_fits(
    mut lines: Vec<Line<'static>>,
    more: impl IntoIterator<Item = Vec<Line<'static>>>,
    height: u16,
) -> Vec<Line<'static>> {
    for block in more {
        if lines.len() + 1 + block.len() > usize::from(height) {
            break;
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(block);
    }
    lines
}

/// Lines under a heading; nothing if there are none.
fn titled(
    title: &str,
    lines: Vec<Line<'static>>,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let heading = (!lines.is_empty()).then(|| Line::styled(cut(title, width), theme.heading));
    heading.into_iter().chain(lines).collect()
}

/// A name and its figure in full.
fn named(name: &str, of: &Statistic, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    hanging(name, theme.dim, &in_full(of), theme.text, (NAME, width))
}

/// How an extractor or a person agrees with people.
pub fn own(one: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
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

/// How people agree with each other.
pub fn together(one: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
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
