use std::collections::BTreeMap;

use super::*;
use crate::small_questions::small_question;
use crate::{Importer, Store, StoreError};

fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open_or_create(&dir.path().join("a.db")).unwrap();
    let questions = ["1", "2"].map(|key| small_question(key, "Where?"));
    let keep = |importer: &Importer<'_>| importer.keep_questions(&questions).map(drop);
    store.import::<_, StoreError>("b", None, keep).unwrap();
    (dir, store)
}

fn judgment(store: &Store, key: &str, said: Said) -> NewJudgment<'static> {
    let benchmark = store.the_benchmark(None).unwrap();
    NewJudgment {
        judge: "gpt",
        kind: JudgeKind::Model,
        question_id: store.question_id(&benchmark, key).unwrap(),
        turn: 0,
        repeat: 0,
        first: "a",
        second: Some("b"),
        has_order: true,
        first_answer: None,
        second_answer: None,
        said,
        grade: None,
        template: None,
        facts: None,
        text: None,
    }
}

fn all(store: &Store) -> Vec<StoredJudgment> {
    let mut found = Vec::new();
    let benchmark = store.the_benchmark(None).unwrap();
    store.for_each_judgment(&benchmark, |judgment, _| found.push(judgment)).unwrap();
    found
}

#[test]
fn a_judgment_is_kept_once_and_a_failed_one_gives_way_to_the_next() {
    let (_dir, mut store) = store();
    let failed = Said::Pair(Reading::Undecided(Undecided::Failed));
    let first = judgment(&store, "1", Said::Pair(Reading::Preference(0.75)));
    let other = judgment(&store, "2", failed);
    let kept = store.keep_judgments(&[first, other]).unwrap();
    assert_eq!(kept, KeptJudgments { new: 2, ..KeptJudgments::default() });
    let contrary = judgment(&store, "1", Said::Pair(Reading::SECOND));
    let again = judgment(&store, "2", Said::Pair(Reading::TIE));
    let kept = store.keep_judgments(&[first, contrary, again]).unwrap();
    assert_eq!(kept, KeptJudgments { new: 1, known: 1, differing: vec![1] });
    let said: Vec<Said> = all(&store).iter().map(|judgment| judgment.said).collect();
    assert_eq!(said, [Said::Pair(Reading::Preference(0.75)), Said::Pair(Reading::TIE)]);
    let swapped = NewJudgment { first: "b", second: Some("a"), ..first };
    assert_eq!(store.keep_judgments(&[swapped]).unwrap().new, 1, "the other order is another one");
}

#[test]
fn readings_come_back_as_they_were_written() {
    let (_dir, mut store) = store();
    let pairs = [
        Said::Pair(Reading::FIRST),
        Said::Pair(Reading::Scores { first: 7.5, second: 3.0 }),
        Said::Pair(Reading::Undecided(Undecided::SituationTwo)),
    ];
    let singles = [Said::Single(Ok(0.1)), Said::Single(Err(Undecided::Refused))];
    let mut written = Vec::new();
    for (turn, said) in (0..).zip(pairs) {
        written.push(NewJudgment { turn, ..judgment(&store, "1", said) });
    }
    for (turn, said) in (0..).zip(singles) {
        written.push(NewJudgment { turn, second: None, ..judgment(&store, "1", said) });
    }
    store.keep_judgments(&written).unwrap();
    let said: Vec<Said> = all(&store).iter().map(|judgment| judgment.said).collect();
    assert_eq!(said, [&pairs[..], &singles].concat());
    assert_eq!(store.keep_judgments(&written).unwrap().known, 5);
}

#[test]
fn a_snapshot_is_the_model_and_the_fingerprint_as_the_server_names_them() {
    let (_dir, mut store) = store();
    let facts = [
        serde_json::json!({"model": "x-2025", "system_fingerprint": "fp_1", "cost": 0.5}),
        serde_json::json!({"model": "x-2025", "system_fingerprint": "", "cost": 0}),
        serde_json::json!({"error": "no reply"}),
    ];
    let base = judgment(&store, "1", Said::Pair(Reading::TIE));
    let facts = (0..).zip(facts.each_ref().map(Some).into_iter().chain([None]));
    let rows: Vec<_> = facts.map(|(turn, facts)| NewJudgment { turn, facts, ..base }).collect();
    store.keep_judgments(&rows).unwrap();
    let mut found = Vec::new();
    let benchmark = store.the_benchmark(None).unwrap();
    let each = |row: StoredJudgment, of: &str| found.push((row.cost, of.to_owned()));
    store.for_each_judgment(&benchmark, each).unwrap();
    let expected = [(Some(0.5), "x-2025 fp_1"), (Some(0.0), "x-2025"), (None, ""), (None, "")];
    assert_eq!(found, expected.map(|(cost, of)| (cost, of.to_owned())));
}

#[test]
fn the_database_itself_refuses_to_change_or_delete_a_judgment() {
    let (_dir, mut store) = store();
    let failed = Said::Pair(Reading::Undecided(Undecided::Failed));
    let rows = [judgment(&store, "1", Said::Pair(Reading::FIRST)), judgment(&store, "2", failed)];
    store.keep_judgments(&rows).unwrap();
    for (sql, refused) in [
        ("UPDATE judgment SET grade = 'x' WHERE id = 1", true),
        ("UPDATE judgment SET grade = 'x' WHERE id = 2", false),
        ("UPDATE judgment SET turn = 3 WHERE id = 2", true),
        ("DELETE FROM judgment WHERE id = 2", true),
    ] {
        assert_eq!(store.connection.execute_batch(sql).is_err(), refused, "{sql}");
    }
}

#[test]
fn answers_that_come_again_are_the_same_run() {
    let (_dir, mut store) = store();
    let mut keep = |answers: &[(&str, u16, &str)]| {
        store
            .import::<_, StoreError>("b", None, |importer| {
                let ids = importer.question_ids()?;
                let answers: BTreeMap<_, _> =
                    answers.iter().map(|&(key, turn, text)| ((ids[key], turn), text)).collect();
                importer.keep_answers("m", &[], &answers)
            })
            .unwrap()
    };
    assert_eq!(keep(&[("1", 0, "yes")]).new, 1);
    let more = keep(&[("1", 0, "yes"), ("2", 0, "no")]);
    assert_eq!((more.new, more.changed, more.ids.len()), (1, 0, 2));
    let same = keep(&[("2", 0, "no")]);
    assert_eq!((same.new, same.changed, same.ids.len()), (0, 0, 2));
    assert_eq!(keep(&[("2", 0, "maybe")]).changed, 1);
    let runs = store.runs(&store.the_benchmark(None).unwrap()).unwrap();
    let sizes: Vec<usize> = runs.iter().map(|run| run.predictions).collect();
    assert_eq!((sizes, runs[2].is_current), (vec![1, 2, 2], true));
}
