-- A pass that takes several requests: samples of the answer, or the likelihood of each choice. Each is
-- kept as it comes. When the last one is there, the pass gets its prediction.
CREATE TABLE pass_part (
    id              INTEGER PRIMARY KEY,
    run_id          INTEGER NOT NULL REFERENCES run (id),
    question_id     INTEGER NOT NULL REFERENCES question (id),
    pass            INTEGER NOT NULL CHECK (pass >= 0),
    choice_order    TEXT NOT NULL,
    number          INTEGER NOT NULL CHECK (number >= 0),
    status          TEXT NOT NULL CHECK (status IN ('ok', 'refused')),
    text            TEXT NOT NULL,
    -- The log-probability (natural logarithm) of a choice's text, and how many tokens it has.
    log_probability REAL,
    tokens          INTEGER,
    UNIQUE (run_id, question_id, pass, number)
) STRICT;

CREATE TRIGGER pass_part_is_never_changed BEFORE UPDATE ON pass_part
BEGIN SELECT RAISE(ABORT, 'parts of passes are never changed'); END;

CREATE TRIGGER pass_part_is_never_deleted BEFORE DELETE ON pass_part
BEGIN SELECT RAISE(ABORT, 'parts of passes are never deleted'); END;
