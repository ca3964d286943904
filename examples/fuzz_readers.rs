//! Feeds the readers of untrusted files with made-up input, as many cases as wanted: a fuzzer that
//! needs no other tool and finds the same cases again from the same seed. A panic stops it and
//! names the case.
//!
//! ```text
//! cargo run --release --example fuzz_readers -- --cases 10000000 --seed 1
//! ```
//!
//! `fuzz/` holds the same readers for `cargo fuzz`, which looks at the branches taken.

use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use assay::benchmark::ImageHash;
use assay::formats::image_cell::{ImageCell, decode_picture, read_image_cell};
use assay::formats::{ReadOptions, python_list, read_questions_from};
use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[derive(Debug, Parser)]
struct Options {
    /// How many cases
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let began = Instant::now();
    let mut read = 0u64;
    for case in 0..options.cases {
        let mut maker = Maker(ChaCha8Rng::seed_from_u64(options.seed ^ (case << 16)));
        let input = maker.input();
        let tried = panic::catch_unwind(AssertUnwindSafe(|| try_readers(&input, case)));
        let Ok(questions) = tried else {
            eprintln!("case {case}, seed {}: {:?}", options.seed, String::from_utf8_lossy(&input));
            return ExitCode::FAILURE;
        };
        read += u64::from(questions);
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{} cases, no panic, {read} gave questions, {seconds:.0} s", options.cases);
    ExitCode::SUCCESS
}

/// Whether the input was read as questions.
fn try_readers(input: &[u8], case: u64) -> bool {
    let text = String::from_utf8_lossy(input);
    let _ = python_list::parse(&text);
    if let Ok(ImageCell::Pictures(pictures)) = read_image_cell(&text) {
        let mut bytes = Vec::new();
        for picture in pictures {
            let _ = decode_picture(&picture, &mut bytes);
        }
    }
    let options = ReadOptions { skip_bad: case.is_multiple_of(2), ..ReadOptions::default() };
    let mut keep = |bytes: &[u8]| Ok(ImageHash::compute(bytes));
    let result = read_questions_from(input, Path::new("made up"), &options, &mut keep, &mut |_| ());
    match result {
        Ok(file) => {
            check(&file.questions);
            !file.questions.is_empty()
        }
        Err(error) => {
            let message = error.to_string();
            let hostile = char::is_control;
            assert!(!message.contains(hostile), "a message holds control characters: {message:?}");
            false
        }
    }
}

/// What holds for every file that was read.
fn check(questions: &[assay::benchmark::Question]) {
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

struct Maker(ChaCha8Rng);

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.0.next_u32() as usize % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Raw bytes, a cell, or a table; the last two sometimes with a few bytes changed.
    fn input(&mut self) -> Vec<u8> {
        let mut input = match self.below(8) {
            0 => {
                let mut bytes = vec![0; self.below(200)];
                self.0.fill_bytes(&mut bytes);
                return bytes;
            }
            1 => self.cell().into_owned().into_bytes(),
            2 => self.list().into_bytes(),
            _ => self.table().into_bytes(),
        };
        for _ in 0..self.one(&[0, 0, 0, 1, 3]) {
            if !input.is_empty() {
                let at = self.below(input.len());
                input[at] = self.one(b"\"\t\n\r,[]'\\A0\xFF\0=");
            }
        }
        input
    }

    fn table(&mut self) -> String {
        let columns = [
            "index",
            "question",
            "A",
            "B",
            "C",
            "answer",
            "image",
            "hint",
            "g_index",
            "image_path",
            "Z",
            "index",
            "",
        ];
        let mut names = vec!["index", "question"];
        (0..self.below(9)).for_each(|_| names.push(self.one(&columns)));
        let (tab, end) = (self.one(&["\t", "\t", "\t", ","]), self.one(&["\n", "\n", "\r\n"]));
        let mut text = String::from(self.one(&["", "", "\u{feff}"])) + &names.join(tab) + end;
        for _ in 0..self.below(8) {
            let width = if self.below(12) == 0 { self.below(12) } else { names.len() };
            let row: Vec<String> = (0..width).map(|at| self.cell_of(names.get(at))).collect();
            text += &(row.join(tab) + end);
        }
        text
    }

    fn cell_of(&mut self, column: Option<&&str>) -> String {
        let cell: Cow<'static, str> = match column.copied() {
            _ if self.below(20) == 0 => self.cell(),
            Some("index") => self
                .one(&["1", "2", "1000001", "2000001", "1000002", "3", "1.0", "007", "x", ""])
                .into(),
            Some("g_index") => self.one(&["1", "2", "", "x"]).into(),
            Some("answer") => self.one(&["A", "B", " C", "a", "", "nan", "E"]).into(),
            Some("question" | "hint") => self.one(&["one?", "two?", "猫", "a\tb", "nan"]).into(),
            Some("A" | "B" | "C" | "Z") => self.one(&["x", "y", "z", "x", "", "None"]).into(),
            _ => self.cell(),
        };
        match self.below(10) {
            0 => format!("\"{}\"", cell.replace('"', "\"\"")),
            1 => format!("\"{cell}"),
            _ => cell.into_owned(),
        }
    }

    fn cell(&mut self) -> Cow<'static, str> {
        match self.below(9) {
            0 => "".into(),
            1 => "1".into(),
            2 => "iVBORw0KGgo".repeat(1 + self.below(12)).into(),
            3 => format!("/9j/{}", "AAAA".repeat(self.below(40))).into(),
            4 => "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=".into(),
            5 => self.list().into(),
            6 => format!("data:image/png;base64,{}", "AAAA".repeat(20)).into(),
            7 => self.one(&["../x.png", "/etc/hostname", "2.0", "\u{1b}[2J", "\u{202e}"]).into(),
            _ => "word \n".repeat(self.below(5)).into(),
        }
    }

    fn list(&mut self) -> String {
        let parts = [
            "'", "\"", ",", " ", "\\x4", "\\u12", "\\N{", "\\", "AAAA", "猫", "[", "]", "\\'", "1",
        ];
        let mut text = String::from("[");
        (0..self.below(14)).for_each(|_| text += self.one(&parts));
        text + self.one(&["]", "]", "']", ""])
    }
}
