//! What models wrote beside the choices as they were shown: for drawing samples, for reading by hand,
//! for measuring extractors.
//!
//! A model saw the choices in the order of its pass; the letters in its text mean that order. Here
//! labels are always the letters as shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rusqlite::params;

use super::{Annotator, Benchmark, PredictionId, QuestionId, Result, RunId, StoreError, View};
use crate::error::refuse_if;
use crate::query::{Query, records};
use assay_core::benchmark::hand_label::shown_hash;
use assay_core::benchmark::{
    Answer, Choice, ChoiceOrder, HandExtraction, HandLabel, Label, Pass, PictureRole,
    PredictionName, QuestionPicture,
};
use assay_core::keyword::Keyword;

/// A text with what it answers. The reference answer is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownText {
    /// The prediction's row.
    pub prediction_id: PredictionId,
    /// The row of its run.
    pub run_id: RunId,
    /// The row of the question's revision that the model saw.
    pub question_id: QuestionId,
    /// Which prediction it is.
    pub name: PredictionName,
    /// The order in which the choices were shown.
    pub order: ChoiceOrder,
    /// The choices with the letters as shown.
    pub choices: Vec<Choice>,
    /// What the model wrote.
    pub text: String,
    /// The leaf ability.
    pub category: Option<String>,
    /// The L-2 ability.
    pub l2_category: Option<String>,
    /// The split.
    pub split: Option<String>,
}

impl ShownText {
    /// The hash by which decisions know what was on screen.
    pub fn shown(&self) -> String {
        shown_hash(&self.order, &self.text)
    }
}

/// The place of a text among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// The row of its run.
    pub run_id: RunId,
    /// The row of the question's revision.
    pub question_id: QuestionId,
    /// The pass.
    pub pass: Pass,
}

/// What a person reads: no reference answer, no one's labels, no name of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlindText {
    /// The question.
    pub stem: String,
    /// Context given before it.
    pub hint: Option<String>,
    /// The choices with the letters as shown in this pass.
    pub choices: Vec<Choice>,
    /// The pictures, shown on request; none where they are withheld.
    pub pictures: Vec<QuestionPicture>,
    /// Whether they are withheld until the annotator has guessed in the review.
    pub is_gated: bool,
    /// What the model wrote.
    pub text: String,
    /// The hash of what is shown.
    pub shown: String,
}

/// What a language model read from a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReading {
    /// The name under which its labels are kept.
    pub extractor: String,
    /// What it read.
    pub answer: Answer,
    /// Why, in its own words, where that is known.
    pub evidence: Option<String>,
}

const COLUMNS: &str = "prediction.id, prediction.run_id, prediction.question_id, question.key,
        model.name, prediction.pass, run.input, prediction.choice_order, prediction.text,
        question.category, question.l2_category, question.split";

records! {
    KeptReading { extractor, answer, evidence }
    PredictionName { key, model, pass, input }
    ShownText {
        prediction_id, run_id, question_id, name, order, text, category, l2_category, split; choices
    }
    TextPlace { run_id, question_id, pass }
}

const FROM: &str = "run JOIN model ON model.id = run.model_id
    JOIN prediction ON prediction.run_id = run.id
    JOIN question ON question.id = prediction.question_id";

/// By name: the few rows of the question and the model first. Left to itself, SQLite looks through all
/// predictions for each.
const FROM_BY_NAME: &str = "model CROSS JOIN run ON run.model_id = model.id
    CROSS JOIN question ON question.benchmark_id = run.benchmark_id
    CROSS JOIN prediction ON prediction.run_id = run.id AND question_id = question.id";

impl View {
    /// Calls `each` with every text of the current runs over a benchmark that answers a question
    /// with choices, and that is wanted; the others are not read. Notes on failed requests are left
    /// out.
    pub fn for_each_shown_text<E: From<StoreError>>(
        &self,
        benchmark: &Benchmark,
        is_wanted: impl Fn(TextPlace) -> bool,
        mut each: impl FnMut(ShownText) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = format!(
            "SELECT prediction.run_id, prediction.question_id, prediction.pass, {COLUMNS}
            FROM {FROM} WHERE run.benchmark_id = ?1 AND run.is_current = 1
            AND prediction.status = 'ok' ORDER BY prediction.run_id, question_id, pass"
        );
        let mut choices: HashMap<QuestionId, Vec<Choice>> = HashMap::new();
        self.each(&sql, [benchmark.id], |row| {
            if !is_wanted(row.take()?) {
                return Ok(());
            }
            let mut text: ShownText = row.take()?;
            let of_question = match choices.entry(text.question_id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.choices(text.question_id)?),
            };
            text.choices = as_shown(of_question, &text.order);
            if text.choices.is_empty() { Ok(()) } else { each(text) }
        })
    }

    /// The prediction of this name, as it was when `shown` was on screen; without `shown` the one of
    /// the current run.
    pub fn shown_text(
        &self,
        benchmark: &Benchmark,
        name: &PredictionName,
        shown: Option<&str>,
    ) -> Result<Option<ShownText>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM {FROM_BY_NAME}
            WHERE run.benchmark_id = ?1 AND question.key = ?2 AND model.name = ?3
               AND pass = ?4 AND run.input = ?5 AND prediction.status = 'ok'
            ORDER BY run.is_current DESC, run.id DESC"
        );
        let (key, input) = (name.key.as_str(), name.input.name());
        let place = params![benchmark.id, key, name.model, name.pass.0, input];
        let texts: Vec<ShownText> = self.all(&sql, place)?;
        let mut texts = texts.into_iter();
        let found = texts.find(|text| shown.is_none_or(|shown| text.shown() == shown));
        found.map(|text| self.with_choices(text)).transpose()
    }

    /// A prediction to be read by hand, blind: without the pictures that this person is to guess without.
    pub fn blind_text(
        &self,
        annotator: &Annotator,
        prediction_id: PredictionId,
    ) -> Result<BlindText> {
        let text = self.text_of_row(prediction_id)?;
        let question = self.question_at_gate(annotator, text.question_id)?;
        let is_gated = question.is_gated();
        let shown = text.shown();
        Ok(BlindText {
            stem: question.stem,
            hint: question.hint,
            choices: as_shown(&question.choices, &text.order),
            is_gated,
            pictures: pictures_as_shown(&question.pictures, &text.order),
            text: text.text,
            shown,
        })
    }

    /// A prediction with the choices as they were shown, for those who need not be blind.
    pub fn shown_text_of(&self, prediction_id: PredictionId) -> Result<ShownText> {
        self.with_choices(self.text_of_row(prediction_id)?)
    }

    fn with_choices(&self, mut text: ShownText) -> Result<ShownText> {
        text.choices = as_shown(&self.choices(text.question_id)?, &text.order);
        Ok(text)
    }

    /// A prediction without its choices.
    fn text_of_row(&self, prediction_id: PredictionId) -> Result<ShownText> {
        let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE prediction.id = ?1");
        self.find(&sql, [prediction_id])?.ok_or_else(|| StoreError::Unknown {
            what: format!("there is no prediction row {prediction_id}"),
        })
    }

    /// What language models read from a prediction, by the extractor's name.
    pub fn extractions_of(&self, prediction_id: PredictionId) -> Result<Vec<KeptReading>> {
        let sql = "SELECT extractor, outcome, evidence FROM extraction WHERE prediction_id = ?1
            ORDER BY extractor";
        self.all(sql, [prediction_id])
    }

    /// Checks a label before it is appended: the text must be as it was on screen, and the letter must
    /// have stood before a choice.
    pub(super) fn check_label(
        &self,
        question_id: QuestionId,
        item: &str,
        extraction: &HandExtraction,
    ) -> Result<()> {
        let name: PredictionName = item.parse().map_err(|error| format!("{error}"))?;
        let sql = "SELECT choice_order, text FROM model CROSS JOIN run ON model_id = model.id
            CROSS JOIN prediction ON run_id = run.id
            WHERE question_id = ?1 AND pass = ?2 AND model.name = ?3 AND input = ?4
               AND status = 'ok'";
        let place = params![question_id, name.pass.0, name.model, name.input.name()];
        let texts: Vec<(ChoiceOrder, String)> = self.all(sql, place)?;
        let mut texts = texts.into_iter();
        let on_screen = texts.find(|(order, text)| shown_hash(order, text) == extraction.shown);
        let (order, text) = on_screen.ok_or_else(|| {
            format!(
                "there is no prediction {item} with the text that was on screen; import that model's \
                 predictions first (assay import predictions)"
            )
        })?;
        if let HandLabel::Choice(label) = extraction.label {
            refuse_if(order.original_of(label).is_none(), || {
                format!("{item} was shown without a choice {label}")
            })?;
        }
        let is_in_text = |&(start, end): &(usize, usize)| {
            text.get(start..end).is_some_and(|part| !part.is_empty())
        };
        refuse_if(
            extraction.evidence.as_ref().is_some_and(|evidence| !is_in_text(evidence)),
            || format!("the evidence is outside the text of {item}"),
        )
    }
}

/// The choices with the letters of an order.
fn as_shown(choices: &[Choice], order: &ChoiceOrder) -> Vec<Choice> {
    let choice = |(label, text): (Label, &str)| Choice { label, text: text.to_owned() };
    order.texts(choices).map(choice).collect()
}

/// The pictures of a question as a model saw its choices: those that are choices have the letters under which
/// they were shown, in the order of these.
pub fn pictures_as_shown(
    pictures: &[QuestionPicture],
    order: &ChoiceOrder,
) -> Vec<QuestionPicture> {
    let letter = |picture: &QuestionPicture| match picture.role {
        PictureRole::Choice(original) => order.shown_label_of(original),
        PictureRole::Stem | PictureRole::Frame => None,
    };
    let mut choices: Vec<(Label, &QuestionPicture)> =
        pictures.iter().filter_map(|picture| Some((letter(picture)?, picture))).collect();
    choices.sort_by_key(|(shown, _)| *shown);
    let mut choices = choices.into_iter();
    let placed = |picture: &QuestionPicture| match letter(picture).and_then(|_| choices.next()) {
        Some((shown, choice)) => {
            QuestionPicture { role: PictureRole::Choice(shown), ..choice.clone() }
        }
        None => picture.clone(),
    };
    pictures.iter().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::ImageHash;

    #[test]
    fn pictures_that_are_choices_get_the_letters_that_the_model_saw_in_their_order() {
        let labels = || Label::all().take(3);
        let picture =
            |name: &str, role| QuestionPicture { hash: ImageHash::compute(name.as_bytes()), role };
        let choice = |name: &str, letter| {
            picture(name, PictureRole::Choice(Label::from_letter(letter).unwrap()))
        };
        let stem = picture("stem", PictureRole::Stem);
        let pictures = [stem.clone(), choice("cat", 'A'), choice("dog", 'B'), choice("cow", 'C')];
        let original = ChoiceOrder::original(labels());
        assert_eq!(pictures_as_shown(&pictures, &original), pictures);
        let shown = pictures_as_shown(&pictures, &original.rotated_left(1));
        assert_eq!(shown, [stem, choice("dog", 'A'), choice("cow", 'B'), choice("cat", 'C')]);
    }
}
