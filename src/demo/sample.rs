//! The predictions of the simulated models, as they are built into the program, in both languages
//! of the sample.

use std::path::Path;

use crate::benchmark::Input;
use crate::formats::predictions::{PredictionError, read_table_from};
use crate::linking::{LinkError, PredictionLinker};
use crate::store::{Benchmark, NewPrediction, QuestionSheet, StoreError};

/// The benchmark of the English sample.
pub const ENGLISH: &str = "sample_en";
/// The benchmark of the Chinese sample.
pub const CHINESE: &str = "sample_zh";

/// The answers of one simulated model to the sample, the same in both languages.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedRun {
    /// The model's name.
    pub model: &'static str,
    /// The input that it was given.
    pub input: Input,
    english: &'static [u8],
    chinese: &'static [u8],
}

impl SimulatedRun {
    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{}.tsv", self.model)
    }

    /// Its predictions for the benchmark of this name, as a file that `assay import predictions` reads.
    pub fn file(&self, benchmark: &str) -> &'static [u8] {
        if benchmark == CHINESE { self.chinese } else { self.english }
    }

    /// Its predictions for the questions of a benchmark: one of the two of the sample.
    ///
    /// # Errors
    /// If they are for other questions.
    pub fn predictions(
        &self,
        benchmark: &Benchmark,
        questions: &[QuestionSheet],
    ) -> Result<Vec<NewPrediction>, SampleError> {
        let name = self.file_name();
        let table = read_table_from(self.file(&benchmark.name), Path::new(&name))?;
        let mut linker = PredictionLinker::new(questions, None);
        linker.add_file(Path::new(&name), &table)?;
        Ok(linker.finish().predictions)
    }
}

/// Why the models cannot be simulated.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Format(#[from] PredictionError),
    /// The recorded predictions do not belong to these questions.
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error("the open questions of the demo cannot be read")]
    Questions(#[from] serde_json::Error),
}

macro_rules! runs {
    ($($model:literal: $input:ident),+ $(,)?) => {
        [$(SimulatedRun {
            model: $model,
            input: Input::$input,
            english: include_bytes!(concat!("../../sample_data/predictions/", $model, ".tsv")),
            chinese: include_bytes!(concat!("../../sample_data/predictions/zh/", $model, ".tsv")),
        }),+]
    };
}

/// Every simulated model, those with pictures first.
pub const RUNS: [SimulatedRun; 9] = runs![
    "sim-strong": Image,
    "sim-terse": Image,
    "sim-verbose": Image,
    "sim-refusing": Image,
    "sim-position": Image,
    "sim-weak": Image,
    "sim-text-1": Text,
    "sim-text-2": Text,
    "sim-text-3": Text,
];
