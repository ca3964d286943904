-- Flags of a third kind, with what the filter computed beside the evidence. SQLite cannot change a
-- CHECK, so the table is built again; its rows keep their numbers.

CREATE TABLE flag_rebuilt (
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

INSERT INTO flag_rebuilt SELECT *, NULL FROM flag;
DROP TABLE flag;
ALTER TABLE flag_rebuilt RENAME TO flag;

CREATE UNIQUE INDEX flag_current ON flag (question_id, kind) WHERE is_current = 1;
