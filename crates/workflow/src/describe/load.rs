//! Loads the data of a description from the database.

use std::collections::HashSet;

use rayon::prelude::*;

use super::near_picture::Fingerprint;
use super::{Description, Pictures, describe};
use assay_core::benchmark::{ImageHash, Question};
use assay_store::{Benchmark, PictureFacts, Store, StoreError};

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
) -> Result<Description, StoreError> {
    let stored = store.whole_questions(benchmark)?;
    let questions: Vec<Question> = stored
        .into_iter()
        .map(|stored| stored.question)
        .filter(|question| split.is_none() || question.split.as_deref() == split)
        .collect();
    let mut seen = HashSet::new();
    let shown = questions.iter().flat_map(|question| &question.pictures);
    // Each once, in the order of their first use.
    let shown = shown.map(|picture| picture.hash).filter(|hash| seen.insert(*hash)).collect();
    let (hashes, mut broken) = those_there(store, shown)?;
    let mut facts = store.picture_facts(&hashes)?;
    let fingerprints = match look {
        Some(look) => Some(fingerprints(store, &mut facts, &mut broken, look)?),
        None => None,
    };
    let pictures = Pictures { facts, fingerprints, broken };
    Ok(describe(&benchmark.name, split, benchmark.taxonomy(), &questions, &pictures))
}

/// The pictures whose files exist, and the references of the others with what is wrong.
fn those_there(
    store: &Store,
    pictures: Vec<ImageHash>,
) -> Result<(Vec<ImageHash>, Vec<String>), StoreError> {
    let (mut there, mut broken) = (Vec::new(), Vec::new());
    if store.referenced_pictures()? == 0 {
        return Ok((pictures, broken));
    }
    for hash in pictures {
        match unless_broken(store.look_for_picture(hash))? {
            Ok(()) => there.push(hash),
            Err(place) => broken.push(place),
        }
    }
    Ok((there, broken))
}

/// The result for a picture, or its reference with what is wrong there.
fn unless_broken<T>(read: Result<T, StoreError>) -> Result<Result<T, String>, StoreError> {
    match read {
        Ok(read) => Ok(Ok(read)),
        Err(StoreError::BrokenReference { reference, problem }) => {
            Ok(Err(format!("{reference}: {problem}")))
        }
        Err(other) => Err(other),
    }
}

/// The fingerprints of pictures in their order. Those that are found to be broken are moved from `facts` to
/// `broken`.
fn fingerprints(
    store: &Store,
    facts: &mut Vec<PictureFacts>,
    broken: &mut Vec<String>,
    Look { grey, progress }: Look<'_>,
) -> Result<Vec<Option<Fingerprint>>, StoreError> {
    let mut all = Vec::with_capacity(facts.len());
    let mut there = Vec::with_capacity(facts.len());
    for (chunk, some) in facts.chunks(AT_ONCE).enumerate() {
        let mut read = Vec::with_capacity(some.len());
        for picture in some {
            match unless_broken(store.picture_bytes(picture.hash))? {
                Ok(bytes) => {
                    there.push(*picture);
                    read.push(bytes);
                }
                Err(place) => broken.push(place),
            }
        }
        let print = |bytes: &Vec<u8>| grey(bytes).and_then(|grey| Fingerprint::new(&grey));
        all.par_extend(read.par_iter().map(print));
        progress(chunk * AT_ONCE + some.len(), facts.len());
    }
    *facts = there;
    Ok(all)
}
