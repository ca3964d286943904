//! The marked question next to the list: its picture and its card, as blind as in the review.

use ratatui::layout::Rect;

use crate::screens::Canvas;
use crate::screens::pictures::PictureStrip;
use crate::session::Session;
use crate::widgets::cells::cells;
use crate::widgets::question_card::{Card, Marks, ability_path, origin};
use crate::widgets::scroll_hint::MARGIN;
use crate::widgets::wrap::{draw_lines, styled_lines};
use assay_workflow::queue::OpenedQuestion;

/// The marked question.
pub struct Preview {
    /// The question's position in the annotator's order.
    pub position: usize,
    content: Result<Content, String>,
}

struct Content {
    opened: OpenedQuestion,
    strip: PictureStrip,
}

impl Preview {
    /// Reads a question. If that fails, the preview shows the error.
    pub fn load(position: usize, session: &Session) -> Self {
        let store = &session.store;
        let content = session.review().open_item(store, position).map(|opened| {
            let strip = PictureStrip::load(&opened.question.pictures, store);
            Content { opened, strip }
        });
        Preview { position, content: content.map_err(|error| error.to_string()) }
    }

    /// Prepares the pictures that are drawn here soon.
    pub fn prepare_pictures(&self, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
        let Ok(content) = &self.content else { return };
        let (picture, _) = content.lay_out(inside(area), session);
        for placed in content.strip.placed(picture, &session.surface) {
            canvas.pictures.prepare(canvas.buffer, placed.tile.picture, placed.hash);
        }
    }

    /// Draws the picture above the card.
    pub fn draw(&self, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
        let inside = inside(area);
        match &self.content {
            Ok(content) => content.draw(inside, canvas, session),
            Err(failure) => {
                let width = usize::from(inside.width);
                let lines = styled_lines(failure, width, session.theme.error);
                draw_lines(&lines, inside, canvas.buffer);
            }
        }
    }
}

/// With a blank on both sides; the picture has a frame, so that this needs none.
fn inside(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(1 + MARGIN), ..area }
}

impl Content {
    /// The area of the pictures, which hugs them; the card and its area.
    fn lay_out(&self, area: Rect, session: &Session) -> (Rect, (Card, Rect)) {
        let (theme, question) = (&session.theme, &self.opened.question);
        let mut card = Card::lay_out(question, Marks::known(&self.opened), theme, area.width);
        let foot = [ability_path(question), origin(question)];
        card.append_dim(&foot, theme, area.width);
        if self.strip.is_empty() {
            return (Rect { height: 0, ..area }, (card, area));
        }
        let height = cells(card.height()).min(area.height / 2).max(1);
        let room = Rect { height: area.height.saturating_sub(height), ..area };
        // The card follows the pictures, which have the rows that they need.
        let placed = self.strip.placed(room, &session.surface);
        let top = placed.iter().map(|one| one.tile.frame.y).min().unwrap_or(room.y);
        let bottom = placed.iter().map(|one| one.tile.frame.bottom()).max().unwrap_or(room.y);
        let picture = Rect { height: bottom - top, ..room };
        let of_card =
            Rect { y: picture.bottom(), height: area.bottom() - picture.bottom(), ..area };
        (picture, (card, of_card))
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>, session: &Session) {
        let (picture, (card, of_card)) = self.lay_out(area, session);
        self.strip.draw(picture, Marks::known(&self.opened).into(), canvas, session);
        card.draw(of_card, 0, canvas.buffer).draw(of_card, None, &session.theme, canvas.buffer);
    }
}
