//! The destination and the format of exported rows.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use crate::cli::{WrongUsage, named, print_message};
use crate::formats::new_file::NewFile;
use crate::formats::written_rows::{RowForm, RowWriter};
use crate::keyword::Keyword;
use crate::visible::Harmless;

/// Where rows go.
#[derive(Clone, Debug, Args)]
pub(super) struct Target {
    /// The form; without it, as the name of the file ends; on standard output tsv, decisions jsonl
    #[arg(long, value_parser = named::<RowForm>(), value_name = "FORM")]
    format: Option<RowForm>,
    /// The file; without it, standard output
    #[arg(short = 'f', long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
}

/// Takes rows.
pub(super) type Rows<'a> = RowWriter<&'a mut (dyn Write + Send)>;

impl Target {
    /// The same in this form.
    pub fn with_form(&self, form: RowForm) -> Target {
        Target { format: Some(form), ..self.clone() }
    }

    /// The form of the rows; tab-separated on standard output.
    pub fn form(&self) -> anyhow::Result<RowForm> {
        self.form_or(RowForm::default())
    }

    /// The form of the rows; `usual` on standard output if none is named.
    pub fn form_or(&self, usual: RowForm) -> anyhow::Result<RowForm> {
        let form = match (self.format, &self.file) {
            (Some(form), _) => form,
            (None, None) => usual,
            (None, Some(file)) => {
                let ending = file.extension().and_then(|ending| ending.to_str());
                ending.and_then(RowForm::from_ending).ok_or_else(|| {
                    let file = file.display();
                    WrongUsage(format!(
                        "the name of {file} has no known ending; end it in .tsv, .csv, .jsonl, .xlsx or .parquet, or name one with --format"
                    ))
                })?
            }
        };
        let needs_file = match form {
            RowForm::Xlsx => "a spreadsheet needs a file: --file FILE.xlsx",
            RowForm::Parquet => "Parquet needs a file: --file FILE.parquet",
            _ => return Ok(form),
        };
        match self.file {
            Some(_) => Ok(form),
            None => bail!(WrongUsage(needs_file.into())),
        }
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether it is a file of Parquet.
    pub fn is_parquet(&self) -> bool {
        self.file.is_some() && self.form().is_ok_and(|form| form == RowForm::Parquet)
    }

    /// The same for a file in a folder; a tab-separated one unless a form was named.
    pub fn in_folder(&self, folder: &Path, stem: &str) -> Target {
        let form = self.format.unwrap_or_default();
        let file = folder.join(format!("{stem}.{}", form.name()));
        Target { format: Some(form), file: Some(file), force: self.force }
    }

    /// Writes the text from `write`, which has escaped what is not for a terminal. A file gets its name only
    /// when it is complete.
    pub fn write_text<T>(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(path) = &self.file else {
            let mut out = BufWriter::new(io::stdout());
            let written = write(&mut out)?;
            out.flush()?;
            return Ok(written);
        };
        let mut file = NewFile::create(path, self.force)?;
        let written = write(&mut file).with_context(|| path.display().to_string())?;
        file.publish()?;
        Ok(written)
    }

    /// Reports how many rows, answers or the like were written to the file.
    pub fn report(&self, count: usize, what: &str) {
        if let Some(path) = &self.file {
            print_message(&format!("{count} {what} written to {}", path.display()));
        }
    }

    /// Writes the rows from `fill`. A file gets its name only when it is complete.
    pub fn write<T>(
        &self,
        columns: Vec<String>,
        fill: impl FnOnce(&mut Rows<'_>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let form = self.form()?;
        let escapes = self.file.is_none() && io::stdout().is_terminal();
        let (filled, rows) = self.write_text(|out| {
            let mut harmless;
            let out: &mut (dyn Write + Send) = match escapes {
                true => {
                    harmless = Harmless::text(out);
                    &mut harmless
                }
                false => out,
            };
            let mut rows = RowWriter::new(form, columns, out)?;
            let filled = fill(&mut rows)?;
            let count = rows.rows();
            rows.finish()?;
            Ok((filled, count))
        })?;
        self.report(rows, "rows");
        Ok(filled)
    }
}
