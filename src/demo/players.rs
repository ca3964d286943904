//! Finds the recorded answer of a simulated model to a request, from the texts of the request
//! alone.
//!
//! The question is the one whose stem and choices occur in the text; the pass is the one that showed the
//! choices in the order in which they occur. A request in an order that no pass has gets the first
//! pass's choice under the letter that it has in the request.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::declined::Declined;
use super::judges::{Facts, SimulatedJudge, is_judged};
use super::likelihoods::{Prompt, TOKENS_OF_PICTURE};
use super::sample::{RUNS, SampleError};
use crate::benchmark::{ChoiceOrder, Input, Label, Prediction};
use crate::extract::{Answer, Choices, RuleSet, extract};
use crate::llm::{CHECK_QUESTION, estimated_tokens};
use crate::store::{Benchmark, Store};

/// The simulated models with the questions that they answered, and the simulated judges.
#[derive(Debug)]
pub struct Players {
    questions: Vec<KnownQuestion>,
    models: Vec<Player>,
    facts: Facts,
}

/// A question as it is recognised.
#[derive(Debug)]
struct KnownQuestion {
    stem: String,
    /// In the order of their labels.
    choices: Vec<(Label, String)>,
}

/// One model.
#[derive(Debug)]
struct Player {
    name: &'static str,
    input: Input,
    /// By the position of the question.
    answers: Vec<Vec<Prediction>>,
}

impl Players {
    /// The judges, and the recorded predictions for the questions of a benchmark: one of the two of the sample, or
    /// [`super::JUDGED`], for which there are none.
    ///
    /// # Errors
    /// If the predictions are for other questions.
    pub fn load(store: &Store, benchmark: &Benchmark) -> Result<Self, SampleError> {
        let stored = store.whole_questions(benchmark)?;
        let places: HashMap<_, _> =
            stored.iter().enumerate().map(|(at, stored)| (stored.id, at)).collect();
        let sheets = store.question_sheets(benchmark)?;
        let runs = if is_judged(&benchmark.name) { &[][..] } else { &RUNS };
        let mut models = Vec::with_capacity(runs.len());
        for run in runs {
            let mut answers = vec![Vec::new(); stored.len()];
            for new in run.predictions(benchmark, &sheets)? {
                if let Some(&at) = places.get(&new.question_id) {
                    answers[at].push(new.prediction);
                }
            }
            models.push(Player { name: run.model, input: run.input, answers });
        }
        let questions = stored.into_iter().map(|stored| {
            let choices = stored.question.choices.iter();
            KnownQuestion {
                stem: normalised(&stored.question.stem),
                choices: choices.map(|choice| (choice.label, normalised(&choice.text))).collect(),
            }
        });
        Ok(Players { questions: questions.collect(), models, facts: Facts::load()? })
    }

    /// The list of models, as `/v1/models` gives it.
    pub(super) fn list(&self) -> Value {
        let models: Vec<Value> = (self.names())
            .map(|name| json!({"id": name, "object": "model", "owned_by": "assay demo"}))
            .collect();
        json!({"object": "list", "data": models})
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        let judges = SimulatedJudge::ALL.into_iter().map(SimulatedJudge::name);
        self.models.iter().map(|model| model.name).chain(judges)
    }

    /// The answer to the body of a chat completion.
    pub(super) fn complete(&self, body: &[u8]) -> Result<Value, Declined> {
        let request: Value = serde_json::from_slice(body)
            .map_err(|error| Declined::new(400, "invalid_json", format!("no JSON: {error}")))?;
        if request["stream"] == true {
            return Err(Declined::new(400, "no_stream", "the demo's server does not stream"));
        }
        let name = request["model"].as_str().unwrap_or_default();
        let judge = SimulatedJudge::ALL.into_iter().find(|judge| judge.name() == name);
        let prompt = Prompt::from_request(&request);
        let (text, pictures) = (prompt.text(), prompt.pictures);
        let is_ranked = !request["prompt_logprobs"].is_null();
        let answer = match (text.trim(), judge) {
            (CHECK_QUESTION, Some(_)) => "Red.".to_owned(),
            (_, Some(judge)) => self.facts.reply(judge, &text, &request)?,
            (asked, None) => {
                let model = self.model(name)?;
                match asked {
                    _ if is_ranked => String::new(),
                    CHECK_QUESTION if pictures == 0 => "Red.".to_owned(),
                    CHECK_QUESTION => model.check_input(true).map(|()| "Red.".to_owned())?,
                    _ => self.answer(model, &text, pictures > 0)?,
                }
            }
        };
        let asked = estimated_tokens(&text) + pictures * TOKENS_OF_PICTURE;
        let completion = estimated_tokens(&answer);
        let mut whole = json!({
            "id": "chatcmpl-demo",
            "object": "chat.completion",
            "created": 0,
            "model": name,
            "choices": [{
                "index": 0,
                "message": {"role": "assistant", "content": answer},
                "finish_reason": "stop",
            }],
            "usage": {
                "prompt_tokens": asked,
                "completion_tokens": completion,
                "total_tokens": asked + completion,
            },
        });
        if request["logprobs"] == true {
            let token =
                json!({"token": answer, "logprob": -0.1, "bytes": null, "top_logprobs": []});
            whole["choices"][0]["logprobs"] = json!({"content": [token]});
        }
        if is_ranked {
            whole["prompt_logprobs"] = self.prompt_logprobs(self.model(name)?, &prompt)?;
        }
        Ok(whole)
    }

    /// The log-probabilities of the tokens of a prompt. A question that is not in the sample gets
    /// some too: clients use one to find out whether a server gives them.
    fn prompt_logprobs(&self, model: &Player, prompt: &Prompt) -> Result<Value, Declined> {
        let text = normalised(&prompt.question);
        let asked = self.questions.iter().enumerate();
        let asked = asked.filter(|(_, question)| text.contains(&question.stem));
        let Some((at, question)) = asked.max_by_key(|(_, question)| question.stem.len()) else {
            return Ok(prompt.log_probabilities(None));
        };
        model.check_input(prompt.pictures > 0)?;
        let first = model.answers[at].first();
        Ok(prompt.log_probabilities(first.and_then(|first| question.chosen(first))))
    }

    fn model(&self, name: &str) -> Result<&Player, Declined> {
        self.models.iter().find(|model| model.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.names().collect();
            let message =
                format!("The model `{name}` does not exist; there are: {}", names.join(", "));
            Declined::new(404, "model_not_found", message)
        })
    }

    fn answer(&self, model: &Player, text: &str, has_pictures: bool) -> Result<String, Declined> {
        let text = normalised(text);
        let Some((at, shown)) = self.find(&text) else {
            let why = "This is not a question of the sample in English, or its choices are not in the \
                       request after the question, as `A. text`; the simulated models know nothing else";
            return Err(Declined::new(404, "question_not_found", why));
        };
        model.check_input(has_pictures)?;
        let question = &self.questions[at];
        let passes = &model.answers[at];
        let is_shown = |pass: &&Prediction| question.shown(&pass.order).eq(shown.iter().copied());
        match (passes.iter().find(is_shown), passes.first()) {
            (Some(pass), _) if pass.failed() => Err(Declined::new(
                400,
                "recorded_failure",
                format!("The recorded request failed, and fails again: {}", pass.text),
            )),
            (Some(pass), _) => Ok(pass.text.clone()),
            (None, Some(first)) => Ok(question.translated(first, &shown)),
            (None, None) => Err(Declined::new(
                404,
                "answer_not_recorded",
                format!("There is no recorded answer of {} to this question", model.name),
            )),
        }
    }

    /// The question that a text asks, with its choices in the order of the text. If one stem is
    /// part of another, the longer one is meant.
    fn find(&self, text: &str) -> Option<(usize, Vec<(Label, &str)>)> {
        let found = self.questions.iter().enumerate().filter_map(|(at, question)| {
            let begin = text.find(&question.stem)?;
            let shown = question.shown_in(&text[begin + question.stem.len()..])?;
            Some((at, shown))
        });
        found.max_by_key(|(at, _)| self.questions[*at].stem.len())
    }
}

impl Player {
    /// Checks that the model was asked with pictures, or without, as it is now.
    fn check_input(&self, has_pictures: bool) -> Result<(), Declined> {
        if has_pictures == (self.input == Input::Image) {
            return Ok(());
        }
        let (was, flag) = match self.input {
            Input::Image => ("with the pictures", "image"),
            Input::Text => ("the text alone", "text"),
        };
        let name = self.name;
        let why = format!("The answers of {name} were recorded for {was}: ask with --input {flag}");
        Err(Declined::new(404, "input_not_recorded", why))
    }
}

impl KnownQuestion {
    /// The texts of the choices with the letters that they have in an order.
    fn shown<'a>(&'a self, order: &'a ChoiceOrder) -> impl Iterator<Item = (Label, &'a str)> {
        order.shown().filter_map(|(letter, original)| Some((letter, self.text(original)?)))
    }

    fn text(&self, label: Label) -> Option<&str> {
        self.choices.iter().find(|choice| choice.0 == label).map(|choice| choice.1.as_str())
    }

    /// The choices as a text shows them, each after its letter; `None` if one is missing.
    fn shown_in(&self, mut text: &str) -> Option<Vec<(Label, &str)>> {
        let letters = self.choices.iter().map(|choice| choice.0);
        let shown = letters.map(|letter| {
            let (choice, rest) = self.choice_behind(letter, text)?;
            text = rest;
            Some((letter, choice))
        });
        shown.collect()
    }

    /// The choice after a letter (`A. text`, `A) text`, `A: text`), and the text that follows it.
    fn choice_behind<'t>(&self, letter: Label, text: &'t str) -> Option<(&str, &'t str)> {
        let marks = ['.', ')', ':'].map(|sign| format!("{letter}{sign} "));
        let mut from = 0;
        loop {
            let behind = |mark: &String| text[from..].find(mark).map(|at| from + at + mark.len());
            let begin = marks.iter().filter_map(behind).min()?;
            let rest = &text[begin..];
            let is_whole = |choice: &str| {
                rest.strip_prefix(choice)
                    .is_some_and(|after| !after.starts_with(char::is_alphanumeric))
            };
            let choices = self.choices.iter().map(|choice| choice.1.as_str());
            if let Some(choice) = choices.filter(|choice| is_whole(choice)).max_by_key(|c| c.len())
            {
                return Some((choice, &rest[choice.len()..]));
            }
            from = begin;
        }
    }

    /// The text of the choice that a recorded answer takes.
    fn chosen(&self, recorded: &Prediction) -> Option<&str> {
        let choices = Choices::new(self.shown(&recorded.order));
        match extract(RuleSet::Assay, &recorded.text, &choices).answer {
            Answer::Label(said) => self.text(recorded.order.original_of(said)?),
            _ => None,
        }
    }

    /// The meaning of a recorded answer under other letters. An answer that does not take a choice
    /// is kept.
    fn translated(&self, recorded: &Prediction, shown: &[(Label, &str)]) -> String {
        let text = self.chosen(recorded);
        let now = shown.iter().find(|(_, choice)| Some(*choice) == text);
        now.map_or_else(
            || recorded.text.clone(),
            |(letter, choice)| format!("The answer is ({letter}) {choice}."),
        )
    }
}

/// A text with single spaces and without marks of pictures.
fn normalised(text: &str) -> String {
    let text = text.replace("<img>", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
