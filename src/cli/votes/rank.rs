//! `assay votes rank`: the models in order of their strength.

use clap::Args;
use serde_json::{Map, Value};

use super::{Chosen, Drawn, Ruled};
use crate::cli::{Output, Shared, default_name, named};
use crate::keyword::Keyword;
use crate::report::votes::{Part, tables};
use crate::statistics::{Plan, Statistic};
use crate::votes::{Feature, Leaderboard, Method, leaderboard, outcomes};

#[derive(Debug, Args)]
pub(crate) struct Rank {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    ruled: Ruled,
    /// How strengths are computed; another method stands beside it, Davidson's or without the control
    #[arg(long, value_parser = named::<Method>(), default_value = default_name::<Method>())]
    method: Method,
    /// The features of style-controlled; without it, all
    #[arg(long = "feature", value_parser = named::<Feature>(), value_delimiter = ',')]
    features: Vec<Feature>,
    #[command(flatten)]
    drawn: Drawn,
    /// Part the table
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(["judge"]))]
    by: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// What stands beside length-controlled win rates.
const MINIMAL: &str = "the length-controlled rate is AlpacaEval's logistic form with terms for length and model \
     (\"minimal\"); the published leaderboard has a term for each instruction's difficulty too, so its figures \
     are others";

impl Rank {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let mut opened = self.chosen.open_by_rule(shared, self.ruled)?;
        let by_judge = self.by.is_some();
        let features = if self.features.is_empty() { Feature::ALL } else { &*self.features };
        let other = match self.method {
            Method::BradleyTerry => Method::Davidson,
            _ => Method::BradleyTerry,
        };
        let mut warnings = Vec::new();
        if self.method == Method::LengthControlled {
            warnings.push(MINIMAL.to_owned());
        }
        let parts = opened.parts(by_judge, |judge, loaded| {
            let votes = &loaded.votes;
            let outcomes = outcomes(&votes.judgments, self.ruled.rule);
            let by = |method, plan| {
                leaderboard(&outcomes, &votes.models, &votes.styles, method, features, plan)
            };
            let board = by(self.method, self.drawn.plan());
            let beside = by(other, Plan { resamples: 0, ..self.drawn.plan() });
            warnings.extend(board.warnings.iter().cloned());
            let tables = tables::leaderboard(&board, other.name(), &beside);
            let fields = with_other(&board, other, &beside)?;
            Ok(Part::new(judge, &fields, tables)?.with("method", self.method.name().into()))
        })?;
        opened.head.warnings.append(&mut warnings);
        self.output.print(&opened.head(by_judge).printout(parts))
    }
}

/// The fields of a leaderboard, in which each model has its rank, strength and win rate by another method.
fn with_other(
    board: &Leaderboard,
    other: Method,
    beside: &Leaderboard,
) -> anyhow::Result<Map<String, Value>> {
    let mut fields: Map<String, Value> = serde_json::from_value(serde_json::to_value(board)?)?;
    fields.remove("warnings");
    let nu = board.nu.as_ref().or(beside.nu.as_ref()).cloned();
    let nu = nu.unwrap_or_else(|| Statistic::undefined("a tie is half a win of both", 0));
    fields.insert("nu".to_owned(), serde_json::to_value(nu)?);
    let models = fields.get_mut("models").and_then(Value::as_array_mut);
    for (model, own) in models.into_iter().flatten().zip(&board.models) {
        let standing = beside.models.iter().find(|standing| standing.model == own.model);
        if let (Some(fields), Some(standing)) = (model.as_object_mut(), standing) {
            let (rank, strength) = (standing.rank, &standing.strength);
            let win_rate = &standing.win_rate;
            let value = serde_json::json!({
                "rank": rank, "strength": strength, "win_rate": win_rate,
            });
            fields.insert(other.name().to_owned(), value);
        }
    }
    Ok(fields)
}
