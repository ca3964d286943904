//! Below the list of models: the abilities of the marked one, L-2 abilities with their leaves, in as many
//! columns as fit; and, if there is space, how often each label is right and how often the model answers
//! it (MMBench, Figure 4), which shows a preference for a position.

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{Leaf, ModelLine, ModelsData};
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::share::with_share;
use crate::widgets::table::table_lines;
use assay_core::figures::table::{Meaning, Table};
use assay_core::score::comparison::Share;

/// Fewer rows below a list are left empty.
pub(super) const FEWEST: u16 = 5;
/// Cells of an ability with its bar.
const COLUMN: usize = 58;
/// Cells of the table of labels.
const LABELS: usize = 96;

/// The figures of a model in an area of this size.
pub fn lines(data: &ModelsData, model: usize, size: Size, theme: &Theme) -> Vec<Line<'static>> {
    let marked = data.models.get(model).filter(|_| size.height >= FEWEST);
    let Some(marked) = marked else { return Vec::new() };
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let labels = table_lines(&labels(data, marked), width.min(LABELS), theme);
    let abilities = abilities(data, marked);
    // As few columns as there is room for, so that the bars are long.
    let most = (width / COLUMN).clamp(1, 3);
    let rows = |columns: usize| (abilities.rows.len() + 1).div_ceil(columns);
    let fits = |columns: &usize| rows(*columns) + labels.len() < height;
    let columns = (1..=most).find(fits).unwrap_or(most);
    let column = (width - (columns - 1) * GAP_CELLS) / columns;
    let abilities = shortened(table_lines(&abilities, column, theme), height * columns, 0, theme);
    // Columns of equal height, none longer than the area.
    let blocks = abilities.chunks(abilities.len().div_ceil(columns).max(1));
    let blocks: Vec<_> = blocks.map(|block| (block.to_vec(), column)).collect();
    let mut lines = side_by_side(&blocks, theme);
    if width >= LABELS && lines.len() + labels.len() < height {
        lines.push(Line::default());
        lines.extend(labels);
    }
    lines
}

fn abilities(data: &ModelsData, of: &ModelLine) -> Table {
    let mut rows: Vec<(Meaning, String, Share)> = Vec::new();
    for (at, column) in data.columns.iter().enumerate() {
        let title = terms::ability(&data.compared.taxonomy, &column.title);
        let title = match &column.abbreviation {
            own if *own == column.title => title.to_owned(),
            code => format!("{code}  {title}"),
        };
        rows.push((Meaning::Plain, title, of.abilities[at]));
        let leaves = data.leaves.iter().zip(&of.leaves);
        let leaves = leaves.filter(|(leaf, _)| leaf.l2 == Some(at));
        let dim =
            |(leaf, share): (&Leaf, &Share)| (Meaning::Dim, format!("    {}", leaf.name), *share);
        rows.extend(leaves.map(dim));
    }
    let table = Table::over(&rows).text("", |row| (row.0, &row.1)).least(12).filling();
    with_share(table, "", 60, |row| row.2).number("", |row| (Meaning::Dim, count(row.2))).table()
}

/// `4 of 6`.
pub(super) fn count(share: Share) -> String {
    text!("progress-of", decided = share.correct, total = share.counted)
}

/// A row for each label, and for answers without a label if there are any.
fn labels(data: &ModelsData, of: &ModelLine) -> Table {
    let (right, said) = (&data.said.reference, &data.said.models[of.run]);
    let labels = data.said.labels.iter().zip(right.labels.iter().zip(&said.labels));
    let labels = labels.map(|(label, (right, said))| (label.to_string(), *right, *said));
    let others = [
        (text!("models-says-none"), 0, said.none),
        (text!("models-refuses"), 0, said.refused),
        (text!("models-not-read"), right.unread, said.unread),
        (text!("models-request-failed"), 0, said.failed),
    ];
    let others = others.into_iter().filter(|(_, right, said)| right + said > 0);
    let others = others.map(|(name, right, said)| (name.to_owned(), right, said));
    let rows: Vec<(String, usize, usize)> = labels.chain(others).collect();
    let share = |of: usize, correct| Share { counted: of, correct };
    let table = Table::over(&rows).text(text!("models-answer"), |row| &row.0);
    let table = with_share(table, text!("models-is-right"), 30, |row| share(right.records, row.1));
    let head = text!("models-says", model = of.model);
    with_share(table, &head, 30, |row| share(said.records, row.2)).table()
}

/// Lines that fit into `height`; the last one has the number of those that are left out, with those
/// that were left out before.
pub(super) fn shortened(
    mut lines: Vec<Line<'static>>,
    height: usize,
    left_out: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    if lines.len() > height {
        let left_out = left_out + lines.len() + 1 - height;
        lines.truncate(height.saturating_sub(1));
        lines.push(Line::styled(text!("models-more", left_out), theme.dim));
    }
    lines
}
