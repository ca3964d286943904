//! One question on screen: what is known of it, and how it is looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::arrangement::{Arrangement, Remembered};
pub use super::arrangement::{Below, LinesAt};
use super::layout::{self, Layout};
use crate::action::Action;
use crate::picture::Surface;
use crate::plain::{PlainSteps, words};
use crate::screens::choice_marks::ChoiceMarks;
use crate::screens::pictures::PictureStrip;
use crate::screens::queue::QueueAtHome;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::question_card::{Card, Marks};
use assay_core::benchmark::decision::Act;
use assay_core::benchmark::{Label, QuestionKind};
use assay_store::{Result, Store};
use assay_workflow::queue::steps::{Ask, Draft, Steps, Verdict};
use assay_workflow::queue::{Desk, OpenedQuestion};

/// What differs between the screens of queues of questions.
pub trait QuestionScreen: PlainSteps + QueueAtHome + Default {
    /// The verdict whose panel holds the note of a decision; `None` where notes are elsewhere.
    const NOTED: Option<Verdict>;

    /// Where everything is.
    const ARRANGEMENT: Arrangement =
        Arrangement { lay_out: layout::lay_out, cells_below_later: None };

    /// The actions that decide, the most wanted first.
    fn verdicts(opened: &OpenedQuestion) -> Vec<Action>;

    /// What is shown beside the question.
    fn beside(_opened: &OpenedQuestion) -> Option<Box<dyn Beside>> {
        None
    }

    /// What is shown below the question.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn shown_below(
        _desk: &Desk<Self>,
        _opened: &OpenedQuestion,
        _draft: &Draft,
        _session: &Session,
    ) -> Result<Option<Below>> {
        Ok(None)
    }
}

/// One question on screen.
pub struct Item {
    /// What is known of it.
    pub opened: OpenedQuestion,
    /// What was said of it and is not committed.
    pub draft: Draft,
    pub steps: Steps,
    /// The actions that decide now, the most wanted first.
    pub(super) verdicts: fn(&OpenedQuestion) -> Vec<Action>,
    pub strip: PictureStrip,
    /// Whether frames may play by themselves here.
    pub may_play: bool,
    pub scroll: usize,
    /// Whether the annotator scrolled since something was revealed.
    pub was_scrolled: bool,
    /// How many columns of preformatted choices are scrolled away.
    pub sideways: usize,
    /// The choice under the cursor, while the choices have the focus.
    pub cursor: Option<usize>,
    /// How the card is shown while a panel is open.
    pub beside_panel: Option<BesidePanel>,
    /// The decision in force in words.
    verdict: Option<String>,
    /// What its queue shows below the question, once the annotator may see it.
    pub below: Option<Below>,
    pub beside: Option<Box<dyn Beside>>,
    frame: Remembered,
}

/// How a card is shown while a panel is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct BesidePanel {
    /// The answer that the panel takes for right.
    pub right: Option<Label>,
    /// The panel is in the place of the question: only what is below it is shown.
    pub hides_question: bool,
    /// The most lines of a choice, so that all choices are in sight.
    pub most_lines: Option<usize>,
    /// How many lines of the stem are shown where not all of them are; what compares the answers has no room
    /// then, and the title and the signs before the choices say it.
    pub stem_lines: Option<usize>,
    /// The scroll position.
    pub scroll: usize,
    /// Whether the annotator scrolled; then choices are whole.
    pub was_scrolled: bool,
}

impl Item {
    /// A question of a queue as its annotator may see it now.
    pub fn new<Q: QuestionScreen>(
        opened: OpenedQuestion,
        below: Option<Below>,
        store: &Store,
    ) -> Self {
        let frame = Remembered::new(&opened.question, Q::ARRANGEMENT, store);
        Item {
            strip: frame.strip.clone(),
            frame,
            may_play: false,
            scroll: 0,
            was_scrolled: false,
            sideways: 0,
            cursor: None,
            beside_panel: None,
            below,
            beside: Q::beside(&opened),
            verdict: opened.decision().map(words::act),
            opened,
            draft: Draft::default(),
            steps: Q::STEPS,
            verdicts: Q::verdicts,
        }
    }

    /// Shows what may be seen after a step. Unless its pictures come only now, it is looked at as before.
    pub fn renew<Q: QuestionScreen>(
        &mut self,
        opened: OpenedQuestion,
        below: Option<Below>,
        store: &Store,
    ) {
        if opened.question.is_gated() != self.opened.question.is_gated() {
            *self = Item::new::<Q>(opened, below, store);
            return;
        }
        self.verdict = opened.decision().map(words::act);
        (self.opened, self.below, self.cursor) = (opened, below, None);
        self.was_scrolled = false;
        self.draft = Draft::default();
    }

    /// What it asks now.
    pub fn ask(&self) -> Ask {
        self.steps.ask(&self.opened, &self.draft)
    }

    /// Whether it asks for a guess from the text.
    pub fn asks_guess(&self) -> bool {
        matches!(self.ask(), Ask::Guess | Ask::Confidence)
    }

    /// Marks the choice that is guessed, if the question has it.
    pub fn mark(&mut self, guessed: Option<Label>) {
        let mut choices = self.opened.question.choices.iter();
        let place = choices.position(|choice| Some(choice.label) == guessed);
        self.cursor = place.or(self.cursor);
    }

    /// The choice under the cursor.
    pub fn marked(&self) -> Option<Label> {
        Some(self.opened.question.choices.get(self.cursor?)?.label)
    }

    /// Whether the next thing is to type a short answer.
    pub fn waits_for_typed(&self) -> bool {
        self.ask() == Ask::Answer && self.opened.question.kind() == QuestionKind::Short
    }

    /// A category as its benchmark's taxonomy calls it.
    pub fn category_in_words(&self, name: &str) -> String {
        terms::category(self.opened.question.taxonomy(), name)
    }

    /// What is marked at the question.
    pub fn marks(&self) -> Marks<'_> {
        let known = Marks::known(&self.opened);
        Marks {
            right: self.beside_panel.map_or(known.right, |beside| beside.right),
            most_lines: self.beside_panel.and_then(|beside| beside.most_lines),
            stem_lines: self.beside_panel.and_then(|beside| beside.stem_lines),
            guess: self.opened.guess,
            answer: self.opened.answer.or(self.draft.answer),
            waits_for_category: self.ask() == Ask::Category,
            waits_for_typed: self.waits_for_typed(),
            cursor: self.cursor,
            sideways: self.sideways,
            note: self.opened.note.as_deref(),
            verdict: self.verdict.as_deref(),
            verdict_note: self
                .opened
                .decision()
                .and_then(Act::final_act)
                .and_then(|last| last.note),
            in_text: self.frame.in_text.borrowed(),
            ..known
        }
    }

    /// What is marked at choices that are pictures.
    pub fn choice_marks(&self) -> ChoiceMarks {
        ChoiceMarks::from(self.marks()).with_cursor(self.marked())
    }

    /// The picture that zooming and the full screen mean: with the focus on a choice that is a picture,
    /// that one.
    pub fn turn_to_cursor(&mut self) {
        if let Some(label) = self.marked().filter(|_| self.strip.shows_all()) {
            self.strip.turn_to_choice(label);
        }
    }

    /// The question laid out, with what is known of it marked.
    pub fn card(&self, theme: &Theme, layout: &Layout) -> Card {
        let hides_question = self.beside_panel.is_some_and(|beside| beside.hides_question);
        let mut card = match hides_question {
            true => Card::default(),
            false => Card::lay_out(&self.opened.question, self.marks(), theme, layout.card.width),
        };
        if let Some(below) = &self.below {
            card.append((below.lines)(usize::from(layout.card.width), theme));
        }
        card
    }

    /// Scrolls the card beside a panel by lines and pages. Until the annotator does, all choices are in sight,
    /// cut where they are long, and the end of the stem.
    pub fn scroll_beside_panel(
        &mut self,
        mut beside: BesidePanel,
        (lines, pages): (isize, isize),
        layout: &Layout,
        theme: &Theme,
    ) {
        let rows = usize::from(layout.card.height);
        let by = lines + pages * isize::try_from(rows).unwrap_or(1);
        beside.was_scrolled |= by != 0;
        let may_be_cut = self.frame.in_text.sizes.is_empty() && !beside.hides_question;
        let of_stem = rows.saturating_sub(self.opened.question.choices.len()).max(1);
        let shorter = may_be_cut.then_some((Some(1), Some(of_stem)));
        let whole_stem = [None, Some(3), Some(2), Some(1)].map(|most| (most, None));
        for (most_lines, stem_lines) in whole_stem.into_iter().chain(shorter) {
            (beside.most_lines, beside.stem_lines) = (most_lines, stem_lines);
            self.beside_panel = Some(beside);
            let card = self.card(theme, layout);
            if beside.was_scrolled {
                let last = card.last_scroll(layout.card.height);
                beside.scroll = beside.scroll.min(last).saturating_add_signed(by).min(last);
                break;
            }
            let lines = match stem_lines {
                Some(_) => card.lines_of_choices(),
                None => card.lines_of_question(),
            };
            beside.scroll = lines.saturating_sub(rows);
            if beside.scroll == 0 {
                break;
            }
        }
        self.beside_panel = Some(beside);
    }

    /// Where everything is in an area. The layout follows from the question alone, not from what is
    /// revealed, so that the picture does not jump when the reference answer appears; and it is worked
    /// out once. Pictures go to their marks in the text as long as the annotator looks at none of them closer.
    pub fn lay_out(&mut self, area: Rect, session: &Session) -> Layout {
        self.may_play = !session.surface.no_colour;
        let may_be_within = self.strip.is_at_start();
        self.frame.lay_out(
            &self.opened.question,
            self.below.as_ref(),
            (area, may_be_within),
            session,
        )
    }

    /// The columns and rows in which the first picture is shown.
    pub fn picture_cells(&self, layout: &Layout, surface: &Surface) -> (u16, u16) {
        let placed = || self.strip.placed(layout.picture, surface).first().map(|one| one.tile);
        let size = self.frame.in_text.sizes.first().copied();
        let size = size.or_else(|| Some(placed()?.picture.as_size())).unwrap_or_default();
        (size.width, size.height)
    }

    /// Moves the cursor over the choices.
    pub fn move_cursor(&mut self, by: isize) {
        let last = self.opened.question.choices.len().saturating_sub(1);
        let cursor = self.cursor.unwrap_or(0).saturating_add_signed(by).min(last);
        self.cursor = Some(cursor);
    }

    /// Gives the focus to the choices, or takes it from them.
    pub fn toggle_focus(&mut self) {
        if self.opened.reveal.is_none() && !self.opened.question.choices.is_empty() {
            self.cursor = if self.cursor.is_some() { None } else { Some(0) };
        }
    }
}

/// What a queue shows beside a question, in [`Layout::beside`].
pub trait Beside {
    /// The actions that it does.
    fn actions(&self) -> &'static [Action];

    /// Does one of them, or scrolls. Returns whether it did.
    fn act(&mut self, action: Action) -> bool;

    /// Lays it out in its area.
    fn fit(&mut self, area: Rect, draft: &Draft, theme: &Theme);

    /// Draws it.
    fn draw(&self, session: &Session, buffer: &mut Buffer);
}
