//! Finds the part of a text in which a model answers the question.
//!
//! Reasoning models first think between marks and discuss every choice there. Models that do not
//! stop at the end of their turn invent another question and answer it, or continue with another
//! speaker's turn. None of these is the answer.

use std::cell::LazyCell;
use std::ops::Range;

use crate::benchmark::prediction::find_phrase;

/// Marks after which the answer begins.
const THOUGHT_ENDS: [&str; 5] =
    ["</think>", "</thinking>", "</thought>", "<|end_of_thought|>", "◁/think▷"];
/// Marks that begin a thought; without an end mark the text was cut off inside the thought.
const THOUGHT_STARTS: [&str; 4] = ["<think>", "<thinking>", "<thought>", "◁think▷"];
/// Marks that end a turn; some servers leave them in the text.
const TURN_ENDS: [&str; 7] = [
    "</s>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|end|>",
    "<|end_of_text|>",
    "<end_of_turn>",
];
/// Marks of the next prompt, also within a line.
const PROMPTS: [&str; 2] = ["###Human", "### Human"];
/// Beginnings of a line in which another speaker begins.
const SPEAKERS: &str = "Human: | HUMAN: | USER: | User: | <|im_start|> | <|user|> | [INST] | \
    用户： | 用户: | <image>";
/// Words that begin a line with a question that the model invents, before a number, a colon or both, or alone on
/// the line; in any case.
const QUESTIONS: [&str; 11] = [
    "Question",
    "Problem",
    "Exercise",
    "Instruction",
    "Hint",
    "Context",
    "Example",
    "Task",
    "Q",
    "问题",
    "题目",
];
/// Beginnings of a line that leads over to a question.
const LEADS_OVER: &str = "Here is another question | Here's another question | Another question | \
    Next question | 下一题 | 下一个问题";
/// Beginnings of a line with the answer to a question that the model repeats.
const ANSWERS: &str = "Answer | ANSWER | Solution | A: | Ans | 答 | The answer | The correct | \
    Response | 解";
/// Beginnings of the first choice of a list.
const FIRST_CHOICES: &str = "(A) | A. | A) | A: | Choices: | Options: | 选项： | A、";

/// The bytes of `text` that are the model's answer; `None` if the text was cut off inside a
/// thought, so that it has no answer.
pub fn own_words(text: &str) -> Option<Range<usize>> {
    blocks(text, Marks::Headings)?.next().map(|block| block.place)
}

/// The marks of another question that the model invents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// A heading: `Question:`.
    Headings,
    /// Also a question with its own choices. It may repeat the question that was asked: only after an
    /// answer is it another one.
    Lists,
}

/// The parts of the model's turn, each of which may answer: its first words, and each question that
/// it asks itself with its answer. `None` if the text was cut off inside a thought.
pub fn blocks(text: &str, marks: Marks) -> Option<impl Iterator<Item = Block>> {
    let turn = turn(text)?;
    let (text, mut rest) = (&text[..turn.end], Some(turn.start));
    Some(std::iter::from_fn(move || {
        let (block, next) = block(text, rest?, marks);
        rest = next;
        Some(block)
    }))
}

/// A part of the model's turn.
pub struct Block {
    /// Its bytes.
    pub place: Range<usize>,
    /// Whether it ends at a list of choices and not at a heading.
    pub before_list: bool,
}

/// The model's turn without its thoughts.
fn turn(text: &str) -> Option<Range<usize>> {
    let end_at = |marks: &[&str], start: usize| {
        let ends = marks.iter().filter_map(|mark| find_phrase(&text[start..], mark));
        let end = ends.filter(|&at| !text[start..start + at].trim().is_empty()).min();
        end.map_or(text.len(), |at| start + at)
    };
    let prompt = end_at(&PROMPTS, 0);
    if !text.contains('<') && !text.contains('◁') {
        return Some(0..prompt); // no mark, as in nearly all texts
    }
    let end_of_last = |mark: &&str| text.rfind(mark).map(|at| at + mark.len());
    let start = match THOUGHT_ENDS.iter().filter_map(end_of_last).max() {
        Some(end) => end,
        None if THOUGHT_STARTS.iter().any(|mark| text.contains(mark)) => return None,
        None => 0,
    };
    Some(start..end_at(&TURN_ENDS, start).min(end_at(&PROMPTS, start)))
}

/// The block that begins at `start`, and where the next one begins: at a line that asks another
/// question. Nothing after the turn of another speaker is the model's. A block that begins with a
/// question has its answer too.
fn block(text: &str, start: usize, marks: Marks) -> (Block, Option<usize>) {
    let ends_at = |end: usize| Block { place: start..end, before_list: false };
    let mut at = start;
    let mut has_text = false;
    let mut is_question = false;
    // The start of the line before, if that asks something.
    let mut asks = None;
    for line in text[start..].split_inclusive('\n') {
        let words = words_of(line);
        if has_text && may_begin_a_block(words) {
            if starts_with(words, SPEAKERS) {
                return (ends_at(at), None);
            }
            if !is_question && (begins_question(words) || starts_with(words, LEADS_OVER)) {
                return (ends_at(at), Some(at));
            }
            if let Some(question) = asks
                && !is_question
                && marks == Marks::Lists
                && starts_with(words, FIRST_CHOICES)
            {
                let block = Block { place: start..question, before_list: true };
                return (block, Some(question));
            }
        }
        let is_asked = is_question || !has_text && begins_question(words);
        if let Some((inner, speaks)) = next_within(line, is_asked) {
            return (ends_at(at + inner), (!speaks).then_some(at + inner));
        }
        if !words.is_empty() {
            is_question = match has_text {
                true => is_question && !starts_with(words, ANSWERS) && !has_answer(words),
                false => begins_question(words) && !has_answer(words),
            };
            asks = (has_text && words.trim_end().ends_with(['?', '？'])).then_some(at);
            has_text = true;
        }
        at += line.len();
    }
    (ends_at(text.len()), None)
}

fn has_answer(words: &str) -> bool {
    words.contains("Answer:")
}

/// The position at which another question begins within a line, after a sentence or an answer, and
/// whether another speaker asks it: "The answer is (C). Question: Which …", "B. USER: …". Within a
/// question that the model repeats, only the text after its answer is another one.
fn next_within(line: &str, is_asked: bool) -> Option<(usize, bool)> {
    let last = |names: &[&str]| names.iter().filter_map(|name| line.rfind(name)).max();
    let answers = LazyCell::new(|| (line.find("Answer:"), last(&["Answer:"])));
    let replies = LazyCell::new(|| last(&["ASSISTANT:", "Assistant:"]));
    memchr::memchr3_iter(b'Q', b'U', b'H', line.as_bytes()).find_map(|at| {
        let (before, rest) = (line[..at].strip_suffix(' ')?, &line[at..]);
        let speaks = starts_with(rest, SPEAKERS);
        if !speaks && !begins_question(rest) {
            return None;
        }
        let ends = || before.trim_end().ends_with(['.', '!', '?', ')', '*', '"', '。']);
        let is_answered =
            || if speaks { *replies } else { answers.1 }.is_some_and(|last| last > at);
        let follows = answers.0.is_some_and(|answer| answer < at);
        (follows || !is_asked && (ends() || is_answered())).then_some((at, speaks))
    })
}

/// The line without space and Markdown before its words.
fn words_of(line: &str) -> &str {
    let marks = |byte: &u8| b" \t\r\n#*>-_".contains(byte);
    &line[line.bytes().take_while(marks).count()..]
}

/// Whether the line's first byte is that of any mark; of most lines it is not.
fn may_begin_a_block(words: &str) -> bool {
    let first = words.as_bytes().first();
    first.is_some_and(|byte| {
        !byte.is_ascii() || b"HU<[QPEINATC(O".contains(&byte.to_ascii_uppercase())
    })
}

fn starts_with(words: &str, beginnings: &str) -> bool {
    beginnings.split(" | ").any(|beginning| words.starts_with(beginning))
}

/// `Question:`, `Question 2:`, `Exercise 2. Which`, and the heading `Question 2`.
fn begins_question(words: &str) -> bool {
    QUESTIONS.iter().any(|name| {
        let begins = words.get(..name.len()).filter(|word| word.eq_ignore_ascii_case(name));
        begins.is_some_and(|word| {
            let rest = &words[word.len()..];
            let behind = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
            let is_numbered = behind.len() < rest.trim_start().len();
            let behind = behind.trim_start_matches('*');
            behind.starts_with([':', '：'])
                || behind.trim().is_empty()
                || is_numbered && behind.starts_with(['.', ')'])
        })
    })
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
        for next in
            ["Question 2: which?", "## Question 2", "**Problem 2.** Which?", "Next question:"]
        {
            assert_eq!(own(&format!("B\n{next}\nAnswer: C")), Some("B\n"), "{next}");
        }
        let list = "B\n2. Which one?\n(A) one\n(B) two\nAnswer: A";
        assert_eq!(blocks(list, Marks::Lists).unwrap().next().unwrap().place, 0..2);
        assert_eq!(own(list), Some(list));
        assert_eq!(
            own("B. Why? It purrs.\nProblems: none."),
            Some("B. Why? It purrs.\nProblems: none.")
        );
    }

    #[test]
    fn a_question_within_the_line_of_an_answer_ends_it() {
        for next in ["Question: which? Answer: C", "USER: which? ASSISTANT: C", "Q2: which?"] {
            assert_eq!(own(&format!("It is (B) cat. {next}")), Some("It is (B) cat. "), "{next}");
        }
        for whole in ["Hint: choose. Question: which? Answer: B", "The Question: which? is open."] {
            assert_eq!(own(whole), Some(whole));
        }
    }

    #[test]
    fn a_question_that_the_model_repeats_has_its_answer_in_one_block() {
        let text = "Hint: choose.\nQuestion: which?\n(A) dog\n(B) cat\nAnswer: B\nQuestion: next?\nAnswer: C";
        let all: Vec<_> =
            blocks(text, Marks::Lists).unwrap().map(|block| &text[block.place]).collect();
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all[0].ends_with("Answer: B\n"));
    }

    #[test]
    fn the_turn_of_another_speaker_is_not_a_block() {
        let text = "A dog.\nUSER: and this?\nASSISTANT: B";
        assert_eq!(blocks(text, Marks::Lists).unwrap().count(), 1);
    }
}
