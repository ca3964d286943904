//! Finds the part of a text in which a model answers the question.
//!
//! Reasoning models first think between marks and discuss every choice there. Models that do not
//! stop at the end of their turn invent another question and answer it. Neither part is the answer.

use std::ops::Range;

/// Marks after which the answer begins.
const THOUGHT_ENDS: [&str; 5] =
    ["</think>", "</thinking>", "</thought>", "<|end_of_thought|>", "◁/think▷"];
/// Marks that begin a thought; without an end mark the text was cut off inside the thought.
const THOUGHT_STARTS: [&str; 4] = ["<think>", "<thinking>", "<thought>", "◁think▷"];
/// Marks that end a turn; some servers leave them in the text.
const TURN_ENDS: [&str; 6] =
    ["</s>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end|>", "<|end_of_text|>"];
/// Beginnings of a line that starts another turn.
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

/// The bytes of `text` that are the model's answer; `None` where the text was cut off inside a
/// thought, so that there is no answer.
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

/// Where the next turn begins, after the first line that is not empty.
fn next_turn(text: &str, start: usize) -> usize {
    let mut at = start;
    let mut has_text = false;
    for line in text[start..].split_inclusive('\n') {
        let words = line.trim_start();
        if has_text && NEXT_TURNS.iter().any(|turn| words.starts_with(turn)) {
            return at;
        }
        has_text |= !words.is_empty();
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
    fn the_answer_begins_after_the_last_of_several_thoughts() {
        assert_eq!(own("<think>A?</think>Not sure. <think>B?</think>C"), Some("C"));
        assert_eq!(own("<think>A?</think><thinking>B?</thinking>C"), Some("C"));
        assert_eq!(own("<thinking>A?</thinking><think>B?</think>C"), Some("C"));
    }

    #[test]
    fn a_mark_at_the_end_of_a_turn_ends_the_answer() {
        assert_eq!(own("B<|im_end|>\nC"), Some("B"));
        assert_eq!(own("<think>A</think>B</s>C<|endoftext|>D"), Some("B"));
        assert_eq!(own("</s>\n</s> B</s>"), Some("</s>\n</s> B</s>"), "a mark before any text");
    }

    #[test]
    fn a_question_of_the_models_own_ends_its_answer() {
        assert_eq!(own("Answer: B\n\nQuestion: next?\nAnswer: C"), Some("Answer: B\n\n"));
        assert_eq!(own("Question: which?\nAnswer: C"), Some("Question: which?\nAnswer: C"));
    }
}
