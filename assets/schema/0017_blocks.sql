-- How many items a block has at most, which one person takes as a whole; NULL without blocks.
ALTER TABLE assignment ADD COLUMN block_size INTEGER CHECK (block_size >= 2);

-- The blocks of an assignment. An item that came later is in none.
CREATE TABLE assignment_block (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    item          TEXT NOT NULL,
    block         INTEGER NOT NULL CHECK (block >= 1),
    PRIMARY KEY (assignment_id, item)
) STRICT, WITHOUT ROWID;
