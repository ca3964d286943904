//! Faults that a query finds.

/// The check that bundles leave out.
pub(super) const REVISIONS_WITHOUT_GAPS: &str = "revisions without gaps";

/// Queries whose rows are faults, each with a name and the sentence that describes the fault.
/// `QUESTION_QUEUES` are the names of the queues whose items are questions.
pub(super) const FAULTS: [(&str, &str); 16] = [
    (
        "one current revision",
        "SELECT 'question ' || key || ' has ' || sum(is_current) || ' current revisions'
         FROM question GROUP BY benchmark_id, key HAVING sum(is_current) <> 1",
    ),
    (
        REVISIONS_WITHOUT_GAPS,
        "SELECT 'question ' || key || ' has ' || count(*) || ' revisions, the last is number '
            || max(revision)
         FROM question GROUP BY benchmark_id, key HAVING max(revision) <> count(*)",
    ),
    (
        "reference answers are choices",
        "SELECT 'question ' || key || ' has the reference answer ' || answer
            || ', which is none of its choices'
         FROM question WHERE answer IS NOT NULL
            AND EXISTS (SELECT 1 FROM choice WHERE question_id = question.id)
            AND NOT EXISTS (SELECT 1 FROM choice
                WHERE question_id = question.id AND label = question.answer)",
    ),
    (
        "decisions on known questions",
        "SELECT 'decision ' || decision.id || ' is about ' || item
            || ', its question row is ' || coalesce(question.key, 'missing')
         FROM decision LEFT JOIN question ON question.id = decision.question_id
         WHERE question.id IS NULL
            OR (queue IN (QUESTION_QUEUES) AND (item <> question.key
                OR question.benchmark_id <> decision.benchmark_id))",
    ),
    (
        "decisions follow decisions",
        "SELECT 'decision ' || later.id || ' follows ' || later.supersedes
            || ', which is not there or is another item''s'
         FROM decision later LEFT JOIN decision earlier ON earlier.id = later.supersedes
         WHERE later.supersedes IS NOT NULL AND (earlier.id IS NULL
            OR earlier.item <> later.item OR earlier.annotator_id <> later.annotator_id)",
    ),
    (
        "answers are choices",
        "SELECT 'decision ' || decision.id || ' answers ' || item || ' with '
            || (payload ->> 'answer') || ', which is none of its choices'
         FROM decision WHERE queue IN (QUESTION_QUEUES) AND json_valid(payload)
            AND length(payload ->> 'answer') = 1
            AND NOT EXISTS (SELECT 1 FROM choice
                WHERE question_id = decision.question_id AND label = payload ->> 'answer')",
    ),
    (
        "undo and redo speak of earlier rows",
        "SELECT 'decision ' || decision.id || ' takes back ' || (payload ->> 'row')
            || ', which is not an earlier row of the same annotator'
         FROM decision WHERE json_valid(payload) AND payload ->> 'act' IN ('undo', 'redo')
            AND NOT EXISTS (SELECT 1 FROM decision earlier
                WHERE earlier.id = decision.payload ->> 'row' AND earlier.seq < decision.seq
                    AND earlier.annotator_id = decision.annotator_id)",
    ),
    (
        "decisions under known guidelines",
        "SELECT DISTINCT 'the text of guideline ' || guideline || ' is missing'
         FROM decision WHERE guideline IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM guideline WHERE version = decision.guideline)",
    ),
    (
        "one current run",
        "SELECT model.name || ' has ' || sum(is_current) || ' current runs with input ' || input
         FROM run JOIN model ON model.id = model_id
         GROUP BY benchmark_id, model_id, input HAVING sum(is_current) <> 1",
    ),
    (
        "predictions answer their benchmark",
        "SELECT 'prediction ' || prediction.id || ' of ' || model.name || ' answers question '
            || question.key || ' of another benchmark'
         FROM prediction JOIN run ON run.id = run_id JOIN model ON model.id = model_id
         JOIN question ON question.id = question_id
         WHERE question.benchmark_id <> run.benchmark_id",
    ),
    (
        "extractions are choices",
        "SELECT extractor || ' read ' || outcome || ' from prediction ' || prediction_id
            || ', which was shown with the choices ' || choice_order
         FROM extraction JOIN prediction ON prediction.id = prediction_id
         JOIN question ON question.id = question_id
         WHERE length(outcome) = 1 AND instr(choice_order, outcome) = 0
           AND (short_form IS NULL OR outcome <> 'A')",
    ),
    (
        "judgments are of answers to their question",
        "SELECT judge.name || ' judged an answer to question ' || answered.key || ' for question '
            || question.key
         FROM judgment JOIN judge ON judge.id = judge_id
         JOIN question ON question.id = judgment.question_id
         JOIN prediction ON prediction.id IN (first_answer, second_answer)
         JOIN question AS answered ON answered.id = prediction.question_id
         WHERE (answered.benchmark_id, answered.key) <> (question.benchmark_id, question.key)",
    ),
    (
        "decisions are as they were written",
        "SELECT 'decision ' || decision.id || ' of ' || coalesce(annotator.name, '?') || ' on '
            || decision.item || iif(own.seal IS NULL, ' was not written by Assay',
                ' is not what it was when it was written')
         FROM SEALED_ROWS LEFT JOIN decision_seal AS own ON own.seq = decision.seq
         WHERE own.seal IS NOT SEAL ORDER BY decision.seq",
    ),
    (
        "no decision was removed",
        "SELECT 'decision number ' || seq || ' is not there any more' FROM decision_seal
         WHERE seq NOT IN (SELECT seq FROM decision)",
    ),
    (
        "settings, roles, authors and gold are as they were set",
        "WITH newest AS (SELECT kind, name, value FROM logged_value AS one WHERE seq =
            (SELECT max(seq) FROM logged_value AS other
             WHERE other.kind = one.kind AND other.name = one.name))
         SELECT kind || ' ' || name || ' is not as it was set' FROM (
            SELECT * FROM (SELECT kind, name, value FROM value_now
                EXCEPT SELECT kind, name, value FROM newest)
            UNION ALL SELECT * FROM (SELECT kind, name, value FROM newest WHERE value IS NOT NULL
                EXCEPT SELECT kind, name, value FROM value_now))
         GROUP BY kind, name",
    ),
    (
        // A transaction that fails takes its number back, so numbers without rows were deleted.
        "history without gaps",
        "SELECT 'decisions were counted up to ' || seq || ', but there are '
            || (SELECT count(*) FROM decision)
         FROM sqlite_sequence
         WHERE name = 'decision' AND seq <> (SELECT count(*) FROM decision)",
    ),
];
