-- Version 24: what pictures look like in 32×32 grey values, so that near duplicates are found without
-- decoding every picture again.

CREATE TABLE picture_grey (
    image_id INTEGER PRIMARY KEY REFERENCES image(id) ON DELETE CASCADE,
    -- Row by row, one byte a value.
    grey BLOB NOT NULL CHECK (length(grey) = 1024)
) STRICT;
