//! `assay export questions`: a benchmark as a file that VLMEvalKit and we ourselves read.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::target::Target;
use super::thumbnails::{self, Thumbnails};
use crate::benchmark::decision::ReviewVerdict;
use crate::benchmark::provenance::has_verdict_among;
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::verification::{Settlement, VerifyReason, VerifyVerdict};
use crate::benchmark::{FinalAct, Pass, Question};
use crate::cli::value_names::named;
use crate::cli::{Shared, print_message, warn};
use crate::formats::MAX_CELL_BYTES;
use crate::formats::benchmark_settings::BenchmarkSettings;
use crate::formats::huggingface::write::{write_parquet, write_rows};
use crate::formats::json_lines::write::{write_lines, write_settings};
use crate::formats::new_file::NewFile;
use crate::formats::vlmevalkit::write::rows::{FileRow, circular_rows, first_rows};
use crate::formats::vlmevalkit::write::{
    Column, columns, extra_columns, losses, named_questions, write_questions,
};
use crate::formats::written_rows::RowForm;
use crate::score::RequiredPasses;
use crate::scoring::{SuspectedQuestion, decisions_by_question, suspected_questions};
use crate::store::{Benchmark, QuestionId, Store, StoredQuestion};
use crate::visible::Harmless;

/// How many questions that stay single are named.
const MOST_TOLD: usize = 50;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub(crate) struct Questions {
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// A row for each pass of CircularEval: the choices rotated to the left, pictures pointed at
    #[arg(long)]
    circular: bool,
    /// Leave out the questions that verifiers or adjudicators removed, and write fixed ones as they were
    /// fixed
    #[arg(long)]
    clean: bool,
    /// With `--clean`: where no expert has decided, also leave out what more than half of its reviewers, two at
    /// least, find text-only or wrong
    #[arg(long, requires = "clean")]
    by_reviewers: bool,
    /// Only questions that their adjudicators, else more than half of their reviewers, gave this verdict;
    /// several may be named
    #[arg(long, value_parser = named::<ReviewVerdict>(), value_name = "VERDICT", value_delimiter = ',')]
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
            true => clean(&store, &benchmark, &mut stored, self.by_reviewers)?,
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
        if matches!(form, RowForm::Jsonl | RowForm::Parquet) && !self.circular {
            tell_revisions(&store, &benchmark)?;
            let settings = settings(&store, &benchmark, &questions)?;
            self.write_whole(&store, &settings, &questions, form)?;
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
        let settings = settings(&store, &benchmark, &questions)?;
        if form == RowForm::Parquet {
            let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
            self.target.write_text(|out| {
                write_rows(&settings, &questions, &rows, &columns, &mut bytes, out)
            })?;
            self.say_written(rows.len());
            return self.write_removed(&removed);
        }
        if let Some(words) = settings.describe() {
            warn(&format!(
                "these rows do not carry the benchmark's {words}; Parquet does, and so do JSON lines \
                 without --circular"
            ));
        }
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

    /// Files that carry everything and read back as the same questions.
    fn write_whole(
        &self,
        store: &Store,
        settings: &BenchmarkSettings,
        questions: &[&Question],
        form: RowForm,
    ) -> anyhow::Result<()> {
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        self.target.write_text(|out| match form {
            RowForm::Parquet => write_parquet(settings, questions, &mut bytes, out),
            _ => {
                write_settings(settings, out)?;
                write_lines(questions.iter().copied(), &mut bytes, out)
            }
        })?;
        self.say_written(questions.len());
        Ok(())
    }

    fn say_written(&self, rows: usize) {
        if let Some(file) = self.target.file() {
            print_message(&format!("{rows} rows written to {}", file.display()));
        }
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

/// What a reader of the questions would not find out: the benchmark's own checklist, and its taxonomy unless
/// it is the one that knows most of their categories.
fn settings(
    store: &Store,
    benchmark: &Benchmark,
    questions: &[&Question],
) -> anyhow::Result<BenchmarkSettings> {
    let categories = questions.iter().filter_map(|question| question.category.as_deref());
    let recognized = Taxonomy::recognize(categories).map(|taxonomy| &taxonomy.name);
    let taxonomy = store.taxonomy_text(benchmark)?;
    Ok(BenchmarkSettings {
        taxonomy: taxonomy.filter(|taxonomy| Some(taxonomy) != recognized),
        checklist: store.own_checklists(benchmark)?,
    })
}

/// The keys of the questions that have one of these verdicts: that of their adjudicators, else of more
/// than half of their reviewers.
fn reviewed_as(
    store: &Store,
    benchmark: &Benchmark,
    verdicts: &[ReviewVerdict],
) -> anyhow::Result<HashSet<String>> {
    let decided = decisions_by_question(store, benchmark)?.into_iter();
    let most = decided.filter(|(_, question)| {
        has_verdict_among(&question.reviews, &question.adjudications, verdicts)
    });
    Ok(most.map(|(key, _)| key).collect())
}

/// Brings the questions into the revisions of the clean benchmark. Returns those that are removed.
fn clean(
    store: &Store,
    benchmark: &Benchmark,
    stored: &mut Vec<StoredQuestion>,
    reviewers_settle: bool,
) -> anyhow::Result<Vec<SuspectedQuestion>> {
    let mut suspected = suspected_questions(store, benchmark)?;
    for one in &mut suspected {
        one.reviewers_settle = reviewers_settle;
    }
    for one in &suspected {
        let Some(wanted) = one.cleaned() else { continue };
        let question = stored.iter_mut().find(|question| question.id == one.current);
        let question = question.filter(|_| wanted != one.current || one.is_corrected());
        let Some(question) = question else { continue };
        if wanted != one.current {
            *question = StoredQuestion { id: wanted, question: store.whole_question(wanted)? };
        }
        one.correct(&mut question.question, benchmark.taxonomy());
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
    let rejected = suspected.iter().filter(|one| one.is_rejected);
    let rejected = rejected.filter(|one| one.settlement() == Settlement::Open);
    let rejected: Vec<&str> = rejected.map(|one| one.entry.key.as_str()).collect();
    if !rejected.is_empty() {
        warn(&format!(
            "most of their reviewers reject {}: verify (assay annotate verify), or leave out with \
             --by-reviewers",
            named_questions(rejected.iter().copied())
        ));
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    adjudications: Vec<Value>,
    evidence: Vec<Value>,
}

fn write_removed(file: &Path, force: bool, removed: &[SuspectedQuestion]) -> anyhow::Result<()> {
    let mut new = NewFile::create(file, force)?;
    for one in removed {
        let verified = one.decisions.iter();
        let verified = verified.filter(|(_, by)| by.verdict == VerifyVerdict::Remove);
        let verified = verified.map(|(name, by)| (name, by.reasons.clone(), by.note.as_deref()));
        let settled = one.adjudications.iter().filter(|_| one.adjudicated().is_some());
        let settled = settled.filter(|(_, by)| by.becomes() == VerifyVerdict::Remove);
        let settled = settled.map(|(name, by)| (name, by.removal_reasons(), FinalAct::note(by)));
        let findings = one.suspicion.findings.iter().filter(|_| one.is_removed_by_reviewers());
        let reviewed = findings.map(|finding| {
            (&finding.reviewer, finding.removal_reasons(), finding.review.note.as_deref())
        });
        let by: Vec<_> = verified.chain(settled).chain(reviewed).collect();
        let reasons: BTreeSet<VerifyReason> =
            by.iter().flat_map(|(_, reasons, _)| reasons.iter().copied()).collect();
        let line = LeftOut {
            key: one.entry.key.as_str(),
            reasons: reasons.into_iter().collect(),
            removed_by: by.iter().map(|(name, ..)| name.as_str()).collect(),
            notes: by.iter().filter_map(|(.., note)| *note).collect(),
            decisions: rows(&one.decisions)?,
            adjudications: rows(&one.adjudications)?,
            evidence: one.suspicion.as_json(),
        };
        serde_json::to_writer(Harmless::json(&mut new), &line)?;
        writeln!(new)?;
    }
    new.publish()?;
    print_message(&format!("{} removed questions written to {}", removed.len(), file.display()));
    Ok(())
}

/// Decisions as a file has them, with the names of those who made them.
fn rows<D: Serialize>(decisions: &[(String, D)]) -> anyhow::Result<Vec<Value>> {
    let row = |(name, decision): &(String, D)| {
        let mut row = serde_json::to_value(decision)?;
        if let Some(row) = row.as_object_mut() {
            row.insert("annotator".into(), name.as_str().into());
        }
        Ok(row)
    };
    decisions.iter().map(row).collect()
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
