//! Assay's own rules: they read a model's answer like a careful reader who cannot see the question.
//!
//! Each rule describes a way in which models write; none is made for a single text. The text is
//! first cut to the model's own words, and these to the questions that it asks itself, of which the first
//! that is answered counts (`own_words`); then it is split into tokens without Markdown, LaTeX
//! and full-width forms (`tokens`). The steps below are then tried in this order; the first one
//! that finds something decides, and gives its name and its evidence:
//!
//! | step | what a text says | example → answer |
//! |---|---|---|
//! | `failed` | VLMEvalKit's failure message instead of an answer | nothing |
//! | `unfinished-thought` | `<think>` without its end: cut off before the answer | nothing |
//! | `empty` | nothing visible | nothing |
//! | `stated-letter` | the last label that is said to be the answer | "The answer is (B)", `\boxed{B}`, "I'd go with B", "B is correct", `{"answer": "B"}`, 答案是B, 故选：B → B |
//! | `last-line` | the last line begins with a label | "It barks.\n(A) dog" → A |
//! | `alone` | a label has a line to itself, and no other has | "I would say:\n\nB\n\nSince it…" → B |
//! | `leading-letter` | the text begins with a label | `B. cat`, "Option B: …", "B because …" → B |
//! | `foreign-letter` | a label is stated that was not offered | `(E) 14` of A to D → Z; with a choice's text behind it that choice, as `leading-text` |
//! | `continued-list` | the model goes on with the question's list: the last item is its answer | `(C) Yes\n(D) No` of A Yes, B No → B |
//! | `stated-text` | a choice's text is said to be the answer | "The answer is 145°" → its label |
//! | `concluded-letter` | a conclusion names a label | "Therefore the value of BF is (B)" → B |
//! | `only-letter` | one label is named as such, and no other | "this is osteoarthritis, option (A)" → A |
//! | `leading-text` | the text begins with a choice | "No, there are three" → No |
//! | `none` | none of the choices, in words | "none of the above" → Z, or the choice that says so |
//! | `refusal` | the model says what it cannot do | "I'm sorry, but I can't …" → refused |
//! | `final-value` | where all choices have numbers: the last value of the text | "= 30 + 115 = 145" → its label |
//! | `final-number` | the same by the number alone | "4.40 meters" for 4.40米 |
//! | `other-value` | the value is none of the choices | "so S2 is 13" → nothing |
//! | `concluding-text` | the last conclusion mentions one choice | "So it would be the hawk" |
//! | `only-text` | the whole text mentions one choice | "The animal is a cat." |
//! | `first-sentence`, `last-sentence` | their main clause mentions one choice | "If pelicans increase, fish may decrease" → decrease |
//! | `differing-words` | a short text has what one choice has and the others, alike, have not | "He is riding a bicycle" |
//! | `part-of-text` | a short text ends in the beginning of one choice | "It is July" of `July and August` |
//! | `undecided` | that the question cannot be decided, where a choice says so | "I cannot tell" |
//! | `refusal` | as above, in a short text that says nothing else | "I don't know." → refused |
//! | `verdict` | the statement begins or ends with yes or no, or calls something false | "Yes, we can …" → True |
//! | `denial` | the choices are yes and no, a short text denies | "Indigo is not the lowest" → No |
//! | `affirmation` | it affirms without comparing | "The function is continuous." → Yes |
//! | `several` | several choices named together | "The answer is A and B" → nothing |
//! | `nothing` | a case for a person or a language model | nothing |
//!
//! The text of a choice is opaque: after its label it is a part of the label, and a letter, a hedge
//! or a refusal in it is not the model's own, whatever the choice says ("cannot be determined", "A
//! and B", "No").
//!
//! What is deliberately not read: the article *A* and the pronoun *I*, letters in formulas, names
//! and words (`P(B)`, "angle B", `USB-C`), what is denied ("not B", "(D) is incorrect"), lists of the
//! choices ("(A) 1\n(B) 2"), values on the way of a calculation that was cut off or only planned, values
//! that the question gives, what is asked ("whether it is a cat"), a choice inside another word or a longer
//! choice. The last statement
//! counts, because models correct themselves; a label counts more than a text, because values also
//! occur in the working.
//!
//! `denial` and `affirmation` assume that yes-or-no questions are asked in the positive. The time is
//! linear in the length of the text.

mod by_letter;
mod by_text;
mod cue;
mod letters;
mod own_words;
mod refusal;
mod restated;
mod sentences;
mod tokens;
mod value;
mod with_text;
mod word_keys;
mod word_roles;
mod words;
mod yes_or_no;

use std::ops::Range;

use super::vlmevalkit::FAILURE;
use super::{Answer, Choices, Extraction};
use crate::benchmark::prediction::find_phrase;
pub use own_words::own_words;
use own_words::{Block, Marks, blocks};
use tokens::{Token, tokens};

/// The answer that Assay's rules read from `text`.
pub fn extract(text: &str, choices: &Choices) -> Extraction {
    if find_phrase(text, FAILURE).is_some() {
        return Extraction { step: "failed", ..Extraction::NOTHING };
    }
    let reads = |marks| {
        let read = move |block: Block| (read(text, block.place, choices), block.before_list);
        Some(blocks(text, marks)?.map(read))
    };
    let Some(mut answers) = reads(Marks::Lists) else {
        return Extraction { step: "unfinished-thought", ..Extraction::NOTHING };
    };
    let (mut first, before_list) = answers.next().unwrap_or((Extraction::NOTHING, false));
    if before_list
        && !FIRM.contains(&first.step)
        && let Some(at_headings) = reads(Marks::Headings)
    {
        answers = at_headings;
        first = answers.next().map_or(Extraction::NOTHING, |(read, _)| read);
    }
    if !is_unanswered(&first) {
        return first;
    }
    let mut later = answers.take(MOST_QUESTIONS).map(|(read, _)| read);
    later.find(|read| !is_unanswered(read)).unwrap_or(first)
}

/// The steps after which another question with choices is a new one.
const FIRM: [&str; 5] = ["stated-letter", "leading-letter", "alone", "stated-text", "leading-text"];

/// The number of questions that a model asks itself that are searched for an answer.
const MOST_QUESTIONS: usize = 4;

fn is_unanswered(read: &Extraction) -> bool {
    matches!(read.step, "nothing" | "empty")
}

/// What one block of the model's words says.
fn read(text: &str, own: Range<usize>, choices: &Choices) -> Extraction {
    let words = text[own.clone()].trim_start();
    let offset = own.end - words.len();
    let words = words.trim_end();
    let tokens = tokens(words);
    if tokens.is_empty() {
        return Extraction { step: "empty", ..Extraction::NOTHING };
    }
    let reading = Reading { text: words, offset, tokens, choices };
    by_letter::extract(&reading).unwrap_or_else(|letters| {
        by_text::extract(&reading, &letters).unwrap_or(Extraction::NOTHING)
    })
}

/// A text that is being read: tokens and choices.
struct Reading<'a> {
    /// The model's own words, without the space around them.
    text: &'a str,
    /// Where they begin in the whole text.
    offset: usize,
    tokens: Vec<Token>,
    choices: &'a Choices,
}

impl Reading<'_> {
    fn found(&self, answer: Answer, step: &'static str, tokens: &Range<usize>) -> Extraction {
        let start = self.offset + self.tokens[tokens.start].start;
        let end = self.offset + self.tokens[tokens.end - 1].end;
        Extraction::found(answer, step, start..end)
    }
}

#[cfg(test)]
mod styles;
#[cfg(test)]
mod tests;
