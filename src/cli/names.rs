//! Names that several commands need: who decides, which benchmark a file becomes.

use std::path::Path;

/// The annotator's name: the one given, else the one in the configuration, else the user's login
/// name.
pub(crate) fn annotator(
    given: Option<String>,
    configured: Option<String>,
) -> anyhow::Result<String> {
    given.or(configured).or_else(|| login().map(|(_, name)| name)).ok_or_else(|| {
        anyhow::anyhow!("who are you? Name yourself with --as NAME, or in the configuration file")
    })
}

/// The login name, and the environment variable that tells it.
pub(crate) fn login() -> Option<(&'static str, String)> {
    ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|variable| {
        let name = std::env::var(variable).ok().filter(|name| !name.trim().is_empty())?;
        Some((variable, name))
    })
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
