//! `assay votes`: figures of what judges said about answers.
//!
//! A command has its flags, and prints what is computed from the votes that [`Chosen`] opens.

mod figures;
mod sample;
mod trust;

use clap::Args;

use super::{PrintOn, Shared, commands, default_name, named};
use crate::judging::drill_card;
use crate::keyword::keywords;
use crate::report::votes::{Head, Part};
use crate::statistics::Plan;
use crate::store::{Benchmark, Store};
use crate::votes::{Rule, apply_length_margin};
use crate::voting::{AllVotes, LoadedVotes};

commands! {
    pub(crate) enum Votes {
        /// Wins, ties and losses of each pair of models
        Tally(figures::Tally),
        /// Mean scores of answers judged alone, and ratios of scores to an anchor's
        Scores(figures::Scores),
        /// Models in order of their strength, with intervals from resampled questions
        Rank(figures::Rank),
        /// Whether judges prefer a place, longer answers, lists, headings or bold
        Bias(figures::BiasFlags),
        /// A judge against labels or against people
        Agree(trust::VotesAgree),
        /// Win rates of a judge corrected by people's votes on a random sample of its pairs
        Corrected(trust::Corrected),
        /// Which judge can be trusted: agreement with people, position, flips, stability of the ranking
        Trust(trust::TrustFlags),
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
struct Chosen {
    #[command(flatten)]
    on: PrintOn,
    /// Only the votes of this judge; may be given several times. Without it, those of all judges together
    #[arg(long = "judge", value_name = "NAME")]
    judges: Vec<String>,
}

/// How votes become outcomes.
#[derive(Clone, Copy, Debug, Args)]
struct Ruled {
    /// What the orders of a pair say together
    #[arg(long, value_parser = named::<Rule>(), default_value = default_name::<Rule>())]
    rule: Rule,
    /// A slight win whose answer is more than this many characters longer is a tie
    #[arg(long, value_name = "CHARACTERS", allow_negative_numbers = true)]
    length_margin: Option<i64>,
}

/// How intervals are resampled.
#[derive(Clone, Copy, Debug, Args)]
struct Drawn {
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

/// The votes that a command is about.
struct Opened {
    loaded: LoadedVotes,
    head: Head,
}

impl Opened {
    /// The votes as the length margin makes them, with what is printed on every table.
    fn new(
        store: &Store,
        benchmark: &Benchmark,
        mut loaded: LoadedVotes,
        ruled: Option<Ruled>,
    ) -> anyhow::Result<Opened> {
        if loaded.votes.judgments.is_empty() && loaded.votes.scores.is_empty() {
            anyhow::bail!(
                "{} has no votes yet; import some with `assay import votes FILE`, or ask a judge with \
                 `assay judge run`",
                benchmark.name
            );
        }
        let mut warnings = loaded.warnings();
        // WildBench writes a negative margin where there is none.
        let length_margin = ruled.and_then(|ruled| u32::try_from(ruled.length_margin?).ok());
        if let Some(margin) = length_margin {
            let votes = &mut loaded.votes;
            let unmeasured = apply_length_margin(&mut votes.judgments, &votes.styles, margin);
            if unmeasured > 0 {
                warnings.push(format!(
                    "{unmeasured} slight wins stay because the length of an answer is unknown"
                ));
            }
        }
        let names = loaded.votes.judges.in_order().iter();
        let drills = names.filter_map(|name| drill_card(store, name).transpose());
        let head = Head {
            benchmark: benchmark.name.clone(),
            notice: store.notice(benchmark)?,
            rule: ruled.map(|ruled| ruled.rule),
            length_margin,
            judges: loaded.votes.judge_counts(),
            drills: drills.collect::<Result<_, _>>()?,
            warnings,
        };
        Ok(Opened { loaded, head })
    }
}

impl Chosen {
    /// The votes of the judges that are named, as the length margin makes them.
    fn open(&self, shared: &Shared, ruled: Option<Ruled>) -> anyhow::Result<Opened> {
        let (store, benchmark) = self.on.open(shared)?;
        let loaded = AllVotes::load(&store, &benchmark)?.of(&self.judges)?;
        Opened::new(&store, &benchmark, loaded, ruled)
    }

    /// Prints what is computed from the votes of all judges together, or of each.
    fn print(
        &self,
        Opened { loaded, mut head }: Opened,
        by_judge: bool,
        mut part: impl FnMut(&LoadedVotes, &mut Vec<String>) -> Part,
    ) -> anyhow::Result<()> {
        if !by_judge {
            let part = part(&loaded, &mut head.warnings);
            return self.on.print(&head.printout(vec![part]));
        }
        head.warnings.retain(|warning| !warning.contains("--by judge"));
        let judges = loaded.votes.judges.in_order().iter().zip(0..);
        let parts = judges.map(|(name, judge)| {
            let mut part = part(&loaded.of_judge(judge), &mut head.warnings);
            part.judge = Some(name.clone());
            part
        });
        let parts = parts.collect();
        self.on.print(&head.printout(parts))
    }
}
