wait-suspected = { $count ->
    [one] { $count } suspected question to verify
   *[other] { $count } suspected questions to verify
}
wait-disagreements = { $count ->
    [one] { $count } question with different verdicts
   *[other] { $count } questions with different verdicts
}
wait-disputed = { $count ->
    [one] { $count } disputed question
   *[other] { $count } disputed questions
} (verdict, answer or category)
wait-flagged = { $count ->
    [one] { $count } question that you reviewed and a filter flags
   *[other] { $count } questions that you reviewed and a filter flags
}
wait-unread = { $count ->
    [one] { $count } text to read
   *[other] { $count } texts to read
}
wait-open-runs = { $count ->
    [one] { $count } unfinished run of a model
   *[other] { $count } unfinished runs of models
}
chooser-counting-words = counting…
chooser-title = {" "}· which benchmark?
chooser-benchmark = benchmark
chooser-what-waits = waiting
chooser-questions = questions
chooser-done-by-you = done by you
chooser-left = left
chooser-for-the-team = left for the team
ability-not-given = no ability given
home-waits = Waiting for you and the team
home-last-decisions = Your last decisions · ✓ kept · ⚑ flagged
home-other-benchmarks = Other benchmarks
home-disputes-after-review = { $words }; you see them after your review
home-disputes-with-own = { $words }, { $own } of them reviewed by you
home-left-of-benchmark = { $mine } of { $items } left for you, { $all } for the team
home-progress-by-ability = Progress by ability
home-bundle = A bundle of the { $queue } queue
home-bundle-goes-back = It has the items that were packed for you and nothing else. When they are decided, send the file back; `assay merge` takes your decisions into the team's database.
bundle-has-one-queue = this bundle has the { $queue } queue alone
home-no-model = No model has answered yet
home-bring-predictions = Import predictions or ask a model:
team-title = People · { $queue }
team-all-decided = all { $items } decided at least once
team-undecided = { $left } of { $items } undecided
team-you = you
team-seconds-each = { $seconds } s
team-today = today
team-more = and { $left_out } more; `assay status` lists all
home-browse = Browse
home-models = Models
home-agreement = Agreement
home-judges = Judges
home-board = Board
home-benchmarks = Benchmarks
home-history = History
home-seconds-each = {" "}· { $s } s each
home-today = today { $count }{ $each }
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
act-earlier-row = an earlier decision
act-answered-and = answered { $answer },{" "}
home-settings = Settings
home-description = Describe
home-look-alikes = Shared
home-audit = Audit
act-chose-category = chose the category { $category }
act-guessed = guessed from the text: { $guess }
act-requeued = opened again by { $by }: the guideline has changed
home-next = Next for you
home-left-for-you = Left for you
team-done = decided
team-each = each
team-days = { $days } days
team-seen = seen
team-outcomes = decisions
ago-now = now
ago-minutes = { $count } min ago
ago-hours = { $count } h ago
ago-days = { $count } d ago
sitting-line = { $count } in this sitting
sitting-line-flagged = { $count } in this sitting, { $flagged } of them flagged
tally-kept = { $count } kept
tally-decided = { $count } decided
tally-flagged = { $count } flagged
tally-open = { $count } later or skipped
end-flagged = What you flagged in this sitting
end-benchmarks = the other benchmarks
end-home = home
welcome-title = Welcome to Assay
welcome-no-questions = { $file } has no questions yet.
welcome-no-files = No file in this folder looks like questions. `assay import questions FILE` imports one from elsewhere.
welcome-files = Files in this folder
welcome-questions = questions
welcome-workbook = workbook
welcome-predictions = answers of a model, after the questions
welcome-what-enter-does = Enter imports the marked file as a benchmark with its name.
welcome-import = import
welcome-open = open
welcome-back = back to the files
welcome-demo = show a made-up benchmark
welcome-importing = Importing…
welcome-imported = Imported
welcome-failed = Nothing was imported
welcome-summary = { $questions ->
    [one] { $questions } question
   *[other] { $questions } questions
} with { $images } pictures, as the benchmark { $benchmark }
