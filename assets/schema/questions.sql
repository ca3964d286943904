-- Benchmarks, their questions and pictures.
--
-- This file, people.sql, models.sql and team.sql are the schema of a new database, version 21, in this order. They
-- never change: a later change of the schema is a numbered file beside them (0022_NAME.sql), which is run after
-- them (store::schema).

CREATE TABLE benchmark (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE CHECK (name <> ''),
    taxonomy TEXT,
    created  TEXT NOT NULL
) STRICT;

-- A revision of a question. An edit never changes a row: it adds the next revision and moves is_current.
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
    -- The fields of the source that have no column of their own, as a JSON object.
    extra        TEXT CHECK (extra IS NULL OR json_valid(extra)),
    UNIQUE (benchmark_id, key, revision)
) STRICT;

CREATE UNIQUE INDEX question_current ON question (benchmark_id, key) WHERE is_current = 1;
-- The list of questions in its order and without their texts: read when a queue is opened.
CREATE INDEX question_listed
    ON question (benchmark_id, position, key, revision, category, l2_category, split)
    WHERE is_current = 1;
-- The questions that name a person as their author: looked up when a queue is opened.
CREATE INDEX question_by_author ON question (benchmark_id, extra ->> 'author')
    WHERE extra IS NOT NULL AND is_current = 1;
CREATE INDEX question_by_annotator ON question (benchmark_id, extra ->> 'annotator')
    WHERE extra IS NOT NULL AND is_current = 1;

CREATE TABLE choice (
    question_id INTEGER NOT NULL REFERENCES question (id),
    label       TEXT NOT NULL,
    text        TEXT NOT NULL,
    PRIMARY KEY (question_id, label)
) STRICT, WITHOUT ROWID;

-- The rows of the source file that belong to a question, with the order of the choices in each.
CREATE TABLE question_pass (
    question_id  INTEGER NOT NULL REFERENCES question (id),
    pass         INTEGER NOT NULL,
    source_index TEXT NOT NULL,
    choice_order TEXT NOT NULL,
    PRIMARY KEY (question_id, pass)
) STRICT, WITHOUT ROWID;

-- A picture by the BLAKE3 hash of its bytes. The bytes are in a table of their own and come last, so that lists
-- never read them. It is a rowid table because storing pictures WITHOUT ROWID under the hash took twice as long.
CREATE TABLE image (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    width  INTEGER,
    height INTEGER,
    bytes  BLOB NOT NULL
) STRICT;

-- Where a picture is that the database has no copy of: a file below root, or a row of a Parquet file. Its row of
-- image has no bytes.
CREATE TABLE image_reference (
    image_id       INTEGER PRIMARY KEY REFERENCES image (id) ON DELETE CASCADE,
    bytes          INTEGER NOT NULL CHECK (bytes > 0),
    file           TEXT NOT NULL,
    root           TEXT,
    row            INTEGER CHECK (row >= 0),
    picture_column TEXT,
    number         INTEGER CHECK (number >= 0),
    CHECK ((root IS NULL) = (row IS NOT NULL)),
    CHECK ((row IS NULL) = (picture_column IS NULL) AND (row IS NULL) = (number IS NULL))
) STRICT;

-- The pictures of a question in their order, each with its role: stem, choice or frame.
CREATE TABLE question_image (
    question_id INTEGER NOT NULL REFERENCES question (id),
    position    INTEGER NOT NULL,
    role        TEXT NOT NULL,
    image_id    INTEGER NOT NULL REFERENCES image (id),
    PRIMARY KEY (question_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX question_image_by_image ON question_image (image_id);
