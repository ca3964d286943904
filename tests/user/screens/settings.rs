//! The settings screen: what is chosen shows at once and is in the configuration file afterwards; the editor.

use std::fs;
use std::path::{Path, PathBuf};

use assay::tui::app::TerminalRequest;
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
    let terminal = session.settings.terminal.clone();
    let options = session.settings.options.clone();
    session.settings = Settings::load(Some(path.clone()), options, terminal).unwrap();
    session.follow_settings().unwrap();
    sitting.press("9");
    (sitting, path, folder)
}

fn theme(sitting: &Sitting) -> Option<ThemeChoice> {
    sitting.app.session().settings.chosen_theme()
}

/// Marks the line that has these words.
fn mark(sitting: &mut Sitting, words: &str) {
    sitting.press("home");
    for _ in 0..30 {
        let screen = sitting.screen();
        let is_marked = |part: &str| part.starts_with('▸') && part.contains(words);
        if screen.lines().any(|line| line.split('│').any(is_marked)) {
            return;
        }
        sitting.press("down");
    }
    panic!("{words:?} is not there: {}", sitting.screen());
}

/// What the editor does to the file, and how it ends.
fn edit(sitting: &mut Sitting, path: &Path, text: &str) {
    sitting.app.session_mut().editor = Some("true".into());
    sitting.press("e");
    assert_eq!(sitting.app.terminal_request.take(), Some(TerminalRequest::EditSettings));
    fs::write(path, text).unwrap();
    let ended = sitting.app.editor().unwrap().status();
    sitting.app.settings_were_edited(ended);
}

#[test]
fn a_theme_shows_while_it_is_marked_and_leaving_takes_it_back() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    let before = sitting.app.session().theme.clone();
    mark(&mut sitting, "mono");
    assert_ne!(sitting.app.session().theme, before);
    sitting.press("q");
    assert_eq!(sitting.app.session().theme, before);
    assert_eq!(fs::read_to_string(path).unwrap(), FILE);
}

#[test]
fn enter_writes_what_is_marked_and_keeps_the_rest_of_the_file() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    sitting.press("home down down enter");
    assert!(sitting.screen().contains("✓ theme is light"), "{}", sitting.screen());
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("light")));
    assert_eq!(fs::read_to_string(&path).unwrap(), FILE.replace("\"dark\"", "\"light\""));
    sitting.press("home enter");
    let text = fs::read_to_string(path).unwrap();
    assert!(!text.contains("\"light\"") && text.contains("# at night"), "automatic: {text}");
}

#[test]
fn another_painter_paints_the_pictures_of_every_screen_at_once() {
    let (mut sitting, path, _folder) = at_settings("pictures = \"glyphs\"\n");
    mark(&mut sitting, "quadrants");
    assert_eq!(sitting.app.session().surface.mode, PictureMode::Quadrants);
    sitting.press("enter q 1");
    assert!(sitting.screen().contains("quadrants"), "{}", sitting.screen());
    assert_eq!(fs::read_to_string(path).unwrap(), "pictures = \"quadrants\"\n");
}

#[test]
fn a_read_only_file_is_reported_and_nothing_changes() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    mark(&mut sitting, "mono");
    sitting.press("enter");
    assert!(sitting.screen().contains("read-only"), "{}", sitting.screen());
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("dark")));
    assert_eq!(fs::read_to_string(&path).unwrap(), FILE);
}

#[test]
fn e_opens_the_file_in_the_editor_and_its_keys_and_theme_are_in_force_afterwards() {
    let (mut sitting, path, _folder) = at_settings("theme = \"dark\"\n");
    mark(&mut sitting, "light");
    edit(&mut sitting, &path, "theme = \"mono\"\n[keys.review]\nT = \"text-only\"\nt = \"\"\n");
    let screen = sitting.screen();
    assert!(screen.contains("the configuration file is in force"), "{screen}");
    assert!(screen.lines().any(|line| line.contains("✓ mono")), "{screen}");
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("mono")));
    sitting.press("q 1 a t");
    assert!(sitting.screen().contains("t does nothing here"), "{}", sitting.screen());
    sitting.press("T");
    assert!(sitting.screen().contains("· text-only"), "{}", sitting.screen());
}

#[test]
fn a_bad_file_is_reported_with_its_line_and_the_old_settings_stay() {
    let (mut sitting, path, _folder) = at_settings("theme = \"mono\"\n");
    edit(&mut sitting, &path, "theme = \"light\"\n= 3\n");
    assert!(sitting.screen().contains("line 2"), "{}", sitting.screen());
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("mono")));
    edit(&mut sitting, &path, "theme = \"light\"\nmouse = 3\n");
    let screen = sitting.screen();
    assert!(screen.contains("line 2: expected true or false"), "the rest applies: {screen}");
    assert_eq!(theme(&sitting), Some(ThemeChoice::Named("light")));
}

#[test]
fn an_editor_that_fails_and_no_editor_at_all_are_reported() {
    let (mut sitting, path, _folder) = at_settings(FILE);
    sitting.app.session_mut().editor = None;
    let screen = sitting.resize(200, 40).press("e").screen();
    assert!(screen.contains("neither VISUAL nor EDITOR"), "{screen}");
    assert!(screen.contains(path.to_str().unwrap()), "{screen}");
    assert_ne!(sitting.app.terminal_request.take(), Some(TerminalRequest::EditSettings));
    sitting.app.session_mut().editor = Some("exit 3;".into());
    sitting.press("e");
    let ended = sitting.app.editor().unwrap().status();
    sitting.app.settings_were_edited(ended);
    assert!(sitting.screen().contains("exit status: 3"), "{}", sitting.screen());
    assert_eq!(fs::read_to_string(path).unwrap(), FILE);
}

#[test]
fn a_break_is_reminded_of_when_a_question_is_done_and_only_where_it_was_asked_for() {
    use std::time::{Duration, Instant};

    use assay::tui::attention::Attention;
    let (mut sitting, path, _folder) = at_settings(FILE);
    let ago = |minutes| Instant::now().checked_sub(Duration::from_mins(minutes)).unwrap();
    sitting.press("esc 1 b");
    sitting.app.session_mut().attention.began = ago(26);
    assert!(!sitting.press("y").screen().contains("without a break"), "off by default");
    sitting.press("esc 9");
    edit(&mut sitting, &path, "break-after = 25\n");
    sitting.press("esc 1");
    sitting.app.session_mut().attention.began = ago(26);
    assert!(!sitting.press("b").screen().contains("without a break"), "not between the steps");
    let reminded = sitting.press("y").screen();
    assert!(
        reminded.contains("✓ saved") && reminded.contains("26 minutes without a break"),
        "{reminded}"
    );
    assert!(!sitting.press("b").press("y").screen().contains("without a break"), "once is enough");
    sitting.app.session_mut().attention = Attention::start();
    sitting.app.session_mut().attention.began = ago(26);
    let narrow = sitting.resize(60, 24).press("b").press("y").screen();
    assert!(narrow.contains("26 minutes without a break"), "nor is it cut: {narrow}");
}
