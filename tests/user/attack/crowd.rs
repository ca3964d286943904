//! Many processes on one file at once: nobody fails, nothing is lost.
//!
//! `ASSAY_ATTACK=long cargo test --test user crowd` makes it larger.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Stdio};

use assay::benchmark::vote::Ballot;

use crate::attack::locked::WAITING;
use crate::attack::times;
use crate::harness::{Said, Workplace, questions};
use crate::people_vote::drawn_for;

fn crowd() -> usize {
    times(32, 96)
}

/// Starts all before it waits for any; all must end well.
fn at_once(place: &Workplace, number: usize, start: impl Fn(usize) -> Vec<String>) -> Vec<Said> {
    let begin = |number| -> Child {
        let arguments = start(number);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = place.command(&arguments);
        if arguments.contains(&"--plain") {
            command.stdin(std::fs::File::open(place.path("acts.txt")).unwrap());
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<Child> = (0..number).map(begin).collect();
    let ends = children.into_iter().map(|child| child.wait_with_output().unwrap());
    ends.map(|output| Said::from_output(&output).well()).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(Into::into).collect()
}

#[test]
fn many_annotators_at_once_neither_fail_nor_lose_anything() {
    let place = Workplace::with_questions(20);
    place.write("acts.txt", &"b\ny\n".repeat(8));
    let said = at_once(&place, crowd(), |number| {
        words(&format!("annotate review --plain --as annotator{number}"))
    });
    for said in said {
        let saved = said.out.lines().filter(|line| line.starts_with("Saved: ")).count();
        // Who waits for the others says so, and nothing else is said.
        let is_calm = said.err.lines().all(|line| line == WAITING);
        assert!(saved == 16 && is_calm, "{said:?}");
    }
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    for row in place.export() {
        *rows.entry(row["annotator"].to_string()).or_default() += 1;
    }
    assert_eq!(rows.len(), crowd());
    assert!(rows.values().all(|&count| count == 16), "{rows:?}");
    place.assay(&["doctor"]).well();
}

#[test]
fn many_people_vote_at_once_and_each_pair_is_voted_on_by_as_many_as_are_wanted() {
    let place = drawn_for(40, Ballot::Better);
    place.run(&["assign", "vote", "--per-item", "3"]);
    place.write("acts.txt", &"1\n=\n2\n0\n".repeat(10));
    let said =
        at_once(&place, 12, |number| words(&format!("annotate vote --plain --as voter{number}")));
    for said in said {
        assert!(said.err.lines().all(|line| line == WAITING), "{said:?}");
    }
    let mut votes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in place.export() {
        let is_new = votes.entry(row["item"].to_string()).or_default();
        assert!(is_new.insert(row["annotator"].to_string()), "twice by one person: {row}");
    }
    assert_eq!(votes.len(), 40);
    assert!(votes.values().all(|people| people.len() == 3), "{votes:?}");
    place.assay(&["doctor"]).well();
}

#[test]
fn many_scripts_at_once_neither_fail_nor_lose_anything() {
    let place = Workplace::with_questions(crowd());
    let said = at_once(&place, crowd(), |number| {
        let (key, name) = (number + 1, number % 5);
        words(&format!("decide review {key} --as script{name} --answer B --verdict keep"))
    });
    assert_eq!(said.len(), crowd());
    let mut keys: Vec<String> = place.export().iter().map(|row| row["item"].to_string()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), crowd());
    place.assay(&["doctor"]).well();
}

#[test]
fn a_database_can_be_made_and_filled_by_many_at_once() {
    let place = Workplace::new();
    place.write("b.tsv", &questions(30));
    at_once(&place, 16, |_| words("init"));
    let said = at_once(&place, 16, |_| words("import questions b.tsv -o json"));
    let new: u64 = said.into_iter().map(|said| said.json()["new"].as_u64().unwrap()).sum();
    assert_eq!(new, 30);
    place.assay(&["doctor"]).well();
}
