//! The answers to one question of which parts come from A and parts from B.
//!
//! For a question that both sides have, the side of each cause gives:
//!
//! - *reference*: the choices, the label that is right or the accepted short answers, and the passes that are
//!   required. Where the answers' side shows the same choices in another order, its order stays and the right
//!   choice is found in it by its text.
//! - *passes*: which passes are there, and which of them failed.
//! - *answers*: the text of each pass; that of the other side where this one has none, or a failed one.
//! - *rules*: how the text becomes a label: a rule set with its treatment of spaces, or the labels that the
//!   side's judge gave to this very text. A text that this judge never read keeps the label of the other
//!   side's judge, else it is read by the other side's rules. A short answer is judged by the rule of the
//!   reference.
//!
//! Where a side has only a verdict on the whole question, this is the verdict if the first text and the right
//! choice are those that it was made with; its other passes are taken to be those of the other side. A
//! question that one side lacks is as the other has it. *Questions* and *strategy* are exchanged in the table.

use std::collections::HashMap;

use super::Cause;
use super::pairs::Pair;
use crate::evaluation::short_answers::judged;
use crate::evaluation::{Answered, AnsweredPass, AnsweredQuestion};
use assay_core::benchmark::{Answer, Label, Pass, PredictionStatus};
use assay_core::extract::RuleSet;
use assay_core::score::{
    ExtractedLabel, ExtractedPass, FIRST_PASS_ONLY, Placement, Question, RequiredPasses,
    TableQuestion,
};

/// The number of sets of causes.
pub(super) const SETS: usize = 64;

/// The causes that are taken from B, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set(pub usize);

impl Set {
    /// The side that a cause is taken from: 0 for A.
    pub fn side(self, cause: Cause) -> usize {
        (self.0 >> cause as usize) & 1
    }
}

/// The causes that a question's answers depend on.
const COMPOSED_BY: [Cause; 4] = [Cause::Reference, Cause::Rules, Cause::Passes, Cause::Answers];

/// The sets that differ in these causes, in the order of [`composed_at`]; the first is all A, the last all B.
pub(super) fn composed_sets() -> impl Iterator<Item = Set> {
    (0..1_usize << COMPOSED_BY.len()).map(|bits| {
        let of = |(at, cause): (usize, Cause)| ((bits >> at) & 1) << cause as usize;
        Set(COMPOSED_BY.into_iter().enumerate().map(of).sum())
    })
}

/// The position among [`composed_sets`] of the one that a set is like.
pub(super) fn composed_at(set: Set) -> usize {
    COMPOSED_BY.into_iter().enumerate().map(|(at, cause)| set.side(cause) << at).sum()
}

/// A question's answers.
#[derive(Debug)]
pub(super) struct Composed<'a> {
    pub required: &'a RequiredPasses,
    choices: usize,
    pub passes: Vec<ExtractedPass>,
}

/// A question of a scoring table. Its split is left out: the questions are those that were asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hybrid<'a> {
    pub key: &'a str,
    pub composed: &'a Composed<'a>,
}

impl Question for Hybrid<'_> {
    fn in_table(&self) -> TableQuestion<'_> {
        TableQuestion {
            key: self.key,
            placement: Placement::default(),
            moved: &[],
            required: self.composed.required,
            choices: self.composed.choices,
            has_answer: true,
            rule: None,
        }
    }
}

/// What one question is under a set of exchanges.
pub(super) fn compose<'a>(
    sides: [&Answered; 2],
    pair: &Pair<'a>,
    set: Set,
    known: &mut KnownLabels,
) -> Composed<'a> {
    // Of two sides of which one has verdicts on whole questions, the other has the passes.
    let whole = pair.sides.map(|one| one.is_some_and(|one| one.hit.is_some()));
    let with_passes = |side: usize| match (whole[side], pair.sides[1 - side]) {
        (true, Some(_)) if !whole[1 - side] => 1 - side,
        _ => side,
    };
    let (reference_side, reference) = pair.of(set.side(Cause::Reference));
    let (passes_side, passes) = pair.of(with_passes(set.side(Cause::Passes)));
    let (answers_side, _) = pair.of(set.side(Cause::Answers));
    let (_, required) = pair.of(with_passes(reference_side));
    let rules_side = set.side(Cause::Rules);
    let trims = usize::from(sides[rules_side].trims);
    let mut composed = Composed { required: &required.required, choices: 0, passes: Vec::new() };
    for (at, there) in passes.passes.iter().enumerate() {
        let other = pair.sides[1 - passes_side].and_then(|other| same_pass(passes, at, other));
        let is_exchanged = answers_side != passes_side && !is_failed(there);
        let of_other = other.filter(|other| is_exchanged && !is_failed(other));
        let (answer, counterpart) = match of_other {
            Some(other) => (other, Some(there)),
            None => (there, other),
        };
        let same_slot = if reference_side == passes_side { Some(there) } else { other };
        let (choices, right) = shown(answer, same_slot, reference, trims);
        let from = if of_other.is_some() { 1 - passes_side } else { passes_side };
        let mut read = Read { sides, rules_side, choices, known };
        let (extracted, right) = match &reference.short {
            Some(short) => {
                let judged = judged(short, &answer.text, answer.status);
                (judged.label, Some(ExtractedLabel::ACCEPTED))
            }
            None => (read.label(answer, from, counterpart), right),
        };
        composed.choices = composed.choices.max(choices.len());
        composed.passes.push(ExtractedPass {
            pass: there.pass,
            extracted,
            reference: right,
            grade: None,
        });
        if there.pass == Pass::FIRST
            && let Some(is_right) = whole_verdict(sides, pair, set, &answer.text, (choices, right))
        {
            let answer = if is_right { Answer::Label(Label::A) } else { Answer::NoneOfThem };
            let reference = Some(Label::A);
            let (pass, extracted) = (Pass::FIRST, answer.into());
            let verdict = ExtractedPass { pass, extracted, reference, grade: None };
            return Composed { required: &FIRST_PASS_ONLY, choices: 1, passes: vec![verdict] };
        }
    }
    composed
}

fn is_failed(pass: &AnsweredPass) -> bool {
    pass.status == PredictionStatus::Failed
}

/// The pass of another side that is the one at this position: the same pass, of repeated ones the same.
fn same_pass<'a>(
    question: &AnsweredQuestion,
    at: usize,
    other: &'a AnsweredQuestion,
) -> Option<&'a AnsweredPass> {
    let pass = question.passes[at].pass;
    let earlier = question.passes[..at].iter().filter(|one| one.pass == pass).count();
    other.passes.iter().filter(|one| one.pass == pass).nth(earlier)
}

type Choices = [(Label, String)];

/// The choices that a text is read against and the label that is right: those of the reference, in the order
/// in which the text's own side shows them if they are the same choices.
fn shown<'p>(
    answer: &'p AnsweredPass,
    same_slot: Option<&'p AnsweredPass>,
    reference: &'p AnsweredQuestion,
    trims: usize,
) -> (&'p Choices, Option<Label>) {
    let own = || (&answer.choices[..], answer.reference[trims]);
    let Some(known) = same_slot.or(reference.passes.first()) else { return own() };
    if (known.choices == answer.choices && same_slot.is_some()) || known.choices.is_empty() {
        return match same_slot {
            Some(known) => (&answer.choices[..], known.reference[trims]),
            None => own(),
        };
    }
    let right = known.reference[trims].and_then(|right| text_of(&known.choices, right));
    match (same_choices(&known.choices, &answer.choices), right) {
        (true, Some(right)) => {
            let found = answer.choices.iter().find(|(_, text)| text.trim() == right.trim());
            (&answer.choices[..], found.map(|(label, _)| *label))
        }
        (true, None) => (&answer.choices[..], None),
        (false, _) if same_slot.is_some() => (&known.choices[..], known.reference[trims]),
        (false, _) => own(),
    }
}

fn text_of(choices: &Choices, label: Label) -> Option<&str> {
    choices.iter().find(|(known, _)| *known == label).map(|(_, text)| text.as_str())
}

/// The text of the choice with this label, or the label where the texts are not known.
fn written(choices: &Choices, label: Label) -> String {
    text_of(choices, label).map_or_else(|| label.to_string(), |text| text.trim().to_owned())
}

/// Whether both are the same different texts, in any order.
fn same_choices(one: &Choices, other: &Choices) -> bool {
    let sorted = |choices: &Choices| {
        let mut texts: Vec<String> =
            choices.iter().map(|(_, text)| text.trim().to_owned()).collect();
        texts.sort_unstable();
        texts
    };
    let texts = sorted(one);
    texts == sorted(other) && texts.windows(2).all(|two| two[0] != two[1])
}

/// What rules read from the passes of one question, by the places of pass and choices.
pub(super) type KnownLabels = HashMap<(usize, usize, RuleSet), ExtractedLabel>;

/// How texts become labels.
struct Read<'r> {
    sides: [&'r Answered; 2],
    rules_side: usize,
    choices: &'r Choices,
    known: &'r mut KnownLabels,
}

impl Read<'_> {
    /// The label of a text, which is of the side `from`; `counterpart` is the same pass of the other side.
    fn label(
        &mut self,
        answer: &AnsweredPass,
        from: usize,
        counterpart: Option<&AnsweredPass>,
    ) -> ExtractedLabel {
        let [mine, others] = [self.rules_side, 1 - self.rules_side].map(|side| self.sides[side]);
        if !mine.is_judged() {
            return self.extracted(answer, mine.rules);
        }
        let of_side = |side: usize| if side == from { Some(answer) } else { counterpart };
        let choices = self.choices;
        let judged = |side: usize| {
            let same = |one: &&AnsweredPass| one.text == answer.text && one.choices[..] == *choices;
            of_side(side).filter(same).and_then(|one| one.judged)
        };
        let rules = if others.is_judged() { mine.rules } else { others.rules };
        judged(self.rules_side)
            .or_else(|| judged(1 - self.rules_side).filter(|_| others.is_judged()))
            .unwrap_or_else(|| self.extracted(answer, rules))
    }

    /// What rules read, which is the same in many sets.
    fn extracted(&mut self, answer: &AnsweredPass, rules: RuleSet) -> ExtractedLabel {
        let key = (std::ptr::from_ref(answer).addr(), self.choices.as_ptr().addr(), rules);
        let read = || answer.read(rules, self.choices);
        *self.known.entry(key).or_insert_with(read)
    }
}

/// The verdict on the whole question that a side's file has, where the rules are a file's own.
fn whole_verdict(
    sides: [&Answered; 2],
    pair: &Pair<'_>,
    set: Set,
    text: &str,
    (choices, right): (&Choices, Option<Label>),
) -> Option<bool> {
    let rules_side = set.side(Cause::Rules);
    if !sides[rules_side].is_judged() {
        return None;
    }
    [rules_side, 1 - rules_side].into_iter().find_map(|side| {
        let question = pair.sides[side].filter(|_| sides[side].is_judged())?;
        let (hit, first) = (question.hit?, question.passes.first()?);
        if first.text != text {
            return None;
        }
        let right = right.map(|right| written(choices, right));
        let known = first.reference[1].map(|known| written(&first.choices, known));
        // Another choice is right now: a hit is not one any more, and a miss says nothing.
        if right == known { Some(hit) } else { hit.then_some(false) }
    })
}
