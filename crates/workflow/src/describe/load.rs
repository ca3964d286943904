//! Loads the data of a description from the database.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use rayon::prelude::*;

use super::near_picture::Fingerprint;
use super::{Description, Pictures, describe};
use assay_core::benchmark::{ImageHash, Question};
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

/// Describes the current questions of a benchmark, of a split or all. No picture is read, and pictures
/// in files are only checked for existence.
///
/// # Errors
/// If the database cannot be read.
pub fn load(store: &Store, benchmark: &Benchmark, split: Option<&str>) -> Result<Description> {
    let (questions, pictures) = questions_and_pictures(store, benchmark, split)?;
    Ok(describe(&benchmark.name, split, benchmark.taxonomy(), &questions, &pictures))
}

/// Describes them with the pictures that look nearly the same. What a picture looks like is kept in the
/// database, where that can be written, so that each is decoded once.
///
/// # Errors
/// If the database cannot be read or written.
pub fn load_with_pictures(
    store: &mut Store,
    benchmark: &Benchmark,
    split: Option<&str>,
    look: Look<'_>,
) -> Result<Description> {
    let (questions, pictures) = examined(store, benchmark, split, look)?;
    Ok(describe(&benchmark.name, split, benchmark.taxonomy(), &questions, &pictures))
}

/// The questions of a benchmark and the fingerprints of their pictures.
///
/// # Errors
/// As [`load_with_pictures`].
pub fn examined(
    store: &mut Store,
    benchmark: &Benchmark,
    split: Option<&str>,
    look: Look<'_>,
) -> Result<(Vec<Question>, Pictures)> {
    let (questions, mut pictures) = questions_and_pictures(store, benchmark, split)?;
    let mut greys = store.picture_greys()?;
    let is_new = |facts: &&PictureFacts| !greys.contains_key(&facts.hash);
    let new: Vec<ImageHash> =
        pictures.facts.iter().filter(is_new).map(|facts| facts.hash).collect();
    let decoded = decoded(store, &new, &mut pictures, look)?;
    if store.check_writable().is_ok() {
        store.keep_picture_greys(&decoded)?;
    }
    greys.extend(decoded);
    let fingerprint = |facts: &PictureFacts| Fingerprint::new(greys.get(&facts.hash)?);
    pictures.fingerprints = Some(pictures.facts.par_iter().map(fingerprint).collect());
    Ok((questions, pictures))
}

fn questions_and_pictures(
    store: &Store,
    benchmark: &Benchmark,
    split: Option<&str>,
) -> Result<(Vec<Question>, Pictures)> {
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
    let facts = store.picture_facts(&hashes)?;
    Ok((questions, Pictures { facts, fingerprints: None, broken }))
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

/// The grey values of these pictures, in any order, without those that cannot be decoded. Pictures that are
/// found to be broken are moved from the facts to the broken ones.
fn decoded(
    store: &Store,
    hashes: &[ImageHash],
    pictures: &mut Pictures,
    Look { grey, progress }: Look<'_>,
) -> Result<Vec<(ImageHash, Vec<u8>)>> {
    let (to_decode, read) = sync_channel::<Vec<(ImageHash, Vec<u8>)>>(CHUNKS_AHEAD);
    let decode = |(hash, bytes): (ImageHash, Vec<u8>)| Some((hash, grey(&bytes)?));
    let mut gone = HashSet::new();
    let decoded = thread::scope(|scope| -> Result<_> {
        let decoding = scope.spawn(|| {
            let chunks = read.into_iter().par_bridge();
            chunks.flat_map_iter(|chunk| chunk.into_iter().filter_map(decode)).collect::<Vec<_>>()
        });
        for (number, some) in hashes.chunks(AT_ONCE).enumerate() {
            let mut chunk = Vec::with_capacity(some.len());
            store.at_one_moment(|| {
                for &hash in some {
                    match unless_broken(store.picture_bytes(hash), &mut pictures.broken)? {
                        Some(bytes) => chunk.push((hash, bytes)),
                        None => _ = gone.insert(hash),
                    }
                }
                Ok(())
            })?;
            // The receiver is gone only after a panic, which `join` passes on.
            if to_decode.send(chunk).is_err() {
                break;
            }
            progress(number * AT_ONCE + some.len(), hashes.len());
        }
        drop(to_decode);
        Ok(decoding.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    pictures.facts.retain(|facts| !gone.contains(&facts.hash));
    Ok(decoded)
}
