//! The verify screen by keys: blind first, then the evidence, then one key; fixes in the form.

use assay::benchmark::decision::{Act, WrongReason};
use assay::benchmark::verification::{VerifyReason, VerifyVerdict};
use assay::queue::VerifyQueue;

use super::questions::Language;
use super::sitting::Sitting;

fn acts(sitting: &Sitting) -> Vec<Act> {
    let desk = sitting.app.session().desks.get::<VerifyQueue>().expect("the desk is open");
    desk.history().rows().iter().map(|row| row.act.clone()).collect()
}

/// The item that is open.
fn key(sitting: &mut Sitting) -> String {
    let screen = sitting.screen();
    let after = screen.split('#').nth(1).unwrap_or_else(|| panic!("{screen}"));
    after.split_whitespace().next().unwrap().to_owned()
}

fn stem(sitting: &Sitting, key: &str) -> String {
    let session = sitting.app.session();
    let id = session.store.question_id(session.review().benchmark(), key).unwrap();
    session.store.blind_question(id).unwrap().stem
}

#[test]
fn home_offers_to_verify_only_where_something_is_suspected() {
    assert!(!Sitting::fresh(Language::English).screen().contains("Verify"));
    assert!(Sitting::with_suspects(Language::English).screen().contains("7  Verify"));
}

#[test]
fn in_a_bundle_for_verifiers_nothing_is_fixed() {
    let mut sitting = Sitting::with_suspects(Language::English).in_bundle_of("verify");
    let refused = sitting.press("7").press("a").press("F").screen();
    assert!(refused.contains("a fix needs the reference answer"), "{refused}");
    assert!(acts(&sitting).len() == 1, "{:?}", acts(&sitting));
}

#[test]
fn the_strongest_evidence_comes_first_and_is_shown_after_the_answer() {
    let mut sitting = Sitting::with_suspects(Language::English);
    sitting.press("7");
    assert_eq!(key(&mut sitting), "3", "two kinds of evidence or more");
    let blind = sitting.screen();
    for hidden in ["bob", "careful", "loud", "⚑", "reference"] {
        assert!(!blind.contains(hidden), "{hidden}: {blind}");
    }
    let shown = sitting.press("a").screen();
    for told in ["reference", "⚑ people · bob answered A, wrong: bad picture", "⚑ wrong"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let further = sitting.press("pagedown").screen();
    assert!(further.contains("careful") && further.contains("Pass 1 · shown ABC"), "{further}");
}

#[test]
fn one_key_decides_and_u_brings_the_question_back() {
    let mut sitting = Sitting::with_suspects(Language::English);
    sitting.press("7 a y y");
    assert_ne!(key(&mut sitting), "3");
    sitting.press("u");
    assert_eq!(key(&mut sitting), "3");
    sitting.press("t");
    sitting.press("u r 8 enter");
    let acts = acts(&sitting);
    let decisions: Vec<_> = acts
        .iter()
        .filter_map(|act| match act {
            Act::Verify(decision) => Some((decision.verdict, decision.reasons.clone())),
            _ => None,
        })
        .collect();
    let bad_picture = VerifyReason::Wrong(WrongReason::BadPicture);
    assert_eq!(
        decisions,
        [
            (VerifyVerdict::Keep, vec![]),
            (VerifyVerdict::Remove, vec![VerifyReason::TextOnly]),
            (VerifyVerdict::Remove, vec![bad_picture]),
        ]
    );
}

#[test]
fn nothing_is_judged_before_the_answer_and_f_stays_a_choice() {
    let mut sitting = Sitting::with_suspects(Language::English);
    sitting.press("7");
    for (keys, said) in
        [("y", "answer first"), ("r", "answer first"), ("F", "answer first"), ("f", "no choice")]
    {
        let screen = sitting.press(keys).screen();
        assert!(screen.contains(said), "{keys}: {screen}");
    }
    assert!(acts(&sitting).is_empty());
}

#[test]
fn a_fix_is_edited_looked_at_saved_and_taken_back_after_a_look_elsewhere() {
    let mut sitting = Sitting::with_suspects(Language::English);
    let before = stem(&sitting, "3");
    sitting.press("7 a F").write(" Really?").press("ctrl-s");
    let difference = sitting.screen();
    assert!(difference.contains("What changes"), "{difference}");
    assert!(difference.contains("careful (image)"), "{difference}");
    assert_eq!(stem(&sitting, "3"), before, "nothing is saved before the difference was seen");
    let saved = sitting.press("enter").screen();
    assert!(saved.contains("saved fix · ask again"), "{saved}");
    assert_eq!(stem(&sitting, "3"), format!("{before} Really?"));
    // Opened anew, the desk still has the item in the words that were suspected.
    sitting.press("q 7 u");
    assert_eq!(stem(&sitting, "3"), before);
    assert_eq!(key(&mut sitting), "3");
    sitting.press("ctrl-r");
    assert_eq!(stem(&sitting, "3"), format!("{before} Really?"));
}

#[test]
fn a_fix_that_is_left_is_a_draft_and_one_that_changes_nothing_is_refused() {
    let mut sitting = Sitting::with_suspects(Language::English);
    let refused = sitting.press("7 a F ctrl-s").screen();
    assert!(refused.contains("nothing is changed"), "{refused}");
    sitting.write(" draft").press("esc");
    assert!(sitting.screen().contains("the draft is kept"));
    let again = sitting.press("F").screen();
    assert!(again.contains("draft"), "{again}");
    // An answer that is no choice is refused in the form.
    let choices = sitting.press("backtab backtab").write("X").press("ctrl-s").screen();
    assert!(choices.contains("answer"), "{choices}");
    assert_eq!(acts(&sitting).len(), 1, "the answer alone");
}

#[test]
fn enter_says_what_is_wanted_now() {
    let mut sitting = Sitting::with_suspects(Language::English);
    let first = sitting.press("7").press("enter").screen();
    assert!(first.contains("answer with a letter"), "{first}");
    let then = sitting.press("a").press("enter").screen();
    assert!(then.contains("your answer is saved; now judge the question"), "{then}");
    assert_eq!(acts(&sitting).len(), 1);
}

#[test]
fn the_form_is_in_the_place_of_the_question_and_the_evidence_stays() {
    for size in [(120, 40), (80, 24)] {
        let mut sitting = Sitting::with_suspects(Language::English);
        sitting.resize(size.0, size.1);
        sitting.press("7 a");
        let form = sitting.press("F").screen();
        assert!(form.contains("Fix the question") && form.contains("Evidence"), "{form}");
        assert!(form.contains("⚑ people · bob"), "{size:?}\n{form}");
        let further = sitting.press("pagedown pagedown").screen();
        assert!(further.contains("careful") && further.contains("Fix the question"), "{further}");
    }
}

#[test]
fn the_category_is_chosen_from_a_list_in_words() {
    let mut sitting = Sitting::with_suspects(Language::English);
    let form = sitting.press("7 a F backtab").screen();
    assert!(
        form.contains("Spatial relationship") && form.contains("lists the categories"),
        "{form}"
    );
    let list = sitting.press("enter").write("style").screen();
    assert!(list.contains("Which category is right"), "{list}");
    let difference = sitting.press("enter ctrl-s").screen();
    assert!(difference.contains("What changes"), "{difference}");
    assert!(difference.contains("+ image_style"), "{difference}");
    sitting.press("enter");
    let Some(Act::Verify(decision)) = acts(&sitting).pop() else { panic!() };
    let fix = decision.fix.expect("a fix");
    assert_eq!(fix.category.as_deref(), Some("image_style"));
}
