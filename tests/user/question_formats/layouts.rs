//! Layouts of well-known benchmarks: recognised by their columns and values, and read as they are meant.

use serde_json::{Value, json};

use super::{base64, lines, pictures, write_picture};
use crate::harness::{Workplace, picture};
use assay::formats::parquet_write::{ColumnKind, ColumnValue, ParquetWriter};

/// Imports records as JSON lines. Returns the layout and the questions.
#[track_caller]
fn imported(place: &Workplace, records: &[Value], flags: &[&str]) -> (String, Vec<Value>) {
    let text: Vec<String> = records.iter().map(Value::to_string).collect();
    let text = text.join("\n");
    place.write("q.jsonl", &text);
    let read = place.json(&[&["import", "questions", "q.jsonl"], flags].concat());
    (read["format"].as_str().unwrap().to_owned(), lines(place))
}

/// The choices of a question in one text, and its answer.
fn choices(question: &Value) -> (String, &str) {
    let texts = ('A'..='Z').map_while(|letter| question[letter.to_string()].as_str());
    (texts.collect::<Vec<_>>().join("|"), question["answer"].as_str().unwrap_or_default())
}

#[test]
fn mmmu_has_choices_in_the_text_of_a_list_and_open_questions_with_several_answers() {
    let place = Workplace::new();
    let names = ["id", "question", "options", "answer", "question_type", "subfield"];
    let columns: Vec<_> = names
        .into_iter()
        .map(|name| (name.to_owned(), ColumnKind::Text))
        .chain((1..=3).map(|at| (format!("image_{at}"), ColumnKind::Pictures)))
        .collect();
    std::fs::create_dir_all(place.path("MMMU/Art")).unwrap();
    let file = std::fs::File::create(place.path("MMMU/Art/dev-00000-of-00001.parquet")).unwrap();
    let mut writer = ParquetWriter::new(&columns, &[], file).unwrap();
    let stem = "Is <image 1> in <image 2>?";
    for (id, options, answer, kind) in [
        ("dev_Art_1", r#"['<image 2>', "it's"]"#, "B", "multiple-choice"),
        ("dev_Art_2", "[]", "['0.5', '1/2']", "open"),
    ] {
        let texts = [id, stem, options, answer, kind, "Drawing"];
        let texts = texts.map(|text| ColumnValue::Text(text.to_owned())).into_iter();
        let shown =
            [Some(picture(1)), Some(picture(2)), None].map(|it| ColumnValue::List(vec![it]));
        writer.row(texts.chain(shown).collect()).unwrap();
    }
    writer.finish().unwrap();
    let read = place.json(&["import", "questions", "MMMU"]);
    assert_eq!((&read["format"], &read["questions"]), (&"mmmu".into(), &2.into()));
    let lines = lines(&place);
    assert_eq!(choices(&lines[0]), ("<image 2>|it's".to_owned(), "B"));
    assert_eq!(pictures(&lines[0]), [("stem".to_owned(), 1), ("stem".to_owned(), 2)]);
    assert_eq!((&lines[0]["l2-category"], &lines[0]["split"]), (&"Art".into(), &"dev".into()));
    let expected = json!({"rule": "mmmu-open", "answers": ["0.5", "1/2"]});
    assert_eq!(lines[1]["short_answer"], expected);
}

#[test]
fn choices_within_the_question_are_cut_out_of_it() {
    let place = Workplace::new();
    let star = json!({"index": 7, "question": "Which?\nOptions: A: red, B: blue", "image": base64(1), "answer": "B",
        "category": "logic", "l2_category": "diagrams", "meta_info": {"source": "MMBench"}});
    let (layout, lines) = imported(&place, &[star], &[]);
    assert_eq!(layout, "mmstar");
    assert_eq!(choices(&lines[0]), ("red|blue".to_owned(), "B"));
    assert_eq!((&lines[0]["question"], &lines[0]["source"]), (&"Which?".into(), &"MMBench".into()));

    let place = Workplace::new();
    let asked = "Where to?\n\nA. Left\nB. Right\nAnswer with the letter only.";
    let world = [
        json!({"image": base64(1), "question": asked, "answer": "A"}),
        json!({"image": base64(2), "question": "How many cars?", "answer": "2"}),
    ];
    let (layout, lines) = imported(&place, &world, &[]);
    assert_eq!(layout, "realworldqa");
    assert_eq!(choices(&lines[0]), ("Left|Right".to_owned(), "A"));
    assert_eq!(lines[0]["extra"]["instruction"], "Answer with the letter only.");
    assert_eq!(lines[1]["short_answer"], json!({"rule": "exact", "answers": ["2"]}));

    let place = Workplace::new();
    let row =
        |asked: &str| json!({"image": base64(1), "question": asked, "answer": "B"}).to_string();
    let rows = [row(asked), row("Which is closer, (A) or (B)?")];
    place.write("q.jsonl", &rows.join("\n"));
    let said = place.json(&["import", "questions", "q.jsonl"]);
    assert!(said["warnings"].to_string().contains("its answer is a letter"), "{said}");
    let export = place.run(&["export", "questions", "--format", "jsonl"]);
    place.write("again.jsonl", &export);
    let again = place.json(&["import", "questions", "again.jsonl", "--benchmark", "again"]);
    assert_eq!(again["warnings"], json!([]));
}

#[test]
fn an_answer_is_a_number_a_letter_in_brackets_or_the_text_of_a_choice() {
    let place = Workplace::new();
    let row = |n: u32| json!({"question": format!("Q{n}?"), "options": ["x", "y", "z"], "answer": n.to_string(), "image": base64(n)});
    let (layout, lines) = imported(&place, &[row(0), row(2)], &[]);
    assert_eq!(layout, "ai2d");
    let answers: Vec<_> = lines.iter().map(|line| choices(line).1).collect();
    assert_eq!(answers, ["A", "C"]);

    let place = Workplace::new();
    let row = |n: u32, answer: &str| {
        json!({"idx": format!("val_{n}"), "sub_task": "Counting", "question": "How many?", "image_1": base64(n),
            "image_2": null, "choices": ["1", "2"], "answer": answer, "prompt": ".."})
    };
    let (layout, lines) = imported(&place, &[row(1, "(B)"), row(2, "hidden")], &[]);
    assert_eq!(layout, "blink");
    assert_eq!(choices(&lines[0]), ("1|2".to_owned(), "B"));
    assert_eq!(choices(&lines[1]).1, "");

    let place = Workplace::new();
    let row = |pid: &str, choices: Value, answer: &str| {
        json!({"pid": pid, "question": "How high?", "decoded_image": base64(1), "choices": choices, "answer": answer,
            "question_type": "multi_choice", "answer_type": "text", "precision": 1.0, "unit": "cm",
            "metadata": {"task": "geometry"}})
    };
    let rows = [row("1", json!(["B", "A"]), "A"), row("2", Value::Null, "2.5")];
    let (layout, lines) = imported(&place, &rows, &[]);
    assert_eq!(layout, "mathvista");
    assert_eq!(choices(&lines[0]), ("B|A".to_owned(), "B"));
    assert_eq!(lines[0]["category"], "geometry");
    let expected = json!({"rule": "mathvista", "answers": ["2.5"], "precision": 1, "unit": "cm"});
    assert_eq!(lines[1]["short_answer"], expected);
}

#[test]
fn yes_and_no_are_short_answers_and_a_picture_can_be_shared() {
    let place = Workplace::new();
    place.write(
        "q.tsv",
        &format!(
            "index\tquestion\tanswer\timage\n1\tA car?\tYes\t{}\n2\tA cat?\tNo\t1\n",
            base64(3)
        ),
    );
    let read = place.json(&["import", "questions", "q.tsv"]);
    assert_eq!((&read["format"], &read["images"]), (&"yes-no".into(), &1.into()));
    let lines = lines(&place);
    assert_eq!(lines[1]["short_answer"], json!({"rule": "yes-no", "answers": ["no"]}));
    assert_eq!(pictures(&lines[1]), [("stem".to_owned(), 3)]);
}

#[test]
fn a_table_of_pairs_and_an_image_folder_find_their_pictures() {
    let place = Workplace::new();
    write_picture(&place, "MMVP Images/1.jpg", 5);
    place.write(
        "Questions.csv",
        "Index,Question,Options,Correct Answer\n1,Open?,(a) Open (b) Closed,(b)\n",
    );
    let read = place.json(&["import", "questions", "Questions.csv"]);
    assert_eq!(read["format"], "mmvp");
    assert_eq!(choices(&lines(&place)[0]), ("Open|Closed".to_owned(), "B"));
    assert_eq!(pictures(&lines(&place)[0]), [("stem".to_owned(), 5)]);

    let place = Workplace::new();
    for split in ["test", "train"] {
        write_picture(&place, &format!("set/{split}/1.png"), 1);
        let record = json!({"file_name": "1.png", "id": split, "question": "Which?", "A": "x", "B": "y", "answer": "A"});
        place.write(&format!("set/{split}/metadata.jsonl"), &format!("{record}\n"));
    }
    let read = place.json(&["import", "questions", "set"]);
    assert_eq!((&read["format"], &read["questions"]), (&"imagefolder".into(), &2.into()));
    let splits: Vec<_> = lines(&place).iter().map(|line| line["split"].clone()).collect();
    assert_eq!(splits, ["test", "train"]);
}

#[test]
fn what_save_to_disk_wrote_is_read_with_its_pictures_and_splits() {
    const DATA: &[u8] = include_bytes!("../../../crates/formats/src/arrow_stream/sample.arrow");
    let place = Workplace::new();
    for split in ["train", "test"] {
        std::fs::create_dir_all(place.path("set").join(split)).unwrap();
        std::fs::write(place.path(&format!("set/{split}/data-00000-of-00001.arrow")), DATA)
            .unwrap();
        let state =
            json!({"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": null});
        place.write(&format!("set/{split}/state.json"), &state.to_string());
    }
    place.write("set/dataset_dict.json", r#"{"splits": ["train", "test"]}"#);
    // The splits have the same questions: one is to be chosen.
    let complaint = place.failure(&["import", "questions", "set"]);
    assert!(complaint.contains("--split NAME"), "{complaint}");
    let read = place.json(&["import", "questions", "set", "--split", "test"]);
    assert_eq!((&read["format"], &read["questions"]), (&"blink".into(), &2.into()));
    let lines = lines(&place);
    assert_eq!((choices(&lines[1]).1, &lines[1]["split"]), ("B", &"test".into()));
    assert_eq!(lines[1]["pictures"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_croissant_description_leads_to_the_files_beside_it_and_no_others() {
    let place = Workplace::new();
    let describe = |files: &[&str]| {
        let files: Vec<_> = files.iter().map(|name| json!({"includes": name})).collect();
        place.write("croissant.json", &json!({"distribution": files}).to_string());
    };
    place.write("q.jsonl", &json!({"id": 1, "question": "A car?", "answer": "no"}).to_string());
    describe(&["*.jsonl", "https://example.org/all.zip"]);
    let read = place.json(&["import", "questions", "croissant.json"]);
    assert_eq!((&read["format"], &read["questions"]), (&"yes-no".into(), &1.into()));
    describe(&["data/*.parquet", "../q.jsonl"]);
    let complaint = place.failure(&["import", "questions", "croissant.json"]);
    assert!(complaint.contains("“data/*.parquet”") && complaint.contains("Fetch"), "{complaint}");
}

#[test]
fn a_map_names_columns_and_keys_come_from_the_content() {
    let place = Workplace::new();
    let row = |n: u32| json!({"query": format!("Q{n}?"), "opts": "['x', 'y']", "gold": 2, "pic": {"bytes": base64(n)}});
    let map = "stem=query,choices=opts:list-in-text,answer=gold:index1,image=pic";
    let (layout, first) =
        imported(&place, &[row(1), row(2), row(2)], &["--map", map, "--save-map", "ours"]);
    assert_eq!(layout, "map");
    assert_eq!(choices(&first[0]), ("x|y".to_owned(), "B"));
    let keys = |lines: &[Value]| {
        let mut keys: Vec<String> = lines.iter().map(|line| line["index"].to_string()).collect();
        keys.sort();
        keys
    };
    assert!(keys(&first)[0].starts_with("\"q"), "{:?}", keys(&first));
    // In another order the questions have the same keys; the saved map is used by its name.
    let (layout, _) = imported(&place, &[row(2), row(1), row(2)], &["--map", "ours"]);
    assert_eq!(layout, "ours");
    assert_eq!(keys(&lines(&place)), keys(&first));
    place.write("other.jsonl", &format!("{}\n", row(3)));
    let complaint = place.failure(&["import", "questions", "other.jsonl", "--benchmark", "c"]);
    assert!(complaint.contains("These saved maps fit: --map ours."), "{complaint}");
}

#[test]
fn an_unknown_file_is_explained_with_a_command_that_imports_it() {
    let place = Workplace::new();
    let row = |n: u32| json!({"uid": n, "prompt": format!("Q{n}?"), "option_a": "x", "option_b": "y", "gold": "(b)", "img": base64(n)});
    place.write("q.jsonl", &format!("{}\n{}\n", row(1), row(2)));
    let complaint = place.failure(&["import", "questions", "q.jsonl"]);
    assert!(
        complaint.contains("the columns are uid, prompt, option_a, option_b, gold, img"),
        "{complaint}"
    );
    assert!(!place.path("assay.db").exists());
    let explained = place.json(&["import", "questions", "--explain", "q.jsonl"]);
    let map = "key=uid,stem=prompt,choices=option_*,answer=gold:bracketed,image=img";
    assert_eq!(explained["map"], map);
    assert_eq!(explained["command"], format!("assay import questions q.jsonl --map '{map}'"));
    assert_eq!(explained["columns"][4]["taken_for"], json!(["answer"]));
    place.run(&["import", "questions", "q.jsonl", "--map", map]);
    assert_eq!(choices(&lines(&place)[1]), ("x|y".to_owned(), "B"));
}

#[test]
fn answers_that_are_numbers_stop_a_reader_of_letters_and_are_explained_with_the_map_that_reads_them()
 {
    let place = Workplace::new();
    for (id, name, image) in [("id", "q.jsonl", "image"), ("", "metadata.jsonl", "file_name")] {
        let row = |n: u32| {
            let mut row =
                json!({"question": format!("Q{n}?"), "choices": ["x", "y"], "answer": n % 2});
            write_picture(&place, &format!("{n}.png"), n);
            row[image] = format!("{n}.png").into();
            if !id.is_empty() {
                row[id] = n.into();
            }
            row
        };
        place.write(name, &format!("{}\n{}\n", row(4), row(5)));
        let complaint = place.failure(&["import", "questions", name, "--benchmark", name]);
        assert!(complaint.contains("by the map that --explain prints"), "{complaint}");
        let explained = place.json(&["import", "questions", "--explain", name]);
        let map = explained["map"].as_str().unwrap();
        assert!(map.contains("answer=answer:index0"), "{map}");
        assert_eq!(explained["command"], format!("assay import questions {name} --map {map}"));
        place.run(&["import", "questions", name, "--map", map, "--benchmark", name]);
        let text = place.run(&["export", "questions", "--format", "jsonl", "--benchmark", name]);
        let answers = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let answers: Vec<Value> = answers.map(|question| question["answer"].clone()).collect();
        assert_eq!(answers, ["A", "B"], "{name}");
    }
    // Of a layout only what is different need be said.
    let mended = ["--map", "imagefolder", "--map", "answer=answer:index0", "--benchmark", "third"];
    place.run(&[&["import", "questions", "metadata.jsonl"], &mended[..]].concat());
}

#[test]
fn unusual_names_are_taken_by_their_values_and_a_table_needs_no_index() {
    let place = Workplace::new();
    let row = |n: u32| format!("{n},What {n}?,\"['red','green']\",{},{}\n", n % 2, base64(n));
    let rows: Vec<String> = (0..4).map(row).collect();
    place.write("odd.csv", &format!("qid,prompt_text,alts,gold,pic_b64\n{}", rows.concat()));
    let complaint = place.failure(&["import", "questions", "odd.csv"]);
    assert!(complaint.contains("--map") && complaint.contains("--explain odd.csv"), "{complaint}");
    let map = "key=qid,stem=prompt_text,choices=alts:list-in-text,answer=gold:index0,image=pic_b64";
    let explained = place.json(&["import", "questions", "--explain", "odd.csv"]);
    assert_eq!(explained["map"], map);
    place.run(&["import", "questions", "odd.csv", "--map", map]);
    let lines = lines(&place);
    assert_eq!(choices(&lines[1]), ("red|green".to_owned(), "B"));
    assert_eq!(pictures(&lines[3]), [("stem".to_owned(), 3)]);
}

#[test]
fn what_does_not_fit_stops_the_import_with_the_column_and_what_was_expected() {
    let place = Workplace::new();
    let letters = [
        json!({"id": 1, "question": "Which?", "answer": "B"}),
        json!({"id": 2, "question": "Who?", "answer": "(C)"}),
    ];
    let complaint = failure(&place, &letters, &[]);
    assert!(
        complaint.contains("2 questions have a one-letter answer and no choices"),
        "{complaint}"
    );
    let (_, lines) = imported(&place, &letters, &["--open"]);
    assert_eq!(lines[0]["extra"]["answer"], "B");

    let row = |options: Value, answer: Value| json!({"question": "Q?", "options": options, "answer": answer, "image": base64(1)});
    let complaint =
        failure(&place, &[row(json!(["x", "y"]), 0.into()), row(json!(["x", "y"]), 2.into())], &[]);
    assert!(
        complaint.contains("row 2")
            && complaint
                .contains("column answer: found “2”; expected the number of a choice, 0 to 1"),
        "{complaint}"
    );
    let map = ["--map", "stem=question,choices=options,answer=answer"];
    let complaint = failure(&place, &[row("['x' 'y']".into(), 0.into())], &map);
    assert!(
        complaint.contains("column options") && complaint.contains("character 6"),
        "{complaint}"
    );
    let complaint = failure(&place, &[row(json!(["x"]), 0.into())], &["--map", "stem=query"]);
    assert!(
        complaint.contains(
            "there is no column query for the part stem; the columns are question, options"
        ),
        "{complaint}"
    );
    let complaint =
        place.assay(&["import", "questions", "q.jsonl", "--map", "stem=q,anwser=a"]).failing(1);
    assert!(complaint.contains("did you mean answer?"), "{complaint}");
}

#[test]
fn a_mark_without_a_picture_is_named() {
    let place = Workplace::new();
    let row = json!({"idx": "1", "task": "t", "question": "Is it <image>?", "options": ["<image>", "no"], "answer": "B",
        "image_list": [base64(1)]});
    place.write("q.jsonl", &format!("{row}\n"));
    let read = place.json(&["import", "questions", "q.jsonl"]);
    assert_eq!(read["format"], "muirbench");
    assert!(read["warnings"].to_string().contains("more marks of pictures"), "{read}");
}

#[track_caller]
fn failure(place: &Workplace, records: &[Value], flags: &[&str]) -> String {
    let text: Vec<String> = records.iter().map(Value::to_string).collect();
    let text = text.join("\n");
    place.write("q.jsonl", &text);
    place.failure(&[&["import", "questions", "q.jsonl", "--benchmark", "bad"], flags].concat())
}

#[test]
fn a_choice_keeps_the_letter_of_its_column_where_others_are_empty() {
    let place = Workplace::new();
    let rows = [
        json!({"pid": 1, "q": "Q1?", "option_1": "a", "option_2": null, "option_3": "c", "gold": 3}),
        json!({"pid": 2, "q": "Q2?", "option_1": "a", "option_2": "None", "option_3": "NA", "gold": 2}),
    ];
    let map = ["--map", "key=pid,stem=q,choices=option_*,answer=gold:index1"];
    let (_, lines) = imported(&place, &rows, &map);
    assert_eq!((&lines[0]["C"], &lines[0]["answer"]), (&"c".into(), &"C".into()));
    assert_eq!(lines[0]["B"], Value::Null);
    assert_eq!(choices(&lines[1]), ("a|None|NA".to_owned(), "B"));

    let place = Workplace::new();
    let rows = [
        json!({"pid": 1, "q": "Q?", "o": {"A": "a", "B": null, "C": "c", "D": null}, "gold": "C"}),
    ];
    let (_, lines) = imported(&place, &rows, &["--map", "key=pid,stem=q,choices=o,answer=gold"]);
    assert_eq!((&lines[0]["C"], &lines[0]["answer"]), (&"c".into(), &"C".into()));

    let place = Workplace::new();
    let rows = [json!({"pid": 1, "q": "Q?", "A": "a", "B": "", "C": "c", "D": "d", "gold": "C"})];
    let map = ["--map", "key=pid,stem=q,choices=A..Z,answer=gold"];
    let (_, lines) = imported(&place, &rows, &map);
    assert_eq!((&lines[0]["C"], &lines[0]["answer"]), (&"c".into(), &"C".into()));
}

#[test]
fn of_two_columns_with_one_name_the_first_counts_and_bytes_that_are_no_text_are_refused() {
    let place = Workplace::new();
    place.write("q.csv", "pid,q,gold,gold\n1,Which?,yes,no\n");
    let map = ["--map", "key=pid,stem=q,answer=gold,rule=exact"];
    place.json(&[&["import", "questions", "q.csv"], &map[..]].concat());
    let line = lines(&place).remove(0);
    assert_eq!(line["short_answer"]["answers"], json!(["yes"]));
    assert_eq!(line["extra"]["gold.1"], "no");
    std::fs::write(place.path("latin.csv"), b"pid,q,gold\n1,Caf\xE9?,yes\n").unwrap();
    let said = place.failure(&[&["import", "questions", "latin.csv"], &map[..]].concat());
    assert!(said.contains("row 1") && said.contains("not UTF-8"), "{said}");
}

#[test]
fn questions_without_a_picture_among_others_are_counted() {
    let place = Workplace::new();
    let row = |n: u32, image: Value| json!({"pid": n, "q": "Q?", "gold": "a", "pic": image});
    let rows = [row(1, base64(1).into()), row(2, Value::Null)].map(|row| format!("{row}\n"));
    place.write("q.jsonl", &rows.concat());
    let map = "key=pid,stem=q,answer=gold,image=pic,rule=exact";
    let said = place.json(&["import", "questions", "q.jsonl", "--map", map]);
    assert_eq!(said["warnings"], json!(["1 of 2 questions have no picture"]));
}

#[test]
fn a_path_that_leads_nowhere_is_refused_with_the_columns_that_are_there() {
    let place = Workplace::new();
    place
        .write("q.jsonl", &json!({"pid": 1, "q": "Q?", "gold": "3", "more": {"a": 1}}).to_string());
    for path in ["gold.text", "more.b"] {
        let map = format!("key=pid,stem=q,answer={path},rule=exact");
        let said = place.failure(&["import", "questions", "q.jsonl", "--map", &map]);
        assert!(
            said.contains(&format!("no column {path}")) && said.contains("gold, more"),
            "{said}"
        );
    }
}

#[test]
fn none_is_an_answer_and_a_question_mark_is_a_withheld_one() {
    let place = Workplace::new();
    let row = |pid: u32, answer: &str, choices: Value| json!({"pid": pid, "q": "Q?", "o": choices, "gold": answer});
    let rows = [
        row(1, "None", json!(["All", "None"])),
        row(2, "None", Value::Null),
        row(3, "?", Value::Null),
        row(4, "-1", Value::Null),
    ];
    let map = ["--map", "key=pid,stem=q,choices=o,answer=gold:choice-text,rule=exact"];
    let (_, lines) = imported(&place, &rows, &map);
    assert_eq!(lines[0]["answer"], "B");
    let short = |at: usize| lines[at]["short_answer"]["answers"].clone();
    assert_eq!((short(1), short(2), short(3)), (json!(["None"]), Value::Null, json!(["-1"])));
}

#[test]
fn an_answer_that_can_be_read_in_two_ways_is_not_guessed() {
    let place = Workplace::new();
    let row = |answer: &str, choices: Value| {
        json!({"pid": 1, "q": "Q?", "o": choices, "gold": answer}).to_string()
    };
    let refused = |text: String| {
        place.write("q.jsonl", &text);
        let map = "key=pid,stem=q,choices=o,answer=gold";
        place.failure(&["import", "questions", "q.jsonl", "--map", map])
    };
    let number = refused(row("2", json!(["1", "2", "3"])));
    assert!(number.contains("choice-text, index0 or index1"), "{number}");

    let row = |n: u32| json!({"question": format!("Q{n}?"), "options": ["x", "y", "z", "w"], "answer": n, "image": base64(n)});
    place.write("q.jsonl", &format!("{}\n{}\n", row(1), row(3)));
    let unsure = place.failure(&["import", "questions", "q.jsonl"]);
    assert!(unsure.contains("the layout is not known"), "{unsure}");
}

#[test]
fn answers_of_ten_people_may_be_structs_and_two_questions_of_mme_have_one_id() {
    let place = Workplace::new();
    let said = |text: &str| json!({"answer": text, "answer_confidence": "yes", "answer_id": 1});
    let row = json!({"question_id": 7, "question": "What?", "image_id": 4, "image": base64(1),
        "answers": [said("net"), said("mesh")]});
    let (layout, lines) = imported(&place, &[row], &[]);
    assert_eq!(layout, "textvqa");
    assert_eq!(lines[0]["short_answer"], json!({"rule": "vqa", "answers": ["net", "mesh"]}));

    let place = Workplace::new();
    let row = |answer: &str| {
        json!({"question_id": "code/1.png", "question": format!("Is it {answer}?"),
        "answer": answer, "image": base64(1), "category": "code"})
    };
    let (layout, lines) = imported(&place, &[row("Yes"), row("No")], &[]);
    assert_eq!((layout.as_str(), lines.len()), ("mme", 2));
}

#[test]
fn answers_that_a_table_leaves_alone_are_explained_with_the_map_that_compares_them() {
    let place = Workplace::new();
    place.write("q.tsv", "index\tquestion\tanswer\n1\tWhat?\t['a', 'b']\n2\tWho?\t['c']\n");
    let explained = place.json(&["import", "questions", "--explain", "q.tsv"]);
    let map = "key=index,stem=question,answer=answer:any-of,rule=exact";
    assert_eq!(explained["map"], map);
    place.json(&["import", "questions", "q.tsv", "--map", map, "--benchmark", "short"]);
    let export = ["export", "questions", "--benchmark", "short", "--format", "jsonl"];
    let first = place.run(&export).lines().next().map(str::to_owned).unwrap();
    assert!(first.contains(r#""answers":["a","b"]"#), "{first}");
    // Without a map they are open questions, whose answers stay with them.
    place.json(&["import", "questions", "q.tsv", "--benchmark", "open"]);
    let table = place.run(&["export", "questions", "--benchmark", "open"]);
    assert!(table.contains("\"answer\"") && table.contains("['a', 'b']"), "{table}");

    let place = Workplace::new();
    let row = |gold: &str| json!({"uid": gold, "q": "How many?", "options": ["3", "1", "2"], "gold": gold});
    place.write("n.jsonl", &format!("{}\n{}\n", row("1"), row("3")));
    let explained = place.json(&["import", "questions", "--explain", "n.jsonl"]);
    let map = explained["map"].as_str().unwrap();
    assert!(map.contains("answer=gold:choice-text"), "{map}");
    place.json(&["import", "questions", "n.jsonl", "--map", map]);
    assert_eq!(choices(&lines(&place)[0]).1, "B");
}
