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

fn confirming(key: &str) -> Sitting {
    let mut sitting = Sitting::with_confirmed_categories(Language::English);
    sitting.press("/").write(key).press("enter");
    sitting
}

fn acts(sitting: &Sitting) -> Vec<&'static str> {
    let rows = sitting.app.session().review().history().rows().iter();
    rows.map(|row| row.act.name()).collect()
}

#[test]
fn the_category_is_chosen_blind_after_the_answer_and_then_both_are_compared() {
    let mut sitting = confirming("1");
    let blind = sitting.screen();
    assert!(!blind.contains("erception") && !blind.contains("Image scene"), "{blind}");
    let list = sitting.press("b").screen();
    assert!(list.contains("Which category is #1?"), "{list}");
    let (_, below_title) = list.split_once('\n').unwrap();
    assert!(!list.contains("reference") && !below_title.contains('✓'), "{list}");
    assert_eq!(acts(&sitting), ["answer"], "the answer is saved before");
    let compared = sitting.write("sty").press("enter").screen();
    assert_eq!(acts(&sitting), ["answer", "category"]);
    assert!(compared.contains("≠ your category: Image style · data:"), "{compared}");
    assert!(compared.contains("the reference"), "{compared}");
    assert!(compared.contains("Perception › Coarse perception › Image"), "{compared}");
    assert!(!sitting.exposures()["1"].reference, "it was chosen blind");
    // The category that was chosen is the right one where that of the data is wrong.
    let panel = sitting.press("w 9").screen();
    assert!(panel.contains("[x] wrong category → Image style"), "{panel}");
    sitting.press("enter");
    assert_eq!(last_review(&sitting).category.as_deref(), Some("image_style"));
}

#[test]
fn a_verdict_keeps_the_category_that_was_chosen_and_the_same_one_is_marked_as_the_same() {
    let mut sitting = confirming("1");
    let same = sitting.press("b").write("scene").press("enter").screen();
    assert!(same.contains("▸✓ you and the data: Image scene"), "{same}");
    sitting.press("y");
    assert_eq!(last_review(&sitting).category.as_deref(), Some("image_scene"));
    // Said to be wrong after all, the very one that was chosen is not the one that is right.
    let mut sitting = confirming("1");
    sitting.press("b").write("scene").press("enter w 9 esc enter");
    assert_eq!(last_review(&sitting).category, None);
}

#[test]
fn verdicts_wait_for_the_category_and_u_takes_one_step_back_at_a_time() {
    let mut sitting = confirming("1");
    let waits = sitting.press("b esc").screen();
    assert!(waits.contains("Which category? Enter opens the list"), "{waits}");
    assert!(sitting.press("y").screen().contains("first the category"), "{}", sitting.screen());
    assert!(sitting.press("c").screen().contains("first the category"), "{}", sitting.screen());
    let list = sitting.press("enter").screen();
    assert!(list.contains("Which category is #1?"), "{list}");
    sitting.write("sty").press("enter u");
    let again = sitting.screen();
    assert!(again.contains("Which category? Enter") && !again.contains("reference"), "{again}");
    let blind = sitting.press("u").screen();
    assert!(!blind.contains("Which category") && !blind.contains('▸'), "{blind}");
    // Put off and opened again, what was chosen still counts.
    sitting.press("b").write("sty").press("enter l / ctrl-u").write("1").press("enter");
    assert!(sitting.screen().contains("your category: Image style"), "{}", sitting.screen());
    // Skipped, it is blind again.
    sitting.press("s / ctrl-u").write("1").press("enter");
    let blind = sitting.screen();
    assert!(!blind.contains("Image s"), "{blind}");
}

#[test]
fn browse_shows_categories_that_were_chosen_and_finds_no_others() {
    let mut sitting = Sitting::with_confirmed_categories(Language::English);
    let listed = sitting.press("2").screen();
    assert!(!listed.contains("Image scene") && !listed.contains("Spatial"), "{listed}");
    let found = sitting.press("/").write("image scene").screen();
    assert!(!found.contains("Where is the sheep?"), "{found}");
    let mut sitting = confirming("1");
    sitting.press("b").write("sty").press("enter y q 2");
    let listed = sitting.screen();
    assert!(listed.contains("Image scene"), "{listed}");
    // Searched once before the choice, found after it, and no more once it is taken back.
    let mut sitting = confirming("1");
    let hidden = sitting.press("2 /").write("image scene").screen();
    assert!(!hidden.contains("Where is the sheep?"), "{hidden}");
    sitting.press("ctrl-u enter q 1 /").write("1").press("enter b").write("sty").press("enter y");
    assert_eq!(acts(&sitting), ["answer", "category", "review"]);
    sitting.press("q 2 / ctrl-u");
    let found = sitting.write("image scene").screen();
    assert!(found.contains("Where is the sheep?"), "{found}");
}
