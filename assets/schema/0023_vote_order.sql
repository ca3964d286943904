-- Version 23: each vote says whether the order of its answers is known, and no longer each judge.

-- 0 if the file does not say which answer was shown first.
ALTER TABLE judgment ADD COLUMN has_order INTEGER NOT NULL DEFAULT 1 CHECK (has_order IN (0, 1));

DROP TRIGGER judgment_is_never_changed;
UPDATE judgment SET has_order = 0 WHERE judge_id IN (SELECT id FROM judge WHERE has_order = 0);
CREATE TRIGGER judgment_is_never_changed BEFORE UPDATE ON judgment
WHEN OLD.reading ->> 'undecided' IS NOT 'failed'
    OR (OLD.judge_id, OLD.question_id, OLD.turn, OLD.repeat, OLD.first_model_id, OLD.second_model_id)
        IS NOT (NEW.judge_id, NEW.question_id, NEW.turn, NEW.repeat, NEW.first_model_id, NEW.second_model_id)
BEGIN SELECT RAISE(ABORT, 'judgments are never changed; only a failed one is asked again'); END;

ALTER TABLE judge DROP COLUMN has_order;
