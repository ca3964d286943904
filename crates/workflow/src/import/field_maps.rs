//! Maps of fields for files of questions: given as entries, by the name of a layout that comes with the
//! program, or by the name under which one was saved.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Result, refuse};
use assay_core::keyword::did_you_mean;
use assay_formats::maps::{FieldMap, presets};
use assay_formats::new_file::NewFile;
use assay_formats::toml_file;

/// The folder with saved maps, one file each; `None` if there is no place for it.
#[derive(Clone, Debug)]
pub struct MapFolder(pub Option<PathBuf>);

/// The ending of a saved map's file.
const ENDING: &str = "toml";

impl MapFolder {
    /// The saved maps that can be read.
    pub fn saved(&self) -> Vec<Arc<FieldMap>> {
        let names = self.names();
        names.iter().filter_map(|name| self.load(name).ok()).map(Arc::new).collect()
    }

    fn names(&self) -> Vec<String> {
        let Some(entries) = self.0.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
        let mut names: Vec<String> =
            paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort_unstable();
        names
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let folder = self.0.as_ref().filter(|_| !name.is_empty() && name.chars().all(is_name))?;
        Some(folder.join(name).with_extension(ENDING))
    }

    fn load(&self, name: &str) -> std::result::Result<FieldMap, String> {
        let file = self.file(name).ok_or("there is no such map")?;
        let text = toml_file::read(&file, "a map of fields").map_err(|error| error.to_string())?;
        FieldMap::from_toml(name, &text)
    }

    /// The map that `--map` means: entries, or the name of a saved map or of a layout, whose entries later ones
    /// replace. `None` without any.
    ///
    /// # Errors
    /// If an entry or a name is wrong.
    pub fn find(&self, given: &[String]) -> Result<Option<Arc<FieldMap>>> {
        let mut found: Option<FieldMap> = None;
        for text in given {
            let map = match &found {
                _ if !text.contains('=') => self.named(text),
                None => text.parse::<FieldMap>(),
                Some(_) => FieldMap::parts_from(text),
            };
            let map = match map {
                Ok(map) => map,
                Err(problem) => refuse!("--map: {problem}"),
            };
            match &mut found {
                None => found = Some(map),
                Some(found) => found.override_with(map),
            }
        }
        Ok(found.map(Arc::new))
    }

    fn named(&self, name: &str) -> std::result::Result<FieldMap, String> {
        if self.file(name).is_some_and(|file| file.exists()) {
            return self.load(name).map_err(|problem| format!("the saved map {name}: {problem}"));
        }
        let preset = presets::named(name).map(|map| map.as_ref().clone());
        preset.ok_or_else(|| {
            let saved = self.names();
            let layouts = presets::all().iter().map(|map| map.name.as_str());
            let names: Vec<&str> = saved.iter().map(String::as_str).chain(layouts).collect();
            let meant = did_you_mean(name, names.iter().copied());
            format!("there is no map {name}; there are: {}{meant}", names.join(", "))
        })
    }

    /// Saves a map under a name, in place of one that was saved under it. Returns its file.
    ///
    /// # Errors
    /// If the name or the folder cannot be used.
    pub fn save(&self, name: &str, map: &FieldMap) -> Result<PathBuf> {
        let Some(file) = self.file(name) else {
            refuse!(
                "--save-map {name}: expected a name of letters, digits, - and _, and a place for the configuration"
            );
        };
        if presets::named(name).is_some() {
            refuse!("--save-map {name}: this is the name of a layout that comes with the program");
        }
        if let Some(folder) = &self.0 {
            fs::create_dir_all(folder)?;
        }
        let mut out = NewFile::create(&file, true).map_err(std::io::Error::other)?;
        out.write_all(map.to_toml().as_bytes())?;
        out.publish().map_err(std::io::Error::other)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_saved_and_found_again_and_its_entries_can_be_replaced() {
        let place = tempfile::tempdir().unwrap();
        let folder = MapFolder(Some(place.path().join("maps")));
        let map: FieldMap = "key=pid,stem=query,answer=label:index0".parse().unwrap();
        folder.save("ours", &map).unwrap();
        assert_eq!(folder.saved().len(), 1);
        let found = folder.find(&["ours".into(), "stem=q,answer=gold".into()]).unwrap().unwrap();
        assert_eq!(found.to_string(), "key=pid,stem=q,answer=gold");
        assert!(folder.save("../ours", &map).is_err() && folder.save("mmmu", &map).is_err());
    }

    #[test]
    fn a_wrong_name_is_answered_by_the_names_that_there_are() {
        let error = MapFolder(None).find(&["mathvsita".into()]).unwrap_err().to_string();
        assert!(error.contains("mmmu, ") && error.ends_with("did you mean mathvista?"), "{error}");
        assert!(MapFolder(None).find(&[]).unwrap().is_none());
    }
}
