//! `assay import`: questions and decisions into the database.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::config::config_path;
use super::decisions::ImportDecisions;
use super::progress::progress_bar;
use super::value_names::{OrAuto, named_or_auto};
use super::{
    InputFiles, Output, PrintOn, Shared, commands, default_name, guideline, named, print_message,
};
use crate::benchmark::Input;
use crate::formats::ReadOptions;
use crate::formats::predictions::Mapped;
use crate::formats::question_formats::Choice;
use crate::formats::questions::{FetchPicture, QuestionFormat};
use crate::formats::votes::VotesFormat;
use crate::import::answers::AnswerImport;
use crate::import::explanation::explain;
use crate::import::field_maps::MapFolder;
use crate::import::labels::LabelImport;
use crate::import::pictures::Pictures;
use crate::import::predictions::PredictionImport;
use crate::import::questions::QuestionImport;
use crate::import::run_files::{PredictionFormat, RunFiles};
use crate::import::votes::VotesImport;
use crate::linking::Duplicates;
use crate::llm::PictureFetcher;
use crate::report::documents::import::{
    answers, explanation, labels, predictions, questions, votes,
};
use crate::score::RankBy;

commands! {
    pub(crate) enum Import {
        /// Questions with their pictures, from the files of other programs or from our own JSON lines
        Questions(ImportQuestions),
        /// The guideline that reviewers read, in Markdown
        Guideline(guideline::ImportGuideline),
        /// What a model answered, from VLMEvalKit's files or any table or JSON lines
        Predictions(ImportPredictions),
        /// What a judge outside read from predictions: long CSV, JSON lines, VLMEvalKit's _result files
        Labels(ImportLabels),
        /// Answers of a model to open questions: MLLM-Bench, FastChat, AlpacaEval, Arena-Hard, JSON lines
        Answers(ImportAnswers),
        /// What judges and people said about answers: MLLM-Bench, FastChat, AlpacaEval, Arena-Hard, WildBench,
        /// JudgeBench, MLLM-as-a-Judge, long CSV
        Votes(ImportVotes),
        /// Rows of history as `assay export decisions` writes them
        Decisions(ImportDecisions),
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportQuestions {
    /// Files that together are one benchmark, or a folder: of Parquet files, saved by save_to_disk, with
    /// pictures and metadata.jsonl
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What the benchmark is called; without it, as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// The layout of the files
    #[arg(long, default_value = "auto")]
    #[arg(value_parser = named_or_auto::<QuestionFormat>("Recognized by the content of each file"))]
    format: OrAuto<QuestionFormat>,
    /// Which columns are which parts of a question, as in key=pid,stem=query,answer=label:index0,image=image_*,
    /// or the name of a layout or of a saved map, whose parts a second --map replaces
    #[arg(long, value_name = "PART=COLUMN,..|NAME")]
    map: Vec<String>,
    /// Save the map under this name
    #[arg(long, value_name = "NAME", requires = "map")]
    save_map: Option<String>,
    /// Print the columns, what would be taken for what, the nearest layout and a command to copy, and import
    /// nothing
    #[arg(long)]
    explain: bool,
    /// The subset of a folder with several, or all
    #[arg(long, value_name = "NAME")]
    subset: Option<String>,
    /// The split of a folder with several; without it, each question keeps its split's name
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    #[command(flatten)]
    reading: Reading,
    /// The tree of abilities: mmbench, mllm-bench, mmt-bench, seed-bench-2, or a file of one's own in
    /// TOML. Without it, the one that has most of the categories
    #[arg(long, value_name = "NAME|FILE")]
    taxonomy: Option<String>,
    /// What the database keeps of pictures in files and in Parquet; without it, copies of up to 1 GB, and
    /// references to more. Pictures within a text are copied
    #[arg(long, value_parser = named::<Pictures>())]
    pictures: Option<Pictures>,
    #[command(flatten)]
    output: Output,
}

/// How rows are read.
#[derive(Debug, Args)]
struct Reading {
    /// The folder that holds the picture files; no path leads out of it. Without it, a table's are not
    /// read, and those of other formats are looked for beside the file that names them
    #[arg(long, value_name = "DIR")]
    image_root: Option<PathBuf>,
    /// Read questions whose picture files are not there, and mark them by the extra field
    /// missing_pictures, instead of listing the files and importing nothing
    #[arg(long)]
    allow_missing_pictures: bool,
    /// Leave bad rows out and list them, instead of importing nothing
    #[arg(long)]
    skip_bad: bool,
    /// Take questions that have a letter as their answer and no choices for open ones
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    web: FromTheWeb,
}

/// Which pictures of the web are fetched.
#[derive(Debug, Args)]
struct FromTheWeb {
    /// Fetch pictures that the files name by web addresses, at most 50 MB and 30 seconds each
    #[arg(long, requires = "fetch_host")]
    fetch: bool,
    /// A host that pictures may be fetched from, and no other; several may be named
    #[arg(long, value_name = "HOST", requires = "fetch")]
    fetch_host: Vec<String>,
}

impl FromTheWeb {
    fn fetch(self) -> Option<FetchPicture> {
        let fetcher = self.fetch.then(|| PictureFetcher::new(self.fetch_host));
        fetcher.map(|one| FetchPicture(Arc::new(move |url: &str| one.fetch(url))))
    }
}

impl ImportQuestions {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ImportQuestions { files, benchmark, format, taxonomy, pictures, .. } = self;
        let maps = MapFolder(config_path().map(|path| path.with_file_name("maps")));
        let map = maps.find(&self.map)?;
        let (subset, split, saved) = (self.subset, self.split, maps.saved());
        let choice = Choice { format, map, subset, split, saved };
        if self.explain {
            let image_root = self.reading.image_root.as_deref();
            return self.output.print(&explanation(&explain(&files, &choice, image_root)?));
        }
        let Reading { image_root, allow_missing_pictures, skip_bad, open, web } = self.reading;
        let options = ReadOptions {
            image_root,
            skip_bad,
            allow_missing_pictures,
            open,
            fetch: web.fetch(),
            ..ReadOptions::default()
        };
        let map = choice.map.clone();
        let import = QuestionImport { files, benchmark, choice, taxonomy, pictures, options };
        let bar = progress_bar("{bar:30} {bytes} of {total_bytes}  {eta}");
        let progress = &mut |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        };
        let imported = import.run(&shared.db, || shared.open_or_create(), progress);
        bar.finish_and_clear();
        let imported = imported?;
        if let (Some(name), Some(map)) = (&self.save_map, &map) {
            let file = maps.save(name, map)?;
            print_message(&format!(
                "the map is saved in {}; --map {name} uses it again",
                file.display()
            ));
        }
        self.output.print(&questions(&imported))
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportLabels {
    /// CSV with question, model, pass, label, JSON lines with these fields, or VLMEvalKit's _result
    /// file as xlsx, tsv or JSON
    file: PathBuf,
    /// The judge's name; without it, the file's column `extractor`
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Whose predictions a _result file is about
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// What that model was given
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    #[command(flatten)]
    on: PrintOn,
    /// Let these take the place of other labels that the same judge gave to the same texts
    #[arg(long)]
    replace: bool,
}

impl ImportLabels {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ImportLabels { file, extractor, model, input, on, replace } = self;
        let files = InputFiles::new(vec![file])?;
        let (mut store, benchmark) = on.open(shared)?;
        let import = LabelImport { extractor, model, input, replace };
        let imported = import.run(&mut store, &benchmark, &files.paths[0]);
        on.print(&labels(&files.name_in_error(imported)?))
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportAnswers {
    /// Files with the answers of one model, or a folder of files with one answer each (MLLM-Bench's raw_output)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The model's name
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The benchmark; without it, the one that has the questions, else a new one called as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl ImportAnswers {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ImportAnswers { files, model, benchmark, output } = self;
        let import = AnswerImport { files, model, benchmark };
        let imported = import.run(&shared.db, || shared.open_or_create());
        output.print(&answers(&imported?))
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportVotes {
    /// Files of votes or scores
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Who judged, if the files do not name a judge
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The benchmark; without it, the one that has the questions, else a new one called as the first file
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// The layout of the files
    #[arg(long, default_value = "auto")]
    #[arg(value_parser = named_or_auto::<VotesFormat>("Recognized by the content of each file"))]
    format: OrAuto<VotesFormat>,
    #[command(flatten)]
    output: Output,
}

impl ImportVotes {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let ImportVotes { files, judge, benchmark, format, output } = self;
        let import = VotesImport { files, benchmark, judge, format };
        let imported = import.run(&shared.db, || shared.open_or_create());
        output.print(&votes(&imported?))
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportPredictions {
    /// Files that together are one run of the model; - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The model's name
    #[arg(long, value_name = "NAME")]
    model: String,
    /// The benchmark, where the database holds several
    #[arg(long, value_name = "NAME")]
    benchmark: Option<String>,
    /// What the model was given: the question with its pictures, or the text alone
    #[arg(long, value_parser = named::<Input>(), default_value = default_name::<Input>())]
    input: Input,
    /// The layout of the files
    #[arg(long, value_parser = named::<PredictionFormat>(), default_value = default_name::<PredictionFormat>())]
    format: PredictionFormat,
    /// Let these count instead of the predictions that the model has; the old ones are kept
    #[arg(long)]
    replace: bool,
    /// What a column is: index, prediction, pass, g_index, answer, or a choice A to Z; a value inside the
    /// objects of JSON is named by its path, such as seed_all.question_id
    #[arg(long, value_name = "COLUMN=FIELD")]
    map: Vec<Mapped>,
    /// Which of two rows of the same pass counts where they differ; without it, such rows are an error
    #[arg(long, value_parser = named::<Duplicates>(), value_name = "WHICH")]
    duplicates: Option<Duplicates>,
    /// What is compared where rows have log-likelihoods or losses of the choices
    #[arg(long, value_parser = named::<RankBy>(), default_value = default_name::<RankBy>())]
    rank_by: RankBy,
    /// Read and check everything, write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    output: Output,
}

impl ImportPredictions {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut store = shared.open()?;
        let benchmark = store.the_benchmark(self.benchmark.as_deref())?;
        let ImportPredictions { files, format, map: columns, duplicates, rank_by, .. } = self;
        let (model, input) = (self.model, self.input);
        let (replace, dry_run) = (self.replace, self.dry_run);
        let files = InputFiles::new(files)?;
        let (paths, columns) = (&files.paths, &columns);
        let run = RunFiles { paths, format, columns, duplicates, rank_by };
        let import = PredictionImport { model, input, replace, dry_run };
        let say = |text: &str| print_message(&files.name_in_text(text));
        let imported = import.run(&mut store, &benchmark, &run, say);
        self.output.print(&predictions(&files.name_in_error(imported)?))
    }
}
