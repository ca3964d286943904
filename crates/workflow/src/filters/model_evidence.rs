//! What each model answered to a question that a filter looks at, as it is stored with a flag.

use super::votes::RunVotes;
use crate::evaluation::RunAnswers;
use crate::outcomes::flag_evidence::{Evidence, EvidencePass, ModelEvidence, ModelVote};
use assay_core::benchmark::Pass;
use assay_core::quality::Verdict;
use assay_store::{QuestionId, Result, Run, Store};

/// What the runs answered to a question. `question` is its position and the row of its revision.
pub(super) fn evidence_of_models(
    store: &Store,
    runs: &[Run],
    answers: &[RunAnswers],
    question: (usize, QuestionId),
    verdicts: &[Verdict],
    votes: Option<&[RunVotes]>,
) -> Result<Vec<Evidence>> {
    let (item, question_id) = question;
    let mut evidence = Vec::with_capacity(runs.len());
    for (model, ((run, answers), verdict)) in runs.iter().zip(answers).zip(verdicts).enumerate() {
        let votes = votes.map(|votes| &votes[model]);
        let mut texts = store.predictions(run, question_id)?;
        let mut text = |pass: Pass| {
            let found = texts.iter_mut().find(|prediction| prediction.pass == pass);
            found.map(|prediction| std::mem::take(&mut prediction.text)).unwrap_or_default()
        };
        let passes = answers.answers.question(item).iter().map(|pass| EvidencePass {
            pass: pass.pass,
            label: pass.extracted.answer.letter(),
            answer: pass.reference,
            choice: votes.and_then(|votes| votes.choice(item, pass)),
            text: text(pass.pass),
        });
        let passes: Vec<EvidencePass> = passes.collect();
        let vote = votes.and_then(|votes| {
            let choice = |pass: &EvidencePass| {
                let choice = pass.choice?;
                let margin = votes.votes(item)?.margin(choice);
                (margin > 0.0).then_some(ModelVote { choice, margin })
            };
            passes.iter().find_map(choice)
        });
        let model = run.model.clone();
        let correct = verdict.is_correct();
        evidence.push(Evidence::Model(ModelEvidence { model, correct, vote, passes }));
    }
    Ok(evidence)
}
