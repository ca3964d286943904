//! One question as one model answered it: loaded from the database and laid out in lines, one block
//! for each pass. A pass with a failed request shows the server's message.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::data::AnsweredQuestions;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::theme::{Theme, Tone};
use crate::widgets::marked::{Mark, answer_lines};
use crate::widgets::wrap::{hanging, styled_lines};
use assay_core::benchmark::{
    AnswerRule, Choice, ChoiceOrder, Label, Pass, Prediction, PredictionStatus, ShortAnswer,
};
use assay_core::extract::{Answer, Choices, Extraction, RuleSet, extract_answer};
use assay_core::score::ExtractedLabel;
use assay_core::short::{ShortVerdict, is_graded, judge};
use assay_core::visible::visible_line;
use assay_store::{BlindQuestion, FailedRequest, Result, Reveal, ShownAnswers, Store};

/// A question with a model's predictions.
pub(super) struct QuestionDetail {
    pub question: BlindQuestion,
    reveal: Reveal,
    /// Each pass with its prediction, or without one because the last request failed.
    pub passes: Vec<(Pass, Result<PassDetail, FailedRequest>)>,
    rules: RuleSet,
    /// There are predictions, but for an earlier revision of the question.
    is_outdated: bool,
}

/// A pass with a prediction.
pub(super) struct PassDetail {
    prediction: Prediction,
    extraction: Extraction,
    reference: Option<Label>,
    /// The rule of a short answer, and what it reads.
    short: Option<(AnswerRule, Option<ShortVerdict>)>,
}

impl QuestionDetail {
    /// Loads a question for this annotator; first records that they see its answers.
    pub fn load(of: &AnsweredQuestions, question: usize, session: &mut Session) -> Result<Self> {
        session.record_seen(&[of.data.compared.ids[question]], ShownAnswers::MODELS)?;
        Self::read(of, question, &session.store)
    }

    /// Reads a question whose answers the annotator is known to have seen.
    pub fn read(of: &AnsweredQuestions, question: usize, store: &Store) -> Result<Self> {
        let compared = &of.data.compared;
        let id = compared.ids[question];
        let reveal = store.reference(id)?;
        let run = of.line().run;
        let is_known = !compared.models[run].question(question).is_empty();
        let predictions = store.predictions(&compared.runs[run], id)?;
        let mut failed = store.failed_requests(&compared.runs[run], Some(id))?;
        failed.retain(|request| predictions.iter().all(|there| there.pass != request.pass));
        let blind = store.blind_question(id)?;
        let rules = compared.rules;
        let short = reveal.short.as_ref().filter(|short| short.has_reference());
        let asked = |prediction: Prediction| {
            if let Some(short) = short {
                return (prediction.pass, Ok(PassDetail::of_short(prediction, short)));
            }
            let choices = Choices::new(shown(&prediction.order, &blind.choices));
            let extraction = extract_answer(rules, &prediction.text, &choices);
            let reference =
                reveal.answer.and_then(|answer| prediction.order.shown_label_of(answer));
            (prediction.pass, Ok(PassDetail { prediction, extraction, reference, short: None }))
        };
        let is_outdated = !is_known && !predictions.is_empty();
        let mut passes: Vec<_> = match is_outdated {
            true => Vec::new(),
            false => predictions.into_iter().map(asked).collect(),
        };
        passes.extend(failed.into_iter().map(|request| (request.pass, Err(request))));
        passes.sort_by_key(|(pass, _)| *pass);
        Ok(QuestionDetail { question: blind, reveal, passes, rules, is_outdated })
    }

    /// The question, its reference answer, and why passes are missing if there are none.
    pub fn head(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = question_lines(&self.question, &self.reveal, width, theme);
        let missing = match (self.passes.is_empty(), self.is_outdated) {
            (true, true) => text!("detail-outdated"),
            (true, false) => text!("detail-not-asked"),
            (false, _) => return lines,
        };
        lines.extend(styled_lines(missing, width, theme.warning));
        lines
    }

    /// A pass: whether it is right, the choices as the model saw them, its text; or the server's
    /// message instead.
    pub fn pass(&self, at: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        match &self.passes[at].1 {
            Ok(asked) => self.answered(asked, width, theme),
            Err(request) => failed(request, width, theme),
        }
    }

    fn answered(&self, asked: &PassDetail, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let (word, tone) = asked.verdict(theme);
        let heading = match asked.short {
            Some((rule, _)) => text!("detail-short", rule),
            None => text!("detail-pass", pass = terms::pass_number(asked.prediction.pass)),
        };
        let mut lines =
            vec![Line::from(vec![Span::styled(heading, theme.heading), Span::styled(word, tone)])];
        let said = match asked.extraction.answer {
            Answer::Label(label) => Some(label),
            Answer::NoneOfThem | Answer::Refused | Answer::Nothing => None,
        };
        let choices = readable_choices(&self.question);
        for (label, text) in shown(&asked.prediction.order, &choices) {
            let (is_right, is_said) = (asked.reference == Some(label), said == Some(label));
            let sign = match (is_right, is_said) {
                (true, true) => "✓▸",
                (true, false) => "✓ ",
                (false, true) => " ▸",
                (false, false) => "  ",
            };
            let style: Style = match (is_right, is_said) {
                (true, _) => theme.reference.into(),
                (false, true) => theme.own.into(),
                (false, false) => theme.text.into(),
            };
            let text = if text.trim().is_empty() { text!("card-see-picture") } else { text };
            let before = format!("{sign}{label}");
            lines.extend(hanging(&before, style, text, style, (5, width)));
        }
        let evidence = asked.extraction.evidence.clone();
        let marks: Vec<Mark> =
            evidence.map(|bytes| (bytes, theme.matched.into())).into_iter().collect();
        lines.extend(answer_lines(&asked.prediction.text, &marks, width, theme));
        if !asked.is_open() {
            let (rules, how) = match &asked.short {
                Some((rule, verdict)) => {
                    (rule.to_string(), describe_short(*rule, verdict.as_ref()))
                }
                None => (self.rules.to_string(), describe_extraction(asked)),
            };
            let how = text!("detail-read-by", how, rules);
            lines.extend(styled_lines(&how, width, theme.dim));
        }
        lines
    }
}

impl PassDetail {
    fn of_short(prediction: Prediction, short: &ShortAnswer) -> Self {
        let is_there = prediction.status == PredictionStatus::Ok;
        let verdict = is_there.then(|| judge(short, &prediction.text)).flatten();
        let read = ExtractedLabel::from_short_answer(prediction.status, verdict.as_ref());
        PassDetail {
            prediction,
            extraction: Extraction { answer: read.answer, ..Extraction::NOTHING },
            reference: Some(ExtractedLabel::ACCEPTED),
            short: Some((short.rule, verdict)),
        }
    }

    /// Whether the question was an open one: nothing is read from its answer.
    fn is_open(&self) -> bool {
        self.short.is_none() && self.prediction.order.labels().is_empty()
    }

    fn verdict(&self, theme: &Theme) -> (&'static str, Tone) {
        match self.extraction.answer.is_right(self.reference) {
            Some(true) => (text!("detail-right"), theme.agree),
            Some(false) => (text!("detail-wrong"), theme.disagree),
            None if self.prediction.failed() => (text!("detail-request-failed"), theme.warning),
            None if self.is_open() => (text!("detail-open"), theme.dim),
            None => (text!("detail-not-read"), theme.warning),
        }
    }
}

/// A question, its reference answer, and the remark of its makers.
pub(in crate::screens) fn question_lines(
    question: &BlindQuestion,
    reveal: &Reveal,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let texts = MarkedTexts::new(question);
    let mut lines = styled_lines(&texts.stem.readable(), width, Style::from(theme.text).bold());
    if let Some(hint) = question.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
        lines.extend(styled_lines(&text!("detail-hint", hint), width, theme.text));
    }
    let accepted = reveal.short.as_ref().filter(|short| short.has_reference());
    let reference = match reveal.answer {
        None => match accepted {
            Some(short) => text!("detail-accepted", answers = terms::accepted(short)),
            None => text!("detail-no-reference").to_owned(),
        },
        Some(answer) => {
            let choices = readable_choices(question);
            let choice = choices.iter().find(|choice| choice.label == answer);
            let text =
                choice.map_or(text!("detail-not-among-choices"), |choice| choice.text.as_str());
            text!("detail-reference", answer, text)
        }
    };
    lines.extend(styled_lines(&reference, width, theme.reference));
    if let Some(comment) = reveal.comment.as_deref().filter(|text| !text.trim().is_empty()) {
        let comment = text!("detail-comment", comment);
        lines.extend(styled_lines(&comment, width, theme.dim));
    }
    lines
}

/// The message of the server or the network in place of an answer.
fn failed(request: &FailedRequest, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(vec![
        Span::styled(text!("detail-pass", pass = terms::pass_number(request.pass)), theme.heading),
        Span::styled(text!("detail-request-failed"), theme.warning),
    ])];
    lines.extend(styled_lines(terms::failure(&request.kind), width, theme.warning));
    lines.push(Line::styled("┄".repeat(width), theme.border));
    lines.extend(styled_lines(&request.message, width, theme.text));
    let attempts = text!("detail-attempts", count: request.attempts);
    let when = text!("detail-asks-again", attempts, created = request.created);
    lines.extend(styled_lines(&when, width, theme.dim));
    lines
}

/// The value of a short answer, with its score where the rule has grades.
fn describe_short(rule: AnswerRule, verdict: Option<&ShortVerdict>) -> String {
    let Some(ShortVerdict { value, score }) = verdict else {
        return text!("evidence-nothing-read").to_owned();
    };
    let value = visible_line(value);
    match is_graded(rule) {
        true => text!("detail-short-graded", value, score = format!("{score:.2}")),
        false => text!("detail-short-value", value),
    }
}

/// The extracted label, and the step that found it.
fn describe_extraction(asked: &PassDetail) -> String {
    let step = terms::step(asked.extraction.step);
    match asked.extraction.answer {
        Answer::Label(label) => text!("detail-read", label, step),
        Answer::NoneOfThem => text!("detail-read-none", step),
        Answer::Refused => text!("detail-refused", step),
        Answer::Nothing => text!("evidence-nothing-read").to_owned(),
    }
}

/// The choices of a question with readable marks of pictures.
fn readable_choices(question: &BlindQuestion) -> Vec<Choice> {
    let texts = MarkedTexts::new(question);
    let choices = question.choices.iter().zip(&texts.choices);
    let choices = choices
        .map(|(choice, words)| Choice { label: choice.label, text: words.readable().into_owned() });
    choices.collect()
}

/// The choices of a question as an order shows them.
fn shown<'a>(order: &ChoiceOrder, choices: &'a [Choice]) -> impl Iterator<Item = (Label, &'a str)> {
    let text = |original: Label| choices.iter().find(|choice| choice.label == original);
    let pairs: Vec<_> = order.shown().collect();
    pairs
        .into_iter()
        .filter_map(move |(label, original)| Some((label, text(original)?.text.as_str())))
}
