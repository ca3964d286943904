//! Tests of the catalogues against each other and against the sources: every message exists in both
//! languages with the same arguments and is used, and the English ones agree with the texts of the
//! lower modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use regex::Regex;

use super::terms;
use crate::action::Action;
use crate::messages::{Language, files, speak, text};
use crate::picture::PictureMode;
use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{
    Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason,
};
use assay_core::benchmark::gate::Confidence;
use assay_core::benchmark::hand_label::HandLabel;
use assay_core::benchmark::own_reason::Reason;
use assay_core::benchmark::queues::QUEUES;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::verification::{VerifyReason, VerifyVerdict};
use assay_core::extract::{BuiltIn, Choices};
use assay_core::keyword::Keyword;
use assay_llm::FailureKind;
use assay_store::FlagKind;
use assay_workflow::queue::{SessionSummary, Waiting};

type Arguments = BTreeSet<String>;

/// The messages of a file with their arguments.
fn messages(source: &str) -> BTreeMap<String, Arguments> {
    let resource = FluentResource::try_new(source.to_owned());
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut found = BTreeMap::new();
    for entry in resource.entries() {
        let Entry::Message(message) = entry else { continue };
        let mut add = |id: String, pattern| {
            let mut arguments = Arguments::new();
            collect(pattern, &mut arguments);
            assert!(found.insert(id.clone(), arguments).is_none(), "{id} is there twice");
        };
        if let Some(pattern) = &message.value {
            add(message.id.name.to_owned(), pattern);
        }
        for attribute in &message.attributes {
            add(format!("{}.{}", message.id.name, attribute.id.name), &attribute.value);
        }
    }
    found
}

fn collect(pattern: &Pattern<&str>, arguments: &mut Arguments) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Select { selector, variants } => {
                for variant in variants {
                    collect(&variant.value, arguments);
                }
                selector
            }
            Expression::Inline(inline) => inline,
        };
        if let InlineExpression::VariableReference { id } = inline {
            arguments.insert(id.name.to_owned());
        }
    }
}

fn all(
    source: fn((&'static str, &'static str, &'static str)) -> &'static str,
) -> BTreeMap<String, Arguments> {
    files().flat_map(|file| messages(source(file))).collect()
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_arguments() {
    for (name, english, chinese) in files() {
        assert_eq!(messages(english), messages(chinese), "{name}.ftl");
    }
    let count: usize = files().map(|(_, english, _)| messages(english).len()).sum();
    assert_eq!(count, all(|file| file.1).len(), "an id is in two files");
}

#[test]
fn every_file_of_messages_is_built_in() {
    for language in ["en", "zh"] {
        let folder = repository().join("assets/messages").join(language);
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let names: BTreeSet<String> =
            names.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        let known: BTreeSet<String> = files().map(|file| file.0.to_owned()).collect();
        assert_eq!(names, known);
    }
}

/// Chinese messages have no Latin words except international names.
#[test]
fn chinese_messages_are_chinese() {
    let placeable = Regex::new(r"\{[^{}]*\}|`[^`]*`|--[a-z-]+(=\w+)?").unwrap();
    let word = Regex::new(r"[A-Za-z][A-Za-z0-9]+").unwrap();
    let typed = Regex::new(r"^(?:[a-zF?], )?[a-z-]+：(.*)$").unwrap();
    let keys = ["Enter", "Alt", "Esc", "Tab", "Ctrl", "Shift", "TEXT", "WHY"];
    let names = [
        "Assay",
        "kitty",
        "sixel",
        "iTerm2",
        "tmux",
        "TERM",
        "kappa",
        "alpha",
        "AC1",
        "McNemar",
        "Fleiss",
        "Cohen",
        "VLMEvalKit",
        "TLS",
        "UTF",
        "assay",
        "describe",
        "x12",
    ];
    for (file, _, chinese) in files() {
        for line in chinese.lines().filter(|line| !line.starts_with('#')) {
            let value = line.split_once(" = ").map_or(line, |(_, value)| value);
            if value.trim_start().starts_with(['[', '*']) || line.ends_with('=') {
                continue;
            }
            // `y, keep：…`: a word to type.
            let value = value.trim_start();
            let value = typed.captures(value).map_or(value, |found| found.get(1).unwrap().as_str());
            let bare = placeable.replace_all(value, " ");
            for found in word.find_iter(&bare).map(|found| found.as_str()) {
                let is_known = keys.contains(&found) || names.contains(&found);
                assert!(is_known, "{file}.ftl: {found:?} in {line:?}");
            }
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs")
            && !path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"))
        {
            found.push(path);
        }
    }
}

/// The folder of the workspace.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of all crates without tests and comments.
fn code() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    sources(&repository().join("src"), &mut files);
    sources(&repository().join("crates"), &mut files);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let text = lines.collect::<Vec<_>>().join("\n");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// The arguments of a call that begins behind its opening bracket: the names before `=` and `:`, and those
/// alone.
fn arguments_of_call(call: &str) -> Arguments {
    let (mut depth, mut start, mut in_text, mut parts) = (0, 0, false, Vec::new());
    let bytes = call.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' if at == 0 || bytes[at - 1] != b'\\' => in_text = !in_text,
            _ if in_text => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b',' | b')' if depth == 0 => {
                parts.push(&call[start..at]);
                start = at + 1;
                if byte == b')' {
                    break;
                }
            }
            _ => {}
        }
    }
    let name = Regex::new(r"^\s*(\w+)\s*(?:[=:]\s*[^=:]|$)").unwrap();
    parts.iter().skip(1).filter_map(|part| Some(name.captures(part)?[1].to_owned())).collect()
}

#[test]
fn every_message_in_the_code_exists_with_these_arguments() {
    let known = all(|file| file.1);
    let call = Regex::new(r#"\btext!\(\s*"([^"]+)""#).unwrap();
    let mut calls = 0;
    for (path, text) in code() {
        for found in call.captures_iter(&text) {
            let id = &found[1];
            let begin = found.get(1).unwrap().start() - 1;
            let path = path.display();
            let Some(wanted) = known.get(id) else { panic!("{path}: no message {id}") };
            assert_eq!(&arguments_of_call(&text[begin..]), wanted, "{path}: {id}");
            calls += 1;
        }
    }
    assert!(calls > 100, "{calls} calls: the sources are not read");
}

#[test]
fn every_message_is_used() {
    let quoted = Regex::new(r#""([a-z][a-z0-9.-]+)""#).unwrap();
    let family = Regex::new(r#"(?:words_(?:of|if_any)\(|text!\(\s*of)\s*"([a-z-]+)""#).unwrap();
    let (mut used, mut families) = (BTreeSet::new(), BTreeSet::from(["action-".to_owned()]));
    for (_, text) in code() {
        used.extend(quoted.captures_iter(&text).map(|found| found[1].to_owned()));
        families.extend(family.captures_iter(&text).map(|found| format!("{}-", &found[1])));
    }
    let is_used =
        |id: &str| used.contains(id) || families.iter().any(|it| id.starts_with(it.as_str()));
    let unused: Vec<String> = all(|file| file.1).into_keys().filter(|id| !is_used(id)).collect();
    assert_eq!(unused, Vec::<String>::new());
}

/// The messages whose ids are made of names.
#[test]
fn every_value_of_the_modules_below_has_a_message() {
    let known = all(|file| file.1);
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for action in Action::all() {
        wanted.insert(format!("action-{}", action.name()));
        wanted.insert(format!("action-{}.sentence", action.name()));
    }
    wanted.extend(WrongReason::all().map(|reason| format!("reason-{}", reason.name())));
    let criteria = WrongReason::all().filter(|reason| *reason != WrongReason::Other);
    wanted.extend(criteria.map(|missed| format!("criterion-{}", missed.name())));
    wanted.extend(VerifyReason::all().map(|reason| format!("reason-{}", reason.name())));
    wanted.extend(ReviewVerdict::all().map(|verdict| format!("outcome-{}", verdict.name())));
    wanted.extend(VerifyVerdict::all().map(|verdict| format!("outcome-{}", verdict.name())));
    wanted.extend(HandLabel::NO_CHOICE.map(|label| format!("outcome-{label}")));
    wanted.extend(FailureKind::all().map(|kind| format!("failure-{}", kind.name())));
    wanted.extend(Confidence::all().map(|sure| format!("confidence-{}", sure.name())));
    wanted.extend(FlagKind::all().map(|kind| format!("flag-{}", kind.name())));
    wanted.extend(QUEUES.iter().map(|queue| format!("queue-{}", queue.name)));
    wanted.extend(PictureMode::all().map(|mode| format!("picture-mode-{}", mode.name())));
    let missing: Vec<&String> = wanted.iter().filter(|id| !known.contains_key(*id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let families =
        ["action-", "confidence-", "criterion-", "failure-", "flag-", "queue-", "picture-mode-"];
    let is_of_a_value = |id: &&String| families.iter().any(|family| id.starts_with(family));
    let unknown: Vec<&String> =
        known.keys().filter(is_of_a_value).filter(|id| !wanted.contains(*id)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn english_says_what_the_modules_below_say() {
    speak(Language::English);
    for reason in WrongReason::all() {
        assert_eq!(terms::reason(reason), reason.words());
    }
    for mode in PictureMode::all() {
        assert_eq!(mode.words(), mode.to_string());
    }
    let waiting = Waiting { suspected: 1, disagreements: 2, ..Waiting::default() };
    let words = "1 suspected question, 2 questions with differing verdicts";
    assert_eq!(
        (terms::waiting(&waiting), terms::waiting(&Waiting::default())),
        (words.to_owned(), String::new())
    );
    let review = ReviewDecision {
        corrected: Label::from_letter('C'),
        note: Some("look".into()),
        ..ReviewDecision::new(
            Some(BlindAnswer::Choice(Label::A)),
            ReviewVerdict::Wrong,
            vec![WrongReason::WrongReferenceAnswer, WrongReason::Other],
        )
    };
    let words = "wrong: wrong reference answer, other, right is C (look)";
    assert_eq!(terms::decision(&Act::Review(review.clone())), words);
    let flagged = vec![("4".to_owned(), review)];
    let summary = SessionSummary { decided: 1, active_ms: 9000, compared: 1, agreed: 1, flagged };
    assert_eq!(
        terms::session_summary(&summary),
        [
            "This sitting: 1 question, 9 s each.",
            "Your answer was the reference answer on 1 of 1.",
            "Flagged wrong: 4 (wrong reference answer, other, right is C).",
        ]
    );
    let taxonomy = Taxonomy::from_name("mmbench").unwrap();
    let known = all(|file| file.1);
    for title in taxonomy.l1.iter().flat_map(|l1| {
        let below = l1
            .l2
            .iter()
            .flat_map(|l2| l2.l3.iter().map(|l3| l3.title.as_str()).chain([l2.title.as_str()]));
        below.chain([l1.title.as_str()])
    }) {
        assert_eq!(terms::ability(taxonomy, title), title);
        speak(Language::Chinese);
        assert_ne!(terms::ability(taxonomy, title), title, "{title} has no Chinese name");
        speak(Language::English);
    }
    assert_eq!(known.keys().filter(|id| id.starts_with("ability-mmbench-")).count(), 28);
}

/// The rules read the sample's predictions by many of their steps.
#[test]
fn the_steps_by_which_rules_read_a_text_are_named_in_chinese() {
    let folder = repository().join("sample_data/predictions");
    let mut steps = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.is_dir() {
            continue;
        }
        let mut table = csv::ReaderBuilder::new().delimiter(b'\t').from_path(file).unwrap();
        for row in table.deserialize::<BTreeMap<String, String>>().map(Result::unwrap) {
            let choices = Label::all().filter_map(|label| {
                let text = row.get(&label.to_string()).filter(|text| !text.is_empty())?;
                Some((label, text))
            });
            let choices = Choices::new(choices);
            steps.extend(BuiltIn::all().map(|rules| rules.read(&row["prediction"], &choices).step));
        }
    }
    assert!(steps.len() > 12, "{steps:?}");
    speak(Language::Chinese);
    let english: Vec<&str> =
        steps.into_iter().filter(|step| terms::step(step).is_ascii()).collect();
    speak(Language::English);
    assert_eq!(english, Vec::<&str>::new());
}

#[test]
fn each_thread_has_its_own_language() {
    speak(Language::Chinese);
    assert_eq!(Action::Keep.short(), "保留");
    std::thread::spawn(|| assert_eq!(Action::Keep.short(), "keep")).join().unwrap();
    assert_eq!(text!("key-does-nothing", key = "w"), "w 在这里没有作用；按 ? 查看按键");
}
