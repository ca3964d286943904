//! `assay config`: the path of the configuration file, the effective settings, and the scoring
//! settings; and the configuration as other commands read it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::scoring_flags::ChosenScoring;
use super::{Acting, PrintOn, Shared};
use crate::evaluation::ScoringSetting;
use crate::keyword::Keyword;
use crate::report::documents::scoring_setting::scoring_setting;
use crate::tui::config::{Config, Set, path};
use crate::tui::fault::Fault;
use crate::tui::keymap::{KeyContext, Keymap};
use crate::tui::messages::text;
use crate::visible::visible;

#[derive(Debug, Subcommand)]
pub(crate) enum Configuration {
    /// Print the configuration file's path
    Path,
    /// Print every setting in force, and where it is from, as a configuration file
    Show {
        /// Print the keys with their default actions, too
        #[arg(long)]
        all: bool,
    },
    /// Show or set how the figures of a benchmark are made: the rules, the strategy and how missing passes
    /// count, for eval, export results, filter, extract, report, tables and the screens. Flags of a command
    /// come first. Setting is for leads, once there is one
    Scoring(Scoring),
}

impl Configuration {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let text = match self {
            Configuration::Scoring(scoring) => return scoring.run(shared),
            Configuration::Path => format!("{}\n", the_path()?.display()),
            Configuration::Show { all } => shown(&read()?, &the_path()?, all),
        };
        Ok(io::stdout().lock().write_all(visible(&text).as_bytes())?)
    }
}

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

/// The user's name, and where it comes from: a variable of the environment, else the account.
/// Containers often have neither, but there is always a number.
pub(crate) fn login() -> (&'static str, String) {
    let variables = [("USER", "$USER"), ("LOGNAME", "$LOGNAME"), ("USERNAME", "$USERNAME")];
    let of_variable = variables.into_iter().find_map(|(variable, shown)| {
        let name = std::env::var(variable).ok().filter(|name| !name.trim().is_empty())?;
        Some((shown, name))
    });
    of_variable.unwrap_or_else(|| {
        let number = rustix::process::getuid().as_raw().to_string();
        ("the account", account(&number).unwrap_or_else(|| format!("user-{number}")))
    })
}

/// The name of the account with this number.
fn account(number: &str) -> Option<String> {
    let accounts = std::fs::read_to_string("/etc/passwd").ok()?;
    let mut accounts = accounts.lines().map(|line| line.split(':'));
    accounts.find_map(|mut account| {
        let name = account.next()?;
        (account.nth(1)? == number && !name.is_empty()).then(|| name.to_owned())
    })
}

/// Reports faults of the configuration on standard error, which the screens would hide.
pub(crate) fn describe_faults(faults: &[Fault]) -> Option<String> {
    let first = faults.first()?;
    Some(match faults.len() {
        1 => text!("configuration-fault", first),
        more => text!("configuration-faults", first, more = more - 1),
    })
}

/// The path of the configuration file, beside which other things of the user are kept.
pub(super) fn config_path() -> Option<PathBuf> {
    path(variable)
}

pub(super) fn the_path() -> anyhow::Result<PathBuf> {
    config_path().ok_or_else(|| {
        anyhow::anyhow!(
            "there is no place for a configuration: neither XDG_CONFIG_HOME nor HOME is set"
        )
    })
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

/// The settings as a configuration file. Settings that the terminal determines are comments; the
/// keys are those that the file changes, or all.
fn shown(config: &Config, path: &Path, all: bool) -> String {
    let there = if path.exists() { "" } else { " (there is none)" };
    let mut text = format!("# In force with the file {}{there}.\n", path.display());
    let (source, login) = login();
    let login = line("annotator", &quoted(&login), &format!("from {source}"));
    let [auto, mouse, never] = [("language", "\"auto\""), ("mouse", "true"), ("break-after", "0")]
        .map(|(name, value)| line(name, value, "the default"));
    let by_terminal =
        "# theme: dark or light by the terminal's background, either where it does not say\n";
    let by_environment = "# colours: as NO_COLOR, COLORTERM and TERM say\n";
    let best = "# pictures: the best that the terminal can\n";
    text += &setting("annotator", config.annotator.as_ref(), |name| quoted(name), &login);
    text += &setting("language", config.language.as_ref(), |choice| quoted(choice.name()), &auto);
    text += &setting("theme", config.theme.as_ref(), |it| quoted(&it.to_string()), by_terminal);
    text += &setting("colours", config.colours.as_ref(), |it| quoted(it.name()), by_environment);
    text += &setting("pictures", config.pictures.as_ref(), |mode| quoted(mode.name()), best);
    text += &setting("mouse", config.mouse.as_ref(), bool::to_string, &mouse);
    text += &setting("break-after", config.break_after.as_ref(), u32::to_string, &never);
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
            let from = if is_standard { "the default" } else { "the file" };
            keys += &line(&quoted(&key.written()), &quoted(action.name()), from);
        }
        for (_, key, _) in standard.bindings().filter(|binding| binding.0 == place) {
            if !keymap.bindings().any(|binding| (binding.0, binding.1) == (place, key)) {
                keys += &line(&quoted(&key.written()), "\"\"", "the file");
            }
        }
        if all || !keys.is_empty() {
            text.push_str(&format!("\n[keys.{}]\n{keys}", place.name()));
        }
    }
    if left_out > 0 {
        text.push_str(&format!(
            "# {left_out} keys have their default actions; --all prints them\n"
        ));
    }
}

/// The line of a setting, or what there is instead where the file does not set it.
fn setting<T>(
    name: &str,
    set: Option<&Set<T>>,
    written: impl Fn(&T) -> String,
    without: &str,
) -> String {
    match set {
        Some(set) => line(name, &written(&set.value), &format!("the file, line {}", set.line)),
        None => without.to_owned(),
    }
}

fn line(name: &str, value: &str, from: &str) -> String {
    format!("{name} = {value}  # {from}\n")
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[derive(Debug, Args)]
pub(crate) struct Scoring {
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    chosen: ChosenScoring,
    /// Remove what was set before
    #[arg(long)]
    reset: bool,
    #[command(flatten)]
    acting: Acting,
}

impl Scoring {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let chosen = self.chosen.setting();
        let before = match self.reset {
            true => ScoringSetting::default(),
            false => ScoringSetting::load(&store, &benchmark)?,
        };
        let setting = chosen.or(before);
        if self.reset || chosen != ScoringSetting::default() {
            let by = self.acting.name(&store)?;
            setting.save(&mut store, &benchmark, &by)?;
        }
        self.on.print(&scoring_setting(&benchmark.name, setting))
    }
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
