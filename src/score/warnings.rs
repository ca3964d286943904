//! Warnings about the questions of a score, in sentences.

use crate::visible::visible_line;

/// How many questions a warning names.
const NAMED: usize = 5;

/// The first few of a list of names, for a message.
pub fn first_few(names: &[&str]) -> String {
    let first: Vec<_> = names.iter().take(NAMED).map(|name| visible_line(name)).collect();
    let more = if names.len() > NAMED { ", .." } else { "" };
    format!("{}{more}", first.join(", "))
}

/// A sentence about these questions: their number, the sentence, the first few names. Nothing about no
/// question.
pub fn about_questions(keys: &[&str], sentence: &str) -> Option<String> {
    (!keys.is_empty()).then(|| format!("{} questions {sentence} ({})", keys.len(), first_few(keys)))
}

/// Says which questions have fewer passes in the benchmark's file than choices.
pub fn fewer_passes_warning(keys: &[&str]) -> Option<String> {
    let sentence = "have fewer passes in the data set than choices: only the passes that it lists are \
                    required";
    about_questions(keys, sentence)
}
