//! The evidence against a question in lines: each flag with its models and their passes, each
//! finding of a reviewer. The deciding words in the models' texts are marked.

use ratatui::text::{Line, Span};

use super::marked::{Mark, marked_lines};
use super::wrap::styled_lines;
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use assay_core::benchmark::decision::Act;
use assay_core::visible::{visible, visible_line};
use assay_store::{Benchmark, BlindQuestion, Flag, Store, StoreError};
use assay_workflow::outcomes::evidence::{ShownModel, ShownPass, models_behind};
use assay_workflow::outcomes::flag_evidence::{EvidencePass, FlagFinding, share_of_models};
use assay_workflow::outcomes::verification::{Finding, Suspicion};

/// The evidence against one question.
#[derive(Clone, Debug, Default)]
pub struct EvidenceText {
    flags: Vec<(String, Vec<ShownModel>)>,
    findings: Vec<Finding>,
}

impl EvidenceText {
    /// Loads the order in which the models saw the choices, which the evidence needs.
    pub fn load(
        store: &Store,
        benchmark: &Benchmark,
        question: &BlindQuestion,
        suspicion: &Suspicion,
    ) -> Result<Self, StoreError> {
        let (runs, mut flags) = (store.runs(benchmark)?, Vec::new());
        for flag in suspicion.flags_by_strength() {
            let models = models_behind(store, flag, question.id, &question.choices, &runs)?;
            flags.push((describe_flag(flag), models));
        }
        Ok(EvidenceText { flags, findings: suspicion.findings.clone() })
    }

    /// The evidence for output that is read from top to bottom: harmless, further lines indented, the
    /// words that decided between » and «.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        let mut push = |line: &str| {
            text.push_str(&visible(line.trim_end()).replace('\n', "\n    "));
            text.push('\n');
        };
        self.findings.iter().for_each(|finding| push(&describe_finding(finding)));
        for (heading, models) in &self.flags {
            push(heading);
            for model in models {
                push(&text!("evidence-model", model = model.model, verdict = verdict(model)));
                for pass in &model.passes {
                    push(&describe_pass(pass));
                    push(&format!("    {}", with_mark(pass)));
                }
            }
        }
        text
    }

    /// The evidence in lines of `width` cells.
    pub fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for finding in &self.findings {
            lines.extend(styled_lines(&describe_finding(finding), width, theme.warning));
        }
        for (heading, models) in &self.flags {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.extend(styled_lines(heading, width, theme.warning));
            for model in models {
                let (sign, tone) = match model.correct {
                    Some(true) => ("✓", theme.agree),
                    Some(false) => ("✗", theme.disagree),
                    None => ("?", theme.warning),
                };
                lines.push(Line::from(vec![
                    Span::styled(format!("{} ", visible_line(&model.model)), theme.heading),
                    Span::styled(format!("{sign} {}", verdict(model)), tone),
                ]));
                for pass in &model.passes {
                    lines.extend(pass_lines(pass, width, theme));
                }
            }
        }
        lines
    }
}

/// `⚑ text-only · rule majority · 100 % of the models`.
fn describe_flag(flag: &Flag) -> String {
    let mut words = text!("evidence-flag", kind = terms::flag(flag.kind), rule = flag.rule);
    if let Some(share) = share_of_models(flag) {
        words.push_str(&text!("evidence-share", share = format!("{:.0}", 100.0 * share)));
    }
    if let Some(found) = FlagFinding::from_flag(flag).contradiction {
        let [strength, chance] = [found.strength, found.chance].map(|one| format!("{one:.3}"));
        words += &text!("evidence-contradiction", choice = found.choice, strength, chance);
    }
    words
}

fn describe_finding(finding: &Finding) -> String {
    let Finding { reviewer, review } = finding;
    let reasons = terms::reasons_and_category(&Act::Review(review.clone()));
    let reasons = match reasons.is_empty() {
        true => String::new(),
        false => format!("{}{}", text!("terms-colon"), terms::list(&reasons)),
    };
    let note = review.note.as_ref().map(|note| text!("evidence-note", note)).unwrap_or_default();
    let verdict = terms::verdict(review.verdict);
    match review.answer.map(terms::answer) {
        Some(answer) => text!("evidence-reviewer", reviewer, answer, verdict, reasons, note),
        None => text!("evidence-open-reviewer", reviewer, verdict, reasons, note),
    }
}

fn verdict(model: &ShownModel) -> &'static str {
    match model.correct {
        Some(true) => text!("evidence-right"),
        Some(false) => text!("evidence-wrong"),
        None => text!("evidence-open"),
    }
}

/// The text of a pass with the words that decided set apart.
fn with_mark(pass: &ShownPass) -> String {
    let parts = pass.mark.as_ref().and_then(|bytes| {
        let text = &pass.stored.text;
        let (before, after) = (text.get(..bytes.start)?, text.get(bytes.end..)?);
        Some(format!("{before}»{}«{after}", text.get(bytes.clone())?))
    });
    parts.unwrap_or_else(|| pass.stored.text.clone())
}

/// `Pass 1 · shown BCDA · read A, right is D`.
fn describe_pass(pass: &ShownPass) -> String {
    let order = pass.order.as_ref().map(|order| text!("evidence-shown", order)).unwrap_or_default();
    let EvidencePass { pass: number, label, answer, .. } = &pass.stored;
    let number = terms::pass_number(*number);
    let read = match label {
        Some(label) => text!("evidence-read", label),
        None if pass.is_refusal => text!("evidence-refused").to_owned(),
        None => text!("evidence-nothing-read").to_owned(),
    };
    let right = match (label, answer) {
        (Some(label), Some(reference)) if *label == reference.letter() => " ✓".to_owned(),
        (_, Some(reference)) => text!("message-right-is-reference", reference),
        (_, None) => String::new(),
    };
    text!("evidence-pass", number, order, read, right)
}

/// How a pass was asked and read, and below it the text.
fn pass_lines(pass: &ShownPass, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = styled_lines(&format!(" {}", describe_pass(pass)), width, theme.dim);
    if pass.stored.text.trim().is_empty() {
        lines.push(Line::styled(text!("evidence-empty"), theme.dim));
        return lines;
    }
    let marks: Vec<Mark> =
        pass.mark.iter().map(|bytes| (bytes.clone(), theme.matched.into())).collect();
    let inner = width.saturating_sub(3).max(8);
    for mut line in marked_lines(&pass.stored.text, &marks, inner, theme.text.into()) {
        line.spans.insert(0, Span::raw("   "));
        lines.push(line);
    }
    lines
}
