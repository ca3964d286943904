-- People and their decisions.
--
-- Rows of history are appended and never changed: triggers refuse it. Moments are RFC 3339 in UTC.

-- A person, with the seed of their own order of questions.
CREATE TABLE annotator (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE CHECK (name <> ''),
    seed    INTEGER NOT NULL,
    created TEXT NOT NULL,
    -- NULL until a lead gives one.
    role    TEXT CHECK (role IN ('annotator', 'expert', 'lead'))
) STRICT;

-- Who wrote a question, by name: an author need not be an annotator. Authors do not decide on their questions.
CREATE TABLE question_author (
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    key          TEXT NOT NULL CHECK (key <> ''),
    author       TEXT NOT NULL CHECK (author <> ''),
    PRIMARY KEY (benchmark_id, key, author)
) STRICT, WITHOUT ROWID;

-- The text of a guideline by its version, which is a hash of the text.
CREATE TABLE guideline (
    version TEXT PRIMARY KEY,
    text    TEXT NOT NULL,
    created TEXT NOT NULL,
    -- NULL for the guidelines that come with the program.
    author  TEXT
) STRICT;

-- The version of a queue's guideline that a person was shown last.
CREATE TABLE guideline_seen (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    queue        TEXT NOT NULL,
    version      TEXT NOT NULL,
    created      TEXT NOT NULL,
    PRIMARY KEY (annotator_id, queue)
) STRICT, WITHOUT ROWID;

-- The history: one row for each thing that a person decided, undo and redo included.
CREATE TABLE decision (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT NOT NULL UNIQUE,
    queue        TEXT NOT NULL,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    item         TEXT NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    payload      TEXT NOT NULL CHECK (json_valid(payload)),
    supersedes   TEXT REFERENCES decision (id),
    guideline    TEXT,
    exposure     TEXT NOT NULL CHECK (json_valid(exposure)),
    active_ms    INTEGER NOT NULL CHECK (active_ms >= 0),
    created      TEXT NOT NULL
) STRICT;

CREATE INDEX decision_by_annotator ON decision (annotator_id, queue, seq);
CREATE INDEX decision_by_question ON decision (question_id, seq);

CREATE TRIGGER decision_is_never_changed BEFORE UPDATE ON decision
BEGIN SELECT RAISE(ABORT, 'decisions are never changed; append a row'); END;
CREATE TRIGGER decision_is_never_deleted BEFORE DELETE ON decision
BEGIN SELECT RAISE(ABORT, 'decisions are never deleted; append a row'); END;

-- A BLAKE3 hash of each decision as it was written and of the seal before it (store::seal), by which `doctor`
-- finds what another program changed.
CREATE TABLE decision_seal (
    seq  INTEGER PRIMARY KEY,
    seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;

CREATE TRIGGER decision_seal_is_never_changed BEFORE UPDATE ON decision_seal
BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;
CREATE TRIGGER decision_seal_is_never_deleted BEFORE DELETE ON decision_seal
BEGIN SELECT RAISE(ABORT, 'seals are never deleted'); END;

-- A person who has an item open holds a lease on it, so that not more people are asked than wanted. A lease
-- expires by itself.
CREATE TABLE lease (
    queue        TEXT NOT NULL,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    item         TEXT NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    expires      TEXT NOT NULL,
    PRIMARY KEY (queue, benchmark_id, item, annotator_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX lease_by_annotator ON lease (annotator_id);

-- Who has seen a question's answers outside of a queue, those of models and those of people. Later decisions on
-- the question say so in their exposure.
CREATE TABLE answers_seen (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    created      TEXT NOT NULL,
    models       INTEGER NOT NULL DEFAULT 1,
    people       INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (annotator_id, question_id)
) STRICT, WITHOUT ROWID;

-- Who was given the picture of a question after guessing from its text (the text-only gate). The guess is final
-- from then on.
CREATE TABLE gate_passed (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    created      TEXT NOT NULL,
    PRIMARY KEY (annotator_id, question_id)
) STRICT, WITHOUT ROWID;

-- What was typed on a screen and is not saved yet. It is not history: it is changed and deleted, and no bundle,
-- merge or export has it.
CREATE TABLE draft (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    queue        TEXT NOT NULL,
    item         TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('note', 'what-is-wrong', 'fix')),
    text         TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (annotator_id, benchmark_id, queue, item, kind)
) STRICT, WITHOUT ROWID;
