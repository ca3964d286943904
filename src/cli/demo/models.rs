//! What the simulated models said, brought into the demo's database.

use std::path::Path;

use anyhow::Context as _;

use crate::benchmark::Input;
use crate::evaluation::Tie;
use crate::formats::predictions::{Compat, read_table};
use crate::store::{Benchmark, NewRun, SourceFile, Store};

/// The simulated models with what each said.
const MODELS: [(&str, &[u8]); 9] = [
    ("sim-strong", include_bytes!("../../../sample_data/predictions/sim-strong.tsv")),
    ("sim-verbose", include_bytes!("../../../sample_data/predictions/sim-verbose.tsv")),
    ("sim-terse", include_bytes!("../../../sample_data/predictions/sim-terse.tsv")),
    ("sim-refusing", include_bytes!("../../../sample_data/predictions/sim-refusing.tsv")),
    ("sim-position", include_bytes!("../../../sample_data/predictions/sim-position.tsv")),
    ("sim-weak", include_bytes!("../../../sample_data/predictions/sim-weak.tsv")),
    ("sim-text-1", include_bytes!("../../../sample_data/predictions/sim-text-1.tsv")),
    ("sim-text-2", include_bytes!("../../../sample_data/predictions/sim-text-2.tsv")),
    ("sim-text-3", include_bytes!("../../../sample_data/predictions/sim-text-3.tsv")),
];

/// Writes the prediction files into `folder`, where they can be tried with other commands, and brings
/// them into the database.
pub(super) fn bring_in(
    store: &mut Store,
    benchmark: &Benchmark,
    folder: &Path,
) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let sheets = store.question_sheets(benchmark)?;
    for (model, bytes) in MODELS {
        let path = folder.join(format!("{model}.tsv"));
        std::fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        let mut tie = Tie::new(&sheets);
        tie.file(&path, &read_table(&path, Compat::None)?)?;
        let file = SourceFile {
            file: format!("{model}.tsv"),
            blake3: blake3::hash(bytes).to_hex().to_string(),
        };
        let run = NewRun {
            model: model.to_owned(),
            input: if model.starts_with("sim-text") { Input::Text } else { Input::Image },
            source: vec![file],
            predictions: tie.finish().predictions,
        };
        store.keep_run(benchmark, run, false)?;
    }
    Ok(())
}
