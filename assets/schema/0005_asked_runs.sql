-- Runs that Assay asks itself: answers are appended as they come, and the run is sealed when it is done.

ALTER TABLE run ADD COLUMN state TEXT NOT NULL DEFAULT 'sealed' CHECK (state IN ('open', 'sealed'));
-- How the model was asked (prompt, sampling, address without a key); NULL for an imported run.
ALTER TABLE run ADD COLUMN settings TEXT CHECK (settings IS NULL OR json_valid(settings));

CREATE UNIQUE INDEX run_open ON run (benchmark_id, model_id, input) WHERE state = 'open';

-- A refusal of the server (content filter, refusal field) is an answer that is not right: a third status.
CREATE TABLE prediction_with_refusals (
    id           INTEGER PRIMARY KEY,
    run_id       INTEGER NOT NULL REFERENCES run (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    pass         INTEGER NOT NULL CHECK (pass >= 0),
    choice_order TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('ok', 'refused', 'failed')),
    text         TEXT NOT NULL,
    UNIQUE (run_id, question_id, pass)
) STRICT;
INSERT INTO prediction_with_refusals SELECT * FROM prediction;
DROP TABLE prediction;
ALTER TABLE prediction_with_refusals RENAME TO prediction;

CREATE TRIGGER prediction_is_never_changed BEFORE UPDATE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never changed; import another run'); END;

CREATE TRIGGER prediction_is_never_deleted BEFORE DELETE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never deleted; import another run'); END;

-- How each request of such a run ended, failures included. A request that failed has no prediction
-- until the run is sealed, so that it can be asked again.
CREATE TABLE request (
    id                INTEGER PRIMARY KEY,
    run_id            INTEGER NOT NULL REFERENCES run (id),
    question_id       INTEGER NOT NULL REFERENCES question (id),
    pass              INTEGER NOT NULL CHECK (pass >= 0),
    choice_order      TEXT NOT NULL,
    outcome           TEXT NOT NULL CHECK (outcome IN ('answered', 'refused', 'failed')),
    kind              TEXT,
    message           TEXT,
    reasoning         TEXT,
    finish_reason     TEXT,
    prompt_tokens     INTEGER,
    completion_tokens INTEGER,
    latency_ms        INTEGER NOT NULL,
    attempts          INTEGER NOT NULL,
    created           TEXT NOT NULL
) STRICT;

CREATE INDEX request_by_place ON request (run_id, question_id, pass);
