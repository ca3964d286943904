//! Oddities of a file that are not a reason to refuse it, collected so that four thousand rows with
//! the same peculiarity make one sentence.

use std::collections::BTreeMap;

/// The number of rows that a warning names before it only counts.
const NAMED_ROWS: usize = 5;

/// Warnings by their sentence, in the order in which they first occurred.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    /// Warnings about the file, each shown once.
    general: Vec<String>,
    /// About rows: the sentence, and the rows it holds for.
    about_rows: BTreeMap<&'static str, (usize, Vec<usize>)>,
}

impl Warnings {
    /// Notes something about the file.
    pub fn note(&mut self, sentence: String) {
        self.general.push(sentence);
    }

    /// Notes that a sentence holds for a row.
    pub fn note_row(&mut self, sentence: &'static str, row: usize) {
        let (count, rows) = self.about_rows.entry(sentence).or_default();
        *count += 1;
        if rows.len() < NAMED_ROWS {
            rows.push(row);
        }
    }

    /// All sentences.
    pub fn into_sentences(self) -> Vec<String> {
        let mut sentences = self.general;
        for (sentence, (count, rows)) in self.about_rows {
            let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
            let place = match count - rows.len() {
                0 if count == 1 => format!("row {}", rows.join(", ")),
                0 => format!("rows {}", rows.join(", ")),
                more => format!("rows {} and {more} more", rows.join(", ")),
            };
            sentences.push(format!("{sentence} ({place})"));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_rows_make_one_sentence() {
        let mut warnings = Warnings::default();
        warnings.note("the file is odd".into());
        (1..=7).for_each(|row| warnings.note_row("the answer had spaces", row));
        warnings.note_row("the hint reads “nan”", 4);
        assert_eq!(
            warnings.into_sentences(),
            [
                "the file is odd",
                "the answer had spaces (rows 1, 2, 3, 4, 5 and 2 more)",
                "the hint reads “nan” (row 4)"
            ]
        );
    }
}
