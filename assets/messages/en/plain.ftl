plain-benchmarks = There are { $count } benchmarks.
plain-benchmark = { $number }. { $name }: { $words }
plain-which-benchmark = Which benchmark? Type its number or its name; q quits.
plain-nothing-chosen = Nothing was chosen: { $why }.
plain-no-such-benchmark = No benchmark has this number or name.
plain-no-questions = no questions
plain-benchmark-waits = ; waiting: { $waits }
plain-benchmark-work = { $count } questions, { $done } done by you, { $left } left{ $waits }
plain-extract-help = A letter chooses; z none of the choices, r refuses, m many, o off-topic; s skip, l later, n TEXT a note, u undo, q quit.
plain-extract-far =
    {""}
    { $done } of { $total } texts are read.
    {""}
plain-extract-hint =
    Hint: { $hint }
    {""}
plain-extract-question =
    Question: { $stem }
    {""}
plain-extract-wrote =
    The model wrote:
    { $text }
    {""}
plain-extract-ask = Which choice does it choose?
plain-extract-no-answer = Nothing was saved: "{ $line }" is not an answer here. { $help }
plain-saved-label = Saved { $label }.
plain-saved = Saved.
plain-taken-back = Taken back: { $decision }.
plain-brought-back = Brought back: { $decision }.
plain-extract-end = { $done } of { $total } texts are read. Every decision is saved.
plain-line-too-long = that line is too long
plain-line-not-text = that line is not UTF-8 text
plain-word-taken-back = taken back
plain-word-brought-back = brought back
plain-act-undo = undo
plain-act-redo = redo
plain-corrected = Saved: { $act }, question { $item }; { $direction }: { $decision }
plain-input-ended = The input ended. Every decision is saved.
plain-all-saved = Every decision is saved.
plain-nothing-saved-because = Nothing was saved: { $why }.
plain-nothing-to-take-back = There is nothing to take back.
plain-nothing-to-bring-back = There is nothing to bring back.
plain-ability = Ability
plain-from = From
plain-hint = Hint
plain-question = Question
plain-open-question =
    An open question: it has no choices. Keep it if it is
    {""}
plain-open-own =
    An open question: it has no choices. Keep it if all of this holds
    {""}
plain-criteria =
    Keep it if all of this holds
    {""}
plain-reference-same = Reference answer, the same as yours
plain-reference = Reference answer
plain-no-reference =
    There is no reference answer.
    {""}
plain-own-answer = Your answer
plain-own-note = Your note
plain-verdict-note = Your reason
plain-comment = Comment
plain-act-answer = answer { $answer }
plain-act-skip = skip
plain-act-later = later
plain-act-note = note
plain-act-with-answer = { $act }, answer { $answer }
plain-cannot-tell = cannot tell from the picture
plain-role-choice = choice { $letter }
plain-role-frame = frame
plain-refused = { $why }. { $allowed }
plain-one-act = One act a line: { $first } stands alone
plain-no-choice = There is no choice { $letter }
plain-verdict-next = Your answer is given already, u takes it back. Now your verdict
plain-keep-again = Nothing is saved yet: your answer is not the reference answer. y again keeps the question all the same.
plain-no-question-open = No question is open
plain-means-nothing = "{ $line }" means nothing here
plain-answer-first = First your answer
plain-write-note = Write the note behind the letter: n TEXT.
plain-picture-number = p takes a number: p 2.
plain-right-letter = Behind { $digit }= goes the letter of the choice that is right: { $digit }=c.
plain-reasons-are-digits = Reasons are digits, for example { $digits }; w alone lists them.
plain-no-such-reason = No reason has the digit { $digit }; w alone lists them.
plain-remark-too-long = Not saved: a remark has at most { $most } characters, this one has { $length }.
plain-ask-answer = Your answer? { $choices }z none of the choices, x cannot tell from the picture.
plain-ask-verdict = Your verdict? y keep, t text-only, w wrong (with reasons: w { $example }).
plain-ask-open-verdict = Your verdict? y keep, t text-only, w wrong (with the criteria that it misses: w { $digits }).
plain-open-no-answer = An open question takes no answer. Judge it by its criteria
plain-ask-nothing = u takes the newest decision back, r brings it back, q quits.
plain-range = { $first } to { $last }
plain-help-begin =
    Type one line for each act: the letter or the word.
    {""}
plain-help-choices =
    a to i: Answer with that choice; from J on, the upper-case letter
    {""}
plain-help-wrong = Flag it as wrong, to be discarded or mended: alone it lists the reasons with their digits; with digits behind it, and a note behind these, it saves
plain-help-note = Write a note on this question: n TEXT; the newest counts
plain-help-picture = Print the picture as characters; p 2 the second one
plain-help-line =
    { $letter }, { $word }: { $sentence }
    {""}
plain-help-end =
    An empty line repeats the question, or goes on to the next.
    {""}
plain-key =
    Question key: { $key }
    {""}
plain-skipped =
    You skipped this question.
    {""}
plain-put-off =
    You put this question off.
    {""}
plain-own-verdict =
    Your verdict: { $verdict }. An empty line goes on.
    {""}
plain-size-unknown = of unknown size
plain-pictures =
    Pictures: { $count } ({ $sizes }); p prints them as characters, assay show { $key } draws them.
    {""}
plain-picture =
    Picture { $at } of { $count }:
    { $rows }
plain-picture-fails =
    Picture { $at } of { $count } cannot be shown: { $why }
    {""}
plain-no-picture =
    The question has no picture.
    {""}
plain-picture-numbers =
    The question's pictures have the numbers 1 to { $count }.
    {""}
plain-later = , { $later } put off
plain-skipped-count = , { $skipped } skipped
plain-title-review = Review
plain-review-far =
    {""}
    { $decided } of { $total } done{ $skipped }{ $later }.
    { $text }{ $note }
plain-review-done =
    {""}
    No question waits: { $decided } are done{ $skipped }.
plain-saved-question = Saved: { $act }, question { $key }
plain-nothing-saved-why = Nothing was saved: { $why }
plain-which-reasons = Which? Digits, for example { $digits }, or { $digit }=c where c is right; an empty line goes back.
plain-which-reasons-open = Which? Digits, for example { $digits }; an empty line goes back.
plain-nothing-saved = Nothing was saved.
plain-empty-line-back = { $why } An empty line goes back.
plain-what-is-wrong = What is wrong? A few words; an empty line goes back.
plain-about-data =
    About the data: { $notice }.
    {""}
plain-greeting =
    { $what } of { $benchmark } as { $annotator }.
    { $about }Type one line for each act; ? lists them, q quits.
plain-right-is-no-choice = there is no choice { $letter }.
plain-right-is-reference = { $letter } is the reference answer; which one is right instead?
plain-fix-help = Type the fields that change, one a line: stem: TEXT, hint: TEXT, a: TEXT, answer: B, category: NAME, l2_category: NAME; nothing behind the colon takes it away. save shows the difference and saves on a second save; an empty line goes back.
plain-fix-category = {" "}The category begins with what reviewers chose: { $category }.
plain-fix-no-field = "{ $line }" is not a field. { $help }
plain-fix-noted = Noted; nothing is saved yet.
fix-nothing-changed = nothing is changed
plain-fix-nothing-saved = Nothing was saved: { $problem }.
plain-fix-save-again = save again to save it; an empty line goes back.
plain-fix-nothing = (nothing)
plain-fix-change =
    { $field } was: { $was }
    { $field } is: { $is }
    {""}
plain-verify-ask = Your verdict? y keep, t remove as text-only, r remove (with reasons: r { $digits }), F fix.
plain-verify-ask-in-bundle = Your verdict? y keep, t remove as text-only, r remove (with reasons: r { $digits }).
plain-title-verify = Suspected questions
plain-far-verify =
    {""}
    { $done } of { $total } suspected questions done.
    { $text }
plain-done-verify =
    {""}
    No suspected question waits: { $done } are done.
plain-verify-reasons = Reasons are digits, for example r { $digits }.
plain-verify-help =
    Type one line for each act: the letter or the word.
    a to i: Answer with that choice; from J on, the upper-case letter
    z, none: Answer that none of the choices is right
    x, cannot-tell: Answer that the picture does not show it
    y, keep: Keep the question: it is good as it is
    t, text-only: Remove the question: answerable without the picture
    r, remove: Remove the question; the digits of reasons and a note may be behind it
    F, fix: Edit the question's words, choices, answer or ability
    n, note: Write a note on this question: n TEXT
    s, skip: Pass over this question for good
    l, later: Put this question off to the end of the queue
    u, undo: Take the newest decision back, also after a restart
    redo: Bring back what undo took
    p, picture: Print the picture as characters; p 2 the second one
    g, guideline: Read the guideline
    ?, help: Show the keys
    q, quit: Quit; everything decided is saved already
    An empty line repeats the question, or goes on to the next.
plain-which-category-is-right = Which category is right? Type its name or a part of it, `list` for all; an empty line leaves it open.
plain-category-is-of-data = The question has this category already: { $category }. Which one is right instead?
plain-categories = The categories: { $categories }. Type the name of one or a part of it.
plain-no-category-fits = No category fits this. Type a part of its name, or `list` for all.
plain-several-categories = Several categories fit: { $categories }. Type more of the name.
plain-ask-category = Which category? Type its name or a part of it, `list` for all.
plain-category-first = First the category
plain-category-same = The category, as you chose
plain-category-of-data = Category in the data
plain-own-category = Your category
plain-act-category = category { $category }
plain-act-guess = guess { $guess }
plain-own-guess =
    Your guess from the text: { $guess }.
    {""}
plain-picture-hidden =
    The picture is hidden until you have guessed from the text.
    {""}
plain-guess-first = First your guess
plain-how-sure = How sure are you? Behind the letter goes 1 unsure, 2 fairly sure or 3 sure: { $letter } 1.
plain-ask-guess = Your guess from the text? { $choices } with 1 unsure, 2 fairly sure or 3 sure behind it (b 2); x no idea.
plain-act-requeued = opened again by { $by }
plain-block = You are in a block of { $items }; { $left } of them are left.
plain-guideline-new = The guideline has changed since you were here last; now version { $version }. g reads it.
plain-type-answer = This question has no choices: type the answer
plain-ask-short = Your answer? Type it, behind = where it is a letter or word of a command; x cannot tell from the picture.
plain-answered-by = Answered by
