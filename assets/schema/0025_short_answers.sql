-- Version 25: questions that are answered in a few words or with a number.

-- The rule by which answers are compared, with precision and unit, as a JSON object: annotators may see it.
ALTER TABLE question ADD COLUMN short_form TEXT CHECK (short_form IS NULL OR json_valid(short_form));
-- The accepted answers as a JSON list. Bundles of queues that are answered blind have none.
ALTER TABLE question ADD COLUMN short_answers TEXT CHECK (short_answers IS NULL OR json_valid(short_answers));
