//! The card of a data set for the hub, `README.md`: what the hub reads, in YAML, and what people read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::json;

use super::cleaning::cleaning_counts;
use crate::benchmark::{Question, ShortAnswer};
use crate::formats::hub::{Feature, Split};
use crate::formats::parquet_write::ColumnKind;
use crate::outcomes::cleaning::Cleaning;
use crate::report::{Fields, Form, Printout};
use crate::visible::{json_escaped, visible_line};

/// What a card is made of.
pub struct DatasetCard<'c> {
    /// The name of the benchmark.
    pub name: &'c str,
    /// The licence as the hub names it, if it is known.
    pub license: Option<&'c str>,
    pub features: &'c [&'c Feature],
    pub splits: &'c [Split],
    pub questions: &'c [&'c Question],
    pub cleaning: &'c Cleaning,
    /// How the data set was made, in sentences.
    pub steps: &'c [String],
}

impl DatasetCard<'_> {
    /// The whole text.
    ///
    /// # Errors
    /// None, as it is written to memory.
    pub fn text(&self) -> std::io::Result<String> {
        let mut card = self.front_matter();
        let name = visible_line(self.name).replace('<', "&lt;");
        let _ = writeln!(card, "\n# {name}\n");
        if self.license.is_none() {
            card += "**Before publishing:** set `license` above, and name where questions and pictures come from \
                     and what their authors allow.\n\n";
        }
        let mut tables = Vec::new();
        let splits = Fields::over(self.splits);
        let splits = splits.text("split", |split| &split.name).number("rows", |split| split.rows);
        let counts = Printout::default().table(self.counts()).table(splits).table(self.abilities());
        counts.write(Form::Markdown, &mut tables)?;
        tables.extend(b"\n## Cleaning\n\n");
        if self.cleaning.rows.iter().all(|row| row.suspected == 0)
            && self.cleaning.outcome.kept + self.cleaning.outcome.removed == 0
        {
            tables.extend(b"No question was reviewed or suspected.\n");
        } else {
            let counts = cleaning_counts(self.name, self.cleaning, Form::Markdown);
            Printout::default().tables([counts]).write(Form::Markdown, &mut tables)?;
        }
        card += "## What is in it\n\n";
        card += &String::from_utf8_lossy(&tables);
        card += "\n## How it was made\n\n";
        for step in self.steps {
            let _ = writeln!(card, "- {step}");
        }
        Ok(card)
    }

    /// What the hub reads.
    fn front_matter(&self) -> String {
        let rows: usize = self.splits.iter().map(|split| split.rows).sum();
        let mut yaml = format!("---\npretty_name: {}\n", quoted(self.name));
        let _ = writeln!(yaml, "license: {}", quoted(self.license.unwrap_or("unknown")));
        yaml += "task_categories:\n- visual-question-answering\n";
        if self.questions.iter().any(|question| !question.choices.is_empty()) {
            yaml += "- multiple-choice\n";
        }
        let _ = writeln!(yaml, "size_categories:\n- {}", size_category(rows));
        yaml += "configs:\n- config_name: default\n  data_files:\n";
        for Split { name, .. } in self.splits {
            let split = quoted(name);
            let _ = writeln!(yaml, "  - split: {split}\n    path: data/{name}-*");
        }
        yaml += "dataset_info:\n  features:\n";
        for Feature { name, kind, classes } in self.features {
            let _ = writeln!(yaml, "  - name: {}", quoted(name));
            if !classes.is_empty() {
                yaml += "    dtype:\n      class_label:\n        names:\n";
                for (at, class) in classes.iter().enumerate() {
                    let _ = writeln!(yaml, "          '{at}': {}", quoted(class));
                }
                continue;
            }
            let feature = match kind {
                ColumnKind::Text => "dtype: string",
                ColumnKind::Integer => "dtype: int64",
                ColumnKind::Real => "dtype: float64",
                ColumnKind::Truth => "dtype: bool",
                ColumnKind::Texts => "sequence: string",
                ColumnKind::Picture => "dtype: image",
                ColumnKind::Pictures => "sequence: image",
            };
            let _ = writeln!(yaml, "    {feature}");
        }
        yaml += "  splits:\n";
        for Split { name, rows, bytes, .. } in self.splits {
            let split = quoted(name);
            let _ = writeln!(
                yaml,
                "  - name: {split}\n    num_bytes: {bytes}\n    num_examples: {rows}"
            );
        }
        let bytes: u64 = self.splits.iter().map(|split| split.bytes).sum();
        let _ = writeln!(yaml, "  download_size: {bytes}\n  dataset_size: {bytes}");
        yaml + "---\n"
    }

    fn counts(&self) -> Fields<(&'static str, usize)> {
        let having = |has: fn(&Question) -> bool| self.questions.iter().filter(|q| has(q)).count();
        let pictures: BTreeSet<_> =
            self.questions.iter().flat_map(|q| &q.pictures).map(|picture| picture.hash).collect();
        let counts = [
            ("questions", self.questions.len()),
            ("with choices", having(|question| !question.choices.is_empty())),
            ("with a short answer", having(|question| question.short.is_some())),
            ("with a reference answer", having(has_reference)),
            ("different pictures", pictures.len()),
        ];
        Fields::over(counts).text("what", |(what, _)| what).number("count", |(_, count)| count)
    }

    fn abilities(&self) -> Fields<(&str, &str, usize)> {
        let mut abilities: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for question in self.questions {
            let l2 = question.l2_category.as_deref().unwrap_or("-");
            let category = question.category.as_deref().unwrap_or("-");
            *abilities.entry((l2, category)).or_default() += 1;
        }
        let rows = abilities.into_iter().map(|((l2, category), count)| (l2, category, count));
        Fields::over(rows)
            .text("ability", |(l2, ..)| l2)
            .text("category", |(_, category, _)| category)
            .number("questions", |(.., count)| count)
    }
}

/// A text as YAML: in the quotes of JSON, since `no` and `1` are none, without characters that YAML refuses.
fn quoted(text: &str) -> String {
    json_escaped(&json!(text).to_string()).into_owned()
}

fn has_reference(question: &Question) -> bool {
    question.answer.is_some() || question.short.as_ref().is_some_and(ShortAnswer::has_reference)
}

/// The hub's names of sizes.
fn size_category(rows: usize) -> &'static str {
    match rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "1M<n<10M",
    }
}
