//! `assay export questions`: a benchmark as a file that VLMEvalKit and we ourselves read.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::target::Target;
use super::thumbnails::{self, Thumbnails};
use crate::benchmark::decision::{Act, QUEUE_REVIEW, ReviewVerdict};
use crate::benchmark::verification::{Settlement, VerifyDecision, VerifyReason, VerifyVerdict};
use crate::benchmark::{Pass, Question};
use crate::cli::{Shared, print_message, warn};
use crate::formats::MAX_CELL_BYTES;
use crate::formats::json_lines::write::write_lines;
use crate::formats::new_file::NewFile;
use crate::formats::vlmevalkit::write::rows::{FileRow, circular_rows, first_rows};
use crate::formats::vlmevalkit::write::{
    Column, columns, extra_columns, losses, named_questions, write_questions,
};
use crate::formats::written_rows::RowForm;
use crate::score::RequiredPasses;
use crate::scoring::{SuspectedQuestion, suspected_questions};
use crate::store::{Benchmark, QuestionId, Store, StoredQuestion};
use crate::visible::Harmless;

/// How many questions that stay single are named.
const MOST_TOLD: usize = 50;

#[derive(Debug, Args)]
pub(crate) struct Questions {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// A row for each pass of CircularEval: the choices rotated to the left, pictures pointed at
    #[arg(long)]
    circular: bool,
    /// Leave out the questions that verifiers removed, and write fixed ones in their fixed revision
    #[arg(long)]
    clean: bool,
    /// Only questions that more than half of their reviewers gave this verdict; several may be named
    #[arg(long, value_enum, value_name = "VERDICT", value_delimiter = ',')]
    verdict: Vec<ReviewVerdict>,
    /// With `--clean`: write what is left out as JSON lines, with reasons and evidence
    #[arg(long, value_name = "FILE.jsonl", requires = "clean")]
    removed: Option<PathBuf>,
    /// In a spreadsheet: the first picture of each question in a last column, at most 240x180 pixels
    #[arg(long)]
    with_pictures: bool,
    #[command(flatten)]
    target: Target,
}

impl Questions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let form = self.target.form()?;
        if self.with_pictures {
            thumbnails::refuse_text(form)?;
        }
        let store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let mut stored = store.whole_questions(&benchmark)?;
        if stored.is_empty() {
            anyhow::bail!("{} has no questions", benchmark.name);
        }
        let removed = match self.clean {
            true => clean(&store, &benchmark, &mut stored)?,
            false => Vec::new(),
        };
        if !self.verdict.is_empty() {
            let wanted = reviewed_as(&store, &benchmark, &self.verdict)?;
            stored.retain(|stored| wanted.contains(stored.question.key.as_str()));
            if stored.is_empty() {
                anyhow::bail!(
                    "no question of {} has this verdict of most reviewers",
                    benchmark.name
                );
            }
        }
        let questions: Vec<&Question> = stored.iter().map(|stored| &stored.question).collect();
        if form == RowForm::Jsonl && !self.circular {
            tell_revisions(&store, &benchmark)?;
            self.write_lines(&store, &questions)?;
            return self.write_removed(&removed);
        }
        let rows = self.rows(&questions)?;
        let mut columns = columns(&questions, &rows);
        let (extra, left_out) = extra_columns(&questions);
        columns.extend(extra);
        if !left_out.is_empty() {
            let names = left_out.join(", ");
            warn(&format!("extra fields with the names of other columns are left out: {names}"));
        }
        if form == RowForm::Xlsx && columns.contains(&Column::Image) {
            columns.retain(|column| *column != Column::Image);
            if !self.with_pictures {
                warn(
                    "pictures are longer than a cell of a spreadsheet: they are left out; \
                     --with-pictures adds small ones to look at",
                );
            }
        }
        for loss in losses(&questions, &rows, &columns, form) {
            warn(&loss);
        }
        tell_revisions(&store, &benchmark)?;
        let mut names: Vec<String> =
            columns.iter().map(|column| column.name().into_owned()).collect();
        names.extend(self.with_pictures.then(|| thumbnails::COLUMN.to_owned()));
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        let mut thumbnails = Thumbnails::new(&store);
        let too_long = self.target.write(names, |out| {
            let too_long = write_questions(&questions, &rows, &columns, &mut bytes, out)?;
            for (at, row) in rows.iter().enumerate().filter(|_| self.with_pictures) {
                // Later passes show the same picture.
                let pictures = &questions[row.question].pictures;
                if let Some(picture) = pictures.first().filter(|_| row.pass == Pass::FIRST) {
                    thumbnails.put(picture.hash, (at + 1, columns.len()), out)?;
                }
            }
            anyhow::Ok(too_long)
        })?;
        tell_too_long(&too_long);
        thumbnails.report();
        self.write_removed(&removed)
    }

    /// Lines that carry everything and read back as the same questions.
    fn write_lines(&self, store: &Store, questions: &[&Question]) -> anyhow::Result<()> {
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        self.target.write_text(|out| write_lines(questions.iter().copied(), &mut bytes, out))?;
        if let Some(file) = self.target.file() {
            print_message(&format!("{} rows written to {}", questions.len(), file.display()));
        }
        Ok(())
    }

    fn write_removed(&self, removed: &[SuspectedQuestion]) -> anyhow::Result<()> {
        match &self.removed {
            Some(file) => write_removed(file, self.target.overwrites(), removed),
            None => Ok(()),
        }
    }

    fn rows(&self, questions: &[&Question]) -> anyhow::Result<Vec<FileRow>> {
        if !self.circular {
            tell_passes_left_out(questions);
            return Ok(first_rows(questions));
        }
        let circular = circular_rows(questions)?;
        tell_single(questions);
        if !circular.renumbered.is_empty() {
            warn(&format!(
                "the passes of {} have other indices than in the file they came from: all passes are \
                 numbered alike",
                named_questions(circular.renumbered.iter().map(|&at| questions[at].key.as_str()))
            ));
        }
        Ok(circular.rows)
    }
}

/// The keys of the questions that more than half of their reviewers gave one of these verdicts.
fn reviewed_as(
    store: &Store,
    benchmark: &Benchmark,
    verdicts: &[ReviewVerdict],
) -> anyhow::Result<HashSet<String>> {
    let mut reviews: HashMap<String, (usize, usize)> = HashMap::new();
    for decision in store.current_decisions(benchmark, QUEUE_REVIEW)? {
        let Act::Review(review) = &decision.row.act else { continue };
        let (wanted, all) = reviews.entry(decision.row.item).or_default();
        *wanted += usize::from(verdicts.contains(&review.verdict));
        *all += 1;
    }
    let most = reviews.into_iter().filter(|(_, (wanted, all))| wanted * 2 > *all);
    Ok(most.map(|(key, _)| key).collect())
}

/// Brings the questions into the revisions of the clean benchmark. Returns those that are removed.
fn clean(
    store: &Store,
    benchmark: &Benchmark,
    stored: &mut Vec<StoredQuestion>,
) -> anyhow::Result<Vec<SuspectedQuestion>> {
    let suspected = suspected_questions(store, benchmark)?;
    for one in &suspected {
        let Some(wanted) = one.cleaned().filter(|&wanted| wanted != one.current) else { continue };
        if let Some(question) = stored.iter_mut().find(|question| question.id == one.current) {
            *question = StoredQuestion { id: wanted, question: store.whole_question(wanted)? };
        }
    }
    for (settlement, what) in [
        (Settlement::Unsettled, "verifiers are split"),
        (Settlement::Open, "are suspected and not verified"),
    ] {
        let keys = suspected.iter().filter(|one| one.settlement() == settlement);
        let keys: Vec<&str> = keys.map(|one| one.entry.key.as_str()).collect();
        if !keys.is_empty() {
            let named = named_questions(keys.iter().copied());
            let words = match settlement {
                Settlement::Unsettled => format!("{what} on {named}: they stay as they were"),
                _ => format!("{} questions {what}, and stay: {named}", keys.len()),
            };
            warn(&words);
        }
    }
    let removed: Vec<SuspectedQuestion> =
        suspected.into_iter().filter(|one| one.cleaned().is_none()).collect();
    let left_out: HashSet<QuestionId> = removed.iter().map(|one| one.current).collect();
    stored.retain(|question| !left_out.contains(&question.id));
    print_message(&format!("{} removed questions are left out", removed.len()));
    Ok(removed)
}

/// A removed question as its line says it.
#[derive(Serialize)]
struct LeftOut<'a> {
    key: &'a str,
    reasons: Vec<VerifyReason>,
    removed_by: Vec<&'a str>,
    notes: Vec<&'a str>,
    decisions: Vec<Value>,
    evidence: Vec<Value>,
}

fn write_removed(file: &Path, force: bool, removed: &[SuspectedQuestion]) -> anyhow::Result<()> {
    let mut new = NewFile::create(file, force)?;
    for one in removed {
        let by: Vec<_> = one
            .decisions
            .iter()
            .filter(|(_, decision)| decision.verdict == VerifyVerdict::Remove)
            .collect();
        let reasons: BTreeSet<VerifyReason> =
            by.iter().flat_map(|(_, decision)| decision.reasons.iter().copied()).collect();
        let decision = |(name, decision): &(String, VerifyDecision)| {
            let mut row = serde_json::to_value(decision)?;
            if let Some(row) = row.as_object_mut() {
                row.insert("annotator".into(), name.as_str().into());
            }
            anyhow::Ok(row)
        };
        let line = LeftOut {
            key: one.entry.key.as_str(),
            reasons: reasons.into_iter().collect(),
            removed_by: by.iter().map(|(name, _)| name.as_str()).collect(),
            notes: by.iter().filter_map(|(_, decision)| decision.note.as_deref()).collect(),
            decisions: one.decisions.iter().map(decision).collect::<Result<_, _>>()?,
            evidence: one.suspicion.as_json(),
        };
        serde_json::to_writer(Harmless::json(&mut new), &line)?;
        writeln!(new)?;
    }
    new.publish()?;
    print_message(&format!("{} removed questions written to {}", removed.len(), file.display()));
    Ok(())
}

/// Says which questions are asked once only, and why.
fn tell_single(questions: &[&Question]) {
    let mut single = 0;
    for question in questions {
        let passes =
            RequiredPasses::from_source(&question.passes, &question.choices, question.answer);
        if let RequiredPasses::Single(reason) = passes {
            single += 1;
            if single <= MOST_TOLD {
                print_message(&format!("question {} stays single: {reason}", question.key));
            }
        }
    }
    if single > MOST_TOLD {
        print_message(&format!("and so do {} more", single - MOST_TOLD));
    }
}

fn tell_too_long(indices: &[String]) {
    if !indices.is_empty() {
        warn(&format!(
            "the pictures of {} have more than {} MB in base64: VLMEvalKit reads them, an import refuses them",
            indices.join(", "),
            MAX_CELL_BYTES / 1_000_000
        ));
    }
}

fn tell_passes_left_out(questions: &[&Question]) {
    let circular = questions.iter().filter(|question| question.passes.len() > 1).count();
    if circular > 0 {
        print_message(&format!(
            "{circular} questions have CircularEval passes in the file they came from; --circular writes them"
        ));
    }
}

/// A file of questions holds what they are, not what they were.
fn tell_revisions(store: &Store, benchmark: &Benchmark) -> anyhow::Result<()> {
    let overviews = store.benchmark_overviews()?;
    let older = overviews.iter().find(|overview| overview.name == benchmark.name);
    match older.map_or(0, |overview| overview.older_revisions) {
        0 => {}
        older => warn(&format!("{older} older revisions of questions are not in the file")),
    }
    Ok(())
}
