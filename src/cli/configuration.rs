//! `assay config`: the path of the configuration file, the effective settings, and the scoring
//! settings.

mod scoring;

use std::io::{self, Write};
use std::path::Path;

use clap::Subcommand;

use super::config::{read, the_path};
use super::{Shared, names};
use crate::keyword::Keyword;
use crate::tui::config::{Config, Set};
use crate::tui::keymap::{KeyContext, Keymap};
use crate::visible::visible;

#[derive(Debug, Subcommand)]
pub(crate) enum Configuration {
    /// Print the configuration file's path
    Path,
    /// Print every setting in force, and where it is from, as a configuration file
    Show {
        /// Print also the keys that are as the program comes
        #[arg(long)]
        all: bool,
    },
    /// Show or set how the figures of a benchmark are made: the rules, the strategy and how missing passes
    /// count, for eval, export results, filter, extract, report, tables and the screens. Flags of a command
    /// come first. Setting is for leads, once there is one
    Scoring(scoring::Scoring),
}

impl Configuration {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        if let Configuration::Scoring(scoring) = self {
            return scoring.run(shared);
        }
        let path = the_path()?;
        let mut out = io::stdout().lock();
        match self {
            Configuration::Scoring(_) => {}
            Configuration::Path => writeln!(out, "{}", visible(&path.to_string_lossy()))?,
            Configuration::Show { all } => {
                let config = read()?;
                out.write_all(visible(&shown(&config, &path, all)).as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The settings as a configuration file. Settings that the terminal determines are comments; the
/// keys are those that the file changes, or all.
fn shown(config: &Config, path: &Path, all: bool) -> String {
    let there = if path.exists() { "" } else { " (there is none)" };
    let mut text = format!("# In force with the file {}{there}.\n", path.display());
    match (&config.annotator, names::login()) {
        (Some(set), _) => push(&mut text, "annotator", &quoted(&set.value), &line_comment(set)),
        (None, (source, name)) => {
            push(&mut text, "annotator", &quoted(&name), &format!("from {source}"));
        }
    }
    match &config.language {
        Some(set) => push(&mut text, "language", &quoted(set.value.name()), &line_comment(set)),
        None => push(&mut text, "language", "\"auto\"", "as the program comes"),
    }
    match &config.theme {
        Some(set) => push(&mut text, "theme", &quoted(&set.value.to_string()), &line_comment(set)),
        None => text.push_str(
            "# theme: dark or light by the terminal's background, either where it does not say\n",
        ),
    }
    match &config.colours {
        Some(set) => push(&mut text, "colours", &quoted(set.value.name()), &line_comment(set)),
        None => text.push_str("# colours: as NO_COLOR, COLORTERM and TERM say\n"),
    }
    match &config.pictures {
        Some(set) => push(&mut text, "pictures", &quoted(set.value.name()), &line_comment(set)),
        None => text.push_str("# pictures: the best that the terminal can\n"),
    }
    match &config.mouse {
        Some(set) => push(&mut text, "mouse", &set.value.to_string(), &line_comment(set)),
        None => push(&mut text, "mouse", "true", "as the program comes"),
    }
    match &config.break_after {
        Some(set) => push(&mut text, "break-after", &set.value.to_string(), &line_comment(set)),
        None => push(&mut text, "break-after", "0", "as the program comes"),
    }
    push_keys(&mut text, &config.keymap, all);
    text
}

fn push_keys(text: &mut String, keymap: &Keymap, all: bool) {
    let standard = Keymap::default();
    let mut left_out = 0;
    for place in KeyContext::all() {
        let mut keys = String::new();
        for (_, key, action) in keymap.bindings().filter(|binding| binding.0 == place) {
            let is_standard = standard.bindings().any(|binding| binding == (place, key, action));
            if is_standard && !all {
                left_out += 1;
                continue;
            }
            let from = if is_standard { "as the program comes" } else { "the file" };
            push(&mut keys, &quoted(&key.written()), &quoted(action.name()), from);
        }
        for (_, key, _) in standard.bindings().filter(|binding| binding.0 == place) {
            if !keymap.bindings().any(|binding| (binding.0, binding.1) == (place, key)) {
                push(&mut keys, &quoted(&key.written()), "\"\"", "the file");
            }
        }
        if all || !keys.is_empty() {
            text.push_str(&format!("\n[keys.{}]\n{keys}", place.name()));
        }
    }
    if left_out > 0 {
        text.push_str(&format!("# {left_out} keys as the program comes; --all prints them\n"));
    }
}

fn push(text: &mut String, name: &str, value: &str, from: &str) {
    text.push_str(&format!("{name} = {value}  # {from}\n"));
}

fn line_comment<T>(set: &Set<T>) -> String {
    format!("the file, line {}", set.line)
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_reads_as_the_same_configuration() {
        let source = "annotator = \"al \\\"x\\\" ice\"\ntheme = \"mono\"\ncolours = \"16\"\n\
            pictures = \"half-blocks-16\"\nmouse = true\nbreak-after = 50\n[keys.review]\n\"Y\" = \"keep\"\n\"+\" = \"\"\n\
            \"ctrl-left\" = \"left\"\n";
        let config = Config::from_source(source, Path::new("/")).unwrap();
        let values = |config: &Config| {
            (
                config.annotator.clone().map(|set| set.value),
                config.theme.clone().map(|set| set.value),
                config.colours.clone().map(|set| set.value),
                config.pictures.clone().map(|set| set.value),
                config.mouse.clone().map(|set| set.value),
                config.break_after.clone().map(|set| set.value),
            )
        };
        let sorted = |config: &Config| {
            let mut keys: Vec<_> = config.keymap.bindings().map(|b| format!("{b:?}")).collect();
            keys.sort();
            keys
        };
        let [short, whole] = [false, true].map(|all| shown(&config, Path::new("/none"), all));
        for shown in [&short, &whole] {
            let again = Config::from_source(shown, Path::new("/")).unwrap();
            assert_eq!(again.faults, [], "{shown}");
            assert_eq!(values(&again), values(&config));
            assert_eq!(sorted(&again), sorted(&config));
            assert!(shown.contains("mouse = true  # the file, line 5"));
        }
        let printed = |shown: &str| shown.lines().filter(|line| line.starts_with('"')).count();
        assert_eq!(printed(&short), 3, "{short}");
        assert!(printed(&whole) > 100);
        assert!(!short.contains("[keys.global]"), "{short}");
    }
}
