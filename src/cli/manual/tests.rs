//! `docs/commands.md`: the help of every command as one page, compared with the program.
//!
//! `WRITE_COMMANDS=1 cargo test --lib the_page_of_commands` rewrites the page.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory as _, Parser as _};

use super::{all_examples, command};
use crate::cli::{COMMON, Cli};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");

#[test]
fn the_page_of_commands_is_what_the_program_accepts() {
    let page = page();
    if std::env::var_os("WRITE_COMMANDS").is_some() {
        std::fs::write(PATH, &page).unwrap();
    }
    let published = std::fs::read_to_string(PATH).unwrap_or_default();
    let differs = published.lines().zip(page.lines()).find(|(there, now)| there != now);
    assert!(
        published == page,
        "docs/commands.md is not what the program accepts, first at {differs:?}; see the head of {}",
        file!()
    );
}

#[test]
fn help_shows_options_of_drawing_only_where_a_command_draws() {
    fn check(command: &Command) {
        let shown = |id: &str| {
            command.get_arguments().any(|option| option.get_id() == id && !option.is_hide_set())
        };
        let name = command.get_bin_name().unwrap_or_default();
        assert_eq!(shown("language"), shown("theme"), "{name}");
        let own = command.get_arguments().filter(|option| !option.is_hide_set());
        let own: Vec<_> = own.filter(|option| option.get_help_heading() == Some(COMMON)).collect();
        assert!(own.iter().any(|option| option.get_id() == "help"), "{name}");
        let takes = |id: &str| command.get_arguments().any(|option| option.get_id() == id);
        assert!(takes("db") && takes("language"), "{name}: scripts name them everywhere");
        command.get_subcommands().filter(|below| below.get_name() != "help").for_each(check);
    }
    let mut root = command();
    root.build();
    check(&root);
}

fn page() -> String {
    let mut root = command();
    root.build();
    let mut page = String::from(
        "# Commands\n\nEvery command with its arguments and options, made from the program's own help \
         (`assay COMMAND --help`). [Common options](#common-options) are explained once, at the end.\n\n",
    );
    // Examples have put the commands into another order.
    let order = Cli::command();
    contents(&root, &order, &mut page);
    let mut common: Vec<&Arg> = Vec::new();
    section(&root, &order, &mut common, &mut page);
    page.push_str("\n## Common options\n\n");
    common.sort_by_key(|option| option.get_long() == Some("help"));
    for option in common {
        entry(option, &mut page);
    }
    page
}

/// The commands of a command, in the order of its help.
fn below<'c>(
    command: &'c Command,
    order: &'c Command,
) -> impl Iterator<Item = (&'c Command, &'c Command)> {
    let all = order.get_subcommands();
    all.filter_map(|order| Some((command.find_subcommand(order.get_name())?, order)))
}

fn contents(command: &Command, order: &Command, page: &mut String) {
    for (below, order) in below(command, order) {
        let name = below.get_bin_name().unwrap_or_default();
        let anchor = name.replace(' ', "-");
        let depth = name.split(' ').count() - 2;
        let _ = writeln!(page, "{}- [{name}](#{anchor})", "  ".repeat(depth));
        contents(below, order, page);
    }
}

/// A command and those below it. `common` gets each common option once.
fn section<'c>(
    command: &'c Command,
    order: &'c Command,
    common: &mut Vec<&'c Arg>,
    page: &mut String,
) {
    let name = command.get_bin_name().unwrap_or("assay");
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = write!(page, "\n## {name}\n\n{}\n\n", about.unwrap_or_default());
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(page, "```text\n{usage}\n\n{examples}\n```");
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let (shared, own): (Vec<&Arg>, Vec<&Arg>) =
        shown.partition(|argument| argument.get_help_heading() == Some(COMMON));
    if !own.is_empty() {
        page.push('\n');
        for argument in own {
            entry(argument, page);
        }
    }
    let names = shared.iter().filter_map(|option| option.get_long());
    let names: Vec<String> = names.map(|name| format!("`--{name}`")).collect();
    let _ = writeln!(page, "\nCommon options: {}", names.join(", "));
    for option in shared {
        if common.iter().all(|known| known.get_long() != option.get_long()) {
            common.push(option);
        }
    }
    below(command, order).for_each(|(below, order)| section(below, order, common, page));
}

/// An argument or an option with its help, its values and its default, as a list item.
fn entry(argument: &Arg, page: &mut String) {
    let short = argument.get_short().map(|short| format!("-{short}, "));
    let name = match argument.is_positional() {
        true => argument.to_string(),
        false => format!("{}{argument}", short.unwrap_or_default()),
    };
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
    let _ = write!(page, "- `{name}`: {}", help.unwrap_or_default());
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
    if !defaults.is_empty()
        && argument.get_action().takes_values()
        && !argument.is_hide_default_value_set()
    {
        let _ = write!(page, " (default `{}`)", defaults.join(" "));
    }
    if let Some(variable) = argument.get_env() {
        let _ = write!(page, " (environment: `{}`)", variable.to_string_lossy());
    }
    page.push('\n');
    if argument.is_hide_possible_values_set() || !argument.get_action().takes_values() {
        return;
    }
    for value in argument.get_possible_values().iter().filter(|value| !value.is_hide_set()) {
        let help = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
        let _ = writeln!(page, "  - `{}`{help}", value.get_name());
    }
}

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
    check(&command(), "");
    assert!(Cli::command().get_after_help().is_none(), "the examples are in one place");
}
