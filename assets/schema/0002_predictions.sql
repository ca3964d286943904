-- Models, what they wrote, what was read from it, and what the filters suspect.

CREATE TABLE model (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE CHECK (name <> ''),
    created TEXT NOT NULL
) STRICT;

-- Which question, pass and order of choices each prediction of a run is, packed. Runs over the same
-- rows share one: thirty models are then scored without reading a million rows of texts.
CREATE TABLE layout (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    places BLOB NOT NULL
) STRICT;

-- A run never changes; a newer one takes is_current from it.
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
    created      TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX run_current ON run (benchmark_id, model_id, input) WHERE is_current = 1;

-- The question is a revision: what the model was shown stays known when the question is edited.
CREATE TABLE prediction (
    id           INTEGER PRIMARY KEY,
    run_id       INTEGER NOT NULL REFERENCES run (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    pass         INTEGER NOT NULL CHECK (pass >= 0),
    choice_order TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('ok', 'failed')),
    text         TEXT NOT NULL,
    UNIQUE (run_id, question_id, pass)
) STRICT;

CREATE TRIGGER prediction_is_never_changed BEFORE UPDATE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never changed; import another run'); END;

CREATE TRIGGER prediction_is_never_deleted BEFORE DELETE ON prediction
BEGIN SELECT RAISE(ABORT, 'predictions are never deleted; import another run'); END;

-- A cache: what a rule set reads from every prediction of a run, one byte each in the order of
-- (question_id, pass). May be dropped at any time.
CREATE TABLE run_labels (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    rules   TEXT NOT NULL,
    version INTEGER NOT NULL,
    labels  BLOB NOT NULL,
    PRIMARY KEY (run_id, rules)
) STRICT;

-- What an extractor that is no rule set (a language model, a person) read from a prediction:
-- a label A to Z, or 'none', 'refused', 'nothing'.
CREATE TABLE extraction (
    prediction_id INTEGER NOT NULL REFERENCES prediction (id),
    extractor     TEXT NOT NULL CHECK (extractor <> ''),
    outcome       TEXT NOT NULL
        CHECK (outcome GLOB '[A-Z]' OR outcome IN ('none', 'refused', 'nothing')),
    evidence      TEXT,
    created       TEXT NOT NULL,
    PRIMARY KEY (prediction_id, extractor)
) STRICT, WITHOUT ROWID;

CREATE TABLE flag (
    id            INTEGER PRIMARY KEY,
    question_id   INTEGER NOT NULL REFERENCES question (id),
    kind          TEXT NOT NULL CHECK (kind IN ('text-only', 'wrong')),
    rule          TEXT NOT NULL,
    parameters    TEXT NOT NULL CHECK (json_valid(parameters)),
    evidence      TEXT NOT NULL CHECK (json_valid(evidence)),
    evidence_hash TEXT NOT NULL,
    is_current    INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    created       TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX flag_current ON flag (question_id, kind) WHERE is_current = 1;
