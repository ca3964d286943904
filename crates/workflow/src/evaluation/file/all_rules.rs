//! One file under every rule set: the scores, and the questions on which the rules differ.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{FileError, FileInput, FileOptions, FileScore, FileScoring};
use crate::evaluation::question_results::letters;
use assay_core::extract::{Choices, RuleSet, extract};
use assay_core::keyword::Keyword as _;
use assay_core::score::{Missing, Question as _, Strategy, first_few};

/// The scores of a file by every rule set.
#[derive(Debug)]
pub struct ScoresByRules {
    /// In the order of the rule sets.
    pub scores: Vec<(RuleSet, FileScore)>,
    /// In the order of the questions.
    pub differing: Vec<DifferingQuestion>,
    /// Labels that a reader would not have given, in sentences.
    pub warnings: Vec<String>,
}

/// A question from which the rule sets read different labels, or which only some of them count as right.
#[derive(Clone, Debug, Serialize)]
pub struct DifferingQuestion {
    pub question: String,
    /// By rule set a letter for each pass: a label, `Z` for none of the choices, `!` for a refusal, `?` where
    /// nothing was read, `-` where the pass is missing.
    pub labels: BTreeMap<&'static str, String>,
    /// The labels of the right choice.
    pub answers: String,
    /// By rule set, whether the question counts as right.
    pub correct: BTreeMap<&'static str, bool>,
}

impl DifferingQuestion {
    /// Whether two rule sets read one pass differently, or the question counts as right by one alone. A pass
    /// that a rule set leaves out says nothing of how it reads.
    fn differs(&self) -> bool {
        let passes = self.labels.values().map(|labels| labels.chars().count()).max().unwrap_or(0);
        let read = |pass| {
            self.labels
                .values()
                .filter_map(move |labels| labels.chars().nth(pass).filter(|&label| label != '-'))
        };
        (0..passes).any(|pass| several(read(pass))) || several(self.correct.values())
    }
}

fn several<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// Scores a file by every rule set.
///
/// # Errors
/// As [`FileInput::scoring`].
pub fn scores_by_rules(
    input: &mut FileInput,
    strategy: Option<Strategy>,
    missing: Missing,
) -> Result<ScoresByRules, FileError> {
    let mut found =
        ScoresByRules { scores: Vec::new(), differing: Vec::new(), warnings: Vec::new() };
    let mut questions: BTreeMap<usize, DifferingQuestion> = BTreeMap::new();
    // The early version drops rows that the data set does not have: it is scored last.
    let early = RuleSet::VlmevalkitEarly;
    for rules in RuleSet::all().filter(|rules| *rules != early).chain([early]) {
        let scoring = input.scoring(FileOptions { rules, strategy, missing })?;
        note(&scoring, rules, &mut questions, &mut found);
    }
    found.scores.sort_by_key(|(rules, _)| *rules);
    found.differing = questions.into_values().filter(DifferingQuestion::differs).collect();
    Ok(found)
}

fn note(
    scoring: &FileScoring<'_>,
    rules: RuleSet,
    questions: &mut BTreeMap<usize, DifferingQuestion>,
    found: &mut ScoresByRules,
) {
    let judgements = scoring.table().judgements(scoring.strategy, scoring.missing);
    for (at, (question, judgement)) in scoring.questions.list.iter().zip(judgements).enumerate() {
        let (labels, answers) = letters(scoring.answers.question(at), question.in_table().required);
        let entry = questions.entry(at).or_insert_with(|| DifferingQuestion {
            question: question.index.to_owned(),
            labels: BTreeMap::new(),
            answers,
            correct: BTreeMap::new(),
        });
        entry.labels.insert(rules.name(), labels);
        entry.correct.insert(rules.name(), judgement.is_some_and(|judgement| judgement.correct));
    }
    if rules == RuleSet::VlmevalkitLate {
        found.warnings.extend(scoring.letters_of_words(rules));
    }
    found.scores.push((rules, scoring.score()));
}

impl FileScoring<'_> {
    /// A warning about labels that are letters of words: after "answer is", VLMEvalKit takes the next letter
    /// even where a word begins with it.
    fn letters_of_words(&self, rules: RuleSet) -> Option<String> {
        let table = self.questions.predictions;
        let mut of_words: Vec<String> = Vec::new();
        for row in (0..table.rows()).filter(|&row| self.steps[row] == "answer-is") {
            let (text, choices) =
                (table.prediction(row), Choices::new(self.questions.choices(row)));
            let extraction = extract(rules, text, &choices);
            let (Some(place), Some(label)) = (extraction.evidence, extraction.answer.letter())
            else {
                continue;
            };
            let (read, rest) = (&text[place.clone()], &text[place.end..]);
            let goes_on = rest.starts_with(char::is_alphanumeric);
            let is_article = read.ends_with('a')
                && rest.starts_with(' ')
                && rest.trim_start().starts_with(char::is_alphabetic);
            if goes_on || is_article {
                let words: String = rest.chars().take(12).collect();
                let words = words.trim_end_matches(char::is_whitespace);
                of_words.push(format!("{}: “{read}{words}” gives {label}", table.row_index(row)));
            }
        }
        let (count, first) =
            (of_words.len(), of_words.iter().map(String::as_str).collect::<Vec<_>>());
        (count > 0).then(|| {
            format!(
                "{rules} took the letter of a word for the answer in {count} rows ({}); VLMEvalKit does the \
                 same, so the score is comparable, but these labels say nothing",
                first_few(&first)
            )
        })
    }
}
