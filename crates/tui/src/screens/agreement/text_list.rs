//! A list of texts of one extractor: those of a cell of its matrix, or all whose label differs from the
//! people's.

use std::ops::Range;
use std::sync::Arc;

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{AgreementData, Wanted};
use super::text_screen::Texts;
use crate::messages::text;
use crate::screens::list_chrome::{draw_head, draw_notice};
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::screens::{Canvas, Outcome, Screen};
use crate::session::Session;
use crate::status::StatusMessage;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::list::{List, Row};
use crate::widgets::wrap::{cut, padded};
use assay_core::agreement::extraction::{self, ComparedText};
use assay_core::extract::{Choices, own_words};
use assay_store::{QuestionId, ShownAnswers, StoreError};

pub(super) struct TextList {
    data: Arc<AgreementData>,
    extractor: usize,
    wanted: Wanted,
    listed: Vec<ComparedText>,
    /// The deciding words, only for the visible rows.
    excerpts: Vec<Excerpt>,
    excerpts_are_of: Range<usize>,
    failure: Option<String>,
}

/// A few words of a text, with the deciding ones.
#[derive(Default)]
struct Excerpt {
    before: String,
    decided: String,
    after: String,
}

/// The context before and after the deciding words, in characters.
const BEFORE: usize = 24;
const AFTER: usize = 200;
/// Columns of labels hold `nothing` and a space.
const LABEL: usize = 8;

impl TextList {
    /// Records that the annotator sees the labels of these texts, and opens the list. If that fails, the
    /// screen below shows the error.
    pub fn open(
        data: Arc<AgreementData>,
        extractor: usize,
        wanted: Wanted,
        session: &mut Session,
    ) -> Option<Box<dyn Screen>> {
        let listed = data.listed(extractor, wanted);
        let mut questions: Vec<QuestionId> =
            listed.iter().map(|text| data.origins[text.text].question_id).collect();
        questions.sort_unstable();
        questions.dedup();
        let annotator = session.review().annotator().clone();
        if let Err(error) = session.store.briefly(|store| {
            store.record_answer_exposures(&annotator, &questions, ShownAnswers::ALL)
        }) {
            session.status = Some(StatusMessage::error(error.to_string()));
            return None;
        }
        let texts = TextList {
            data,
            extractor,
            wanted,
            listed,
            excerpts: Vec::new(),
            excerpts_are_of: 0..0,
            failure: None,
        };
        Some(Box::new(ListScreen::new(texts, session)))
    }

    /// The deciding words of the extractor, or of a person if there are none, or the start of the
    /// answer.
    fn excerpt(&self, compared: &ComparedText, session: &Session) -> Result<Excerpt, StoreError> {
        let origin = &self.data.origins[compared.text];
        let text = session.store.shown_text_of(origin.prediction_id)?;
        let read = self.data.built_in(self.extractor);
        let evidence =
            read.and_then(|of| of.read(&text.text, &Choices::from_shown(&text.choices)).evidence);
        let marked = || origin.spans.iter().flatten().next().cloned();
        let begins = || own_words(&text.text).map_or(0..0, |own| own.start..own.start);
        let decided = evidence.or_else(marked).unwrap_or_else(begins);
        Ok(Excerpt::around(&text.text, decided))
    }

    fn other(&self) -> Option<usize> {
        match self.wanted {
            Wanted::Discordant { other } => Some(other),
            Wanted::Cell { .. } | Wanted::Differing => None,
        }
    }

    fn heads(&self, width: usize) -> String {
        let mut heads = format!("    {}", padded(text!("texts-head-text"), name_width(width)));
        heads.push_str(&padded(text!("texts-head-people"), LABEL));
        heads.push_str(&padded(text!("texts-head-reads"), LABEL));
        if self.other().is_some() {
            heads.push_str(&padded(text!("texts-head-other"), LABEL));
        }
        heads + text!("texts-head-words")
    }

    fn line(&self, row: Row, list_width: usize, theme: &Theme) -> Line<'static> {
        let compared = &self.listed[row.index];
        let excerpt = row.index.checked_sub(self.excerpts_are_of.start);
        let excerpt = excerpt.and_then(|position| self.excerpts.get(position));
        let style = row.style(theme.text, theme);
        let (sign, tone) = match compared.read == compared.reference {
            true => ("✓ ", theme.agree),
            false => ("✗ ", theme.disagree),
        };
        let width = name_width(list_width);
        let name = padded(&self.data.texts[compared.text].item, width - 1);
        let label = |outcome: extraction::Outcome| padded(terms::label(&outcome.name()), LABEL);
        let mut spans = vec![
            row.sign(theme),
            Span::styled(sign, tone),
            Span::styled(name + " ", style),
            Span::styled(label(compared.reference), theme.reference),
            Span::styled(label(compared.read), tone),
        ];
        if let Some(other) = self.other() {
            let read = self.data.compared(other, compared.text);
            let (words, tone) = match read {
                Some(of) if of.read == of.reference => (label(of.read), theme.agree),
                Some(of) => (label(of.read), theme.disagree),
                None => (" ".repeat(LABEL), theme.dim),
            };
            spans.push(Span::styled(words, tone));
        }
        let used: usize = spans.iter().map(Span::width).sum();
        let room = list_width.saturating_sub(used + 1);
        if let Some(excerpt) = excerpt {
            spans.extend(excerpt.spans(room, theme));
        }
        Line::from(spans)
    }
}

fn name_width(list_width: usize) -> usize {
    list_width / 3
}

impl Excerpt {
    fn around(text: &str, decided: Range<usize>) -> Excerpt {
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

    /// The words in `room` cells.
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

impl Listing for TextList {
    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let (data, listed) = (Arc::clone(&self.data), self.listed.clone());
        Pager::open(Texts { data, extractor: self.extractor, listed }, row, session)
    }

    fn load(&mut self, list: &List, session: &Session) {
        let wanted = list.visible();
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

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let what = self.data.describe(self.extractor, self.wanted);
        let basis = text!("texts-basis", count = self.listed.len(), basis = self.data.basis());
        draw_head(text!("agreement-what"), Some(&what), Some(&basis), canvas, session);
        if let Some(failure) = &self.failure {
            draw_notice(failure, canvas, session);
        } else if list.is_empty() {
            list.draw_empty(text!("texts-none"), theme, canvas.buffer);
        } else {
            canvas.buffer.set_string(area.x, area.y + 2, self.heads(list.width()), theme.heading);
            list.draw(canvas.buffer, |row| self.line(row, list.width(), theme));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_shortly_before_what_decided() {
        let text = format!("{} so the answer is B.", "一步一步想。".repeat(40));
        let at = text.find('B').unwrap();
        let excerpt = Excerpt::around(&text, at..at + 1);
        assert!(excerpt.before.starts_with('…') && excerpt.before.ends_with("the answer is "));
        assert_eq!((excerpt.decided.as_str(), excerpt.after.as_str()), ("B", "."));
        assert_eq!(Excerpt::around("B", 0..1).before, "");
        assert_eq!(Excerpt::around("é", 1..2).after, "é", "marks that do not fit are left out");
    }
}
