board-what = board
board-counting = Counting …
board-as-of = as of { $moment } · refreshed every few seconds
board-queues = Queues
board-queue = { $decisions ->
    [one] { $decided } of { $items } decided · 1 decision · { $remaining } wanted
   *[other] { $decided } of { $items } decided · { $decisions } decisions · { $remaining } wanted
}
board-open-now = {" "}· { $count } open now
board-blocks = {" "}· { $done } of { $total } blocks done
board-nobody-decided = { $queue }: not decided
board-per-day = { $days ->
    [one] { $value } a day, from 1 day
   *[other] { $value } a day, from { $days } days
}
board-finish = {" "}· done about { $moment } at this pace
board-finish-between = {" "}· done about { $moment } at this pace, { $soonest } to { $latest }
board-no-pace = {" "}· no decisions in the last days
board-too-far = {" "}· more than a century at this pace
board-waits = Waits
board-disputed = reviewers differ
board-agreement = Agreement of reviewers: { $shared } of { $questions } reviewed questions have two reviews or more
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
board-categories = Categories and quotas
board-outcome = { $kept } kept · { $fixed } fixed · { $removed } removed · { $open } open
board-category = { $reviewed } of { $questions } reviewed · { $kept } stay · { $out } removed
board-quota-met = {" "}· quota { $quota }
board-quota-lacking = {" "}· quota { $quota }, { $lacking } lacking
board-people = People · { $queue }
board-person = { $done } done · today { $today }
board-differs = { $name }: differs from others or from gold
board-too-fast = too fast: the median is below 40 % of the others' { $seconds } s
board-worse = agrees less with the others in the last third than in the first
board-with-others = others
board-with-gold = gold
board-with-experts = experts
board-drift = last third less first
board-no-others = no one else has decided one of these items
board-for-leads = Gold, the quality of work and the disputed questions are shown to leads.
board-gold-items = { $count ->
    [one] 1 question is mixed in as gold.
   *[other] { $count } questions are mixed in as gold.
}
board-signs = Signs, not proof: a person who has the hard questions agrees less. others: the majority of the others on an item.
