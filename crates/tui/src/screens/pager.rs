//! The pager: one entry of a list on the whole screen, as a text that scrolls, with keys for the
//! next and the previous entry and for its pictures. A picture is below the text if that leaves
//! room, or next to it on request. The entries are passes of a question, or labelled texts.

use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::choice_marks::ChoiceMarks;
use super::full_picture::FullPicture;
use super::list_chrome::Head;
use super::list_layout::has_frame;
use super::pictures::PictureStrip;
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::cells::{cells, share};
use crate::widgets::chrome::{draw_frame, draw_prompt};
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::wrap::draw_line;
use assay_core::benchmark::QuestionPicture;
use assay_store::Result;

/// The entries that a pager shows.
pub(super) trait Entries {
    /// An entry as it was loaded.
    type Entry;

    /// How many there are.
    fn len(&self) -> usize;

    /// Loads an entry; first records that the annotator sees its answers.
    fn load(&self, at: usize, session: &mut Session) -> Result<Self::Entry>;

    fn pictures(entry: &Self::Entry) -> &[QuestionPicture];

    /// Its text in lines of this width.
    fn lines(&self, entry: &Self::Entry, width: usize, theme: &Theme) -> Vec<Line<'static>>;

    /// The lines above the text.
    fn head(&self, at: usize, session: &Session) -> Head;

    /// The start of the line above the text.
    fn summary(&self, at: usize, theme: &Theme) -> Vec<Span<'static>>;
}

/// The screen of one entry.
pub(super) struct Pager<E: Entries> {
    entries: E,
    /// Which entry is open.
    at: usize,
    entry: E::Entry,
    /// The selected picture.
    picture: usize,
    /// Whether it is next to the text.
    shows_picture: bool,
    window: TextWindow,
    lines: Vec<Line<'static>>,
    /// The width for which the lines are laid out.
    laid_out_for: Option<u16>,
}

impl<E: Entries + 'static> Pager<E> {
    /// Opens an entry; if that fails, the screen below shows the error.
    pub fn open(entries: E, at: usize, session: &mut Session) -> Outcome {
        let entry = entries.load(at, session);
        let pager = entry.map(|entry| Pager {
            entries,
            at,
            entry,
            picture: 0,
            shows_picture: false,
            window: TextWindow::default(),
            lines: Vec::new(),
            laid_out_for: None,
        });
        Outcome::open(pager, session)
    }

    fn turn_to(&mut self, at: usize, session: &mut Session) {
        match self.entries.load(at, session) {
            Ok(entry) => {
                (self.at, self.entry) = (at, entry);
                (self.picture, self.window, self.laid_out_for) = (0, TextWindow::default(), None);
            }
            Err(error) => session.show_error(error),
        }
    }

    fn next_picture(&mut self, by: usize, session: &mut Session) {
        let count = E::pictures(&self.entry).len().max(1);
        self.picture = (self.picture + by % count) % count;
        let words = self.strip().page_name(ChoiceMarks::default());
        session.hint(words);
    }

    fn strip(&self) -> PictureStrip {
        PictureStrip::from_pictures(E::pictures(&self.entry), Some(self.picture))
    }

    /// The areas of the text and of the picture, which is next to or above the text on request,
    /// else below it if the text leaves room. Needs the laid-out lines.
    fn parts(&self, area: Rect) -> (Rect, Rect) {
        let body = body(area);
        if E::pictures(&self.entry).is_empty() {
            return (Rect::default(), body);
        }
        if !self.shows_picture {
            let text = cells(self.lines.len());
            let free = body.height.saturating_sub(text.saturating_add(1));
            return match free >= SMALLEST {
                true => (
                    Rect { y: body.bottom() - free, height: free, ..body },
                    Rect { height: text, ..body },
                ),
                false => (Rect::default(), body),
            };
        }
        if area.width >= WIDE {
            let width = share(body.width, 2, 5);
            let picture = Rect { x: body.right() - width, width, ..body };
            return (picture, Rect { width: body.width - width - 2, ..body });
        }
        let height = share(body.height, 2, 5);
        let below = height + 1;
        let y = (body.y + below).min(body.bottom());
        (Rect { height, ..body }, Rect { y, height: body.bottom() - y, ..body })
    }
}

/// The minimum width for a picture next to the text.
const WIDE: u16 = 100;

/// The minimum number of rows of a useful picture.
const SMALLEST: u16 = 8;

/// The frame of the text, if there is space for one.
fn frame(area: Rect) -> Option<Rect> {
    let frame = Rect { y: area.y + 3, height: area.height.saturating_sub(4), ..area };
    has_frame(area).then_some(frame)
}

/// The area of the text. The columns to its right are left for arrows that say that it scrolls.
fn body(area: Rect) -> Rect {
    match frame(area) {
        Some(frame) => frame.inner(Margin::new(2, 1)),
        None => Rect {
            x: area.x + 1,
            y: area.y + 3,
            width: area.width.saturating_sub(3),
            height: area.height.saturating_sub(4),
        },
    }
}

impl<E: Entries + 'static> Screen for Pager<E> {
    fn key_context(&self) -> KeyContext {
        KeyContext::Passes
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let pictures = E::pictures(&self.entry).len();
        let mut commands = Vec::new();
        if pictures > 0 {
            commands.extend([Action::Picture, Action::FullScreen]);
        }
        if pictures > 1 {
            commands.extend([Action::NextPicture, Action::PreviousPicture]);
        }
        commands.extend([Action::Right, Action::Left, Action::Back, Action::Palette, Action::Help]);
        commands.extend(TEXT_MOVES);
        commands
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        match action {
            Action::FullScreen => {
                let picture = FullPicture::from_pictures(E::pictures(&self.entry), self.picture);
                return Outcome::Open(Box::new(picture));
            }
            Action::Picture => self.shows_picture = !self.shows_picture,
            Action::NextPicture => self.next_picture(1, session),
            Action::PreviousPicture => {
                let pictures = E::pictures(&self.entry).len();
                self.next_picture(pictures.saturating_sub(1), session);
            }
            Action::Right if self.at + 1 < self.entries.len() => self.turn_to(self.at + 1, session),
            Action::Left if self.at > 0 => self.turn_to(self.at - 1, session),
            movement => self.window.act(movement),
        }
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let (_, text) = self.parts(area);
        if self.laid_out_for != Some(text.width) {
            self.lines = self.entries.lines(&self.entry, usize::from(text.width), &session.theme);
            self.laid_out_for = Some(text.width);
        }
        let (_, text) = self.parts(area);
        self.window.fit(self.lines.len(), text.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        self.entries.head(self.at, session).draw(canvas, session);
        let (area, theme) = (canvas.area, &session.theme);
        let mut summary = self.entries.summary(self.at, theme);
        let place = text!("pager-place", number = self.at + 1, all = self.entries.len());
        summary.push(Span::styled(place, theme.dim));
        let far = self.window.how_far().map(|far| format!("   {far}"));
        summary.extend(far.map(|far| Span::styled(far, theme.dim)));
        draw_line(&Line::from(summary), Rect { y: area.y + 2, height: 1, ..area }, canvas.buffer);
        if let Some(frame) = frame(area) {
            draw_frame("", frame, theme.border, theme, canvas.buffer);
        }
        let (picture, body) = self.parts(area);
        self.strip().draw(picture, ChoiceMarks::default(), canvas, session);
        self.window.draw(&self.lines, body, canvas.buffer);
        self.window.hint().draw(body, None, theme, canvas.buffer);
        let mut hints =
            vec![(Action::Right, text!("pager-next")), (Action::Left, text!("pager-previous"))];
        if !E::pictures(&self.entry).is_empty() {
            let picture = (Action::Picture, text!("pager-see-picture"));
            hints.splice(0..0, [picture, (Action::FullScreen, text!("pager-full"))]);
        }
        hints.extend([(Action::Back, text!("pager-back")), (Action::Help, text!("pager-help"))]);
        draw_prompt(None, &hints, KeyContext::Passes, area, session, canvas.buffer);
    }
}
