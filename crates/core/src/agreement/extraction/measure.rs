//! Measures each extractor and each person against the reference.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Outcome, ReadText, Readings, Reference};
use crate::agreement::{
    Categories, Comparison, Metric, RatingTableBuilder, TableError, Tallies, Weights, against,
    alpha, confusion_of, gwet_ac1, kappa,
};
use crate::benchmark::Label;
use crate::extract::Extractor;
use crate::statistics::{Plan, Statistic};

/// One extractor, or one person, against the reference.
#[derive(Clone, Debug, Serialize)]
pub struct ExtractorAgreement {
    /// Its name.
    pub extractor: String,
    /// `rules`, `lexical`, `model` or `person`.
    pub sort: &'static str,
    /// Texts that it and the reference read.
    pub n: usize,
    /// The number of them from which it read nothing.
    pub nothing: usize,
    /// The alignment rate: the share equal to the reference, with Wilson's interval.
    pub alignment: Statistic,
    /// The same among the texts from which it read something.
    pub alignment_where_read: Statistic,
    pub kappa: Statistic,
    /// Gwet's AC1 over all labels of the scale.
    pub gwet_ac1: Statistic,
    pub alpha: Statistic,
    /// By the model that wrote the texts.
    pub by_model: Vec<Part>,
    /// By what the people say the text is: `choice`, `none`, `refusal`, `several`, `off-topic`.
    pub by_kind: Vec<Part>,
    /// Rows reference, columns extractor, in the order of the labels.
    pub confusion: Vec<Vec<u32>>,
    /// The texts on which it differs from the reference.
    pub disagreements: Vec<Disagreement>,
    /// Every text that these figures are computed from, for inspection; not printed.
    #[serde(skip)]
    pub compared: Vec<ComparedText>,
}

/// One text as the reference and an extractor read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedText {
    /// Its position among [`Readings::texts`].
    pub text: usize,
    /// What the reference read; for a person, what the others did.
    pub reference: Outcome,
    /// What the extractor read.
    pub read: Outcome,
}

/// The alignment on a part of the texts.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The name of the part.
    pub name: String,
    /// The alignment rate.
    pub alignment: Statistic,
}

/// A text that was read differently.
#[derive(Clone, Debug, Serialize)]
pub struct Disagreement {
    /// The prediction's name.
    pub item: String,
    /// What the reference read.
    pub reference: String,
    /// What the extractor read.
    pub extractor: String,
}

/// The texts with a reference reading.
pub(super) struct Settled<'a> {
    pub texts: Vec<SettledText<'a>>,
    pub tied: usize,
    pub not_read: usize,
    by_majority: bool,
}

#[derive(Clone, Copy)]
pub(super) struct SettledText<'a> {
    /// Its position among the readings.
    at: usize,
    pub text: &'a ReadText,
    pub reference: Outcome,
}

pub(super) fn settle<'a>(readings: &'a Readings, reference: &Reference) -> Settled<'a> {
    let by_majority = *reference == Reference::HumanMajority;
    let mut settled = Settled { texts: Vec::new(), tied: 0, not_read: 0, by_majority };
    for (at, text) in readings.texts.iter().enumerate() {
        let outcome = match reference {
            Reference::HumanMajority => {
                most_frequent(text.people.iter().map(|(_, label)| (*label).into()))
            }
            Reference::Person(name) => {
                text.people.iter().find(|(of, _)| of == name).map(|(_, label)| (*label).into())
            }
        };
        match outcome {
            Some(reference) => settled.texts.push(SettledText { at, text, reference }),
            None if by_majority => settled.tied += 1,
            None => settled.not_read += 1,
        }
    }
    settled
}

/// The value that is more frequent than any other.
fn most_frequent<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    let most = counts.values().copied().max()?;
    let mut first = counts.iter().filter(|&(_, &count)| count == most).map(|(value, _)| *value);
    let value = first.next();
    if first.next().is_some() { None } else { value }
}

/// The kind of answer, according to the people who agree with the reference.
fn kind_of(text: &ReadText, reference: Outcome) -> &'static str {
    let agreeing = text.people.iter().filter(|(_, label)| Outcome::from(*label) == reference);
    most_frequent(agreeing.map(|(_, label)| label.kind())).unwrap_or("no choice, kinds differ")
}

/// The letters up to the last that any text was shown with, then `none` and `nothing`.
pub(super) fn labels(readings: &Readings) -> Vec<String> {
    let most = readings.texts.iter().map(|text| text.order.labels().len()).max().unwrap_or(0);
    let read = readings.texts.iter().flat_map(|text| text.extractors.iter().flatten());
    let beyond = read.filter_map(|answer| match Outcome::from(*answer) {
        Outcome::Letter(label) => Some(label.index() + 1),
        Outcome::None | Outcome::Nothing => None,
    });
    let letters = Label::all().take(beyond.max().unwrap_or(0).max(most));
    letters
        .map(Outcome::Letter)
        .chain([Outcome::None, Outcome::Nothing])
        .map(Outcome::name)
        .collect()
}

pub(super) fn all_measured(
    readings: &Readings,
    settled: &Settled<'_>,
    labels: &[String],
) -> Result<Vec<ExtractorAgreement>, TableError> {
    let of_extractors = readings.extractors.iter().enumerate().map(|(at, extractor)| {
        let read = |text: &ReadText| (*text.extractors.get(at)?).map(Outcome::from);
        measured(extractor, readings, compared(&settled.texts, read), labels)
    });
    let of_people = readings.people().into_iter().map(|name| {
        let without: Vec<SettledText<'_>> = match settled.by_majority {
            true => {
                let texts = readings.texts.iter().enumerate();
                texts.filter_map(|(at, text)| settled_by_others(at, text, name)).collect()
            }
            false => settled.texts.clone(),
        };
        let read = |text: &ReadText| {
            text.people.iter().find(|(of, _)| of == name).map(|(_, own)| Outcome::from(*own))
        };
        let person = Extractor::Person(name.to_owned());
        measured(&person, readings, compared(&without, read), labels)
    });
    of_extractors.chain(of_people).collect()
}

/// A text with the majority of the other people as reference. Texts on which all people together are
/// tied are included, so that a person is not measured only on texts on which the others agree with
/// them.
fn settled_by_others<'a>(at: usize, text: &'a ReadText, name: &str) -> Option<SettledText<'a>> {
    let others = text.people.iter().filter(|(of, _)| of != name);
    let reference = most_frequent(others.map(|(_, label)| Outcome::from(*label)))?;
    Some(SettledText { at, text, reference })
}

/// The texts from which the measured one read something or nothing, and was asked.
fn compared(
    texts: &[SettledText<'_>],
    read: impl Fn(&ReadText) -> Option<Outcome>,
) -> Vec<ComparedText> {
    let compared = |settled: &SettledText<'_>| {
        let (text, reference) = (settled.at, settled.reference);
        Some(ComparedText { text, reference, read: read(settled.text)? })
    };
    texts.iter().filter_map(compared).collect()
}

fn measured(
    extractor: &Extractor,
    readings: &Readings,
    compared: Vec<ComparedText>,
    labels: &[String],
) -> Result<ExtractorAgreement, TableError> {
    let is_aligned = |one: &&ComparedText| one.reference == one.read;
    let share = |texts: &[&ComparedText]| {
        let because = "it read no text that the reference read";
        Statistic::share_of(texts.iter().map(is_aligned), because)
    };
    let all: Vec<&ComparedText> = compared.iter().collect();
    let read: Vec<&ComparedText> =
        compared.iter().filter(|one| one.read != Outcome::Nothing).collect();
    let text = |one: &ComparedText| &readings.texts[one.text];
    let parts = |of: &dyn Fn(&ComparedText) -> String| -> Vec<Part> {
        let mut parts: BTreeMap<String, Vec<&ComparedText>> = BTreeMap::new();
        for one in &compared {
            parts.entry(of(one)).or_default().push(one);
        }
        let parts = parts.into_iter();
        parts.map(|(name, texts)| Part { name, alignment: share(&texts) }).collect()
    };
    let mut builder = RatingTableBuilder::default();
    for (position, one) in compared.iter().enumerate() {
        let item = position.to_string();
        builder.add(&item, "reference", Some(&one.reference.name()));
        builder.add(&item, "extractor", Some(&one.read.name()));
    }
    let table = builder.finish(Categories::Declared(labels.to_vec()))?;
    let confusion = confusion_of(&table, 0, 1);
    let tallies = Tallies::from_table(&table);
    let disagreement = |one: &ComparedText| Disagreement {
        item: text(one).item.clone(),
        reference: one.reference.name(),
        extractor: one.read.name(),
    };
    let differing = compared.iter().filter(|one| !is_aligned(one));
    Ok(ExtractorAgreement {
        extractor: extractor.name().to_owned(),
        sort: extractor.sort(),
        n: compared.len(),
        nothing: compared.len() - read.len(),
        alignment: share(&all),
        alignment_where_read: share(&read),
        kappa: kappa(&confusion, Weights::Unweighted),
        gwet_ac1: gwet_ac1(&tallies),
        alpha: alpha(&tallies, &Metric::Nominal),
        by_model: parts(&|one| text(one).model.clone()),
        by_kind: parts(&|one| kind_of(text(one), one.reference).to_owned()),
        confusion: confusion.rows().map(<[u32]>::to_vec).collect(),
        disagreements: differing.map(disagreement).collect(),
        compared,
    })
}

/// McNemar's test and the paired bootstrap for every two extractors.
pub(super) fn comparisons(
    readings: &Readings,
    settled: &Settled<'_>,
    labels: &[String],
    plan: Plan,
) -> Result<Vec<Comparison>, TableError> {
    if settled.texts.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = RatingTableBuilder::default();
    for (position, settled) in settled.texts.iter().enumerate() {
        let item = &position.to_string();
        builder.add(item, REFERENCE, Some(&settled.reference.name()));
        for (extractor, read) in readings.extractors.iter().zip(&settled.text.extractors) {
            let read = read.map(|answer| Outcome::from(answer).name());
            builder.add(item, extractor.name(), read.as_deref());
        }
    }
    let table = builder.finish(Categories::Declared(labels.to_vec()))?;
    Ok(against::comparisons(&table, 0, plan))
}

/// No extractor can have this name: names of extractors are not empty.
const REFERENCE: &str = "";
