//! The fields of the form: one for each part of a question's words.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use crate::messages::text;
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::typing::{pasted, text_area, text_of};
use crate::widgets::wrap::wrapped;
use assay_core::benchmark::{Label, QuestionText};

/// The maximum length of a pasted field, in characters.
const LONGEST: usize = 8000;
/// The column of the texts.
const INDENT: u16 = 10;
/// A field takes at most this many rows; longer ones scroll.
const TALLEST: u16 = 6;

/// The part of a question in a field.
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
            Part::Stem => text!("fix-question").into(),
            Part::Hint => text!("fix-hint").into(),
            Part::Choice(label) => label.to_string(),
            Part::Answer => text!("fix-answer").into(),
            Part::Category => text!("fix-category").into(),
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

/// All fields, one of them active.
pub(super) struct Fields {
    /// The words before the fix.
    before: QuestionText,
    all: Vec<Field>,
    active: usize,
}

impl Fields {
    /// The fields with the words `shown`, the first one active.
    pub(super) fn new(shown: &QuestionText, before: QuestionText) -> Self {
        let mut fields = Fields { all: fields_of(shown, &before), before, active: 0 };
        fields.activate(0);
        fields
    }

    fn activate(&mut self, field: usize) {
        self.active = field;
        for (at, field) in self.all.iter_mut().enumerate() {
            let style = match at == self.active {
                true => Style::default().add_modifier(Modifier::REVERSED),
                false => Style::default(),
            };
            field.area.set_cursor_style(style);
        }
    }

    /// Moves to the next or the previous field.
    pub(super) fn step(&mut self, by: isize) {
        let count = self.all.len() as isize;
        self.activate((self.active as isize + by).rem_euclid(count) as usize);
    }

    /// Types into the active field.
    pub(super) fn input(&mut self, key: KeyEvent) {
        self.all[self.active].area.input(key);
    }

    /// Starts another line in the active field, if it may have several.
    pub(super) fn break_line(&mut self) {
        let Field { part, area } = &mut self.all[self.active];
        if part.has_lines() {
            area.insert_newline();
        }
    }

    /// Adds pasted text to the active field.
    pub(super) fn paste(&mut self, text: &str) {
        let Field { part, area } = &mut self.all[self.active];
        area.insert_str(pasted(text, part.has_lines(), LONGEST));
    }

    /// The words in the fields.
    pub(super) fn text(&self) -> Result<QuestionText, String> {
        let mut text = QuestionText {
            stem: String::new(),
            hint: None,
            choices: [].into(),
            answer: None,
            category: None,
            l2_category: None,
        };
        for Field { part, area } in &self.all {
            let words = text_of(area);
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
                    text.answer =
                        parsed.map_err(|error| text!("fix-answer-error", error = error))?;
                }
                Part::Category => text.category = some,
                Part::L2Category => text.l2_category = some,
            }
        }
        Ok(self.as_before_where_blank_space_alone_differs(text))
    }

    /// White space around a field is not edited here, so it stays unchanged.
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

    /// How many rows all fields take in a form of this width.
    pub(super) fn rows(&self, width: u16) -> u16 {
        self.heights(width.saturating_sub(INDENT)).iter().sum()
    }

    fn heights(&self, width: u16) -> Vec<u16> {
        self.all.iter().map(|field| rows_of(&field.area, width)).collect()
    }

    /// Draws the fields, the active one always among them.
    pub(super) fn draw(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let width = inner.width.saturating_sub(INDENT);
        let heights = self.heights(width);
        // The fields before the active one scroll out as far as it needs the space.
        let mut first = 0;
        let fits = |first: usize| heights[first..=self.active].iter().sum::<u16>() <= inner.height;
        while first < self.active && !fits(first) {
            first += 1;
        }
        let mut y = inner.y;
        for (at, field) in self.all.iter().enumerate().skip(first) {
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

fn fields_of(shown: &QuestionText, before: &QuestionText) -> Vec<Field> {
    let field = |part: Part, words: &str| Field { part, area: text_area(words) };
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
