//! Names that several commands need: who decides, which benchmark a file becomes.

use std::path::Path;

/// The annotator's name: the one given, else the user's login name.
pub(crate) fn annotator(given: Option<&str>) -> anyhow::Result<String> {
    if let Some(name) = given {
        return Ok(name.to_owned());
    }
    ["USER", "LOGNAME", "USERNAME"]
        .iter()
        .find_map(|variable| std::env::var(variable).ok().filter(|name| !name.is_empty()))
        .ok_or_else(|| anyhow::anyhow!("who are you? Name yourself with --as NAME"))
}

/// The name of the benchmark that a file holds, when none is given: the file's name without its
/// endings.
pub(crate) fn benchmark_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    match name.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => name,
    }
}
