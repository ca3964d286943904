//! `assay votes`: figures of what judges said about answers.

mod agree;
mod bias;
mod corrected;
mod rank;
mod sample;
mod scores;
mod tally;
mod trust;

use clap::Args;

use super::{OnBenchmark, Shared, commands, default_name, named};
use crate::judging::drill_card;
use crate::keyword::keywords;
use crate::report::votes::{Head, Part};
use crate::statistics::Plan;
use crate::votes::{Judgment, Rule, apply_length_margin};
use crate::voting::{LoadedVotes, load};

commands! {
    pub(crate) enum Votes {
        /// Wins, ties and losses of each pair of models
        Tally(tally::Tally),
        /// Mean scores of answers judged alone, and ratios of scores to an anchor's
        Scores(scores::Scores),
        /// Models in order of their strength, with intervals from resampled questions
        Rank(rank::Rank),
        /// Whether judges prefer a place, longer answers, lists, headings or bold
        Bias(bias::Bias),
        /// A judge against labels or against people
        Agree(agree::VotesAgree),
        /// Win rates of a judge corrected by people's votes on a random sample of its pairs
        Corrected(corrected::Corrected),
        /// Which judge can be trusted: agreement with people, position, flips, stability of the ranking
        Trust(trust::Trust),
        Sample(sample::VotesSample),
    }
}

keywords! {
    /// What parts a table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum By {
        /// Each judge has a table.
        Judge = "judge",
        /// Each level of the questions has rows: their L-2 ability, else their category.
        Level = "level",
    }
}

/// Whose votes on which benchmark.
#[derive(Debug, Args)]
pub(crate) struct Chosen {
    #[command(flatten)]
    on: OnBenchmark,
    /// Only the votes of this judge; may be given several times. Without it, those of all judges together
    #[arg(long = "judge", value_name = "NAME")]
    judges: Vec<String>,
}

/// How votes become outcomes.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Ruled {
    /// What the orders of a pair say together
    #[arg(long, value_parser = named::<Rule>(), default_value = default_name::<Rule>())]
    rule: Rule,
    /// A slight win whose answer is more than this many characters longer is a tie
    #[arg(long, value_name = "CHARACTERS", allow_negative_numbers = true)]
    length_margin: Option<i64>,
}

/// How intervals are resampled.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Drawn {
    /// Resamples of questions
    #[arg(long = "bootstrap", value_name = "N", default_value_t = 1_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    resamples: u32,
    /// Seed of the resamples
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

impl Drawn {
    fn plan(self) -> Plan {
        Plan { resamples: self.resamples as usize, seed: self.seed }
    }
}

impl Ruled {
    /// The margin; a negative one, as WildBench writes it, is none.
    fn margin(self) -> Option<u32> {
        self.length_margin.and_then(|margin| u32::try_from(margin).ok())
    }
}

/// The votes that a command is about.
struct Opened {
    loaded: LoadedVotes,
    head: Head,
}

impl Chosen {
    /// The database with the votes of the judges that are named.
    fn open(&self, shared: &Shared) -> anyhow::Result<Opened> {
        let (store, benchmark) = self.on.open(shared)?;
        let loaded = load(&store, &benchmark, &self.judges)?;
        if loaded.votes.judgments.is_empty() && loaded.votes.scores.is_empty() {
            anyhow::bail!(
                "{} has no votes yet; import some with `assay import votes FILE`, or ask a judge with \
                 `assay judge run`",
                benchmark.name
            );
        }
        let names = loaded.votes.judges.in_order().iter();
        let drills = names.map(|name| drill_card(&store, name));
        let drills: Vec<_> = drills.collect::<Result<_, _>>()?;
        let head = Head {
            benchmark: benchmark.name.clone(),
            notice: store.notice(&benchmark)?,
            judges: loaded.votes.judge_counts(),
            drills: drills.into_iter().flatten().collect(),
            warnings: loaded.warnings(),
            ..Head::default()
        };
        Ok(Opened { loaded, head })
    }

    /// The same with judgments as the length margin makes them.
    fn open_by_rule(&self, shared: &Shared, ruled: Ruled) -> anyhow::Result<Opened> {
        let mut opened = self.open(shared)?;
        opened.head.rule = Some(ruled.rule);
        opened.head.length_margin = ruled.margin();
        if let Some(margin) = ruled.margin() {
            let votes = &mut opened.loaded.votes;
            let unmeasured = apply_length_margin(&mut votes.judgments, &votes.styles, margin);
            if unmeasured > 0 {
                opened.head.warnings.push(format!(
                    "{unmeasured} slight wins stay because the length of an answer is unknown"
                ));
            }
        }
        Ok(opened)
    }
}

impl Opened {
    /// A part for all judges together, or for each.
    fn parts(
        &self,
        by_judge: bool,
        mut part: impl FnMut(Option<&str>, &LoadedVotes) -> anyhow::Result<Part>,
    ) -> anyhow::Result<Vec<Part>> {
        if !by_judge {
            return Ok(vec![part(None, &self.loaded)?]);
        }
        let judges = self.loaded.votes.judges.in_order().iter().zip(0..);
        judges
            .map(|(name, judge)| part(Some(name.as_str()), &self.loaded.of_judge(judge)))
            .collect()
    }

    /// What stands on every table, where all judges are pooled or not.
    fn head(self, by_judge: bool) -> Head {
        let mut head = self.head;
        if by_judge {
            head.warnings.retain(|warning| !warning.contains("--by judge"));
        }
        head
    }

    /// The judgments of some judges by name.
    fn judgments_of(&self, names: &[String]) -> Vec<Judgment> {
        let codes: Vec<u32> = names.iter().filter_map(|name| self.loaded.judge(name)).collect();
        self.loaded.votes.of_judges(&codes)
    }
}
