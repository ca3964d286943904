//! Chosen before that of the data is shown: what says nothing of it, and what is asked.

use super::{confirm, review};
use crate::harness::Workplace;

/// Three questions of the category `ocr`, whose reviewers choose the category of each.
fn confirmed() -> Workplace {
    let place = Workplace::with_questions(3);
    confirm(&place);
    place
}

#[test]
fn nobody_who_is_to_choose_the_category_is_shown_it_before() {
    let place = confirmed();
    let next = place.json(&["next", "review", "--as", "alice"]);
    assert_eq!(next["question"].get("category"), None, "{next}");
    assert_eq!(next["question"]["category_first"], true);
    let show = |more: &[&str]| place.run(&[&["show", "1", "--as", "alice"], more].concat());
    let hidden = show(&[]);
    assert!(hidden.contains("The category is hidden until alice has chosen one"), "{hidden}");
    assert!(!hidden.contains("OCR") && !hidden.contains("erception"), "{hidden}");
    let refused = review(&place, "1", "alice", &["keep"]).failing(1);
    assert!(refused.contains("--category NAME"), "{refused}");
    assert!(place.export().is_empty());

    review(&place, "1", "alice", &["keep", "--category", "image_style"]).well();
    let shown = show(&[]);
    assert!(shown.contains("OCR") && !shown.contains("hidden"), "{shown}");
    let bob = place.run(&["show", "1", "--as", "bob"]);
    assert!(bob.contains("hidden until bob"), "each chooses for themselves: {bob}");
    let seen = place.run(&["show", "1", "--as", "bob", "--answer"]);
    assert!(seen.contains("OCR"), "{seen}");
    let row = review(&place, "1", "bob", &["keep", "--category", "ocr"]).well().json();
    assert_eq!(row["exposure"]["reference"], true, "what was seen before is recorded");
    // Neither an expert is asked, nor who has no review to do, and without the switch nobody is.
    let dispute = place.json(&["next", "adjudicate", "--as", "carol"]);
    assert_eq!(dispute["question"]["category"], "ocr", "{dispute}");
    assert_eq!(dispute["question"].get("category_first"), None, "{dispute}");
    place.json(&["assign", "review", "--per-item", "2", "--people", "alice,bob"]);
    let carol = place.run(&["show", "3", "--as", "carol"]);
    assert!(carol.contains("OCR") && !carol.contains("hidden"), "{carol}");
    let alice = place.run(&["show", "3", "--as", "alice"]);
    assert!(alice.contains("hidden until alice"), "{alice}");
    place.assay(&["assign", "review", "--end"]).well();
    place.assay(&["checklist", "reset"]).well();
    review(&place, "2", "alice", &["keep"]).well();
    confirm(&place);
    let decided = place.run(&["show", "2", "--as", "alice"]);
    assert!(decided.contains("OCR") && !decided.contains("hidden"), "{decided}");
}

#[test]
fn in_lines_the_category_is_asked_after_the_answer_and_then_both_are_compared() {
    let place = confirmed();
    let said = place.plain("alice", "c\ny\nimage\nu\nb\nsty\ny\nb\nocr\nq\n").well().out;
    let after = |what: &str| said.split_once(what).unwrap_or_else(|| panic!("{what}: {said}")).1;
    let before = said.split_once("Saved: category image_style").unwrap().0;
    assert!(!before.contains("Reference answer") && !before.contains("OCR"), "{said}");
    assert!(before.contains("First the category. Which category?"), "{said}");
    assert!(before.contains("Several categories fit: image_style, image_scene"), "{said}");
    assert!(before.contains("taken back: answer c"), "{said}");
    let compared = after("Saved: category image_style");
    let saved = "Saved: keep (category image_style), question ";
    for line in ["Category in the data: ocr\n", "Your category: image_style\n", saved] {
        assert!(compared.contains(line), "{line} is not in\n{said}");
    }
    assert!(compared.contains("The category, as you chose: ocr\n"), "{said}");
    let rows = place.export();
    let acts: Vec<&str> = rows.iter().map(|row| row["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["answer", "undo", "answer", "category", "review", "answer", "category"]);
    assert_eq!(rows[3]["exposure"]["reference"], false, "it was chosen blind");
    assert_eq!(rows[4]["category"], "image_style", "the verdict can be read alone");
    // After a restart the next step is asked for, and each is taken back by itself.
    let said = place.plain("alice", "u\nu\nq\n").well().out;
    assert!(said.contains("taken back: category ocr"), "{said}");
    assert!(said.contains("taken back: answer b"), "{said}");
    // Chosen again, it is not blind any more.
    place.plain("alice", "b\nocr\nq\n").well();
    let again = place.export().pop().unwrap();
    assert_eq!(
        (&again["act"], &again["exposure"]["reference"]),
        (&"category".into(), &true.into())
    );
}

#[test]
fn a_bundle_holds_no_category_that_is_to_be_chosen_and_its_choices_come_back() {
    let place = Workplace::with_questions(2);
    let table = std::fs::read_to_string(place.path("b.tsv")).unwrap();
    let table =
        table.replacen("\tocr\tfinegrained_perception", "\tsecret farming\tits secret l2", 1);
    place.write("b.tsv", &table);
    place.assay(&["import", "questions", "b.tsv"]).well();
    confirm(&place);
    place.assay(&["pack", "--for", "alice", "--file", "alice.db"]).well();
    let bundle = rusqlite::Connection::open(place.path("alice.db")).unwrap();
    let sql = "SELECT count(category) + count(l2_category) FROM question";
    assert_eq!(bundle.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    let bytes = std::fs::read(place.path("alice.db")).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("Question number 1?") && !holds("its secret l2"));

    let decide = |key: &str, category: &str| {
        let command =
            ["--db", "alice.db", "decide", "review", key, "--as", "alice", "--answer", "B"];
        place.assay(&[&command[..], &["--verdict", "keep", "--category", category]].concat())
    };
    decide("1", "secret farming").well();
    decide("2", "image style").well();
    assert!(decide("2", "no such thing").failing(2).contains("no such thing"));
    place.assay(&["--db", "alice.db", "doctor"]).well();
    place.assay(&["merge", "alice.db"]).well();
    let rows = place.export();
    assert_eq!(rows[0]["category"], "secret farming");
    assert_eq!(rows[1]["category"], "image_style");
    place.assay(&["doctor"]).well();
}
