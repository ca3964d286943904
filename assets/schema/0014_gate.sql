-- The text-only gate: on a share of an annotator's items the question comes without its picture first.

-- The share of each person's items, and the seed with which they are drawn; NULL without a gate.
ALTER TABLE assignment ADD COLUMN gate_share REAL CHECK (gate_share > 0 AND gate_share <= 1);
ALTER TABLE assignment ADD COLUMN gate_seed INTEGER;

-- Who was handed the picture of a question after guessing. Rows are appended; from then on the guess is
-- not taken back.
CREATE TABLE gate_passed (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    created      TEXT NOT NULL,
    PRIMARY KEY (annotator_id, question_id)
) STRICT, WITHOUT ROWID;
