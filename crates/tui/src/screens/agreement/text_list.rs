//! A list of texts of one extractor: those of a cell of its matrix, or all whose label differs from the
//! people's.

use std::ops::Range;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::data::{OneExtractor, Selection, aligned};
use super::text_detail::TextDetail;
use super::text_screen::{Texts, lines};
use crate::messages::text;
use crate::screens::Outcome;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::pager::Pager;
use crate::session::Session;
use crate::terms;
use crate::widgets::wrap::styled_lines;
use assay_core::agreement::extraction::{self, ComparedText};
use assay_core::extract::{Choices, own_words};
use assay_core::figures::table::{Meaning, Piece, Table};
use assay_store::{QuestionId, Result, ShownAnswers};

pub(super) struct TextList {
    of: OneExtractor,
    selection: Selection,
    listed: Vec<ComparedText>,
    /// The marked text, by its row.
    marked: Option<(usize, Result<TextDetail, String>)>,
}

/// The context before and after the deciding words, in characters.
const BEFORE: usize = 24;
const AFTER: usize = 200;

impl TextList {
    /// Records that the annotator sees the labels of these texts, and opens the list. If that fails, the
    /// screen below shows the error.
    pub fn open(of: OneExtractor, selection: Selection, session: &mut Session) -> Outcome {
        let listed = of.listed(selection);
        let mut questions: Vec<QuestionId> =
            listed.iter().map(|text| of.data.origins[text.text].question_id).collect();
        questions.sort_unstable();
        questions.dedup();
        let recorded = session.record_seen(&questions, ShownAnswers::ALL);
        let texts = TextList { of, selection, listed, marked: None };
        Outcome::open(recorded.map(|()| ListScreen::new(texts, session)), session)
    }

    /// The deciding words of the extractor, or of a person if there are none, or the start of the
    /// answer.
    fn excerpt(&self, compared: &ComparedText, session: &Session) -> Result<[Piece; 3]> {
        let origin = &self.of.data.origins[compared.text];
        let text = session.store.shown_text_of(origin.prediction_id)?;
        let read = self.of.built_in();
        let evidence =
            read.and_then(|of| of.read(&text.text, &Choices::from_shown(&text.choices)).evidence);
        let marked = || origin.spans.iter().flatten().next().cloned();
        let begins = || own_words(&text.text).map_or(0..0, |own| own.start..own.start);
        let decided = evidence.or_else(marked).unwrap_or_else(begins);
        Ok(excerpt_around(&text.text, decided))
    }

    fn other(&self) -> Option<usize> {
        match self.selection {
            Selection::Discordant { other } => Some(other),
            Selection::Cell { .. } | Selection::Differing => None,
        }
    }
}

/// A few words of a text: those before the deciding ones, the deciding ones, those after them.
fn excerpt_around(text: &str, decided: Range<usize>) -> [Piece; 3] {
    let (before, rest) = text.split_at_checked(decided.start).unwrap_or(("", text));
    let (inside, after) = rest.split_at_checked(decided.len()).unwrap_or(("", rest));
    let from = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let before = match from {
        0 => before.trim_start().to_owned(),
        from => format!("…{}", &before[from..]),
    };
    let first = |text: &str| text.chars().take(AFTER).collect();
    [(Meaning::Dim, before), (Meaning::Matched, first(inside)), (Meaning::Dim, first(after))]
}

impl Listing for TextList {
    const IS_LONG: bool = true;
    const GAP: usize = 1;
    const BESIDE: Option<(u16, u16)> = Some((2, 5));

    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let (of, listed) = (self.of.clone(), self.listed.clone());
        Pager::open(Texts { of, listed }, row, session)
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let what = self.of.describe(self.selection);
        let basis = text!("texts-basis", count = self.listed.len(), basis = self.of.data.basis());
        Head::new(text!("agreement-what"), Some(&what), basis, session)
    }

    fn title(&self, _: &Session) -> String {
        self.of.describe(self.selection)
    }

    fn look_at(&mut self, marked: usize, session: &Session) {
        let is_there = self.marked.as_ref().is_some_and(|(row, _)| *row == marked);
        if let Some(compared) = self.listed.get(marked).filter(|_| !is_there) {
            let detail = TextDetail::read(&self.of, compared, &session.store);
            self.marked = Some((marked, detail.map_err(|error| error.to_string())));
        }
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let text = self.listed.get(marked).map(|text| &self.of.data.texts[text.text]);
        text.map(|text| text.item.clone()).unwrap_or_default()
    }

    fn below(&self, _: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let (width, theme) = (usize::from(size.width), &session.theme);
        match &self.marked {
            None => Vec::new(),
            Some((_, Ok(detail))) => lines(detail, width, theme),
            Some((_, Err(failure))) => styled_lines(failure, width, theme.error),
        }
    }

    fn notice(&self, _: &Session) -> Option<String> {
        self.listed.is_empty().then(|| text!("texts-none").to_owned())
    }

    fn table(&self, rows: Range<usize>, session: &Session) -> Result<Table, String> {
        let visible = &self.listed[rows];
        let excerpts = visible.iter().map(|text| self.excerpt(text, session));
        let excerpts =
            excerpts.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let label = |outcome: extraction::Outcome| terms::label(&outcome.name()).to_owned();
        Ok(Table::over(visible.iter().zip(&excerpts))
            .text("", |(text, _)| aligned(text))
            .text(text!("texts-head-text"), |(text, _)| &self.of.data.texts[text.text].item)
            .most(40)
            .least(12)
            .text(text!("texts-head-people"), |(text, _)| {
                (Meaning::Reference, label(text.reference))
            })
            .text(text!("texts-head-reads"), |(text, _)| (aligned(text).0, label(text.read)))
            .each(self.other(), |table, other| {
                table.text(text!("texts-head-other"), |(text, _)| {
                    let read = self.of.data.compared(other, text.text)?;
                    Some((aligned(&read).0, label(read.read)))
                })
            })
            .text(text!("texts-head-words"), |(_, excerpt)| excerpt.to_vec())
            .least(8)
            .table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_shortly_before_what_decided() {
        let text = format!("{} so the answer is B.", "一步一步想。".repeat(40));
        let at = text.find('B').unwrap();
        let [(_, before), (_, decided), (_, after)] = excerpt_around(&text, at..at + 1);
        assert!(before.starts_with('…') && before.ends_with("the answer is "));
        assert_eq!((decided.as_str(), after.as_str()), ("B", "."));
        assert_eq!(excerpt_around("B", 0..1)[0].1, "");
        assert_eq!(excerpt_around("é", 1..2)[2].1, "é", "marks that do not fit are left out");
    }
}
