//! Fetches what a description needs from the database.

use std::collections::HashSet;

use rayon::prelude::*;

use super::near_picture::Fingerprint;
use super::{Description, Pictures, describe};
use crate::benchmark::{ImageHash, Question};
use crate::store::{Benchmark, PictureFacts, Store, StoreError};

/// Pictures that are read before they are decoded on all cores.
const AT_ONCE: usize = 64;

/// How pictures are looked at for near duplicates.
pub struct Look<'a> {
    /// A picture's bytes as 32×32 grey values, row by row; nothing where it cannot be decoded.
    pub grey: &'a (dyn Fn(&[u8]) -> Option<Vec<u8>> + Sync),
    /// Called with how many pictures are done of how many.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// Describes the current questions of a benchmark, of a split or all. Without `look` no picture is read.
///
/// # Errors
/// When the database cannot be read.
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
    let facts = store.picture_facts(&shown_pictures(&questions))?;
    let fingerprints = match look {
        Some(look) => Some(fingerprints(store, &facts, look)?),
        None => None,
    };
    let pictures = Pictures { facts, fingerprints };
    Ok(describe(&benchmark.name, split, benchmark.taxonomy(), &questions, &pictures))
}

/// The pictures that these questions show, each once, in the order of their first use.
fn shown_pictures(questions: &[Question]) -> Vec<ImageHash> {
    let mut seen = HashSet::new();
    let all = questions.iter().flat_map(|question| &question.pictures);
    all.map(|picture| picture.hash).filter(|hash| seen.insert(*hash)).collect()
}

fn fingerprints(
    store: &Store,
    facts: &[PictureFacts],
    Look { grey, progress }: Look<'_>,
) -> Result<Vec<Option<Fingerprint>>, StoreError> {
    let mut all = Vec::with_capacity(facts.len());
    for some in facts.chunks(AT_ONCE) {
        let bytes = some.iter().map(|picture| store.picture_bytes(picture.hash));
        let bytes = bytes.collect::<Result<Vec<_>, _>>()?;
        let print = |bytes: &Vec<u8>| grey(bytes).and_then(|grey| Fingerprint::new(&grey));
        all.par_extend(bytes.par_iter().map(print));
        progress(all.len(), facts.len());
    }
    Ok(all)
}
