-- The list of questions, in its order and without their texts: read whenever a queue is opened. Without
-- the index every row is read whole and then sorted.

CREATE INDEX question_listed
    ON question (benchmark_id, position, key, revision, category, l2_category, split)
    WHERE is_current = 1;
