//! How many labels each rule set finds in real outputs of models, and how many of them are right.
//!
//! `cargo bench --bench extraction_table -- FILE.jsonl`, where each line has `model`, `set`,
//! `prediction`, `choices` and `reference`: a label, `Z` where a careful reader finds no choice,
//! null where readers did not agree (left out). Found is the share of the labels that were extracted
//! correctly; precise is the share of the extracted labels that are correct.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::process::ExitCode;

use assay::extract::{RuleSet, extract};
use assay::formats::extraction_cases::ExtractionCase;
use assay::keyword::Keyword;
use assay::report::{Table, write_text};
use serde::Deserialize;

#[derive(Deserialize)]
struct Origin {
    model: String,
    set: String,
    reference: Option<char>,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    labels: usize,
    read: usize,
    right: usize,
}

impl Tally {
    fn add(&mut self, reference: char, read: Option<char>) {
        let read = read.filter(|letter| *letter != 'Z');
        self.labels += usize::from(reference != 'Z');
        self.read += usize::from(read.is_some());
        self.right += usize::from(read == Some(reference));
    }
}

fn main() -> ExitCode {
    let Some(file) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        println!("skipped: cargo bench --bench extraction_table -- FILE.jsonl");
        return ExitCode::SUCCESS;
    };
    match table(&PathBuf::from(file)) {
        Ok(table) => match write_text(&table, &mut io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn table(file: &PathBuf) -> Result<Table, Box<dyn std::error::Error>> {
    let mut tallies: BTreeMap<(String, String), [Tally; 4]> = BTreeMap::new();
    for line in io::BufReader::new(std::fs::File::open(file)?).lines() {
        let line = line?;
        let origin: Origin = serde_json::from_str(&line)?;
        let Some(reference) = origin.reference else { continue };
        let case = ExtractionCase::from_line(&line)?;
        let rows = [(origin.set, origin.model), ("all".into(), String::new())];
        for (at, rules) in RuleSet::all().enumerate() {
            let read = extract(rules, &case.prediction, &case.choices).answer.letter();
            for row in &rows {
                tallies.entry(row.clone()).or_default()[at].add(reference, read);
            }
        }
    }
    let rows: Vec<_> = tallies.into_iter().collect();
    let table = Table::over(&rows)
        .text("set", |((set, _), _)| set)
        .text("model", |((_, model), _)| model)
        .number("labels", |(_, tallies)| tallies[0].labels)
        .each(RuleSet::all().enumerate(), |table, (at, rules)| {
            table
                .number(rules.name(), |(_, tallies)| share(tallies[at].right, tallies[at].labels))
                .number("precise", |(_, tallies)| share(tallies[at].right, tallies[at].read))
        })
        .table();
    Ok(table)
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".into();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}
