//! Pictures at their marks within the text of a question, and marks that read as numbers wherever a
//! question's words are shown.

use assay::benchmark::decision::{ReviewDecision, ReviewVerdict, WrongReason};
use assay::benchmark::{ImageHash, PictureRole, QuestionPicture};
use assay::store::{Importer, Store, StoreError};
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use ratatui::buffer::Buffer;

use super::kinds::{glyphs, open};
use super::kinds_read::open_extract;
use super::questions::{picture, question};
use super::sitting::{Sitting, text_of};

/// `1` has two pictures between its words, `2` one in each choice, `3` a single one at its beginning, `4`
/// more marks than pictures, `5` nine pictures, `6` one picture twice, `7` a picture without a mark.
fn import(importer: &Importer<'_>) -> Result<(), StoreError> {
    let hashes: Vec<ImageHash> = (0..9)
        .map(|number| importer.keep_picture(&picture(640 + number, 480, true)))
        .collect::<Result<_, _>>()?;
    let nine = "<img> one. ".repeat(9);
    let mut questions = [
        (2, question("1", "In <img> it is day. In <img> it is night. Where?", &["left", "right"])),
        (
            4,
            question("2", "Which one fits?", &["<image 1>", "<image 2>", "<image 3>", "<image 4>"]),
        ),
        (1, question("3", "<image> What is it?", &["a goat", "a sheep"])),
        (1, question("4", "Is <img> the element for pictures, or <image>?", &["the first", "no"])),
        (9, question("5", &nine, &["yes", "no"])),
        (2, question("6", "See <image 1> and <image 1> again, then <image 2>.", &["yes", "no"])),
        (2, question("7", "See <image 2> first.", &["yes", "no"])),
    ];
    for (pictures, question) in &mut questions {
        let stem = |&hash| QuestionPicture { hash, role: PictureRole::Stem };
        question.pictures = hashes.iter().take(*pictures).map(stem).collect();
    }
    importer.keep_questions(&questions.map(|(_, question)| question))?;
    Ok(())
}

fn sitting() -> Sitting {
    Sitting::before(glyphs(), import, |_, _| ())
}

/// The rows in which a picture is painted within the first columns of the card.
fn painted(buffer: &Buffer) -> Vec<u16> {
    let is_braille = |symbol: &str| symbol.starts_with(|c| ('\u{2801}'..='\u{28ff}').contains(&c));
    let is_painted =
        |row: u16| (1..30).filter(|&column| is_braille(buffer[(column, row)].symbol())).count() > 8;
    (1..buffer.area.height - 2).filter(|&row| is_painted(row)).collect()
}

fn row_of(buffer: &Buffer, words: &str) -> u16 {
    let text = text_of(buffer);
    let row = text.lines().position(|line| line.contains(words));
    row.unwrap_or_else(|| panic!("no {words}:\n{text}")) as u16
}

#[test]
fn pictures_are_beside_each_other_below_the_words_with_their_marks() {
    for size in [(120, 40), (80, 24)] {
        let mut sitting = sitting();
        open(sitting.resize(size.0, size.1), "1");
        let seen = sitting.look();
        let [first, second, end] =
            ["In [picture 1]", "it is day. In [picture 2]", "it is night. Where?"]
                .map(|words| row_of(&seen, words));
        assert_eq!(first, second, "the words are read from left to right");
        let rows = painted(&seen);
        let between = rows.iter().filter(|row| (first + 1..end).contains(row)).count();
        let of_screen = usize::from(size.1) / 3;
        assert!(between >= of_screen, "{size:?} {between}\n{}", text_of(&seen));
        assert_eq!(rows.len(), between, "there is none beside the text");
        assert!(rows.iter().all(|row| *row < row_of(&seen, "a  left")), "{}", text_of(&seen));
    }
}

#[test]
fn what_was_seen_in_the_text_goes_with_the_decision() {
    let mut sitting = sitting();
    open(&mut sitting, "1").press("b y");
    let exposure = &sitting.exposures()["1"];
    let (width, height) = exposure.cells.unwrap();
    assert!(width > 20 && (6..30).contains(&height), "{exposure:?}");
}

#[test]
fn a_choice_has_its_picture_below_its_letter() {
    let mut sitting = sitting();
    let seen = open(&mut sitting, "2").look();
    let letters = ["a  [picture 1]", "b  [picture 2]", "c  [picture 3]", "d  [picture 4]"];
    let rows = letters.map(|letter| row_of(&seen, letter));
    let painted = painted(&seen);
    for (above, below) in rows.iter().zip(&rows[1..]) {
        let between = painted.iter().filter(|row| (above + 1..*below).contains(row)).count();
        assert!(between >= 4, "{}", text_of(&seen));
    }
    let saved = sitting.click(12, rows[2] + 2).screen();
    assert!(saved.contains("saved c"), "a click on the picture answers: {saved}");
}

#[test]
fn what_has_no_room_is_reached_by_scrolling() {
    let mut sitting = sitting();
    let screen = open(sitting.resize(80, 24), "2").screen();
    assert!(screen.contains("more choice") && !screen.contains("d  [picture 4]"), "{screen}");
    for _ in 0..40 {
        sitting.press("j");
        let seen = sitting.look();
        assert!(painted(&seen).len() <= 21, "{}", text_of(&seen));
    }
    let seen = sitting.look();
    let last = row_of(&seen, "d  [picture 4]");
    let below = painted(&seen).into_iter().filter(|row| *row > last).count();
    assert!(below >= 5, "{}", text_of(&seen));
    let screen = sitting.press("d").screen();
    assert!(screen.contains("saved d"), "{screen}");
}

#[test]
fn looking_closer_or_turning_to_a_picture_shows_it_beside_the_text_under_its_number() {
    let mut sitting = sitting();
    let first = open(&mut sitting, "1").screen();
    for keys in ["] ]", "+ ]"] {
        let screen = sitting.press(keys).screen();
        assert!(screen.contains("picture 2 of 2"), "{screen}");
        assert!(screen.contains("In [picture 1] it is day. In"), "{screen}");
        sitting.press("]");
        assert_eq!(sitting.screen(), first, "back in the text");
    }
    let panel = sitting.press("a w").screen();
    assert!(panel.contains("wrong reference answer") && panel.contains("a  left"), "{panel}");
    let screen = sitting.press("esc").screen();
    assert!(!screen.contains("In [picture 1] it is day"), "in the text again: {screen}");
}

#[test]
fn where_there_is_no_room_for_them_the_pictures_are_beside_the_text() {
    let mut sitting = sitting();
    let screen = open(&mut sitting, "1").resize(50, 15).screen();
    assert!(screen.contains("In [picture 1] it is day."), "{screen}");
    let screen = open(sitting.resize(80, 24), "5").screen();
    assert!(screen.contains("╭ 9 ─"), "too many for the text: {screen}");
    assert!(screen.contains("[picture 9]"), "{screen}");
}

#[test]
fn pictures_that_the_text_does_not_interleave_are_beside_it() {
    let mut sitting = sitting();
    for (key, words, frames) in [("3", "[picture 1]", 2), ("7", "See [picture 2]", 3)] {
        let seen = open(&mut sitting, key).look();
        row_of(&seen, words);
        assert!(painted(&seen).len() > 10, "{}", text_of(&seen));
        assert_eq!(text_of(&seen).matches('╭').count(), frames, "one each, and one for the text");
    }
    let screen = open(&mut sitting, "4").screen();
    assert!(screen.contains("Is <img> the element"), "no marks of pictures: {screen}");
}

#[test]
fn a_picture_that_is_marked_twice_is_shown_once() {
    let mut sitting = sitting();
    let seen = open(&mut sitting, "6").look();
    let text = text_of(&seen);
    assert!(text.contains("See [picture 1]") && text.contains("and [picture 1]"), "{text}");
    let between = (row_of(&seen, "and [picture 1]") + 1)..row_of(&seen, "again, then [picture 2]");
    assert_eq!(between.count(), 0, "{text}");
}

#[test]
fn real_pixels_are_placed_in_the_text_too() {
    let surface = Surface { mode: PictureMode::Kitty, ..glyphs() };
    let mut sitting = Sitting::before(surface, import, |_, _| ());
    let seen = open(&mut sitting, "1").look();
    let text = text_of(&seen);
    let placeholders = text.lines().filter(|line| line.contains('\u{10EEEE}')).count();
    assert!(placeholders >= 10, "{text}");
}

#[test]
fn lists_and_rows_name_the_pictures_that_a_stem_marks() {
    let mut sitting = sitting();
    let list = sitting.press("2").screen();
    assert!(list.contains("In [picture 1] it is day."), "{list}");
    assert!(list.contains("Is <img> the element"), "{list}");
    let found = sitting.press("/").write("picture 2] it").press("enter").screen();
    assert!(found.contains("it is night. Where?"), "the question is opened: {found}");
}

/// With a text for alice to read, and a review of bob that makes the question suspect.
fn extract_and_verify() -> Sitting {
    let mut sitting = Sitting::before(glyphs(), import, |store: &mut Store, _| {
        let mut bob = super::sitting::desk_of("bob", store);
        let position = bob.position_of("1").unwrap();
        let here = assay::queue::DecisionContext::new("test");
        let answer = assay::benchmark::decision::BlindAnswer::CannotTell;
        for act in [
            assay::benchmark::decision::Act::Answer { answer },
            assay::benchmark::decision::Act::Review(ReviewDecision::new(
                Some(answer),
                ReviewVerdict::Wrong,
                vec![WrongReason::BadPicture],
            )),
        ] {
            bob.commit(store, position, act, &here).unwrap();
        }
    });
    open_extract(&mut sitting, "1");
    sitting
}

#[test]
fn extract_and_verify_name_the_pictures_like_the_review() {
    let mut sitting = extract_and_verify();
    let text = sitting.press("5").screen();
    for line in ["In [picture 1] it is day. In", "[picture 2] it is night."] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let suspect = sitting.press("q 7").screen();
    assert!(suspect.contains("it is day. In [picture 2]"), "{suspect}");
    assert!(!text.contains("<img>") && !suspect.contains("<img>"));
}

#[test]
fn cells_of_256_colours_are_placed_in_the_text_as_well() {
    let surface = Surface {
        mode: PictureMode::Glyphs,
        ..Surface::for_cells(ColourDepth::TwoHundredFiftySix)
    };
    let mut sitting = Sitting::before(surface, import, |_, _| ());
    let seen = open(&mut sitting, "1").look();
    let (marks, end) = (row_of(&seen, "In [picture 1]"), row_of(&seen, "it is night. Where?"));
    assert!(end > marks + 5, "{}", text_of(&seen));
}

#[test]
fn a_line_ends_behind_a_mark_with_its_sign_and_only_where_a_picture_is_shown() {
    let mut sitting = sitting();
    let seen = open(&mut sitting, "6").look();
    let [first, second] = ["See [picture 1]", "and [picture 1] again, then [picture 2]."]
        .map(|words| row_of(&seen, words));
    assert_eq!(first, second);
    let between = painted(&seen).iter().filter(|row| **row > first).count();
    assert!(between >= 5, "{}", text_of(&seen));
}
