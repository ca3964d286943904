//! The category that is right, chosen on the flag panel by some letters of its name.

use assay::benchmark::decision::{Act, ReviewDecision};

use super::questions::Language;
use super::sitting::Sitting;

fn flagging(key: &str) -> Sitting {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write(key).press("enter b w");
    sitting
}

fn last_review(sitting: &Sitting) -> ReviewDecision {
    let rows = sitting.app.session().review().history().rows();
    match &rows.last().unwrap().act {
        Act::Review(review) => review.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_category_is_corrected_by_a_few_letters_of_the_right_one() {
    let mut sitting = flagging("1");
    let list = sitting.press("9").screen();
    assert!(list.contains("Which category is right for #1?"), "{list}");
    assert!(list.contains("Where is the sheep?"), "the question stays in sight: {list}");
    assert!(!list.contains("  Image scene"), "that is the one of the data: {list}");
    let found = sitting.write("loc").screen();
    assert!(found.contains("Object localization") && !found.contains("Image style"), "{found}");
    let chosen = sitting.press("enter").screen();
    assert!(chosen.contains("[x] wrong category → Object lo"), "{chosen}");
    let saved = sitting.press("enter").screen();
    assert!(saved.contains("saved b · wrong, category Object localization"), "{saved}");
    let review = last_review(&sitting);
    assert_eq!(review.category.as_deref(), Some("object_localization"));
    let back = sitting.press("u").screen();
    assert!(back.contains("took back") || back.contains("taken back"), "{back}");
}

#[test]
fn a_category_may_be_left_open_or_chosen_again_and_goes_with_its_reason() {
    let mut sitting = flagging("1");
    let open = sitting.press("9 esc").screen();
    assert!(open.contains("[x] wrong category") && !open.contains('→'), "{open}");
    // Unmarked and marked again it asks again; Backspace asks for another one.
    sitting.press("9 9").write("style").press("enter backspace").write("mood").press("enter");
    let chosen = sitting.screen();
    assert!(chosen.contains("→ Image emotion"), "found by its definition: {chosen}");
    let with_note = sitting.write("odd").press("enter").screen();
    assert!(with_note.contains("saved b · wrong, category Image emotion"), "{with_note}");
    let review = last_review(&sitting);
    assert_eq!(
        (review.category.as_deref(), review.note.as_deref()),
        (Some("image_emotion"), Some("odd"))
    );

    let mut sitting = flagging("1");
    sitting.press("9").write("style").press("enter 9 8 enter");
    assert_eq!(last_review(&sitting).category, None, "without the reason there is none");
}

#[test]
fn letters_that_fit_nothing_choose_nothing() {
    let mut sitting = flagging("1");
    let nothing = sitting.press("9").write("qqqq").press("enter").screen();
    assert!(nothing.contains("No category fits these letters."), "{nothing}");
    let all = sitting.press("ctrl-u").screen();
    assert!(all.contains("Image style"), "{all}");
}
