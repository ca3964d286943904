//! Drawing the list of models, and the colours that the lists of this module share.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{ModelLine, ModelsData, sign};
use super::{Models, below, said};
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::list_chrome::{draw_bar, draw_head, draw_notice};
use crate::session::Session;
use crate::terms;
use crate::theme::{Theme, Tone};
use crate::widgets::list::Row;
use crate::widgets::share::{INTERVAL, bar, figure, interval, small_bar};
use crate::widgets::wrap::{cut, padded, right_aligned};
use assay_core::score::Judgement;

pub(super) fn models(screen: &Models, canvas: &mut Canvas<'_>, session: &Session) {
    let area = canvas.area;
    let theme = &session.theme;
    let basis = screen.data.as_ref().map(|data| {
        let (basis, marked) = (data.describe(), data.models.get(screen.list.marked()));
        match marked.and_then(|line| Some((&line.model, line.combined.as_ref()?))) {
            // The marked model's predictions are not single answers.
            Some((model, how)) => {
                text!("models-scored-by", model = model, how = how, basis = basis)
            }
            None => basis,
        }
    });
    draw_head(text!("models-what"), None, basis.as_deref(), canvas, session);
    if screen.running.is_some() {
        let words = text!("models-computing", basis = screen.wanted.describe(None));
        let width = usize::from(area.width.saturating_sub(2));
        canvas.buffer.set_string(area.x + 1, area.y + 1, padded(&words, width), theme.dim);
    }
    match (&screen.failure, &screen.data) {
        (Some(failure), _) => draw_notice(failure, canvas, session),
        (None, None) => {}
        (None, Some(data)) if data.models.is_empty() => {
            let words = match screen.wanted.input {
                Some(input) => text!("models-none-with-input", input = terms::input(input)),
                None => text!("models-none").to_owned(),
            };
            draw_notice(&words, canvas, session);
        }
        (None, Some(data)) => table(screen, data, canvas, theme),
    }
    draw_bar(screen, canvas, session);
}

/// The width of each column; `None` for those that do not fit.
struct Widths {
    model: usize,
    input: usize,
    interval: usize,
    bar: usize,
    abilities: usize,
    undecided: usize,
}

/// ` 86.7 `, and a cell for each ability's own small bar.
const FIGURE: usize = 6;
const ABILITY: usize = 7;
const UNDECIDED: usize = 11;

impl Widths {
    fn new(width: usize, data: &ModelsData) -> Widths {
        let longest = data.models.iter().map(|line| line.model.width()).max().unwrap_or(0);
        let model = longest.clamp(5, (width / 4).max(12));
        let input = if width >= 76 { 6 } else { 0 };
        let mut room = width.saturating_sub(2 + model + 1 + input + FIGURE);
        let bar = match width {
            ..70 => 6,
            70..100 => 10,
            _ => 20,
        };
        let wanted = data.columns.len();
        let bar = match room.checked_sub(bar + 1 + wanted * ABILITY) {
            Some(_) => bar,
            None => 4,
        };
        room = room.saturating_sub(bar + 1);
        let abilities = wanted.min(room / ABILITY);
        room -= abilities * ABILITY;
        let undecided = if room > UNDECIDED { UNDECIDED } else { 0 };
        room -= undecided;
        let interval = if undecided > 0 && room > INTERVAL { INTERVAL } else { 0 };
        // Space for the sign of an omission.
        let bar = if undecided == 0 && room < 2 { bar - 2 } else { bar };
        Widths { model, input, interval, bar, abilities, undecided }
    }
}

fn table(screen: &Models, data: &ModelsData, canvas: &mut Canvas<'_>, theme: &Theme) {
    let area = canvas.area;
    let widths = Widths::new(usize::from(area.width), data);
    let mut heads = format!("  {} ", padded(text!("models-head-model"), widths.model));
    if widths.input > 0 {
        heads.push_str(&padded(text!("models-head-input"), 6));
    }
    let overall = FIGURE + widths.interval + widths.bar;
    heads.push_str(&format!("{} ", padded(text!("models-head-overall"), overall)));
    for column in data.columns.iter().take(widths.abilities) {
        let name = cut(&column.abbreviation, ABILITY - 1);
        heads.push_str(&right_aligned(&name, ABILITY));
    }
    if widths.undecided > 0 {
        heads.push_str(&right_aligned(text!("models-head-undecided"), UNDECIDED));
    }
    if widths.undecided == 0 || widths.abilities < data.columns.len() {
        heads.push_str(" …");
    }
    canvas.buffer.set_string(area.x, area.y + 2, heads, theme.heading);
    screen.list.draw(canvas.buffer, |row| line(row, &data.models[row.index], &widths, theme));
    let y = screen.list.area().bottom() + 1;
    let below = Rect {
        x: area.x + 2,
        y,
        width: area.width.saturating_sub(4),
        height: area.bottom().saturating_sub(y + 1),
    };
    let left = below::draw(data, screen.list.marked(), below, canvas, theme);
    said::draw(data, screen.list.marked(), left, canvas, theme);
}

fn line(row: Row, of: &ModelLine, widths: &Widths, theme: &Theme) -> Line<'static> {
    let style = row.style(theme.text, theme);
    let name = padded(&of.model, widths.model) + " ";
    let mut spans = vec![row.sign(theme), Span::styled(name, style)];
    if widths.input > 0 {
        spans.push(Span::styled(padded(terms::input(of.input), 6), theme.dim));
    }
    spans.push(Span::styled(format!("{} ", figure(of.overall)), style));
    if widths.interval > 0 {
        spans.push(Span::styled(interval(of.overall), theme.dim));
    }
    spans.extend(bar(of.overall, widths.bar, theme));
    spans.push(Span::raw(" "));
    if let Some(progress) = of.progress {
        // Abilities are a row further down; an incomplete run must be visible here.
        let cells = widths.abilities * ABILITY;
        let cells = cells.saturating_sub(1);
        let words = padded(&progress.describe(cells), cells);
        let tone = if progress.failed > 0 { theme.warning } else { theme.dim };
        spans.push(Span::styled(format!(" {words}"), tone));
    } else {
        for share in of.abilities.iter().take(widths.abilities) {
            spans.push(Span::styled(format!(" {}", small_bar(*share)), theme.bar));
            spans.push(Span::styled(figure(*share), style));
        }
    }
    if widths.undecided > 0 {
        spans.push(Span::styled(format!("{:>UNDECIDED$}", of.undecided), theme.dim));
    }
    Line::from(spans)
}

/// The colour of the sign.
pub(super) fn tone(judgement: Option<Judgement>, theme: &Theme) -> Tone {
    match sign(judgement) {
        "✓" => theme.agree,
        "✗" => theme.disagree,
        _ => theme.warning,
    }
}
