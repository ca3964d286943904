//! Labels of others that stand in where the rules read nothing: `assay eval --extractor`.

use crate::harness::Workplace;

/// How many questions are right, how many predictions stay without a label, and what is said.
fn scored(team: &Workplace, extractor: Option<&str>) -> (u64, u64, String) {
    let mut command = vec!["eval", "--model", "two", "--strategy", "first-pass", "-o", "json"];
    command.extend(extractor.into_iter().flat_map(|name| ["--extractor", name]));
    let document = team.document(&command);
    let model = &document["models"][0];
    let overall = model["results"].as_array().expect("rows").iter();
    let overall = overall.clone().find(|row| row["level"] == "overall").expect("overall");
    assert_eq!(overall["questions"], 3);
    let not_read = model["stand_in"]["not_read"].as_u64().unwrap_or(0);
    (overall["correct"].as_u64().expect("a count"), not_read, model["warnings"].to_string())
}

#[test]
fn labels_of_a_judge_or_a_person_stand_in_where_the_rules_read_nothing() {
    let team = Workplace::with_team();
    // From none of the three texts do the rules read a label.
    assert_eq!(scored(&team, None).0, 0);

    let path = team.file("labels.csv");
    std::fs::write(&path, "question,model,pass,label\n1,two,0,B\n2,two,0,A\n").expect("a file");
    team.run(&["import", "labels", &path, "--extractor", "judge"]);
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
    let team = Workplace::with_team();
    team.predictions("two", ["the animal is a caat", "I cannot say.", "It is flaat"]);
    let (right, not_read, told) = scored(&team, Some("lexical"));
    assert_eq!((right, not_read), (2, 0), "{told}");
    assert!(told.contains("1 predictions") && told.contains("no answer for lexical"), "{told}");
}
