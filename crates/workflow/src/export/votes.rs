//! The judgments of a benchmark as the rows that files of votes are written from.

use std::collections::HashMap;
use std::sync::Arc;

use assay_formats::votes::{Judge, VoteQuestion, VoteRow};
use assay_store::{Benchmark, JudgeId, ModelId, PredictionId, QuestionId, Result, Store};

/// The judgments of these judges, of all if none is named, in the order in which they came, with the answers that were
/// judged.
///
/// # Errors
/// If the database cannot be read.
pub fn vote_rows(store: &Store, benchmark: &Benchmark, wanted: &[String]) -> Result<Vec<VoteRow>> {
    let judges = store.judges(benchmark)?.into_iter();
    let judges = judges.filter(|judge| wanted.is_empty() || wanted.contains(&judge.name));
    let judges: HashMap<JudgeId, Arc<Judge>> = judges
        .map(|judge| (judge.id, Arc::new(Judge { name: judge.name, kind: judge.kind })))
        .collect();
    let questions = questions(store, benchmark)?;
    let models: HashMap<ModelId, Arc<str>> =
        store.model_names()?.into_iter().map(|(id, name)| (id, name.into())).collect();
    let mut answers: HashMap<PredictionId, Arc<str>> = HashMap::new();
    store.for_each_judged_answer(benchmark, |id, _, text| {
        answers.insert(id, text.into());
    })?;
    let mut rows = Vec::new();
    store.for_each_judgment_in_full(benchmark, |judgment, details, of| {
        let (Some(judge), Some(question)) =
            (judges.get(&judgment.judge), questions.get(&judgment.question_id))
        else {
            return;
        };
        let name = |id: ModelId| models.get(&id).cloned().unwrap_or_default();
        rows.push(VoteRow {
            row: rows.len() + 1,
            question: question.clone(),
            turn: judgment.turn,
            repeat: judgment.repeat,
            first: name(judgment.first),
            second: judgment.second.map(name),
            has_order: judgment.has_order,
            judge: Some(judge.clone()),
            said: judgment.said,
            grade: details.grade.map(Into::into),
            text: details.text,
            template: details.template.map(Into::into),
            answers: of.map(|id| answers.get(&id?).cloned()),
        });
    })?;
    Ok(rows)
}

/// The questions by the rows of all their revisions, as they read now.
fn questions(
    store: &Store,
    benchmark: &Benchmark,
) -> Result<HashMap<QuestionId, Arc<VoteQuestion>>> {
    let mut stems = store.question_stems(benchmark)?;
    let current = store.question_entries(benchmark)?.into_iter().map(|entry| {
        let (key, category) = (entry.key.to_string(), entry.category);
        // The key stands for a question whose text is not known.
        let text = stems.remove(&entry.id).filter(|stem| *stem != key);
        let level = entry.l2_category;
        (key.clone(), Arc::new(VoteQuestion { key, text, category, level }))
    });
    let current: HashMap<String, Arc<VoteQuestion>> = current.collect();
    let revisions = store.keys_of_revisions(benchmark)?.into_iter();
    Ok(revisions.filter_map(|(id, key)| Some((id, current.get(&key)?.clone()))).collect())
}
