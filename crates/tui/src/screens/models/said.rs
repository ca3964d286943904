//! How often each label is right and how often the model answers it (MMBench, Figure 4), below a
//! model's abilities if there is space. It shows a model's preference for a position.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::data::ModelsData;
use crate::messages::text;
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::share::{bar, figure};
use crate::widgets::wrap::{cut, padded};
use assay_core::score::comparison::{ChoiceCounts, Share};

/// Columns of an answer's name.
const NAME: usize = 16;
/// Columns of a share with its bar, and of the bar.
const SHARE: usize = 40;
const BAR: usize = 30;

/// How often something is answered.
struct Answered {
    name: String,
    right: Share,
    said: Share,
}

/// Draws the answers of a model, if the area has room for all of them.
pub(super) fn draw(
    data: &ModelsData,
    model: usize,
    area: Rect,
    canvas: &mut Canvas<'_>,
    theme: &Theme,
) {
    let Some(marked) = data.models.get(model) else { return };
    let figure = &data.said;
    let rows = rows(data, &figure.reference, &figure.models[marked.run]);
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if height < rows.len() + 1 || width < NAME + 2 * SHARE {
        return;
    }
    let heads = [
        padded(text!("models-answer"), NAME),
        padded(text!("models-is-right"), SHARE),
        cut(&text!("models-says", model = marked.model), SHARE),
    ];
    canvas.buffer.set_string(area.x, area.y, heads.concat(), theme.heading);
    for (row, y) in rows.iter().zip(area.y + 1..) {
        row.line(theme).render(Rect { y, height: 1, ..area }, canvas.buffer);
    }
}

/// A row for each label, and for answers without a label if there are any.
fn rows(data: &ModelsData, right: &ChoiceCounts, said: &ChoiceCounts) -> Vec<Answered> {
    let share = |counts: &ChoiceCounts, correct| Share { counted: counts.records, correct };
    let row = |name: String, of_right: usize, of_said: usize| Answered {
        name,
        right: share(right, of_right),
        said: share(said, of_said),
    };
    let labels = data.said.labels.iter().zip(right.labels.iter().zip(&said.labels));
    let labels = labels.map(|(label, (right, said))| row(label.to_string(), *right, *said));
    let others = [
        (text!("models-says-none"), 0, said.none),
        (text!("models-refuses"), 0, said.refused),
        (text!("models-not-read"), right.unread, said.unread),
        (text!("models-request-failed"), 0, said.failed),
    ];
    let others = others.into_iter().filter(|(_, right, said)| right + said > 0);
    labels.chain(others.map(|(name, right, said)| row(name.to_owned(), right, said))).collect()
}

impl Answered {
    fn line(&self, theme: &Theme) -> Line<'static> {
        let name = padded(&cut(&self.name, NAME - 1), NAME);
        let mut spans = vec![Span::styled(name, theme.text)];
        for share in [self.right, self.said] {
            spans.push(Span::styled(format!("{} ", figure(share)), theme.text));
            spans.extend(bar(share, BAR, theme));
            spans.push(Span::raw(" ".repeat(SHARE - BAR - 6)));
        }
        Line::from(spans)
    }
}
