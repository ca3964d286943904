//! Pictures that a file names by web addresses: listed, and fetched only where that was said.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

use crate::harness::{Workplace, picture};

/// A web server on the loopback: `/1.png` is a picture that can be changed, `/moved` leads to it, `/away` to
/// another host, `/page` is not a picture. Returns its port and the number of the picture.
fn server() -> (u16, Arc<Mutex<u32>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let shown = Arc::new(Mutex::new(1));
    let number = shown.clone();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines =
                BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let request = lines.next().unwrap_or_default();
            lines.find(String::is_empty);
            let redirect = |to: &str| (format!("302 Found\r\nLocation: {to}"), Vec::new());
            let (status, body) = match request.split(' ').nth(1).unwrap_or_default() {
                "/1.png" => ("200 OK".to_owned(), picture(*number.lock().unwrap())),
                "/moved" => redirect("/1.png"),
                "/away" => redirect("http://example.org/1.png"),
                "/page" => ("200 OK".to_owned(), b"<html>".to_vec()),
                _ => ("404 Not Found".to_owned(), Vec::new()),
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    (port, shown)
}

const FETCH: [&str; 3] = ["--fetch", "--fetch-host", "127.0.0.1"];

fn import(place: &Workplace, flags: &[&str]) -> crate::harness::Said {
    place.assay(&[&["import", "questions", "q.jsonl", "-o", "json"], flags].concat())
}

fn naming(url: &str) -> Workplace {
    let place = Workplace::new();
    let line =
        format!(r#"{{"id": 1, "question": "Which?", "A": "a", "B": "b", "image": "{url}"}}"#);
    place.write("q.jsonl", &line);
    place
}

#[test]
fn addresses_are_listed_and_not_fetched() {
    let (port, _) = server();
    let url = format!("http://127.0.0.1:{port}/1.png");
    let place = naming(&url);
    let said = import(&place, &[]);
    assert!(said.code == 1 && said.err.contains(&url), "{said:?}");
    assert!(said.err.contains("1 of them are web addresses, which are not fetched"), "{said:?}");
    let read: Value = import(&place, &["--allow-missing-pictures"]).well().json();
    assert_eq!((&read["questions"], &read["images"]), (&1.into(), &0.into()));
    place.write("t.tsv", &format!("index\tquestion\tA\tB\timage\n1\tWhich?\ta\tb\t{url}\n"));
    let said = place.assay(&["--db", "t.db", "import", "questions", "t.tsv"]);
    assert!(said.err.contains("--fetch-host HOST"), "{said:?}");
    place.assay(&[&["--db", "t.db", "import", "questions", "t.tsv"], &FETCH[..]].concat()).well();
}

#[test]
fn a_second_import_says_which_pictures_changed() {
    let (port, shown) = server();
    let place = naming(&format!("http://127.0.0.1:{port}/moved"));
    let first = import(&place, &FETCH).well().json();
    assert_eq!((&first["images"], &first["new"]), (&1.into(), &1.into()), "{first}");
    let same = import(&place, &FETCH).well().json();
    assert_eq!(
        (&same["unchanged"], same["warnings"].to_string().contains("on the web")),
        (&1.into(), false)
    );
    *shown.lock().unwrap() = 2;
    let changed = import(&place, &FETCH).well().json();
    assert_eq!(changed["changed"], 1);
    let warnings = changed["warnings"].to_string();
    assert!(
        warnings.contains("1 pictures on the web are others than at the last import"),
        "{warnings}"
    );
}

#[test]
fn what_was_not_allowed_and_what_is_no_picture_is_refused() {
    let (port, _) = server();
    for (url, flags, problem) in [
        (
            format!("http://127.0.0.1:{port}/away"),
            &FETCH[..],
            "redirects to another host, example.org",
        ),
        (format!("http://127.0.0.1:{port}/page"), &FETCH, "is not a picture"),
        (format!("http://127.0.0.1:{port}/404"), &FETCH, "status 404"),
        ("http://example.org/1.png".to_owned(), &FETCH, "is not a host of --fetch-host"),
        (
            format!("http://localhost:{port}/1.png"),
            &["--fetch", "--fetch-host", "localhost"],
            "a private address",
        ),
    ] {
        let place = naming(&url);
        let said = import(&place, flags);
        assert!(said.code == 1 && said.err.contains(problem), "{url}: {said:?}");
        assert!(!place.path("assay.db").exists(), "{url}");
    }
}
