//! What models answered: bringing it into the database, scoring it, filtering questions by it.

mod eval;
mod files;
mod filter;
mod foreign;
mod harnesses;
mod import;
mod laws;
mod logs;
mod names;
mod parquet;
mod repeats;
mod same_as_score;
mod short_scores;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::harness::Workplace;

impl Workplace {
    /// With one benchmark of these rows: index, choices divided by `|`, answer.
    pub fn with_choices(rows: &[(&str, &str, &str)]) -> Self {
        let place = Workplace::new();
        let rows: Vec<String> = rows
            .iter()
            .map(|(index, choices, answer)| {
                let mut cells: Vec<&str> = choices.split('|').collect();
                cells.resize(4, "");
                let base = index.parse::<u64>().expect("a number") % 1_000_000;
                format!("{index}\tWhat is in picture {base}?\t{}\t{answer}\n", cells.join("\t"))
            })
            .collect();
        place.write("q.tsv", &format!("index\tquestion\tA\tB\tC\tD\tanswer\n{}", rows.concat()));
        place.json(&["import", "questions", "q.tsv", "--benchmark", "b"]);
        place
    }

    /// A VLMEvalKit file with an index, choices and a prediction in each row.
    pub fn write_predictions(&self, name: &str, rows: &[(&str, &str, &str)]) {
        let rows: Vec<String> = rows
            .iter()
            .map(|(index, choices, text)| {
                let mut cells: Vec<&str> = choices.split('|').collect();
                cells.resize(4, "");
                format!("{index}\t{}\t{text}\n", cells.join("\t"))
            })
            .collect();
        self.write(name, &format!("index\tA\tB\tC\tD\tprediction\n{}", rows.concat()));
    }

    pub fn import(&self, file: &str, model: &str) -> Value {
        self.json(&["import", "predictions", file, "--model", model])
    }
}

/// The repository's sample benchmark with all its simulated models.
pub fn sample() -> Workplace {
    let place = Workplace::new();
    place.run(&["demo", "--no-tui", "--dir", "."]);
    place
}

pub fn sample_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name)
}

/// The texts of a list of JSON strings.
pub fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text")).collect()
}
