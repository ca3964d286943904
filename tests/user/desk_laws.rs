//! Laws of the review desk over the real store: whatever is decided, taken back and brought back,
//! nothing is lost, a restart changes nothing, and neither does a journey to another copy.

use assay::benchmark::decision::{Act, Answer, Review, Verdict, WrongReason};
use assay::benchmark::{Choice, Label, Question, QuestionKey};
use assay::keyword::Keyword;
use assay::queue::ReviewDesk;
use assay::queue::review::Circumstances;
use assay::store::{DecisionRow, Guideline, Store, StoreError};
use proptest::prelude::*;

const QUESTIONS: usize = 4;

#[derive(Clone, Debug)]
enum Step {
    Answer(usize, Answer),
    Judge(usize, Verdict),
    SetAside(usize, Act),
    Undo,
    Redo,
    Restart,
}

fn step() -> impl Strategy<Value = Step> {
    let position = 0..QUESTIONS;
    let answer = prop_oneof![
        Just(Answer::Choice(Label::A)),
        Just(Answer::NoneOfTheChoices),
        Just(Answer::CannotTell)
    ];
    let verdict = prop::sample::select(Verdict::ALL.to_vec());
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

fn question(key: usize) -> Question {
    Question {
        key: QuestionKey::new(key.to_string()).unwrap(),
        stem: format!("Question {key}?"),
        hint: None,
        choices: vec![Choice { label: Label::A, text: "yes".into() }],
        answer: Some(Label::A),
        category: None,
        l2_category: None,
        split: None,
        source: None,
        comment: None,
        pictures: vec![],
        passes: vec![],
    }
}

fn new_store(dir: &tempfile::TempDir, name: &str) -> Store {
    let mut store = Store::open_or_create(&dir.path().join(name)).unwrap();
    let questions: Vec<Question> = (0..QUESTIONS).map(question).collect();
    store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    store
}

fn sit_down(store: &mut Store) -> ReviewDesk {
    let annotator = store.annotator("alice").unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    ReviewDesk::open(store, annotator, benchmark, Guideline::review()).unwrap()
}

fn take(step: &Step, desk: &mut ReviewDesk, store: &mut Store) {
    let circumstances = Circumstances { screen: "test", ..Circumstances::default() };
    match step.clone() {
        Step::Answer(at, answer) => {
            desk.answer_blind(store, at, answer, &circumstances).unwrap();
        }
        Step::Judge(at, verdict) => {
            let reasons = match verdict {
                Verdict::Wrong => vec![WrongReason::BadPicture],
                Verdict::Keep | Verdict::TextOnly => vec![],
            };
            let answer = desk.answer(at).unwrap_or(Answer::CannotTell);
            let review = Review { answer, verdict, reasons, note: None };
            desk.judge(store, at, review, &circumstances).unwrap();
        }
        Step::SetAside(at, act) => {
            desk.set_aside(store, at, act, &circumstances).unwrap();
        }
        Step::Undo => {
            desk.undo(store, &circumstances).unwrap();
        }
        Step::Redo => {
            desk.redo(store, &circumstances).unwrap();
        }
        Step::Restart => *desk = sit_down(store),
    }
}

fn exported(store: &Store) -> Vec<DecisionRow> {
    let mut rows = Vec::new();
    store
        .for_each_decision::<StoreError>(|row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
    rows
}

/// Everything that an annotator can notice.
fn noticed(desk: &ReviewDesk) -> String {
    let items: Vec<_> = (0..QUESTIONS).map(|at| (desk.standing(at), desk.answer(at))).collect();
    let waiting: Vec<usize> = desk.waiting_after(None).collect();
    let history = desk.history();
    let next = (history.next_undo(), history.next_redo());
    format!("{items:?} {waiting:?} {:?} {next:?} {:?}", desk.progress(), history.rows())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_acts_loses_history(steps in prop::collection::vec(step(), 1..30)) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = new_store(&dir, "one.db");
        let mut desk = sit_down(&mut store);
        let mut before: Vec<DecisionRow> = Vec::new();
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
    let here = Circumstances { screen: "test", ..Circumstances::default() };
    let review = |answer| Review { answer, verdict: Verdict::Keep, reasons: vec![], note: None };
    let yes = || review(Answer::Choice(Label::A));

    let mut desk = sit_down(&mut one_by_one);
    for position in 0..QUESTIONS {
        desk.judge(&mut one_by_one, position, yes(), &here).unwrap();
    }
    let mut desk = sit_down(&mut together);
    let no_such_choice = review(Answer::Choice(Label::from_letter('D').unwrap()));
    let refused = vec![(0, yes()), (1, no_such_choice)];
    assert!(desk.judge_together(&mut together, refused, &here).is_err());
    assert_eq!(desk.progress().done, 0);
    let reviews = (0..QUESTIONS).map(|position| (position, yes())).collect();
    desk.judge_together(&mut together, reviews, &here).unwrap();
    assert_eq!(desk.progress().done, QUESTIONS);

    let bare = |store: &Store| -> Vec<_> {
        let rows = exported(store).into_iter();
        rows.map(|row| (row.item, row.act, row.supersedes, row.guideline, row.exposure)).collect()
    };
    assert_eq!(bare(&one_by_one), bare(&together));
}
