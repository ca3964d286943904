//! The whole event loop over a test backend, fed with a script of events.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use assay::benchmark::decision::Act;
use assay::queue::OpenDesk;
use assay::store::Importer;
use assay::tui::app::{Event, TerminalRequest};
use assay::tui::event_loop::{self, Host};
use assay::tui::key::Key;
use assay::tui::picture::{ColourDepth, PictureMode, Surface};
use assay::tui::probe::ProbeResult;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::questions::Language;
use super::sitting::{Sitting, text_of};

#[derive(Default)]
struct NoTerminal {
    frames: usize,
    suspensions: usize,
    retaken: usize,
    /// What the kernel says of the cells.
    cell: Option<(u16, u16)>,
    /// What is pressed as soon as each further frame is seen, while its end is still being written.
    pressed_at_sight: Vec<&'static str>,
    keyboard: Option<Sender<Event>>,
}

impl Host for NoTerminal {
    fn begin_frame(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn ask_again(&mut self) -> Option<ProbeResult> {
        None
    }

    fn send_ahead(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn use_mouse(&mut self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn use_colours(&mut self, _: bool) {}

    fn end_frame(&mut self) -> io::Result<()> {
        self.frames += 1;
        match self.pressed_at_sight.pop().zip(self.keyboard.as_ref()) {
            // Another frame comes also where the key is dropped.
            Some((name, keyboard)) => [pressed(name, Instant::now()), Event::Resize]
                .into_iter()
                .for_each(|event| keyboard.send(event).unwrap()),
            None => self.keyboard = None,
        }
        Ok(())
    }

    fn edit(&mut self, editor: &mut Command) -> io::Result<io::Result<ExitStatus>> {
        Ok(editor.status())
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.suspensions += 1;
        Ok(())
    }

    fn retake(&mut self) -> io::Result<()> {
        self.retaken += 1;
        Ok(())
    }

    fn cell_pixels(&mut self) -> Option<(u16, u16)> {
        self.cell
    }
}

/// Runs the loop over a script until its end; what is on the screen then, and what was asked of
/// the terminal.
fn run(sitting: &mut Sitting, script: Vec<Event>) -> (String, NoTerminal) {
    run_on(NoTerminal::default(), sitting, script)
}

fn run_on(mut host: NoTerminal, sitting: &mut Sitting, script: Vec<Event>) -> (String, NoTerminal) {
    let (events, incoming) = channel();
    for event in script {
        events.send(event).unwrap();
    }
    host.keyboard = Some(events);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    event_loop::run(&mut terminal, &mut sitting.app, &incoming, &mut host).unwrap();
    (text_of(terminal.backend().buffer()), host)
}

/// A key that is pressed long after everything was painted.
fn key(name: &str) -> Event {
    pressed(name, Instant::now() + Duration::from_hours(1))
}

fn pressed(name: &str, at: Instant) -> Event {
    Event::Key(name.parse::<Key>().unwrap().event(), at)
}

fn keys(names: &str) -> Vec<Event> {
    names.split(' ').map(key).collect()
}

fn acts(sitting: &Sitting) -> Vec<Act> {
    sitting.app.session().review().history().rows().iter().map(|row| row.act.clone()).collect()
}

#[test]
fn an_answer_and_keep_bring_the_next_question_and_undo_brings_it_back() {
    let mut sitting = Sitting::fresh(Language::English);
    let (_, _) = run(&mut sitting, keys("1 b y"));
    assert_eq!(sitting.app.session().review().progress().done, 1);
    let first = sitting.app.session().review().history().rows()[0].item.clone();
    let (screen, _) = run(&mut sitting, keys("u"));
    assert!(screen.contains(&format!("#{first}")), "{screen}");
    assert_eq!(sitting.app.session().review().progress().done, 0);
    assert!(matches!(acts(&sitting)[..], [Act::Answer { .. }, Act::Review(_), Act::Undo { .. }]));
}

#[test]
fn pasted_text_answers_nothing() {
    let mut sitting = Sitting::fresh(Language::English);
    let script = vec![key("1"), Event::Paste("a y b y".into())];
    let (screen, _) = run(&mut sitting, script);
    assert!(acts(&sitting).is_empty());
    assert!(screen.contains("pasted text answers nothing"), "{screen}");
}

#[test]
fn pasted_text_goes_into_an_open_note() {
    let mut sitting = Sitting::fresh(Language::English);
    let mut script = keys("1 n");
    script.extend([Event::Paste("two\nlines\u{1b}".into()), key("enter")]);
    run(&mut sitting, script);
    assert_eq!(acts(&sitting), [Act::Note { note: "two\nlines".into() }]);
}

#[test]
fn keys_typed_before_the_question_was_painted_are_dropped() {
    let mut sitting = Sitting::fresh(Language::English);
    // All three were typed at once, before anything was painted that they could mean.
    let early = Instant::now();
    let script = vec![key("1"), pressed("a", early), pressed("y", early)];
    run(&mut sitting, script);
    assert!(acts(&sitting).is_empty());
}

#[test]
fn keys_typed_ahead_of_the_next_question_do_not_answer_it() {
    let mut sitting = Sitting::fresh(Language::English);
    run(&mut sitting, keys("1 a"));
    // `y` and at once `a y`: those come before the next question is on the screen.
    let now = Instant::now();
    run(&mut sitting, ["y", "a", "y"].map(|name| pressed(name, now)).into());
    assert_eq!(acts(&sitting).len(), 2);
}

#[test]
fn a_key_that_is_pressed_at_the_sight_of_a_question_counts_however_late_its_frame_ends() {
    let mut sitting = Sitting::fresh(Language::English);
    // The frames of home, the question, its answer, the next question, and its answer.
    let pressed_at_sight = vec!["y", "b", "y", "b", "1"];
    run_on(NoTerminal { pressed_at_sight, ..NoTerminal::default() }, &mut sitting, Vec::new());
    assert_eq!(acts(&sitting).len(), 4, "{:?}", acts(&sitting));
}

#[test]
fn a_storm_of_resizes_is_drawn_once() {
    let mut sitting = Sitting::fresh(Language::English);
    let script = (0..500).map(|_| Event::Resize).collect();
    let (screen, host) = run(&mut sitting, script);
    assert!(host.frames <= 2, "{} frames", host.frames);
    assert!(screen.contains("Progress by ability"));
}

/// At a question with its picture on the whole screen.
fn picture_on_the_whole_screen() -> Vec<Event> {
    vec![key("/"), key("1"), key("enter"), key("v")]
}

#[test]
fn the_full_screen_can_be_suspended_and_is_drawn_again() {
    let mut sitting = Sitting::fresh(Language::English);
    let mut script = picture_on_the_whole_screen();
    script.extend(keys("ctrl-z"));
    script.extend([Event::Resize, Event::PictureReady, Event::Resize]);
    let (screen, host) = run(&mut sitting, script);
    assert_eq!(host.suspensions, 1);
    assert!(acts(&sitting).is_empty());
    assert!(screen.contains("Where is the sheep?") && screen.contains("v back"), "{screen}");
}

#[test]
fn a_font_that_grows_makes_sharper_pictures() {
    let surface =
        |cell| Surface { mode: PictureMode::Sixel, cell, ..Surface::for_cells(ColourDepth::True) };
    let import = |importer: &Importer<'_>| super::questions::import(importer, Language::English);
    let mut sitting = Sitting::before(surface((8, 16)), import, |_, _| ());
    let host = NoTerminal { cell: Some((12, 24)), ..NoTerminal::default() };
    let mut script = picture_on_the_whole_screen();
    script.push(Event::Resize);
    run_on(host, &mut sitting, script);
    assert_eq!(sitting.app.session().surface, surface((12, 24)));

    let host = NoTerminal { cell: Some((9, 18)), ..NoTerminal::default() };
    run_on(host, &mut sitting, vec![Event::Resize]);
    assert_eq!(sitting.app.session().surface, surface((9, 18)), "on the other screens too");
    run(&mut sitting, vec![Event::Resize]);
    assert_eq!(sitting.app.session().surface, surface((9, 18)), "a silent kernel changes nothing");
}

#[test]
fn the_system_can_end_the_program_while_a_picture_is_on_the_whole_screen() {
    let mut sitting = Sitting::fresh(Language::English);
    let mut script = picture_on_the_whole_screen();
    script.extend([Event::Terminal(TerminalRequest::Quit), key("a"), key("y")]);
    run(&mut sitting, script);
    assert!(acts(&sitting).is_empty());
}

#[test]
fn each_of_several_undos_pressed_at_once_counts() {
    let mut sitting = Sitting::fresh(Language::English);
    run(&mut sitting, keys("1 b y b y"));
    let now = Instant::now();
    run(&mut sitting, ["u", "u", "u"].map(|name| pressed(name, now)).into());
    let undone = acts(&sitting).into_iter().filter(|act| matches!(act, Act::Undo { .. })).count();
    assert_eq!(undone, 3);
}

#[test]
fn what_is_typed_into_a_panel_at_once_is_not_dropped() {
    let mut sitting = Sitting::fresh(Language::English);
    run(&mut sitting, keys("1 a"));
    let now = Instant::now() + Duration::from_millis(1);
    let typed = ["w", "0", "h", "e", "y", "enter"].map(|name| pressed(name, now));
    run(&mut sitting, typed.into());
    let Some(Act::Review(review)) = acts(&sitting).into_iter().next_back() else { panic!() };
    assert_eq!(review.note.as_deref(), Some("hey"));
}

#[test]
fn after_a_stop_from_outside_the_terminal_is_taken_and_drawn_anew() {
    let mut sitting = Sitting::fresh(Language::English);
    let (screen, host) = run(&mut sitting, vec![Event::Terminal(TerminalRequest::Retake)]);
    assert_eq!(host.retaken, 1);
    assert!(screen.contains("Progress by ability"));
}

#[test]
fn only_the_left_button_answers_and_only_on_what_has_been_painted() {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let mut sitting = Sitting::fresh(Language::English);
    run(&mut sitting, vec![key("1")]);
    let everywhere = |button, at| {
        (0..24u16).flat_map(move |row| {
            let kind = MouseEventKind::Down(button);
            let modifiers = KeyModifiers::NONE;
            let at_column =
                move |column| Event::Mouse(MouseEvent { kind, column, row, modifiers }, at);
            [at_column(8), at_column(60)]
        })
    };
    let later = Instant::now() + Duration::from_hours(1);
    run(&mut sitting, everywhere(MouseButton::Right, later).collect());
    let before = Instant::now().checked_sub(Duration::from_hours(1)).unwrap();
    run(&mut sitting, everywhere(MouseButton::Left, before).collect());
    assert!(acts(&sitting).is_empty());
    run(&mut sitting, everywhere(MouseButton::Left, later).collect());
    assert_eq!(acts(&sitting).len(), 1, "a choice was clicked");
}

#[test]
fn quit_ends_the_loop_at_once() {
    let mut sitting = Sitting::fresh(Language::English);
    run(&mut sitting, keys("1 ctrl-c a y"));
    assert!(acts(&sitting).is_empty());
}

#[test]
fn what_is_taken_back_does_not_count_as_done_today() {
    let mut sitting = Sitting::fresh(Language::English);
    let finished = |sitting: &Sitting| sitting.app.session().review().today().decided;
    sitting.press("1 b y b y");
    assert_eq!(finished(&sitting), 2);
    sitting.press("u");
    assert_eq!(finished(&sitting), 1);
    sitting.press("ctrl-r");
    assert_eq!(finished(&sitting), 2);
    sitting.press("u u");
    assert_eq!(finished(&sitting), 1, "an answer alone is no finished question");
}

#[test]
fn a_long_burst_of_keys_is_drawn_in_between() {
    let mut sitting = Sitting::fresh(Language::English);
    let burst = std::iter::repeat_with(|| key("down")).take(10_000).collect();
    let (_, host) = run(&mut sitting, burst);
    assert!(host.frames >= 5, "{} frames", host.frames);
    let (_, host) = run(&mut sitting, std::iter::repeat_with(|| key("up")).take(100).collect());
    assert!(host.frames <= 20, "a short one is drawn once or a few times: {} frames", host.frames);
}

#[test]
fn what_was_saved_is_said_in_the_title_line_for_three_seconds() {
    let mut sitting = Sitting::fresh(Language::English);
    let title = |sitting: &mut Sitting| sitting.screen().lines().next().unwrap().to_owned();
    let in_seconds = |sitting: &Sitting, seconds| {
        let now = Instant::now() + Duration::from_secs(seconds);
        sitting.app.until_echo_ends_at(now).map(|until| until.is_zero())
    };
    sitting.press("1");
    assert_eq!(in_seconds(&sitting, 0), None, "nothing was saved");
    sitting.press("b");
    assert!(title(&mut sitting).contains("✓ saved b"), "{}", sitting.screen());
    let bar = sitting.screen().lines().last().unwrap().to_owned();
    assert!(!bar.contains("saved") && bar.contains("keep"), "{bar}");
    assert_eq!(in_seconds(&sitting, 2), Some(false));
    assert_eq!(in_seconds(&sitting, 4), Some(true));
    // A key that says nothing leaves it.
    sitting.press("+ 0");
    assert_eq!(in_seconds(&sitting, 2), Some(false));
    sitting.app.handle(Event::EchoEnds);
    assert!(!title(&mut sitting).contains("saved"), "{}", sitting.screen());
    assert!(title(&mut sitting).contains("farm · review · alice"), "{}", sitting.screen());
    assert_eq!(in_seconds(&sitting, 9), None);
}

#[test]
fn without_colours_nothing_on_the_screen_changes_by_itself() {
    let import = |importer: &Importer<'_>| super::questions::import(importer, Language::English);
    let surface = Surface::for_cells(ColourDepth::None);
    let mut sitting = Sitting::before(surface, import, |_, _| ());
    let screen = sitting.press("1 b").screen();
    assert!(screen.contains("✓ saved b"), "{screen}");
    let later = Instant::now() + Duration::from_mins(1);
    assert_eq!(sitting.app.until_echo_ends_at(later), None);
}
