//! Laws of the review desk over the real store: whatever is decided, taken back and brought back,
//! nothing is lost, a restart changes nothing, and neither does a journey to another copy.

use assay::benchmark::Label;
use assay::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use assay::keyword::Keyword;
use assay::queue::correction::Correction;
use assay::queue::{DecisionContext, OpenDesk, ReviewDesk, ReviewQueue};
use assay::store::{
    DecisionRow, FlagKind, NewFlag, QUEUE_REVIEW, QuestionEntry, Store, StoreError,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::support::small_questions::small_question;

const QUESTIONS: usize = 4;

#[derive(Clone, Debug)]
enum Step {
    Answer(usize, BlindAnswer),
    Judge(usize, ReviewVerdict),
    SetAside(usize, Act),
    Undo,
    Redo,
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    let position = 0..QUESTIONS;
    let answer = prop_oneof![
        Just(BlindAnswer::Choice(Label::A)),
        Just(BlindAnswer::NoneOfTheChoices),
        Just(BlindAnswer::CannotTell)
    ];
    let verdict = prop::sample::select(ReviewVerdict::ALL.to_vec());
    let aside = prop_oneof![
        Just(Act::Skip),
        Just(Act::Later),
        "[a-z\u{1b}中 ]{1,12}".prop_map(|note| Act::Note { note })
    ];
    prop_oneof![
        3 => (position.clone(), answer).prop_map(|(at, answer)| Step::Answer(at, answer)),
        3 => (position.clone(), verdict).prop_map(|(at, verdict)| Step::Judge(at, verdict)),
        2 => (position, aside).prop_map(|(at, act)| Step::SetAside(at, act)),
        4 => Just(Step::Undo),
        3 => Just(Step::Redo),
        1 => Just(Step::Restart),
    ]
}

fn new_store(dir: &tempfile::TempDir, name: &str) -> Store {
    let mut store = Store::open_or_create(&dir.path().join(name)).unwrap();
    let keys = (0..QUESTIONS).map(|key| key.to_string());
    let questions: Vec<_> =
        keys.map(|key| small_question(&key, &format!("Question {key}?"))).collect();
    store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    store
}

fn sit_down(store: &mut Store) -> ReviewDesk {
    let annotator = store.annotator("alice").unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    ReviewDesk::open(store, ReviewQueue, annotator, benchmark).unwrap()
}

fn take(step: &Step, desk: &mut ReviewDesk, store: &mut Store) {
    let context = DecisionContext::new("test");
    match step.clone() {
        Step::Answer(at, answer) => {
            desk.commit(store, at, Act::Answer { answer }, &context).unwrap();
        }
        Step::Judge(at, verdict) => {
            let reasons = match verdict {
                ReviewVerdict::Wrong => vec![WrongReason::BadPicture],
                ReviewVerdict::Keep | ReviewVerdict::TextOnly => vec![],
            };
            let answer = desk.answer(at).unwrap_or(BlindAnswer::CannotTell);
            let answer = Some(answer);
            let review = ReviewDecision::new(answer, verdict, reasons);
            desk.commit(store, at, Act::Review(review), &context).unwrap();
        }
        Step::SetAside(at, act) => {
            desk.commit(store, at, act, &context).unwrap();
        }
        Step::Undo => {
            desk.correct(store, Correction::Undo, &context).unwrap();
        }
        Step::Redo => {
            desk.correct(store, Correction::Redo, &context).unwrap();
        }
        Step::Restart => *desk = sit_down(store),
    }
}

fn exported(store: &Store) -> Vec<DecisionRow> {
    let mut rows = Vec::new();
    store
        .for_each_decision::<StoreError>(
            |_| true,
            |row| {
                rows.push(row);
                Ok(())
            },
        )
        .unwrap();
    rows
}

/// Everything that an annotator can notice.
fn noticed(desk: &ReviewDesk) -> String {
    let items: Vec<_> = (0..QUESTIONS).map(|at| (desk.state(at), desk.answer(at))).collect();
    let today = desk.today();
    let waiting: Vec<usize> = desk.waiting_after(None).collect();
    let history = desk.history();
    let next = (history.next_undo(), history.next_redo());
    format!("{items:?} {waiting:?} {:?} {next:?} {today:?} {:?}", desk.progress(), history.rows())
}

/// The store and the desk agree on what the annotator has decided, and on what they may see by it.
fn check_predicates(desk: &ReviewDesk, store: &Store) -> Result<(), TestCaseError> {
    let (alice, benchmark) = (desk.annotator(), desk.benchmark());
    let decided = store.decided_questions(alice, QUEUE_REVIEW, benchmark).unwrap();
    for (at, item) in desk.items().iter().enumerate() {
        let key = item.key.as_str();
        let is_decided = desk.state(at).is_decided();
        prop_assert_eq!(store.has_decided(alice, QUEUE_REVIEW, item.id).unwrap(), is_decided);
        prop_assert_eq!(decided.contains(key), is_decided);
        let rows = store.decisions_visible_to(alice, QUEUE_REVIEW, benchmark, key).unwrap();
        prop_assert_eq!(rows.iter().any(|row| row.annotator == "bob"), is_decided);
        let flags = store.flag_kinds_visible_to(alice, item.id).unwrap();
        prop_assert_eq!(flags.len(), usize::from(is_decided));
        let mut rows = desk.history().rows().iter().filter(|row| row.item == key);
        let has_answered = rows.any(|row| matches!(row.act, Act::Answer { .. } | Act::Review(_)));
        prop_assert_eq!(store.has_answered(alice, item.id).unwrap(), has_answered);
        prop_assert_eq!(desk.reveal(store, at).is_ok(), has_answered);
    }
    let flags = store.flags_visible_to(alice, benchmark).unwrap();
    prop_assert_eq!(flags.len(), decided.len());
    Ok(())
}

/// Bob has reviewed every question, and a filter suspects each of them.
fn let_others_work(store: &mut Store) {
    let bob = store.annotator("bob").unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let mut desk = ReviewDesk::open(store, ReviewQueue, bob, benchmark).unwrap();
    let here = DecisionContext::new("test");
    for at in 0..QUESTIONS {
        let (answer, verdict) = (Some(BlindAnswer::CannotTell), ReviewVerdict::Keep);
        let review = ReviewDecision::new(answer, verdict, vec![]);
        desk.commit(store, at, Act::Review(review), &here).unwrap();
    }
    let suspect = |item: &QuestionEntry| NewFlag {
        question_id: item.id,
        evidence: serde_json::json!({"why": "a test"}),
        finding: None,
    };
    let flags: Vec<NewFlag> = desk.items().iter().map(suspect).collect();
    let parameters = serde_json::json!({});
    store.keep_flags(FlagKind::Wrong, "test", &parameters, &flags, &[]).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_acts_loses_history(steps in prop::collection::vec(step(), 1..30)) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = new_store(&dir, "one.db");
        let_others_work(&mut store);
        let mut desk = sit_down(&mut store);
        let mut before = exported(&store);
        for step in &steps {
            let could_undo = desk.history().next_undo().is_some();
            let could_redo = desk.history().next_redo().is_some();
            take(step, &mut desk, &mut store);
            let after = exported(&store);
            let appended = match step {
                Step::Undo => usize::from(could_undo),
                Step::Redo => usize::from(could_redo),
                Step::Restart => 0,
                Step::Answer(..) | Step::Judge(..) | Step::SetAside(..) => 1,
            };
            prop_assert_eq!(after.len(), before.len() + appended);
            prop_assert_eq!(&after[..before.len()], &before[..]);
            before = after;
            check_predicates(&desk, &store)?;
        }
        let seen = noticed(&desk);
        drop(store);
        let mut store = Store::open(&dir.path().join("one.db")).unwrap();
        prop_assert_eq!(noticed(&sit_down(&mut store)), seen.clone());

        let mut copy = new_store(&dir, "copy.db");
        let rows: Vec<DecisionRow> = before
            .iter()
            .map(|row| serde_json::from_str(&serde_json::to_string(row).unwrap()).unwrap())
            .collect();
        copy.import_decisions(rows.into_iter().map(Ok)).unwrap();
        prop_assert_eq!(exported(&copy), before);
        prop_assert_eq!(noticed(&sit_down(&mut copy)), seen);
    }
}

#[test]
fn reviews_committed_together_are_the_rows_of_one_by_one_and_all_or_none() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one_by_one, mut together) = (new_store(&dir, "one.db"), new_store(&dir, "all.db"));
    let here = DecisionContext::new("test");
    let review = |answer| {
        let verdict = ReviewVerdict::Keep;
        Act::Review(ReviewDecision::new(Some(answer), verdict, vec![]))
    };
    let yes = || review(BlindAnswer::Choice(Label::A));

    let mut desk = sit_down(&mut one_by_one);
    for position in 0..QUESTIONS {
        desk.commit(&mut one_by_one, position, yes(), &here).unwrap();
    }
    let mut desk = sit_down(&mut together);
    let no_such_choice = review(BlindAnswer::Choice(Label::from_letter('D').unwrap()));
    let refused = vec![(0, yes()), (1, no_such_choice)];
    assert!(desk.commit_together(&mut together, refused, &here).is_err());
    assert_eq!(desk.progress().done, 0);
    let reviews = (0..QUESTIONS).map(|position| (position, yes())).collect();
    desk.commit_together(&mut together, reviews, &here).unwrap();
    assert_eq!(desk.progress().done, QUESTIONS);

    let bare = |store: &Store| -> Vec<_> {
        let rows = exported(store).into_iter();
        rows.map(|row| (row.item, row.act, row.supersedes, row.guideline, row.exposure)).collect()
    };
    assert_eq!(bare(&one_by_one), bare(&together));
}
