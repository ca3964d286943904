//! `assay demo --judges`: the built-in answers and votes, imported as a user imports files.
//!
//! All names show that nothing of it is real (`sim-writer-…`, `sim-judge-…`, `sim-person-…`).

use std::path::Path;

use tempfile::TempDir;

use crate::demo::JUDGED;
use crate::import::answers::AnswerImport;
use crate::import::votes::VotesImport;
use crate::store::Store;

macro_rules! answers {
    ($($model:literal),+) => {
        [$(($model, include_bytes!(concat!("../../../sample_data/judges/", $model, ".jsonl")))),+]
    };
}

const ANSWERS: [(&str, &[u8]); 3] =
    answers!["sim-writer-full", "sim-writer-brief", "sim-writer-careless"];
const VOTES: &[u8] = include_bytes!("../../../sample_data/judges/votes.csv");

/// Adds the answers and the votes to the database at `path`, which has the questions.
pub(super) fn bring_in(path: &Path) -> anyhow::Result<()> {
    let folder = TempDir::with_prefix("assay-demo-")?;
    let file = |name: &str, bytes: &[u8]| -> anyhow::Result<_> {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes)?;
        Ok(vec![file])
    };
    let benchmark = Some(JUDGED.to_owned());
    for (model, bytes) in ANSWERS {
        let files = file(&format!("{model}.jsonl"), bytes)?;
        let import = AnswerImport { files, model: model.to_owned(), benchmark: benchmark.clone() };
        import.run(path, || Store::open(path))?;
    }
    let files = file("votes.csv", VOTES)?;
    let import = VotesImport { files, benchmark, ..VotesImport::default() };
    import.run(path, || Store::open(path))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::demo::Demo;
    use crate::tui::messages::Language;
    use crate::votes::{PositionClasses, position_bias};
    use crate::voting::load;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        demo: Demo,
    }

    #[test]
    fn the_planted_share_of_the_first_place_is_in_the_votes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.db");
        let Typed { demo } = Typed::try_parse_from(["demo", "--judges"]).unwrap();
        demo.make_database(&path, Language::English).unwrap();
        let store = Store::open(&path).unwrap();
        let benchmark = store.the_benchmark(None).unwrap();
        let classes = |judge: &str| {
            let loaded = load(&store, &benchmark, &[judge.to_owned()]).unwrap();
            position_bias(&loaded.votes.judgments).classes
        };
        let none = PositionClasses::default();
        assert_eq!(classes("sim-judge-first"), PositionClasses { none: 42, first: 18, ..none });
        assert_eq!(classes("sim-judge-obedient"), PositionClasses { none: 60, ..none });
    }
}
