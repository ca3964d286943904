//! The edition of the rules: a hash of their source.
//!
//! The labels that the rules extract are cached with each run in the database, under this edition.
//! A version number that people must raise by hand would eventually be forgotten, and old labels
//! would silently count as those of new rules. An edit that does not change a label costs one
//! extraction of the cached texts again: a second for a million texts.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

static SOURCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/extract");

static EDITION: LazyLock<u32> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    add(&SOURCE, &mut hasher);
    let [a, b, c, d, ..] = *hasher.finalize().as_bytes();
    u32::from_le_bytes([a, b, c, d])
});

fn add(folder: &Dir<'_>, hasher: &mut blake3::Hasher) {
    for file in folder.files() {
        hasher.update(file.path().as_os_str().as_encoded_bytes());
        hasher.update(file.contents());
    }
    folder.dirs().for_each(|inner| add(inner, hasher));
}

/// The edition of all rule sets. A label cached under another edition must be extracted again.
pub fn edition() -> u32 {
    *EDITION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_every_rule_counts() {
        for file in ["vlmevalkit.rs", "choices.rs", "assay/mod.rs", "assay/by_text.rs"] {
            assert!(
                SOURCE.get_file(file).is_some_and(|file| !file.contents().is_empty()),
                "{file}"
            );
        }
    }

    #[test]
    fn the_edition_is_no_hash_of_nothing() {
        let [a, b, c, d, ..] = *blake3::hash(b"").as_bytes();
        assert_ne!(edition(), u32::from_le_bytes([a, b, c, d]));
        assert!(edition() > 1);
    }
}
