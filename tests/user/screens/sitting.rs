//! A person at the keyboard: presses keys, types, pastes, looks at the screen.

mod situations;

pub use situations::gate_every_question;

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use assay::benchmark::Label;
use assay::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use assay::queue::{DecisionContext, Desks, ReviewDesk, ReviewQueue};
use assay::store::{Exposure, Guideline, Importer, QUEUE_REVIEW, Store, StoreError};
use assay::tui::app::{App, Event};
use assay::tui::key::Key;
use assay::tui::keymap::Keymap;
use assay::tui::picture::{ColourDepth, PictureMode, PicturePanes, PictureService, Surface, Waker};
use assay::tui::session::Session;
use assay::tui::theme::ThemeChoice;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use regex::Regex;
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

use super::questions::{self, Language};

/// How long a picture may take to get ready.
const PATIENCE: Duration = Duration::from_secs(30);

/// Alice at the keyboard.
pub struct Sitting {
    pub app: App,
    size: (u16, u16),
    pictures_ready: Receiver<()>,
    folder: TempDir,
}

impl Sitting {
    /// After this and that.
    pub fn after(language: Language, work: impl FnOnce(&mut Store, &mut ReviewDesk)) -> Self {
        let surface =
            Surface { mode: PictureMode::Glyphs, ..Surface::for_cells(ColourDepth::True) };
        Self::before(surface, |importer| questions::import(importer, language), work)
    }

    /// Before a terminal that paints pictures like this, at a benchmark of these questions, after
    /// some work on it.
    pub fn before(
        surface: Surface,
        import: impl FnOnce(&Importer<'_>) -> Result<(), StoreError>,
        work: impl FnOnce(&mut Store, &mut ReviewDesk),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("assay.db");
        let mut store = Store::open_or_create(&path).unwrap();
        store.import("farm", Some("mmbench"), import).unwrap();
        let mut desk = desk_of("alice", &mut store);
        work(&mut store, &mut desk);
        let mut sitting = Self::at(store, desk, surface, folder);
        sitting.look();
        sitting
    }

    fn at(store: Store, desk: ReviewDesk, surface: Surface, folder: TempDir) -> Self {
        let path = folder.path().join("assay.db");
        let (wake, pictures_ready) = channel();
        let wake: Waker = Arc::new({
            let wake = Mutex::new(wake);
            move || wake.lock().unwrap().send(()).unwrap_or_default()
        });
        let service = PictureService::start(surface, loader(&path), Arc::clone(&wake)).unwrap();
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let mut session = Session::new(store, Desks::new(desk), surface, theme, Keymap::default());
        session.wake = wake;
        let app = App::new(session, PicturePanes::new(service));
        Sitting { app, size: (120, 40), pictures_ready, folder }
    }

    /// What alice had seen when she decided last, by question.
    pub fn exposures(&self) -> HashMap<String, Exposure> {
        let (store, desk) = (&self.app.session().store, self.app.session().review());
        let (who, of) = (desk.annotator(), desk.benchmark());
        let rows = store.newest_decisions(who, QUEUE_REVIEW, of, None, 100);
        rows.unwrap().into_iter().rev().map(|row| (row.item, row.exposure)).collect()
    }

    /// Presses keys one after the other, looking at the screen after each: `"1 b y ctrl-r"`.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.split(' ') {
            self.press_blindly(key);
            self.look();
        }
        self
    }

    /// Presses a key without waiting for the screen.
    pub fn press_blindly(&mut self, key: &str) {
        let key: Key = key.parse().unwrap();
        self.key(key.event());
    }

    /// Types a text, letter by letter.
    pub fn write(&mut self, text: &str) -> &mut Self {
        text.chars().for_each(|letter| self.key(KeyCode::Char(letter).into()));
        self
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.app.handle(Event::Paste(text.into()));
        self
    }

    /// Clicks on a cell.
    pub fn click(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
        self.mouse(MouseEventKind::Up(MouseButton::Left), (column, row));
        self
    }

    /// Clicks where these words are on a screen that was looked at.
    pub fn click_on(&mut self, screen: &str, words: &str) -> &mut Self {
        let places = screen.lines().enumerate();
        let mut places =
            places.filter_map(|(row, line)| Some((row, line.split_once(words)?.0.width())));
        let (row, column) = places.next().expect("the words are on the screen");
        self.click(column as u16, row as u16)
    }

    /// Presses the button on one cell and lets it go on another.
    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.handle(Event::Mouse(mouse, Instant::now() + Duration::from_hours(1)));
    }

    /// Ends the program, and starts it again on the same database.
    pub fn again(mut self) -> Self {
        self.app.release();
        let Sitting { app, size, pictures_ready: _, folder } = self;
        let surface = app.session().surface;
        drop(app);
        let mut store = Store::open(&folder.path().join("assay.db")).unwrap();
        let desk = desk_of("alice", &mut store);
        let mut sitting = Sitting::at(store, desk, surface, folder);
        sitting.size = size;
        sitting.look();
        sitting
    }

    /// Whether something on the screen moves by itself.
    pub fn plays(&mut self) -> bool {
        self.app.handle(Event::KeepDrafts);
        matches!(self.app.next_timer(), Some((_, Event::Tick)))
    }

    /// Has what is due by now move.
    pub fn pass_time(&mut self) -> &mut Self {
        self.app.handle(Event::KeepDrafts);
        if let Some((until, due)) = self.app.next_timer()
            && until.is_zero()
        {
            self.app.handle(due);
        }
        self
    }

    fn key(&mut self, key: KeyEvent) {
        // Pressed after whatever was painted so far.
        self.app.handle(Event::Key(key, Instant::now() + Duration::from_hours(1)));
    }

    /// Makes the terminal larger or smaller.
    pub fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.size = (width, height);
        self.app.handle(Event::Resize);
        self
    }

    /// The screen once every picture on it is there.
    pub fn look(&mut self) -> Buffer {
        loop {
            let seen = self.glance();
            if !self.app.is_loading() {
                return seen;
            }
            self.pictures_ready.recv_timeout(PATIENCE).expect("the picture gets ready");
        }
    }

    /// One frame, whatever is still loading.
    pub fn glance(&mut self) -> Buffer {
        let (width, height) = self.size;
        let area = Rect::new(0, 0, width, height);
        let mut seen = Buffer::empty(area);
        self.app.prepare(area);
        self.app.draw(area, &mut seen);
        self.app.painted(Instant::now());
        seen
    }

    /// Whether the cells of the pictures are as they were on a screen before.
    pub fn is_picture_untouched(&mut self, before: &Buffer) -> bool {
        let is_painted =
            |symbol: &str| symbol.starts_with(|c| ('\u{2801}'..='\u{28ff}').contains(&c));
        let painted = |seen: &Buffer| -> Vec<(Position, String)> {
            let cells = seen.area.positions().map(|at| (at, seen[at].symbol().to_owned()));
            cells.filter(|(_, symbol)| is_painted(symbol)).collect()
        };
        let (before, now) = (painted(before), painted(&self.look()));
        before == now
    }

    /// The screen as text, what changes from day to day masked.
    pub fn screen(&mut self) -> String {
        masked(&text_of(&self.look()))
    }
}

pub fn desk_of(name: &str, store: &mut Store) -> ReviewDesk {
    let annotator = store.annotator(name).unwrap();
    let benchmark = store.the_benchmark(None).unwrap();
    let guideline = Guideline::new(
        "# Reviewing\n\nLook, **answer**, then judge.\n\n- `y` keep: 图片和问题都很好\n- `t` \
         text-only, see [the paper](https://example.org)\n\n| key | what |\n|---|---|\n| w | wrong |\n",
    );
    store.set_review_guideline(&guideline, None).unwrap();
    ReviewDesk::open(store, ReviewQueue, annotator, benchmark).unwrap()
}

pub fn judge(
    store: &mut Store,
    desk: &mut ReviewDesk,
    key: &str,
    letter: char,
    verdict: ReviewVerdict,
    reasons: &[WrongReason],
) {
    let here = DecisionContext::new("review");
    let position = desk.position_of(key).unwrap();
    let answer = BlindAnswer::Choice(Label::from_letter(letter).unwrap());
    desk.commit(store, position, Act::Answer { answer }, &here).unwrap();
    let (answer, reasons) = (Some(answer), reasons.to_vec());
    let review = ReviewDecision::new(answer, verdict, reasons);
    desk.commit(store, position, Act::Review(review), &here).unwrap();
}

fn loader(path: &Path) -> assay::tui::picture::Loader {
    let path = path.to_owned();
    Arc::new(move |hash| {
        let reader = Store::open_to_read(&path).map_err(|error| error.to_string())?;
        reader.picture_bytes(hash).map_err(|error| error.to_string())
    })
}

/// The cells as lines of text, a wide character once.
pub fn text_of(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let mut line = String::new();
        let mut x = buffer.area.left();
        while x < buffer.area.right() {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += (symbol.width() as u16).max(1);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn masked(screen: &str) -> String {
    let masks = [
        (r"\d{4}-\d\d-\d\d \d\d:\d\d", "yyyy-mm-dd hh:mm"),
        (r" · \d+ s each", " · N s each"),
        (r" · \d+ s\b", ""),
        (r" · 每(题|段|项) \d+ 秒", " · 每$1 N 秒"),
        (r" · \d+ 秒", ""),
        (r"/\S*/assay\.db", "[folder]/assay.db"),
        (r"version \d+\.\d+\.\d+", "version x.y.z"),
        (r"版本 \d+\.\d+\.\d+", "版本 x.y.z"),
    ];
    masks.iter().fold(screen.to_owned(), |text, (mask, shown)| {
        Regex::new(mask).unwrap().replace_all(&text, *shown).into_owned()
    })
}
