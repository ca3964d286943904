//! Drawing the table of extractors, and below it the details of the marked one.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Agreement;
use super::data::AgreementData;
use crate::agreement::extraction::{ExtractorAgreement, Part};
use crate::report::alignment_figure;
use crate::report::figures::percent_number;
use crate::statistics::Statistic;
use crate::tui::screens::Canvas;
use crate::tui::screens::background::Background;
use crate::tui::screens::list_chrome::{draw_bar, draw_head, draw_notice};
use crate::tui::session::Session;
use crate::tui::theme::Theme;
use crate::tui::widgets::wrap::{cut, wrapped};

/// From this width on the table has a bar, and the details are in two columns.
const WIDE: u16 = 100;

/// The area of the rows; it leaves a few lines below for the details of the marked one.
pub(super) fn list_area(area: Rect, extractors: usize) -> Rect {
    let room = area.height.saturating_sub(14).max(4);
    let height = (extractors as u16).min(room);
    Rect { y: area.y + 3, height, ..area }
}

pub(super) fn draw(screen: &Agreement, canvas: &mut Canvas<'_>, session: &Session) {
    let basis = screen.data().map(|data| data.basis());
    draw_head("agreement", None, basis.as_deref(), canvas, session);
    match (&screen.state, screen.data()) {
        (Background::Running(_), _) => draw_notice("Computing …", canvas, session),
        (Background::Failed(failure), _) => draw_notice(failure, canvas, session),
        (Background::Ready(_), None) => {
            let words = "Nobody has read a text yet. Draw a sample with `assay extract sample`, \
                         have two people read it with `assay annotate extract`, and come back.";
            draw_notice(words, canvas, session);
        }
        (Background::Ready(_), Some(data)) => draw_data(screen, data, canvas, &session.theme),
    }
    draw_bar(screen, canvas, session);
}

fn draw_data(screen: &Agreement, data: &AgreementData, canvas: &mut Canvas<'_>, theme: &Theme) {
    let area = canvas.area;
    let widths = Widths::new(area.width, data);
    canvas.buffer.set_string(area.x, area.y + 2, widths.heads(), theme.heading);
    screen.list.draw(canvas.buffer, |row| {
        widths.extractor(&data.extractors()[row.index], row.is_marked, theme)
    });
    let ceiling = Rect { y: screen.list.area().bottom(), height: 1, ..area };
    widths.ceiling(data, theme).render(ceiling, canvas.buffer);
    let y = ceiling.bottom() + 1;
    let details = Rect {
        x: area.x + 2,
        y,
        width: area.width.saturating_sub(4),
        height: area.bottom().saturating_sub(y + 1),
    };
    let marked = &data.extractors()[screen.list.marked()];
    draw_details(marked, data, details, canvas, theme);
}

/// How wide each column is; those without room have none.
struct Widths {
    name: usize,
    has_bar: bool,
    has_nothing: bool,
}

/// What the last row of the table is called.
const CEILING: &str = "people together";

impl Widths {
    fn new(width: u16, data: &AgreementData) -> Self {
        let names = data.extractors().iter().map(|of| of.extractor.width());
        let longest = names.max().unwrap_or(0).max(CEILING.width());
        let (has_bar, has_nothing) = (width >= WIDE, width >= 70);
        let figures = 42 + if has_bar { 22 } else { 0 } + if has_nothing { 8 } else { 0 };
        let name = longest.min(usize::from(width).saturating_sub(figures + 2));
        Widths { name, has_bar, has_nothing }
    }

    fn heads(&self) -> String {
        let mut heads = format!("  {:<1$}", "extractor", self.name);
        heads.push_str(&format!("{:>5}{:>6}{:>13}", "n", "%", "95 %"));
        if self.has_bar {
            heads.push_str(&format!("  {:<20}", "0 to 100"));
        }
        if self.has_nothing {
            heads.push_str(&format!("{:>8}", "nothing"));
        }
        heads + &format!("{:>6}{:>6}{:>6}", "kappa", "AC1", "alpha")
    }

    fn extractor(&self, of: &ExtractorAgreement, is_marked: bool, theme: &Theme) -> Line<'static> {
        let nothing = of.nothing.to_string();
        let figures = [&of.kappa, &of.gwet_ac1, &of.alpha];
        let text = theme.text.into();
        let mut line = self.line(&of.extractor, (&of.alignment, figures), &nothing, text, theme);
        if is_marked {
            line.spans[0] = Span::styled("▸ ", theme.key);
            line.spans[1..].iter_mut().for_each(|span| span.style = theme.selected.into());
        }
        line
    }

    fn ceiling(&self, data: &AgreementData, theme: &Theme) -> Line<'static> {
        let of = &data.agreement().ceiling;
        let figures = [&of.fleiss_kappa, &of.gwet_ac1, &of.alpha];
        let style = theme.reference.into();
        self.line(CEILING, (&of.percent_agreement, figures), "", style, theme)
    }

    fn line(
        &self,
        name: &str,
        (rate, figures): (&Statistic, [&Statistic; 3]),
        nothing: &str,
        style: Style,
        theme: &Theme,
    ) -> Line<'static> {
        let name = cut(name, self.name);
        let space = " ".repeat(self.name - name.width());
        let rate_words = format!("{:>5}{:>6}", rate.n(), percent(rate));
        let mut spans = vec![
            Span::raw("  "),
            Span::styled(format!("{name}{space}"), style),
            Span::styled(rate_words, style),
            Span::styled(format!("{:>13}", percent_interval(rate)), theme.dim),
        ];
        if self.has_bar {
            spans.push(Span::styled(format!("  {:<20}", alignment_figure::bar(rate)), theme.bar));
        }
        if self.has_nothing {
            spans.push(Span::styled(format!("{nothing:>8}"), theme.dim));
        }
        let figures = figures.map(|of| format!("{:>6}", coefficient(of))).concat();
        spans.push(Span::styled(figures, style));
        Line::from(spans)
    }
}

/// `92.1`, in per cent; a dash where it is undefined.
pub(super) fn percent(rate: &Statistic) -> String {
    rate.value().map_or_else(|| "-".to_owned(), percent_number)
}

/// `89.2–94.4`, in per cent.
pub(super) fn percent_interval(rate: &Statistic) -> String {
    match rate {
        Statistic::Defined { ci95: Some((low, high)), .. } => {
            format!("{}–{}", percent_number(*low), percent_number(*high))
        }
        _ => String::new(),
    }
}

/// `0.88`; a dash where it is undefined.
fn coefficient(of: &Statistic) -> String {
    of.value().map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// A figure in full: value, interval, n, or why there is none.
pub(super) fn in_full(of: &Statistic) -> String {
    match of {
        Statistic::Undefined { because, n } => format!("undefined, because {because} (n {n})"),
        Statistic::Defined { value, n, ci95, .. } => {
            let interval = ci95.map(|(low, high)| format!("  {low:.3} to {high:.3}"));
            format!("{value:.3}{}  n {n}", interval.unwrap_or_default())
        }
    }
}

fn draw_details(
    of: &ExtractorAgreement,
    data: &AgreementData,
    area: Rect,
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) {
    let is_wide = area.width >= WIDE - 4;
    let gap = 3;
    let width = if is_wide { (area.width - gap) / 2 } else { area.width };
    let mut left = figures(of, data, usize::from(width), theme);
    let models = parts("By model", &of.by_model, usize::from(width), theme);
    let kinds = parts("By what people say the text is", &of.by_kind, usize::from(width), theme);
    let right = match is_wide {
        true => [kinds, vec![Line::default()], models].concat(),
        false => {
            left.extend([vec![Line::default()], kinds, vec![Line::default()], models].concat());
            Vec::new()
        }
    };
    for (column, lines) in [left, right].into_iter().enumerate() {
        let x = area.x + column as u16 * (width + gap);
        for (row, line) in (0..area.height).zip(&fitting(lines, area.height, width, theme)) {
            line.render(Rect { x, y: area.y + row, width, height: 1 }, canvas.buffer);
        }
    }
}

/// As many lines as there is room for; where some are left out, the last one says where they are.
fn fitting(
    mut lines: Vec<Line<'static>>,
    rows: u16,
    width: u16,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let (rows, count) = (usize::from(rows), lines.len());
    if count > rows {
        lines.truncate(rows.saturating_sub(1));
        let words = format!("… {} more on a higher terminal", count - lines.len());
        lines.push(Line::styled(cut(&words, usize::from(width)), theme.dim));
    }
    lines
}

/// Every figure of an extractor in full, then those behind the last row of the table.
fn figures(
    of: &ExtractorAgreement,
    data: &AgreementData,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(cut(&of.extractor, width), theme.heading)];
    let ceiling = &data.agreement().ceiling;
    let own = [
        ("alignment", &of.alignment),
        ("where it read", &of.alignment_where_read),
        ("kappa", &of.kappa),
        ("AC1", &of.gwet_ac1),
        ("alpha", &of.alpha),
    ];
    lines.extend(own.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    let needed = data.agreement().power.at_rates.iter().find(|at| at.extractor == of.extractor);
    if let Some(needed) = needed {
        let wanted = 100.0 * data.agreement().power.width;
        let words = format!("an interval {wanted:.0} points wide needs {} texts", needed.items);
        lines.push(Line::styled(cut(&words, width), theme.dim));
    }
    lines.push(Line::default());
    lines.push(Line::styled(cut("People together: the ceiling", width), theme.heading));
    let together = [
        ("agreement", &ceiling.percent_agreement),
        ("one by the rest", &ceiling.leave_one_out),
        ("Fleiss' kappa", &ceiling.fleiss_kappa),
        ("AC1", &ceiling.gwet_ac1),
        ("alpha", &ceiling.alpha),
        ("with marks", &ceiling.marks),
    ];
    lines.extend(together.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    lines
}

fn named(name: &str, of: &Statistic, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    const NAME: usize = 16;
    let pieces = wrapped(&in_full(of), width.saturating_sub(NAME));
    let line = |(row, piece): (usize, String)| {
        let before = if row == 0 { format!("{name:<NAME$}") } else { " ".repeat(NAME) };
        Line::from(vec![Span::styled(before, theme.dim), Span::styled(piece, theme.text)])
    };
    pieces.into_iter().enumerate().map(line).collect()
}

fn parts(title: &str, parts: &[Part], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let longest = parts.iter().map(|part| part.name.width()).max().unwrap_or(0);
    let name_cells = longest.min(width.saturating_sub(30));
    let mut lines = vec![Line::styled(cut(title, width), theme.heading)];
    lines.extend(parts.iter().map(|part| {
        let name = cut(&part.name, name_cells);
        let space = " ".repeat(name_cells - name.width());
        let of = &part.alignment;
        let figure = format!("{name}{space} {:>6} {:>13}", percent(of), percent_interval(of));
        let count = format!("  n {}", of.n());
        Line::from(vec![Span::styled(figure, theme.text), Span::styled(count, theme.dim)])
    }));
    lines
}
