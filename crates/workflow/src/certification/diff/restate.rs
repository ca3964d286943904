//! The scores of models on both versions of a benchmark, from the answers that are there.
//!
//! An answer counts for a version if the model was shown this version of the question: the same words, choices
//! and pictures, the choices in any order. Where only the key, the order of choices, an ability or the bytes of
//! a picture changed, the old answers count for the new version too, and new answers for the old one. What was never
//! shown must be asked again, and is left out of the score after; of the old version it is left out where the new one
//! was shown. A short answer is judged by what the version accepts.

use std::collections::HashMap;

use super::matching::Content;
use super::{Change, Difference, Pair, Version};
use crate::evaluation::short_answers::judged;
use crate::evaluation::{Answered, AnsweredPass, RunOptions, compared_short};
use assay_core::benchmark::likeness::plain_text;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{Label, Pass, Prediction, Question};
use assay_core::extract::RuleSet;
use assay_core::score::{
    AskedQuestion, ExtractedLabel, ExtractedPass, Level, Missing, ModelAnswers, Placements,
    RequiredPasses, ResultRow, ScoringTable, Strategy,
};
use assay_store::{Benchmark, QuestionId, Result, Run, Store};

/// What one model answered, by the questions as they were shown to it.
#[derive(Debug)]
pub struct AskedRun {
    model: String,
    strategy: Strategy,
    missing: Missing,
    by_key: HashMap<String, Vec<Shown>>,
}

/// A revision of a question as a model saw it, and its answers.
#[derive(Debug)]
struct Shown {
    /// The revision, where the database has it.
    revision: Option<Question>,
    stem: String,
    passes: Vec<(AnsweredPass, ExtractedLabel)>,
}

/// A model's scores on both versions.
#[derive(Clone, Debug)]
pub struct Restated {
    pub model: String,
    /// The accuracy before and after; `None` if no question is counted.
    pub scores: [Option<f64>; 2],
    /// The questions counted.
    pub questions: [usize; 2],
    /// The ranks; equal scores share the better one.
    pub places: [usize; 2],
    /// The questions of the new version that the model was not shown as they are.
    pub ask_again: Vec<String>,
}

impl AskedRun {
    /// The answers of a file.
    pub fn from_file(answered: Answered) -> Self {
        let mut by_key: HashMap<String, Vec<Shown>> = HashMap::new();
        let Answered { name: model, rules, strategy, missing, questions, .. } = answered;
        for question in questions {
            let passes = read(question.passes, rules);
            let shown = Shown { revision: None, stem: question.stem, passes };
            by_key.entry(question.key).or_default().push(shown);
        }
        AskedRun { model, strategy, missing, by_key }
    }

    /// The answers of a run, on every revision of the questions. `known` keeps these for the next run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(
        store: &Store,
        run: &Run,
        options: &RunOptions,
        known: &mut HashMap<QuestionId, Question>,
    ) -> Result<Self> {
        let mut predictions: HashMap<QuestionId, Vec<Prediction>> = HashMap::new();
        store.for_each_prediction(run, |id, prediction| {
            predictions.entry(id).or_default().push(prediction);
        })?;
        let mut by_key: HashMap<String, Vec<Shown>> = HashMap::new();
        let mut has_later = false;
        for (id, mut predictions) in predictions {
            let revision = match known.get(&id) {
                Some(question) => question.clone(),
                None => known.entry(id).or_insert(store.whole_question(id)?).clone(),
            };
            predictions.sort_by_key(|prediction| prediction.pass);
            has_later |= predictions.iter().any(|prediction| prediction.pass != Pass::FIRST);
            let pass = |prediction| AnsweredPass::new(prediction, &revision.choices, None);
            let passes = read(predictions.iter().map(pass).collect(), options.rules);
            let (key, stem) = (revision.key.as_str().to_owned(), revision.stem.clone());
            let shown = Shown { revision: Some(revision), stem, passes };
            by_key.entry(key).or_default().push(shown);
        }
        let default = if has_later { Strategy::Circular } else { Strategy::FirstPass };
        Ok(AskedRun {
            model: run.model.clone(),
            strategy: options.strategy.unwrap_or(default),
            missing: options.missing,
            by_key,
        })
    }

    /// The answers that were given to this version of a question.
    fn answers_to(&self, question: &Question) -> Option<&Shown> {
        let shown = self.by_key.get(question.key.as_str())?;
        shown.iter().find(|shown| shown.is_of(question))
    }
}

fn read(passes: Vec<AnsweredPass>, rules: RuleSet) -> Vec<(AnsweredPass, ExtractedLabel)> {
    let read = passes.into_iter().map(|pass| {
        let label = pass.read(rules, &pass.choices);
        (pass, label)
    });
    read.collect()
}

impl Shown {
    /// Whether it is this version: of a file, as far as the file says it.
    fn is_of(&self, question: &Question) -> bool {
        let asked = Content::new(question);
        if let Some(revision) = &self.revision {
            return Content::new(revision).whole() == asked.whole();
        }
        let shown = self.passes.first().map_or(&[][..], |(pass, _)| &pass.choices);
        let mut texts: Vec<String> = shown.iter().map(|(_, text)| plain_text(text)).collect();
        texts.sort_unstable();
        (self.stem.is_empty() || plain_text(&self.stem) == asked.stem)
            && (texts.is_empty() || texts == asked.sorted)
    }

    /// The passes, compared with the answer of this version of the question.
    fn compared_with(&self, question: &Question) -> impl Iterator<Item = ExtractedPass> {
        let right = question.answer.and_then(|answer| question.choice(answer));
        let right = right.map(|choice| plain_text(&choice.text));
        let short = compared_short(question);
        self.passes.iter().map(move |(pass, extracted)| {
            if let Some(short) = short {
                let judged = judged(short, &pass.text, pass.status);
                return ExtractedPass {
                    pass: pass.pass,
                    extracted: judged.label,
                    reference: Some(ExtractedLabel::ACCEPTED),
                    grade: judged.grade,
                };
            }
            let found = pass.choices.iter().find(|(_, text)| Some(plain_text(text)) == right);
            let reference: Option<Label> = match (found, pass.choices.is_empty()) {
                (Some((label, _)), _) => Some(*label),
                // A file without choices: the first pass shows them as the benchmark does.
                (None, true) if pass.pass == Pass::FIRST => question.answer,
                (None, _) => None,
            };
            ExtractedPass { pass: pass.pass, extracted: *extracted, reference, grade: None }
        })
    }
}

/// The models of a benchmark that are asked about in the database.
///
/// # Errors
/// When the database cannot be read.
pub fn asked_runs(
    store: &Store,
    benchmark: &Benchmark,
    options: &RunOptions,
) -> Result<Vec<AskedRun>> {
    let mut known = HashMap::new();
    let runs = crate::evaluation::current_runs(store, benchmark, None)?;
    let there = runs.iter().filter(|run| run.predictions > 0);
    let several = |run: &Run| runs.iter().filter(|other| other.model == run.model).count() > 1;
    let load = |run: &Run| {
        let mut asked = AskedRun::load(store, run, options, &mut known)?;
        if several(run) {
            asked.model = format!("{} ({})", run.model, run.input);
        }
        Ok(asked)
    };
    there.map(load).collect()
}

/// The scores of models on both versions, the best after first.
pub fn restate(
    old: &Version,
    new: &Version,
    difference: &Difference,
    runs: &[AskedRun],
) -> Vec<Restated> {
    let pairs = &difference.pairs;
    let pair_of: HashMap<usize, &Pair> = pairs.iter().map(|pair| (pair.new, pair)).collect();
    let pair_of_old: HashMap<usize, &Pair> = pairs.iter().map(|pair| (pair.old, pair)).collect();
    let mut restated: Vec<Restated> = runs
        .iter()
        .map(|run| {
            // A model that was shown only the new version of a question is not wrong on the old one.
            let before = old.questions.iter().enumerate().filter_map(|(at, question)| {
                let own = run.answers_to(question);
                let pair = pair_of_old.get(&at).filter(|_| own.is_none());
                let later = pair.and_then(|pair| {
                    let later = &new.questions[pair.new];
                    Some((later, run.answers_to(later)?, pair.asks_again()))
                });
                match later {
                    Some((later, shown, false)) => Some((question, later, Some(shown))),
                    Some((.., true)) => None,
                    None => Some((question, question, own)),
                }
            });
            let (mut after, mut ask_again) = (Vec::new(), Vec::new());
            for (at, question) in new.questions.iter().enumerate() {
                let pair = pair_of.get(&at).copied();
                // A prediction file does not say which picture was shown: it was the old one.
                let is_other_picture =
                    pair.is_some_and(|pair| pair.what.contains(&Change::Picture));
                let was_shown = |shown: &&Shown| shown.revision.is_some() || !is_other_picture;
                let own = run.answers_to(question).filter(was_shown);
                let kept = pair.filter(|pair| !pair.asks_again());
                let earlier = || {
                    let earlier = &old.questions[kept?.old];
                    Some((question, earlier, Some(run.answers_to(earlier)?)))
                };
                match own.map(|shown| (question, question, Some(shown))).or_else(earlier) {
                    Some(answered) => after.push(answered),
                    None => ask_again.push(question.key.as_str().to_owned()),
                }
            }
            let scored = [score(run, before.collect()), score(run, after)];
            Restated {
                model: run.model.clone(),
                scores: scored.each_ref().map(|row| row.as_ref().and_then(ResultRow::accuracy)),
                questions: scored.map(|row| row.map_or(0, |row| row.questions)),
                places: [0, 0],
                ask_again,
            }
        })
        .collect();
    for version in [0, 1] {
        let scores: Vec<Option<f64>> = restated.iter().map(|one| one.scores[version]).collect();
        for one in &mut restated {
            let own = one.scores[version];
            one.places[version] = 1 + scores.iter().filter(|other| **other > own).count();
        }
    }
    restated
        .sort_by(|one, other| (one.places[1], &one.model).cmp(&(other.places[1], &other.model)));
    restated
}

/// The score over questions with their answers. `asked` is the version that was asked: its passes are required.
fn score(run: &AskedRun, list: Vec<(&Question, &Question, Option<&Shown>)>) -> Option<ResultRow> {
    let has_answer = |(question, ..): &(&Question, &Question, Option<&Shown>)| {
        (question.answer.is_some() && !question.choices.is_empty())
            || compared_short(question).is_some()
    };
    let list: Vec<_> = list.into_iter().filter(has_answer).collect();
    let question = |(question, asked, _): &(&Question, &Question, Option<&Shown>)| AskedQuestion {
        key: question.key.clone(),
        category: None,
        l2_category: None,
        split: question.split.clone(),
        choices: question.choices.len(),
        answer: question.answer,
        rule: compared_short(question).map(|short| short.rule),
        required: RequiredPasses::from_source(&asked.passes, &asked.choices, question.answer),
    };
    let questions: Vec<AskedQuestion> = list.iter().map(question).collect();
    let passes = list.iter().enumerate().flat_map(|(at, (question, _, shown))| {
        shown
            .iter()
            .flat_map(move |shown| shown.compared_with(question))
            .map(move |pass| (at, pass))
    });
    let answers = ModelAnswers::new("", questions.len(), passes, 0);
    let placements = Placements::new(&questions, Taxonomy::empty());
    let table = ScoringTable::new(&questions, &answers);
    let results = table.score(run.strategy, run.missing, &placements).results;
    results.into_iter().find(|row| row.level == Level::Overall)
}
