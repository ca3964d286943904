//! The answers of a file with everything that its score is made of.

use super::questions::FileQuestion;
use super::{FileOptions, FileScoring};
use crate::evaluation::answered::{Answered, AnsweredPass, AnsweredQuestion};
use assay_core::benchmark::{Answer, Label, Pass, PredictionStatus};
use assay_core::extract::{Choices, RuleSet};
use assay_core::score::{ExtractedLabel, Question as _};
use assay_formats::judge_log::{OneRow, Outcome, is_of_one_row, one_row};
use assay_formats::predictions::KnownColumn;

impl FileScoring<'_> {
    /// Whether the file has verdicts of its own.
    pub fn has_hits(&self) -> bool {
        self.questions.predictions.has(KnownColumn::Hit)
    }

    /// The answers that are scored here. `by_hits`: the file's own verdicts count and not our reading.
    pub fn answered(&self, name: String, options: FileOptions, by_hits: bool) -> Answered {
        let is_judged = by_hits && self.has_hits();
        let list = self.questions.list.iter().filter(|question| !question.is_open);
        let questions = list.map(|question| {
            let split = question.placement.split.map(str::to_owned);
            (split, self.answered_question(question, is_judged))
        });
        Answered {
            name,
            rules: options.rules,
            judge: is_judged.then(|| "its own labels".to_owned()),
            trims: is_judged || options.rules == RuleSet::Assay,
            strategy: self.strategy,
            missing: self.missing,
            questions: Answered::keep_asked(questions.collect()),
            warnings: super::warnings::warnings(&self.questions),
        }
    }

    fn answered_question(&self, question: &FileQuestion<'_>, is_judged: bool) -> AnsweredQuestion {
        let table = self.questions.predictions;
        let log = |row: usize| table.text(row, KnownColumn::Log);
        // VLMEvalKit writes the verdict on a whole group beside its first row.
        let of_one_row =
            |row: usize| self.questions.has_later_passes || log(row).is_some_and(is_of_one_row);
        let first = question.rows.iter().find(|(_, pass)| *pass == Pass::FIRST);
        let of_group = first.filter(|(row, _)| is_judged && !of_one_row(*row));
        let passes = question.rows.iter().map(|&(row, pass)| {
            let text = table.prediction(row);
            let choices: Vec<(Label, String)> =
                self.questions.choices(row).map(|(label, text)| (label, text.to_owned())).collect();
            let is_read = is_judged && of_one_row(row);
            AnsweredPass {
                pass,
                text: text.to_owned(),
                status: PredictionStatus::from_text(text),
                reference: self.references(row),
                judged: is_read.then(|| self.judged_label(row, &choices)).flatten(),
                choices,
            }
        });
        AnsweredQuestion {
            key: question.index.to_owned(),
            stem: question
                .rows
                .first()
                .and_then(|&(row, _)| {
                    let (dataset, known) = self.questions.of_dataset(row);
                    table.question(row).or_else(|| dataset.question(known))
                })
                .unwrap_or_default()
                .to_owned(),
            required: question.in_table().required.clone(),
            passes: passes.collect(),
            short: question.short.clone(),
            hit: of_group.and_then(|&(row, _)| table.hit(row)),
        }
    }

    /// The label of the right choice, as the answer is written and without the spaces around it.
    fn references(&self, row: usize) -> [Option<Label>; 2] {
        let is_spaced = |answer: &str| answer.trim() != answer;
        let is_short = self.questions.rule(row).is_some();
        match !is_short && self.questions.answer(row).is_some_and(is_spaced) {
            true => [None, self.questions.right_label(row)],
            false => [self.questions.reference(row); 2],
        }
    }

    /// The label behind the verdict on one row: the right one of a hit; else what the log says, or our reading
    /// where that is another one.
    fn judged_label(&self, row: usize, choices: &[(Label, String)]) -> Option<ExtractedLabel> {
        let table = self.questions.predictions;
        let (hit, reference) = (table.hit(row)?, self.references(row)[1]);
        if let (true, Some(label)) = (hit, reference) {
            return Some(Answer::Label(label).into());
        }
        let choices = Choices::new(choices.iter().map(|(label, text)| (*label, text)));
        let prediction = table.prediction(row);
        let one = OneRow { prediction, choices: &choices, reference, hit: Some(hit) };
        let logged = table.text(row, KnownColumn::Log).map(|log| one_row(log, one));
        let read = self.labels[row].answer;
        let answer = match logged {
            Some(Ok(Outcome::Judged { answer, .. })) => answer,
            _ if matches!(read, Answer::Label(label) if Some(label) != reference) => read,
            _ => Answer::NoneOfThem,
        };
        Some(answer.into())
    }
}
