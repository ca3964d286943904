-- Guidelines by version: who wrote each, and which one a person was shown last.

-- NULL where nobody was named, as for those that come with the program.
ALTER TABLE guideline ADD COLUMN author TEXT;

-- The version of a queue's guideline that a person was told of last.
CREATE TABLE guideline_seen (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    queue        TEXT NOT NULL,
    version      TEXT NOT NULL,
    created      TEXT NOT NULL,
    PRIMARY KEY (annotator_id, queue)
) STRICT, WITHOUT ROWID;
