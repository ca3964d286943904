//! The configuration file as commands read it. `assay config` is in `configuration`.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::tui::config::{Config, path};
use crate::tui::fault::Fault;
use crate::tui::messages::text;
use crate::visible::visible;

/// The effective configuration; invalid values are reported on standard error.
pub(crate) fn read() -> anyhow::Result<Config> {
    let Some(path) = path(variable) else { return Ok(Config::default()) };
    let config = Config::read(&path)?;
    for fault in &config.faults {
        let message = format!("assay: {}, {fault}", path.display());
        let _ = writeln!(io::stderr(), "{}", visible(&message));
    }
    Ok(config)
}

/// The annotator's name in the configuration.
pub(crate) fn annotator() -> anyhow::Result<Option<String>> {
    Ok(read()?.annotator.map(|set| set.value))
}

/// Reports faults of the configuration on standard error, which the screens would hide.
pub(crate) fn describe_faults(faults: &[Fault]) -> Option<String> {
    let first = faults.first()?;
    Some(match faults.len() {
        1 => text!("configuration-fault", first),
        more => text!("configuration-faults", first, more = more - 1),
    })
}

pub(super) fn the_path() -> anyhow::Result<PathBuf> {
    path(variable).ok_or_else(|| {
        anyhow::anyhow!(
            "there is no place for a configuration: neither XDG_CONFIG_HOME nor HOME is set"
        )
    })
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}
