//! The taxonomy and the checklist of a benchmark when questions are imported: the requested one,
//! else that of the benchmark, else that of its files, else the taxonomy that contains most of its
//! categories.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use super::{ImportError, InPlace, Result, refuse};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{Checklists, Question};
use assay_core::keyword::did_you_mean;
use assay_formats::benchmark_settings::BenchmarkSettings;
use assay_formats::toml_file;
use assay_store::Importer;

/// The settings of a file that apply to the whole benchmark, with the name of the file in messages.
pub(super) type FileSettings = (String, BenchmarkSettings);

/// A requested taxonomy.
pub(super) struct ChosenTaxonomy {
    taxonomy: Arc<Taxonomy>,
    /// Its text, if it is not built in.
    own: Option<String>,
}

impl ChosenTaxonomy {
    /// A built-in one, or a file.
    pub fn find(name: &str) -> Result<Self> {
        if let Some(taxonomy) = Taxonomy::from_name(name).cloned() {
            return Ok(ChosenTaxonomy { taxonomy, own: None });
        }
        let path = Path::new(name);
        if path.extension().is_none() && !path.exists() {
            let meant = did_you_mean(name, Taxonomy::names());
            let names = Taxonomy::names().collect::<Vec<_>>().join(", ");
            refuse!("there is no taxonomy {name}; there are: {names}; or name a TOML file{meant}");
        }
        // The message of an error of TOML has its cause in it.
        let in_file = |error: &dyn Display| ImportError::Refused(format!("{name}: {error}"));
        let text = toml_file::read(path, "a taxonomy").map_err(|error| in_file(&error))?;
        let taxonomy = Taxonomy::own(&text).map_err(|error| in_file(&error))?;
        Ok(ChosenTaxonomy { taxonomy: taxonomy.into(), own: Some(text) })
    }

    /// A built-in one, or TOML.
    fn from_text(text: &str) -> Result<Self> {
        let built_in = Taxonomy::from_name(text).cloned();
        let own = built_in.is_none().then(|| text.to_owned());
        let taxonomy = built_in.map_or_else(|| Taxonomy::own(text).map(Arc::new), Ok)?;
        Ok(ChosenTaxonomy { taxonomy, own })
    }

    fn set(&self, importer: &Importer<'_>) -> Result<Arc<Taxonomy>> {
        importer.set_taxonomy(&self.taxonomy, self.own.as_deref())?;
        Ok(self.taxonomy.clone())
    }
}

/// Gives the benchmark the requested taxonomy or, if it does not have one yet, that of its files,
/// or the one that contains most of its categories.
pub(super) fn settle_taxonomy(
    chosen: Option<&ChosenTaxonomy>,
    files: &[FileSettings],
    questions: &[Question],
    importer: &Importer<'_>,
    warnings: &mut Vec<String>,
) -> Result<Option<Arc<Taxonomy>>> {
    if let Some(chosen) = chosen {
        return chosen.set(importer).map(Some);
    }
    let mut kept = importer.taxonomy()?;
    let mut settled = None;
    for (file, settings) in files {
        let Some(text) = &settings.taxonomy else { continue };
        let found = ChosenTaxonomy::from_text(text).in_place(|| {
            format!("{file}: its taxonomy cannot be read; choose one with --taxonomy")
        })?;
        match &kept {
            None => (kept, settled) = (Some(text.clone()), Some(found.set(importer)?)),
            Some(kept) if kept == text => {}
            Some(_) => warnings.push(format!(
                "{file} has the taxonomy {}, but the benchmark has another one, which stays; --taxonomy \
                 replaces it",
                found.taxonomy.name
            )),
        }
    }
    if kept.is_none() {
        let categories = questions.iter().filter_map(|question| question.category.as_deref());
        settled = Taxonomy::recognize(categories).cloned();
        if let Some(taxonomy) = &settled {
            importer.set_taxonomy(taxonomy, None)?;
        }
    }
    Ok(settled)
}

/// Gives the benchmark the checklist of its files if it does not have a custom one. Returns whether
/// it did.
pub(super) fn settle_checklist(
    files: &[FileSettings],
    importer: &Importer<'_>,
    warnings: &mut Vec<String>,
) -> Result<bool> {
    let mut kept = importer.checklist()?;
    let mut is_new = false;
    for (file, settings) in files {
        let Some(text) = &settings.checklist else { continue };
        Checklists::own(text).in_place(|| format!("{file}: its checklist cannot be read"))?;
        match &kept {
            None => {
                importer.set_checklist(text)?;
                (kept, is_new) = (Some(text.clone()), true);
            }
            Some(kept) if kept == text => {}
            Some(_) => warnings.push(format!(
                "{file} has a checklist, but the benchmark has another one, which stays; `assay checklist \
                 reset` before the import takes it away"
            )),
        }
    }
    Ok(is_new)
}
