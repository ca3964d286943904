-- What leads set: assignments, gold, settings, and the records of what they changed.

-- How many people decide each item of a queue. A newer assignment takes is_current from an older one.
CREATE TABLE assignment (
    id                 INTEGER PRIMARY KEY,
    queue              TEXT NOT NULL,
    benchmark_id       INTEGER NOT NULL REFERENCES benchmark (id),
    per_item           INTEGER NOT NULL CHECK (per_item >= 1),
    -- The share of the items that per_item people decide, the others being decided by one; NULL for all.
    overlap_share      REAL CHECK (overlap_share > 0 AND overlap_share <= 1),
    -- What comes first; NULL for the queue's own order.
    item_order         TEXT,
    lease_seconds      INTEGER NOT NULL CHECK (lease_seconds >= 1),
    -- How many more people at most decide an item on which those before differ.
    disagreement_extra INTEGER NOT NULL CHECK (disagreement_extra >= 0),
    is_current         INTEGER NOT NULL CHECK (is_current IN (0, 1)),
    created            TEXT NOT NULL,
    -- The share of what each person decides that is gold; NULL without gold.
    gold_share         REAL CHECK (gold_share > 0 AND gold_share <= 0.5),
    -- The share of each person's items that come without the picture first, and the seed of the draw; NULL
    -- without a gate.
    gate_share         REAL CHECK (gate_share > 0 AND gate_share <= 1),
    gate_seed          INTEGER,
    -- The share of the questions on which reviewers agree that adjudicators see too, and the seed of the draw;
    -- NULL for none.
    agreed_share       REAL CHECK (agreed_share > 0 AND agreed_share <= 1),
    agreed_seed        INTEGER,
    -- The largest number of items in a block, which one person takes as a whole; NULL without blocks.
    block_size         INTEGER CHECK (block_size >= 2)
) STRICT;

CREATE UNIQUE INDEX assignment_current ON assignment (queue, benchmark_id) WHERE is_current = 1;

-- The people an assignment names; without a row here the items are for everyone.
CREATE TABLE assignment_person (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    annotator_id  INTEGER NOT NULL REFERENCES annotator (id),
    PRIMARY KEY (assignment_id, annotator_id)
) STRICT, WITHOUT ROWID;

-- The items of the overlap share.
CREATE TABLE assignment_overlap (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    item          TEXT NOT NULL,
    PRIMARY KEY (assignment_id, item)
) STRICT, WITHOUT ROWID;

-- The gold of an assignment: any number of people decide it.
CREATE TABLE assignment_gold (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    question_id   INTEGER NOT NULL REFERENCES question (id),
    PRIMARY KEY (assignment_id, question_id)
) STRICT, WITHOUT ROWID;

-- The block of each item. An item that was imported after the assignment is in none.
CREATE TABLE assignment_block (
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    item          TEXT NOT NULL,
    block         INTEGER NOT NULL CHECK (block >= 1),
    PRIMARY KEY (assignment_id, item)
) STRICT, WITHOUT ROWID;

-- Questions whose right verdict is known, mixed unseen into each reviewer's order. A lead names them, each by its
-- revision: a changed question is no longer gold.
CREATE TABLE gold (
    question_id INTEGER PRIMARY KEY REFERENCES question (id),
    verdict     TEXT NOT NULL CHECK (verdict IN ('keep', 'text-only', 'wrong')),
    -- The answer that a reviewer should give; NULL where the verdict alone is compared.
    answer      TEXT CHECK (answer <> ''),
    given_by    TEXT NOT NULL,
    created     TEXT NOT NULL
) STRICT;

-- Settings of the database: notices, taxonomies, checklists, the mark of a bundle.
CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What leads did to the work of others: roles, authors, assignments, checklists, guidelines, repairs.
CREATE TABLE administrative_act (
    id        INTEGER PRIMARY KEY,
    -- Who, by the name that they gave; the name of a person who has no row here where the team has no lead.
    by        TEXT NOT NULL CHECK (by <> ''),
    benchmark TEXT,
    -- What, in JSON, with what was in force before.
    payload   TEXT NOT NULL,
    created   TEXT NOT NULL
) STRICT;

CREATE TRIGGER administrative_act_is_never_changed BEFORE UPDATE ON administrative_act
BEGIN SELECT RAISE(ABORT, 'an administrative act is never changed'); END;
CREATE TRIGGER administrative_act_is_never_deleted BEFORE DELETE ON administrative_act
BEGIN SELECT RAISE(ABORT, 'an administrative act is never deleted'); END;

-- Every value that a setting, a role, an author or gold ever had; NULL where it was removed. The triggers below
-- write it, so that `doctor` finds a value that was set while they were gone.
CREATE TABLE logged_value (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE INDEX logged_value_by_name ON logged_value (kind, name, seq);

CREATE TRIGGER logged_value_is_never_changed BEFORE UPDATE ON logged_value
BEGIN SELECT RAISE(ABORT, 'logged values are never changed'); END;
CREATE TRIGGER logged_value_is_never_deleted BEFORE DELETE ON logged_value
BEGIN SELECT RAISE(ABORT, 'logged values are never deleted'); END;

-- The same values as they are now.
CREATE VIEW value_now AS
SELECT 'setting' AS kind, key AS name, value FROM setting
UNION ALL SELECT 'role', name, role FROM annotator WHERE role IS NOT NULL
UNION ALL SELECT 'author', json_array(benchmark_id, key, author), 'yes' FROM question_author
UNION ALL SELECT 'gold', CAST(question_id AS TEXT), json_array(verdict, answer, given_by, created) FROM gold;

CREATE TRIGGER setting_is_logged AFTER INSERT ON setting
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('setting', NEW.key, NEW.value); END;
CREATE TRIGGER changed_setting_is_logged AFTER UPDATE ON setting
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('setting', NEW.key, NEW.value); END;
CREATE TRIGGER removed_setting_is_logged AFTER DELETE ON setting
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('setting', OLD.key, NULL); END;

CREATE TRIGGER role_is_logged AFTER INSERT ON annotator WHEN NEW.role IS NOT NULL
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('role', NEW.name, NEW.role); END;
CREATE TRIGGER changed_role_is_logged AFTER UPDATE OF role ON annotator
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('role', NEW.name, NEW.role); END;

CREATE TRIGGER author_is_logged AFTER INSERT ON question_author
BEGIN
    INSERT INTO logged_value (kind, name, value)
    VALUES ('author', json_array(NEW.benchmark_id, NEW.key, NEW.author), 'yes');
END;
CREATE TRIGGER removed_author_is_logged AFTER DELETE ON question_author
BEGIN
    INSERT INTO logged_value (kind, name, value)
    VALUES ('author', json_array(OLD.benchmark_id, OLD.key, OLD.author), NULL);
END;

CREATE TRIGGER gold_is_logged AFTER INSERT ON gold
BEGIN
    INSERT INTO logged_value (kind, name, value) VALUES ('gold', CAST(NEW.question_id AS TEXT),
        json_array(NEW.verdict, NEW.answer, NEW.given_by, NEW.created));
END;
CREATE TRIGGER changed_gold_is_logged AFTER UPDATE ON gold
BEGIN
    INSERT INTO logged_value (kind, name, value) VALUES ('gold', CAST(NEW.question_id AS TEXT),
        json_array(NEW.verdict, NEW.answer, NEW.given_by, NEW.created));
END;
CREATE TRIGGER removed_gold_is_logged AFTER DELETE ON gold
BEGIN INSERT INTO logged_value (kind, name, value) VALUES ('gold', CAST(OLD.question_id AS TEXT), NULL); END;
