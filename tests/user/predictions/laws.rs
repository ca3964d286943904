//! A law: the same files give the same score through a file and through the database.
//!
//! Files are generated: data sets that list all passes of a question or some, other offsets, questions
//! named by `g_index` or by numbers; predictions that lack questions and passes or have rows twice.

use std::path::Path;

use assay::benchmark::Input;
use assay::evaluation::{
    FileInput, FileOptions, FileScore, RunOptions, RunScores, current_runs, import_run, score_runs,
};
use assay::extract::RuleSet;
use assay::formats::predictions::{PredictionTable, read_table_from};
use assay::formats::{ReadOptions, read_questions_from};
use assay::linking::PredictionLinker;
use assay::score::{Missing, Strategy as Passes};
use assay::store::{NewRun, RunSamples, Store};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// One question of a generated data set.
#[derive(Clone, Debug)]
struct Asked {
    choices: usize,
    right: usize,
    split: &'static str,
    category: &'static str,
    /// The passes that the data set lists; the first is always listed.
    listed: Vec<bool>,
    /// For each pass what the model says, and how often its row is there.
    said: Vec<(&'static str, usize)>,
}

/// Generated files and how they are scored.
#[derive(Clone, Debug)]
struct Case {
    questions: Vec<Asked>,
    offset: u64,
    /// The index of the first question.
    first_index: u64,
    dataset_names_questions: bool,
    file_names_questions: bool,
    file_shows_choices: bool,
    rules: RuleSet,
    strategy: Option<Passes>,
    missing: Missing,
}

fn asked() -> impl Strategy<Value = Asked> {
    let said = prop::sample::select(vec!["right", "right", "right", "wrong", "nothing", "refused"]);
    let times = prop::sample::select(vec![1usize, 1, 1, 1, 0, 0, 2]);
    let places = (
        prop::sample::select(vec!["dev", "test"]),
        prop::sample::select(vec!["ocr", "future_prediction", "nature_relation"]),
    );
    (2usize..=5, 0usize..5, places, prop::collection::vec(any::<bool>(), 5), any::<bool>())
        .prop_flat_map(move |(choices, right, (split, category), some, all)| {
            let passes = prop::collection::vec((said.clone(), times.clone()), choices);
            passes.prop_map(move |said| Asked {
                choices,
                right: right % choices,
                split,
                category,
                listed: (0..choices).map(|pass| pass == 0 || all || some[pass]).collect(),
                said,
            })
        })
}

fn case() -> impl Strategy<Value = Case> {
    let numbering = prop::sample::select(vec![
        (1_000_000u64, 1u64),
        (10_000_000, 1),
        (10_000_000, 1_200_001),
        (100_000_000, 20_240_001),
    ]);
    let strategies =
        vec![None, Some(Passes::Circular), Some(Passes::FirstPass), Some(Passes::EveryPass)];
    (
        prop::collection::vec(asked(), 1..6),
        numbering,
        (any::<bool>(), any::<bool>(), any::<bool>()),
        prop::sample::select(vec![RuleSet::VlmevalkitLate, RuleSet::Assay]),
        prop::sample::select(strategies),
        prop::sample::select(vec![Missing::Kit, Missing::Wrong, Missing::Exclude]),
    )
        .prop_map(|(questions, (offset, first_index), named, rules, strategy, missing)| Case {
            questions,
            offset,
            first_index,
            dataset_names_questions: named.0,
            file_names_questions: named.1,
            file_shows_choices: named.2,
            rules,
            strategy,
            missing,
        })
}

impl Case {
    /// With `--missing kit` and VLMEvalKit's rules the score of a file takes indices modulo 1,000,000 and
    /// looks at the file alone, as VLMEvalKit does; the database knows the benchmark's numbering. That
    /// difference is meant, and tested elsewhere.
    fn with_comparable_rules(mut self) -> Self {
        let only_dataset_names = self.dataset_names_questions && !self.file_names_questions;
        let is_numbered_alike = self.offset == 1_000_000 && !only_dataset_names;
        if !is_numbered_alike && self.missing == Missing::Kit {
            self.rules = RuleSet::Assay;
        }
        self
    }

    fn doubles_rows(&self) -> bool {
        self.questions.iter().any(|question| {
            let passes = question.said.iter().zip(&question.listed);
            passes.into_iter().any(|((_, times), listed)| *listed && *times > 1)
        })
    }

    /// The database keeps a row that is there twice once; where rows are counted, the file counts two.
    fn without_doubled_rows(mut self) -> Self {
        for question in &mut self.questions {
            question.said.iter_mut().for_each(|(_, times)| *times = (*times).min(1));
        }
        self
    }

    fn table(&self, is_dataset: bool) -> String {
        let names =
            if is_dataset { self.dataset_names_questions } else { self.file_names_questions };
        let shows = is_dataset || self.file_shows_choices;
        let mut text = "index".to_owned();
        text += if names { "\tg_index" } else { "" };
        text += if shows { "\tquestion\tA\tB\tC\tD\tE" } else { "" };
        text += if is_dataset { "\tanswer\tcategory\tsplit\n" } else { "\tprediction\n" };
        for (number, question) in self.questions.iter().enumerate() {
            let key = self.first_index + number as u64;
            for pass in (0..question.choices).filter(|&pass| question.listed[pass]) {
                let (said, times) = question.said[pass];
                let letter = |at: usize| char::from(b'A' + (at % question.choices) as u8);
                let right = letter(question.right + question.choices - pass);
                let said = match said {
                    "right" => right.to_string(),
                    "wrong" => letter(question.right + question.choices - pass + 1).to_string(),
                    "refused" => "Sorry, I can't help with images of people yet.".to_owned(),
                    _ => "It is hard to say.".to_owned(),
                };
                let mut row = (key + pass as u64 * self.offset).to_string();
                row += &if names { format!("\t{key}") } else { String::new() };
                if shows {
                    row += &format!("\tWhich is number {key}?");
                    for at in 0..5 {
                        let choice = (at + pass) % question.choices;
                        let is_there = at < question.choices;
                        row += &if is_there {
                            format!("\tsort{choice} of {key}")
                        } else {
                            "\t".into()
                        };
                    }
                }
                if is_dataset {
                    row += &format!("\t{right}\t{}\t{}\n", question.category, question.split);
                    text += &row;
                } else {
                    text += &format!("{row}\t{said}\n").repeat(times);
                }
            }
        }
        text
    }

    fn predictions(&self) -> PredictionTable {
        read_table_from(self.table(false).as_bytes(), Path::new("p.tsv")).expect("predictions")
    }

    fn file_score(&self) -> FileScore {
        let dataset = read_table_from(self.table(true).as_bytes(), Path::new("d.tsv"));
        let dataset = Some(dataset.expect("a data set"));
        let input = FileInput::from_tables("p.tsv".into(), self.predictions(), dataset);
        let mut input = input.expect("a file with predictions");
        let (rules, strategy, missing) = (self.rules, self.strategy, self.missing);
        let scoring = input.scoring(FileOptions { rules, strategy, missing }).expect("a score");
        scoring.score()
    }

    fn run_scores(&self) -> RunScores {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open_or_create(&folder.path().join("a.db")).expect("a database");
        let text = self.table(true);
        let imported: anyhow::Result<()> = store.import("b", Some("mmbench"), |importer| {
            let mut keep =
                |bytes: &[u8], _: Option<&_>| importer.keep_picture(bytes).map_err(Into::into);
            let options = ReadOptions::default();
            let (name, source) = (Path::new("d.tsv"), text.as_bytes());
            let read = read_questions_from(source, name, &options, &mut keep, &mut |_| {})?;
            importer.keep_questions(&read.questions)?;
            Ok(())
        });
        imported.expect("questions");
        let benchmark = store.the_benchmark(None).expect("the benchmark");
        let sheets = store.question_sheets(&benchmark).expect("questions");
        let mut linker = PredictionLinker::new(&sheets, None);
        linker.add_file(Path::new("p.tsv"), &self.predictions()).expect("linked rows");
        let predictions = linker.finish().predictions;
        let samples = RunSamples::default();
        let run =
            NewRun { model: "m".into(), input: Input::Image, source: vec![], predictions, samples };
        import_run(&mut store, &benchmark, &sheets, run, false).expect("a run");
        let runs = current_runs(&store, &benchmark, None).expect("runs");
        let options = RunOptions {
            rules: self.rules,
            extractor: None,
            strategy: self.strategy,
            missing: self.missing,
        };
        score_runs(&mut store, &benchmark, &runs, &options).expect("scores")
    }
}

fn check(case: Case) {
    let case = case.with_comparable_rules();
    let rows_are_counted = case.missing == Missing::Kit || case.strategy == Some(Passes::EveryPass);
    let case = if rows_are_counted { case.without_doubled_rows() } else { case };
    if case.predictions().rows() == 0 {
        return;
    }
    let (of_file, of_run) = (case.file_score(), case.run_scores());
    let run = &of_run.scores[0];
    assert_eq!(of_file.strategy, of_run.strategy);
    assert_eq!(of_file.score.questions, run.questions);
    assert_eq!(of_file.score.undecided, run.undecided);
    assert_eq!(of_file.score.results, run.results);
    assert_eq!(of_file.score.warnings, run.warnings);
    if !case.doubles_rows() {
        assert_eq!((of_file.rows, of_file.extraction), (run.rows, run.extraction));
    }
}

#[test]
fn a_file_and_its_import_give_the_same_score_and_warnings() {
    let config = Config { cases: 150, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&case(), |case| {
            check(case);
            Ok(())
        })
        .unwrap();
}
