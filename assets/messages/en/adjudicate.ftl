queue-adjudicate = adjudicate
action-open-adjudicate = adjudicate
    .sentence = Settle what reviewers differ on
action-guideline-unclear = unclear
    .sentence = Mark: guideline is unclear
home-title-adjudicate = Adjudicate
home-unopened-adjudicate = questions on which reviewers differ
home-left-adjudicate = { $left } left of { $total } on which reviewers differ
no-items-adjudicate = Nothing waits for you: reviewers agree, or you reviewed the questions on which they differ.
all-done-adjudicate =
    All { $total } questions on which reviewers differed are settled. Thank you!

    u undoes the last decision, q goes home.
adjudicate-heading = { $count ->
    [one] One review; its digit adopts it
   *[other] { $count } reviews; a digit adopts one
}
adjudicate-reviewer = Reviewer { $number }
adjudicate-seconds = {" "}· { $seconds } s
adjudicate-note = “{ $note }”
adjudicate-unclear = ! the guideline is unclear here
adjudicate-chosen = right: { $answer } · now y, t or w
adjudicate-choose-first = say which answer is right first: a letter, z none, x not shown; or adopt a review with its digit
adjudicate-no-review = there is no review { $number }
adjudicate-undecided = not saved: reviewers { $numbers } say this and differ in { $parts }; adopt one with its digit
adjudicate-part-reasons = reasons
adjudicate-part-corrected = the right answer
adjudicate-part-category = category
adjudicate-part-words = what is wrong
adjudicate-why-title = Why? No reviewer says { $answer }{ $verdict }
message-adopted = adopted { $number }: { $answer }{ $verdict }
message-overridden = saved { $answer }{ $verdict }
message-unclear = {" "}· unclear
plain-title-adjudicate = Disagreements of reviewers
plain-far-adjudicate =
    {""}
    { $done } of { $total } disagreements settled.
    { $text }
plain-adjudicate-review = Reviewer { $number }: { $answer }{ $verdict }{ $reasons }{ $seconds }{ $note }
plain-adjudicate-seconds = , { $seconds } s
plain-adjudicate-ask = Which? 1 to { $count } adopts a review; or another answer and verdict with a reason: b y WHY, x t WHY, b w { $reasons } WHY.
plain-adjudicate-ask-open = Which? 1 to { $count } adopts a review; or another verdict with a reason: y WHY, t WHY, w { $reasons } WHY.
plain-done-adjudicate =
    {""}
    No disagreement waits: { $done } are settled.
plain-adjudicate-why = Nothing was saved: no reviewer says this. Write why behind it, for example b y WHY.
plain-adjudicate-marked = Marked: the guideline is unclear here.
plain-adjudicate-unmarked = The mark is taken away.
plain-adjudicate-help =
    Type one line for each act.
    1 to 9: Adopt the review with this number
    b y WHY: The answer that is right, the verdict (y keep, t text-only, w wrong) and why
    y WHY: The verdict on a question without choices, and why
    b w DIGITS WHY: For a wrong question the digits of its reasons, as the question above shows them, and words
    m: Mark that the guideline is unclear here, or take the mark away
    n TEXT: Write a note on this question
    s, l: Skip it for good, or put it off
    u, r: Take the newest decision back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every decision is saved
