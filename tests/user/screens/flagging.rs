//! Flagging a question as wrong: which keys mark, choose and write, and what is in force when one comes back.

use assay::benchmark::Label;
use assay::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};

use super::questions::Language;
use super::sitting::Sitting;

fn open<'a>(sitting: &'a mut Sitting, key: &str) -> &'a mut Sitting {
    sitting.press("/ esc /").write(key).press("enter")
}

/// The review that was committed last.
fn last_review(sitting: &Sitting) -> ReviewDecision {
    let rows = sitting.app.session().review().history().rows().iter().rev();
    let mut reviews = rows.filter_map(|row| match &row.act {
        Act::Review(review) => Some(review.clone()),
        _ => None,
    });
    reviews.next().expect("a review")
}

#[test]
fn reasons_and_a_note_are_written_in_one_go() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 4 1 0").write("hello there").press("enter");
    let review = last_review(&sitting);
    let reasons =
        [WrongReason::AmbiguousQuestion, WrongReason::WrongReferenceAnswer, WrongReason::Other];
    assert_eq!((review.verdict, &review.reasons[..]), (ReviewVerdict::Wrong, &reasons[..]));
    assert_eq!(review.note.as_deref(), Some("hello there"));
    assert_eq!(review.corrected, None);
}

#[test]
fn four_keys_and_the_text_flag_a_wrong_reference_answer_and_correct_it() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 4 A").write("0 of 2 shops").press("backspace");
    let panel = sitting.screen();
    assert!(panel.contains("[x] wrong reference answer → a"), "{panel}");
    // The digit behind the letter marks a reason; then the note begins.
    let saved = sitting.write("s, see the map").press("enter").screen();
    let review = last_review(&sitting);
    assert_eq!(review.corrected, Some(Label::A));
    assert_eq!(review.reasons, [WrongReason::WrongReferenceAnswer, WrongReason::Other]);
    assert_eq!(review.note.as_deref(), Some("of 2 shops, see the map"));
    assert!(saved.contains("saved a · wrong, right is a (5)"), "{saved}");

    sitting.press("u w backspace 4 D tab").write("see the map").press("enter");
    let review = last_review(&sitting);
    assert_eq!(review.reasons, [WrongReason::WrongReferenceAnswer]);
    assert_eq!(review.corrected, Label::from_letter('D'));
    assert_eq!(review.note.as_deref(), Some("see the map"));
}

#[test]
fn the_reference_answer_is_not_what_is_right_instead() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = open(&mut sitting, "5").press("a w 4 B").screen();
    assert!(screen.contains("b is the reference answer"), "{screen}");
    let screen = sitting.press("C backspace").screen();
    assert!(screen.contains("which is right? ← → or A C D"), "{screen}");
    sitting.press("enter");
    assert_eq!(last_review(&sitting).corrected, None);
}

#[test]
fn a_note_alone_is_a_reason_in_other_words() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = open(&mut sitting, "5").press("a w enter").screen();
    assert!(screen.contains("mark at least one reason"), "{screen}");
    sitting.write("upside down").press("enter");
    let review = last_review(&sitting);
    assert_eq!(review.reasons, [WrongReason::Other]);
    assert_eq!(review.note.as_deref(), Some("upside down"));
}

#[test]
fn tab_begins_a_note_with_a_digit_and_goes_back_to_the_reasons() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w tab").write("2 dogs 3").press("tab 8 enter");
    let review = last_review(&sitting);
    assert_eq!(review.reasons, [WrongReason::BadPicture]);
    assert_eq!(review.note.as_deref(), Some("2 dogs 3"));
}

#[test]
fn no_letter_of_a_sentence_becomes_the_answer_that_is_right() {
    for sentence in [
        "actually the boxes differ",
        "Actually the boxes differ",
        "C is hidden",
        "d",
        "both: see c",
        "It's B",
        "AC is off",
    ] {
        let mut sitting = Sitting::fresh(Language::English);
        open(&mut sitting, "5").press("a w 4").write(sentence).press("enter");
        let review = last_review(&sitting);
        assert_eq!(review.note.as_deref(), Some(sentence));
        assert_eq!(review.corrected, None, "{sentence}");
        assert_eq!(review.reasons, [WrongReason::WrongReferenceAnswer], "{sentence}");
    }
}

#[test]
fn a_sentence_leaves_the_answer_that_was_chosen_before_it() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 4 right").write("Both shops are open").press("enter");
    let review = last_review(&sitting);
    assert_eq!(
        (review.corrected, review.note.as_deref()),
        (Some(Label::A), Some("Both shops are open"))
    );
}

#[test]
fn arrows_choose_the_right_answer_before_a_note_begins() {
    let mut sitting = Sitting::fresh(Language::English);
    let panel = open(&mut sitting, "5").press("a w right").screen();
    assert!(!panel.contains("→ a"), "it is asked with its reason: {panel}");
    let answers = ["→ a", "→ c", "→ d", "→ ?", "→ a"];
    sitting.press("4");
    for answer in answers {
        let panel = sitting.press("right").screen();
        assert!(panel.contains(&format!("wrong reference answer {answer}")), "{answer}\n{panel}");
    }
    sitting.press("left left").write("so it is").press("left left enter");
    let review = last_review(&sitting);
    assert_eq!(review.corrected, Label::from_letter('D'));
    assert_eq!(review.note.as_deref(), Some("so it is"));
}

#[test]
fn a_capital_letter_chooses_and_says_how_the_note_begins() {
    let mut sitting = Sitting::fresh(Language::English);
    let panel = open(&mut sitting, "5").press("a w 4 D").screen();
    assert!(panel.contains("→ d") && panel.contains("d is right; Tab begins the note"), "{panel}");
    sitting.press("enter");
    assert_eq!(last_review(&sitting).corrected, Label::from_letter('D'));
}

#[test]
fn a_flag_is_shown_with_its_note_and_opens_as_it_is_in_force() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 1 4 C tab").write("see the map").press("enter");
    let before = last_review(&sitting);
    let card = open(&mut sitting, "5").screen();
    assert!(card.contains("Your reason  see the map"), "{card}");
    let panel = sitting.press("w").screen();
    for part in ["[x] ambiguous question", "[x] wrong reference answer → c", "Note see the map"] {
        assert!(panel.contains(part), "{part}\n{panel}");
    }
    sitting.press("5 enter");
    let review = last_review(&sitting);
    assert_eq!(review.reasons.len(), 3);
    assert_eq!((review.corrected, &review.note), (before.corrected, &before.note));
}

#[test]
fn the_note_of_a_flag_is_edited_with_the_key_of_notes() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 8").write("too small").press("enter");
    open(&mut sitting, "5").press("n").write(" to read").press("enter");
    let review = last_review(&sitting);
    assert_eq!(review.note.as_deref(), Some("too small to read"));
    assert_eq!(review.reasons, [WrongReason::BadPicture]);
    let card = open(&mut sitting, "5").screen();
    assert!(card.contains("Your reason  too small to read"), "{card}");
}

#[test]
fn a_note_of_a_flag_that_is_deleted_is_gone_and_what_was_kept_needs_no_note() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 8").write("no").press("enter");
    open(&mut sitting, "5").press("w tab backspace backspace enter");
    assert_eq!(last_review(&sitting).note, None);
    open(&mut sitting, "5").press("y");
    let panel = open(&mut sitting, "5").press("w").screen();
    assert!(!panel.contains("[x]"), "{panel}");
}

/// How many decisions of an act there are.
fn reviews(sitting: &Sitting) -> usize {
    let rows = sitting.app.session().review().history().rows().iter();
    rows.filter(|row| matches!(row.act, Act::Review(_))).count()
}

#[test]
fn a_reflex_keeps_no_question_on_which_one_differs() {
    let mut sitting = Sitting::fresh(Language::English);
    let asked = open(&mut sitting, "5").press("a y").screen();
    assert!(asked.contains("y again keeps the question"), "{asked}");
    assert_eq!(reviews(&sitting), 0);
    let undone = sitting.press("u").screen();
    assert!(undone.contains("the question is not kept") && undone.contains("≠ you"), "{undone}");
    sitting.press("y w esc y");
    assert_eq!(reviews(&sitting), 0, "another verdict gives it up");
    sitting.press("+ 0 y");
    assert_eq!(last_review(&sitting).verdict, ReviewVerdict::Keep, "a look does not");
    open(&mut sitting, "3").press("b y");
    assert_eq!(reviews(&sitting), 2, "where the answers are equal one key keeps");
}
