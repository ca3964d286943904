//! The questions of one ability as one model answered them.

use std::sync::Arc;

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::data::{ModelsData, sign};
use super::draw::tone;
use super::passes::Passes;
use crate::score::Judgement;
use crate::tui::messages::text;
use crate::tui::screens::list_chrome::draw_head;
use crate::tui::screens::list_screen::{ListScreen, Listing};
use crate::tui::screens::pager::Pager;
use crate::tui::screens::{Canvas, Outcome};
use crate::tui::session::Session;
use crate::tui::stems::Stems;
use crate::tui::widgets::list::{List, Row};
use crate::tui::widgets::wrap::cut;

/// The list of questions.
pub(super) struct Questions {
    data: Arc<ModelsData>,
    model: usize,
    ability: String,
    /// Positions in the data.
    listed: Vec<usize>,
    stems: Stems,
}

impl Questions {
    /// The screen of these questions of a model.
    pub fn screen(
        data: Arc<ModelsData>,
        model: usize,
        ability: &str,
        listed: Vec<usize>,
        session: &Session,
    ) -> ListScreen<Self> {
        let stems = Stems::load(session);
        let questions = Questions { data, model, ability: ability.to_owned(), listed, stems };
        ListScreen::new(questions, session)
    }

    fn judgement(&self, question: usize) -> Option<Judgement> {
        self.data.models()[self.model].judgements[question]
    }

    fn line(&self, row: Row, width: usize, session: &Session) -> Line<'static> {
        let theme = &session.theme;
        let question = self.listed[row.index];
        let style = row.style(theme.text, theme);
        let judgement = self.judgement(question);
        let key = self.data.compared().questions()[question].key.as_str();
        let desk = session.review();
        let stem = desk.position_of(key).map_or("", |at| self.stems.stem(&desk.items()[at]));
        let decided = self.data.decided_by(self.model, question);
        let decided = cut(&decided, (width / 3).min(24));
        let key = cut(key, 10);
        let room = width.saturating_sub(2 + 2 + key.width().max(5) + 2 + decided.width() + 2);
        let stem = cut(stem, room);
        let before = " ".repeat(5_usize.saturating_sub(key.width()) + 1);
        let after = " ".repeat(room - stem.width() + 1);
        Line::from(vec![
            row.sign(theme),
            Span::styled(format!("{} ", sign(judgement)), tone(judgement, theme)),
            Span::styled(format!("{key}{before}"), theme.key),
            Span::styled(format!("{stem}{after}"), style),
            Span::styled(decided, theme.dim),
        ])
    }
}

impl Listing for Questions {
    fn len(&self, _: &Session) -> usize {
        self.listed.len()
    }

    fn open(&self, row: usize, session: &mut Session) -> Outcome {
        let (data, questions) = (Arc::clone(&self.data), self.listed.clone());
        Pager::open(Passes { data, model: self.model, questions }, row, session)
    }

    fn draw(&self, list: &List, canvas: &mut Canvas<'_>, session: &Session) {
        let model = format!("{} · {}", self.data.models()[self.model].model, self.ability);
        draw_head(text!("models-what"), Some(&model), Some(&self.data.describe()), canvas, session);
        list.draw(canvas.buffer, |row| self.line(row, list.width(), session));
    }
}
