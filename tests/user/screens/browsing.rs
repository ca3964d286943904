//! Browse, history, help, palette and guideline: keys in, cells out.

use assay::queue::OpenDesk;
use assay::tui::app::TerminalRequest;
use assay::tui::messages::speak;

use super::questions::Language;
use super::sitting::Sitting;

/// The line of the screen that is marked.
fn marked(sitting: &mut Sitting) -> String {
    let screen = sitting.screen();
    let mut lines = screen.lines().map(|line| line.trim_start_matches('│'));
    let line = lines.find(|line| line.starts_with("▸ ")).unwrap_or_default();
    line.split('│').next().unwrap_or_default().trim().to_owned()
}

#[test]
fn finding_narrows_the_list_as_one_types_and_enter_opens_the_question() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write("SHÉEP");
    assert!(sitting.screen().contains("1 of 6"));
    sitting.press("enter");
    assert!(sitting.screen().contains("#1"));
    assert!(sitting.screen().contains("farm · review · alice"));
}

#[test]
fn where_nothing_is_found_enter_is_not_offered() {
    let mut sitting = Sitting::fresh(Language::English);
    let bar = |sitting: &mut Sitting| sitting.screen().lines().last().unwrap().to_owned();
    sitting.press("/").write("sheep");
    assert!(bar(&mut sitting).contains("Enter  open"), "{}", bar(&mut sitting));
    sitting.write(" that is not there");
    assert!(sitting.screen().contains("Nothing found"));
    assert!(!bar(&mut sitting).contains("Enter"), "{}", bar(&mut sitting));
}

#[test]
fn letters_typed_into_the_find_field_answer_nothing_and_esc_empties_it() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write("quy").press("esc");
    assert!(sitting.screen().contains("6 questions"));
    assert_eq!(sitting.app.session().review().history().rows().len(), 0);
}

#[test]
fn a_find_is_kept_while_its_questions_are_decided_until_esc() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write("which").press("enter b y q");
    assert!(sitting.screen().contains("3 of 6"));
    sitting.press("esc");
    assert!(sitting.screen().contains("6 questions"));
}

#[test]
fn text_pasted_into_the_find_field_is_found() {
    let mut sitting = Sitting::fresh(Language::Chinese);
    sitting.press("/").paste("羊在\n哪里");
    assert!(sitting.screen().contains("1 of 6"));
}

#[test]
fn going_back_from_a_question_finds_the_list_as_it_was() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2 down down down");
    let before = marked(&mut sitting);
    sitting.press("enter");
    assert!(sitting.screen().contains("· review ·"));
    sitting.press("q");
    assert_eq!(marked(&mut sitting), before);
}

#[test]
fn a_question_decided_meanwhile_leaves_a_list_of_undecided_ones() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2 ctrl-f down enter");
    assert!(sitting.screen().contains("undecided · 6 questions"));
    sitting.press("enter b y q");
    assert!(sitting.screen().contains("undecided · 5 of 6"));
}

#[test]
fn the_preview_shows_no_reference_answer_before_ones_own() {
    let mut sitting = Sitting::fresh(Language::English);
    assert!(!sitting.press("2").screen().contains("reference"));
    sitting.press("enter b q");
    assert!(sitting.screen().contains("the reference"));
    sitting.press("enter u q");
    assert!(!sitting.screen().contains("reference"), "the answer was taken back");
}

#[test]
fn what_others_decided_is_seen_only_while_ones_own_review_is_in_force() {
    let mut sitting = Sitting::in_the_middle(Language::English);
    let seen = sitting.press("2 right").screen();
    assert!(seen.contains("bob"), "alice has reviewed question 1:\n{seen}");
    sitting.press("esc enter w 1 enter").press("q q 2 right");
    assert!(sitting.screen().contains("bob"), "she changed her mind; it is still a review");
    sitting.press("esc u u q q 2 right");
    let seen = sitting.screen();
    assert!(seen.contains("taken back"), "{seen}");
    sitting.press("esc down down right");
    assert!(sitting.screen().contains("bob"), "question 3 is still decided");
}

#[test]
fn others_are_hidden_again_when_ones_own_review_is_taken_back() {
    let mut sitting = Sitting::fresh(Language::English);
    let (_, bobs) = decided_by_bob(&mut sitting);
    assert_eq!(bobs, 0, "alice has decided nothing");
    sitting.press("/").write("1").press("enter b y");
    assert_eq!(decided_by_bob(&mut sitting), (2, 2));
    sitting.press("u");
    assert_eq!(decided_by_bob(&mut sitting), (3, 0));
    sitting.press("ctrl-r");
    assert_eq!(decided_by_bob(&mut sitting), (4, 2));
}

/// Has bob review question 1 if he has not; how many of her own rows, and of bob's, alice may see.
fn decided_by_bob(sitting: &mut Sitting) -> (usize, usize) {
    use super::sitting::desk_of;
    use assay::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict};
    use assay::queue::DecisionContext;
    use assay::store::QUEUE_REVIEW;

    let store = &mut sitting.app.session_mut().store;
    let mut bob = desk_of("bob", store);
    let position = bob.position_of("1").unwrap();
    let here = DecisionContext::default();
    if !bob.state(position).is_done() {
        let answer = BlindAnswer::CannotTell;
        bob.commit(store, position, Act::Answer { answer }, &here).unwrap();
        let review = ReviewDecision::new(Some(answer), ReviewVerdict::Keep, vec![]);
        bob.commit(store, position, Act::Review(review), &here).unwrap();
    }
    let desk = &sitting.app.session().review();
    let store = &sitting.app.session().store;
    let rows =
        store.decisions_visible_to(desk.annotator(), QUEUE_REVIEW, desk.benchmark(), "1").unwrap();
    let own = rows.iter().filter(|row| row.annotator == "alice").count();
    (own, rows.len() - own)
}

#[test]
fn history_tells_what_was_taken_back_and_reopens_the_question() {
    let mut sitting = Sitting::in_the_middle(Language::English);
    let seen = sitting.press("3").screen();
    assert!(seen.contains("took back: answered A, wrong: wrong reference answer"), "{seen}");
    assert!(seen.contains("taken back · answered A, wrong"), "{seen}");
    sitting.press("end enter");
    assert!(sitting.screen().contains("Where is the sheep?"));
    sitting.press("q");
    assert!(sitting.screen().contains("farm · history · alice"));
}

#[test]
fn the_palette_does_what_is_chosen_on_the_screen_below() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write("1").press("enter :").write("none").press("enter");
    assert!(sitting.screen().contains("saved none of the choices"));
    sitting.press("ctrl-p").write("hist").press("enter");
    assert!(sitting.screen().contains("farm · history · alice"));
}

#[test]
fn a_click_does_an_action_of_the_palette_and_ticks_a_filter() {
    let mut sitting = Sitting::fresh(Language::English);
    let palette = sitting.press("1 :").write("guideline").screen();
    assert!(sitting.click_on(&palette, "Read the guideline").screen().contains("Guideline ·"));
    let filter = sitting.press("esc esc 2 ctrl-f").screen();
    let ticked = sitting.click_on(&filter, "( ) undecided").screen();
    assert!(ticked.contains("(•) undecided"), "{ticked}");
}

#[test]
fn the_palette_offers_only_what_can_be_done_now() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("1 :").write("keep");
    assert!(sitting.screen().contains("Nothing of that name"));
    sitting.press("esc");
    assert!(sitting.screen().contains("· review ·"));
}

#[test]
fn help_tells_the_keys_of_the_screen_below_and_its_key_closes_it() {
    let mut sitting = Sitting::fresh(Language::English);
    let seen = sitting.press("2 ?").screen();
    assert!(seen.contains("Filter the list"), "{seen}");
    assert!(!seen.contains("Flag: something"), "{seen}");
    assert!(!sitting.press("?").screen().contains("Keys on this screen"));
}

#[test]
fn the_guideline_opens_everywhere_and_says_its_version() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2 g");
    let version = sitting.app.session().review().guideline().version.clone();
    let seen = sitting.screen();
    assert!(seen.contains(&version) && seen.contains("• y keep"), "{seen}");
    assert!(sitting.press("q").screen().contains("· browse ·"));
}

#[test]
fn the_guideline_beside_a_question_begins_with_what_its_ability_means() {
    let mut sitting = Sitting::fresh(Language::English);
    let without = sitting.press("g").screen();
    sitting.press("q /").write("1").press("enter G");
    let screen = sitting.screen();
    let taxonomy = assay::benchmark::taxonomy::Taxonomy::mmbench();
    let shown: Vec<_> =
        taxonomy.leaves().filter(|(.., leaf)| screen.contains(&leaf.definition)).collect();
    let [(l1, l2, leaf)] = shown[..] else { panic!("{screen}") };
    assert!(screen.contains(&format!("{} › {} › {}", l1.title, l2.title, leaf.title)), "{screen}");
    assert!(screen.contains(&l2.definition) && !without.contains(&leaf.definition), "{screen}");
}

#[test]
fn the_legend_explains_every_sign_in_sight() {
    for (width, height) in [(120, 40), (100, 24), (80, 24)] {
        // Bob found question 3 wrong and 5 answerable from the text alone; a filter flags some.
        let mut sitting = Sitting::with_suspects(Language::English);
        sitting.resize(width, height);
        for (key, keys) in
            [("1", "b y"), ("3", "b y"), ("5", "b t"), ("2", "b w 1 enter"), ("4", "s")]
        {
            sitting.press("/ esc /").write(key).press("enter").press(keys);
        }
        let list = sitting.press("/ esc").screen();
        let (rows, legend) =
            list.rsplit_once('\n').unwrap().0.split_at(list.find("✓ kept").unwrap());
        for (sign, words) in [
            ("✓", "kept"),
            ("T", "text-only"),
            ("✗", "wrong"),
            ("»", "skipped"),
            ("⚑", "flagged"),
            ("≠", "verdicts differ"),
            ("=", "2 others agree"),
        ] {
            assert!(rows.contains(sign), "no {sign}: {list}");
            assert!(legend.contains(words), "{words} at {width}x{height}:\n{list}");
        }
    }
}

#[test]
fn on_a_chinese_screen_the_ability_is_explained_in_chinese() {
    speak(Language::Chinese.of_the_program());
    let mut sitting = Sitting::fresh(Language::Chinese);
    // Wide characters are followed by an empty cell.
    let screen = sitting.press("/").write("1").press("enter G").screen().replace(' ', "");
    let taxonomy = assay::benchmark::taxonomy::Taxonomy::mmbench();
    let mut leaves = taxonomy.leaves();
    let explained = leaves.find(|(.., leaf)| screen.contains(leaf.definition_zh.as_str()));
    let Some((_, l2, leaf)) = explained else { panic!("{screen}") };
    assert!(screen.contains(&l2.definition_zh), "{screen}");
    let english = leaf.definition.replace(' ', "");
    assert!(!screen.contains(&english), "{screen}");
    speak(Language::English.of_the_program());
}

#[test]
fn the_guideline_says_how_many_reviews_were_made_under_another_version() {
    use assay::queue::{Desks, ReviewDesk, ReviewQueue};
    use assay::store::Guideline;

    let mut sitting = Sitting::in_the_middle(Language::English);
    let session = sitting.app.session_mut();
    let (alice, farm) =
        (session.review().annotator().clone(), session.review().benchmark().clone());
    let newer = Guideline::new("# Newer");
    session.store.set_review_guideline(&newer, None).unwrap();
    let desk = ReviewDesk::open(&mut session.store, ReviewQueue, alice, farm).unwrap();
    session.desks = Desks::new(desk);
    let seen = sitting.press("g").screen();
    assert!(seen.contains("3 of your reviews were made under another version"), "{seen}");
}

#[test]
fn no_control_character_of_the_data_reaches_a_cell() {
    for keys in ["2", "2 right", "3", "2 ctrl-f", "2 down down down enter a"] {
        let mut sitting = Sitting::in_the_middle(Language::English);
        sitting.press(keys);
        for cell in sitting.look().content() {
            let bad = |c: char| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}');
            assert!(!cell.symbol().contains(bad), "{:?} after {keys}", cell.symbol());
        }
    }
}

/// The key of the tile that is marked.
fn marked_tile(sitting: &mut Sitting) -> String {
    let selected = sitting.app.session().theme.selected;
    let style = ratatui::style::Style::from(selected);
    let seen = sitting.look();
    let marked = seen.content().iter().filter(|cell| {
        style.bg.is_none_or(|bg| cell.bg == bg)
            && cell.modifier.contains(style.add_modifier)
            && style.fg.is_none_or(|fg| cell.fg == fg)
    });
    marked.map(ratatui::buffer::Cell::symbol).collect::<String>().trim().to_owned()
}

#[test]
fn the_mark_of_the_grid_leaves_the_pictures_as_they_are() {
    let mut sitting = Sitting::fresh(Language::English);
    let before = sitting.press("2 #").look();
    let after = sitting.press("right").look();
    let is_picture =
        |symbol: &str| symbol.starts_with(|dots| ('\u{2801}'..='\u{28ff}').contains(&dots));
    let cells = before.content().iter().zip(after.content());
    let changed: Vec<_> =
        cells.filter(|(cell, after)| is_picture(cell.symbol()) && cell != after).collect();
    assert!(changed.is_empty(), "{changed:?}");
    assert!(before.content().iter().any(|cell| is_picture(cell.symbol())));
}

#[test]
fn arrows_move_in_the_grid_and_enter_opens() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2 #");
    assert_eq!(marked_tile(&mut sitting), "1");
    assert_eq!(marked_tile(sitting.press("right right")), "3");
    assert_eq!(marked_tile(sitting.press("left")), "2");
    assert_eq!(marked_tile(sitting.press("end")), "6");
    assert_eq!(marked_tile(sitting.press("up")), "1", "five in a row");
    assert_eq!(marked_tile(sitting.press("down")), "6");
    sitting.press("home right enter");
    let screen = sitting.screen();
    assert!(screen.contains("farm · review · alice") && screen.contains("#2"), "{screen}");
    sitting.press("q");
    assert_eq!(marked_tile(&mut sitting), "2", "back in the grid");
    sitting.press("#");
    assert_eq!(marked(&mut sitting).split_whitespace().nth(1), Some("2"), "the list, same mark");
}

#[test]
fn the_grid_shows_what_is_found_and_filtered() {
    let mut sitting = Sitting::in_the_middle(Language::English);
    sitting.press("2 #").press("/").write("which");
    assert!(sitting.screen().contains("3 of 6"), "{}", sitting.screen());
    let signs = sitting.press("esc").screen();
    assert!(signs.contains("✓ kept"), "the legend: {signs}");
    sitting.press("ctrl-f down down enter");
    assert!(!sitting.screen().contains("6 questions"), "{}", sitting.screen());
}

#[test]
fn a_click_opens_a_tile() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = sitting.press("2 #").click(60, 6).screen();
    assert!(screen.contains("farm · review · alice") && screen.contains("#3"), "{screen}");
    assert_eq!(marked_tile(sitting.press("esc")), "3", "and back at it");
}

#[test]
fn esc_goes_back_to_where_one_came_from_and_never_quits() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("2 down enter esc");
    assert!(sitting.screen().contains("· browse ·"), "{}", sitting.screen());
    let still_home = sitting.press("esc esc").screen();
    assert!(still_home.contains("q quits"), "{still_home}");
    assert_eq!(sitting.app.terminal_request, None);
    sitting.press("q");
    assert_eq!(sitting.app.terminal_request, Some(TerminalRequest::Quit));
}

#[test]
fn finding_starts_with_an_empty_field() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.press("/").write("lemon").press("enter esc");
    let again = sitting.press("/").screen();
    assert!(!again.contains("lemon▏") && again.contains("Where is the sheep?"), "{again}");
}
