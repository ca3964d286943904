//! Questions of every kind as a newcomer meets them: `assay demo --kinds`, in plain lines and by script.

use crate::harness::Workplace;

/// A folder with the database of the questions of other kinds.
fn demo(language: &str) -> Workplace {
    let place = Workplace::new();
    place.assay(&["--language", language, "demo", "--kinds", "--no-tui", "--dir", "."]).well();
    place
}

/// What plain mode prints of a question when one line is typed at it.
fn at_question(place: &Workplace, annotator: &str, key: &str, line: &str) -> String {
    for question in (1..=9).map(|number| number.to_string()).filter(|other| other != key) {
        // Everybody has an order of their own: with the others decided, the wanted one is left.
        let answer: &[&str] = if question.as_str() < "3" { &[] } else { &["--answer", "a"] };
        let keep = ["decide", "review", &question, "--as", annotator, "--verdict", "keep"];
        place.assay(&[&keep[..], answer].concat()).well();
    }
    place.plain(annotator, &format!("{line}\nq\n")).well().out
}

#[test]
fn the_demo_of_kinds_has_questions_of_every_kind_and_says_that_they_are_made_up() {
    let place = demo("en");
    let status = place.json(&["status"]);
    assert_eq!(status["benchmarks"][0]["name"], "kinds_en");
    assert_eq!(status["benchmarks"][0]["questions"], 9);
    assert_eq!(status["benchmarks"][0]["with_answer"], 7);
    assert!(place.plain("alice", "q\n").well().out.contains("About the data: sample, made up."));
    let place = Workplace::new();
    let both = place.assay(&["demo", "--kinds", "--live", "--no-tui", "--dir", "."]);
    assert!(both.failing(2).contains("--live"));
    assert!(!place.path("assay.db").exists());
}

#[test]
fn an_open_question_in_plain_lines_asks_for_its_criteria_and_takes_no_answer() {
    let place = demo("en");
    let said = at_question(&place, "alice", "2", "b\nx\nw\n4\ny");
    assert!(said.contains("An open question: it has no choices."), "{said}");
    assert!(said.contains("4: not answered by yes or no"), "{said}");
    assert_eq!(said.matches("An open question takes no answer").count(), 2, "{said}");
    assert!(said.contains("4 yes or no question\n"), "the reasons of its kind: {said}");
    assert!(!said.contains("ambiguous choices"), "{said}");
    assert!(said.contains("Saved: wrong (yes or no question), question 2"), "{said}");
    assert!(!said.contains("There is no reference answer"), "{said}");
    let rows = place.export();
    let review = rows.iter().find(|row| row["item"] == "2").unwrap();
    assert_eq!((review.get("answer"), &review["verdict"]), (None, &"wrong".into()));
}

#[test]
fn plain_lines_name_frames_choices_and_marks() {
    let place = demo("en");
    let said = at_question(&place, "alice", "5", "");
    assert!(said.contains("Pictures: 8 (frame 320x240"), "{said}");
    let said = at_question(&place, "bob", "6", "");
    assert!(
        said.contains("Question: [picture 1] shows a shelf in the morning, [picture 2]"),
        "{said}"
    );
    let said = at_question(&place, "carol", "4", "b");
    assert!(said.contains("choice a 120x120"), "{said}");
    assert!(said.contains("a: (see the picture)"), "{said}");
    assert!(said.contains("Reference answer, the same as yours: b, (see the picture)"), "{said}");
}

#[test]
fn the_guideline_begins_with_what_the_ability_of_the_question_means() {
    let place = Workplace::new();
    let line = |key: u32, category: &str| {
        format!(
            "{{\"index\":{key},\"question\":\"Real?\",\"A\":\"yes\",\"B\":\"no\",\"answer\":\"A\",\"category\":\"{category}\"}}\n"
        )
    };
    place.write("b.jsonl", &line(1, "Deepfake Detection"));
    place.run(&["import", "questions", "b.jsonl"]);
    let said = place.plain("alice", "g\nq\n").well().out;
    let meaning = "Name what a picture shows.\nSay whether a face is real or was made or changed by a program.\n\
                   Kinds of picture: Natural Image, Synthetic Image\n\
                   Capabilities: Visual Recognition, Visual Reasoning, Expert Knowledge Utilization\n";
    assert!(said.contains(meaning), "{said}");
    assert!(said.find("Capabilities").unwrap() < said.find("# Reviewing a question").unwrap());
    let place = Workplace::new();
    place.write("b.jsonl", &line(1, "weather"));
    place.run(&["import", "questions", "b.jsonl"]);
    let said = place.plain("alice", "g\nq\n").well().out;
    assert!(said.contains("# Reviewing a question") && !said.contains("Capabilities"), "{said}");
}

#[test]
fn a_choice_beyond_i_is_an_upper_case_letter_in_plain_lines() {
    let place = demo("en");
    let said = at_question(&place, "alice", "7", "K\ny");
    assert!(said.contains("the same as yours: K, November"), "{said}");
    assert!(said.contains("Saved: keep, question 7"), "{said}");
}

#[test]
fn the_chinese_demo_asks_the_same_in_chinese() {
    let place = demo("zh");
    let status = place.json(&["status"]);
    assert_eq!(status["benchmarks"][0]["name"], "kinds_zh");
    let plain = ["--language", "zh", "annotate", "review", "--plain", "--as", "alice"];
    for key in ["2", "3", "4", "5", "6", "7"] {
        let answer: &[&str] = if key == "2" { &[] } else { &["--answer", "a"] };
        let keep = ["decide", "review", key, "--as", "alice", "--verdict", "keep"];
        place.assay(&[&keep[..], answer].concat()).well();
    }
    let said = place.assay_with_input(&plain, "a\nw\n5\nu\nq\n").well().out;
    assert!(said.contains("请用几句话讲讲") && said.contains("符合以下各条就保留"), "{said}");
    assert!(said.contains("开放题不需要回答") && said.contains("5 不够开放"), "{said}");
}

#[test]
fn questions_of_every_kind_come_back_equal_from_an_export() {
    let place = demo("en");
    place.run(&["export", "questions", "--format", "jsonl", "-f", "out.jsonl"]);
    let read = place.json(&["import", "questions", "out.jsonl", "--benchmark", "kinds_en"]);
    assert_eq!((&read["unchanged"], &read["questions"]), (&7.into(), &7.into()));
    place.run(&["doctor"]);
}
