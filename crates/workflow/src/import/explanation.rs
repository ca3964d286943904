//! What an import of questions would take for what: `assay import questions --explain FILE`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::{Result, refuse};
use assay_core::keyword::Keyword;
use assay_formats::error::{FormatError, shell_word};
use assay_formats::maps::columns::Columns;
use assay_formats::maps::explain::{Suggestion, suggest};
use assay_formats::maps::{FieldMap, presets, try_first_rows};
use assay_formats::question_formats::{Choice, UNKNOWN_LAYOUT, first_file, question_sources};

/// A column of a file.
#[derive(Debug, Serialize)]
pub struct ExplainedColumn {
    pub column: String,
    /// What it holds, in words.
    pub kind: &'static str,
    /// In how many of the rows that were read it has a value.
    pub filled: usize,
    pub examples: Vec<String>,
    /// The parts of a question that it would be taken for; without one it is an extra field.
    pub taken_for: Vec<String>,
}

/// What is known of a file of questions.
#[derive(Debug, Serialize)]
pub struct Explanation {
    pub file: String,
    /// The number of rows that were read: the first ones.
    pub rows: usize,
    pub columns: Vec<ExplainedColumn>,
    /// The format or layout that the file is recognised as.
    pub recognized: Option<String>,
    /// The layout that is nearest, if none is recognised, and what is different.
    pub nearest: Option<String>,
    /// The saved maps that fit.
    pub saved_maps: Vec<String>,
    /// The map by which the file would be read, or one that its columns suggest.
    pub map: Option<String>,
    /// Why an import would fail, and what is not sure about the map.
    pub notes: Vec<String>,
    /// A command that imports it.
    pub command: Option<String>,
}

/// Explains the first of some files.
///
/// # Errors
/// If there is none that can be read.
pub fn explain(
    files: &[PathBuf],
    choice: &Choice,
    image_root: Option<&Path>,
) -> Result<Explanation> {
    let mut notes = Vec::new();
    let sources = question_sources(files, choice);
    if let Err(FormatError::BadFile { problem, .. }) = &sources {
        let is_unknown = problem.starts_with(UNKNOWN_LAYOUT);
        notes.push(if is_unknown { UNKNOWN_LAYOUT.to_owned() } else { problem.clone() });
    }
    let source = sources.as_ref().ok().and_then(|sources| sources.first());
    let Some(first) = first_file(files, choice)? else { refuse!("no file is named") };
    let columns = Columns::read(std::slice::from_ref(&first))?;
    let Suggestion { map: suggested, stop, doubts } = suggest(&columns);
    let nearest = presets::nearest(&columns).filter(|_| source.is_none());
    let nearest = nearest.map(|(map, difference)| format!("{}, {difference}", map.name));
    let by_map = source.and_then(|source| source.map());
    // A map by which an import does not stop at the answers.
    let is_open = source.is_some() && choice.map.is_none();
    let takes_letters = is_open && by_map.is_none_or(|map| map.has_answers_as_letters());
    let is_mended = |map: &&Arc<FieldMap>| stop.is_some() && !map.has_answers_as_letters();
    let mended = suggested.as_ref().filter(is_mended).cloned();
    notes.extend(stop.clone().filter(|_| takes_letters && mended.is_some()));
    let mended = mended.filter(|_| takes_letters);
    if source.is_none() || mended.is_some() {
        notes.extend(doubts.into_iter().map(str::to_owned));
    }
    // A reader of a format takes the usual names as a suggestion does.
    let shown = by_map.cloned().or_else(|| suggested.clone());
    let taken_for = |name: &str| shown.as_ref().map_or_else(Vec::new, |map| map.parts_of(name));
    let map: Option<Arc<FieldMap>> = match source {
        Some(_) => mended.clone().or_else(|| by_map.cloned()),
        None => suggested,
    };
    let explained = columns.columns.iter().filter(|column| !column.name.starts_with('@'));
    let explained = explained.map(|column| ExplainedColumn {
        column: column.name.clone(),
        kind: if column.kind.is_empty() { "nothing" } else { column.kind },
        filled: column.filled,
        examples: column.examples.clone(),
        taken_for: taken_for(&column.name),
    });
    let file = first.display().to_string();
    let by_itself = source.is_some() && mended.is_none() && choice.map.is_none();
    let shown_map = map.as_ref().map(ToString::to_string).filter(|_| !by_itself);
    let stops = match &map {
        Some(map) => try_first_rows(map, &first, image_root).err().map(|error| error.to_string()),
        None => by_itself.then_some(stop).flatten(),
    };
    let is_whole = (by_itself || shown_map.is_some()) && stops.is_none();
    let command = is_whole.then(|| command(files, choice, shown_map, image_root));
    notes.extend(stops.map(|problem| format!("an import would stop: {problem}")));
    Ok(Explanation {
        file,
        rows: columns.rows,
        columns: explained.collect(),
        recognized: source.map(|source| source.format().to_owned()),
        nearest,
        saved_maps: choice
            .saved
            .iter()
            .filter(|map| map.fits(&columns))
            .map(|map| map.name.clone())
            .collect(),
        map: map.map(|map| map.to_string()),
        notes,
        command,
    })
}

/// The command that imports files by the choice, or by a map instead of its format.
fn command(
    files: &[PathBuf],
    choice: &Choice,
    map: Option<String>,
    image_root: Option<&Path>,
) -> String {
    let format = choice.format.filter(|_| map.is_none()).map(|format| format.name().to_owned());
    let flags = [
        ("--format", format),
        ("--map", map),
        ("--image-root", image_root.map(|folder| folder.display().to_string())),
        ("--subset", choice.subset.clone()),
        ("--split", choice.split.clone()),
    ];
    let flags = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?]));
    let words = files.iter().map(|file| file.display().to_string()).chain(flags.flatten());
    let words: Vec<String> = words.map(|word| shell_word(&word)).collect();
    format!("assay import questions {}", words.join(" "))
}
