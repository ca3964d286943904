//! Which rows of a prediction file belong to one question, and what each should have answered.

use std::collections::HashMap;

use super::FileOptions;
use super::dataset_rows::rows_in_dataset;
use super::later_passes::{LaterPasses, single_label};
use super::numbering::{NumberedRow, Numbering, has_groups};
use crate::linking::scored_choices::check_scores;
use assay_core::benchmark::{Label, Pass};
use assay_core::extract::RuleSet;
use assay_core::score::{
    Placement, Question, RequiredPasses, Strategy, about_questions, first_few,
};
use assay_formats::predictions::{KnownColumn, PredictionTable};

/// The questions of a file.
#[derive(Debug)]
pub(super) struct FileQuestions<'a> {
    /// The questions in the order of their indices; those without a row in the file too.
    pub list: Vec<FileQuestion<'a>>,
    /// What is unusual about the numbering of the rows, in sentences.
    pub numbering_warnings: Vec<String>,
    /// Whether any question has more than its first pass in the file.
    pub has_later_passes: bool,
    /// The rules, which are also the way in which VLMEvalKit's versions compare and group.
    rules: RuleSet,
    /// The file.
    pub predictions: &'a PredictionTable,
    /// The data set.
    pub dataset: Option<&'a PredictionTable>,
    /// For each row of the file, the row of the data set that it belongs to.
    dataset_rows: Option<Vec<usize>>,
    /// Rows of the file that are passes which the data set does not list.
    later_passes: LaterPasses,
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
    /// The passes that CircularEval requires.
    required: RequiredPasses,
    /// Where it belongs: as its first row says.
    placement: Placement<'a>,
    /// Where those of its rows belong that say something else, by position among its rows.
    moved: Vec<(usize, Placement<'a>)>,
}

impl Question for FileQuestion<'_> {
    fn key(&self) -> &str {
        self.index
    }

    fn placement(&self) -> Placement<'_> {
        self.placement
    }

    fn placement_of_pass(&self, position: usize) -> Placement<'_> {
        let moved = self.moved.iter().find(|(moved, _)| *moved == position);
        moved.map_or(self.placement, |(_, placement)| *placement)
    }

    fn required(&self) -> &RequiredPasses {
        &self.required
    }

    fn choices(&self) -> usize {
        self.choices
    }

    fn has_answer(&self) -> bool {
        !self.is_open
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
    ) -> Result<Self, String> {
        let table = dataset.unwrap_or(predictions);
        if !table.has_answers() {
            let problem = match table.has_choices() {
                true => "there are no reference answers in it; name the data set with --dataset",
                false => {
                    "there are neither choices nor reference answers in it: open questions have no answer \
                     to compare; if these questions have choices, name the data set with --dataset"
                }
            };
            return Err(problem.to_owned());
        }
        let later_passes = dataset.map(|dataset| LaterPasses::find(predictions, dataset));
        let later_passes = later_passes.transpose()?.unwrap_or_default();
        // Where it lists the first passes alone, the file shows the numbering.
        let lists_passes = later_passes.count() == 0;
        // The data set is complete, so it shows the numbering best. Where it names the questions, a file
        // that does not takes them from it by the index, except that VLMEvalKit looks at the file alone.
        let names_questions = |dataset: &&PredictionTable| {
            lists_passes
                && has_groups(dataset)
                && !has_groups(predictions)
                && !options.follows_vlmevalkit()
        };
        let naming = dataset.filter(names_questions);
        let numbered = naming.or(dataset.filter(|dataset| lists_passes && !has_groups(dataset)));
        let numbering = match numbered {
            Some(dataset) => Numbering::from_dataset(dataset, options)?,
            None => Numbering::new(predictions, options)?,
        };
        let rows = |dataset| rows_in_dataset(predictions, dataset, &numbering, &later_passes);
        let dataset_rows = dataset.map(rows).transpose()?;
        let naming = naming.or(dataset.filter(|_| predictions.is_asked()));
        let notes = later_passes.describe();
        let mut questions = FileQuestions {
            list: Vec::new(),
            numbering_warnings: numbering.warnings.clone().into_iter().chain(notes).collect(),
            has_later_passes: false,
            rules: options.rules,
            predictions,
            dataset,
            dataset_rows,
            later_passes,
        };
        let places = match (naming, &questions.dataset_rows) {
            (Some(dataset), Some(rows)) => {
                let places = numbering.places(dataset);
                rows.iter().map(|&row| places[row]).collect()
            }
            _ => numbering.places(predictions),
        };
        questions.check_scores()?;
        questions.group_rows(places);
        let mut listed = match dataset {
            Some(dataset) => questions.listed_passes(dataset, numbering.places(dataset)),
            None => HashMap::new(),
        };
        questions.require_passes(&mut listed);
        if options.strategy == Some(Strategy::EveryPass) {
            questions.place_each_row();
        }
        if let Some(dataset) = dataset {
            questions.add_absent(dataset, listed);
        }
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

    /// The label that a reference answer is.
    fn label(&self, answer: &str) -> Option<Label> {
        single_label(if self.trims_answers() { answer.trim() } else { answer })
    }

    /// The reference answer of a row as it is written.
    pub fn answer(&self, row: usize) -> Option<&'a str> {
        if let Some(answer) = self.answer_of_later_pass(row) {
            return Some(answer);
        }
        let (table, row) = self.of_dataset(row);
        table.answer(row)
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
        match (self.dataset, &self.dataset_rows) {
            (Some(dataset), Some(rows)) => (dataset, rows[row]),
            _ => (self.predictions, row),
        }
    }

    /// The letter that is right in a later pass of a question that the data set lists once.
    pub fn answer_of_later_pass(&self, row: usize) -> Option<&'static str> {
        self.later_passes.answer(row)
    }

    fn group_rows(&mut self, places: Vec<NumberedRow<'a>>) {
        let mut positions: HashMap<&str, usize> = HashMap::with_capacity(places.len());
        for (row, NumberedRow { key, pass }) in places.into_iter().enumerate() {
            let position = *positions.entry(key).or_insert_with(|| {
                self.list.push(FileQuestion {
                    index: key,
                    rows: Vec::new(),
                    choices: 0,
                    is_open: false,
                    required: RequiredPasses::Rotated(1),
                    placement: Placement::default(),
                    moved: Vec::new(),
                });
                self.list.len() - 1
            });
            self.has_later_passes |= pass != Pass::FIRST;
            self.list[position].rows.push((row, pass));
        }
        for question in &mut self.list {
            question.rows.sort_by_key(|&(_, pass)| pass);
        }
        self.sort();
    }

    fn sort(&mut self) {
        let number = |key: &str| key.parse::<u64>().unwrap_or(u64::MAX);
        self.list.sort_by_cached_key(|question| (number(question.index), question.index));
    }

    /// The passes that the data set lists for each question. Rows that repeat an index are reported.
    fn listed_passes(
        &mut self,
        dataset: &'a PredictionTable,
        places: Vec<NumberedRow<'a>>,
    ) -> HashMap<&'a str, InDataset> {
        let mut listed: HashMap<&str, InDataset> = HashMap::new();
        let mut repeated: Vec<&str> = Vec::new();
        for (row, place) in places.into_iter().enumerate() {
            let question = listed.entry(place.key).or_insert(InDataset { passes: Vec::new(), row });
            match question.passes.contains(&place.pass) {
                true => repeated.push(dataset.row_index(row)),
                false => question.passes.push(place.pass),
            }
            if place.pass == Pass::FIRST {
                question.row = row;
            }
        }
        if !repeated.is_empty() {
            self.numbering_warnings.push(format!(
                "{} rows of the data set repeat an index ({}): the last answer counts",
                repeated.len(),
                first_few(&repeated)
            ));
        }
        listed
    }

    /// Sets choices, required passes and placements of the questions in the file, and takes them from the
    /// list of those in the data set.
    fn require_passes(&mut self, listed: &mut HashMap<&str, InDataset>) {
        let mut list = std::mem::take(&mut self.list);
        for question in &mut list {
            let Some(&(row, pass)) = question.rows.first() else { continue };
            let listed = listed.remove(question.index).map_or_else(Vec::new, |found| found.passes);
            let answer = if pass == Pass::FIRST { self.reference(row) } else { None };
            question.choices = self.choices(row).count();
            question.is_open = self.is_open(row);
            question.required = RequiredPasses::compute(listed, self.choices(row), answer);
            question.placement = self.placement(row);
        }
        self.list = list;
    }

    /// Notes where rows belong that say something else than the first row of their question.
    fn place_each_row(&mut self) {
        let mut list = std::mem::take(&mut self.list);
        for question in &mut list {
            let placements = question.rows.iter().map(|&(row, _)| self.placement(row)).enumerate();
            question.moved = placements.filter(|(_, other)| *other != question.placement).collect();
        }
        self.list = list;
    }

    /// Adds the questions that have an answer in the data set and no row in the file.
    fn add_absent(&mut self, dataset: &'a PredictionTable, listed: HashMap<&'a str, InDataset>) {
        for (index, InDataset { passes, row }) in listed {
            let Some(answer) = dataset.answer(row) else { continue };
            let choices = || dataset.choices(row);
            self.list.push(FileQuestion {
                index,
                rows: Vec::new(),
                choices: choices().count(),
                is_open: false,
                required: RequiredPasses::compute(passes, choices(), self.label(answer)),
                placement: placement(|column| dataset.text(row, column)),
                moved: Vec::new(),
            });
        }
        self.sort();
    }
}

/// Where a row belongs, as these columns of it say.
fn placement<'a>(text: impl Fn(KnownColumn) -> Option<&'a str>) -> Placement<'a> {
    Placement {
        split: text(KnownColumn::Split),
        l2_category: text(KnownColumn::L2Category),
        category: text(KnownColumn::Category),
    }
}

/// A sentence on the questions for which something holds.
pub(super) fn questions_where<'a>(
    questions: &FileQuestions<'a>,
    mut holds: impl FnMut(&FileQuestion<'a>) -> bool,
    sentence: &str,
) -> Option<String> {
    let unusual = questions.list.iter().filter(|question| holds(question));
    about_questions(&unusual.map(|question| question.index).collect::<Vec<_>>(), sentence)
}

/// A sentence on the rows for which something holds; it follows their number.
pub(super) fn rows_where(
    questions: &FileQuestions<'_>,
    holds: impl Fn(usize) -> bool,
    sentence: &str,
) -> Option<String> {
    let count = (0..questions.predictions.rows()).filter(|&row| holds(row)).count();
    (count > 0).then(|| format!("{count} {sentence}"))
}
