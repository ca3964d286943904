//! Options before their command: `assay --as bob annotate review`, because plain `assay` takes
//! these options. They are moved behind the command, whose parser accepts or refuses them. clap's
//! global options do not do this: they would be accepted, and ignored, by every command.

use std::ffi::OsString;

use clap::Parser;

use super::{Cli, manual};

/// The program's arguments with the options before the command at their end.
pub(super) fn behind_the_command(words: Vec<OsString>) -> Vec<OsString> {
    let root = manual::command();
    // A word that names a command may be the value of the option before it.
    let begins_the_command = |&at: &usize| {
        root.find_subcommand(&words[at]).is_some() && Cli::try_parse_from(&words[..at]).is_ok()
    };
    let Some(start) = (1..words.len()).find(begins_the_command) else { return words };
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    [&words[..1], &words[start..end], &words[1..start], &words[end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_before_a_command_go_behind_it() {
        for (line, expected) in [
            ("assay --plain annotate review", "assay annotate review --plain"),
            (
                "assay --db a.db --as bob --mouse=false annotate extract --hints",
                "assay annotate extract --hints --db a.db --as bob --mouse=false",
            ),
            ("assay --benchmark=b eval -o json", "assay eval -o json --benchmark=b"),
            ("assay --as eval show 1", "assay show 1 --as eval"),
            ("assay --as bob show -- -1", "assay show --as bob -- -1"),
            ("assay --as bob", "assay --as bob"),
        ] {
            let words = behind_the_command(line.split_whitespace().map(OsString::from).collect());
            assert_eq!(words.join(std::ffi::OsStr::new(" ")).to_str().unwrap(), expected);
        }
    }
}
