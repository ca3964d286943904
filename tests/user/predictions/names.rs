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
fn people_and_models_that_do_not_exist_are_named_with_those_that_do() {
    let desk = desk();
    read(&desk, "ann", "7/m/0", "Z");
    let printed = desk.failure(&["agree", "extraction", "--reference", "nobody"]);
    assert!(printed.contains("nobody read none") && printed.contains("ann"), "{printed}");
    let printed = desk.failure(&["extract", "sample", "--rate", "1", "--models", "zz"]);
    assert!(printed.contains("zz") && printed.contains("there are: m"), "{printed}");
}

#[test]
fn another_label_of_the_same_judge_takes_a_place_only_when_asked() {
    let desk = desk();
    let import = ["import", "labels", "j.csv", "--extractor", "judge"];
    desk.write("j.csv", "question,model,pass,label\n7,m,0,A\n8,m,0,B\n");
    desk.json(&import);
    assert_eq!(desk.json(&import)["changed"], 0, "the same again is nothing new");
    desk.write("j.csv", "question,model,pass,label\n7,m,0,C\n8,m,0,B\n");
    let printed = desk.failure(&import);
    assert!(printed.contains("1 labels differ") && printed.contains("--replace"), "{printed}");
    assert_eq!(desk.json(&[&import[..], &["--replace"]].concat())["changed"], 1);
}

#[test]
fn a_cause_is_reported_once_and_an_empty_list_for_what_it_is() {
    let desk = desk();
    let printed = desk.failure(&["score", "nowhere.tsv"]);
    assert_eq!(printed.matches("os error 2").count(), 1, "{printed}");
    let printed = desk.failure(&["extract", "cases", "nowhere.jsonl"]);
    assert_eq!(printed.matches("os error 2").count(), 1, "{printed}");
    desk.write("e.json", "[]");
    let printed = desk.failure(&["score", "e.json"]);
    assert!(printed.contains("there is no record in it"), "{printed}");
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
