//! `assay agree`: agreement of people, extractors and judges.

mod check_table;
mod extraction;
mod rankings;
mod table;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;

use super::annotate::SessionFlags;
use super::{Output, PrintOn, Shared};
use crate::agreement::review::{Judgement, review_agreement};
use crate::benchmark::adjudication::AdjudicateDecision;
use crate::benchmark::decision::ReviewDecision;
use crate::benchmark::verification::VerifyDecision;
use crate::outcomes::independent::independent_decisions;
use crate::report::review as documents;
use crate::report::{Form, Printout};
use crate::tui::action::Action;
use crate::visible::visible;

#[derive(Debug, Subcommand)]
pub(crate) enum Agree {
    /// Agreement between the raters of any CSV file, without a database
    Table(table::AgreeTable),
    /// Check whether a published table can be right: attainable percentages, sums, correlations
    CheckTable(check_table::CheckTable),
    /// Rankings of the same models under several settings: Spearman, Kendall and Pearson of each two columns
    Rankings(rankings::AgreeRankings),
    /// Extractors against people who read the same texts: alignment, ceiling, effect on accuracy
    Extraction(extraction::AgreeExtraction),
    /// The same on the screen: a confusion matrix whose cells open the texts
    Screen(SessionFlags),
    /// Reviewers against each other and against the reference answers
    Review(PrintOn),
    /// Verifiers of suspected questions against each other and against the reference answers
    Verify(PrintOn),
    /// Adjudicators against each other, where several settled the same question
    Adjudicate(PrintOn),
}

impl Agree {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        match self {
            Agree::Table(table) => table.run(),
            Agree::CheckTable(check) => check.run(),
            Agree::Rankings(rankings) => rankings.run(),
            Agree::Extraction(extraction) => extraction.run(shared),
            Agree::Screen(session) => session.run(shared, Some(Action::OpenAgreement)),
            Agree::Review(on) => compare::<ReviewDecision>(&on, shared, "reviewed"),
            Agree::Verify(on) => compare::<VerifyDecision>(&on, shared, "verified"),
            Agree::Adjudicate(on) => compare::<AdjudicateDecision>(&on, shared, "adjudicated"),
        }
    }
}

/// The file, or standard input for `-`.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
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

/// Compares those who decide in a queue, whose questions are `done`.
fn compare<D: Judgement>(on: &PrintOn, shared: &Shared, done: &str) -> anyhow::Result<()> {
    let (store, benchmark) = on.open(shared)?;
    let (questions, not_independent) =
        store.at_one_moment(|| independent_decisions::<D>(&store, &benchmark))?;
    if questions.is_empty() {
        let verb = D::QUEUE.name;
        anyhow::bail!(
            "no question of {} is {done} yet; {verb} with `assay annotate {verb}`",
            benchmark.name
        );
    }
    let checklists = store.checklists(&benchmark)?;
    let agreement = review_agreement(&questions, &checklists)?;
    let notice = store.notice(&benchmark)?;
    let warnings = notice.iter().cloned().chain(not_independent.describe());
    let warnings: Vec<String> = warnings.chain(agreement.verdict.warnings.clone()).collect();
    let (name, notice, form) = (&benchmark.name, notice.as_deref(), on.form());
    let document = documents::review_agreement(name, notice, &agreement, not_independent, form);
    print(&on.output, &document, &warnings)
}
