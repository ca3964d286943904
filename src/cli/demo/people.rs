//! Two simulated reviewers, so that `assay agree` has data to show in the demo.
//!
//! Their names show it (`sim-reviewer-1`, `sim-reviewer-2`). Their decisions are computed from
//! hashes: in reviews they know the reference answers and some faults, in texts they read what the
//! rules `assay` read, and both make occasional mistakes. So figures about them are meaningless,
//! above all the agreement of `assay` with them.

use serde::Deserialize;

use crate::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use crate::benchmark::{HandExtraction, HandLabel, Label};
use crate::demo::chance;
use crate::evaluation::sample::{Pool, Stratum, draw_sample};
use crate::extract::{self, BuiltIn, RuleSet, extract};
use crate::queue::{DecisionContext, ExtractDesk, ExtractQueue, ReviewDesk, ReviewQueue};
use crate::store::{Annotator, Benchmark, NewSample, Sample, Store, StoreError};

const NAMES: [&str; 2] = ["sim-reviewer-1", "sim-reviewer-2"];
const HERE: DecisionContext = DecisionContext::new("made-up");

/// The share of wrong decisions of a simulated person.
const SLIPS: f64 = 0.08;

/// Adds reviews of the simulated people and, if models have answered, their labels of a sample of
/// hard texts.
pub(super) fn bring_in(store: &mut Store, benchmark: &str) -> anyhow::Result<()> {
    let benchmark = &store.the_benchmark(Some(benchmark))?;
    let sample = match store.runs(benchmark)?.is_empty() {
        true => None,
        false => Some(hard_texts(store, benchmark)?),
    };
    let planted = planted()?;
    for name in NAMES {
        let annotator = store.annotator(name)?;
        review(store, &annotator, benchmark, &planted)?;
        if let Some(sample) = &sample {
            read(store, &annotator, benchmark, sample)?;
        }
    }
    Ok(())
}

/// Draws a sample of the texts that are hard to read.
fn hard_texts(store: &mut Store, benchmark: &Benchmark) -> anyhow::Result<Sample> {
    let hard_for = BuiltIn::Rules(RuleSet::VlmevalkitLate);
    let pool = Pool { unmatched_by: Some(hard_for), ..Pool::default() };
    let new = NewSample { name: "hard".into(), rate: 0.3, seed: 1, ..NewSample::default() };
    Ok(draw_sample(store, benchmark, &pool, &[Stratum::Model], new)?.sample)
}

/// The faults of the sample that the simulated reviewers know.
#[derive(Deserialize)]
struct Planted {
    planted: Vec<PlantedQuestion>,
}

#[derive(Deserialize)]
struct PlantedQuestion {
    key: String,
    kind: ReviewVerdict,
    reason: Option<WrongReason>,
}

fn planted() -> anyhow::Result<Vec<PlantedQuestion>> {
    let file = include_str!("../../../sample_data/reviewers.toml");
    Ok(toml::from_str::<Planted>(file)?.planted)
}

fn review(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    planted: &[PlantedQuestion],
) -> Result<(), StoreError> {
    let mut desk = ReviewDesk::open(store, ReviewQueue, annotator.clone(), benchmark.clone())?;
    let mut reviews = Vec::new();
    for position in 0..desk.items().len() {
        let entry = &desk.items()[position];
        let chance = |what: &str| chance(&annotator.name, entry.key.as_str(), what);
        let reference = store.reference(entry.id)?.answer;
        let choices = store.blind_question(entry.id)?.choices;
        let other = choices.get((chance("other") * choices.len() as f64) as usize);
        let answer = match (chance("answer") < SLIPS, reference, other) {
            (false, Some(label), _) => BlindAnswer::Choice(label),
            (true, _, Some(other)) => BlindAnswer::Choice(other.label),
            _ => BlindAnswer::CannotTell,
        };
        let fault = planted.iter().find(|fault| fault.key == entry.key.as_str());
        let (verdict, reasons) = match fault {
            _ if chance("verdict") < SLIPS => {
                (ReviewVerdict::Wrong, vec![WrongReason::AmbiguousQuestion])
            }
            Some(fault) if chance("overlooked") > 3.0 * SLIPS => {
                (fault.kind, fault.reason.into_iter().collect())
            }
            _ => (ReviewVerdict::Keep, Vec::new()),
        };
        let answer = (!choices.is_empty()).then_some(answer);
        let review = ReviewDecision::new(answer, verdict, reasons);
        reviews.push((position, Act::Review(review)));
    }
    desk.commit_together(store, reviews, &HERE)
}

fn read(
    store: &mut Store,
    annotator: &Annotator,
    benchmark: &Benchmark,
    sample: &Sample,
) -> Result<(), StoreError> {
    let queue = ExtractQueue { sample: sample.clone() };
    let mut desk = ExtractDesk::open(store, queue, annotator.clone(), benchmark.clone())?;
    let mut labels = Vec::new();
    for position in 0..sample.items {
        let text = desk.load(store, position)?;
        let item = desk.item(position)?.item.clone();
        let chance = |what: &str| chance(&annotator.name, &item, what);
        let choices = text.choices.iter().map(|choice| (choice.label, choice.text.as_str()));
        let read = extract(RuleSet::Assay, &text.text, &extract::Choices::new(choices)).answer;
        let label = match read {
            _ if chance("label") < SLIPS => slip(&text.choices, chance("slip")),
            extract::Answer::Label(label) => HandLabel::Choice(label),
            extract::Answer::NoneOfThem => HandLabel::NoneOfTheChoices,
            extract::Answer::Refused => HandLabel::Refusal,
            extract::Answer::Nothing => HandLabel::Several,
        };
        let shown = text.shown.clone();
        labels.push((position, Act::Extract(HandExtraction { label, shown, evidence: None })));
    }
    desk.commit_together(store, labels, &HERE)
}

fn slip(choices: &[crate::benchmark::Choice], chance: f64) -> HandLabel {
    let labels: Vec<Label> = choices.iter().map(|choice| choice.label).collect();
    let at = (chance * (labels.len() + 1) as f64) as usize;
    labels.get(at).map_or(HandLabel::OffTopic, |&label| HandLabel::Choice(label))
}
