//! Drawing the table of extractors, and below it the details of the marked one.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::Agreement;
use super::data::AgreementData;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::background::Background;
use crate::screens::list_chrome::{draw_bar, draw_head, draw_notice};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::list::List;
use crate::widgets::scroll::TextWindow;
use crate::widgets::wrap::{cut, padded, right_aligned, wrapped};
use assay_core::agreement::extraction::{ExtractorAgreement, Part};
use assay_core::figures::alignment;
use assay_core::figures::percent_number;
use assay_core::statistics::Statistic;

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
    draw_head(text!("agreement-what"), None, basis.as_deref(), canvas, session);
    match (&screen.state, screen.data()) {
        (Background::Running(_), _) => draw_notice(text!("agreement-computing"), canvas, session),
        (Background::Failed(failure), _) => draw_notice(failure, canvas, session),
        (Background::Ready(_), None) => {
            let words = text!("agreement-nobody");
            draw_notice(words, canvas, session);
        }
        (Background::Ready(_), Some(data)) => draw_data(screen, data, canvas, session),
    }
    draw_bar(screen, canvas, session);
}

fn draw_data(screen: &Agreement, data: &AgreementData, canvas: &mut Canvas<'_>, session: &Session) {
    let (area, theme) = (canvas.area, &session.theme);
    let widths = Widths::new(area.width, data);
    canvas.buffer.set_string(area.x, area.y + 2, widths.heads(), theme.heading);
    screen.list.draw(canvas.buffer, |row| {
        widths.extractor(&data.extractors()[row.index], row.is_marked, theme)
    });
    let ceiling = Rect { y: screen.list.area().bottom(), height: 1, ..area };
    widths.ceiling(data, theme).render(ceiling, canvas.buffer);
    if widths.has_bar {
        let legend = Line::styled(text!("agreement-bar-legend"), theme.dim);
        legend
            .render(Rect { x: area.x + 2, y: ceiling.bottom(), height: 1, ..area }, canvas.buffer);
    }
    screen.details.draw(canvas, session);
}

/// The width of each column; `None` for those that do not fit.
struct Widths {
    name: usize,
    has_bar: bool,
    has_nothing: bool,
}

impl Widths {
    fn new(width: u16, data: &AgreementData) -> Self {
        let names = data.extractors().iter().map(|of| of.extractor.width());
        let longest = names.max().unwrap_or(0).max(text!("agreement-people-together").width());
        let (has_bar, has_nothing) = (width >= WIDE, width >= 70);
        let figures = 42 + if has_bar { 22 } else { 0 } + if has_nothing { 8 } else { 0 };
        let name = longest.min(usize::from(width).saturating_sub(figures + 2));
        Widths { name, has_bar, has_nothing }
    }

    fn heads(&self) -> String {
        let mut heads = format!("  {}", padded(text!("agreement-head-extractor"), self.name));
        heads.push_str(&format!("{:>5}{:>6}{:>13}", "n", "%", "95 %"));
        if self.has_bar {
            heads.push_str(&format!("  {}", padded(text!("agreement-head-bar"), 20)));
        }
        if self.has_nothing {
            heads.push_str(&right_aligned(text!("agreement-head-nothing"), 8));
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
        let of = &data.agreement.ceiling;
        let figures = [&of.fleiss_kappa, &of.gwet_ac1, &of.alpha];
        let style = theme.reference.into();
        self.line(
            text!("agreement-people-together"),
            (&of.percent_agreement, figures),
            "",
            style,
            theme,
        )
    }

    fn line(
        &self,
        name: &str,
        (rate, figures): (&Statistic, [&Statistic; 3]),
        nothing: &str,
        style: Style,
        theme: &Theme,
    ) -> Line<'static> {
        let rate_words = format!("{:>5}{:>6}", rate.n(), percent(rate));
        let mut spans = vec![
            Span::raw("  "),
            Span::styled(padded(name, self.name), style),
            Span::styled(rate_words, style),
            Span::styled(format!("{:>13}", percent_interval(rate)), theme.dim),
        ];
        if self.has_bar {
            spans.push(Span::styled(format!("  {:<20}", alignment::bar(rate)), theme.bar));
        }
        if self.has_nothing {
            spans.push(Span::styled(format!("{nothing:>8}"), theme.dim));
        }
        let figures = figures.map(|of| format!("{:>6}", coefficient(of))).concat();
        spans.push(Span::styled(figures, style));
        Line::from(spans)
    }
}

/// `92.1`, in per cent; a dash if it is undefined.
pub(super) fn percent(rate: &Statistic) -> String {
    rate.value().map_or_else(|| "-".to_owned(), percent_number)
}

/// `89.2–94.4`, in per cent.
pub(super) fn percent_interval(rate: &Statistic) -> String {
    let interval = |(low, high)| format!("{}–{}", percent_number(low), percent_number(high));
    rate.ci95().map(interval).unwrap_or_default()
}

/// `0.88`; a dash if it is undefined.
fn coefficient(of: &Statistic) -> String {
    of.value().map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// A figure in full: value, interval, n, or why there is none.
pub(super) fn in_full(of: &Statistic) -> String {
    match of {
        Statistic::Undefined { because, n } => {
            text!("agreement-undefined", because = because, n = n)
        }
        Statistic::Defined { value, n, ci95, .. } => {
            let interval = ci95.map(|(low, high)| {
                text!(
                    "agreement-interval",
                    low = format!("{:.3}", low),
                    high = format!("{:.3}", high)
                )
            });
            format!("{value:.3}{}  n {n}", interval.unwrap_or_default())
        }
    }
}

/// The figures of the marked extractor in full, in two columns on wide screens; they scroll.
#[derive(Default)]
pub(super) struct Details {
    columns: Vec<Vec<Line<'static>>>,
    width: u16,
    area: Rect,
    window: TextWindow,
    /// The extractor; another one starts at its first line.
    extractor: usize,
}

impl Details {
    /// Lays the details out below the list.
    pub fn lay_out(&mut self, data: &AgreementData, list: &List, screen: Rect, theme: &Theme) {
        // Below the list are the row of all people together and, if there are bars, their legend.
        let y = list.area().bottom() + if screen.width >= WIDE { 3 } else { 2 };
        self.area = Rect {
            x: screen.x + 2,
            y,
            width: screen.width.saturating_sub(4),
            height: screen.bottom().saturating_sub(y + 1),
        };
        let marked = list.marked();
        if marked != self.extractor {
            (self.extractor, self.window) = (marked, TextWindow::default());
        }
        let Some(of) = data.extractors().get(marked) else { return };
        let is_wide = self.area.width >= WIDE - 4;
        self.width = if is_wide { (self.area.width - GAP) / 2 } else { self.area.width };
        let width = usize::from(self.width);
        let left = figures(of, data, width, theme);
        let models = parts(text!("agreement-by-model"), &of.by_model, width, theme);
        let kinds = parts(text!("agreement-by-kind"), &of.by_kind, width, theme);
        let space = || vec![Line::default()];
        self.columns = match is_wide {
            true => vec![left, [kinds, space(), models].concat()],
            false => vec![[left, space(), kinds, space(), models].concat()],
        };
        let longest = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        self.window.fit(longest, self.area.height.saturating_sub(1));
        if longest <= usize::from(self.area.height) {
            self.window.fit(longest, self.area.height);
        }
    }

    /// Whether a part is not visible.
    pub fn is_longer_than_its_area(&self) -> bool {
        self.window.how_far().is_some()
    }

    /// Handles a scrolling action.
    pub fn act(&mut self, action: Action) {
        self.window.act(action);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = self.area;
        let rows = match self.is_longer_than_its_area() {
            true => area.height.saturating_sub(1),
            false => area.height,
        };
        for (column, lines) in self.columns.iter().enumerate() {
            let x = area.x + column as u16 * (self.width + GAP);
            let column = Rect { x, width: self.width, height: rows, ..area };
            self.window.draw(lines, column, canvas.buffer);
        }
        if let Some(far) = self.window.how_far() {
            let key = |action| session.keymap.key_for(KeyContext::Agreement, action);
            let keys = [Action::PageUp, Action::PageDown]
                .map(|action| key(action).map(|key| key.to_string()).unwrap_or_default());
            let words = text!("agreement-scroll", far = far, up = keys[0], down = keys[1]);
            let words = cut(&words, usize::from(area.width));
            canvas.buffer.set_string(area.x, area.bottom() - 1, words, session.theme.dim);
        }
    }
}

/// Columns between the two columns of details.
const GAP: u16 = 3;

/// Every figure of an extractor in full, then those behind the last row of the table.
fn figures(
    of: &ExtractorAgreement,
    data: &AgreementData,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(cut(&of.extractor, width), theme.heading)];
    let ceiling = &data.agreement.ceiling;
    let own = [
        (text!("agreement-alignment"), &of.alignment),
        (text!("agreement-where-it-read"), &of.alignment_where_read),
        ("kappa", &of.kappa),
        ("AC1", &of.gwet_ac1),
        ("alpha", &of.alpha),
    ];
    lines.extend(own.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    let needed = data.agreement.power.at_rates.iter().find(|at| at.extractor == of.extractor);
    if let Some(needed) = needed {
        let wanted = 100.0 * data.agreement.power.width;
        let words =
            text!("agreement-needs", wanted = format!("{:.0}", wanted), texts = needed.items);
        lines.push(Line::styled(cut(&words, width), theme.dim));
    }
    lines.push(Line::default());
    lines.push(Line::styled(cut(text!("agreement-ceiling-title"), width), theme.heading));
    let together = [
        (text!("agreement-what"), &ceiling.percent_agreement),
        (text!("agreement-one-by-the-rest"), &ceiling.leave_one_out),
        (text!("agreement-fleiss"), &ceiling.fleiss_kappa),
        ("AC1", &ceiling.gwet_ac1),
        ("alpha", &ceiling.alpha),
        (text!("agreement-with-marks"), &ceiling.marks),
    ];
    lines.extend(together.into_iter().flat_map(|(name, of)| named(name, of, width, theme)));
    lines
}

fn named(name: &str, of: &Statistic, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    const NAME: usize = 16;
    let pieces = wrapped(&in_full(of), width.saturating_sub(NAME));
    let line = |(row, piece): (usize, String)| {
        let before = if row == 0 { padded(name, NAME) } else { " ".repeat(NAME) };
        Line::from(vec![Span::styled(before, theme.dim), Span::styled(piece, theme.text)])
    };
    pieces.into_iter().enumerate().map(line).collect()
}

fn parts(title: &str, parts: &[Part], width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let longest = parts.iter().map(|part| terms::label(&part.name).width()).max().unwrap_or(0);
    let name_cells = longest.min(width.saturating_sub(30));
    let mut lines = vec![Line::styled(cut(title, width), theme.heading)];
    lines.extend(parts.iter().map(|part| {
        let name = padded(terms::label(&part.name), name_cells);
        let of = &part.alignment;
        let figure = format!("{name} {:>6} {:>13}", percent(of), percent_interval(of));
        let count = format!("  n {}", of.n());
        Line::from(vec![Span::styled(figure, theme.text), Span::styled(count, theme.dim)])
    }));
    lines
}
