//! `assay demo`: the review screen on the sample benchmark that comes with the program.

mod people;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::annotate::{NOTICE_SETTING, Sitting};
use super::{Shared, print_message};
use crate::benchmark::Input;
use crate::formats::predictions::read_table_from;
use crate::formats::{ReadOptions, read_questions_from};
use crate::scoring::{PredictionLinker, import_run};
use crate::store::{NewRun, SourceFile, Store};
use crate::tui::Opening;

/// Said wherever the sample is on the screen: nobody shall take it for data.
const NOTICE: &str = "sample, made up";

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Where the database is made; without it, in a temporary folder that is named at the end
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// The language of the questions
    #[arg(long, value_enum, default_value_t)]
    language: Language,
    /// Make the database and stop
    #[arg(long)]
    no_tui: bool,
    #[command(flatten)]
    sitting: Sitting,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
enum Language {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

impl Language {
    /// The sample in this language: the benchmark's name and its file.
    fn sample(self) -> (&'static str, &'static [u8]) {
        match self {
            Language::En => ("sample_en", include_bytes!("../../sample_data/sample_en.tsv")),
            Language::Zh => ("sample_zh", include_bytes!("../../sample_data/sample_zh.tsv")),
        }
    }
}

/// The simulated models over the English sample: name, what it was given, and its predictions.
const RUNS: [(&str, Input, &[u8]); 9] = [
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

/// Lets files of different lengths stand in one list.
const fn run<'a>(model: &'a str, input: Input, file: &'a [u8]) -> (&'a str, Input, &'a [u8]) {
    (model, input, file)
}

impl Demo {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let dir = match &self.dir {
            Some(dir) => dir.clone(),
            None => std::env::temp_dir().join(format!("assay-demo-{}", uuid::Uuid::now_v7())),
        };
        std::fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
        let path = dir.join("assay.db");
        if path.exists() {
            bail!(
                "{} is there already; open it with `assay --db {0}`, or name another --dir",
                path.display()
            );
        }
        let shared = Shared { db: path };
        make_database(&shared.db, self.language).map_err(|error| shared.name_file(error))?;
        print_message(&format!("The sample benchmark (made up) lies in {}", shared.db.display()));
        if self.no_tui {
            return Ok(());
        }
        let outcome = self.sitting.run(&shared, Opening::Review);
        print_message(&format!(
            "Your decisions are in {0}; go on with: assay --db {0}",
            shared.db.display()
        ));
        outcome.map_err(|error| shared.name_file(error))
    }
}

fn make_database(path: &Path, language: Language) -> anyhow::Result<()> {
    let mut store = Store::open_or_create(path)?;
    store.set_setting("name", "Assay sample (made up)")?;
    store.set_setting(NOTICE_SETTING, NOTICE)?;
    let (name, file) = language.sample();
    store.import(name, Some("mmbench"), |importer| {
        let mut keep = |bytes: &[u8]| importer.keep_picture(bytes).map_err(Into::into);
        let options = ReadOptions::default();
        let read = read_questions_from(file, Path::new(name), &options, &mut keep, &mut |_| {})?;
        importer.keep_questions(&read.questions)?;
        anyhow::Ok(())
    })?;
    if language == Language::En {
        import_runs(&mut store, name)?;
        people::bring_in(&mut store, name)?;
    }
    Ok(())
}

fn import_runs(store: &mut Store, benchmark: &str) -> anyhow::Result<()> {
    let benchmark = store.the_benchmark(Some(benchmark))?;
    let sheets = store.question_sheets(&benchmark)?;
    for (model, input, file) in RUNS {
        let name = format!("{model}.tsv");
        let mut linker = PredictionLinker::new(&sheets, None);
        linker.add_file(Path::new(&name), &read_table_from(file, Path::new(&name))?)?;
        let blake3 = blake3::hash(file).to_hex().to_string();
        let run = NewRun {
            model: model.to_owned(),
            input,
            source: vec![SourceFile { file: name, blake3 }],
            predictions: linker.finish().predictions,
        };
        import_run(store, &benchmark, &sheets, run, false)?;
    }
    Ok(())
}
