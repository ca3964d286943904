//! Names that nobody has, labels that were there before, and what scripts read of a decision.

use serde_json::Value;

use crate::harness::Workplace;

fn desk() -> Workplace {
    let desk = Workplace::with_choices(&[("7", "cat|dog|hen|fox", "B"), ("8", "one|two", "A")]);
    desk.write("p.csv", "index,prediction\n7,none of them\n8,A\n");
    desk.import("p.csv", "m");
    desk
}

fn read(desk: &Workplace, person: &str, item: &str, label: &str) -> Value {
    desk.document(&["decide", "extract", item, "--as", person, "--label", label])
}

#[test]
fn none_of_the_choices_is_z_in_and_out() {
    let desk = desk();
    for (person, label) in [("ann", "Z"), ("bob", "none")] {
        assert_eq!(read(&desk, person, "7/m/0", label)["label"], "Z", "{label}");
    }
    let history = desk.run(&["export", "decisions"]);
    assert_eq!(history.matches("\"label\":\"none\"").count(), 2, "history keeps its form");
}

#[test]
fn people_and_models_that_are_not_there_are_told_with_those_that_are() {
    let desk = desk();
    read(&desk, "ann", "7/m/0", "Z");
    let told = desk.failure(&["agree", "extraction", "--reference", "nobody"]);
    assert!(told.contains("nobody read none") && told.contains("ann"), "{told}");
    let told = desk.failure(&["extract", "sample", "--rate", "1", "--models", "zz"]);
    assert!(told.contains("zz") && told.contains("there are: m"), "{told}");
}

#[test]
fn another_label_of_the_same_judge_takes_a_place_only_when_asked() {
    let desk = desk();
    let import = ["import", "labels", "j.csv", "--extractor", "judge"];
    desk.write("j.csv", "question,model,pass,label\n7,m,0,A\n8,m,0,B\n");
    desk.json(&import);
    assert_eq!(desk.json(&import)["changed"], 0, "the same again is nothing new");
    desk.write("j.csv", "question,model,pass,label\n7,m,0,C\n8,m,0,B\n");
    let told = desk.failure(&import);
    assert!(told.contains("1 labels differ") && told.contains("--replace"), "{told}");
    assert_eq!(desk.json(&[&import[..], &["--replace"]].concat())["changed"], 1);
}

#[test]
fn a_cause_is_told_once_and_an_empty_list_for_what_it_is() {
    let desk = desk();
    let told = desk.failure(&["score", "nowhere.tsv"]);
    assert_eq!(told.matches("os error 2").count(), 1, "{told}");
    let told = desk.failure(&["extract", "cases", "nowhere.jsonl"]);
    assert_eq!(told.matches("os error 2").count(), 1, "{told}");
    desk.write("e.json", "[]");
    let told = desk.failure(&["score", "e.json"]);
    assert!(told.contains("there is no record in it"), "{told}");
}

#[test]
fn categories_may_be_negative_numbers_and_intervals_end_where_agreement_does() {
    let desk = desk();
    let ratings = [("-1", "0"), ("0", "0"), ("1", "1"), ("-1", "-1"), ("0", "0"), ("1", "1")];
    let row = |(item, (ann, bob)): (usize, &(&str, &str))| format!("{item},{ann},{bob}");
    let rows: Vec<String> = ratings.iter().enumerate().map(row).collect();
    desk.write("r.csv", &format!("item,ann,bob\n{}\n", rows.join("\n")));
    let text = desk.run(&["agree", "table", "r.csv", "--wide", "--categories", "-1,0,1"]);
    assert!(text.contains(", 1.000]") && !text.contains(", 1.1"), "{text}");
}
