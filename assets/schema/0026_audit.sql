-- Version 26: audits.

-- The order in which the questions of a benchmark are reviewed to certify its error rate, fixed before the first look.
CREATE TABLE audit (
    -- The hash of the rest and of the name of the benchmark, by which copies know it.
    id           TEXT PRIMARY KEY,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    population   TEXT NOT NULL CHECK (population IN ('all', 'unflagged')),
    seed         INTEGER NOT NULL,
    by           TEXT NOT NULL CHECK (by <> ''),
    created      TEXT NOT NULL,
    -- [{"key","hash","flagged","decided"},..] in the order drawn: hash is the beginning of that of the revision at the
    -- start, flagged and decided are what was known of it then.
    places       TEXT NOT NULL CHECK (json_valid(places))
) STRICT;

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the order of an audit is never changed'); END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'an audit is never deleted'); END;
