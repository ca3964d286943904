-- Benchmarks, their questions by revision, pictures, people, and what people decided.

CREATE TABLE benchmark (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE CHECK (name <> ''),
    taxonomy TEXT,
    created  TEXT NOT NULL
) STRICT;

-- An edit never changes a row: it adds the next revision and moves is_current.
CREATE TABLE question (
    id           INTEGER PRIMARY KEY,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    key          TEXT NOT NULL CHECK (key <> ''),
    revision     INTEGER NOT NULL CHECK (revision >= 1),
    is_current   INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    position     INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    stem         TEXT NOT NULL,
    hint         TEXT,
    answer       TEXT,
    category     TEXT,
    l2_category  TEXT,
    split        TEXT,
    source       TEXT,
    comment      TEXT,
    created      TEXT NOT NULL,
    UNIQUE (benchmark_id, key, revision)
) STRICT;

CREATE UNIQUE INDEX question_current ON question (benchmark_id, key) WHERE is_current = 1;

CREATE TABLE choice (
    question_id INTEGER NOT NULL REFERENCES question (id),
    label       TEXT NOT NULL,
    text        TEXT NOT NULL,
    PRIMARY KEY (question_id, label)
) STRICT, WITHOUT ROWID;

-- The rows of the source file that belong to a question, with the order of choices each shows.
CREATE TABLE question_pass (
    question_id  INTEGER NOT NULL REFERENCES question (id),
    pass         INTEGER NOT NULL,
    source_index TEXT NOT NULL,
    choice_order TEXT NOT NULL,
    PRIMARY KEY (question_id, pass)
) STRICT, WITHOUT ROWID;

-- Pictures lie in a table of their own, the bytes last, so that nothing else ever reads them.
-- A rowid table: storing pictures WITHOUT ROWID under the hash took twice as long.
CREATE TABLE image (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    width  INTEGER,
    height INTEGER,
    bytes  BLOB NOT NULL
) STRICT;

CREATE TABLE question_image (
    question_id INTEGER NOT NULL REFERENCES question (id),
    position    INTEGER NOT NULL,
    role        TEXT NOT NULL,
    image_id    INTEGER NOT NULL REFERENCES image (id),
    PRIMARY KEY (question_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_image_by_image ON question_image (image_id);

CREATE TABLE annotator (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE CHECK (name <> ''),
    seed    INTEGER NOT NULL,
    created TEXT NOT NULL
) STRICT;

CREATE TABLE guideline (
    version TEXT PRIMARY KEY,
    text    TEXT NOT NULL,
    created TEXT NOT NULL
) STRICT;

-- History: rows are appended and never changed; the triggers hold whoever tries.
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

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
