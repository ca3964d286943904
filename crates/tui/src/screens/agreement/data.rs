//! The data of the Agreement screens, computed once when they are opened.

use std::error::Error;
use std::sync::Arc;

use crate::messages::text;
use crate::screens::list_chrome::Head;
use crate::session::Session;
use crate::terms;
use assay_core::agreement::extraction::{
    ComparedText, ExtractionAgreement, ExtractorAgreement, Outcome, ReadText, Reference,
    extraction_agreement,
};
use assay_core::extract::BuiltIn;
use assay_core::figures::table::Meaning;
use assay_core::keyword::Keyword;
use assay_core::statistics::Plan;
use assay_store::{Benchmark, Store};
use assay_workflow::outcomes::{TextOrigin, gather_readings};

/// The texts that people read with all labels, and the agreement figures.
#[derive(Debug)]
pub(super) struct AgreementData {
    pub agreement: ExtractionAgreement,
    pub texts: Vec<ReadText>,
    /// Where each of them is stored.
    pub origins: Vec<TextOrigin>,
    /// Labels whose text is not in the database any more.
    without_text: usize,
    /// Labels that are left out, because the annotator had seen the labels of others.
    not_independent: usize,
}

/// Which texts to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// Those of a cell, by positions among the labels; `None` for any label.
    Cell { people: Option<usize>, read: Option<usize> },
    /// Those whose label by the extractor differs from the people's.
    Differing,
    /// Those of which exactly one of it and another extractor reads what people read.
    Discordant { other: usize },
}

/// Resamples and seed for the intervals of differences; shown with them.
pub(super) const PLAN: Plan = Plan { resamples: 2_000, seed: 1 };
/// The width of the interval for which a number of texts is shown.
const WIDTH: f64 = 0.05;

impl AgreementData {
    /// Computes the agreement of every extractor and every person with the majority of people.
    pub fn load(
        store: &mut Store,
        benchmark: &Benchmark,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let gathered = gather_readings(store, benchmark, None)?;
        let readings = gathered.readings;
        let agreement = extraction_agreement(&readings, &Reference::HumanMajority, PLAN, WIDTH)?;
        let (texts, origins) = (readings.texts, gathered.origins);
        let (without_text, not_independent) = (gathered.without_text, gathered.not_independent);
        Ok(AgreementData { agreement, texts, origins, without_text, not_independent })
    }

    /// Whether no text has a label.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Each extractor, then each person.
    pub fn extractors(&self) -> &[ExtractorAgreement] {
        &self.agreement.extractors
    }

    /// The labels of the scale.
    pub fn labels(&self) -> &[String] {
        &self.agreement.labels
    }

    /// Describes what the figures are computed from.
    pub fn basis(&self) -> String {
        let of = &self.agreement;
        let mut words = text!(
            "agreement-basis",
            reference = terms::reference(&of.reference),
            texts = of.items,
            people = of.ceiling.people.len()
        );
        let left_out = [
            (of.tied, text!("agreement-tied")),
            (self.without_text, text!("agreement-deleted")),
            (self.not_independent, text!("agreement-not-independent")),
        ];
        for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0) {
            words.push_str(&text!("agreement-left-out", count, what));
        }
        words
    }

    /// The position of an outcome among the labels: `none` and `nothing` are the last two.
    pub fn label_position(&self, outcome: Outcome) -> usize {
        let letters = self.labels().len().saturating_sub(2);
        match outcome {
            Outcome::Letter(label) => label.index(),
            Outcome::None => letters,
            Outcome::Nothing => letters + 1,
        }
    }

    /// The label of most people; `None` for a tie.
    pub fn majority(&self, text: usize) -> Option<Outcome> {
        // The first extractor is built in: it reads every text that has a majority.
        Some(self.compared(0, text)?.reference)
    }

    /// What an extractor read from a text and what it is compared with.
    pub fn compared(&self, extractor: usize, text: usize) -> Option<ComparedText> {
        let all = &self.extractors().get(extractor)?.compared;
        let at = all.binary_search_by_key(&text, |compared| compared.text).ok()?;
        Some(all[at])
    }
}

/// The figures of one extractor or person.
#[derive(Clone)]
pub(super) struct OneExtractor {
    pub data: Arc<AgreementData>,
    /// Its position among the extractors.
    pub at: usize,
}

impl OneExtractor {
    pub fn figures(&self) -> &ExtractorAgreement {
        &self.data.extractors()[self.at]
    }

    pub fn name(&self) -> &str {
        &self.figures().extractor
    }

    /// The lines above a part of its figures.
    pub fn head(&self, part: &str, session: &Session) -> Head {
        Head::new(text!("agreement-what"), Some(part), self.data.basis(), session)
    }

    /// The built-in extractor, if it is one.
    pub fn built_in(&self) -> Option<BuiltIn> {
        let is_built_in = matches!(self.figures().sort, "rules" | "lexical");
        is_built_in.then(|| BuiltIn::from_name(self.name()).ok()).flatten()
    }

    /// The selected texts.
    pub fn listed(&self, selection: Selection) -> Vec<ComparedText> {
        let is_selected = |text: &&ComparedText| {
            let is_aligned = text.reference == text.read;
            match selection {
                Selection::Cell { people, read } => {
                    people.is_none_or(|label| label == self.data.label_position(text.reference))
                        && read.is_none_or(|label| label == self.data.label_position(text.read))
                }
                Selection::Differing => !is_aligned,
                Selection::Discordant { other } => self
                    .data
                    .compared(other, text.text)
                    .is_some_and(|of| is_aligned != (of.reference == of.read)),
            }
        };
        self.figures().compared.iter().filter(is_selected).copied().collect()
    }

    /// Describes the selected texts.
    pub fn describe(&self, selection: Selection) -> String {
        let name = self.name();
        let label = |at: usize| terms::label(&self.data.labels()[at]);
        match selection {
            Selection::Cell { people: None, read: None } => {
                text!("agreement-all-texts", name)
            }
            Selection::Cell { people: Some(people), read: None } => {
                text!("agreement-row", name, people = label(people))
            }
            Selection::Cell { people: None, read: Some(read) } => {
                text!("agreement-column", name, read = label(read))
            }
            Selection::Cell { people: Some(people), read: Some(read) } => {
                text!("agreement-cell", name, read = label(read), people = label(people))
            }
            Selection::Differing => text!("agreement-differs", name),
            Selection::Discordant { other } => {
                text!("agreement-discordant", name, other = self.data.extractors()[other].extractor)
            }
        }
    }
}

/// Whether a label is that of most people, as a sign and its colour.
pub(super) fn aligned(compared: &ComparedText) -> (Meaning, &'static str) {
    match compared.read == compared.reference {
        true => (Meaning::Agree, "✓"),
        false => (Meaning::Disagree, "✗"),
    }
}
