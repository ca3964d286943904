-- What leads did to the work of others: roles, authors, assignments, checklists, guidelines, repairs.
CREATE TABLE administrative_act (
    id        INTEGER PRIMARY KEY,
    -- Who, by the name that they gave; where no one leads the team, it may be unknown here.
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
