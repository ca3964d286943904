//! The table on the screen: which columns fit and how wide they are, its heads, its rows as lines.
//!
//! Bars are narrowed first, then texts, as far as their columns allow; then the columns of the highest
//! rank are left out, with a sign behind the heads.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::scale::{bar, scale};
use super::wrap::{cut, padded, right_aligned};
use crate::theme::Theme;
use assay_core::figures::table::{Align, Cell, Piece, Table};
use assay_core::visible::visible_line;

/// A table laid out at a width.
#[derive(Clone, Debug, Default)]
pub struct TableLayout {
    /// The drawn columns with their widths.
    columns: Vec<(usize, usize)>,
    /// Cells between two columns.
    gap: usize,
    is_cut: bool,
}

/// The end of the scale of a bar that shows a share.
const WHOLE: &str = "100 %";

/// The sign for columns that are left out, behind the heads.
const LEFT_OUT: &str = " …";

impl TableLayout {
    /// The columns that fit into `width` cells, with `gap` cells between them.
    pub fn new(table: &Table, width: usize, gap: usize) -> Self {
        let natural: Vec<usize> = (0..table.columns.len()).map(|at| natural(table, at)).collect();
        let least = |at: usize| match table.columns[at].least {
            Some(least) => least.min(natural[at]),
            None => natural[at],
        };
        let mut shown: Vec<usize> = (0..natural.len()).collect();
        let has_head = table.columns.iter().any(|column| !column.head.is_empty());
        let room = |shown: &[usize]| {
            let is_cut = has_head && shown.len() < natural.len();
            let sign = if is_cut { LEFT_OUT.width() } else { 0 };
            width.saturating_sub(gap * shown.len().saturating_sub(1) + sign)
        };
        while shown.iter().map(|&at| least(at)).sum::<usize>() > room(&shown)
            && let Some(&last) = shown.iter().max_by_key(|&&at| (table.columns[at].rank, at))
            && table.columns[last].rank > 0
        {
            shown.retain(|&at| at != last);
        }
        let mut columns: Vec<(usize, usize)> = shown.iter().map(|&at| (at, natural[at])).collect();
        let used = |columns: &[(usize, usize)]| columns.iter().map(|(_, width)| width).sum();
        let room = room(&shown);
        // Columns that may not be narrowed are cut only when every other one is as narrow as it may be.
        for floor in [&least as &dyn Fn(usize) -> usize, &|_| 1] {
            while used(&columns) > room {
                let narrowed = columns.iter_mut().filter(|(at, width)| *width > floor(*at));
                let widest = narrowed.max_by_key(|(at, width)| (is_bar(table, *at), *width));
                let Some((_, width)) = widest else { break };
                *width -= 1;
            }
        }
        let rest = room.saturating_sub(used(&columns));
        if let Some((_, width)) = columns.iter_mut().find(|(at, _)| table.columns[*at].fills) {
            *width += rest;
        }
        TableLayout { columns, gap, is_cut: shown.len() < natural.len() }
    }

    /// Whether a column is drawn.
    pub fn has(&self, column: usize) -> bool {
        self.columns.iter().any(|(at, _)| *at == column)
    }

    /// The column at a distance from the left edge, with the gap before it.
    pub fn column_at(&self, x: usize) -> Option<usize> {
        let mut end = 0;
        let mut ends = self.columns.iter().map(|(at, width)| {
            end += width + self.gap;
            (*at, end - self.gap)
        });
        ends.find(|(_, end)| x < *end).map(|(at, _)| at)
    }

    /// The heads; `None` if no column has one.
    pub fn head(&self, table: &Table, theme: &Theme) -> Option<Line<'static>> {
        if table.columns.iter().all(|column| column.head.is_empty()) {
            return None;
        }
        let heads = self.columns.iter().flat_map(|&(at, width)| {
            let column = &table.columns[at];
            let head = cut(&column.head, width);
            let head = match column.align {
                Align::Left if head.is_empty() && is_bar(table, at) => {
                    Span::styled(padded(&scale(WHOLE, width), width), theme.faint)
                }
                Align::Left => Span::styled(padded(&head, width), theme.heading),
                Align::Right => Span::styled(right_aligned(&head, width), theme.heading),
            };
            [head, Span::raw(" ".repeat(self.gap))]
        });
        let mut heads: Vec<Span<'static>> = heads.collect();
        heads.pop();
        heads.extend(self.is_cut.then(|| Span::styled(LEFT_OUT, theme.heading)));
        Some(Line::from(heads))
    }

    /// A row as a line of exactly the width of its columns; the cell of the column `cursor` is
    /// selected.
    pub fn row(
        &self,
        cells: &[Cell],
        table: &Table,
        cursor: Option<usize>,
        theme: &Theme,
    ) -> Line<'static> {
        let mut line: Vec<Span<'static>> = Vec::new();
        let mut columns = self.columns.iter().peekable();
        while let Some(&(at, mut width)) = columns.next() {
            if !line.is_empty() {
                line.push(Span::raw(" ".repeat(self.gap)));
            }
            let mut spans = match &cells[at] {
                Cell::Words(pieces) => words(pieces, width, table.columns[at].align, theme),
                Cell::Bar { part, whole } => bar(*part, *whole, width, theme).into(),
                Cell::Over { columns: over, meaning, long, short } => {
                    while let Some((_, more)) = columns.next_if(|(next, _)| *next < at + over) {
                        width += self.gap + more;
                    }
                    let text = if long.width() <= width { long } else { short };
                    vec![Span::styled(padded(text, width), theme.style(*meaning))]
                }
            };
            if cursor == Some(at) {
                for span in &mut spans {
                    span.style = theme.selected.into();
                }
            }
            line.extend(spans);
        }
        Line::from(line)
    }
}

/// Cells of a list beside its columns: the sign of the marked row, and a blank at the end.
pub const BESIDE_COLUMNS: u16 = 3;

/// The first column from which on a list, made from there behind its names, shows the one of the cursor.
pub fn first_column(
    cursor: usize,
    width: u16,
    gap: usize,
    table_from: impl Fn(usize) -> Table,
) -> usize {
    let width = usize::from(width.saturating_sub(BESIDE_COLUMNS));
    let shows =
        |first: &usize| TableLayout::new(&table_from(*first), width, gap).has(cursor - first + 1);
    (0..=cursor).find(shows).unwrap_or(cursor)
}

/// The whole table as lines of at most `width` cells: title, heads, rows.
pub fn table_lines(table: &Table, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let layout = TableLayout::new(table, width, 1);
    let title = table.title.as_ref().map(|title| Line::styled(cut(title, width), theme.heading));
    let rows = table.rows.iter().map(|cells| layout.row(cells, table, None, theme));
    title.into_iter().chain(layout.head(table, theme)).chain(rows).collect()
}

/// The width that a column needs for its head and its cells.
fn natural(table: &Table, at: usize) -> usize {
    let column = &table.columns[at];
    let cells = table.rows.iter().map(|row| match row.get(at) {
        Some(Cell::Words(pieces)) => {
            pieces.iter().map(|(_, text)| visible_line(text).width()).sum()
        }
        Some(Cell::Bar { .. }) => column.most,
        Some(Cell::Over { .. }) | None => 0,
    });
    cells.chain([column.head.width()]).max().unwrap_or(0).min(column.most)
}

fn is_bar(table: &Table, at: usize) -> bool {
    table.rows.iter().any(|row| matches!(row[at], Cell::Bar { .. }))
}

/// The pieces of a text in exactly `width` cells.
fn words(pieces: &[Piece], width: usize, align: Align, theme: &Theme) -> Vec<Span<'static>> {
    let mut rest: usize = pieces.iter().map(|(_, text)| visible_line(text).width()).sum();
    let mut left = width;
    let mut spans = Vec::new();
    for (meaning, text) in pieces {
        let own = visible_line(text).width();
        rest -= own;
        // A piece that fills the space although others follow ends with the sign of a cut.
        let is_cut_behind = own == left && rest > 0;
        let shown = if is_cut_behind { cut(&format!("{text}…"), left) } else { cut(text, left) };
        left -= shown.width();
        spans.push(Span::styled(shown, theme.style(*meaning)));
    }
    let of_space = pieces.first().map_or(Style::default(), |(meaning, _)| theme.style(*meaning));
    let space = Span::styled(" ".repeat(left), of_space.remove_modifier(Modifier::UNDERLINED));
    match align {
        Align::Left => spans.push(space),
        Align::Right => spans.insert(0, space),
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use assay_core::figures::table::Meaning;

    fn scores() -> Table {
        let rows = [("careful", 9_usize), ("一只猫 with a long name", 12)];
        Table::over(rows)
            .text("model", |row| row.0)
            .least(8)
            .number("n", |row| row.1)
            .bar(10, |row| (row.1, 12))
            .number("undecided", |_| 0_usize)
            .rank(1)
            .table()
    }

    fn drawn(width: usize) -> Vec<String> {
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        table_lines(&scores(), width, &theme).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn bars_are_narrowed_first_then_names_and_then_columns_are_left_out_with_a_sign() {
        let head = format!("{:<23} {:>2} 0    100 % undecided", "model", "n");
        assert_eq!(drawn(60)[0], head);
        assert!(drawn(41)[2].starts_with("一只猫 with a long name 12 ━━━━ "), "{:?}", drawn(41));
        assert_eq!(drawn(26)[0], "model     n      undecided");
        assert_eq!(drawn(26)[2], "一只猫 … 12 ━━━━         0");
        assert_eq!(drawn(25)[0], format!("{:<15} {:>2} {:<4} …", "model", "n", ""));
        assert_eq!(drawn(25)[1], format!("{:<15}  9 ━━━─", "careful"));
    }

    #[test]
    fn no_line_is_wider_than_the_table_at_any_width() {
        for width in 1..60 {
            let widest = drawn(width).iter().map(|line| line.width()).max().unwrap();
            assert!(widest <= width.max(7), "{width}: {:?}", drawn(width));
        }
    }

    #[test]
    fn a_text_over_several_columns_has_its_long_form_if_that_fits() {
        let over = || Cell::Over {
            columns: 2,
            meaning: Meaning::Warning,
            long: "2 failed".into(),
            short: "✗ 2".into(),
        };
        let table = |wide: &str| {
            let mut table = Table::new([wide, "FP", "n"]);
            table.row([over(), "".into(), "7".into()]);
            table
        };
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        let row = |wide| table_lines(&table(wide), 40, &theme)[1].to_string();
        assert_eq!((row("coarse"), row("CP")), ("2 failed  7".into(), "✗ 2   7".into()));
    }

    #[test]
    fn a_cut_text_of_several_pieces_ends_with_the_sign() {
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        let pieces = [(Meaning::Plain, "abc".to_owned()), (Meaning::Matched, "def".to_owned())];
        let shown = |width| Line::from(words(&pieces, width, Align::Left, &theme)).to_string();
        assert_eq!((shown(6), shown(5), shown(3)), ("abcdef".into(), "abcd…".into(), "ab…".into()));
    }
    #[test]
    fn the_line_under_what_was_found_ends_with_it() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let found = [(Meaning::Matched, "sheep".to_owned())];
        let spans = words(&found, 8, Align::Left, &theme);
        let is_underlined =
            |span: &Span<'_>| span.style.add_modifier.contains(Modifier::UNDERLINED);
        assert_eq!(spans.iter().map(is_underlined).collect::<Vec<_>>(), [true, false]);
    }
}
