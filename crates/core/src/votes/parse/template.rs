//! The output forms of known prompts: one row for each.

use std::sync::LazyLock;

use super::{OutputForm, Said};
use crate::keyword::{Keyword as _, keywords};

keywords! {
    /// A known prompt whose answers can be read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Template {
        /// MLLM-Bench's vote of the paper: Answer1, Answer2 or Tie in the last line.
        MllmBenchVote1 = "mllm-bench-vote-1",
        /// MLLM-Bench's vote of the repository: no tie, two kinds of "unable to decide".
        MllmBenchVote2 = "mllm-bench-vote-2",
        /// MLLM-Bench's scores of the repository, in fenced blocks.
        MllmBenchScores = "mllm-bench-scores",
        /// FastChat's \[\[A\]\], \[\[B\]\], \[\[C\]\].
        FastChatPair = "fastchat-pair",
        /// FastChat's \[\[rating\]\] of 1 to 10.
        FastChatSingle = "fastchat-single",
        /// Arena-Hard's and JudgeBench's five grades in double brackets.
        ArenaHard = "arena-hard",
        /// WildBench's choice in JSON.
        WildBenchPair = "wildbench-pair",
        /// WildBench's score in JSON.
        WildBenchScore = "wildbench-score",
        /// MLLM-as-a-Judge's \[\[rating\]\] of 1 to 5.
        MllmAsAJudge = "mllm-as-a-judge",
    }
}

impl Template {
    /// What a judge's text says under this template.
    pub fn read(self, text: &str) -> Said {
        self.form().read(text)
    }

    /// The output that the prompt asks for. Files have a million verdicts: a declaration is read once.
    pub fn form(self) -> &'static OutputForm {
        static FORMS: LazyLock<Vec<OutputForm>> = LazyLock::new(|| {
            let form = |template: Template| OutputForm::from_declaration(template.declaration());
            // A test reads every declaration.
            let else_scores =
                |form: Result<_, _>| form.unwrap_or(OutputForm::FencedScores((1.0, 10.0)));
            Template::all().map(form).map(else_scores).collect()
        });
        &FORMS[self as usize]
    }

    /// The same as a template file declares it.
    pub(super) fn declaration(self) -> &'static str {
        match self {
            Template::MllmBenchVote1 => {
                "vote last-line Answer1=first Answer_1=first Answer2=second Answer_2=second Tie=tie"
            }
            Template::MllmBenchVote2 => {
                "vote last-line Answer1=first Answer_1=first Answer2=second Answer_2=second \
                 unable_to_decide:_situation_one=situation-one unable_to_decide:_situation_two=situation-two"
            }
            Template::MllmBenchScores => "scores fenced 1-10",
            Template::FastChatPair => "vote brackets A=first B=second C=tie",
            Template::FastChatSingle => "score brackets 1-10",
            Template::ArenaHard => "vote brackets A>>B=first A>B=0.75 A=B=tie B>A=0.25 B>>A=second",
            Template::WildBenchPair => {
                "vote json:choice A++=first A+=0.75 A=B=tie B+=0.25 B++=second"
            }
            Template::WildBenchScore => "score json:score 1-10",
            Template::MllmAsAJudge => "score brackets 1-5",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Said;
    use super::*;
    use crate::votes::{Reading, Undecided};

    const UNRESOLVED: Said = Said::Pair(Reading::Undecided(Undecided::Unresolved));
    const FIRST: Said = Said::Pair(Reading::FIRST);
    const SECOND: Said = Said::Pair(Reading::SECOND);

    fn says(template: Template, cases: &[(&str, Said)]) {
        for (text, expected) in cases {
            assert_eq!(template.read(text), *expected, "{template:?}: {text}");
        }
    }

    #[test]
    fn the_first_vote_of_mllm_bench_is_the_last_line() {
        let text = "Answer1 names the bird. Answer2 does not.\n\nAnswer1";
        says(
            Template::MllmBenchVote1,
            &[
                (text, FIRST),
                ("**Answer2**\n", SECOND),
                ("Vote: 'Answer 2'.", SECOND),
                ("tie", Said::Pair(Reading::TIE)),
                // A mention is not a vote; a vote that is not the last line, or two votes, are none.
                ("Answer1 is better than Answer2.", UNRESOLVED),
                ("Answer1 is not the better one", UNRESOLVED),
                ("Answer1\nbecause it names the bird", UNRESOLVED),
                ("Answer1\n...\nAnswer2", UNRESOLVED),
                ("Answer1 or Answer2", UNRESOLVED),
                ("unable to decide: situation one", UNRESOLVED),
                ("", UNRESOLVED),
            ],
        );
    }

    #[test]
    fn the_second_vote_of_mllm_bench_has_no_tie_but_two_kinds_of_undecided() {
        says(
            Template::MllmBenchVote2,
            &[
                (
                    "Both are right.\nUnable to decide: situation one",
                    Said::Pair(Reading::Undecided(Undecided::SituationOne)),
                ),
                (
                    "'unable to decide: situation two'",
                    Said::Pair(Reading::Undecided(Undecided::SituationTwo)),
                ),
                ("Answer2", SECOND),
                ("Tie", UNRESOLVED),
                ("unable to decide: situation one\nunable to decide: situation two", UNRESOLVED),
                ("unable to decide", UNRESOLVED),
            ],
        );
    }

    #[test]
    fn brackets_with_two_verdicts_are_unresolved_and_never_the_first_or_the_last() {
        says(
            Template::FastChatPair,
            &[
                ("... [[A]]", FIRST),
                ("[[B]] as I said: [[B]]", SECOND),
                ("[[C]]", Said::Pair(Reading::TIE)),
                ("If so [[A]], but then my final verdict is [[B]]", UNRESOLVED),
                ("Choose [[A]] or [[B]] or [[C]]", UNRESOLVED),
                ("[A]", UNRESOLVED),
                ("A", UNRESOLVED),
            ],
        );
        says(
            Template::ArenaHard,
            &[
                ("[[A>>B]]", FIRST),
                ("My final verdict is: [[B>A]]", Said::Pair(Reading::Preference(0.25))),
                ("[[A=B]]", Said::Pair(Reading::TIE)),
                ("[[A>B]] then [[A>>B]]", UNRESOLVED),
            ],
        );
    }

    #[test]
    fn ratings_are_numbers_within_their_range() {
        let unresolved = Said::Single(Err(Undecided::Unresolved));
        says(
            Template::FastChatSingle,
            &[
                ("Rating: [[8]]", Said::Single(Ok(8.0))),
                ("[[7.5]]", Said::Single(Ok(7.5))),
                ("[[11]]", unresolved),
                ("[[7]] or [[8]]", unresolved),
                ("[[rating]]", unresolved),
                ("8", unresolved),
            ],
        );
        says(Template::MllmAsAJudge, &[("[[1]]", Said::Single(Ok(1.0))), ("[[6]]", unresolved)]);
    }

    #[test]
    fn wildbench_is_read_from_its_json() {
        let fenced = "```json\n{\"analysis of A\": \"good\", \"choice\": \"A+\"}\n```";
        says(
            Template::WildBenchPair,
            &[
                (fenced, Said::Pair(Reading::Preference(0.75))),
                ("{\"choice\": \"B++\"}", SECOND),
                ("{\"choice\": \"A++\", \"choice\": \"B++\"}", UNRESOLVED),
                ("{\"choice\": \"A++\"} {\"choice\": \"B++\"}", UNRESOLVED),
                ("\"choice\": \"A++\"", UNRESOLVED),
                ("{\"choice\": \"A++", UNRESOLVED),
            ],
        );
        says(
            Template::WildBenchScore,
            &[
                ("{\"strengths\": \"x\", \"score\": \"7\"}", Said::Single(Ok(7.0))),
                ("{\"score\": 3}", Said::Single(Ok(3.0))),
            ],
        );
    }
}
