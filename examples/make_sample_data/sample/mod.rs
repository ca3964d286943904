//! The sample benchmark: its pictures, its questions, and the simulated models that answer them.
//!
//! [`Sample::make`] returns every file as bytes. Nothing here touches the file system, so the
//! program that writes the files and the test that compares them with the repository share it.

pub mod comparison;
pub mod dataset;
pub mod drawing;
pub mod indexed;
pub mod judges;
pub mod kinds;
pub mod picture;
pub mod pictures;
pub mod planted;
pub mod question;
pub mod questions;
pub mod simulation;

use std::collections::{BTreeMap, HashMap};

use self::question::{Language, Question};
use self::simulation::{Run, predictions};

/// The sample benchmark: its questions and every file of its folder.
pub struct Sample {
    /// The questions in the order of their index.
    pub questions: Vec<Question>,
    /// What the simulated models said in English; in Chinese they mean the same.
    pub runs: Vec<Run>,
    /// The path of each file below `sample_data/`, with `/` between folders, and its bytes.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Sample {
    /// Draws and writes everything, in memory. The same program always makes the same bytes.
    pub fn make() -> Self {
        let questions = questions::all();
        let drawn = picture::all(&questions);
        let english: HashMap<&str, Vec<u8>> =
            drawn.iter().map(|picture| (picture.name, picture.encode())).collect();
        let mut chinese = english.clone();
        chinese.extend(
            drawn.iter().filter_map(|picture| Some((picture.name, picture.encode_in_chinese()?))),
        );
        let mut files = BTreeMap::new();
        for (name, language, pictures) in [
            ("sample_en.tsv", Language::English, &english),
            ("sample_zh.tsv", Language::Chinese, &chinese),
        ] {
            files.insert(name.to_owned(), dataset::tsv(&questions, language, pictures));
        }
        for (name, language) in
            [("kinds_en.jsonl", Language::English), ("kinds_zh.jsonl", Language::Chinese)]
        {
            files.insert(name.to_owned(), kinds::json_lines(language));
        }
        for (folder, language, pictures) in
            [("judges", Language::English, &english), ("judges/zh", Language::Chinese, &chinese)]
        {
            for (name, bytes) in judges::files(language, &questions, pictures) {
                files.insert(format!("{folder}/{name}"), bytes);
            }
        }
        files.insert("planted.toml".to_owned(), planted::answer_file(&questions).into_bytes());
        let runs = simulation::runs(&questions, Language::English);
        for run in runs.iter().chain(&simulation::runs(&questions, Language::Chinese)) {
            let folder = match run.language {
                Language::English => "predictions",
                Language::Chinese => "predictions/zh",
            };
            let path = format!("{folder}/{}.tsv", run.model.name);
            files.insert(path, predictions::tsv(&questions, run));
        }
        Sample { questions, runs, files }
    }
}
