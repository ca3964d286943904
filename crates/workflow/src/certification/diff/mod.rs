//! What changed between two versions of a benchmark: added, removed, renamed and changed questions.
//!
//! [`matching`] finds the same question in both, also under another key; [`restate`](mod@restate) scores the
//! models on both versions. Calls: `assay diff`.

mod matching;
pub mod restate;
mod version;

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use serde::Serialize;

use self::matching::{Content, matched};
pub use self::version::{State, Version, VersionName};
use crate::describe::near_picture::Fingerprint;
use assay_core::benchmark::{ImageHash, Question, ShortAnswer};
use assay_core::keyword::keywords;
use assay_formats::FormatError;
use assay_store::{Store, StoreError};

keywords! {
    /// How a question changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Change {
        /// Another answer is right.
        Answer = "answer",
        /// How a short answer is compared: its rule, precision or unit.
        Rule = "rule",
        /// The texts of the choices.
        Choices = "choices",
        /// The same choices in another order.
        Order = "order",
        /// The question or its hint.
        Stem = "stem",
        /// What a picture shows, or which pictures there are.
        Picture = "picture",
        /// The bytes of a picture, which looks the same.
        ReEncoded = "re-encoded",
        /// An ability.
        Category = "category",
    }
}

impl Change {
    /// Whether a model that was asked the question before must be asked again.
    pub fn asks_again(self) -> bool {
        matches!(self, Change::Choices | Change::Stem | Change::Picture)
    }
}

/// Why two versions cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Neither a file nor a state.
    #[error(
        "{0}: there is no such file; a version of the database is called original, current, clean, or by a \
         day such as 2026-11-01"
    )]
    NoVersion(String),
    #[error("{0} has no question")]
    Empty(String),
    #[error(
        "{old} and {new} have no question in common: none shares its text, its choices or its pictures; both \
         must be versions of the same benchmark"
    )]
    NothingInCommon { old: String, new: String },
}

/// What changed.
#[derive(Debug, Serialize)]
pub struct Difference {
    pub added: Vec<String>,
    pub removed: Vec<String>,
    /// Questions that have another key now.
    pub renamed: Vec<Renamed>,
    pub changed: Vec<Changed>,
    pub unchanged: usize,
    #[serde(skip)]
    pub(super) pairs: Vec<Pair>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Renamed {
    pub old: String,
    pub new: String,
}

/// A question that is in both versions and differs.
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    pub key: String,
    /// The key in the new version, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_key: Option<String>,
    pub what: Vec<Change>,
}

/// A question of both versions, by its positions.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub old: usize,
    pub new: usize,
    pub what: Vec<Change>,
}

impl Pair {
    fn asks_again(&self) -> bool {
        self.what.iter().any(|what| what.asks_again())
    }
}

/// What is seen of pictures.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The 32×32 grey values of a picture; `None` if it cannot be decoded.
    pub grey: &'a dyn Fn(&[u8]) -> Option<Vec<u8>>,
    /// Whether two pictures are one, only encoded again.
    pub are_the_same: &'a (dyn Fn(&[u8], &[u8]) -> bool + Sync),
}

/// What changed from one version to another. `look` sees pictures whose bytes differ.
///
/// # Errors
/// When no question is in both, or pictures cannot be read again.
pub fn difference(
    old: &Version,
    new: &Version,
    store: Option<&Store>,
    look: Look<'_>,
) -> Result<Difference, DiffError> {
    let versions = [old, new];
    let contents = versions.map(|version| -> Vec<Content<'_>> {
        version.questions.iter().map(Content::new).collect()
    });
    let [of_old, of_new] = &contents;
    let mut prints = |side: usize, wanted: HashSet<ImageHash>| -> Result<_, DiffError> {
        let mut prints = HashMap::new();
        versions[side].each_picture(store, wanted, &mut |hash, bytes| {
            let print = (look.grey)(bytes).and_then(|grey| Fingerprint::new(&grey));
            prints.extend(print.map(|print| (hash, print)));
        })?;
        Ok(prints)
    };
    let matched = matched(of_old, of_new, &mut prints)?;
    if matched.is_empty() {
        let (old, new) = (old.name.clone(), new.name.clone());
        return Err(DiffError::NothingInCommon { old, new });
    }
    let pair = |(from, to): (usize, usize)| {
        let what =
            changes([&old.questions[from], &new.questions[to]], [&of_old[from], &of_new[to]]);
        Pair { old: from, new: to, what }
    };
    let mut pairs: Vec<Pair> = matched.into_iter().map(pair).collect();
    find_re_encoded(&mut pairs, versions, store, look)?;
    let left = |contents: &[Content<'_>], taken: HashSet<usize>| -> Vec<String> {
        let left = contents.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        left.map(|(_, content)| content.key.to_owned()).collect()
    };
    let (mut renamed, mut changed, mut unchanged) = (Vec::new(), Vec::new(), 0);
    for pair in &pairs {
        let (before, after) = (of_old[pair.old].key.to_owned(), of_new[pair.new].key.to_owned());
        let new_key = (before != after).then(|| after.clone());
        if new_key.is_some() {
            renamed.push(Renamed { old: before.clone(), new: after });
        }
        match pair.what.is_empty() {
            true => unchanged += 1,
            false => changed.push(Changed { key: before, new_key, what: pair.what.clone() }),
        }
    }
    Ok(Difference {
        added: left(of_new, pairs.iter().map(|pair| pair.new).collect()),
        removed: left(of_old, pairs.iter().map(|pair| pair.old).collect()),
        renamed,
        changed,
        unchanged,
        pairs,
    })
}

/// How a question changed. Pictures whose bytes differ count as other pictures here.
fn changes(questions: [&Question; 2], contents: [&Content<'_>; 2]) -> Vec<Change> {
    let ([old, new], [before, after]) = (questions, contents);
    let has_other_choices = before.sorted != after.sorted;
    // A right choice that only reads differently is a change of the choices.
    let is_edited = has_other_choices && old.answer == new.answer;
    let accepted = |question: &Question| question.short.as_ref().map(|short| short.answers.clone());
    let rule = |question: &Question| question.short.as_ref().map(ShortAnswer::without_answers);
    let is_right_elsewhere = old.answer.is_some() != new.answer.is_some()
        || accepted(old) != accepted(new)
        || (before.right != after.right && !is_edited);
    let found = [
        (is_right_elsewhere, Change::Answer),
        (old.short.is_some() && new.short.is_some() && rule(old) != rule(new), Change::Rule),
        (has_other_choices, Change::Choices),
        (!has_other_choices && before.choices != after.choices, Change::Order),
        ((&before.stem, &before.hint) != (&after.stem, &after.hint), Change::Stem),
        (before.pictures != after.pictures, Change::Picture),
        ((&old.category, &old.l2_category) != (&new.category, &new.l2_category), Change::Category),
    ];
    found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, change)| change).collect()
}

/// The pictures of the new version that are held at once.
const AT_ONCE: usize = 64;

/// Recognises pictures of which only the bytes changed.
fn find_re_encoded(
    pairs: &mut [Pair],
    versions: [&Version; 2],
    store: Option<&Store>,
    look: Look<'_>,
) -> Result<(), DiffError> {
    let [old, new] = versions;
    let differing = |pair: &Pair| -> Vec<[ImageHash; 2]> {
        let (before, after) =
            (&old.questions[pair.old].pictures, &new.questions[pair.new].pictures);
        let both = before.iter().zip(after).map(|(one, other)| [one.hash, other.hash]);
        both.filter(|[one, other]| before.len() == after.len() && one != other).collect()
    };
    let mut earlier: HashMap<ImageHash, HashSet<ImageHash>> = HashMap::new();
    for [one, other] in pairs.iter().flat_map(differing) {
        earlier.entry(other).or_default().insert(one);
    }
    let before = old.picture_bytes(store, earlier.values().flatten().copied().collect())?;
    let mut same: HashSet<[ImageHash; 2]> = HashSet::new();
    let mut compare = |read: Vec<(ImageHash, Vec<u8>)>| {
        same.par_extend(read.par_iter().flat_map_iter(|(other, bytes)| {
            let both = earlier[other].iter().filter_map(|one| Some((one, before.get(one)?)));
            let same = both.filter(|(_, earlier)| (look.are_the_same)(earlier, bytes));
            same.map(|(one, _)| [*one, *other])
        }));
    };
    let mut read = Vec::new();
    new.each_picture(store, earlier.keys().copied().collect(), &mut |hash, bytes| {
        read.push((hash, bytes.to_owned()));
        if read.len() == AT_ONCE {
            compare(std::mem::take(&mut read));
        }
    })?;
    compare(read);
    for pair in pairs {
        let differing = differing(pair);
        if !differing.is_empty() && differing.iter().all(|hashes| same.contains(hashes)) {
            let is_picture = |change: &&mut Change| **change == Change::Picture;
            pair.what.iter_mut().filter(is_picture).for_each(|change| *change = Change::ReEncoded);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
