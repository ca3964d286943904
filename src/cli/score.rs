//! `assay score`: the score of a prediction file, now, without a database.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use super::value_names::{OrAll, named_or};
use super::{InputFiles, Output, Shared, WrongUsage, default_name, named};
use crate::benchmark::AnswerRule;
use crate::evaluation::{FileInput, FileOptions, scores_by_rules};
use crate::extract::RuleSet;
use crate::formats::predictions::Compat;
use crate::keyword::Keyword;
use crate::report::documents::differences::scores_of_all_rules;
use crate::report::documents::scores::{file_score, write_questions, write_rows};
use crate::score::{Missing, RankBy, Strategy};

#[derive(Debug, Args)]
pub(crate) struct Score {
    /// VLMEvalKit's prediction file: xlsx, tsv, csv, json or Parquet, recognised by its content; - for standard input
    file: PathBuf,
    /// The data set, where answers, choices or abilities are not in the file
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// The rules that extract labels from the models' texts
    #[arg(long, default_value = RuleSet::default().name())]
    #[arg(value_parser = named_or::<RuleSet>("all", "Each of them: their scores, and the questions on which they differ"))]
    rules: OrAll<RuleSet>,
    /// How passes make a score; without it, circular where the file has circular passes and else
    /// first-pass
    #[arg(long, value_parser = named::<Strategy>())]
    strategy: Option<Strategy>,
    /// How questions that lack passes are treated
    #[arg(long, value_parser = named::<Missing>(), default_value = default_name::<Missing>())]
    missing: Missing,
    /// Read cells as another program does
    #[arg(long, value_parser = named::<Compat>(), default_value = default_name::<Compat>())]
    compat: Compat,
    /// What is compared where rows have log-likelihoods or losses of the choices
    #[arg(long, value_parser = named::<RankBy>(), default_value = default_name::<RankBy>())]
    rank_by: RankBy,
    /// How short answers are compared, in rows that have an answer and no choices and do not name a rule: exact,
    /// contains, contains-formula, numeric, relaxed, list, yes-no, mathvista, mmmu-open, vqa or anls
    #[arg(long, value_name = "RULE", value_parser = named::<AnswerRule>(), hide_possible_values = true)]
    answer_rule: Option<AnswerRule>,
    /// One JSON line a row: its index, its label, and the step of the rules that found it
    #[arg(long, conflicts_with = "groups")]
    rows: bool,
    /// One JSON line a question: right or not, what decided, and its passes
    #[arg(long)]
    groups: bool,
    #[command(flatten)]
    output: Output,
}

impl Score {
    pub(crate) fn run(self, _: &Shared) -> anyhow::Result<()> {
        let Score { file, rules, strategy, missing, .. } = self;
        let files = InputFiles::new(vec![file.clone()])?;
        let (path, dataset) = (&files.paths[0], self.dataset.as_deref());
        let input = FileInput::read(path, dataset, self.compat, self.rank_by);
        let mut input = files.name_in_error(input)?;
        input.answer_rule = self.answer_rule;
        let Some(rules) = rules else {
            let by_lines = self.rows || self.groups;
            ensure!(!by_lines, WrongUsage("--rows and --groups need one rule set".into()));
            let found = scores_by_rules(&mut input, strategy, missing)?;
            return self.output.print(&scores_of_all_rules(&file, &found, missing));
        };
        let scoring = input.scoring(FileOptions { rules, strategy, missing })?;
        if !(self.rows || self.groups) {
            let form = self.output.form;
            return self.output.print(&file_score(&file, scoring.score(), rules, missing, form));
        }
        let mut out = BufWriter::new(io::stdout().lock());
        match self.rows {
            true => write_rows(&scoring, &mut out)?,
            false => write_questions(&scoring, &mut out)?,
        }
        Ok(out.flush()?)
    }
}
