//! A prediction file with the labels read and the questions judged.

use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;

use super::grouping::{Grouping, RowGroup};
use crate::benchmark::prediction::tells_failure;
use crate::benchmark::{Label, Pass};
use crate::extract::{Choices, Extraction, RuleSet, extract};
use crate::formats::predictions::PredictionTable;
use crate::score::{
    AnsweredPass, DecidedBy, Extracted, FIRST_PASS_ONLY, Group, Judgement, Missing, Placement,
    Reading, ResultRow, Strategy, Unit, breakdown, count_passes, judge,
};
use crate::visible::Harmless;

/// A file with every row read.
pub(super) struct Scored<'a> {
    predictions: &'a PredictionTable,
    grouping: &'a Grouping<'a>,
    extractions: Vec<Extraction>,
}

impl<'a> Scored<'a> {
    /// Reads the labels of all rows.
    pub fn of(
        predictions: &'a PredictionTable,
        grouping: &'a Grouping<'a>,
        rules: RuleSet,
    ) -> Self {
        let read = |row: usize| {
            let choices = Choices::new(grouping.choices(row));
            extract(rules, predictions.prediction(row), &choices)
        };
        let extractions = (0..predictions.rows()).into_par_iter().map(read).collect();
        Scored { predictions, grouping, extractions }
    }

    /// What was odd.
    pub fn warnings(&self) -> Vec<String> {
        self.grouping.warnings.clone()
    }

    /// How many rows and questions there are.
    pub fn size(&self) -> (usize, usize) {
        (self.predictions.rows(), self.grouping.groups.len())
    }

    /// How many rows the rules could read.
    pub fn extracted(&self) -> Extracted {
        Extracted::count(self.extractions.iter().enumerate().map(|(row, extraction)| {
            Reading::of(extraction, tells_failure(self.predictions.prediction(row)))
        }))
    }

    /// The result rows.
    pub fn results(&self, strategy: Strategy, missing: Missing) -> Vec<ResultRow> {
        let mut units = Vec::with_capacity(self.grouping.groups.len());
        for group in &self.grouping.groups {
            let placement = self.grouping.placement_of(group);
            if strategy == Strategy::EveryPass {
                units.extend(self.passes_by_themselves(group, placement, missing));
                continue;
            }
            let judgement = self.judgement(group, strategy, missing);
            let unit = Unit { placement, correct: judgement.correct };
            units.extend(std::iter::repeat_n(unit, times_counted(group, judgement, missing)));
        }
        breakdown(units)
    }

    /// The passes of a question where each counts by itself: rows as they say of themselves where they
    /// belong, then those that are not there.
    fn passes_by_themselves(
        &self,
        group: &RowGroup<'a>,
        placement: Placement<'a>,
        missing: Missing,
    ) -> Vec<Unit<'a>> {
        let there = group.rows.iter().filter_map(|&(row, pass)| {
            let is_right = self.pass(row, pass).is_right();
            let counts = is_right.is_some() || missing != Missing::Exclude;
            let placement = self.grouping.placement(row);
            counts.then_some(Unit { placement, correct: is_right == Some(true) })
        });
        let mut units: Vec<Unit<'a>> = there.collect();
        if missing == Missing::Wrong {
            let absent = count_passes(&self.group(group, Strategy::EveryPass), missing).absent;
            units.extend(std::iter::repeat_n(Unit { placement, correct: false }, absent));
        }
        units
    }

    /// Questions that could not be decided: how many lack passes, how many have unread ones. Where every
    /// pass counts by itself, these are passes.
    pub fn undecided(&self, strategy: Strategy, missing: Missing) -> (usize, usize) {
        let mut counts = (0, 0);
        for group in &self.grouping.groups {
            if strategy == Strategy::EveryPass {
                let count = count_passes(&self.group(group, strategy), missing);
                counts = (counts.0 + count.absent, counts.1 + count.not_extracted);
                continue;
            }
            match self.judgement(group, strategy, missing).decided_by {
                DecidedBy::Missing(_) => counts.0 += 1,
                DecidedBy::NotExtracted(_) => counts.1 += 1,
                DecidedBy::AllPassesRight | DecidedBy::FirstPassRight | DecidedBy::Wrong(_) => {}
            }
        }
        counts
    }

    fn judgement(&self, group: &RowGroup<'_>, strategy: Strategy, missing: Missing) -> Judgement {
        judge(&self.group(group, strategy), strategy, missing)
    }

    /// A question's passes. Where no question was asked more than once, "every pass" means the first.
    fn group<'g>(&self, group: &'g RowGroup<'_>, strategy: Strategy) -> Group<'g> {
        let passes = group.rows.iter().map(|&(row, pass)| self.pass(row, pass)).collect();
        let is_once = strategy == Strategy::EveryPass && !self.grouping.asks_for_passes;
        Group { passes, required: if is_once { &FIRST_PASS_ONLY } else { &group.required } }
    }

    fn pass(&self, row: usize, pass: Pass) -> AnsweredPass {
        let answer = self.extractions[row].answer;
        AnsweredPass { pass, answer, reference: self.grouping.reference(row) }
    }

    /// Writes a JSON line for each row, in the order of the file.
    pub fn write_rows(&self, out: &mut impl Write) -> anyhow::Result<()> {
        #[derive(Serialize)]
        struct Row<'a> {
            index: Index<'a>,
            label: Option<char>,
            step: &'a str,
        }
        for (row, extraction) in self.extractions.iter().enumerate() {
            let index = Index::of(self.predictions.row_index(row));
            let line = Row { index, label: extraction.answer.letter(), step: extraction.step };
            serde_json::to_writer(Harmless::json(&mut *out), &line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a JSON line for each question, in the order of their indices.
    pub fn write_groups(
        &self,
        strategy: Strategy,
        missing: Missing,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            question: &'a str,
            correct: bool,
            counted: bool,
            decided_by: DecidedBy,
            passes: Vec<PassLine>,
        }
        #[derive(Serialize)]
        struct PassLine {
            pass: Pass,
            label: Option<char>,
            answer: Option<Label>,
        }
        for group in &self.grouping.groups {
            let judgement = self.judgement(group, strategy, missing);
            let pass_line = |&(row, pass): &(usize, Pass)| PassLine {
                pass,
                label: self.extractions[row].answer.letter(),
                answer: self.grouping.reference(row),
            };
            let line = Line {
                question: group.key,
                correct: judgement.correct,
                counted: judgement.counted,
                decided_by: judgement.decided_by,
                passes: group.rows.iter().map(pass_line).collect(),
            };
            serde_json::to_writer(Harmless::json(&mut *out), &line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// The kit averages over first rows, so a first row that is there twice counts twice.
fn times_counted(group: &RowGroup<'_>, judgement: Judgement, missing: Missing) -> usize {
    if !judgement.counted {
        return 0;
    }
    match missing {
        Missing::Kit => group.rows.iter().filter(|(_, pass)| *pass == Pass::FIRST).count(),
        Missing::Wrong | Missing::Exclude => 1,
    }
}

/// An index as JSON: a number where it is one.
#[derive(Serialize)]
#[serde(untagged)]
enum Index<'a> {
    Number(u64),
    Text(&'a str),
}

impl<'a> Index<'a> {
    fn of(text: &'a str) -> Self {
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Index::Number(number),
            _ => Index::Text(text),
        }
    }
}
