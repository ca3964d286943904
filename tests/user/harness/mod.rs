//! A user's workplace: a folder with files and a database, the real program, and its output.

pub mod pty;

use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder, in which the program runs.
pub struct Workplace {
    dir: TempDir,
}

/// The exit status and the output of the program.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Workplace {
    pub fn new() -> Self {
        Workplace { dir: tempfile::tempdir().unwrap() }
    }

    /// With a database of `count` questions in the benchmark `b`; every reference answer is B.
    pub fn with_questions(count: usize) -> Self {
        let place = Workplace::new();
        place.write("b.tsv", &questions(count));
        place.assay(&["import", "questions", "b.tsv"]).well();
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The path of a file as an argument.
    pub fn file(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Changes the database without the program, as in a SQLite shell.
    pub fn sql(&self, statements: &str) {
        let connection = rusqlite::Connection::open(self.path("assay.db")).unwrap();
        connection.execute_batch(statements).unwrap();
    }

    /// The program with the folder as its working directory, without the environment of the tests.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.args(arguments).current_dir(self.dir.path());
        command.env_clear().envs(self.environment());
        command
    }

    pub fn environment(&self) -> [(&'static str, String); 5] {
        let home = self.dir.path().display().to_string();
        [
            ("HOME", home.clone()),
            ("XDG_CONFIG_HOME", home),
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("USER", "tester".into()),
            ("TERM", "xterm-256color".into()),
        ]
    }

    pub fn assay(&self, arguments: &[&str]) -> Said {
        self.assay_with_input(arguments, "")
    }

    /// The program with text on its standard input.
    pub fn assay_with_input(&self, arguments: &[&str], input: &str) -> Said {
        with_input(self.command(arguments), input)
    }

    /// What a command that succeeds prints.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) -> String {
        self.assay(arguments).well().out
    }

    /// The JSON document of a command that succeeds with `-o json`.
    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Value {
        self.document(&[arguments, &["-o", "json"]].concat())
    }

    /// The JSON document that a command prints with just these arguments.
    #[track_caller]
    pub fn document(&self, arguments: &[&str]) -> Value {
        self.assay(arguments).well().json()
    }

    /// The message of a command that fails with status 1.
    #[track_caller]
    pub fn failure(&self, arguments: &[&str]) -> String {
        self.assay(arguments).failing(1)
    }

    /// A review in plain mode with these lines on standard input.
    pub fn plain(&self, annotator: &str, lines: &str) -> Said {
        self.assay_with_input(&["annotate", "review", "--plain", "--as", annotator], lines)
    }

    pub fn export(&self) -> Vec<Value> {
        let said = self.assay(&["export", "decisions"]).well();
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Said {
    pub fn from_output(output: &Output) -> Self {
        Said {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// The output, asserting that the program succeeded.
    #[track_caller]
    pub fn well(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// The message on standard error, asserting that the program failed with this status.
    #[track_caller]
    pub fn failing(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        assert!(!self.err.is_empty(), "a failure without a message: {self:?}");
        self.err
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Runs a command with text on its standard input.
pub fn with_input(mut command: Command, input: &str) -> Said {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that does not read to the end breaks the pipe, which is allowed.
    let writer = std::thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Said::from_output(&output)
}

/// A table of questions with three choices, a picture each, and the answer B.
pub fn questions(count: usize) -> String {
    let mut table =
        "index\tquestion\tA\tB\tC\tanswer\tcategory\tl2-category\tsplit\timage\n".to_owned();
    for index in 1..=count {
        let picture = base64_simd::STANDARD.encode_to_string(picture(index as u32 % 7));
        table.push_str(&format!(
            "{index}\tQuestion number {index}?\tfirst\tsecond\tthird\tB\tocr\t\
             finegrained_perception\tdev\t{picture}\n"
        ));
    }
    table
}

/// A small PNG, different for every number.
pub fn picture(number: u32) -> Vec<u8> {
    let shade = (number * 30 % 256) as u8;
    let pixels = RgbImage::from_fn(12, 8, |x, y| Rgb([shade, (x * 20) as u8, (y * 30) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}
