//! Runs of other harnesses: HELM, Every Eval Ever, lmms-eval's other tasks, and what their own scorers said.

use serde_json::{Value, json};

use crate::harness::Workplace;

/// Three questions whose keys no harness knows.
fn animals() -> Workplace {
    let place = Workplace::new();
    place.write(
        "b.tsv",
        "index\tquestion\tA\tB\tC\tanswer\n\
         q1\tWhich animal barks?\tcat\tdog\then\tB\n\
         q2\tWhich animal purrs?\tcat\tdog\then\tA\n\
         q3\tWhich animal lays eggs?\tcat\tdog\then\tC\n",
    );
    place.assay(&["import", "questions", "b.tsv"]).well();
    place
}

fn imported(place: &Workplace, file: &str) -> Value {
    let import = ["import", "predictions", file, "--model", "m", "-o", "json"];
    place.assay(&import).well().json()
}

/// The label of each question by this extractor, in the order of the questions.
fn labels(place: &Workplace, extractor: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(place.path("assay.db")).unwrap();
    let mut statement = connection
        .prepare(
            "SELECT outcome FROM extraction JOIN prediction ON prediction.id = prediction_id
             JOIN question ON question.id = question_id WHERE extractor = ?1 ORDER BY position",
        )
        .unwrap();
    let rows = statement.query_map([extractor], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

fn correct(place: &Workplace) -> Value {
    place.assay(&["eval", "-o", "json"]).well().json()["models"][0]["results"][0]["correct"].clone()
}

fn helm_instance(id: &str, stem: &str, right: usize) -> Value {
    let references = ["cat", "dog", "hen"].iter().enumerate().map(|(at, text)| {
        let tags = if at == right { json!(["correct"]) } else { json!([]) };
        json!({"output": {"text": text}, "tags": tags})
    });
    let references: Vec<Value> = references.collect();
    json!({"input": {"text": stem}, "references": references, "split": "test", "id": id})
}

const STEMS: [(&str, usize); 3] =
    [("Which animal barks?", 1), ("Which animal purrs?", 0), ("Which animal lays eggs?", 2)];

fn instances() -> Vec<Value> {
    let numbered = STEMS.iter().enumerate();
    numbered.map(|(at, (stem, right))| helm_instance(&format!("id{at}"), stem, *right)).collect()
}

#[test]
fn a_run_of_helm_is_linked_by_what_was_asked_and_keeps_its_scores() {
    let place = animals();
    let requests = instances().into_iter().zip(["B", "B", "C"]).map(|(instance, letter)| {
        json!({
            "instance": instance, "train_trial_index": 0,
            "output_mapping": {"A": "cat", "B": "dog", "C": "hen"},
            "result": {"success": true, "completions": [{"text": format!(" {letter}"), "logprob": -1.0}]},
        })
    });
    let mut requests: Vec<Value> = requests.collect();
    let mut perturbed = requests[0].clone();
    perturbed["instance"]["perturbation"] = json!({"name": "typos"});
    requests.push(perturbed);
    let document =
        json!({"adapter_spec": {"method": "multiple_choice_joint"}, "request_states": requests});
    place.write("scenario_state.json", &document.to_string());
    let stats = |id: &str, mean: f64| {
        let stat =
            json!({"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": mean});
        json!({"instance_id": id, "train_trial_index": 0, "stats": [stat]})
    };
    let stats = json!([stats("id0", 1.0), stats("id1", 0.0), stats("id2", 1.0)]);
    place.write("per_instance_stats.json", &stats.to_string());
    let said = imported(&place, "scenario_state.json");
    assert_eq!((&said["rows"], &said["scorers"]["helm exact_match"]), (&3.into(), &3.into()));
    assert!(said["warnings"].to_string().contains("perturbed"), "{said}");
    assert_eq!(labels(&place, "helm exact_match"), ["B", "nothing", "C"]);
    assert_eq!(correct(&place), 2);
    let scores = place.assay(&["import", "predictions", "per_instance_stats.json", "--model", "m"]);
    assert!(scores.err.contains("take scenario_state.json"), "{scores:?}");
}

#[test]
fn helms_display_files_are_read_with_the_instances_beside_them() {
    let place = animals();
    place.write("instances.json", &json!(instances()).to_string());
    let predicted = |id: &str, text: &str| json!({"instance_id": id, "train_trial_index": 0, "predicted_text": text, "stats": {"exact_match": 1.0}});
    let predictions =
        json!([predicted("id0", " B"), predicted("id1", " A"), predicted("id2", " C")]);
    place.write("display_predictions.json", &predictions.to_string());
    assert_eq!(imported(&place, "display_predictions.json")["questions"], 3);
    assert_eq!(correct(&place), 3);
    let alone = Workplace::new();
    alone.write("display_predictions.json", &predictions.to_string());
    let said = alone.assay(&["score", "display_predictions.json"]);
    assert!(said.err.contains("instances.json, which is not in ."), "{said:?}");
}

#[test]
fn choices_that_helm_asked_separately_give_the_likeliest() {
    let place = animals();
    let states = instances().into_iter().flat_map(|instance| {
        let state = move |reference: usize| {
            let logprob = if reference == 1 { -0.5 } else { -3.0 };
            json!({
                "instance": instance, "reference_index": reference, "request_mode": "original",
                "result": {"success": true, "completions": [{"text": "", "logprob": logprob}]},
            })
        };
        (0..3).map(state).collect::<Vec<_>>()
    });
    let states: Vec<Value> = states.collect();
    let document = json!({"adapter_spec": {}, "request_states": states});
    place.write("scenario_state.json", &document.to_string());
    assert_eq!(imported(&place, "scenario_state.json")["rows"], 3);
    assert_eq!(correct(&place), 1, "B throughout");
}

#[test]
fn records_of_every_eval_ever_bring_texts_and_who_extracted_what() {
    let place = animals();
    let record = |at: usize, text: &str, extracted: &str, is_correct: bool| {
        json!({
            "schema_version": "0.2.1", "evaluation_id": "e", "model_id": "o/m", "evaluation_name": "animals",
            "sample_id": at.to_string(), "interaction_type": "single_turn",
            "input": {"raw": STEMS[at].0, "reference": ["x"], "choices": ["cat", "dog", "hen"]},
            "output": {"raw": [text]},
            "answer_attribution": [{
                "turn_idx": 0, "source": "output.raw", "extracted_value": extracted,
                "extraction_method": "regex", "is_terminal": true,
            }],
            "evaluation": {"score": f64::from(u8::from(is_correct)), "is_correct": is_correct},
        })
    };
    let records = [
        record(0, "It is the dog.", "B", true),
        record(1, "The answer is C", "hen", false),
        record(2, "C", "hen", true),
    ];
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    place.write("e.jsonl", &lines.join("\n"));
    assert_eq!(imported(&place, "e.jsonl")["scorers"]["regex"], 3);
    assert_eq!(labels(&place, "regex"), ["B", "C", "C"]);
    assert_eq!(correct(&place), 2);
}

/// A record as Every Eval Ever's converters write it, with the fields that are null.
fn published(id: &str, raw: &str, output: &[&str], choices: &[&str], more: &Value) -> String {
    let mut record = json!({
        "schema_version": "0.2.2", "evaluation_id": "None_samples", "model_id": "openai/gpt2",
        "evaluation_name": "animals", "sample_id": id, "sample_hash": "ae15", "interaction_type": "single_turn",
        "input": {"raw": raw, "formatted": null, "reference": ["dog"], "choices": choices},
        "output": {"raw": output, "reasoning_trace": []}, "messages": null,
        "answer_attribution": [{
            "turn_idx": 0, "source": "output.raw", "extracted_value": output[0],
            "extraction_method": "none", "is_terminal": true,
        }],
        "evaluation": {"score": 1.0, "is_correct": true, "num_turns": null, "tool_calls_count": null},
        "token_usage": null, "performance": null, "error": null, "metadata": null,
    });
    for (name, value) in more.as_object().unwrap() {
        record[name] = value.clone();
    }
    record.to_string()
}

#[test]
fn records_converted_from_helm_have_examples_before_the_question() {
    let place = animals();
    let choices = ["cat", "dog", "hen"];
    let raw = |at: usize| {
        format!(
            "The following are multiple choice questions (with answers).\n\nQuestion: Which animal barks, and \
             is no seal?\nA. seal\nB. dog\nAnswer: B\n\nQuestion: {}\nA. cat\nB. dog\nC. hen\nAnswer:",
            STEMS[at].0
        )
    };
    let records = [("id147", 0, " B"), ("id11", 1, " D"), ("id65", 2, " C")];
    let lines =
        records.map(|(id, at, said)| published(id, &raw(at), &[said], &choices, &json!({})));
    place.write("e.jsonl", &lines.join("\n"));
    let said = imported(&place, "e.jsonl");
    // D is none of the choices.
    assert_eq!((&said["questions"], &said["scorers"]["animals"]), (&3.into(), &2.into()), "{said}");
    assert_eq!(correct(&place), 2);
}

#[test]
fn records_converted_from_lm_eval_and_inspect_have_measures_and_epochs() {
    let place = animals();
    let letters = ["A", "B", "C"];
    let second = json!({"evaluation_name": "animals/flexible", "evaluation_result_id": "2"});
    let lines = [
        published("0", STEMS[0].0, &["B"], &letters, &json!({})),
        // A second measure of the same text, and one of what another filter made of it.
        published("0", STEMS[0].0, &["B"], &letters, &second),
        published("1", STEMS[1].0, &["A"], &letters, &json!({})),
        published("1", STEMS[1].0, &["C"], &letters, &second),
    ];
    place.write("e.jsonl", &lines.join("\n"));
    let said = imported(&place, "e.jsonl");
    assert_eq!((&said["rows"], &said["scorers"]["animals"]), (&2.into(), &2.into()), "{said}");
    assert_eq!(said["scorers"]["animals/flexible"], 1, "{said}");
    assert!(said["warnings"].to_string().contains("1 records of a further measure"), "{said}");
    assert_eq!(correct(&place), 2);
    let of_epoch = |epoch: &str, text: &str| {
        let more =
            json!({"metadata": {"stop_reason": "stop", "epoch": epoch}, "answer_attribution": []});
        published("1", STEMS[0].0, &[text], &["cat", "dog", "hen"], &more)
    };
    place
        .write("i.jsonl", &[of_epoch("1", "B"), of_epoch("2", "C"), of_epoch("3", "B")].join("\n"));
    let scored = place.json(&["score", "i.jsonl", "--dataset", "b.tsv"]);
    let mean = scored["samples"]["mean_accuracy"].as_f64().unwrap();
    assert!((mean - 2.0 / 3.0).abs() < 1e-9, "{scored}");
    let results = json!({
        "schema_version": "0.2.2", "evaluation_id": "animals/m/1", "retrieved_timestamp": "1771590848",
        "evaluation_results": [],
    });
    place.write("r.json", &results.to_string());
    let refused = place.failure(&["score", "r.json"]);
    assert!(refused.contains("take the file of their samples"), "{refused}");
}

#[test]
fn a_run_of_vhelm_has_pictures_between_the_words_and_as_choices() {
    let place = Workplace::new();
    place.write(
        "b.jsonl",
        "{\"index\": \"m1\", \"question\": \"Is <image 1> before <image 2>?\", \"A\": \"yes\", \"B\": \"no\", \"answer\": \"B\"}\n\
         {\"index\": \"m2\", \"question\": \"Which is red?\", \"A\": \"<image 1>\", \"B\": \"<image 2>\", \"answer\": \"B\"}\n",
    );
    place.assay(&["import", "questions", "b.jsonl"]).well();
    let words = |text: &str| json!({"content_type": "text/plain", "text": text});
    let picture = json!({"content_type": "image/png", "location": "scenarios/a.png"});
    let output = |text: &str| match text {
        "" => json!({"text": "", "multimedia_content": {"media_objects": [picture]}}),
        text => json!({"text": text}),
    };
    let instance = |id: &str, parts: Value, choices: [&str; 2]| {
        let [first, second] = choices.map(output);
        json!({
            "input": {"text": "", "multimedia_content": {"media_objects": parts}}, "split": "valid", "id": id,
            "references": [{"output": first, "tags": []}, {"output": second, "tags": ["correct"]}],
        })
    };
    let instances = json!([
        instance(
            "id0",
            json!([words("Is "), picture, words(" before "), picture, words("?")]),
            ["yes", "no"]
        ),
        instance("id1", json!([words("Which is red?")]), ["", ""]),
    ]);
    place.write("instances.json", &instances.to_string());
    let predicted = |id: &str, text: &str, reference: Value| {
        json!({
            "instance_id": id, "train_trial_index": 0, "predicted_text": text, "base64_images": [],
            "reference_index": reference, "stats": {"num_output_tokens": 1.0},
        })
    };
    // The second was asked choice by choice: the text is the prompt's, the index the choice.
    let predictions =
        json!([predicted("id0", "B", Value::Null), predicted("id1", "Which is red? A", json!(1))]);
    place.write("display_predictions.json", &predictions.to_string());
    let stat = json!({"name": {"name": "exact_match", "split": "valid"}, "count": 1, "sum": 1.0});
    let stats = json!([{"instance_id": "id0", "train_trial_index": 0, "stats": [stat]}]);
    place.write("per_instance_stats.json", &stats.to_string());
    let said = imported(&place, "display_predictions.json");
    assert_eq!(
        (&said["questions"], &said["scorers"]["helm exact_match"]),
        (&2.into(), &1.into()),
        "{said}"
    );
    assert_eq!(correct(&place), 2);
    let refused = place.failure(&["import", "predictions", "instances.json", "--model", "n"]);
    assert!(refused.contains("take scenario_state.json"), "{refused}");
}

#[test]
fn lmms_evals_other_tasks_name_the_question_in_their_metric() {
    let place = animals();
    let sample = |at: usize, key: &str, text: &str| {
        json!({
            "doc_id": at, "target": "x", "filtered_resps": [text],
            "input": format!("<image>{}\nA. cat\nB. dog\nC. hen", STEMS[at].0),
            "coarse perception": {"question_id": key, "l2_category": "x", "score": 1.0},
        })
    };
    // One has the key of another question, and one has a number: what was asked says which it is.
    let samples = [sample(0, "q1", "B"), sample(1, "q3", "A"), sample(2, "77", "C")];
    let lines: Vec<String> = samples.iter().map(Value::to_string).collect();
    place.write("s.jsonl", &lines.join("\n"));
    assert_eq!(imported(&place, "s.jsonl")["questions"], 3);
    assert_eq!(correct(&place), 3);
}

#[test]
fn what_vlmevalkits_judge_extracted_becomes_its_labels() {
    let place = animals();
    let answers = "index\tprediction\nq1\tthe dog, I think\nq2\tpurring: cat\nq3\tno idea\n";
    place.write("m.tsv", answers);
    imported(&place, "m.tsv");
    place.write(
        "m_MathVista_gpt_result.tsv",
        "index\tprediction\tres\tlog\nq1\tthe dog, I think\t(B)\tSucceed\nq2\tpurring: cat\tCat\tSucceed\n\
         q3\tno idea\t42\tSucceed\n",
    );
    let import =
        ["import", "labels", "m_MathVista_gpt_result.tsv", "--model", "m", "--extractor", "gpt"];
    let said = place.assay(&import).well();
    assert!(
        said.err.contains("1 rows have no (further) label: what the judge extracted"),
        "{said:?}"
    );
    assert_eq!(labels(&place, "gpt"), ["B", "A"]);
}

#[test]
fn documents_with_the_same_text_are_linked_by_their_number_if_all_are_in_order() {
    let place = Workplace::new();
    let rows = [("x", "Which?", "A"), ("y", "Which one?", "B"), ("z", "Which?", "B")];
    let rows = rows.map(|(index, stem, right)| format!("{index}\t{stem}\tcat\tdog\t{right}\n"));
    place.write("b.tsv", &format!("index\tquestion\tA\tB\tanswer\n{}", rows.concat()));
    place.assay(&["import", "questions", "b.tsv"]).well();
    // POPE's numbers count within a category, lm-evaluation-harness has no key, and its metrics are scores.
    let sample = |number: usize, stem: &str, text: &str| {
        json!({
            "doc_id": number, "doc": {"pid": 7}, "target": "x", "resps": [[text]], "filtered_resps": [text],
            "arguments": {"gen_args_0": {"arg_0": format!("<image>{stem}\nA. cat\nB. dog"), "arg_1": {}}},
            "filter": "none", "metrics": ["exact_match"], "exact_match": f64::from(u8::from(text == "B")),
        })
    };
    let write = |samples: [Value; 3]| {
        place.write("s.jsonl", &samples.map(|sample| sample.to_string()).join("\n"));
    };
    write([sample(0, "Which?", "A"), sample(1, "Which one?", "B"), sample(2, "Which?", "B")]);
    let said = imported(&place, "s.jsonl");
    assert_eq!(
        (&said["questions"], &said["scorers"]["exact_match"]),
        (&3.into(), &3.into()),
        "{said}"
    );
    assert!(said["warnings"].to_string().contains("2 rows have the text of several"), "{said}");
    assert_eq!(correct(&place), 3);
    assert_eq!(labels(&place, "exact_match"), ["nothing", "B", "B"]);
    // Another order: what has the text of several questions is of none.
    write([sample(2, "Which?", "A"), sample(0, "Which one?", "B"), sample(1, "Which?", "B")]);
    let said = place.assay(&["import", "predictions", "s.jsonl", "--model", "n"]).well();
    assert!(said.err.contains("2 rows are of no question of the benchmark: left out"), "{said:?}");
}

/// As VLMEvalKit 0.2 writes them for these answers: MathVista's judge with letter and text, a row that
/// its rules read; a verifier's verdicts.
#[test]
fn vlmevalkits_rules_and_verifier_are_told_from_its_judge() {
    let place = animals();
    let answers =
        "index\tprediction\nq1\tB, I think\nq2\tthe one that meows\nq3\tThe answer is B\n";
    place.write("m.tsv", answers);
    imported(&place, "m.tsv");
    let import = |file: &str, extractor: &str| {
        place.assay(&["import", "labels", file, "--model", "m", "--extractor", extractor]).well()
    };
    let judged = "index\tprediction\tres\tlog\nq1\tB, I think\tB\tPrefetch succeed\n\
                  q2\tthe one that meows\t(A) cat\tSucceed\nq3\tThe answer is B\t(B) dog\tSucceed\n";
    place.write("m_MathVista_gpt-4-turbo.tsv", judged);
    let said = import("m_MathVista_gpt-4-turbo.tsv", "gpt");
    assert!(said.err.contains("1 predictions were read by VLMEvalKit's rules"), "{said:?}");
    assert_eq!(labels(&place, "gpt"), ["A", "B"]);
    let verified = "index\tprediction\tverifier_score\nq1\tB, I think\tTrue\nq2\tthe one that meows\t\n\
                    q3\tThe answer is B\tFalse\n";
    place.write("m_detailed_results.tsv", verified);
    let said = import("m_detailed_results.tsv", "verifier");
    assert!(said.err.contains("1 rows have no (further) label: the row has no log"), "{said:?}");
    assert!(!said.err.contains("random"), "{said:?}");
    assert_eq!(labels(&place, "verifier"), ["B", "nothing"]);
}

#[test]
fn what_inspects_scorer_read_is_an_extractor_with_its_name() {
    let place = animals();
    let sample = |at: usize, completion: &str, value: &str, answer: &str| {
        json!({
            "id": at + 1, "epoch": 1, "input": STEMS[at].0, "choices": ["cat", "dog", "hen"], "target": "B",
            "output": {"completion": completion},
            "scores": {"choice": {"value": value, "answer": answer}},
        })
    };
    let samples = [
        sample(0, "ANSWER: B", "C", "B"),
        sample(1, "ANSWER: C", "I", "C"),
        sample(2, "hm", "I", ""),
    ];
    let log = json!({
        "version": 2, "status": "success", "eval": {"task": "animals", "model": "m"}, "samples": samples,
    });
    place.write("log.json", &log.to_string());
    assert_eq!(imported(&place, "log.json")["scorers"]["choice"], 3);
    assert_eq!(labels(&place, "choice"), ["B", "C", "nothing"]);
    let eval = place.assay(&["eval", "--extractor", "choice", "-o", "json"]).well().json();
    assert_eq!(eval["models"][0]["results"][0]["correct"], 1, "{eval}");
}
