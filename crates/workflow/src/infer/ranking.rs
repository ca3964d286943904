//! Answer ranking: the choice that a model finds the most likely answer (SEED-Bench-2, section
//! 4.1). Pure.
//!
//! The choices are not shown. Each one's text is the answer in a separate prompt, and the tokens
//! that it adds to the prompt without an answer are scored. A token that spans the border counts
//! for the choice. The code of SEED-Bench-2 compares the mean loss of the tokens; GPT-3's rule for
//! most tasks is the same, and others compare the sum.

use assay_core::benchmark::{PictureRole, Question, QuestionPicture};
use assay_core::score::{RankBy, TextScore, only_largest};
use assay_llm::{ChatRequest, Part, PromptLogprobs, PromptToken};
use assay_store::ChoiceLikelihood;

/// How choices are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// What is compared.
    pub by: RankBy,
    /// Where the log-probabilities come from.
    pub from: PromptLogprobs,
}

/// Why a question without texts to rank cannot be asked.
pub(super) const NO_TEXT: &str =
    "a choice is a picture or has no text: its likelihood as an answer cannot be asked";

/// Whether every choice has a text to rank.
pub(super) fn has_texts(question: &Question) -> bool {
    let is_choice = |picture: &QuestionPicture| matches!(picture.role, PictureRole::Choice(_));
    !question.pictures.iter().any(is_choice)
        && question.choices.iter().all(|choice| !choice.text.trim().is_empty())
}

impl Ranking {
    /// The number of the first part of a pass: with chats, the prompt without an answer; else the first
    /// choice.
    pub(super) fn first_part(self) -> u32 {
        match self.from {
            PromptLogprobs::Chat => 0,
            PromptLogprobs::Completions => 1,
        }
    }

    /// The request for a choice, or for the prompt alone.
    pub(super) fn request(self, parts: Vec<Part>, choice: Option<&str>) -> ChatRequest {
        match (self.from, choice) {
            (PromptLogprobs::Chat, None) => ChatRequest::with_prompt_tokens(parts),
            (PromptLogprobs::Chat, Some(choice)) => ChatRequest::with_answer(parts, choice.trim()),
            (PromptLogprobs::Completions, choice) => {
                // Not a chat: an answer follows the prompt.
                let text = ChatRequest::from_parts(parts).raw_text();
                let answer = choice.map(|choice| format!(" {}", choice.trim()));
                ChatRequest::echoed(format!(
                    "{}\nAnswer:{}",
                    text.trim(),
                    answer.unwrap_or_default()
                ))
            }
        }
    }

    /// The likelihood of a choice from the tokens of its request. `known` is what was kept of the
    /// prompt alone, which completions do not need.
    pub(super) fn likelihood(
        self,
        tokens: &[PromptToken],
        known: Option<&str>,
        choice: &str,
    ) -> ChoiceLikelihood {
        match self.from {
            PromptLogprobs::Chat => after_prompt(&read_written(known.unwrap_or_default()), tokens),
            PromptLogprobs::Completions => {
                // From the end, because some servers also count a mark of the beginning.
                let ends =
                    |last: &PromptToken| last.offset.unwrap_or(0) + last.token.chars().count();
                let added = choice.trim().chars().count() + 1;
                let prompt = tokens.last().map_or(0, ends).saturating_sub(added);
                after_characters(prompt, tokens)
            }
        }
    }
}

/// The position of the most likely choice; `None` if there is none, or several are equally likely.
pub(super) fn most_likely(choices: &[ChoiceLikelihood], by: RankBy) -> Option<usize> {
    if choices.iter().any(|choice| choice.tokens == 0) {
        return None;
    }
    let score = |choice: &ChoiceLikelihood| {
        TextScore::LogLikelihood(choice.log_probability).ranked(Some(choice.tokens), by)
    };
    let scores: Option<Vec<f64>> = choices.iter().map(score).collect();
    only_largest(&scores?)
}

/// The likelihood of an answer: of the tokens after those that it shares with the prompt without an
/// answer.
pub(super) fn after_prompt(prompt: &[String], with_answer: &[PromptToken]) -> ChoiceLikelihood {
    let is_shared = |(known, token): &(&String, &PromptToken)| **known == token.token;
    let shared = prompt.iter().zip(with_answer).take_while(is_shared).count();
    summed(&with_answer[shared..])
}

/// The same for a raw text: the tokens that reach beyond the prompt's characters.
pub(super) fn after_characters(characters: usize, echoed: &[PromptToken]) -> ChoiceLikelihood {
    let begins = |token: &PromptToken| token.offset.unwrap_or(0);
    // A token ends where the next one begins.
    let next = (1..echoed.len()).find(|&next| begins(&echoed[next]) > characters);
    summed(&echoed[next.unwrap_or(echoed.len()).saturating_sub(1)..])
}

fn summed(tokens: &[PromptToken]) -> ChoiceLikelihood {
    let values = tokens.iter().filter_map(|token| token.log_probability);
    ChoiceLikelihood { log_probability: values.sum(), tokens: tokens.len() as u32 }
}

/// The tokens of a prompt as they are stored: a repeated token, as for a picture, once with its
/// count.
pub(super) fn written(tokens: &[PromptToken]) -> String {
    let runs = tokens.chunk_by(|one, other| one.token == other.token);
    let runs = runs.map(|run| format!("{}*{}", run[0].token, run.len()));
    runs.collect::<Vec<_>>().join(" ")
}

/// The tokens that were [`written`].
pub(super) fn read_written(text: &str) -> Vec<String> {
    let runs = text.split(' ').filter_map(|run| run.rsplit_once('*'));
    runs.flat_map(|(token, count)| {
        std::iter::repeat_n(token.to_owned(), count.parse().unwrap_or(0))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::{Choice, Label, QuestionKey};

    fn token(id: &str, value: Option<f64>) -> PromptToken {
        PromptToken { token: id.into(), offset: None, log_probability: value }
    }

    fn likelihood(log_probability: f64, tokens: u32) -> ChoiceLikelihood {
        ChoiceLikelihood { log_probability, tokens }
    }

    #[test]
    fn a_question_with_a_choice_without_text_cannot_be_ranked() {
        let question = |texts: [&str; 2]| {
            let choices = Label::all().zip(texts).map(choice).collect();
            Question::new(QuestionKey::new("1").unwrap(), "Which?", choices)
        };
        assert!(has_texts(&question(["a cat", "a dog"])));
        assert!(!has_texts(&question(["a cat", " "])));
    }

    fn choice((label, text): (Label, &str)) -> Choice {
        Choice { label, text: text.into() }
    }

    #[test]
    fn mean_and_sum_may_choose_differently_and_equal_scores_choose_nothing() {
        let choices = [likelihood(-3.0, 1), likelihood(-4.0, 4), likelihood(-6.0, 2)];
        assert_eq!(most_likely(&choices, RankBy::Mean), Some(1));
        assert_eq!(most_likely(&choices, RankBy::Sum), Some(0));
        let equal = [likelihood(-2.0, 2), likelihood(-1.0, 1), likelihood(-9.0, 1)];
        assert_eq!(most_likely(&equal, RankBy::Mean), None);
        assert_eq!(most_likely(&equal, RankBy::Sum), Some(1));
        assert_eq!(most_likely(&[], RankBy::Sum), None);
    }

    #[test]
    fn the_tokens_after_the_shared_ones_count_for_the_choice() {
        let prompt = ["", "7", "7", "9"].map(String::from);
        let whole: Vec<_> = [
            ("", None),
            ("7", Some(-9.0)),
            ("7", Some(-9.0)),
            ("9", Some(-9.0)),
            ("4", Some(-0.5)),
            ("5", Some(-1.5)),
        ]
        .map(|(id, value)| token(id, value))
        .to_vec();
        assert_eq!(after_prompt(&prompt, &whole), likelihood(-2.0, 2));
        // The last token of the prompt and the first of the answer are one.
        let merged = [
            token("", None),
            token("7", Some(-9.0)),
            token("7", Some(-9.0)),
            token("8", Some(-1.0)),
        ];
        assert_eq!(after_prompt(&prompt, &merged), likelihood(-1.0, 1));
        let stored = written(&whole);
        assert_eq!(stored, "*1 7*2 9*1 4*1 5*1");
        assert_eq!(read_written(&stored)[..4], prompt);
    }

    #[test]
    fn of_a_raw_text_the_tokens_beyond_the_prompt_count() {
        let tokens: Vec<_> = [(0, None), (3, Some(-9.0)), (5, Some(-0.5)), (9, Some(-0.25))]
            .map(|(offset, value)| PromptToken { offset: Some(offset), ..token("t", value) })
            .to_vec();
        assert_eq!(after_characters(5, &tokens), likelihood(-0.75, 2));
        assert_eq!(after_characters(6, &tokens), likelihood(-0.75, 2), "a token spans the border");
        assert_eq!(after_characters(10, &tokens), likelihood(-0.25, 1));
    }
}
