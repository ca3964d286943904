-- Models, what they wrote, and what was read from it.

CREATE TABLE model (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE CHECK (name <> ''),
    created TEXT NOT NULL
) STRICT;

-- Which question, pass and order of choices each prediction of a run is, packed. Runs over the same rows share
-- one, so that thirty models are scored without reading a million rows of texts.
CREATE TABLE layout (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    places BLOB NOT NULL
) STRICT;

-- One model's predictions on a benchmark. A sealed run never changes; a newer one takes is_current from it. An
-- open run is one that Assay asks itself: its answers are appended as they come.
CREATE TABLE run (
    id           INTEGER PRIMARY KEY,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    model_id     INTEGER NOT NULL REFERENCES model (id),
    input        TEXT NOT NULL CHECK (input IN ('image', 'text')),
    layout_id    INTEGER NOT NULL REFERENCES layout (id),
    predictions  INTEGER NOT NULL CHECK (predictions >= 0),
    failed       INTEGER NOT NULL CHECK (failed >= 0),
    source       TEXT NOT NULL CHECK (json_valid(source)),
    content_hash TEXT NOT NULL,
    is_current   INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    created      TEXT NOT NULL,
    state        TEXT NOT NULL DEFAULT 'sealed' CHECK (state IN ('open', 'sealed')),
    -- How the model was asked: prompt, sampling, address without a key; NULL for an imported run.
    settings     TEXT CHECK (settings IS NULL OR json_valid(settings))
) STRICT;

CREATE UNIQUE INDEX run_current ON run (benchmark_id, model_id, input) WHERE is_current = 1;
CREATE UNIQUE INDEX run_open ON run (benchmark_id, model_id, input) WHERE state = 'open';

-- What a model answered in one pass. question_id names a revision: what the model was shown stays known when the
-- question is edited. 'refused' is a refusal of the server, which is an answer that is not right.
CREATE TABLE prediction (
    id           INTEGER PRIMARY KEY,
    run_id       INTEGER NOT NULL REFERENCES run (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    pass         INTEGER NOT NULL CHECK (pass >= 0),
    choice_order TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('ok', 'refused', 'failed')),
    text         TEXT NOT NULL,
    UNIQUE (run_id, question_id, pass)
) STRICT;

CREATE TRIGGER prediction_is_never_changed BEFORE UPDATE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never changed; import another run'); END;
CREATE TRIGGER prediction_is_never_deleted BEFORE DELETE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never deleted; import another run'); END;

-- The parts of a pass that takes several requests: samples of the answer, or the likelihood of each choice. The
-- prediction of the pass is written with the last part.
CREATE TABLE pass_part (
    id              INTEGER PRIMARY KEY,
    run_id          INTEGER NOT NULL REFERENCES run (id),
    question_id     INTEGER NOT NULL REFERENCES question (id),
    pass            INTEGER NOT NULL CHECK (pass >= 0),
    choice_order    TEXT NOT NULL,
    number          INTEGER NOT NULL CHECK (number >= 0),
    status          TEXT NOT NULL CHECK (status IN ('ok', 'refused')),
    text            TEXT NOT NULL,
    -- The log-probability (natural logarithm) of a choice's text, and the number of its tokens.
    log_probability REAL,
    tokens          INTEGER,
    UNIQUE (run_id, question_id, pass, number)
) STRICT;

CREATE TRIGGER pass_part_is_never_changed BEFORE UPDATE ON pass_part
BEGIN SELECT RAISE(ABORT, 'parts of passes are never changed'); END;
CREATE TRIGGER pass_part_is_never_deleted BEFORE DELETE ON pass_part
BEGIN SELECT RAISE(ABORT, 'parts of passes are never deleted'); END;

-- How each request of a run ended. A request that failed has no prediction until the run is sealed, so that it
-- can be sent again.
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

-- A cache: the label that a rule set reads from each prediction of a run, one byte each in the order of
-- (question_id, pass). Its rows may be deleted at any time.
CREATE TABLE run_labels (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    rules   TEXT NOT NULL,
    version INTEGER NOT NULL,
    labels  BLOB NOT NULL,
    PRIMARY KEY (run_id, rules)
) STRICT;

-- What an extractor that is not a rule set (a language model, a person) read from a prediction: a label A to Z,
-- or 'none', 'refused', 'nothing'.
CREATE TABLE extraction (
    prediction_id INTEGER NOT NULL REFERENCES prediction (id),
    extractor     TEXT NOT NULL CHECK (extractor <> ''),
    outcome       TEXT NOT NULL
        CHECK (outcome GLOB '[A-Z]' OR outcome IN ('none', 'refused', 'nothing')),
    evidence      TEXT,
    created       TEXT NOT NULL,
    PRIMARY KEY (prediction_id, extractor)
) STRICT, WITHOUT ROWID;

-- A question that a filter suspects, with the evidence. A newer flag takes is_current from an older one.
CREATE TABLE flag (
    id            INTEGER PRIMARY KEY,
    question_id   INTEGER NOT NULL REFERENCES question (id),
    kind          TEXT NOT NULL CHECK (kind IN ('text-only', 'wrong', 'contradicted')),
    rule          TEXT NOT NULL,
    parameters    TEXT NOT NULL CHECK (json_valid(parameters)),
    evidence      TEXT NOT NULL CHECK (json_valid(evidence)),
    evidence_hash TEXT NOT NULL,
    is_current    INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    created       TEXT NOT NULL,
    -- What the filter computed from the evidence, for instance how strong it is.
    finding       TEXT CHECK (finding IS NULL OR json_valid(finding))
) STRICT;

CREATE UNIQUE INDEX flag_current ON flag (question_id, kind) WHERE is_current = 1;

-- A sample of predictions that people label by hand. It never changes. per_item is the number of people who read
-- each text; NULL for everyone.
CREATE TABLE sample (
    id           INTEGER PRIMARY KEY,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    name         TEXT NOT NULL CHECK (name <> ''),
    seed         INTEGER NOT NULL,
    rate         REAL NOT NULL CHECK (rate > 0 AND rate <= 1),
    per_item     INTEGER CHECK (per_item >= 1),
    filters      TEXT NOT NULL CHECK (json_valid(filters)),
    created      TEXT NOT NULL,
    UNIQUE (benchmark_id, name)
) STRICT;

-- The predictions of a sample. Decisions are known by item (the prediction's name) and shown (a hash of the text
-- and of the order of the choices, for which a label holds).
CREATE TABLE sample_item (
    sample_id     INTEGER NOT NULL REFERENCES sample (id),
    position      INTEGER NOT NULL,
    prediction_id INTEGER NOT NULL REFERENCES prediction (id),
    item          TEXT NOT NULL,
    shown         TEXT NOT NULL,
    stratum       TEXT NOT NULL,
    PRIMARY KEY (sample_id, position)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX sample_item_once ON sample_item (sample_id, prediction_id);
CREATE INDEX sample_item_by_item ON sample_item (item);
