### Values in words, by their names in the data.

## Verdicts and labels

outcome-keep = keep
outcome-text-only = text-only
outcome-wrong = wrong
outcome-remove = remove
outcome-fix = fix
outcome-none = none
outcome-refusal = refusal
outcome-several = several
outcome-off-topic = off-topic
act-read = read { $label }

## Reasons

reason-ambiguous-question = ambiguous question
reason-ambiguous-choices = ambiguous choices
reason-repeated-choices = repeated choices
reason-wrong-reference-answer = wrong reference answer
reason-no-correct-choice = no correct choice
reason-several-correct-choices = several correct choices
reason-unanswerable-from-picture = unanswerable from picture
reason-bad-picture = bad picture
reason-wrong-category = wrong category
reason-other = other
reason-unclear = unclear
reason-not-free-to-use = not free to use
reason-not-impartial = not impartial
reason-yes-or-no-question = yes or no question
reason-not-open-ended = not open ended
reason-leaked-picture = leaked picture
reason-text-only = text-only
reason-category-is = right category is { $category }
reason-category = category { $category }
reason-right-is = right is { $label }

explained-criterion = { $words }. A good question: { $sentence }
explained-reason = { $words }: { $sentence }

## Criteria, by the reason that a question which misses one is wrong for

criterion-ambiguous-question = read in one way only
criterion-ambiguous-choices = each choice says one thing
criterion-repeated-choices = no choice is there twice
criterion-wrong-reference-answer = the reference answer is right
criterion-no-correct-choice = one of the choices is right
criterion-several-correct-choices = only one choice is right
criterion-unanswerable-from-picture = the picture shows the answer
criterion-bad-picture = the picture is whole and readable
criterion-wrong-category = the category is right
criterion-unclear = clear, in picture and words
criterion-not-free-to-use = free to use, by licence or maker
criterion-not-impartial = impartial: it divides no one
criterion-yes-or-no-question = not answered by yes or no
criterion-not-open-ended = open-ended: good answers differ
criterion-leaked-picture = new: in no common data set

## What filters suspect

flag-text-only = text-only
flag-wrong = wrong
flag-contradicted = contradicted

## Queues

queue-review = review
queue-extract = extract
queue-verify = verify

## Answers

answer-none = none of the choices
answer-cannot-tell = cannot tell

## How pictures are painted

picture-mode-kitty = kitty
picture-mode-sixel = sixel
picture-mode-iterm2 = iTerm2
picture-mode-quadrants = quadrants
picture-mode-half-blocks = half blocks, 256 colours approximate
picture-mode-half-blocks-16 = half blocks, 16 colours approximate
picture-mode-glyphs = glyphs

## Work

waiting-suspected = { $count ->
    [one] { $count } suspected question
   *[other] { $count } suspected questions
}
waiting-disagreements = { $count ->
    [one] { $count } question with differing verdicts
   *[other] { $count } questions with differing verdicts
}
waiting-unread-texts = { $count ->
    [one] { $count } unread text
   *[other] { $count } unread texts
}
waiting-open-runs = { $count ->
    [one] { $count } open run
   *[other] { $count } open runs
}
session-questions = This sitting: { $count ->
    [one] { $count } question
   *[other] { $count } questions
}, { $seconds } s each.
session-agreed = Your answer was the reference answer on { $agreed } of { $compared }.
session-flagged = Flagged { $verdict }: { $questions }.

## Between words

terms-comma = ,{" "}
terms-semicolon = ;{" "}
terms-colon = :{" "}
terms-in-brackets = {" "}({ $words })

## Abilities of the taxonomy mmbench, by their titles

ability-mmbench-perception = Perception
ability-mmbench-coarse-perception = Coarse perception
ability-mmbench-image-style = Image style
ability-mmbench-image-scene = Image scene
ability-mmbench-image-emotion = Image emotion
ability-mmbench-image-quality = Image quality
ability-mmbench-image-topic = Image topic
ability-mmbench-fine-grained-perception-single-instance = Fine-grained perception, single instance
ability-mmbench-object-localization = Object localization
ability-mmbench-attribute-recognition = Attribute recognition
ability-mmbench-celebrity-recognition = Celebrity recognition
ability-mmbench-ocr = OCR
ability-mmbench-fine-grained-perception-cross-instance = Fine-grained perception, cross instance
ability-mmbench-spatial-relationship = Spatial relationship
ability-mmbench-attribute-comparison = Attribute comparison
ability-mmbench-action-recognition = Action recognition
ability-mmbench-reasoning = Reasoning
ability-mmbench-attribute-reasoning = Attribute reasoning
ability-mmbench-physical-property-reasoning = Physical property reasoning
ability-mmbench-function-reasoning = Function reasoning
ability-mmbench-identity-reasoning = Identity reasoning
ability-mmbench-logic-reasoning = Logic reasoning
ability-mmbench-structuralized-image-text-understanding = Structuralized image-text understanding
ability-mmbench-future-prediction = Future prediction
ability-mmbench-relation-reasoning = Relation reasoning
ability-mmbench-social-relation = Social relation
ability-mmbench-physical-relation = Physical relation
ability-mmbench-nature-relation = Nature relation

## What extractors are compared with, what models are given, how scores are made

reference-human-majority = the majority of people
outcome-nothing = nothing
outcome-choice = choice
outcome-no-choice-kinds-differ = no choice, for different reasons
input-image = image
input-text = text
strategy-circular = circular
strategy-first-pass = first pass only
strategy-every-pass = every pass by itself
missing-kit = missing answers as in VLMEvalKit
missing-wrong = missing answers count as wrong
missing-exclude = questions with missing answers are left out
decided-all-right = { $passes ->
    [1] right
   *[other] right in all { $passes } passes
}
decided-first-right = right in the first pass
decided-wrong = { $passes ->
    [1] wrong
   *[other] wrong in pass { $pass } of { $passes }
}
decided-not-extracted = { $passes ->
    [1] no answer found
   *[other] no answer found in pass { $pass } of { $passes }
}
decided-missing = { $passes ->
    [1] not asked
   *[other] pass { $pass } of { $passes } is missing
}

## Fields of a question

field-stem = stem
field-hint = hint
field-answer = answer
field-category = category
field-l2_category = l2_category
stale-run = { $model } ({ $input }) { $passes }
stale-predictions = { $passes } predictions are for the words before and no longer count; ask again: { $runs }

## Why requests failed

failure-connect = connect
failure-tls = tls
failure-cut = cut
failure-timeout = timeout
failure-rate-limit = rate limit
failure-quota = quota
failure-server = server
failure-bad-reply = bad reply
failure-unauthorized = unauthorized
failure-unknown-model = unknown model
failure-not-found = not found
failure-bad-request = bad request
failure-too-long = too long
failure-no-pictures = no pictures
failure-bad-picture = bad picture
failure-too-large = too large
failure-redirect = redirect

## The steps of the extraction rules, by their names

step-affirmation = affirmation
step-alone = alone
step-answer-is = answer is
step-closest = closest
step-closest-first = closest first
step-closest-last = closest last
step-concluded-letter = concluded letter
step-concluding-text = concluding text
step-continued-list = continued list
step-denial = denial
step-differing-words = differing words
step-empty = empty
step-failed = failed
step-final-number = final number
step-final-value = final value
step-first-sentence = first sentence
step-foreign-letter = foreign letter
step-last-line = last line
step-last-sentence = last sentence
step-leading-letter = leading letter
step-leading-text = leading text
step-letter = letter
step-none = none
step-nothing = nothing
step-only-letter = only letter
step-only-text = only text
step-option-text = option text
step-other-value = other value
step-refusal = refusal
step-several = several
step-stated-letter = stated letter
step-stated-text = stated text
step-undecided = undecided
step-unfinished-thought = unfinished thought
step-verdict = verdict
