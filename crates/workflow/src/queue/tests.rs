//! What the desk does for every queue, shown with a third one that only these tests know: a second
//! look at each question by a single person.

mod blocks;
mod desks;
mod gold;
mod items;
mod order;
mod sample;
mod second_halves;
mod simulation;
mod team;

use crate::queue::correction::Correction;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::DateTime;

use super::order::{Rank, unranked};
use super::question::open_blind;
use super::review::ReviewDesk;
use super::steps::{REVIEW, Steps};
use super::{
    DecisionContext, Desk, ExtractDesk, ExtractQueue, OpenDesk, OpenedQuestion, OwnRows, Queue,
    QueueItem, ReviewQueue,
};
use crate::evaluation::import_run;
use crate::evaluation::sample::{Pool, draw_sample};
use crate::small_questions::small_question;
use assay_core::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict};
use assay_core::benchmark::history::ItemState;
use assay_core::benchmark::{
    ChoiceOrder, HandExtraction, HandLabel, Input, Label, Pass, Prediction, PredictionStatus,
    Question,
};
use assay_store::{
    Annotator, Benchmark, BlindQuestion, Clock, Guideline, NewPrediction, NewRun, NewSample,
    QuestionEntry, RunSamples, Store, StoreError,
};

const HERE: DecisionContext =
    DecisionContext { screen: "test", picture: None, cells: None, active_ms: 1000, idle_ms: 0 };
const MINUTE: i64 = 60;
/// Noon in UTC, so that the hours around it are the same day almost everywhere.
const NOON: i64 = 1_769_860_800;

/// A store with three questions whose clock the test moves.
struct Team {
    store: Store,
    seconds: Arc<AtomicI64>,
    _folder: tempfile::TempDir,
}

impl Team {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let seconds = Arc::new(AtomicI64::new(NOON));
        let shown = Arc::clone(&seconds);
        let clock = Clock::from_fn(move || {
            DateTime::from_timestamp(shown.load(Ordering::Relaxed), 0).unwrap()
        });
        let path = folder.path().join("team.db");
        let mut store = Store::open_or_create(&path).unwrap().with_clock(clock);
        let questions = ["1", "2", "3"].map(question);
        store
            .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
            .unwrap();
        Team { store, seconds, _folder: folder }
    }

    fn wait(&self, minutes: i64) {
        self.seconds.fetch_add(minutes * MINUTE, Ordering::Relaxed);
    }

    fn desk<Q: Queue>(&mut self, name: &str, queue: Q) -> Desk<Q> {
        let annotator = self.store.annotator(name).unwrap();
        let benchmark = self.store.the_benchmark(None).unwrap();
        Desk::open(&mut self.store, queue, annotator, benchmark).unwrap()
    }

    /// Imports a run of a model that writes the same about each question.
    fn answer_all(&mut self, model: &str, text: &str) {
        self.answer_each(model, [text; 3]);
    }

    /// Imports a run of a model that writes this about the questions.
    fn answer_each(&mut self, model: &str, texts: [&str; 3]) {
        let benchmark = self.store.the_benchmark(None).unwrap();
        let mut texts = texts.into_iter();
        let predictions = ["1", "2", "3"].map(|key| NewPrediction {
            question_id: self.store.question_id(&benchmark, key).unwrap(),
            prediction: Prediction {
                pass: Pass(0),
                order: ChoiceOrder::original([Label::A]),
                text: texts.next().unwrap_or_default().into(),
                status: PredictionStatus::Ok,
            },
        });
        let run = NewRun {
            model: model.into(),
            input: Input::Image,
            source: vec![],
            predictions: predictions.into(),
            samples: RunSamples::default(),
        };
        let sheets = self.store.question_sheets(&benchmark).unwrap();
        import_run(&mut self.store, &benchmark, &sheets, run, true).unwrap();
    }

    /// Draws a sample of what a model wrote about each question, each text for one person.
    fn extract_queue(&mut self, text: &str) -> ExtractQueue {
        self.answer_all("m", text);
        let benchmark = self.store.the_benchmark(None).unwrap();
        let (name, per_item) = (text.into(), Some(1));
        let new = NewSample { name, rate: 1.0, seed: 1, per_item, ..NewSample::default() };
        let pool = Pool::default();
        let drawn = draw_sample(&mut self.store, &benchmark, &pool, &[], new).unwrap();
        ExtractQueue { sample: drawn.sample }
    }
}

fn question(key: &str) -> Question {
    small_question(key, &format!("Question {key}?"))
}

fn answer() -> Act {
    Act::Answer { answer: BlindAnswer::CannotTell }
}

fn keep() -> Act {
    let (answer, verdict) = (Some(BlindAnswer::CannotTell), ReviewVerdict::Keep);
    Act::Review(ReviewDecision::new(answer, verdict, vec![]))
}

fn label_act(desk: &ExtractDesk, at: usize, label: HandLabel) -> Act {
    let shown = desk.items()[at].shown.clone();
    Act::Extract(HandExtraction { label, shown, evidence: None })
}

/// The third queue. This and its tests are all that it takes.
#[derive(Debug)]
struct SecondLook;

impl Queue for SecondLook {
    const NAME: &'static str = "second-look";
    const STEPS: Steps = REVIEW;
    type Item = QuestionEntry;
    type Content = BlindQuestion;
    type Opened = OpenedQuestion;

    fn of_benchmark(_: &Store, _: &Benchmark) -> Result<Self, StoreError> {
        Ok(SecondLook)
    }

    fn guideline(&self, _: &Store) -> Result<Guideline, StoreError> {
        Ok(Guideline::new("# Look again"))
    }

    fn items(
        &self,
        store: &Store,
        benchmark: &Benchmark,
    ) -> Result<Vec<(Self::Item, Rank)>, StoreError> {
        Ok(unranked(store.question_entries(benchmark)?))
    }

    fn load(
        &self,
        store: &Store,
        _: &Annotator,
        item: &Self::Item,
    ) -> Result<Self::Content, StoreError> {
        store.blind_question(item.id)
    }

    fn open(
        &self,
        store: &Store,
        own: OwnRows<'_>,
        item: &Self::Item,
    ) -> Result<OpenedQuestion, StoreError> {
        open_blind(self, store, own, item)
    }

    fn takes(&self, act: &Act) -> bool {
        !matches!(act, Act::Answer { .. } | Act::Extract(_))
    }

    fn people_per_item(&self) -> Option<usize> {
        Some(1)
    }

    fn why_absent(&self, item: &str) -> String {
        format!("question {item} needs no second look")
    }
}

#[test]
fn a_new_queue_gets_order_progress_undo_and_redo_from_the_desk() {
    let mut team = Team::new();
    let mut desk = team.desk("alice", SecondLook);
    let store = &mut team.store;
    let first = desk.next_after(store, None).unwrap().unwrap();
    assert_eq!(desk.load(store, first).unwrap().key, desk.items()[first].key);
    let row = desk.commit(store, first, keep(), &HERE).unwrap();
    assert_eq!((row.queue.as_str(), desk.progress().done), ("second-look", 1));
    let second = desk.next_after(store, Some(first)).unwrap().unwrap();
    desk.commit(store, second, Act::Later, &HERE).unwrap();

    assert_eq!(desk.correct(store, Correction::Undo, &HERE).unwrap(), Some(second));
    assert_eq!(desk.correct(store, Correction::Undo, &HERE).unwrap(), Some(first));
    assert_eq!(desk.correct(store, Correction::Undo, &HERE).unwrap(), None);
    assert_eq!(desk.state(first), ItemState::Untouched);
    assert_eq!(desk.correct(store, Correction::Redo, &HERE).unwrap(), Some(first));
    assert_eq!(desk.state(first), ItemState::Decided(keep()));
    assert_eq!((desk.progress().done, desk.today().decided), (1, 1));

    let review = team.desk("alice", ReviewQueue);
    assert_eq!(review.progress().done, 0, "decisions in another queue do not count");
}

#[test]
fn a_queue_refuses_the_acts_of_another() {
    let mut team = Team::new();
    let mut second_look = team.desk("alice", SecondLook);
    let mut review = team.desk("alice", ReviewQueue);
    let queue = team.extract_queue("A");
    let mut extract = team.desk("alice", queue);
    let label = label_act(&extract, 0, HandLabel::Refusal);
    let store = &mut team.store;
    assert!(second_look.commit(store, 0, answer(), &HERE).is_err());
    assert!(review.commit(store, 0, label, &HERE).is_err());
    assert!(extract.commit(store, 0, keep(), &HERE).is_err());
    assert!(second_look.history().rows().is_empty() && review.history().rows().is_empty());
}

#[test]
fn an_item_that_another_person_holds_is_passed_over_until_the_lease_expires() {
    let mut team = Team::new();
    let (mut alice, mut bob) = (team.desk("alice", SecondLook), team.desk("bob", SecondLook));
    let mut held = Vec::new();
    while let Some(at) = alice.next_after(&mut team.store, held.last().copied()).unwrap() {
        if held.contains(&at) {
            break;
        }
        held.push(at);
    }
    assert_eq!(held.len(), 3);
    assert_eq!(bob.next_after(&mut team.store, None).unwrap(), None);
    team.wait(14);
    assert_eq!(bob.next_after(&mut team.store, None).unwrap(), None);
    team.wait(2);
    assert!(bob.next_after(&mut team.store, None).unwrap().is_some(), "the lease has expired");
}

#[test]
fn a_decision_taken_back_frees_its_item_for_others() {
    let mut team = Team::new();
    let (mut alice, mut bob) = (team.desk("alice", SecondLook), team.desk("bob", SecondLook));
    let store = &mut team.store;
    for at in 0..3 {
        alice.commit(store, at, keep(), &HERE).unwrap();
    }
    assert_eq!(bob.next_after(store, None).unwrap(), None);
    let freed = alice.correct(store, Correction::Undo, &HERE).unwrap().unwrap();
    let next = bob.next_after(store, None).unwrap().unwrap();
    assert_eq!(bob.items()[next].key, alice.items()[freed].key);
}

#[test]
fn who_took_back_every_label_has_read_no_text() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut alice = team.desk("alice", queue);
    let benchmark = team.store.the_benchmark(None).unwrap();
    let store = &mut team.store;
    for at in [0, 1] {
        let act = label_act(&alice, at, HandLabel::Refusal);
        alice.commit(store, at, act, &HERE).unwrap();
    }
    alice.correct(store, Correction::Undo, &HERE).unwrap();
    assert_eq!(store.people_who_read(&benchmark).unwrap(), ["alice"]);
    alice.correct(store, Correction::Undo, &HERE).unwrap();
    assert!(store.people_who_read(&benchmark).unwrap().is_empty());
    alice.correct(store, Correction::Redo, &HERE).unwrap();
    assert_eq!(store.people_who_read(&benchmark).unwrap(), ["alice"]);
}

#[test]
fn a_label_for_another_text_of_the_same_name_does_not_count() {
    let mut team = Team::new();
    let old = team.extract_queue("A");
    let mut alice = team.desk("alice", old.clone());
    for at in 0..3 {
        let act = label_act(&alice, at, HandLabel::Choice(Label::A));
        alice.commit(&mut team.store, at, act, &HERE).unwrap();
    }
    let mut bob = team.desk("bob", old);
    assert_eq!(bob.next_after(&mut team.store, None).unwrap(), None);

    let new = team.extract_queue("not A");
    let mut bob = team.desk("bob", new.clone());
    let next = bob.next_after(&mut team.store, None).unwrap().expect("the new text is not read");
    let act = label_act(&bob, next, HandLabel::Refusal);
    bob.commit(&mut team.store, next, act, &HERE).unwrap();
    let alice: ExtractDesk = team.desk("alice", new);
    assert_eq!(alice.progress().done, 0);
}

#[test]
fn the_reference_answer_is_kept_back_until_the_annotators_own() {
    let mut team = Team::new();
    let (mut alice, bob) = (team.desk("alice", ReviewQueue), team.desk("bob", ReviewQueue));
    let store = &mut team.store;
    let row = alice.commit(store, 0, answer(), &HERE).unwrap();
    assert_eq!(alice.reveal(store, 0).unwrap().answer, Some(Label::A));
    assert!(alice.reveal(store, 1).is_err(), "another question");
    let same = bob.position_of(&row.item).unwrap();
    assert!(bob.reveal(store, same).is_err(), "somebody else's answer");
    assert!(bob.open_item(store, same).unwrap().reveal.is_none());
}

#[test]
fn a_second_window_takes_back_only_what_it_has_seen() {
    let mut team = Team::new();
    let mut first: ReviewDesk = team.desk("alice", ReviewQueue);
    first.commit(&mut team.store, 0, keep(), &HERE).unwrap();
    let mut second = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    let newest = first.commit(store, 1, keep(), &HERE).unwrap();

    let error = second.correct(store, Correction::Undo, &HERE).unwrap_err();
    assert!(error.to_string().contains("only the newest decision"), "{error}");
    first.correct(store, Correction::Undo, &HERE).unwrap();
    let error = second.correct(store, Correction::Redo, &HERE);
    assert_eq!(error.unwrap(), None, "it has taken nothing back itself");
    let mut third = team.desk("alice", ReviewQueue);
    assert_eq!(
        third.correct(&mut team.store, Correction::Redo, &HERE).unwrap(),
        third.position_of(&newest.item)
    );
    assert_eq!(third.progress().done, 2);
}

#[test]
fn a_second_window_brings_back_only_what_was_taken_back_last() {
    let mut team = Team::new();
    let mut first: ReviewDesk = team.desk("alice", ReviewQueue);
    for at in [0, 1] {
        first.commit(&mut team.store, at, keep(), &HERE).unwrap();
    }
    first.correct(&mut team.store, Correction::Undo, &HERE).unwrap();
    let mut second = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    first.correct(store, Correction::Undo, &HERE).unwrap();

    let error = second.correct(store, Correction::Redo, &HERE).unwrap_err();
    assert!(error.to_string().contains("only what was taken back last"), "{error}");
    assert_eq!(first.correct(store, Correction::Redo, &HERE).unwrap(), Some(0));
    assert_eq!(first.correct(store, Correction::Redo, &HERE).unwrap(), Some(1));
}

#[test]
fn the_days_work_is_the_same_after_a_restart() {
    let mut team = Team::new();
    let queue = team.extract_queue("A");
    let mut extract = team.desk("alice", queue.clone());
    let mut review = team.desk("alice", ReviewQueue);
    let store = &mut team.store;
    review.commit(store, 0, answer(), &HERE).unwrap();
    review.commit(store, 0, keep(), &HERE).unwrap();
    review.commit(store, 0, keep(), &HERE).unwrap();
    review.commit(store, 1, Act::Skip, &HERE).unwrap();
    review.commit(store, 2, keep(), &HERE).unwrap();
    review.correct(store, Correction::Undo, &HERE).unwrap();
    assert_eq!(review.today().decided, 1, "twice on one item, a skip, and one taken back");
    assert_eq!(review.today().active_ms, 6000);
    for at in 0..2 {
        let act = label_act(&extract, at, HandLabel::OffTopic);
        extract.commit(store, at, act, &HERE).unwrap();
    }
    extract.correct(store, Correction::Undo, &HERE).unwrap();
    assert_eq!(extract.today().decided, 1, "each queue counts its own");
    assert_eq!(extract.today().seconds_each(), Some(3));
    assert_eq!(team.desk("alice", ReviewQueue).today(), review.today());
    assert_eq!(team.desk("alice", queue).today(), extract.today());
}

#[test]
fn the_work_of_yesterday_is_not_todays() {
    let mut team = Team::new();
    let mut yesterday = team.desk("alice", ReviewQueue);
    yesterday.commit(&mut team.store, 0, keep(), &HERE).unwrap();
    assert_eq!(yesterday.today().decided, 1);
    team.wait(24 * 60);
    let mut desk = team.desk("alice", ReviewQueue);
    assert_eq!(desk.today().decided, 0);
    desk.commit(&mut team.store, 1, keep(), &HERE).unwrap();
    let row = desk.commit(&mut team.store, 2, keep(), &HERE).unwrap();
    assert_eq!((desk.today().decided, &row.created[..10]), (2, "2026-02-01"));
}
