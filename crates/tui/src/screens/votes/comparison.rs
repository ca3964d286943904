//! A question with both answers side by side, or below each other if the screen is narrow, and what the
//! judges said and wrote.

use ratatui::text::{Line, Span};

use super::items::PairVotes;
use crate::messages::text;
use crate::screens::list_chrome::Head;
use crate::screens::models::question_detail::question_lines;
use crate::screens::pager::Entries;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::columns::{GAP_CELLS, side_by_side};
use crate::widgets::marked::answer_lines;
use crate::widgets::wrap::{cut, styled_lines};
use assay_core::benchmark::{Pass, QuestionPicture};
use assay_core::votes::{Judgment, Verdict};
use assay_store::{
    Benchmark, BlindQuestion, JudgmentInWords, QuestionId, Result, Reveal, ShownAnswers, Store,
};

/// The questions of a pair.
pub(super) struct Comparisons(pub PairVotes);

/// One question with both answers.
pub(super) struct Comparison {
    question: BlindQuestion,
    reveal: Reveal,
    at: usize,
    /// The texts of both answers, where they are known.
    answers: [Option<String>; 2],
    said: Vec<JudgmentInWords>,
}

/// The minimum width for two answers side by side.
const WIDE: usize = 76;

impl Entries for Comparisons {
    type Entry = Comparison;

    fn len(&self) -> usize {
        self.0.questions.len()
    }

    fn load(&self, at: usize, session: &mut Session) -> Result<Comparison> {
        let (key, turn, names) = (self.0.key(at), self.0.turn(at), self.0.names());
        let benchmark = session.review().benchmark().clone();
        let id = session.store.question_id(&benchmark, key)?;
        session.record_seen(&[id], ShownAnswers::ALL)?;
        let store = &session.store;
        let said = store.judgments_in_words(&benchmark, key, turn, names)?;
        let [own, other] = names.map(|name| match judged_answer(&said, name) {
            Some(text) => Ok(Some(text.to_owned())),
            None => current_answer(store, &benchmark, name, (id, turn)),
        });
        Ok(Comparison {
            question: store.blind_question(id)?,
            reveal: store.reference(id)?,
            at,
            answers: [own?, other?],
            said,
        })
    }

    fn pictures(entry: &Comparison) -> &[QuestionPicture] {
        &entry.question.pictures
    }

    fn lines(&self, entry: &Comparison, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = question_lines(&entry.question, &entry.reveal, width, theme);
        lines.push(Line::default());
        let is_wide = width >= WIDE;
        let column = if is_wide { (width - GAP_CELLS) / 2 } else { width };
        let blocks: Vec<(Vec<Line<'static>>, usize)> = self
            .0
            .names()
            .into_iter()
            .zip(&entry.answers)
            .map(|(name, text)| (answer(name, text.as_deref(), column, theme), column))
            .collect();
        match is_wide {
            true => lines.extend(side_by_side(&blocks, theme)),
            false => lines.extend(blocks.into_iter().flat_map(|(block, _)| block)),
        }
        for vote in &self.0.questions[entry.at] {
            lines.push(Line::default());
            lines.extend(self.vote(vote, entry, width, theme));
        }
        lines
    }

    fn head(&self, at: usize, session: &Session) -> Head {
        self.0.head(&format!(" · #{}", self.0.key(at)), session)
    }

    fn summary(&self, at: usize, theme: &Theme) -> Vec<Span<'static>> {
        let signs = ['+', '=', '-', '?'];
        let votes = &self.0.questions[at];
        let spans = signs.into_iter().filter_map(|sign| {
            let mut alike = votes.iter().map(|vote| self.0.verdict(vote)).filter(|of| of.1 == sign);
            let (meaning, _) = alike.next()?;
            Some(Span::styled(format!(" {sign}{} ", 1 + alike.count()), theme.style(meaning)))
        });
        spans.collect()
    }
}

impl Comparisons {
    /// What a judge said, and what it wrote.
    fn vote(
        &self,
        vote: &Judgment,
        entry: &Comparison,
        width: usize,
        theme: &Theme,
    ) -> Vec<Line<'static>> {
        let judge = self.0.data.loaded.votes.judges.name(vote.judge);
        let first = self.0.data.name(vote.first);
        let verdict = match vote.reading.verdict() {
            Ok(Verdict::First) => first,
            Ok(Verdict::Second) => self.0.data.name(vote.second),
            Ok(Verdict::Tie) => text!("votes-tie"),
            Err(because) => terms::no_verdict(because),
        };
        let words = text!("votes-said", judge, first, verdict);
        let (meaning, _) = self.0.verdict(vote);
        let mut lines = styled_lines(&words, width, theme.style(meaning));
        let is_it = |said: &&JudgmentInWords| {
            said.judge == judge && said.first == first && said.repeat == vote.repeat
        };
        let text = entry.said.iter().find(is_it).and_then(|said| said.text.as_deref());
        lines.extend(text.map(|text| answer_lines(text, &[], width, theme)).into_iter().flatten());
        lines
    }
}

/// The text of a model's answer that was judged.
fn judged_answer<'s>(said: &'s [JudgmentInWords], model: &str) -> Option<&'s str> {
    said.iter().find_map(|said| match said.first == model {
        true => said.first_answer.as_deref(),
        false => said.second_answer.as_deref(),
    })
}

/// The text of a model's current answer: people vote on those.
fn current_answer(
    store: &Store,
    benchmark: &Benchmark,
    model: &str,
    (id, turn): (QuestionId, u16),
) -> Result<Option<String>> {
    let runs = store.runs(benchmark)?;
    let Some(run) = runs.iter().find(|run| run.is_current && run.model == model) else {
        return Ok(None);
    };
    let mut answers = store.predictions(run, id)?.into_iter();
    Ok(answers.find(|answer| answer.pass == Pass(turn.into())).map(|answer| answer.text))
}

fn answer(model: &str, text: Option<&str>, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(cut(model, width), theme.heading)];
    match text {
        Some(text) => lines.extend(answer_lines(text, &[], width, theme)),
        None => lines.extend(styled_lines(text!("votes-no-text"), width, theme.dim)),
    }
    lines
}
