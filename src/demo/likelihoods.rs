//! Made-up log-probabilities of a prompt's tokens, in the shape of vLLM's `prompt_logprobs`: a token for each
//! word, and the words of the choice that a simulated model took are more likely than others.

use serde_json::{Value, json};

/// The number of tokens of the prompt that a picture takes.
pub(super) const TOKENS_OF_PICTURE: u64 = 64;

const OF_PROMPT: f64 = -2.0;
const OF_CHOSEN: f64 = -0.5;
const OF_OTHERS: f64 = -3.0;

/// The parts of a prompt.
pub(super) struct Prompt {
    /// The user's question.
    pub question: String,
    /// The answer that is scored; empty if the prompt has none.
    answer: String,
    pub pictures: u64,
}

impl Prompt {
    pub(super) fn from_request(request: &Value) -> Self {
        let mut prompt = Prompt { question: String::new(), answer: String::new(), pictures: 0 };
        for message in request["messages"].as_array().into_iter().flatten() {
            let text = match message["role"] == "assistant" {
                true => &mut prompt.answer,
                false => &mut prompt.question,
            };
            text.push_str(message["content"].as_str().unwrap_or_default());
            for part in message["content"].as_array().into_iter().flatten() {
                text.push_str(part["text"].as_str().unwrap_or_default());
                prompt.pictures += u64::from(part.get("image_url").is_some());
            }
            text.push('\n');
        }
        prompt
    }

    /// The texts of all messages.
    pub(super) fn text(&self) -> String {
        format!("{}{}", self.question, self.answer)
    }

    /// An entry for each token; `chosen` is the text of the choice that the model took.
    pub(super) fn log_probabilities(&self, chosen: Option<&str>) -> Value {
        let pictures = std::iter::repeat_n("<image>", (self.pictures * TOKENS_OF_PICTURE) as usize);
        let question = self.question.split_whitespace().chain(["assistant:"]);
        let answer = self.answer.split_whitespace().collect::<Vec<_>>().join(" ");
        let of_answer = if chosen == Some(&*answer) { OF_CHOSEN } else { OF_OTHERS };
        let tokens = pictures.chain(question).map(|word| entry(word, OF_PROMPT));
        let tokens = tokens.chain(answer.split_whitespace().map(|word| entry(word, of_answer)));
        // The first token has no tokens before it.
        [Value::Null].into_iter().chain(tokens).collect()
    }
}

fn entry(word: &str, log_probability: f64) -> Value {
    let number = word.bytes().fold(7_u32, |number, byte| (number * 31 + u32::from(byte)) % 65_521);
    json!({ number.to_string(): {"logprob": log_probability, "rank": 1, "decoded_token": word} })
}
