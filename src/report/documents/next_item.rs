//! The next item of a queue: `assay next`.

use crate::queue::{BlockLeft, NextItem};
use crate::report::{Printout, Table};

/// The next item of a queue.
pub fn next_item(next: &NextItem) -> Printout {
    let mut pairs: Vec<(&str, Option<String>)> = Vec::new();
    match next {
        NextItem::Item { queue, item, question, lease_expires, block, ask: _ } => {
            pairs.push(("queue", Some((*queue).to_owned())));
            pairs.push(("item", Some(item.clone())));
            pairs.push(("question", Some(question.stem.clone())));
            pairs.push(("hint", question.hint.clone()));
            let choices = question.choices.iter();
            pairs.extend(choices.map(|(letter, choice)| (&**letter, Some(choice.clone()))));
            let guess = "a guess from the text first; the picture comes after it";
            pairs.push(("asked", question.guess_first.then(|| guess.to_owned())));
            pairs.push(("text", question.text.clone()));
            for (place, answer) in
                ["answer 1", "answer 2"].into_iter().zip(question.answers.iter().flatten())
            {
                pairs.push((place, Some(answer.clone())));
            }
            pairs.push(("held until", lease_expires.clone()));
            let left = |BlockLeft { items, left }: &_| format!("{left} of {items} left");
            pairs.push(("of its block", block.as_ref().map(left)));
        }
        NextItem::None { queue, waiting, leased, .. } => {
            pairs.push(("queue", Some((*queue).to_owned())));
            pairs.push(("item", Some("none".to_owned())));
            pairs.push(("items that wait for others", Some(waiting.to_string())));
            pairs.push(("of these open just now", Some(leased.to_string())));
        }
    }
    Printout::default().flat(next).tables(Table::from_pairs(["next", ""], pairs))
}
