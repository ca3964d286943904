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

/// The templates of a question with a short answer. What form the answer has is said as MathVista, MMMU and VQA say it.
pub const SHORT_QUESTION: [&str; 2] = [
    include_str!("../../../assets/prompts/short_en.txt"),
    include_str!("../../../assets/prompts/short_zh.txt"),
];

/// The templates for finding the choice that an answer means.
pub const EXTRACTION: [&str; 2] = [
    include_str!("../../../assets/prompts/extraction_en.txt"),
    include_str!("../../../assets/prompts/extraction_zh.txt"),
];

/// The templates of judges by their names. The first lines say what the answer is read as.
///
/// `vote-1` and `scores-1` are figures 2 and 3 of MLLM-Bench's paper, the latter with an output format,
/// which the figure lacks. `vote-2` and `scores-2` are our own words for what its second generation asks.
pub const JUDGE: [(&str, &str); 7] = [
    ("vote-1", include_str!("../../../assets/prompts/judge_vote_1.txt")),
    ("vote-2", include_str!("../../../assets/prompts/judge_vote_2.txt")),
    ("scores-1", include_str!("../../../assets/prompts/judge_scores_1.txt")),
    ("scores-2", include_str!("../../../assets/prompts/judge_scores_2.txt")),
    ("single-10", include_str!("../../../assets/prompts/judge_single_10.txt")),
    ("single-100", include_str!("../../../assets/prompts/judge_single_100.txt")),
    ("single-5", include_str!("../../../assets/prompts/judge_single_5.txt")),
];
