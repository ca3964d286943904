-- What was typed on a screen and not saved yet. Not history: changed, deleted, and in no bundle, merge or export.
CREATE TABLE draft (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    queue        TEXT NOT NULL,
    item         TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('note', 'what-is-wrong', 'fix')),
    text         TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (annotator_id, benchmark_id, queue, item, kind)
) STRICT, WITHOUT ROWID;
