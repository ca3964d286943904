//! Options that stand before the command they are for.
//!
//! `assay --plain annotate review` is what people try first, because plain `assay` takes these options. The
//! answer names the option and gives the line as it works.

use clap::{Arg, Command};

use super::{WrongUsage, manual};

/// What is wrong with options before a command, and the line with them behind it.
pub(super) fn options_before_a_command(arguments: impl Iterator<Item = String>) -> WrongUsage {
    let words: Vec<String> = arguments.skip(1).collect();
    let root = manual::command();
    let Some(found) = Misplaced::find(&root, &words) else {
        return WrongUsage("put the options of a command behind its name".into());
    };
    let line = |words: &[&[String]]| format!("assay {}", words.concat().join(" "));
    let takes_it = found.command.get_arguments().any(|known| names(known, &found.option));
    WrongUsage(match takes_it {
        true => format!(
            "{} goes after the command: {}",
            found.option,
            line(&[&found.rest, &found.moved])
        ),
        false => {
            format!("`{}` has no option {}: {}", found.called, found.option, line(&[&found.rest]))
        }
    })
}

/// The options before a command, and the command.
struct Misplaced<'c> {
    /// The first of them, without its value.
    option: String,
    /// All of them with their values.
    moved: Vec<String>,
    /// The line without them.
    rest: Vec<String>,
    command: &'c Command,
    /// The words that call the command.
    called: String,
}

impl<'c> Misplaced<'c> {
    fn find(root: &'c Command, words: &[String]) -> Option<Self> {
        let (mut command, mut called) = (root, "assay".to_owned());
        let (mut moved, mut rest): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut option = None;
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if let Some(below) = command.find_subcommand(word) {
                command = below;
                called = format!("{called} {word}");
                rest.push(word.clone());
                continue;
            }
            let name = word.split('=').next().unwrap_or(word);
            let known = root.get_arguments().find(|known| names(known, name));
            let is_before = std::ptr::eq(command, root);
            match known.filter(|known| is_before && !known.is_global_set()) {
                Some(known) => {
                    option.get_or_insert_with(|| name.to_owned());
                    moved.push(word.clone());
                    if takes_a_value(known) && !word.contains('=') {
                        moved.extend(words.next().cloned());
                    }
                }
                None => {
                    rest.push(word.clone());
                    // The value of an option that may stand here is no command.
                    if is_before && known.is_some_and(takes_a_value) && !word.contains('=') {
                        rest.extend(words.next().cloned());
                    }
                }
            }
        }
        Some(Misplaced { option: option?, moved, rest, command, called })
    }
}

fn names(argument: &Arg, option: &str) -> bool {
    let long = option.strip_prefix("--").filter(|name| !name.is_empty());
    long.is_some() && argument.get_long() == long
}

fn takes_a_value(argument: &Arg) -> bool {
    argument.get_action().takes_values() && !argument.is_require_equals_set()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        options_before_a_command(line.split_whitespace().map(str::to_owned)).0
    }

    #[test]
    fn an_option_before_its_command_is_named_with_the_line_that_works() {
        for (line, expected) in [
            (
                "assay --plain annotate review",
                "--plain goes after the command: assay annotate review --plain",
            ),
            (
                "assay --db a.db --as bob --mouse=false annotate extract --hints",
                "--as goes after the command: \
                 assay --db a.db annotate extract --hints --as bob --mouse=false",
            ),
            (
                "assay --benchmark=b eval -o json",
                "--benchmark goes after the command: assay eval -o json --benchmark=b",
            ),
            ("assay --plain status", "`assay status` has no option --plain: assay status"),
        ] {
            assert_eq!(message(line), expected);
        }
    }
}
