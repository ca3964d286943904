//! The guesses from the text and the answers of a benchmark's reviewers, gathered for their figures.

use std::collections::{HashMap, HashSet};

use assay_core::quality::GuessedQuestion;
use assay_store::{Benchmark, FlagKind, QUEUE_REVIEW, Result, Store};

/// The questions with a guess or an answer, and how many answers were left out because the annotators who
/// gave them had seen the reference answer or others' answers before.
pub fn guessed_questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<(Vec<GuessedQuestion>, usize)> {
    let informed = store.seen_before(benchmark, QUEUE_REVIEW)?;
    let flags = store.flags(benchmark)?.into_iter().filter(|flag| flag.kind == FlagKind::TextOnly);
    let flagged: HashSet<String> = flags.map(|flag| flag.question.as_str().to_owned()).collect();
    let histories = store.histories(benchmark, QUEUE_REVIEW)?;
    let revisions: HashMap<String, u32> = store
        .question_entries(benchmark)?
        .into_iter()
        .map(|entry| (entry.key.as_str().to_owned(), entry.revision))
        .collect();
    let (mut questions, mut left_out) = (Vec::new(), 0);
    for sheet in store.question_sheets(benchmark)? {
        let key = sheet.key.as_str();
        let Some(&revision) = revisions.get(key) else { continue };
        let mut question = GuessedQuestion {
            key: key.to_owned(),
            category: sheet.category.clone(),
            choices: sheet.choices.len(),
            reference: sheet.answer,
            is_flagged: flagged.contains(key),
            guesses: Vec::new(),
            answers: Vec::new(),
        };
        for (name, history) in &*histories {
            let guess = history.guess(key, revision);
            question.guesses.extend(guess.map(|guess| (name.clone(), guess)));
            let Some(row) = history.answering_row(key, revision) else { continue };
            if informed.contains_key(&row.id) {
                left_out += 1;
                continue;
            }
            question.answers.extend(row.act.answer().map(|answer| (answer, guess.is_some())));
        }
        if !question.guesses.is_empty() || !question.answers.is_empty() {
            questions.push(question);
        }
    }
    Ok((questions, left_out))
}
