audit-what = audit
audit-title = How many errors are left
audit-counting = Counting …
audit-basis = seed { $seed } · started { $started } by { $by } · limits at 95 %
audit-questions = questions
audit-random = drawn at random
audit-suspected = suspected before
audit-together = together
audit-reviewed = reviewed
audit-errors = errors
audit-open = open
audit-limits = error rate, %
audit-from-to = { $low } to { $high }
audit-below = Fewer than { $rate }: certified after { $after } reviews
audit-more = Fewer than { $rate }: about { $more } more reviews if it goes on like this
audit-never = Fewer than { $rate }: probably never: too many errors or open ones, or too few questions
audit-no-rate = No error rate is left after review { $step }: the order was not random, or the small probability that the limits leave has happened.
audit-out-of-order = { $count ->
    [one] One question was reviewed out of order: it counts once those before it are reviewed.
   *[other] { $count } questions were reviewed out of order: they count once those before them are reviewed.
}
audit-changed = { $count ->
    [one] An import has changed one question since the start.
   *[other] An import has changed { $count } questions since the start.
}
audit-later = { $count ->
    [one] One question came after the start and is in no figure.
   *[other] { $count } questions came after the start and are in no figure.
}
audit-others = { $count ->
    [one] Another audit of this benchmark was started; this is the newest.
   *[other] { $count } other audits of this benchmark were started; this is the newest.
}
audit-picture = Lower and upper limit by reviews
