//! Inputs from a seed: tables, lists, JSON, TOML, pictures, escape sequences and templates that are
//! nearly what a reader expects.

use std::borrow::Cow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Makes one input.
pub struct Maker<'f> {
    random: ChaCha8Rng,
    /// Files to damage.
    good: &'f [Vec<u8>],
}

impl<'f> Maker<'f> {
    /// Creates a maker with its own random numbers, and files to damage.
    pub fn new(seed: u64, good: &'f [Vec<u8>]) -> Self {
        Maker { random: ChaCha8Rng::seed_from_u64(seed), good }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.next_u32() as usize % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Raw bytes, or something that is nearly right, sometimes with a few bytes changed.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = match self.below(24) {
            0 => {
                let mut bytes = vec![0; self.below(200)];
                self.random.fill_bytes(&mut bytes);
                return bytes;
            }
            1 => self.cell().into_owned().into_bytes(),
            2 => self.list().into_bytes(),
            3..=5 => self.records().into_bytes(),
            6 => self.settings().into_bytes(),
            7 => self.prose().into_bytes(),
            8 => self.picture(),
            9 => self.keyboard().into_bytes(),
            10..=17 => self.damaged(),
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

    /// A good file, whole, cut, with a piece twice, or with a piece of another one.
    fn damaged(&mut self) -> Vec<u8> {
        let good = self.good;
        let file = &good[self.below(good.len())];
        let at = self.below(file.len());
        match self.below(6) {
            0 => file[..at].to_vec(),
            1 => [&file[..at], &file[at / 2..]].concat(),
            2 => {
                let other = &good[self.below(good.len())];
                [&file[..at], &other[self.below(other.len())..]].concat()
            }
            _ => file.clone(),
        }
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
            "prediction",
            "item",
            "rater",
            "label",
            "log",
            "hit",
            "pass",
            "model",
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

    /// JSON lines or one array: labels, cases, rows of history, answers of a batch.
    fn records(&mut self) -> String {
        let rows: Vec<String> = (0..=self.below(4)).map(|_| self.record()).collect();
        match self.below(4) {
            0 => format!("[{}]", rows.join(",")),
            _ => rows.join("\n"),
        }
    }

    fn record(&mut self) -> String {
        let names = [
            "index",
            "prediction",
            "question",
            "model",
            "pass",
            "input",
            "label",
            "extractor",
            "id",
            "choices",
            "custom_id",
            "response",
            "error",
            "queue",
            "act",
            "answer",
            "verdict",
            "row",
            "benchmark",
            "item",
            "question_revision",
            "annotator",
            "exposure",
            "active_ms",
            "created",
            "supersedes",
            "doc_id",
            "question_id",
            "question_type_id",
            "data_id",
            "choice_a",
            "choice_b",
            "questions",
            "image_path",
            "meta",
            "capability",
            "image",
            "hint",
            "key",
            "A",
            "B",
            "resps",
            "target",
            "hit",
            "log",
        ];
        let count = self.below(12);
        let fields: Vec<String> =
            (0..count).map(|_| format!("\"{}\":{}", self.one(&names), self.value(3))).collect();
        format!("{{{}}}", fields.join(","))
    }

    fn value(&mut self, depth: usize) -> String {
        let plain = [
            "1",
            "\"1\"",
            "null",
            "true",
            "1.5",
            "-0",
            "1e400",
            "18446744073709551616",
            "\"A\"",
            "\"review\"",
            "\"image\"",
            "\"\\ud800\"",
            "\"\\u0000\"",
            "\"keep\"",
            "\"018f0000-0000-7000-8000-000000000000\"",
            "\"2026-01-31T09:30:00.000Z\"",
            "NaN",
            "\"",
        ];
        match self.below(8) {
            0 if depth > 0 => {
                let values: Vec<String> =
                    (0..self.below(4)).map(|_| self.value(depth - 1)).collect();
                format!("[{}]", values.join(","))
            }
            1 if depth > 0 => {
                let names =
                    ["A", "B", "body", "status_code", "choices", "message", "content", "code"];
                let count = self.below(4);
                let fields: Vec<String> = (0..count)
                    .map(|_| format!("\"{}\":{}", self.one(&names), self.value(depth - 1)))
                    .collect();
                format!("{{{}}}", fields.join(","))
            }
            2 => format!("{:?}", self.prose()),
            _ => self.one(&plain).to_owned(),
        }
    }

    /// A configuration file or a prompt template.
    fn settings(&mut self) -> String {
        let parts = [
            "annotator = \"x\"",
            "theme = \"dark\"",
            "[keys]",
            "[keys.review]",
            "keep = \"y\"",
            "keep = [\"ctrl-\", \"f99\"]",
            "mouse = 3",
            "language = \"zh\"",
            "x = { y = 1 }",
            "= 1",
            "{{ question }}",
            "{% if hint %}",
            "{% endif %}",
            "{{ question | upper }}",
            "{{ x.y.z }}",
            "{% for c in choices %}",
            "{% endfor %}",
            "{{ c.label }}",
            "{{ picture }}",
            "{#",
            "猫 = \"\"",
        ];
        let end = self.one(&["\n", "\n", " "]);
        (0..self.below(8)).map(|_| self.one(&parts).to_owned() + end).collect()
    }

    /// What models, judges and people write.
    fn prose(&mut self) -> String {
        let parts = [
            "The answer is ",
            "A",
            "(B)",
            "C.",
            "\n",
            "<think>",
            "</think>",
            "**D**",
            "none of the above",
            "I cannot",
            "Sorry, ",
            "答案是",
            "选B",
            "or",
            "Match Log: ",
            "Failed in Prefetch",
            "0 rolling ",
            "Succeed During Pre-fetching",
            "Prefetch succeed",
            "# Title",
            "| a | b |",
            "```",
            "[x](y)",
            "\u{1b}[31m",
            "\u{202e}",
            "e\u{301}",
            "\u{1f468}\u{200d}\u{1f469}",
            "\\boxed{A}",
            "0.5",
            "\r\n",
        ];
        (0..self.below(12)).map(|_| self.one(&parts)).collect()
    }

    /// The beginning of a picture file, then anything.
    fn picture(&mut self) -> Vec<u8> {
        const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0";
        const GIF: &[u8] =
            b"GIF89a\x02\0\x02\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x02\0\x02\0\0\x02";
        const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0C\0";
        const WEBP: &[u8] = b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0";
        const BMP: &[u8] =
            b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0";
        let mut bytes = self.one(&[PNG, GIF, JPEG, WEBP, BMP]).to_vec();
        let mut rest = vec![0; self.below(120)];
        self.random.fill_bytes(&mut rest);
        bytes.extend(rest);
        bytes
    }

    /// What a terminal sends.
    fn keyboard(&mut self) -> String {
        let parts = [
            "\u{1b}",
            "[",
            "O",
            "A",
            "?",
            "<0;1;1",
            "M",
            "m",
            ";",
            "200~",
            "201~",
            "\u{1b}[200~",
            "u",
            "c",
            "\u{1b}]11;rgb:ffff/",
            "\u{7}",
            "\u{1b}\\",
            "\u{1b}_G",
            "6;18;9t",
            "猫",
            "x",
            "\r",
            "9999999999",
            "\u{1b}P>|",
            "1;5",
            "~",
            "[[",
            "\0",
            "\u{7f}",
        ];
        (0..self.below(20)).map(|_| self.one(&parts)).collect()
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
