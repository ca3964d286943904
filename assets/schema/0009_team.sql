-- A team: the role of each person, who wrote which question, and how many people decide an item.

-- NULL for whoever was given none.
ALTER TABLE annotator ADD COLUMN role TEXT CHECK (role IN ('annotator', 'expert', 'lead'));

-- Authors by name: an author need not be an annotator. Whoever wrote a question does not decide on it.
CREATE TABLE question_author (
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    key          TEXT NOT NULL CHECK (key <> ''),
    author       TEXT NOT NULL CHECK (author <> ''),
    PRIMARY KEY (benchmark_id, key, author)
) STRICT, WITHOUT ROWID;

-- How many people decide each item of a queue. A newer assignment takes is_current from an older one.
CREATE TABLE assignment (
    id                 INTEGER PRIMARY KEY,
    queue              TEXT NOT NULL,
    benchmark_id       INTEGER NOT NULL REFERENCES benchmark (id),
    per_item           INTEGER NOT NULL CHECK (per_item >= 1),
    -- The share of the items that per_item people decide, the others being decided by one; NULL for all.
    overlap_share      REAL CHECK (overlap_share > 0 AND overlap_share <= 1),
    -- What comes first; NULL for the queue's own order.
    item_order         TEXT,
    lease_seconds      INTEGER NOT NULL CHECK (lease_seconds >= 1),
    -- How many more people at most decide an item on which those before differ.
    disagreement_extra INTEGER NOT NULL CHECK (disagreement_extra >= 0),
    is_current         INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    created            TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX assignment_current ON assignment (queue, benchmark_id) WHERE is_current = 1;

-- Whom the items are assigned to; everybody where an assignment has no row here.
CREATE TABLE assignment_person (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    annotator_id  INTEGER NOT NULL REFERENCES annotator (id),
    PRIMARY KEY (assignment_id, annotator_id)
) STRICT, WITHOUT ROWID;

-- The items of the overlap share.
CREATE TABLE assignment_overlap (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    item          TEXT NOT NULL,
    PRIMARY KEY (assignment_id, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX lease_by_annotator ON lease (annotator_id);
