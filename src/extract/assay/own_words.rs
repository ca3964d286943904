//! The part of a text in which a model speaks to the question.
//!
//! Reasoning models think first, between marks, and weigh every choice there. Models without a
//! sense for the end of their turn go on with a question of their own and answer that. Neither
//! part is the answer.

use std::ops::Range;

/// Marks behind which the answer begins.
const THOUGHT_ENDS: [&str; 5] =
    ["</think>", "</thinking>", "</thought>", "<|end_of_thought|>", "◁/think▷"];
/// Marks of a thought that is still going on where no end follows.
const THOUGHT_STARTS: [&str; 4] = ["<think>", "<thinking>", "<thought>", "◁think▷"];
/// Marks of the end of a turn, which some servers leave in the text.
const TURN_ENDS: [&str; 6] =
    ["</s>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end|>", "<|end_of_text|>"];
/// What a line begins with that starts somebody else's turn.
const NEXT_TURNS: [&str; 9] = [
    "Question:",
    "Q:",
    "Human:",
    "USER:",
    "User:",
    "###Human",
    "### Human",
    "<|im_start|>",
    "问题：",
];

/// The bytes of `text` that are the model's answer; `None` where a thought was cut off, so that
/// there is no answer.
pub fn own_words(text: &str) -> Option<Range<usize>> {
    if !text.contains('<') && !text.contains('◁') {
        return Some(0..next_turn(text, 0)); // no mark, as in nearly all texts
    }
    let start = match THOUGHT_ENDS.iter().filter_map(|mark| end_of_last(text, mark)).max() {
        Some(end) => end,
        None if THOUGHT_STARTS.iter().any(|mark| text.contains(mark)) => return None,
        None => 0,
    };
    let ends = TURN_ENDS.iter().filter_map(|mark| text[start..].find(mark));
    let end = ends.filter(|&at| !text[start..start + at].trim().is_empty()).min();
    let end = end.map_or(text.len(), |at| start + at);
    Some(start..next_turn(&text[..end], start))
}

fn end_of_last(text: &str, mark: &str) -> Option<usize> {
    text.rfind(mark).map(|at| at + mark.len())
}

/// Where the next turn begins, once something has been said.
fn next_turn(text: &str, start: usize) -> usize {
    let mut at = start;
    let mut spoken = false;
    for line in text[start..].split_inclusive('\n') {
        let words = line.trim_start();
        if spoken && NEXT_TURNS.iter().any(|turn| words.starts_with(turn)) {
            return at;
        }
        spoken |= !words.is_empty();
        at += line.len();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> Option<&str> {
        own_words(text).map(|range| &text[range])
    }

    #[test]
    fn a_thought_is_not_the_answer() {
        assert_eq!(own("<think>A? No.</think>B"), Some("B"));
        assert_eq!(own("<think>A? Perhaps"), None);
    }

    #[test]
    fn a_question_of_the_models_own_ends_its_answer() {
        assert_eq!(own("Answer: B\n\nQuestion: next?\nAnswer: C"), Some("Answer: B\n\n"));
        assert_eq!(own("Question: which?\nAnswer: C"), Some("Question: which?\nAnswer: C"));
    }
}
