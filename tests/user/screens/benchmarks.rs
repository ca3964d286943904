//! Several benchmarks in one database: going from one to the other.

use assay::store::{QUEUE_REVIEW, Store};

use super::questions::Language;
use super::sitting::Sitting;

/// Alice at `farm`; the database has `market`, too.
fn with_two_benchmarks() -> Sitting {
    Sitting::with_second_benchmark("market", Language::Chinese)
}

fn rows_of(store: &Store, benchmark: &str) -> Vec<String> {
    let benchmark = store.the_benchmark(Some(benchmark)).unwrap();
    let alice = store.find_annotator("alice").unwrap().unwrap();
    let rows = store.newest_decisions(&alice, QUEUE_REVIEW, &benchmark, None, 10).unwrap();
    rows.into_iter().map(|row| row.item).collect()
}

#[test]
fn home_switches_the_benchmark_and_decisions_go_to_the_one_that_is_open() {
    let mut sitting = with_two_benchmarks();
    assert!(sitting.screen().contains("Assay · farm"));
    let chooser = sitting.press("8").screen();
    assert!(chooser.contains("which benchmark?"), "{chooser}");
    assert!(chooser.contains("▸ farm"), "the open one is marked: {chooser}");
    let home = sitting.press("down enter").screen();
    assert!(home.contains("Assay · market"), "{home}");
    sitting.press("1 b y");
    let store = &sitting.app.session().store;
    assert_eq!((rows_of(store, "market").len(), rows_of(store, "farm").len()), (2, 0));
}

#[test]
fn the_palette_switches_the_benchmark_from_any_screen_and_no_old_list_stays_open() {
    let mut sitting = with_two_benchmarks();
    sitting.press("2 :").write("benchmarks").press("enter down enter");
    assert!(sitting.screen().contains("Assay · market"));
    let list = sitting.press("2").screen();
    assert!(list.contains("market · browse") && list.contains("羊在哪里"), "{list}");
}

#[test]
fn a_note_that_was_begun_waits_in_its_own_benchmark() {
    let mut sitting = with_two_benchmarks();
    sitting.press("/").write("1").press("enter n").write("half a thought");
    sitting.press("esc");
    let open_note = |sitting: &mut Sitting| {
        sitting.press("esc esc esc").press("/").write("1").press("enter n");
        sitting.screen()
    };
    sitting.press(":").write("benchmarks").press("enter down enter");
    let other = open_note(&mut sitting);
    assert!(!other.contains("half a thought"), "{other}");
    sitting.press("esc :").write("benchmarks").press("enter up enter");
    let own = open_note(&mut sitting);
    assert!(own.contains("half a thought"), "{own}");
}

#[test]
fn a_program_that_was_started_without_a_choice_asks_and_then_opens_what_was_asked_for() {
    let mut sitting = with_two_benchmarks();
    sitting.app.choose_benchmark(Some(assay::tui::action::Action::OpenReview));
    let review = sitting.press("down enter").screen();
    assert!(review.contains("market · review · alice"), "{review}");
}

#[test]
fn one_benchmark_offers_no_choice_at_home() {
    let home = Sitting::fresh(Language::English).screen();
    assert!(!home.contains("Benchmarks"), "{home}");
}
