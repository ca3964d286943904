//! `assay audit`: the error rate of a benchmark, certified from questions that are reviewed in an order fixed before.
//! What it has found is `assay report audit`.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Args;

use super::extract::share;
use super::{
    Acting, Decider, Output, PrintOn, Shared, WrongUsage, agree, commands, default_name, named,
};
use crate::benchmark::queues::QUEUE_REVIEW;
use crate::benchmark::team::ItemPriority;
use crate::certification::audit::{find_audit, start_audit};
use crate::certify::{AuditPopulation, BetaPrior, Certified, Review, SequenceSetting};
use crate::formats::reviews::read_errors;
use crate::queue::RegisteredQueue;
use crate::report::documents::audit as documents;
use crate::report::documents::next_item::next_item;

commands! {
    pub(crate) enum Audit {
        /// Fix the order of the questions, before anybody looks
        Start(Start),
        /// The order that was fixed
        Order(Order),
        /// The next question of the order to review, for a script
        Next(NextInAudit),
        /// The limits after each review of a CSV file, without a database
        Sequence(Sequence),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The seed of the order; name it in public before, and no one can say that it was chosen
    #[arg(long, value_name = "N")]
    seed: u64,
    /// Which questions
    #[arg(long, value_parser = named::<AuditPopulation>(), value_name = "WHICH")]
    #[arg(default_value = default_name::<AuditPopulation>())]
    population: AuditPopulation,
    /// Start another audit beside one that was started; every report says how many there are
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    acting: Acting,
}

#[derive(Debug, Args)]
pub(crate) struct Order {
    /// Only the first of them
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    which: WhichAudit,
    #[command(flatten)]
    on: PrintOn,
}

#[derive(Debug, Args)]
pub(crate) struct NextInAudit {
    #[command(flatten)]
    decider: Decider,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Sequence {
    /// Reviews as CSV in the order of review, with the column error: 1 or 0; `-` reads standard input
    file: PathBuf,
    /// How many questions there are, reviewed or not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    population: u32,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    output: Output,
}

/// Which audit, where several were started.
#[derive(Debug, Args)]
pub(super) struct WhichAudit {
    /// The beginning of its id; without it, the one that was started last
    #[arg(long, value_name = "ID")]
    pub audit: Option<String>,
}

/// What limits are asked for.
#[derive(Debug, Args)]
pub(super) struct LimitFlags {
    /// Say after how many reviews the rate was below this; several may be named
    #[arg(long, value_name = "RATE", value_parser = share, value_delimiter = ',', default_value = "0.1")]
    #[arg(allow_negative_numbers = true)]
    pub below: Vec<f64>,
    /// The probability that the limits hold, whenever one stops
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = confidence)]
    confidence: f64,
    /// The beta prior of the error rate. The limits hold under any
    #[arg(long, value_name = "A,B", default_value = "1,9")]
    prior: BetaPrior,
}

impl LimitFlags {
    pub fn setting(&self) -> SequenceSetting {
        SequenceSetting { prior: self.prior, confidence: self.confidence }
    }
}

fn confidence(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "expected a number such as 0.95".to_owned())?;
    match (0.5..=0.999_999).contains(&share) {
        true => Ok(share),
        false => Err("between 0.5 and 0.999999".into()),
    }
}

impl Start {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let by = self.acting.name(&store)?;
        let how = (self.again, by.as_str());
        let audit = start_audit(&mut store, &benchmark, self.population, self.seed, how)?;
        self.on.print(&documents::started(&audit))
    }
}

impl Order {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (store, benchmark) = self.on.open(shared)?;
        let audit = find_audit(&store, &benchmark, self.which.audit.as_deref())?;
        self.on.print(&documents::order(&audit, self.limit.unwrap_or(usize::MAX)))
    }
}

impl NextInAudit {
    fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let (mut store, benchmark, annotator) = self.decider.open(shared)?;
        find_audit(&store, &benchmark, None)?;
        let assigned = store.assignment(&benchmark, QUEUE_REVIEW)?.and_then(|one| one.order);
        if let Some(other) = assigned.filter(|&order| order != ItemPriority::Audit) {
            let words = format!(
                "the review is assigned in the order {other}; assign it with --order audit to review in that of the audit"
            );
            return Err(WrongUsage(words).into());
        }
        let queue = RegisteredQueue::named(QUEUE_REVIEW)?;
        self.output.print(&next_item(&(queue.next)(&mut store, annotator, benchmark)?))
    }
}

impl Sequence {
    fn run(self, _: &Shared) -> anyhow::Result<()> {
        let name = || self.file.display().to_string();
        let errors = read_errors(agree::open(&self.file)?).with_context(name)?;
        let population = self.population as usize;
        ensure!(
            errors.len() <= population,
            "{}: {} reviews of {population} questions; --population counts all questions, and each is reviewed once",
            name(),
            errors.len()
        );
        let reviews: Vec<Review> =
            errors.iter().map(|&error| if error { Review::Error } else { Review::Right }).collect();
        let setting = self.limits.setting();
        let found = Certified::new(population, setting, &self.limits.below, &reviews);
        self.output.print(&documents::sequence(&found, setting, self.output.form))
    }
}
