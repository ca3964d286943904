//! Remarks that are begun: they wait until they are saved or deleted, wherever one looks meanwhile.

use assay::benchmark::decision::Act;
use assay::tui::app::Event;

use super::questions::Language;
use super::reading;
use super::sitting::Sitting;

fn open<'a>(sitting: &'a mut Sitting, key: &str) -> &'a mut Sitting {
    sitting.press("/ esc /").write(key).press("enter")
}

fn notes(sitting: &Sitting) -> Vec<String> {
    let rows = sitting.app.session().review().history().rows();
    let note = |act: &Act| match act {
        Act::Note { note } => Some(note.clone()),
        Act::Review(review) => review.note.clone(),
        _ => None,
    };
    rows.iter().filter_map(|row| note(&row.act)).collect()
}

#[test]
fn a_draft_waits_while_its_writer_looks_at_other_questions_and_screens() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("n").write("two shops, 两家");
    sitting.press("esc");
    assert!(sitting.screen().contains("the draft is kept, not saved"));
    open(&mut sitting, "1").press("n");
    assert!(!sitting.screen().contains("two shops"), "another question has its own");
    sitting.press("esc ? esc 3 q");
    open(&mut sitting, "5").press("n");
    assert!(sitting.screen().contains("two shops, 两家"));
    sitting.write(" have it").press("enter");
    assert_eq!(notes(&sitting), ["two shops, 两家 have it"]);
}

#[test]
fn a_draft_that_is_deleted_is_forgotten() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("n").write("no").press("esc n backspace backspace esc n");
    assert!(!sitting.screen().contains("no\n") && notes(&sitting).is_empty());
    sitting.press("enter");
    assert!(notes(&sitting).is_empty(), "nothing is no note");
}

#[test]
fn what_is_wrong_in_ones_own_words_waits_too() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 0 enter").write("the table is torn").press("esc");
    assert!(sitting.screen().contains("nothing is saved yet"));
    open(&mut sitting, "1");
    open(&mut sitting, "5").press("w");
    assert!(sitting.screen().contains("the table is torn"), "{}", sitting.screen());
    sitting.press("0 enter");
    assert_eq!(notes(&sitting), ["the table is torn"]);
}

#[test]
fn a_draft_about_a_text_stays_with_the_text() {
    let mut sitting = Sitting::fresh(Language::English);
    reading::put_texts_before(&mut sitting);
    sitting.press("5 n").write("half a word").press("esc l n");
    assert!(!sitting.screen().contains("half a word"), "this is another text");
    sitting.press("esc u n");
    assert!(sitting.screen().contains("half a word"), "{}", sitting.screen());
    sitting.press("enter n");
    assert!(!sitting.screen().contains("half a word"));
}

#[test]
fn a_draft_is_there_after_the_program_ended() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("n").write("two shops, 两家").press("esc");
    open(&mut sitting, "1").press("b w 1 tab").write("half a sent");
    let mut sitting = sitting.again();
    open(&mut sitting, "5").press("n");
    assert!(sitting.screen().contains("two shops, 两家"), "what was left with Esc");
    sitting.press("esc");
    open(&mut sitting, "1").press("w");
    assert!(sitting.screen().contains("Note half a sent"), "what was being typed");
    sitting.press("1 enter");
    assert_eq!(notes(&sitting), ["half a sent"]);
    let mut sitting = sitting.again();
    open(&mut sitting, "5").press("n").write(" have it").press("enter");
    assert_eq!(kept(&sitting), 0, "what is saved is no draft any more");
}

#[test]
fn what_is_typed_is_written_while_one_types() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("n").write("two");
    assert_eq!(kept(&sitting), 0, "not with each key");
    let due = sitting.app.next_timer();
    assert!(matches!(due, Some((_, Event::KeepDrafts))), "{due:?}");
    sitting.app.handle(Event::KeepDrafts);
    assert_eq!(kept(&sitting), 1);
    sitting.press("backspace backspace backspace esc");
    sitting.app.handle(Event::KeepDrafts);
    assert_eq!(kept(&sitting), 0, "an empty note is none");
}

#[test]
fn a_draft_is_its_writers_in_its_queue() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("n").write("mine").press("esc");
    sitting.app.release();
    let session = sitting.app.session_mut();
    let benchmark = session.review().benchmark().clone();
    let bob = session.store.annotator("bob").unwrap();
    assert!(session.store.drafts(&bob, &benchmark).unwrap().is_empty());
    let alice = session.review().annotator().clone();
    let drafts = session.store.drafts(&alice, &benchmark).unwrap();
    assert_eq!((drafts[0].0.queue.as_str(), drafts[0].1.as_str()), ("review", "mine"));
}

/// How many drafts of alice the database has.
fn kept(sitting: &Sitting) -> usize {
    let session = sitting.app.session();
    let review = session.review();
    session.store.drafts(review.annotator(), review.benchmark()).unwrap().len()
}
