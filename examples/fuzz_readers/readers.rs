//! Every reader of the program: each takes each input and must neither panic nor let a terminal
//! control character through. Values that it reads must keep the invariants of their types.

#![allow(clippy::unnecessary_wraps, reason = "all readers have one type")]

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use assay::agreement::Categories;
use assay::benchmark::{ImageHash, Label, PictureReference, PredictionName, Question};
use assay::extract::{Choices, RuleSet, extract};
use assay::formats::extraction_cases::ExtractionCase;
use assay::formats::image_cell::{ImageCell, decode_picture, read_image_cell};
use assay::formats::labels::read_labels;
use assay::formats::predictions::{Compat, read_mapped_table, read_table, read_table_from};
use assay::formats::published_table::read_published_table;
use assay::formats::question_formats::{Choice, question_sources};
use assay::formats::questions::{QuestionFormat, QuestionSink};
use assay::formats::ratings::{Layout, read_ratings};
use assay::formats::referenced_picture::ReferencedPictures;
use assay::formats::{ReadOptions, judge_log, picture_header, python_list, read_questions_from};
use assay::llm::batch::read_answer;
use assay::llm::{Address, Fields, Template};
use assay::score::RankBy;
use assay::store::DecisionRow;
use assay::tui::config::Config;
use assay::tui::keyboard::Parser;
use assay::tui::picture::ColourDepth;
use assay::tui::picture::decode::{DecodeLimits, decode};
use assay::tui::probe::replies::Replies;
use assay::tui::theme::{Theme, ThemeChoice};
use assay::tui::widgets::markdown::lines_of;
use assay::visible::{visible, visible_line};

/// A picture of one pixel, which good files have.
pub const GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

/// A reader returns its result: read, refused with a message, or not applicable. The number selects
/// among its options.
type Reader = fn(&mut Readers, &[u8], u64) -> Result<bool, String>;

/// What a reader takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Bytes,
    /// A path. These readers take turns, because writing a file takes most of the time.
    File,
}
use Takes::{Bytes, File};

const READERS: [(&str, Takes, Reader); 26] = [
    ("questions", Bytes, questions),
    ("files of questions, recognised", File, |readers, input, options| {
        file_of_questions(readers, input, options, None)
    }),
    ("SEED-Bench", File, |readers, input, options| {
        file_of_questions(readers, input, options, Some(QuestionFormat::SeedBench))
    }),
    ("MLLM-Bench", File, |readers, input, options| {
        file_of_questions(readers, input, options, Some(QuestionFormat::MllmBench))
    }),
    ("questions as JSON lines", File, |readers, input, options| {
        file_of_questions(readers, input, options, Some(QuestionFormat::Jsonl))
    }),
    ("Parquet", File, |readers, input, options| {
        file_of_questions(readers, input, options, Some(QuestionFormat::HuggingFace))
    }),
    ("pictures in rows of Parquet", File, referenced_pictures),
    ("prediction files", File, prediction_files),
    ("prediction files as pandas reads them", File, prediction_files_as_pandas),
    ("picture cells", Bytes, picture_cells),
    ("pictures", Bytes, pictures),
    ("Python lists", Bytes, python_lists),
    ("delimited predictions", Bytes, delimited_predictions),
    ("labels of judges", Bytes, labels),
    ("logs of judges", Bytes, judge_logs),
    ("ratings, long", Bytes, ratings),
    ("ratings, wide", Bytes, wide_ratings),
    ("published tables", Bytes, published_tables),
    ("cases of extraction", Bytes, cases),
    ("texts of models", Bytes, texts),
    ("rows of history", Bytes, history),
    ("answers of a batch", Bytes, batch_answers),
    ("configuration", Bytes, configuration),
    ("templates", Bytes, templates),
    ("names and addresses", Bytes, names),
    ("input and answers of a terminal, Markdown", Bytes, terminal),
];

/// The readers, and how often each has read something.
pub struct Readers {
    counts: [u64; READERS.len()],
    /// For readers that take a path.
    file: PathBuf,
    theme: Theme,
}

impl Readers {
    pub fn new() -> Self {
        // In memory if there is such a folder.
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Readers {
            counts: [0; READERS.len()],
            file: folder.join(format!("assay-fuzz-{}", std::process::id())),
            theme: ThemeChoice::Named("dark").theme(ColourDepth::True, false).expect("a theme"),
        }
    }

    /// Gives an input to every reader that takes bytes, and to one that takes a file.
    pub fn read(&mut self, input: &[u8], case: u64) {
        let of_files: Vec<usize> =
            (0..READERS.len()).filter(|number| READERS[*number].1 == File).collect();
        let turns = of_files.len() as u64;
        let turn = of_files[(case % turns) as usize];
        for (number, (_, takes, _)) in READERS.iter().enumerate() {
            if *takes == Bytes || number == turn {
                self.read_one(number, input, case / turns);
            }
        }
    }

    /// Gives an input to one reader, by its number; numbers beyond the last begin again.
    pub fn read_one(&mut self, number: usize, input: &[u8], options: u64) {
        let number = number % READERS.len();
        let (name, takes, reader) = READERS[number];
        if takes == File {
            fs::write(&self.file, input).expect("a temporary file");
        }
        match reader(self, input, options) {
            Ok(read) => self.counts[number] += u64::from(read),
            Err(message) => {
                let shown = visible(&message);
                let hostile = |c: char| c.is_control() && c != '\n';
                assert!(!shown.contains(hostile), "{name}: {shown:?}");
            }
        }
    }

    /// How often each reader has read something.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        READERS.iter().map(|(name, ..)| *name).zip(self.counts)
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

fn text(input: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(input)
}

fn outcome<T, E: ToString>(result: Result<T, E>) -> Result<bool, String> {
    result.map(|_| true).map_err(|error| error.to_string())
}

fn questions(_: &mut Readers, input: &[u8], options: u64) -> Result<bool, String> {
    let options = ReadOptions { skip_bad: options.is_multiple_of(2), ..ReadOptions::default() };
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    let read = read_questions_from(input, Path::new("made up"), &options, &mut keep, &mut |_| ());
    let file = read.map_err(|error| {
        let message = error.to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
        message
    })?;
    check(&file.questions);
    Ok(!file.questions.is_empty())
}

/// Checks what is true of every file of questions that was read.
fn check(questions: &[Question]) {
    let mut keys: Vec<&str> = questions.iter().map(|question| question.key.as_str()).collect();
    keys.sort_unstable();
    assert!(keys.windows(2).all(|two| two[0] != two[1]), "two questions have one key");
    for question in questions {
        let answer = question.answer;
        assert!(answer.is_none_or(|label| question.choice(label).is_some()), "answer not a choice");
        assert!(question.passes.iter().all(|pass| {
            let mut shown = pass.order.labels().to_vec();
            shown.sort_unstable();
            shown.into_iter().eq(question.labels())
        }));
    }
}

/// Any format, by a path. The picture files that it names do not exist.
fn file_of_questions(
    readers: &mut Readers,
    _: &[u8],
    options: u64,
    format: Option<QuestionFormat>,
) -> Result<bool, String> {
    let options = ReadOptions {
        skip_bad: options.is_multiple_of(2),
        allow_missing_pictures: !options.is_multiple_of(3),
        ..ReadOptions::default()
    };
    let choice = Choice { format, ..Choice::default() };
    let sources = question_sources(std::slice::from_ref(&readers.file), &choice);
    let mut keep = |bytes: &[u8], _: Option<&_>| Ok(ImageHash::compute(bytes));
    let mut has_read = false;
    for source in sources.map_err(|error| error.to_string())? {
        let sink = QuestionSink { keep_picture: &mut keep, progress: &mut |_| () };
        let file = source.read(&options, sink).map_err(|error| error.to_string())?;
        check(&file.questions);
        has_read |= !file.questions.is_empty();
    }
    Ok(has_read)
}

/// A picture that a database left in its row.
fn referenced_pictures(readers: &mut Readers, _: &[u8], options: u64) -> Result<bool, String> {
    let reference = PictureReference::ParquetRow {
        file: readers.file.clone(),
        row: options % 6,
        column: "image".to_owned(),
        number: (options / 6 % 2) as u32,
    };
    let hash = ImageHash::compute(GIF);
    outcome(ReferencedPictures::default().read(&reference, hash))
}

fn picture_cells(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let text = text(input);
    let Ok(ImageCell::Pictures(pictures)) = read_image_cell(&text) else { return Ok(false) };
    let mut bytes = Vec::new();
    Ok(pictures.iter().filter(|picture| decode_picture(picture, &mut bytes).is_ok()).count() > 0)
}

fn pictures(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let _ = picture_header::flaw(input);
    outcome(decode(input, DecodeLimits::default()))
}

fn python_lists(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(python_list::parse(&text(input)).map_err(|error| format!("{error:?}")))
}

fn delimited_predictions(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_table_from(input, Path::new("made up")))
}

fn prediction_files(readers: &mut Readers, _: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_mapped_table(&readers.file, &[], RankBy::Sum))
}

fn prediction_files_as_pandas(readers: &mut Readers, _: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_table(&readers.file, Compat::Pandas))
}

fn labels(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_labels(Cursor::new(input)))
}

fn judge_logs(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let log = text(input);
    let choices = choices();
    let (found, _) = judge_log::group(&log, &["A", "The answer is B", ""]);
    assert!(found.iter().all(|(at, _)| *at < 3));
    let reference = Label::all().next();
    let row = judge_log::OneRow { prediction: "A", choices: &choices, reference, hit: None };
    let one = judge_log::one_row(&format!("Match Log: {log}"), row);
    Ok(!found.is_empty() || one.is_ok())
}

fn ratings(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_ratings(input, &Layout::default(), Categories::Observed))
}

fn wide_ratings(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_ratings(input, &Layout::Wide, Categories::Observed))
}

fn published_tables(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(read_published_table(input))
}

fn cases(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(text(input).lines().try_for_each(|line| ExtractionCase::from_line(line).map(|_| ())))
}

fn choices() -> Choices {
    let texts = ["a cat", "the dog", "B", "none of the above"];
    Choices::new(Label::all().zip(texts.map(str::to_owned)).collect::<Vec<_>>())
}

fn texts(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let (text, choices) = (text(input), choices());
    let rules =
        [RuleSet::VlmevalkitEarly, RuleSet::VlmevalkitMid, RuleSet::VlmevalkitLate, RuleSet::Assay];
    let mut has_found = false;
    for rules in rules {
        let found = extract(rules, &text, &choices);
        has_found |= found.answer.letter().is_some();
    }
    Ok(has_found)
}

fn history(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(text(input).lines().try_for_each(|line| {
        serde_json::from_str::<DecisionRow>(line).map(|row| drop(row.history_row()))
    }))
}

fn batch_answers(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    outcome(text(input).lines().try_for_each(|line| read_answer(line).map(|_| ())))
}

fn configuration(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let read = Config::from_source(&text(input), Path::new("made up"));
    outcome(read.map_err(|fault| format!("{fault:?}")))
}

fn templates(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let source = text(input);
    let read = Template::from_source("made up", &source).map_err(|error| error.to_string())?;
    outcome(read.render(&Fields::default()))
}

fn names(_: &mut Readers, input: &[u8], _: u64) -> Result<bool, String> {
    let text = text(input);
    let name = text.parse::<PredictionName>();
    if let Ok(name) = &name {
        let again: PredictionName = name.to_string().parse().expect("its own name");
        assert_eq!(again.to_string(), name.to_string());
    }
    let address = Address::from_url(text.trim());
    Ok(name.is_ok() || address.is_ok())
}

fn terminal(readers: &mut Readers, input: &[u8], options: u64) -> Result<bool, String> {
    let cut = options as usize % (input.len() + 1);
    let mut given = 0u32;
    let mut parser = Parser::default();
    parser.take(&input[..cut], |_| given += 1);
    parser.take(&input[cut..], |_| given += 1);
    parser.give_up(|_| given += 1);
    assert!(parser.unfinished().is_none());
    let _ = Replies::parse(input);
    let text = text(input);
    let line = visible_line(&text);
    assert!(!line.contains(char::is_control), "{line:?}");
    let lines = lines_of(&text, 40, &readers.theme);
    Ok(given > 0 && !lines.is_empty())
}
