//! Two examples for each command, shown below its `--help`. A test parses every one.

use clap::Command;

/// Each command, and its examples behind spaces.
const EXAMPLES: &str = include_str!("../../assets/examples.txt");

/// The words of each command, and its examples.
fn all_examples() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let commands = EXAMPLES.split("\n\n").skip(1).filter_map(|part| part.split_once('\n'));
    let path = |command: &'static str| command.strip_prefix("assay").unwrap_or(command).trim();
    commands
        .map(move |(command, examples)| (path(command), examples.lines().map(str::trim).collect()))
}

/// The command with examples below the help of each of its commands.
pub(super) fn with_examples(mut command: Command) -> Command {
    for (path, examples) in all_examples() {
        let words: Vec<&str> = path.split_whitespace().collect();
        command = with_example(command, &words, &examples.join("\n  "));
    }
    command
}

fn with_example(command: Command, path: &[&str], examples: &str) -> Command {
    match path {
        [] => command.after_help(format!("Examples:\n  {examples}")),
        [first, rest @ ..] => {
            command.mut_subcommand(*first, |below| with_example(below, rest, examples))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, manual};
    use clap::{CommandFactory, Parser};

    /// The words of an example up to a comment or a redirection, without quotes.
    fn words(example: &str) -> Vec<String> {
        let start = example.find("assay").unwrap();
        let command = example[start..].split(['#', '>', '|', ')']).next().unwrap();
        let mut words = Vec::new();
        for (at, quoted) in command.split('"').enumerate() {
            match at % 2 {
                0 => words.extend(quoted.split_whitespace().map(str::to_owned)),
                _ => words.push(quoted.to_owned()),
            }
        }
        words
    }

    #[test]
    fn every_example_is_a_command_that_parses_and_calls_what_it_stands_under() {
        let mut wrong = String::new();
        for (path, examples) in all_examples() {
            for example in examples {
                let words = words(example);
                if let Err(error) = Cli::try_parse_from(&words) {
                    wrong += &format!("{example}: {error}\n");
                }
                if !words.join(" ").contains(path) {
                    wrong += &format!("{example} stands under {path:?}\n");
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    #[test]
    fn every_help_ends_with_two_examples() {
        fn check(command: &Command, path: &str) {
            let below: Vec<&Command> =
                command.get_subcommands().filter(|c| c.get_name() != "help").collect();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = help.strip_prefix("Examples:\n").map(|below| below.lines().count());
            assert_eq!(examples, Some(2), "assay {path}");
            for command in below {
                check(command, &format!("{path} {}", command.get_name()));
            }
        }
        check(&manual::command(), "");
        assert!(Cli::command().get_after_help().is_none(), "the examples are in one place");
    }
}
