-- What another program changed is found: a seal of each decision, which covers the seal before it, and a log
-- of what a lead sets.

-- BLAKE3 of the row as it was written and of the seal before it (store::seal).
CREATE TABLE decision_seal (
    seq  INTEGER PRIMARY KEY,
    seal BLOB NOT NULL CHECK (length(seal) = 32)
) STRICT;

CREATE TRIGGER decision_seal_is_never_changed BEFORE UPDATE ON decision_seal
BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;

CREATE TRIGGER decision_seal_is_never_deleted BEFORE DELETE ON decision_seal
BEGIN SELECT RAISE(ABORT, 'seals are never deleted'); END;

-- Every value that a setting, a role, an author or gold ever had; NULL where it was removed.
CREATE TABLE logged_value (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE INDEX logged_value_by_name ON logged_value (kind, name, seq);

-- The same values as they are now.
CREATE VIEW value_now AS
SELECT 'setting' AS kind, key AS name, value FROM setting
UNION ALL SELECT 'role', name, role FROM annotator WHERE role IS NOT NULL
UNION ALL SELECT 'author', json_array(benchmark_id, key, author), 'yes' FROM question_author
UNION ALL SELECT 'gold', CAST(question_id AS TEXT), json_array(verdict, answer, given_by, created) FROM gold;

INSERT INTO logged_value (kind, name, value) SELECT kind, name, value FROM value_now;

CREATE TRIGGER logged_value_is_never_changed BEFORE UPDATE ON logged_value
BEGIN SELECT RAISE(ABORT, 'logged values are never changed'); END;

CREATE TRIGGER logged_value_is_never_deleted BEFORE DELETE ON logged_value
BEGIN SELECT RAISE(ABORT, 'logged values are never deleted'); END;

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
BEGIN
    INSERT INTO logged_value (kind, name, value) VALUES ('gold', CAST(OLD.question_id AS TEXT), NULL);
END;
