queue-vote = vote
action-open-vote = vote
    .sentence = Vote for the better answer
action-tie = same
    .sentence = Both are as good
action-both-bad = both bad
    .sentence = Both are bad
action-why = why…
    .sentence = Mark why one answer is better
action-compare = differences
    .sentence = Mark what only one answer says
outcome-first = first better
outcome-first-slightly = first slightly better
outcome-tie = both as good
outcome-second-slightly = second slightly better
outcome-second = second better
outcome-both-bad = both bad
home-title-vote = Vote
home-unopened-vote = pairs of answers to compare
home-left-vote = { $left } pairs left of { $total }
no-items-vote = There is no sample of pairs to vote on.
all-done-vote =
    You have voted on all { $total } pairs. Thank you!

    u undoes the last vote, q goes home.
vote-heading-better = Which is better? 1 · 2 · = same · 0 both bad
vote-heading-grades = Which is better? 1 clearly 1 · 2 slightly 1 · 3 same · 4 slightly 2 · 5 clearly 2 · 0 both bad
vote-heading-scores = How good is each answer, first 1, then 2? 1 bad … 5 very good
vote-why = why: { $why }
vote-why-title = Why is one of them better?
vote-different-words = underlined: words that only this answer has
vote-same-words = The two answers have the same words.
vote-reference = Reference
vote-criteria = Criteria
vote-first = First answer
vote-second = Second answer
message-vote-saved = saved: { $vote }
message-scores-saved = saved: { $first } and { $second }
plain-title-vote = Pairs of answers
plain-far-vote =
    {""}
    { $done } of { $total } pairs voted on.
    { $text }
plain-done-vote =
    {""}
    No pair waits: you have voted on { $done }.
plain-vote-ask-better = Which answer is better? 1 first, 2 second, = both as good, 0 both bad.
plain-vote-ask-grades = Which answer is better? 1 first, 2 first slightly, 3 both as good, 4 second slightly, 5 second, 0 both bad.
plain-vote-ask-scores = How good is each answer? Two scores from 1, bad, to 5, very good: 4 2.
plain-vote-help-better =
    Type one line for each act.
    1, 2: The first or the second answer is better
    =, 0: Both are as good, or both are bad
    1 2 5 TEXT: The first is better, for the reasons 2 and 5 and with a remark
    n TEXT: Write a note on this pair, for example why
    s, l: Skip it for good, or put it off
    u, r: Take the newest vote back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every vote is saved
plain-vote-help-grades =
    Type one line for each act.
    1, 2: The first answer is better, clearly or slightly
    3 or =, 0: Both are as good, or both are bad
    4, 5: The second answer is better, slightly or clearly
    1 2 5 TEXT: The first is better, for the reasons 2 and 5 and with a remark
    n TEXT: Write a note on this pair, for example why
    s, l: Skip it for good, or put it off
    u, r: Take the newest vote back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every vote is saved
plain-vote-help-scores =
    Type one line for each act.
    4 2: Four for the first answer, two for the second; 1 is bad, 5 very good
    4 2 1 5 TEXT: The same, for the reasons 1 and 5 and with a remark
    n TEXT: Write a note on this pair, for example why
    s, l: Skip it for good, or put it off
    u, r: Take the newest vote back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every vote is saved
