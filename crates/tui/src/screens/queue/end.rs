//! The end of a queue: why no item is left, what was done in this sitting, thumbnails of what was flagged, and
//! what is next.

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::frame::draw_centred;
use super::sitting::Sitting;
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::Canvas;
use crate::screens::thumbnails::{Glimpses, LOWEST_STRIP, Settled, Strip, Thumbnail};
use crate::session::Session;
use crate::terms;
use crate::widgets::cells::cells;
use crate::widgets::chrome::chip;
use crate::widgets::wrap::{cut, draw_line, wrapped};
use assay_core::benchmark::queues::has_questions_as_items;

/// The screen when no item is left.
pub(super) struct End {
    /// Why none is left, and what was done.
    words: String,
    sitting: Sitting,
    flagged: Strip<usize>,
    glimpses: Glimpses,
    /// What is next, and in words.
    next: (Action, String),
    parts: Parts,
}

/// The highest strip of thumbnails.
const HIGHEST_STRIP: u16 = 18;

/// The areas, one below the other.
#[derive(Clone, Copy, Default)]
struct Parts {
    words: Rect,
    tally: Rect,
    flagged: Rect,
    next: Rect,
}

impl End {
    pub fn new(queue: &'static str, words: String, session: &Session) -> Self {
        let mut flagged = Strip::default();
        let desk = session.desks.named(queue).filter(|_| has_questions_as_items(queue));
        let rows = session.sitting(queue).into_iter().filter(|row| row.act.is_flag());
        flagged.thumbnails = rows
            .filter_map(|row| {
                let item = desk?.find(&row.item)?;
                let words = format!("#{} {}", item.name, terms::decision(&row.act));
                let settled = Some(Settled::by(&row.act));
                Some((Thumbnail { question: item.question, words, settled }, item.position))
            })
            .collect();
        End {
            words,
            sitting: Sitting::new(queue, session),
            flagged,
            glimpses: Glimpses::default(),
            next: (session.next_work)(queue, session),
            parts: Parts::default(),
        }
    }

    /// What Enter opens.
    pub fn next(&self) -> Action {
        self.next.0
    }

    /// The position of the item under a cell of the screen.
    pub fn item_at(&self, at: Position) -> Option<usize> {
        self.flagged.at(at).copied()
    }

    /// Whether a cell of the screen opens what is next.
    pub fn is_next(&self, at: Position) -> bool {
        self.parts.next.contains(at)
    }

    pub fn is_waiting(&self) -> bool {
        self.glimpses.is_running()
    }

    pub fn painted(&mut self, session: &Session) {
        self.glimpses.want(self.flagged.questions().collect(), session);
    }

    /// Lays out the screen between the title and the keys.
    pub fn prepare(&mut self, area: Rect, session: &Session) {
        self.glimpses.collect();
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
        let words = wrapped(&self.words, usize::from(area.width.saturating_sub(4)).max(8));
        let words = cells(words.len());
        let tally = 2 * u16::from(self.sitting.tally(&session.theme).is_some());
        let next = 2;
        let room = area.height.saturating_sub(words + tally + next + 3).min(HIGHEST_STRIP);
        let has_strip = room >= LOWEST_STRIP && !self.flagged.thumbnails.is_empty();
        let strip = if has_strip { room } else { 0 };
        let used = words + tally + next + if has_strip { strip + 1 } else { 0 };
        let mut y = area.y + area.height.saturating_sub(used) / 2;
        let mut take = |gap: u16, height: u16| {
            let part = Rect { y: y + gap, height, ..area };
            y += gap + height;
            part.intersection(area)
        };
        self.parts = Parts {
            words: take(0, words),
            tally: take(tally / 2, tally / 2),
            flagged: take(u16::from(has_strip), strip),
            next: take(1, 1),
        };
        self.flagged.fit(self.parts.flagged);
    }

    pub fn draw(&self, place: KeyContext, body: Rect, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        draw_centred(&self.words, self.parts.words.intersection(body), theme, canvas.buffer);
        if let Some(tally) = self.sitting.tally(theme) {
            let fits = tally.width() <= usize::from(self.parts.tally.width);
            let tally = if fits { tally.centered() } else { tally };
            draw_line(&tally, self.parts.tally, canvas.buffer);
        }
        self.flagged.draw(text!("end-flagged"), None, &self.glimpses, canvas, session);
        let Some(key) = session.keymap.key_for(place, Action::Confirm) else { return };
        let key = chip(&key.to_string(), theme);
        let room = usize::from(self.parts.next.width).saturating_sub(key.width() + 2);
        let words = cut(&self.next.1, room);
        let words = Span::styled(format!(" {words}"), theme.text);
        Line::from(vec![key, words]).centered().render(self.parts.next, canvas.buffer);
    }
}
