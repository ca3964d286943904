board-what = board
board-counting = Counting …
board-as-of = as of { $moment } · refreshed every few seconds
board-queues = Queues
board-queue = { $decisions ->
    [one] { $decided } of { $items } decided · 1 decision · { $remaining } still wanted
   *[other] { $decided } of { $items } decided · { $decisions } decisions · { $remaining } still wanted
}
board-open-now = { $count } open now
board-blocks = { $done } of { $total } blocks done
board-nobody-decided = { $queue }: not decided
board-per-day = { $days ->
    [one] { $value } decisions a day, counted over 1 day
   *[other] { $value } decisions a day, counted over { $days } days
}
board-finish = {" "}· finished around { $moment } at this pace
board-finish-between = {" "}· finished around { $moment } at this pace ({ $soonest } to { $latest })
board-no-pace = {" "}· no decisions in the last days
board-too-far = {" "}· more than a century at this pace
board-waits = Waiting
board-disputed = reviewers differ
board-agreement = Agreement
board-left-out-reviews = { $count ->
    [one] { $count } review left out: made after seeing what others answered
   *[other] { $count } reviews left out: made after seeing what others answered
}
board-left-out-answers = { $count ->
    [one] { $count } answer left out: given after seeing the reference answer
   *[other] { $count } answers left out: given after seeing the reference answer
}
board-no-pairs = undefined, because no two people have reviewed the same question
board-raw = pairs that agree
board-verdict = verdict
board-answer = blind answer
board-undefined = undefined
board-outcome = All questions: { $kept } kept · { $fixed } fixed · { $removed } removed · { $open } open
board-category = { $reviewed } of { $questions } reviewed · { $kept } kept · { $out } removed
board-quota-met = quota of { $quota } met
board-quota-lacking = { $lacking } missing to the quota of { $quota }
board-people = People · { $queue }
board-skipped = { $count } skipped
board-later = { $count } put off
board-differs = { $name }: differs from the others or from gold
board-too-fast = too fast: the median is below 40 % of the others' { $seconds } s
board-worse = agrees less with the others lately than at the start
board-with-others = same as the others
board-with-gold = gold
board-with-experts = same as experts
board-drift = lately, compared with the start
board-no-others = no one else has decided any of these items
board-for-leads = Only leads see gold, the quality of work and the disputed questions.
board-gold-items = { $count ->
    [one] 1 question is mixed in as gold.
   *[other] { $count } questions are mixed in as gold.
}
day-chart = Decided on each of the last { $days } days
board-signs = These are signs, not proof: a person who has the hard questions agrees less. The others are the majority of all who decided an item; lately compares the last third of a person's decisions with the first.
board-title = People, work and questions
board-shared = { $shared } of { $questions } reviewed questions have two reviews or more
board-chance = AC1 and alpha leave out what agrees by chance: 1 is perfect, 0 is chance.
board-decided = decided
board-wanted = wanted
board-a-day = a day
board-done-about = done about
board-decisions = decisions
board-done = done
board-today = today
board-each = each
board-seconds = { $seconds } s
board-last-seen = last seen
board-seen-at = last decision { $moment }
board-as-others = {" "}agrees
board-agree = agree
board-abilities = Abilities that lag
board-none-lags = none lags, and none is short of its quota
board-reviewed = reviewed
board-kept = kept
board-removed = removed
board-quota = quota
board-missing = missing
board-about = About these figures
board-audit = Audit
board-error-rate = error rate
board-at-least = at least %
board-at-most = at most %
board-audit-limits = The limits hold at 95 % whenever one stops. Open questions are errors in the upper limit and right in the lower one.
board-discovery = Errors found
board-errors = errors
board-at-random = at random
board-all-reviewed = all reviewed
board-first-half = first half
board-found-after = { $found ->
    [one] 1 error after { $reviewed } reviewed; a random order would have found { $random }.
   *[other] { $found } errors after { $reviewed } reviewed; a random order would have found { $random }.
}
board-random-drawn = The random order has the rate of the { $count } questions drawn at random: { $rate } % errors.
board-random-even = The random order: the same errors, spread evenly over the questions reviewed.
board-what-errors = Errors are fixed or removed, or most of their reviewers reject them. Questions count in the order in which they were first decided on.
board-discovery-picture = Errors found, and a random order
