//! The fields of the form: one for each part of a question's words. The category is chosen from a list.

use std::collections::BTreeSet;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use ratatui_textarea::TextArea;

use crate::messages::text;
use crate::screens::Canvas;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::tint;
use crate::widgets::typing::{pasted, set_focus, text_area, text_of};
use crate::widgets::wrap::{draw_lines, styled_lines, wrapped};
use assay_core::benchmark::category_names::CategoryNames;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{Label, QuestionText, ShortAnswer};

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

    /// The words of this part; `None` if there are none.
    fn words(self, of: &QuestionText) -> Option<String> {
        match self {
            Part::Stem => Some(of.stem.clone()),
            Part::Hint => of.hint.clone(),
            Part::Choice(label) => of.choices.get(&label).cloned(),
            Part::Answer => match &of.short_answer {
                Some(short) => Some(short.joined()),
                None => of.answer.map(|label| label.to_string()),
            },
            Part::Category => of.category.clone(),
            Part::L2Category => of.l2_category.clone(),
        }
    }

    fn has_lines(self) -> bool {
        matches!(self, Part::Stem | Part::Hint | Part::Choice(_))
    }
}

/// What a field holds.
enum Entry {
    Text(Box<TextArea<'static>>),
    /// A category by its name, and as people read it.
    Category(Option<String>, String),
}

impl Entry {
    fn category(name: Option<String>, taxonomy: &Taxonomy) -> Self {
        let title = name.as_deref().map(|name| terms::category(taxonomy, name));
        Entry::Category(name, title.unwrap_or_default())
    }

    /// The lines as they are drawn.
    fn lines(&self) -> &[String] {
        match self {
            Entry::Text(area) => area.lines(),
            Entry::Category(_, title) => std::slice::from_ref(title),
        }
    }
}

struct Field {
    part: Part,
    entry: Entry,
    /// The words before the fix.
    before: Option<String>,
}

impl Field {
    /// The words in the field; `None` if there are none. White space around them is not edited here, so it
    /// stays unchanged, and a choice that is a picture still has no words.
    fn words(&self) -> Option<String> {
        let words = match &self.entry {
            Entry::Text(area) => text_of(area),
            Entry::Category(name, _) => return name.clone(),
        };
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
    /// The L-2 ability, where it follows from the category.
    l2_category: Option<String>,
    /// What short answers are compared with, before the fix.
    short_answer: Option<ShortAnswer>,
}

impl Fields {
    /// The fields with the words `shown`, the first one active. Without categories to choose from, category and
    /// L-2 ability are texts.
    pub(super) fn new(
        shown: &QuestionText,
        before: &QuestionText,
        CategoryNames { taxonomy, all }: &CategoryNames,
    ) -> Self {
        let labels: BTreeSet<Label> =
            before.choices.keys().chain(shown.choices.keys()).copied().collect();
        // A field for one more choice.
        let next = labels.last().and_then(|last| Label::from_index(last.index() + 1));
        let choices = labels.into_iter().chain(next).map(Part::Choice);
        let parts = [Part::Stem, Part::Hint].into_iter().chain(choices);
        let parts = parts.chain([Part::Answer, Part::Category]);
        let has_abilities = taxonomy.leaves().next().is_some();
        let parts = parts.chain((!has_abilities).then_some(Part::L2Category));
        let entry = |part: Part| match part {
            Part::Category if !all.is_empty() => Entry::category(shown.category.clone(), taxonomy),
            part => Entry::Text(Box::new(text_area(&part.words(shown).unwrap_or_default()))),
        };
        let field = |part: Part| Field { part, entry: entry(part), before: part.words(before) };
        let l2_category = shown.l2_category.clone();
        let short_answer = before.short_answer.clone();
        let all = parts.map(field).collect();
        let mut fields = Fields { all, active: 0, l2_category, short_answer };
        fields.activate(0);
        fields
    }

    fn activate(&mut self, field: usize) {
        self.active = field;
        for (at, field) in self.all.iter_mut().enumerate() {
            if let Entry::Text(area) = &mut field.entry {
                set_focus(area, at == self.active);
            }
        }
    }

    /// Moves to the next or the previous field.
    pub(super) fn step(&mut self, by: isize) {
        let count = self.all.len() as isize;
        self.activate((self.active as isize + by).rem_euclid(count) as usize);
    }

    /// Whether the active field is chosen from a list.
    pub(super) fn is_at_category(&self) -> bool {
        matches!(self.all[self.active].entry, Entry::Category(..))
    }

    /// Sets the category, and the L-2 ability that goes with it.
    pub(super) fn set_category(&mut self, name: &str, taxonomy: &Taxonomy) {
        let before =
            QuestionText { l2_category: self.l2_category.take(), ..QuestionText::default() };
        self.l2_category = before.with_category(name, taxonomy).l2_category;
        for field in &mut self.all {
            if matches!(field.entry, Entry::Category(..)) {
                field.entry = Entry::category(Some(name.to_owned()), taxonomy);
            }
        }
    }

    /// Types into the active field.
    pub(super) fn input(&mut self, key: KeyEvent) {
        if let Entry::Text(area) = &mut self.all[self.active].entry {
            area.input(key);
        }
    }

    /// Adds pasted text to the active field; line breaks only if it may have several.
    pub(super) fn paste(&mut self, text: &str) {
        let Field { part, entry, .. } = &mut self.all[self.active];
        if let Entry::Text(area) = entry {
            area.insert_str(pasted(text, part.has_lines(), LONGEST));
        }
    }

    /// The words in the fields.
    pub(super) fn text(&self) -> Result<QuestionText, String> {
        let mut text =
            QuestionText { l2_category: self.l2_category.clone(), ..QuestionText::default() };
        for field in &self.all {
            let words = field.words();
            match field.part {
                Part::Stem => text.stem = words.unwrap_or_default(),
                Part::Hint => text.hint = words,
                Part::Choice(label) => text.choices.extend(words.map(|words| (label, words))),
                Part::Answer if self.short_answer.is_some() => {
                    let words = words.unwrap_or_default();
                    let short = self.short_answer.as_ref();
                    text.short_answer = short.map(|short| short.with_joined(&words));
                }
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

    /// The lines of each field.
    pub(super) fn lines(&self) -> Vec<Vec<String>> {
        self.all.iter().map(|field| field.entry.lines().to_vec()).collect()
    }

    /// Draws the fields, the active one always among them.
    pub(super) fn draw(&self, inner: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
        let width = inner.width.saturating_sub(INDENT);
        let heights = heights(&self.lines(), inner.width);
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
            let is_active = at == self.active;
            let name = if is_active { theme.key } else { theme.dim };
            let label = field.part.name();
            canvas.buffer.set_stringn(inner.x, y, label, usize::from(INDENT) - 1, name);
            let area = Rect { x: inner.x + INDENT, y, width, height };
            match &field.entry {
                Entry::Text(text) => (&**text).render(area, canvas.buffer),
                Entry::Category(_, title) => {
                    let lines = styled_lines(title, usize::from(width).max(1), theme.text);
                    draw_lines(&lines, area, canvas.buffer);
                }
            }
            if is_active {
                tint(
                    Rect { y, width: INDENT - 1, height: 1, ..inner },
                    theme.selected,
                    theme,
                    canvas.buffer,
                );
            }
            y += height;
        }
    }
}

/// How many rows fields with these lines take in a form of this width.
pub(super) fn heights(fields: &[Vec<String>], width: u16) -> Vec<u16> {
    let width = usize::from(width.saturating_sub(INDENT + 1)).max(1);
    let rows = |line: &String| wrapped(line, width).len().max(1);
    let height = |lines: &Vec<String>| cells(lines.iter().map(rows).sum());
    fields.iter().map(|lines| height(lines).clamp(1, TALLEST)).collect()
}
