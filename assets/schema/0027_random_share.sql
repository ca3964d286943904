-- Version 27: the share of what is handed out that comes in a random order, whatever comes first, and the seed of
-- that order; NULL for none.

ALTER TABLE assignment ADD COLUMN random_share REAL CHECK (random_share > 0 AND random_share <= 1);
ALTER TABLE assignment ADD COLUMN random_seed INTEGER;
