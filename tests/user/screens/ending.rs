//! A sitting: its ticks in the title, and the screen at the end of a queue.

use super::questions::Language;
use super::sitting::Sitting;

fn title(sitting: &mut Sitting) -> String {
    sitting.screen().lines().next().unwrap().to_owned()
}

/// Alice flags a question and skips the others.
fn at_the_end(mut sitting: Sitting) -> Sitting {
    sitting.press("1 b t s s s s s");
    sitting
}

#[test]
fn each_question_of_a_sitting_is_a_tick_in_the_title() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("1");
    assert!(!title(&mut sitting).contains(['▮', '◆', '▯']));
    sitting.press("l b t l");
    // What was saved is in the title, too, for a moment.
    sitting.press("g q");
    assert!(title(&mut sitting).contains("▯◆▯"), "{}", title(&mut sitting));
    sitting.press("u");
    assert!(title(&mut sitting).contains("▯◆"), "{}", title(&mut sitting));
    let mut next_sitting = sitting.again();
    next_sitting.press("1");
    assert!(!title(&mut next_sitting).contains('◆'), "another sitting begins");
}

#[test]
fn the_end_shows_what_was_flagged_and_counts_the_sitting() {
    let mut sitting = at_the_end(Sitting::fresh(Language::English));
    let end = sitting.screen();
    assert!(end.contains("Nothing is left here: 1 decided, 5 skipped."), "{end}");
    assert!(end.contains("⚑ 1 flagged") && end.contains("○ 5 later or skipped"), "{end}");
    assert!(end.contains("What you flagged in this sitting"), "{end}");
    let row = end.lines().zip(0..).find(|(line, _)| line.contains(" ⚑ #")).unwrap().1;
    let question = sitting.click(6, row).screen();
    assert!(
        question.contains("farm · review · alice") && question.contains("text-only"),
        "{question}"
    );
}

#[test]
fn enter_at_the_end_opens_the_next_queue_else_the_other_benchmarks_else_home() {
    // What alice flags herself waits in the verify queue.
    let skip_all = |mut sitting: Sitting| {
        sitting.press("1 s s s s s s");
        sitting
    };
    let mut alone = skip_all(Sitting::fresh(Language::English));
    assert!(alone.press("enter").screen().contains("Assay · farm"));
    let mut suspects = at_the_end(Sitting::with_suspects(Language::English));
    assert!(suspects.screen().contains("Enter  Verify"), "{}", suspects.screen());
    assert!(suspects.press("enter").screen().contains("farm · verify · alice"));
    let mut two = skip_all(Sitting::with_second_benchmark("market", Language::English));
    assert!(two.press("enter").screen().contains("which benchmark?"));
}
