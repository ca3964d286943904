//! Texts of an extractor: those of a cell, or all that it reads otherwise than people.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::board::{Board, Wanted};
use super::reading::Reading;
use crate::agreement::extraction::{self, ComparedText};
use crate::extract::own_words;
use crate::store::StoreError;
use crate::tui::action::Action;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::list_chrome::{draw_bar, draw_head, draw_notice};
use crate::tui::screens::{Canvas, Outcome, Screen};
use crate::tui::session::Session;
use crate::tui::status::StatusMessage;
use crate::tui::theme::Theme;
use crate::tui::widgets::scroll::{LIST_MOVES, ListWindow};
use crate::tui::widgets::wrap::cut;

/// The list of texts.
pub(super) struct Texts {
    board: Arc<Board>,
    extractor: usize,
    wanted: Wanted,
    listed: Vec<ComparedText>,
    window: ListWindow,
    list: Rect,
    /// The words that decided, for the rows in sight only.
    excerpts: Vec<Excerpt>,
    excerpts_are_of: Range<usize>,
    failure: Option<String>,
}

/// A few words of a text, and which of them decided.
#[derive(Default)]
struct Excerpt {
    before: String,
    decided: String,
    after: String,
}

/// How much of a text is read on before and after what decided, in characters.
const BEFORE: usize = 24;
const AFTER: usize = 200;
/// Columns of labels hold `nothing` and a space.
const LABEL: usize = 8;

impl Texts {
    /// Notes that the annotator sees how these texts were read, and opens the list. Where that fails,
    /// the screen below says so.
    pub fn open(
        board: Arc<Board>,
        extractor: usize,
        wanted: Wanted,
        session: &mut Session,
    ) -> Option<Box<dyn Screen>> {
        let listed = board.listed(extractor, wanted);
        let mut questions: Vec<i64> =
            listed.iter().map(|text| board.origin(text.text).question_id).collect();
        questions.sort_unstable();
        questions.dedup();
        let annotator = session.review().annotator().clone();
        if let Err(error) = session.store.record_answer_exposures(&annotator, &questions) {
            session.status = Some(StatusMessage::error(error.to_string()));
            return None;
        }
        Some(Box::new(Texts {
            board,
            extractor,
            wanted,
            listed,
            window: ListWindow::default(),
            list: Rect::default(),
            excerpts: Vec::new(),
            excerpts_are_of: 0..0,
            failure: None,
        }))
    }

    fn open_marked(&self, session: &mut Session) -> Outcome {
        let board = Arc::clone(&self.board);
        let listed = self.listed.clone();
        Reading::open(board, self.extractor, listed, self.window.marked(), session)
            .map_or(Outcome::Stay, |reading| Outcome::Open(Box::new(reading)))
    }

    fn read_excerpts(&mut self, session: &Session) {
        let wanted = self.window.in_sight();
        if self.excerpts_are_of == wanted {
            return;
        }
        let excerpts = self.listed[wanted.clone()].iter().map(|text| self.excerpt(text, session));
        match excerpts.collect() {
            Ok(excerpts) => (self.excerpts, self.failure) = (excerpts, None),
            Err(error) => (self.excerpts, self.failure) = (Vec::new(), Some(error.to_string())),
        }
        self.excerpts_are_of = wanted;
    }

    /// What decided for the extractor, or for a person where it says nothing, or how the answer
    /// begins.
    fn excerpt(&self, compared: &ComparedText, session: &Session) -> Result<Excerpt, StoreError> {
        let origin = self.board.origin(compared.text);
        let text = session.store.shown_text_of(origin.prediction_id)?;
        let read = self.board.built_in(self.extractor);
        let evidence = read.and_then(|of| of.read(&text.text, &text.prepared_choices()).evidence);
        let marked = || origin.spans.iter().flatten().next().cloned();
        let begins = || own_words(&text.text).map_or(0..0, |own| own.start..own.start);
        let decided = evidence.or_else(marked).unwrap_or_else(begins);
        Ok(Excerpt::of(&text.text, decided))
    }

    fn other(&self) -> Option<usize> {
        match self.wanted {
            Wanted::Discordant { other } => Some(other),
            Wanted::Cell { .. } | Wanted::Differing => None,
        }
    }

    fn name_width(&self) -> usize {
        usize::from(self.list.width) / 3
    }

    fn heads(&self) -> String {
        let mut heads = format!("    {:<1$}", "text", self.name_width());
        heads.push_str(&format!("{:<LABEL$}{:<LABEL$}", "people", "reads"));
        if self.other().is_some() {
            heads.push_str(&format!("{:<LABEL$}", "other"));
        }
        heads + "words"
    }

    fn line(
        &self,
        compared: &ComparedText,
        excerpt: Option<&Excerpt>,
        is_marked: bool,
        theme: &Theme,
    ) -> Line<'static> {
        let style: Style = if is_marked { theme.selected.into() } else { theme.text.into() };
        let (sign, tone) = match compared.read == compared.reference {
            true => ("✓ ", theme.agree),
            false => ("✗ ", theme.disagree),
        };
        let width = self.name_width();
        let name = cut(&self.board.text(compared.text).item, width - 1);
        let space = " ".repeat(width - name.width());
        let label = |outcome: extraction::Outcome| format!("{:<LABEL$}", outcome.name());
        let mut spans = vec![
            Span::styled(if is_marked { "▸ " } else { "  " }, theme.key),
            Span::styled(sign, tone),
            Span::styled(format!("{name}{space}"), style),
            Span::styled(label(compared.reference), theme.reference),
            Span::styled(label(compared.read), tone),
        ];
        if let Some(other) = self.other() {
            let read = self.board.compared(other, compared.text);
            let (words, tone) = match read {
                Some(of) if of.read == of.reference => (label(of.read), theme.agree),
                Some(of) => (label(of.read), theme.disagree),
                None => (" ".repeat(LABEL), theme.dim),
            };
            spans.push(Span::styled(words, tone));
        }
        let used: usize = spans.iter().map(Span::width).sum();
        let room = usize::from(self.list.width).saturating_sub(used + 1);
        if let Some(excerpt) = excerpt {
            spans.extend(excerpt.spans(room, theme));
        }
        Line::from(spans)
    }
}

impl Excerpt {
    fn of(text: &str, decided: Range<usize>) -> Excerpt {
        let (before, rest) = text.split_at_checked(decided.start).unwrap_or(("", text));
        let (inside, after) = rest.split_at_checked(decided.len()).unwrap_or(("", rest));
        let from = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
        let before = match from {
            0 => before.trim_start().to_owned(),
            from => format!("…{}", &before[from..]),
        };
        let first = |text: &str| text.chars().take(AFTER).collect();
        Excerpt { before, decided: first(inside), after: first(after) }
    }

    /// The words in so many cells.
    fn spans(&self, room: usize, theme: &Theme) -> Vec<Span<'static>> {
        let mut left = room;
        let styles: [Style; 3] = [theme.dim.into(), theme.matched.into(), theme.dim.into()];
        let mut spans = Vec::new();
        for (part, style) in [&self.before, &self.decided, &self.after].into_iter().zip(styles) {
            let words = cut(part, left);
            left = left.saturating_sub(words.width());
            spans.push(Span::styled(words, style));
        }
        spans
    }
}

impl Screen for Texts {
    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let open = (!self.listed.is_empty()).then_some(Action::Confirm);
        let others = [Action::Back, Action::Palette, Action::Help];
        open.into_iter().chain(others).chain(LIST_MOVES).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return self.open_marked(session);
        }
        self.window.act(action);
        Outcome::Stay
    }

    fn click(&mut self, at: Position, session: &mut Session) -> Outcome {
        if self.window.click(self.list, at) { self.open_marked(session) } else { Outcome::Stay }
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.list = Rect { y: area.y + 3, height: area.height.saturating_sub(5), ..area };
        self.window.fit(self.listed.len(), self.list.height);
        self.read_excerpts(session);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let what = self.board.in_words(self.extractor, self.wanted);
        let basis = format!("{} texts · {}", self.listed.len(), self.board.basis());
        draw_head("agreement", Some(&what), Some(&basis), canvas, session);
        if let Some(failure) = &self.failure {
            draw_notice(failure, canvas, session);
        } else if self.listed.is_empty() {
            draw_notice("No text.", canvas, session);
        } else {
            canvas.buffer.set_string(area.x, area.y + 2, self.heads(), theme.heading);
        }
        let shown = (0..self.list.height).zip(self.window.in_sight());
        for (row, place) in shown.filter(|_| self.failure.is_none()) {
            let excerpt = self.excerpts.get(usize::from(row));
            let is_marked = place == self.window.marked();
            let line = self.line(&self.listed[place], excerpt, is_marked, theme);
            line.render(Rect { y: self.list.y + row, height: 1, ..self.list }, canvas.buffer);
        }
        draw_bar(self, canvas, session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_shortly_before_what_decided() {
        let text = format!("{} so the answer is B.", "一步一步想。".repeat(40));
        let at = text.find('B').unwrap();
        let excerpt = Excerpt::of(&text, at..at + 1);
        assert!(excerpt.before.starts_with('…') && excerpt.before.ends_with("the answer is "));
        assert_eq!((excerpt.decided.as_str(), excerpt.after.as_str()), ("B", "."));
        assert_eq!(Excerpt::of("B", 0..1).before, "");
        assert_eq!(Excerpt::of("é", 1..2).after, "é", "marks that do not fit are left out");
    }
}
