//! Two answers in frames, without the models' names: beside each other, or below each other where they would be
//! too narrow. They scroll together, and a key marks the words that only one of them has.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use crate::action::Action;
use crate::messages::{text, words_of};
use crate::screens::review::item::Beside;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::cells::cells;
use crate::widgets::chrome::draw_frame;
use crate::widgets::marked::{Mark, marked_lines};
use crate::widgets::scroll::TextWindow;
use crate::widgets::scroll_hint::{MARGIN, ScrollHint};
use crate::widgets::wrap::{cut, draw_lines, styled_lines};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::line_diff::different_words;
use assay_core::benchmark::vote::{HIGHEST_SCORE, Vote};
use assay_core::keyword::Keyword;
use assay_workflow::queue::steps::Draft;
use assay_workflow::queue::{OpenedQuestion, ShownPair};

/// The narrowest frame beside the other one.
const NARROWEST: u16 = 40;
/// The longest part of an answer that is shown, in bytes; a longer one is cut, and it is said.
const LONGEST: usize = 20_000;

/// The answers on screen.
pub struct Answers {
    pair: ShownPair,
    /// The vote in force.
    vote: Option<Vote>,
    /// The scores, as far as they are given.
    scores: [Option<u8>; 2],
    /// The words that only one answer has, while these are marked.
    different: Option<[Vec<Range<usize>>; 2]>,
    heading: Vec<Line<'static>>,
    lines: [Vec<Line<'static>>; 2],
    area: Rect,
    frames: [Rect; 2],
    window: TextWindow,
}

impl Answers {
    /// The answers of a pair.
    pub fn new(opened: &OpenedQuestion) -> Option<Self> {
        let decided = match opened.decision() {
            Some(Act::Vote(decision)) => Some(decision),
            _ => None,
        };
        Some(Answers {
            pair: opened.pair.clone()?,
            vote: decided.map(|decision| decision.vote),
            scores: decided.and_then(|one| one.scores).map_or([None; 2], |both| both.map(Some)),
            different: None,
            heading: Vec::new(),
            lines: [Vec::new(), Vec::new()],
            area: Rect::default(),
            frames: [Rect::default(); 2],
            window: TextWindow::default(),
        })
    }

    fn shown(&self, at: usize) -> &str {
        let text = &self.pair.texts[at];
        &text[..text.floor_char_boundary(LONGEST)]
    }

    /// What is asked, why it was said, and what is marked.
    fn heading(&self, draft: &Draft, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let asked = words_of("vote-heading", self.pair.ballot.name());
        let mut lines = styled_lines(asked, width, theme.heading);
        let reasons = draft.reasons.iter().map(|reason| terms::reason(*reason).into_owned());
        let why: Vec<String> = reasons.chain(draft.words.clone()).collect();
        if !why.is_empty() {
            let why = text!("vote-why", why = terms::list(&why));
            lines.extend(styled_lines(&why, width, theme.agree));
        }
        if let Some(different) = &self.different {
            let words = match different.iter().all(Vec::is_empty) {
                true => text!("vote-same-words"),
                false => text!("vote-different-words"),
            };
            lines.extend(styled_lines(words, width, theme.dim));
        }
        lines
    }

    fn lay_out(&self, at: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let style = Style::from(theme.warning).underlined();
        let ranges = self.different.iter().flat_map(|different| &different[at]);
        let marks: Vec<Mark> = ranges.map(|range| (range.clone(), style)).collect();
        let shown = self.shown(at);
        let mut lines = match shown.trim().is_empty() {
            true => vec![Line::styled(text!("detail-empty"), theme.dim)],
            false => marked_lines(shown.trim_end(), &marks, width, theme.text.into()),
        };
        if shown.len() < self.pair.texts[at].len() {
            let cut = text!("extract-cut-after", bytes = LONGEST);
            lines.extend(styled_lines(&cut, width, theme.dim));
        }
        lines
    }

    /// The first visible line of an answer: the shorter one stays at its end.
    fn top(&self, at: usize) -> usize {
        let rows = usize::from(inside(self.frames[at]).height);
        self.window.top().min(self.lines[at].len().saturating_sub(rows))
    }

    fn is_chosen(&self, at: usize) -> bool {
        match self.vote {
            Some(Vote::First | Vote::FirstSlightly) => at == 0,
            Some(Vote::Second | Vote::SecondSlightly) => at == 1,
            Some(Vote::Tie) => true,
            Some(Vote::BothBad) | None => false,
        }
    }
}

impl Beside for Answers {
    fn actions(&self) -> &'static [Action] {
        &[Action::Why, Action::Compare]
    }

    fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Compare if self.different.is_some() => self.different = None,
            Action::Compare => {
                self.different = Some(different_words([self.shown(0), self.shown(1)]));
            }
            Action::ScrollUp | Action::ScrollDown | Action::PageUp | Action::PageDown => {
                self.window.act(action);
            }
            _ => return false,
        }
        true
    }

    fn fit(&mut self, area: Rect, draft: &Draft, theme: &Theme) {
        let width = usize::from(area.width.saturating_sub(2));
        if self.vote.is_none() {
            self.scores[0] = draft.first_score;
        }
        self.heading = self.heading(draft, width, theme);
        // Where there is little room, the answers come first.
        let most = usize::from(area.height.saturating_sub(7));
        if self.heading.len() > most {
            self.heading.truncate(most);
            if let Some(last) = self.heading.last_mut() {
                *last = Line::styled(cut(&format!("{last} …"), width), theme.heading);
            }
        }
        let below = cells(self.heading.len()).min(area.height);
        let rest = Rect { y: area.y + below, height: area.height - below, ..area };
        let is_wide = rest.width >= 2 * NARROWEST;
        let column = if is_wide { rest.width / 2 } else { rest.width };
        let width = usize::from(inside(Rect { width: column, ..rest }).width.max(1));
        self.lines = [0, 1].map(|at| self.lay_out(at, width, theme));
        let [first, second] =
            self.lines.each_ref().map(|lines| cells(lines.len()).saturating_add(2));
        // Below each other, the first has what it wants, but leaves the second as much, or half.
        let left = rest.height - second.min(rest.height - rest.height / 2);
        let height = first.min(left).max(3).min(rest.height);
        self.frames = match is_wide {
            true => {
                let rest = Rect { height: first.max(second).max(3).min(rest.height), ..rest };
                Layout::horizontal([Constraint::Fill(1); 2]).areas(rest)
            }
            false => {
                let heights = [height, second.max(3).min(rest.height - height)];
                let [one, other, _] = Layout::vertical(
                    heights.map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]),
                )
                .areas(rest);
                [one, other]
            }
        };
        let rows = self.frames.map(|frame| inside(frame).height);
        let hidden = |at: usize| self.lines[at].len().saturating_sub(usize::from(rows[at]));
        let least = rows[0].min(rows[1]);
        self.window.fit(hidden(0).max(hidden(1)) + usize::from(least), least);
        self.area = area;
    }

    fn draw(&self, session: &Session, buffer: &mut Buffer) {
        let theme = &session.theme;
        let heading =
            Rect { x: self.area.x + 1, width: self.area.width.saturating_sub(2), ..self.area };
        let heading = Rect { height: cells(self.heading.len()).min(heading.height), ..heading };
        draw_lines(&self.heading, heading, buffer);
        for at in [0, 1] {
            let frame = self.frames[at];
            let score = |score| format!(" · {score}/{HIGHEST_SCORE}");
            let title = format!("{}{}", at + 1, self.scores[at].map(score).unwrap_or_default());
            let tone = if self.is_chosen(at) { theme.saved } else { theme.border };
            draw_frame(&title, frame, tone, theme, buffer);
            let inside = inside(frame);
            let top = self.top(at);
            draw_lines(self.lines[at].get(top..).unwrap_or_default(), inside, buffer);
            let hint = ScrollHint::new(top, inside.height, self.lines[at].len());
            // The key for a line scrolls the question where that is cut.
            hint.draw(inside, None, theme, buffer);
        }
    }
}

/// The text within a frame.
fn inside(frame: Rect) -> Rect {
    Rect {
        x: frame.x + 2,
        y: frame.y + 1,
        width: frame.width.saturating_sub(3 + MARGIN),
        height: frame.height.saturating_sub(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;
    use assay_core::benchmark::vote::{Ballot, PairOrder};
    use ratatui::style::Modifier;

    fn answers(texts: [&str; 2], area: Rect) -> Answers {
        let pair = ShownPair {
            texts: texts.map(str::to_owned),
            order: PairOrder::Ab,
            shown: String::new(),
            ballot: Ballot::Better,
            item: String::new(),
            judged_by: [const { String::new() }; 2],
        };
        let mut answers = Answers {
            pair,
            vote: None,
            scores: [None; 2],
            different: None,
            heading: Vec::new(),
            lines: [Vec::new(), Vec::new()],
            area,
            frames: [area; 2],
            window: TextWindow::default(),
        };
        fit(&mut answers, area);
        answers
    }

    fn fit(answers: &mut Answers, area: Rect) {
        let theme = ThemeChoice::Named("mono").theme(ColourDepth::None, false).unwrap();
        answers.fit(area, &Draft::default(), &theme);
    }

    #[test]
    fn the_answers_are_beside_each_other_where_there_is_room_for_both() {
        let [first, second] = answers(["a dog", "a cat"], Rect::new(40, 1, 80, 30)).frames;
        assert_eq!((first.y, first.right()), (second.y, second.x));
        let [first, second] = answers(["a dog", "a cat"], Rect::new(0, 5, 60, 30)).frames;
        assert_eq!((first.x, first.bottom()), (second.x, second.y));
    }

    #[test]
    fn below_each_other_the_longer_answer_has_what_the_shorter_one_leaves() {
        let long = "line\n".repeat(100);
        let area = Rect::new(0, 0, 60, 25);
        let rows = |texts: [&str; 2]| answers(texts, area).frames.map(|frame| frame.height);
        assert_eq!(rows(["short", &long]), [3, 21]);
        assert_eq!(rows([&long, "short"]), [21, 3]);
        assert_eq!(rows([&long, &long]), [12, 12]);
        assert_eq!(rows(["short", "short"]), [3, 3], "a frame is no higher than its text");
    }

    #[test]
    fn long_answers_scroll_together_and_the_shorter_one_stays_at_its_end() {
        let [short, long] = [30, 60].map(|count| "line\n".repeat(count));
        let mut answers = answers([&short, &long], Rect::new(0, 0, 90, 23));
        assert!(answers.act(Action::PageDown));
        assert_eq!((answers.top(0), answers.top(1)), (10, 19));
        for _ in 0..9 {
            answers.act(Action::PageDown);
        }
        assert_eq!((answers.top(0), answers.top(1)), (10, 40));
    }

    #[test]
    fn words_of_one_answer_alone_are_underlined_until_the_key_is_pressed_again() {
        let area = Rect::new(0, 0, 90, 23);
        let mut answers = answers(["a red dog", "a blue dog"], area);
        let underlined = |answers: &Answers| -> Vec<String> {
            let spans = answers.lines.iter().flatten().flat_map(|line| &line.spans);
            let marked =
                spans.filter(|span| span.style.add_modifier.contains(Modifier::UNDERLINED));
            marked.map(|span| span.content.to_string()).collect()
        };
        assert!(underlined(&answers).is_empty());
        answers.act(Action::Compare);
        fit(&mut answers, area);
        assert_eq!(underlined(&answers), ["red", "blue"]);
        answers.act(Action::Compare);
        fit(&mut answers, area);
        assert!(underlined(&answers).is_empty());
    }

    #[test]
    fn a_very_long_answer_is_cut_and_it_is_said() {
        let answers = answers([&"羊".repeat(LONGEST), "short"], Rect::new(0, 0, 90, 23));
        let lines = &answers.lines[0];
        assert!(lines.len() < LONGEST);
        assert!(lines.iter().any(|line| line.to_string().contains("cut after")));
    }
}
