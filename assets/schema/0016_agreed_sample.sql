-- The share of the questions on which reviewers agree that goes to adjudicators too, and the seed with
-- which they are drawn; NULL for none.
ALTER TABLE assignment ADD COLUMN agreed_share REAL CHECK (agreed_share > 0 AND agreed_share <= 1);
ALTER TABLE assignment ADD COLUMN agreed_seed INTEGER;
