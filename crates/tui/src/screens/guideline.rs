//! The guideline: the instructions to annotators, in the version that is stored with their decisions.

use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::list_chrome::draw_bar;
use super::list_layout::has_frame;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::guideline_head;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::translated_guideline;
use crate::widgets::chrome::{draw_frame, draw_title};
use crate::widgets::markdown;
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::wrap::styled_lines;
use assay_store::{BlindQuestion, Guideline};
use assay_workflow::queue::OpenDesk;

/// A reader for the guideline in force.
pub struct GuidelineReader {
    guideline: Guideline,
    /// The annotator's reviews that were made under another version.
    made_under_another: usize,
    lines: Vec<Line<'static>>,
    window: TextWindow,
    /// The definition of the open question's ability, and the reasons of its checklist.
    head: [Vec<String>; 2],
}

/// The maximum width of a line; longer ones are hard to read.
const LONGEST_LINE: u16 = 92;

impl GuidelineReader {
    /// The guideline of a desk from its first line, after the definition of the open question's
    /// ability.
    pub fn new(desk: &dyn OpenDesk, question: Option<&BlindQuestion>, session: &Session) -> Self {
        let guideline = desk.guideline().clone();
        let made_under_another = session.store.reviews_under_another_guideline(
            session.review().annotator(),
            desk.queue_name(),
            session.review().benchmark(),
            &guideline.version,
        );
        GuidelineReader {
            guideline,
            made_under_another: made_under_another.unwrap_or_default(),
            lines: Vec::new(),
            window: TextWindow::default(),
            head: guideline_head::paragraphs(question),
        }
    }
}

/// A heading with lines below it, and an empty one after them; empty without a heading.
fn headed(paragraph: &[String], width: u16, session: &Session) -> Vec<Line<'static>> {
    let [name, lines @ ..] = paragraph else { return Vec::new() };
    let (text, width) = (Style::from(session.theme.text), usize::from(width));
    let name = styled_lines(name, width, text.bold());
    let lines = lines.iter().flat_map(|words| styled_lines(words, width, text));
    name.into_iter().chain(lines).chain([Line::default()]).collect()
}

/// The frame of the text in the middle of the screen, if there is space for one.
fn frame(area: Rect) -> Option<Rect> {
    let width = area.width.min(LONGEST_LINE + 4);
    let x = area.x + (area.width - width) / 2;
    has_frame(area).then(|| Rect { x, width, y: area.y + 1, height: area.height - 2 })
}

fn text_area(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(LONGEST_LINE);
    let without =
        Rect { x: area.x + 2, y: area.y + 2, width, height: area.height.saturating_sub(4) };
    frame(area).map_or(without, |frame| frame.inner(Margin::new(2, 1)))
}

impl Screen for GuidelineReader {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Back, Action::Palette, Action::Help];
        others.into_iter().chain(TEXT_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Guideline)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        self.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let (text, theme) = (text_area(area), &session.theme);
        let head = self.head.iter().flat_map(|paragraph| headed(paragraph, text.width, session));
        let warning = (self.made_under_another > 0).then(|| {
            let words = text!("guideline-other-version", count = self.made_under_another);
            let lines = styled_lines(&words, usize::from(text.width), theme.warning);
            lines.into_iter().chain([Line::default()])
        });
        let guideline = translated_guideline::text_of(&self.guideline);
        let guideline = markdown::lines_of(guideline, text.width, theme);
        self.lines = head.chain(warning.into_iter().flatten()).chain(guideline).collect();
        self.window.fit(self.lines.len(), text.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let area = canvas.area;
        let theme = &session.theme;
        let version = text!("guideline-version", version = self.guideline.version);
        let title = (text!("guideline-title"), &*version);
        let top = Rect { height: 1, ..area };
        draw_title(title, &self.window.how_far().unwrap_or_default(), top, theme, canvas.buffer);
        if let Some(frame) = frame(area) {
            draw_frame("", frame, theme.border, theme, canvas.buffer);
        }
        self.window.draw(&self.lines, text_area(area), canvas.buffer);
        self.window.hint().draw(text_area(area), None, theme, canvas.buffer);
        draw_bar(self, canvas, session);
    }
}
