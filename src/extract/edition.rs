//! Which edition of the rules this program has: a hash of their own source.
//!
//! What the rules read is kept with each run in the database. A number that people must remember to
//! raise would sooner or later leave old labels standing under new rules, and nobody would see it;
//! the source cannot be forgotten. An edit that changes no reading costs one more reading, a second
//! for a million texts.

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

/// The edition of all rule sets. What was read under another may read differently now.
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
}
