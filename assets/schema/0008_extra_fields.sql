-- Fields of a question's source that have no column of their own, as a JSON object.

ALTER TABLE question ADD COLUMN extra TEXT CHECK (extra IS NULL OR json_valid(extra));
