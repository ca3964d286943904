//! The program in English and in Chinese: the same keys, other words.

use std::fs;

use regex::Regex;
use serde_json::Value;

use crate::harness::pty::{Terminal, TerminalSession};
use crate::harness::{Workplace, questions, with_input};

/// What somebody waits for in one language.
struct Words {
    code: &'static str,
    chooser: &'static str,
    review: &'static str,
    saved_answer: &'static str,
    panel: &'static str,
    saved_wrong: &'static str,
    saved_text_only: &'static str,
    note: &'static str,
    note_saved: &'static str,
    taken_back: &'static str,
    far: &'static str,
    summary: &'static str,
}

const ENGLISH: Words = Words {
    code: "en",
    chooser: "which benchmark?",
    review: "market · review · alice",
    saved_answer: "saved c",
    panel: "What is wrong?",
    saved_wrong: "saved c · wrong, right is a",
    saved_text_only: "saved b · text-only",
    note: "Note on #",
    note_saved: "note saved",
    taken_back: "taken back: text-only",
    far: "2 of 3",
    summary: "This sitting: 2 questions",
};

const CHINESE: Words = Words {
    code: "zh",
    chooser: "选择哪个基准？",
    review: "market · 审核 · alice",
    saved_answer: "已保存 c",
    panel: "哪里有误？",
    saved_wrong: "已保存 c · 有误，正确的是 a",
    saved_text_only: "已保存 b · 仅凭文字可答",
    note: "的备注",
    note_saved: "备注已保存",
    taken_back: "已撤销：仅凭文字可答",
    far: "2/3",
    summary: "本次：2 道题目",
};

fn two_benchmarks() -> Workplace {
    let place = Workplace::with_questions(2);
    place.write("market.tsv", &questions(3));
    place.assay(&["import", "questions", "market.tsv"]).well();
    place
}

/// Chooses a benchmark, answers, flags with a reason, the right answer and a note, writes a note, flags
/// again, takes back and brings back, and goes to the other benchmark.
fn work_in(words: &Words) -> Vec<Value> {
    let place = two_benchmarks();
    let arguments = ["annotate", "review", "--as", "alice", "--language", words.code];
    let mut session = TerminalSession::start(&place, &arguments, Terminal::default());
    session.wait_for(words.chooser);
    session.keys("j\r");
    session.wait_for(words.review);
    session.keys("c");
    session.wait_for(words.saved_answer);
    session.keys("w");
    session.wait_for(words.panel);
    session.keys("4A\tx 字迹太小\r");
    session.wait_for(words.saved_wrong);
    session.keys("n");
    session.wait_for(words.note);
    session.keys("look again\r");
    session.wait_for(words.note_saved);
    session.keys("b");
    session.wait(words.saved_answer, |seen| !seen.text().contains(words.note_saved));
    session.keys("t");
    session.wait_for(words.saved_text_only);
    session.keys("u");
    session.wait_for(words.taken_back);
    session.keys("\u{12}");
    session.wait_for(words.far);
    session.keys(":benchmarks\r");
    session.wait_for(words.chooser);
    session.keys("k\r");
    session.wait_for("Assay · b");
    session.keys(":benchmarks\r");
    session.wait_for(words.chooser);
    session.keys("j\r");
    session.wait_for("Assay · market");
    session.keys("q");
    session.wait_for(words.summary);
    assert_eq!(session.end(), 0);
    place.export()
}

#[test]
fn the_same_keys_make_the_same_decisions_in_each_language() {
    let told = |row: Value| {
        let of = |name: &str| row[name].clone();
        ["act", "answer", "verdict", "reasons", "corrected", "note"].map(of)
    };
    let [english, chinese] = [&ENGLISH, &CHINESE].map(|words| {
        let rows = work_in(words);
        rows.into_iter().map(told).collect::<Vec<_>>()
    });
    assert_eq!(english, chinese);
    assert!(english.iter().any(|row| row[4] == "A" && row[5] == "x 字迹太小"), "{english:?}");
    assert!(english.iter().any(|row| row[5] == "look again"), "{english:?}");
}

/// Words of Latin letters that are no Chinese but belong there: data, names and what is typed.
const KNOWN: &[&str] = &[
    // Names of the program, of keys, of ways to paint and of measures.
    "Assay",
    "Enter",
    "Esc",
    "Tab",
    "Ctrl",
    "Alt",
    "Shift",
    "PgUp",
    "PgDn",
    "Home",
    "End",
    "Space",
    "kitty",
    "tmux",
    "kappa",
    "alpha",
    "AC1",
    "McNemar",
    "Fleiss",
    "Cohen",
    "mouse",
    "false",
    "fg",
    "vlmevalkit",
    "early",
    "mid",
    "late",
    "lexical",
    "assay",
    "majority",
    "all",
    // Commands.
    "import",
    "predictions",
    "FILE",
    "model",
    "NAME",
    "infer",
    "help",
    "status",
    "annotate",
    "extract",
    "decide",
    // The data of the tests.
    "farm",
    "alice",
    "bob",
    "carol",
    "dave",
    "erin",
    "Gwet",
    "Krippendorff",
    "dev",
    "test",
    "folder",
    "db",
    "yyyy",
    "mm",
    "dd",
    "hh",
    "60x60",
    "60x80",
    "80x60",
    "evil",
    "end",
    "gone",
    "2J",
];

/// What is left of a text without words that are known, in lines.
fn unknown_words(text: &str, known: &[&str]) -> Vec<String> {
    let word = Regex::new(r"[A-Za-z][A-Za-z0-9]+|\d+[A-Za-z]\w*").unwrap();
    let mut found = Vec::new();
    for line in text.lines() {
        // A name of the data that is cut ends with the sign.
        let whole = word.find_iter(line).filter(|it| !line[it.end()..].starts_with('…'));
        for unknown in whole.map(|it| it.as_str()).filter(|it| !known.contains(it)) {
            found.push(format!("{unknown:?} in {line}"));
        }
    }
    found
}

/// English words on a Chinese screen of this name that neither the program may say nor its data says.
pub fn english_on(screen: &str, text: &str) -> Vec<String> {
    unknown_words(text, &[KNOWN, &data_of(screen)].concat())
}

/// What the data of a screen says in English.
fn data_of(screen: &str) -> Vec<&'static str> {
    // Hostile text, sizes of the screen, and what models and people wrote.
    let everywhere = "202E 200B ev evi ne en e gone one 120x40 80x24 60x20 FP CP gpt ann cy";
    let here = match screen.split('_').next().unwrap_or_default() {
        "guideline" => {
            "2fe018ba0f959cc9 Reviewing Look answer then judge keep only text see the paper https example \
             org key what wrong"
        }
        "agreement" => "careful loud text Looking closely the answer is It could be any of shops",
        "model" | "models" => {
            "careful loud asked Looking closely the answer is It could be any of shops out of memory 02T03 000Z"
        }
        "extract" => "Lemons are yellow so It stands behind the dog",
        "verify" => "careful loud ABC BCA CAB no correct model more spatial relationship",
        "adjudicate" => "half of the sheep are hidden",
        "history" | "home" | "question" | "review" => "the drawing is small",
        "note" => "the second shop",
        "palette" => "pic",
        "votes" => "terse wordy plain sheep",
        "description" => "mmbench assay describe",
        "look" => "train sub 2Jcopy jpg 1B 1b",
        // A file of one's own.
        "settings" => "mine theme toml",
        _ => "",
    };
    everywhere.split_whitespace().chain(here.split_whitespace()).collect()
}

#[test]
fn the_plain_mode_speaks_chinese() {
    let place = Workplace::with_questions(3);
    let arguments = ["annotate", "review", "--plain", "--as", "alice"];
    let mut command = place.command(&arguments);
    command.env("LANG", "zh_CN.UTF-8");
    let lines = "n 字太小\n\nb\nw 4=b\nw 4=c 0 看地图\nb\nhello\nu\nr\ny\ns\nd\nz\nt\nq\n";
    let said = with_input(command, lines).well().out;
    for line in [
        "审核：b，标注员 alice。\n",
        "您的回答？a 到 c，z 都不对，x 从图片看不出。",
        "能力：感知 › 细粒度感知（单实例） › 文字识别\n来源：dev\n",
        "没有保存：b 就是参考答案；哪一个才是正确的？",
        "已保存：有误（参考答案错误，其他，正确的是 C），题目 ",
        "“hello”在这里没有含义。",
        "本次：",
        "所有决定都已保存。",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    let known =
        ["alice", "dev", "Question", "number", "first", "second", "third", "hello", "assay"];
    let known = [&known[..], &["show", "12x8"]].concat();
    let unknown = unknown_words(&said, &known);
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn the_command_line_comes_before_the_configuration_and_that_before_the_locale() {
    let place = Workplace::with_questions(1);
    let greeting = |variables: &[(&str, &str)], options: &[&str]| {
        let arguments = [&["annotate", "review", "--plain", "--as", "alice"], options].concat();
        let mut command = place.command(&arguments);
        command.envs(variables.iter().copied());
        with_input(command, "q\n").well().out.lines().next().unwrap().to_owned()
    };
    let (english, chinese) = ("Review of b as alice.", "审核：b，标注员 alice。");
    assert_eq!(greeting(&[], &[]), english);
    assert_eq!(greeting(&[("LC_ALL", "zh_TW")], &[]), chinese);
    fs::create_dir(place.path("assay")).unwrap();
    fs::write(place.path("assay/config.toml"), "language = \"zh\"\n").unwrap();
    assert_eq!(greeting(&[("LANG", "en_GB.UTF-8")], &[]), chinese);
    assert_eq!(greeting(&[("ASSAY_LANGUAGE", "en")], &[]), english);
    assert_eq!(greeting(&[("ASSAY_LANGUAGE", "en")], &["--language", "zh"]), chinese);
    fs::write(place.path("assay/config.toml"), "language = \"auto\"\n").unwrap();
    assert_eq!(greeting(&[("LANG", "de_DE")], &[]), english);
}
