//! Which rows are CircularEval passes of one question.
//!
//! A column `g_index` says it. Without one, VLMEvalKit's numbering does: pass `k` of the question
//! with index `i` has the index `i + k * offset`, where the offset is 1,000,000 or, if an index
//! is as large as that, the next power of ten above all of them. A part of a larger file has the
//! larger file's offset, and a file may also just have large indices: so an offset is believed only when
//! rows under it show the same question, as passes that it can have.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::index::Indices;
use super::numbering::{NamedRow, offsets, passes_of_named_rows};
use super::row::{SourceRow, same_text};
use crate::benchmark::Choice;
use crate::score;

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

/// The ways in which the choices of a row are those of its question rotated: how many places to the
/// left. More than one only where choices repeat.
pub(super) fn rotations(base: &[Choice], shown: &[Choice]) -> Vec<usize> {
    let same_labels = base.len() == shown.len()
        && base.iter().zip(shown).all(|(base, shown)| base.label == shown.label);
    if !same_labels {
        return Vec::new();
    }
    let matches = |at: usize, from: usize| same_text(&shown[at].text, &base[from].text);
    score::rotations(base.len(), matches).collect()
}

/// For each row the name of its question's index, and which pass it is; 0 is the question itself.
type Places = Vec<(String, u64)>;

fn places_by_group_index(rows: &[SourceRow], indices: &Indices) -> Places {
    let bases: Vec<String> = rows
        .iter()
        .map(|row| indices.name(row.group.as_deref().unwrap_or(&row.index)).into_owned())
        .collect();
    let named = |(row, base): (&SourceRow, &String)| {
        let numbers = indices.number(&row.index).zip(indices.number(base));
        (
            base == indices.name(&row.index).as_ref(),
            numbers.and_then(|(number, base)| number.checked_sub(base)),
        )
    };
    let named: Vec<NamedRow<&str>> = rows
        .iter()
        .zip(&bases)
        .map(|both| (both.1.as_str(), named(both)))
        .map(|(question, (is_first, distance))| NamedRow { question, is_first, distance })
        .collect();
    let passes = passes_of_named_rows(&named);
    bases.into_iter().zip(passes).collect()
}

fn places_by_offset(rows: &[SourceRow], indices: &Indices) -> Places {
    let numbers: Vec<Option<u64>> = rows.iter().map(|row| indices.number(&row.index)).collect();
    let offset = inferred_offset(rows, &numbers, indices);
    let place = |(row, number): (&SourceRow, Option<u64>)| match number.zip(offset) {
        Some((number, offset)) => ((number % offset).to_string(), number / offset),
        None => (indices.name(&row.index).into_owned(), 0),
    };
    rows.iter().zip(numbers).map(place).collect()
}

/// The offset under which most rows show the question that they would be a pass of. `None` where
/// no row does.
fn inferred_offset(rows: &[SourceRow], numbers: &[Option<u64>], indices: &Indices) -> Option<u64> {
    let largest = numbers.iter().copied().flatten().max()?;
    let mut best = (Evidence::default(), None);
    for offset in offsets().take_while(|&offset| offset <= largest) {
        let evidence = evidence_for(offset, rows, numbers, indices);
        if evidence > best.0 {
            best = (evidence, Some(offset));
        }
    }
    best.1
}

/// How many rows speak for an offset; of two with as many the smaller one is taken. Weak evidence
/// counts only where no strong one exists: it is what makes a file whose only pass is broken an error
/// instead of two questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence {
    /// Rows that show their question with its choices rotated, as a pass that it can have.
    strong: usize,
    /// Those of them that are rotated by the number of the pass, to either side.
    by_number: usize,
    /// Rows that share its picture or its choices, passes that it cannot have, and passes of a
    /// question that is missing.
    weak: usize,
}

impl Evidence {
    fn count(&mut self, pass: u64, row: &SourceRow, base: &SourceRow, indices: &Indices) {
        let choices = base.choices.len() as u64;
        if !is_rotated(row, base) {
            self.weak += usize::from(shares_something(row, base, indices));
        } else if pass < choices {
            self.strong += 1;
            let is_by_number = |&by: &usize| by as u64 == pass || by as u64 == choices - pass;
            let by_number = rotations(&base.choices, &row.choices).iter().any(is_by_number);
            self.by_number += usize::from(by_number);
        } else {
            self.weak += 1;
        }
    }
}

fn evidence_for(
    offset: u64,
    rows: &[SourceRow],
    numbers: &[Option<u64>],
    indices: &Indices,
) -> Evidence {
    let mut evidence = Evidence::default();
    let mut substitutes: HashMap<u64, usize> = HashMap::new();
    for (position, row) in rows.iter().enumerate() {
        let Some(number) = numbers[position].filter(|&number| number >= offset) else { continue };
        let base_number = number % offset;
        match indices.position(&base_number.to_string()) {
            Some(base) => evidence.count(number / offset, row, &rows[base], indices),
            None => match substitutes.entry(base_number) {
                Entry::Occupied(other) if is_rotated(row, &rows[*other.get()]) => {
                    evidence.weak += 1;
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(position);
                }
            },
        }
    }
    evidence
}

fn is_rotated(row: &SourceRow, base: &SourceRow) -> bool {
    same_text(&row.stem, &base.stem)
        && row.pictures == base.pictures
        && !rotations(&base.choices, &row.choices).is_empty()
}

fn shares_something(row: &SourceRow, base: &SourceRow, indices: &Indices) -> bool {
    let points_at_base = row
        .points_at
        .as_deref()
        .is_some_and(|index| indices.name(index) == indices.name(&base.index));
    let same_pictures = !row.pictures.is_empty() && row.pictures == base.pictures;
    let sorted = |row: &SourceRow| {
        let mut texts: Vec<String> = row.choices.iter().map(|c| c.text.trim().into()).collect();
        texts.sort_unstable();
        texts
    };
    points_at_base
        || (same_text(&row.stem, &base.stem) && (same_pictures || sorted(row) == sorted(base)))
}
