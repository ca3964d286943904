//! Finds the rows that are CircularEval passes of one question.
//!
//! A column `g_index` names the question. Without one, the index of a row is split as in
//! [`numbering`]. A part of a larger file has the larger file's offset, and indices may be large
//! without being those of passes: so an offset is used only if its rows show the same question, as
//! passes that the question can have.
//!
//! [`numbering`]: super::numbering

use std::collections::HashMap;

use super::index::Indices;
use super::numbering::{NamedRow, PassOffset, fitting_offset, passes_of_named_rows};
use super::row::{SourceRow, same_text};
use assay_core::benchmark::Choice;
use assay_core::score;

/// The rows of one question, by their positions among the rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The index of the question: that of its first pass.
    pub base_index: String,
    /// The row with that index, if there is one.
    pub base: Option<usize>,
    /// The other passes in order: number of the pass, row.
    pub passes: Vec<(u64, usize)>,
}

/// Groups rows into questions, in the order of the file.
pub(super) fn groups(rows: &[SourceRow], indices: &Indices) -> Vec<Group> {
    let places = if rows.iter().any(|row| row.group.is_some()) {
        places_by_group_index(rows, indices)
    } else {
        places_by_offset(rows, indices)
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (position, (base_index, pass)) in places.into_iter().enumerate() {
        let group = *known.entry(base_index).or_insert_with_key(|base_index| {
            let base_index = base_index.clone();
            groups.push(Group { base_index, base: None, passes: Vec::new() });
            groups.len() - 1
        });
        match pass {
            0 => groups[group].base = Some(position),
            pass => groups[group].passes.push((pass, position)),
        }
    }
    for group in &mut groups {
        group.passes.sort_unstable();
    }
    groups.sort_by_key(|group| group.base.or(group.passes.first().map(|&(_, row)| row)));
    groups
}

/// The numbers of places to the left by which the choices of a question are rotated in a row.
/// Several only if choices repeat; empty if the row shows other choices.
pub(super) fn rotations(base: &[Choice], shown: &[Choice]) -> Vec<usize> {
    let same_labels = base.len() == shown.len()
        && base.iter().zip(shown).all(|(base, shown)| base.label == shown.label);
    if !same_labels {
        return Vec::new();
    }
    let matches = |at: usize, from: usize| same_text(&shown[at].text, &base[from].text);
    score::rotations(base.len(), matches).collect()
}

/// For each row the name of its question's index, and its pass; 0 is the question itself.
type Places = Vec<(String, u64)>;

fn places_by_group_index(rows: &[SourceRow], indices: &Indices) -> Places {
    let bases: Vec<String> = rows
        .iter()
        .map(|row| indices.name(row.group.as_deref().unwrap_or(row.index())).into_owned())
        .collect();
    let named = rows.iter().zip(&bases).map(|(row, base)| {
        let numbers = indices.number(row.index()).zip(indices.number(base));
        NamedRow {
            question: base.as_str(),
            is_first: *base == indices.name(row.index()),
            distance: numbers.and_then(|(number, base)| number.checked_sub(base)),
        }
    });
    let named: Vec<NamedRow<&str>> = named.collect();
    let passes = passes_of_named_rows(&named);
    bases.into_iter().zip(passes).collect()
}

fn places_by_offset(rows: &[SourceRow], indices: &Indices) -> Places {
    let numbers: Vec<Option<u64>> = rows.iter().map(|row| indices.number(row.index())).collect();
    let offset = inferred_offset(rows, &numbers, indices);
    let place = |(row, number): (&SourceRow, Option<u64>)| match number.zip(offset) {
        Some((number, offset)) => {
            let split = offset.split(number);
            (split.question.to_string(), split.pass)
        }
        None => (indices.name(row.index()).into_owned(), 0),
    };
    rows.iter().zip(numbers).map(place).collect()
}

/// The offset under which most rows show the question that they would be a pass of. `None` if no
/// row does.
fn inferred_offset(
    rows: &[SourceRow],
    numbers: &[Option<u64>],
    indices: &Indices,
) -> Option<PassOffset> {
    let is_same = |first: usize, row: usize| {
        let (first, row) = (&rows[first], &rows[row]);
        is_rotated(row, first) || shares_something(row, first, indices)
    };
    let can_be = |row: usize, pass| pass < rows[row].question.choices.len() as u64;
    let found = fitting_offset(numbers, is_same, can_be)?;
    // A pass that the question cannot have is an error and not a question of its own.
    (found.alike > 0).then_some(found.offset)
}

fn is_rotated(row: &SourceRow, base: &SourceRow) -> bool {
    same_text(&row.question.stem, &base.question.stem)
        && row.question.pictures == base.question.pictures
        && !rotations(&base.question.choices, &row.question.choices).is_empty()
}

fn shares_something(row: &SourceRow, base: &SourceRow, indices: &Indices) -> bool {
    let points_at_base = row
        .points_at
        .as_deref()
        .is_some_and(|index| indices.name(index) == indices.name(base.index()));
    let same_pictures =
        !row.question.pictures.is_empty() && row.question.pictures == base.question.pictures;
    let sorted = |row: &SourceRow| {
        let mut texts: Vec<String> =
            row.question.choices.iter().map(|c| c.text.trim().into()).collect();
        texts.sort_unstable();
        texts
    };
    points_at_base
        || (same_text(&row.question.stem, &base.question.stem)
            && (same_pictures || sorted(row) == sorted(base)))
}
