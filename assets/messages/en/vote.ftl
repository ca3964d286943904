queue-vote = vote
action-open-vote = vote
    .sentence = Vote for the better answer
action-tie = same
    .sentence = Both are as good
action-both-bad = both bad
    .sentence = Both are bad
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

    u takes the last vote back, q goes home.
vote-heading = Which answer is better? 1 first, 2 second, = both as good, 0 both bad
vote-heading-graded = Which answer is better? 1 first, 2 slightly, 3 both as good, 4 second slightly, 5 second, 0 both bad
vote-first = First answer
vote-second = Second answer
message-vote-saved = saved: { $vote }
plain-title-vote = Pairs of answers
plain-far-vote =
    {""}
    { $done } of { $total } pairs voted on.
    { $text }
plain-done-vote =
    {""}
    No pair waits: you have voted on { $done }.
plain-vote-ask = Which answer is better? 1 first, 2 second, = both as good, 0 both bad.
plain-vote-ask-graded = Which answer is better? 1 first, 2 first slightly, 3 both as good, 4 second slightly, 5 second, 0 both bad.
plain-vote-help =
    Type one line for each act.
    1, 2: The first or the second answer is better
    =, 0: Both are as good, or both are bad
    n TEXT: Write a note on this pair, for example why
    s, l: Skip it for good, or put it off
    u, r: Take the newest vote back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every vote is saved
plain-vote-help-graded =
    Type one line for each act.
    1, 2: The first answer is better, clearly or slightly
    3 or =, 0: Both are as good, or both are bad
    4, 5: The second answer is better, slightly or clearly
    n TEXT: Write a note on this pair, for example why
    s, l: Skip it for good, or put it off
    u, r: Take the newest vote back, or bring it back
    p, g: Print the picture as characters, or the guideline
    q: Quit; every vote is saved
