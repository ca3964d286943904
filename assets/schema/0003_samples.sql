-- Samples of predictions that people read by hand, and who is at which item just now.

-- A sample never changes; per_item says how many people read each text, NULL that everybody does.
CREATE TABLE sample (
    id           INTEGER PRIMARY KEY,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    name         TEXT NOT NULL CHECK (name <> ''),
    seed         INTEGER NOT NULL,
    rate         REAL NOT NULL CHECK (rate > 0 AND rate <= 1),
    per_item     INTEGER CHECK (per_item >= 1),
    filters      TEXT NOT NULL CHECK (json_valid(filters)),
    created      TEXT NOT NULL,
    UNIQUE (benchmark_id, name)
) STRICT;

-- item and shown are what decisions are known by: the prediction's name, and the hash of the text and
-- of the order of the choices that a label holds for.
CREATE TABLE sample_item (
    sample_id     INTEGER NOT NULL REFERENCES sample (id),
    position      INTEGER NOT NULL,
    prediction_id INTEGER NOT NULL REFERENCES prediction (id),
    item          TEXT NOT NULL,
    shown         TEXT NOT NULL,
    stratum       TEXT NOT NULL,
    PRIMARY KEY (sample_id, position)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX sample_item_once ON sample_item (sample_id, prediction_id);
CREATE INDEX sample_item_by_item ON sample_item (item);

-- Whoever has an item on screen holds a lease on it, so that no more people are asked than wanted.
-- Leases run out by themselves.
CREATE TABLE lease (
    queue        TEXT NOT NULL,
    benchmark_id INTEGER NOT NULL REFERENCES benchmark (id),
    item         TEXT NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    expires      TEXT NOT NULL,
    PRIMARY KEY (queue, benchmark_id, item, annotator_id)
) STRICT, WITHOUT ROWID;
