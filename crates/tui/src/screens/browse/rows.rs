//! Everything decided on one question, oldest first, as far as this annotator may see it.

use std::collections::HashMap;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::action::Action;
use crate::keymap::KeyContext;
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::screens::review::Review;
use crate::screens::{Canvas, Outcome, Screen};
use crate::session::Session;
use crate::widgets::chrome::draw_prompt;
use crate::widgets::history_text::{act_in_words, local_time};
use crate::widgets::scroll::TEXT_MOVES;
use crate::widgets::text_popup::TextPopup;
use crate::widgets::wrap::{cut, hanging, styled_lines};
use assay_core::benchmark::history::History;
use assay_store::{DecisionRow, QUEUE_REVIEW, QuestionEntry};

pub struct QuestionRows {
    position: usize,
    stem: String,
    rows: Result<Vec<DecisionRow>, String>,
    /// Each person's rows on this question, which determine the undone ones.
    histories: HashMap<String, History>,
    text: TextPopup,
}

impl QuestionRows {
    /// Reads what this annotator may see of a question's rows.
    pub fn load(position: usize, session: &Session) -> Self {
        let (store, desk) = (&session.store, session.review());
        let entry = &desk.items()[position];
        let (key, benchmark) = (entry.key.as_str(), desk.benchmark());
        let rows = store.decisions_visible_to(desk.annotator(), QUEUE_REVIEW, benchmark, key);
        let stem = store
            .blind_question(entry.id)
            .map(|question| MarkedTexts::new(&question).stem.readable().into_owned());
        let mut histories: HashMap<String, History> = HashMap::new();
        for row in rows.as_deref().unwrap_or_default() {
            histories.entry(row.annotator.clone()).or_default().append(row.history_row());
        }
        QuestionRows {
            position,
            stem: stem.unwrap_or_default(),
            rows: rows.map_err(|error| error.to_string()),
            histories,
            text: TextPopup::default(),
        }
    }

    fn lay_out(&self, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let mut lines = vec![
            Line::styled(cut(&self.stem, width), Style::from(theme.text).bold()),
            Line::default(),
        ];
        match &self.rows {
            Err(failure) => lines.push(Line::styled(cut(failure, width), theme.error)),
            Ok(rows) => lines.extend(rows.iter().flat_map(|row| self.row(row, width, session))),
        }
        if self.rows.as_ref().is_ok_and(Vec::is_empty) {
            lines.push(Line::styled(text!("rows-nothing-yet"), theme.dim));
        }
        if !session.review().state(self.position).is_decided() {
            lines.push(Line::default());
            let words = text!("rows-others-later");
            lines.extend(styled_lines(words, width, theme.dim));
        }
        lines
    }

    /// A row: time and name, with the event next to and below them.
    fn row(&self, row: &DecisionRow, width: usize, session: &Session) -> Vec<Line<'static>> {
        let theme = &session.theme;
        let Some(history) = self.histories.get(&row.annotator) else { return Vec::new() };
        let is_taken_back = history.is_taken_back(row.id);
        let who = match row.annotator == session.review().annotator().name {
            true => text!("team-you").to_owned(),
            false => cut(&row.annotator, 16),
        };
        let before = format!("{}  {who}  ", local_time(&row.created));
        let mut words = act_in_words(&row.act, history);
        if is_taken_back {
            words.insert_str(0, text!("history-taken-back"));
        }
        if row.question_revision != self.entry(session).revision {
            words.push_str(&text!("rows-on-revision", revision = row.question_revision));
        }
        if row.active_ms >= 1000 {
            words.push_str(&text!("rows-seconds", seconds = row.active_ms / 1000));
        }
        let style = if is_taken_back { theme.dim } else { theme.text };
        hanging(&before, theme.dim, &words, style, (before.width(), width))
    }

    fn entry<'a>(&self, session: &'a Session) -> &'a QuestionEntry {
        &session.review().items()[self.position]
    }
}

/// The widest popup.
const WIDEST: u16 = 90;

impl Screen for QuestionRows {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        [Action::Confirm].into_iter().chain(TEXT_MOVES).collect()
    }

    fn update(&mut self, action: Action, session: &mut Session) -> Outcome {
        if action == Action::Confirm {
            return Outcome::OpenItem(Box::new(Review::at(self.position, session)));
        }
        self.text.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let mut text = std::mem::take(&mut self.text);
        text.lay_out(WIDEST, area, |width| self.lay_out(width, session));
        self.text = text;
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let key = cut(self.entry(session).key.as_str(), 12);
        self.text.draw(&text!("rows-title", key), &session.theme, canvas.buffer);
        let hints =
            [(Action::Confirm, text!("rows-review-it")), (Action::Back, text!("rows-back"))];
        draw_prompt(None, &hints, KeyContext::Reader, canvas.area, session, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }
}
