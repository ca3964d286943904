-- Version 28: reasons that were marked before a verdict are drafts too.

CREATE TABLE draft_with_reasons (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    queue        TEXT NOT NULL,
    item         TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('note', 'what-is-wrong', 'reasons', 'fix')),
    text         TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (annotator_id, benchmark_id, queue, item, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO draft_with_reasons SELECT * FROM draft;
DROP TABLE draft;
ALTER TABLE draft_with_reasons RENAME TO draft;
