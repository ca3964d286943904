//! Keys of endpoints: wherever a server repeats one, it is in no output and not in the database.

use serde_json::json;

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, completion, error};

const KEY: &str = "sk-very-secret-0123456789";

/// Runs a command with the key in the variable `OUR_KEY`. Returns what it prints.
fn run(place: &Workplace, arguments: &[&str]) -> String {
    let output = place.command(arguments).env("OUR_KEY", KEY).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&printed).into_owned()
}

/// No output of `arguments` or of commands that show what was recorded has any of these words, and no file.
#[track_caller]
fn check_hidden(place: &Workplace, arguments: &[&str], words: &[&str]) {
    let failed = ["infer", "--model", "m", "--failed"];
    for arguments in [arguments, &failed, &["show", "1", "--answer"], &["models"]] {
        let printed = run(place, arguments);
        for word in words {
            assert!(!printed.contains(word), "{arguments:?}: {printed}");
        }
    }
    for entry in std::fs::read_dir(place.path("")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            for word in words {
                let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
                assert!(!found, "{}: {word}", path.display());
            }
        }
    }
}

#[test]
fn the_key_is_in_no_output_and_not_in_the_database() {
    let place = Workplace::with_questions(1);
    let server = FaultServer::always(error(401, "bad", &format!("the key {KEY} is unknown")));
    let url = server.url();
    check_hidden(
        &place,
        &["infer", "--model", "m", "--url", &url, "--api-key-env", "OUR_KEY"],
        &[KEY],
    );
    assert_eq!(server.seen()[0].header("authorization"), Some(&*format!("Bearer {KEY}")));
}

#[test]
fn a_key_in_a_header_of_any_name_is_hidden_too() {
    let place = Workplace::with_questions(1);
    let server = FaultServer::always(error(400, "bad", &format!("the value {KEY} is unknown")));
    let url = server.url();
    let arguments = ["infer", "--model", "m", "--url", &url, "--header", "X-Pass: $OUR_KEY"];
    check_hidden(&place, &arguments, &[KEY]);
    assert_eq!(server.seen()[0].header("x-pass"), Some(KEY));
    let failed = run(&place, &["infer", "--model", "m", "--failed"]);
    assert!(failed.contains("the value [secret] is unknown"), "{failed}");
}

#[test]
fn a_key_in_the_reasoning_of_a_model_is_not_kept() {
    let place = Workplace::with_questions(1);
    let mut body: serde_json::Value = serde_json::from_str(&completion("B")).unwrap();
    body["choices"][0]["message"]["reasoning_content"] = json!(format!("My key is {KEY}."));
    let server = FaultServer::always(Act::Answer(200, Vec::new(), body.to_string()));
    let url = server.url();
    let arguments = ["infer", "--model", "m", "--url", &url, "--api-key-env", "OUR_KEY"];
    check_hidden(&place, &arguments, &[KEY]);
    assert_eq!(place.json(&["models"])["models"][0]["rows"], 2);
}

#[test]
fn a_key_in_base64_in_percent_encoding_or_in_parts_is_hidden_too() {
    let base64 = base64_simd::STANDARD.encode_to_string(KEY);
    let percent = KEY.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let text = format!("{base64} {percent} {} / {} end", &KEY[..13], &KEY[13..]);
    let words = [&base64[..16], &percent[..18], &KEY[..10], &KEY[14..24]];
    let mut answer: serde_json::Value = serde_json::from_str(&completion(&text)).unwrap();
    answer["choices"][0]["message"]["reasoning"] = json!(text.clone());
    let kinds = [
        error(400, "bad", &text),
        Act::Answer(200, Vec::new(), answer.to_string()),
        Act::Answer(200, Vec::new(), text.clone()),
    ];
    for act in kinds {
        let place = Workplace::with_questions(1);
        let url = FaultServer::always(act).url();
        let command = ["infer", "--model", "m", "--url", &url, "--api-key-env", "OUR_KEY"];
        check_hidden(&place, &[&command[..], &["--max-attempts", "1"]].concat(), &words);
    }
    let listed = json!({"data": [{"id": text}]}).to_string();
    let place = Workplace::with_questions(1);
    let url = FaultServer::always(Act::Answer(200, Vec::new(), listed)).url();
    check_hidden(&place, &["endpoints", "check", &url, "--api-key-env", "OUR_KEY"], &words);
}
