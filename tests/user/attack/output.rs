//! What is printed for other programs, and what is remembered of having been printed.

use crate::harness::Workplace;

#[test]
fn markup_in_a_name_is_text_in_markdown() {
    let place = Workplace::with_questions(2);
    let name = "<script>alert(1)</script><img src=x>";
    let decide = ["decide", "review", "1", "--as", name, "--answer", "B", "--verdict", "keep"];
    place.run(&decide);
    let out = place.run(&["status", "-o", "markdown"]);
    assert!(!out.contains("<script") && !out.contains("<img"), "{out}");
    assert!(out.contains("&lt;script"), "{out}");
}

#[test]
fn who_looks_the_reference_answer_up_before_deciding_is_known_to_have_seen_it() {
    let place = Workplace::with_questions(3);
    let decide = |key: &str, name: &str| {
        let base = ["decide", "review", key, "--as", name, "--answer", "B", "--verdict", "keep"];
        place.document(&base)["exposure"].clone()
    };
    assert_eq!(decide("3", "tester")["reference"], false);
    place.run(&["show", "1"]);
    place.run(&["show", "2", "--answer"]);
    assert_eq!(decide("1", "tester")["reference"], false);
    assert_eq!(decide("2", "tester")["reference"], true);
    assert_eq!(decide("2", "bob")["reference"], false);
    place.run(&["show", "1", "--answer", "--as", "bob"]);
    assert_eq!(decide("1", "bob")["reference"], true);
}
