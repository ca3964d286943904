//! Questions into a benchmark: all files or none, and no file of a database where nothing got into it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::pictures::{Pictures, PicturesKept, placement};
use super::settings::{ChosenTaxonomy, FileSettings, settle_checklist, settle_taxonomy};
use super::{ImportError, InPlace, Result, into_database, refuse};
use crate::describe::{UnknownName, unknown_names};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{ImageHash, PictureReference, Question};
use assay_formats::error::shown_names;
use assay_formats::question_formats::{Choice, QuestionSource, question_sources};
use assay_formats::questions::QuestionSink;
use assay_formats::{BadRow, FormatError, QuestionFile, ReadOptions};
use assay_store::{ImportOutcome, Importer, ReferencedShare, Store, StoreError};

/// Which files become which benchmark, and how.
#[derive(Clone, Debug, Default)]
pub struct QuestionImport {
    /// Files that together are one benchmark, or the folder of its shards.
    pub files: Vec<PathBuf>,
    /// What the benchmark is called; without it, as the first file.
    pub benchmark: Option<String>,
    /// How the files are read, and which of a folder's.
    pub choice: Choice,
    /// The name or the file of the taxonomy; without it, the one that has most of the categories.
    pub taxonomy: Option<String>,
    /// What the database keeps of pictures; without it, their size decides.
    pub pictures: Option<Pictures>,
    pub options: ReadOptions,
}

/// What an import of questions did.
#[derive(Debug, Default, Serialize)]
pub struct ImportedQuestions {
    pub benchmark: String,
    /// The formats or layouts that the files were recognised as, or named.
    #[serde(rename = "format", serialize_with = "joined")]
    pub formats: Vec<String>,
    /// Questions in the files.
    pub questions: usize,
    /// Rows of the files.
    pub rows: usize,
    /// Pictures, each counted once.
    pub images: usize,
    /// How the database stores them.
    pub pictures: PicturesKept,
    /// The taxonomy that this import gave the benchmark; `None` if it has one already, or if its
    /// categories do not belong to one.
    pub taxonomy: Option<String>,
    /// Whether the checklist that a file carries became the benchmark's.
    pub checklist: bool,
    /// Categories that this taxonomy does not have; the questions keep them.
    pub unknown_categories: Vec<UnknownName>,
    /// The number of new, changed and unchanged questions in the database.
    #[serde(flatten)]
    pub outcome: ImportOutcome,
    /// Fields that are not part of the format; they are stored and exported again.
    pub extra_fields: Vec<String>,
    /// Rows that were left out.
    pub skipped: Vec<SkippedInFile>,
    /// Ambiguities of the files, in sentences.
    pub warnings: Vec<String>,
}

fn joined<S: serde::Serializer>(names: &[String], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&names.join(", "))
}

/// A row that was left out, with its file.
#[derive(Debug, Serialize)]
pub struct SkippedInFile {
    pub file: String,
    /// The row, and why.
    #[serde(flatten)]
    pub row: BadRow,
}

/// The name of the benchmark in a file: the file's name without its endings.
pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => name,
    }
}

impl QuestionImport {
    /// Imports into the database at `path`, which `open` opens or makes. A file that was made is removed again if
    /// nothing gets into it. `progress` is given the bytes read and those of all files.
    ///
    /// # Errors
    /// If a file or the taxonomy is not there or cannot be read, a row is bad, or a question is in two files;
    /// nothing is imported then.
    pub fn run(
        &self,
        path: &Path,
        open: impl FnOnce() -> Result<Store, StoreError>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<ImportedQuestions> {
        let sources = question_sources(&self.files, &self.choice)?;
        let taxonomy = self.taxonomy.as_deref().map(ChosenTaxonomy::find).transpose()?;
        let named_after = || self.files.first().map(|file| name_of(file)).unwrap_or_default();
        let benchmark = self.benchmark.clone().unwrap_or_else(named_after);
        let imported = into_database(path, open, |store| {
            store.import(&benchmark, None, |importer| {
                importer.place_pictures(placement(self.pictures, &sources));
                let mut summary = self.import(&sources, taxonomy.as_ref(), importer, progress)?;
                let referenced: ReferencedShare = importer.settle_pictures()?;
                summary.pictures = PicturesKept::new(self.pictures, summary.images, referenced);
                summary.warnings.extend(summary.pictures.warning(self.pictures));
                Ok::<_, ImportError>(ImportedQuestions { benchmark: benchmark.clone(), ..summary })
            })
        });
        imported.in_place(|| "nothing was imported".to_owned())
    }

    fn import(
        &self,
        sources: &[QuestionSource],
        taxonomy: Option<&ChosenTaxonomy>,
        importer: &Importer<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<ImportedQuestions> {
        let mut summary = ImportedQuestions::default();
        let mut questions: Vec<Question> = Vec::new();
        let mut first_file: HashMap<String, usize> = HashMap::new();
        let mut settings: Vec<FileSettings> = Vec::new();
        let mut fetched: BTreeMap<String, ImageHash> = BTreeMap::new();
        let size: u64 = sources.iter().map(QuestionSource::size).sum();
        let mut before = 0;
        for (number, source) in sources.iter().enumerate() {
            let file = source.name();
            if !summary.formats.iter().any(|known| known == source.format()) {
                summary.formats.push(source.format().to_owned());
            }
            let read = self.read(source, importer, &mut |bytes| progress(before + bytes, size))?;
            before += source.size();
            for question in &read.questions {
                if let Some(&earlier) = first_file.get(question.key.as_str()) {
                    refuse!(
                        "{file}: question {} is in {} too; give each file a benchmark of its own:{}",
                        question.key,
                        sources[earlier].name(),
                        one_command_each(sources)
                    );
                }
                first_file.insert(question.key.as_str().to_owned(), number);
            }
            summary.rows += read.rows;
            let skipped = read.skipped.into_iter();
            summary.skipped.extend(skipped.map(|row| SkippedInFile { file: file.clone(), row }));
            summary.warnings.extend(read.warnings);
            if !read.picture_column {
                let warning = format!("{file} has no pictures: its questions are text only");
                summary.warnings.push(warning);
            }
            for field in read.extra_fields {
                if !summary.extra_fields.contains(&field) {
                    summary.extra_fields.push(field);
                }
            }
            questions.extend(read.questions);
            fetched.extend(read.fetched);
            settings.push((file, read.settings));
        }
        summary.warnings.extend(keep_fetched(fetched, importer)?);
        let warnings = &mut summary.warnings;
        summary.checklist = settle_checklist(&settings, importer, warnings)?;
        let settled = settle_taxonomy(taxonomy, &settings, &questions, importer, warnings)?;
        if let Some(taxonomy) = settled {
            summary.taxonomy = Some(taxonomy.name.clone());
            summary.unknown_categories = unknown_names(&questions, &taxonomy);
            summary.warnings.extend(about_unknown(&taxonomy, &summary.unknown_categories));
        }
        summary.questions = questions.len();
        let pictures = questions.iter().flat_map(|question| &question.pictures);
        summary.images = pictures.map(|picture| picture.hash).collect::<HashSet<_>>().len();
        summary.outcome = importer.keep_questions(&questions)?;
        Ok(summary)
    }

    fn read(
        &self,
        source: &QuestionSource,
        importer: &Importer<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<QuestionFile> {
        let mut keep = |bytes: &[u8], place: Option<&PictureReference>| {
            importer.keep_picture_from(bytes, place).map_err(Into::into)
        };
        let sink = QuestionSink { keep_picture: &mut keep, progress };
        source.read(&self.options, sink).map_err(|error| match error {
            FormatError::BadRow { .. } => ImportError::BadQuestion(error),
            other => other.into(),
        })
    }
}

/// Keeps the hashes of the pictures from the web; returns what changed since the import before, in a sentence.
fn keep_fetched(
    mut fetched: BTreeMap<String, ImageHash>,
    importer: &Importer<'_>,
) -> Result<Option<String>> {
    if fetched.is_empty() {
        return Ok(None);
    }
    let before = importer.keep_fetched(&serde_json::to_string(&fetched)?)?;
    let before: BTreeMap<String, ImageHash> =
        before.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
    fetched.retain(|url, hash| before.get(url).is_some_and(|known| known != hash));
    let changed: Vec<String> = fetched.into_keys().collect();
    let count = changed.len();
    Ok((count > 0).then(|| {
        format!(
            "{count} pictures on the web are others than at the last import: {}",
            shown_names(&changed)
        )
    }))
}

/// The commands that import each file as a benchmark named after it.
fn one_command_each(sources: &[QuestionSource]) -> String {
    let command = |source: &QuestionSource| {
        let names: Vec<String> = source.files.iter().map(|f| f.display().to_string()).collect();
        format!("\n  assay import questions {}", names.join(" "))
    };
    sources.iter().map(command).collect()
}

/// More unknown categories than this are counted, not named.
const MOST_NAMED: usize = 8;

/// The warning about categories that the taxonomy does not have.
fn about_unknown(taxonomy: &Taxonomy, unknown: &[UnknownName]) -> Option<String> {
    let questions: usize = unknown.iter().map(|name| name.questions).sum();
    let with_nearest = |unknown: &UnknownName| match &unknown.nearest {
        Some(nearest) => format!("{} (nearest: {nearest})", unknown.name),
        None => unknown.name.clone(),
    };
    let mut names: Vec<String> = unknown.iter().take(MOST_NAMED).map(with_nearest).collect();
    if unknown.len() > MOST_NAMED {
        names.push(format!("and {} more", unknown.len() - MOST_NAMED));
    }
    (questions > 0).then(|| {
        format!(
            "{questions} questions have a category that the taxonomy {} does not have, and keep it: {}",
            taxonomy.name,
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;
    use std::fs;

    const HEAD: &str = "index\tquestion\tA\tB\tanswer\tcategory\n";

    /// Imports files into a database of this folder.
    fn import(folder: &Path, files: &[(&str, String)]) -> Result<ImportedQuestions> {
        let files = files.iter().map(|(name, text)| {
            let path = folder.join(name);
            fs::write(&path, text).unwrap();
            path
        });
        let import = QuestionImport {
            files: files.collect(),
            benchmark: Some("ours".into()),
            ..QuestionImport::default()
        };
        let db = folder.join("assay.db");
        import.run(&db, || Store::open_or_create(&db), &mut |_, _| {})
    }

    /// Why nothing was imported.
    fn problem(imported: Result<ImportedQuestions>) -> String {
        let error = imported.unwrap_err();
        assert_eq!(error.to_string(), "nothing was imported");
        error.source().unwrap().to_string()
    }

    fn table(rows: &[&str]) -> String {
        let row = |key: &&str| format!("{key}\tWhich is {key}?\tone\ttwo\tA\tcolour\n");
        HEAD.to_owned() + &rows.iter().map(row).collect::<String>()
    }

    #[test]
    fn a_database_that_was_just_made_goes_with_an_import_that_fails() {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("assay.db");
        let bad = [("bad.tsv", table(&["1", "1"]))];
        assert!(problem(import(folder.path(), &bad)).contains("--skip-bad"));
        assert!(!db.exists());
        import(folder.path(), &[("good.tsv", table(&["1", "2"]))]).unwrap();
        import(folder.path(), &bad).unwrap_err();
        assert!(db.exists());
    }

    #[test]
    fn what_is_new_changed_unchanged_or_absent_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let first = import(folder.path(), &[("a.tsv", table(&["1", "2", "3"]))]).unwrap();
        assert_eq!((first.outcome.new, first.questions), (3, 3));
        let text = table(&["1", "2", "4"]).replace("Which is 2?", "What is 2?");
        let again = import(folder.path(), &[("a.tsv", text)]).unwrap();
        let ImportOutcome { new, changed, unchanged, absent } = again.outcome;
        assert_eq!((new, changed, unchanged, absent), (1, 1, 1, 1));
    }

    #[test]
    fn a_question_in_two_files_is_refused_with_a_command_for_each() {
        let folder = tempfile::tempdir().unwrap();
        let files = [("a.tsv", table(&["1", "2"])), ("b.tsv", table(&["3", "2"]))];
        let error = problem(import(folder.path(), &files));
        assert!(error.contains("question 2 is in"), "{error}");
        assert_eq!(error.matches("\n  assay import questions ").count(), 2, "{error}");
    }

    #[test]
    fn a_benchmark_keeps_its_taxonomy_and_a_file_with_another_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let with = |taxonomy: &str| {
            let settings = format!("{{\"benchmark\":{{\"taxonomy\":\"{taxonomy}\"}}}}\n");
            let question = "{\"index\":\"1\",\"question\":\"Which?\",\"A\":\"one\",\"B\":\"two\",\"answer\":\"A\"}\n";
            settings + question
        };
        let first = import(folder.path(), &[("a.jsonl", with("mmbench"))]).unwrap();
        assert_eq!(first.taxonomy.as_deref(), Some("mmbench"));
        let again = import(folder.path(), &[("b.jsonl", with("seed-bench-2"))]).unwrap();
        assert_eq!(again.taxonomy, None);
        let stays = again.warnings.iter().filter(|warning| warning.contains("which stays"));
        assert_eq!(stays.count(), 1, "{:?}", again.warnings);
    }

    #[test]
    fn a_file_names_its_benchmark_up_to_its_first_ending() {
        let names = ["data/MMBench_DEV_EN.tsv", "a.tar.gz", ".hidden"];
        let names = names.map(|name| name_of(Path::new(name)));
        assert_eq!(names, ["MMBench_DEV_EN", "a", ".hidden"]);
    }
}
