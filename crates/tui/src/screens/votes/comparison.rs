//! A question with both answers side by side, or below each other if the screen is narrow, and what the
//! judges said and wrote.

use ratatui::text::{Line, Span};

use super::pair_votes::PairVotes;
use crate::messages::text;
use crate::screens::list_chrome::Head;
use crate::screens::models::question_detail::question_lines;
use crate::screens::pager::Entries;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, beside_or_below};
use crate::widgets::marked::answer_lines;
use crate::widgets::wrap::{cut, styled_lines};
use assay_core::benchmark::QuestionPicture;
use assay_core::votes::{Judgment, Verdict};
use assay_store::{BlindQuestion, Result, Reveal, ShownAnswers};

/// The questions of a pair.
pub(super) struct Comparisons(pub PairVotes);

/// One question with both answers.
pub(super) struct Comparison {
    question: BlindQuestion,
    reveal: Reveal,
    at: usize,
    /// The texts of both answers, where they are known.
    answers: [Option<String>; 2],
    /// What the judge of each vote wrote.
    written: Vec<Option<String>>,
}

/// The minimum width for two answers side by side.
const WIDE: usize = 76;

impl Entries for Comparisons {
    type Entry = Comparison;

    fn len(&self) -> usize {
        self.0.questions.len()
    }

    fn load(&self, at: usize, session: &mut Session) -> Result<Comparison> {
        let ((key, turn), names) = (self.0.question(at), self.0.names());
        let benchmark = session.review().benchmark().clone();
        let id = session.store.question_id(&benchmark, key)?;
        session.record_seen(&[id], ShownAnswers::ALL)?;
        let (store, data) = (&session.store, &self.0.data);
        let written = |vote: &Judgment| {
            let judge = data.loaded.votes.judges.name(vote.judge);
            let shown = [vote.first, vote.second].map(|model| data.name(model));
            store.text_of_judgment(&benchmark, key, (turn, vote.repeat), judge, shown)
        };
        let [own, other] = names.map(|name| store.answer_text(&benchmark, key, turn, name));
        Ok(Comparison {
            question: store.blind_question(id)?,
            reveal: store.reference(id)?,
            at,
            answers: [own?, other?],
            written: self.0.questions[at].iter().map(written).collect::<Result<_>>()?,
        })
    }

    fn pictures(entry: &Comparison) -> &[QuestionPicture] {
        &entry.question.pictures
    }

    fn lines(&self, entry: &Comparison, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = question_lines(&entry.question, &entry.reveal, width, theme);
        lines.push(Line::default());
        let (names, right) = (self.0.names(), (width >= WIDE).then_some((width - GAP_CELLS) / 2));
        lines.extend(beside_or_below(width, right, theme, |at, width| {
            answer(names[at], entry.answers[at].as_deref(), width, theme)
        }));
        for (vote, written) in self.0.questions[entry.at].iter().zip(&entry.written) {
            lines.push(Line::default());
            lines.extend(styled_lines(
                &self.describe(vote),
                width,
                theme.style(self.0.verdict(vote).0),
            ));
            let written = written.as_deref();
            lines.extend(written.map_or(Vec::new(), |text| answer_lines(text, &[], width, theme)));
        }
        lines
    }

    fn head(&self, at: usize, session: &Session) -> Head {
        self.0.head(&format!(" · #{}", self.0.question(at).0), session)
    }

    fn summary(&self, _: usize, _: &Theme) -> Vec<Span<'static>> {
        Vec::new()
    }
}

impl Comparisons {
    /// Who said what, and which answer was shown first.
    fn describe(&self, vote: &Judgment) -> String {
        let data = &self.0.data;
        let judge = data.loaded.votes.judges.name(vote.judge);
        let [first, second] = [vote.first, vote.second].map(|model| data.name(model));
        let verdict = match vote.reading.verdict() {
            Ok(Verdict::First) => first,
            Ok(Verdict::Second) => second,
            Ok(Verdict::Tie) => text!("votes-tie"),
            Err(because) => terms::no_verdict(because),
        };
        text!("votes-said", judge, first, verdict)
    }
}

fn answer(model: &str, text: Option<&str>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(cut(model, width), theme.heading)];
    match text {
        Some(text) => lines.extend(answer_lines(text, &[], width, theme)),
        None => lines.extend(styled_lines(text!("votes-no-text"), width, theme.dim)),
    }
    lines
}
