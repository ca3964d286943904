//! The adjudicate screen by keys: a digit adopts, a letter and a verdict override, names are nowhere.

use assay::benchmark::adjudication::AdjudicateDecision;
use assay::benchmark::decision::{Act, BlindAnswer, ReviewVerdict, WrongReason};
use assay::benchmark::team::Role;
use assay::queue::adjudicate::{AdjudicateQueue, reviews_to_settle};

use super::questions::Language;
use super::sitting::{Sitting, text_of};

fn acts(sitting: &Sitting) -> Vec<Act> {
    let desk = sitting.app.session().desks.get::<AdjudicateQueue>().expect("the desk is open");
    desk.history().rows().iter().map(|row| row.act.clone()).collect()
}

fn last(sitting: &Sitting) -> AdjudicateDecision {
    match acts(sitting).pop() {
        Some(Act::Adjudicate(decision)) => decision,
        other => panic!("{other:?}"),
    }
}

/// The number of the reviewer in whose block there are these words.
fn number_of(sitting: &mut Sitting, words: &str) -> String {
    // Without masks, which move the columns.
    let screen = text_of(&sitting.look());
    let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let find = |line: &[char], words: &str| {
        let words: Vec<char> = words.chars().collect();
        line.windows(words.len()).rposition(|piece| piece == words)
    };
    let (row, column) = lines
        .iter()
        .enumerate()
        .find_map(|(row, line)| Some((row, find(line, words)?)))
        .unwrap_or_else(|| panic!("{words}: {screen}"));
    let above = lines[..row].iter().rev();
    let heading = above.filter_map(|line| {
        let line = &line[..line.len().min(column + "Reviewer 1".len() + 2)];
        find(line, "Reviewer ").map(|at| line[at + "Reviewer ".len()])
    });
    heading.take(1).collect()
}

#[test]
fn home_offers_to_adjudicate_once_two_people_have_reviewed_and_only_to_those_who_may() {
    assert!(!Sitting::with_suspects(Language::English).screen().contains("Adjudicate"));
    let mut sitting = Sitting::with_disputes(Language::English);
    assert!(sitting.screen().contains("a  Adjudicate"), "{}", sitting.screen());
    sitting.press("a q");
    assert!(sitting.screen().contains("2 left of 2"), "{}", sitting.screen());
}

#[test]
fn an_annotator_of_a_team_with_experts_is_not_shown_the_reviews() {
    let mut sitting = Sitting::with_disputes_in_a_team(Language::English, Role::Annotator);
    assert!(!sitting.screen().contains("Adjudicate"));
    let refused = sitting.press("a").screen();
    assert!(refused.contains("not now"), "{refused}");
    assert!(!refused.contains("Reviewer"), "{refused}");
    let mut sitting = Sitting::with_disputes_in_a_team(Language::English, Role::Expert);
    assert!(sitting.press("a").screen().contains("Reviewer 1"));
}

#[test]
fn the_reviews_are_side_by_side_without_names_beside_the_reference_answer() {
    let mut sitting = Sitting::with_disputes(Language::English);
    sitting.press("a");
    for (width, height) in [(120, 40), (80, 24)] {
        sitting.resize(width, height);
        let screen = sitting.screen();
        for name in ["bob", "dave", "erin"] {
            assert!(!screen.contains(name), "{name}: {screen}");
        }
        for shown in ["Reviewer 1", "Reviewer 2", "Reviewer 3", "✓", "right is"] {
            assert!(screen.contains(shown), "{shown}: {screen}");
        }
    }
}

#[test]
fn a_digit_adopts_a_review_and_u_brings_the_question_back() {
    let mut sitting = Sitting::with_disputes(Language::English);
    sitting.press("a");
    let number = number_of(&mut sitting, "b · text-only");
    let saved = sitting.press(&number).screen();
    let words = format!("adopted {number}: b · text-only (1)");
    assert!(saved.contains(&words), "{saved}");
    let decision = last(&sitting);
    assert_eq!(decision.verdict, ReviewVerdict::TextOnly);
    assert!(decision.adopted.is_some() && decision.why.is_none());
    let back = sitting.press("u").screen();
    assert!(back.contains("#1") && back.contains("Reviewer 3"), "{back}");
    sitting.press("ctrl-r");
    assert!(sitting.screen().contains("#1"), "what is brought back is shown");
}

#[test]
fn overriding_all_asks_why_and_saves_nothing_without_it() {
    let mut sitting = Sitting::with_disputes(Language::English);
    let hint = sitting.press("a y").screen();
    assert!(hint.contains("say which answer is right first"), "{hint}");
    let asked = sitting.press("c y").screen();
    assert!(asked.contains("Why? No reviewer says c · keep"), "{asked}");
    sitting.press("esc");
    assert!(acts(&sitting).is_empty());
    // Its reference answer is b: who keeps it does not say c.
    let refused = sitting.press("y").write("the sign says so").press("enter").screen();
    assert!(refused.contains("NOT SAVED: question"), "{refused}");
    assert!(acts(&sitting).is_empty());
    // The words are still there.
    sitting.press("t").press("enter");
    let decision = last(&sitting);
    assert_eq!((decision.adopted, decision.verdict), (None, ReviewVerdict::TextOnly));
    assert_eq!(decision.why.as_deref(), Some("the sign says so"));
    assert_eq!(decision.answer.unwrap().to_string(), "C");
}

#[test]
fn saying_what_a_reviewer_says_adopts_the_review_without_a_question() {
    let mut sitting = Sitting::with_disputes(Language::English);
    sitting.press("a b y");
    let decision = last(&sitting);
    assert!(decision.adopted.is_some(), "{decision:?}");
    assert_eq!(decision.verdict, ReviewVerdict::Keep);
}

#[test]
fn a_wrong_question_gets_its_reasons_from_the_panel() {
    let mut sitting = Sitting::with_disputes(Language::English);
    sitting.press("a x w 8 enter");
    let decision = last(&sitting);
    assert_eq!(decision.reasons, [WrongReason::BadPicture]);
    assert_eq!((decision.adopted, decision.answer), (None, Some(BlindAnswer::CannotTell)));
}

#[test]
fn the_mark_for_an_unclear_guideline_goes_with_the_decision_and_can_be_taken_away() {
    let mut sitting = Sitting::with_disputes(Language::English);
    let marked = sitting.press("a U").screen();
    assert!(marked.contains("the guideline is unclear here"), "{marked}");
    assert!(!sitting.press("U").screen().contains("the guideline is unclear here"));
    let saved = sitting.press("U 1").screen();
    assert!(saved.contains(" · unclear (1)"), "{saved}");
    assert!(last(&sitting).guideline_unclear);
    assert!(!sitting.screen().contains("the guideline is unclear here"), "another question");
}

#[test]
fn keys_without_a_review_or_a_choice_say_so_and_notes_skips_and_later_work_as_elsewhere() {
    let mut sitting = Sitting::with_disputes(Language::English);
    for (keys, said) in [("a 4", "there is no review 4"), ("h", "no choice")] {
        let screen = sitting.press(keys).screen();
        assert!(screen.contains(said), "{keys}: {screen}");
    }
    sitting.press("n").write("ask the makers").press("enter");
    assert!(sitting.screen().contains("ask the makers"));
    sitting.press("l s");
    let acts = acts(&sitting);
    assert_eq!(acts[1..], [Act::Later, Act::Skip]);
    sitting.press("s");
    assert!(sitting.screen().contains("2 skipped"), "{}", sitting.screen());
}

#[test]
fn the_help_names_the_digits_and_the_mark() {
    let mut sitting = Sitting::with_disputes(Language::English);
    let help = sitting.press("a ?").screen();
    for words in ["Pick this number", "Mark: guideline is unclear"] {
        assert!(help.contains(words), "{words}: {help}");
    }
}

#[test]
fn the_store_gives_the_reviews_only_once_it_has_recorded_that_they_are_seen() {
    let mut sitting = Sitting::with_disputes(Language::English);
    let reviews = |sitting: &Sitting| {
        let session = sitting.app.session();
        let (store, desk) = (&session.store, session.review());
        let id = store.question_id(desk.benchmark(), "1").unwrap();
        reviews_to_settle(store, desk.annotator(), id).map(|reviews| reviews.len())
    };
    assert!(reviews(&sitting).is_err());
    sitting.press("a");
    assert_eq!(reviews(&sitting).unwrap(), 3);
}
