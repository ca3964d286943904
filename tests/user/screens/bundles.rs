//! At home and in the queue of a bundle: what its queue can do is offered, nothing else.

use assay::benchmark::team::Role;
use regex::Regex;

use super::questions::Language;
use super::sitting::Sitting;

/// A benchmark in which every queue has something, as a bundle of one of them.
fn bundle_of(queue: &str) -> Sitting {
    let language = Language::English;
    let sitting = match queue {
        "extract" => Sitting::with_readings(language),
        "adjudicate" => Sitting::with_disputes_in_a_team(language, Role::Lead),
        _ => Sitting::with_suspects(language),
    };
    sitting.in_bundle_of(queue)
}

/// What can be opened from home, as its keys and first words.
fn listed(home: &str) -> Vec<String> {
    let bar = home.lines().count() - 1;
    let entry = Regex::new(r"(?:^|[▸ ])(?:│ *)?([0-9a-z])  ([A-Z][a-z]+)").unwrap();
    let lines = home.lines().take(bar).flat_map(|line| entry.captures_iter(line));
    lines.map(|found| format!("{} {}", &found[1], &found[2])).collect()
}

#[test]
fn home_of_a_bundle_lists_its_own_queue_and_what_goes_with_it() {
    for (queue, entries) in [
        ("review", &["1 Review", "2 Browse", "3 History", "9 Settings"][..]),
        ("extract", &["5 Extract", "9 Settings"]),
        ("verify", &["7 Verify", "9 Settings"]),
        ("adjudicate", &["a Adjudicate", "9 Settings"]),
    ] {
        let mut sitting = bundle_of(queue);
        sitting.resize(80, 24);
        let home = sitting.screen();
        assert_eq!(listed(&home), entries, "{home}");
        assert!(home.contains(&format!("A bundle of the {queue} queue")), "{home}");
        for elsewhere in ["Waiting for", "People", "No model has answered", "import predictions"] {
            assert!(!home.contains(elsewhere), "{queue}: {elsewhere}: {home}");
        }
        assert_eq!(home.contains("Progress by ability"), queue == "review", "{home}");
    }
    let home = Sitting::with_suspects(Language::English).screen();
    assert!(home.contains("1  Review") && home.contains("0  Describe"), "{home}");
    assert!(!home.contains("A bundle"), "{home}");
}

#[test]
fn what_a_bundle_lacks_is_named_when_its_key_is_pressed() {
    for key in ["1", "2", "3", "/", "0", "4"] {
        let said = bundle_of("verify").press(key).screen();
        assert!(said.contains("this bundle has the verify queue alone"), "{key}: {said}");
        assert!(said.contains("7  Verify"), "home is still there: {said}");
    }
    let said = bundle_of("review").press("7").screen();
    assert!(said.contains("this bundle has the review queue alone"), "{said}");
    let listed = bundle_of("review").press("/").screen();
    assert!(!listed.contains("queue alone"), "{listed}");
}

#[test]
fn a_verifier_with_a_bundle_is_offered_to_keep_and_to_remove_but_not_to_fix() {
    for (mut sitting, has_fix) in
        [(bundle_of("verify"), false), (Sitting::with_suspects(Language::English), true)]
    {
        let bar = sitting.press("7").press("a").screen();
        let bar = bar.lines().last().unwrap().to_owned();
        assert!(bar.contains("y  keep") && bar.contains("r  remove"), "{bar}");
        assert_eq!(bar.contains("F  fix"), has_fix, "{bar}");
        let help = sitting.press("?").screen();
        assert!(help.contains("Keep the question"), "{help}");
        assert_eq!(help.contains("Fix the"), has_fix, "{help}");
        let palette = sitting.press("q").press(":").write("fix").screen();
        assert_eq!(palette.contains("Fix the"), has_fix, "{palette}");
    }
    let refused = bundle_of("verify").press("7").press("a").press("F").screen();
    assert!(refused.contains("a fix needs the reference answer"), "{refused}");
}

#[test]
fn undo_and_the_guideline_at_home_are_those_of_the_bundles_queue() {
    let mut sitting = bundle_of("verify");
    sitting.press("7 a y y q");
    let home = sitting.screen();
    assert!(home.contains("today 1"), "{home}");
    assert!(home.contains("7  Verify"), "{home}");
    let guideline = sitting.press("g").screen();
    assert!(guideline.to_lowercase().contains("suspect"), "{guideline}");
    let back = sitting.press("q").press("u").screen();
    assert!(back.contains("taken back: keep") && back.contains("✓ b"), "it is open again: {back}");
}
