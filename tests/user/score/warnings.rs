//! Warnings about files that are easily misread: other offsets, words among indices, gaps, answers
//! that do not exist, a data set that differs.

use std::path::PathBuf;

use serde_json::Value;

use super::{Files, overall, score, warnings};
use crate::extraction::assay;

const NAMES: [&str; 10] = [
    "index",
    "question",
    "A",
    "B",
    "C",
    "answer",
    "category",
    "l2-category",
    "split",
    "prediction",
];

/// Two questions with their three passes each, all answered right; cells can be changed.
struct Rows(Vec<[String; 10]>);

impl Rows {
    fn new() -> Self {
        Rows::apart(1_000_000)
    }

    fn apart(offset: u64) -> Self {
        let row = |question: u64, pass: usize| {
            let mut choices = ["cat", "dog", "hen"];
            choices.rotate_left(pass);
            let [a, b, c] = choices;
            let answer = ["A", "C", "B"][pass];
            let index = (question + pass as u64 * offset).to_string();
            let asked = format!("Which is in picture {question}?");
            [&index, &asked, a, b, c, answer, "ocr", "fine", "dev", answer].map(str::to_owned)
        };
        Rows([1, 2].into_iter().flat_map(|q| (0..3).map(move |pass| row(q, pass))).collect())
    }

    fn with(mut self, row: usize, column: &str, text: &str) -> Self {
        let at = NAMES.iter().position(|name| *name == column).expect("a column");
        text.clone_into(&mut self.0[row][at]);
        self
    }

    fn without(mut self, row: usize) -> Self {
        self.0.remove(row);
        self
    }

    fn repeating(mut self, row: usize) -> Self {
        self.0.push(self.0[row].clone());
        self
    }

    fn file(&self, files: &Files, name: &str) -> PathBuf {
        let lines: String = self.0.iter().map(|row| row.join("\t") + "\n").collect();
        files.bytes(name, format!("{}\n{lines}", NAMES.join("\t")).as_bytes())
    }

    fn score(&self, more: &[&str]) -> Value {
        score(&self.file(&Files::new(), "p.tsv"), more)
    }

    fn score_against(&self, dataset: &Rows, more: &[&str]) -> Value {
        let files = Files::new();
        let dataset = dataset.file(&files, "dataset.tsv");
        let file = self.file(&files, "p.tsv");
        score(&file, &[&["--dataset", dataset.to_str().expect("a path")], more].concat())
    }
}

#[track_caller]
fn assert_told(document: &Value, sentence: &str) {
    let told = warnings(document);
    assert!(told.iter().any(|warning| warning.contains(sentence)), "{sentence}: {told:?}");
}

#[test]
fn a_file_without_faults_has_no_warning() {
    let document = Rows::new().score_against(&Rows::new(), &[]);
    assert_eq!((overall(&document), warnings(&document)), ((2, 2), vec![]));
}

#[test]
fn passes_that_lie_further_apart_are_found_and_reported() {
    let rows = Rows::apart(10_000_000);
    for missing in ["kit", "wrong", "exclude"] {
        let document = rows.score(&["--missing", missing]);
        assert_eq!(overall(&document), (2, 2), "{missing}");
        assert_told(&document, "indices of passes are 10000000 apart");
    }
}

#[test]
fn a_word_among_the_indices_is_reported_and_no_circular_index() {
    let rows = Rows::new().with(0, "index", "x1");
    let document = rows.score(&[]);
    assert_eq!((overall(&document), &document["strategy"]), ((3, 1), &"circular".into()));
    assert_told(&document, "1 rows have an index that is not a whole number (row 1; x1)");
    let files = Files::new();
    let file = rows.file(&files, "p.tsv");
    let output = assay(&["score", file.to_str().expect("a path"), "--strategy", "circular"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("row 1 has the index “x1”"), "{told}");
}

#[test]
fn every_pass_by_itself_treats_what_is_missing_as_asked() {
    let rows = Rows::new().without(1).with(3, "prediction", "well");
    for (missing, counted, undecided) in
        [("wrong", 6, (1, 1)), ("exclude", 4, (1, 1)), ("kit", 5, (0, 1))]
    {
        let document = rows.score(&["--strategy", "every-pass", "--missing", missing]);
        assert_eq!(overall(&document), (counted, 4), "{missing}");
        let told = &document["undecided"];
        let found = (&told["missing_passes"], &told["not_extracted"]);
        assert_eq!(found, (&undecided.0.into(), &undecided.1.into()), "{missing}");
    }
    let once = Rows(vec![Rows::new().0[0].clone()]);
    assert_eq!(overall(&once.score(&["--strategy", "every-pass"])), (1, 1), "asked only once");
}

#[test]
fn a_row_that_the_data_set_has_twice_asks_for_no_pass_more() {
    let dataset = Rows::new().repeating(1);
    let document = Rows::new().score_against(&dataset, &[]);
    assert_eq!(overall(&document), (2, 2));
    assert_told(
        &document,
        "1 rows of the data set repeat an index (1000001): the last answer counts",
    );
}

#[test]
fn each_trap_has_its_warning() {
    let cases: [(Rows, &str); 9] = [
        (Rows::new().with(0, "A", "None"), "1 questions have a choice such as None"),
        (Rows::new().with(0, "prediction", "nan"), "1 predictions are words such as nan"),
        (Rows::new().with(0, "split", ""), "1 questions have no split in their first row"),
        (Rows::new().with(0, "category", ""), "1 questions have no category in their first row"),
        (
            Rows::new().with(3, "category", "fine"),
            "1 categories have the name of an L-2 ability (fine)",
        ),
        (
            Rows::new().with(0, "answer", "E"),
            "1 rows have a reference answer that is none of their choices",
        ),
        (
            Rows::new().with(1, "answer", "A"),
            "1 questions have passes whose reference answer is another",
        ),
        (Rows::new().with(1, "question", "Who?"), "1 rows do not look like the passes"),
        (Rows::new().with(0, "prediction", ""), "1 predictions are empty"),
    ];
    for (rows, sentence) in cases {
        let document = rows.score(&[]);
        assert_told(&document, sentence);
        assert!(!warnings(&document).iter().any(|told| told.contains("spreadsheet")), "{sentence}");
    }
}

#[test]
fn a_data_set_that_says_something_else_is_reported() {
    let cases: [(Rows, &str); 2] = [
        (Rows::new().with(1, "answer", "B"), "1 rows have another reference answer in the file"),
        (Rows::new().with(1, "A", "cow"), "1 rows show other choices in the file"),
    ];
    for (dataset, sentence) in cases {
        assert_told(&Rows::new().score_against(&dataset, &[]), sentence);
    }
    let half = Rows::new().without(3).without(3).without(3);
    let document = half.score_against(&Rows::new(), &["--missing", "kit"]);
    assert_eq!(overall(&document), (1, 1));
    assert_told(&document, "1 questions of the data set have no prediction");
}

#[test]
fn abilities_come_from_where_the_followed_version_takes_them() {
    let dataset = Rows::new().with(0, "category", "moved").with(3, "category", "moved");
    for (rules, category) in
        [("vlmevalkit-early", "moved"), ("vlmevalkit-late", "ocr"), ("assay", "moved")]
    {
        let document = Rows::new().score_against(&dataset, &["--rules", rules]);
        let results = document["results"].as_array().expect("rows");
        let names: Vec<&str> = results
            .iter()
            .filter(|row| row["level"] == "category" && row["split"] == "all")
            .map(|row| row["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names, [category], "{rules}");
        assert_told(&document, "2 questions have another category");
    }
}

#[test]
fn rows_that_the_data_set_does_not_have_are_left_out_by_the_early_version_alone() {
    let mut more = Rows::new().repeating(0);
    "99".clone_into(&mut more.0[6][0]);
    let document = more.score_against(&Rows::new(), &["--rules", "vlmevalkit-early"]);
    assert_eq!((overall(&document), &document["rows"]), ((2, 2), &6.into()));
    assert_told(
        &document,
        "1 rows are left out because the data set does not have their index (99)",
    );
    let files = Files::new();
    let (file, dataset) = (more.file(&files, "p.tsv"), Rows::new().file(&files, "d.tsv"));
    let [file, dataset] = [&file, &dataset].map(|path| path.to_str().expect("a path"));
    let output = assay(&["score", file, "--dataset", dataset]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_score_of_nothing_is_undefined_in_every_form() {
    let rows = Rows::new().with(0, "prediction", "well");
    let rows = Rows(vec![rows.0[0].clone()]);
    let document = rows.score(&["--missing", "exclude"]);
    let accuracy = &document["results"][0]["accuracy"];
    assert_eq!(accuracy["undefined"], "no question is left to count", "{document}");
    let files = Files::new();
    let file = rows.file(&files, "p.tsv");
    for form in ["table", "csv", "markdown"] {
        let file = file.to_str().expect("a path");
        let output = assay(&["score", file, "--missing", "exclude", "-o", form]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("overall") && text.contains("undefined"), "{form}: {text}");
    }
}

#[test]
fn a_first_pass_that_decides_is_called_so() {
    let files = Files::new();
    let file = Rows::new().with(1, "prediction", "").file(&files, "p.tsv");
    let file = file.to_str().expect("a path");
    let output = assay(&["score", file, "--strategy", "first-pass", "--groups"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.matches("\"decided_by\":\"first pass right\"").count(), 2, "{text}");
}

#[test]
fn figures_in_csv_are_numbers_beside_what_they_rest_on() {
    let files = Files::new();
    let file = Rows::new().with(0, "prediction", "B").file(&files, "p.tsv");
    let output = assay(&["score", file.to_str().expect("a path"), "-o", "csv"]);
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let names = reader.headers().expect("names").clone();
    let first = reader.records().next().expect("a row").expect("a row");
    let cell = |name: &str| &first[names.iter().position(|n| n == name).expect("a column")];
    assert_eq!(
        ["rules", "strategy", "missing", "level", "questions", "correct"].map(cell),
        ["vlmevalkit-late", "circular", "wrong", "overall", "2", "1"]
    );
    assert_eq!(cell("accuracy"), "0.5");
    let low: f64 = cell("wilson_low").parse().expect("a number");
    assert!((low - 0.094_531_205_734_230_73).abs() < 1e-12, "{low}");
    assert!(cell("wilson_high").parse::<f64>().is_ok());
}
