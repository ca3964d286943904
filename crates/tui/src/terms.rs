//! The values of lower modules in words: verdicts, reasons, acts, queues, abilities.
//!
//! Those modules name their values once, for data and for commands; a screen shows them in its
//! language. A message is found by the name in the data, never by English words.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use crate::action::Action;
use crate::messages::{Language, spoken, text, words_if_any, words_of};
use assay_core::benchmark::adopted_review::ReviewPart;
use assay_core::benchmark::checklist::OwnCriterion;
use assay_core::benchmark::decision::{
    Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason,
};
use assay_core::benchmark::gate::TextGuess;
use assay_core::benchmark::own_reason::{OwnReason, Reason};
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_core::benchmark::{
    AnswerRule, Checklist, Checklists, EndsItem, FinalAct, Input, Label, Pass, ShortAnswer,
};
use assay_core::keyword::Keyword;
use assay_core::score::DecidedBy;
use assay_core::visible::visible_line;
use assay_core::votes::Undecided;
use assay_store::{AskAgain, FlagKind};
use assay_workflow::queue::UndecidedAdoption;
use assay_workflow::queue::{PassedOverItems, Progress, SessionSummary, Waiting};

/// A verdict, or the label of a text: `keep`, `B`, `refusal`.
pub fn outcome(name: &str) -> String {
    words_if_any("outcome", name).unwrap_or(name).to_owned()
}

/// A label in a table: `B`, `none`, `nothing`.
pub fn label(name: &str) -> &str {
    words_if_any("outcome", &name.replace(", ", "-").replace(' ', "-")).unwrap_or(name)
}

/// What extractors are compared with.
pub fn reference(name: &str) -> &str {
    words_if_any("reference", name).unwrap_or(name)
}

/// Why votes have no verdict, with their numbers: `refused 3, null 1`.
pub fn no_verdicts<'c>(counts: impl IntoIterator<Item = (&'c Undecided, &'c usize)>) -> String {
    let each =
        counts.into_iter().map(|(because, count)| format!("{} {count}", no_verdict(*because)));
    list(&each.collect::<Vec<_>>())
}

/// Why a vote has no verdict.
pub fn no_verdict(because: Undecided) -> &'static str {
    words_of("no-verdict", &because.name().replace(": ", "-").replace(' ', "-"))
}

/// What a model was given.
pub fn input(input: Input) -> &'static str {
    words_of("input", input.name())
}

/// Why a request failed, by the kind of failure.
pub fn failure(kind: &str) -> &str {
    words_if_any("failure", kind).unwrap_or(kind)
}

/// The step of a rule set that read a label: `stated-letter`.
pub fn step(name: &str) -> &str {
    words_if_any("step", name).unwrap_or(name)
}

/// A part of a question that is fixed: `stem`, `B`, `answer`.
pub fn field(name: &str) -> &str {
    words_if_any("field", name).unwrap_or(name)
}

/// What decides whether a model answered a question right, which has this number of passes.
pub fn decided_by(decided_by: DecidedBy, passes: u32) -> String {
    match decided_by {
        DecidedBy::AllPassesRight => text!("decided-all-right", passes: passes),
        DecidedBy::FirstPassRight => text!("decided-first-right").to_owned(),
        DecidedBy::Wrong(pass) => {
            text!("decided-wrong", pass = pass_number(pass), passes: passes)
        }
        DecidedBy::NotExtracted(pass) => {
            text!("decided-not-extracted", pass = pass_number(pass), passes: passes)
        }
        DecidedBy::Missing(pass) => {
            text!("decided-missing", pass = pass_number(pass), passes: passes)
        }
    }
}

/// What decided a question with a short answer.
pub fn short_decided_by(decided_by: DecidedBy, rule: AnswerRule) -> String {
    match decided_by {
        DecidedBy::AllPassesRight | DecidedBy::FirstPassRight => {
            text!("decided-short-right", rule)
        }
        DecidedBy::Wrong(_) => text!("decided-short-wrong", rule),
        DecidedBy::NotExtracted(_) => text!("decided-short-not-read", rule),
        DecidedBy::Missing(_) => text!("models-not-asked").to_owned(),
    }
}

/// A pass as people count: the first one is 1, although files call it 0.
pub fn pass_number(pass: Pass) -> u32 {
    pass.0.saturating_add(1)
}

/// A category in words: the title of the taxonomy, else its name in the data.
pub fn category(taxonomy: &Taxonomy, name: &str) -> String {
    let title = taxonomy.in_words(name);
    ability(taxonomy, &title).to_owned()
}

/// The questions that must be asked again, in a sentence; `None` if there are none.
pub fn stale(stale: &[AskAgain]) -> Option<String> {
    let passes: usize = stale.iter().map(|one| one.passes).sum();
    let run = |one: &AskAgain| {
        let (model, input) = (&one.model, input(one.input));
        text!("stale-run", model, input, passes = one.passes)
    };
    let runs: Vec<String> = stale.iter().map(run).collect();
    (passes > 0).then(|| text!("stale-predictions", passes, runs = list(&runs)))
}

/// A verdict of the review.
pub fn verdict(verdict: ReviewVerdict) -> &'static str {
    words_of("outcome", verdict.name())
}

thread_local! {
    static OPEN: RefCell<Option<Arc<Checklists>>> = const { RefCell::new(None) };
}

/// Sets the open benchmark of this thread: its custom reasons get the words of its checklists where
/// decisions are listed.
pub fn open_checklists(checklists: &Arc<Checklists>) {
    OPEN.set(Some(checklists.clone()));
}

/// Why a question is wrong.
pub fn reason(reason: WrongReason) -> Cow<'static, str> {
    match reason {
        WrongReason::Own(own) => own_reason(own),
        known => words_of("reason", known.name()).into(),
    }
}

/// A reason of the benchmark's own or of a vote; its name with spaces if the checklists no longer have it.
fn own_reason(own: OwnReason) -> Cow<'static, str> {
    let meaning =
        |checklists: &Arc<Checklists>| checklists.meaning(own).map(own_words).map(str::to_owned);
    let words = OPEN.with_borrow(|open| open.as_ref().and_then(meaning));
    let words = words.or_else(|| meaning(Checklists::of_votes()));
    words.unwrap_or_else(|| WrongReason::Own(own).words()).into()
}

fn own_words(own: &OwnCriterion) -> &str {
    definition(&own.words, &own.words_zh)
}

/// A reason that a checklist offers.
pub fn offered_reason(checklist: &Checklist, offered: WrongReason) -> Cow<'_, str> {
    match own_criterion(checklist, offered) {
        Some(own) => own_words(own).into(),
        None => reason(offered),
    }
}

/// A reason that a checklist offers, with its meaning if it is a custom one.
pub fn explained_reason(checklist: &Checklist, offered: WrongReason) -> String {
    let words = offered_reason(checklist, offered);
    match meaning(checklist, offered) {
        Some(sentence) if checklist.criteria.contains(&offered) => {
            text!("explained-criterion", words, sentence)
        }
        Some(sentence) => text!("explained-reason", words, sentence),
        None => words.into_owned(),
    }
}

/// The meaning of a custom reason of the benchmark, in a sentence; `None` for the built-in ones.
fn meaning(checklist: &Checklist, offered: WrongReason) -> Option<&str> {
    own_criterion(checklist, offered).map(|own| definition(&own.sentence, &own.sentence_zh))
}

/// The criterion that a kept question meets, by the reason for questions that miss it.
pub fn criterion(checklist: &Checklist, missed: WrongReason) -> &str {
    meaning(checklist, missed).unwrap_or_else(|| words_of("criterion", missed.name()))
}

fn own_criterion(checklist: &Checklist, offered: WrongReason) -> Option<&OwnCriterion> {
    if let WrongReason::Own(own) = offered { checklist.own(own) } else { None }
}

/// What a filter suspects.
pub fn flag(kind: FlagKind) -> &'static str {
    words_of("flag", kind.name())
}

/// The name of a queue.
pub fn queue(name: &str) -> &'static str {
    words_of("queue", name)
}

/// A guess from the text: the choice as it is typed, and how sure the annotator was.
pub fn guess(guess: TextGuess) -> String {
    match guess {
        TextGuess::Choice { label, confidence } => {
            let confidence = words_of("confidence", confidence.name());
            text!("guess-choice", letter = letter(label), confidence)
        }
        TextGuess::NoIdea => text!("guess-no-idea").to_owned(),
    }
}

/// The title of an ability of a taxonomy; the title in its file where it has no message.
pub fn ability<'t>(taxonomy: &Taxonomy, title: &'t str) -> &'t str {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let name = title.to_ascii_lowercase().replace(|c| !is_word(c), "-").replace("--", "-");
    words_if_any("ability", &format!("{}-{name}", taxonomy.name)).unwrap_or(title)
}

/// What an ability means, from its definition and the Chinese one; the other language if the
/// current one has none.
pub fn definition<'t>(english: &'t str, chinese: &'t str) -> &'t str {
    match spoken() {
        Language::Chinese if !chinese.is_empty() => chinese,
        _ if english.is_empty() => chinese,
        _ => english,
    }
}

/// An outcome as a sentence about the annotator has it.
pub fn decided_outcome(act: &FinalAct<'_>) -> String {
    let outcome = outcome(&act.seen_outcome());
    match act.queue {
        assay_core::benchmark::queues::QUEUE_EXTRACT => text!("act-read", label = outcome),
        _ => outcome,
    }
}

/// Why an act was done.
pub fn reasons(act: &Act) -> Vec<String> {
    act.final_act().map(|done| reasons_of(&done)).unwrap_or_default()
}

/// The reasons of an act, and the category that was chosen with the answer.
pub fn reasons_and_category(act: &Act) -> Vec<String> {
    let mut reasons = reasons(act);
    let category = act.final_act().and_then(|last| last.confirmed_category());
    reasons.extend(category.map(|name| text!("reason-category", category = name)));
    reasons
}

fn reasons_of(decision: &FinalAct<'_>) -> Vec<String> {
    let reason = |name: &&str| match (words_if_any("reason", name), name.parse::<OwnReason>()) {
        (None, Ok(own)) => own_reason(own).into_owned(),
        (words, _) => words.unwrap_or(name).to_owned(),
    };
    let mut reasons: Vec<String> = decision.reason_names().iter().map(reason).collect();
    reasons.extend(decision.corrected.map(|label| text!("reason-right-is", label)));
    let category = decision.corrected_category();
    reasons.extend(category.map(|name| text!("reason-category-is", category = name)));
    reasons
}

/// An outcome with its reasons and the note in brackets.
pub fn decision(act: &Act) -> String {
    let Some(done) = act.final_act() else { return String::new() };
    let mut words = decided_outcome(&done);
    let reasons = reasons_and_category(act);
    if !reasons.is_empty() {
        words.push_str(text!("terms-colon"));
        words.push_str(&list(&reasons));
    }
    if let Some(note) = done.note {
        words.push_str(&text!("terms-in-brackets", words = note));
    }
    words
}

/// `a, b, c`.
pub fn list(parts: &[impl AsRef<str>]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    parts.join(text!("terms-comma"))
}

/// By which rule a short answer is compared, with its unit and precision: `short answer · numeric · 1 decimal · cm`.
pub fn short_form(short: &ShortAnswer) -> String {
    let decimals = short.precision.map(|count| text!("short-decimals", count: u32::from(count)));
    let unit = short.unit.as_deref().map(|unit| visible_line(unit).into_owned());
    let parts = [Some(text!("short-rule", rule = short.rule.name())), decimals, unit];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The accepted answers with the rule: `2.5 cm (mathvista, 1 decimal)`.
pub fn accepted(short: &ShortAnswer) -> String {
    let decimals = short.precision.map(|count| text!("short-decimals", count: u32::from(count)));
    let form = [Some(short.rule.name().to_owned()), decimals];
    let form = form.into_iter().flatten().collect::<Vec<_>>().join(", ");
    format!("{} ({form})", visible_line(&short.listed()))
}

/// An answer: `B`, `none of the choices`, `cannot tell`.
pub fn answer(answer: BlindAnswer) -> String {
    answer_with(answer, |label| label.to_string(), text!("answer-cannot-tell"))
}

/// The same with other words for the choice and for `cannot tell`.
pub fn answer_with(answer: BlindAnswer, choice: fn(Label) -> String, cannot_tell: &str) -> String {
    match answer {
        BlindAnswer::Choice(label) => choice(label),
        BlindAnswer::NoneOfTheChoices => text!("answer-none").to_owned(),
        BlindAnswer::CannotTell => cannot_tell.to_owned(),
        BlindAnswer::Typed(typed) => visible_line(typed.as_str()).into_owned(),
    }
}

/// How often each outcome was decided: `keep 40, wrong 3`.
pub fn outcomes<'o>(counted: impl IntoIterator<Item = (&'o String, &'o usize)>) -> String {
    let counted = counted.into_iter().map(|(name, count)| format!("{} {count}", outcome(name)));
    list(&counted.collect::<Vec<_>>())
}

/// The outstanding work of a benchmark; empty if there is none.
pub fn waiting(waiting: &Waiting) -> String {
    let parts = [
        ("suspected", waiting.suspected),
        ("disagreements", waiting.disagreements),
        ("unread-texts", waiting.unread_texts),
        ("open-runs", waiting.open_runs),
    ];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    list(&parts.map(|(name, count)| text!(of "waiting", name, count: count)).collect::<Vec<_>>())
}

/// The outstanding work that an action opens: its count, in words, the action.
pub fn waits(waiting: &Waiting) -> [(usize, String, Action); 3] {
    let Waiting { suspected, unread_texts, open_runs, .. } = *waiting;
    [
        (suspected, text!("wait-suspected", count: suspected), Action::OpenVerify),
        (unread_texts, text!("wait-unread", count: unread_texts), Action::OpenExtract),
        (open_runs, text!("wait-open-runs", count: open_runs), Action::OpenModels),
    ]
}

/// A summary of a session, in lines; empty if nothing was decided.
pub fn session_summary(summary: &SessionSummary) -> Vec<String> {
    if summary.decided == 0 {
        return Vec::new();
    }
    let seconds = summary.active_ms / 1000 / summary.decided as u64;
    let mut lines = vec![text!("session-questions", count: summary.decided, seconds: seconds)];
    if summary.compared > 0 {
        let (agreed, compared) = (summary.agreed, summary.compared);
        lines.push(text!("session-agreed", agreed, compared));
    }
    for verdict in [ReviewVerdict::Wrong, ReviewVerdict::TextOnly] {
        let flagged = summary.flagged.iter().filter(|(_, review)| review.verdict == verdict);
        let named: Vec<String> = flagged.map(|(key, review)| flagged_item(key, review)).collect();
        if !named.is_empty() {
            let questions = named.join(text!("terms-semicolon"));
            lines.push(text!("session-flagged", verdict = self::verdict(verdict), questions));
        }
    }
    lines
}

/// `12 (wrong reference answer, right is C)`.
fn flagged_item(key: &str, review: &ReviewDecision) -> String {
    let (key, why) = (visible_line(key), reasons_of(&review.final_act()));
    match why.is_empty() {
        true => key.into_owned(),
        false => format!("{key}{}", text!("terms-in-brackets", words = list(&why))),
    }
}

/// The key that types a label.
pub fn key_letter(label: Label) -> String {
    label.letter().to_ascii_lowercase().to_string()
}

/// A label as it is typed: a to i need no shift key.
pub fn letter(label: Label) -> String {
    let letter = label.letter();
    if label.index() < 9 { letter.to_ascii_lowercase().to_string() } else { letter.to_string() }
}

/// Why the rest of a queue is skipped; `None` if none of it is.
pub fn passed_over(progress: Progress, rest: PassedOverItems) -> Option<String> {
    let PassedOverItems { decided, open_elsewhere, not_assigned } = rest;
    let reasons =
        [("decided", decided), ("open-elsewhere", open_elsewhere), ("not-assigned", not_assigned)];
    let mut lines =
        vec![text!("rest-by-you", decided = progress.decided(), total = progress.total)];
    let reasons = reasons.into_iter().filter(|(_, count)| *count > 0);
    lines.extend(reasons.map(|(name, count)| text!(of "rest", name, count: count)));
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// That several reviews say what was said, and that none is chosen silently.
pub fn undecided(undecided: &UndecidedAdoption) -> String {
    let numbers: Vec<String> = undecided.numbers.iter().map(ToString::to_string).collect();
    let part = |part: &ReviewPart| match part {
        ReviewPart::Reasons => text!("adjudicate-part-reasons"),
        ReviewPart::Corrected => text!("adjudicate-part-corrected"),
        ReviewPart::Category => text!("adjudicate-part-category"),
        ReviewPart::Words => text!("adjudicate-part-words"),
    };
    let parts: Vec<&str> = undecided.parts.iter().map(part).collect();
    text!("adjudicate-undecided", numbers = list(&numbers), parts = list(&parts))
}

/// A review with its category as people read it.
pub fn review_in_words(review: &ReviewDecision, taxonomy: Option<&Taxonomy>) -> ReviewDecision {
    let name = review.category.as_deref();
    let category = name.map(|name| match taxonomy {
        Some(taxonomy) => category(taxonomy, name),
        None => name.to_owned(),
    });
    ReviewDecision { category, ..review.clone() }
}
