-- Which questions name somebody as their author: looked up whenever a queue is opened. Without the
-- indices every row of the benchmark is read, as much again as the list of its questions.

CREATE INDEX question_by_author ON question (benchmark_id, extra ->> 'author')
    WHERE extra IS NOT NULL AND is_current = 1;
CREATE INDEX question_by_annotator ON question (benchmark_id, extra ->> 'annotator')
    WHERE extra IS NOT NULL AND is_current = 1;
