panel-is-reference = { $typed } is the reference answer; which one is right instead?
panel-draft-kept = the note is kept as a draft, nothing is saved yet
panel-needs-reason = tick at least one reason with its digit, or write a note
panel-other-needs-words = `other` needs a few words; nothing is saved yet
panel-prompt-reasons = digits tick reasons, a letter begins the note
panel-prompt-answer = which is right? { $left } { $right } or { $letters }
panel-prompt-letter = { $letter } is right; { $tab } begins the note
panel-prompt-note-next = now the note, if you like
panel-prompt-note = the note
panel-title = What is wrong?
panel-note = Note
panel-to-reasons = reasons
panel-to-note = note
panel-save = save
panel-back = back
category-right-title = Which category is right for #{ $key }?
category-title = Which category is #{ $key }?
message-category-saved = saved the category { $category }
review-category-first = first the category: Enter opens the list
card-category-next = Which category? Enter opens the list
card-category = ▸ your category: { $own }
card-category-agrees = ▸✓ you and the data: { $own }
card-category-differs = ≠ your category: { $own } · data: { $data }
category-find = Find
category-prompt = letters find
category-choose = choose
category-nothing-fits = No category fits these letters.
message-category-is = , category { $category }
draft-not-written = the draft is kept only until the program ends: { $error }
note-draft-kept = the draft is kept, not saved
note-unchanged = the note is as it was
note-empty = an empty note is not saved; u takes the last one back
note-keys = Enter saves · Alt-Enter new line · Esc keeps a draft
title-seconds-each = { $seconds } s each
title-today = today { $count }
title-later = { $count } later
title-block = { $left } of { $items } left in this block
progress-of = { $decided } of { $total }
progress-skipped = { $far } · { $skipped } skipped
state-decided = decided: { $outcome }
state-skipped = skipped
state-put-off = put off
message-of-item = {" "}({ $name })
note-title = Note
note-title-on = Note on #{ $name }
message-skipped = skipped
message-put-off = put off
message-note-saved = note saved
message-answer-saved = saved { $answer }
review-answer-with-letter = answer with a letter, or press { $key } to mark a choice
review-answer-first = answer first: a letter, z for none, x if the picture does not show it
review-judge = your answer is saved; now judge the question, or u undoes it
review-open-no-answer = an open question takes no answer; judge it by its criteria
review-play-is-off = frames do not play without colours; ] shows the next one
entry-title = Which choice?
entry-keys = a letter answers · Esc goes back
entry-enter = Enter answers { $letter } · Esc goes back
entry-enter-or = Enter answers { $letter } · Esc goes back · Tab: { $what }
entry-no-such-choice = { $typed } is none of these choices; Esc goes back
review-no-choice = this question has no choice { $letter }
picture-zoom = { $factor }x, 0 fits
home-title-review = Review
home-left-review = { $left } left of { $total }
review-next-unreadable = saved; what comes next cannot be read: { $error }
review-no-desk = there is nothing to decide here
no-items-review = This benchmark has no questions.
all-done-review =
    All { $total } questions are done. Thank you!

    u undoes the last decision, q goes home.
rest-keys = u undoes the last step, q goes home.
rest-by-you = { $decided } of { $total } decided by you.
rest-decided = { $count ->
    [one] 1 other is decided by enough people.
   *[other] { $count } others are decided by enough people.
}
rest-open-elsewhere = { $count ->
    [one] Another person has { $count } open now; it comes back if it is not decided.
   *[other] Other people have { $count } open now; they come back if they are not decided.
}
rest-not-assigned = { $count } are not assigned to you; ask a lead.
rest-of-queue-skipped =
    Nothing is left here: { $decided } decided, { $skipped } skipped. Thank you!

    u undoes the last step, q goes home.
message-right-is = , right is { $letter }
message-review-saved = saved { $answer }{ $verdict }{ $right }
card-see-picture = (see the picture)
card-no-text = (no text)
card-open-question = An open question: nothing to choose. Keep it if it is
card-open-own = An open question: nothing to choose. Keep it if all of this holds
card-criteria = Keep it if all of this holds
card-hint = Hint{"  "}
card-comment = Comment{"  "}
card-verdict = Your verdict{"  "}
card-verdict-note = Your reason{"  "}
card-note = Your note{"  "}
card-flagged = ⚑ flagged by a filter: { $kinds }
card-more-below = more below
card-one-more-choice = 1 more choice
card-more-choices = { $several } more choices
answer-not-shown = the picture does not show it
card-answer-next = Type your answer: Enter or a digit opens the field
card-you = ▸ you: { $own }
card-you-no-reference = ▸ you: { $own } · there is no reference answer
card-you-agree = ▸✓ you and the reference: { $own }
card-you-agree-short = ▸✓ the reference: { $own }
card-you-differ = ≠ you: { $own } ▸ · reference: { $reference } ✓
card-you-differ-short = ≠ you { $own } · reference { $reference }
review-keep-again = you and the reference differ; { $key } again keeps the question
card-keep-again = { $key } again keeps it
review-not-kept = nothing was saved; the question is not kept
card-differs = You and the reference differ
card-differs-short = You differ
message-guess-saved = saved your guess: { $guess }
gate-why-hidden =
    The picture comes after your guess.

    What do the words alone suggest? A letter marks a choice; then { $low } unsure, { $medium } fairly sure or { $high } sure saves it. { $none }: no idea.

    Guess quickly. It is asked to find questions that need no picture.
gate-how-sure = say how sure you are: 1 unsure, 2 fairly sure, 3 sure
gate-mark-removed = the mark is gone; nothing was saved
gate-guess-first = first your guess: a letter, then how sure you are; the picture comes then
gate-letter-first = first a letter marks what you guess
gate-no-guess-here = there is nothing to guess on this question now
guess-choice = { $letter }, { $confidence }
guess-no-idea = no idea
confidence-low = unsure
confidence-medium = fairly sure
confidence-high = sure
card-guess = Your guess{"  "}
action-confidence-low = unsure
    .sentence = Save the guess: unsure
action-confidence-medium = fairly sure
    .sentence = Save the guess: fairly sure
action-confidence-high = sure
    .sentence = Save the guess: sure
review-type-answer = this question has no choices: Enter or a digit opens the field for the answer
answer-entry-title = Your answer to { $key }
answer-entry-keys = Enter saves · Esc goes back
answer-entry-one-line = type an answer, on one line of at most { $most } bytes
card-reference-by-rule = reference ({ $rule }): { $reference }
card-you-agree-by-rule = ✓ you: { $own } · accepted by { $rule }: { $reference }
card-you-differ-by-rule = ≠ you: { $own } · reference ({ $rule }): { $reference }
short-rule = short answer · { $rule }
short-decimals = { $count ->
    [one] { $count } decimal
   *[other] { $count } decimals
}
