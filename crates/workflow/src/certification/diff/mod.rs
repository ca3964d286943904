//! What changed between two versions of a benchmark: added, removed, renamed and changed questions.
//!
//! Questions are matched by key where they share anything, else by content, so that renamed keys are seen as
//! such. [`restate`](mod@restate) scores the models on both versions. Calls: `assay diff`.

pub mod restate;
mod version;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Serialize;

pub use self::version::{State, Version, VersionName};
use assay_core::benchmark::{ImageHash, Label, Question};
use assay_core::keyword::keywords;
use assay_formats::FormatError;
use assay_store::{Store, StoreError};

keywords! {
    /// How a question changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Change {
        /// Another choice is right.
        Answer = "answer",
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

/// A picture as the means of equal areas, in colours; `None` if it cannot be decoded.
pub type Areas<'a> = &'a dyn Fn(&[u8]) -> Option<Vec<u8>>;

/// The largest difference of the means of an area (of 128×128, of 255) between pictures that look the same.
/// Compressing a photograph again changes them by 1 to 10, other letters in a chart by 40 and more.
const MOST_DIFFERENT: u8 = 24;

/// What changed from one version to another. `areas` looks at pictures whose bytes differ.
///
/// # Errors
/// When no question is in both, or pictures cannot be read again.
pub fn difference(
    old: &Version,
    new: &Version,
    store: Option<&Store>,
    areas: Areas<'_>,
) -> Result<Difference, DiffError> {
    let mut pairs = matched(&old.questions, &new.questions);
    if pairs.is_empty() {
        let (old, new) = (old.name.clone(), new.name.clone());
        return Err(DiffError::NothingInCommon { old, new });
    }
    for pair in &mut pairs {
        pair.what = changes(&old.questions[pair.old], &new.questions[pair.new]);
    }
    look_at_pictures(&mut pairs, [old, new], store, areas)?;
    let key = |question: &Question| question.key.as_str().to_owned();
    let left = |questions: &[Question], taken: HashSet<usize>| -> Vec<String> {
        let left = questions.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        left.map(|(_, question)| key(question)).collect()
    };
    let (mut renamed, mut changed, mut unchanged) = (Vec::new(), Vec::new(), 0);
    for pair in &pairs {
        let (before, after) = (key(&old.questions[pair.old]), key(&new.questions[pair.new]));
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
        added: left(&new.questions, pairs.iter().map(|pair| pair.new).collect()),
        removed: left(&old.questions, pairs.iter().map(|pair| pair.old).collect()),
        renamed,
        changed,
        unchanged,
        pairs,
    })
}

/// The questions of both, in the order of the old version: those that are equal under one key, equal under
/// another, alike under one key, with the same text under another, and at last the rest under one key. Under
/// another key only where one question is meant.
fn matched(old: &[Question], new: &[Question]) -> Vec<Pair> {
    let mut matching = Matching { old, new, found: BTreeMap::new(), taken: HashSet::new() };
    matching.by_key(|old, new| whole(old) == whole(new));
    matching.by_content(whole);
    matching.by_key(share_something);
    matching.by_content(text_of);
    if !matching.found.is_empty() {
        matching.by_key(|_, _| true);
    }
    matching.found.into_iter().map(|(old, new)| Pair { old, new, what: Vec::new() }).collect()
}

/// The pairs that are found so far, by their positions.
struct Matching<'q> {
    old: &'q [Question],
    new: &'q [Question],
    found: BTreeMap<usize, usize>,
    taken: HashSet<usize>,
}

impl Matching<'_> {
    fn by_key(&mut self, are_the_same: impl Fn(&Question, &Question) -> bool) {
        let new = self.new.iter().enumerate().filter(|(to, _)| !self.taken.contains(to));
        let by_key: HashMap<&str, usize> =
            new.map(|(to, question)| (question.key.as_str(), to)).collect();
        for (at, question) in self.old.iter().enumerate() {
            let same = by_key.get(question.key.as_str()).copied();
            let same = same.filter(|&to| are_the_same(question, &self.new[to]));
            if let (false, Some(to)) = (self.found.contains_key(&at), same) {
                self.found.insert(at, to);
                self.taken.insert(to);
            }
        }
    }

    fn by_content(&mut self, content: fn(&Question) -> String) {
        let mut places: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
        for (at, question) in self.old.iter().enumerate() {
            if !self.found.contains_key(&at) {
                places.entry(content(question)).or_default()[0].push(at);
            }
        }
        for (to, question) in self.new.iter().enumerate() {
            if !self.taken.contains(&to) {
                places.entry(content(question)).or_default()[1].push(to);
            }
        }
        for [from, to] in places.into_values() {
            if let ([from], [to]) = (&from[..], &to[..]) {
                self.found.insert(*from, *to);
                self.taken.insert(*to);
            }
        }
    }
}

/// Everything that is shown, the choices in any order.
fn whole(question: &Question) -> String {
    format!("{}\n{:?}", text_of(question), pictures_of(question))
}

fn share_something(old: &Question, new: &Question) -> bool {
    let pictures = pictures_of(old);
    normal(&old.stem) == normal(&new.stem)
        || (!old.choices.is_empty() && sorted_choices(old) == sorted_choices(new))
        || (!pictures.is_empty() && pictures == pictures_of(new))
}

/// A text without what editors change unseen: ends of lines, spaces around it.
fn normal(text: &str) -> String {
    text.replace('\r', "").trim().to_owned()
}

fn sorted_choices(question: &Question) -> Vec<String> {
    let mut texts: Vec<String> =
        question.choices.iter().map(|choice| normal(&choice.text)).collect();
    texts.sort_unstable();
    texts
}

fn pictures_of(question: &Question) -> Vec<ImageHash> {
    question.pictures.iter().map(|picture| picture.hash).collect()
}

fn text_of(question: &Question) -> String {
    let hint = question.hint.as_deref().map(normal).unwrap_or_default();
    format!("{}\n{hint}\n{}", normal(&question.stem), sorted_choices(question).join("\n"))
}

/// How a question changed. Pictures whose bytes differ count as other pictures here.
fn changes(old: &Question, new: &Question) -> Vec<Change> {
    let text = |question: &Question, label: Option<Label>| {
        label.and_then(|label| question.choice(label)).map(|choice| normal(&choice.text))
    };
    let choices = |question: &Question| -> Vec<String> {
        question.choices.iter().map(|choice| normal(&choice.text)).collect()
    };
    let has_other_choices = sorted_choices(old) != sorted_choices(new);
    // A right choice that only reads differently is a change of the choices.
    let is_edited = has_other_choices && old.answer == new.answer;
    let is_right_elsewhere = old.answer.is_some() != new.answer.is_some()
        || old.short != new.short
        || (text(old, old.answer) != text(new, new.answer) && !is_edited);
    let hint = |question: &Question| question.hint.as_deref().map(normal).unwrap_or_default();
    let found = [
        (is_right_elsewhere, Change::Answer),
        (has_other_choices, Change::Choices),
        (!has_other_choices && choices(old) != choices(new), Change::Order),
        (normal(&old.stem) != normal(&new.stem) || hint(old) != hint(new), Change::Stem),
        (pictures_of(old) != pictures_of(new), Change::Picture),
        ((&old.category, &old.l2_category) != (&new.category, &new.l2_category), Change::Category),
    ];
    found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, change)| change).collect()
}

/// Recognises pictures of which only the bytes changed.
fn look_at_pictures(
    pairs: &mut [Pair],
    versions: [&Version; 2],
    store: Option<&Store>,
    areas: Areas<'_>,
) -> Result<(), DiffError> {
    let [old, new] = versions;
    let mut wanted = [HashSet::new(), HashSet::new()];
    let is_candidate = |pair: &Pair| {
        let (before, after) =
            (&old.questions[pair.old].pictures, &new.questions[pair.new].pictures);
        pair.what.contains(&Change::Picture) && before.len() == after.len()
    };
    let differing = |pair: &Pair| -> Vec<[ImageHash; 2]> {
        let (before, after) =
            (&old.questions[pair.old].pictures, &new.questions[pair.new].pictures);
        let both = before.iter().zip(after).map(|(one, other)| [one.hash, other.hash]);
        both.filter(|[one, other]| one != other).collect()
    };
    for hashes in pairs.iter().filter(|pair| is_candidate(pair)).flat_map(differing) {
        wanted.iter_mut().zip(hashes).for_each(|(wanted, hash)| _ = wanted.insert(hash));
    }
    let mut seen: HashMap<ImageHash, Option<Vec<u8>>> = HashMap::new();
    for (version, wanted) in versions.into_iter().zip(&wanted) {
        let bytes = version.picture_bytes(store, wanted)?;
        seen.extend(bytes.into_iter().map(|(hash, bytes)| (hash, areas(&bytes))));
    }
    let look_the_same = |[one, other]: [ImageHash; 2]| {
        let of = |hash: &ImageHash| seen.get(hash).and_then(Option::as_ref);
        of(&one).zip(of(&other)).is_some_and(|(one, other)| {
            let most = one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max();
            one.len() == other.len() && most.is_some_and(|most| most <= MOST_DIFFERENT)
        })
    };
    for pair in pairs {
        if is_candidate(pair) && differing(pair).into_iter().all(look_the_same) {
            for change in &mut pair.what {
                if *change == Change::Picture {
                    *change = Change::ReEncoded;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
