//! What servers refuse: pictures that they cannot read, keys. What is asked again, what is shown.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use serde_json::json;

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, Seen, answer, error};

/// Two questions with pictures in WebP.
fn with_webp() -> Workplace {
    let place = Workplace::new();
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(40, 30).write_to(&mut bytes, ImageFormat::WebP).unwrap();
    let picture = base64_simd::STANDARD.encode_to_string(bytes.into_inner());
    let row = |n: u32| format!("{n}\tWhich is number {n}?\tone\ttwo\tB\t{picture}\n");
    place.write("b.tsv", &format!("index\tquestion\tA\tB\tanswer\timage\n{}{}", row(1), row(2)));
    place.run(&["import", "questions", "b.tsv"]);
    place
}

fn has_webp(seen: &Seen) -> bool {
    seen.json().to_string().contains("data:image/webp")
}

fn infer(url: &str) -> Vec<&str> {
    vec!["infer", "--model", "m", "--url", url, "--strategy", "first-pass"]
}

#[test]
fn a_picture_that_the_server_cannot_read_is_sent_once_more_as_png() {
    for refusal in [
        error(400, "invalid_request_error", "bad input"),
        error(500, "500", "Failed to load image or audio file"),
        error(415, "", "image/webp is not supported"),
    ] {
        let place = with_webp();
        let server = FaultServer::start(move |_, seen| match has_webp(seen) {
            true => refusal.clone(),
            false => answer("B"),
        });
        let document = place.json(&infer(&server.url()));
        let counts = ["answered", "failed", "attempts", "reencoded_pictures"];
        assert_eq!(counts.map(|name| document[name].as_u64().unwrap()), [2, 0, 4, 2]);
        let last = server.seen().pop().unwrap().json().to_string();
        assert!(last.contains("data:image/png;base64,iVBOR"), "{last}");
    }
}

#[test]
fn what_is_refused_as_png_too_is_listed_with_key_kind_and_the_words_of_the_server() {
    let place = with_webp();
    let server = FaultServer::always(error(400, "bad", "cannot identify image file \u{1b}[31m"));
    let said = place.assay(&infer(&server.url()));
    assert_eq!((said.code, server.seen().len()), (1, 4));
    assert!(
        said.err.contains("2 passes have no answer; question 1, pass 0: bad-picture"),
        "{}",
        said.err
    );
    let failed = place.json(&["infer", "--model", "m", "--failed"]);
    let row = &failed["failed"][1];
    assert_eq!(
        (&row["question"], &row["kind"], &row["attempts"]),
        (&json!("2"), &json!("bad-picture"), &json!(2))
    );
    assert!(row["message"].as_str().unwrap().contains("cannot identify image file"), "{row}");
    let shown = place.run(&["infer", "--model", "m", "--failed"]);
    assert!(shown.contains("bad-picture") && !shown.contains('\u{1b}'), "{shown}");
    let message = place.failure(&["infer", "--model", "nobody", "--failed"]);
    assert!(message.contains("no answers of nobody"), "{message}");
}

#[test]
fn a_question_with_a_png_is_not_asked_again_when_it_is_refused() {
    let place = Workplace::with_questions(1);
    let server = FaultServer::always(error(400, "bad", "cannot identify image file"));
    place.assay(&infer(&server.url()));
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_refused_key_is_sent_once_and_ends_the_call_with_one_sentence() {
    let place = Workplace::with_questions(30);
    let server = FaultServer::start(|_, _| {
        let refusal = error(401, "invalid_api_key", "Incorrect API key provided");
        Act::After(std::time::Duration::from_millis(50), Box::new(refusal))
    });
    let url = server.url();
    let arguments = [&infer(&url)[..], &["--concurrency", "16", "-o", "json"]].concat();
    let said = place.assay(&arguments);
    assert_eq!((said.code, server.seen().len()), (1, 1));
    assert!(
        said.err.contains(
            "stopped: the server refuses the key: unauthorized (401): Incorrect API key provided. Check \
             the key of the endpoint.\n"
        ),
        "{}",
        said.err
    );
    let document = said.json();
    assert_eq!((&document["failed"], &document["left"]), (&json!(1), &json!(29)), "{document}");
}

#[test]
fn a_dry_run_says_what_the_prompts_cost_and_what_the_call_costs_at_most() {
    let place = Workplace::with_questions(4);
    let config = place.run(&["config", "path"]);
    let config = std::path::Path::new(config.trim());
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    let server = FaultServer::always(answer("B"));
    let table = format!(
        "[endpoint.paid]\nurl = '{}'\nmax_tokens = 100\nprice = {{ prompt = 1000000, completion = 10 }}\n",
        server.url()
    );
    std::fs::write(config, table).unwrap();
    let dry = ["infer", "--model", "m", "--endpoint", "paid", "--dry-run"];
    let document = place.json(&dry);
    let number = |name: &str| document[name].as_f64().unwrap();
    let prompts = document["tokens"]["prompt"].as_f64().unwrap();
    assert!((number("cost_of_prompts") - prompts).abs() < 1e-9, "{document}");
    let most = number("cost_at_most") - number("cost_of_prompts");
    assert!((most - 12.0 * 100.0 * 10.0 / 1e6).abs() < 1e-6, "{document}");
    assert!(place.run(&dry).contains("cost at most"));
    let without = ["infer", "--model", "m", "--url", &server.url(), "--dry-run"];
    assert!(place.json(&without).get("cost_of_prompts").is_none());
    assert!(server.seen().is_empty());
}
