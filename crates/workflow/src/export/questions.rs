//! What goes with the questions of a benchmark into a file, and what the file does not say.

use crate::outcomes::clean_benchmark::SelectedQuestions;
use assay_core::benchmark::Question;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::score::RequiredPasses;
use assay_formats::benchmark_settings::BenchmarkSettings;
use assay_formats::vlmevalkit::write::named_questions;
use assay_store::{Benchmark, Result, Store};

/// How many questions that stay single are named.
const MOST_NAMED: usize = 50;

/// What a reader of the questions would not find out: the benchmark's own checklist, and its taxonomy unless
/// it is the one that knows most of their categories.
pub fn settings_of(
    store: &Store,
    benchmark: &Benchmark,
    questions: &[&Question],
) -> Result<BenchmarkSettings> {
    let categories = questions.iter().filter_map(|question| question.category.as_deref());
    let recognized = Taxonomy::recognize(categories).map(|taxonomy| &taxonomy.name);
    let taxonomy = store.taxonomy_text(benchmark)?;
    Ok(BenchmarkSettings {
        taxonomy: taxonomy.filter(|taxonomy| Some(taxonomy) != recognized),
        checklist: store.own_checklists(benchmark)?,
    })
}

/// The questions of the clean benchmark that stay although something speaks against them, in sentences.
pub fn cleaning_warnings(selected: &SelectedQuestions) -> Vec<String> {
    let SelectedQuestions { split, unverified, rejected, .. } = selected;
    let listed = |keys: &[String]| named_questions(keys.iter().map(String::as_str));
    let mut warnings = Vec::new();
    if !split.is_empty() {
        warnings.push(format!("verifiers are split on {}: they stay as they were", listed(split)));
    }
    if !unverified.is_empty() {
        warnings.push(format!(
            "{} questions are suspected and not verified, and stay: {}",
            unverified.len(),
            listed(unverified)
        ));
    }
    if !rejected.is_empty() {
        warnings.push(format!(
            "most of their reviewers reject {}: verify (assay annotate verify), or leave out with \
             --by-reviewers",
            listed(rejected)
        ));
    }
    warnings
}

/// The questions that are asked once only in a circular file, and why, in sentences.
pub fn single_questions(questions: &[&Question]) -> Vec<String> {
    let single = questions.iter().filter_map(|question| {
        match RequiredPasses::from_source(&question.passes, &question.choices, question.answer) {
            RequiredPasses::Single(reason) => {
                Some(format!("question {} stays single: {reason}", question.key))
            }
            _ => None,
        }
    });
    let mut single: Vec<String> = single.collect();
    if let Some(more) = single.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        single.truncate(MOST_NAMED);
        single.push(format!("and so do {more} more"));
    }
    single
}

/// The number of older revisions of a benchmark's questions. A file holds what they are, not what they were.
pub fn older_revisions(store: &Store, benchmark: &Benchmark) -> Result<usize> {
    let overviews = store.benchmark_overviews()?;
    let here = overviews.iter().find(|overview| overview.name == benchmark.name);
    Ok(here.map_or(0, |overview| overview.older_revisions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question;

    #[test]
    fn of_many_questions_that_stay_single_the_first_are_named() {
        let open = |key: usize| Question {
            choices: Vec::new(),
            answer: None,
            ..small_question(&key.to_string(), "What happens?")
        };
        let questions: Vec<Question> = (0..MOST_NAMED + 3).map(open).collect();
        let single = single_questions(&questions.iter().collect::<Vec<_>>());
        assert!(single[0].starts_with("question 0 stays single: "), "{}", single[0]);
        assert_eq!(single[MOST_NAMED..], ["and so do 3 more"]);
        assert!(single_questions(&[&small_question("1", "Which?")]).is_empty());
    }

    #[test]
    fn what_stays_although_something_speaks_against_it_is_named() {
        let selected = SelectedQuestions {
            split: vec!["7".into()],
            unverified: vec!["8".into(), "9".into()],
            ..SelectedQuestions::default()
        };
        let warnings = cleaning_warnings(&selected);
        assert_eq!(warnings[0], "verifiers are split on question 7: they stay as they were");
        assert!(warnings[1].starts_with("2 questions are suspected and not verified"));
        assert_eq!(warnings.len(), 2);
        assert!(cleaning_warnings(&SelectedQuestions::default()).is_empty());
    }
}
