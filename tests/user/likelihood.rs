//! `assay infer --scoring likelihood`: answer ranking against servers in the shapes of vLLM, of OpenAI's older
//! completions and of llama.cpp, with values computed by hand.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::harness::{Workplace, picture};
use crate::support::fault_server::{Act, FaultServer, Seen, completion, error};

/// The log-probability of a word as the next token.
fn log_probability(word: &str) -> f64 {
    match word {
        "a" | "red" | "car" | "light" | "one" | "two" => -1.0,
        "green" => -1.5,
        "blue" => -2.0,
        _ => -7.0,
    }
}

/// Sums and tokens by hand: A -3 in 3, B -2 in 1, C -2.5 in 2. The mean chooses A, the sum B.
pub fn colours() -> Workplace {
    questions(
        "index\tquestion\tA\tB\tC\tanswer\timage",
        "1\tWhat is seen?\ta red car\tblue\tgreen light\tA",
    )
}

fn questions(header: &str, row: &str) -> Workplace {
    let place = Workplace::new();
    let picture = base64_simd::STANDARD.encode_to_string(picture(1));
    place.write("b.tsv", &format!("{header}\n{row}\t{picture}\n"));
    place.run(&["import", "questions", "b.tsv"]);
    place
}

/// The words of a message; a picture is four tokens.
fn words(message: &Value) -> Vec<String> {
    let of_text = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    match &message["content"] {
        Value::String(text) => of_text(text),
        parts => {
            let part = |part: &Value| match part["text"].as_str() {
                Some(text) => of_text(text),
                None => vec!["<image>".to_owned(); 4],
            };
            parts.as_array().unwrap().iter().flat_map(part).collect()
        }
    }
}

/// The answer of vLLM to `prompt_logprobs`: an entry for each token of the prompt.
pub fn vllm(seen: &Seen) -> Act {
    if seen.line.starts_with("GET") {
        return Act::Answer(200, Vec::new(), r#"{"data":[{"id":"tiny"}]}"#.into());
    }
    if !seen.line.ends_with("/v1/chat/completions") {
        return error(404, "NotFound", "no such path");
    }
    let body = seen.json();
    let mut answer: Value = serde_json::from_str(&completion("x")).unwrap();
    if body["prompt_logprobs"] == 0 {
        let messages = body["messages"].as_array().unwrap();
        let mut tokens = vec!["<s>".to_owned()];
        tokens.extend(words(&messages[0]));
        tokens.push("ASSISTANT:".to_owned());
        if let Some(last) = messages.get(1) {
            let fields = (&body["add_generation_prompt"], &body["continue_final_message"]);
            assert_eq!(
                (&last["role"], fields),
                (&json!("assistant"), (&json!(false), &json!(true)))
            );
            tokens.extend(words(last));
        }
        assert_eq!(body["max_tokens"], 1);
        let entry = |(at, word): (usize, &String)| match at {
            0 => Value::Null,
            _ => {
                let id: u32 = word.bytes().fold(7, |id, byte| id * 31 % 65_521 + u32::from(byte));
                json!({id.to_string():
                    {"logprob": log_probability(word), "rank": 3, "decoded_token": word}})
            }
        };
        answer["prompt_logprobs"] = tokens.iter().enumerate().map(entry).collect();
    }
    Act::Answer(200, Vec::new(), answer.to_string())
}

/// Chats without log-probabilities of prompts, and older completions that echo their prompt with them.
pub fn legacy(seen: &Seen) -> Act {
    if !seen.line.ends_with("/v1/completions") {
        return Act::Answer(200, Vec::new(), completion("x"));
    }
    let body = seen.json();
    assert_eq!(
        (&body["echo"], &body["logprobs"], &body["max_tokens"]),
        (&json!(true), &json!(1), &json!(0))
    );
    let prompt = body["prompt"].as_str().unwrap();
    let (mut tokens, mut values, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    let mut begin = 0;
    let characters: Vec<char> = prompt.chars().collect();
    for end in 1..=characters.len() {
        if end == characters.len() || characters[end].is_whitespace() {
            let token: String = characters[begin..end].iter().collect();
            values.push(if begin == 0 {
                Value::Null
            } else {
                log_probability(token.trim()).into()
            });
            tokens.push(token);
            offsets.push(begin);
            begin = end;
        }
    }
    let answer = json!({"model": "tiny", "choices": [{"text": prompt, "finish_reason": "length",
        "logprobs": {"tokens": tokens, "token_logprobs": values, "text_offset": offsets}}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 0}});
    Act::Answer(200, Vec::new(), answer.to_string())
}

/// As llama.cpp: unknown fields are passed over, and log-probabilities are those of new tokens.
fn llama_cpp(seen: &Seen) -> Act {
    let body = match seen.line.ends_with("/v1/completions") {
        true => json!({"choices": [{"text": " x", "index": 0, "finish_reason": "length",
            "logprobs": {"content": [{"id": 5, "token": " x", "logprob": -0.5, "top_logprobs": []}]}}]})
        .to_string(),
        false => completion("x"),
    };
    Act::Answer(200, Vec::new(), body)
}

pub fn infer<'a>(url: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    let base = ["infer", "--model", "m", "--url", url, "--scoring", "likelihood"];
    [&base, rest].concat()
}

/// `choice log-probability tokens` of each choice.
pub fn likelihoods(place: &Workplace, input: &str) -> Vec<String> {
    let out = place.run(&[
        "export",
        "predictions",
        "--model",
        "m",
        "--input",
        input,
        "--likelihoods",
        "--format",
        "jsonl",
    ]);
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        format!("{} {} {}", text("choice"), text("log_probability"), row["tokens"])
    };
    out.lines().map(row).collect()
}

fn answer_of(place: &Workplace, model: &str, input: &str) -> String {
    let arguments =
        ["export", "predictions", "--model", model, "--input", input, "--format", "jsonl"];
    let row: Value = serde_json::from_str(place.run(&arguments).trim()).unwrap();
    row["prediction"].as_str().unwrap().to_owned()
}

#[test]
fn the_most_likely_choice_is_the_answer_and_the_likelihood_of_each_is_kept() {
    let place = colours();
    let server = FaultServer::start(|_, seen| vllm(seen));
    let url = server.url();
    let document = place.json(&infer(&url, &[]));
    assert_eq!(document["scored_by"], "likelihood of each choice (mean of its tokens)");
    assert_eq!(
        (&document["answered"], &document["requests"], &document["state"]),
        (&json!(1), &json!(4), &json!("sealed")),
        "{document}"
    );
    assert_eq!(likelihoods(&place, "image"), ["A -3 3", "B -2 1", "C -2.5 2"]);
    assert_eq!(answer_of(&place, "m", "image"), "A");
    let eval = place.json(&["eval"]);
    assert_eq!(eval["models"][0]["results"][0]["correct"], 1);
    assert_eq!(eval["models"][0]["scored_by"], document["scored_by"]);
    let asked = &server.seen()[2..];
    assert_eq!(asked.len(), 4);
    for seen in asked {
        let messages = seen.json()["messages"].clone();
        assert!(messages[0].to_string().contains("image_url"));
        let question = words(&messages[0]).join(" ");
        assert!(question.contains("What is seen?") && !question.contains("blue"), "{question}");
    }
    let again = place.json(&infer(&url, &[]));
    assert_eq!((&again["requests"], &again["reused"]), (&json!(0), &json!(1)));
    place.assay(&["doctor"]).well();
}

#[test]
fn the_sum_may_choose_another_and_belongs_to_how_a_run_is_asked() {
    let place = colours();
    let server = FaultServer::start(|_, seen| vllm(seen));
    let url = server.url();
    let document = place.json(&infer(&url, &["--rank-by", "sum"]));
    assert_eq!(document["scored_by"], "likelihood of each choice (sum of its tokens)");
    assert_eq!(answer_of(&place, "m", "image"), "B");
    let message = place.failure(&infer(&url, &[]));
    assert!(message.contains("rank_by: \"sum\" then, \"mean\" now"), "{message}");
    let message = place.failure(&["infer", "--model", "m", "--url", &url]);
    assert!(message.contains("scoring: \"likelihood\" then, text now"), "{message}");
}

#[test]
fn older_completions_that_echo_the_prompt_give_the_same_for_text_input() {
    let place = colours();
    let server = FaultServer::start(|_, seen| legacy(seen));
    let url = server.url();
    let document = place.json(&infer(&url, &["--input", "text"]));
    assert_eq!((&document["answered"], &document["requests"]), (&json!(1), &json!(3)));
    assert_eq!(likelihoods(&place, "text"), ["A -3 3", "B -2 1", "C -2.5 2"]);
    assert_eq!(answer_of(&place, "m", "text"), "A");
    let message = place.failure(&infer(&url, &[]));
    assert!(message.contains("`prompt_logprobs`") && message.contains("--input text"), "{message}");
}

#[test]
fn a_server_without_log_probabilities_of_prompts_is_named_and_nothing_is_begun() {
    let place = colours();
    let server = FaultServer::start(|_, seen| llama_cpp(seen));
    let url = server.url();
    for input in ["image", "text"] {
        let message = place.failure(&infer(&url, &["--input", input]));
        assert!(message.contains("`prompt_logprobs`") && message.contains("vLLM"), "{message}");
    }
    assert_eq!(place.json(&["models"])["models"], json!([]));
    assert!(server.seen().len() <= 4, "{} requests", server.seen().len());
    let dead = FaultServer::always(error(401, "invalid_api_key", "no such key"));
    let message = place.failure(&infer(&dead.url(), &[]));
    assert!(message.contains("unauthorized"), "{message}");
}

#[test]
fn equally_likely_choices_are_no_label() {
    let place = questions("index\tquestion\tA\tB\tanswer\timage", "1\tHow many?\tone\ttwo\tA");
    let server = FaultServer::start(|_, seen| vllm(seen));
    place.run(&infer(&server.url(), &[]));
    assert_eq!(answer_of(&place, "m", "image"), "Z");
    assert_eq!(place.json(&["eval"])["models"][0]["results"][0]["correct"], 0);
}

#[test]
fn a_choice_whose_request_failed_is_asked_again_without_the_others() {
    let place = colours();
    let failures = AtomicUsize::new(0);
    let server = FaultServer::start(move |_, seen| {
        let is_last = seen.json()["messages"][1]["content"] == "green light";
        match is_last && failures.fetch_add(1, Ordering::SeqCst) == 0 {
            true => error(400, "invalid_request_error", "not now"),
            false => vllm(seen),
        }
    });
    let url = server.url();
    let said = place.assay(&[&infer(&url, &[])[..], &["-o", "json"]].concat());
    let document = said.json();
    assert_eq!((said.code, &document["failed"], &document["requests"]), (1, &json!(1), &json!(4)));
    assert_eq!(place.json(&["models"])["models"][0]["rows"], 0, "nothing is scored");
    let document = place.json(&infer(&url, &[]));
    assert_eq!((&document["answered"], &document["requests"]), (&json!(1), &json!(1)));
    assert_eq!(likelihoods(&place, "image"), ["A -3 3", "B -2 1", "C -2.5 2"]);
}

#[test]
fn circular_passes_and_samples_make_no_sense_with_likelihoods() {
    let place = colours();
    let server = FaultServer::start(|_, seen| vllm(seen));
    let url = server.url();
    let said = place.assay(&infer(&url, &["--strategy", "circular"]));
    assert!(said.failing(2).contains("does not show the choices"));
    let said = place.assay(&infer(&url, &["--samples", "3"]));
    assert!(said.failing(2).contains("--samples"));
    assert!(server.seen().is_empty());
    let dry = place.json(&infer(&url, &["--dry-run"]));
    assert_eq!((&dry["requests"], server.seen().len()), (&json!(4), 0));
}

#[test]
fn a_check_says_which_answers_have_the_log_probabilities_of_prompts() {
    let check = |server: &FaultServer| {
        let place = Workplace::new();
        place.json(&["endpoints", "check", &server.url(), "--model-id", "tiny"])["prompt_logprobs"]
            .clone()
    };
    assert_eq!(check(&FaultServer::start(|_, seen| vllm(seen))), "chat");
    let get = |seen: &Seen| seen.line.starts_with("GET");
    let models = || Act::Answer(200, Vec::new(), r#"{"data":[{"id":"tiny"}]}"#.into());
    let server = FaultServer::start(move |_, s| if get(s) { models() } else { legacy(s) });
    assert_eq!(check(&server), "completions");
    let server = FaultServer::start(move |_, s| if get(s) { models() } else { llama_cpp(s) });
    assert_eq!(check(&server), Value::Null);
}
