-- Whose answers were seen. Until now that was one mark, so both are assumed of the rows that are there.
ALTER TABLE answers_seen ADD COLUMN models INTEGER NOT NULL DEFAULT 1;
ALTER TABLE answers_seen ADD COLUMN people INTEGER NOT NULL DEFAULT 1;
