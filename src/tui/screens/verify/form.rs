//! Fixing a question: a form with its words, then what changes, then saving.
//!
//! A text field for each of stem, hint, choices, reference answer and ability. `Tab` goes on, `Ctrl-s`
//! shows the difference, and `Enter` saves it there. Everything typed is text; nothing is saved before
//! the difference was seen. `Esc` keeps a draft for this session.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use crate::benchmark::{Label, Question, QuestionText, TextChange};
use crate::queue::verify::{describe_stale, predictions_to_ask_again};
use crate::store::{AskAgain, BlindQuestion, QuestionId, StoreError};
use crate::tui::action::Action;
use crate::tui::drafts::DraftFor;
use crate::tui::keymap::KeyContext;
use crate::tui::screens::{Canvas, Outcome, Raw, Reply, Screen};
use crate::tui::session::Session;
use crate::tui::status::{StatusKind, StatusMessage};
use crate::tui::theme::Theme;
use crate::tui::widgets::cells::cells;
use crate::tui::widgets::chrome::draw_popup;
use crate::tui::widgets::wrap::wrapped;

/// A field longer than this (in characters) is cut off when it is pasted.
const LONGEST: usize = 8000;
/// The column in which the texts begin.
const INDENT: u16 = 10;
/// A field takes at most this many rows; longer ones scroll.
const TALLEST: u16 = 6;

/// What the form leaves.
pub struct FixedText {
    /// The words of the question as they shall be.
    pub text: QuestionText,
    /// What must be asked again, in a few words; empty where nothing must.
    pub to_ask_again: String,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Stem,
    Hint,
    Choice(Label),
    Answer,
    Category,
    L2Category,
}

impl Part {
    fn name(self) -> String {
        match self {
            Part::Stem => "question".into(),
            Part::Hint => "hint".into(),
            Part::Choice(label) => label.to_string(),
            Part::Answer => "answer".into(),
            Part::Category => "category".into(),
            Part::L2Category => "L-2".into(),
        }
    }

    fn has_lines(self) -> bool {
        matches!(self, Part::Stem | Part::Hint | Part::Choice(_))
    }
}

struct Field {
    part: Part,
    area: TextArea<'static>,
}

/// What changes, to be looked at before it is saved.
struct Difference {
    changes: Vec<TextChange>,
    text: QuestionText,
    to_ask_again: Vec<AskAgain>,
    scroll: usize,
}

/// The popup in which a question is fixed.
pub struct FixForm {
    question_id: QuestionId,
    what: DraftFor,
    before: QuestionText,
    fields: Vec<Field>,
    active: usize,
    difference: Option<Difference>,
    reply: Reply<FixedText>,
}

impl FixForm {
    /// The form for a question, with the draft where there is one.
    pub fn open(
        question: &BlindQuestion,
        session: &Session,
        reply: Reply<FixedText>,
    ) -> Result<Self, StoreError> {
        let whole: Question = session.store.whole_question(question.id)?;
        let before = QuestionText::from_question(&whole);
        let what = DraftFor::Fix(question.key.as_str().to_owned());
        let draft = serde_json::from_str(session.drafts.text(&what)).ok();
        let shown = draft.unwrap_or_else(|| before.clone());
        let fields = fields_of(&shown, &before);
        let question_id = question.id;
        let mut form =
            FixForm { question_id, what, before, fields, active: 0, difference: None, reply };
        form.activate(0);
        Ok(form)
    }

    fn activate(&mut self, field: usize) {
        self.active = field;
        for (at, field) in self.fields.iter_mut().enumerate() {
            let style = match at == self.active {
                true => Style::default().add_modifier(Modifier::REVERSED),
                false => Style::default(),
            };
            field.area.set_cursor_style(style);
        }
    }

    fn step(&mut self, by: isize) {
        let count = self.fields.len() as isize;
        self.activate((self.active as isize + by).rem_euclid(count) as usize);
    }

    /// The words as they are in the fields.
    fn text(&self) -> Result<QuestionText, String> {
        let mut text = QuestionText {
            stem: String::new(),
            hint: None,
            choices: [].into(),
            answer: None,
            category: None,
            l2_category: None,
        };
        for Field { part, area } in &self.fields {
            let words = area.lines().join("\n").trim().to_owned();
            let some = (!words.is_empty()).then(|| words.clone());
            match *part {
                Part::Stem => text.stem = words,
                Part::Hint => text.hint = some,
                Part::Choice(label) => {
                    // A choice that is a picture has no words, and had none before.
                    let was_empty = self.before.choices.get(&label).is_some_and(String::is_empty);
                    if some.is_some() || was_empty {
                        text.choices.insert(label, words);
                    }
                }
                Part::Answer => {
                    let parsed = some.map(|letter| letter.parse::<Label>()).transpose();
                    text.answer = parsed.map_err(|error| format!("answer: {error}"))?;
                }
                Part::Category => text.category = some,
                Part::L2Category => text.l2_category = some,
            }
        }
        Ok(self.as_before_where_blank_space_alone_differs(text))
    }

    /// White space around a field is not edited here, so it stays as it was.
    fn as_before_where_blank_space_alone_differs(&self, mut text: QuestionText) -> QuestionText {
        let keep = |now: &mut String, before: Option<&String>| {
            if let Some(before) = before.filter(|before| before.trim() == now.as_str()) {
                now.clone_from(before);
            }
        };
        keep(&mut text.stem, Some(&self.before.stem));
        for (label, words) in &mut text.choices {
            keep(words, self.before.choices.get(label));
        }
        let optional = [
            (&mut text.hint, &self.before.hint),
            (&mut text.category, &self.before.category),
            (&mut text.l2_category, &self.before.l2_category),
        ];
        for (now, before) in optional {
            match (now.as_mut(), before) {
                (Some(now), before) => keep(now, before.as_ref()),
                (None, Some(before)) if before.trim().is_empty() => *now = Some(before.clone()),
                (None, _) => {}
            }
        }
        text
    }

    /// Goes on to the difference, or says why there is none to save.
    fn compare(&mut self, session: &mut Session) {
        let checked = self.text().and_then(|text| {
            text.check().map_err(|error| error.to_string())?;
            match self.before.changes_to(&text) {
                changes if changes.is_empty() => Err("nothing is changed".to_owned()),
                changes => Ok((text, changes)),
            }
        });
        let (text, changes) = match checked {
            Ok(checked) => checked,
            Err(why) => {
                session.status = Some(StatusMessage::hint(format!("{why}; nothing is saved yet")));
                return;
            }
        };
        match predictions_to_ask_again(&session.store, self.question_id, &text) {
            Ok(to_ask_again) => {
                session.status = None;
                self.difference = Some(Difference { changes, text, to_ask_again, scroll: 0 });
            }
            Err(error) => session.status = Some(StatusMessage::error(error.to_string())),
        }
    }

    fn close(&mut self, session: &mut Session) -> Outcome {
        match self.text() {
            Ok(text) if text == self.before => session.drafts.forget(&self.what),
            Ok(text) => {
                let draft = serde_json::to_string(&text).unwrap_or_default();
                session.drafts.keep(self.what.clone(), draft);
                session.status = Some(StatusMessage::hint("the draft is kept, not saved"));
            }
            Err(_) => session.status = Some(StatusMessage::hint("nothing is saved")),
        }
        Outcome::Close
    }

    fn key(&mut self, key: KeyEvent, session: &mut Session) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let has_modifier = control || key.modifiers.contains(KeyModifiers::ALT);
        if let KeyCode::Char('c') = key.code
            && control
        {
            return Outcome::Quit;
        }
        if self.difference.is_some() {
            return self.key_at_difference(key.code, session);
        }
        match key.code {
            KeyCode::Esc => return self.close(session),
            KeyCode::Char('s') if control => self.compare(session),
            KeyCode::Tab => self.step(1),
            KeyCode::BackTab => self.step(-1),
            KeyCode::Enter if !has_modifier => self.step(1),
            KeyCode::Enter if self.fields[self.active].part.has_lines() => {
                self.fields[self.active].area.insert_newline();
            }
            KeyCode::Enter => {}
            _ => {
                self.fields[self.active].area.input(key);
            }
        }
        Outcome::Stay
    }

    fn key_at_difference(&mut self, key: KeyCode, session: &mut Session) -> Outcome {
        let Some(difference) = &mut self.difference else { return Outcome::Stay };
        match key {
            KeyCode::Enter => {
                let text = difference.text.clone();
                let draft = serde_json::to_string(&text).unwrap_or_default();
                session.drafts.keep(self.what.clone(), draft);
                let to_ask_again = in_short(&difference.to_ask_again);
                self.reply.send(FixedText { text, to_ask_again });
                return Outcome::Close;
            }
            KeyCode::Esc => self.difference = None,
            KeyCode::Char('j') | KeyCode::Down => difference.scroll += 1,
            KeyCode::Char('k') | KeyCode::Up => {
                difference.scroll = difference.scroll.saturating_sub(1);
            }
            _ => {}
        }
        Outcome::Stay
    }

    /// How many rows each field takes.
    fn rows(&self, width: u16) -> Vec<u16> {
        self.fields.iter().map(|field| rows_of(&field.area, width)).collect()
    }

    fn draw_fields(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let width = inner.width.saturating_sub(INDENT);
        let heights = self.rows(width);
        // The fields before the active one scroll out as far as that needs the room.
        let mut first = 0;
        let fits = |first: usize| heights[first..=self.active].iter().sum::<u16>() <= inner.height;
        while first < self.active && !fits(first) {
            first += 1;
        }
        let mut y = inner.y;
        for (at, field) in self.fields.iter().enumerate().skip(first) {
            let height = heights[at].min(inner.bottom().saturating_sub(y));
            if height == 0 {
                break;
            }
            let name = if at == self.active { theme.selected } else { theme.dim };
            let label = field.part.name();
            canvas.buffer.set_stringn(inner.x, y, label, usize::from(INDENT) - 1, name);
            let area = Rect { x: inner.x + INDENT, y, width, height };
            (&field.area).render(area, canvas.buffer);
            y += height;
        }
    }
}

impl Screen for FixForm {
    fn key_context(&self) -> KeyContext {
        KeyContext::Everywhere
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        Vec::new()
    }

    fn update(&mut self, _: Action, _: &mut Session) -> Outcome {
        Outcome::Stay
    }

    fn raw(&mut self, input: &Raw, session: &mut Session) -> Option<Outcome> {
        match input {
            Raw::Key(key) => Some(self.key(*key, session)),
            Raw::Paste(text) => {
                if self.difference.is_none() {
                    let field = &mut self.fields[self.active];
                    let text = text.replace("\r\n", "\n").replace('\r', "\n");
                    let has_lines = field.part.has_lines();
                    let kept = text.chars().filter(|c| *c == '\n' && has_lines || !c.is_control());
                    field.area.insert_str(kept.take(LONGEST).collect::<String>());
                }
                Some(Outcome::Stay)
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let theme = &session.theme;
        let (title, hint) = match self.difference {
            None => (
                "Fix the question",
                "Tab next · Ctrl-s shows the difference · Esc keeps a draft · Alt-Enter new line",
            ),
            Some(_) => ("What changes", "Enter saves · Esc goes back to the form · j k scroll"),
        };
        let width = canvas.area.width.saturating_sub(4).min(100);
        let inner_width = width.saturating_sub(2);
        let lines = match &self.difference {
            None => self.rows(inner_width.saturating_sub(INDENT)).iter().sum(),
            Some(difference) => cells(difference.lines(usize::from(inner_width), theme).len()),
        };
        let size = (width, (lines + 2).min(canvas.area.height.saturating_sub(3)));
        let inner = draw_popup(title, size, canvas.area, theme, canvas.buffer);
        match &self.difference {
            None => self.draw_fields(inner, theme, canvas),
            Some(difference) => difference.draw(inner, theme, canvas),
        }
        // The keys of the screen below are text now, so its bar would mislead.
        let bar = Rect { y: canvas.area.bottom() - 1, height: 1, ..canvas.area };
        Clear.render(bar, canvas.buffer);
        let status = session.status.as_ref().filter(|status| status.kind != StatusKind::Saved);
        let words = status.map_or(hint, |status| status.text.as_str());
        canvas.buffer.set_stringn(bar.x + 1, bar.y, words, usize::from(bar.width) - 1, theme.dim);
    }

    fn is_popup(&self) -> bool {
        true
    }
}

impl Difference {
    fn draw(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let lines = self.lines(usize::from(inner.width), theme);
        let last = lines.len().saturating_sub(usize::from(inner.height));
        let from = self.scroll.min(last);
        for (row, line) in (0..inner.height).zip(&lines[from..]) {
            line.render(Rect { y: inner.y + row, height: 1, ..inner }, canvas.buffer);
        }
    }

    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for change in &self.changes {
            lines.push(Line::styled(change.field.clone(), theme.heading));
            let sides =
                [("- ", &change.before, theme.disagree), ("+ ", &change.after, theme.agree)];
            for (sign, words, tone) in sides {
                let Some(words) = words else { continue };
                for piece in wrapped(words, width.saturating_sub(2)) {
                    let spans = vec![Span::styled(sign, tone), Span::styled(piece, tone)];
                    lines.push(Line::from(spans));
                }
            }
        }
        lines.push(Line::default());
        let stale = describe_stale(&self.to_ask_again);
        let stays = || "Predictions stay valid: models are shown the same words.".to_owned();
        let pieces = wrapped(&stale.unwrap_or_else(stays), width).into_iter();
        lines.extend(pieces.map(|piece| Line::styled(piece, theme.warning)));
        lines
    }
}

fn fields_of(shown: &QuestionText, before: &QuestionText) -> Vec<Field> {
    let field = |part: Part, words: &str| {
        let mut area = TextArea::from(words.split('\n'));
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        area.set_cursor_line_style(Style::default());
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Field { part, area }
    };
    let mut fields = vec![
        field(Part::Stem, &shown.stem),
        field(Part::Hint, shown.hint.as_deref().unwrap_or_default()),
    ];
    let mut labels: Vec<Label> =
        before.choices.keys().chain(shown.choices.keys()).copied().collect();
    labels.sort_unstable();
    labels.dedup();
    // A field for one more choice.
    let next = labels.last().and_then(|last| Label::from_index(last.index() + 1));
    for label in labels.into_iter().chain(next) {
        let words = shown.choices.get(&label).map(String::as_str).unwrap_or_default();
        fields.push(field(Part::Choice(label), words));
    }
    let answer = shown.answer.map(|label| label.to_string()).unwrap_or_default();
    fields.push(field(Part::Answer, &answer));
    fields.push(field(Part::Category, shown.category.as_deref().unwrap_or_default()));
    fields.push(field(Part::L2Category, shown.l2_category.as_deref().unwrap_or_default()));
    fields
}

fn rows_of(area: &TextArea<'_>, width: u16) -> u16 {
    let width = usize::from(width.saturating_sub(1)).max(1);
    let rows = area.lines().iter().map(|line| wrapped(line, width).len().max(1)).sum();
    cells(rows).clamp(1, TALLEST)
}

/// `ask again: 12 passes of 3 models`.
fn in_short(to_ask_again: &[AskAgain]) -> String {
    let passes: usize = to_ask_again.iter().map(|one| one.passes).sum();
    match passes {
        0 => String::new(),
        passes => format!("ask again: {passes} passes of {} runs", to_ask_again.len()),
    }
}
