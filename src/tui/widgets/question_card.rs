//! The question as an annotator reads it: ability, hint, stem, choices, and after the blind answer the
//! reference answer beside the annotator's own.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::scroll_hint::ScrollHint;
use super::wrap::wrapped;
use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::taxonomy::Taxonomy;
use crate::benchmark::{Label, PictureRole};
use crate::store::{BlindQuestion, FlagKind, Reveal};
use crate::tui::theme::Theme;

/// What the card shows beside the question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The annotator's own answer.
    pub answer: Option<BlindAnswer>,
    /// What is shown after it.
    pub reveal: Option<&'a Reveal>,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// What the filters suspect, where the annotator may know it.
    pub flags: &'a [FlagKind],
    /// Split and source are shown elsewhere.
    pub has_no_origin: bool,
}

/// The lines of a card for one width.
#[derive(Debug, Default)]
pub struct Card {
    lines: Vec<Line<'static>>,
    choices: Vec<(usize, usize, Label)>,
}

impl Card {
    /// Lays the question out in lines of `width` cells.
    pub fn lay_out(question: &BlindQuestion, marks: Marks<'_>, theme: &Theme, width: u16) -> Card {
        let mut card = Card::default();
        let width = usize::from(width);
        let dim: Style = theme.dim.into();
        let origin = if marks.has_no_origin { String::new() } else { origin(question) };
        for line in [ability_path(question), origin] {
            if !line.is_empty() {
                card.text(&line, width, dim);
            }
        }
        if let Some(hint) = question.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            card.blank();
            card.labelled("Hint  ", hint, width, dim, theme.text.into());
        }
        card.blank();
        card.text(&question.stem, width, Style::from(theme.text).bold());
        card.blank();
        for (position, choice) in question.choices.iter().enumerate() {
            let is_picture = question
                .pictures
                .iter()
                .any(|picture| picture.role == PictureRole::Choice(choice.label));
            let text = match (choice.text.trim().is_empty(), is_picture) {
                (true, true) => "(see the picture)",
                (true, false) => "(no text)",
                (false, _) => choice.text.as_str(),
            };
            card.choice(position, choice.label, text, marks, theme, width);
        }
        if question.choices.is_empty() {
            card.text("An open question: it has no choices.", width, dim);
        }
        card.extra_answers(marks, theme, width);
        if let Some(comment) = marks.reveal.and_then(|reveal| reveal.comment.as_deref()) {
            card.blank();
            card.labelled("Comment  ", comment, width, dim, theme.text.into());
        }
        if !marks.flags.is_empty() {
            let kinds: Vec<&str> = marks.flags.iter().map(|kind| kind.name()).collect();
            card.blank();
            let words = format!("⚑ flagged by machine: {}", kinds.join(", "));
            card.text(&words, width, theme.warning.into());
        }
        card
    }

    fn choice(
        &mut self,
        position: usize,
        label: Label,
        text: &str,
        marks: Marks<'_>,
        theme: &Theme,
        width: usize,
    ) {
        let is_own = marks.answer == Some(BlindAnswer::Choice(label));
        let is_reference = marks.reveal.is_some_and(|reveal| reveal.answer == Some(label));
        let sign = match (is_own, is_reference, marks.cursor == Some(position)) {
            (_, true, _) => "✓ ",
            (true, false, _) => "▸ ",
            (false, false, true) => "› ",
            (false, false, false) => "  ",
        };
        let note = match (is_own, is_reference) {
            (true, true) => "  you, reference",
            (true, false) => "  you",
            (false, true) => "  reference",
            (false, false) => "",
        };
        let style: Style = match (is_own, is_reference) {
            (_, true) => theme.reference.into(),
            (true, false) => theme.own.into(),
            (false, false) if marks.cursor == Some(position) => theme.selected.into(),
            (false, false) => theme.text.into(),
        };
        let start = self.lines.len();
        let letter = label.letter().to_ascii_lowercase();
        let inner = width.saturating_sub(5 + note.len()).max(8);
        for (number, piece) in wrapped(text, inner).into_iter().enumerate() {
            let mut spans = if number == 0 {
                vec![
                    Span::styled(sign, style),
                    Span::styled(letter.to_string(), theme.key),
                    Span::raw("  "),
                ]
            } else {
                vec![Span::raw("     ")]
            };
            spans.push(Span::styled(piece, style));
            if number == 0 && !note.is_empty() {
                spans.push(Span::styled(note, style));
            }
            self.lines.push(Line::from(spans));
        }
        self.choices.push((start, self.lines.len(), label));
    }

    /// Answers that are no choice, and a reference answer that is missing.
    fn extra_answers(&mut self, marks: Marks<'_>, theme: &Theme, width: usize) {
        let own = match marks.answer {
            Some(BlindAnswer::NoneOfTheChoices) => Some("▸ z  none of the choices  you"),
            Some(BlindAnswer::CannotTell) => Some("▸ x  the picture does not show it  you"),
            Some(BlindAnswer::Choice(_)) | None => None,
        };
        if let Some(own) = own {
            self.text(own, width, theme.own.into());
        }
        if marks.reveal.is_some_and(|reveal| reveal.answer.is_none()) {
            self.blank();
            self.text("There is no reference answer.", width, theme.dim.into());
        }
    }

    fn labelled(
        &mut self,
        label: &'static str,
        text: &str,
        width: usize,
        of_label: Style,
        of_text: Style,
    ) {
        let inner = width.saturating_sub(label.len());
        for (number, piece) in wrapped(text, inner).into_iter().enumerate() {
            let before = if number == 0 { label.to_owned() } else { " ".repeat(label.len()) };
            self.lines.push(Line::from(vec![
                Span::styled(before, of_label),
                Span::styled(piece, of_text),
            ]));
        }
    }

    fn text(&mut self, text: &str, width: usize, style: Style) {
        let pieces = wrapped(text, width).into_iter();
        self.lines.extend(pieces.map(|piece| Line::from(Span::styled(piece, style))));
    }

    fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Adds lines below the question.
    pub fn append(&mut self, lines: Vec<Line<'static>>) {
        self.blank();
        self.lines.extend(lines);
    }

    /// How many lines the card has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Draws the card from line `scroll` on, as far as there are lines; returns whether lines are hidden.
    pub fn draw(&self, area: Rect, scroll: usize, buffer: &mut Buffer) -> ScrollHint {
        let scroll = scroll.min(self.last_scroll(area.height));
        for (row, line) in (0..area.height).zip(self.lines.iter().skip(scroll)) {
            line.render(Rect { y: area.y + row, height: 1, ..area }, buffer);
        }
        ScrollHint::new(scroll, area.height, self.lines.len())
    }

    /// The furthest that scrolling makes sense.
    pub fn last_scroll(&self, rows: u16) -> usize {
        self.lines.len().saturating_sub(usize::from(rows))
    }

    /// The choice at a row of the card, for the mouse.
    pub fn choice_at(&self, line: usize) -> Option<Label> {
        let hit = self.choices.iter().find(|(start, end, _)| (*start..*end).contains(&line));
        hit.map(|&(.., label)| label)
    }

    /// The lines of the choice at a position, for keeping the cursor in sight.
    pub fn lines_of_choice(&self, position: usize) -> Option<(usize, usize)> {
        self.choices.get(position).map(|&(start, end, _)| (start, end))
    }
}

/// `Perception › Coarse perception › Image style`, as far as known.
pub fn ability_path(question: &BlindQuestion) -> String {
    let taxonomy = question.taxonomy.as_deref().and_then(Taxonomy::from_name);
    let category = question.category.as_deref();
    let l2 = question.l2_category.as_deref();
    match category.and_then(|name| taxonomy?.leaf(name)) {
        Some((l1, l2, l3)) => format!("{} › {} › {}", l1.title, l2.title, l3.title),
        None => [l2, category].into_iter().flatten().collect::<Vec<_>>().join(" › "),
    }
}

/// `dev · where it was taken from`, as far as known.
pub fn origin(question: &BlindQuestion) -> String {
    let parts = [question.split.as_deref(), question.source.as_deref()];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
