//! `--wait-for-server`, and several servers for one run.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use serde_json::Value;

use crate::harness::Workplace;
use crate::support::fault_server::{Act, FaultServer, answer, error};

/// An address at which no server is.
fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn a_run_waits_for_a_server_that_is_not_there_says_so_and_goes_on() {
    let place = Workplace::with_questions(3);
    let address = free_address();
    let url = format!("http://{address}");
    let arguments =
        ["infer", "--model", "m", "--url", &url, "--wait-for-server", "5m", "--max-attempts", "1"];
    let mut child = place
        .command(&[&arguments[..], &["--strategy", "first-pass", "-o", "json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    assert!(said.contains(&format!("{url}/v1 does not answer (connect")), "{said}");
    assert!(said.contains("waiting for it, 300 s at most"), "{said}");
    let server = FaultServer::start_at(&address, |_, _| answer("B"));
    let said = lines.next().unwrap().unwrap();
    assert!(said.contains("answers again after"), "{said}");
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(child.wait().unwrap().success());
    let document: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&document["answered"], server.seen().len()), (&3.into(), 3), "{document}");
}

#[test]
fn a_server_that_loads_its_model_is_waited_for_and_a_server_that_cuts_is_not_for_ever() {
    let place = Workplace::with_questions(2);
    let server = FaultServer::start(|number, _| match number {
        1 => error(503, "unavailable_error", "Loading model"),
        2 => Act::Cut,
        _ => answer("B"),
    });
    let url = server.url();
    let arguments = ["infer", "--model", "m", "--url", &url, "--strategy", "first-pass"];
    let rest = ["--wait-for-server", "1h", "--max-attempts", "1", "--concurrency", "1"];
    let document = place.json(&[&arguments[..], &rest].concat());
    assert_eq!((&document["answered"], &document["attempts"]), (&2.into(), &4.into()));

    let dead = FaultServer::always(Act::Cut);
    let url = dead.url();
    let arguments = ["infer", "--model", "n", "--url", &url, "--strategy", "first-pass"];
    let rest = ["--wait-for-server", "0.2s", "--max-attempts", "1", "-o", "json"];
    let said = place.assay(&[&arguments[..], &rest].concat());
    assert_eq!((said.code, &said.json()["failed"]), (1, &2.into()));
}

#[test]
fn requests_are_spread_over_several_servers_and_one_that_is_down_is_left_out() {
    let place = Workplace::with_questions(20);
    let wait = std::time::Duration::from_millis(10);
    let slow = move |_: usize, _: &_| Act::After(wait, Box::new(answer("B")));
    let servers = [FaultServer::start(slow), FaultServer::start(slow)];
    let dead = format!("http://{}", free_address());
    let urls = [servers[0].url(), dead.clone(), servers[1].url()];
    let mut arguments = vec!["infer", "--model", "m", "--strategy", "first-pass", "-o", "json"];
    for url in &urls {
        arguments.extend(["--url", url]);
    }
    let said = place.assay(&[&arguments[..], &["--max-attempts", "1"]].concat());
    let document = said.json();
    assert_eq!((said.code, &document["answered"]), (0, &20.into()), "{document}");
    let lost = format!("{dead}/v1 does not answer (connect");
    assert_eq!(said.err.matches(&lost).count(), 1, "{}", said.err);
    let seen = servers.each_ref().map(|server| server.seen().len());
    assert!(seen.iter().sum::<usize>() == 20 && seen.iter().all(|count| *count >= 5), "{seen:?}");
    let message = place.failure(&["infer", "--model", "m", "--url", &urls[0], "--url", "x"]);
    assert!(message.contains("is not a URL of a server"), "{message}");
}
