//! The settings screen: what is chosen shows at once and lies in the configuration file afterwards.

use std::fs;
use std::path::PathBuf;

use assay::tui::picture::PictureMode;
use assay::tui::settings::Settings;
use assay::tui::theme::ThemeChoice;
use tempfile::TempDir;

use super::questions::Language;
use super::sitting::Sitting;

const FILE: &str = "# of alice\ntheme = \"dark\" # at night\nshoe_size = 38\n\n[keys.review]\n\
    # for the left hand\n\"Y\" = \"keep\"\n";

/// Alice on the settings screen, and her configuration file.
fn at_settings(text: &str) -> (Sitting, PathBuf, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, text).unwrap();
    let mut sitting = Sitting::fresh(Language::English);
    let session = sitting.app.session_mut();
    let terminal = session.settings.terminal().clone();
    let options = session.settings.options().clone();
    session.settings = Settings::load(Some(path.clone()), options, terminal).unwrap();
    session.follow_settings().unwrap();
    sitting.press("9");
    (sitting, path, folder)
}

fn theme(sitting: &Sitting) -> Option<ThemeChoice> {
    sitting.app.session().settings.chosen_theme()
}

/// Marks the settings entry that begins so.
fn mark(sitting: &mut Sitting, name: &str) {
    let is_marked =
        |screen: &str| screen.lines().any(|line| line.starts_with(&format!("▸ {name}")));
    for _ in 0..40 {
        if is_marked(&sitting.screen()) {
            return;
        }
        sitting.press("down");
    }
    panic!("{name} is not there: {}", sitting.screen());
}

/// Marks the line inside that has these words.
fn mark_inside(sitting: &mut Sitting, words: &str) {
    sitting.press("home");
    for _ in 0..60 {
        let screen = sitting.screen();
        if screen.lines().any(|line| {
            line.split('│')
                .nth(1)
                .is_some_and(|right| right.trim_start().starts_with('▸') && right.contains(words))
        }) {
            return;
        }
        sitting.press("down");
    }
    panic!("{words:?} is not there: {}", sitting.screen());
}

#[test]
fn a_theme_shows_while_it_is_marked_and_esc_takes_it_back() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    let before = sitting.app.session().theme.clone();
    sitting.press("enter");
    mark_inside(&mut sitting, "mono");
    assert_ne!(sitting.app.session().theme, before);
    sitting.press("esc");
    assert_eq!(sitting.app.session().theme, before);
    mark(&mut sitting, "theme");
    sitting.press("enter");
    mark_inside(&mut sitting, "mono");
    sitting.press("q");
    assert_eq!(sitting.app.session().theme, before, "leaving the screen takes it back, too");
    assert_eq!(fs::read_to_string(path).unwrap(), FILE);
}

#[test]
fn enter_writes_what_is_marked_and_keeps_the_rest_of_the_file() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    sitting.press("enter");
    mark_inside(&mut sitting, "for a light");
    sitting.press("enter");
    assert!(sitting.screen().contains("✓ theme is light"), "{}", sitting.screen());
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("light")));
    sitting.press("esc");
    mark(&mut sitting, "mouse");
    sitting.press("enter");
    mark_inside(&mut sitting, "off");
    sitting.press("enter q");
    assert!(!sitting.app.session().mouse);
    let expected = FILE.replace("\"dark\"", "\"light\"");
    let expected = expected.replace("shoe_size = 38\n", "shoe_size = 38\nmouse = false\n");
    assert_eq!(fs::read_to_string(path).unwrap(), expected);
}

#[test]
fn another_painter_paints_the_pictures_of_every_screen_at_once() {
    let (mut sitting, _path, _folder) = at_settings("pictures = \"glyphs\"\n");
    mark(&mut sitting, "pictures");
    sitting.press("enter");
    mark_inside(&mut sitting, "quadrants");
    assert_eq!(sitting.app.session().surface.mode, PictureMode::Quadrants);
    sitting.press("enter q 1");
    assert!(sitting.screen().contains("quadrants"), "{}", sitting.screen());
}

#[test]
fn a_new_key_works_and_shows_at_once_and_after_a_restart() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    mark(&mut sitting, "keys: review");
    sitting.press("enter");
    mark_inside(&mut sitting, "text-only");
    sitting.press("enter T");
    assert!(sitting.screen().contains("text-only is on T"), "{}", sitting.screen());
    sitting.press("q 1 a");
    let bar = |screen: String| screen.lines().last().unwrap_or_default().to_owned();
    let last = bar(sitting.screen());
    assert!(last.contains("T text-only"), "{last}");
    sitting.press("?");
    assert!(sitting.screen().contains("T "), "{}", sitting.screen());
    sitting.press("esc t");
    assert!(sitting.screen().contains("t does nothing here"), "{}", sitting.screen());
    sitting.press("T");
    assert!(sitting.screen().contains("· text-only"), "{}", sitting.screen());
    let text = fs::read_to_string(path).unwrap();
    assert!(text.starts_with(FILE), "{text}");
    assert!(text.contains("t = \"\"") && text.contains("T = \"text-only\""), "{text}");
}

#[test]
fn a_key_that_is_taken_is_refused_by_name_and_backspace_brings_the_usual_one_back() {
    let (mut sitting, path, _folder) = at_settings("");
    mark(&mut sitting, "keys: review");
    sitting.press("enter");
    mark_inside(&mut sitting, "text-only");
    sitting.press("enter w");
    assert!(sitting.screen().contains("w is wrong in review"), "{}", sitting.screen());
    sitting.press("enter u");
    assert!(sitting.screen().contains("u is undo everywhere"), "{}", sitting.screen());
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
    sitting.press("enter ctrl-t backspace");
    assert!(sitting.screen().contains("text-only has its usual key"), "{}", sitting.screen());
    sitting.press("q 1 a t");
    assert!(sitting.screen().contains("· text-only"), "{}", sitting.screen());
}

#[test]
fn a_read_only_file_is_reported_and_nothing_changes() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    sitting.press("enter");
    mark_inside(&mut sitting, "mono");
    sitting.press("enter");
    assert!(sitting.screen().contains("read-only"), "{}", sitting.screen());
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("dark")));
    assert_eq!(fs::read_to_string(&path).unwrap(), FILE);
}

#[test]
fn a_name_is_typed_and_written() {
    let (mut sitting, path, _folder) = at_settings("annotator = \"al\" # me\n");
    mark(&mut sitting, "annotator");
    sitting.press("enter").write("ice q").press("enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), "annotator = \"alice q\" # me\n");
}

#[test]
fn a_break_is_reminded_of_when_a_question_is_done_and_only_where_it_was_asked_for() {
    use std::time::{Duration, Instant};

    use assay::tui::breaks::Breaks;
    let (mut sitting, path, _folder) = at_settings(FILE);
    let ago = |minutes| Instant::now().checked_sub(Duration::from_mins(minutes)).unwrap();
    sitting.press("esc 1 a");
    sitting.app.session_mut().breaks.began = ago(26);
    assert!(!sitting.press("y").screen().contains("without a break"), "off as the program comes");
    sitting.press("esc 9");
    mark(&mut sitting, "break");
    sitting.press("enter");
    mark_inside(&mut sitting, "after 25 minutes");
    sitting.press("enter");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("break-after = 25\n"), "{text}");
    sitting.press("esc esc 1");
    sitting.app.session_mut().breaks.began = ago(26);
    assert!(!sitting.press("a").screen().contains("without a break"), "not between the steps");
    let reminded = sitting.press("y").screen();
    assert!(
        reminded.contains("✓ saved") && reminded.contains("26 minutes without a break"),
        "{reminded}"
    );
    assert!(!sitting.press("a").press("y").screen().contains("without a break"), "once is enough");
    sitting.app.session_mut().breaks = Breaks::start(Instant::now());
    sitting.app.session_mut().breaks.began = ago(26);
    let narrow = sitting.resize(60, 24).press("a").press("y").screen();
    assert!(narrow.contains("26 minutes without a break"), "nor is it cut: {narrow}");
}
