//! Which question of one version is which of the other: by key, by content, and by what pictures show.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use super::DiffError;
use crate::describe::near_picture::{Fingerprint, near_between};
use assay_core::benchmark::likeness::plain_text;
use assay_core::benchmark::{ImageHash, Label, Question};

/// A question as versions are compared: its texts as they read.
#[derive(Debug)]
pub(super) struct Content<'q> {
    pub key: &'q str,
    pub stem: String,
    pub hint: String,
    pub choices: Vec<String>,
    /// The choices in alphabetic order.
    pub sorted: Vec<String>,
    /// The text of the choice that is right.
    pub right: Option<String>,
    pub pictures: Vec<ImageHash>,
}

impl<'q> Content<'q> {
    pub fn new(question: &'q Question) -> Self {
        let text = |label: Label| question.choice(label).map(|choice| plain_text(&choice.text));
        let choices: Vec<String> =
            question.choices.iter().map(|choice| plain_text(&choice.text)).collect();
        let mut sorted = choices.clone();
        sorted.sort_unstable();
        Content {
            key: question.key.as_str(),
            stem: plain_text(&question.stem),
            hint: question.hint.as_deref().map(plain_text).unwrap_or_default(),
            choices,
            sorted,
            right: question.answer.and_then(text),
            pictures: question.pictures.iter().map(|picture| picture.hash).collect(),
        }
    }

    /// All words, the choices in any order.
    pub fn text(&self) -> (&str, &str, &[String]) {
        (&self.stem, &self.hint, &self.sorted)
    }

    /// Everything that is shown, the choices in any order.
    pub fn whole(&self) -> impl Hash + Eq {
        (self.text(), &self.pictures)
    }
}

/// What is seen of the pictures of one side, 0 for the old version.
pub(super) type Prints<'a> =
    dyn FnMut(usize, HashSet<ImageHash>) -> Result<HashMap<ImageHash, Fingerprint>, DiffError> + 'a;

/// The positions of the same question in both, in the order of the old version. In turn: what is equal under one
/// key, then under another; of several with the same text, those whose pictures look alike; what shares its stem
/// or its pictures under one key; the same text under another; and at last the rest under one key. Under another
/// key only where one question is meant, or where several are equal: these in their order.
pub(super) fn matched(
    old: &[Content<'_>],
    new: &[Content<'_>],
    prints: &mut Prints<'_>,
) -> Result<Vec<(usize, usize)>, DiffError> {
    let mut matching =
        Matching { sides: [old, new], found: BTreeMap::new(), taken: HashSet::new() };
    matching.by_key(|old, new| old.whole() == new.whole());
    matching.by_content(true, |content| (content.whole(), &content.right));
    matching.by_content(true, Content::whole);
    matching.by_pictures(prints)?;
    matching.by_key(|old, new| {
        old.stem == new.stem || (!old.pictures.is_empty() && old.pictures == new.pictures)
    });
    matching.by_content(false, Content::text);
    matching.by_key(|old, new| !old.choices.is_empty() && old.sorted == new.sorted);
    if !matching.found.is_empty() {
        matching.by_key(|_, _| true);
    }
    Ok(matching.found.into_iter().collect())
}

/// The pairs that are found so far, by their positions.
struct Matching<'c> {
    sides: [&'c [Content<'c>]; 2],
    found: BTreeMap<usize, usize>,
    taken: HashSet<usize>,
}

impl<'c> Matching<'c> {
    fn take(&mut self, same: impl IntoIterator<Item = (usize, usize)>) {
        for (from, to) in same {
            self.found.insert(from, to);
            self.taken.insert(to);
        }
    }

    /// The questions of a side that are not matched.
    fn left(&self, side: usize) -> impl Iterator<Item = (usize, &'c Content<'c>)> {
        let is_left = move |at: &usize| match side {
            0 => !self.found.contains_key(at),
            _ => !self.taken.contains(at),
        };
        self.sides[side].iter().enumerate().filter(move |(at, _)| is_left(at))
    }

    fn by_key(&mut self, are_the_same: impl Fn(&Content<'_>, &Content<'_>) -> bool) {
        let by_key: HashMap<&str, usize> = self.left(1).map(|(to, new)| (new.key, to)).collect();
        let same = self.left(0).filter_map(|(from, old)| {
            let to = *by_key.get(old.key)?;
            are_the_same(old, &self.sides[1][to]).then_some((from, to))
        });
        let same: Vec<(usize, usize)> = same.collect();
        self.take(same);
    }

    /// The questions of both sides by their content.
    fn groups<C: Hash + Eq>(&self, content: impl Fn(&'c Content<'c>) -> C) -> Vec<[Vec<usize>; 2]> {
        let mut groups: HashMap<C, [Vec<usize>; 2]> = HashMap::new();
        for side in [0, 1] {
            for (at, question) in self.left(side) {
                groups.entry(content(question)).or_default()[side].push(at);
            }
        }
        groups.into_values().filter(|[from, to]| !from.is_empty() && !to.is_empty()).collect()
    }

    fn by_content<C: Hash + Eq>(&mut self, in_order: bool, content: impl Fn(&'c Content<'c>) -> C) {
        for [from, to] in self.groups(content) {
            if in_order || (from.len() == 1 && to.len() == 1) {
                self.take(from.into_iter().zip(to));
            }
        }
    }

    /// Of several questions with the same text: those whose pictures look alike, if no others do.
    fn by_pictures(&mut self, prints: &mut Prints<'_>) -> Result<(), DiffError> {
        let mut groups = self.groups(|content| (content.text(), content.pictures.len()));
        let sides = self.sides;
        groups.retain(|[from, to]| {
            from.len().max(to.len()) > 1 && !sides[0][from[0]].pictures.is_empty()
        });
        let wanted = |side: usize| -> HashSet<ImageHash> {
            let shown = groups.iter().flat_map(|group| &group[side]);
            shown.flat_map(|&at| sides[side][at].pictures.iter().copied()).collect()
        };
        if groups.is_empty() {
            return Ok(());
        }
        let seen = [prints(0, wanted(0))?, prints(1, wanted(1))?];
        let print = |side: usize, at: usize, number: usize| {
            seen[side].get(&sides[side][at].pictures[number])
        };
        for [from, to] in &groups {
            let firsts = |side: usize, list: &[usize]| -> Vec<Option<Fingerprint>> {
                list.iter().map(|&at| print(side, at, 0).cloned()).collect()
            };
            let near = near_between(&firsts(0, from), &firsts(1, to)).into_iter();
            let near = near.map(|near| (from[near.pair[0]], to[near.pair[1]]));
            let near = near.filter(|&(from, to)| {
                (1..sides[0][from].pictures.len()).all(|number| {
                    let both = print(0, from, number).zip(print(1, to, number));
                    both.is_some_and(|(one, other)| one.is_near(other))
                })
            });
            let mut near: Vec<(usize, usize)> = near.collect();
            let has_same_key =
                |&(from, to): &(usize, usize)| sides[0][from].key == sides[1][to].key;
            self.take(near.iter().copied().filter(has_same_key));
            near.retain(|(from, to)| !self.found.contains_key(from) && !self.taken.contains(to));
            let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
            for place in near.iter().flat_map(|&(from, to)| [(0, from), (1, to)]) {
                *counts.entry(place).or_default() += 1;
            }
            let is_only =
                |&(from, to): &(usize, usize)| counts[&(0, from)] == 1 && counts[&(1, to)] == 1;
            self.take(near.into_iter().filter(is_only));
        }
        Ok(())
    }
}
