wait-suspected = { $count ->
    [one] { $count } suspected question, not verified
   *[other] { $count } suspected questions, not verified
}
wait-disagreements = { $count ->
    [one] { $count } question on which verdicts differ
   *[other] { $count } questions on which verdicts differ
}
wait-disputed = { $count ->
    [one] { $count } disputed question
   *[other] { $count } disputed questions
} (verdict, answer or category)
wait-flagged = { $count ->
    [one] { $count } question you reviewed that a filter flags
   *[other] { $count } questions you reviewed that a filter flags
}
wait-unread = { $count ->
    [one] { $count } text, not read
   *[other] { $count } texts, not read
}
wait-open-runs = { $count ->
    [one] { $count } run of a model that is not finished
   *[other] { $count } runs of a model that is not finished
}
chooser-counting-words = counting…
chooser-title = {" "}· which benchmark?
chooser-benchmark = benchmark
chooser-what-waits = what waits
chooser-questions = questions
chooser-done-by-you = done by you
chooser-left = left
chooser-for-the-team = for the team
ability-not-given = no ability given
home-waits = Waits for you and the team
home-last-decisions = Your last decisions
home-other-benchmarks = Other benchmarks
home-disputes-after-review = { $words }, shown after your review
home-disputes-with-own = { $words }, { $own } with your review
home-left-of-benchmark = { $mine } of { $items } left for you, { $all } for the team
home-progress-by-ability = {"  "}Progress by ability
home-bundle = A bundle of the { $queue } queue
home-bundle-goes-back = It has the items that were packed for you and nothing else. When they are decided, send the file back; `assay merge` takes your decisions into the team's database.
bundle-has-one-queue = this bundle has the { $queue } queue alone
home-no-model = {"  "}No model has answered yet
home-bring-predictions = Bring predictions or ask a model:
team-title = {"  "}Team · { $queue }
team-all-decided = {"  "}{ $items } items, each decided at least once
team-undecided = {"  "}{ $left } of { $items } items not decided
team-you = you
team-count = {" "}{ $done } of { $items }{"  "}
team-seconds-each = {" "}· { $seconds } s each
team-today = {" "}· today { $count }
team-more = {"    "}and { $left_out } more; `assay status` lists all
home-browse = Browse
home-questions = { $count } questions
home-models = Models
home-with-predictions = { $count } with predictions
home-agreement = Agreement
home-readers = extractors and { $count } who read texts
home-judges = Judges
home-what-judges = how they rank models, and whom to trust
home-board = Board
home-what-board = how the team is getting on
home-benchmarks = Benchmarks
home-all-benchmarks = all { $count } in this database
home-history = History
home-own-rows = { $rows ->
    [one] { $rows } row of your own
   *[other] { $rows } rows of your own
}
home-question-gone = this question is no longer in the benchmark
home-seconds-each = {" "}· { $s } s each
home-today = today { $count }{ $each }
home-taken-back = {" "}(taken back)
history-taken-back = taken back ·{" "}
history-question-gone = question { $item } is no longer in the benchmark
history-title = {" "}· history · { $annotator }
history-nothing-yet = nothing yet
history-place = { $place } of { $count }, newest first
history-empty = What you decide will be listed here.
act-answered = answered { $answer }
act-skipped = skipped
act-put-off = put off
act-note = note: { $note }
act-took-back = took back: { $act }
act-brought-back = brought back: { $act }
act-brought-back-undone = brought back what was taken back
act-earlier-row = an earlier row
act-answered-and = answered { $answer },{" "}
home-settings = Settings
home-what-settings = theme, pictures, configuration file
home-description = Describe
home-what-description = abilities, answers, doubles, quotas
act-chose-category = chose the category { $category }
act-guessed = guessed from the text: { $guess }
act-requeued = opened again by { $by }: the guideline has changed
