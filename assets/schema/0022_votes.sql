-- Version 22: judges, and what they said about answers.

-- Who judges answers: a language model, a person whose votes were imported, or the labels of a file.
CREATE TABLE judge (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind    TEXT NOT NULL CHECK (kind IN ('model', 'person', 'label')),
    created TEXT NOT NULL,
    -- Whether its files say which answer was shown first.
    has_order INTEGER NOT NULL DEFAULT 1 CHECK (has_order IN (0, 1))
) STRICT;

-- One look of a judge at two answers in the order shown, or at one answer (second_model_id is NULL). reading is
-- {"preference":0.75} for the first, {"scores":[a,b]}, {"score":x} or {"undecided":"null"}; grade is how the file
-- or the judge wrote it. Large columns come last, so that tables are counted without reading them.
CREATE TABLE judgment (
    id              INTEGER PRIMARY KEY,
    judge_id        INTEGER NOT NULL REFERENCES judge (id),
    question_id     INTEGER NOT NULL REFERENCES question (id),
    turn            INTEGER NOT NULL CHECK (turn >= 0),
    repeat          INTEGER NOT NULL CHECK (repeat >= 0),
    first_model_id  INTEGER NOT NULL REFERENCES model (id),
    second_model_id INTEGER REFERENCES model (id) CHECK (second_model_id <> first_model_id),
    first_answer    INTEGER REFERENCES prediction (id),
    second_answer   INTEGER REFERENCES prediction (id),
    reading         TEXT NOT NULL CHECK (json_valid(reading)),
    grade           TEXT,
    template        TEXT,
    created         TEXT NOT NULL,
    -- Of the request: stop reason, tokens, the model as the server names it, sampling.
    facts           TEXT CHECK (facts IS NULL OR json_valid(facts)),
    -- What the judge wrote.
    text            TEXT
) STRICT;

CREATE UNIQUE INDEX judgment_once ON judgment
    (question_id, turn, judge_id, first_model_id, coalesce(second_model_id, 0), repeat);

CREATE TRIGGER judgment_is_never_changed BEFORE UPDATE ON judgment
WHEN OLD.reading ->> 'undecided' IS NOT 'failed'
    OR (OLD.judge_id, OLD.question_id, OLD.turn, OLD.repeat, OLD.first_model_id, OLD.second_model_id)
        IS NOT (NEW.judge_id, NEW.question_id, NEW.turn, NEW.repeat, NEW.first_model_id, NEW.second_model_id)
BEGIN SELECT RAISE(ABORT, 'judgments are never changed; only a failed one is asked again'); END;
CREATE TRIGGER judgment_is_never_deleted BEFORE DELETE ON judgment
BEGIN SELECT RAISE(ABORT, 'judgments are never deleted'); END;

-- Samples have pairs of answers too, for people to vote on: the second answer of a pair; NULL where single texts are
-- read.
ALTER TABLE sample_item ADD COLUMN second_id INTEGER REFERENCES prediction (id);
DROP INDEX sample_item_once;
CREATE UNIQUE INDEX sample_item_once ON sample_item (sample_id, prediction_id, coalesce(second_id, 0));
