//! From the index of a row to its question and pass.
//!
//! The rules of the numbering are in [`assay_formats::vlmevalkit::numbering`]; here they are applied to
//! the rows of a table, with warnings about what VLMEvalKit does differently.

use assay_core::benchmark::Pass;
use assay_core::score::first_few;
use assay_formats::error::shown;
use assay_formats::predictions::PredictionTable;
use assay_formats::vlmevalkit::numbering::{
    FittingOffset, NamedRow, PassOffset, can_be_later_pass, fitting_offset, passes_of_named_rows,
};

/// A row's question, by its index, and the row's pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberedRow<'t> {
    pub key: &'t str,
    pub pass: Pass,
}

/// How indices are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberingRule {
    /// The file is said to be circular.
    pub is_circular: bool,
    /// As VLMEvalKit, which takes indices modulo 1,000,000 whatever the rows show.
    pub as_vlmevalkit: bool,
}

/// How the rows of a file are numbered, where no column names their questions.
pub(super) struct Numbering {
    /// What an index has more than that of the pass before; `None` if large indices are just large.
    offset: Option<PassOffset>,
    /// What is unusual, in sentences.
    pub warnings: Vec<String>,
}

impl Numbering {
    /// The numbering of a table. Indices of a million and more are taken for passes where rows share a
    /// question under that reading, or when it was said that the file is circular; otherwise they are
    /// just large. `assumed` is the offset of a circular file whose rows show none.
    ///
    /// # Errors
    /// When the file is said to be circular and the index of a row is not a number.
    pub fn new(
        table: &PredictionTable,
        rule: NumberingRule,
        assumed: PassOffset,
    ) -> Result<Self, String> {
        let NumberingRule { is_circular, as_vlmevalkit } = rule;
        let mut numbering = Numbering { offset: None, warnings: Vec::new() };
        if has_groups(table) {
            return Ok(numbering);
        }
        let numbers = numbers(table);
        let words: Vec<usize> = (0..numbers.len()).filter(|&row| numbers[row].is_none()).collect();
        if let Some(row) = words.first().filter(|_| is_circular) {
            return Err(format!(
                "row {} has the index {}; circular passes are numbered by whole numbers, or a column \
                 g_index names the question",
                row + 1,
                shown(table.row_index(*row))
            ));
        }
        let is_same = |one, other| table.question(one) == table.question(other);
        let can_be = |row, pass| {
            let choices = table.choices(row).count();
            pass < if choices > 0 { choices as u64 } else { u64::from(MOST_PASSES) }
        };
        let found = fitting_offset(&numbers, is_same, can_be);
        numbering.offset = found.map(|found| found.offset).or(is_circular.then_some(assumed));
        if let Some(FittingOffset { misfits: misfits @ 1.., .. }) = found {
            numbering.warnings.push(format!(
                "{misfits} rows do not look like the passes that their indices make them: the question \
                 reads differently than in the first row, or there are fewer choices"
            ));
        }
        if let Some(offset) = found.map(|found| found.offset)
            && offset != PassOffset::SMALLEST
        {
            let is_large = |&number: &u64| can_be_later_pass(offset.split(number).question);
            let large = numbers.iter().copied().flatten().filter(is_large).count();
            let mut loss = ", not 1000000".to_owned();
            if large > 0 {
                loss = format!(
                    "; VLMEvalKit takes indices modulo 1000000 all the same and loses the questions of \
                     {large} of {} rows",
                    table.rows()
                );
                if as_vlmevalkit {
                    numbering.offset = Some(PassOffset::SMALLEST);
                    loss.push_str(", and so does --missing kit");
                }
            }
            numbering.warnings.push(format!("the indices of passes are {offset} apart{loss}"));
        }
        if let (Some(row), Some(_)) = (words.first(), numbering.offset) {
            let indices: Vec<&str> = words.iter().map(|&row| table.row_index(row)).collect();
            let (count, row, first) = (words.len(), row + 1, first_few(&indices));
            numbering.warnings.push(format!(
                "{count} rows have an index that is not a whole number (row {row}; {first}): each is taken \
                 for a question of its own, and VLMEvalKit would stop there"
            ));
        }
        Ok(numbering)
    }

    /// The places of all rows of a table that is numbered like this.
    pub fn places<'t>(&self, table: &'t PredictionTable) -> Vec<NumberedRow<'t>> {
        if has_groups(table) {
            return named_places(table);
        }
        let place = |(row, number): (usize, Option<u64>)| {
            let index = table.row_index(row);
            match number.zip(self.offset) {
                Some((number, offset)) => {
                    let split = offset.split(number);
                    NumberedRow {
                        key: last_digits(index, split.question),
                        pass: to_pass(split.pass),
                    }
                }
                None => NumberedRow {
                    key: number.map_or(index, |number| last_digits(index, number)),
                    pass: Pass::FIRST,
                },
            }
        };
        numbers(table).into_iter().enumerate().map(place).collect()
    }
}

/// As many passes as there can be labels.
const MOST_PASSES: u32 = 26;

/// Whether a column names the questions of rows.
pub(super) fn has_groups(table: &PredictionTable) -> bool {
    (0..table.rows()).any(|row| table.group(row).is_some())
}

fn numbers(table: &PredictionTable) -> Vec<Option<u64>> {
    (0..table.rows()).map(|row| table.row_index(row).parse().ok()).collect()
}

/// The digits of `number` as a part of a text that ends in them.
fn last_digits(text: &str, number: u64) -> &str {
    let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
    &text[text.len() - digits..]
}

/// The places of rows whose questions a column names.
fn named_places(table: &PredictionTable) -> Vec<NumberedRow<'_>> {
    let numbers: Option<Vec<u64>> = numbers(table).into_iter().collect();
    let named = |row: usize| {
        let index = table.row_index(row);
        let question = table.group(row).unwrap_or(index);
        let base: Option<u64> = question.parse().ok();
        let number = numbers.as_ref().map(|numbers| numbers[row]);
        NamedRow {
            question: base.map_or(question, |base| last_digits(question, base)),
            is_first: question == index,
            distance: number.zip(base).and_then(|(number, base)| number.checked_sub(base)),
        }
    };
    let rows: Vec<NamedRow<&str>> = (0..table.rows()).map(named).collect();
    let passes = passes_of_named_rows(&rows);
    let questions = rows.iter().map(|row| row.question);
    questions.zip(passes).map(|(key, pass)| NumberedRow { key, pass: to_pass(pass) }).collect()
}

/// A pass beyond the largest number becomes the largest: no question has that number of choices.
fn to_pass(pass: u64) -> Pass {
    Pass(u32::try_from(pass).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::TiedRows;
    use super::*;
    use assay_formats::predictions::{Compat, read_table};

    fn table(rows: &[&str]) -> PredictionTable {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(rows.join("\n").as_bytes()).unwrap();
        read_table(file.path(), Compat::None).unwrap()
    }

    fn rule(is_circular: bool, as_vlmevalkit: bool) -> NumberingRule {
        NumberingRule { is_circular, as_vlmevalkit }
    }

    fn places(rows: &[&str], is_circular: bool) -> Vec<(String, u32)> {
        let table = table(rows);
        let numbering =
            Numbering::new(&table, rule(is_circular, false), PassOffset::SMALLEST).unwrap();
        numbering.places(&table).iter().map(|at| (at.key.to_owned(), at.pass.0)).collect()
    }

    fn place(key: &str, pass: u32) -> (String, u32) {
        (key.to_owned(), pass)
    }

    #[test]
    fn a_million_more_is_the_next_pass() {
        let rows = ["index\tA", "0044\tx", "1000044\tx", "2000044\tx", "3000000\tx", "0\tx"];
        let expected =
            [place("44", 0), place("44", 1), place("44", 2), place("0", 3), place("0", 0)];
        assert_eq!(places(&rows, false), expected);
    }

    #[test]
    fn large_indices_are_no_passes_unless_the_strategy_is_circular() {
        let rows = ["index\tA", "20240001\tx", "20240002\tx"];
        assert_eq!(places(&rows, false), [place("20240001", 0), place("20240002", 0)]);
        assert_eq!(places(&rows, true), [place("240001", 20), place("240002", 20)]);
    }

    #[test]
    fn a_column_names_the_question_and_a_larger_offset_is_recognised() {
        let rows =
            ["index\tg_index", "1200000\t1200000", "11200000\t1200000", "5\t5", "20000005\t5"];
        let expected = [place("1200000", 0), place("1200000", 1), place("5", 0), place("5", 2)];
        assert_eq!(places(&rows, false), expected);
    }

    #[test]
    fn a_larger_offset_is_found_without_that_column_unless_vlmevalkit_is_followed() {
        let rows = ["index\tA\tB", "5\tx\ty", "10000005\tx\ty", "1200001\tx\ty", "11200001\tx\ty"];
        let expected = [place("5", 0), place("5", 1), place("1200001", 0), place("1200001", 1)];
        assert_eq!(places(&rows, false), expected);
        let table = table(&rows);
        let numbering = Numbering::new(&table, rule(false, true), PassOffset::SMALLEST).unwrap();
        assert_eq!(numbering.places(&table)[3], NumberedRow { key: "200001", pass: Pass(11) });
        assert!(numbering.warnings[0].contains("so does --missing kit"));
    }

    #[test]
    fn a_large_index_that_a_data_set_lists_is_a_question_of_its_own() {
        let table = table(&["index\tA\tB", "1200001\tx\ty"]);
        let key = |as_vlmevalkit| {
            let tied = TiedRows::new(&table, Some(&table), rule(true, as_vlmevalkit)).unwrap();
            let at = tied.listed[0];
            (at.key, at.pass.0)
        };
        assert_eq!(key(false), ("1200001", 0));
        assert_eq!(key(true), ("200001", 1), "VLMEvalKit takes indices modulo 1,000,000");
    }

    #[test]
    fn a_word_among_numbers_is_a_question_of_its_own_with_a_warning() {
        let rows = ["index\tA\tB", "x1\tx\ty", "1\tx\ty", "1000001\ty\tx"];
        assert_eq!(places(&rows, false), [place("x1", 0), place("1", 0), place("1", 1)]);
        let table = table(&rows);
        let numbering = Numbering::new(&table, rule(false, false), PassOffset::SMALLEST).unwrap();
        assert!(numbering.warnings[0].contains("row 1; x1"), "{:?}", numbering.warnings);
        let problem =
            Numbering::new(&table, rule(true, false), PassOffset::SMALLEST).err().unwrap();
        assert!(problem.starts_with("row 1 has the index “x1”"), "{problem}");
    }

    #[test]
    fn words_take_the_order_of_the_file() {
        let rows = ["index\tg_index", "q_r1\tq", "q\tq", "q_r2\tq"];
        assert_eq!(places(&rows, false), [place("q", 1), place("q", 0), place("q", 2)]);
    }
}
