//! People read what models wrote, and every extractor is measured against them: `assay extract
//! sample`, `decide extract`, `agree extraction`, `agree review`.

use std::path::Path;

use serde_json::Value;

use crate::extraction::{assay, shared_data};

struct Team {
    folder: tempfile::TempDir,
}

const QUESTIONS: &str = "index\tquestion\tA\tB\tC\tD\tanswer\tcategory\tsplit\n\
    1\tWhich animal?\tdog\tcat\thorse\tsheep\tB\tanimals\tdev\n\
    2\tWhich colour?\tred\tgreen\tblue\tgrey\tA\tcolours\tdev\n\
    3\tWhich shape?\tround\tsquare\tflat\tlong\tC\tshapes\tdev\n";

impl Team {
    /// Three questions and two models; one of them has a slash in its name.
    fn new() -> Self {
        let team = Team { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(team.path("questions.tsv"), QUESTIONS).expect("a file");
        team.done(&["import", "questions", &team.path("questions.tsv"), "--benchmark", "b"]);
        team.predictions("org/one", ["The cat, I think.", "Either red or blue.", "C"]);
        team.predictions("two", ["Something furry.", "I cannot say.", "It is square or flat."]);
        team
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path").to_owned()
    }

    fn predictions(&self, model: &str, texts: [&str; 3]) {
        let mut file = String::from("index\tprediction\n");
        for (index, text) in texts.iter().enumerate() {
            file.push_str(&format!("{}\t{text}\n", index + 1));
        }
        let path = self.path("predictions.tsv");
        std::fs::write(&path, file).expect("a file");
        self.done(&["import", "predictions", &path, "--model", model, "--replace"]);
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        let database = self.path("assay.db");
        assay(&[&["--db", &database], arguments].concat())
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {message}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.done(arguments)).expect("JSON")
    }

    fn reads(&self, person: &str, prediction: &str, label: &str) {
        self.done(&["decide", "extract", prediction, "--as", person, "--label", label]);
    }
}

fn extractor<'a>(document: &'a Value, name: &str) -> &'a Value {
    let all = document["extractors"].as_array().expect("extractors");
    all.iter().find(|of| of["extractor"] == name).expect("this extractor")
}

#[test]
fn a_sample_is_drawn_from_what_the_rules_cannot_read_and_is_the_same_for_the_same_seed() {
    let team = Team::new();
    let arguments = ["extract", "sample", "--rate", "1", "--stratify", "model", "-o", "json"];
    let drawn = team.json(&arguments);
    assert_eq!(drawn["filters"]["rules"], "assay");
    let strata = drawn["strata"].as_array().expect("strata");
    assert!(strata.iter().all(|of| of["drawn"] == of["available"]), "{drawn}");
    assert_eq!(drawn["sample"], "sample-1-1");
    let taken = team.refused(&arguments);
    assert!(taken.contains("already has a sample"), "{taken}");

    let all = [&arguments[..], &["--only", "all", "--name", "all"]].concat();
    assert_eq!(team.json(&all)["drawn"], 6);
    let half = |name: &str| {
        let rest = ["--rate", "0.5", "--seed", "9", "--only", "all", "--name", name, "-o", "json"];
        team.json(&[&["extract", "sample"], &rest[..]].concat())
    };
    assert_eq!(half("x")["strata"], half("y")["strata"]);
}

#[test]
fn a_decision_by_name_is_history_like_any_other() {
    let team = Team::new();
    let row = team.json(&["decide", "extract", "1/org/one/0", "--as", "ann", "--label", "b"]);
    assert_eq!(
        (&row["queue"], &row["act"], &row["label"]),
        (&"extract".into(), &"extract".into(), &"B".into())
    );
    assert_eq!(row["item"], "1/org/one/0");
    let none = team.json(&["decide", "extract", "2/two/0", "--as", "ann", "--label", "Z"]);
    assert_eq!(none["label"], "Z");
    for label in ["refusal", "several", "off-topic"] {
        team.reads("ann", "2/two/0", label);
    }
    let wrong = team.refused(&["decide", "extract", "1/two/0", "--as", "ann", "--label", "E"]);
    assert!(wrong.contains("without a choice E"), "{wrong}");
    let absent = team.refused(&["decide", "extract", "1/three/0", "--as", "ann", "--label", "A"]);
    assert!(absent.contains("no prediction 1/three/0"), "{absent}");
    assert_eq!(team.done(&["export", "decisions"]).lines().count(), 5);
    team.done(&["doctor"]);
}

#[test]
fn extractors_are_measured_against_the_majority_with_the_human_ceiling_beside_them() {
    let team = Team::new();
    for (prediction, labels) in [
        ("1/org/one/0", ["B", "B", "B"]),
        ("2/org/one/0", ["several", "several", "A"]),
        ("3/org/one/0", ["C", "C", "C"]),
        ("1/two/0", ["none", "off-topic", "none"]),
        ("2/two/0", ["refusal", "refusal", "refusal"]),
        ("3/two/0", ["several", "B", "C"]),
    ] {
        for (person, label) in ["ann", "bob", "cy"].iter().zip(labels) {
            team.reads(person, prediction, label);
        }
    }
    let found = team.json(&["agree", "extraction", "-o", "json", "--resamples", "200"]);
    assert_eq!((&found["items"], &found["tied"]), (&5.into(), &1.into()));
    assert_eq!(found["ceiling"]["people"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["ceiling"]["items"], 6);
    let rules = extractor(&found, "assay");
    assert_eq!(rules["n"], 5);
    assert!(rules["alignment"]["ci95"].is_array());
    assert_eq!(extractor(&found, "ann")["sort"], "person");
    assert_eq!(extractor(&found, "lexical")["sort"], "lexical");
    // Four rule sets and lexical make ten pairs.
    assert_eq!(found["comparisons"].as_array().map(Vec::len), Some(10));
    let models: Vec<&Value> =
        found["accuracy"].as_array().unwrap().iter().map(|m| &m["model"]).collect();
    assert_eq!(models, ["org/one", "two"]);
    assert!(found["power"]["at_most"].as_u64().unwrap() > 1_000);

    for form in ["table", "csv", "markdown"] {
        let svg = team.path("figure.svg");
        let text =
            team.done(&["agree", "extraction", "-o", form, "--resamples", "200", "--svg", &svg]);
        assert!(text.contains("lexical"), "{text}");
        assert!(std::fs::read_to_string(&svg).expect("a figure").ends_with("</svg>\n"));
    }
    let by_ann = team.json(&[
        "agree",
        "extraction",
        "--reference",
        "ann",
        "-o",
        "json",
        "--resamples",
        "200",
    ]);
    assert_eq!((&by_ann["items"], &by_ann["reference"]), (&6.into(), &"ann".into()));
}

#[test]
fn a_label_does_not_outlive_the_text_it_was_read_from() {
    let team = Team::new();
    team.reads("ann", "1/two/0", "B");
    let path = team.path("again.tsv");
    std::fs::write(&path, "index\tprediction\n1\tA dog.\n2\tRed.\n3\tFlat.\n").expect("a file");
    team.done(&["import", "predictions", &path, "--model", "two", "--replace"]);
    // The old run is still there, and the label with it.
    assert_eq!(team.json(&["agree", "extraction", "-o", "json"])["items"], 1);
    team.reads("ann", "1/two/0", "A");
    let found = team.json(&["agree", "extraction", "-o", "json"]);
    assert_eq!(found["items"], 1, "only the newest decision of a person on an item is in force");
}

#[test]
fn no_more_people_than_wanted_read_a_text() {
    let team = Team::new();
    team.done(&["extract", "sample", "--rate", "1", "--only", "all", "--per-item", "2"]);
    team.reads("ann", "1/two/0", "none");
    team.reads("bob", "1/two/0", "none");
    let third = ["decide", "extract", "1/two/0", "--as", "cy", "--label", "A"];
    assert!(team.refused(&third).contains("2 are enough"));
    team.reads("ann", "1/two/0", "B"); // one's own label can still be changed
}

#[test]
fn reviewers_are_compared_in_verdict_answer_and_reasons() {
    let team = Team::new();
    let review = |key: &str, who: &str, rest: &[&str]| {
        team.done(&[&["decide", "review", key, "--as", who], rest].concat());
    };
    let keep = |answer| ["--answer", answer, "--verdict", "keep"];
    review("1", "ann", &keep("B"));
    review("1", "bob", &keep("B"));
    review("2", "ann", &keep("A"));
    review("2", "bob", &["--answer", "z", "--verdict", "wrong", "--reason", "bad-picture"]);
    let found = team.json(&["agree", "review", "-o", "json"]);
    assert_eq!((&found["questions"], &found["shared"]), (&2.into(), &2.into()));
    assert_eq!(found["verdict"]["pairs"][0]["raw"]["value"], 0.5);
    assert_eq!(found["against_reference"][1]["agreement"]["value"], 0.5);
    assert_eq!(found["disagreements"][0]["question"], "2");
    for form in ["table", "csv", "markdown"] {
        assert!(team.done(&["agree", "review", "-o", form]).contains("bob"));
    }
}

/// What `docs/lexical.md` says about the lexical extractor.
#[test]
fn the_lexical_extractor_is_as_good_as_it_is_told_to_be() {
    let Some(path) = shared_data("extraction_real.jsonl") else { return };
    let (found, right, labelled) = lexical_quality(&path);
    eprintln!("lexical: {found} found, {right} right of {labelled}");
    assert!(found * 100 / labelled >= 40, "{found} of {labelled}");
    assert!(right * 100 / found >= 90, "{right} of {found}");
}

fn lexical_quality(path: &Path) -> (usize, usize, usize) {
    let output = assay(&["extract", "cases", path.to_str().expect("a path"), "--rules", "lexical"]);
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let read = lines(&String::from_utf8(output.stdout).expect("UTF-8"));
    let cases = lines(&std::fs::read_to_string(path).expect("the cases"));
    let labelled = cases.iter().zip(&read).filter(|(case, _)| case["reference"].is_string());
    labelled.fold((0, 0, 0), |(found, right, all), (case, read)| {
        let is_found = !read["label"].is_null();
        let is_right = is_found && read["label"] == case["reference"];
        (found + usize::from(is_found), right + usize::from(is_right), all + 1)
    })
}

#[test]
fn the_demo_has_a_sample_to_read_and_made_up_people_to_compare() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a path");
    assert!(assay(&["demo", "--dir", dir, "--no-tui"]).status.success());
    let database = format!("{dir}/assay.db");
    let json = |command: &str| -> Value {
        let output = assay(&["--db", &database, "agree", command, "-o", "json"]);
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let read = json("extraction");
    assert_eq!(read["ceiling"]["people"], serde_json::json!(["sim-reviewer-1", "sim-reviewer-2"]));
    assert!(read["items"].as_u64().unwrap() > 30, "{}", read["items"]);
    let reviewed = json("review");
    assert_eq!(reviewed["shared"], 60);
    assert!(!reviewed["disagreements"].as_array().unwrap().is_empty());
    let status = assay(&["--db", &database, "doctor"]);
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
}

#[test]
fn labels_of_a_judge_outside_are_measured_like_every_extractor() {
    let team = Team::new();
    team.reads("ann", "1/org/one/0", "B");
    team.reads("ann", "2/two/0", "refusal");
    let path = team.path("labels.csv");
    std::fs::write(&path, "question,model,pass,label\n1,org/one,0,B\n2,two,0,Z\n").expect("a file");
    let done = team.json(&["import", "labels", &path, "--extractor", "judge-1", "-o", "json"]);
    assert_eq!(done["extractors"]["judge-1"], 2);
    let found = team.json(&["agree", "extraction", "--reference", "ann", "-o", "json"]);
    let judge = extractor(&found, "judge-1");
    assert_eq!((&judge["sort"], &judge["alignment"]["value"]), (&"model".into(), &1.0.into()));

    let refused = team.refused(&["import", "labels", &path, "--extractor", "assay"]);
    assert!(refused.contains("built in"), "{refused}");
    std::fs::write(&path, "question,model,pass,label\n1,two,0,A\n9,two,0,A\n").expect("a file");
    let unknown = team.refused(&["import", "labels", &path, "--extractor", "judge-2"]);
    assert!(unknown.contains("line 3") && unknown.contains("9/two/0"), "{unknown}");
    let found = team.json(&["agree", "extraction", "-o", "json"]);
    assert!(!found.to_string().contains("judge-2"), "nothing is half imported");
}

#[test]
fn texts_can_be_read_in_plain_lines() {
    use std::io::Write as _;
    let team = Team::new();
    team.done(&["extract", "sample", "--rate", "1", "--only", "all"]);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["--db", &team.path("assay.db"), "annotate", "extract", "--as", "ann", "--plain"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let lines = b"what?\na\nundo\nb\nn a remark\nnone\nr\nseveral\no\nlater\n";
    child.stdin.take().expect("a pipe").write_all(lines).expect("lines");
    let output = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("Taken back: read A."), "{said}");
    assert!(said.contains("Saved off-topic.") && said.contains("5 of 6 texts are read."), "{said}");
    assert!(said.contains("Nothing was saved: \"what?\" is no answer here"), "{said}");
    assert!(!said.contains("org/one"), "blind to the model: {said}");
    assert_eq!(team.json(&["agree", "extraction", "-o", "json"])["items"], 5);
}

/// A circular question with two passes and its predictions, and one whose passes are judged alone.
fn judged_team() -> Team {
    let team = Team { folder: tempfile::tempdir().expect("a folder") };
    let questions = "index\tquestion\tA\tB\tC\tanswer\n\
        1\tWhich animal?\tdog\tcat\thorse\tB\n\
        1000001\tWhich animal?\tcat\thorse\tdog\tA\n\
        2\tWhich colour?\tred\tgreen\tblue\tA\n\
        1000002\tWhich colour?\tgreen\tblue\tred\tC\n";
    std::fs::write(team.path("questions.tsv"), questions).expect("a file");
    team.done(&["import", "questions", &team.path("questions.tsv"), "--benchmark", "b"]);
    let predictions = "index\tprediction\n1\tB\n1000001\tsomething furry\n\
        2\tlike blood\n1000002\tlike grass\n";
    std::fs::write(team.path("predictions.tsv"), predictions).expect("a file");
    team.done(&["import", "predictions", &team.path("predictions.tsv"), "--model", "m"]);
    team
}

const GROUP_LOGS: [(i64, i64, &str); 2] = [
    (
        1,
        0,
        "Rolling 0 Matched.\nFailed in Rolling 1: Answer is A; Prediction is something furry; \
         Pre-fetched is Z; Match Log is Z, no option is close.\n",
    ),
    (
        2,
        0,
        "Rolling 0: Answer is A, Prediction is like blood, Pre-fetched is A.\nFailed in Rolling 1: \
         Answer is C; Prediction is like grass; Pre-fetched is B; Match Log is Failed to predict, thus \
         randomly generate one. .\n",
    ),
];

fn as_workbook(path: &str) {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in ["index", "question", "hit", "log"].iter().enumerate() {
        sheet.write(0, column as u16, *name).expect("a cell");
    }
    for (row, (index, hit, log)) in (1..).zip(GROUP_LOGS) {
        sheet.write(row, 0, index).expect("a cell");
        sheet.write(row, 1, "Which?").expect("a cell");
        sheet.write(row, 2, hit).expect("a cell");
        sheet.write(row, 3, log).expect("a cell");
    }
    book.save(path).expect("a workbook");
}

fn as_json(path: &str) {
    let rows = GROUP_LOGS.map(
        |(index, hit, log)| serde_json::json!({"index": index.to_string(), "hit": hit, "log": log}),
    );
    std::fs::write(path, serde_json::json!(rows).to_string()).expect("a file");
}

fn as_tsv(path: &str) {
    let mut text = "index\thit\tlog\n".to_owned();
    for (index, hit, log) in GROUP_LOGS {
        text.push_str(&format!("{index}\t{hit}\t\"{log}\"\n"));
    }
    std::fs::write(path, text).expect("a file");
}

#[test]
fn a_judges_labels_are_read_from_the_logs_of_groups_in_every_form_of_the_file() {
    for (name, write) in [
        ("m_b_gpt4_result.xlsx", as_workbook as fn(&str)),
        ("m_b_gpt4_result.json", as_json),
        ("m_b_gpt4_result.tsv", as_tsv),
    ] {
        let team = judged_team();
        let path = team.path(name);
        write(&path);
        let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4"];
        let done = team.json(&[&command[..], &["-o", "json"]].concat());
        let told = &done["result_file"];
        let counts = ["rows", "labels", "random_draws", "maybe_random", "by_rules"];
        assert_eq!(counts.map(|of| told[of].as_u64().expect("a count")), [2, 2, 1, 1, 1], "{name}");
        team.reads("ann", "1/m/1", "none");
        team.reads("ann", "2/m/0", "A");
        team.reads("ann", "2/m/1", "A");
        let found = team.json(&["agree", "extraction", "-o", "json", "--resamples", "100"]);
        let judge = extractor(&found, "gpt4");
        assert_eq!((&judge["n"], &judge["nothing"]), (&3.into(), &1.into()), "{name}");
        assert_eq!(judge["disagreements"][0]["item"], "2/m/1", "drawn at random is no label");
    }
}

#[test]
fn a_judges_replies_are_read_from_the_logs_of_single_rows() {
    let team = judged_team();
    let path = team.path("result.tsv");
    let log = "index\thit\tlog\n1\t1\tMatch Log: B. \n1000001\t0\tMatch Log: C. \n\
        2\t1\tMatch Log: It means red or maybe blood. \n\
        1000002\t0\tMatch Log: it could be A or B. \n7\t0\tMatch Log: A. \n";
    std::fs::write(&path, log).expect("a file");
    let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4", "-o", "json"];
    let told = &team.json(&command)["result_file"];
    assert_eq!((&told["labels"], &told["by_rules"]), (&2.into(), &1.into()), "{told}");
    let silent = told["silent"].as_object().expect("reasons");
    assert_eq!(silent.len(), 2, "{told}");
    assert!(silent.keys().any(|why| why.contains("do not agree on what the reply says")));
    assert!(silent.keys().any(|why| why.contains("of no question")));
}

#[test]
fn a_file_that_tells_nothing_of_a_judge_is_refused_with_the_reasons() {
    let team = judged_team();
    let path = team.path("result.tsv");
    std::fs::write(&path, "index\thit\tlog\n1\t1\tSucceed During Pre-fetching\n2\t0\t\n")
        .expect("a file");
    let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4"];
    let refused = team.refused(&command);
    assert!(refused.contains("1 rows: the rules decided before a judge was asked"), "{refused}");
    assert!(refused.contains("nothing was imported"), "{refused}");
    let unnamed = team.refused(&command[..5]);
    assert!(unnamed.contains("--model and --extractor"), "{unnamed}");
    let other = team.refused(&["import", "labels", &path, "--model", "x", "--extractor", "gpt4"]);
    assert!(other.contains("no predictions of x"), "{other}");

    let pickle = team.path("result.pkl");
    std::fs::write(&pickle, b"\x80\x04\x95}\x94.").expect("a file");
    let refused = team.refused(&["import", "labels", &pickle, "--model", "m", "--extractor", "g"]);
    assert!(refused.contains("pickle") && refused.contains("_result.xlsx"), "{refused}");
}

/// How many questions are right, how many predictions stay without a label, and what is said.
fn scored(team: &Team, extractor: Option<&str>) -> (u64, u64, String) {
    let mut command = vec!["eval", "--model", "two", "--strategy", "first-pass", "-o", "json"];
    command.extend(extractor.into_iter().flat_map(|name| ["--extractor", name]));
    let document = team.json(&command);
    let model = &document["models"][0];
    let overall = model["results"].as_array().expect("rows").iter();
    let overall = overall.clone().find(|row| row["level"] == "overall").expect("overall");
    assert_eq!(overall["questions"], 3);
    let not_read = model["stand_in"]["not_read"].as_u64().unwrap_or(0);
    (overall["correct"].as_u64().expect("a count"), not_read, model["warnings"].to_string())
}

#[test]
fn labels_of_a_judge_or_a_person_stand_in_where_the_rules_read_nothing() {
    let team = Team::new();
    // From none of the three texts do the rules read a label.
    assert_eq!(scored(&team, None).0, 0);

    let path = team.path("labels.csv");
    std::fs::write(&path, "question,model,pass,label\n1,two,0,B\n2,two,0,A\n").expect("a file");
    team.done(&["import", "labels", &path, "--extractor", "judge"]);
    let (right, not_read, told) = scored(&team, Some("judge"));
    assert_eq!((right, not_read), (2, 1), "B and A are right, the third text has no label");
    assert!(told.contains("1 predictions") && told.contains("no label of judge"), "{told}");

    for (item, label) in [("1/two/0", "none"), ("2/two/0", "A"), ("3/two/0", "B")] {
        team.reads("ann", item, label);
    }
    assert_eq!(scored(&team, Some("ann")), (1, 0, "[]".into()), "only A on the second is right");
}

#[test]
fn the_nearest_words_stand_in_where_the_rules_read_nothing() {
    let team = Team::new();
    team.predictions("two", ["the animal is a caat", "I cannot say.", "It is flaat"]);
    let (right, not_read, told) = scored(&team, Some("lexical"));
    assert_eq!((right, not_read), (2, 0), "{told}");
    assert!(told.contains("1 predictions") && told.contains("tell lexical nothing"), "{told}");
}
