//! The embedded prompt templates, in the order of [`Language::ALL`](super::Language::ALL).
//!
//! The English texts are those of MMBench: appendix D.1 (zero-shot inference) and C.1 (choice
//! extraction). Its Chinese prompts are translations that are not printed; these are our own.

/// The templates of a question.
pub const QUESTION: [&str; 2] = [
    include_str!("../../../assets/prompts/question_en.txt"),
    include_str!("../../../assets/prompts/question_zh.txt"),
];

/// The templates of an open question: its text only, as MLLM-Bench asks it.
pub const OPEN_QUESTION: [&str; 2] = [
    include_str!("../../../assets/prompts/open_en.txt"),
    include_str!("../../../assets/prompts/open_zh.txt"),
];

/// The templates for finding the choice that an answer means.
pub const EXTRACTION: [&str; 2] = [
    include_str!("../../../assets/prompts/extraction_en.txt"),
    include_str!("../../../assets/prompts/extraction_zh.txt"),
];
