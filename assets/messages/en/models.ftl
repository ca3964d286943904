models-head-model = model
models-head-input = input
models-head-overall = overall
models-head-undecided = undecided
models-open = open · { $answers ->
    [one] { $answers } answer
   *[other] { $answers } answers
} · { $failed } failed{ $rate }
computation-stopped = the computation stopped
basis-rules = rules { $rules }
basis-split = {" "}· split { $split }
basis-input = {" "}· input { $input }
models-by-ability = { $model } by ability, and which letters it answers
models-questions-of = { $ability }, those that are not right first
models-answer = answer
models-is-right = right choice
models-says = { $model } answers
models-says-none = none
models-refuses = refused
models-not-read = not read
models-more = … { $left_out } more: Enter lists all
models-per-minute = {" "}· { $in_last_minute }/min
models-open-short = open { $answers }, ✗ { $failed }
models-request-failed = request failed
models-not-asked = not asked
models-basis = { $basis } · { $missing }
models-no-category = no category
models-all-questions = all questions
models-what = models
models-computing = computing: { $basis } …
models-none-with-input = No model has answered this benchmark with input { $input }.
models-none = No model has answered this benchmark yet; ask one with `assay infer --model NAME --url URL`, or import predictions with `assay import predictions FILE --model NAME`.
models-warning = opening a question shows its answer; your later decisions will say so
detail-hint = Hint  { $hint }
detail-no-reference = There is no reference answer.
detail-not-among-choices = not among the choices
detail-accepted = Accepted answers  { $answers }
detail-reference = Reference answer  { $answer }  { $text }
detail-comment = Comment  { $comment }
detail-outdated = The predictions are for an earlier revision of this question.
detail-not-asked = The model was not asked this question.
detail-pass = Pass { $pass }{" "}
detail-empty = (empty)
detail-read-by = { $how } · by { $rules }
detail-right = ✓ right
detail-wrong = ✗ wrong
detail-request-failed = ? request failed
detail-not-read = ? not read
detail-open = open question: its answer is kept as it is
detail-attempts = { $count ->
    [one] { $count } attempt
   *[other] { $count } attempts
}
detail-asks-again = { $attempts } · { $created } · the same `assay infer` asks again
detail-read = read { $label } ({ $step })
detail-read-none = read Z, none of the choices ({ $step })
detail-short = Short answer by { $rule }{" "}
detail-short-value = read { $value }
detail-short-graded = read { $value }, score { $score }
decided-short-right = accepted by { $rule }
decided-short-wrong = not accepted by { $rule }
decided-short-not-read = nothing read by { $rule }
detail-refused = refused ({ $step })
scored-by-likelihood = likelihood of each choice ({ $rank_by } of its tokens)
scored-by-majority = majority of { $samples } samples
models-scored-by = { $model }: { $how } · { $basis }
models-title = Models over { $questions } questions, the best first
models-stakes = { $questions ->
    [one] 1 suspected question
   *[other] { $questions } suspected questions
} can change places { $places }: Enter verifies { $questions ->
    [one] it
   *[other] them
}
models-stakes-short = open: places { $places }
models-stakes-decided = you have decided all of these questions
models-legend-circular = circular: right only if right in every pass
models-legend-undecided = undecided: neither right nor wrong, because an answer is missing or cannot be read
models-abilities-of = { $model } by ability
models-head-ability = ability
models-head-right = right %
models-head-key = #
models-head-question = question
models-head-why = why
models-passes-of = Question { $key }
