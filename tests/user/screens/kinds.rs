//! Questions of every kind in the review: open ones, pictures as choices, frames of a video, pictures
//! within the text, many choices.

use assay::benchmark::decision::{Act, ReviewDecision, ReviewVerdict, WrongReason};
use assay::benchmark::verification::{VerifyReason, VerifyVerdict};
use assay::benchmark::{ImageHash, Label, PictureRole, Question, QuestionPicture};
use assay::queue::{DecisionContext, VerifyQueue};
use assay::store::{Importer, StoreError};
use assay::tui::picture::{ColourDepth, PictureMode, Surface};

use super::looks;
use super::questions::{Language, picture, question};
use super::sitting::{Sitting, desk_of};

/// `1` is open, `2` has choices that are pictures, `3` one more picture beside them, `4` is a video, `5`
/// has pictures within its text, `6` has 26 choices.
fn import(importer: &Importer<'_>, language: Language) -> Result<(), StoreError> {
    let pictures: Vec<ImageHash> =
        [(80, 60, true), (60, 80, false), (60, 60, true), (90, 50, false)]
            .into_iter()
            .map(|(width, height, is_square)| {
                importer.keep_picture(&picture(width, height, is_square))
            })
            .collect::<Result<_, _>>()?;
    let in_roles = |roles: &[PictureRole]| -> Vec<QuestionPicture> {
        let pictures = pictures.iter().zip(roles);
        pictures.map(|(&hash, &role)| QuestionPicture { hash, role }).collect()
    };
    let choices: Vec<PictureRole> = Label::all().map(PictureRole::Choice).take(4).collect();
    let with_stem: Vec<PictureRole> =
        [PictureRole::Stem].into_iter().chain(choices.clone()).take(4).collect();
    let is_english = language == Language::English;
    let words = |english, chinese| if is_english { english } else { chinese };
    let many: Vec<String> =
        (1..=26).map(|number| format!("{number} {}", words("boats", "条船"))).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let open = Question {
        answer: None,
        ..question(
            "1",
            words("Tell a story about the square.", "请讲一个关于这个方块的故事。"),
            &[],
        )
    };
    let mut questions = vec![
        open,
        question("2", words("Which one is wide?", "哪一幅是宽的？"), &["", "", "", ""]),
        question(
            "3",
            words("Which one fits the first picture?", "哪一幅与第一张图相配？"),
            &["", "", ""],
        ),
        question(
            "4",
            words("What does the stripe do?", "条纹怎么了？"),
            &[words("it grows", "变大"), words("it stays", "不变")],
        ),
        question(
            "5",
            words(
                "In <img> the square is black. And in <img>?",
                "在 <img> 中方块是黑的。在 <img> 中呢？",
            ),
            &[words("black too", "也是黑的"), words("white", "白的")],
        ),
        question("6", words("How many boats are there?", "有几条船？"), &many),
    ];
    questions[0].pictures = in_roles(&[PictureRole::Stem]);
    questions[1].pictures = in_roles(&choices);
    questions[2].pictures = in_roles(&with_stem);
    questions[3].pictures = in_roles(&[PictureRole::Frame; 4]);
    questions[4].pictures = in_roles(&[PictureRole::Stem; 2]);
    questions[5].pictures = in_roles(&[PictureRole::Stem]);
    importer.keep_questions(&questions)?;
    Ok(())
}

pub(super) fn sitting(language: Language) -> Sitting {
    Sitting::before(glyphs(), |importer| import(importer, language), |_, _| ())
}

pub(super) fn glyphs() -> Surface {
    Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) }
}

/// Keeps what a question looks like after some keys.
fn keep(name: &str, key: &str, keys: &str) {
    looks::keep(name, sitting, |sitting| {
        open(sitting, key);
        if !keys.is_empty() {
            sitting.press(keys);
        }
    });
}

pub(super) fn open<'a>(sitting: &'a mut Sitting, key: &str) -> &'a mut Sitting {
    sitting.press("/ esc /").write(key).press("enter")
}

pub(super) fn last_review(sitting: &Sitting) -> ReviewDecision {
    let rows = sitting.app.session().review().history().rows().iter();
    let mut reviews = rows.filter_map(|row| match &row.act {
        Act::Review(review) => Some(review.clone()),
        _ => None,
    });
    reviews.next_back().expect("a review")
}

#[test]
fn open_question() {
    keep("open", "1", "");
    keep("open_reasons", "1", "w 4");
}

#[test]
fn an_open_question_is_kept_with_one_key_and_without_an_answer() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "1").press("a").screen();
    assert!(screen.contains("takes no answer"), "{screen}");
    assert!(sitting.press("x").screen().contains("takes no answer"));
    let saved = sitting.press("y").screen();
    assert!(saved.contains("saved keep (1)"), "{saved}");
    let review = last_review(&sitting);
    assert_eq!((review.answer, review.verdict), (None, ReviewVerdict::Keep));
    let screen = sitting.press("u").screen();
    assert!(screen.contains("Tell a story"), "{screen}");
    sitting.press("t");
    assert_eq!(last_review(&sitting).verdict, ReviewVerdict::TextOnly);
}

#[test]
fn the_criteria_that_an_open_question_misses_are_its_reasons() {
    let mut sitting = sitting(Language::English);
    let panel = open(&mut sitting, "1").press("w").screen();
    assert!(panel.contains("4 [ ] yes or no question"), "{panel}");
    assert!(!panel.contains("choice"), "nothing is asked about choices: {panel}");
    sitting.press("1 4").write("who is it?").press("enter");
    let review = last_review(&sitting);
    assert_eq!(review.reasons, [WrongReason::Unclear, WrongReason::YesOrNoQuestion]);
    assert_eq!((review.answer, review.note.as_deref()), (None, Some("who is it?")));
    let screen = open(&mut sitting, "1").screen();
    assert!(screen.contains("wrong (unclear, yes or no"), "{screen}");
}

#[test]
fn choices_that_are_pictures() {
    keep("picture_choices", "2", "");
    keep("picture_choices_revealed", "2", "d");
    keep("picture_choices_and_stem", "3", "a");
}

#[test]
fn a_choice_that_is_a_picture_is_answered_by_its_letter_and_marked_like_others() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "2").press("d").screen();
    assert!(screen.contains("▸ d") && screen.contains("✓ b"), "{screen}");
    let screen = open(sitting.press("y"), "2").press("u").screen();
    assert!(screen.contains("#2"), "{screen}");
}

#[test]
fn each_choice_that_is_a_picture_can_be_zoomed_and_is_walked_through_on_the_whole_screen() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "2").press("tab down down +").screen();
    assert!(screen.contains("choice c · 60x60"), "{screen}");
    let screen = sitting.press("tab 0 [ [").screen();
    assert!(screen.contains("choice a · "), "{screen}");
    let screen = sitting.press("v ]").screen();
    assert!(screen.contains("choice b") && screen.contains("Which one is wide?"), "{screen}");
    let screen = sitting.press("] ] ]").screen();
    assert!(screen.contains("all 4"), "{screen}");
    let screen = sitting.press("c").screen();
    assert!(screen.contains("saved c"), "answered from the whole screen: {screen}");
}

#[test]
fn a_click_on_a_picture_that_is_a_choice_answers() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "2").screen();
    // The letter on the frame of the picture, left of the card.
    let column = |line: &str| {
        let left: Vec<char> = line.chars().take(78).collect();
        left.windows(3).position(|signs| signs == [' ', 'b', ' ']).map(|at| at + 1)
    };
    let mut rows = screen.lines().enumerate();
    let (row, column) = rows.find_map(|(row, line)| Some((row, column(line)?))).unwrap();
    let screen = sitting.click(column as u16, row as u16 + 2).screen();
    assert!(screen.contains("saved b"), "{screen}");
}

#[test]
fn frames_of_a_video() {
    keep("frames", "4", "");
    keep("frame_3", "4", "] ] ]");
}

/// Waits until a screen has these words.
#[track_caller]
fn wait_for(sitting: &mut Sitting, words: &str) -> String {
    for _ in 0..100 {
        let screen = sitting.pass_time().screen();
        if screen.contains(words) {
            return screen;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("never {words}: {}", sitting.screen());
}

#[test]
fn frames_play_from_the_first_to_the_last_and_a_step_stops_them() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "4").press("space").screen();
    assert!(screen.contains("frame 1 of 4 ━───"), "{screen}");
    wait_for(&mut sitting, "frame 2 of 4");
    wait_for(&mut sitting, "frame 4 of 4");
    assert!(!sitting.plays(), "it ends with the last frame");
    sitting.press("space");
    wait_for(&mut sitting, "frame 2 of 4");
    let screen = sitting.press("]").screen();
    assert!(screen.contains("frame 3 of 4"), "{screen}");
    assert!(!sitting.plays());
    sitting.press("v space");
    wait_for(&mut sitting, "frame 4 of 4");
    let screen = sitting.press("a").screen();
    assert!(screen.contains("saved a"), "{screen}");
}

#[test]
fn a_playing_video_stops_with_its_question() {
    let mut sitting = sitting(Language::English);
    open(&mut sitting, "4").press("space");
    assert!(sitting.plays());
    sitting.press("s");
    assert!(!sitting.plays());
}

#[test]
fn without_colours_frames_do_not_play_by_themselves() {
    let surface = Surface {
        mode: PictureMode::Glyphs,
        no_colour: true,
        ..Surface::for_cells(ColourDepth::None)
    };
    let mut sitting =
        Sitting::before(surface, |importer| import(importer, Language::English), |_, _| ());
    let screen = open(&mut sitting, "4").press("space").screen();
    assert!(!sitting.plays() && screen.contains("do not play without colours"), "{screen}");
    let screen = sitting.press("]").screen();
    assert!(screen.contains("frame 1 of 4"), "{screen}");
}

#[test]
fn pictures_within_the_text() {
    keep("interleaved", "5", "");
    keep("interleaved_in_text", "5", "");
}

#[test]
fn a_mark_in_the_text_reads_as_the_picture_beside_it() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "5").press("] ]").screen();
    assert!(screen.contains("In [picture 1] the square is black."), "{screen}");
    assert!(screen.contains("picture 2 of 2"), "{screen}");
    let screen = sitting.press("v").screen();
    assert!(
        screen.contains("picture 2 of 2") && screen.contains("And in [picture 2]?"),
        "{screen}"
    );
}

#[test]
fn beside_many_choices_the_bar_keeps_its_first_keys_and_the_help() {
    let mut sitting = sitting(Language::English);
    sitting.resize(80, 24).press("1");
    // It comes after a question that is skipped, which the title says.
    while !sitting.screen().contains("#6") {
        sitting.press("s");
    }
    let screen = sitting.screen();
    let bar = screen.lines().last().unwrap();
    assert!(screen.lines().next().is_some_and(|title| title.contains("skipped")), "{screen}");
    for key in [" .  other choice", " x  can't tell", "?  help"] {
        assert!(bar.contains(key), "{key}: {bar}");
    }
}

#[test]
fn twenty_six_choices() {
    keep("many_choices", "6", "");
    keep("many_choices_entry", "6", ".");
}

#[test]
fn a_choice_beyond_the_ninth_is_typed() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "6").press(". a").screen();
    assert!(screen.contains("a is none of these choices"), "{screen}");
    let screen = sitting.press("esc i").screen();
    assert!(screen.contains("saved i"), "the ninth has a key: {screen}");
    let screen = sitting.press("u .").screen();
    assert!(screen.contains("Which choice?") && screen.contains("z  26 boats"), "{screen}");
    let screen = sitting.press("z").screen();
    assert!(screen.contains("saved z"), "{screen}");
    sitting.press("w 4 K enter");
    let review = last_review(&sitting);
    assert_eq!(review.corrected, Label::from_letter('K'));
}

#[test]
fn all_choices_are_reached_by_scrolling_and_by_the_cursor() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "6").resize(60, 20).screen();
    assert!(!screen.contains("z  26 boats") && screen.contains("more choices"), "{screen}");
    let screen = sitting.press("pagedown pagedown pagedown").screen();
    assert!(screen.contains("z  26 boats"), "{screen}");
    sitting.press("tab");
    for _ in 0..25 {
        sitting.press("down");
    }
    assert!(sitting.press("enter").screen().contains("saved z"));
}

#[test]
fn a_question_with_nine_choices_or_fewer_has_no_entry() {
    let mut sitting = sitting(Language::English);
    let screen = open(&mut sitting, "5").press(".").screen();
    assert!(!screen.contains("Which choice?"), "{screen}");
}

#[test]
fn a_suspected_open_question_is_verified_with_its_evidence_and_without_an_answer() {
    let wrong = ReviewDecision::new(None, ReviewVerdict::Wrong, vec![WrongReason::NotImpartial]);
    let mut sitting = Sitting::before(
        glyphs(),
        |importer| import(importer, Language::English),
        |store, _| {
            let mut bob = desk_of("bob", store);
            let position = bob.position_of("1").unwrap();
            let here = DecisionContext::new("test");
            bob.commit(store, position, Act::Review(wrong), &here).unwrap();
        },
    );
    let screen = sitting.press("7").screen();
    assert!(screen.contains("⚑ people · bob: wrong: not impartial"), "{screen}");
    let screen = sitting.press("r 3 enter").screen();
    assert!(screen.contains("saved remove"), "{screen}");
    let history = sitting.app.session().desks.get::<VerifyQueue>().unwrap().history();
    let Some(Act::Verify(decision)) = history.rows().last().map(|row| row.act.clone()) else {
        panic!("no decision")
    };
    assert_eq!((decision.answer, decision.verdict), (None, VerifyVerdict::Remove));
    assert_eq!(decision.reasons, [VerifyReason::Wrong(WrongReason::NotImpartial)]);
}
