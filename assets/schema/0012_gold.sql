-- Gold: questions whose right verdict is known, mixed silently into a reviewer's order.

-- Said by a lead, about one revision of a question: a changed question is gold no more.
CREATE TABLE gold (
    question_id INTEGER PRIMARY KEY REFERENCES question (id),
    verdict     TEXT NOT NULL CHECK (verdict IN ('keep', 'text-only', 'wrong')),
    -- The answer that a reviewer should give; NULL where the verdict alone is compared.
    answer      TEXT CHECK (answer <> ''),
    given_by    TEXT NOT NULL,
    created     TEXT NOT NULL
) STRICT;

-- The share of what each person decides that is gold; NULL without gold.
ALTER TABLE assignment ADD COLUMN gold_share REAL CHECK (gold_share > 0 AND gold_share <= 0.5);

-- The gold of an assignment: any number of people decide it.
CREATE TABLE assignment_gold (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    question_id   INTEGER NOT NULL REFERENCES question (id),
    PRIMARY KEY (assignment_id, question_id)
) STRICT, WITHOUT ROWID;
