//! Measures each extractor and each person against the reference.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Outcome, ReadText, Readings, Reference};
use crate::agreement::{
    Categories, Comparison, Metric, RatingTable, RatingTableBuilder, TableError, Tallies, Weights,
    against, alpha, confusion_of, gwet_ac1, kappa,
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
    kind: &'static str,
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
            Some(reference) => {
                let kind = kind_of(text, reference);
                settled.texts.push(SettledText { at, text, reference, kind });
            }
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
        let pairs = settled.texts.iter().filter_map(|settled| {
            let read = (*settled.text.extractors.get(at)?)?;
            Some((settled, Outcome::from(read)))
        });
        measured(extractor, &pairs.collect::<Vec<_>>(), labels)
    });
    let of_people = readings.people().into_iter().map(|name| {
        let without: Vec<SettledText<'_>> = match settled.by_majority {
            true => {
                let texts = readings.texts.iter().enumerate();
                texts.filter_map(|(at, text)| settled_by_others(at, text, name)).collect()
            }
            false => settled.texts.clone(),
        };
        let pairs = without.iter().filter_map(|text| {
            let (_, own) = text.text.people.iter().find(|(of, _)| of == name)?;
            Some((text, Outcome::from(*own)))
        });
        measured(&Extractor::Person(name.to_owned()), &pairs.collect::<Vec<_>>(), labels)
    });
    of_extractors.chain(of_people).collect()
}

/// A text with the majority of the other people as reference. Texts on which all people together are
/// tied are included, so that a person is not measured only on texts on which the others agree with
/// them.
fn settled_by_others<'a>(at: usize, text: &'a ReadText, name: &str) -> Option<SettledText<'a>> {
    let others = text.people.iter().filter(|(of, _)| of != name);
    let reference = most_frequent(others.map(|(_, label)| Outcome::from(*label)))?;
    Some(SettledText { at, text, reference, kind: kind_of(text, reference) })
}

/// A text and what the measured one read.
type Paired<'a> = (&'a SettledText<'a>, Outcome);

fn measured(
    extractor: &Extractor,
    pairs: &[Paired<'_>],
    labels: &[String],
) -> Result<ExtractorAgreement, TableError> {
    let is_aligned = |pair: &&Paired<'_>| pair.0.reference == pair.1;
    let share = |pairs: &[&Paired<'_>]| {
        let aligned = pairs.iter().filter(|pair| is_aligned(pair)).count();
        Statistic::share(aligned, pairs.len(), "it read no text that the reference read")
    };
    let all: Vec<&Paired<'_>> = pairs.iter().collect();
    let read: Vec<&Paired<'_>> = pairs.iter().filter(|pair| pair.1 != Outcome::Nothing).collect();
    let parts = |of: &dyn Fn(&SettledText<'_>) -> String| -> Vec<Part> {
        let mut parts: BTreeMap<String, Vec<&Paired<'_>>> = BTreeMap::new();
        for pair in pairs {
            parts.entry(of(pair.0)).or_default().push(pair);
        }
        let parts = parts.into_iter();
        parts.map(|(name, pairs)| Part { name, alignment: share(&pairs) }).collect()
    };
    let table = two_raters(pairs, labels)?;
    let confusion = confusion_of(&table, 0, 1);
    let tallies = Tallies::from_table(&table);
    let differing = pairs.iter().filter(|pair| !is_aligned(pair));
    let compared = pairs.iter().map(|&(text, read)| ComparedText {
        text: text.at,
        reference: text.reference,
        read,
    });
    Ok(ExtractorAgreement {
        extractor: extractor.name().to_owned(),
        sort: extractor.sort(),
        n: pairs.len(),
        nothing: pairs.len() - read.len(),
        alignment: share(&all),
        alignment_where_read: share(&read),
        kappa: kappa(&confusion, Weights::Unweighted),
        gwet_ac1: gwet_ac1(&tallies),
        alpha: alpha(&tallies, &Metric::Nominal),
        by_model: parts(&|text| text.text.model.clone()),
        by_kind: parts(&|text| text.kind.to_owned()),
        confusion: confusion.rows().map(<[u32]>::to_vec).collect(),
        disagreements: differing
            .map(|(text, read)| Disagreement {
                item: text.text.item.clone(),
                reference: text.reference.name(),
                extractor: read.name(),
            })
            .collect(),
        compared: compared.collect(),
    })
}

fn two_raters(pairs: &[Paired<'_>], labels: &[String]) -> Result<RatingTable, TableError> {
    let mut builder = RatingTableBuilder::default();
    for (position, (text, read)) in pairs.iter().enumerate() {
        let item = position.to_string();
        builder.add(&item, "reference", Some(&text.reference.name()));
        builder.add(&item, "extractor", Some(&read.name()));
    }
    builder.finish(Categories::Declared(labels.to_vec()))
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
