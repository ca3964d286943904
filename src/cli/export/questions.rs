//! `assay export questions`: a benchmark as a file that VLMEvalKit and we ourselves read.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::hub::{Exported, HubTarget};
use super::target::Target;
use super::thumbnails::{self, Thumbnails};
use crate::benchmark::decision::ReviewVerdict;
use crate::benchmark::outcome::Policy;
use crate::benchmark::{Pass, Question};
use crate::cli::{OnBenchmark, Shared, WrongUsage, named, print_message, warn};
use crate::export::questions::{cleaning_warnings, older_revisions, settings_of, single_questions};
use crate::formats::MAX_CELL_BYTES;
use crate::formats::hub::{HubLayout, tables};
use crate::formats::json_lines::write::{write_lines, write_settings};
use crate::formats::new_file::NewFile;
use crate::formats::vlmevalkit::write::rows::{FileRow, circular_rows, first_rows};
use crate::formats::vlmevalkit::write::{
    Column, columns, extra_columns, losses, named_questions, write_questions,
};
use crate::formats::written_rows::RowForm;
use crate::outcomes::clean_benchmark::{SelectedQuestions, Selection, selected_questions};
use crate::store::{Benchmark, Store};
use crate::visible::Harmless;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag of its own
pub(crate) struct Questions {
    #[command(flatten)]
    on: OnBenchmark,
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
    /// Only questions on which the last word is this verdict: that of their verifiers, else of their
    /// adjudicators, else of more than half of their reviewers; several may be named
    #[arg(long, value_parser = named::<ReviewVerdict>(), value_name = "VERDICT", value_delimiter = ',')]
    verdict: Vec<ReviewVerdict>,
    /// With `--clean`: write what is left out as JSON lines, with reasons and evidence
    #[arg(long, value_name = "FILE.jsonl", requires = "clean")]
    removed: Option<PathBuf>,
    /// In a spreadsheet: the first picture of each question in a last column, at most 240x180 pixels
    #[arg(long)]
    with_pictures: bool,
    #[command(flatten)]
    hub: HubTarget,
    #[command(flatten)]
    target: Target,
}

impl Questions {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let form = self.hub.form(&self.target, self.circular)?;
        if self.with_pictures {
            thumbnails::refuse_text(form)?;
        }
        let (mut store, benchmark) = self.on.open(shared)?;
        let policy = Policy { reviewers_settle: self.by_reviewers };
        let clean = self.clean.then_some(policy);
        let selection = Selection { clean, verdicts: self.verdict.clone() };
        let selected = selected_questions(&store, &benchmark, &selection)?;
        if self.clean {
            cleaning_warnings(&selected).iter().map(String::as_str).for_each(warn);
            print_message(&format!("{} removed questions are left out", selected.removed.len()));
        }
        let SelectedQuestions { questions: stored, removed, .. } = selected;
        if stored.is_empty() && !self.verdict.is_empty() {
            anyhow::bail!("on no question of {} is the last word this verdict", benchmark.name);
        }
        if stored.is_empty() && removed.is_empty() {
            anyhow::bail!("{} has no questions", benchmark.name);
        }
        let questions: Vec<&Question> = stored.iter().map(|stored| &stored.question).collect();
        match self.hub.is_data_set() {
            true => self.write_data_set(&mut store, &benchmark, &questions, form)?,
            false => self.write_file(&store, &benchmark, &questions, form)?,
        }
        if let Some(file) = &self.removed {
            let mut new = NewFile::create(file, self.target.force)?;
            for one in &removed {
                serde_json::to_writer(Harmless::json(&mut new), one)?;
                writeln!(new)?;
            }
            new.publish()?;
            let (count, file) = (removed.len(), file.display());
            print_message(&format!("{count} removed questions written to {file}"));
        }
        Ok(())
    }

    /// Writes a table, or everything as JSON lines or Parquet.
    fn write_file(
        &self,
        store: &Store,
        benchmark: &Benchmark,
        questions: &[&Question],
        form: RowForm,
    ) -> anyhow::Result<()> {
        // These carry everything, and read back as the same questions.
        let is_whole = matches!(form, RowForm::Jsonl | RowForm::Parquet)
            && !self.circular
            && self.hub.layout != Some(HubLayout::Vlmevalkit);
        let (rows, columns) =
            if is_whole { Default::default() } else { self.layout(questions, form)? };
        warn_of_older_revisions(store, benchmark)?;
        let settings = settings_of(store, benchmark, questions)?;
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        if form != RowForm::Parquet && !is_whole {
            if let Some(words) = settings.describe() {
                warn(&format!(
                    "these rows do not carry the benchmark's {words}; Parquet does, and so do JSON lines \
                     without --circular"
                ));
            }
            return self.write_table(store, questions, &rows, &columns);
        }
        let table = match is_whole {
            true => tables::whole(questions),
            false => tables::vlmevalkit(questions, rows, columns),
        };
        self.target.write_text(|out| match form {
            RowForm::Parquet => table.write(&settings, &mut bytes, out),
            _ => {
                write_settings(&settings, out)?;
                write_lines(questions.iter().copied(), &mut bytes, out)
            }
        })?;
        self.target.report(table.rows.len(), "rows");
        Ok(())
    }

    /// Writes a data set of the hub.
    fn write_data_set(
        &self,
        store: &mut Store,
        benchmark: &Benchmark,
        questions: &[&Question],
        form: RowForm,
    ) -> anyhow::Result<()> {
        warn_of_older_revisions(store, benchmark)?;
        let settings = settings_of(store, benchmark, questions)?;
        let is_mmbench = self.hub.layout == Some(HubLayout::MmbenchHf);
        let renamed = if is_mmbench { tables::numbered(questions) } else { None };
        let renamed: Option<Vec<&Question>> = renamed.as_ref().map(|all| all.iter().collect());
        if renamed.is_some() {
            warn(
                "an index is a number in this layout: questions are numbered from 1, their keys are in a column key",
            );
        }
        let questions = renamed.as_deref().unwrap_or(questions);
        let rows = match (is_mmbench, self.circular) {
            (true, true) => circular(questions)?,
            (false, true) => {
                bail!(WrongUsage("--circular goes with --layout mmbench-hf here".into()))
            }
            (true, false) => first(questions),
            (false, false) => Vec::new(),
        };
        let mut steps = vec![match self.clean {
            true => {
                "Questions that were removed are left out, and fixed ones are as they were fixed."
            }
            false => "All questions are in it as they were imported, whatever was decided on them.",
        }];
        if !self.verdict.is_empty() {
            steps.push("Only questions with certain verdicts are in it.");
        }
        let steps = steps.into_iter().map(str::to_owned).collect();
        let policy = Policy { reviewers_settle: self.by_reviewers };
        let settings = &settings;
        let exported = Exported { store, benchmark, questions, rows, settings, steps, policy };
        self.hub.write(exported, &self.target, form)
    }

    /// The rows of a table and its columns, with warnings about what it cannot hold.
    fn layout(
        &self,
        questions: &[&Question],
        form: RowForm,
    ) -> anyhow::Result<(Vec<FileRow>, Vec<Column>)> {
        let rows = if self.circular { circular(questions)? } else { first(questions) };
        let mut columns = columns(questions, &rows);
        let (extra, left_out) = extra_columns(questions);
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
        for loss in losses(questions, &rows, &columns, form) {
            warn(&loss);
        }
        Ok((rows, columns))
    }

    fn write_table(
        &self,
        store: &Store,
        questions: &[&Question],
        rows: &[FileRow],
        columns: &[Column],
    ) -> anyhow::Result<()> {
        let mut names: Vec<String> =
            columns.iter().map(|column| column.name().into_owned()).collect();
        names.extend(self.with_pictures.then(|| thumbnails::COLUMN.to_owned()));
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        let mut thumbnails = Thumbnails::new(store);
        let too_long = self.target.write(names, |out| {
            let too_long = write_questions(questions, rows, columns, &mut bytes, out)?;
            for (at, row) in rows.iter().enumerate().filter(|_| self.with_pictures) {
                // Later passes show the same picture.
                let pictures = &questions[row.question].pictures;
                if let Some(picture) = pictures.first().filter(|_| row.pass == Pass::FIRST) {
                    thumbnails.put(picture.hash, (at + 1, columns.len()), out)?;
                }
            }
            anyhow::Ok(too_long)
        })?;
        if !too_long.is_empty() {
            warn(&format!(
                "the pictures of {} have more than {} MB in base64: VLMEvalKit reads them, an import refuses them",
                too_long.join(", "),
                MAX_CELL_BYTES / 1_000_000
            ));
        }
        thumbnails.report();
        Ok(())
    }
}

fn warn_of_older_revisions(store: &Store, benchmark: &Benchmark) -> anyhow::Result<()> {
    match older_revisions(store, benchmark)? {
        0 => {}
        older => warn(&format!("{older} older revisions of questions are not in the file")),
    }
    Ok(())
}

/// A row for each question, with a message about passes that are left out.
fn first(questions: &[&Question]) -> Vec<FileRow> {
    let circular = questions.iter().filter(|question| question.passes.len() > 1).count();
    if circular > 0 {
        print_message(&format!(
            "{circular} questions have CircularEval passes in the file they came from; --circular writes them"
        ));
    }
    first_rows(questions)
}

/// A row for each pass, with messages about questions of one pass and other indices.
fn circular(questions: &[&Question]) -> anyhow::Result<Vec<FileRow>> {
    let circular = circular_rows(questions)?;
    single_questions(questions).iter().map(String::as_str).for_each(print_message);
    if !circular.renumbered.is_empty() {
        warn(&format!(
            "the passes of {} have other indices than in the file they came from: all passes are \
             numbered alike",
            named_questions(circular.renumbered.iter().map(|&at| questions[at].key.as_str()))
        ));
    }
    Ok(circular.rows)
}
