//! A benchmark's own checklist on the screens: flag panel, question card, guideline, history.

use assay::benchmark::Checklists;
use assay::benchmark::decision::WrongReason;
use assay::benchmark::own_reason::Reason;
use assay::tui::messages::speak;

use super::kinds::{last_review, open};
use super::questions::Language;
use super::sitting::Sitting;

const OWN: &str = r#"
    [choice]
    criteria = ["needs-the-picture", "bad-picture"]
    further = ["wrong-reference-answer", "too-local", "other"]
    [[own]]
    name = "needs-the-picture"
    words = "needs no picture"
    words_zh = "不需要图片"
    sentence = "Nobody can answer it without the picture."
    sentence_zh = "不看图片就答不出来。"
    [[own]]
    name = "too-local"
    words = "needs local knowledge"
    sentence = "Only people who live there can answer it."
"#;

fn sitting(language: Language) -> Sitting {
    speak(language.of_the_program());
    Sitting::with_checklist(OWN, language)
}

#[test]
fn the_flag_panel_has_the_reasons_of_the_benchmark_on_the_keys_of_its_list() {
    for size in [(120, 40), (80, 24), (60, 20)] {
        let mut sitting = sitting(Language::English);
        sitting.resize(size.0, size.1);
        let panel = open(&mut sitting, "5").press("a w").screen();
        for reason in [
            "1 [ ] needs no picture",
            "2 [ ] bad picture",
            "3 [ ] wrong reference answer",
            "4 [ ] needs local knowledge",
            "5 [ ] other",
        ] {
            assert!(panel.contains(reason), "{size:?} {reason}\n{panel}");
        }
        assert!(!panel.contains("ambiguous"), "{panel}");
        let saved = sitting.press("3 A 4 enter").screen();
        let review = last_review(&sitting);
        let names: Vec<&str> = review.reasons.iter().map(Reason::name).collect();
        assert_eq!(names, ["wrong-reference-answer", "too-local"], "{saved}");
        assert_eq!(review.reasons[0], WrongReason::WrongReferenceAnswer);
        assert!(review.corrected.is_some());
    }
}

#[test]
fn the_widest_words_of_a_reason_are_whole_on_every_panel() {
    let widest = "needs knowledge of the place";
    let text = OWN.replace("needs no picture", widest).replace("needs local knowledge", widest);
    for size in [(120, 40), (100, 30), (80, 24), (60, 20)] {
        let mut sitting = Sitting::with_checklist(&text, Language::English);
        sitting.resize(size.0, size.1);
        let panel = open(&mut sitting, "5").press("a w 1 4").screen();
        // They may have two lines.
        assert_eq!(panel.matches("[x] needs knowledge of").count(), 2, "{size:?}\n{panel}");
        assert!(panel.matches("place").count() >= 2, "{size:?}\n{panel}");
    }
    let wider = OWN.replace("needs no picture", &format!("{widest}s"));
    let error = Checklists::own(&wider).unwrap_err().to_string();
    assert!(error.contains("29 columns wide in `words`; expected at most 28"), "{error}");
}

#[test]
fn the_criteria_of_a_question_with_choices_are_on_its_card() {
    let mut english = sitting(Language::English);
    let card = open(&mut english, "5").screen();
    assert!(card.contains("Keep it if all of this holds"), "{card}");
    assert!(card.contains("1  Nobody can answer it without"), "{card}");
    assert!(card.contains("2  the picture is whole and readable"), "{card}");
    let mut chinese = sitting(Language::Chinese);
    let card = open(&mut chinese, "5").screen();
    assert!(card.contains("不看图片就答不出来。"), "{card}");
    let panel = chinese.press("a w").screen();
    assert!(
        panel.contains("1 [ ] 不需要图片") && panel.contains("4 [ ] needs local knowledge"),
        "{panel}"
    );
    speak(Language::English.of_the_program());
}

#[test]
fn a_flagged_question_says_later_what_was_found_in_the_words_of_the_list() {
    let mut sitting = sitting(Language::English);
    open(&mut sitting, "5").press("a w 4 enter");
    let card = open(&mut sitting, "5").screen();
    assert!(card.contains("wrong (needs local"), "{card}");
}

#[test]
fn the_guideline_begins_with_the_reasons_of_the_benchmark() {
    let mut own = sitting(Language::English);
    own.resize(120, 40);
    let guideline = open(&mut own, "5").press("G").screen();
    let criterion = "1  needs no picture. A good question: Nobody can answer it";
    assert!(guideline.contains(criterion), "{guideline}");
    assert!(
        guideline.contains("4  needs local knowledge: Only people who live there"),
        "{guideline}"
    );
    let mut built_in = Sitting::fresh(Language::English);
    let guideline = open(&mut built_in, "5").press("G").screen();
    assert!(!guideline.contains("What this benchmark asks"), "{guideline}");
}
