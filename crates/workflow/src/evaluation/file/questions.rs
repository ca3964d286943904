//! Which rows of a prediction file belong to one question, and what each should have answered.

use std::borrow::Cow;
use std::collections::HashMap;

use super::FileOptions;
use crate::linking::file::{NumberedRow, NumberingRule, TiedRows, single_label};
use crate::linking::scored_choices::check_scores;
use assay_core::benchmark::{AnswerRule, Label, Pass, ShortAnswer};
use assay_core::extract::RuleSet;
use assay_core::score::{
    ExtractedLabel, Missing, Placement, Question, RequiredPasses, Strategy, TableQuestion,
    about_questions, first_few,
};
use assay_formats::predictions::{KnownColumn, PredictionTable};
use assay_formats::python_list::{self, looks_like_a_list};

/// The questions of a file.
#[derive(Debug)]
pub(super) struct FileQuestions<'a> {
    /// The questions in the order of their indices; those without a row in the file too.
    pub list: Vec<FileQuestion<'a>>,
    /// Whether any question has more than its first pass in the file.
    pub has_later_passes: bool,
    /// The rules, which are also the way in which VLMEvalKit's versions compare and group.
    rules: RuleSet,
    /// The file.
    pub predictions: &'a PredictionTable,
    /// The data set.
    pub dataset: Option<&'a PredictionTable>,
    /// The questions and passes of the rows.
    pub tied: TiedRows<'a>,
    /// What short answers are compared with, by row.
    short: HashMap<usize, ShortAnswer>,
}

/// A question with its rows.
#[derive(Debug)]
pub(super) struct FileQuestion<'a> {
    /// The index of the question.
    pub index: &'a str,
    /// Rows with their passes, in the order of the passes. Empty where only the data set has the question.
    pub rows: Vec<(usize, Pass)>,
    /// How many choices it has.
    choices: usize,
    /// Whether it is an open question, which has no answer to compare.
    pub is_open: bool,
    /// What its short answer is compared with.
    pub short: Option<ShortAnswer>,
    /// The passes that CircularEval requires.
    required: RequiredPasses,
    /// Where it belongs: as its first row says.
    pub placement: Placement<'a>,
    /// Where those of its rows belong that say something else, by position among its rows.
    moved: Vec<(usize, Placement<'a>)>,
}

impl FileQuestion<'_> {
    /// The rule of its short answer.
    pub fn rule(&self) -> Option<AnswerRule> {
        self.short.as_ref().map(|short| short.rule)
    }
}

impl Question for FileQuestion<'_> {
    fn in_table(&self) -> TableQuestion<'_> {
        TableQuestion {
            key: self.index,
            placement: self.placement,
            moved: &self.moved,
            required: &self.required,
            choices: self.choices,
            has_answer: !self.is_open,
            rule: self.rule(),
        }
    }
}

/// The passes that the data set lists for a question, and its first row there.
struct InDataset {
    passes: Vec<Pass>,
    row: usize,
}

impl<'a> FileQuestions<'a> {
    /// Groups the rows. Answers, choices and abilities come from the data set where there is one.
    ///
    /// # Errors
    /// When the data set does not have the file's questions, or there are no reference answers.
    pub fn new(
        predictions: &'a PredictionTable,
        dataset: Option<&'a PredictionTable>,
        options: FileOptions,
        answer_rule: Option<AnswerRule>,
    ) -> Result<Self, String> {
        let table = dataset.unwrap_or(predictions);
        let has_answer = |table: &PredictionTable, row| {
            table.answer(row).is_some() || short_answer(table, row, answer_rule).is_some()
        };
        if !(0..table.rows()).any(|row| has_answer(table, row)) {
            let problem = match table.has_choices() {
                true => "there are no reference answers in it; name the data set with --dataset",
                false => {
                    "there are neither choices nor reference answers in it: open questions have no answer \
                     to compare; if these questions have choices, name the data set with --dataset"
                }
            };
            return Err(problem.to_owned());
        }
        let rule = NumberingRule {
            is_circular: options.strategy == Some(Strategy::Circular),
            as_vlmevalkit: options.rules != RuleSet::Assay && options.missing == Missing::Kit,
        };
        let tied = TiedRows::new(predictions, dataset, rule)?;
        let has_later_passes = tied.places.iter().any(|place| place.pass != Pass::FIRST);
        let list = Vec::new();
        let mut questions = FileQuestions {
            list,
            has_later_passes,
            rules: options.rules,
            predictions,
            dataset,
            tied,
            short: HashMap::new(),
        };
        questions.check_scores()?;
        let short = (0..predictions.rows()).filter_map(|row| {
            let (table, known) = questions.of_dataset(row);
            Some((row, short_answer(table, known, answer_rule)?))
        });
        questions.short = short.collect();
        let mut listed = questions.listed_passes();
        let places_each_row = options.strategy == Some(Strategy::EveryPass);
        let in_file = rows_by_question(&questions.tied.places).into_iter().map(|(index, rows)| {
            let listed = listed.remove(index).map_or_else(Vec::new, |listed| listed.passes);
            questions.in_file(index, rows, listed, places_each_row)
        });
        let mut list: Vec<FileQuestion<'_>> = in_file.collect();
        let absent = listed.into_iter().filter_map(|(index, listed)| {
            let dataset = dataset.filter(|dataset| has_answer(dataset, listed.row))?;
            let short = short_answer(dataset, listed.row, answer_rule);
            Some(questions.absent(index, dataset, listed, short))
        });
        list.extend(absent);
        let number = |key: &str| key.parse::<u64>().unwrap_or(u64::MAX);
        list.sort_by_cached_key(|question| (number(question.index), question.index));
        questions.list = list;
        Ok(questions)
    }

    /// Refuses scores that are not those of the choices, where the choices are known.
    fn check_scores(&self) -> Result<(), String> {
        for row in 0..self.predictions.rows() {
            let Some(scored) = self.predictions.text(row, KnownColumn::Scored) else { continue };
            let labels: Vec<Label> = self.choices(row).map(|(label, _)| label).collect();
            let known = Some(scored).filter(|_| !labels.is_empty());
            check_scores(self.predictions.row_index(row), known, labels.into_iter())
                .map_err(|problem| format!("row {}: {problem}", row + 1))?;
        }
        Ok(())
    }

    /// Whether spaces around a reference answer are left out of the comparison. VLMEvalKit compares
    /// answers as they are written; its rules are reproduced with that.
    pub fn trims_answers(&self) -> bool {
        self.rules == RuleSet::Assay
    }

    /// Whether abilities and splits come from the file, as in VLMEvalKit's later versions, and from the
    /// data set only where the file does not have them.
    pub fn file_names_abilities(&self) -> bool {
        matches!(self.rules, RuleSet::VlmevalkitMid | RuleSet::VlmevalkitLate)
    }

    /// The label that the row should have answered; `None` if the answer is not a single letter.
    pub fn reference(&self, row: usize) -> Option<Label> {
        if self.rule(row).is_some() {
            return Some(ExtractedLabel::ACCEPTED);
        }
        let answer = self.label(self.answer(row)?)?;
        let (dataset, known) = self.of_dataset(row);
        let is_shuffled = self.predictions.is_asked()
            && self.dataset.is_some()
            && self.predictions.choices(row).next().is_some()
            && dataset.choices(known).next().is_some();
        if !is_shuffled {
            return Some(answer);
        }
        // Harnesses that count samples may shuffle choices: the same text is right.
        let (_, right) = dataset.choices(known).find(|&(label, _)| label == answer)?;
        let mut shown = self.predictions.choices(row);
        shown.find(|(_, text)| text.trim() == right.trim()).map(|(label, _)| label)
    }

    /// What the row's short answer is compared with.
    pub fn short(&self, row: usize) -> Option<&ShortAnswer> {
        self.short.get(&row)
    }

    /// The rule of the row's short answer.
    pub fn rule(&self, row: usize) -> Option<AnswerRule> {
        self.short(row).map(|short| short.rule)
    }

    /// The label that a reference answer is.
    fn label(&self, answer: &str) -> Option<Label> {
        single_label(if self.trims_answers() { answer.trim() } else { answer })
    }

    /// The reference answer of a row as it is written.
    pub fn answer(&self, row: usize) -> Option<&'a str> {
        if let Some(answer) = self.tied.answer_of_later_pass(row) {
            return LETTERS.get(answer.index()..=answer.index());
        }
        let (table, row) = self.of_dataset(row);
        table.answer(row)
    }

    /// The label that a row's reference answer is, spaces left out.
    pub fn right_label(&self, row: usize) -> Option<Label> {
        self.answer(row).and_then(|answer| single_label(answer.trim()))
    }

    /// A sentence on the questions for which something holds.
    pub fn questions_where(
        &self,
        mut holds: impl FnMut(&FileQuestion<'a>) -> bool,
        sentence: &str,
    ) -> Option<String> {
        let unusual = self.list.iter().filter(|question| holds(question));
        about_questions(&unusual.map(|question| question.index).collect::<Vec<_>>(), sentence)
    }

    /// A sentence on the rows for which something holds; it follows their number.
    pub fn rows_where(&self, holds: impl Fn(usize) -> bool, sentence: &str) -> Option<String> {
        let count = (0..self.predictions.rows()).filter(|&row| holds(row)).count();
        (count > 0).then(|| format!("{count} {sentence}"))
    }

    /// The choices that the model was shown.
    pub fn choices(&self, row: usize) -> impl Iterator<Item = (Label, &'a str)> + use<'a> {
        let (table, row) = match self.predictions.has_choices() {
            true => (self.predictions, row),
            false => self.of_dataset(row),
        };
        table.choices(row)
    }

    /// Whether the question of a row is an open one: other questions have choices and answers, and it has
    /// neither.
    pub fn is_open(&self, row: usize) -> bool {
        let has_choices = |table: &PredictionTable| table.has_choices();
        (has_choices(self.predictions) || self.dataset.is_some_and(has_choices))
            && self.answer(row).is_none()
            && self.choices(row).next().is_none()
            && self.rule(row).is_none()
    }

    /// Where a row belongs.
    pub fn placement(&self, row: usize) -> Placement<'a> {
        let (file, is_preferred) = (self.predictions, self.file_names_abilities());
        placement(|column| {
            let (table, row) = match is_preferred && file.has(column) {
                true => (file, row),
                false => self.of_dataset(row),
            };
            table.text(row, column)
        })
    }

    /// The row of the data set that a row of the file repeats, else that row itself.
    pub fn of_dataset(&self, row: usize) -> (&'a PredictionTable, usize) {
        self.dataset
            .map_or((self.predictions, row), |dataset| (dataset, self.tied.dataset_rows[row]))
    }

    /// A question with rows in the file, in the order of their passes, whose passes the data set lists
    /// like this. Where its rows belong that say something else than the first is noted if each counts.
    fn in_file(
        &self,
        index: &'a str,
        mut rows: Vec<(usize, Pass)>,
        listed: Vec<Pass>,
        places_each_row: bool,
    ) -> FileQuestion<'a> {
        rows.sort_by_key(|&(_, pass)| pass);
        let (row, pass) = rows[0];
        let answer = if pass == Pass::FIRST { self.reference(row) } else { None };
        let placement = self.placement(row);
        let placements = rows.iter().map(|&(row, _)| self.placement(row)).enumerate();
        FileQuestion {
            index,
            choices: self.choices(row).count(),
            is_open: self.is_open(row),
            short: self.short(row).cloned(),
            required: RequiredPasses::compute(listed, self.choices(row), answer),
            placement,
            moved: match places_each_row {
                true => placements.filter(|(_, other)| *other != placement).collect(),
                false => Vec::new(),
            },
            rows,
        }
    }

    /// A question that only the data set has.
    fn absent(
        &self,
        index: &'a str,
        dataset: &'a PredictionTable,
        InDataset { passes, row }: InDataset,
        short: Option<ShortAnswer>,
    ) -> FileQuestion<'a> {
        let answer = dataset.answer(row).and_then(|answer| self.label(answer));
        FileQuestion {
            index,
            rows: Vec::new(),
            choices: dataset.choices(row).count(),
            is_open: false,
            short,
            required: RequiredPasses::compute(passes, dataset.choices(row), answer),
            placement: placement(|column| dataset.text(row, column)),
            moved: Vec::new(),
        }
    }

    /// The passes that the data set lists for each question. Rows that repeat an index are reported.
    fn listed_passes(&mut self) -> HashMap<&'a str, InDataset> {
        let mut listed: HashMap<&str, InDataset> = HashMap::new();
        let Some(dataset) = self.dataset else { return listed };
        let mut repeated: Vec<&str> = Vec::new();
        for (row, &NumberedRow { key, pass }) in self.tied.listed.iter().enumerate() {
            let question = listed.entry(key).or_insert(InDataset { passes: Vec::new(), row });
            match question.passes.contains(&pass) {
                true => repeated.push(dataset.row_index(row)),
                false => question.passes.push(pass),
            }
            if pass == Pass::FIRST {
                question.row = row;
            }
        }
        if !repeated.is_empty() {
            let (count, first) = (repeated.len(), first_few(&repeated));
            self.tied.warnings.push(format!(
                "{count} rows of the data set repeat an index ({first}): the last answer counts"
            ));
        }
        listed
    }
}

/// What the short answer of a row is compared with: as the row says, or by `rule` where it has an answer and no
/// choices.
fn short_answer(
    table: &PredictionTable,
    row: usize,
    rule: Option<AnswerRule>,
) -> Option<ShortAnswer> {
    if let Some(json) = table.text(row, KnownColumn::ShortAnswer) {
        return serde_json::from_str(json).ok().filter(ShortAnswer::has_reference);
    }
    let rule = rule?.within_category(table.text(row, KnownColumn::Category));
    let answer = table.answer(row)?;
    if table.choices(row).next().is_some() || has_choice_list(table, row) {
        return None;
    }
    let is_list = rule != AnswerRule::MathVista
        && rule != AnswerRule::List
        && looks_like_a_list(answer.trim().as_bytes());
    let several = is_list.then(|| python_list::parse(answer.trim()).ok()).flatten();
    let answers = several.map_or_else(
        || vec![answer.to_owned()],
        |several| several.into_iter().map(Cow::into_owned).collect(),
    );
    let precision =
        table.text(row, KnownColumn::Precision).and_then(|text| text.trim().parse::<f64>().ok());
    let precision = precision.filter(|decimals| (0.0..=15.0).contains(decimals));
    Some(ShortAnswer {
        precision: precision.map(|decimals| decimals as u8),
        unit: table.text(row, KnownColumn::Unit).map(str::to_owned),
        ..ShortAnswer::new(rule, answers)
    })
}

/// Whether the row has its choices in one cell.
pub(super) fn has_choice_list(table: &PredictionTable, row: usize) -> bool {
    let list = table.text(row, KnownColumn::ChoiceList).map(str::trim);
    list.is_some_and(|list| {
        looks_like_a_list(list.as_bytes())
            && python_list::parse(list).is_ok_and(|choices| choices.len() > 1)
    })
}

/// The rows of each question with their passes.
fn rows_by_question<'a>(places: &[NumberedRow<'a>]) -> HashMap<&'a str, Vec<(usize, Pass)>> {
    let mut questions: HashMap<&str, Vec<(usize, Pass)>> = HashMap::with_capacity(places.len());
    for (row, &NumberedRow { key, pass }) in places.iter().enumerate() {
        questions.entry(key).or_default().push((row, pass));
    }
    questions
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Where a row belongs, as these columns of it say.
fn placement<'a>(text: impl Fn(KnownColumn) -> Option<&'a str>) -> Placement<'a> {
    Placement {
        split: text(KnownColumn::Split),
        l2_category: text(KnownColumn::L2Category),
        category: text(KnownColumn::Category),
    }
}
