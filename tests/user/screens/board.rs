//! The lead's board on the screen.

use std::time::{Duration, Instant};

use assay::benchmark::decision::ReviewVerdict;
use assay::benchmark::team::Role;
use assay::store::{ShownAnswers, Store};

use super::questions::Language;
use super::sitting::{Sitting, desk_of, judge};

fn lead() -> Sitting {
    Sitting::with_disputes_in_a_team(Language::English, Role::Lead)
}

#[test]
fn a_lead_goes_from_a_line_of_the_board_to_the_questions_behind_it() {
    let mut sitting = lead();
    let board = sitting.press("b").screen();
    assert!(board.contains("farm · board"), "{board}");
    sitting.press("home");
    let is_there = |seen: &str| seen.lines().any(|line| line.contains("▸ 2 disputed questions"));
    let steps = (1..10).find(|_| is_there(&sitting.press("down").screen()));
    assert!(steps.is_some(), "it is below the people");
    let list = sitting.press("enter").screen();
    assert!(list.contains("browse") && list.contains("reviewers differ"), "{list}");
    assert!(list.contains("2 of"), "two questions are listed: {list}");
    let session = sitting.app.session();
    let (alice, store) = (session.review().annotator(), &session.store);
    let seen =
        session.review().items().iter().filter(|item| {
            store.shown_answers(alice, item.id).unwrap() == Some(ShownAnswers::PEOPLE)
        });
    assert_eq!(seen.count(), 2, "that reviewers differ on them is known to have been seen");
    let board = sitting.press("esc").screen();
    assert!(board.contains("farm · board"), "{board}");
}

#[test]
fn a_line_of_the_board_that_opens_nothing_offers_no_enter() {
    let mut sitting = lead();
    let bar = |seen: &str| seen.lines().last().unwrap().to_owned();
    let heading = sitting.press("b home").screen();
    assert!(heading.contains("▸ People"), "{heading}");
    assert!(!bar(&heading).contains("Enter"), "{}", bar(&heading));
    let is_dispute = |seen: &str| seen.lines().any(|line| line.contains("▸ 2 disputed"));
    let mut seen = heading;
    while !is_dispute(&seen) {
        seen = sitting.press("down").screen();
    }
    assert!(bar(&seen).contains("Enter"), "{}", bar(&seen));
}

#[test]
fn down_and_up_pass_over_headings() {
    let mut sitting = lead();
    sitting.press("b");
    for key in ["down", "down", "down", "down", "down", "up", "up", "up", "up", "up", "up", "up"] {
        let seen = sitting.press(key).screen();
        let marked = seen.lines().find(|line| line.contains('▸')).unwrap_or_default();
        let headings = ["People", "Waiting", "Queues", "Agreement", "Abilities"];
        assert!(!headings.iter().any(|heading| marked.contains(heading)), "{key}: {seen}");
        assert!(marked.contains(char::is_alphabetic), "{key}: {seen}");
    }
}

#[test]
fn people_come_first_with_when_they_were_last_seen() {
    let board = lead().press("b home").screen();
    let first = board.lines().find(|line| line.contains('▸')).unwrap_or_default();
    assert!(first.contains("People") && first.contains("last seen"), "{board}");
    assert!(board.contains("alice") && board.contains("now"), "{board}");
}

#[test]
fn an_annotator_sees_the_board_without_names_of_disputed_questions_and_without_quality() {
    let mut sitting = Sitting::with_disputes_in_a_team(Language::English, Role::Annotator);
    let board = sitting.press("b end").screen();
    let words: Vec<&str> = board
        .split(|sign: char| sign.is_whitespace() || sign == '│')
        .filter(|word| !word.is_empty())
        .collect();
    let words = words.join(" ");
    assert!(words.contains("Only leads see gold, the quality of"), "{board}");
    assert!(!board.contains("as the others") && !board.contains("gold "), "{board}");
}

#[test]
fn the_board_reads_again_what_others_decide_meanwhile() {
    let mut sitting = lead();
    sitting.press("b home");
    let is_there = |seen: &str| seen.contains("7 decisions");
    let before = (1..12).find(|_| is_there(&sitting.press("down").screen()));
    assert!(before.is_some(), "{}", sitting.screen());
    let path = sitting.app.session().store.path().to_owned();
    let mut store = Store::open(&path).unwrap();
    let mut gina = desk_of("gina", &mut store);
    judge(&mut store, &mut gina, "2", 'B', ReviewVerdict::Keep, &[]);
    let start = Instant::now();
    loop {
        if let Some((until, tick)) = sitting.app.next_timer() {
            assert!(until <= Duration::from_secs(30), "{until:?}");
            sitting.app.handle(tick);
        }
        let after = sitting.screen();
        if after.contains("8 decisions") {
            break;
        }
        assert!(start.elapsed() < Duration::from_mins(1), "{after}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
