//! `assay agree`: agreement of people, extractors and judges.

mod check_table;
mod extraction;
mod review;
mod table;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;

use super::annotate::SessionFlags;
use super::{Output, Shared};
use crate::benchmark::adjudication::AdjudicateDecision;
use crate::benchmark::decision::ReviewDecision;
use crate::benchmark::verification::VerifyDecision;
use crate::report::{Form, Printout};
use crate::tui::action::Action;
use crate::visible::visible;

#[derive(Debug, Subcommand)]
pub(crate) enum Agree {
    /// Agreement between the raters of any CSV file, without a database
    Table(table::AgreeTable),
    /// Check whether a published table can be right: attainable percentages, sums, correlations
    CheckTable(check_table::CheckTable),
    /// Extractors against people who read the same texts: alignment, ceiling, effect on accuracy
    Extraction(extraction::AgreeExtraction),
    /// The same on the screen: a confusion matrix whose cells open the texts
    Screen(SessionFlags),
    /// Reviewers against each other and against the reference answers
    Review(review::AgreeReview),
    /// Verifiers of suspected questions against each other and against the reference answers
    Verify(review::AgreeReview),
    /// Adjudicators against each other, where several settled the same question
    Adjudicate(review::AgreeReview),
}

impl Agree {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Agree::Table(table) => table.run(),
            Agree::CheckTable(check) => check.run(),
            Agree::Extraction(extraction) => extraction.run(shared),
            Agree::Screen(session) => session.run(shared, Some(Action::OpenAgreement)),
            Agree::Review(flags) => flags.compare::<ReviewDecision>(shared, "reviewed"),
            Agree::Verify(flags) => flags.compare::<VerifyDecision>(shared, "verified"),
            Agree::Adjudicate(flags) => flags.compare::<AdjudicateDecision>(shared, "adjudicated"),
        }
    }
}

/// The file, or standard input for `-`.
fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(file))
}

/// Prints a result. Warnings go to standard error, unless the form is JSON, whose document has
/// them.
fn print(output: &Output, document: &Printout, warnings: &[String]) -> anyhow::Result<()> {
    if output.form != Form::Json {
        for warning in warnings {
            let _ = writeln!(io::stderr(), "assay: {}", visible(warning));
        }
    }
    output.print(document)
}
