//! The checklists of a benchmark: `assay checklist`.

use std::collections::BTreeMap;

use crate::agreement::review::{Judgement, ReviewedQuestion};
use crate::benchmark::checklist::OwnCriterion;
use crate::benchmark::decision::WrongReason;
use crate::benchmark::own_reason::Reason;
use crate::benchmark::{Checklist, Checklists, QuestionKind};
use crate::keyword::Keyword;
use crate::report::{Fields, Printout};

/// A reason of a checklist.
#[derive(Clone, Copy)]
struct Offered<'a> {
    checklist: &'a Checklist,
    /// The digit key; `None` for a reason that is no longer offered.
    key: Option<char>,
    reason: WrongReason,
    /// How many reviews in force give it, on questions of this kind.
    reviews: usize,
}

/// The checklists of a benchmark of which these questions are reviewed, with how often each reason is given.
pub fn checklists(
    benchmark: &str,
    checklists: &Checklists,
    questions: &[ReviewedQuestion],
) -> Printout {
    let which = match checklists.is_own() {
        true => "its own checklists",
        false => "the checklists of the program",
    };
    let confirms = match checklists.confirms_category() {
        true => " · reviewers choose the category of each question",
        false => "",
    };
    let reasons = QuestionKind::all().flat_map(|kind| offered(kind, checklists, questions));
    let reasons = Fields::over(reasons)
        .text("kind", |of| of.checklist.kind.name())
        .text("key", |of| of.key)
        .text("reason", |of| of.reason.name().to_owned())
        .text("part", Offered::part)
        .text("words", |of| of.own().map_or_else(|| of.reason.words(), |own| own.words.clone()))
        .json_if("sentence", |of| of.filled(|own| &own.sentence))
        .json_if("words_zh", |of| of.filled(|own| &own.words_zh))
        .json_if("sentence_zh", |of| of.filled(|own| &own.sentence_zh))
        .number("reviews", |of| of.reviews)
        .text_column("sentence", |of| of.filled(|own| &own.sentence))
        .titled(format!("{benchmark} · {which}{confirms}"));
    let printout =
        Printout::default().json("benchmark", benchmark).json("own", checklists.is_own());
    let printout = match checklists.confirms_category() {
        true => printout.json("confirm_category", true),
        false => printout,
    };
    printout.list("reasons", reasons)
}

/// The reasons for a kind of question in the order of their keys, then those that are no longer offered.
fn offered<'a>(
    kind: QuestionKind,
    checklists: &'a Checklists,
    questions: &[ReviewedQuestion],
) -> Vec<Offered<'a>> {
    let of_kind = questions.iter().filter(|question| question.kind == kind);
    let mut given: BTreeMap<WrongReason, usize> = BTreeMap::new();
    for (_, review) in of_kind.flat_map(|question| &question.reviews) {
        review.wrong_reasons().into_iter().for_each(|reason| {
            *given.entry(reason).or_default() += 1;
        });
    }
    let checklist = checklists.for_kind(kind);
    let mut all: Vec<Offered<'_>> = Vec::new();
    for (key, reason) in checklist.reasons() {
        let reviews = given.remove(&reason).unwrap_or(0);
        all.push(Offered { checklist, key: Some(key), reason, reviews });
    }
    let former = given.into_iter();
    all.extend(former.map(|(reason, reviews)| Offered { checklist, key: None, reason, reviews }));
    all
}

impl<'a> Offered<'a> {
    fn part(self) -> &'static str {
        match self.key {
            None => "no longer offered",
            Some(_) if self.checklist.criteria.contains(&self.reason) => "criterion",
            Some(_) => "further",
        }
    }

    /// The meaning of a custom reason of the benchmark.
    fn own(self) -> Option<&'a OwnCriterion> {
        match self.reason {
            WrongReason::Own(own) => self.checklist.own(own),
            _ => None,
        }
    }

    fn filled(self, text: fn(&OwnCriterion) -> &String) -> Option<&'a String> {
        self.own().map(text).filter(|text| !text.is_empty())
    }
}
