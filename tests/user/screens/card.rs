//! The question card and its panel: what a choice looks like, what is flagged with which keys, where
//! notes go, what fits on a small screen.

use std::path::{Path, PathBuf};

use assay::benchmark::decision::Act;
use assay::benchmark::{ImageHash, PictureRole, Question, QuestionPicture};
use assay::formats::{ReadOptions, read_questions};
use assay::store::{Importer, StoreError};
use assay::tui::messages::speak;
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use ratatui::layout::Position;

use super::questions::{Language, picture, question};
use super::sitting::Sitting;

fn open<'a>(sitting: &'a mut Sitting, key: &str) -> &'a mut Sitting {
    sitting.press("/ esc /").write(key).press("enter")
}

fn acts(sitting: &Sitting) -> Vec<Act> {
    sitting.app.session().review().history().rows().iter().map(|row| row.act.clone()).collect()
}

fn glyphs() -> Surface {
    Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) }
}

/// The rows of the screen from a column on, so that signs in the gutter are left out.
fn rows(sitting: &mut Sitting, marker: &str) -> Vec<(usize, String)> {
    let screen = sitting.screen();
    let lines = screen.lines().enumerate().filter(|(_, line)| line.contains(marker));
    lines
        .map(|(row, line)| (row, line[line.find(marker).unwrap()..].trim_end().to_owned()))
        .collect()
}

#[test]
fn a_choice_reads_after_the_answer_as_it_did_before() {
    for size in [(120, 40), (80, 24), (60, 20), (50, 15)] {
        let mut sitting = Sitting::fresh(Language::English);
        sitting.resize(size.0, size.1);
        open(&mut sitting, "5");
        let words = ["the one in the", "which", "both", "neither of them"];
        let before = words.map(|words| rows(&mut sitting, words));
        let is_whole = !sitting.screen().contains("more choice");
        sitting.press("a");
        let after = words.map(|words| rows(&mut sitting, words));
        // Where it is not whole, the answers that are compared come in sight.
        assert!(before == after || !is_whole, "{size:?}: {before:?} {after:?}");
        let screen = sitting.screen();
        assert!(screen.contains("▸  a") && screen.contains(" ✓ b"), "{screen}");
        assert!(screen.contains("≠ you"), "{screen}");
    }
}

#[test]
fn where_the_answers_are_equal_the_card_says_so() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = open(&mut sitting, "5").press("b").screen();
    assert!(screen.contains("▸✓ b") && screen.contains("the reference"), "{screen}");
}

/// A question whose choices are code.
fn with_code(importer: &Importer<'_>) -> Result<(), StoreError> {
    let wide = format!("if x:\n    print(\"{}\")\nelse:\n    pass", "long ".repeat(30));
    let questions =
        [question("1", "Which code draws it?", &["for x in y:\n    print(x)", &wide, "pass"])];
    importer.keep_questions(&questions)?;
    Ok(())
}

#[test]
fn code_keeps_its_lines_and_scrolls_sideways() {
    let mut sitting = Sitting::before(glyphs(), with_code, |_, _| ());
    sitting.resize(80, 24);
    let screen = sitting.press("1").screen();
    assert!(
        screen.contains("a  for x in y: ") && screen.contains("           print(x) "),
        "{screen}"
    );
    assert!(screen.contains("else: ") && screen.contains("long lon"), "{screen}");
    let is_cut = |line: &str| line.trim_end_matches(['│', ' ']).ends_with('…');
    assert!(screen.lines().any(is_cut), "{screen}");
    for _ in 0..40 {
        sitting.press("right");
    }
    let end = sitting.screen();
    assert!(end.contains("long \")"), "{end}");
    for _ in 0..40 {
        sitting.press("left");
    }
    assert_eq!(sitting.screen(), screen);
}

#[test]
fn panels_leave_the_picture_and_the_choices_in_sight() {
    for language in [Language::English, Language::Chinese] {
        for size in [(120, 40), (100, 30), (80, 24), (60, 20)] {
            for key in ["1", "3"] {
                let mut sitting = Sitting::fresh(language);
                sitting.resize(size.0, size.1);
                let before = open(&mut sitting, key).press("a").look();
                let question = {
                    let session = sitting.app.session();
                    let id = session.store.question_id(session.review().benchmark(), key).unwrap();
                    session.store.blind_question(id).unwrap()
                };
                for panel in ["w 4", "n"] {
                    let screen = sitting.press(panel).screen();
                    let is_untouched = key == "3" || sitting.is_picture_untouched(&before);
                    assert!(is_untouched, "{panel} {size:?}\n{screen}");
                    let stem = question.stem.trim_end();
                    let end = &stem[stem.char_indices().rev().nth(2).unwrap().0..];
                    assert!(size.1 < 24 || screen.contains(end), "{panel} {size:?}\n{screen}");
                    for choice in &question.choices {
                        let label = choice.label.letter().to_ascii_lowercase();
                        let beginning: String = choice.text.chars().take(3).collect();
                        let beginning = format!("{label}  {beginning}");
                        assert!(screen.contains(&beginning), "{panel} {size:?}\n{screen}");
                    }
                    sitting.press("esc");
                }
            }
        }
    }
}

#[test]
fn the_own_note_is_shown_and_edited_again() {
    let mut sitting = Sitting::fresh(Language::English);
    let editor = open(&mut sitting, "5").press("n").screen();
    assert!(editor.contains("Note on #5"), "{editor}");
    let screen = sitting.write("two shops").press("enter").screen();
    assert!(
        screen.contains("note saved (5)") && screen.contains("Your note  two shops"),
        "{screen}"
    );
    sitting.press("n").write(" have it").press("enter");
    let screen = open(open(&mut sitting, "1"), "5").screen();
    assert!(screen.contains("Your note  two shops have it"), "{screen}");
    let notes =
        [Act::Note { note: "two shops".into() }, Act::Note { note: "two shops have it".into() }];
    assert_eq!(acts(&sitting), notes);
    let screen = sitting.press("n enter").screen();
    assert!(screen.contains("the note is as it was"), "{screen}");
    let screen = sitting.press("u").screen();
    assert!(screen.contains("Your note  two shops ") && !screen.contains("have it"), "{screen}");
    assert!(screen.contains("taken back: note (5)"), "{screen}");
}

#[test]
fn after_a_verdict_a_note_says_which_question_it_is_on() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = sitting.press("1 b y n").screen();
    let open = screen.split('#').nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    assert!(screen.contains(&format!("Note on #{open}")), "{screen}");
    let screen = sitting.write("hm").press("enter").screen();
    assert!(screen.contains(&format!("note saved ({open})")), "{screen}");
}

#[test]
fn undo_says_what_was_taken_back() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = open(&mut sitting, "5").press("a w 4 A enter u").screen();
    let what = "taken back: wrong (wrong reference answer, right is A) (5)";
    assert!(sitting.resize(160, 40).screen().contains(what), "{screen}");
    assert!(sitting.press("ctrl-r").screen().contains("brought back: wrong"));
    assert!(sitting.press("u u").screen().contains("taken back: answer a (5)"));
}

#[test]
fn an_old_message_goes_with_the_question_or_screen_that_it_was_about() {
    let mut sitting = Sitting::fresh(Language::English);
    let saved = |sitting: &mut Sitting| sitting.screen().contains("✓ saved");
    open(&mut sitting, "5").press("a");
    assert!(saved(&mut sitting) && saved(sitting.press("+ 0")));
    assert!(!saved(sitting.press("g")), "over the guideline");
    assert!(!saved(sitting.press("esc")), "nor back at the question");
    open(&mut sitting, "3").press("a");
    assert!(!saved(open(&mut sitting, "1")), "at another question");
}

#[test]
fn a_skip_is_no_progress() {
    let mut sitting = Sitting::fresh(Language::English);
    let screen = sitting.press("1 s").screen();
    assert!(screen.contains("0 of 6 · 1 skipped"), "{screen}");
    let screen = sitting.press("b y").screen();
    assert!(screen.contains("1 of 6 · 1 skipped"), "{screen}");
    assert!(screen.contains("━─") || screen.contains("━━"), "a bar shows it: {screen}");
}

#[test]
fn the_end_of_the_queue_sums_the_sitting_up() {
    let mut sitting = Sitting::fresh(Language::English);
    open(&mut sitting, "5").press("a w 4 C enter");
    sitting.press("1 b t");
    for _ in 0..4 {
        sitting.press("s");
    }
    let screen = sitting.screen();
    assert!(screen.contains("This sitting: 2 questions"), "{screen}");
    assert!(screen.contains("Your answer was the reference answer on 1 of 2."), "{screen}");
    assert!(screen.contains("5 (wrong reference answer, right is C)"), "{screen}");
    assert!(screen.contains("Flagged text-only: "), "{screen}");
    let said = "Nothing is left here: 2 decided, 4 skipped.";
    assert!(screen.contains(said) && !screen.contains("are done"), "{screen}");
}

#[test]
fn the_picture_on_the_whole_screen_takes_the_keys_of_picture_and_answer() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.resize(80, 24);
    let screen = open(&mut sitting, "1").press("v").screen();
    let last = screen.lines().last().unwrap().to_owned();
    assert!(last.contains("Where is the sheep?") && last.contains("v back"), "{last}");
    assert!(!screen.contains("behind the dog"), "{screen}");
    let closer = sitting.press("+ + right down").screen();
    assert!(closer.contains("2.2x"), "{closer}");
    assert_eq!(sitting.press("0").screen(), screen);
    let answered = sitting.press("b").screen();
    assert!(answered.contains("the reference"), "{answered}");
    let again = sitting.press("v").screen();
    assert!(again.contains("v back"), "{again}");
    assert!(sitting.press("q").screen().contains("behind the dog"));
    sitting.press("v y");
    assert_eq!(acts(&sitting).len(), 2, "answer and verdict");
}

#[test]
fn a_zoomed_picture_follows_the_hand_that_drags_it() {
    let mut sitting = Sitting::fresh(Language::English);
    let zoomed = open(&mut sitting, "1").press("+ + +").screen();
    let on_picture = |(x, y)| sitting.app.pictures.place_at(Position { x, y }).is_some();
    let cells = (0..120).flat_map(|x| (0..40).map(move |y| (x, y)));
    let picture: Vec<(u16, u16)> = cells.filter(|at| on_picture(*at)).collect();
    let middle = picture[picture.len() / 2];
    let beside = (middle.0 + 5, middle.1);
    assert_ne!(sitting.drag(middle, beside).screen(), zoomed);
    assert_eq!(sitting.drag(beside, middle).screen(), zoomed);
    assert!(acts(&sitting).is_empty(), "a drag answers nothing");
}

#[test]
fn the_bar_says_in_words_what_can_be_done_at_each_stage() {
    let mut sitting = Sitting::fresh(Language::English);
    sitting.resize(80, 24);
    let blind =
        ["x  can't tell", "z  none", "n  note", "v  full", "+  zoom", "l  later", "?  help"];
    let revealed = ["y  keep", "t  text-only", "w  wrong", "n  note", "?  help"];
    for (keys, words) in [("", &blind[..]), ("b", &revealed)] {
        open(&mut sitting, "1");
        if !keys.is_empty() {
            sitting.press(keys);
        }
        let screen = sitting.screen();
        let bar = screen.lines().last().unwrap();
        for words in words {
            assert!(bar.contains(words), "{words}: {bar}");
        }
        assert!(!bar.contains(" a  ") && !bar.contains(" c  "), "letters have no place: {bar}");
    }
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data/sample_en.tsv")
}

/// Imports the questions of a file.
fn keep_file(importer: &Importer<'_>, path: &Path) -> Result<(), StoreError> {
    let mut keep = |bytes: &[u8], _: Option<&_>| importer.keep_picture(bytes).map_err(Into::into);
    let file = read_questions(path, &ReadOptions::default(), &mut keep, &mut |_| ());
    importer.keep_questions(&file.expect("the file is read").questions)?;
    Ok(())
}

/// How many questions of a file are whole on a screen of 80x24, blind and with the reference answer, and
/// the keys of those that are not. Each is reviewed with two keys.
fn fitting(path: &Path) -> (usize, Vec<String>) {
    let mut sitting = Sitting::before(glyphs(), |importer| keep_file(importer, path), |_, _| ());
    sitting.resize(80, 24).press("1");
    let total = sitting.app.session().review().progress().total;
    let (mut whole, mut scrolled) = (0, Vec::new());
    for _ in 0..total {
        let (blind, revealed) = (sitting.screen(), sitting.press("a").screen());
        let key = blind.split('#').nth(1).and_then(|rest| rest.split_whitespace().next());
        let is_cut = |screen: &str| screen.contains("more choice") || screen.contains("more below");
        match is_cut(&blind) || is_cut(&revealed) {
            true => scrolled.push(key.unwrap_or_default().to_owned()),
            false => whole += 1,
        }
        let differs = revealed.contains("≠ you");
        sitting.press(if differs { "y y" } else { "y" });
    }
    let progress = sitting.app.session().review().progress();
    assert_eq!((progress.done, progress.skipped), (total, 0), "every question is reviewed");
    (whole, scrolled)
}

#[test]
fn questions_in_a_row_are_whole_on_80x24_wherever_their_choices_fit() {
    let (whole, scrolled) = fitting(&sample());
    assert!(whole >= 59, "{whole} whole; not: {scrolled:?}");
    let real: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data/mmbench_samples/MMBench_SAMPLES_EN.tsv");
    if real.exists() {
        let (_, scrolled) = fitting(&real);
        assert_eq!(scrolled, ["1"], "its choices are four programs");
    } else {
        eprintln!("skipped: {} is not there", real.display());
    }
}

/// Keeps one question with this picture.
fn keep_question_with(importer: &Importer<'_>, hash: ImageHash) -> Result<(), StoreError> {
    let mut one = question("1", "What is it?", &["a square", "a circle"]);
    one.pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
    importer.keep_questions(&[one])?;
    Ok(())
}

/// The columns and rows within the frame that begins furthest to the left.
fn inside_first_frame(screen: &str) -> (usize, usize) {
    let grid: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let corner =
        |(y, line): (usize, &Vec<char>)| line.iter().position(|sign| *sign == '╭').map(|x| (x, y));
    let (x, y) = grid.iter().enumerate().filter_map(corner).min().expect("a frame");
    let across = grid[y][x + 1..].iter().take_while(|sign| **sign != '╮').count();
    let down = grid[y + 1..].iter().take_while(|line| line[x] != '╰').count();
    (across, down)
}

#[test]
fn a_landscape_picture_of_the_demo_has_1_4_times_the_pixels_that_two_thirds_of_the_screen_gave_it()
{
    let surface = Surface { cell: (9, 18), ..glyphs() };
    let mut sitting =
        Sitting::before(surface, |importer| keep_file(importer, &sample()), |_, _| ());
    let screen = open(&mut sitting, "26").screen();
    assert!(screen.contains("Where is the cat?"), "{screen}");
    // 800x600 pixels of the file; before, 702 of the screen across.
    let (across, _) = inside_first_frame(&screen);
    let ratio = (across as f64 * 9.0 / 702.0).powi(2);
    assert!(ratio >= 1.4, "{ratio}\n{screen}");
}

/// A frame hugs the picture, so that it can be seen where a dark one ends.
#[test]
fn the_frame_of_a_picture_has_its_shape() {
    for (width, height) in [(40, 80), (80, 40), (60, 60)] {
        let import = |importer: &Importer<'_>| {
            let hash = importer.keep_picture(&picture(width, height, true))?;
            keep_question_with(importer, hash)
        };
        let screen = Sitting::before(glyphs(), import, |_, _| ()).press("1").screen();
        let (across, down) = inside_first_frame(&screen);
        // Cells are twice as high as wide.
        let shape = across as f64 / (2.0 * down as f64);
        let meant = f64::from(width) / f64::from(height);
        assert!((shape / meant - 1.0).abs() < 0.15, "{shape} for {meant}\n{screen}");
    }
}

/// A picture that stays in its file, which is deleted before anybody looks.
#[test]
fn a_picture_whose_file_is_gone_says_so_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = std::fs::canonicalize(folder.path()).unwrap().join("farm.png");
    let bytes = picture(160, 80, true);
    std::fs::write(&path, &bytes).unwrap();
    let import = |importer: &Importer<'_>| {
        importer.place_pictures(assay::store::PicturePlacement::Reference);
        let root = path.parent().unwrap().to_owned();
        let place = assay::benchmark::PictureReference::File { root, path: path.clone() };
        let hash = importer.keep_picture_from(&bytes, Some(&place))?;
        keep_question_with(importer, hash)
    };
    let gone = "farm.png: the file is not";
    let mut sitting = Sitting::before(glyphs(), import, |_, _| ());
    let seen = sitting.press("1").screen();
    assert!(seen.contains("What is it?") && !seen.contains(gone), "{seen}");
    let mut sitting = Sitting::before(glyphs(), import, |_, _| {
        std::fs::remove_file(&path).unwrap();
    });
    let seen = sitting.press("1").screen();
    assert!(seen.contains(gone), "{seen}");
}

#[test]
fn why_a_picture_cannot_be_shown_is_said_in_the_language_of_the_screen() {
    for (language, why) in [(Language::English, "the picture is"), (Language::Chinese, "图片")] {
        speak(language.of_the_program());
        let import = |importer: &Importer<'_>| -> Result<(), StoreError> {
            let hash = importer.keep_picture(b"\x89PNG\r\n\x1a\n and then nothing of the kind")?;
            let pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
            let broken = question("1", "What broke?", &["a", "b"]);
            importer.keep_questions(&[Question { pictures, ..broken }]).map(drop)
        };
        let screen = Sitting::before(glyphs(), import, |_, _| ()).press("1").screen();
        assert!(screen.contains(why), "{screen}");
        assert_eq!(screen.contains("the picture is"), language == Language::English, "{screen}");
    }
}
