//! The predictions of the simulated models, as they come with the program.

use crate::benchmark::Input;

/// What one simulated model answered to the English sample.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedRun {
    /// The model's name.
    pub model: &'static str,
    /// What it was given.
    pub input: Input,
    /// Its predictions, as a file that `assay import predictions` reads.
    pub file: &'static [u8],
}

impl SimulatedRun {
    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{}.tsv", self.model)
    }
}

/// Lets files of different lengths be in one list.
const fn run(model: &'static str, input: Input, file: &'static [u8]) -> SimulatedRun {
    SimulatedRun { model, input, file }
}

/// Every simulated model, those with pictures first.
pub const RUNS: [SimulatedRun; 9] = [
    run("sim-strong", Input::Image, include_bytes!("../../sample_data/predictions/sim-strong.tsv")),
    run("sim-terse", Input::Image, include_bytes!("../../sample_data/predictions/sim-terse.tsv")),
    run(
        "sim-verbose",
        Input::Image,
        include_bytes!("../../sample_data/predictions/sim-verbose.tsv"),
    ),
    run(
        "sim-refusing",
        Input::Image,
        include_bytes!("../../sample_data/predictions/sim-refusing.tsv"),
    ),
    run(
        "sim-position",
        Input::Image,
        include_bytes!("../../sample_data/predictions/sim-position.tsv"),
    ),
    run("sim-weak", Input::Image, include_bytes!("../../sample_data/predictions/sim-weak.tsv")),
    run("sim-text-1", Input::Text, include_bytes!("../../sample_data/predictions/sim-text-1.tsv")),
    run("sim-text-2", Input::Text, include_bytes!("../../sample_data/predictions/sim-text-2.tsv")),
    run("sim-text-3", Input::Text, include_bytes!("../../sample_data/predictions/sim-text-3.tsv")),
];
