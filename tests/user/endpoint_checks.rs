//! What `assay endpoints check` finds out about a server.

use assay::llm::{Endpoint, EndpointCheck, Stop};

use crate::support::fault_server::{Act, FaultServer, completion, error};

fn named(server: &FaultServer) -> Endpoint {
    Endpoint { model_id: Some("tiny".into()), ..Endpoint::from_url(server.url()) }
}

/// A server with a list of models that takes pictures or not, and gives log-probabilities or not.
fn server_that_can(pictures: bool, logprobs: bool) -> FaultServer {
    FaultServer::start(move |_, seen| {
        if seen.line.starts_with("GET") {
            return Act::Answer(200, Vec::new(), r#"{"data":[{"id":"tiny"}]}"#.into());
        }
        let body = seen.json();
        let has_picture = body.to_string().contains("image_url");
        if has_picture && !pictures {
            return error(400, "BadRequestError", "tiny is not a multimodal model");
        }
        let mut answer: serde_json::Value = serde_json::from_str(&completion("red")).unwrap();
        if logprobs && body["logprobs"] == true {
            answer["choices"][0]["logprobs"] = serde_json::json!({"content": [{"token": "red"}]});
        }
        answer["usage"]["prompt_tokens"] = if has_picture { 80.into() } else { 10.into() };
        Act::Answer(200, Vec::new(), answer.to_string())
    })
}

#[test]
fn a_check_says_what_the_server_can_do() {
    for (pictures, logprobs) in [(true, true), (true, false), (false, true), (false, false)] {
        let server = server_that_can(pictures, logprobs);
        let endpoint = Endpoint { model_id: None, ..Endpoint::from_url(server.url()) };
        let check = EndpointCheck::run(&endpoint, &Stop::new()).unwrap();
        assert_eq!((check.pictures, check.logprobs), (pictures, logprobs), "{check:?}");
        assert!(check.answers && check.latency_ms.is_some());
        assert_eq!(check.models, ["tiny"]);
        assert_eq!(check.model.as_deref(), Some("tiny"));
        assert_eq!(check.messages.len(), usize::from(!pictures), "{check:?}");
    }
}

#[test]
fn a_check_of_a_wrong_key_or_of_a_dead_server_says_so() {
    let server = FaultServer::always(error(401, "invalid_api_key", "Incorrect API key"));
    let check = EndpointCheck::run(&named(&server), &Stop::new()).unwrap();
    assert!(!check.answers && !check.pictures && !check.logprobs);
    assert!(check.messages.iter().all(|message| message.contains("unauthorized")), "{check:?}");
    let dead = Endpoint::from_url("http://127.0.0.1:9");
    let check = EndpointCheck::run(&dead, &Stop::new()).unwrap();
    assert_eq!(check.messages.len(), 1, "{check:?}");
    assert!(check.messages[0].contains("connect"), "{check:?}");
}
