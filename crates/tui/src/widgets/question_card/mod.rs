//! The question as an annotator reads it: ability, hint, stem, choices, and after the blind answer
//! the reference answer next to the annotator's own.

mod comparison;
mod in_text;
mod origin;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use self::comparison::{compared_category, comparison};
use self::in_text::Gap;
pub use self::in_text::{InText, PicturesInText, column_width};
pub use self::origin::{ability_path, foot, origin};
use super::cells::cells;
use super::scroll_hint::ScrollHint;
use super::wrap::{behind_mark, cut, draw_lines, window, wrapped};
use crate::marked_texts::MarkedTexts;
use crate::messages::text;
use crate::terms;
use crate::theme::Theme;
use assay_core::benchmark::decision::BlindAnswer;
use assay_core::benchmark::gate::TextGuess;
use assay_core::benchmark::{Checklist, Label};
use assay_core::visible::visible;
use assay_store::{BlindQuestion, FlagKind, Reveal};
use assay_workflow::queue::OpenedQuestion;

/// What the card shows in addition to the question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// The annotator's guess from the text, if there was one.
    pub guess: Option<TextGuess>,
    pub answer: Option<BlindAnswer>,
    /// The choice that is said to be right instead of the reference answer.
    pub right: Option<Label>,
    /// The category that the annotator chose.
    pub category: Option<&'a str>,
    /// Whether the category is the next to be chosen.
    pub waits_for_category: bool,
    /// Whether an answer is to be typed next.
    pub waits_for_typed: bool,
    /// The parts that are shown after it.
    pub reveal: Option<&'a Reveal>,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// How many columns of preformatted choices are scrolled away on the left.
    pub sideways: usize,
    /// The most lines of a choice; longer ones are cut.
    pub most_lines: Option<usize>,
    /// Only so many lines of the stem, its last ones, and no blank line below them.
    pub stem_lines: Option<usize>,
    /// The annotator's newest note on the question.
    pub note: Option<&'a str>,
    /// The annotator's verdict in words, if there is one.
    pub verdict: Option<&'a str>,
    /// The note that the verdict has.
    pub verdict_note: Option<&'a str>,
    /// The flags of the filters, if the annotator may know them.
    pub flags: &'a [FlagKind],
    /// The pictures that go into the text at their marks.
    pub in_text: InText<'a>,
}

impl<'a> Marks<'a> {
    /// What is known of a question: the answer, the category, what is revealed.
    pub fn known(opened: &'a OpenedQuestion) -> Self {
        Marks {
            answer: opened.answer,
            right: opened.flag().and_then(|last| last.corrected),
            category: opened.category.as_deref(),
            reveal: opened.reveal.as_ref(),
            flags: &opened.flags,
            ..Marks::default()
        }
    }
}

/// The columns before the text of a choice: own answer, reference answer, the answer that is right instead,
/// letter, distance.
/// They are free before the answer too, so that a choice reads the same before and after it.
const GUTTER: usize = 6;

/// The columns beside it.
fn beside_gutter(width: usize) -> usize {
    width.saturating_sub(GUTTER).max(8)
}

/// The heading of the criteria, if there are any.
fn criteria_heading(checklist: &Checklist) -> Option<&'static str> {
    (!checklist.criteria.is_empty()).then(|| match checklist.kind.takes_answer() {
        true => text!("card-criteria"),
        false if checklist.has_own_criteria() => text!("card-open-own"),
        false => text!("card-open-question"),
    })
}

/// The lines of a card for one width.
#[derive(Debug, Default)]
pub struct Card {
    lines: Vec<Line<'static>>,
    choices: Vec<(usize, usize, Label)>,
    /// The lines that compare the own answer with the reference answer.
    comparison: Range<usize>,
    /// How many columns of preformatted choices are beyond the card's width.
    pub overhang: usize,
    gaps: Vec<Gap>,
}

impl Card {
    /// Lays the question out in lines of `width` cells: the stem, the choices, a line that compares the
    /// own answer with the reference answer, then what is less important. That line is empty before
    /// the answer, and nothing above it depends on what is revealed.
    pub fn lay_out(question: &BlindQuestion, marks: Marks<'_>, theme: &Theme, width: u16) -> Card {
        let mut card = Card::default();
        let width = usize::from(width);
        let texts = MarkedTexts::new(question);
        card.stem(&texts.stem, width, marks.in_text, theme);
        match marks.stem_lines {
            Some(most) => card.keep_last(most, width, theme),
            None => card.blank(),
        }
        let choices = texts.shown_choices().zip(&texts.choices);
        for (position, ((label, text), words)) in choices.enumerate() {
            let start = card.lines.len();
            // A picture has its letter and its marks on its frame.
            if !texts.is_picture_alone(position) {
                card.choice(position, (label, &text), &marks, theme, width);
            }
            for number in words.numbers() {
                card.gaps(&[(number, GUTTER)], marks.in_text);
            }
            card.choices.push((start, card.lines.len(), label));
        }
        if let Some(short) = &question.short {
            card.text(&terms::short_form(short), width, theme.dim.into());
        }
        let takes_answer = question.kind().takes_answer();
        if !takes_answer {
            card.criteria(question.checklist(), width, theme);
        }
        let compared = card.lines.len();
        match comparison(&marks, width, theme) {
            Some((words, tone)) => card.text(&words, width, tone.into()),
            None if marks.waits_for_typed => {
                card.text(text!("card-answer-next"), width, theme.key.into());
            }
            None if takes_answer => card.blank(),
            None => {}
        }
        card.comparison = compared..card.lines.len();
        if let Some((words, tone)) = compared_category(question, &marks, theme) {
            card.text(&words, width, tone.into());
        }
        if takes_answer {
            card.criteria(question.checklist(), width, theme);
        }
        let hint = question.hint.as_deref().filter(|hint| !hint.trim().is_empty());
        let comment = marks.reveal.and_then(|reveal| reveal.comment.as_deref());
        let guess = marks.guess.map(terms::guess);
        for (label, text) in [
            (text!("card-hint"), hint),
            (text!("card-comment"), comment),
            (text!("card-guess"), guess.as_deref()),
            (text!("card-verdict"), marks.verdict),
            (text!("card-verdict-note"), marks.verdict_note),
            (text!("card-note"), marks.note),
        ] {
            if let Some(text) = text {
                let pieces = wrapped(text, width.saturating_sub(label.width()));
                let mark = vec![Span::styled(label, theme.dim)];
                card.lines.extend(behind_mark(mark, pieces, theme.text));
            }
        }
        if !marks.flags.is_empty() {
            let kinds: Vec<&str> = marks.flags.iter().map(|&kind| terms::flag(kind)).collect();
            let words = text!("card-flagged", kinds = terms::list(&kinds));
            card.text(&words, width, theme.warning.into());
        }
        card
    }

    /// The criteria of a question, each with the digit that marks it as missed.
    fn criteria(&mut self, checklist: &Checklist, width: usize, theme: &Theme) {
        let Some(heading) = criteria_heading(checklist) else { return };
        self.text(heading, width, theme.dim.into());
        for &criterion in &checklist.criteria {
            let digit = checklist.digit(criterion).unwrap_or(' ');
            let mark = vec![Span::styled(format!("   {digit}  "), theme.dim)];
            let pieces = wrapped(terms::criterion(checklist, criterion), beside_gutter(width));
            self.lines.extend(behind_mark(mark, pieces, theme.text));
        }
    }

    fn choice(
        &mut self,
        position: usize,
        (label, text): (Label, &str),
        marks: &Marks<'_>,
        theme: &Theme,
        width: usize,
    ) {
        let is_own = marks.answer == Some(BlindAnswer::Choice(label));
        let is_reference = marks.reveal.is_some_and(|reveal| reveal.answer == Some(label));
        let is_right = marks.right == Some(label);
        let has_cursor = marks.cursor == Some(position);
        let own_sign = match (is_own, has_cursor) {
            (true, _) => "▸",
            (false, true) => "›",
            (false, false) => " ",
        };
        let reference_sign = if is_reference { "✓" } else { " " };
        let right_sign = if is_right { "→" } else { " " };
        let style: Style = match (is_own, is_reference) {
            (_, true) => theme.reference.into(),
            (true, false) => theme.own.into(),
            (false, false) if has_cursor => theme.selected.into(),
            (false, false) if is_right => theme.focus.into(),
            (false, false) => theme.text.into(),
        };
        // A background only behind the text, not interrupted by the letter.
        let sign = Style { bg: None, ..style }.not_reversed();
        let mark = vec![
            Span::styled(own_sign, sign),
            Span::styled(reference_sign, sign),
            Span::styled(right_sign, theme.focus),
            Span::styled(terms::key_letter(label), theme.key),
            Span::raw("  "),
        ];
        let mut pieces = self.pieces(text, marks.sideways, width);
        if let Some(most) = marks.most_lines.filter(|most| *most < pieces.len()) {
            pieces.truncate(most);
            // What is longer than a line ends with the sign of a cut.
            let last = pieces.pop().unwrap_or_default() + "…";
            pieces.push(cut(&last, beside_gutter(width)));
        }
        self.lines.extend(behind_mark(mark, pieces, style));
    }

    /// The lines of a choice. Code is not wrapped: it keeps its lines, of which a window is shown.
    fn pieces(&mut self, text: &str, sideways: usize, width: usize) -> Vec<String> {
        let inner = beside_gutter(width);
        if !is_preformatted(text) {
            return wrapped(text, inner);
        }
        let text = visible(text);
        let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
        let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
        self.overhang = self.overhang.max(widest.saturating_sub(inner));
        lines.into_iter().map(|line| window(line, sideways, inner)).collect()
    }

    /// Leaves out the beginning of the stem, with the sign of a cut.
    fn keep_last(&mut self, most: usize, width: usize, theme: &Theme) {
        let Some(cut) = self.lines.len().checked_sub(most).filter(|cut| *cut > 0) else { return };
        self.lines.drain(..cut);
        if let Some(first) = self.lines.first_mut() {
            let words = first.to_string();
            let fits = |words: &&str| words.width() < width;
            let words = words.char_indices().map(|(at, _)| &words[at..]).find(fits);
            let words = format!("…{}", words.unwrap_or_default());
            *first = Line::from(Span::styled(words, Style::from(theme.text).bold()));
        }
    }

    fn text(&mut self, text: &str, width: usize, style: Style) {
        let pieces = wrapped(text, width).into_iter();
        self.lines.extend(pieces.map(|piece| Line::from(Span::styled(piece, style))));
    }

    /// Appends lines of dim text, for instance those that do not fit [`foot`].
    pub fn append_dim(&mut self, texts: &[String], theme: &Theme, width: u16) {
        self.blank();
        for text in texts.iter().filter(|text| !text.is_empty()) {
            self.text(text, usize::from(width), theme.dim.into());
        }
    }

    /// Removes lines from the end.
    pub fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
    }

    fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Adds lines below the question.
    pub fn append(&mut self, lines: Vec<Line<'static>>) {
        self.blank();
        self.lines.extend(lines);
    }

    /// How many lines the stem and the choices have.
    pub fn lines_of_choices(&self) -> usize {
        self.comparison.start
    }

    /// How many lines the stem, the choices and what compares the answers have.
    pub fn lines_of_question(&self) -> usize {
        self.comparison.end
    }

    /// How many lines the card has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Draws the card from line `scroll` on, as far as there are lines; returns whether lines are hidden.
    pub fn draw(&self, area: Rect, scroll: usize, buffer: &mut Buffer) -> ScrollHint {
        let scroll = scroll.min(self.last_scroll(area.height));
        draw_lines(&self.lines[scroll..], area, buffer);
        ScrollHint::new(scroll, area.height, self.lines.len())
    }

    /// Describes what is hidden below when the card is drawn from line `scroll` on and its last row
    /// is reserved for this message: `2 more choices`. `None` if the end is visible.
    pub fn hidden_below(&self, area: Rect, scroll: usize) -> Option<String> {
        let scroll = scroll.min(self.last_scroll(area.height));
        let rows = usize::from(area.height);
        if scroll + rows >= self.lines.len() {
            return None;
        }
        let last = scroll + rows.saturating_sub(1);
        let choices = self.choices.iter().filter(|(_, end, _)| *end > last).count();
        Some(match choices {
            0 => text!("card-more-below").to_owned(),
            1 => text!("card-one-more-choice").to_owned(),
            several => text!("card-more-choices", several),
        })
    }

    /// The last useful scroll position.
    pub fn last_scroll(&self, rows: u16) -> usize {
        self.lines.len().saturating_sub(usize::from(rows))
    }

    /// The rows of an area in which the card is drawn from line `scroll` on that a choice has.
    pub fn rows_of_choice(&self, label: Label, area: Rect, scroll: usize) -> Option<Rect> {
        let scroll = scroll.min(self.last_scroll(area.height));
        let &(start, end, _) = self.choices.iter().find(|(.., known)| *known == label)?;
        let y = |line: usize| area.y + cells(line.saturating_sub(scroll)).min(area.height);
        Some(Rect { y: y(start), height: y(end) - y(start), ..area })
    }

    /// Draws the lines that compare the answers where they are, or at the edge of the area behind which they
    /// are scrolled away; returns their rows.
    pub fn draw_comparison(&self, area: Rect, scroll: usize, buffer: &mut Buffer) -> Rect {
        let scroll = scroll.min(self.last_scroll(area.height));
        let height = cells(self.comparison.len()).min(area.height);
        let row = cells(self.comparison.start.saturating_sub(scroll)).min(area.height - height);
        let rows = Rect { y: area.y + row, height, ..area };
        Clear.render(rows, buffer);
        draw_lines(&self.lines[self.comparison.clone()], rows, buffer);
        rows
    }

    /// The scroll position nearest to `scroll` at which the own answer and the reference answer are in sight
    /// beside what compares them, as far as this many rows allow.
    pub fn scroll_to_answers(&self, marks: Marks<'_>, scroll: usize, rows: usize) -> usize {
        let reference = marks.reveal.and_then(|reveal| reveal.answer);
        let is_marked = |label: Label| {
            marks.answer == Some(BlindAnswer::Choice(label)) || reference == Some(label)
        };
        let mut marked = self.choices.iter().filter(|(.., label)| is_marked(*label));
        let Some(&(first, end, _)) = marked.next() else { return scroll };
        let end = marked.next_back().map_or(end, |&(_, end, _)| end);
        // What compares them is drawn over the last rows where it is not in sight.
        let rows = rows.saturating_sub(self.comparison.len());
        scroll.max(end.saturating_sub(rows)).min(first)
    }

    /// The choice at a row of the card, for the mouse.
    pub fn choice_at(&self, line: usize) -> Option<Label> {
        let hit = self.choices.iter().find(|(start, end, _)| (*start..*end).contains(&line));
        hit.map(|&(.., label)| label)
    }

    /// The lines of the choice at a position, for keeping the cursor visible.
    pub fn lines_of_choice(&self, position: usize) -> Option<(usize, usize)> {
        self.choices.get(position).map(|&(start, end, _)| (start, end))
    }
}

/// Whether a text is laid out by its writer, as code is: of several lines, some of them indented.
fn is_preformatted(text: &str) -> bool {
    text.split('\n').skip(1).any(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty())
}
