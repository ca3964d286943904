-- Who has looked at the reference answer and the models' predictions of a question outside of a queue.
-- Rows are appended; later decisions say so in their exposure.
CREATE TABLE answers_seen (
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    question_id  INTEGER NOT NULL REFERENCES question (id),
    created      TEXT NOT NULL,
    PRIMARY KEY (annotator_id, question_id)
) STRICT, WITHOUT ROWID;
