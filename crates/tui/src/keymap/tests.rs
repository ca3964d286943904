//! Tests of setting, finding and showing keys.

use super::*;
use assay_core::benchmark::queues::QUEUE_REVIEW;

const REVIEW: KeyContext = KeyContext::Queue(QUEUE_REVIEW);

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

fn applied(source: &str) -> (Keymap, Vec<Fault>) {
    let mut keymap = Keymap::default();
    let faults = keymap.apply(&toml::from_str(source).unwrap(), source);
    (keymap, faults)
}

fn messages(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn the_embedded_keymap_is_without_fault_and_reaches_every_action_but_home() {
    let mut keymap = Keymap { bindings: vec![] };
    for source in embedded_files() {
        assert_eq!(keymap.lay_over(&toml::from_str(source).unwrap(), source), []);
    }
    let bound: Vec<Action> = keymap.bindings().map(|(.., action)| action).collect();
    let without = Action::all().filter(|action| !bound.contains(action));
    assert_eq!(without.collect::<Vec<_>>(), [Action::Home]);
}

#[test]
fn g_is_a_choice_first_and_the_guideline_otherwise() {
    let keymap = Keymap::default();
    let actions: Vec<_> = keymap.actions(REVIEW, key("g")).collect();
    assert_eq!(actions, [Action::ChooseG, Action::Guideline]);
}

#[test]
fn a_users_key_replaces_the_default() {
    let (keymap, faults) =
        applied("[review]\n\"y\" = \"skip\"\n\"s\" = \"keep\"\n[home]\n\"1\" = \"\"\n");
    assert_eq!(keymap.actions(REVIEW, key("y")).next(), Some(Action::Skip));
    assert_eq!(keymap.actions(REVIEW, key("s")).next(), Some(Action::Keep));
    assert_eq!(keymap.actions(KeyContext::Home, key("1")).next(), None);
    assert_eq!(messages(&faults), ["line 5: open-review has no key left anywhere"]);
}

#[test]
fn an_action_that_lost_its_last_key_is_reported_with_the_line_that_took_it() {
    let (_, faults) = applied("[review]\n\n\"y\" = \"skip\"\n");
    assert_eq!(messages(&faults), ["line 3: keep has no key left in [review]"]);
    let (_, faults) = applied("[review]\n\"u\" = \"note\"\n");
    assert_eq!(
        messages(&faults),
        [
            "line 2: u is undo everywhere, but note in [review]",
            "line 2: undo has no key left in [review]"
        ]
    );
    let (_, faults) = applied("[everywhere]\n\":\" = \"help\"\n[review]\n\"U\" = \"undo\"\n");
    assert_eq!(faults, [], "the palette is on ctrl-p too");
}

#[test]
fn faults_name_their_line() {
    let (_, faults) = applied("[review]\n\"y\" = \"dance\"\n\n[attic]\n\"hyper-x\" = \"keep\"\n");
    let lines: Vec<_> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.contains(&2) && lines.contains(&4), "{faults:?}");
}

#[test]
fn a_key_with_two_meanings_on_different_screens_is_a_conflict() {
    let (keymap, faults) = applied("[everywhere]\n\"y\" = \"quit\"\n[review]\n\"/\" = \"skip\"\n");
    let expected = [
        "line 2: y is quit everywhere, but keep in [review]",
        "line 4: / is find everywhere, but skip in [review]",
    ];
    for message in expected {
        assert!(messages(&faults).iter().any(|found| found == message), "{:?}", messages(&faults));
    }
    assert_eq!(keymap.actions(REVIEW, key("y")).next(), Some(Action::Keep));
    let (_, faults) =
        applied("[everywhere]\n\"F\" = \"quit\"\n[verify]\n\"F\" = \"\"\n\"W\" = \"fix\"\n");
    assert_eq!(messages(&faults), [""; 0]);
}

#[test]
fn tab_goes_to_another_part_of_the_screen_everywhere() {
    let keymap = Keymap::default();
    let tab = keymap.bindings().filter(|(_, bound, _)| *bound == key("tab"));
    let meanings: Vec<Action> = tab.map(|(.., action)| action).collect();
    assert!(meanings.len() > 4 && meanings.iter().all(|action| *action == Action::Focus));
}

#[test]
fn one_key_written_in_two_ways_is_a_conflict() {
    let (_, faults) = applied("[review]\n\"ctrl-y\" = \"keep\"\n\"Ctrl-Y\" = \"skip\"\n");
    assert_eq!(faults.len(), 1);
    assert!(faults[0].message.contains("twice"), "{faults:?}");
}
