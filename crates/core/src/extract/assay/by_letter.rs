//! Answers given by a label.

use super::cue::Strength;
use super::letters::{Form, LetterMention, letter_mentions, points};
use super::restated::Restated;
use super::tokens::{Kind, Token, sentence_before};
use super::with_text::{choice_of_letter, text_behind};
use super::word_roles::{Role, role};
use super::words::{self, key};
use super::{Answer, Extraction, Reading};
use crate::benchmark::Label;

/// The labels that a text names, for the rules that look at its words.
pub struct Letters {
    /// Those that are not items of a list.
    pub unlisted: Vec<LetterMention>,
    /// The items of lists of choices.
    pub listed: Vec<LetterMention>,
}

/// The label that the text states or begins with; if it does neither, the labels that it names.
pub fn extract(reading: &Reading) -> Result<Extraction, Letters> {
    let mentions = letter_mentions(reading);
    let mut listed = listed(&reading.tokens, &mentions).into_iter();
    let (listed, unlisted) = mentions.into_iter().partition(|_| listed.next() == Some(true));
    let letters = Letters { unlisted, listed };
    stated(reading, &letters)
        .or_else(|| leading(reading, &letters))
        .or_else(|| foreign(reading, &letters))
        .ok_or(letters)
}

/// The last label that the text says is the answer: "the answer is B".
fn stated(reading: &Reading, letters: &Letters) -> Option<Extraction> {
    let mut affirmed = letters.unlisted.iter().filter(|m| !m.cue.negated && is_choice(reading, m));
    if let Some(last) = affirmed.clone().rfind(|m| m.cue.strength == Strength::Stated) {
        return Some(letter(reading, last, "stated-letter"));
    }
    // "Option A gives 170. Option B gives 180. Therefore B.": said last, after a conclusion.
    if let Some(last) = affirmed.clone().next_back().filter(|m| {
        m.cue.strength == Strength::Concluded
            && reading.tokens[m.tokens.end..].iter().all(Token::is_end)
    }) {
        return Some(letter(reading, last, "concluded-letter"));
    }
    if let Some(last) = affirmed.clone().rfind(|m| is_last_line(&reading.tokens, m)) {
        return Some(letter(reading, last, "last-line"));
    }
    // Letters alone on several lines are a drawing or a table.
    let alone = affirmed.find(|m| m.form == Form::Alone)?;
    affirmed
        .all(|m| m.form != Form::Alone || m.label == alone.label)
        .then(|| letter(reading, alone, "alone"))
}

/// An item that is the last line of a longer text: `(B) left`.
fn is_last_line(tokens: &[Token], mention: &LetterMention) -> bool {
    mention.form == Form::Item
        && mention.tokens.start > 0
        && tokens[mention.tokens.end..].iter().all(|token| token.kind != Kind::Break)
}

/// The label that the text begins with: `B. left`, `(B)`, `Option B`.
fn leading(reading: &Reading, letters: &Letters) -> Option<Extraction> {
    let first = letters.unlisted.first().or_else(|| rest_of_list(reading, letters));
    let first = first.filter(|m| !m.cue.negated && is_choice(reading, m))?;
    leads(&reading.tokens, first).then(|| letter(reading, first, "leading-letter"))
}

/// The answer before the rest of the question's list: `(B) cat\n(C) horse\n(D) sheep`. A list that begins
/// with the first choice only repeats the question.
fn rest_of_list<'a>(reading: &Reading, letters: &'a Letters) -> Option<&'a LetterMention> {
    let first = letters.listed.first()?;
    let all_offered = letters.listed.iter().all(|m| reading.choices.has(m.label));
    let starts = reading.choices.prepared().next()?.label;
    let ascends = letters.listed.windows(2).all(|pair| pair[0].label < pair[1].label);
    (all_offered && ascends && first.label != starts).then_some(first)
}

fn leads(tokens: &[Token], mention: &LetterMention) -> bool {
    let mut before = tokens[..mention.tokens.start].iter();
    let only_connects = before.all(|token| match token.kind {
        Kind::Word => matches!(role(token.key), Role::Filler | Role::Option | Role::Link),
        Kind::Break => true,
        Kind::Sign(sign) => points(sign) || sign == '>',
        _ => false,
    });
    only_connects && (mention.form != Form::Bare || mention.cue.strength >= Strength::Named)
}

/// A label that the text states or begins with and that is not offered: `(E) 14` if the choices end
/// at D.
fn foreign(reading: &Reading, letters: &Letters) -> Option<Extraction> {
    let is_foreign = |m: &&LetterMention| !m.cue.negated && !is_choice(reading, m);
    // Bare, these are mostly numbers: "statement II and V are true".
    let may_be_roman =
        |m: &LetterMention| m.form == Form::Bare && matches!(m.label.letter(), 'I' | 'V' | 'X');
    let stated = letters
        .unlisted
        .iter()
        .rfind(|m| is_foreign(m) && m.cue.strength == Strength::Stated && !may_be_roman(m));
    let leading = letters.unlisted.first().filter(|m| is_foreign(m) && leads(&reading.tokens, m));
    let mention = stated.or(leading)?;
    let text = text_of_another(reading, mention);
    Some(
        text.unwrap_or_else(|| {
            reading.found(Answer::NoneOfThem, "foreign-letter", &mention.tokens)
        }),
    )
}

/// The choice whose text follows a letter that was not offered, `(C) No` of A Yes and B No; or
/// whose text is that letter.
fn text_of_another(reading: &Reading, foreign: &LetterMention) -> Option<Extraction> {
    let tokens = &reading.tokens;
    let letter = foreign.tokens.clone().find(|&at| matches!(tokens[at].kind, Kind::Letter(_)))?;
    let mut restated = Restated::new(reading);
    let mut longest = |from: usize| {
        let ends = reading.choices.prepared().filter_map(|choice| {
            let end = restated.end(choice.label, from)?;
            let is_whole =
                tokens.get(end).is_none_or(|next| matches!(next.kind, Kind::Break | Kind::Sign(_)));
            is_whole.then_some((end, choice.label))
        });
        ends.max()
    };
    let behind = text_behind(tokens, &foreign.tokens).and_then(&mut longest);
    let (end, label) = behind.or_else(|| longest(letter))?;
    Some(reading.found(Answer::Label(label), "leading-text", &(foreign.tokens.start..end)))
}

/// A question with one choice has its list in one piece: its labels are not known.
fn is_choice(reading: &Reading, mention: &LetterMention) -> bool {
    reading.choices.has(mention.label)
        || reading.choices.prepared().count() == 1
        || lower_case_choice(reading, mention).is_some()
}

/// The label that a conclusion names, or the only one that the text names at all.
pub fn concluded_or_only(reading: &Reading, letters: &Letters) -> Option<Extraction> {
    let offered = |m: &&LetterMention| !m.cue.negated && is_choice(reading, m);
    let mut concluded = letters.unlisted.iter().rev().filter(offered);
    let is_concluded = |m: &&LetterMention| {
        m.cue.strength == Strength::Concluded || is_in_conclusion(&reading.tokens, m)
    };
    if let Some(last) = concluded.find(is_concluded) {
        return Some(letter(reading, last, "concluded-letter"));
    }
    let mut named = letters
        .unlisted
        .iter()
        .filter(offered)
        .filter(|m| m.form != Form::Bare || m.cue.strength == Strength::Named);
    let first = named.next()?;
    named.all(|m| m.label == first.label).then(|| letter(reading, first, "only-letter"))
}

/// The largest number of tokens between a label and the word that opens its sentence.
const SENTENCE: usize = 40;

/// "Therefore, the value of BF is (B)."
fn is_in_conclusion(tokens: &[Token], mention: &LetterMention) -> bool {
    sentence_before(tokens, mention.tokens.start, SENTENCE)
        .any(|token| role(token.key) == Role::Conclusion)
}

fn letter(reading: &Reading, mention: &LetterMention, step: &'static str) -> Extraction {
    if is_joined(&reading.tokens, mention) || joins(&reading.tokens, mention) {
        return reading.found(Answer::Nothing, "several", &mention.tokens);
    }
    let label = lower_case_choice(reading, mention).unwrap_or(mention.label);
    reading.found(Answer::Label(label), step, &mention.tokens)
}

/// The choice whose text is the letter that the text gives in lower case: `(b)` if the choices are
/// (c), (a), (b).
fn lower_case_choice(reading: &Reading, mention: &LetterMention) -> Option<Label> {
    let letter = mention.label.letter().to_ascii_lowercase();
    let mut tokens = reading.tokens[mention.tokens.clone()].iter();
    if tokens.find(|t| matches!(t.kind, Kind::Letter(_)))?.kind != Kind::Letter(letter) {
        return None;
    }
    choice_of_letter(reading, letter)
}

/// "A and B", "A or B", "A, B": several are named, so none is chosen.
fn is_joined(tokens: &[Token], mention: &LetterMention) -> bool {
    let rest = &tokens[mention.tokens.end..];
    let (mut joined, mut comma) = (false, false);
    for (at, token) in rest.iter().enumerate() {
        match token.kind {
            Kind::Sign(',') => comma = true,
            Kind::Sign('/' | '&') => joined = true,
            Kind::Sign('(' | '[' | '"') => {}
            Kind::Word if role(token.key) == Role::Joint => joined = true,
            Kind::Word if role(token.key) == Role::Option => {}
            Kind::Letter(letter) if letter.is_ascii_uppercase() && (joined || comma) => {
                // "A and B don't match" is about both; "The answer is A, B is wrong" does not.
                let speaks_of_both = mention.cue.strength < Strength::Stated;
                let is_label = rest.get(at + 1).is_none_or(|next| {
                    next.kind != Kind::Word
                        || role(next.key) == Role::Joint
                        || speaks_of_both && matches!(role(next.key), Role::Negation | Role::Link)
                });
                // "The answer is (A) dog, and (B) cat is wrong."
                let sentence = rest[at..].iter().take(SENTENCE).take_while(|t| !t.is_end());
                let mut roles = sentence.map(|token| role(token.key));
                let is_denied = !speaks_of_both
                    && roles.any(|role| matches!(role, Role::Negation | Role::Dismissal));
                return is_label && !is_denied && Label::from_letter(letter) != Some(mention.label);
            }
            _ => return false,
        }
    }
    false
}

/// As [`is_joined`], seen from the second: "both (A) and (B) are", "could be A, could be B".
fn joins(tokens: &[Token], mention: &LetterMention) -> bool {
    let mut joined = false;
    for token in tokens[..mention.tokens.start].iter().rev() {
        match token.kind {
            Kind::Word if role(token.key) == Role::Joint => joined = true,
            Kind::Word if is_alternative(token) => joined = true,
            Kind::Word if matches!(role(token.key), Role::Option | Role::Link) => {}
            Kind::Word if token.key == key!("boxed") => {}
            Kind::Sign(')' | ']' | '"' | ',') => {}
            Kind::Letter(letter) => {
                return joined && Label::from_letter(letter) != Some(mention.label);
            }
            _ => return false,
        }
    }
    false
}

/// "could", 可能: words that present one answer as one of several.
fn is_alternative(token: &Token) -> bool {
    const CHINESE: [u64; 3] = ['可' as u64, '能' as u64, '也' as u64];
    words::ALTERNATIVES.contains(&token.key) || CHINESE.contains(&token.key)
}

/// Finds the mentions that are items of a list of choices: the letters follow each other, line by
/// line or with little between them. Models repeat or continue the list of the question.
fn listed(tokens: &[Token], letters: &[LetterMention]) -> Vec<bool> {
    let mut listed = vec![false; letters.len()];
    let items: Vec<usize> = (0..letters.len())
        .filter(|&at| match letters[at].form {
            Form::Item => true,
            Form::Marked => {
                letters[at].cue.strength < Strength::Concluded && !letters[at].cue.negated
            }
            Form::Alone | Form::Bare => false,
        })
        .collect();
    for pair in items.windows(2) {
        let (one, next) = (&letters[pair[0]], &letters[pair[1]]);
        let gap = &tokens[one.tokens.end..next.tokens.start];
        let lines = gap.iter().filter(|token| token.kind == Kind::Break).count();
        let follows = next.label.index() == one.label.index() + 1;
        if follows && (next.form == Form::Item && lines <= 2 || lines == 0 && gap.len() < 8) {
            listed[pair[0]] = true;
            listed[pair[1]] = true;
        }
    }
    listed
}
