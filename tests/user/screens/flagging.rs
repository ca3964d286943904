//! Flagging a question as wrong: which keys mark, choose and write, and what is in force when one comes back.

use assay::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};
use assay::benchmark::{Label, PictureRole, Question, QuestionPicture};
use assay::queue::ExtractQueue;
use assay::queue::adjudicate::AdjudicateQueue;
use assay::store::{Importer, StoreError};
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use unicode_width::UnicodeWidthStr;

use super::questions::{Language, picture, question};
use super::reading::put_texts_before;
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
    assert!(screen.contains("tick at least one reason"), "{screen}");
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
    open(&mut sitting, "5").press("y y");
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
    assert!(asked.contains(" y again keeps it "), "where the eye is: {asked}");
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

/// Four choices of several lines each.
const LONG: [&str; 4] = [
    "The left one of the two shops, which has a green awning and a bicycle in front of its door",
    "The right one of the two shops, which has a red awning and a bench in front of its window",
    "Both of the shops, since each of them has its door open and a light on behind the window",
    "Neither of the shops, since the shutters are down and a sign on each door says closed",
];

/// Before a question with four long choices and a picture of this size.
fn before_long_choices(width: u32, height: u32) -> Sitting {
    let import = |importer: &Importer<'_>| -> Result<(), StoreError> {
        let hash = importer.keep_picture(&picture(width, height, true))?;
        let pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
        let one = question("1", "Which of the shops on this street is open now?", &LONG);
        importer.keep_questions(&[Question { pictures, ..one }]).map(drop)
    };
    let surface = Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) };
    Sitting::before(surface, import, |_, _| ())
}

#[test]
fn on_80x24_the_panel_hides_nothing_that_is_needed() {
    for (width, height) in [(60, 90), (90, 60), (160, 40)] {
        let mut sitting = before_long_choices(width, height);
        let before = sitting.resize(80, 24).press("1 a").look();
        let panel = sitting.press("w 4 D tab").write("see the map").screen();
        let shape = format!("{width}x{height}\n{panel}");
        assert!(panel.contains('⣿') && sitting.is_picture_untouched(&before), "{shape}");
        for shown in [
            "▸  a  The",
            " ✓ b  The",
            "c  Both",
            "→d  Neither",
            "[x] wrong reference",
            "see the map",
        ] {
            assert!(panel.contains(shown), "{shown}: {shape}");
        }
        assert!(panel.contains("≠ you"), "{shape}");
        for digit in ['1', '2', '3', '5', '6', '7', '8', '9', '0'] {
            assert!(panel.contains(&format!("{digit} [ ] ")), "{digit}: {shape}");
        }
        // The choices are whole when the card is scrolled.
        let mut whole = String::new();
        for key in ["pageup", "pagedown", "pagedown", "pagedown", "pagedown"] {
            whole.push_str(&sitting.press(key).screen());
        }
        assert!(sitting.is_picture_untouched(&before), "{shape}");
        for end in ["front of its door", "its window", "the window", "closed"] {
            let end = end.split(' ').next_back().unwrap();
            assert!(whole.contains(end), "{end}: {whole}");
        }
    }
}

#[test]
fn the_answer_that_is_right_has_its_sign_beside_the_choice() {
    let mut sitting = Sitting::fresh(Language::English);
    let panel = open(&mut sitting, "5").press("d w 4 right").screen();
    assert!(panel.contains("▸ →d"), "the own answer comes first: {panel}");
    let panel = sitting.press("C").screen();
    assert!(panel.contains("  →c") && !panel.contains("→d"), "{panel}");
    sitting.press("enter");
    let card = open(&mut sitting, "5").screen();
    assert!(card.contains("  →c"), "it is in force: {card}");
    let panel = sitting.press("w backspace").screen();
    assert!(panel.contains("  →c"), "nothing was chosen here yet: {panel}");
}

#[test]
fn every_reason_and_every_choice_is_a_target_for_the_mouse() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w");
    for (words, marked) in [("wrong reference answer", 1), ("bad picture", 2), ("other", 3)] {
        let (column, row) = place_of(&mut sitting, words);
        let panel = sitting.click(column, row).screen();
        assert_eq!(panel.matches("[x]").count(), marked, "{words}: {panel}");
    }
    let (column, row) = place_of(&mut sitting, "neither of them");
    let panel = sitting.click(column, row).screen();
    assert!(panel.contains("→d"), "{panel}");
    let (column, row) = place_of(&mut sitting, "Note");
    sitting.click(column, row).write("2 doors").press("enter");
    let review = last_review(&sitting);
    assert_eq!(review.note.as_deref(), Some("2 doors"));
    assert_eq!(review.corrected, Label::from_letter('D'));
}

/// Where words begin on the screen.
fn place_of(sitting: &mut Sitting, words: &str) -> (u16, u16) {
    let screen = sitting.screen();
    let found = screen.lines().enumerate().find(|(_, line)| line.contains(words));
    let (row, line) = found.unwrap_or_else(|| panic!("no {words}: {screen}"));
    (line[..line.find(words).unwrap()].width() as u16, row as u16)
}

/// Presses keys and counts them.
fn counted(sitting: &mut Sitting, keys: &str) -> usize {
    sitting.press(keys);
    keys.split(' ').count()
}

#[test]
fn few_keys_decide() {
    let mut sitting = Sitting::fresh(Language::English);
    assert_eq!(counted(open(&mut sitting, "5"), "b y"), 2, "keep");
    assert_eq!(reviews(&sitting), 1);
    assert_eq!(counted(open(&mut sitting, "3"), "a y y"), 3, "keep, although the answers differ");
    assert_eq!(reviews(&sitting), 2);
    let said = counted(open(&mut sitting, "1"), "a w 4 right");
    let saved = counted(sitting.write("see the map"), "enter");
    assert_eq!(said + saved, 5, "wrong, a reason, the right answer and a note, beside its text");
    let review = last_review(&sitting);
    assert_eq!((review.corrected, review.note.as_deref()), (Some(Label::A), Some("see the map")));
    assert_eq!(review.reasons, [WrongReason::WrongReferenceAnswer]);
}

#[test]
fn one_key_reads_a_text_and_one_adopts_a_review() {
    let mut reader = Sitting::fresh(Language::English);
    put_texts_before(&mut reader);
    let read = |sitting: &Sitting| {
        sitting.app.session().desks.get::<ExtractQueue>().unwrap().history().rows().len()
    };
    reader.press("5");
    assert_eq!((counted(&mut reader, "a"), read(&reader)), (1, 1), "extract");
    let mut expert = Sitting::with_disputes(Language::English);
    let settled = |sitting: &Sitting| {
        sitting.app.session().desks.get::<AdjudicateQueue>().unwrap().history().rows().len()
    };
    expert.press("a");
    assert_eq!((counted(&mut expert, "1"), settled(&expert)), (1, 1), "adopt");
}

#[test]
fn what_differs_has_another_frame_and_a_heading_and_stays_in_sight() {
    let mut sitting = before_long_choices(60, 90);
    for size in [(120, 40), (80, 24)] {
        sitting.resize(size.0, size.1);
        let blind = open(&mut sitting, "1").press("u").screen();
        assert!(!blind.contains("differ"), "{blind}");
        let screen = sitting.press("c").screen();
        assert!(screen.contains("differ"), "{size:?}\n{screen}");
        for key in ["pagedown", "pagedown", "pageup", "k"] {
            let screen = sitting.press(key).screen();
            assert!(screen.contains("≠ you"), "{key} {size:?}\n{screen}");
        }
    }
    let agreed = open(&mut sitting, "1").press("u b").screen();
    assert!(agreed.contains("the reference") && !agreed.contains("differ"), "{agreed}");
}
