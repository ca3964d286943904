//! Loads the data of a description from the database.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use rayon::prelude::*;

use super::near_picture::Fingerprint;
use super::{Description, Pictures, describe};
use assay_core::benchmark::Question;
use assay_store::{Benchmark, PictureFacts, Result, Store, StoreError};

/// Pictures that are decoded one after the other on a core.
const AT_ONCE: usize = 32;

/// Chunks that are read ahead of the decoding.
const CHUNKS_AHEAD: usize = 4;

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
    let (to_decode, read) = sync_channel::<(usize, Vec<Vec<u8>>)>(CHUNKS_AHEAD);
    let print = |bytes: &Vec<u8>| grey(bytes).and_then(|grey| Fingerprint::new(&grey));
    let prints_of = |(number, chunk): (usize, Vec<Vec<u8>>)| {
        (number, chunk.iter().map(print).collect::<Vec<_>>())
    };
    let mut there = Vec::with_capacity(facts.len());
    let mut chunks = thread::scope(|scope| -> Result<_> {
        let decoding =
            scope.spawn(|| read.into_iter().par_bridge().map(prints_of).collect::<Vec<_>>());
        for (number, some) in facts.chunks(AT_ONCE).enumerate() {
            let mut chunk = Vec::with_capacity(some.len());
            store.at_one_moment(|| {
                for picture in some {
                    if let Some(bytes) = unless_broken(store.picture_bytes(picture.hash), broken)? {
                        there.push(*picture);
                        chunk.push(bytes);
                    }
                }
                Ok(())
            })?;
            // The receiver is gone only after a panic, which `join` passes on.
            if to_decode.send((number, chunk)).is_err() {
                break;
            }
            progress(number * AT_ONCE + some.len(), facts.len());
        }
        drop(to_decode);
        Ok(decoding.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    chunks.sort_unstable_by_key(|(number, _)| *number);
    let all = chunks.into_iter().flat_map(|(_, prints)| prints).collect();
    *facts = there;
    Ok(all)
}
