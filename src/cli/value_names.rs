//! The enums of the other modules as values of flags: their names with a line of help each.
//!
//! The modules below `cli` do not know clap. They name their values ([`Keyword`]); the help of each
//! value is here.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};

use crate::benchmark::Input;
use crate::benchmark::decision::{ReviewVerdict, WrongReason};
use crate::benchmark::gate::Confidence;
use crate::benchmark::own_reason::{OwnReason, Reason};
use crate::benchmark::provenance::Provenance;
use crate::benchmark::team::{ItemPriority, Role};
use crate::benchmark::verification::{VerifyReason, VerifyVerdict};
use crate::extract::{BuiltIn, RuleSet};
use crate::formats::predictions::Compat;
use crate::formats::written_rows::RowForm;
use crate::keyword::Keyword;
use crate::report::Form;
use crate::report::documents::paper_tables::PaperTable;
use crate::score::{Missing, RankBy, Strategy};
use crate::scoring::sample::Stratum;
use crate::scoring::{Duplicates, PredictionFormat};
use crate::tui::messages::LanguageChoice;
use crate::tui::picture::{ColourDepth, PictureMode};

/// The line that `--help` shows next to a value; `None` if the name is clear without one.
pub(super) trait ValueHelp: Keyword {
    fn help(self) -> Option<&'static str> {
        None
    }
}

/// Parses the names of a type's values, and lists them in the help.
pub(super) fn named<T: ValueHelp + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(possible_values::<T>()).try_map(|name| T::from_name(&name))
}

/// The name of the value that an option has if it is not given.
pub(super) fn default_name<T: Keyword + Default>() -> &'static str {
    T::default().name()
}

fn possible_values<T: ValueHelp>() -> impl Iterator<Item = PossibleValue> {
    T::all().map(|value| match value.help() {
        Some(help) => PossibleValue::new(value.name()).help(help),
        None => PossibleValue::new(value.name()),
    })
}

impl ValueHelp for ColourDepth {}
impl ValueHelp for Confidence {}
impl ValueHelp for LanguageChoice {}
impl ValueHelp for PictureMode {}
impl ValueHelp for RankBy {}
impl ValueHelp for ReviewVerdict {}
impl ValueHelp for WrongReason {}
impl ValueHelp for VerifyReason {}

/// Parses a built-in reason, or the name of a custom one of a benchmark, which is compared with the
/// checklist later, because the checklist is in the database.
#[derive(Clone)]
pub(super) struct ReasonParser<R>(PhantomData<R>);

impl<R> Default for ReasonParser<R> {
    fn default() -> Self {
        ReasonParser(PhantomData)
    }
}

impl<R: Reason + ValueHelp + Send + Sync> TypedValueParser for ReasonParser<R> {
    type Value = R;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<R, clap::Error> {
        let own = |name| R::from_name(name).ok().or(OwnReason::new(name).ok().map(R::from_own));
        match value.to_str().and_then(own) {
            Some(reason) => Ok(reason),
            None => named::<R>().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // For help and shells; the custom names of a benchmark are added.
        Some(Box::new(possible_values::<R>()))
    }
}

impl ValueHelp for Role {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Role::Annotator => "Decides in every queue but that of adjudication",
            Role::Expert => "Also settles what others differ on",
            Role::Lead => "Leads the team, and may do what an expert may",
        })
    }
}

impl ValueHelp for Provenance {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Provenance::Unanimous => "All reviewers agree, or one reviewed alone",
            Provenance::Majority => "More than half of the reviewers give the verdict",
            Provenance::Adjudicated => "Experts settled it",
            Provenance::Open => "Nobody yet",
        })
    }
}

impl ValueHelp for ItemPriority {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            ItemPriority::Random => "Each annotator's own order alone",
            ItemPriority::Disagreement => "Items on which the decisions so far differ",
            ItemPriority::Uncertainty => "Questions on which models differ the most",
            ItemPriority::Flagged => "Questions with the most flags",
            ItemPriority::Suspicion => "Questions with the strongest evidence against them",
        })
    }
}

impl ValueHelp for VerifyVerdict {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            VerifyVerdict::Keep => "It is good: the suspicion was wrong",
            VerifyVerdict::Remove => "It leaves the benchmark",
            VerifyVerdict::Fix => "It stays with other words",
        })
    }
}

impl ValueHelp for BuiltIn {
    fn help(self) -> Option<&'static str> {
        match self {
            BuiltIn::Rules(rules) => rules.help(),
            BuiltIn::Lexical => Some("The choice that the answer looks most like"),
        }
    }
}

impl ValueHelp for Compat {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Compat::None => "As they are written",
            Compat::Pandas => "As pandas reads them",
        })
    }
}

impl ValueHelp for Duplicates {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Duplicates::First => "The first",
            Duplicates::Last => "The last, as in a file to which a second attempt was appended",
        })
    }
}

impl ValueHelp for Form {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Form::Table => "Aligned columns for people",
            Form::Json => "One JSON document",
            Form::Csv => {
                "Comma-separated values: each table under a header of its own, an empty line \
                 between tables"
            }
            Form::Markdown => "A Markdown table",
        })
    }
}

impl ValueHelp for Input {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Input::Image => "The question with its pictures",
            Input::Text => "The question alone, to find out whether it needs its pictures",
        })
    }
}

impl ValueHelp for Missing {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Missing::Kit => {
                "As VLMEvalKit: absent passes are not required, a question without its first row \
                 is not counted"
            }
            Missing::Wrong => "A question that cannot be decided counts as not correct",
            Missing::Exclude => "A question that cannot be decided is left out",
        })
    }
}

impl ValueHelp for PaperTable {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            PaperTable::Overview => "Table 3: accuracy overall and by L-2 ability",
            PaperTable::Vanilla => "Table 2: `CircularEval` against the first pass",
            PaperTable::Matching => {
                "Table 1: how much the rules read, and what stored extractions add"
            }
            PaperTable::Choices => {
                "Figure 4: how often each label is right, and how often each model says it"
            }
            PaperTable::Refusals => "Table 4: accuracy if every refusal were right",
            PaperTable::Hardest => {
                "Figure 10: the abilities whose best model is weakest, and questions nobody has right"
            }
            PaperTable::Compare => "Models side by side, with paired bootstrap differences",
            PaperTable::SeedBench => {
                "SEED-Bench-2's Tables 2, 5 and 6: dimensions, parts, levels and ranks"
            }
            PaperTable::MmtBench => {
                "MMT-Bench's Table 2: meta-tasks, subtasks, mean ranks and guessing baselines"
            }
        })
    }
}

impl ValueHelp for PredictionFormat {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            PredictionFormat::Auto => "Recognised by the columns",
            PredictionFormat::Vlmevalkit => {
                "VLMEvalKit's prediction files: xlsx, tsv, csv or json with index and prediction"
            }
            PredictionFormat::LmmsEval => "lmms-eval's samples, as --log_samples writes them",
            PredictionFormat::LmEval => {
                "lm-evaluation-harness's samples, as --log_samples writes them"
            }
            PredictionFormat::Inspect => "Inspect AI's logs, .eval or .json",
            PredictionFormat::SeedBench => {
                "SEED-Bench's results: `question_id` and prediction, as JSON or JSON lines"
            }
            PredictionFormat::Jsonl => "One JSON object a line",
            PredictionFormat::Csv => "Any table with names of columns",
        })
    }
}

impl ValueHelp for RowForm {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            RowForm::Tsv => "Tab-separated, every cell in quotes",
            RowForm::Csv => "Comma-separated, every cell in quotes",
            RowForm::Jsonl => "A JSON object a line; empty cells are left out",
            RowForm::Xlsx => "A spreadsheet",
            RowForm::Parquet => "Parquet, for pandas, DuckDB, polars, Spark and datasets",
        })
    }
}

impl ValueHelp for RuleSet {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            RuleSet::VlmevalkitEarly => "VLMEvalKit from February 2024 to July 2025",
            RuleSet::VlmevalkitMid => {
                "VLMEvalKit from August 2025 on: the letter must stand near the end"
            }
            RuleSet::VlmevalkitLate => {
                "VLMEvalKit from June 2026 on: also \"answer is X\". Comparable with what the field \
                 publishes"
            }
            RuleSet::Assay => "Assay's own rules",
        })
    }
}

impl ValueHelp for Strategy {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Strategy::Circular => "CircularEval: right only if right in every pass",
            Strategy::FirstPass => "Only the pass with the original order of choices counts",
            Strategy::EveryPass => "Every pass counts by itself",
        })
    }
}

impl ValueHelp for Stratum {
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Stratum::Model => "By the model that wrote them",
            Stratum::Category => "By the question's leaf ability",
            Stratum::L2 => "By its L-2 ability",
            Stratum::Split => "By its split",
        })
    }
}
