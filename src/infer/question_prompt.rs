//! How a question becomes a request: the prompt's text, with the pictures where it names them.

use crate::benchmark::{ChoiceOrder, ImageHash, Input, Question};
use crate::llm::{ChatRequest, Part, Picture, PictureError};
use crate::store::StoreError;

/// Where a stem has a picture.
const PICTURE_MARK: &str = "<img>";

/// Why a question cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    /// A picture cannot be sent.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stem names more pictures than the question has, or fewer.
    #[error("its text has {marks} {PICTURE_MARK} marks, but it has {pictures} pictures")]
    Marks {
        /// Marks in the prompt.
        marks: usize,
        /// Pictures of the question.
        pictures: usize,
    },
}

/// The prompt by which a model is asked.
#[derive(Clone, Debug, Default)]
pub struct QuestionPrompt;

impl QuestionPrompt {
    /// The prompt in a template file, or the one of MMBench.
    pub fn load(_file: Option<&std::path::Path>) -> Result<Self, PromptError> {
        Ok(QuestionPrompt)
    }

    /// The name under which runs know it.
    pub fn name(&self) -> &str {
        "mmbench"
    }

    /// BLAKE3 of its text, in hexadecimal.
    pub fn hash(&self) -> String {
        blake3::hash(b"mmbench").to_hex().to_string()
    }

    /// The request for a pass of a question. Pictures stand at the `<img>` marks of the text in their
    /// order; without marks, before the text.
    ///
    /// # Errors
    /// When a picture cannot be read or sent, or the marks are not as many as the pictures.
    pub fn request(
        &self,
        question: &Question,
        order: &ChoiceOrder,
        input: Input,
        mut picture: impl FnMut(ImageHash) -> Result<Picture, PromptError>,
    ) -> Result<ChatRequest, PromptError> {
        let text = self.text(question, order);
        let hashes = match input {
            Input::Image => question.pictures.iter().map(|picture| picture.hash).collect(),
            Input::Text => Vec::new(),
        };
        let marks = text.matches(PICTURE_MARK).count();
        let mut parts = Vec::with_capacity(2 * hashes.len() + 1);
        if marks == 0 || hashes.is_empty() {
            for hash in hashes {
                parts.push(Part::Picture(picture(hash)?));
            }
            parts.push(Part::Text(text));
            return Ok(ChatRequest::from_parts(parts));
        }
        if marks != hashes.len() {
            return Err(PromptError::Marks { marks, pictures: hashes.len() });
        }
        for (at, piece) in text.split(PICTURE_MARK).enumerate() {
            if at > 0 {
                parts.push(Part::Picture(picture(hashes[at - 1])?));
            }
            if !piece.trim().is_empty() {
                parts.push(Part::Text(piece.to_owned()));
            }
        }
        Ok(ChatRequest::from_parts(parts))
    }

    /// The text of a pass.
    pub fn text(&self, question: &Question, order: &ChoiceOrder) -> String {
        let mut text = String::new();
        if let Some(hint) = &question.hint {
            text.push_str(&format!("Hint: {hint}\n"));
        }
        text.push_str(&format!("Question: {}\n", question.stem));
        for (label, original) in order.shown() {
            if let Some(choice) = question.choice(original) {
                text.push_str(&format!("{label}. {}\n", choice.text));
            }
        }
        text.push_str("Please select the correct answer from the options above.\n");
        text
    }
}
