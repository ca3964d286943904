//! Votes that were read are written so that reading them again gives the same.

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// Records of a layout; each number chooses among what a field may be.
fn record(format: VotesFormat, at: usize, [a, b, c]: [usize; 3]) -> Value {
    let key = format!("q{}", at / 2);
    let text = [json!("la\n \"lo\""), json!("猫, <b>"), json!("x")][c % 3].clone();
    let judge = ["gpt-4", "claude"][c % 2];
    match format {
        VotesFormat::MllmBench => {
            let answers = [
                json!("Answer1"),
                json!("well\nTie"),
                json!("unable to decide: situation two"),
                json!("```Answer1\n8\n```\n```Answer2\n9.5\n```"),
                json!("Answer1 or Answer2"),
                Value::Null,
            ];
            json!({
                "unique_idx": format!("{at}_{}", 1 + b % 2), "question": text, "meta": {"level": "L"},
                "model_1": "m", "model_2": "n", "raw_answer1": "la", "answer": answers[a % 6],
                "gen_model_id": judge,
            })
        }
        VotesFormat::FastChat if c % 3 == 0 => json!({
            "question_id": at, "model_a": "m", "model_b": "n", "judge": "expert_1", "turn": b % 3,
            "winner": (["model_a", "model_b", "tie", "tie (bothbad)", "tie (inconsistent)"])[a % 5],
            "conversation_a": [{"content": "Sing."}, {"content": "la"}, {"content": "Again."}, {"content": "lu"}],
        }),
        VotesFormat::FastChat if c % 3 == 1 => json!({
            "question_id": key, "model": "m", "judge": [judge, "single-v1"], "judgment": text, "turn": 1,
            "score": ([json!(9), json!(7.5), json!(-1), Value::Null])[a % 4],
        }),
        VotesFormat::FastChat => {
            let winner = |of: usize| {
                [json!("model_1"), json!("model_2"), json!("tie"), json!("error"), Value::Null]
                    [of % 5]
                    .clone()
            };
            json!({
                "question_id": at, "model_1": "m", "model_2": "n", "g1_winner": winner(a),
                "g2_winner": winner(b), "g1_judgment": text, "judge": ["gpt-4", "pair-v2"], "turn": 2,
            })
        }
        VotesFormat::AlpacaEval => json!({
            "instruction": key, "generator_1": "base", "generator_2": (["m", "n"])[b % 2],
            "output_1": text, "annotator": judge, "dataset": "oasst",
            "preference": ([json!(1), json!(2.0), json!(1.25), json!(0), json!(1.5), Value::Null])[a % 6],
            "raw_completion": ([json!("m"), json!({"m": 1}), Value::Null])[c % 3],
        }),
        VotesFormat::ArenaHard => {
            let game = |of: usize| {
                let grades = ["A>>B", "A>B", "A=B", "B>A", "B>>A", "A<B"];
                match grades.get(of % 7) {
                    Some(grade) => json!({"score": grade, "judgment": {"answer": text}}),
                    None => Value::Null,
                }
            };
            let games = if c % 4 == 3 { json!([game(a)]) } else { json!([game(a), game(b)]) };
            json!({"uid": at, "judge": judge, "model": "m", "baseline": "base", "games": games})
        }
        VotesFormat::WildBench if c % 2 == 0 => json!({
            "session_id": key, "model_test": "m", "model_output": text, "parsed_result": {"score": "7", "why": "x"},
            "score": ([json!("7"), json!(8), json!("N/A"), json!(-1)])[a % 4],
        }),
        VotesFormat::WildBench => {
            let choice = ["A++", "A+", "A=B", "B+", "B++"][a % 5];
            let result = [
                json!({"choice": choice, "why": "x"}),
                json!({"choice": choice}),
                text,
                Value::Null,
            ];
            json!({
                "session_id": at, "model_A": "m", "model_B": "n", "parsed_result": result[b % 4],
                "model_outputs": {"m": "la", "n": "lo"},
            })
        }
        VotesFormat::JudgeBench => {
            let judgment = |of: usize| match ["A>B", "B>A", "A=B", "A>>B"].get(of % 6) {
                Some(grade) => {
                    json!({"judgment": {"judge_model": "gpt-4", "response": text}, "decision": grade})
                }
                None if of % 6 == 4 => {
                    json!({"judgment": {"judge_model": "gpt-4"}, "decision": null})
                }
                None => Value::Null,
            };
            json!({
                "pair_id": at, "source": "law", "question": "Q", "response_model": "m", "response_A": "la",
                "response_B": "lo", "label": (["A>B", "B>A"])[c % 2], "judge_name": "vanilla",
                "judgments": [judgment(a), judgment(b)],
            })
        }
        VotesFormat::MllmAsAJudge if c % 2 == 0 => pair_of_people_and_a_judge(at, [a, b]),
        VotesFormat::MllmAsAJudge => json!({
            "score_id": at, "name": "m", "answer": "la", "id": at, "human": a % 5 + 1, "mllm_judge": "[[2]]",
        }),
        VotesFormat::Long => json!({
            "question": key, "left": "m", "right": "n", "judge": (["annotator1", "gpt-4"])[c % 2],
            "winner": (["left", "right", "tie", "n", "both bad", "error", ""])[a % 7],
            "order": (["", "unknown"])[b % 2],
        }),
    }
}

/// A pair of MLLM-as-a-Judge.
fn pair_of_people_and_a_judge(at: usize, [a, b]: [usize; 2]) -> Value {
    let said =
        [json!("[[A]]"), json!("B is better: [[B]]"), json!("[[C]]"), json!("?"), Value::Null];
    json!({
        "pair_id": at, "id": at, "instruction": "Q", "human_answer": (["A", "B", "C"])[a % 3],
        "answer1": {"name": "m", "answer": "la"}, "answer2": {"name": "n", "answer": "lo"},
        "mllm_judge": said[b % 5],
    })
}

fn rows(format: VotesFormat, text: &str) -> Vec<VoteRow> {
    let (_folder, path) = file(text);
    let mut found = read_votes(&path, Some(format)).unwrap();
    assert!(found.skipped.is_empty(), "{:?}\n{text}", found.skipped);
    found.rows.iter_mut().for_each(|row| row.row = 0);
    found.rows
}

fn written(format: VotesFormat, rows: &[VoteRow]) -> String {
    let mut out = Vec::new();
    write_votes(format, rows, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn choices() -> impl Strategy<Value = Vec<[usize; 3]>> {
    proptest::collection::vec([0..60_usize, 0..60, 0..60], 1..8)
}

proptest! {
    #[test]
    fn what_was_read_is_written_and_read_again_as_the_same(
        format in proptest::sample::select(VotesFormat::ALL.to_vec()),
        choices in choices(),
    ) {
        let records = choices.into_iter().enumerate().map(|(at, choice)| record(format, at, choice));
        let text: Vec<String> = records.map(|record| record.to_string()).collect();
        let before = rows(format, &text.join("\n"));
        let again = written(format, &before);
        prop_assert_eq!(&rows(format, &again), &before, "{}", again);
    }

    #[test]
    fn every_vote_can_be_written_as_a_table(
        format in proptest::sample::select(VotesFormat::ALL.to_vec()),
        choices in choices(),
    ) {
        let records = choices.into_iter().enumerate().map(|(at, choice)| record(format, at, choice));
        let text: Vec<String> = records.map(|record| record.to_string()).collect();
        let before = rows(format, &text.join("\n"));
        let table = written(VotesFormat::Long, &before);
        let after = rows(VotesFormat::Long, &table);
        let of = |row: &VoteRow| {
            let (judge, question) = (row.judge.clone(), row.question.clone());
            let models = (row.first.clone(), row.second.clone(), row.has_order);
            (question, row.turn, row.repeat, models, judge, row.said)
        };
        let (before, after): (Vec<_>, Vec<_>) = (before.iter().map(of).collect(), after.iter().map(of).collect());
        prop_assert_eq!(after, before, "{}", table);
    }
}

#[test]
fn a_grade_that_a_layout_does_not_have_is_refused_and_a_missing_verdict_keeps_its_reason() {
    let graded =
        rows(VotesFormat::ArenaHard, &record(VotesFormat::ArenaHard, 0, [1, 3, 0]).to_string());
    let bad = write_votes(VotesFormat::FastChat, &graded, &mut Vec::new()).unwrap_err().to_string();
    assert!(bad.contains("cannot be written as fastchat"), "{bad}");
    let unread = record(VotesFormat::MllmBench, 0, [4, 0, 0]);
    let unread = rows(VotesFormat::MllmBench, &unread.to_string());
    let again = rows(VotesFormat::AlpacaEval, &written(VotesFormat::AlpacaEval, &unread));
    assert_eq!(again[0].said, unread[0].said);
    assert_eq!(again[0].said, Said::Pair(Reading::Undecided(Undecided::Unresolved)));
}
