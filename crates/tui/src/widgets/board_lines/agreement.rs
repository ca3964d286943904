//! How far people agree with each other, on verdicts and on blind answers.

use super::{BoardRow, BoardRows};
use crate::messages::text;
use assay_core::figures::table::{Cell, Meaning};
use assay_core::figures::{two_places, with_interval};
use assay_core::statistics::Statistic;
use assay_workflow::outcomes::independent::NotIndependent;
use assay_workflow::queue::Board;

impl BoardRows {
    pub(super) fn agreement(&mut self, board: &Board) {
        let figures = &board.agreement;
        self.section(text!("board-agreement"), &[text!("board-agree"), "AC1", "alpha"]);
        if figures.shared == 0 {
            self.words(Meaning::Dim, text!("board-no-pairs").to_owned(), None);
            return;
        }
        let (shared, questions) = (figures.shared, figures.questions);
        let NotIndependent { decisions, answers } = figures.not_independent;
        let left_out = [
            (decisions, text!("board-left-out-reviews", count: decisions)),
            (answers, text!("board-left-out-answers", count: answers)),
        ];
        let left_out = left_out.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words);
        let more: Vec<(Meaning, String)> = [text!("board-shared", shared, questions)]
            .into_iter()
            .chain(left_out)
            .chain([text!("board-chance").to_owned()])
            .map(|words| (Meaning::Dim, words))
            .collect();
        for (name, of) in
            [(text!("board-verdict"), &figures.verdict), (text!("board-answer"), &figures.answer)]
        {
            let figures = [
                (text!("board-raw"), &of.raw),
                ("Gwet AC1", &of.gwet_ac1),
                ("Krippendorff α", &of.alpha),
            ];
            let shown: [Cell; 3] = figures.map(|(_, of)| {
                of.value().map_or_else(|| text!("board-undefined").to_owned(), two_places).into()
            });
            let in_full = figures.map(|(name, of)| format!("{name}  {}", in_two_places(of)));
            let in_full = in_full.into_iter().map(|words| (Meaning::Plain, words));
            self.rows.push(BoardRow {
                name: (Meaning::Plain, name.to_owned()),
                figures: shown.into(),
                details: in_full.chain(more.iter().cloned()).collect(),
                ..BoardRow::default()
            });
        }
    }
}

fn in_two_places(figure: &Statistic) -> String {
    let words = with_interval(figure, two_places);
    words.map_or_else(
        || text!("board-undefined").to_owned(),
        |words| format!("{words} n={}", figure.n()),
    )
}
