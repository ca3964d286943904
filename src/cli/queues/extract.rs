//! The commands of the extract queue.

use clap::Args;

use crate::benchmark::decision::Act;
use crate::benchmark::{HandLabel, Label, PredictionName};
use crate::cli::annotate::SessionFlags;
use crate::cli::names::Decider;
use crate::cli::{Shared, decisions};
use crate::queue::steps::{EXTRACT, Input, Refusal};
use crate::queue::{ExtractQueue, OpenedText, extract};
use crate::store::StoreError;
use crate::tui::screens::queue::QueueAtHome;

/// Read what models wrote: which choice does each text choose?
#[derive(Debug, Args)]
pub(crate) struct AnnotateExtract {
    /// Which sample; without it, the newest
    #[arg(long, value_name = "NAME")]
    sample: Option<String>,
    /// Mark labels and choices in the texts; what is read with marks is known as such
    #[arg(long)]
    hints: bool,
    #[command(flatten)]
    session: SessionFlags,
}

impl AnnotateExtract {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        // The name of a sample is one of a certain benchmark.
        let may_choose = self.sample.is_none();
        let Some(session) = self.session.open(shared, may_choose)? else { return Ok(()) };
        if session.options.asks_for_benchmark {
            return session.show(Some(ExtractQueue::OPEN), None, self.hints);
        }
        let sample = session.store.the_sample(&session.benchmark, self.sample.as_deref())?;
        match session.is_plain {
            true => session.converse(ExtractQueue { sample }),
            false => session.show(Some(ExtractQueue::OPEN), Some(sample), self.hints),
        }
    }
}

/// Say which choice a model's text chooses
#[derive(Debug, Args)]
pub(crate) struct DecideExtract {
    /// The prediction: KEY/MODEL/PASS, and /text behind it where the model saw no pictures
    prediction: PredictionName,
    #[command(flatten)]
    decider: Decider,
    /// The letter as shown in that pass, Z (none of the choices), refusal, several or off-topic
    #[arg(long, value_name = "LABEL")]
    label: String,
    /// The bytes of the text that decided, for instance 12-18
    #[arg(long, value_name = "START-END", value_parser = byte_span)]
    evidence: Option<(usize, usize)>,
}

impl DecideExtract {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator, found) =
            self.decider.open_and(shared, |store, benchmark, annotator| {
                let Some(text) = store.shown_text(benchmark, &self.prediction, None)? else {
                    return Ok(None);
                };
                let blind = store.blind_text(annotator, text.prediction_id)?;
                Ok(Some((text, OpenedText { text: blind, note: None })))
            })?;
        let Some((text, item)) = found else {
            anyhow::bail!("{} has no prediction {}", benchmark.name, self.prediction);
        };
        let has_choice_z = text.choices.iter().any(|choice| choice.label.letter() == 'Z');
        let label = match self.label.as_str() {
            "z" | "Z" if !has_choice_z => HandLabel::NoneOfTheChoices,
            label => label.parse()?,
        };
        let inputs = vec![Input::Evidence(self.evidence), Input::Label(label)];
        let refused = |refusal: Refusal| {
            StoreError::Refused(match refusal {
                Refusal::NoSuchChoice(label) => {
                    format!("{} was shown without a choice {label}", text.name)
                }
                _ => format!("{} takes a label", text.name),
            })
        };
        let act = EXTRACT.decide(item, inputs).map_err(refused)?;
        let mut row = extract::decide_by_name(&mut store, &annotator, &text, act)?;
        // Scripts say Z and read Z; history keeps the word, which no choice can be mistaken for.
        if let (Act::Extract(printed), Some(z), false) =
            (&mut row.act, Label::from_letter('Z'), has_choice_z)
            && printed.label == HandLabel::NoneOfTheChoices
        {
            printed.label = HandLabel::Choice(z);
        }
        decisions::print_row(&row);
        Ok(())
    }
}

fn byte_span(text: &str) -> Result<(usize, usize), String> {
    let ends = text
        .split_once('-')
        .and_then(|(start, end)| Some((start.parse().ok()?, end.parse().ok()?)));
    ends.filter(|(start, end)| start < end)
        .ok_or_else(|| "expected two numbers such as 12-18".into())
}
