//! Options that stand before the command they are for.
//!
//! `assay --as bob annotate review` is what people try first, because plain `assay` takes these options: they
//! are moved behind the command. One that the command does not take is refused with the line that works.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command};

use super::{WrongUsage, manual};

/// The program's arguments with the options that stand before the command behind it.
///
/// # Errors
/// When the command does not take one of them.
pub(super) fn behind_the_command(
    arguments: impl Iterator<Item = OsString>,
) -> Result<Vec<OsString>, WrongUsage> {
    let words: Vec<OsString> = arguments.collect();
    let Some((program, words)) = words.split_first() else { return Ok(words) };
    let root = manual::command();
    let found = Misplaced::find(&root, words);
    let refused = |option: &&String| {
        !found.command.get_arguments().any(|known| names(known, OsStr::new(option)))
    };
    if let Some(option) = found.options.iter().find(refused) {
        let rest: Vec<_> = found.rest.iter().map(|word| word.to_string_lossy()).collect();
        let line = rest.join(" ");
        return Err(WrongUsage(format!("`{}` has no option {option}: assay {line}", found.called)));
    }
    Ok([vec![program.clone()], found.rest, found.moved].concat())
}

/// The options before a command, and the command.
struct Misplaced<'c> {
    /// Their names.
    options: Vec<String>,
    /// The options with their values.
    moved: Vec<OsString>,
    /// The line without them.
    rest: Vec<OsString>,
    command: &'c Command,
    /// The words that call the command.
    called: String,
}

impl<'c> Misplaced<'c> {
    fn find(root: &'c Command, words: &[OsString]) -> Self {
        let mut found = Misplaced {
            options: Vec::new(),
            moved: Vec::new(),
            rest: Vec::new(),
            command: root,
            called: "assay".to_owned(),
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if let Some(below) = found.command.find_subcommand(word) {
                found.command = below;
                found.called = format!("{} {}", found.called, below.get_name());
                found.rest.push(word.clone());
                continue;
            }
            let is_before = std::ptr::eq(found.command, root);
            let known = root.get_arguments().find(|known| is_before && names(known, word));
            let to = match known.filter(|known| !known.is_global_set()) {
                Some(known) => {
                    found.options.extend(known.get_long().map(|name| format!("--{name}")));
                    &mut found.moved
                }
                None => &mut found.rest,
            };
            to.push(word.clone());
            // The value of an option that stands here is not a command.
            if known.is_some_and(takes_a_value) && !word.as_encoded_bytes().contains(&b'=') {
                to.extend(words.next().cloned());
            }
        }
        found
    }
}

/// Whether a word is an option, with or without its value.
fn names(argument: &Arg, word: &OsStr) -> bool {
    let name = word.to_str().and_then(|word| word.split('=').next()?.strip_prefix("--"));
    name.is_some_and(|name| argument.get_long() == Some(name))
}

fn takes_a_value(argument: &Arg) -> bool {
    argument.get_action().takes_values() && !argument.is_require_equals_set()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(line: &str) -> Result<String, String> {
        let moved = behind_the_command(line.split_whitespace().map(OsString::from));
        moved
            .map(|words| words.join(OsStr::new(" ")).into_string().unwrap())
            .map_err(|error| error.0)
    }

    #[test]
    fn options_before_a_command_go_behind_it() {
        for (line, expected) in [
            ("assay --plain annotate review", "assay annotate review --plain"),
            (
                "assay --db a.db --as bob --mouse=false annotate extract --hints",
                "assay --db a.db annotate extract --hints --as bob --mouse=false",
            ),
            ("assay --benchmark=b eval -o json", "assay eval -o json --benchmark=b"),
            ("assay --as eval show 1", "assay show 1 --as eval"),
        ] {
            assert_eq!(moved(line).unwrap(), expected);
        }
    }

    #[test]
    fn an_option_that_the_command_does_not_take_is_named_with_the_line_that_works() {
        let message = "`assay status` has no option --plain: assay status";
        assert_eq!(moved("assay --plain status").unwrap_err(), message);
    }
}
