//! Judges outside, whose labels come from tables or from VLMEvalKit's `_result` files.

use super::extractor;
use crate::harness::Workplace;

#[test]
fn labels_of_a_judge_outside_are_measured_like_every_extractor() {
    let team = Workplace::with_team();
    team.reads("ann", "1/org/one/0", "B");
    team.reads("ann", "2/two/0", "refusal");
    let path = team.file("labels.csv");
    std::fs::write(&path, "question,model,pass,label\n1,org/one,0,B\n2,two,0,Z\n").expect("a file");
    let done = team.document(&["import", "labels", &path, "--extractor", "judge-1", "-o", "json"]);
    assert_eq!(done["extractors"]["judge-1"], 2);
    let found = team.document(&["agree", "extraction", "--reference", "ann", "-o", "json"]);
    let judge = extractor(&found, "judge-1");
    assert_eq!((&judge["sort"], &judge["alignment"]["value"]), (&"model".into(), &1.0.into()));

    let refused = team.failure(&["import", "labels", &path, "--extractor", "assay"]);
    assert!(refused.contains("built-in extractor"), "{refused}");
    std::fs::write(&path, "question,model,pass,label\n1,two,0,A\n9,two,0,A\n").expect("a file");
    let unknown = team.failure(&["import", "labels", &path, "--extractor", "judge-2"]);
    assert!(unknown.contains("line 3") && unknown.contains("9/two/0"), "{unknown}");
    let found = team.document(&["agree", "extraction", "-o", "json"]);
    assert!(!found.to_string().contains("judge-2"), "nothing is half imported");
}

/// A circular question with two passes and its predictions, and one whose passes are judged alone.
fn judged_team() -> Workplace {
    let team = Workplace::new();
    let questions = "index\tquestion\tA\tB\tC\tanswer\n\
        1\tWhich animal?\tdog\tcat\thorse\tB\n\
        1000001\tWhich animal?\tcat\thorse\tdog\tA\n\
        2\tWhich colour?\tred\tgreen\tblue\tA\n\
        1000002\tWhich colour?\tgreen\tblue\tred\tC\n";
    std::fs::write(team.file("questions.tsv"), questions).expect("a file");
    team.run(&["import", "questions", &team.file("questions.tsv"), "--benchmark", "b"]);
    let predictions = "index\tprediction\n1\tB\n1000001\tsomething furry\n\
        2\tlike blood\n1000002\tlike grass\n";
    std::fs::write(team.file("predictions.tsv"), predictions).expect("a file");
    team.run(&["import", "predictions", &team.file("predictions.tsv"), "--model", "m"]);
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
        let path = team.file(name);
        write(&path);
        let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4"];
        let done = team.document(&[&command[..], &["-o", "json"]].concat());
        let printed = &done["result_file"];
        let counts = ["rows", "labels", "random_draws", "maybe_random", "by_rules"];
        assert_eq!(
            counts.map(|of| printed[of].as_u64().expect("a count")),
            [2, 2, 1, 1, 1],
            "{name}"
        );
        team.reads("ann", "1/m/1", "none");
        team.reads("ann", "2/m/0", "A");
        team.reads("ann", "2/m/1", "A");
        let found = team.document(&["agree", "extraction", "-o", "json", "--resamples", "100"]);
        let judge = extractor(&found, "gpt4");
        assert_eq!((&judge["n"], &judge["nothing"]), (&3.into(), &1.into()), "{name}");
        assert_eq!(judge["disagreements"][0]["item"], "2/m/1", "drawn at random is no label");
    }
}

#[test]
fn a_judges_replies_are_read_from_the_logs_of_single_rows() {
    let team = judged_team();
    let path = team.file("result.tsv");
    let log = "index\thit\tlog\n1\t1\tMatch Log: B. \n1000001\t0\tMatch Log: C. \n\
        2\t1\tMatch Log: It means red or maybe blood. \n\
        1000002\t0\tMatch Log: it could be A or B. \n7\t0\tMatch Log: A. \n";
    std::fs::write(&path, log).expect("a file");
    let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4", "-o", "json"];
    let printed = &team.document(&command)["result_file"];
    assert_eq!((&printed["labels"], &printed["by_rules"]), (&2.into(), &1.into()), "{printed}");
    let silent = printed["silent"].as_object().expect("reasons");
    assert_eq!(silent.len(), 2, "{printed}");
    assert!(silent.keys().any(|why| why.contains("do not agree on what the reply says")));
    assert!(silent.keys().any(|why| why.contains("of no question")));
}

#[test]
fn a_file_without_labels_of_a_judge_is_refused_with_the_reasons() {
    let team = judged_team();
    let path = team.file("result.tsv");
    std::fs::write(&path, "index\thit\tlog\n1\t1\tSucceed During Pre-fetching\n2\t0\t\n")
        .expect("a file");
    let command = ["import", "labels", &path, "--model", "m", "--extractor", "gpt4"];
    let refused = team.failure(&command);
    assert!(refused.contains("1 rows: the rules decided before a judge was asked"), "{refused}");
    assert!(refused.contains("nothing was imported"), "{refused}");
    let unnamed = team.failure(&command[..5]);
    assert!(unnamed.contains("--model and --extractor"), "{unnamed}");
    let other = team.failure(&["import", "labels", &path, "--model", "x", "--extractor", "gpt4"]);
    assert!(other.contains("no predictions of x"), "{other}");

    let pickle = team.file("result.pkl");
    std::fs::write(&pickle, b"\x80\x04\x95}\x94.").expect("a file");
    let refused = team.failure(&["import", "labels", &pickle, "--model", "m", "--extractor", "g"]);
    assert!(refused.contains("pickle") && refused.contains("_result.xlsx"), "{refused}");
}
