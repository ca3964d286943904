//! Which columns of any table hold the predictions: VLMEvalKit's names, the usual other ones, or
//! those that a user names.

use std::fmt;
use std::str::FromStr;

use super::columns::NO_RECORDS;
use super::{TextTable, batch, every_eval, helm, inspect};
use crate::error::{shown, shown_names};
use assay_core::benchmark::Label;
use assay_core::keyword::UnexpectedText;

/// What a column can be taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The row's index in the benchmark's file, or the key of its question.
    Index,
    Prediction,
    /// The CircularEval pass of the row, 0 for the first.
    Pass,
    /// The key of the question, if the index is the row's own.
    Group,
    /// The reference answer; only compared.
    Answer,
    /// The text of the choice that was shown at this label.
    Choice(Label),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Index => f.write_str("index"),
            Field::Prediction => f.write_str("prediction"),
            Field::Pass => f.write_str("pass"),
            Field::Group => f.write_str("g_index"),
            Field::Answer => f.write_str("answer"),
            Field::Choice(label) => write!(f, "{label}"),
        }
    }
}

/// A column and what it is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// The column's name in the file.
    pub column: String,
    pub field: Field,
}

const EXPECTED: &str =
    "COLUMN=FIELD with a field of index, prediction, pass, g_index, answer, A to Z";

impl FromStr for Mapped {
    type Err = UnexpectedText;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || UnexpectedText::new(EXPECTED, text);
        let (column, field) = text.rsplit_once('=').ok_or_else(wrong)?;
        let named = [Field::Index, Field::Prediction, Field::Pass, Field::Group, Field::Answer];
        let field = match named.into_iter().find(|known| known.to_string() == field) {
            Some(field) => field,
            None => Field::Choice(Label::from_text(field).ok_or_else(wrong)?),
        };
        if column.is_empty() {
            return Err(wrong());
        }
        Ok(Mapped { column: column.into(), field })
    }
}

impl fmt::Display for Mapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", shown(&self.column), self.field)
    }
}

/// Where lmms-eval keeps the index of SEED-Bench-2's questions, whose objects are named by the kind of task:
/// `seed_Single_Image`, `seedbench_2_plus_Map`.
pub(super) const SEED_INDEX: &str = "seed*.question_id";

/// The same for MMT-Bench's test questions, whose object has the index as the name of its only field.
pub(super) const SUBMITTED_INDEX: &str = "submission.*";

/// The index in an object of any other task of lmms-eval, whose name is that of its metric. The text that was
/// asked must confirm it: some tasks count there.
pub(super) const TASK_INDEX: &str = "metric.id";

/// Names under which the index is found, the best first. lmms-eval's `doc_id` counts the documents
/// of a task and is not always the data set's index, so the data set's own fields come first.
pub(super) const INDEX_NAMES: [&str; 16] = [
    "index",
    "question_id",
    "id",
    "submission.index",
    SUBMITTED_INDEX,
    "gpt_eval_score.index",
    "seed_all.question_id",
    SEED_INDEX,
    // Samples that keep the document.
    "doc.index",
    "doc.question_id",
    "doc.id",
    TASK_INDEX,
    "doc_id",
    "unique_idx",
    "custom_id",
    "key",
];

/// Names under which the model's text is found, the best first.
const TEXT_NAMES: [&str; 12] = [
    "prediction",
    batch::COLUMN,
    inspect::COLUMN,
    helm::COLUMN,
    every_eval::COLUMN,
    "response",
    "answer",
    "output",
    "text",
    "pred",
    "filtered_resps",
    "resps",
];

/// lmms-eval's column with the text that the model was asked.
pub(super) const PROMPT: &str = "input";
/// Where lm-evaluation-harness keeps it.
pub(super) const INNER_PROMPT: &str = "arguments.gen_args_0.arg_0";

/// Columns with the reference answer in models' files of lmms-eval and SEED-Bench; compared with
/// the benchmark's if they hold letters.
const COMPARED: [&str; 2] = ["target", "gt_answer"];

/// Names of columns that a data set has and a file of answers does not have.
const OF_A_DATA_SET: [&str; 8] =
    ["choice_a", "options", "choices", "hint", "category", "l2-category", "split", "g_index"];

/// Names of columns with the reference answer. If one of these is present, `answer` is the model's.
const REFERENCE_NAMES: [&str; 6] =
    ["gt_answer", "gold", "target", "ground_truth", "reference", "label"];

/// Finds the columns: those in `given`, and for index and text the usual names.
pub(super) fn map(table: &mut TextTable, given: &[Mapped]) -> Result<Vec<Mapped>, String> {
    if table.columns().is_empty() {
        return Err(NO_RECORDS.to_owned());
    }
    let mut mapping: Vec<Mapped> = Vec::new();
    for mapped in given {
        if !table.columns().contains(&mapped.column) {
            return Err(format!(
                "there is no column {}; the columns are {}",
                shown(&mapped.column),
                shown_names(table.columns())
            ));
        }
        if let Some(other) = mapping.iter().find(|other| other.field == mapped.field) {
            return Err(format!("both {other} and {mapped}: name one of them"));
        }
        mapping.push(mapped.clone());
    }
    for (field, guess) in [(Field::Index, guess_index as Guess), (Field::Prediction, guess_text)] {
        if mapping.iter().all(|mapped| mapped.field != field) {
            let column = guess(table, &mapping).ok_or_else(|| {
                if field == Field::Prediction && free(table, &mapping, "answer").is_some() {
                    return "there is no column of predictions, and `answer` is beside choices or \
                            abilities; is this the data set itself? If `answer` is what the model wrote, \
                            say --map answer=prediction"
                        .to_owned();
                }
                format!(
                    "no column is known to be the {field}; the columns are {}. Say which: --map \
                     COLUMN={field}",
                    shown_names(table.columns())
                )
            })?;
            mapping.push(Mapped { column, field });
        }
    }
    mapping.extend(compared(table, &mapping));
    for mapped in &mapping {
        if let Some(cell) = table.structured(&mapped.column) {
            let column = shown(&cell.column);
            return Err(format!(
                "record {}, field {column}: {}; if the {} is inside it, name the path: --map \
                 {}.{}={}",
                cell.row, cell.problem, mapped.field, mapped.column, cell.inner, mapped.field
            ));
        }
    }
    match mapping.iter().find(|mapped| mapped.field == Field::Index) {
        Some(index) if given.contains(index) => table.asked = None,
        Some(index) if matches!(index.column.as_str(), "doc_id" | TASK_INDEX) => {
            table.asked = table.columns().iter().any(|name| name == PROMPT).then_some(PROMPT);
            table.counted = Some(if index.column == TASK_INDEX { "doc_id" } else { "index" });
        }
        _ => {}
    }
    for mapped in &mapping {
        table.rename(&mapped.column, &mapped.field.to_string());
    }
    Ok(mapping)
}

type Guess = fn(&TextTable, &[Mapped]) -> Option<String>;

fn guess_index(table: &TextTable, taken: &[Mapped]) -> Option<String> {
    // A batch's own `id` is that of the request.
    let of_batch = table.columns().iter().any(|column| column == batch::COLUMN);
    let of_batch = of_batch.then(|| free(table, taken, "custom_id")).flatten();
    of_batch.or_else(|| INDEX_NAMES.iter().find_map(|name| free(table, taken, name)))
}

fn guess_text(table: &TextTable, taken: &[Mapped]) -> Option<String> {
    let has_reference = REFERENCE_NAMES.iter().any(|name| free(table, taken, name).is_some());
    let mut found = TEXT_NAMES.iter().filter_map(|name| free(table, taken, name));
    let best = found.next()?;
    if best.to_lowercase() != "answer" || has_reference {
        return Some(best);
    }
    // Next to another text, `answer` is the reference unless that has a separate column. Alone, it
    // is the reference if the file looks like a data set.
    found.next().or_else(|| (!is_like_a_data_set(table)).then_some(best))
}

fn is_like_a_data_set(table: &TextTable) -> bool {
    table.columns().iter().map(|column| column.trim()).any(|column| {
        let is_choice = matches!(column.as_bytes(), [b'A'..=b'Z' | b'a']);
        is_choice || OF_A_DATA_SET.contains(&column.to_lowercase().as_str())
    })
}

/// A column with the reference answers in letters, if none is named as such.
fn compared(table: &TextTable, taken: &[Mapped]) -> Option<Mapped> {
    let is_named = taken.iter().any(|mapped| mapped.field == Field::Answer);
    if is_named || free(table, &[], "answer").is_some() {
        return None;
    }
    let column = COMPARED.iter().find_map(|name| free(table, taken, name))?;
    let at = table.columns().iter().position(|known| *known == column)?;
    let is_letter = |row: usize| matches!(table.cell(row, at).trim().as_bytes(), [b'A'..=b'Z']);
    let letters = (0..table.rows()).all(is_letter);
    letters.then_some(Mapped { column, field: Field::Answer })
}

/// The column of this name, in any case, that is not taken for something else.
fn free(table: &TextTable, taken: &[Mapped], name: &str) -> Option<String> {
    let found = table.columns().iter().find(|column| column.trim().to_lowercase() == name)?;
    taken.iter().all(|mapped| mapped.column != *found).then(|| found.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(columns: &[&str]) -> Result<Vec<String>, String> {
        let mut table = TextTable::new(columns.iter().map(|&name| name.to_owned()));
        Ok(map(&mut table, &[])?.into_iter().map(|mapped| mapped.column).collect())
    }

    #[test]
    fn usual_names_are_known_in_their_order() {
        assert_eq!(guessed(&["text", "id", "question_id"]).unwrap(), ["question_id", "text"]);
        assert_eq!(
            guessed(&["doc_id", "submission.index", "filtered_resps"]).unwrap(),
            ["submission.index", "filtered_resps"]
        );
    }

    #[test]
    fn an_answer_is_the_models_only_where_the_reference_is_another_column() {
        assert_eq!(guessed(&["id", "answer", "output"]).unwrap(), ["id", "output"]);
        assert_eq!(guessed(&["id", "answer", "gt_answer", "output"]).unwrap(), ["id", "answer"]);
        assert_eq!(guessed(&["id", "answer"]).unwrap(), ["id", "answer"]);
    }

    #[test]
    fn the_data_set_itself_is_no_file_of_answers() {
        for columns in
            [&["index", "question", "A", "B", "answer"][..], &["id", "options", "answer"]]
        {
            let problem = guessed(columns).unwrap_err();
            assert!(problem.contains("is this the data set itself?"), "{problem}");
        }
        let mut table = TextTable::new(["index", "A", "answer"].map(str::to_owned));
        assert!(map(&mut table, &["answer=prediction".parse().unwrap()]).is_ok());
    }

    #[test]
    fn the_index_of_the_data_set_comes_before_the_count_of_documents() {
        let columns = ["doc_id", "filtered_resps", "seed_all.question_id"];
        assert_eq!(guessed(&columns).unwrap(), ["seed_all.question_id", "filtered_resps"]);
        let columns = ["id", "custom_id", "response", batch::COLUMN];
        assert_eq!(guessed(&columns).unwrap(), ["custom_id", batch::COLUMN]);
    }

    #[test]
    fn what_cannot_be_guessed_is_asked_for() {
        let problem = guessed(&["id", "said"]).unwrap_err();
        assert!(
            problem.contains("--map COLUMN=prediction") && problem.contains("said"),
            "{problem}"
        );
    }

    #[test]
    fn a_given_column_takes_the_place_of_one_with_that_name() {
        let columns = ["index", "prediction", "reply"].map(str::to_owned);
        let mut table = TextTable::new(columns);
        map(&mut table, &["reply=prediction".parse().unwrap()]).unwrap();
        assert_eq!(table.columns(), ["index", "prediction (not used)", "prediction"]);
    }

    #[test]
    fn a_mapping_reads_back_and_nonsense_does_not() {
        let mapped: Mapped = "option=1=A".parse().unwrap();
        assert_eq!((mapped.column.as_str(), mapped.field), ("option=1", Field::Choice(Label::A)));
        for text in ["index", "=index", "x=", "x=AB", "x=a", "x=text"] {
            assert!(text.parse::<Mapped>().is_err(), "{text}");
        }
    }
}
