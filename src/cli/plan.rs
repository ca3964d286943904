//! `assay plan`: how many questions, models, people, reviews and requests a figure needs.

use anyhow::{bail, ensure};
use clap::Args;

use super::endpoint::named_endpoint;
use super::extract::share;
use super::{PrintOn, ScoringFlags, Shared};
use crate::certification::plan::{Measured, PlanFlags, plan};
use crate::evaluation::Purpose;
use crate::queue::Board;
use crate::report::documents::audit as documents;

#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Plan {
    /// How many questions there are to be; without it, those of the benchmark. With it, a database is not needed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    questions: Option<u32>,
    /// The difference of two models' accuracies that is to be shown
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = width)]
    difference: f64,
    /// The probability with which it is shown
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = power)]
    power: f64,
    /// How many models are compared, each with each
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(2..=100))]
    models: u32,
    /// How far Krippendorff's alpha of the reviews may be from the truth, at 95 %
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = width)]
    alpha_within: f64,
    /// The error rate that an audit is to certify
    #[arg(long, value_name = "RATE", default_value_t = 0.1, value_parser = share)]
    below: f64,
    /// Requests under way at once; without it, those of --endpoint, else 8
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    concurrency: Option<u32>,
    /// The server of the configuration file whose price and concurrency hold
    #[arg(long, value_name = "NAME")]
    endpoint: Option<String>,
    #[command(flatten)]
    scoring: ScoringFlags,
    #[command(flatten)]
    on: PrintOn,
}

/// What no benchmark is large enough for is refused.
fn width(text: &str) -> Result<f64, String> {
    let width = share(text)?;
    if width >= 0.0001 { Ok(width) } else { Err("at least 0.0001 and at most 1".into()) }
}

fn power(text: &str) -> Result<f64, String> {
    let power: f64 = text.parse().map_err(|_| "expected a number such as 0.8".to_owned())?;
    if (0.5..1.0).contains(&power) { Ok(power) } else { Err("at least 0.5 and below 1".into()) }
}

impl Plan {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let endpoint = self.endpoint.as_deref().map(named_endpoint).transpose()?;
        let of_endpoint = endpoint.as_ref().map(|endpoint| endpoint.concurrency);
        let price = endpoint.and_then(|endpoint| endpoint.price);
        let wanted = PlanFlags {
            questions: self.questions.map(|count| count as usize),
            difference: self.difference,
            power: self.power,
            models: self.models as usize,
            within: self.alpha_within,
            below: self.below,
            concurrency: self.concurrency.map(|count| count as usize).or(of_endpoint).unwrap_or(8),
            price: price.map(|price| (price.prompt, price.completion)),
        };
        let (name, measured) = match shared.db.exists() {
            true => {
                let (mut store, benchmark) = self.on.open(shared)?;
                let options = self.scoring.settle(&store, &benchmark, Purpose::Scores)?;
                let reviews = Board::load(&store, &benchmark, false)?.review_work();
                let measured = Measured::load(&mut store, &benchmark, &options, reviews)?;
                (Some(benchmark.name.clone()), measured)
            }
            false if wanted.questions.is_none() => bail!(
                "there is no database {}; --questions N plans without one, on stated assumptions",
                shared.db.display()
            ),
            false => (None, Measured::default()),
        };
        ensure!(
            wanted.questions.is_some() || measured.has_questions(),
            "the benchmark has no questions; --questions N says for how many to plan"
        );
        let plan = plan(&measured, &wanted);
        self.on.print(&documents::whole_plan(name.as_deref(), &plan))
    }
}
