//! The filters of [`assay_core::quality`] over the runs of a benchmark, with the evidence for each flag.

mod model_evidence;
mod result;
pub(crate) mod votes;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::model_evidence::evidence_of_models;
pub use self::result::{ChanceRow, FilterResult, FlaggedQuestion, ModelAccuracy, keep_flags};
use self::votes::RunVotes;
use crate::evaluation::{PreparedBenchmark, RunAnswers, RunOptions, ScoredQuestion};
use crate::outcomes::flag_evidence::FlagFinding;
use crate::outcomes::{Evidence, FlaggedBy, PersonEvidence, decided_questions};
use assay_core::benchmark::decision::{ReviewDecision, ReviewVerdict};
use assay_core::benchmark::{Input, Label, QuestionKey, QuestionKind};
use assay_core::extract::Answer;
use assay_core::quality::{
    Contradiction, FilterVerdict, Rule, Verdict, VotedQuestion, Votes, flag_probability,
    right_by_chance, suspect_text_only, suspect_wrong, verdict,
};
use assay_core::score::{ExtractedPass, Group, Strategy};
use assay_store::{Benchmark, Flag, FlagKind, Result, Run, Store};

/// A filter with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Questions that models answer without the picture.
    TextOnly(Rule),
    /// Questions that no model with pictures answers.
    Wrong,
    /// Questions on which most models with pictures choose the same other choice.
    Contradicted,
}

impl Filter {
    /// The runs it looks at.
    pub fn input(self) -> Input {
        match self {
            Filter::TextOnly(_) => Input::Text,
            Filter::Wrong | Filter::Contradicted => Input::Image,
        }
    }

    /// What its flags say of a question.
    pub fn kind(self) -> FlagKind {
        match self {
            Filter::TextOnly(_) => FlagKind::TextOnly,
            Filter::Wrong => FlagKind::Wrong,
            Filter::Contradicted => FlagKind::Contradicted,
        }
    }

    /// The rule's name.
    pub fn rule(self) -> String {
        match self {
            Filter::TextOnly(rule) => rule.to_string(),
            Filter::Wrong => "no-model-correct".into(),
            Filter::Contradicted => "weighted-majority".into(),
        }
    }

    /// How many flags there are on average when every model guesses every pass, for the number of
    /// questions of each number of choices and passes; empty for `contradicted`, in which models that
    /// guess have no weight.
    fn chance_rows(self, models: usize, shapes: BTreeMap<(usize, u32), usize>) -> Vec<ChanceRow> {
        let (at_least, at_most) = match self {
            Filter::TextOnly(rule) => (rule.threshold(models), models),
            Filter::Wrong => (0, 0),
            Filter::Contradicted => return Vec::new(),
        };
        let row = |((choices, passes), questions): ((usize, u32), usize)| {
            let right = right_by_chance(choices, passes);
            let probability = flag_probability(models, right, at_least, at_most);
            let expected = probability * questions as f64;
            ChanceRow { choices, passes, questions, probability, expected }
        };
        shapes.into_iter().map(row).collect()
    }

    /// What verdicts make of a question.
    fn suspect(self, verdicts: &[Verdict]) -> FilterVerdict {
        match self {
            Filter::TextOnly(rule) => suspect_text_only(rule, verdicts),
            Filter::Wrong | Filter::Contradicted => suspect_wrong(verdicts),
        }
    }
}

/// A filter and how the answers are judged for it.
#[derive(Clone, Debug)]
pub struct FilterOptions {
    /// The filter.
    pub filter: Filter,
    /// How the runs are judged: whether answers that are missing or not read leave a question open, or are
    /// not correct, among the rest.
    pub scoring: RunOptions,
    /// Whether passes were left out on purpose because they could not turn the outcome. They leave a
    /// question open only where they could.
    pub asked: bool,
}

/// Applies a filter to all questions. The runs' input must be [`Filter::input`]; without runs,
/// `text-only` flags what people found and leaves the other questions incomplete.
pub fn apply_filter(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &FilterOptions,
) -> Result<FilterResult> {
    let FilterOptions { filter, ref scoring, asked } = *options;
    let missing = scoring.missing;
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let (answers, strategy) = prepared.answers_by(store, runs, scoring)?;
    let votes = (filter == Filter::Contradicted)
        .then(|| RunVotes::compute(store, &prepared, runs, &answers, strategy, missing));
    let votes = votes.transpose()?;
    let looks_at_people = matches!(filter, Filter::TextOnly(_));
    let people = looks_at_people.then(|| people_who_say_text_only(store, benchmark));
    let mut people = people.transpose()?.unwrap_or_default();
    let flags = store.flags(benchmark)?.into_iter().filter(|flag| flag.kind == filter.kind());
    let by_people = flags.filter(|flag| FlagFinding::from_flag(flag).is_by_people_alone());
    let by_people: HashSet<QuestionKey> = by_people.map(|flag| flag.question).collect();
    let mut shapes: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let mut lacks_passes = vec![false; runs.len()];
    let (mut flagged, mut incomplete, mut cleared) = (Vec::new(), Vec::new(), Vec::new());
    let (mut open_questions, mut short_answers, mut without_answer) = (0, 0, 0);
    for (at, question) in prepared.questions().iter().enumerate() {
        let ScoredQuestion { sheet, required } = question;
        let verdicts = verdicts(&answers, at, question, strategy);
        let (outcome, contradiction) = if let Some(reference) = sheet.answer {
            let passes = strategy.required(required).count() as u32;
            *shapes.entry((sheet.choices.len(), passes)).or_default() += 1;
            for (lacks, verdict) in lacks_passes.iter_mut().zip(&verdicts) {
                *lacks |= *verdict == Verdict::Missing;
            }
            match &votes {
                Some(votes) => contradicted(votes, at, question, reference),
                None => {
                    let open = |verdict: Verdict| if asked { verdict.open() } else { verdict };
                    let counted = verdicts.iter().map(|&verdict| open(verdict).counted(missing));
                    (filter.suspect(&counted.collect::<Vec<_>>()), None)
                }
            }
        } else {
            match QuestionKind::new(sheet.choices.len(), sheet.short.is_some()) {
                QuestionKind::Open => open_questions += 1,
                QuestionKind::Short => short_answers += 1,
                QuestionKind::Choice => without_answer += 1,
            }
            (FilterVerdict::Cleared, None)
        };
        let people = people.remove(sheet.key.as_str()).unwrap_or_default();
        let by_models = (outcome == FilterVerdict::Flagged).then_some(FlaggedBy::Models);
        let by_reviewers = (!people.is_empty()).then_some(FlaggedBy::People);
        let by: Vec<FlaggedBy> = by_models.into_iter().chain(by_reviewers).collect();
        let (question, id) = (sheet.key.clone(), sheet.id);
        match outcome {
            _ if !by.is_empty() => {
                let votes = votes.as_deref();
                let mut evidence =
                    evidence_of_models(store, runs, &answers, (at, id), &verdicts, votes)?;
                evidence.extend(people.into_iter().map(Evidence::Person));
                flagged.push(FlaggedQuestion { question, id, by, contradiction, evidence });
            }
            FilterVerdict::Incomplete => {
                cleared.extend(by_people.contains(&question).then_some(id));
                incomplete.push(question);
            }
            FilterVerdict::Cleared | FilterVerdict::Flagged => cleared.push(id),
        }
    }
    let strength =
        |flagged: &FlaggedQuestion| flagged.contradiction.map_or(0.0, |what| what.strength);
    flagged.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    let accuracy = |(run, votes): (&Run, RunVotes)| ModelAccuracy {
        model: run.model.clone(),
        accuracy: votes.accuracy(),
    };
    Ok(FilterResult {
        strategy,
        first_passes_alone: first_passes_alone(&answers, &lacks_passes),
        checked: shapes.values().sum(),
        incomplete,
        flagged,
        cleared,
        chance: filter.chance_rows(runs.len(), shapes),
        open_questions,
        short_answers,
        without_answer,
        accuracies: runs.iter().zip(votes.unwrap_or_default()).map(accuracy).collect(),
    })
}

/// The models that lack passes because they were asked first passes alone.
fn first_passes_alone(answers: &[RunAnswers], lacks_passes: &[bool]) -> Vec<String> {
    let lacking = answers.iter().zip(lacks_passes).filter(|(_, lacks)| **lacks);
    let lacking = lacking.map(|(run, _)| &run.answers);
    let first_alone = lacking.filter(|one| !one.passes().is_empty() && !one.has_later_passes());
    first_alone.map(|answers| answers.model.clone()).collect()
}

/// The questions about which further answers could turn what a filter says: runs lack passes of them, or
/// `absent` models have no run, and what is known does not decide. `contradicted` weighs every vote: it
/// needs all questions that have a reference answer. `None` if these are all the questions.
pub fn unsettled_questions(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    absent: usize,
    options: &FilterOptions,
) -> Result<Option<HashSet<QuestionKey>>> {
    let FilterOptions { filter, ref scoring, .. } = *options;
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let answers = match filter {
        Filter::Contradicted => Vec::new(),
        Filter::TextOnly(_) | Filter::Wrong => prepared.answers_by(store, runs, scoring)?.0,
    };
    let strategy = scoring.strategy.unwrap_or(Strategy::Circular);
    let is_unsettled = |(at, question): &(usize, &ScoredQuestion)| {
        if question.sheet.answer.is_none() || filter == Filter::Contradicted {
            return question.sheet.answer.is_some();
        }
        let mut verdicts = verdicts(&answers, *at, question, strategy);
        verdicts.extend(std::iter::repeat_n(Verdict::Missing, absent));
        let open: Vec<Verdict> = verdicts.iter().map(|verdict| verdict.open()).collect();
        filter.suspect(&open) == FilterVerdict::Incomplete && verdicts.contains(&Verdict::Missing)
    };
    let all = prepared.questions().iter().enumerate();
    let unsettled: HashSet<QuestionKey> =
        all.filter(is_unsettled).map(|(_, question)| question.sheet.key.clone()).collect();
    let is_all = filter == Filter::Contradicted && unsettled.len() == prepared.questions().len();
    Ok((!is_all).then_some(unsettled))
}

/// The verdict of each run on a question.
fn verdicts(
    answers: &[RunAnswers],
    at: usize,
    question: &ScoredQuestion,
    strategy: Strategy,
) -> Vec<Verdict> {
    let one = |run: &RunAnswers| {
        let passes: Vec<ExtractedPass> = run.answers.question(at).iter().map(received).collect();
        verdict(&Group { passes: &passes, required: &question.required }, strategy)
    };
    answers.iter().map(one).collect()
}

fn contradicted(
    votes: &[RunVotes],
    at: usize,
    question: &ScoredQuestion,
    reference: Label,
) -> (FilterVerdict, Option<Contradiction>) {
    let choices: Vec<Label> = question.sheet.choices.iter().map(|choice| choice.label).collect();
    let model =
        |run: &RunVotes| Some((run.votes(at)?.clone(), run.accuracy_without(at, reference)));
    let models: Vec<(Votes, f64)> = votes.iter().filter_map(model).collect();
    let judged = VotedQuestion { choices: &choices, reference, models: &models };
    (judged.outcome(), judged.contradiction())
}

/// Whether `text-only` has something to do without runs: reviews in force that say so, or flags
/// whose reviews may have been taken back.
///
/// # Errors
/// When the database cannot be read.
pub fn text_only_without_runs(store: &Store, benchmark: &Benchmark) -> Result<bool> {
    let is_text_only = |flag: &Flag| flag.kind == FlagKind::TextOnly;
    Ok(!people_who_say_text_only(store, benchmark)?.is_empty()
        || store.flags(benchmark)?.iter().any(is_text_only))
}

/// The people whose review in force on the current revision finds it text-only, by question.
fn people_who_say_text_only(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<HashMap<String, Vec<PersonEvidence>>> {
    let verdict = ReviewVerdict::TextOnly;
    let mut people = HashMap::new();
    for question in decided_questions::<ReviewDecision>(store, benchmark)? {
        let says_so = question.reviews.into_iter().filter(|(_, review)| review.verdict == verdict);
        let found: Vec<PersonEvidence> =
            says_so.map(|(annotator, _)| PersonEvidence { annotator, verdict }).collect();
        if !found.is_empty() {
            people.insert(question.key, found);
        }
    }
    Ok(people)
}

/// A pass as the filter judges it. A failed request has no label, even where VLMEvalKit's rules find a
/// word of a choice in its error message.
fn received(pass: &ExtractedPass) -> ExtractedPass {
    let mut pass = *pass;
    if pass.extracted.failed {
        pass.extracted.answer = Answer::Nothing;
    }
    pass
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::Pass;
    use assay_core::score::ExtractedLabel;

    #[test]
    fn a_failed_request_has_no_label_whatever_the_rules_find_in_it() {
        let pass = |failed| {
            let answer = Answer::Label(Label::A);
            let extracted = ExtractedLabel { answer, is_refusal: false, failed };
            received(&ExtractedPass {
                pass: Pass::FIRST,
                extracted,
                reference: Some(Label::A),
                grade: None,
            })
        };
        assert_eq!(pass(false).is_right(), Some(true));
        assert_eq!(pass(true).is_right(), None);
    }
}
