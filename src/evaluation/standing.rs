//! The score of each run over a benchmark.

use rayon::prelude::*;
use serde::Serialize;

use super::exam::{Answers, Exam, Item};
use super::stand_in::StandIn;
use crate::benchmark::Input;
use crate::extract::RuleSet;
use crate::score::{
    DecidedBy, Extracted, FIRST_PASS_ONLY, Group, Missing, ResultRow, Strategy, Tally,
    breakdown_of_tallies, count_passes, fewer_passes_warning, judge,
};
use crate::store::{Benchmark, Run, Store, StoreError};

/// By what a run is scored.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules that read labels.
    pub rules: RuleSet,
    /// Whose labels stand in where the rules read nothing.
    pub extractor: Option<String>,
    /// How passes make a score.
    pub strategy: Strategy,
    /// What becomes of questions that lack passes.
    pub missing: Missing,
}

/// The score of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The model's name.
    pub model: String,
    /// What it was given.
    pub input: Input,
    /// Its predictions.
    pub rows: usize,
    /// The questions that it was asked and that have a reference answer.
    pub questions: usize,
    /// Questions that no pass decided.
    pub undecided: Undecided,
    /// Accuracy by split and ability.
    pub results: Vec<ResultRow>,
    /// How many predictions could be read.
    pub extraction: Extracted,
    /// How far the labels reach of the extractor that stands in for the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<StandIn>,
    /// What was odd, in sentences.
    pub warnings: Vec<String>,
}

/// Questions that no pass decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Undecided {
    /// Because passes are not there.
    pub missing_passes: usize,
    /// Because passes could not be read.
    pub not_extracted: usize,
}

/// Scores runs. A split in which a run has no prediction at all is taken as one that it was not asked.
pub fn standings(
    store: &mut Store,
    benchmark: &Benchmark,
    runs: &[Run],
    options: &Options,
) -> Result<Vec<Standing>, StoreError> {
    let mut exam = Exam::of(store, benchmark)?;
    let answers = exam.answers_of(store, runs, options.rules, options.extractor.as_deref())?;
    let scored = runs.par_iter().zip(&answers);
    Ok(scored.map(|(run, answers)| standing(&exam, run, answers, options)).collect())
}

fn standing(exam: &Exam, run: &Run, answers: &Answers, options: &Options) -> Standing {
    let mut count = Count {
        tallies: exam
            .placements()
            .map(|placement| Tally { placement, questions: 0, correct: 0 })
            .collect(),
        ..Count::default()
    };
    let asked = Asked::of(exam, answers);
    count.asks_for_passes = exam.items().iter().enumerate().any(|(at, item)| {
        let is_circular = item.sheet.passes.len() > 1 && asked.splits[item.place];
        is_circular || answers.passes(at).nth(1).is_some()
    });
    let mut group = Group { passes: Vec::new(), required: &FIRST_PASS_ONLY };
    for (at, item) in exam.items().iter().enumerate() {
        if item.sheet.answer.is_none() {
            count.without_answer += usize::from(answers.has_any(at));
            continue;
        }
        if !asked.was_asked(item) {
            count.not_asked += 1;
            continue;
        }
        answers.fill_group(exam, at, &mut group);
        if options.strategy == Strategy::EveryPass && !count.asks_for_passes {
            group.required = &FIRST_PASS_ONLY;
        }
        if item.required.are_fewer_than(item.sheet.choices.len()) {
            count.fewer_passes.push(item.sheet.key.as_str());
        }
        count.question(item.place, &group, options);
    }
    Standing {
        model: run.model.clone(),
        input: run.input,
        rows: run.predictions,
        questions: count.questions,
        undecided: count.undecided,
        warnings: count.warnings(answers, options),
        results: breakdown_of_tallies(count.tallies),
        extraction: Extracted::count(answers.readings().iter().copied()),
        stand_in: answers.stand_in(),
    }
}

/// Of which placements the run has any prediction in the same split.
pub(super) struct Asked {
    splits: Vec<bool>,
}

impl Asked {
    pub(super) fn of(exam: &Exam, answers: &Answers) -> Self {
        let split_of: Vec<_> = exam.placements().map(|placement| placement.split).collect();
        let mut splits: Vec<Option<&str>> = Vec::new();
        for (at, item) in exam.items().iter().enumerate() {
            if answers.has_any(at) && !splits.contains(&split_of[item.place]) {
                splits.push(split_of[item.place]);
            }
        }
        Asked { splits: split_of.iter().map(|split| splits.contains(split)).collect() }
    }

    /// Whether the question is of a split that the run was asked.
    pub(super) fn was_asked(&self, item: &Item) -> bool {
        self.splits[item.place]
    }
}

#[derive(Default)]
struct Count<'a> {
    tallies: Vec<Tally<'a>>,
    questions: usize,
    undecided: Undecided,
    /// Whether any question is asked more than once, so that "every pass" means more than the first.
    asks_for_passes: bool,
    lacking_passes: usize,
    with_more_than_one_pass: usize,
    without_answer: usize,
    /// Questions of which the benchmark's file lists fewer passes than there are choices.
    fewer_passes: Vec<&'a str>,
    not_asked: usize,
}

impl Count<'_> {
    fn question(&mut self, place: usize, group: &Group<'_>, options: &Options) {
        self.questions += 1;
        self.with_more_than_one_pass += usize::from(group.passes.len() > 1);
        let tally = &mut self.tallies[place];
        if options.strategy == Strategy::EveryPass {
            let count = count_passes(group, options.missing);
            tally.questions += count.counted;
            tally.correct += count.correct;
            self.undecided.missing_passes += count.absent;
            self.undecided.not_extracted += count.not_extracted;
            self.lacking_passes += usize::from(count_passes(group, Missing::Wrong).absent > 0);
            return;
        }
        let lacks = |pass| group.passes.iter().all(|there| there.pass != pass);
        let mut required = options.strategy.required(group.required).iter();
        self.lacking_passes += usize::from(required.any(lacks));
        let judgement = judge(group, options.strategy, options.missing);
        match judgement.decided_by {
            DecidedBy::Missing(_) => self.undecided.missing_passes += 1,
            DecidedBy::NotExtracted(_) => self.undecided.not_extracted += 1,
            DecidedBy::AllPassesRight | DecidedBy::FirstPassRight | DecidedBy::Wrong(_) => {}
        }
        tally.questions += usize::from(judgement.counted);
        tally.correct += usize::from(judgement.counted && judgement.correct);
    }

    fn warnings(&self, answers: &Answers, options: &Options) -> Vec<String> {
        let mut warnings = Vec::new();
        let mut warn = |count: usize, told: &str| {
            if count > 0 {
                warnings.push(format!("{count} {told}"));
            }
        };
        warn(
            answers.outdated(),
            "predictions were made on an earlier revision of their question, which reads differently: \
             they do not count",
        );
        warn(self.without_answer, "questions have no reference answer: they are not counted");
        warn(
            self.not_asked,
            "questions are of splits in which the model has no prediction: not counted",
        );
        if options.strategy == Strategy::Circular
            && self.with_more_than_one_pass == 0
            && self.lacking_passes > 0
        {
            warn(
                self.lacking_passes,
                "questions have their first pass alone, so CircularEval cannot be decided for them; \
                 --strategy first-pass scores that pass",
            );
        } else {
            let by_itself = options.strategy == Strategy::EveryPass;
            let told = match options.missing {
                Missing::Wrong if by_itself => {
                    "questions lack passes, each of which counts as wrong"
                }
                Missing::Exclude if by_itself => "questions lack passes, which are left out",
                Missing::Kit => "questions lack passes, which --missing kit does not require",
                Missing::Wrong => {
                    "questions lack passes: those that no other pass decides count as wrong"
                }
                Missing::Exclude => {
                    "questions lack passes: those that no other pass decides are left out"
                }
            };
            warn(self.lacking_passes, told);
        }
        if options.strategy != Strategy::FirstPass {
            warnings.extend(fewer_passes_warning(&self.fewer_passes));
        }
        let mut warn = |count: usize, told: &str| {
            if count > 0 {
                warnings.push(format!("{count} {told}"));
            }
        };
        if let (Some(reach), Some(name)) = (answers.stand_in(), &options.extractor) {
            let open = "predictions from which the rules read nothing";
            warn(reach.not_read, &format!("{open} have no label of {name}: they stay undecided"));
            warn(reach.nothing, &format!("{open} tell {name} nothing either: they stay undecided"));
        }
        warnings
    }
}
