//! What is read back of decisions, who sees them, and what is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::DateTime;

use super::*;
use crate::small_questions::small_question as question;
use crate::{Clock, Guideline, QueuedItem, Store, TakenRows};
use assay_core::benchmark::decision::{
    BlindAnswer, QUEUE_EXTRACT, QUEUE_REVIEW, ReviewDecision, ReviewVerdict,
};
use assay_core::benchmark::{Label, Question};

/// A store with two questions, each second of whose clock is one decision.
struct Copy {
    store: Store,
    benchmark: Benchmark,
    _folder: tempfile::TempDir,
}

fn review(answer: BlindAnswer) -> Act {
    let verdict = ReviewVerdict::Keep;
    Act::Review(ReviewDecision::new(Some(answer), verdict, vec![]))
}

fn keep() -> Act {
    review(BlindAnswer::Choice(Label::A))
}

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let seconds = Arc::new(AtomicI64::new(1_769_860_800));
        let clock = Clock::from_fn(move || {
            DateTime::from_timestamp(seconds.fetch_add(1, Ordering::Relaxed), 0).unwrap()
        });
        let path = folder.path().join("copy.db");
        let mut store = Store::open_or_create(&path).unwrap().with_clock(clock);
        import(&mut store, &[question("1", "One?"), question("2", "Two?")]);
        let benchmark = store.the_benchmark(None).unwrap();
        Copy { store, benchmark, _folder: folder }
    }

    fn new_decision(&mut self, key: &str, act: Act) -> NewDecision {
        let guideline = Guideline::new("# Look");
        self.store.keep_guideline(&guideline).unwrap();
        NewDecision {
            queue: QUEUE_REVIEW,
            question_id: self.store.question_id(&self.benchmark, key).unwrap(),
            item: key.into(),
            act,
            guideline: Some(guideline.version),
            exposure: Exposure {
                gate: false,
                screen: "plain".into(),
                reference: true,
                predictions: true,
                picture: Some("kitty".into()),
                cells: Some((4, 2)),
                ..Exposure::default()
            },
            active_ms: 1500,
            hands_out_picture: false,
        }
    }

    fn decide(&mut self, name: &str, key: &str, act: Act) -> Result<DecisionRow> {
        let annotator = self.store.annotator(name).unwrap();
        let decision = self.new_decision(key, act);
        self.store.decide(&annotator, &decision)
    }

    fn exported(&self) -> Vec<DecisionRow> {
        let mut rows = Vec::new();
        let push = |row| {
            rows.push(row);
            Ok::<(), StoreError>(())
        };
        self.store.for_each_decision(|_| true, push).unwrap();
        rows
    }

    fn import(&mut self, rows: &[DecisionRow]) -> Result<TakenRows> {
        self.store.import_decisions(rows.iter().cloned().map(Ok))
    }
}

fn import(store: &mut Store, questions: &[Question]) {
    store.import::<_, StoreError>("b", None, |into| into.keep_questions(questions)).unwrap();
}

fn ids(rows: &[DecisionRow]) -> Vec<Uuid> {
    rows.iter().map(|row| row.id).collect()
}

#[test]
fn a_row_reads_back_as_it_was_decided() {
    let mut copy = Copy::new();
    let first = copy.decide("alice", "1", Act::Later).unwrap();
    let second = copy.decide("alice", "1", keep()).unwrap();
    let expected = copy.new_decision("1", keep());
    assert_eq!((&second.act, &second.exposure), (&expected.act, &expected.exposure));
    assert_eq!((second.active_ms, &second.guideline), (1500, &expected.guideline));
    assert_eq!((first.supersedes, second.supersedes), (None, Some(first.id)));
    assert_eq!((second.annotator.as_str(), second.item.as_str()), ("alice", "1"));
    assert_eq!((second.benchmark.as_str(), second.queue.as_str()), ("b", QUEUE_REVIEW));

    let mut exported = copy.exported();
    assert_eq!(exported[0].guideline_text.take().as_deref(), Some("# Look"), "once, at the first");
    assert_eq!(exported, [first.clone(), second.clone()]);
    let alice = copy.store.annotator("alice").unwrap();
    let history = copy.store.history(&alice, QUEUE_REVIEW, &copy.benchmark).unwrap();
    assert_eq!(history, [first.history_row(), second.history_row()]);
}

#[test]
fn the_newest_rows_come_first_and_are_the_annotators_own() {
    let mut copy = Copy::new();
    let mine: Vec<_> = ["1", "2", "1"].map(|key| copy.decide("alice", key, keep()).unwrap()).into();
    copy.decide("bob", "1", keep()).unwrap();
    let Copy { store, benchmark, .. } = &mut copy;
    let alice = store.annotator("alice").unwrap();
    let newest = store.newest_decisions(&alice, QUEUE_REVIEW, benchmark, None, 2).unwrap();
    assert_eq!(ids(&newest), [mine[2].id, mine[1].id]);
    let page =
        store.newest_decisions(&alice, QUEUE_REVIEW, benchmark, Some(mine[1].id), 5).unwrap();
    assert_eq!(ids(&page), [mine[1].id, mine[0].id]);
    assert!(store.newest_decisions(&alice, QUEUE_EXTRACT, benchmark, None, 2).unwrap().is_empty());
}

#[test]
fn others_decisions_are_visible_while_ones_own_is_in_force() {
    let mut copy = Copy::new();
    copy.decide("bob", "1", keep()).unwrap();
    let seen = |copy: &mut Copy| {
        let alice = copy.store.annotator("alice").unwrap();
        let Copy { store, benchmark, .. } = copy;
        let rows = store.decisions_visible_to(&alice, QUEUE_REVIEW, benchmark, "1").unwrap();
        let decided = store.decided_questions(&alice, QUEUE_REVIEW, benchmark).unwrap();
        let id = store.question_id(benchmark, "1").unwrap();
        let has_decided = store.has_decided(&alice, QUEUE_REVIEW, id).unwrap();
        assert_eq!(decided.contains("1"), has_decided);
        (rows.len(), has_decided, store.has_answered(&alice, id).unwrap())
    };
    assert_eq!(seen(&mut copy), (0, false, false));
    let answer = Act::Answer { answer: BlindAnswer::CannotTell };
    copy.decide("alice", "1", answer).unwrap();
    assert_eq!(seen(&mut copy), (1, false, true));
    let mine = copy.decide("alice", "1", keep()).unwrap();
    assert_eq!(seen(&mut copy), (3, true, true));
    copy.decide("alice", "1", Act::Undo { row: mine.id }).unwrap();
    assert_eq!(seen(&mut copy), (3, false, true), "one's own three rows");
}

#[test]
fn a_decision_on_an_earlier_revision_is_none_on_the_present_one() {
    let mut copy = Copy::new();
    copy.decide("alice", "1", keep()).unwrap();
    import(&mut copy.store, &[question("1", "One, edited?"), question("2", "Two?")]);
    let alice = copy.store.annotator("alice").unwrap();
    let id = copy.store.question_id(&copy.benchmark, "1").unwrap();
    assert!(!copy.store.has_decided(&alice, QUEUE_REVIEW, id).unwrap());
    assert!(!copy.store.has_answered(&alice, id).unwrap());
    let decided = copy.store.decided_questions(&alice, QUEUE_REVIEW, &copy.benchmark).unwrap();
    assert!(decided.is_empty());
}

#[test]
fn in_force_is_one_row_for_each_person_and_item() {
    let mut copy = Copy::new();
    let [_, bob, taken_back, alice] = [
        ("bob", "2", Act::Skip),
        ("bob", "2", keep()),
        ("bob", "1", keep()),
        ("alice", "1", Act::Later),
    ]
    .map(|(name, key, act)| copy.decide(name, key, act).unwrap());
    copy.decide("bob", "1", Act::Undo { row: taken_back.id }).unwrap();
    copy.decide("alice", "2", Act::Note { note: "hm".into() }).unwrap();
    let rows = copy.store.decisions_in_force(&copy.benchmark, QUEUE_REVIEW).unwrap();
    let found: Vec<_> = rows.iter().map(|one| (one.annotator.as_str(), one.row.id)).collect();
    assert_eq!(found, [("bob", bob.id), ("alice", alice.id)]);
}

#[test]
fn reviews_under_another_guideline_are_counted() {
    let mut copy = Copy::new();
    for act in [Act::Answer { answer: BlindAnswer::CannotTell }, keep(), keep()] {
        copy.decide("alice", "1", act).unwrap();
    }
    copy.decide("bob", "1", keep()).unwrap();
    let alice = copy.store.annotator("alice").unwrap();
    let mut count = |version: &str| {
        let Copy { store, benchmark, .. } = &mut copy;
        store.reviews_under_another_guideline(&alice, QUEUE_REVIEW, benchmark, version).unwrap()
    };
    assert_eq!((count("another"), count(&Guideline::new("# Look").version)), (2, 0));
}

#[test]
fn a_category_is_decided_by_its_name_in_the_data_and_by_no_other_spelling() {
    let mut copy = Copy::new();
    let keep = |into: &crate::Importer<'_>| into.keep_questions(&[question("1", "One?")]);
    copy.store.import::<_, StoreError>("known", Some("mmbench"), keep).unwrap();
    copy.benchmark = copy.store.the_benchmark(Some("known")).unwrap();
    let category = |name: &str| Act::Category { category: name.into() };
    let error = copy.decide("alice", "1", category("Image Style")).unwrap_err().to_string();
    assert!(error.contains("did you mean image_style?"), "{error}");
    copy.decide("alice", "1", category("image_style")).unwrap();
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_saved() {
    let mut copy = Copy::new();
    let mine = copy.decide("alice", "1", keep()).unwrap();
    let no_such_choice = BlindAnswer::Choice(Label::from_letter('D').unwrap());
    let no_reason = Act::Review(ReviewDecision::new(
        Some(BlindAnswer::CannotTell),
        ReviewVerdict::Wrong,
        vec![],
    ));
    for (name, act, why) in [
        ("alice", review(no_such_choice), "no choice D"),
        ("alice", Act::Answer { answer: no_such_choice }, "no choice D"),
        ("alice", Act::Category { category: "ocr".into() }, "has the category ocr"),
        ("alice", no_reason, "at least one reason"),
        ("alice", Act::Undo { row: Uuid::nil() }, "only the newest decision"),
        ("bob", Act::Undo { row: mine.id }, "only the newest decision"),
        ("alice", Act::Redo { row: mine.id }, "only what was taken back last"),
    ] {
        let error = copy.decide(name, "1", act).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    assert_eq!(copy.exported().len(), 1);

    let alice = copy.store.annotator("alice").unwrap();
    let good = copy.new_decision("2", keep());
    let bad = copy.new_decision("2", review(no_such_choice));
    assert!(copy.store.decide_together(&alice, &[good.clone(), bad]).is_err());
    assert_eq!(copy.exported().len(), 1, "all or none");
    let rows = copy.store.decide_together(&alice, &[good.clone(), good]).unwrap();
    assert_eq!((rows.len(), copy.exported().len()), (2, 3));
    assert_eq!(rows[1].supersedes, Some(rows[0].id));
}

#[test]
fn a_decision_takes_the_place_of_ones_own_lease_alone() {
    let mut copy = Copy::new();
    let Copy { store, benchmark, .. } = &mut copy;
    let people = ["alice", "bob", "carol"].map(|name| store.annotator(name).unwrap());
    let question_id = store.question_id(benchmark, "1").unwrap();
    let hold = |copy: &mut Copy, who: usize, most: usize| {
        let (queue, most) = (QUEUE_REVIEW, Some(most));
        let request = QueuedItem { queue, question_id, item: "1", shown: None, most };
        copy.store.lease(&people[who], request).unwrap()
    };
    assert!(hold(&mut copy, 0, 2) && hold(&mut copy, 1, 2));
    assert!(hold(&mut copy, 0, 2), "who holds it holds it again");
    assert!(!hold(&mut copy, 2, 2));
    copy.decide("alice", "1", keep()).unwrap();
    assert!(!hold(&mut copy, 2, 2), "one has decided, one holds it");
    assert!(hold(&mut copy, 2, 3));
    assert!(!hold(&mut copy, 2, 1), "one has decided");
}

#[test]
fn rows_of_another_copy_are_taken_once() {
    let mut one = Copy::new();
    import(&mut one.store, &[question("1", "One, edited?"), question("2", "Two?")]);
    for act in [Act::Later, keep()] {
        one.decide("alice", "1", act).unwrap();
    }
    one.decide("alice", "2", keep()).unwrap();
    let rows = one.exported();
    let mut other = Copy::new();
    let error = other.import(&rows).unwrap_err().to_string();
    assert!(error.contains("no question 1 of b with the same content"), "{error}");
    assert!(other.exported().is_empty());

    import(&mut other.store, &[question("1", "One, edited?"), question("2", "Two?")]);
    assert_eq!(other.import(&rows).unwrap(), TakenRows { new: 3, ..TakenRows::default() });
    assert_eq!(other.exported(), rows);
    assert_eq!(other.import(&rows).unwrap(), TakenRows::default());
}

#[test]
fn a_revision_has_the_number_of_the_copy_that_holds_it() {
    let mut one = Copy::new();
    let row = one.decide("alice", "1", keep()).unwrap();
    let mut rows = one.exported();
    rows[0].question_revision = 7;
    let mut other = Copy::new();
    assert_eq!(
        other.import(&rows).unwrap(),
        TakenRows { new: 1, renumbered: 1, ..TakenRows::default() }
    );
    assert_eq!(other.exported()[0].question_revision, 1);
    assert_eq!(other.import(&rows).unwrap(), TakenRows::default(), "it is there already");
    assert_eq!(one.import(&one.exported()).unwrap(), TakenRows::default());
    let mut third = Copy::new();
    assert_eq!(
        third.import(&one.exported()).unwrap(),
        TakenRows { new: 1, ..TakenRows::default() }
    );
    assert_eq!(ids(&third.exported()), [row.id]);
}

#[test]
fn a_row_that_no_program_wrote_is_refused_with_its_reason() {
    let mut one = Copy::new();
    let first = one.decide("alice", "1", keep()).unwrap();
    one.decide("alice", "1", Act::Undo { row: first.id }).unwrap();
    let rows = one.exported();
    let mut copy = Copy::new();
    let mut refused = |at: usize, change: &dyn Fn(&mut DecisionRow), why: &str| {
        let mut rows = rows.clone();
        change(&mut rows[at]);
        let error = copy.import(&rows).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        assert!(copy.exported().is_empty());
    };
    refused(0, &|row| row.id = Uuid::nil(), "version 7");
    refused(0, &|row| row.queue = "ballot".into(), "review or extract");
    refused(0, &|row| row.queue = QUEUE_EXTRACT.into(), "as the act demands");
    refused(0, &|row| row.question_revision = 0, "from 1 on");
    refused(0, &|row| row.active_ms = u64::MAX, "milliseconds");
    refused(0, &|row| row.annotator = " ".into(), "a name");
    refused(0, &|row| row.created = "2026-01-31T09:30:00+02:00".into(), "a moment such as");
    refused(0, &|row| row.question_hash = "0".into(), "same content");
    refused(0, &|row| row.guideline_text = Some("another".into()), "does not belong to version");
    refused(0, &|row| row.guideline_text = None, "does not know guideline");
    refused(1, &|row| row.supersedes = Some(Uuid::nil()), "neither here nor before");
    refused(1, &|row| row.act = Act::Undo { row: Uuid::nil() }, "neither here nor before");
    refused(1, &|row| row.act = Act::Redo { row: Uuid::nil() }, "neither here nor before");
    refused(0, &|row| row.act = Act::Answer { answer: no_choice() }, "no choice D");

    assert_eq!(copy.import(&rows).unwrap().new, 2);
    let mut changed = rows.clone();
    changed[0].active_ms += 1;
    let error = copy.import(&changed).unwrap_err().to_string();
    assert!(error.contains("says something else"), "{error}");
}

#[test]
fn the_key_of_a_reviewed_question_may_look_like_the_name_of_a_prediction() {
    let rows = {
        let mut one = Copy::new();
        import(&mut one.store, &[question("3/m/0", "Three?")]);
        one.decide("alice", "3/m/0", keep()).unwrap();
        one.exported()
    };
    let mut other = Copy::new();
    import(&mut other.store, &[question("3/m/0", "Three?")]);
    assert_eq!(other.import(&rows).unwrap().new, 1);
}

#[test]
fn a_clock_before_1970_saves_nothing_and_says_so() {
    let mut copy = Copy::new();
    let before = DateTime::from_timestamp(-86_400, 0).unwrap();
    copy.store = copy.store.with_clock(Clock::from_fn(move || before));
    let error = copy.decide("alice", "1", keep()).unwrap_err();
    assert!(matches!(error, StoreError::Clock { .. }), "{error}");
    assert!(error.to_string().contains("1969-12-31"), "{error}");
    assert!(copy.exported().is_empty());
}

#[test]
fn a_decision_made_after_a_merge_counts_whatever_the_clock_of_the_other_copy_said() {
    let mut one = Copy::new();
    let mut two = Copy::new();
    let future = DateTime::from_timestamp(4_000_000_000, 0).unwrap();
    two.store = two.store.with_clock(Clock::from_fn(move || future));
    one.decide("alice", "1", Act::Skip).unwrap();
    two.decide("alice", "1", Act::Later).unwrap();
    let taken = one.import(&two.exported()).unwrap();
    assert_eq!((taken.new, taken.decided_in_two_copies.len()), (1, 1));
    one.decide("alice", "1", keep()).unwrap();
    let in_force = one.store.decisions_in_force(&one.benchmark, QUEUE_REVIEW).unwrap();
    assert_eq!(in_force.iter().map(|row| row.row.act.clone()).collect::<Vec<_>>(), [keep()]);
}

fn no_choice() -> BlindAnswer {
    BlindAnswer::Choice(Label::from_letter('D').unwrap())
}
