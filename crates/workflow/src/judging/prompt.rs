//! The prompt of a judge: the embedded ones by name, or a template file. The first line declares the output.

use std::path::Path;

use serde_json::Value;

use crate::infer::{AskError, PromptError, read_template};
use assay_core::benchmark::{AnswerRule, ImageHash, Input, Question, ShortAnswer};
use assay_core::keyword::did_you_mean;
use assay_core::votes::parse::{Mode, OutputForm};
use assay_llm::{ChatRequest, Fields, Part, Picture, Template, Texts, prompts};

/// The texts beside the fields of a question, where the question has them.
const OPTIONAL: &[&str] = &["reference", "criteria", "question_type"];
const OF_A_PAIR: Texts = Texts { needed: &["answer1", "answer2"], optional: OPTIONAL };
const OF_ONE: Texts = Texts { needed: &["answer"], optional: OPTIONAL };

/// The prompt of a judge, and how its reply is read.
#[derive(Debug)]
pub struct JudgePrompt {
    /// The name of an embedded template, or of the file.
    pub name: String,
    /// BLAKE3 of its text, in hexadecimal.
    pub hash: String,
    pub form: OutputForm,
    template: Template,
}

impl JudgePrompt {
    /// The embedded template with this name, else the template in this file; without a name, that of the mode.
    ///
    /// # Errors
    /// If there is neither, its first line is not a declaration, it asks for something else than the mode, or
    /// names fields that do not exist.
    pub fn load(mode: Mode, name: Option<&str>) -> Result<Self, AskError> {
        let name = name.unwrap_or(match mode {
            Mode::Vote => "vote-1",
            Mode::Score => "scores-1",
            Mode::Single => "single-10",
        });
        let names = prompts::JUDGE.map(|(name, _)| name);
        let embedded = prompts::JUDGE.into_iter().find(|(embedded, _)| *embedded == name);
        let (file, source) = match embedded {
            Some((_, source)) => (name.to_owned(), source.to_owned()),
            None => read_template(Path::new(name)).map_err(|reason| {
                let (all, likely) = (names.join(", "), did_you_mean(name, names));
                let expected = format!("expected a template file, or one of {all}{likely}");
                AskError::Refused(format!("{reason}; {expected}"))
            })?,
        };
        let prompt = JudgePrompt::from_source(&file, name, &source)?;
        let found = prompt.form.mode();
        if found != mode {
            return Err(AskError::Refused(format!(
                "the template {name} is one of mode {found}, not {mode}: ask with --mode {found}, or choose \
                 another --template"
            )));
        }
        Ok(prompt)
    }

    /// A template whose first line declares its output. `place` is its name in messages.
    fn from_source(name: &str, place: &str, source: &str) -> Result<Self, AskError> {
        let refused = |reason: String| AskError::Refused(format!("{place}{reason}"));
        let (first, body) = source.split_once('\n').unwrap_or((source, ""));
        let declaration = first.trim_start_matches('\u{FEFF}').trim().strip_prefix("output:");
        let declaration = declaration.ok_or_else(|| {
            refused(format!(
                ", line 1: expected the form of the reply, for instance `output: vote last-line A=first B=second \
                 C=tie`, not `{}`",
                first.chars().take(80).collect::<String>()
            ))
        })?;
        let form = OutputForm::from_declaration(declaration.trim())
            .map_err(|reason| refused(format!(", line 1: {reason}")))?;
        let texts = if form.mode() == Mode::Single { OF_ONE } else { OF_A_PAIR };
        // The empty line in place of the declaration keeps the numbers of lines in messages.
        let template = Template::with_texts(place, &format!("\n{body}"), texts)
            .map_err(|reason| AskError::Refused(reason.to_string()))?;
        let hash = blake3::hash(source.as_bytes()).to_hex().to_string();
        Ok(JudgePrompt { name: name.to_owned(), hash, form, template })
    }

    /// The request about an answer, or about two in this order. `picture` reads a picture that is sent.
    ///
    /// # Errors
    /// If a picture cannot be read or sent, or the template fails on this question.
    pub(super) fn request(
        &self,
        question: &Question,
        answers: &[impl AsRef<str>],
        input: Input,
        mut picture: impl FnMut(ImageHash) -> Result<Picture, PromptError>,
    ) -> Result<ChatRequest, PromptError> {
        let mut pictures = Vec::new();
        for stored in question.pictures.iter().filter(|_| input == Input::Image) {
            pictures.push((stored.role, picture(stored.hash)?));
        }
        let [reference, criteria] = judged_by(question);
        let kind = text_of(question, &["question type", "question_type"]);
        let mut texts =
            vec![("reference", &*reference), ("criteria", &*criteria), ("question_type", &*kind)];
        let names = if answers.len() == 1 { OF_ONE.needed } else { OF_A_PAIR.needed };
        texts.extend(names.iter().copied().zip(answers.iter().map(AsRef::as_ref)));
        let fields = Fields {
            question: &question.stem,
            hint: question.hint.as_deref(),
            category: question.category.as_deref(),
            l2_category: question.l2_category.as_deref(),
            texts: &texts,
            pictures: &pictures,
            ..Fields::default()
        };
        let mut parts = self.template.render(&fields)?;
        if let Some(Part::Text(text)) = parts.iter_mut().find(|part| matches!(part, Part::Text(_)))
        {
            *text = text.trim_start().to_owned();
        }
        Ok(ChatRequest::from_parts(parts))
    }
}

/// The reference and the criteria by which the makers of a benchmark want answers judged; empty where there is none.
pub(crate) fn judged_by(question: &Question) -> [String; 2] {
    let reference = match &question.short {
        Some(short) => short.listed(),
        None => text_of(question, REFERENCE),
    };
    [reference, text_of(question, &["criteria", "criterion"])]
}

/// The answers that are right by the makers of a benchmark, each of which would do; compared as the question says,
/// else by their words. `None` if there are none.
pub(crate) fn right_answers(question: &Question) -> Option<ShortAnswer> {
    let of_open = || ShortAnswer::new(AnswerRule::Exact, texts_of(question, REFERENCE));
    let right = question.short.clone().unwrap_or_else(of_open);
    right.has_reference().then_some(right)
}

const REFERENCE: &[&str] = &["reference", "reference_answer"];

fn text_of(question: &Question, names: &[&str]) -> String {
    texts_of(question, names).join("\n")
}

/// The text of the first of these fields of the source that a question has, or the texts of its list.
fn texts_of(question: &Question, names: &[&str]) -> Vec<String> {
    let written = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let texts = match names.iter().find_map(|name| question.extra.get(*name)) {
        Some(Value::Array(values)) => values.iter().map(written).collect(),
        value => value.into_iter().map(written).collect::<Vec<String>>(),
    };
    texts.into_iter().filter(|text| !text.trim().is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_questions::small_question;

    fn text(prompt: &JudgePrompt, question: &Question, answers: &[&str]) -> String {
        let none = |_| unreachable!("the question has no pictures");
        prompt.request(question, answers, Input::Image, none).unwrap().raw_text()
    }

    fn from_file(source: &str) -> Result<JudgePrompt, AskError> {
        JudgePrompt::from_source("my.txt", "my.txt", source)
    }

    #[test]
    fn every_embedded_template_can_be_asked_and_its_declaration_is_not_sent() {
        let mut question = small_question("1", "What is it?");
        question.extra.insert("criteria".into(), "It must name the bird.".into());
        for (name, _) in prompts::JUDGE {
            let mode = match name {
                _ if name.starts_with("vote") => Mode::Vote,
                _ if name.starts_with("scores") => Mode::Score,
                _ => Mode::Single,
            };
            let prompt = JudgePrompt::load(mode, Some(name)).unwrap();
            let answers =
                if mode == Mode::Single { &["A robin."][..] } else { &["A robin.", "A cat."] };
            let text = text(&prompt, &question, answers);
            assert!(text.contains("What is it?") && text.contains("A robin."), "{text}");
            assert!(!text.contains("output:") && !text.starts_with(char::is_whitespace), "{text}");
            let names_criteria = !["vote-1", "scores-1"].contains(&name);
            assert_eq!(text.contains("It must name the bird."), names_criteria, "{name}");
            if let [first, second] = answers {
                assert!(text.find(first) < text.find(second), "{text}");
            }
        }
    }

    #[test]
    fn what_is_in_an_answer_is_data_and_not_a_template() {
        let prompt = JudgePrompt::load(Mode::Vote, None).unwrap();
        let question = small_question("1", "What is it?");
        let text = text(&prompt, &question, &["{{ answer2 }} <img>", "B"]);
        assert!(text.contains("{{ answer2 }} <img>"), "{text}");
    }

    #[test]
    fn a_template_of_ones_own_says_where_it_is_wrong() {
        let error = |source| from_file(source).unwrap_err().to_string();
        assert!(
            error("{{ answer1 }}").starts_with("my.txt, line 1: expected the form of the reply")
        );
        assert!(error("output: vote brackets A=best\nx").starts_with("my.txt, line 1: `best`"));
        let single = "output: score brackets 1-10\n{{ question }}";
        assert!(error(single).contains("the field `answer` is missing"));
        let wrong = "output: arena-hard\n{{ answer1 }}\n{{ answer2 }} {% if %}";
        assert!(error(wrong).starts_with("my.txt, line 3: syntax error"), "{}", error(wrong));
        let mode = JudgePrompt::load(Mode::Score, Some("vote-1")).unwrap_err().to_string();
        assert!(mode.contains("--mode vote"), "{mode}");
        let unknown = JudgePrompt::load(Mode::Vote, Some("vote-3")).unwrap_err().to_string();
        assert!(unknown.contains("one of vote-1, vote-2"), "{unknown}");
    }
}
