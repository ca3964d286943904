//! One decision about the figures of a benchmark: the rules that extract labels, the strategy, and how
//! missing passes count. What the caller chooses comes first, then the rules of the extraction that fills
//! in, then the setting of the benchmark, then the default of what is computed. Every command and screen
//! asks here.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::extraction_rules::covered_rules;
use assay_core::extract::RuleSet;
use assay_core::score::{Missing, Strategy};
use assay_store::{Benchmark, Result, Store, StoreError};

/// How runs are scored.
#[derive(Clone, Debug, Serialize)]
pub struct RunOptions {
    /// The rules that extract labels.
    pub rules: RuleSet,
    /// The extractor whose labels fill in where the rules find nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extractor: Option<String>,
    /// How passes make a score; without it, [`Strategy::default_for`] all the runs.
    pub strategy: Option<Strategy>,
    /// How missing passes are treated.
    pub missing: Missing,
}

impl RunOptions {
    /// The same with the strategy that was used.
    #[must_use]
    pub fn by(&self, strategy: Strategy) -> Self {
        RunOptions { strategy: Some(strategy), ..self.clone() }
    }
}

/// As the head of a table has it: `rules assay + judge · strategy circular · missing wrong`.
impl fmt::Display for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules {}", self.rules)?;
        if let Some(extractor) = &self.extractor {
            write!(f, " + {extractor}")?;
        }
        if let Some(strategy) = self.strategy {
            write!(f, " · strategy {strategy}")?;
        }
        write!(f, " · missing {}", self.missing)
    }
}

/// What is chosen of the three; the rest is left open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoringSetting {
    /// The rules that extract labels.
    pub rules: Option<RuleSet>,
    /// How passes make a verdict.
    pub strategy: Option<Strategy>,
    /// How missing passes count.
    pub missing: Option<Missing>,
}

/// What is computed, which decides what holds where nothing is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Scores, comparable with what the field publishes.
    Scores,
    /// Filters and the texts that need a reader: our own rules, missing answers left open.
    Filters,
}

impl Purpose {
    /// The rules where none are chosen.
    pub fn default_rules(self) -> RuleSet {
        match self {
            Purpose::Scores => RuleSet::default(),
            Purpose::Filters => RuleSet::Assay,
        }
    }

    /// How missing passes count where nothing is chosen.
    pub fn default_missing(self) -> Missing {
        match self {
            Purpose::Scores => Missing::default(),
            Purpose::Filters => Missing::Exclude,
        }
    }
}

/// The options that follow, and a sentence on those that neither the caller nor the default decides.
#[derive(Clone, Debug)]
pub struct SettledScoring {
    /// How runs are scored.
    pub options: RunOptions,
    /// Where options come from that differ from the default.
    pub note: Option<String>,
}

impl ScoringSetting {
    /// The setting of a benchmark; empty where there is none.
    ///
    /// # Errors
    /// `Damaged` where it cannot be read.
    pub fn load(store: &Store, benchmark: &Benchmark) -> Result<Self> {
        let Some(text) = store.scoring_setting(benchmark)? else { return Ok(Self::default()) };
        serde_json::from_str(&text).map_err(|error| {
            StoreError::Damaged(format!(
                "the scoring setting of {} cannot be read ({error}); `assay config scoring --reset` \
                 removes it",
                benchmark.name
            ))
        })
    }

    /// Makes this the setting of a benchmark; an empty one removes what was set. It is an administrative act
    /// if it changes anything.
    ///
    /// # Errors
    /// `Refused` for what cannot hold for scores and filters alike, and if the team has a lead and `by` is
    /// not one.
    pub fn save(self, store: &mut Store, benchmark: &Benchmark, by: &str) -> Result<()> {
        let refused = |what: &str| Err(StoreError::Refused(what.to_owned()));
        if self.strategy == Some(Strategy::EveryPass) {
            return refused(
                "every-pass gives no verdict on a question, which filters need; take circular or \
                 first-pass",
            );
        }
        if self.missing == Some(Missing::Kit) {
            return refused(
                "kit is a rule of scores alone; take wrong or exclude, and give --missing kit to the \
                 command that compares with VLMEvalKit",
            );
        }
        let text = (self != Self::default()).then(|| serde_json::to_string(&self)).transpose();
        let text = text.map_err(|error| StoreError::Refused(error.to_string()))?;
        match store.scoring_setting(benchmark)? == text {
            true => store.check_administrator(by),
            false => store.set_scoring_setting(benchmark, text.as_deref(), by),
        }
    }

    /// These choices, and `other` for what they leave open.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        ScoringSetting {
            rules: self.rules.or(other.rules),
            strategy: self.strategy.or(other.strategy),
            missing: self.missing.or(other.missing),
        }
    }

    /// The options for runs of a benchmark, where these are the caller's choices and `extractor` fills in
    /// what the rules cannot read.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub fn settle(
        self,
        store: &Store,
        benchmark: &Benchmark,
        extractor: Option<String>,
        purpose: Purpose,
    ) -> Result<SettledScoring> {
        let setting = Self::load(store, benchmark)?;
        let chosen = self.or(setting);
        let mut rules = chosen.rules.unwrap_or(purpose.default_rules());
        let mut notes = Vec::new();
        if self.rules.is_none()
            && let Some(extractor) = &extractor
            && let Some(covered) = covered_rules(store, benchmark, extractor)?
            && !covered.contains(&rules)
            && let Some(&latest) = covered.first()
        {
            notes.push(format!("rules {latest}: {extractor} read what these cannot read"));
            rules = latest;
        }
        let of_benchmark = [
            setting
                .rules
                .filter(|set| self.rules.is_none() && *set == rules)
                .map(|set| format!("rules {set}")),
            setting
                .strategy
                .filter(|_| self.strategy.is_none())
                .map(|set| format!("strategy {set}")),
            setting.missing.filter(|_| self.missing.is_none()).map(|set| format!("missing {set}")),
        ];
        let applied: Vec<String> = of_benchmark.into_iter().flatten().collect();
        if !applied.is_empty() {
            let applied = applied.join(", ");
            notes.push(format!("{applied}: the setting of {} (config scoring)", benchmark.name));
        }
        let options = RunOptions {
            rules,
            extractor,
            strategy: chosen.strategy,
            missing: chosen.missing.unwrap_or(purpose.default_missing()),
        };
        Ok(SettledScoring { options, note: (!notes.is_empty()).then(|| notes.join("; ")) })
    }
}
