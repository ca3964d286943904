//! The layouts of other programs, one table for each.

use super::VotesFormat;
use super::layout::{Game, Layout};
use super::verdicts::{PEOPLE, SIDES, Verdicts};
use assay_core::votes::JudgeKind;
use assay_core::votes::parse::Template;

pub(super) const LAYOUTS: &[Layout] = &[
    MLLM_BENCH,
    FASTCHAT_PAIR,
    FASTCHAT_SINGLE,
    FASTCHAT_PEOPLE,
    ALPACA_EVAL,
    ARENA_HARD,
    WILDBENCH_PAIR,
    WILDBENCH_SCORE,
    JUDGE_BENCH,
    MLLM_AS_A_JUDGE_SCORE,
    MLLM_AS_A_JUDGE_PAIR,
    LONG,
];

/// The votes of both generations, each in its own row.
const MLLM_BENCH: Layout = Layout {
    format: VotesFormat::MllmBench,
    fields: &["unique_idx", "model_1", "model_2"],
    key: "/unique_idx",
    text: "/question",
    category: "/meta/capability|/capability",
    level: "/meta/level|/level",
    models: ["/model_1", "/model_2"],
    answers: ["/raw_answer1", "/raw_answer2"],
    judge: "/gen_model_id|/response/model",
    games: &[Game::new(
        "/answer",
        "/response/choices/0/message/content|/answer",
        Verdicts::MllmBench,
    )],
    ..Layout::PLAIN
};

const FASTCHAT: Verdicts = Verdicts::Models(["model_1", "model_2", "tie", "", "error"]);
const JUDGEBENCH: Verdicts = Verdicts::Places(["A>B", "B>A", "A=B", "", ""]);
/// A choice of MLLM-as-a-Judge's people.
const LETTER: Verdicts = Verdicts::Places(["A", "B", "C", "", ""]);

/// Two games in a record; the second was shown swapped, and its winner is mapped back.
const FASTCHAT_PAIR: Layout = Layout {
    fields: &["question_id", "model_1", "model_2", "g1_winner"],
    models: ["/model_1", "/model_2"],
    games: &[
        Game::new("/g1_winner", "/g1_judgment", FASTCHAT),
        Game::swapped("/g2_winner", "/g2_judgment", FASTCHAT),
    ],
    ..FASTCHAT_SINGLE
};

/// The judge is a list of its name and the prompt's.
const FASTCHAT_SINGLE: Layout = Layout {
    format: VotesFormat::FastChat,
    fields: &["question_id", "model", "score"],
    key: "/question_id",
    models: ["/model", ""],
    judge: "/judge/0|/judge",
    template: "/judge/1|/template",
    games: &[Game::new("/score", "/judgment", Verdicts::Score(10.0))],
    ..Layout::PLAIN
};

/// MT-Bench's votes of people, and of a judge beside them.
pub(super) const FASTCHAT_PEOPLE: Layout = Layout {
    fields: &["question_id", "model_a", "model_b", "winner"],
    text: "/conversation_a/0/content",
    models: ["/model_a", "/model_b"],
    answers: ["/conversation_a/{message}/content", "/conversation_b/{message}/content"],
    judge: "/judge|/judge/0",
    games: &[Game::new("/winner", "", Verdicts::Winner(PEOPLE))],
    ..FASTCHAT_SINGLE
};

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
    judge: "/annotator",
    games: &[Game::new("/preference", "/raw_completion", Verdicts::AlpacaEval)],
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
            Verdicts::Grades(Template::ArenaHard),
        ),
        Game::swapped(
            "/games/1/score",
            "/games/1/judgment/answer|/games/1/judgment",
            Verdicts::Grades(Template::ArenaHard),
        ),
    ],
    ..Layout::PLAIN
};

const WILDBENCH_PAIR: Layout = Layout {
    fields: &["session_id", "model_A", "model_B"],
    models: ["/model_A", "/model_B"],
    answers: ["/model_outputs/{model}", "/model_outputs/{model}"],
    games: &[Game::new("/parsed_result/choice|/choice", "/parsed_result", Verdicts::WildBench)],
    ..WILDBENCH_SCORE
};

const WILDBENCH_SCORE: Layout = Layout {
    format: VotesFormat::WildBench,
    fields: &["session_id", "model_test"],
    key: "/session_id",
    models: ["/model_test", ""],
    answers: ["/model_output", ""],
    games: &[Game::new("/score", "/parsed_result", Verdicts::Score(10.0))],
    ..Layout::PLAIN
};

/// Two answers of one model, a label, and judgments in both orders.
const JUDGE_BENCH: Layout = Layout {
    format: VotesFormat::JudgeBench,
    fields: &["pair_id", "response_A", "response_B"],
    key: "/pair_id",
    text: "/question",
    category: "/source",
    models: ["/response_model", "/response_model"],
    suffixes: [" (A)", " (B)"],
    answers: ["/response_A", "/response_B"],
    template: "/judge_name",
    judge: "/judgments/0/judgment/judge_model|/judgments/1/judgment/judge_model",
    games: &[
        Game::by(JudgeKind::LABEL, JudgeKind::Label, "/label", JUDGEBENCH),
        Game::new(
            "/judgments/0/decision",
            "/judgments/0/judgment/response|/judgments/0/judgment/scores",
            JUDGEBENCH,
        ),
        Game::swapped(
            "/judgments/1/decision",
            "/judgments/1/judgment/response|/judgments/1/judgment/scores",
            JUDGEBENCH,
        ),
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
        Game::by("human", JudgeKind::Person, "/human", Verdicts::Score(5.0)),
        Game::new("/mllm_judge", "/mllm_judge", Verdicts::Text(Template::MllmAsAJudge)),
    ],
    ..Layout::PLAIN
};

const MLLM_AS_A_JUDGE_PAIR: Layout = Layout {
    fields: &["pair_id", "answer1", "answer2"],
    models: ["/answer1/name", "/answer2/name"],
    answers: ["/answer1/answer", "/answer2/answer"],
    games: &[
        Game::by("human", JudgeKind::Person, "/human_answer", LETTER),
        Game::new("/mllm_judge", "/mllm_judge", Verdicts::Text(Template::FastChatPair)),
    ],
    ..MLLM_AS_A_JUDGE_SCORE
};

/// A row of a table. The first names are written, the others are evalica's and MT-Bench's.
pub(super) const LONG: Layout = Layout {
    fields: &["left", "right", "winner"],
    key: "/question|/prompt|/question_id|/id",
    text: "/question_text",
    models: ["/left|/model_a|/model_x|/x", "/right|/model_b|/model_y|/y"],
    answers: ["/left_answer", "/right_answer"],
    judge: "/judge|/worker|/annotator",
    games: &[Game::new("/winner", "/judgment", Verdicts::Winner(SIDES))],
    ..Layout::PLAIN
};
