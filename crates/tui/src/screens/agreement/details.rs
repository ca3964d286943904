//! The figures of one extractor in full, and those behind the last row of the table: in two columns on
//! wide screens.

use ratatui::text::Line;

use super::data::AgreementData;
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::share::{in_full, interval, percent};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::{cut, hanging};
use assay_core::agreement::extraction::Part;
use assay_core::figures::table::{Meaning, Table};
use assay_core::statistics::Statistic;

/// From this width on there are two columns.
const WIDE: u16 = 96;
/// Cells of a figure's name.
const NAME: usize = 16;

/// The figures of an extractor or a person.
pub fn lines(data: &AgreementData, at: usize, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let Some(of) = data.extractors().get(at) else { return Vec::new() };
    let width = usize::from(width);
    let column = if width >= usize::from(WIDE) { (width - GAP_CELLS) / 2 } else { width };
    let heading = |words: &str| Line::styled(cut(words, column), theme.heading);
    let named = |(name, of): (&str, &Statistic)| {
        hanging(name, theme.dim, &in_full(of), theme.text, (NAME, column))
    };
    let own = [
        (text!("agreement-alignment"), &of.alignment),
        (text!("agreement-where-it-read"), &of.alignment_where_read),
        ("kappa", &of.kappa),
        ("AC1", &of.gwet_ac1),
        ("alpha", &of.alpha),
    ];
    let mut left = vec![heading(&of.extractor)];
    left.extend(own.into_iter().flat_map(named));
    let power = &data.agreement.power;
    if let Some(needed) = power.at_rates.iter().find(|at| at.extractor == of.extractor) {
        let wanted = format!("{:.0}", 100.0 * power.width);
        let words = text!("agreement-needs", wanted, texts = needed.items);
        left.push(Line::styled(cut(&words, column), theme.dim));
    }
    let ceiling = &data.agreement.ceiling;
    let together = [
        (text!("agreement-what"), &ceiling.percent_agreement),
        (text!("agreement-one-by-the-rest"), &ceiling.leave_one_out),
        (text!("agreement-fleiss"), &ceiling.fleiss_kappa),
        ("AC1", &ceiling.gwet_ac1),
        ("alpha", &ceiling.alpha),
        (text!("agreement-with-marks"), &ceiling.marks),
    ];
    left.extend([Line::default(), heading(text!("agreement-ceiling-title"))]);
    left.extend(together.into_iter().flat_map(named));
    let mut right = by_part(text!("agreement-by-kind"), &of.by_kind, column, theme);
    right.push(Line::default());
    right.extend(by_part(text!("agreement-by-model"), &of.by_model, column, theme));
    if column == width {
        return [left, right].join(&Line::default());
    }
    let legend = Line::styled(cut(text!("agreement-bar-legend"), width), theme.dim);
    let columns = side_by_side(&[(left, column), (right, column)], theme);
    [legend, Line::default()].into_iter().chain(columns).collect()
}

fn by_part(title: &str, parts: &[Part], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let table = Table::over(parts)
        .text("", |part| terms::label(&part.name))
        .least(8)
        .number("", |part| percent(&part.alignment))
        .number("", |part| interval(&part.alignment))
        .number("", |part| (Meaning::Dim, format!(" n {}", part.alignment.n())))
        .titled(title);
    table_lines(&table, width, theme)
}
