//! Two examples for each command, shown below its `--help`. A test parses every one.

use clap::Command;

use super::queues;

/// The words of a command, and its examples: one a line, with a comment after `#`.
const EXAMPLES: &[(&str, [&str; 2])] = &[
    (
        "",
        [
            "assay demo                       # a small made-up benchmark, to try it",
            "assay --as alice                 # the home screen of assay.db",
        ],
    ),
    (
        "demo",
        [
            "assay demo --language zh",
            "assay demo --live --dir trial    # the simulated models can be asked",
        ],
    ),
    (
        "import",
        [
            "assay import questions MMBench_DEV_EN.tsv",
            "assay import predictions gpt.xlsx --model gpt",
        ],
    ),
    ("annotate", ["assay annotate review --as alice", "assay annotate verify --as lead --plain"]),
    (
        "decide",
        [
            "assay decide review 241 --as alice --answer B --verdict keep",
            "assay decide undo --as alice",
        ],
    ),
    (
        "batch",
        [
            "assay batch write --model qwen --url http://localhost:8000 --dir batch",
            "assay batch read batch/output.jsonl",
        ],
    ),
    (
        "endpoints",
        ["assay endpoints check http://localhost:8000", "assay endpoints check openai -o json"],
    ),
    ("filter", ["assay filter wrong --models gpt,qwen", "assay filter list"]),
    (
        "extract",
        [
            "assay extract sample --rate 0.05",
            "assay extract run --extractor gpt-4 --endpoint openai",
        ],
    ),
    ("agree", ["assay agree review", "assay agree extraction -o markdown"]),
    (
        "export",
        [
            "assay export questions --clean --file clean.tsv",
            "assay export decisions --in-force --file decisions.xlsx",
        ],
    ),
    ("report", ["assay report cleaning -o markdown", "assay report outcome --provenance open"]),
    ("config", ["assay config path", "assay config show"]),
    ("init", ["assay init", "assay --db team.db init --name \"Our benchmark\""]),
    (
        "import questions",
        [
            "assay import questions MMBench_DEV_EN.tsv",
            "assay import questions ours.tsv --image-root pictures --taxonomy ours.toml",
        ],
    ),
    (
        "import guideline",
        ["assay import guideline review.md", "assay --db team.db import guideline review-2.md"],
    ),
    (
        "import predictions",
        [
            "assay import predictions gpt.xlsx --model gpt",
            "assay import predictions losses.jsonl --model gpt --rank-by sum",
        ],
    ),
    (
        "import labels",
        [
            "assay import labels labels.jsonl --extractor gpt-4",
            "assay import labels gpt_openai_result.xlsx --model gpt --extractor gpt-4",
        ],
    ),
    (
        "import decisions",
        ["assay import decisions alice.jsonl", "assay --db team.db import decisions bob.jsonl"],
    ),
    ("people", ["assay people", "assay people -o json"]),
    ("people add", ["assay people add alice", "assay people add carol --role expert -o json"]),
    (
        "people author",
        [
            "assay people author alice 12 13 14  # alice wrote them, so others review them",
            "assay people author dora 7 --benchmark ours",
        ],
    ),
    ("people acts", ["assay people acts", "assay people acts -o json"]),
    ("people undo", ["assay people undo 7 --as lena", "assay people undo 7 --as lena -o json"]),
    (
        "assign",
        [
            "assay assign review --per-item 2 --people alice,bob,carol",
            "assay assign review --per-item 3 --overlap-share 0.2 --stratify category",
        ],
    ),
    (
        "pack",
        [
            "assay pack --for alice --file alice.db",
            "assay pack --for alice --file alice.db --items 200 --days 7",
        ],
    ),
    ("merge", ["assay merge alice.db bob.db", "assay merge alice.db -o json"]),
    ("backup", ["assay backup monday.db", "assay --db /srv/team/assay.db backup /backup/assay.db"]),
    ("gold", ["assay gold --as lena", "assay gold --as lena -o json"]),
    (
        "gold add",
        [
            "assay gold add 241 252 --verdict keep --answer B --as lena",
            "assay gold add 17 --verdict text-only --as lena -o json",
        ],
    ),
    ("gold remove", ["assay gold remove 241 --as lena", "assay gold remove 17 252 -o json"]),
    ("next", ["assay next review --as alice -o json", "assay next extract --as bob"]),
    ("status", ["assay status", "assay status -o json"]),
    ("describe", ["assay describe", "assay describe --split dev --no-near-pictures -o json"]),
    ("show", ["assay show 241", "assay show 241 --answer"]),
    (
        "decide undo",
        ["assay decide undo --as alice", "assay decide undo --as alice --queue extract"],
    ),
    (
        "decide redo",
        ["assay decide redo --as alice", "assay decide redo --as alice --queue extract"],
    ),
    (
        "score",
        ["assay score gpt.xlsx", "assay score gpt.xlsx --dataset MMBench_DEV_EN.tsv -o json"],
    ),
    (
        "infer",
        [
            "assay infer --model qwen --url http://localhost:8000",
            "assay infer --model gpt-4o --endpoint openai --max-cost 5 --dry-run",
        ],
    ),
    (
        "batch write",
        [
            "assay batch write --model qwen --url http://localhost:8000 --dir batch",
            "assay batch write --model qwen --endpoint cluster --dir batch --input text",
        ],
    ),
    (
        "batch read",
        [
            "assay batch read batch/output.jsonl",
            "assay batch read batch/output.jsonl batch/errors.jsonl -o json",
        ],
    ),
    (
        "endpoints check",
        ["assay endpoints check http://localhost:8000", "assay endpoints check openai -o json"],
    ),
    ("eval", ["assay eval", "assay eval --model gpt --extractor gpt-4 -o json"]),
    ("tables", ["assay tables", "assay tables seed-bench -o markdown"]),
    ("models", ["assay models", "assay models -o json"]),
    (
        "filter text-only",
        ["assay filter text-only", "assay filter text-only --ask llama=local,qwen=local"],
    ),
    ("filter wrong", ["assay filter wrong", "assay filter wrong --models gpt,qwen -o json"]),
    (
        "filter contradicted",
        ["assay filter contradicted", "assay filter contradicted --models gpt,qwen -o json"],
    ),
    ("filter list", ["assay filter list", "assay filter list -o csv"]),
    (
        "extract cases",
        [
            "assay extract cases texts.jsonl",
            "assay extract cases texts.jsonl --rules vlmevalkit-late",
        ],
    ),
    (
        "extract sample",
        [
            "assay extract sample --rate 0.05",
            "assay extract sample --rate 0.1 --per-item 3 --name second",
        ],
    ),
    (
        "extract run",
        [
            "assay extract run --extractor gpt-4 --endpoint openai",
            "assay extract run --extractor qwen --url http://localhost:8000 --only all",
        ],
    ),
    (
        "agree table",
        ["assay agree table ratings.csv", "assay agree table ratings.csv --resamples 2000 -o json"],
    ),
    (
        "agree check-table",
        ["assay agree check-table table3.csv", "assay agree check-table table3.csv --n 100"],
    ),
    ("agree extraction", ["assay agree extraction", "assay agree extraction -o json"]),
    ("agree screen", ["assay agree screen", "assay agree screen --benchmark ours"]),
    ("agree review", ["assay agree review", "assay agree review -o json"]),
    ("agree verify", ["assay agree verify", "assay agree verify -o json"]),
    (
        "export decisions",
        [
            "assay export decisions > history.jsonl",
            "assay export decisions --in-force --file decisions.xlsx",
        ],
    ),
    (
        "export questions",
        [
            "assay export questions --file ours.tsv --circular",
            "assay export questions --clean --file clean.tsv --removed removed.jsonl",
        ],
    ),
    (
        "export predictions",
        [
            "assay export predictions --model gpt --file gpt.xlsx",
            "assay export predictions --model gpt --input text --file blind.tsv",
        ],
    ),
    (
        "export results",
        [
            "assay export results --file results.csv",
            "assay export results --model gpt --file results.xlsx",
        ],
    ),
    (
        "export submission",
        [
            "assay export submission --model gpt --file submission.xlsx",
            "assay export submission --model gpt --file submission.xlsx --force",
        ],
    ),
    (
        "guideline",
        [
            "assay guideline                  # every version, with date and author",
            "assay guideline -o json",
        ],
    ),
    (
        "checklist",
        [
            "assay checklist                  # the reasons with their digit keys",
            "assay checklist --benchmark ours -o json",
        ],
    ),
    (
        "checklist show",
        ["assay checklist show", "assay checklist show --benchmark ours -o markdown"],
    ),
    (
        "checklist set",
        ["assay checklist set ours.toml", "assay checklist set ours.toml --benchmark ours -o json"],
    ),
    ("checklist reset", ["assay checklist reset", "assay checklist reset --benchmark ours"]),
    (
        "guideline diff",
        [
            "assay guideline diff 3f9a         # with the one in force",
            "assay guideline diff 3f9a 77c1",
        ],
    ),
    (
        "guideline outdated",
        ["assay guideline outdated", "assay guideline outdated --queue review -o json"],
    ),
    (
        "guideline requeue",
        [
            "assay guideline requeue --queue review --as lena",
            "assay guideline requeue --version 3f9a --people alice,bob --as lena",
        ],
    ),
    (
        "agree adjudicate",
        ["assay agree adjudicate", "assay agree adjudicate -o csv > agreement.csv"],
    ),
    ("report gate", ["assay report gate", "assay report gate -o json"]),
    (
        "report outcome",
        ["assay report outcome", "assay report outcome --provenance adjudicated,open"],
    ),
    ("report cleaning", ["assay report cleaning", "assay report cleaning -o markdown"]),
    ("doctor", ["assay doctor", "assay doctor -o json"]),
    ("config path", ["assay config path", "$EDITOR \"$(assay config path)\""]),
    ("config show", ["assay config show", "ASSAY_CONFIG=other.toml assay config show"]),
    (
        "config scoring",
        ["assay config scoring", "assay config scoring --rules assay --strategy circular"],
    ),
    (
        "completions",
        [
            "assay completions bash > ~/.local/share/bash-completion/completions/assay",
            "assay completions fish > ~/.config/fish/completions/assay.fish",
        ],
    ),
    ("man", ["assay man | man -l -", "assay man --dir ~/.local/share/man/man1"]),
];

/// The examples of every command; those of queues are in the queues' files.
fn all_examples() -> impl Iterator<Item = (String, &'static [&'static str; 2])> {
    let others = EXAMPLES.iter().map(|(path, examples)| ((*path).to_owned(), examples));
    others.chain(queues::examples())
}

/// The command with examples below the help of each of its commands.
pub(super) fn with_examples(mut command: Command) -> Command {
    for (path, examples) in all_examples() {
        let words: Vec<&str> = path.split_whitespace().collect();
        command = with_example(command, &words, examples);
    }
    command
}

fn with_example(command: Command, path: &[&str], examples: &[&str; 2]) -> Command {
    match path {
        [] => command.after_help(format!("Examples:\n  {}\n  {}", examples[0], examples[1])),
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
                if !words.join(" ").contains(&path) {
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
