description-what = description
description-counting = Counting …
description-none = none
description-basis = { $count } questions · taxonomy { $taxonomy }
description-l1 = Abilities (L-1)
description-l2 = Abilities (L-2)
description-leaf = Abilities (L-3)
description-quotas = Below their quota
description-kinds = What the questions show
description-kind-picture-choices = pictures as choices
description-kind-video = a video
description-kind-interleaved = pictures in the text
description-kind-several-pictures = several pictures
description-kind-one-picture = one picture
description-kind-no-picture = no picture
description-choices = Choices
description-choices-of = { $count ->
    [one] 1 choice
   *[other] { $count } choices
}
description-open = open, no choices
description-twice = Questions that share
description-same-picture = a picture
description-same-text = the whole text
description-near-text = nearly the whole text
description-sizes = Sizes
description-words = words of a question
description-width = width of a picture, pixels
description-height = height of a picture, pixels
description-kilobytes = a picture's file, kB
description-broken = { $count ->
    [one] 1 picture is not as the import left it and was left out; `assay doctor` names it.
   *[other] { $count } pictures are not as the import left them and were left out; `assay doctor` names them.
}
description-more = Not shown here
description-command = `assay describe` lists the groups, looks for pictures that are nearly the same, and tests the positions of the answers.
description-abilities = Abilities
description-rest = Questions, choices and pictures
description-questions = questions
description-share = share
description-scale = 0 to { $most }
description-median = median
description-smallest = smallest
description-largest = largest
look-alikes-what = shared
look-alikes-position = { $at } of { $count } with { $other } · ↑ ↓
look-alikes-kind-same-picture = the same picture
look-alikes-kind-near-picture = nearly the same picture
look-alikes-kind-same-text = the same text
look-alikes-kind-near-text = nearly the same text
look-alikes-picture = { $kind } · { $bits } of 63 bits differ · correlation { $correlation }
look-alikes-text = { $kind } · { $shared } of the word pairs shared
look-alikes-nothing = Nothing is shared with { $other }.
look-alikes-none = Start with `assay describe --against OTHER --look`.
