//! Records of lists, lines and documents, and what is wrong with damaged ones.

use std::io::BufReader;

use super::*;

fn read(text: &[u8]) -> Result<Vec<(u64, String)>, String> {
    // A buffer of three bytes cuts every record somewhere.
    let mut records = JsonRecords::new(BufReader::with_capacity(3, text), 40);
    let mut found = Vec::new();
    loop {
        match records.next_record() {
            Ok(Some(record)) => found.push((record.line, record.text.into_owned())),
            Ok(None) => return Ok(found),
            Err(error) => return Err(error.to_string()),
        }
    }
}

#[test]
fn a_list_and_lines_give_the_same_records() {
    let expected = vec![(2, r#"{"a": "}\"{"}"#.to_owned()), (3, r#"{"b": [{}]}"#.to_owned())];
    for text in [
        "\u{feff}[\n{\"a\": \"}\\\"{\"},\n{\"b\": [{}]}\n]\n",
        "\n{\"a\": \"}\\\"{\"}\n{\"b\": [{}]}",
        "\n{\"a\": \"}\\\"{\"},\n{\"b\": [{}]},\n",
    ] {
        assert_eq!(read(text.as_bytes()), Ok(expected.clone()), "{text}");
    }
    assert_eq!(read(b"[]"), Ok(vec![]));
}

fn read_within(text: &str) -> Result<(Vec<String>, Option<String>), String> {
    let list = ListInDocument { name: "questions", expected: "a list", beside: "types" };
    let source = BufReader::with_capacity(3, text.as_bytes());
    let mut records = JsonRecords::within(Some(list), source, 40);
    let mut found = Vec::new();
    while let Some(record) = records.next_record().map_err(|error| error.to_string())? {
        found.push(record.text.into_owned());
    }
    Ok((found, records.into_beside().map(|value| value.to_string())))
}

#[test]
fn a_list_and_a_document_with_a_list_give_the_same() {
    let expected = vec!["{\"a\":1}".to_owned(), "{\"a\":2}".to_owned()];
    assert_eq!(read_within("\u{feff}[{\"a\":1},{\"a\":2}]"), Ok((expected.clone(), None)));
    let list = "\"questions\":[{\"a\":1},{\"a\":2}]";
    let types = "\"n\":NaN,\"types\": {\"x\":\"}\"},\"m\":\"]\",\"l\":[{}]";
    for text in [format!("{{{list},{types}}}"), format!("{{ {types}, {list} }}\n")] {
        let beside = Some("{\"x\":\"}\"}".to_owned());
        assert_eq!(read_within(&text), Ok((expected.clone(), beside)), "{text}");
    }
    for (text, wanted) in [
        ("{\"rows\":[]}", "there is no list \"questions\" in it; expected a list"),
        ("{\"questions\":{}}", "expected a list, found '{'"),
        ("{\"questions\":[{}]", "the file ends inside the document"),
        ("{\"questions\":[{}", "the file ends inside the list"),
        ("{\"a\":}", "expected a value"),
        ("{\"a\" 1}", "expected a colon"),
        ("{\"questions\":[]} {}", "nothing behind the list"),
    ] {
        let error = read_within(text).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn what_python_writes_beyond_json_is_replaced_outside_strings() {
    let text = br#"{"a":NaN,"b":[-Infinity,null],"NaN":"NaN"}"#;
    let found = read(text).unwrap();
    assert_eq!(found[0].1, r#"{"a":null,"b":[-1e999,null],"NaN":"NaN"}"#);
}

#[test]
fn damage_is_named_with_its_line() {
    let message = |text: &str| read(text.as_bytes()).unwrap_err();
    assert!(message("[{}\n{}]").starts_with("line 2: expected a comma or the end of the list"));
    assert!(message("[{},\n7]").starts_with("line 2: expected a record, found '7'"));
    assert!(message("[]{}").contains("nothing behind the list"));
    assert!(message("{}\n{\"a\": \"").contains("inside the record that begins on line 2"));
    assert!(message("[{},").contains("inside the list"));
    assert!(message(&format!("{{\"a\": \"{}\"}}", "x".repeat(50))).contains("more than 40"));
    assert!(read(b"{\"a\": \"\xE9\"}").unwrap_err().contains("not UTF-8"));
}

#[test]
fn an_object_that_never_ends_does_not_fill_the_memory() {
    let endless = BufReader::new(io::Read::chain(&b"{\"a\": \""[..], io::repeat(b'x')));
    let mut records = JsonRecords::new(endless, 100_000);
    let error = records.next_record().unwrap_err().to_string();
    assert!(
        error.starts_with("the record that begins on line 1 has more than 100000 bytes"),
        "{error}"
    );
    assert!(records.record.capacity() < 1_000_000);
}
