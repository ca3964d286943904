//! How often an extractor reads what people read: by what people say the text is, and by model.

use ratatui::text::Line;

use super::data::OneExtractor;
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::share::{interval, percent};
use crate::widgets::table::table_lines;
use assay_core::agreement::extraction::Part;
use assay_core::figures::table::{Meaning, Table};
use assay_core::statistics::Statistic;

/// Both tables, below each other.
pub(super) fn parts(one: &OneExtractor, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let of = one.figures();
    let by_kind = by_part(text!("agreement-by-kind"), &of.by_kind, width, theme);
    let by_model = by_part(text!("agreement-by-model"), &of.by_model, width, theme);
    [by_kind, by_model].join(&Line::default())
}

fn by_part(title: &str, parts: &[Part], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let table = Table::over(parts)
        .text("", |part| terms::label(&part.name))
        .least(8)
        .number("", |part| percent(&part.alignment))
        .number("", |part| interval(&part.alignment))
        .bar(16, |part| share(&part.alignment))
        .number("", |part| (Meaning::Dim, format!(" n {}", part.alignment.n())))
        .titled(title);
    table_lines(&table, width, theme)
}

/// A share as a part of a whole, for its bar.
fn share(of: &Statistic) -> (usize, usize) {
    let whole = of.n();
    ((of.value().unwrap_or(0.0) * whole as f64).round() as usize, whole)
}
