//! Escape sequences in every text that can come from outside, made at random, and every output that
//! shows them.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::attack::times;
use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Said, Workplace, picture};

/// Pieces of which hostile texts are made. None has a line break or a tab, which end a cell.
const PIECES: [&str; 26] = [
    "\u{1b}[2J",
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]8;;http://x\u{1b}\\",
    "\u{1b}P+q\u{1b}\\",
    "\u{1b}_Ga=d\u{1b}\\",
    "\u{1b}[31m",
    "\u{1b}c",
    "\u{1b}[6n",
    "\u{9b}31m",
    "\u{9d}0;x\u{9c}",
    "\u{90}q",
    "\u{8}\u{8}",
    "\u{7f}",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\u{e0041}",
    "\u{7}",
    "\u{e}",
    "\u{1b}",
    "word",
    "猫",
    "e\u{301}",
    "%s{}$(x)`y`",
    "-o",
];

fn text(chance: &mut ChaCha8Rng) -> String {
    let count = chance.random_range(1..6);
    let pieces = (0..count).map(|_| PIECES[chance.random_range(0..PIECES.len())]);
    // Begins and ends with a letter, so that it is no option and no blank.
    format!("x{}y", pieces.collect::<String>())
}

/// Characters that act on a terminal or hide text.
fn is_hostile(letter: char) -> bool {
    letter.is_control() && letter != '\n'
        || matches!(letter, '\u{200b}' | '\u{202e}' | '\u{2066}' | '\u{feff}' | '\u{e0041}')
}

#[track_caller]
fn assert_harmless(said: &Said, what: &[&str], seed: u64) {
    for text in [&said.out, &said.err] {
        let found: Vec<char> = text.chars().filter(|&letter| is_hostile(letter)).collect();
        assert!(found.is_empty(), "seed {seed}, {what:?}: {found:?} in {text:?}");
    }
}

/// A benchmark, answers of a model, decisions and a guideline, all of hostile words.
struct Team {
    place: Workplace,
    benchmark: String,
    annotator: String,
}

impl Team {
    fn new(chance: &mut ChaCha8Rng) -> Self {
        let place = Workplace::new();
        let cell = base64_simd::STANDARD.encode_to_string(picture(1));
        let mut table = "index\tquestion\thint\tA\tB\tanswer\tcategory\tl2-category\tsplit\tsource\tcomment\timage\n".to_owned();
        let mut answers = "index\tprediction\n".to_owned();
        for key in ["1", "2", "3"] {
            let [q, hint, a, b] = [(); 4].map(|()| text(chance));
            let [c, l2, split, source, comment] = [(); 5].map(|()| text(chance));
            table += &format!(
                "{key}\t{q}\t{hint}\t{a}\t{b}\tA\t{c}\t{l2}\t{split}\t{source}\t{comment}\t{cell}\n"
            );
            answers += &format!("{key}\tB. {}\n", text(chance));
        }
        place.write("b.tsv", &table);
        place.write("p.tsv", &answers);
        place.write("g.md", &format!("# {}\n\n{}\n", text(chance), text(chance)));
        Team { place, benchmark: text(chance), annotator: text(chance) }
    }

    fn assay(&self, arguments: &[&str]) -> Said {
        Said::from_output(&self.place.command(arguments).env("NO_COLOR", "1").output().unwrap())
    }
}

fn every_output_is_harmless(seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let team = Team::new(&mut chance);
    let (benchmark, annotator) = (team.benchmark.as_str(), team.annotator.as_str());
    let [model, note, wrong] = [(); 3].map(|()| text(&mut chance));
    let making: [&[&str]; 5] = [
        &["import", "questions", "b.tsv", "--benchmark", benchmark],
        &["import", "guideline", "g.md"],
        &["import", "predictions", "p.tsv", "--model", &model],
        &[
            "decide",
            "review",
            "1",
            "--as",
            annotator,
            "--answer",
            "A",
            "--verdict",
            "wrong",
            "--reason",
            "other",
            "--note",
            &note,
        ],
        &["decide", "review", "2", "--as", annotator, "--answer", "B", "--verdict", "keep"],
    ];
    for arguments in making {
        assert_harmless(&team.assay(arguments).well(), arguments, seed);
    }
    for form in ["table", "markdown", "json"] {
        let shown: [&[&str]; 8] = [
            &["status"],
            &["models"],
            &["eval"],
            &["agree", "review"],
            &["filter", "wrong"],
            &["extract", "run"],
            &["doctor"],
            &["tables"],
        ];
        for arguments in shown {
            let arguments = [arguments, &["-o", form]].concat();
            assert_harmless(&team.assay(&arguments), &arguments, seed);
        }
    }
    let refused: [&[&str]; 7] = [
        &["show", &wrong],
        &["show", "1", "--answer"],
        &["status", "--db", &wrong],
        &["eval", "--model", &wrong],
        &["import", "questions", &wrong],
        &["annotate", "review", "--benchmark", &wrong],
        &["decide", "review", "1", "--as", annotator, "--answer", &wrong, "--verdict", "keep"],
    ];
    for arguments in refused {
        assert_harmless(&team.assay(arguments), arguments, seed);
    }
    // On the screen our own sequences are there, and no others.
    let sitting = TerminalSession::start(
        &team.place,
        &["annotate", "review", "--as", annotator],
        Terminal { columns: 120, rows: 40, ..Terminal::default() },
    );
    sitting.wait_for("2 of 3");
    sitting.keys("a");
    sitting.wait_for("saved a");
    sitting.keys("2?q/1");
    sitting.wait_for("1");
    let sent = String::from_utf8_lossy(&sitting.seen().bytes).into_owned();
    for hostile in [
        "owned",
        "\u{1b}]8;",
        "\u{1b}P+q",
        "\u{9b}",
        "\u{9d}",
        "\u{90}",
        "\u{1b}c",
        "\u{202e}",
        "\u{7f}",
    ] {
        let begins = match hostile {
            "owned" => sent.contains("\u{1b}]0;owned"),
            sequence => sent.contains(sequence),
        };
        assert!(!begins, "seed {seed}: {hostile:?} reached the terminal");
    }
}

#[test]
fn no_sequence_made_at_random_reaches_an_output() {
    for seed in 0..times(3, 300) as u64 {
        every_output_is_harmless(seed);
    }
}
