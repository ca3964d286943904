//! Questions in the layouts of data sets: one file, or a folder for the hub with its card.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use super::target::Target;
use crate::benchmark::outcome::Policy;
use crate::benchmark::{ImageHash, Question};
use crate::cli::{WrongUsage, named, print_message, warn};
use crate::evaluation::RunOptions;
use crate::extract::RuleSet;
use crate::formats::benchmark_settings::BenchmarkSettings;
use crate::formats::hub::{HubLayout, HubTable, SHARD_BYTES, mmmu, seed_bench, seed_json, tables};
use crate::formats::new_file::NewFile;
use crate::formats::new_folder::NewFolder;
use crate::formats::vlmevalkit::write::rows::FileRow;
use crate::formats::written_rows::RowForm;
use crate::keyword::Keyword;
use crate::outcomes::cleaning::cleaning;
use crate::report::documents::dataset_card::DatasetCard;
use crate::score::Missing;
use crate::store::{Benchmark, Store};

/// Which layout, and where it goes unless that is a file.
#[derive(Debug, Args)]
pub(super) struct HubTarget {
    /// The layout; without it VLMEvalKit's as a table, everything as JSON lines or Parquet
    #[arg(long, value_parser = named::<HubLayout>(), value_name = "LAYOUT")]
    pub layout: Option<HubLayout>,
    /// A new folder for the hub: Parquet for each split, and README.md, its card
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "format"])]
    pub out: Option<PathBuf>,
    /// With `--out`: the licence in the card, as the hub names it, such as cc-by-4.0
    #[arg(long, value_name = "NAME", requires = "out")]
    license: Option<String>,
}

/// What is written.
pub(super) struct Exported<'e> {
    pub store: &'e mut Store,
    pub benchmark: &'e Benchmark,
    pub questions: &'e [&'e Question],
    pub rows: Vec<FileRow>,
    pub settings: &'e BenchmarkSettings,
    /// How the questions were chosen, in sentences.
    pub steps: Vec<String>,
    pub policy: Policy,
}

impl HubTarget {
    /// Whether the rows are those of a data set on the hub and not of a table or of JSON lines.
    pub fn is_data_set(&self) -> bool {
        use HubLayout::{MmbenchHf, Mmmu, SeedBench};
        self.out.is_some() || matches!(self.layout, Some(MmbenchHf | Mmmu | SeedBench))
    }

    /// The form of the rows, and what does not go together.
    pub fn form(&self, target: &Target, circular: bool) -> anyhow::Result<RowForm> {
        let wrong = |problem: &str| bail!(WrongUsage(problem.to_owned()));
        match self.layout {
            Some(HubLayout::Mmmu | HubLayout::SeedBench | HubLayout::Jsonl) if circular => {
                wrong("--circular goes with the layouts vlmevalkit and mmbench-hf")
            }
            Some(HubLayout::Vlmevalkit | HubLayout::Jsonl) if self.out.is_some() => {
                wrong("this layout is one file: --file FILE.tsv or FILE.jsonl instead of --out")
            }
            _ if self.out.is_some() => Ok(RowForm::Parquet),
            Some(HubLayout::Jsonl) => match target.form_or(RowForm::Jsonl)? {
                RowForm::Jsonl => Ok(RowForm::Jsonl),
                _ => wrong("the layout jsonl is JSON lines: --file FILE.jsonl"),
            },
            Some(HubLayout::SeedBench) if !target.is_parquet() => Ok(RowForm::Jsonl),
            Some(layout @ (HubLayout::MmbenchHf | HubLayout::Mmmu)) if !target.is_parquet() => {
                let layout = layout.name();
                bail!(WrongUsage(format!(
                    "the layout {layout} is Parquet: --file FILE.parquet, or --out DIR"
                )))
            }
            _ => target.form(),
        }
    }

    /// Writes the file or the folder.
    pub fn write(
        &self,
        mut exported: Exported<'_>,
        target: &Target,
        form: RowForm,
    ) -> anyhow::Result<()> {
        let Exported { questions, settings, .. } = exported;
        let rows = std::mem::take(&mut exported.rows);
        let table = match self.layout {
            Some(HubLayout::MmbenchHf) => tables::mmbench(questions, rows),
            Some(HubLayout::Mmmu) => mmmu::mmmu(questions),
            Some(HubLayout::SeedBench) => Ok(seed_bench::seed_bench(questions)),
            _ => Ok(tables::with_classes(questions)),
        };
        let table = table.map_err(anyhow::Error::msg)?;
        table.losses.iter().map(String::as_str).for_each(warn);
        if let Some(words) = settings.describe().filter(|_| form != RowForm::Parquet) {
            warn(&format!("this file does not carry the benchmark's {words}; Parquet does"));
        }
        if let Some(out) = &self.out {
            return self.write_folder(out, (&table, exported), target.force);
        }
        let Exported { store, questions, settings, .. } = exported;
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        target.write_text(|out| match form {
            RowForm::Parquet => table.write(settings, &mut bytes, out),
            _ => {
                let names = match target.path() {
                    Some(file) => write_pictures(questions, file, &mut bytes)?,
                    None => BTreeMap::new(),
                };
                Ok(seed_json::write_json(&table, &names, out)?)
            }
        })?;
        target.report(table.rows.len(), "rows");
        Ok(())
    }

    /// Writes the folder with its card.
    fn write_folder(
        &self,
        out: &Path,
        (table, exported): (&HubTable<'_>, Exported<'_>),
        force: bool,
    ) -> anyhow::Result<()> {
        let Exported { store, benchmark, questions, settings, steps, policy, .. } = exported;
        let options = RunOptions {
            rules: RuleSet::default(),
            extractor: None,
            strategy: None,
            missing: Missing::default(),
        };
        let cleaning = cleaning(store, benchmark, &[], &options, policy)?;
        let folder = NewFolder::create(out, force)?;
        let data = folder.temporary().join("data");
        fs::create_dir(&data)?;
        let mut bytes = |hash| anyhow::Ok(store.picture_bytes(hash)?);
        let splits = table.write_shards(settings, &mut bytes, &data, SHARD_BYTES);
        let splits = splits.with_context(|| out.display().to_string())?;
        let layout = self.layout.map_or("of Assay", HubLayout::name);
        let version = env!("CARGO_PKG_VERSION");
        let mut how = vec![format!("Assay {version} wrote it in the layout {layout}.")];
        if table.rows.len() > questions.len() {
            how.push(PASSES.to_owned());
        }
        how.extend(steps);
        let card = DatasetCard {
            name: &benchmark.name,
            license: self.license.as_deref(),
            features: &table.features().collect::<Vec<_>>(),
            splits: &splits,
            questions,
            cleaning: &cleaning,
            steps: &how,
        };
        fs::write(folder.temporary().join("README.md"), card.text()?)?;
        folder.publish()?;
        let names: Vec<&str> = splits.iter().map(|split| split.name.as_str()).collect();
        let (rows, out) = (table.rows.len(), out.display());
        print_message(&format!("{rows} rows ({}) written to {out}", names.join(", ")));
        Ok(())
    }
}

/// How passes are rows, for the card.
const PASSES: &str = "There is a row for each pass of CircularEval: the choices are rotated to the left, and the \
                      index of pass k is that of the question + k × 1,000,000 (or a larger power of ten).";

/// Writes each picture once into a folder beside the file; returns their names.
fn write_pictures(
    questions: &[&Question],
    file: &Path,
    bytes: &mut impl FnMut(ImageHash) -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<BTreeMap<ImageHash, String>> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.with_file_name(format!("{stem}-images"));
    let mut names = BTreeMap::new();
    for picture in questions.iter().flat_map(|question| &question.pictures) {
        if names.contains_key(&picture.hash) {
            continue;
        }
        if names.is_empty() {
            fs::create_dir_all(&folder)?;
        }
        let bytes = bytes(picture.hash)?;
        let format = image::guess_format(&bytes).ok();
        let ending = format.and_then(|format| format.extensions_str().first()).unwrap_or(&"img");
        let hash = picture.hash.to_string();
        let name = format!("{}.{ending}", &hash[..16]);
        let mut file = NewFile::create(&folder.join(&name), true)?;
        std::io::Write::write_all(&mut file, &bytes)?;
        file.publish()?;
        names.insert(picture.hash, name);
    }
    if !names.is_empty() {
        print_message(&format!("{} pictures written to {}", names.len(), folder.display()));
    }
    Ok(names)
}
