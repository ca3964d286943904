//! In lines: a part of the name is enough, and nothing is saved that was not meant.

use crate::harness::Workplace;

#[test]
fn a_wrong_category_asks_for_the_right_one_in_lines() {
    let place = Workplace::with_questions(3);
    let said = place.plain("alice", "b\nw 9\nlist\nimage\nocr\nzzz\nsty\n").well().out;
    for line in [
        "Which category is right? Type its name or a part of it",
        "The categories: image_style, image_scene",
        "Several categories fit: image_style, image_scene",
        "The question has this category already: ocr.",
        "No category fits this.",
        "Saved: wrong (wrong category, right category is image_style), question ",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
    assert_eq!(place.export()[1]["category"], "image_style");
    // It may be left open, and comes with other reasons.
    let said = place.plain("alice", "b\nw 9 0 odd\n\nu\nw\n8 9\nstyle\n").well().out;
    assert!(said.contains("Saved: wrong (wrong category, other), question "), "{said}");
    let rows = place.export();
    let last = rows.last().unwrap();
    assert_eq!(last["category"], "image_style");
    assert_eq!(last["reasons"], serde_json::json!(["bad-picture", "wrong-category"]));
}
