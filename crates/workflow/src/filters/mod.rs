//! The filters of [`assay_core::quality`] over the runs of a benchmark, with the evidence for each flag.

mod model_evidence;
mod result;
mod votes;

use std::collections::{HashMap, HashSet};

use self::model_evidence::evidence_of_models;
pub use self::result::{ChanceRow, FilterResult, FlaggedQuestion, ModelAccuracy, keep_flags};
use self::votes::RunVotes;
use crate::evaluation::run_score::strategy;
use crate::evaluation::{PreparedBenchmark, RunAnswers, RunOptions, ScoredQuestion};
use crate::outcomes::reviewed_questions;
use crate::outcomes::{Evidence, FlaggedBy, PersonEvidence};
use assay_core::benchmark::decision::ReviewVerdict;
use assay_core::benchmark::{Input, Label, QuestionKey};
use assay_core::extract::Answer;
use assay_core::quality::{
    Contradiction, Outcome, Rule, Verdict, VotedQuestion, Votes, flag_probability, right_by_chance,
    suspect_text_only, suspect_wrong, verdict,
};
use assay_core::score::{AnsweredPass, ExtractedPass, Group, Strategy};
use assay_store::{Benchmark, FlagKind, Run, Store, StoreError};

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

    /// How probable a flag is when every model guesses every pass; nothing for `contradicted`, in
    /// which models that guess have no weight.
    fn chance(self, models: usize, choices: usize, passes: u32) -> Option<f64> {
        let right = right_by_chance(choices, passes);
        match self {
            Filter::TextOnly(rule) => {
                Some(flag_probability(models, right, rule.threshold(models), models))
            }
            Filter::Wrong => Some(flag_probability(models, right, 0, 0)),
            Filter::Contradicted => None,
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
) -> Result<FilterResult, StoreError> {
    let FilterOptions { filter, ref scoring, asked } = *options;
    let RunOptions { rules, missing, ref extractor, .. } = *scoring;
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    let answers = prepared.answers_of_runs(store, runs, rules, extractor.as_deref())?;
    let strategy = strategy(scoring, &answers);
    let votes = match filter {
        Filter::Contradicted => {
            Some(RunVotes::compute(store, &prepared, runs, &answers, strategy, missing)?)
        }
        Filter::TextOnly(_) | Filter::Wrong => None,
    };
    let mut people = match filter {
        Filter::TextOnly(_) => people_who_say(ReviewVerdict::TextOnly, store, benchmark)?,
        Filter::Wrong | Filter::Contradicted => HashMap::new(),
    };
    let mut found = FilterResult::new(runs, votes.as_deref(), strategy);
    for (at, question) in prepared.questions().iter().enumerate() {
        let people = people.remove(question.sheet.key.as_str()).unwrap_or_default();
        let verdicts = verdicts(&answers, at, question, strategy);
        found.count_missing(&verdicts, question);
        let mut contradiction = None;
        let outcome = if let Some(reference) = question.sheet.answer {
            found.checked += 1;
            let passes = strategy.required(&question.required).count() as u32;
            found.count_shape(question.sheet.choices.len(), passes, filter, runs.len());
            let open = |verdict: Verdict| if asked { verdict.open() } else { verdict };
            let counted: Vec<Verdict> =
                verdicts.iter().map(|&verdict| open(verdict).counted(missing)).collect();
            match (filter, &votes) {
                (Filter::TextOnly(rule), _) => suspect_text_only(rule, &counted),
                (Filter::Contradicted, Some(votes)) => {
                    let (outcome, what) = contradicted(votes, at, question, reference);
                    contradiction = what;
                    outcome
                }
                (Filter::Wrong | Filter::Contradicted, _) => suspect_wrong(&counted),
            }
        } else {
            match question.sheet.choices.is_empty() {
                true => found.open_questions += 1,
                false => found.without_answer += 1,
            }
            Outcome::Cleared
        };
        let by = [
            (outcome == Outcome::Flagged, FlaggedBy::Models),
            (!people.is_empty(), FlaggedBy::People),
        ];
        let by: Vec<FlaggedBy> =
            by.into_iter().filter_map(|(flags, by)| flags.then_some(by)).collect();
        if by.is_empty() {
            match outcome {
                Outcome::Incomplete => {
                    found.incomplete.push(question.sheet.key.clone());
                    found.incomplete_rows.push(question.sheet.id);
                }
                Outcome::Cleared | Outcome::Flagged => found.cleared.push(question.sheet.id),
            }
            continue;
        }
        let place = (at, question.sheet.id);
        let mut evidence =
            evidence_of_models(store, runs, &answers, place, &verdicts, votes.as_deref())?;
        evidence.extend(people.into_iter().map(Evidence::Person));
        let (question, id) = (question.sheet.key.clone(), question.sheet.id);
        found.flagged.push(FlaggedQuestion { question, id, by, contradiction, evidence });
    }
    found.keep_first_passes_alone(&answers);
    found.finish();
    Ok(found)
}

/// The questions about which further answers could turn what a filter says: runs lack passes of them, or
/// `absent` models have no run, and what is known does not decide. `contradicted` weighs every vote: it
/// wants all questions that have a reference answer. Nothing where these are all that there are.
pub fn unsettled_questions(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    absent: usize,
    options: &FilterOptions,
) -> Result<Option<HashSet<QuestionKey>>, StoreError> {
    let FilterOptions { filter, ref scoring, .. } = *options;
    let RunOptions { rules, ref extractor, .. } = *scoring;
    let mut prepared = PreparedBenchmark::load(store, benchmark)?;
    if filter == Filter::Contradicted {
        let all = prepared.questions();
        let answered = all.iter().filter(|question| question.sheet.answer.is_some());
        let keys: HashSet<QuestionKey> =
            answered.map(|question| question.sheet.key.clone()).collect();
        return Ok((keys.len() < all.len()).then_some(keys));
    }
    let answers = prepared.answers_of_runs(store, runs, rules, extractor.as_deref())?;
    let strategy = scoring.strategy.unwrap_or(Strategy::Circular);
    let mut unsettled = HashSet::new();
    for (at, question) in prepared.questions().iter().enumerate() {
        if question.sheet.answer.is_none() {
            continue;
        }
        let mut verdicts = verdicts(&answers, at, question, strategy);
        verdicts.extend(std::iter::repeat_n(Verdict::Missing, absent));
        let open: Vec<Verdict> = verdicts.iter().map(|verdict| verdict.open()).collect();
        let outcome = match filter {
            Filter::TextOnly(rule) => suspect_text_only(rule, &open),
            Filter::Wrong | Filter::Contradicted => suspect_wrong(&open),
        };
        if outcome == Outcome::Incomplete && verdicts.contains(&Verdict::Missing) {
            unsettled.insert(question.sheet.key.clone());
        }
    }
    Ok(Some(unsettled))
}

/// The verdict of each run on a question.
fn verdicts(
    answers: &[RunAnswers],
    at: usize,
    question: &ScoredQuestion,
    strategy: Strategy,
) -> Vec<Verdict> {
    let one = |run: &RunAnswers| {
        let passes: Vec<AnsweredPass> = run.answers.question(at).iter().map(received).collect();
        verdict(&Group { passes: &passes, required: &question.required }, strategy)
    };
    answers.iter().map(one).collect()
}

fn contradicted(
    votes: &[RunVotes],
    at: usize,
    question: &ScoredQuestion,
    reference: Label,
) -> (Outcome, Option<Contradiction>) {
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
pub fn text_only_without_runs(store: &Store, benchmark: &Benchmark) -> Result<bool, StoreError> {
    let is_flagged =
        || Ok(store.flags(benchmark)?.iter().any(|flag| flag.kind == FlagKind::TextOnly));
    match people_who_say(ReviewVerdict::TextOnly, store, benchmark)?.is_empty() {
        true => is_flagged(),
        false => Ok(true),
    }
}

/// The people whose review in force on the current revision has this verdict, by question.
fn people_who_say(
    verdict: ReviewVerdict,
    store: &Store,
    benchmark: &Benchmark,
) -> Result<HashMap<String, Vec<PersonEvidence>>, StoreError> {
    let mut people = HashMap::new();
    for question in reviewed_questions(store, benchmark)? {
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
fn received(pass: &ExtractedPass) -> AnsweredPass {
    match pass.extracted.failed {
        true => AnsweredPass { answer: Answer::Nothing, ..pass.answered() },
        false => pass.answered(),
    }
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
            received(&ExtractedPass { pass: Pass::FIRST, extracted, reference: Some(Label::A) })
        };
        assert_eq!(pass(false).is_right(), Some(true));
        assert_eq!(pass(true).is_right(), None);
    }
}
