//! `assay demo --judges`: the built-in answers and votes, imported as a user imports files.
//!
//! All names show that nothing of it is real (`sim-writer-…`, `sim-judge-…`, `sim-person-…`).

use std::path::Path;

use tempfile::TempDir;

use crate::demo::JUDGED;
use crate::import::answers::AnswerImport;
use crate::import::votes::VotesImport;
use crate::store::Store;
use crate::tui::messages::Language;

/// The answers of the models and the votes in a language.
struct Judged {
    answers: [(&'static str, &'static [u8]); 3],
    votes: &'static [u8],
}

macro_rules! judged {
    ($folder:literal) => {
        judged!(@ $folder, "sim-writer-full", "sim-writer-brief", "sim-writer-careless")
    };
    (@ $folder:literal, $($model:literal),+) => {
        Judged {
            answers: [$(($model, include_bytes!(concat!($folder, $model, ".jsonl")))),+],
            votes: include_bytes!(concat!($folder, "votes.csv")),
        }
    };
}

const IN_ENGLISH: Judged = judged!("../../../sample_data/judges/");
const IN_CHINESE: Judged = judged!("../../../sample_data/judges/zh/");

/// Adds the answers and the votes to the database at `path`, which has the questions.
pub(super) fn bring_in(path: &Path, language: Language) -> anyhow::Result<()> {
    let (judged, (name, _)) = match language {
        Language::English => (IN_ENGLISH, JUDGED[0]),
        Language::Chinese => (IN_CHINESE, JUDGED[1]),
    };
    let benchmark = Some(name.to_owned());
    let folder = TempDir::with_prefix("assay-demo-")?;
    let file = |name: &str, bytes: &[u8]| -> anyhow::Result<_> {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes)?;
        Ok(vec![file])
    };
    for (model, bytes) in judged.answers {
        let files = file(&format!("{model}.jsonl"), bytes)?;
        let import = AnswerImport { files, model: model.to_owned(), benchmark: benchmark.clone() };
        import.run(path, || Store::open(path))?;
    }
    let files = file("votes.csv", judged.votes)?;
    let import = VotesImport { files, benchmark, ..VotesImport::default() };
    import.run(path, || Store::open(path))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::demo::Demo;
    use crate::votes::position_bias;
    use crate::voting::load;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        demo: Demo,
    }

    #[test]
    fn the_planted_share_of_the_first_place_is_in_the_votes() {
        for (language, first) in [(Language::English, 18), (Language::Chinese, 19)] {
            assert_eq!(classes_of(language), [(60 - first, first), (60, 0)], "{language:?}");
        }
    }

    /// How often each judge is without a bias, and prefers the first place both times.
    fn classes_of(language: Language) -> [(usize, usize); 2] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.db");
        let Typed { demo } = Typed::try_parse_from(["demo", "--judges"]).unwrap();
        demo.make_database(&path, language).unwrap();
        let store = Store::open(&path).unwrap();
        let benchmark = store.the_benchmark(None).unwrap();
        ["sim-judge-first", "sim-judge-obedient"].map(|judge| {
            let loaded = load(&store, &benchmark, &[judge.to_owned()]).unwrap();
            let classes = position_bias(&loaded.votes.judgments).classes;
            assert_eq!((classes.second, classes.unpaired), (0, 0));
            (classes.none, classes.first)
        })
    }
}
