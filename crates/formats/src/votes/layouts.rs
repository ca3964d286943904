//! The layouts of other programs, one table for each.

use serde_json::{Map, Value};

use super::intake::Intake;
use super::layout::{Game, Layout};
use super::paths::{answer_at, put, text_at, value_at};
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
    key: "/unique_idx",
    text: "/question",
    category: "/meta/capability|/capability",
    level: "/meta/level|/level",
    models: ["/model_1", "/model_2"],
    answers: ["/raw_answer1", "/raw_answer2"],
    games: &[Game::new(
        "/answer",
        "/response/choices/0/message/content|/answer",
        verdicts::MLLM_BENCH,
    )
    .judge("/gen_model_id|/response/model")],
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
        let prompt = text_at(record, "/prompt").unwrap_or_default();
        let after = prompt.split_once("~~~Question\n").map(|(_, after)| after);
        let asked = after.and_then(|after| after.split_once("\n~~~"));
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
    put(record, "/unique_idx", format!("{}_{order}", row.question.key));
}

/// The judge is a list of its name and the prompt's.
const FASTCHAT_JUDGE: &str = "/judge/0|/judge";

/// Two games in a record; the second was shown swapped, and its winner is mapped back.
const FASTCHAT_PAIR: Layout = Layout {
    fields: &["question_id", "model_1", "model_2", "g1_winner"],
    models: ["/model_1", "/model_2"],
    games: &[
        Game::new("/g1_winner", "/g1_judgment", verdicts::FASTCHAT)
            .at("/g1_winner")
            .judge(FASTCHAT_JUDGE),
        Game::new("/g2_winner", "/g2_judgment", verdicts::FASTCHAT_SWAPPED)
            .at("/g2_winner")
            .judge(FASTCHAT_JUDGE)
            .swapped(),
    ],
    ..FASTCHAT_SINGLE
};

const FASTCHAT_SINGLE: Layout = Layout {
    format: VotesFormat::FastChat,
    fields: &["question_id", "model", "score"],
    key: "/question_id",
    models: ["/model", ""],
    template: "/judge/1|/template",
    games: &[Game::new("/score", "/judgment", verdicts::SCORE_TO_10).judge(FASTCHAT_JUDGE)],
    ..Layout::PLAIN
};

/// MT-Bench's votes of people, and of a judge beside them.
pub(super) const FASTCHAT_PEOPLE: Layout = Layout {
    fields: &["question_id", "model_a", "model_b", "winner"],
    text: "/conversation_a/0/content",
    models: ["/model_a", "/model_b"],
    games: &[Game::new("/winner", "", verdicts::PEOPLE).judge("/judge|/judge/0")],
    complete: complete_fastchat_people,
    complete_written: write_fastchat_people,
    ..FASTCHAT_SINGLE
};

/// A conversation alternates between the user and the model; the answer is that of the turn.
fn complete_fastchat_people(record: &Value, row: &mut VoteRow, intake: &mut Intake) {
    row.answers = conversations(row).map(|path| intake.shared(answer_at(record, &path)));
}

fn write_fastchat_people(record: &mut Value, row: &VoteRow) {
    for (path, answer) in conversations(row).iter().zip(&row.answers) {
        if let Some(answer) = answer {
            put(record, path, &**answer);
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
    key: "/instruction",
    text: "/instruction",
    category: "/dataset",
    models: ["/generator_1", "/generator_2"],
    has_order: false,
    answers: ["/output_1", "/output_2"],
    games: &[Game::new("/preference", "/raw_completion", verdicts::ALPACA_EVAL).judge("/annotator")],
    ..Layout::PLAIN
};

/// In the first game the baseline is A, in the second the model.
const ARENA_HARD: Layout = Layout {
    format: VotesFormat::ArenaHard,
    fields: &["model", "games"],
    key: "/uid|/question_id",
    models: ["/baseline", "/model"],
    games: &[
        Game::new(
            "/games/0/score",
            "/games/0/judgment/answer|/games/0/judgment",
            verdicts::ARENA_HARD,
        )
        .at("/games/0"),
        Game::new(
            "/games/1/score",
            "/games/1/judgment/answer|/games/1/judgment",
            verdicts::ARENA_HARD,
        )
        .at("/games/1")
        .swapped(),
    ],
    ..Layout::PLAIN
};

const WILDBENCH_PAIR: Layout = Layout {
    fields: &["session_id", "model_A", "model_B"],
    models: ["/model_A", "/model_B"],
    answers: ["", ""],
    games: &[Game::new("/parsed_result/choice|/choice", "/parsed_result", verdicts::WILDBENCH)],
    complete: complete_wildbench,
    complete_written: write_wildbench,
    ..WILDBENCH_SCORE
};

/// The outputs are named by their models; a result that is only the choice has no text beside it.
fn complete_wildbench(record: &Value, row: &mut VoteRow, intake: &mut Intake) {
    if let (Some(outputs), Some(second)) = (value_at(record, "/model_outputs"), &row.second) {
        row.answers = [&row.first, second].map(|model| {
            let output = outputs.get(&**model).and_then(Value::as_str);
            output.map(|output| intake.name(output))
        });
    }
    let result = value_at(record, "/parsed_result").and_then(Value::as_object);
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
        put(record, "/model_outputs", outputs);
    }
    let Said::Pair(reading) = row.said else { return };
    let Ok(preference) = reading.preference() else { return };
    let winner = match Verdict::from_preference(preference) {
        Verdict::First => &*row.first,
        Verdict::Tie => "tie",
        Verdict::Second => &**second,
    };
    put(record, "/winner", winner);
    put(record, "/extent", ((preference - 0.5).abs() * 4.0).round() as u64);
}

const WILDBENCH_SCORE: Layout = Layout {
    format: VotesFormat::WildBench,
    fields: &["session_id", "model_test"],
    key: "/session_id",
    models: ["/model_test", ""],
    answers: ["/model_output", ""],
    games: &[Game::new("/score", "/parsed_result", verdicts::SCORE_TO_10)],
    ..Layout::PLAIN
};

/// Two answers of one model, a label, and judgments in both orders.
const JUDGEBENCH: Layout = Layout {
    format: VotesFormat::JudgeBench,
    fields: &["pair_id", "response_A", "response_B"],
    key: "/pair_id",
    text: "/question",
    category: "/source",
    models: ["/response_model", "/response_model"],
    suffixes: [" (A)", " (B)"],
    answers: ["/response_A", "/response_B"],
    template: "/judge_name",
    games: &[
        Game::new("/label", "", verdicts::JUDGEBENCH)
            .at("/label")
            .fixed_judge(JudgeKind::LABEL, JudgeKind::Label),
        Game::new(
            "/judgments/0/decision",
            "/judgments/0/judgment/response|/judgments/0/judgment/scores",
            verdicts::JUDGEBENCH,
        )
        .at("/judgments/0")
        .judge("/judgments/0/judgment/judge_model|/judgments/1/judgment/judge_model"),
        Game::new(
            "/judgments/1/decision",
            "/judgments/1/judgment/response|/judgments/1/judgment/scores",
            verdicts::JUDGEBENCH,
        )
        .at("/judgments/1")
        .judge("/judgments/1/judgment/judge_model|/judgments/0/judgment/judge_model")
        .swapped(),
    ],
    ..Layout::PLAIN
};

/// The scores of people, and of a judge whose name is only in the file's name.
const MLLM_AS_A_JUDGE_SCORE: Layout = Layout {
    format: VotesFormat::MllmAsAJudge,
    fields: &["score_id", "name"],
    key: "/id",
    text: "/instruction",
    category: "/original_dataset",
    models: ["/name", ""],
    answers: ["/answer", ""],
    games: &[
        Game::new("/human", "", verdicts::SCORE_TO_5)
            .at("/human")
            .fixed_judge("human", JudgeKind::Person),
        Game::new("/mllm_judge", "/mllm_judge", verdicts::RATING).at("/mllm_judge"),
    ],
    ..Layout::PLAIN
};

const MLLM_AS_A_JUDGE_PAIR: Layout = Layout {
    fields: &["pair_id", "answer1", "answer2"],
    models: ["/answer1/name", "/answer2/name"],
    answers: ["/answer1/answer", "/answer2/answer"],
    games: &[
        Game::new("/human_answer", "", verdicts::LETTER)
            .at("/human_answer")
            .fixed_judge("human", JudgeKind::Person),
        Game::new("/mllm_judge", "/mllm_judge", verdicts::CHOICE).at("/mllm_judge"),
    ],
    ..MLLM_AS_A_JUDGE_SCORE
};

/// A row of a table. The first names are written, the others are evalica's and MT-Bench's.
const LONG: Layout = Layout {
    fields: &["left", "right", "winner"],
    key: "/question|/prompt|/question_id|/id",
    text: "/question_text",
    models: ["/left|/model_a|/model_x|/x", "/right|/model_b|/model_y|/y"],
    answers: ["/left_answer", "/right_answer"],
    games: &[Game::new("/winner", "/judgment", verdicts::LONG).judge("/judge|/worker|/annotator")],
    ..Layout::PLAIN
};
