//! Folds the passes of a question into one question, after checking that they show the same
//! question.
//!
//! A pass must repeat its question with the choices rotated, left or right (both directions exist in
//! published files), in an order that no other pass has, and its answer must be the same
//! choice. Without this check such a file would silently give wrong CircularEval scores.

use std::collections::HashMap;

use super::circular::{Group, rotations};
use super::index::Indices;
use super::row::{SourceRow, same_text};
use crate::bad_rows::{Refusal, in_field};
use crate::error::{FormatError, first_few, shown};
use crate::missing_pictures;
use crate::questions::intake::Intake;
use crate::warning::Warnings;
use assay_core::benchmark::{Choice, ChoiceOrder, Label, Pass, Question, SourcePass};
use assay_core::score::likeliest_rotations;

/// Makes one question of each group.
pub(super) fn into_questions(
    rows: Vec<SourceRow>,
    groups: Vec<Group>,
    indices: &Indices,
    intake: &mut Intake<'_>,
) -> Result<Vec<Question>, FormatError> {
    let skipped = intake.bad.skipped_indices();
    let skipped: HashMap<String, usize> =
        skipped.map(|(index, row)| (indices.name(index).into_owned(), row)).collect();
    let mut rows: Vec<Option<SourceRow>> = rows.into_iter().map(Some).collect();
    let is_circular = groups.iter().any(|group| !group.passes.is_empty());
    let mut incomplete = Vec::new();
    let mut questions = Vec::with_capacity(groups.len());
    for group in groups {
        let base = group.base.and_then(|position| rows[position].take());
        let passes: Vec<(u64, SourceRow)> = group
            .passes
            .into_iter()
            .filter_map(|(pass, position)| Some((pass, rows[position].take()?)))
            .collect();
        let Some(base) = base else {
            let base = shown(&group.base_index);
            for (pass, row) in passes {
                let problem = match skipped.get(&group.base_index) {
                    Some(row) => format!(
                        "this is a pass of question {base}, whose first row (row {row}) was skipped"
                    ),
                    None => format!(
                        "this is pass {pass} of question {base}, but there is no row with that index"
                    ),
                };
                row.refuse(problem.into(), &mut intake.bad)?;
            }
            continue;
        };
        let mut folding = Folding::new(base);
        for (pass, row) in passes {
            if let Err(refusal) = folding.add(pass, &row, &mut intake.warnings) {
                row.refuse(refusal, &mut intake.bad)?;
            }
        }
        let (passes, choices) = (folding.passes.len(), folding.base.question.choices.len());
        if is_circular && passes < choices {
            incomplete.push(format!("{} ({passes} of {choices})", folding.base.index()));
        }
        questions.push(folding.into_question());
    }
    if !incomplete.is_empty() {
        let named = first_few(&incomplete);
        intake.warnings.note(format!("questions with fewer passes than choices: {named}"));
    }
    Ok(questions)
}

/// A question while its passes are added.
struct Folding {
    base: SourceRow,
    passes: Vec<SourcePass>,
    /// The row of each pass, for messages.
    rows: Vec<usize>,
}

impl Folding {
    fn new(base: SourceRow) -> Self {
        let passes = vec![base.question.own_row()];
        Folding { rows: vec![base.position.row], passes, base }
    }

    fn add(&mut self, pass: u64, row: &SourceRow, warnings: &mut Warnings) -> Result<(), Refusal> {
        let number = self.pass_number(pass)?;
        self.check_texts(&row.question)?;
        let order = self.order_of(number, &row.question)?;
        if let Some(same) = self.passes.iter().position(|earlier| earlier.order == order) {
            let pass = self.passes[same].pass.0;
            let row = self.rows[same];
            return Err(format!(
                "the choices stand in the same order as in pass {pass} (row {row}); each pass needs its own"
            )
            .into());
        }
        let abilities = |q: &Question| [&q.category, &q.l2_category, &q.split].map(Clone::clone);
        if abilities(&row.question) != abilities(&self.base.question) {
            let sentence =
                "a pass has another category, l2-category or split than its question, whose count";
            warnings.note_row(sentence, row.position.row);
        }
        self.passes.push(SourcePass { pass: Pass(number), index: row.index().to_owned(), order });
        self.rows.push(row.position.row);
        Ok(())
    }

    fn pass_number(&self, pass: u64) -> Result<u32, Refusal> {
        let choices = self.base.question.choices.len();
        let number = u32::try_from(pass).ok().filter(|&number| (number as usize) < choices);
        number.ok_or_else(|| {
            let base = self.named();
            format!(
                "this is pass {pass} of question {base}, which has only {choices} choices and as many \
                 passes"
            )
            .into()
        })
    }

    fn check_texts(&self, shown_here: &Question) -> Result<(), Refusal> {
        let base = &self.base.question;
        let hint = |question: &'_ Question| question.hint.clone().unwrap_or_default();
        let texts = [
            ("question", shown_here.stem.clone(), base.stem.clone()),
            ("hint", hint(shown_here), hint(base)),
        ];
        for (column, found, expected) in texts {
            if !same_text(&found, &expected) {
                let (base, found, expected) = (self.named(), shown(&found), shown(&expected));
                let problem = format!(
                    "found {found}; as a pass of question {base} it must be the same as there: {expected}"
                );
                return Err(in_field(column, problem));
            }
        }
        if shown_here.pictures != base.pictures {
            let problem = format!(
                "as a pass of question {} the row must have the same pictures; point at its row",
                self.named()
            );
            return Err(in_field("image", problem));
        }
        Ok(())
    }

    /// The order in which a row shows the choices. If choices repeat, several orders match: the
    /// answer decides, then the number of the pass, then which order is still free.
    fn order_of(&self, pass: u32, row: &Question) -> Result<ChoiceOrder, Refusal> {
        let found = rotations(&self.base.question.choices, &row.choices);
        if found.is_empty() {
            let (found, expected) = (listed(&row.choices), listed(&self.base.question.choices));
            return Err(format!(
                "the choices {found} are not those of question {} in rotated order ({expected}); \
                 correct them",
                self.named()
            )
            .into());
        }
        let orders: Vec<ChoiceOrder> =
            likeliest_rotations(Pass(pass), self.base.question.choices.len())
                .filter(|by| found.contains(by))
                .map(|by| self.passes[0].order.rotated_left(by))
                .filter(|order| answer_under(order, row) == self.base.question.answer)
                .collect();
        let free = |order: &&ChoiceOrder| self.passes.iter().all(|pass| pass.order != **order);
        let order = orders.iter().find(free).or(orders.first()).cloned();
        order.ok_or_else(|| {
            let label = |label: Option<Label>| {
                label.map_or_else(|| "no answer".to_owned(), |label| label.to_string())
            };
            let (found, expected) = (label(row.answer), label(self.base.question.answer));
            let problem = format!(
                "found {found}, which is not the choice that is right in question {} (there \
                 {expected}); correct one of the two",
                self.named()
            );
            in_field("answer", problem)
        })
    }

    fn named(&self) -> String {
        shown(self.base.index())
    }

    fn into_question(self) -> Question {
        let mut question = Question { passes: self.passes, ..self.base.question };
        missing_pictures::mark(&mut question.extra, self.base.missing);
        question
    }
}

/// The original choice that a row's answer names when its choices are in this order.
fn answer_under(order: &ChoiceOrder, row: &Question) -> Option<Label> {
    let at = row.labels().position(|label| Some(label) == row.answer)?;
    order.labels().get(at).copied()
}

fn listed(choices: &[Choice]) -> String {
    let listed: Vec<String> =
        choices.iter().map(|choice| format!("{} {}", choice.label, choice.text)).collect();
    shown(&listed.join(", "))
}
