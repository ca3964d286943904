//! The layouts of other programs, one table for each.

use serde_json::{Map, Value};

use super::intake::Intake;
use super::layout::{Game, Layout};
use super::paths::{put, text_at, value_at};
use super::{VoteRow, VotesFormat, verdicts};
use assay_core::keyword::Keyword as _;
use assay_core::votes::parse::Said;
use assay_core::votes::{JudgeKind, Verdict};

pub(super) const LAYOUTS: &[Layout] = &[
    MLLM_BENCH,
    FASTCHAT_PAIR,
    FASTCHAT_SINGLE,
    FASTCHAT_PEOPLE,
    ALPACA_EVAL,
    ARENA_HARD,
    WILDBENCH_PAIR,
    WILDBENCH_SCORE,
    JUDGEBENCH,
    MLLM_AS_A_JUDGE_SCORE,
    MLLM_AS_A_JUDGE_PAIR,
    LONG,
];

/// The votes of both generations, each in its own row; `12_1` and `12_2` are two orders of question 12.
const MLLM_BENCH: Layout = Layout {
    format: VotesFormat::MllmBench,
    fields: &["unique_idx", "model_1", "model_2"],
    key: &["/unique_idx"],
    text: &["/question"],
    category: &["/meta/capability", "/capability"],
    level: &["/meta/level", "/level"],
    models: [&["/model_1"], &["/model_2"]],
    answers: [&["/raw_answer1"], &["/raw_answer2"]],
    games: &[Game {
        judge: &["/gen_model_id", "/response/model"],
        grade: &["/answer"],
        text: &["/response/choices/0/message/content", "/answer"],
        read: verdicts::mllm_bench,
        words: &[
            "Answer1",
            "Answer2",
            "Tie",
            "unable to decide: situation one",
            "unable to decide: situation two",
        ],
        ..Game::PLAIN
    }],
    complete: complete_mllm_bench,
    complete_written: write_mllm_bench,
    ..Layout::PLAIN
};

fn complete_mllm_bench(record: &Value, row: &mut VoteRow, intake: &mut Intake) {
    let mut question = (*row.question).clone();
    let key = ["_1", "_2"].iter().find_map(|end| question.key.strip_suffix(*end));
    if let Some(key) = key.map(str::to_owned) {
        question.key = key;
    }
    if question.text.is_none() {
        let prompt = text_at(record, &["/prompt"]).unwrap_or_default();
        let asked =
            prompt.split_once("~~~Question\n").and_then(|(_, rest)| rest.split_once("\n~~~"));
        question.text = asked.map(|(question, _)| question.to_owned());
    }
    row.question = intake.shared_question(question);
    if row.template.is_none() {
        let answer = row.grade.as_deref().unwrap_or_default();
        let template = verdicts::mllm_bench_template(record, answer);
        row.template = template.map(|template| intake.name(template.name()));
    }
}

/// The key with the number of the order.
fn write_mllm_bench(record: &mut Value, row: &VoteRow) {
    let order = if Some(&row.first) <= row.second.as_ref() { 1 } else { 2 };
    put(record, &["/unique_idx"], format!("{}_{order}", row.question.key));
}

/// Two games in a record; the second was shown swapped, and its winner is mapped back.
const FASTCHAT_PAIR: Layout = Layout {
    format: VotesFormat::FastChat,
    fields: &["question_id", "model_1", "model_2", "g1_winner"],
    key: &["/question_id"],
    models: [&["/model_1"], &["/model_2"]],
    template: &["/judge/1", "/template"],
    games: &[
        Game {
            at: "/g1_winner",
            judge: FASTCHAT_JUDGE,
            grade: &["/g1_winner"],
            text: &["/g1_judgment"],
            read: verdicts::fastchat,
            words: FASTCHAT_WINNERS,
            ..Game::PLAIN
        },
        Game {
            at: "/g2_winner",
            is_swapped: true,
            judge: FASTCHAT_JUDGE,
            grade: &["/g2_winner"],
            text: &["/g2_judgment"],
            read: verdicts::fastchat_swapped,
            words: FASTCHAT_WINNERS,
            ..Game::PLAIN
        },
    ],
    ..Layout::PLAIN
};

/// The judge is a list of its name and the prompt's.
const FASTCHAT_JUDGE: &[&str] = &["/judge/0", "/judge"];
const FASTCHAT_WINNERS: &[&str] = &["model_1", "model_2", "tie", "error"];

const FASTCHAT_SINGLE: Layout = Layout {
    format: VotesFormat::FastChat,
    fields: &["question_id", "model", "score"],
    key: &["/question_id"],
    models: [&["/model"], &[]],
    template: &["/judge/1", "/template"],
    games: &[Game {
        judge: FASTCHAT_JUDGE,
        grade: &["/score"],
        text: &["/judgment"],
        read: verdicts::score_to_10,
        ..Game::PLAIN
    }],
    ..Layout::PLAIN
};

/// MT-Bench's votes of people, and of a judge beside them.
pub(super) const FASTCHAT_PEOPLE: Layout = Layout {
    format: VotesFormat::FastChat,
    fields: &["question_id", "model_a", "model_b", "winner"],
    key: &["/question_id"],
    text: &["/conversation_a/0/content"],
    models: [&["/model_a"], &["/model_b"]],
    template: &["/judge/1", "/template"],
    games: &[Game {
        judge: &["/judge", "/judge/0"],
        grade: &["/winner"],
        read: verdicts::winner,
        words: &["model_a", "model_b", "tie", "tie (bothbad)", "error"],
        ..Game::PLAIN
    }],
    complete: complete_fastchat_people,
    complete_written: write_fastchat_people,
    ..Layout::PLAIN
};

/// A conversation alternates between the user and the model; the answer is that of the turn.
fn complete_fastchat_people(record: &Value, row: &mut VoteRow, intake: &mut Intake) {
    let paths = conversations(row);
    row.answers = paths.each_ref().map(|path| intake.shared(text_at(record, &[path])));
}

fn write_fastchat_people(record: &mut Value, row: &VoteRow) {
    for (path, answer) in conversations(row).iter().zip(&row.answers) {
        if let Some(answer) = answer {
            put(record, &[path], &**answer);
        }
    }
}

fn conversations(row: &VoteRow) -> [String; 2] {
    let at = usize::from(row.turn.max(1)) * 2 - 1;
    ["conversation_a", "conversation_b"].map(|name| format!("/{name}/{at}/content"))
}

/// The order of the outputs is not that in which they were shown.
const ALPACA_EVAL: Layout = Layout {
    format: VotesFormat::AlpacaEval,
    fields: &["instruction", "generator_1", "generator_2"],
    key: &["/instruction"],
    text: &["/instruction"],
    category: &["/dataset"],
    models: [&["/generator_1"], &["/generator_2"]],
    answers: [&["/output_1"], &["/output_2"]],
    games: &[Game {
        judge: &["/annotator"],
        grade: &["/preference"],
        text: &["/raw_completion"],
        read: verdicts::alpaca_eval,
        ..Game::PLAIN
    }],
    ..Layout::PLAIN
};

/// In the first game the baseline is A, in the second the model.
const ARENA_HARD: Layout = Layout {
    format: VotesFormat::ArenaHard,
    fields: &["model", "games"],
    key: &["/uid", "/question_id"],
    models: [&["/baseline"], &["/model"]],
    games: &[
        Game {
            at: "/games/0",
            grade: &["/games/0/score"],
            text: &["/games/0/judgment/answer", "/games/0/judgment"],
            read: verdicts::arena_hard,
            words: verdicts::ARENA_HARD,
            ..Game::PLAIN
        },
        Game {
            at: "/games/1",
            is_swapped: true,
            grade: &["/games/1/score"],
            text: &["/games/1/judgment/answer", "/games/1/judgment"],
            read: verdicts::arena_hard,
            words: verdicts::ARENA_HARD,
            ..Game::PLAIN
        },
    ],
    ..Layout::PLAIN
};

const WILDBENCH_PAIR: Layout = Layout {
    format: VotesFormat::WildBench,
    fields: &["session_id", "model_A", "model_B"],
    key: &["/session_id"],
    models: [&["/model_A"], &["/model_B"]],
    games: &[Game {
        grade: &["/parsed_result/choice", "/choice"],
        text: &["/parsed_result"],
        read: verdicts::wildbench,
        words: verdicts::WILDBENCH,
        ..Game::PLAIN
    }],
    complete: complete_wildbench,
    complete_written: write_wildbench,
    ..Layout::PLAIN
};

/// The outputs are named by their models; a result that is only the choice has no text beside it.
fn complete_wildbench(record: &Value, row: &mut VoteRow, intake: &mut Intake) {
    if let (Some(outputs), Some(second)) = (value_at(record, &["/model_outputs"]), &row.second) {
        row.answers = [&row.first, second].map(|model| {
            let output = outputs.get(&**model).and_then(Value::as_str);
            output.map(|output| intake.name(output))
        });
    }
    let result = value_at(record, &["/parsed_result"]).and_then(Value::as_object);
    if result.is_some_and(|result| result.len() == 1 && result.contains_key("choice")) {
        row.text = None;
    }
}

fn write_wildbench(record: &mut Value, row: &VoteRow) {
    let Some(second) = &row.second else { return };
    let mut outputs = Map::new();
    for (model, answer) in [&row.first, second].into_iter().zip(&row.answers) {
        outputs.extend(answer.as_ref().map(|text| (model.to_string(), Value::from(&**text))));
    }
    if !outputs.is_empty() {
        put(record, &["/model_outputs"], outputs);
    }
    let Said::Pair(reading) = row.said else { return };
    let Ok(preference) = reading.preference() else { return };
    let winner = match Verdict::from_preference(preference) {
        Verdict::First => &*row.first,
        Verdict::Tie => "tie",
        Verdict::Second => &**second,
    };
    put(record, &["/winner"], winner);
    put(record, &["/extent"], ((preference - 0.5).abs() * 4.0).round() as u64);
}

const WILDBENCH_SCORE: Layout = Layout {
    format: VotesFormat::WildBench,
    fields: &["session_id", "model_test"],
    key: &["/session_id"],
    models: [&["/model_test"], &[]],
    answers: [&["/model_output"], &[]],
    games: &[Game {
        grade: &["/score"],
        text: &["/parsed_result"],
        read: verdicts::score_to_10,
        ..Game::PLAIN
    }],
    ..Layout::PLAIN
};

/// Two answers of one model, a label, and judgments in both orders.
const JUDGEBENCH: Layout = Layout {
    format: VotesFormat::JudgeBench,
    fields: &["pair_id", "response_A", "response_B"],
    key: &["/pair_id"],
    text: &["/question"],
    category: &["/source"],
    models: [&["/response_model"], &["/response_model"]],
    suffixes: [" (A)", " (B)"],
    answers: [&["/response_A"], &["/response_B"]],
    template: &["/judge_name"],
    games: &[
        Game {
            at: "/label",
            fixed_judge: Some((JudgeKind::LABEL, JudgeKind::Label)),
            grade: &["/label"],
            read: verdicts::judgebench,
            words: verdicts::ARENA_HARD,
            ..Game::PLAIN
        },
        Game {
            at: "/judgments/0",
            judge: &["/judgments/0/judgment/judge_model", "/judgments/1/judgment/judge_model"],
            grade: &["/judgments/0/decision"],
            text: &["/judgments/0/judgment/response", "/judgments/0/judgment"],
            read: verdicts::judgebench,
            words: JUDGEBENCH_DECISIONS,
            ..Game::PLAIN
        },
        Game {
            at: "/judgments/1",
            is_swapped: true,
            judge: &["/judgments/1/judgment/judge_model", "/judgments/0/judgment/judge_model"],
            grade: &["/judgments/1/decision"],
            text: &["/judgments/1/judgment/response", "/judgments/1/judgment"],
            read: verdicts::judgebench,
            words: JUDGEBENCH_DECISIONS,
            ..Game::PLAIN
        },
    ],
    ..Layout::PLAIN
};

const JUDGEBENCH_DECISIONS: &[&str] = &["A>B", "A=B", "B>A"];

/// The scores of people, and of a judge whose name is only in the file's name.
const MLLM_AS_A_JUDGE_SCORE: Layout = Layout {
    format: VotesFormat::MllmAsAJudge,
    fields: &["score_id", "name"],
    key: &["/id"],
    text: &["/instruction"],
    category: &["/original_dataset"],
    models: [&["/name"], &[]],
    answers: [&["/answer"], &[]],
    games: &[
        Game {
            at: "/human",
            fixed_judge: Some(("human", JudgeKind::Person)),
            grade: &["/human"],
            read: verdicts::score_to_5,
            ..Game::PLAIN
        },
        Game {
            at: "/mllm_judge",
            text: &["/mllm_judge"],
            grade: &["/mllm_judge"],
            read: verdicts::mllm_as_a_judge_score,
            ..Game::PLAIN
        },
    ],
    ..Layout::PLAIN
};

const MLLM_AS_A_JUDGE_PAIR: Layout = Layout {
    fields: &["pair_id", "answer1", "answer2"],
    models: [&["/answer1/name"], &["/answer2/name"]],
    answers: [&["/answer1/answer"], &["/answer2/answer"]],
    games: &[
        Game {
            at: "/human_answer",
            fixed_judge: Some(("human", JudgeKind::Person)),
            grade: &["/human_answer"],
            read: verdicts::letter,
            ..Game::PLAIN
        },
        Game {
            at: "/mllm_judge",
            text: &["/mllm_judge"],
            grade: &["/mllm_judge"],
            read: verdicts::mllm_as_a_judge_pair,
            ..Game::PLAIN
        },
    ],
    ..MLLM_AS_A_JUDGE_SCORE
};

/// A row of a table. The first names are written, the others are evalica's and MT-Bench's.
const LONG: Layout = Layout {
    fields: &["left", "right", "winner"],
    key: &["/question", "/prompt", "/question_id", "/id"],
    text: &["/question_text"],
    models: [&["/left", "/model_a", "/model_x", "/x"], &["/right", "/model_b", "/model_y", "/y"]],
    answers: [&["/left_answer"], &["/right_answer"]],
    games: &[Game {
        judge: &["/judge", "/worker", "/annotator"],
        grade: &["/winner"],
        text: &["/judgment"],
        read: verdicts::winner,
        words: &["left", "right", "tie", "both bad", "error"],
        ..Game::PLAIN
    }],
    ..Layout::PLAIN
};
