//! The embedded prompt templates.
//!
//! The English texts are those of MMBench: appendix D.1 (zero-shot inference) and C.1 (choice
//! extraction). Its Chinese prompts are translations that are not printed; these are our own.

use super::language::Language;

/// The template of a question.
pub fn question(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../assets/prompts/question_en.txt"),
        Language::Chinese => include_str!("../../../assets/prompts/question_zh.txt"),
    }
}

/// The template of an open question: its text only, as MLLM-Bench asks it.
pub fn open_question(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../assets/prompts/open_en.txt"),
        Language::Chinese => include_str!("../../../assets/prompts/open_zh.txt"),
    }
}

/// The template for finding the choice that an answer means.
pub fn extraction(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../assets/prompts/extraction_en.txt"),
        Language::Chinese => include_str!("../../../assets/prompts/extraction_zh.txt"),
    }
}
