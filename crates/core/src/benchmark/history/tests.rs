//! Histories as annotators make them, and the law of undo and redo.

use super::*;
use crate::benchmark::decision::{ReviewDecision, ReviewVerdict};
use crate::benchmark::{HandExtraction, Label};
use proptest::prelude::*;

fn row(item: &str, act: Act) -> HistoryRow {
    HistoryRow {
        id: Uuid::now_v7(),
        item: item.into(),
        revision: 1,
        act,
        created: "2026-01-31T09:30:00.000Z".into(),
        active_ms: 2000,
        supersedes: None,
    }
}

fn answer(item: &str) -> HistoryRow {
    row(item, Act::Answer { answer: BlindAnswer::Choice(Label::A) })
}

fn keep(item: &str) -> HistoryRow {
    let review =
        ReviewDecision::new(Some(BlindAnswer::Choice(Label::A)), ReviewVerdict::Keep, vec![]);
    row(item, Act::Review(review))
}

fn undo(history: &mut History) {
    if let Some(target) = history.next_undo().cloned() {
        history.append(row(&target.item, Act::Undo { row: target.id }));
    }
}

fn redo(history: &mut History) {
    let next = history.next_redo().map(|(undo, restored)| (undo.id, restored.item.clone()));
    if let Some((undo, item)) = next {
        history.append(row(&item, Act::Redo { row: undo }));
    }
}

#[test]
fn undo_walks_back_from_the_verdict_to_the_answer_to_nothing() {
    let mut history = History::from_iter([answer("1"), keep("1")]);
    undo(&mut history);
    assert_eq!(history.state("1", 1), ItemState::Answered(BlindAnswer::Choice(Label::A)));
    undo(&mut history);
    assert_eq!(history.state("1", 1), ItemState::Untouched);
}

#[test]
fn a_category_is_lacking_again_once_taken_back_and_has_been_revealed_ever_since() {
    let category = |name: &str| row("1", Act::Category { category: name.into() });
    let mut history = History::from_iter([answer("1")]);
    assert!(history.lacks_category("1", 1) && !history.has_been_revealed("1", 1));
    history.append(category("ocr"));
    assert!(!history.lacks_category("1", 1) && history.has_been_revealed("1", 1));
    undo(&mut history);
    assert!(history.lacks_category("1", 1) && history.has_been_revealed("1", 1));
    history.append(category("ocr"));
    history.append(category("image_style"));
    assert_eq!(history.category("1", 1), Some("image_style"), "the last one counts");
    history.append(row("1", Act::Skip));
    assert!(history.lacks_category("1", 1), "a skipped item is asked about anew");
    let decided = History::from_iter([keep("1")]);
    assert!(!decided.lacks_category("1", 1), "decided before it was asked for");
    assert!(decided.has_been_revealed("1", 1) && !decided.has_been_revealed("1", 2));
}

#[test]
fn what_settles_an_item_now_is_its_last_row_that_ends_it() {
    let mut history = History::from_iter([keep("0"), answer("1"), keep("1"), row("2", Act::Skip)]);
    history.append(keep("2"));
    history.append(row("3", Act::Later));
    let settled = |history: &History| -> Vec<String> {
        history.settling_since(1).map(|row| row.item.clone()).collect()
    };
    assert_eq!(settled(&history), ["1", "2", "3"], "each once, without what was before");
    undo(&mut history);
    assert_eq!(settled(&history), ["1", "2"]);
    undo(&mut history);
    let skipped = history.settling_since(1).last().unwrap();
    assert_eq!(skipped.act, Act::Skip, "the skip is in force again");
}

#[test]
fn redo_brings_rows_back_in_the_order_they_were_made() {
    let mut history = History::from_iter([keep("1"), keep("2")]);
    undo(&mut history);
    undo(&mut history);
    redo(&mut history);
    assert!(history.state("1", 1).is_done() && !history.state("2", 1).is_done());
    redo(&mut history);
    assert!(history.state("2", 1).is_done());
    assert_eq!(history.next_redo(), None);
}

#[test]
fn a_new_decision_ends_what_can_be_redone() {
    let mut history = History::from_iter([keep("1")]);
    undo(&mut history);
    history.append(answer("2"));
    assert_eq!(history.next_redo(), None);
}

#[test]
fn a_decision_on_an_older_revision_does_not_count() {
    let history = History::from_iter([keep("1")]);
    assert_eq!(history.state("1", 2), ItemState::Untouched);
}

fn extraction(item: &str) -> HistoryRow {
    let label = crate::benchmark::HandLabel::Refusal;
    row(item, Act::Extract(HandExtraction { label, shown: "x".into(), evidence: None }))
}

#[test]
fn a_state_is_decided_by_a_review_or_an_extraction_alone() {
    let later = row("later", Act::Later);
    let skipped = row("skipped", Act::Skip);
    let rows = [answer("answered"), keep("kept"), extraction("read"), later, skipped];
    let history = History::from_iter(rows);
    // Decided, done.
    for (item, expected) in [
        ("untouched", [false, false]),
        ("answered", [false, false]),
        ("kept", [true, true]),
        ("read", [true, true]),
        ("later", [false, false]),
        ("skipped", [false, true]),
    ] {
        let state = history.state(item, 1);
        assert_eq!([state.is_decided(), state.is_done()], expected, "{item}");
        assert_eq!(history.is_decided(item, 1), expected[0], "{item}");
    }
    assert!(!history.is_decided("kept", 2));
}

#[test]
fn the_answer_in_force_is_found_beneath_later_acts() {
    let mut history = History::from_iter([answer("1"), row("1", Act::Later)]);
    assert_eq!(history.answer("1", 1), Some(BlindAnswer::Choice(Label::A)));
    assert_eq!((history.answer("1", 2), history.answer("2", 1)), (None, None));
    undo(&mut history);
    undo(&mut history);
    assert_eq!(history.answer("1", 1), None);
    history.append(keep("1"));
    assert_eq!(history.answer("1", 1), Some(BlindAnswer::Choice(Label::A)));
}

#[test]
fn a_row_is_found_by_its_id_and_knows_whether_it_was_taken_back() {
    let (first, second) = (keep("1"), keep("2"));
    let ids = [first.id, second.id];
    let mut history = History::from_iter([first.clone(), second]);
    assert_eq!(history.row(ids[0]), Some(&first));
    assert_eq!(history.row(Uuid::nil()), None);
    undo(&mut history);
    assert_eq!(ids.map(|id| history.is_taken_back(id)), [false, true]);
    assert!(!history.is_taken_back(Uuid::nil()));
    redo(&mut history);
    assert_eq!(ids.map(|id| history.is_taken_back(id)), [false, false]);
}

#[test]
fn the_work_since_a_moment_is_what_was_decided_then_and_is_in_force() {
    let at = |hour: u32, row: HistoryRow| HistoryRow {
        created: format!("2026-01-31T{hour:02}:00:00.000Z"),
        ..row
    };
    let mut history = History::from_iter([
        at(1, keep("before")),
        at(2, keep("1")),
        at(3, keep("1")),
        at(4, answer("2")),
        at(5, row("3", Act::Skip)),
        at(6, keep("4")),
    ]);
    let since_two = "2026-01-31T02:00:00.000Z";
    assert_eq!(history.work_since(since_two), Work { decided: 2, active_ms: 10_000 });
    undo(&mut history);
    history.append(at(8, HistoryRow { active_ms: u64::MAX, ..row("3", Act::Skip) }));
    let work = history.work_since(since_two);
    // A day for the last row, two seconds for each of the other six.
    assert_eq!(work, Work { decided: 1, active_ms: 12_000 + 86_400_000 });
    assert_eq!(history.work_since("2026-02-01"), Work::default());
}

#[test]
fn seconds_for_each_item_are_rounded_down() {
    let each = |decided, active_ms| Work { decided, active_ms }.seconds_each();
    assert_eq!((each(2, 9_999), each(3, 9_000), each(0, 9_000)), (Some(4), Some(3), None));
}

#[derive(Clone, Debug)]
enum Step {
    Answer(u8),
    Keep(u8),
    Skip(u8),
    Undo,
    Redo,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0u8..4).prop_map(Step::Answer),
        (0u8..4).prop_map(Step::Keep),
        (0u8..4).prop_map(Step::Skip),
        Just(Step::Undo),
        Just(Step::Redo),
    ]
}

/// The textbook undo model: a list of acts in force and a list of those taken back.
#[derive(Default)]
struct Textbook {
    done: Vec<(String, Act)>,
    undone: Vec<(String, Act)>,
}

proptest! {
    #[test]
    fn no_sequence_of_undo_and_redo_loses_history(steps in prop::collection::vec(step(), 0..60)) {
        let mut history = History::default();
        let mut textbook = Textbook::default();
        let mut appended = 0;
        for step in steps {
            let before: Vec<HistoryRow> = history.rows().to_vec();
            match step {
                Step::Answer(_) | Step::Keep(_) | Step::Skip(_) => {
                    let new = match step {
                        Step::Answer(item) => answer(&item.to_string()),
                        Step::Keep(item) => keep(&item.to_string()),
                        Step::Skip(item) => row(&item.to_string(), Act::Skip),
                        Step::Undo | Step::Redo => unreachable!(),
                    };
                    textbook.done.push((new.item.clone(), new.act.clone()));
                    textbook.undone.clear();
                    history.append(new);
                    appended += 1;
                }
                Step::Undo => {
                    appended += usize::from(history.next_undo().is_some());
                    undo(&mut history);
                    textbook.undone.extend(textbook.done.pop());
                }
                Step::Redo => {
                    appended += usize::from(history.next_redo().is_some());
                    redo(&mut history);
                    textbook.done.extend(textbook.undone.pop());
                }
            }
            prop_assert_eq!(&history.rows()[..before.len()], &before[..]);
        }
        prop_assert_eq!(history.rows().len(), appended);
        for item in 0..4 {
            let item = item.to_string();
            let expected = textbook.done.iter().rev().find(|(of, _)| *of == item).map(|(_, act)| act);
            let found = history.deciding_row(&item, 1).map(|row| &row.act);
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_guess_can_be_taken_back_until_the_next_step_and_is_passed_over_from_then_on() {
    let guess = || row("2", Act::Guess(TextGuess::NoIdea));
    let mut history = History::from_iter([keep("1"), guess()]);
    assert_eq!(history.state("2", 1), ItemState::Guessed(TextGuess::NoIdea));
    undo(&mut history);
    assert_eq!((history.state("2", 1), history.guess("2", 1)), (ItemState::Untouched, None));
    let mut history = History::from_iter([keep("1"), guess(), answer("2")]);
    undo(&mut history);
    assert_eq!(history.state("2", 1), ItemState::Guessed(TextGuess::NoIdea));
    undo(&mut history);
    assert_eq!(history.guess("2", 1), Some(TextGuess::NoIdea), "the guess stays");
    assert_eq!(history.state("1", 1), ItemState::Untouched, "what was before it is taken back");
}

#[test]
fn what_is_opened_again_is_open_and_neither_undo_nor_redo_reach_that() {
    let kept = keep("1");
    let requeue = row("1", Act::Requeue { row: kept.id, by: "lena".into() });
    let mut history = History::from_iter([kept, requeue]);
    assert_eq!(history.state("1", 1), ItemState::Untouched);
    assert!(!history.is_decided("1", 1));
    undo(&mut history);
    assert_eq!(history.state("1", 1), ItemState::Untouched);
    redo(&mut history);
    assert_eq!(history.state("1", 1), ItemState::Untouched, "the lead's row is the newer one");
    history.append(keep("1"));
    assert!(history.is_decided("1", 1));
}
