//! What judges said about answers, with the questions and answers that their files bring.
//!
//! A benchmark that is new gets the file's questions; one that exists gets only what fits its questions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::judged::{Files, Known, Taken, named_after};
use super::{Result, refuse};
use assay_core::names::Names;
use assay_core::votes::JudgeKind;
use assay_formats::error::shown_names;
use assay_formats::votes::{Judge, VoteRow, VotesFormat, read_votes};
use assay_store::{
    Importer, KeptAnswers, KeptJudgments, NewJudgment, PredictionId, QuestionId, SourceFile, Store,
    StoreError,
};

/// Which files of votes, and what they do not say.
#[derive(Clone, Debug, Default)]
pub struct VotesImport {
    pub files: Vec<PathBuf>,
    /// Without it, the benchmark that has the questions, else a new one that is called as the first file.
    pub benchmark: Option<String>,
    /// The judge of votes for which the files name none, or the name instead of the only one that they name.
    pub judge: Option<String>,
    /// The layout of the files; `None` if each is recognised.
    pub format: Option<VotesFormat>,
}

/// What an import of votes did.
#[derive(Debug, Serialize)]
pub struct ImportedVotes {
    /// Questions of the files that the benchmark has.
    pub questions: usize,
    pub models: Vec<String>,
    pub judges: Vec<String>,
    /// Votes of the files on these questions.
    pub votes: usize,
    /// Those that were not there before.
    pub new: usize,
    /// Those without a verdict or score.
    pub unresolved: usize,
    #[serde(flatten)]
    pub taken: Taken,
}

impl VotesImport {
    /// Imports into the database at `path`, which `open` opens or makes: everything or nothing.
    ///
    /// # Errors
    /// If a file cannot be read, votes have no judge, or no vote fits the benchmark; nothing is imported then.
    pub fn run(
        &self,
        path: &Path,
        open: impl FnOnce() -> Result<Store, StoreError>,
    ) -> Result<ImportedVotes> {
        let read = |path: &Path| {
            let file = read_votes(path, self.format)?;
            Ok((file.rows, file.skipped, file.warnings))
        };
        let mut files = Files::read(&self.files, |row: &VoteRow| &row.question, read)?;
        self.name_judges(&mut files)?;
        let into = (self.benchmark.as_ref(), &*self.files, "votes");
        let (taken, imported) = files.import(path, open, into, keep)?;
        Ok(ImportedVotes { taken, ..imported })
    }

    /// Gives every row a judge.
    fn name_judges(&self, files: &mut Files<VoteRow>) -> Result<()> {
        let is_label = |judge: &Judge| judge.kind == JudgeKind::Label;
        let judges = files.rows.iter().filter_map(|row| row.judge.as_deref());
        let judges: HashSet<&Judge> = judges.filter(|judge| !is_label(judge)).collect();
        let mut named: Vec<&Judge> = judges.into_iter().collect();
        named.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        let is_nameless = files.rows.iter().any(|row| row.judge.is_none());
        let (instead, kind) = match (&self.judge, &*named) {
            (Some(name), []) => (name.clone(), JudgeKind::from_judge_name(name)),
            (Some(name), [one]) => (name.clone(), one.kind),
            (Some(name), _) if is_nameless => (name.clone(), JudgeKind::from_judge_name(name)),
            (Some(_), several) => {
                let all: Vec<String> = several.iter().map(|judge| judge.name.clone()).collect();
                refuse!(
                    "the file names {} judges ({}), and --judge would make them one; leave it out",
                    all.len(),
                    shown_names(&all)
                )
            }
            (None, _) if is_nameless => {
                let name = named_after(&self.files);
                files.taken.warnings.push(format!(
                    "the file names no judge: its votes are kept as those of \"{name}\"; name the judge \
                     with --judge"
                ));
                (name, JudgeKind::Model)
            }
            (None, _) => return Ok(()),
        };
        if instead.trim().is_empty() {
            refuse!("the judge needs a name; the one given with --judge is empty");
        }
        let renames = self.judge.is_some() && named.len() == 1;
        let instead = Arc::new(Judge { name: instead, kind });
        for row in &mut files.rows {
            if row.judge.as_ref().is_none_or(|judge| renames && !is_label(judge)) {
                row.judge = Some(instead.clone());
            }
        }
        Ok(())
    }
}

/// Keeps answers and votes.
fn keep(
    importer: &Importer<'_>,
    rows: &Known<'_, VoteRow>,
    sources: &[SourceFile],
    warnings: &mut Vec<String>,
) -> Result<ImportedVotes> {
    let (answers, models) = keep_answers(importer, rows, sources, warnings)?;
    let judgments = rows.iter().map(|&(row, question_id)| judgment(row, question_id, &answers));
    let KeptJudgments { new, differing, .. } = importer.keep_judgments(judgments)?;
    if let Some(&first) = differing.first() {
        warnings.push(format!(
            "{} votes say something else than those in the database, which stay (the first is in row {})",
            differing.len(),
            rows[first].0.row
        ));
    }
    let questions: HashSet<QuestionId> = rows.iter().map(|(_, question)| *question).collect();
    let judges = rows.iter().filter_map(|(row, _)| row.judge.as_ref());
    let judges = judges.map(|judge| judge.name.as_str()).collect::<Names>().into_names();
    Ok(ImportedVotes {
        questions: questions.len(),
        models,
        judges,
        votes: rows.len(),
        new,
        unresolved: rows.iter().filter(|(row, _)| row.said.undecided().is_some()).count(),
        taken: Taken::default(),
    })
}

/// The answers of each model, and whether the file has the text that was judged.
type Answers<'r> = HashMap<&'r str, (BTreeMap<(QuestionId, u16), &'r str>, KeptAnswers)>;

/// Keeps the answers that come with the votes, and finds those that the models have.
fn keep_answers<'r>(
    importer: &Importer<'_>,
    rows: &Known<'r, VoteRow>,
    sources: &[SourceFile],
    warnings: &mut Vec<String>,
) -> Result<(Answers<'r>, Vec<String>)> {
    let mut answers: Answers<'r> = HashMap::new();
    let (mut models, mut contrary) = (Names::default(), 0);
    for &(row, question_id) in rows {
        for (model, text) in shown(row) {
            if models.code(model) as usize == answers.len() {
                answers.insert(model, Default::default());
            }
            let Some(text) = text else { continue };
            let (texts, _) = answers.entry(model).or_default();
            let first = *texts.entry((question_id, row.turn)).or_insert(text);
            contrary += usize::from(first != text);
        }
    }
    let (models, mut changed) = (models.into_names(), 0);
    for model in &models {
        if let Some((texts, kept)) = answers.get_mut(model.as_str()) {
            *kept = importer.keep_answers(model, sources, texts)?;
            changed += kept.changed;
        }
    }
    // Of a million votes without texts none is looked up.
    answers.retain(|_, (_, kept)| !kept.ids.is_empty());
    if contrary > 0 {
        warnings.push(format!(
            "{contrary} votes are on another answer than the first one of the same model to the same \
             question; they count, without their answer"
        ));
    }
    if changed > 0 {
        warnings.push(format!(
            "{changed} answers differ from those that their models had: the models' new runs have the ones \
             that were judged, the old runs stay"
        ));
    }
    Ok((answers, models))
}

/// The models of a row in the order shown, each with its answer if the file has it.
fn shown(row: &VoteRow) -> impl Iterator<Item = (&str, Option<&str>)> {
    let models = [Some(&row.first), row.second.as_ref()].into_iter().flatten();
    models.zip(&row.answers).map(|(model, text)| (&**model, text.as_deref()))
}

fn judgment<'r>(
    row: &'r VoteRow,
    question_id: QuestionId,
    answers: &Answers<'r>,
) -> NewJudgment<'r> {
    let place = (question_id, row.turn);
    let mut ids = shown(row).map(|(model, text)| -> Option<PredictionId> {
        let (texts, kept) = answers.get(model)?;
        let is_it = text.is_none_or(|text| texts.get(&place) == Some(&text));
        kept.ids.get(&place).copied().filter(|_| is_it)
    });
    let (first_answer, second_answer) = (ids.next().flatten(), ids.next().flatten());
    let (judge, kind) = row
        .judge
        .as_ref()
        .map_or(("", JudgeKind::Model), |judge| (judge.name.as_str(), judge.kind));
    NewJudgment {
        judge,
        kind,
        question_id,
        turn: row.turn,
        repeat: row.repeat,
        first: &row.first,
        second: row.second.as_deref(),
        has_order: row.has_order,
        first_answer,
        second_answer,
        said: row.said,
        grade: row.grade.as_deref(),
        template: row.template.as_deref(),
        facts: None,
        text: row.text.as_deref(),
    }
}
