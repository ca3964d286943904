//! Right guesses of people from the text alone, against chance, and the effect of guessing first on
//! the answers given after the picture.
//!
//! "No idea" counts as not right, so that guessing less does not improve a person's share. Chance
//! is the result of blind choosing: the mean of one in the number of choices. The test is exact and
//! one-sided: how probable is at least this number of right guesses if the reference answers were
//! at random among the choices? (See `guess_test`.) Neither it nor the intervals take several
//! people's guesses on one question as independent: see [`clustered_share`].

use std::collections::BTreeMap;

use serde::Serialize;

use super::guess_test::{GuessedTogether, probability_of_at_least};
use crate::benchmark::Label;
use crate::benchmark::decision::BlindAnswer;
use crate::benchmark::gate::{Confidence, TextGuess};
use crate::keyword::Keyword;
use crate::statistics::{Statistic, clustered_share};

/// A question with a guess or an answer.
#[derive(Clone, Debug)]
pub struct GuessedQuestion {
    pub key: String,
    /// Its leaf ability.
    pub category: Option<String>,
    /// The number of its choices.
    pub choices: usize,
    /// The reference answer, if there is one.
    pub reference: Option<Label>,
    /// Whether the text-only filter flags it.
    pub is_flagged: bool,
    /// The guesses in force, with the annotators' names.
    pub guesses: Vec<(String, TextGuess)>,
    /// The independent blind answers in force, each with whether the annotator had guessed first.
    pub answers: Vec<(BlindAnswer, bool)>,
}

/// The figures of the guesses on some questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuessRow {
    /// What is counted: `overall`, a category, a confidence, a verdict of the filter.
    pub name: String,
    /// The number of the questions that the text-only filter flags.
    pub flagged_questions: usize,
    /// The number of questions with guesses.
    pub questions: usize,
    /// The share of right guesses. Its interval takes the guesses on one question as dependent.
    pub right: Statistic,
    /// The number of "no idea" answers; not right.
    pub no_idea: usize,
    /// The share that blind choosing would get right.
    pub chance: Statistic,
    /// The probability of at least this number of right guesses by chance, even if people guess
    /// alike.
    pub p_value: Statistic,
}

/// The figures of some answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerRow {
    /// Whether the annotators had guessed first: `after a guess`, `without a guess`.
    pub name: &'static str,
    /// The share of answers that are the reference answer; its interval like that of guesses.
    pub right: Statistic,
}

/// All figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuessFigures {
    /// The number of people who guessed.
    pub people: usize,
    /// Guesses on questions without a reference answer, which are in no figure.
    pub without_reference: usize,
    /// All guesses.
    pub overall: GuessRow,
    /// By leaf ability, in alphabetical order.
    pub by_category: Vec<GuessRow>,
    /// By how sure the annotators were.
    pub by_confidence: Vec<GuessRow>,
    /// On the questions that the text-only filter flags, and on the others.
    pub by_filter: Vec<GuessRow>,
    /// Answers after the picture, on all questions.
    pub answers: Vec<AnswerRow>,
    /// The same on the questions that have answers of both kinds, where they can be compared.
    pub answers_on_same_questions: Vec<AnswerRow>,
}

/// One guess with the data that it is measured by.
struct Guess<'a> {
    question: &'a GuessedQuestion,
    said: TextGuess,
    is_right: bool,
}

/// Computes the figures.
pub fn guess_figures(questions: &[GuessedQuestion]) -> GuessFigures {
    let mut people: Vec<&str> = Vec::new();
    let mut without_reference = 0;
    let mut guesses: Vec<Guess<'_>> = Vec::new();
    for question in questions {
        for (name, guess) in &question.guesses {
            people.push(name);
            match question.reference {
                Some(reference) => guesses.push(Guess {
                    question,
                    said: *guess,
                    is_right: guess.label() == Some(reference),
                }),
                None => without_reference += 1,
            }
        }
    }
    people.sort_unstable();
    people.dedup();
    let mut categories: BTreeMap<&str, Vec<&Guess<'_>>> = BTreeMap::new();
    for guess in &guesses {
        let category = guess.question.category.as_deref().unwrap_or("none given");
        categories.entry(category).or_default().push(guess);
    }
    let only = |is_wanted: &dyn Fn(&Guess<'_>) -> bool| -> Vec<&Guess<'_>> {
        guesses.iter().filter(|guess| is_wanted(guess)).collect()
    };
    let sure = |confidence| only(&|guess: &Guess<'_>| guess.said.confidence() == confidence);
    let confidences = Confidence::all().map(|one| (one.name(), Some(one)));
    let by_confidence = confidences.chain([("no idea", None)]);
    let flagged = |wanted| only(&|guess: &Guess<'_>| guess.question.is_flagged == wanted);
    let have_both = |question: &&GuessedQuestion| {
        question.answers.iter().any(|(_, gated)| *gated)
            && question.answers.iter().any(|(_, gated)| !gated)
    };
    GuessFigures {
        people: people.len(),
        without_reference,
        overall: row("overall", &only(&|_| true)),
        by_category: categories.iter().map(|(name, guesses)| row(name, guesses)).collect(),
        by_confidence: by_confidence.map(|(name, one)| row(name, &sure(one))).collect(),
        by_filter: vec![row("flagged", &flagged(true)), row("not flagged", &flagged(false))],
        answers: answer_rows(questions.iter()),
        answers_on_same_questions: answer_rows(questions.iter().filter(have_both)),
    }
}

fn row(name: &str, guesses: &[&Guess<'_>]) -> GuessRow {
    let n = guesses.len();
    let right = guesses.iter().filter(|guess| guess.is_right).count();
    let chances: Vec<f64> =
        guesses.iter().map(|guess| 1.0 / guess.question.choices.max(1) as f64).collect();
    let nothing = "no one has guessed here";
    let questions = by_question(guesses);
    let (chance, p_value) = match n {
        0 => (Statistic::undefined(nothing, 0), Statistic::undefined(nothing, 0)),
        _ => {
            let mean = chances.iter().sum::<f64>() / n as f64;
            let p = probability_of_at_least(right, &questions);
            (Statistic::new(mean, n), Statistic::new(p, n))
        }
    };
    let units: Vec<(&str, bool)> =
        guesses.iter().map(|guess| (guess.question.key.as_str(), guess.is_right)).collect();
    GuessRow {
        name: name.to_owned(),
        flagged_questions: questions.iter().filter(|question| question.is_flagged).count(),
        questions: questions.len(),
        right: clustered_share(&units, nothing),
        no_idea: guesses.iter().filter(|guess| guess.said == TextGuess::NoIdea).count(),
        chance,
        p_value,
    }
}

/// The guesses on each question together, by key.
fn by_question(guesses: &[&Guess<'_>]) -> Vec<GuessedTogether> {
    let mut questions: BTreeMap<&str, GuessedTogether> = BTreeMap::new();
    for guess in guesses {
        let together = questions.entry(&guess.question.key).or_default();
        together.choices = guess.question.choices;
        together.is_flagged = guess.question.is_flagged;
        match guess.said.label() {
            Some(label) => *together.by_choice.entry(label).or_default() += 1,
            None => together.no_idea += 1,
        }
    }
    questions.into_values().collect()
}

fn answer_rows<'a>(questions: impl Iterator<Item = &'a GuessedQuestion>) -> Vec<AnswerRow> {
    let mut kinds: [Vec<(&str, bool)>; 2] = Default::default();
    for question in questions {
        let Some(reference) = question.reference else { continue };
        for (answer, gated) in &question.answers {
            let is_right = *answer == BlindAnswer::Choice(reference);
            kinds[usize::from(!gated)].push((question.key.as_str(), is_right));
        }
    }
    let because = "there is no such answer on a question with a reference answer";
    let names = ["after a guess", "without a guess"];
    let rows = names.into_iter().zip(&kinds);
    rows.map(|(name, answers)| AnswerRow { name, right: clustered_share(answers, because) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(key: &str, choices: usize, guesses: &[TextGuess]) -> GuessedQuestion {
        GuessedQuestion {
            key: key.into(),
            category: Some("spatial".into()),
            choices,
            reference: Some(Label::A),
            is_flagged: key == "flagged",
            guesses: guesses
                .iter()
                .enumerate()
                .map(|(at, guess)| (format!("p{at}"), *guess))
                .collect(),
            answers: vec![],
        }
    }

    fn guess(letter: char, confidence: Confidence) -> TextGuess {
        TextGuess::Choice { label: Label::from_letter(letter).unwrap(), confidence }
    }

    #[test]
    fn the_test_is_exact_and_no_idea_is_not_right() {
        let (sure, unsure) = (guess('A', Confidence::High), guess('B', Confidence::Low));
        // Of 2 and of 4 choices: P(at least 2 of 3 right) with 1/2, 1/4, 1/4 is
        // 1/2 1/4 3/4 2 + 1/2 1/4 1/4 + 1/2 1/4 1/4 = 8/32.
        let questions =
            [question("1", 2, &[sure]), question("flagged", 4, &[sure, TextGuess::NoIdea])];
        let figures = guess_figures(&questions);
        let right = [("1", true), ("flagged", true), ("flagged", false)];
        assert_eq!(figures.overall.right, clustered_share(&right, ""));
        assert_eq!(figures.overall.no_idea, 1);
        assert!((figures.overall.chance.value().unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!((figures.overall.p_value.value().unwrap() - 0.25).abs() < 1e-12);
        assert_eq!((figures.overall.questions, figures.overall.flagged_questions), (2, 1));
        assert_eq!(figures.people, 2);
        let nothing_right = guess_figures(&[question("1", 2, &[unsure])]);
        assert_eq!(nothing_right.overall.p_value, Statistic::new(1.0, 1));
    }

    #[test]
    fn guesses_of_several_people_on_one_question_are_worth_less_than_on_as_many_questions() {
        let (right, wrong) = (guess('A', Confidence::Low), guess('B', Confidence::Low));
        let of = |questions: &[GuessedQuestion]| match guess_figures(questions).overall.right {
            Statistic::Defined { value, n, ci95: Some((low, high)), .. } => (value, n, high - low),
            other => panic!("{other:?}"),
        };
        let alike = |at: usize| if at.is_multiple_of(2) { right } else { wrong };
        let keys: Vec<String> = (0..40).map(|key| key.to_string()).collect();
        let together: Vec<_> = (0..10).map(|at| question(&keys[at], 4, &[alike(at); 4])).collect();
        let apart: Vec<_> = (0..40).map(|at| question(&keys[at], 4, &[alike(at)])).collect();
        let (together, apart) = (of(&together), of(&apart));
        assert_eq!((together.0, together.1), (apart.0, apart.1));
        assert!(together.2 > 1.6 * apart.2, "{together:?} {apart:?}");
    }

    #[test]
    fn people_who_all_guess_the_same_are_one_piece_of_evidence_on_each_question() {
        let right = guess('A', Confidence::Low);
        let together = [question("1", 4, &[right; 6]), question("2", 4, &[right; 6])];
        let p = guess_figures(&together).overall.p_value;
        assert!((p.value().unwrap() - 1.0 / 16.0).abs() < 1e-12, "{p:?}");
    }

    #[test]
    fn guesses_are_counted_by_confidence_and_by_what_the_filter_says() {
        let (sure, unsure) = (guess('A', Confidence::High), guess('B', Confidence::Low));
        let questions = [question("flagged", 4, &[sure]), question("2", 4, &[unsure, sure])];
        let figures = guess_figures(&questions);
        let n = |rows: &[GuessRow]| -> Vec<(String, usize, Option<f64>)> {
            rows.iter().map(|row| (row.name.clone(), row.right.n(), row.right.value())).collect()
        };
        assert_eq!(
            n(&figures.by_confidence),
            [
                ("low".into(), 1, Some(0.0)),
                ("medium".into(), 0, None),
                ("high".into(), 2, Some(1.0)),
                ("no idea".into(), 0, None)
            ]
        );
        assert_eq!(
            n(&figures.by_filter),
            [("flagged".into(), 1, Some(1.0)), ("not flagged".into(), 2, Some(0.5))]
        );
    }

    #[test]
    fn answers_after_a_guess_are_compared_with_others_on_the_same_questions() {
        let (right, wrong) = (BlindAnswer::Choice(Label::A), BlindAnswer::CannotTell);
        let mut both = question("1", 4, &[]);
        both.answers = vec![(right, true), (wrong, false), (right, false)];
        let mut gated_only = question("2", 4, &[]);
        gated_only.answers = vec![(wrong, true)];
        let mut unknown = question("3", 4, &[TextGuess::NoIdea]);
        unknown.reference = None;
        unknown.answers = vec![(right, true)];
        let figures = guess_figures(&[both, gated_only, unknown]);
        let shares = |rows: &[AnswerRow]| -> Vec<(usize, Option<f64>)> {
            rows.iter().map(|row| (row.right.n(), row.right.value())).collect()
        };
        assert_eq!(shares(&figures.answers), [(2, Some(0.5)), (2, Some(0.5))]);
        assert_eq!(shares(&figures.answers_on_same_questions), [(1, Some(1.0)), (2, Some(0.5))]);
        let on_one_question = clustered_share(&[("1", false), ("1", true)], "");
        assert_eq!(figures.answers[1].right, on_one_question);
        assert_eq!((figures.without_reference, figures.overall.right.n()), (1, 0));
        assert!(matches!(figures.overall.right, Statistic::Undefined { .. }));
    }
}
