//! What scorers of other programs say about short answers: labels of an extractor with their name, held against the
//! rule of the question.

use serde_json::{Value, json};

use crate::harness::Workplace;

/// A length in centimetres by `numeric`, and two people's word by `vqa`.
fn place() -> Workplace {
    let place = Workplace::new();
    let rows = [
        json!({"index": "a", "question": "How long is it?",
            "short_answer": {"rule": "numeric", "answers": ["2.5"], "unit": "cm"}}),
        json!({"index": "b", "question": "How wide is it?",
            "short_answer": {"rule": "numeric", "answers": ["7"]}}),
        json!({"index": "c", "question": "What is it?",
            "short_answer": {"rule": "anls", "answers": ["a dog"]}}),
    ];
    place.write("b.jsonl", &rows.map(|row| row.to_string()).join("\n"));
    place.run(&["import", "questions", "b.jsonl"]);
    place
}

/// A log of Inspect AI: what the model wrote, and the verdict of a scorer.
fn log(place: &Workplace, samples: &[(&str, u32, &str, &str, Value)]) {
    let sample = |(id, epoch, asked, said, value): &(&str, u32, &str, &str, Value)| {
        json!({
            "id": id, "epoch": epoch, "input": asked, "target": "x", "output": {"completion": said},
            "scores": {"grader": {"value": value, "answer": said}},
        })
    };
    let samples: Vec<Value> = samples.iter().map(sample).collect();
    let log = json!({
        "version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": samples,
    });
    place.write("log.json", &log.to_string());
}

fn import(place: &Workplace) -> Value {
    place.json(&["import", "predictions", "log.json", "--model", "m", "--format", "inspect"])
}

#[test]
fn a_scorers_verdicts_on_short_answers_are_held_against_the_rule_and_fill_in_where_it_reads_nothing()
 {
    let place = place();
    log(
        &place,
        &[
            ("a", 1, "How long is it?", "25 mm", json!("I")),
            ("b", 1, "How wide is it?", "as wide as a week has days", json!("C")),
            ("c", 1, "What is it?", "a doh", json!(0.8)),
        ],
    );
    assert_eq!(import(&place)["scorers"]["grader"], 3);
    let eval = place.json(&["eval"]);
    let run = &eval["models"][0];
    let told = json!([{"scorer": "grader", "answers": 3, "same": 1, "different": ["a", "b"]}]);
    assert_eq!(run["scorers"], told, "{eval}");
    let warnings = run["warnings"].to_string();
    assert!(
        warnings.contains("grader has verdicts on 3 short answers, on 2 of them"),
        "{warnings}"
    );
    let correct = |eval: &Value| eval["models"][0]["results"][0]["correct"].clone();
    assert_eq!(correct(&eval), 2);
    // The rule reads a length in the first answer and no number in the second.
    let filled = place.json(&["eval", "--extractor", "grader"]);
    assert_eq!(correct(&filled), 3, "{filled}");
    assert_eq!(filled["models"][0]["stand_in"]["labels"], 1, "{filled}");
    assert_eq!(filled["models"][0]["scorers"], told);
    place.run(&["doctor"]);
}

#[test]
fn of_several_epochs_the_verdict_on_the_one_that_counts_is_kept() {
    let place = place();
    let sample = |epoch, said, value| ("a", epoch, "How long is it?", said, json!(value));
    log(&place, &[sample(1, "2.5 cm", "C"), sample(2, "9 cm", "I"), sample(3, "8 cm", "I")]);
    let said = import(&place);
    assert_eq!(said["scorers"]["grader"], 1, "{said}");
    let eval = place.json(&["eval"]);
    let told = json!([{"scorer": "grader", "answers": 1, "same": 1, "different": []}]);
    assert_eq!(eval["models"][0]["scorers"], told, "{eval}");
}

#[test]
fn vlmevalkits_values_and_hits_of_short_answers_are_labels() {
    let place = place();
    let answers = "index\tprediction\na\tabout an inch\nb\t7\nc\ta dog\n";
    place.write("m.tsv", answers);
    place.run(&["import", "predictions", "m.tsv", "--model", "m"]);
    let results = [
        (
            "res.tsv",
            "index\tprediction\tres\tlog\na\tabout an inch\t2.5\tSucceed\nb\t7\t8\tSucceed\n",
        ),
        ("hit.tsv", "index\tprediction\thit\tlog\na\tabout an inch\t1\tall\nb\t7\t0\tall\n"),
    ];
    for (file, text) in results {
        place.write(file, text);
        let judge = file.trim_end_matches(".tsv");
        let import = ["import", "labels", file, "--model", "m", "--extractor", judge];
        assert_eq!(place.json(&import)["extractors"][judge], 2, "{file}");
        let eval = place.json(&["eval", "--extractor", judge]);
        assert_eq!(eval["models"][0]["results"][0]["correct"], 3, "{file}: {eval}");
        let scorers = eval["models"][0]["scorers"].as_array().unwrap();
        let own = scorers.iter().find(|own| own["scorer"] == judge).unwrap();
        assert_eq!((&own["answers"], &own["same"]), (&json!(2), &json!(0)), "{file}: {eval}");
    }
}
