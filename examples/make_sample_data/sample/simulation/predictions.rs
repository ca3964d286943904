//! Prediction files in VLMEvalKit's layout: the data set's columns without the picture, one row per
//! CircularEval pass, and the model's text.

use assay::benchmark::taxonomy::Taxonomy;

use super::super::dataset;
use super::super::question::Question;
use super::Run;

/// What VLMEvalKit adds to the index from one pass to the next.
const PASS_STEP: usize = 1_000_000;

/// The prediction file of a run: first all questions in their given order of choices, then the
/// rotated passes.
pub fn tsv(questions: &[Question], run: &Run) -> Vec<u8> {
    let taxonomy = Taxonomy::mmbench();
    let mut table = dataset::writer();
    table
        .write_record(dataset::QUESTION.iter().chain(&dataset::ABOUT).chain(["prediction"].iter()))
        .expect("writing to memory");
    for pass in 0..dataset::CHOICES {
        for (position, question) in questions.iter().enumerate() {
            let Some(reply) = run.replies[position].get(pass) else { continue };
            let index = position + 1 + pass * PASS_STEP;
            let mut row = dataset::question_cells(question, run.language, index, pass);
            row.extend(dataset::about_cells(question, taxonomy, run.language));
            row.push(reply.text.clone());
            table.write_record(row).expect("writing to memory");
        }
    }
    table.into_inner().expect("writing to memory")
}
