//! Answers given in the words of a choice. Answers given as a value are read in `value`, and
//! statements of yes-or-no questions in `yes_or_no`.

use std::ops::Range;

use super::by_letter::{Letters, concluded_or_only};
use super::cue::{Strength, is_chinese};
use super::refusal::{Firmness, none_of_them, refused};
use super::restated::{
    ChoiceKeys, Closeness, Comparable, TextMention, is_enumeration, text_mentions,
};
use super::sentences::{
    asks, concludes, conclusion, gives_a_reason, is_cut_off, is_given, main_clause,
    opens_a_correction, sentences,
};
use super::tokens::{Kind, Token};
use super::word_keys;
use super::word_roles::{Role, role};
use super::words::{self, key};
use super::{Answer, Extraction, Reading};
use crate::benchmark::Label;

/// What the text says in the words of the choices, or names without stating it.
pub fn extract(reading: &Reading, letters: &Letters) -> Option<Extraction> {
    let text = Restatement::new(reading, letters, Closeness::Words);
    text.continued_list()
        .or_else(|| text.stated())
        .or_else(|| concluded_or_only(reading, letters))
        .or_else(|| text.leading())
        .or_else(|| none_of_them(reading))
        .or_else(|| refused(reading, Firmness::Firm))
        .or_else(|| text.value())
        .or_else(|| text.only_mentioned().map(|found| text.or_longer(found)))
        .or_else(|| Restatement::new(reading, letters, Closeness::Stems).only_mentioned())
        .or_else(|| Restatement::new(reading, letters, Closeness::Differences).by_differences())
        .or_else(|| text.by_first_sentence())
        .or_else(|| Restatement::new(reading, letters, Closeness::Stems).by_part())
        .or_else(|| refused(reading, Firmness::Brief))
        .or_else(|| text.yes_or_no())
}

/// A longer text says more than its answer.
const FEW_SENTENCES: usize = 2;

/// A list that a model continues beyond this many items does not end in an answer.
const FEW: usize = 4;

/// A text with the choices it restates.
pub struct Restatement<'a> {
    pub reading: &'a Reading<'a>,
    pub letters: &'a Letters,
    pub tokens: &'a [Token],
    pub choices: Vec<ChoiceKeys>,
    /// Without those that are denied or part of a list of choices.
    pub mentions: Vec<TextMention>,
    pub sentences: Vec<Range<usize>>,
    /// Whether every choice has a number in it.
    pub are_numbers: bool,
}

impl<'a> Restatement<'a> {
    fn new(reading: &'a Reading, letters: &'a Letters, closeness: Closeness) -> Self {
        let tokens = &reading.tokens;
        let prepared = reading.choices.prepared();
        let mut choices: Vec<ChoiceKeys> =
            prepared.map(|choice| ChoiceKeys::new(choice.label, choice.text, closeness)).collect();
        let comparable = Comparable::new(reading.text, tokens, closeness);
        if closeness == Closeness::Differences {
            choices = ChoiceKeys::keep_differences(&choices, &comparable);
        }
        let mut mentions = text_mentions(tokens, &comparable, &choices);
        let sentences = sentences(tokens);
        let are_numbers = choices.iter().all(|choice| !choice.numbers.is_empty());
        mentions.retain(|mention| {
            !mention.cue.negated
                && !is_listed(tokens, letters, mention)
                && sentence_of(&sentences, mention).is_none_or(|sentence| {
                    let is_asked = asks(tokens, sentence);
                    let is_given = are_numbers
                        && mention.cue.strength < Strength::Stated
                        && is_given(tokens, sentence, mention.tokens.start);
                    !is_asked && !is_given
                })
        });
        Restatement { reading, letters, tokens, choices, mentions, sentences, are_numbers }
    }

    pub fn found(&self, mention: &TextMention, step: &'static str) -> Extraction {
        let is_ambiguous = self
            .mentions
            .iter()
            .any(|other| other.tokens == mention.tokens && other.label != mention.label);
        let answer = if is_ambiguous { Answer::Nothing } else { Answer::Label(mention.label) };
        let step = if is_ambiguous { "several" } else { step };
        self.reading.found(answer, step, &mention.tokens)
    }

    /// A list that continues after the question's list ended: the last item is the answer.
    fn continued_list(&self) -> Option<Extraction> {
        let items = &self.letters.listed;
        let last = items.last()?;
        let is_continued = items.len() <= FEW
            && self.letters.unlisted.is_empty()
            && items.iter().all(|m| !self.reading.choices.has(m.label));
        let text = &self.tokens[last.tokens.end..];
        let is_it =
            |choice: &&ChoiceKeys| is_continued && choice.is_all_of(self.reading.text, text);
        let label = self.choices.iter().find(is_it)?.label;
        let place = last.tokens.start..self.tokens.len();
        Some(self.reading.found(Answer::Label(label), "continued-list", &place))
    }

    /// "The answer is 145°", and a correction after it: "Actually, it is 35°".
    fn stated(&self) -> Option<Extraction> {
        let last = self.mentions.iter().rev().find(|m| m.cue.strength == Strength::Stated)?;
        let later = self.sentences.iter().rev().take_while(|s| s.start >= last.tokens.end);
        let mut corrections = later.filter(|sentence| opens_a_correction(self.tokens, sentence));
        let corrected = corrections.find_map(|sentence| self.only_in(sentence));
        Some(self.found(corrected.unwrap_or(last), "stated-text"))
    }

    /// The text begins with the choice: "Yes, there are".
    fn leading(&self) -> Option<Extraction> {
        let first = self.mentions.first()?;
        let leads = self.tokens[..first.tokens.start].iter().all(|token| match token.kind {
            Kind::Break | Kind::Sign('"' | '(' | '[' | '-' | '\'') => true,
            _ => role(token.key) == Role::Filler,
        });
        let ends = self
            .tokens
            .get(first.tokens.end)
            .is_none_or(|token| matches!(token.kind, Kind::Break | Kind::Sign(_)));
        let is_one_of_several = self.mentions.get(1).is_some_and(|second| {
            let between = first.tokens.end..second.tokens.start.max(first.tokens.end);
            second.label != first.label
                && !self.is_yes_or_no(first.label)
                && is_enumeration(&self.tokens[between])
        });
        if leads && is_one_of_several {
            return Some(self.reading.found(Answer::Nothing, "several", &first.tokens));
        }
        // "5 - 2 = 3"
        let is_result = !goes_on(self.tokens, first.tokens.end);
        (leads && ends && is_result).then(|| self.found(first, "leading-text"))
    }

    /// The only choice that a conclusion, the whole text, its first or its last sentence mentions.
    fn only_mentioned(&self) -> Option<Extraction> {
        let is_conclusion =
            |s: &&Range<usize>| concludes(self.tokens, s) && !gives_a_reason(self.tokens, s);
        let conclusions = self.sentences.iter().rev().filter(is_conclusion);
        let mut clauses = conclusions.flat_map(|sentence| {
            let conclusion = conclusion(self.tokens, sentence);
            [conclusion, sentence.clone()].map(|clause| main_clause(self.tokens, &clause))
        });
        if let Some(mention) = clauses.find_map(|clause| self.only_in(&clause)) {
            return Some(self.found(mention, "concluding-text"));
        }
        if is_cut_off(self.tokens, &self.sentences)
            && (self.are_numbers || self.sentences.len() == 1)
        {
            return None;
        }
        if let Some(mention) = self.only_in(&(0..self.tokens.len()))
            && self.sentences.iter().any(|sentence| {
                let statement = main_clause(self.tokens, sentence).start..sentence.end;
                self.only_in(&statement).is_some()
            })
        {
            return Some(self.found(mention, "only-text"));
        }
        let first = (self.sentences.first()?, "first-sentence");
        let last = (self.sentences.last()?, "last-sentence");
        [first, last].into_iter().find_map(|(sentence, step)| {
            let mention = self.only_in(&main_clause(self.tokens, sentence))?;
            Some(self.found(mention, step))
        })
    }

    /// The longer choice that contains the found one, if the text has its words in another form: "a
    /// slight decrease" is `slightly decrease` and not `decrease`.
    fn or_longer(&self, found: Extraction) -> Extraction {
        let keys = |answer| self.choices.iter().find(|one| Answer::Label(one.label) == answer);
        let Some(shorter) = keys(found.answer) else { return found };
        if !self.choices.iter().any(|longer| shorter.is_part_of(longer)) {
            return found;
        }
        let stems = Restatement::new(self.reading, self.letters, Closeness::Stems);
        let is_longer = |other: &Extraction| {
            keys(other.answer).is_some_and(|longer| shorter.is_part_of(longer))
        };
        stems.only_mentioned().filter(is_longer).unwrap_or(found)
    }

    /// As [`Restatement::only_mentioned`], if the choices are compared by their differences.
    fn by_differences(&self) -> Option<Extraction> {
        if self.are_numbers || self.sentences.len() > FEW_SENTENCES {
            return None;
        }
        let mention = self.only_in(&(0..self.tokens.len()))?;
        Some(self.found(mention, "differing-words"))
    }

    /// As [`Restatement::by_differences`], if a longer text answers in its first sentence and then
    /// explains: "The cricket population will increase. …" of `Cricket will increase`.
    fn by_first_sentence(&self) -> Option<Extraction> {
        let names_labels = !self.letters.unlisted.is_empty() || !self.letters.listed.is_empty();
        let are_alike = || self.choices.windows(2).any(|pair| pair[0].shares_a_word(&pair[1]));
        if self.are_numbers || self.sentences.len() <= FEW_SENTENCES || names_labels || !are_alike()
        {
            return None;
        }
        let clause = main_clause(self.tokens, self.sentences.first()?);
        let reading = Reading { tokens: self.tokens[clause].to_vec(), ..*self.reading };
        let letters = Letters { unlisted: Vec::new(), listed: Vec::new() };
        Restatement::new(&reading, &letters, Closeness::Differences).by_differences()
    }

    /// A short text that ends in the beginning of one choice: "It is July." of `July and August`.
    fn by_part(&self) -> Option<Extraction> {
        let last = self.sentences.last()?;
        let is_one_list = self.choices.len() == 1;
        if is_one_list
            || self.are_numbers
            || self.sentences.len() > FEW_SENTENCES
            || !self.mentions.is_empty()
        {
            return None;
        }
        let link = last.clone().rev().find(|&at| role(self.tokens[at].key) == Role::Link);
        let place = link.map_or(last.start, |at| at + 1)..last.end;
        if place.is_empty() || self.tokens[place.clone()].iter().any(is_chinese) {
            return None;
        }
        let words = self.tokens[place.start].start..self.tokens[place.end - 1].end;
        let part = ChoiceKeys::new(Label::A, &self.reading.text[words], Closeness::Stems);
        let mut whole = self.choices.iter().filter(|choice| part.begins(choice));
        let label = whole.next().filter(|_| whole.next().is_none())?.label;
        Some(self.reading.found(Answer::Label(label), "part-of-text", &place))
    }

    /// The mention of the only choice in the tokens of `place`.
    fn only_in(&self, place: &Range<usize>) -> Option<&TextMention> {
        let from = self.mentions.partition_point(|m| m.tokens.start < place.start);
        let mut within = self.mentions[from..]
            .iter()
            .take_while(|m| m.tokens.start < place.end)
            .filter(|m| m.tokens.end <= place.end && !self.is_yes_or_no(m.label));
        let first = within.next()?;
        within.all(|m| m.label == first.label).then_some(first)
    }

    /// Whether a choice is a yes or a no: inside a sentence these words mean something else.
    fn is_yes_or_no(&self, label: Label) -> bool {
        let choice = self.choices.iter().find(|choice| choice.label == label);
        let key = choice.and_then(ChoiceKeys::single);
        key.is_some_and(words::is_yes_or_no)
    }
}

/// The sentence that a mention begins in.
fn sentence_of<'a>(
    sentences: &'a [Range<usize>],
    mention: &TextMention,
) -> Option<&'a Range<usize>> {
    let before = sentences.partition_point(|sentence| sentence.start <= mention.tokens.start);
    let sentence = &sentences[before.checked_sub(1)?];
    sentence.contains(&mention.tokens.start).then_some(sentence)
}

/// Whether a restated choice is on the line of an item in a list of choices.
fn is_listed(tokens: &[Token], letters: &Letters, mention: &TextMention) -> bool {
    let items = &letters.listed;
    let before = items.partition_point(|item| item.tokens.start <= mention.tokens.start);
    before.checked_sub(1).is_some_and(|last| {
        let end = items[last].tokens.end.min(mention.tokens.start);
        let mut between = tokens[end..mention.tokens.start].iter();
        between.all(|token| token.kind != Kind::Break)
    })
}

/// Whether a calculation continues after a value: `45° + 15°`.
pub fn goes_on(tokens: &[Token], end: usize) -> bool {
    let operates = tokens.get(end).is_some_and(|token| {
        matches!(token.kind, Kind::Sign('+' | '×' | '÷' | '-' | '*' | '/'))
            || token.key == word_keys::sign_key('×')
    });
    let operand = tokens.get(end + 1).is_some_and(|token| {
        matches!(token.kind, Kind::Number) || token.key == key!("sqrt") || token.is_sign('(')
    });
    operates && operand
}
