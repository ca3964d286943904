//! The requests to an LLM extractor, and the reading of its replies.

use std::path::Path;

use super::question_prompt::{Result, by_language, read_template};
use assay_core::benchmark::{Choice, Label};
use assay_core::extract::{Answer, Choices, RuleSet, extract};
use assay_llm::{ChatRequest, Fields, Template, prompts};

/// The protocol of an extraction: the prompt.
#[derive(Debug)]
pub struct ExtractionPrompt {
    /// The name of the protocol.
    pub name: String,
    templates: Vec<Template>,
}

impl ExtractionPrompt {
    /// The prompt of MMBench's paper (appendix C.1), English or Chinese by the question.
    ///
    /// # Errors
    /// Never: tests check the embedded templates.
    pub fn mmbench() -> Result<Self> {
        let read = |source| Template::from_extraction_source("the protocol mmbench", source);
        let templates = prompts::EXTRACTION.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(ExtractionPrompt { name: "mmbench".into(), templates })
    }

    /// The protocol in a template file, or [`ExtractionPrompt::mmbench`] by its name.
    ///
    /// # Errors
    /// If it cannot be read, or names fields that do not exist.
    pub fn load(path: &Path) -> Result<Self> {
        if path == Path::new("mmbench") {
            return Self::mmbench();
        }
        let (name, source) = read_template(path)?;
        let template = Template::from_extraction_source(&path.display().to_string(), &source)?;
        Ok(ExtractionPrompt { name, templates: vec![template] })
    }

    /// BLAKE3 of its text, in hexadecimal.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for template in &self.templates {
            hasher.update(template.source.as_bytes()).update(&[0]);
        }
        hasher.finalize().to_hex().to_string()
    }

    /// The request for the label of an answer.
    ///
    /// # Errors
    /// If the template fails on this text.
    pub fn request(
        &self,
        question: &str,
        hint: Option<&str>,
        choices: &[Choice],
        answer: &str,
    ) -> Result<ChatRequest> {
        let texts = &[("answer", answer)];
        let fields = Fields { question, hint, choices, texts, ..Fields::default() };
        let template = by_language(&self.templates, question);
        Ok(ChatRequest::from_parts(template.render(&fields)?))
    }
}

/// Reads a reply strictly: a single letter of the choices or `Z`, alone or before the text of its choice.
/// Nothing else is a label.
pub(super) fn read_reply(reply: &str, choices: &[Choice]) -> Option<Answer> {
    let reply =
        reply.trim().trim_matches(['"', '\'', '`', '*', '(', ')', '[', ']', '.', '。']).trim();
    let mut chars = reply.chars();
    let letter = Label::from_letter(chars.next()?)?;
    let rest = chars.as_str();
    let choice = choices.iter().find(|choice| choice.label == letter);
    let answer = match choice {
        Some(choice) => Answer::Label(choice.label),
        None if letter.letter() == 'Z' => Answer::NoneOfThem,
        None => return None,
    };
    if rest.is_empty() {
        return Some(answer);
    }
    let text = rest.strip_prefix(['.', ')', ':', '。', '：'])?.trim();
    choice.filter(|choice| choice.text.trim() == text).map(|_| answer)
}

/// VLMEvalKit's handling of a reply: its own rules read it, and after three tries the letter is
/// random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomLetters {
    /// The seed; the same seed gives the same letters.
    pub seed: u64,
}

impl RandomLetters {
    /// What VLMEvalKit's rules read from a reply.
    pub(super) fn read_reply(reply: &str, choices: &[Choice]) -> Option<Answer> {
        match extract(RuleSet::VlmevalkitLate, reply, &Choices::from_shown(choices)).answer {
            Answer::Nothing => None,
            answer => Some(answer),
        }
    }

    /// A letter of the choices or `Z`, by the name of the text.
    pub(super) fn letter(self, text: &str, choices: &[Choice]) -> Answer {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.seed.to_le_bytes()).update(text.as_bytes());
        let mut number = [0; 8];
        hasher.finalize_xof().fill(&mut number);
        let place = u64::from_le_bytes(number) as usize % (choices.len() + 1);
        choices.get(place).map_or(Answer::NoneOfThem, |choice| Answer::Label(choice.label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[&str]) -> Vec<Choice> {
        let choice = |(label, text): (Label, &&str)| Choice { label, text: (*text).to_owned() };
        Label::all().zip(texts).map(choice).collect()
    }

    fn read(reply: &str) -> Option<String> {
        let answer = read_reply(reply, &choices(&["teddy bear", "rabbit", "cat"]))?;
        answer.letter().map(|letter| letter.to_string())
    }

    #[test]
    fn only_a_letter_alone_or_with_its_own_choice_is_a_label() {
        for (reply, label) in
            [("A", "A"), (" B.\n", "B"), ("(C)", "C"), ("**Z**", "Z"), ("A. teddy bear", "A")]
        {
            assert_eq!(read(reply).as_deref(), Some(label), "{reply}");
        }
        for reply in ["", "D", "a", "A or B", "A. rabbit", "Answer", "The answer is A", "Zebra"] {
            assert_eq!(read(reply), None, "{reply}");
        }
    }

    #[test]
    fn random_letters_are_the_same_for_the_same_seed_and_reach_every_choice() {
        let choices = choices(&["x", "y"]);
        let letters = |seed| -> Vec<Answer> {
            let letter = |text: u32| RandomLetters { seed }.letter(&text.to_string(), &choices);
            (0..100).map(letter).collect()
        };
        assert_eq!(letters(1), letters(1));
        assert_ne!(letters(1), letters(2));
        let all: std::collections::HashSet<String> =
            letters(1).iter().map(|answer| format!("{answer:?}")).collect();
        assert_eq!(all.len(), 3);
    }
}
