//! The fields of the form: one for each part of a question's words.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use crate::messages::text;
use crate::screens::Canvas;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::typing::{pasted, set_focus, text_area, text_of};
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
    /// The words before the fix.
    before: Option<String>,
}

impl Field {
    fn new(part: Part, shown: Option<&str>, before: Option<&str>) -> Self {
        let area = text_area(shown.unwrap_or_default());
        Field { part, area, before: before.map(str::to_owned) }
    }

    /// The words in the field; `None` if there are none. White space around them is not edited here, so it
    /// stays unchanged, and a choice that is a picture still has no words.
    fn words(&self) -> Option<String> {
        let words = text_of(&self.area);
        match &self.before {
            Some(before) if before.trim() == words => Some(before.clone()),
            _ => Some(words).filter(|words| !words.is_empty()),
        }
    }
}

/// All fields, one of them active.
pub(super) struct Fields {
    all: Vec<Field>,
    active: usize,
}

impl Fields {
    /// The fields with the words `shown`, the first one active.
    pub(super) fn new(shown: &QuestionText, before: &QuestionText) -> Self {
        let mut fields = Fields { all: fields_of(shown, before), active: 0 };
        fields.activate(0);
        fields
    }

    fn activate(&mut self, field: usize) {
        self.active = field;
        for (at, field) in self.all.iter_mut().enumerate() {
            set_focus(&mut field.area, at == self.active);
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
        let Field { part, area, .. } = &mut self.all[self.active];
        if part.has_lines() {
            area.insert_newline();
        }
    }

    /// Adds pasted text to the active field.
    pub(super) fn paste(&mut self, text: &str) {
        let Field { part, area, .. } = &mut self.all[self.active];
        area.insert_str(pasted(text, part.has_lines(), LONGEST));
    }

    /// The words in the fields.
    pub(super) fn text(&self) -> Result<QuestionText, String> {
        let mut text = QuestionText::default();
        for field in &self.all {
            let words = field.words();
            match field.part {
                Part::Stem => text.stem = words.unwrap_or_default(),
                Part::Hint => text.hint = words,
                Part::Choice(label) => text.choices.extend(words.map(|words| (label, words))),
                Part::Answer => {
                    let parsed = words.map(|letter| letter.parse::<Label>()).transpose();
                    text.answer = parsed.map_err(|error| text!("fix-answer-error", error))?;
                }
                Part::Category => text.category = words,
                Part::L2Category => text.l2_category = words,
            }
        }
        Ok(text)
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
    let field =
        |part, of: fn(&QuestionText) -> Option<&str>| Field::new(part, of(shown), of(before));
    let mut labels: Vec<Label> =
        before.choices.keys().chain(shown.choices.keys()).copied().collect();
    labels.sort_unstable();
    labels.dedup();
    // A field for one more choice.
    let next = labels.last().and_then(|last| Label::from_index(last.index() + 1));
    let choices = labels.into_iter().chain(next).map(|label| {
        let words = [shown, before].map(|text| text.choices.get(&label).map(String::as_str));
        Field::new(Part::Choice(label), words[0], words[1])
    });
    let answer = shown.answer.map(|label| label.to_string());
    let mut fields = vec![
        field(Part::Stem, |text| Some(&text.stem)),
        field(Part::Hint, |text| text.hint.as_deref()),
    ];
    fields.extend(choices);
    fields.extend([
        Field::new(Part::Answer, answer.as_deref(), None),
        field(Part::Category, |text| text.category.as_deref()),
        field(Part::L2Category, |text| text.l2_category.as_deref()),
    ]);
    fields
}

fn rows_of(area: &TextArea<'_>, width: u16) -> u16 {
    let width = usize::from(width.saturating_sub(1)).max(1);
    let rows = area.lines().iter().map(|line| wrapped(line, width).len().max(1)).sum();
    cells(rows).clamp(1, TALLEST)
}
