//! Data that is compiled into the program: checklists, taxonomies, keys and themes, written as TOML
//! under `assets/`.

use std::fmt::Debug;

/// What an embedded file says. This is the one place where the program may panic over a file: no input
/// reaches it, and tests read every embedded file.
#[allow(
    clippy::expect_used,
    reason = "no input reaches an embedded file, and tests read each of them"
)]
pub fn valid<T, E: Debug>(read: Result<T, E>) -> T {
    read.expect("the embedded files are checked by tests")
}
