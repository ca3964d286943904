//! From a judge's text to a reading, strictly: the verdict must be where the prompt asked for it, and a
//! text with two different verdicts is unresolved, never its first or its last.
//!
//! A template of one's own declares an [`OutputForm`] in its first line; [`template`] has those of known
//! prompts.

mod form;
mod places;
mod template;

use super::{Reading, Undecided};
pub use form::{Mode, OutputForm};
pub use places::Place;
pub use template::{Said, Template};

/// The output of a judge that chooses between two answers.
#[derive(Clone, Debug, PartialEq)]
pub struct VoteForm {
    pub place: Place,
    /// The words that may be there, compared without case, and what each means.
    pub words: Vec<(String, Reading)>,
}

/// The output of a judge that scores one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreForm {
    pub place: Place,
    /// The lowest and the highest score.
    pub range: (f64, f64),
}

impl VoteForm {
    pub fn new(place: Place, words: &[(&str, Reading)]) -> VoteForm {
        let owned = |&(word, reading): &(&str, Reading)| (word.to_owned(), reading);
        VoteForm { place, words: words.iter().map(owned).collect() }
    }

    /// The reading of this text.
    pub fn read(&self, text: &str) -> Reading {
        let meaning = |found: &str| {
            let same = |(word, _): &&(String, Reading)| word.eq_ignore_ascii_case(found);
            self.words.iter().find(same).map(|&(_, reading)| reading)
        };
        self.place.only(text, meaning).unwrap_or(Reading::Undecided(Undecided::Unresolved))
    }
}

impl ScoreForm {
    /// The score in this text.
    pub fn read(&self, text: &str) -> Result<f64, Undecided> {
        self.place.only(text, |found| score(found, self.range)).ok_or(Undecided::Unresolved)
    }
}

/// MLLM-Bench's second scoring prompt: a fenced block for each answer, ```` ```Answer1 ````, the score,
/// ```` ``` ````.
pub fn fenced_scores(text: &str, range: (f64, f64)) -> Reading {
    let of = |name: &str| {
        let blocks = text.split("```").skip(1).step_by(2);
        let bodies = blocks.filter_map(|block| {
            let (head, body) = block.split_once('\n')?;
            head.trim().eq_ignore_ascii_case(name).then_some(body)
        });
        places::same(bodies.map(|body| score(body.trim(), range)))
    };
    match of("Answer1").zip(of("Answer2")) {
        Some((first, second)) => Reading::Scores { first, second },
        None => Reading::Undecided(Undecided::Unresolved),
    }
}

/// A number within the range, and nothing else.
fn score(text: &str, (low, high): (f64, f64)) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    (low..=high).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNRESOLVED: Reading = Reading::Undecided(Undecided::Unresolved);

    #[test]
    fn fenced_scores_are_read_from_their_own_blocks() {
        let read = |text| fenced_scores(text, (1.0, 10.0));
        let both = Reading::Scores { first: 8.0, second: 9.5 };
        assert_eq!(read("```Answer1\n8\n```\n```Answer2\n9.5\n```"), both);
        assert_eq!(read("Well.\n```answer2\n 9.5 \n```\nand\n``` Answer1\n8\n```"), both);
        for text in [
            "```Answer1\n8\n```",
            "```Answer1\n8\n```\n```Answer2\n11\n```",
            "```Answer1\n8 of 10\n```\n```Answer2\n9\n```",
            "```Answer1\n8\n```\n```Answer2\n9\n```\n```Answer1\n7\n```",
            "```Answer1\n-8\n```\n```Answer2\n9\n```",
            "Answer1: 8, Answer2: 9",
        ] {
            assert_eq!(read(text), UNRESOLVED, "{text}");
        }
    }

    #[test]
    fn a_form_of_ones_own_is_read_like_the_known_ones() {
        let words = [("left", Reading::FIRST), ("right", Reading::SECOND)];
        let form = VoteForm::new(Place::Json("winner".into()), &words);
        assert_eq!(form.read("{\"reason\": \"x\", \"winner\": \"Left\"}"), Reading::FIRST);
        assert_eq!(form.read("{\"winner\": \"none\"}"), UNRESOLVED);
    }
}
