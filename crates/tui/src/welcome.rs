//! The first screen where there are no questions yet: the files of this folder that can be imported, the
//! import, and what came of it. It has no database and so no session; [`crate::run_welcome`] runs it.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::text::{Line, Span};

use crate::action::Action;
use crate::key::Key;
use crate::keymap::{KeyContext, Keymap};
use crate::messages::text;
use crate::theme::Theme;
use crate::widgets::bars::bar;
use crate::widgets::chrome::{chip, draw_frame};
use crate::widgets::scroll::TextWindow;
use crate::widgets::scroll_hint::MARGIN;
use crate::widgets::table::table_lines;
use crate::widgets::wrap::{draw_line, styled_lines};
use assay_core::figures::table::{Meaning, Table};
use assay_formats::nearby::{Nearby, NearbyKind};

/// What the person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The questions of this file.
    Import(PathBuf),
    /// The questions that are there now.
    Open,
    /// A made-up benchmark.
    Demo,
    Quit,
}

/// The screen.
pub struct Welcome {
    /// The database that has no questions.
    database: String,
    /// The files that can be imported.
    found: Vec<Nearby>,
    marked: usize,
    stage: Stage,
    window: TextWindow,
    /// The area of the text, and its line with the first file.
    area: Rect,
    first_file: usize,
}

enum Stage {
    Choosing,
    /// Bytes that are read, and all.
    Importing(u64, u64),
    /// What came of it: a summary, or why nothing was imported.
    Ended(Result<String, String>),
}

impl Welcome {
    pub fn new(database: String, found: Vec<Nearby>) -> Self {
        Welcome {
            database,
            found,
            marked: 0,
            stage: Stage::Choosing,
            window: TextWindow::default(),
            area: Rect::default(),
            first_file: 0,
        }
    }

    /// The file of the mark, if it has questions.
    fn file(&self) -> Option<&Nearby> {
        let marked = self.found.get(self.marked)?;
        Some(marked).filter(|found| found.kind != NearbyKind::Predictions)
    }

    /// The actions that do something now, with their words.
    fn commands(&self) -> Vec<(Action, &'static str)> {
        let confirm = match &self.stage {
            Stage::Choosing => self.file().map(|_| text!("welcome-import")),
            Stage::Importing(..) => None,
            Stage::Ended(Ok(_)) => Some(text!("welcome-open")),
            Stage::Ended(Err(_)) => Some(text!("welcome-back")),
        };
        let confirm = confirm.map(|words| (Action::Confirm, words));
        confirm.into_iter().chain([(Action::Back, Action::Quit.short())]).collect()
    }

    /// What a key asks for; `None` if nothing yet.
    pub fn press(&mut self, key: Key, keymap: &Keymap) -> Option<Wish> {
        if matches!(self.stage, Stage::Choosing) && key.to_string() == DEMO_KEY {
            return Some(Wish::Demo);
        }
        let context = match self.stage {
            Stage::Ended(_) => KeyContext::Reader,
            _ => KeyContext::List,
        };
        keymap.actions(context, key).next().and_then(|action| self.act(action))
    }

    fn act(&mut self, action: Action) -> Option<Wish> {
        match (&self.stage, action) {
            (_, Action::Quit | Action::Back) => return Some(Wish::Quit),
            (Stage::Choosing, Action::Confirm) => {
                let file = PathBuf::from(&self.file()?.file);
                self.follow(0, 0);
                return Some(Wish::Import(file));
            }
            (Stage::Choosing, Action::Up) => self.marked = self.marked.saturating_sub(1),
            (Stage::Choosing, Action::Down) => {
                self.marked = (self.marked + 1).min(self.found.len().saturating_sub(1));
            }
            (Stage::Choosing | Stage::Importing(..), _) => {}
            (Stage::Ended(Ok(_)), Action::Confirm) => return Some(Wish::Open),
            (Stage::Ended(_), Action::Confirm) => {
                (self.stage, self.window) = (Stage::Choosing, TextWindow::default());
            }
            (Stage::Ended(_), action) => self.window.act(action),
        }
        None
    }

    /// What a click asks for.
    pub fn click(&mut self, at: Position) -> Option<Wish> {
        let is_choosing = matches!(self.stage, Stage::Choosing) && self.area.contains(at);
        let row = is_choosing.then(|| self.window.top() + usize::from(at.y - self.area.y))?;
        self.marked = row.checked_sub(self.first_file).filter(|row| *row < self.found.len())?;
        self.act(Action::Confirm)
    }

    /// How far the import is.
    pub fn follow(&mut self, done: u64, all: u64) {
        self.stage = Stage::Importing(done, all);
    }

    /// What came of the import.
    pub fn end(&mut self, words: Result<String, String>) {
        (self.stage, self.window) = (Stage::Ended(words), TextWindow::default());
    }

    /// Draws the screen.
    pub fn draw(&mut self, area: Rect, theme: &Theme, keymap: &Keymap, buffer: &mut Buffer) {
        let keys =
            Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area);
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        let width = body.width.min(100);
        let body = Rect { x: body.x + (body.width - width) / 2, width, ..body };
        let body = body.inner(Margin::new(0, u16::from(body.height > 12)));
        let inner = draw_frame(text!("welcome-title"), body, theme.border, theme, buffer);
        let inner = inner.inner(Margin::new(2, u16::from(inner.height > 8)));
        self.area = Rect { width: inner.width.saturating_sub(MARGIN), ..inner };
        let width = usize::from(self.area.width);
        let lines = match &self.stage {
            Stage::Choosing => self.files(width, theme),
            Stage::Importing(done, all) => {
                let [done, all] = [done, all].map(|bytes| usize::try_from(*bytes).unwrap_or(0));
                let mut lines = styled_lines(text!("welcome-importing"), width, theme.heading);
                lines.push(Line::from_iter(bar(done, all, width, theme)));
                lines
            }
            Stage::Ended(words) => {
                let (heading, said, tone) = match words {
                    Ok(said) => (text!("welcome-imported"), said, theme.text),
                    Err(said) => (text!("welcome-failed"), said, theme.error),
                };
                let mut lines = styled_lines(heading, width, theme.heading);
                lines.push(Line::default());
                lines.extend(styled_lines(said, width, tone));
                lines
            }
        };
        self.window.fit(lines.len(), self.area.height);
        let is_choosing = matches!(self.stage, Stage::Choosing);
        if is_choosing {
            let is_last = self.marked + 1 >= self.found.len();
            let line = self.first_file + self.marked;
            self.window.show(if is_last { lines.len().saturating_sub(1) } else { line });
            if line < self.window.top() {
                self.window.show(line);
            }
        }
        self.window.draw(&lines, self.area, buffer);
        let scrolling = (!is_choosing).then_some((keymap, KeyContext::Reader));
        self.window.hint().draw(self.area, scrolling, theme, buffer);
        self.draw_keys(keys, theme, keymap, buffer);
        theme.paint_ground(buffer);
    }

    /// The files, and what can be done with them.
    fn files(&mut self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let why = text!("welcome-no-questions", file = self.database);
        let mut lines = styled_lines(&why, width, theme.text);
        lines.push(Line::default());
        if self.found.is_empty() {
            lines.extend(styled_lines(text!("welcome-no-files"), width, theme.dim));
            return lines;
        }
        lines.extend(styled_lines(text!("welcome-files"), width, theme.heading));
        let kind = |found: &Nearby| match found.kind {
            NearbyKind::Questions => (Meaning::Plain, text!("welcome-questions")),
            NearbyKind::Workbook => (Meaning::Plain, text!("welcome-workbook")),
            NearbyKind::Predictions => (Meaning::Dim, text!("welcome-predictions")),
        };
        let table = Table::over(&self.found)
            .text("", |found| &found.file)
            .least(8)
            .number("", |found| (Meaning::Dim, size(found.bytes)))
            .text("", kind)
            .least(6)
            .table();
        self.first_file = lines.len();
        let rows = table_lines(&table, width.saturating_sub(2), theme).into_iter().enumerate();
        lines.extend(rows.map(|(row, mut line)| {
            let is_marked = row == self.marked;
            let sign = Span::styled(if is_marked { "▸ " } else { "  " }, theme.key);
            line.spans.insert(0, sign);
            if is_marked {
                line.spans.push(Span::raw(" ".repeat(width.saturating_sub(line.width()))));
                for span in &mut line.spans {
                    span.style = theme.tinted(theme.selected, span.style);
                }
            }
            line
        }));
        lines.push(Line::default());
        lines.extend(styled_lines(text!("welcome-what-enter-does"), width, theme.dim));
        lines
    }

    fn draw_keys(&self, area: Rect, theme: &Theme, keymap: &Keymap, buffer: &mut Buffer) {
        let mut spans = vec![Span::raw(" ")];
        let mut put = |key: &str, words: &str| {
            spans.push(chip(key, theme));
            spans.push(Span::styled(format!(" {words}  "), theme.text));
        };
        for (action, words) in self.commands() {
            if let Some(key) = keymap.key_for(KeyContext::List, action) {
                put(&key.to_string(), words);
            }
        }
        if matches!(self.stage, Stage::Choosing) {
            put(DEMO_KEY, text!("welcome-demo"));
        }
        draw_line(&Line::from(spans), area, buffer);
    }
}

/// The key that shows the made-up benchmark: no list has it.
const DEMO_KEY: &str = "d";

/// `133 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn welcome() -> Welcome {
        let found = [
            ("MMBench.tsv", 133_000_000, NearbyKind::Questions),
            ("a\u{1b}[2Jb.jsonl", 12, NearbyKind::Questions),
            ("careful.xlsx", 4_096, NearbyKind::Predictions),
        ];
        let found = found.map(|(file, bytes, kind)| Nearby { file: file.into(), bytes, kind });
        Welcome::new("assay.db".into(), found.into())
    }

    fn drawn(welcome: &mut Welcome, (width, height): (u16, u16)) -> String {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        welcome.draw(area, &theme, &Keymap::default(), &mut buffer);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| row(y) + "\n").collect()
    }

    #[test]
    fn the_first_file_is_imported_with_enter_and_then_opened_with_enter() {
        let mut welcome = welcome();
        let screen = drawn(&mut welcome, (80, 24));
        assert!(screen.contains("▸ MMBench.tsv") && screen.contains("133 MB"), "{screen}");
        assert!(!screen.contains('\u{1b}'), "{screen}");
        assert_eq!(welcome.act(Action::Confirm), Some(Wish::Import("MMBench.tsv".into())));
        assert_eq!(welcome.act(Action::Confirm), None, "it is being imported");
        welcome.end(Ok("6 questions".into()));
        assert!(drawn(&mut welcome, (80, 24)).contains("6 questions"));
        assert_eq!(welcome.act(Action::Confirm), Some(Wish::Open));
    }

    #[test]
    fn an_error_is_shown_whole_and_enter_goes_back_to_the_files() {
        let mut welcome = welcome();
        welcome.act(Action::Confirm);
        let rows: Vec<String> = (1..=40).map(|row| format!("row {row}: no answer")).collect();
        welcome.end(Err(rows.join("\n")));
        assert!(drawn(&mut welcome, (60, 16)).contains("row 1: no answer"));
        for _ in 0..9 {
            assert_eq!(welcome.act(Action::PageDown), None);
            drawn(&mut welcome, (60, 16));
        }
        assert!(drawn(&mut welcome, (60, 16)).contains("row 40: no answer"));
        assert_eq!(welcome.act(Action::Confirm), None);
        assert!(drawn(&mut welcome, (60, 16)).contains("▸ MMBench.tsv"));
    }

    #[test]
    fn predictions_are_listed_and_not_imported_before_their_questions() {
        let mut welcome = welcome();
        welcome.act(Action::Down);
        welcome.act(Action::Down);
        welcome.act(Action::Down);
        assert!(drawn(&mut welcome, (80, 24)).contains("▸ careful.xlsx"));
        assert_eq!(welcome.act(Action::Confirm), None);
        assert_eq!(welcome.act(Action::Back), Some(Wish::Quit));
    }

    #[test]
    fn a_click_imports_and_every_size_can_be_drawn() {
        let mut welcome = welcome();
        for (width, height) in (0..90).flat_map(|width| (0..30).map(move |height| (width, height)))
        {
            drawn(&mut welcome, (width, height));
        }
        drawn(&mut welcome, (80, 24));
        let first = u16::try_from(welcome.first_file).unwrap();
        let second = Position { x: welcome.area.x, y: welcome.area.y + first + 1 };
        let wish = welcome.click(second);
        assert_eq!(wish, Some(Wish::Import("a\u{1b}[2Jb.jsonl".into())));
    }
}
