//! What leads set up: people, gold and administrative acts, checklists, guidelines: `assay people`, `assay gold`,
//! `assay checklist`, `assay guideline`.

use std::collections::BTreeMap;

use crate::agreement::review::{Judgement, ReviewedQuestion};
use crate::benchmark::checklist::OwnCriterion;
use crate::benchmark::decision::WrongReason;
use crate::benchmark::line_diff::{DiffLine, line_diff};
use crate::benchmark::own_reason::Reason;
use crate::benchmark::{Checklist, Checklists, QuestionKind};
use crate::keyword::Keyword;
use crate::queue::gold::Settled;
use crate::queue::guidelines::Outdated;
use crate::report::{Fields, Printout, Table};
use crate::store::{GuidelineVersion, Person, RecordedAct};

/// The people of a team, with warnings for a lead.
pub fn people(people: &[Person], warnings: Vec<String>) -> Printout {
    let people = Fields::over(people)
        .text("name", |person| &person.name)
        .text("role", |person| person.role)
        .with(columns!(number: wrote, decisions))
        .text("last", |person| &person.last);
    Printout::default().list("people", people).warned(warnings)
}

/// Every administrative act of a database.
pub fn acts(acts: &[RecordedAct]) -> Printout {
    let acts = Fields::over(acts)
        .number_as("number", "act", |recorded| recorded.number)
        .text_as("created", "when", |recorded| &recorded.created)
        .with(columns!(text &: by, benchmark))
        .text("what", |recorded| recorded.act.to_string())
        .flat(|recorded| &recorded.act);
    Printout::default().list("acts", acts)
}

/// The questions of a benchmark with a known verdict.
pub fn gold(benchmark: &str, settled: &BTreeMap<String, Settled>) -> Printout {
    let gold = Fields::over(settled)
        .text("question", |(question, _)| question)
        .text("verdict", |(_, settled)| settled.verdict)
        .text("answer", |(_, settled)| settled.answer)
        .text("by", |(_, settled)| settled.by)
        .text("since", |(_, settled)| &settled.since);
    Printout::about(benchmark).list("gold", gold)
}

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
    let confirms = match checklists.confirms_category {
        true => " · reviewers choose the category of each question",
        false => "",
    };
    let keeps = match checklists.keeps_twice {
        true => "",
        false => " · one key keeps a question whose reference answer is not the own answer",
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
        .titled(format!("{benchmark} · {which}{confirms}{keeps}"));
    let printout = Printout::about(benchmark).json("own", checklists.is_own());
    let printout = match checklists.confirms_category {
        true => printout.json("confirm_category", true),
        false => printout,
    };
    let printout =
        if checklists.keeps_twice { printout } else { printout.json("keep_twice", false) };
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
        if let WrongReason::Own(own) = self.reason { self.checklist.own(own) } else { None }
    }

    fn filled(self, text: fn(&OwnCriterion) -> &String) -> Option<&'a String> {
        self.own().map(text).filter(|text| !text.is_empty())
    }
}

/// The versions that a database knows, the oldest first, and the queues in which each is in force.
pub fn guidelines(versions: &[GuidelineVersion], in_force: &[(&str, String)]) -> Printout {
    let queues = |known: &GuidelineVersion| -> Vec<&str> {
        let here = in_force.iter().filter(|(_, version)| *version == known.guideline.version);
        here.map(|(queue, _)| *queue).collect()
    };
    let title = |known: &GuidelineVersion| {
        let first = known.guideline.text.lines().find(|line| !line.trim().is_empty());
        first.unwrap_or_default().trim_start_matches('#').trim().to_owned()
    };
    let rows = Fields::over(versions)
        .text("version", |known| &known.guideline.version)
        .text_as("created", "since", |known| &known.created)
        .text("author", |known| &known.author)
        .json("in_force", queues)
        .text_column("in force for", |known| queues(known).join(", "))
        .number("rows", |known| known.rows)
        .text("title", title);
    Printout::default().list("versions", rows)
}

/// The differences between two versions, line by line: `-` before what was removed, `+` before what was added.
pub fn difference(from: &GuidelineVersion, to: &GuidelineVersion) -> Printout {
    let lines = line_diff(&from.guideline.text, &to.guideline.text);
    let removed = lines.iter().filter(|line| matches!(line, DiffLine::Removed(_))).count();
    let added = lines.iter().filter(|line| matches!(line, DiffLine::Added(_))).count();
    let lines: Vec<String> = lines.iter().map(DiffLine::to_string).collect();
    let (from, to) = (&from.guideline.version, &to.guideline.version);
    let title = format!("{from} → {to}: {removed} lines removed, {added} added");
    Printout::default()
        .json("from", from)
        .json("to", to)
        .json("removed", removed)
        .json("added", added)
        .json("lines", &lines)
        .tables(Table::over(&lines).text("line", |line| line).titled(title))
}

/// Decisions that were made under another version than the one in force, and whether they were opened again.
pub fn outdated(benchmark: &str, outdated: &Outdated, requeued: bool) -> Printout {
    let decisions = &outdated.decisions;
    let what = match requeued {
        true => "decisions opened again",
        false => "decisions in force were made under another version of their guideline",
    };
    let table = Table::over(decisions)
        .text("queue", |one| one.queue)
        .with(columns!(text &: item, annotator, outcome, decided))
        .text("version", |one| one.version.clone().unwrap_or_else(|| "none named".into()))
        .titled(format!("{benchmark} · {} {what}", decisions.len()));
    Printout::about(benchmark).flat(outdated).json("requeued", requeued).tables(table)
}
