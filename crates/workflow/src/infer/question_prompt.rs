//! Turns a pass of a question into a request: the prompt's text, with the pictures in their places.

use std::path::{Path, PathBuf};

use assay_core::benchmark::{
    AnswerRule, Choice, ChoiceOrder, ImageHash, Input, Label, PictureRole, Question, QuestionKind,
    ShortAnswer,
};
use assay_core::short::{ValueKind, value_kind};
use assay_llm::{
    ChatRequest, Fields, Language, Part, Picture, PictureError, Template, TemplateError, prompts,
};
use assay_store::StoreError;

/// Why a question cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    /// A picture cannot be sent.
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The template's file.
    #[error("{}: cannot be read: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: std::io::Error },
}

pub(super) type Result<T, E = PromptError> = std::result::Result<T, E>;

/// The prompt by which a model is asked about questions.
#[derive(Debug)]
pub struct QuestionPrompt {
    /// The name that runs store for it.
    pub name: String,
    /// By language, in the order of [`Language::ALL`]; a file has one template for all.
    templates: Vec<Template>,
    /// The same for open questions; empty if `templates` are for them too.
    open: Vec<Template>,
    /// The same for questions with short answers.
    short: Vec<Template>,
}

impl QuestionPrompt {
    /// The prompt of MMBench's paper (appendix D.1), English or Chinese by the question. Open
    /// questions are asked as MLLM-Bench does, by their text only.
    ///
    /// # Errors
    /// Never: tests check the embedded templates.
    pub fn mmbench() -> Result<Self> {
        let read = |source| Template::from_source("the built-in prompt", source);
        let templates = prompts::QUESTION.into_iter().map(read).collect::<Result<_, _>>()?;
        let open = prompts::OPEN_QUESTION.into_iter().map(read).collect::<Result<_, _>>()?;
        let short = prompts::SHORT_QUESTION.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(QuestionPrompt { name: "mmbench".into(), templates, open, short })
    }

    /// The prompt in a template file, or [`QuestionPrompt::mmbench`].
    ///
    /// # Errors
    /// If the file cannot be read, or names fields that do not exist.
    pub fn load(file: Option<&Path>) -> Result<Self> {
        let Some(path) = file else { return Self::mmbench() };
        let (name, source) = read_template(path)?;
        let template = Template::from_source(&path.display().to_string(), &source)?;
        let (templates, open, short) = (vec![template], Vec::new(), Vec::new());
        Ok(QuestionPrompt { name, templates, open, short })
    }

    /// BLAKE3 of its text, in hexadecimal.
    pub fn hash(&self) -> String {
        hash(&self.templates)
    }

    /// The same for the text for open questions, if they have a separate one.
    pub fn open_hash(&self) -> Option<String> {
        (!self.open.is_empty()).then(|| hash(&self.open))
    }

    /// The same for the text for questions with short answers.
    pub fn short_hash(&self) -> Option<String> {
        (!self.short.is_empty()).then(|| hash(&self.short))
    }

    /// The request for a pass of a question. `picture` reads a picture that is sent.
    ///
    /// # Errors
    /// If a picture cannot be read or sent, or the template fails on this question.
    pub fn request(
        &self,
        question: &Question,
        order: &ChoiceOrder,
        input: Input,
        picture: impl FnMut(ImageHash) -> Result<Picture>,
    ) -> Result<ChatRequest> {
        self.parts(question, Some(order), input, picture).map(ChatRequest::from_parts)
    }

    /// The content of the message: texts, and pictures in their places. Without an order the
    /// choices are not shown.
    ///
    /// # Errors
    /// As [`QuestionPrompt::request`].
    pub fn parts(
        &self,
        question: &Question,
        order: Option<&ChoiceOrder>,
        input: Input,
        mut picture: impl FnMut(ImageHash) -> Result<Picture>,
    ) -> Result<Vec<Part>> {
        let mut pictures = Vec::new();
        for stored in question.pictures.iter().filter(|_| input == Input::Image) {
            // A picture that is a choice goes with its choice.
            let role = match (stored.role, order) {
                (PictureRole::Choice(_), None) => continue,
                (PictureRole::Choice(label), Some(order)) => {
                    PictureRole::Choice(order.shown_label_of(label).unwrap_or(label))
                }
                (role, _) => role,
            };
            pictures.push((role, picture(stored.hash)?));
        }
        // With the labels that they have in this pass, in order.
        let choice = |(label, text): (Label, &str)| Choice { label, text: text.to_owned() };
        let shown = order.map(|order| order.texts(&question.choices).map(choice).collect());
        let choices: Vec<Choice> = shown.unwrap_or_default();
        let form = answer_form(question.short.as_ref());
        let form: Vec<(&'static str, &str)> =
            form.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let fields = Fields {
            question: &question.stem,
            hint: question.hint.as_deref(),
            choices: &choices,
            category: question.category.as_deref(),
            l2_category: question.l2_category.as_deref(),
            texts: &form,
            pictures: &pictures,
        };
        let of_kind = match question.kind() {
            QuestionKind::Choice => &self.templates,
            QuestionKind::Short => &self.short,
            QuestionKind::Open => &self.open,
        };
        let templates = if of_kind.is_empty() { &self.templates } else { of_kind };
        let template = by_language(templates, &question.stem);
        Ok(template.render(&fields)?)
    }
}

/// What a template may say of the form of a short answer; empty texts for another question.
fn answer_form(short: Option<&ShortAnswer>) -> [(&'static str, String); 4] {
    let has_decimals =
        |short: &ShortAnswer| short.precision.is_some() || short.rule == AnswerRule::MathVista;
    let (value, decimals) = match short.map(value_kind) {
        Some(ValueKind::Float(decimals)) if short.is_some_and(has_decimals) => {
            ("float", decimals.to_string())
        }
        Some(ValueKind::Integer) => ("integer", String::new()),
        Some(ValueKind::List) => ("list", String::new()),
        Some(ValueKind::Float(_) | ValueKind::Text) => ("text", String::new()),
        None => ("", String::new()),
    };
    let unit = short.and_then(|short| short.unit.clone());
    [
        ("rule", short.map(|short| short.rule.to_string()).unwrap_or_default()),
        ("value", value.to_owned()),
        ("decimals", decimals),
        ("unit", unit.unwrap_or_default()),
    ]
}

/// BLAKE3 of the texts of templates, in hexadecimal.
fn hash(templates: &[Template]) -> String {
    let mut hasher = blake3::Hasher::new();
    for Template { source, .. } in templates {
        hasher.update(&(source.len() as u64).to_le_bytes()).update(source.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// The template for a text in its language, if there is one for each.
pub(super) fn by_language<'t>(templates: &'t [Template], text: &str) -> &'t Template {
    let position = Language::from_stem(text) as usize;
    &templates[position.min(templates.len() - 1)]
}

/// The name and the text of a template file.
pub(crate) fn read_template(path: &Path) -> Result<(String, String)> {
    let source = std::fs::read_to_string(path)
        .map_err(|reason| PromptError::Unreadable { path: path.to_owned(), reason })?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok((name, source))
}
