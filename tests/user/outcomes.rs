//! What becomes of a question is one fact: every command says the same of it.

use assay::benchmark::adjudication::AdjudicateDecision;
use assay::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use assay::benchmark::outcome::{Fate, OutcomeCounts, Policy};
use assay::benchmark::verification::{VerifyDecision, VerifyVerdict};
use assay::benchmark::{Choice, Label, QuestionText};
use assay::evaluation::RunOptions;
use assay::extract::RuleSet;
use assay::keyword::Keyword;
use assay::outcomes::clean_benchmark::{Selection, selected_questions};
use assay::outcomes::cleaning::cleaning;
use assay::outcomes::question_outcomes;
use assay::queue::adjudicate::{AdjudicateDesk, AdjudicateQueue};
use assay::queue::correction::{Correction, correct};
use assay::queue::{Board, DecisionContext, ReviewDesk, ReviewQueue, VerifyDesk, VerifyQueue};
use assay::score::Missing;
use assay::store::{FlagKind, NewFlag, Store, StoreError};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::adjudicate::{adjudicate, disputed, review};
use crate::harness::Workplace;
use crate::support::small_questions::small_question;
use crate::verify::{fix, verify};

/// What each command counts.
fn counts(place: &Workplace) -> [Value; 5] {
    let status = place.json(&["status"]);
    let board = place.json(&["annotate", "board", "--plain"]);
    [
        &status["board"][0],
        &status["benchmarks"][0],
        &place.json(&["report", "outcome"]),
        &place.json(&["report", "cleaning"]),
        &board,
    ]
    .map(|document| document["outcome"].clone())
}

fn counted(kept: usize, fixed: usize, removed: usize, open: usize) -> [Value; 5] {
    let counts = json!({ "kept": kept, "fixed": fixed, "removed": removed, "open": open });
    std::array::from_fn(|_| counts.clone())
}

/// The outcome of each question, with why it is open or who settled it.
fn outcomes(place: &Workplace) -> Vec<String> {
    let report = place.json(&["report", "outcome"]);
    let rows = report["questions"].as_array().unwrap().iter();
    let words = |row: &Value| {
        assert_eq!(row["why"].is_null(), row["outcome"] != "open", "{row}");
        let why = if row["why"].is_null() { &row["settled_by"] } else { &row["why"] };
        format!("{} {}", row["outcome"].as_str().unwrap(), why.as_str().unwrap())
    };
    rows.map(words).collect()
}

#[test]
fn status_board_and_reports_count_the_same_outcomes() {
    let place = disputed();
    assert_eq!(counts(&place), counted(2, 0, 0, 4));
    let expected = [
        "open reviewers-differ",
        "open reviewers-differ",
        "kept reviewers",
        "open suspected",
        "kept reviewers",
        "open unreviewed",
    ];
    assert_eq!(outcomes(&place), expected);
    review(&place, "6", "alice", "B", &["keep"]);
    adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well();
    adjudicate(&place, "4", "carol", &["--adopt", "alice"]).well();
    verify(&place, "2", "lead", "keep", &[]).well();
    let expected = [
        "removed adjudicators",
        "kept verifiers",
        "kept reviewers",
        "fixed adjudicators",
        "kept reviewers",
        "open reviewed-once",
    ];
    assert_eq!(
        (outcomes(&place), counts(&place)),
        (expected.map(String::from).into(), counted(3, 1, 1, 1))
    );
    // Verifiers have the last word, and where they differ it is open again.
    verify(&place, "1", "lead", "keep", &[]).well();
    fix(&place, "2", "erin", r#"{"stem":"Which?"}"#).well();
    assert_eq!(outcomes(&place)[..2], ["kept verifiers", "open verifiers-differ"]);
    assert_eq!(counts(&place), counted(3, 1, 0, 2));
    place.assay(&["decide", "undo", "--as", "lead", "--queue", "verify"]).well();
    place.assay(&["decide", "undo", "--as", "lead", "--queue", "verify"]).well();
    assert_eq!(outcomes(&place)[..2], ["removed adjudicators", "fixed verifiers"]);
    assert_eq!(counts(&place), counted(2, 2, 1, 1));
    let exported = place.run(&["export", "questions", "--clean", "--format", "jsonl"]);
    assert_eq!(exported.lines().count(), 5, "all but the removed one");
    place.assay(&["decide", "undo", "--as", "erin", "--queue", "verify"]).well();
    assert_eq!(outcomes(&place)[1], "open reviewers-differ");
}

#[test]
fn a_question_waits_for_as_many_reviews_as_the_assignment_wants() {
    let place = Workplace::with_questions(3);
    review(&place, "1", "alice", "B", &["keep"]);
    for name in ["alice", "bob"] {
        review(&place, "2", name, "B", &["keep"]);
    }
    let kept = || place.json(&["report", "outcome"])["outcome"]["kept"].clone();
    assert_eq!(kept(), 1, "two are usual");
    for (wanted, expected) in [("1", 2), ("2", 1), ("3", 0)] {
        place.assay(&["assign", "review", "--per-item", wanted]).well();
        assert_eq!(kept(), expected, "{wanted} wanted");
    }
    let shared = ["assign", "review", "--per-item", "3", "--overlap-share", "0.34", "--seed", "1"];
    place.assay(&shared).well();
    assert!(kept().as_u64().unwrap() >= 1, "one is wanted outside of the overlap");
}

#[test]
fn the_board_counts_what_becomes_of_questions_and_not_what_most_reviewers_say() {
    let place = disputed();
    let category = || {
        let row = place.json(&["status"])["board"][0]["categories"][0].clone();
        (row["kept"].clone(), row["out"].clone())
    };
    assert_eq!(category(), (json!(2), json!(0)), "what reviewers reject waits for experts");
    verify(&place, "4", "lead", "remove", &[]).well();
    verify(&place, "2", "lead", "remove", &[]).well();
    assert_eq!(category(), (json!(2), json!(2)), "most reviewers keep 2");
}

#[test]
fn gold_of_adjudicators_ends_where_verifiers_decide_otherwise() {
    let place = disputed();
    adjudicate(&place, "1", "carol", &["--adopt", "bob"]).well();
    let gold = || place.json(&["gold"])["gold"].as_array().map(Vec::len);
    assert_eq!(gold(), Some(1), "{}", place.json(&["gold"]));
    verify(&place, "1", "lead", "keep", &[]).well();
    assert_eq!(gold(), Some(0));
    place.assay(&["decide", "undo", "--as", "lead", "--queue", "verify"]).well();
    assert_eq!(gold(), Some(1));
}

#[test]
fn questions_of_a_verdict_are_those_on_which_it_is_the_last_word() {
    let place = disputed();
    let keys = |verdict: &str| {
        let command = ["export", "questions", "--format", "tsv", "--verdict", verdict];
        let out = place.assay(&command).out;
        let keys = out
            .lines()
            .skip(1)
            .map(|line| line.split('\t').next().unwrap().trim_matches('"').to_owned());
        keys.collect::<Vec<_>>()
    };
    assert_eq!(keys("keep"), ["2", "3", "5"]);
    verify(&place, "2", "lead", "remove", &["--reason", "text-only"]).well();
    verify(&place, "1", "lead", "keep", &[]).well();
    assert_eq!((keys("keep"), keys("text-only")), (keys_in("1 3 5"), keys_in("2")));
}

fn keys_in(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

const QUESTIONS: usize = 3;

#[derive(Clone, Debug)]
enum Step {
    Flag(usize),
    Review(usize, usize, ReviewVerdict),
    /// The verdict, and the choice that is right where only the reference answer is wrong.
    Adjudicate(usize, usize, ReviewVerdict, Option<Label>),
    Verify(usize, usize, VerifyVerdict),
    Correct(&'static str, usize, bool),
}

fn step() -> impl Strategy<Value = Step> {
    let (key, who) = (0..QUESTIONS, 0..3usize);
    let verdict = select(ReviewVerdict::ALL);
    let right = select(vec![None, Label::from_letter('B'), Label::from_letter('C')]);
    prop_oneof![
        1 => key.clone().prop_map(Step::Flag),
        6 => (key.clone(), who.clone(), verdict.clone()).prop_map(|(q, a, v)| Step::Review(q, a, v)),
        3 => (key.clone(), who.clone(), verdict, right)
            .prop_map(|(q, a, v, r)| Step::Adjudicate(q, a, v, r)),
        4 => (key, who.clone(), select(VerifyVerdict::ALL)).prop_map(|(q, a, v)| Step::Verify(q, a, v)),
        2 => (select(vec!["r", "e", "v"]), who, any::<bool>())
            .prop_map(|(team, a, undo)| Step::Correct(team, a, undo)),
    ]
}

/// Takes a step where it is allowed.
fn take(store: &mut Store, step: &Step) -> Result<(), StoreError> {
    let benchmark = store.the_benchmark(None)?;
    let here = DecisionContext::new("test");
    let person =
        |store: &Store, team: &str, number: usize| store.annotator(&format!("{team}{number}"));
    match *step {
        Step::Flag(key) => {
            let question_id = store.question_id(&benchmark, &key.to_string())?;
            let flag = NewFlag { question_id, evidence: json!({"why": "a test"}), finding: None };
            store.keep_flags(FlagKind::Wrong, "test", &json!({}), &[flag], &[]).map(drop)
        }
        Step::Review(key, who, verdict) => {
            let annotator = person(store, "r", who)?;
            let mut desk = ReviewDesk::open(store, ReviewQueue, annotator, benchmark)?;
            let Some(at) = desk.position_of(&key.to_string()) else { return Ok(()) };
            let reasons = (verdict == ReviewVerdict::Wrong).then_some(WrongReason::BadPicture);
            let answer = Some(BlindAnswer::CannotTell);
            let review = ReviewDecision::new(answer, verdict, reasons.into_iter().collect());
            desk.commit(store, at, Act::Review(review), &here).map(drop)
        }
        Step::Adjudicate(key, who, verdict, right) => {
            let annotator = person(store, "e", who)?;
            let mut desk = AdjudicateDesk::open(store, AdjudicateQueue, annotator, benchmark)?;
            let Some(at) = desk.position_of(&key.to_string()) else { return Ok(()) };
            let wrong = (verdict == ReviewVerdict::Wrong).then_some(match right {
                Some(_) => WrongReason::WrongReferenceAnswer,
                None => WrongReason::BadPicture,
            });
            let decision = AdjudicateDecision {
                reasons: wrong.into_iter().collect(),
                corrected: right.filter(|_| wrong.is_some()),
                why: Some("a test".into()),
                ..AdjudicateDecision::overriding(Some(BlindAnswer::CannotTell), verdict)
            };
            desk.commit(store, at, Act::Adjudicate(decision), &here).map(drop)
        }
        Step::Verify(key, who, verdict) => {
            let annotator = person(store, "v", who)?;
            let mut desk =
                VerifyDesk::open(store, VerifyQueue::with_settled(), annotator, benchmark)?;
            let Some(at) = desk.position_of(&key.to_string()) else { return Ok(()) };
            let question = desk.load(store, at)?;
            let mut words = QuestionText::from_question(&store.whole_question(question.id)?);
            words.stem.push_str(" And why?");
            let decision = VerifyDecision {
                answer: Some(BlindAnswer::CannotTell),
                verdict,
                reasons: Vec::new(),
                note: None,
                fix: (verdict == VerifyVerdict::Fix).then(|| Box::new(words)),
            };
            desk.commit(store, at, Act::Verify(decision), &here).map(drop)
        }
        Step::Correct(team, who, is_undo) => {
            let annotator = person(store, team, who)?;
            let which = if is_undo { Correction::Undo } else { Correction::Redo };
            correct(store, &annotator, &benchmark, None, which).map(drop)
        }
    }
}

fn new_store(dir: &tempfile::TempDir) -> Store {
    let mut store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
    let questions: Vec<_> = (0..QUESTIONS)
        .map(|key| {
            let mut question = small_question(&key.to_string(), "Which?");
            let more = ['B', 'C'].map(|letter| Choice {
                label: Label::from_letter(letter).unwrap(),
                text: format!("choice {letter}"),
            });
            question.choices.extend(more);
            question
        })
        .collect();
    store
        .import::<_, StoreError>("b", None, |importer| importer.keep_questions(&questions))
        .unwrap();
    store
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// After any history, whatever the reviewers may settle alone, everything that counts questions counts
    /// the same, and the clean benchmark has all but the removed ones.
    #[test]
    fn after_any_history_all_counts_are_equal_and_the_clean_benchmark_follows_them(
        steps in prop::collection::vec(step(), 1..40),
        reviewers_settle in any::<bool>(),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = new_store(&dir);
        let mut taken = 0;
        for step in &steps {
            taken += usize::from(take(&mut store, step).is_ok());
        }
        prop_assert!(2 * taken >= steps.len(), "{} of {} steps", taken, steps.len());
        let benchmark = store.the_benchmark(None).unwrap();
        for policy in [Policy::default(), Policy { reviewers_settle }] {
            let listed = question_outcomes(&store, &benchmark, policy).unwrap();
            let counts: OutcomeCounts = listed.iter().map(|one| one.outcome.fate).collect();
            prop_assert_eq!(counts.kept + counts.fixed + counts.removed + counts.open, QUESTIONS);
            let options = RunOptions {
                rules: RuleSet::Assay,
                extractor: None,
                strategy: None,
                missing: Missing::Exclude,
            };
            let cleaned = cleaning(&mut store, &benchmark, &[], &options, policy).unwrap();
            prop_assert_eq!(cleaned.outcome, counts);
            let overall = &cleaned.rows[0];
            prop_assert_eq!((overall.removed, overall.fixed), (counts.removed, counts.fixed));
            prop_assert_eq!(overall.clean, QUESTIONS - counts.removed);
            let open = overall.unsettled + overall.not_verified;
            prop_assert_eq!(cleaned.unsettled.len() + cleaned.open.len(), open);
            prop_assert!(open <= counts.open);
            let selection = Selection { clean: Some(policy), verdicts: vec![] };
            let selected = selected_questions(&store, &benchmark, &selection).unwrap();
            prop_assert_eq!(selected.removed.len(), counts.removed);
            for one in &listed {
                let found = selected.questions.iter().find(|stored| stored.question.key.as_str() == one.question.key());
                prop_assert_eq!(found.is_none(), one.outcome.fate == Fate::Removed);
                let Some(found) = found else { continue };
                prop_assert_eq!(found.question.answer, one.answer);
                // Words change only by a fix, answers only by an adjudication that settles.
                let is_corrected = found.question.answer != Some(Label::A);
                prop_assert!(!is_corrected || one.outcome.fate == Fate::Fixed);
                let is_fixed = found.question.stem != "Which?";
                prop_assert!(!is_fixed || one.question.entries.len() > 1);
            }
            if policy == Policy::default() {
                let board = Board::load(&store, &benchmark, true).unwrap();
                prop_assert_eq!(board.outcome, counts);
                let row = &board.categories[0];
                prop_assert_eq!((row.kept, row.out), (counts.kept + counts.fixed, counts.removed));
            }
        }
    }
}
