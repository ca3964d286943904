//! The home screen: what waits opens with Enter, everybody's work is counted, nobody's decision is given
//! away.

use assay::benchmark::team::Role;

use super::questions::Language;
use super::sitting::Sitting;

/// Alice kept question 1, bob found it wrong and kept question 3.
fn with_a_disagreement() -> Sitting {
    Sitting::with_differing_reviews(Language::English)
}

/// Moves the mark to what has these words behind it.
fn mark(sitting: &mut Sitting, words: &str) {
    for _ in 0..40 {
        let screen = sitting.screen();
        let mut behind = screen.lines().filter_map(|line| Some(line.split_once('▸')?.1));
        // What is beside the marked entry begins further right.
        if behind.any(|line| line.find(words).is_some_and(|at| at <= 15)) {
            return;
        }
        sitting.press("right");
    }
    panic!("nothing to open is called {words}:\n{}", sitting.screen());
}

#[test]
fn what_waits_is_counted_and_a_disagreement_opens_the_questions_that_i_reviewed() {
    let mut sitting = with_a_disagreement();
    let home = sitting.screen();
    assert!(home.contains("1 suspected question to verify"), "{home}");
    let wide = sitting.resize(200, 60).screen();
    assert!(
        wide.contains("1 question with different verdicts, 1 of them reviewed by you"),
        "{wide}"
    );
    sitting.resize(120, 40);
    mark(&mut sitting, "1 question with");
    let list = sitting.press("enter").screen();
    assert!(list.contains("people differ · 1 of 6"), "{list}");
    assert!(list.contains("Where is the sheep?") && list.contains("✓ ≠1"), "{list}");
    assert!(list.contains("≠ verdicts differ"), "{list}");
}

#[test]
fn what_others_decided_stays_hidden_before_my_own_review() {
    let mut sitting = Sitting::with_suspects(Language::English);
    let list = sitting.press("2").screen();
    assert!(!list.contains('≠') && !list.contains("=1"), "{list}");
    assert!(!list.contains("undecided"), "an empty sign is enough: {list}");
}

#[test]
fn the_team_is_counted_by_what_is_in_force() {
    let mut sitting = with_a_disagreement();
    let home = sitting.screen();
    let line = |name: &str| {
        let begin = format!("│ {name}");
        let line = home.lines().find(|line| line.contains(&begin) && line.contains("of 6"));
        line.unwrap_or_else(|| panic!("no line of {name}:\n{home}")).to_owned()
    };
    assert!(line("you ").contains("1 of 6") && line("you ").contains("▁▁▁▁▁▁▄ now"), "{home}");
    assert!(line("bob ").contains("2 of 6") && line("bob ").contains("▁▁▁▁▁▁▇ now"), "{home}");
    assert!(home.contains("4 of 6 undecided"), "{home}");
    let wide = sitting.resize(200, 60).screen();
    assert!(wide.contains("keep 1, wrong 1"), "{wide}");
}

#[test]
fn a_suspected_question_and_a_last_decision_open_with_enter() {
    let mut sitting = with_a_disagreement();
    mark(&mut sitting, "1 suspected question");
    let verify = sitting.press("enter").screen();
    assert!(verify.contains("farm · verify · alice"), "{verify}");
    sitting.press("esc");
    mark(&mut sitting, "✓ #1 keep");
    let review = sitting.press("enter").screen();
    assert!(review.contains("farm · review · alice") && review.contains("#1"), "{review}");
}

#[test]
fn what_the_benchmark_is_made_of_has_a_line_that_opens_it() {
    let mut sitting = Sitting::fresh(Language::English);
    mark(&mut sitting, "Describe");
    let description = sitting.press("enter").screen();
    assert!(description.contains("farm · description"), "{description}");
}

#[test]
fn a_picture_that_is_gone_is_left_out_of_the_description_which_says_so() {
    let mut sitting = Sitting::after(Language::English, |store, _| {
        let database = rusqlite::Connection::open(store.path()).unwrap();
        let to_nowhere = "INSERT INTO image_reference (image_id, bytes, file, root)
            SELECT min(id), 1, '/nowhere/1.png', '/nowhere' FROM image";
        database.execute(to_nowhere, []).unwrap();
    });
    let description = sitting.press("0").press("end").screen();
    for words in ["1 picture is not as the import left it", "assay doctor", "words of a question"] {
        assert!(description.contains(words), "{words}: {description}");
    }
}

#[test]
fn on_a_small_screen_the_marked_line_stays_in_sight() {
    let mut sitting = with_a_disagreement();
    sitting.resize(80, 16);
    mark(&mut sitting, "1 question with");
    let screen = sitting.press("end").screen();
    assert!(screen.contains('▸'), "{screen}");
    let first = sitting.press("home").screen();
    assert!(first.contains("▸  1  Review"), "{first}");
}

#[test]
fn without_predictions_home_says_how_to_bring_some() {
    let home = Sitting::fresh(Language::English).screen();
    assert!(home.contains("No model has answered yet"), "{home}");
    assert!(home.contains("assay import predictions"), "{home}");
    let with_models = Sitting::with_models(Language::English).screen();
    assert!(!with_models.contains("No model has answered"), "{with_models}");
}

#[test]
fn a_long_warning_is_whole_on_a_small_screen() {
    let mut sitting = Sitting::with_models(Language::English);
    let screen = sitting.resize(60, 20).press("4 enter").screen();
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let warning = "opening a question shows its answer; your later decisions will say so";
    assert!(words.contains(warning), "{screen}");
}

#[test]
fn the_figures_of_an_extractor_scroll_where_they_do_not_fit() {
    let mut sitting = Sitting::with_readings(Language::English);
    let first = sitting.resize(80, 24).press("6").screen();
    assert!(!first.contains("By model") && first.contains("scroll these figures"), "{first}");
    let last = sitting.press("pagedown pagedown pagedown pagedown").screen();
    assert!(last.contains("By model"), "{last}");
    let other = sitting.press("down").screen();
    assert!(!other.contains("By model"), "another extractor begins at its first line: {other}");
}

#[test]
fn below_a_few_models_are_the_abilities_of_the_marked_one_in_words() {
    let screen = Sitting::with_models(Language::English).press("4").screen();
    assert!(screen.contains("careful by ability"), "{screen}");
    assert!(screen.contains("Spatial relationship"), "{screen}");
    assert!(!screen.contains("spatial_relationship"), "{screen}");
}

#[test]
fn home_counts_where_verdicts_differ_and_the_board_what_is_disputed() {
    let mut sitting = Sitting::with_disputes_in_a_team(Language::English, Role::Lead);
    let home = sitting.screen();
    assert!(home.contains("1 question with different verdicts"), "{home}");
    let board = sitting.press("b").screen();
    assert!(board.contains("2 disputed questions (verdict, answer"), "{board}");
}

/// The cell where these words begin.
fn place_of(sitting: &mut Sitting, words: &str) -> (u16, u16) {
    let screen = sitting.screen();
    let found = screen.lines().zip(0..).find_map(|(line, y)| {
        let before = &line[..line.find(words)?];
        Some((before.chars().count() as u16, y))
    });
    found.unwrap_or_else(|| panic!("no {words}:\n{screen}"))
}

#[test]
fn the_next_questions_are_thumbnails_and_one_click_opens_one() {
    let mut sitting = Sitting::fresh(Language::English);
    let (x, y) = place_of(&mut sitting, "Next for you");
    let (column, row) = place_of(&mut sitting, " #");
    assert!(row > y && column < x + 20);
    let number = sitting.screen().lines().nth(usize::from(row)).unwrap().trim().to_owned();
    let number =
        number.trim_start_matches(['│', ' ']).split_whitespace().next().unwrap().to_owned();
    let review = sitting.click(column + 1, row).screen();
    assert!(review.contains("farm · review · alice") && review.contains(&number), "{review}");
}

#[test]
fn a_thumbnail_shows_no_picture_that_the_review_hides_until_a_guess() {
    let shown = |home: &str| home.contains("Where is the sheep?");
    assert!(shown(&Sitting::with_gate(Language::English).screen()), "its words take its place");
    assert!(!shown(&Sitting::fresh(Language::English).screen()));
}

#[test]
fn the_last_decisions_are_thumbnails_with_a_sign_of_the_verdict() {
    let home = Sitting::in_the_middle(Language::English).screen();
    assert!(home.contains("✓ #1 keep") && home.contains("⚑ #3 text-only"), "{home}");
    let small = Sitting::in_the_middle(Language::English).resize(80, 24).screen();
    assert!(small.contains("1  Review") && small.contains("2  Browse"), "{small}");
    assert!(!small.contains("✓ #1 keep"), "{small}");
}

#[test]
fn the_figure_counts_what_is_left_for_me() {
    let mut sitting = Sitting::fresh(Language::English);
    assert!(sitting.screen().contains("6 left of 6"));
    sitting.press("1 s q");
    let home = sitting.screen();
    assert!(home.contains("5 left of 6") && home.contains("1 skipped"), "{home}");
}
