//! The output that a prompt asks a judge for, and the line by which a template file declares it.
//!
//! `output: arena-hard` is the form of a known prompt. Others are written out:
//! `output: vote last-line Left=first Right=second Same=tie`, `output: score brackets 0-100`,
//! `output: scores fenced 1-10`. The place is `last-line`, `brackets` or `json:KEY`; a word means `first`,
//! `second`, `tie`, a preference for the first between 0 and 1, or a reason for which nothing is decided.

use super::{Place, Said, ScoreForm, Template, VoteForm, fenced_scores};
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

/// The output that a prompt asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum OutputForm {
    Vote(VoteForm),
    /// A fenced block with a score for each answer, in this range.
    FencedScores((f64, f64)),
    Single(ScoreForm),
}

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
                Ok(OutputForm::Vote(VoteForm { place: place_of(place)?, words }))
            }
            ["score", place, bounds] => {
                let (place, range) = (place_of(place)?, range_of(bounds)?);
                Ok(OutputForm::Single(ScoreForm { place, range }))
            }
            ["scores", "fenced", bounds] => Ok(OutputForm::FencedScores(range_of(bounds)?)),
            [name] if name != "vote" && name != "score" => {
                Template::from_name(name).map(Template::form).map_err(|error| error.to_string())
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
            OutputForm::Vote(_) => Mode::Vote,
            OutputForm::FencedScores(_) => Mode::Score,
            OutputForm::Single(_) => Mode::Single,
        }
    }

    /// What a text of the judge says.
    pub fn read(&self, text: &str) -> Said {
        match self {
            OutputForm::Vote(form) => Said::Pair(form.read(text)),
            OutputForm::FencedScores(range) => Said::Pair(fenced_scores(text, *range)),
            OutputForm::Single(form) => Said::Single(form.read(text)),
        }
    }

    /// The grade in the words of the form; `None` if nothing was read.
    pub fn grade(&self, said: Said) -> Option<String> {
        match (self, said) {
            (OutputForm::Vote(form), Said::Pair(reading)) => {
                let (word, _) = form.words.iter().find(|(_, meaning)| *meaning == reading)?;
                Some(word.clone())
            }
            (_, Said::Pair(Reading::Scores { first, second })) => {
                Some(format!("{first}, {second}"))
            }
            (_, Said::Single(score)) => score.ok().map(|score| score.to_string()),
            (_, Said::Pair(_)) => None,
        }
    }
}

fn place_of(text: &str) -> Result<Place, String> {
    match (text, text.strip_prefix("json:")) {
        ("last-line", _) => Ok(Place::LastLine),
        ("brackets", _) => Ok(Place::Brackets),
        (_, Some(key)) if !key.is_empty() => Ok(Place::Json(key.to_owned())),
        _ => Err(format!("expected the place last-line, brackets or json:KEY, not `{text}`")),
    }
}

fn range_of(text: &str) -> Result<(f64, f64), String> {
    let bound = |text: &str| text.parse().ok().filter(|bound: &f64| bound.is_finite());
    let bounds = text.split_once('-').and_then(|(low, high)| bound(low).zip(bound(high)));
    let expected = || format!("expected the range of scores as 1-10, not `{text}`");
    bounds.filter(|(low, high)| low < high).ok_or_else(expected)
}

/// A word of a vote and its meaning. An underscore in the word is a space.
fn meaning(text: &str) -> Result<(String, Reading), String> {
    let Some((word, meaning)) = text.rsplit_once('=').filter(|(word, _)| !word.is_empty()) else {
        return Err(format!("expected WORD=MEANING, not `{text}`"));
    };
    let reading = match meaning {
        "first" => Some(Reading::FIRST),
        "second" => Some(Reading::SECOND),
        "tie" => Some(Reading::TIE),
        "both-bad" => Some(Reading::Undecided(Undecided::BothBad)),
        "situation-one" => Some(Reading::Undecided(Undecided::SituationOne)),
        "situation-two" => Some(Reading::Undecided(Undecided::SituationTwo)),
        number => number.parse().ok().and_then(Reading::graded),
    };
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

    #[test]
    fn a_vote_of_ones_own_words_is_read_at_its_place() {
        let form = form(
            "vote last-line Left=first Right=second No_difference=tie A_bit=0.75 None=both-bad",
        );
        let read = |text| match form.read(text) {
            Said::Pair(reading) => reading,
            Said::Single(_) => panic!("a vote is about two answers"),
        };
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
        assert_eq!(fenced, Template::MllmBenchScores.form());
        let said = fenced.read("```Answer1\n8\n```\n```Answer2\n9\n```");
        assert_eq!(fenced.grade(said).as_deref(), Some("8, 9"));
        for template in Template::ALL {
            assert_eq!(form(template.name()), template.form());
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
}
