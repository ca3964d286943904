-- Pictures of which the database has no copy: their bytes lie in a file below root, or in a row of a Parquet
-- file. Their row of image has the hash and the size, and no bytes.

CREATE TABLE image_reference (
    image_id       INTEGER PRIMARY KEY REFERENCES image (id) ON DELETE CASCADE,
    bytes          INTEGER NOT NULL CHECK (bytes > 0),
    file           TEXT NOT NULL,
    root           TEXT,
    row            INTEGER CHECK (row >= 0),
    picture_column TEXT,
    number         INTEGER CHECK (number >= 0),
    CHECK ((root IS NULL) = (row IS NOT NULL)),
    CHECK ((row IS NULL) = (picture_column IS NULL) AND (row IS NULL) = (number IS NULL))
) STRICT;
