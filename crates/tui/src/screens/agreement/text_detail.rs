//! One text with all labels: loaded from the database and laid out in lines.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::data::OneExtractor;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::marked::{Mark, answer_lines};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::{cut, hanging, styled_lines};
use assay_core::agreement::extraction::{ComparedText, Outcome};
use assay_core::benchmark::{Label, QuestionPicture};
use assay_core::extract::{Answer, BuiltIn, Choices};
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_store::{BlindQuestion, Result, ShownAnswers, ShownText, Store, pictures_as_shown};

/// A text with all labels.
pub(super) struct TextDetail {
    question: BlindQuestion,
    text: ShownText,
    /// The pictures, in order, those that are choices with the letters that the model saw.
    pub pictures: Vec<QuestionPicture>,
    /// The letter of the right choice as the model saw the choices.
    answer: Option<Label>,
    /// The extractor whose texts are listed.
    extractor: String,
    readings: Vec<GivenLabel>,
    majority: Option<Outcome>,
}

/// The label that one extractor or person gave the text.
struct GivenLabel {
    who: String,
    is_person: bool,
    /// The label as they gave it.
    label: String,
    outcome: Outcome,
    /// By which step, or why.
    how: String,
    span: Option<Range<usize>>,
}

impl TextDetail {
    /// Loads a text for this annotator; first records that they see its labels.
    pub fn load(of: &OneExtractor, compared: &ComparedText, session: &mut Session) -> Result<Self> {
        let origin = &of.data.origins[compared.text];
        session.record_seen(&[origin.question_id], ShownAnswers::ALL)?;
        Self::read(of, compared, &session.store)
    }

    /// Reads a text whose labels the annotator is known to have seen.
    pub fn read(of: &OneExtractor, compared: &ComparedText, store: &Store) -> Result<Self> {
        let origin = &of.data.origins[compared.text];
        let text = store.shown_text_of(origin.prediction_id)?;
        let answer = store.reference(origin.question_id)?.answer;
        let people = of.data.texts[compared.text].people.iter().zip(&origin.spans);
        let mut readings: Vec<GivenLabel> = people
            .map(|((name, label), span)| GivenLabel {
                who: name.clone(),
                is_person: true,
                label: label.to_string(),
                outcome: (*label).into(),
                how: String::new(),
                span: span.clone(),
            })
            .collect();
        readings.extend(BuiltIn::all().map(|of| built_in(of, &text)));
        let kept = store.extractions_of(origin.prediction_id)?.into_iter();
        readings.extend(kept.map(|kept| {
            extracted(kept.extractor, kept.answer, kept.evidence.unwrap_or_default(), None)
        }));
        let question = store.blind_question(origin.question_id)?;
        Ok(TextDetail {
            pictures: pictures_as_shown(&question.pictures, &text.order),
            question,
            answer: answer.and_then(|answer| text.order.shown_label_of(answer)),
            text,
            extractor: of.name().to_owned(),
            readings,
            majority: of.data.majority(compared.text),
        })
    }

    /// The question and the choices as the model saw them.
    pub fn question(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        if let Some(hint) = self.question.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            lines.extend(styled_lines(&text!("detail-hint", hint), width, theme.dim));
        }
        let texts = MarkedTexts::as_shown(&self.question.stem, &self.text.choices, &self.pictures);
        lines.extend(styled_lines(&texts.stem.readable(), width, Style::from(theme.text).bold()));
        for (label, words) in texts.shown_choices() {
            let is_right = self.answer == Some(label);
            let style: Style = if is_right { theme.reference.into() } else { theme.text.into() };
            let before = format!("{}{label}", if is_right { "✓ " } else { "  " });
            lines.extend(hanging(&before, style, &words, style, (5, width)));
        }
        if self.answer.is_some() {
            lines.push(Line::styled(cut(text!("texts-reference"), width), theme.dim));
        }
        lines
    }

    /// The labels: people, then extractors with a sign that shows whether they read what most
    /// people read.
    pub fn labels(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let most = match self.majority {
            Some(outcome) => text!("texts-most-people", label = terms::label(&outcome.name())),
            None => text!("texts-tied").to_owned(),
        };
        let aligned = |read: &GivenLabel| match self.majority {
            _ if read.is_person => (Meaning::Reference, " "),
            None => (Meaning::Plain, " "),
            Some(majority) if majority == read.outcome => (Meaning::Agree, "✓"),
            Some(_) => (Meaning::Disagree, "✗"),
        };
        let who = |read: &GivenLabel| match read.who == self.extractor {
            true => Meaning::Selected,
            false => Meaning::Plain,
        };
        let table = Table::over(&self.readings)
            .text("", aligned)
            .text("", |read| (who(read), &read.who))
            .least(8)
            .text("", |read| (aligned(read).0, terms::label(&read.label)))
            .text("", |read| (Meaning::Dim, &read.how))
            .least(1);
        table_lines(&table.titled(most), width, theme)
    }

    /// The model's text, with the words marked from which the extractor and people took the label.
    pub fn text(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let name = &self.text.name;
        let head = text!("texts-wrote", model = name.model, pass = terms::pass_number(name.pass));
        let mut lines = vec![Line::styled(cut(&head, width), theme.heading)];
        let (found, by_hand): (Style, Style) = (theme.matched.into(), theme.own.into());
        let marked = |read: &&GivenLabel| read.span.is_some();
        let people: Vec<&GivenLabel> =
            self.readings.iter().filter(|read| read.is_person).filter(marked).collect();
        let mut extractors = self.readings.iter().filter(|read| !read.is_person).filter(marked);
        let own = extractors.find(|read| read.who == self.extractor);
        let marks = people.iter().map(|read| (*read, by_hand)).chain(own.map(|read| (read, found)));
        let marks: Vec<Mark> =
            marks.filter_map(|(read, style)| Some((read.span.clone()?, style))).collect();
        let mut legend = Vec::new();
        if own.is_some() {
            let words = text!("texts-read-here", extractor = self.extractor);
            legend.extend([Span::styled(cut(&words, width), found), Span::raw("  ")]);
        }
        if !people.is_empty() {
            let names: Vec<&str> = people.iter().map(|read| read.who.as_str()).collect();
            let words = text!("texts-marked-by", names = terms::list(&names));
            legend.push(Span::styled(cut(&words, width), by_hand));
        }
        lines.extend((!legend.is_empty()).then(|| Line::from(legend)));
        lines.extend(answer_lines(&self.text.text, &marks, width, theme));
        lines
    }
}

fn built_in(of: BuiltIn, text: &ShownText) -> GivenLabel {
    let extraction = of.read(&text.text, &Choices::from_shown(&text.choices));
    let step = terms::step(extraction.step);
    let how = if extraction.answer == Answer::Nothing { "" } else { step };
    extracted(of.name().to_owned(), extraction.answer, how.to_owned(), extraction.evidence)
}

fn extracted(who: String, answer: Answer, how: String, span: Option<Range<usize>>) -> GivenLabel {
    let outcome = Outcome::from(answer);
    let label = if answer == Answer::Refused { "refusal".to_owned() } else { outcome.name() };
    GivenLabel { who, is_person: false, label, outcome, how, span }
}
