//! The next item of a queue: `assay next`.

use super::Document;
use crate::queue::{BlockLeft, NextItem};
use crate::report::{Align, Form, Table};

impl Document for NextItem {
    fn tables(&self, _: Form) -> Vec<Table> {
        let mut table = Table::new([("next", Align::Left), ("", Align::Left)]);
        match self {
            NextItem::Item { queue, item, question, lease_expires, block } => {
                table.row(["queue".into(), (*queue).to_owned()]);
                table.row(["item".into(), item.clone()]);
                table.row(["question".into(), question.stem.clone()]);
                if let Some(hint) = &question.hint {
                    table.row(["hint".into(), hint.clone()]);
                }
                for (letter, choice) in &question.choices {
                    table.row([letter.clone(), choice.clone()]);
                }
                if question.guess_first {
                    let what = "a guess from the text first; the picture comes after it";
                    table.row(["asked".into(), what.to_owned()]);
                }
                if let Some(text) = &question.text {
                    table.row(["text".into(), text.clone()]);
                }
                if let Some(expires) = lease_expires {
                    table.row(["held until".into(), expires.clone()]);
                }
                if let Some(BlockLeft { items, left }) = block {
                    table.row(["of its block".into(), format!("{left} of {items} left")]);
                }
            }
            NextItem::None { queue, waiting, leased, .. } => {
                table.row(["queue".into(), (*queue).to_owned()]);
                table.row(["item".into(), "none".into()]);
                table.row(["items that wait for others".into(), waiting.to_string()]);
                table.row(["of these open just now".into(), leased.to_string()]);
            }
        }
        vec![table]
    }
}
