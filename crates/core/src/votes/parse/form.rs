//! The output that a prompt asks a judge for, and the line by which a template file declares it.
//!
//! `output: arena-hard` is the form of a known prompt. Others are written out:
//! `output: vote last-line Left=first Right=second Same=tie`, `output: score brackets 0-100`,
//! `output: scores fenced 1-10`. The place is `last-line`, `brackets` or `json:KEY`; a word means `first`,
//! `second`, `tie`, a preference for the first between 0 and 1, or a reason for which nothing is decided.

use super::places::same;
use super::{Place, Said, Template};
use crate::keyword::{Keyword as _, keywords};
use crate::votes::{Reading, Undecided};

keywords! {
    /// What a judge is asked about answers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Mode: Display {
        /// Which of two answers is better.
        #[default]
        Vote = "vote",
        /// A score for each of two answers.
        Score = "score",
        /// A score for one answer.
        Single = "single",
    }
}

/// The lowest and the highest score.
type Bounds = (f64, f64);

/// The output that a prompt asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputForm {
    /// One of these words, compared without case, each with what it means.
    Vote(Place, Vec<(String, Reading)>),
    /// MLLM-Bench's second scoring prompt: a fenced block for each answer, ```` ```Answer1 ````, the score,
    /// ```` ``` ````.
    FencedScores(Bounds),
    /// The score of one answer.
    Single(Place, Bounds),
}

/// What a word of a vote may mean, beside a preference.
const MEANINGS: [(&str, Reading); 6] = [
    ("first", Reading::FIRST),
    ("second", Reading::SECOND),
    ("tie", Reading::TIE),
    ("both-bad", Reading::Undecided(Undecided::BothBad)),
    ("situation-one", Reading::Undecided(Undecided::SituationOne)),
    ("situation-two", Reading::Undecided(Undecided::SituationTwo)),
];

impl OutputForm {
    /// The form that the first line of a template declares, after `output:`.
    ///
    /// # Errors
    /// What is expected in its place.
    pub fn from_declaration(declaration: &str) -> Result<Self, String> {
        let words: Vec<&str> = declaration.split_whitespace().collect();
        match words[..] {
            ["vote", place, ref meanings @ ..] if !meanings.is_empty() => {
                let words = meanings.iter().map(|word| meaning(word)).collect::<Result<_, _>>()?;
                Ok(OutputForm::Vote(place.parse()?, words))
            }
            ["score", place, bounds] => Ok(OutputForm::Single(place.parse()?, bounds_of(bounds)?)),
            ["scores", "fenced", bounds] => Ok(OutputForm::FencedScores(bounds_of(bounds)?)),
            [name] if name != "vote" && name != "score" => {
                let template = Template::from_name(name).map_err(|error| error.to_string())?;
                Ok(template.form().clone())
            }
            _ => Err(format!(
                "expected the name of a known prompt, `vote PLACE WORD=MEANING..`, `score PLACE LOW-HIGH` or \
                 `scores fenced LOW-HIGH`, not `{declaration}`"
            )),
        }
    }

    /// What a judge is asked by a prompt with this output.
    pub fn mode(&self) -> Mode {
        match self {
            OutputForm::Vote(..) => Mode::Vote,
            OutputForm::FencedScores(_) => Mode::Score,
            OutputForm::Single(..) => Mode::Single,
        }
    }

    /// What a text of the judge says.
    pub fn read(&self, text: &str) -> Said {
        let reading = match self {
            OutputForm::Vote(place, words) => place.only(text, |found| {
                let known = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(found));
                known.map(|(_, reading)| *reading)
            }),
            OutputForm::FencedScores(bounds) => {
                let scores = ["Answer1", "Answer2"].map(|name| fenced_score(text, name, *bounds));
                let [first, second] = scores;
                first.zip(second).map(|(first, second)| Reading::Scores { first, second })
            }
            OutputForm::Single(place, bounds) => {
                let found = place.only(text, |found| score(found, *bounds));
                return Said::Single(found.ok_or(Undecided::Unresolved));
            }
        };
        Said::Pair(reading.unwrap_or(Reading::Undecided(Undecided::Unresolved)))
    }

    /// The words of a vote with what they mean; empty for scores.
    pub fn words(&self) -> &[(String, Reading)] {
        match self {
            OutputForm::Vote(_, words) => words,
            OutputForm::FencedScores(_) | OutputForm::Single(..) => &[],
        }
    }

    /// The grade in the words of the form; `None` if nothing was read.
    pub fn grade(&self, said: Said) -> Option<String> {
        match said {
            Said::Single(score) => score.ok().map(|score| score.to_string()),
            Said::Pair(Reading::Scores { first, second }) => Some(format!("{first}, {second}")),
            Said::Pair(reading) => {
                let mut words = self.words().iter();
                words.find(|(_, meaning)| *meaning == reading).map(|(word, _)| word.clone())
            }
        }
    }
}

/// The score in the block of an answer.
fn fenced_score(text: &str, name: &str, bounds: Bounds) -> Option<f64> {
    let blocks = text.split("```").skip(1).step_by(2);
    let bodies = blocks.filter_map(|block| {
        let (head, body) = block.split_once('\n')?;
        head.trim().eq_ignore_ascii_case(name).then_some(body)
    });
    same(bodies.map(|body| score(body.trim(), bounds)))
}

/// A number within bounds, and nothing else.
fn score(text: &str, (low, high): Bounds) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = text.parse().ok().filter(|_| is_plain)?;
    (low..=high).contains(&value).then_some(value)
}

fn bounds_of(text: &str) -> Result<Bounds, String> {
    let bound = |text: &str| text.parse().ok().filter(|bound: &f64| bound.is_finite());
    let bounds = text.split_once('-').and_then(|(low, high)| bound(low).zip(bound(high)));
    let expected = || format!("expected the range of scores as 1-10, not `{text}`");
    bounds.filter(|(low, high)| low < high).ok_or_else(expected)
}

/// A word of a vote and its meaning. An underscore in the word is a space.
fn meaning(text: &str) -> Result<(String, Reading), String> {
    let written = text.rsplit_once('=').filter(|(word, _)| !word.is_empty());
    let (word, meaning) = written.ok_or_else(|| format!("expected WORD=MEANING, not `{text}`"))?;
    let known = MEANINGS.iter().find(|(name, _)| *name == meaning).map(|(_, reading)| *reading);
    let reading = known.or_else(|| Reading::graded(meaning.parse().ok()?));
    let reading = reading.ok_or_else(|| {
        format!(
            "`{meaning}` is not a meaning: expected first, second, tie, a number from 0 to 1 (how far the first \
             answer is preferred), both-bad, situation-one or situation-two"
        )
    })?;
    Ok((word.replace('_', " "), reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(declaration: &str) -> OutputForm {
        OutputForm::from_declaration(declaration).unwrap()
    }

    const UNRESOLVED: Reading = Reading::Undecided(Undecided::Unresolved);

    fn pair(form: &OutputForm, text: &str) -> Reading {
        match form.read(text) {
            Said::Pair(reading) => reading,
            Said::Single(_) => panic!("this is about two answers"),
        }
    }

    #[test]
    fn a_vote_of_ones_own_words_is_read_at_its_place() {
        let form = form(
            "vote last-line Left=first Right=second No_difference=tie A_bit=0.75 None=both-bad",
        );
        let read = |text| pair(&form, text);
        assert_eq!(read("Both are long.\nleft"), Reading::FIRST);
        assert_eq!(read("no difference"), Reading::TIE);
        assert_eq!(read("A bit"), Reading::Preference(0.75));
        assert_eq!(read("None"), Reading::Undecided(Undecided::BothBad));
        assert_eq!(read("Left\nRight"), Reading::Undecided(Undecided::Unresolved));
        assert_eq!(form.grade(form.read("no difference")).as_deref(), Some("No difference"));
        assert_eq!(form.grade(form.read("Left\nRight")), None);
        assert_eq!(form.mode(), Mode::Vote);
    }

    #[test]
    fn scores_and_known_prompts_are_declared_too() {
        let hundred = form("score brackets 0-100");
        assert_eq!(hundred.read("[[85]]"), Said::Single(Ok(85.0)));
        assert_eq!(hundred.read("[[101]]"), Said::Single(Err(Undecided::Unresolved)));
        assert_eq!(hundred.grade(hundred.read("[[85]]")).as_deref(), Some("85"));
        let fenced = form("scores fenced 1-10");
        assert_eq!(fenced, *Template::MllmBenchScores.form());
        let said = fenced.read("```Answer1\n8\n```\n```Answer2\n9\n```");
        assert_eq!(fenced.grade(said).as_deref(), Some("8, 9"));
        for template in Template::ALL {
            assert_eq!(form(template.name()), *template.form());
            assert_eq!(form(template.declaration()), *template.form());
        }
    }

    #[test]
    fn a_wrong_declaration_says_what_is_expected() {
        for (declaration, part) in [
            ("", "expected the name"),
            ("vote", "expected the name"),
            ("vote last-line", "expected the name"),
            ("vote somewhere A=first", "last-line, brackets or json:KEY"),
            ("vote json: A=first", "last-line, brackets or json:KEY"),
            ("vote brackets A", "WORD=MEANING"),
            ("vote brackets A=best", "`best` is not a meaning"),
            ("vote brackets A=1.5", "`1.5` is not a meaning"),
            ("score brackets 10-1", "as 1-10"),
            ("score brackets ten", "as 1-10"),
            ("mllm-bench-vote-3", "mllm-bench-vote-1"),
        ] {
            let error = OutputForm::from_declaration(declaration).unwrap_err();
            assert!(error.contains(part), "{declaration}: {error}");
        }
    }

    #[test]
    fn fenced_scores_are_read_from_their_own_blocks() {
        let read = |text| pair(&form("scores fenced 1-10"), text);
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
        let form = form("vote json:winner left=first right=second");
        let read = |text| pair(&form, text);
        assert_eq!(read("{\"reason\": \"x\", \"winner\": \"Left\"}"), Reading::FIRST);
        assert_eq!(read("{\"winner\": \"none\"}"), UNRESOLVED);
    }
}
