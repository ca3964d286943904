//! A sitting: what the annotator has decided in a queue since it was opened first, as ticks in the title, as
//! counts, and in a line now and then.

use ratatui::text::{Line, Span};

use crate::messages::text;
use crate::screens::thumbnails::Settled;
use crate::session::Session;
use crate::theme::Theme;
use assay_core::benchmark::queues::has_questions_as_items;

/// After this many decisions a line says how far the sitting is; the ticks begin anew.
const LINE_EACH: usize = 25;

/// What became of the items of a sitting, in the order of the decisions.
pub(super) struct Sitting {
    queue: &'static str,
    settled: Vec<Settled>,
}

impl Sitting {
    pub fn new(queue: &'static str, session: &Session) -> Self {
        let rows = session.sitting(queue);
        Sitting { queue, settled: rows.into_iter().map(|row| Settled::by(&row.act)).collect() }
    }

    fn count(&self, settled: Settled) -> usize {
        self.settled.iter().filter(|one| **one == settled).count()
    }

    fn decided(&self) -> usize {
        self.count(Settled::Kept) + self.count(Settled::Flagged)
    }

    /// A tick for each of the last items, at most `most`.
    pub fn ticks(&self, most: usize, theme: &Theme) -> Line<'static> {
        let since_line = match self.settled.len() {
            0 => 0,
            len => (len - 1) % LINE_EACH + 1,
        };
        let shown = &self.settled[self.settled.len() - since_line.min(most)..];
        shown.iter().map(|settled| Span::styled(settled.tick(), settled.tone(theme))).collect()
    }

    /// A line about the sitting after each [`LINE_EACH`] decisions.
    pub fn line(&self) -> Option<String> {
        let (count, flagged) = (self.decided(), self.count(Settled::Flagged));
        let is_due = count > 0 && count.is_multiple_of(LINE_EACH);
        is_due.then(|| match flagged {
            0 => text!("sitting-line", count),
            flagged => text!("sitting-line-flagged", count, flagged),
        })
    }

    /// `✓ 21 kept   ⚑ 4 flagged   ○ 1 later`; `None` if there is nothing to count.
    pub fn tally(&self, theme: &Theme) -> Option<Line<'static>> {
        let kept = |count: usize| match has_questions_as_items(self.queue) {
            true => text!("tally-kept", count),
            false => text!("tally-decided", count),
        };
        let parts = [
            (Settled::Kept, kept(self.count(Settled::Kept))),
            (Settled::Flagged, text!("tally-flagged", count = self.count(Settled::Flagged))),
            (Settled::Open, text!("tally-open", count = self.count(Settled::Open))),
        ];
        let shown = parts.into_iter().filter(|(settled, _)| self.count(*settled) > 0);
        let spans = shown.map(|(settled, words)| {
            Span::styled(format!(" {} {words} ", settled.sign()), settled.tone(theme))
        });
        let spans: Vec<Span<'static>> = spans.collect();
        (!spans.is_empty()).then(|| Line::from(spans))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ColourDepth;
    use crate::theme::ThemeChoice;

    fn sitting(settled: Vec<Settled>) -> Sitting {
        Sitting { queue: "review", settled }
    }

    #[test]
    fn a_line_comes_after_every_25th_decision_and_the_ticks_begin_anew() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let ticks = |count, most| {
            let sitting = sitting(vec![Settled::Kept; count]);
            (sitting.ticks(most, &theme).spans.len(), sitting.line().is_some())
        };
        assert_eq!((ticks(0, 30), ticks(24, 30)), ((0, false), (24, false)));
        assert_eq!((ticks(25, 30), ticks(26, 30)), ((25, true), (1, false)));
        assert_eq!((ticks(50, 30), ticks(50, 8)), ((25, true), (8, true)));
        let later = sitting([vec![Settled::Kept; 24], vec![Settled::Open]].concat());
        assert_eq!(later.line(), None, "what is put off is not decided");
    }

    #[test]
    fn the_tally_counts_what_there_is() {
        let theme = ThemeChoice::Named("dark").theme(ColourDepth::True, false).unwrap();
        let sitting = sitting(vec![Settled::Kept, Settled::Flagged, Settled::Kept]);
        let tally = sitting.tally(&theme).unwrap().to_string();
        assert_eq!(tally, " ✓ 2 kept  ⚑ 1 flagged ");
    }
}
