home-title-extract = Extract
home-left-extract = { $left } texts left of { $total }
extract-no-sample-hint = there is no sample to read; draw one with `assay extract sample`
extract-no-sample = there is no sample to read
extract-picture-hidden = the picture is hidden until you have guessed on this question in the review
extract-no-picture = this question has no picture
extract-no-reasoning = this text has no reasoning before its answer
extract-focus-first = focus the text first: then mark the words that decided
extract-no-choice = this question has no choice { $label }
title-text-seconds-each = { $seconds } s each
extract-far = { $far } of the text
extract-hints-on = {" "}· hints
extract-heading = {" "}· extract · { $sample } · { $annotator }{ $hints }
extract-all-read = All { $total } texts are read. Thank you!
extract-others-read = The { $left } texts that you have not read are read, or open, elsewhere.
extract-done =
    { $words }

    u undoes the last decision, q goes home.
extract-folded = {"["}{ $count } characters of reasoning folded]
extract-cut-after = {"["}cut after { $bytes } bytes]
extract-question = Question
extract-text = What the model wrote
extract-last-labels = Your last labels
extract-how-to-begin = { $focus } marks the words that decided
extract-how-to-move = arrows go from word to word · { $toggle } begins the mark · { $focus } leaves
extract-how-to-end = arrows extend the mark · a label saves it · { $toggle } removes it
extract-no-labels = The labels that you give are listed here, the newest first.
