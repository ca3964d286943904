//! Loads the data of a description from the database.

use std::collections::HashSet;

use rayon::prelude::*;

use super::near_picture::Fingerprint;
use super::{Description, Pictures, describe};
use assay_core::benchmark::Question;
use assay_store::{Benchmark, PictureFacts, Result, Store, StoreError};

/// Pictures that are read before they are decoded on all cores.
const AT_ONCE: usize = 64;

/// How pictures are examined for near duplicates.
pub struct Look<'a> {
    /// A picture's bytes as 32×32 grey values, row by row; `None` if it cannot be decoded.
    pub grey: &'a (dyn Fn(&[u8]) -> Option<Vec<u8>> + Sync),
    /// Called with the number of pictures done and the number of all.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// Describes the current questions of a benchmark, of a split or all. Without `look` no picture is
/// read, and pictures in files are only checked for existence.
///
/// # Errors
/// If the database cannot be read.
pub fn load(
    store: &Store,
    benchmark: &Benchmark,
    split: Option<&str>,
    look: Option<Look<'_>>,
) -> Result<Description> {
    let stored = store.whole_questions(benchmark)?;
    let questions: Vec<Question> = stored
        .into_iter()
        .map(|stored| stored.question)
        .filter(|question| split.is_none() || question.split.as_deref() == split)
        .collect();
    let (mut seen, mut hashes, mut broken) = (HashSet::new(), Vec::new(), Vec::new());
    let has_files = store.referenced_pictures()? > 0;
    // Each once, in the order of their first use.
    for picture in questions.iter().flat_map(|question| &question.pictures) {
        let hash = picture.hash;
        let mut is_there = || unless_broken(store.look_for_picture(hash), &mut broken);
        if seen.insert(hash) && (!has_files || is_there()?.is_some()) {
            hashes.push(hash);
        }
    }
    let mut facts = store.picture_facts(&hashes)?;
    let fingerprints = match look {
        Some(look) => Some(fingerprints(store, &mut facts, &mut broken, look)?),
        None => None,
    };
    let pictures = Pictures { facts, fingerprints, broken };
    Ok(describe(&benchmark.name, split, benchmark.taxonomy(), &questions, &pictures))
}

/// The result for a picture; `None` if its reference is broken, which is added with what is wrong there.
fn unless_broken<T>(read: Result<T>, broken: &mut Vec<String>) -> Result<Option<T>> {
    match read {
        Err(StoreError::BrokenReference { reference, problem }) => {
            broken.push(format!("{reference}: {problem}"));
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// The fingerprints of pictures in their order. Those that are found to be broken are moved from `facts` to
/// `broken`.
fn fingerprints(
    store: &Store,
    facts: &mut Vec<PictureFacts>,
    broken: &mut Vec<String>,
    Look { grey, progress }: Look<'_>,
) -> Result<Vec<Option<Fingerprint>>> {
    let mut all = Vec::with_capacity(facts.len());
    let mut there = Vec::with_capacity(facts.len());
    for (chunk, some) in facts.chunks(AT_ONCE).enumerate() {
        let mut read = Vec::with_capacity(some.len());
        for picture in some {
            if let Some(bytes) = unless_broken(store.picture_bytes(picture.hash), broken)? {
                there.push(*picture);
                read.push(bytes);
            }
        }
        let print = |bytes: &Vec<u8>| grey(bytes).and_then(|grey| Fingerprint::new(&grey));
        all.par_extend(read.par_iter().map(print));
        progress(chunk * AT_ONCE + some.len(), facts.len());
    }
    *facts = there;
    Ok(all)
}
