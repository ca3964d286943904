//! The head of a guideline while a question is open: the definition of its ability, and the reasons
//! of a custom checklist of its benchmark. The screen and the plain conversations show the same.

use crate::messages::text;
use crate::terms;
use crate::widgets::question_card::ability_path;
use assay_core::benchmark::Checklists;
use assay_store::BlindQuestion;

/// The paragraphs above a guideline, each a heading with lines below it, or empty.
pub fn paragraphs(question: Option<&BlindQuestion>) -> [Vec<String>; 2] {
    question.map(|it| [defined_ability(it), own_reasons(it)]).unwrap_or_default()
}

/// The ability of a question with its definitions, and the kinds of picture and the capabilities
/// that its taxonomy names for it; `None` if there are none.
fn defined_ability(question: &BlindQuestion) -> Vec<String> {
    let (category, l2) = (question.category.as_deref(), question.l2_category.as_deref());
    let Some(taxonomy) = &question.taxonomy else { return Vec::new() };
    let leaf = category.and_then(|name| taxonomy.leaf(name)).map(|(.., leaf)| leaf);
    let l1 = taxonomy.level1_of(category, l2).map(|l1| (&l1.definition, &l1.definition_zh));
    let l2 = taxonomy.level2_of(category, l2).map(|l2| (&l2.definition, &l2.definition_zh));
    let of_leaf = leaf.map(|leaf| (&leaf.definition, &leaf.definition_zh));
    let definitions = [l1, l2, of_leaf].into_iter().flatten();
    let definitions = definitions.map(|(english, chinese)| terms::definition(english, chinese));
    let mut lines: Vec<String> =
        definitions.filter(|text| !text.is_empty()).map(str::to_owned).collect();
    let listed = |names: &[String]| Some(names.join(", ")).filter(|names| !names.is_empty());
    if let Some(kinds) = leaf.and_then(|leaf| listed(&leaf.pictures)) {
        lines.push(text!("guideline-kinds-of-picture", kinds));
    }
    if let Some(needed) = leaf.and_then(|leaf| listed(&leaf.capabilities)) {
        lines.push(text!("guideline-capabilities", needed));
    }
    if !lines.is_empty() {
        lines.insert(0, ability_path(question));
    }
    lines
}

/// The reasons of a custom checklist, with the meaning of custom ones.
fn own_reasons(question: &BlindQuestion) -> Vec<String> {
    let checklist = question.checklist();
    if *checklist == *Checklists::built_in().for_kind(checklist.kind) {
        return Vec::new();
    }
    let line = |(digit, reason)| format!("{digit}  {}", terms::explained_reason(checklist, reason));
    let heading = text!("guideline-reasons").to_owned();
    std::iter::once(heading).chain(checklist.reasons().map(line)).collect()
}
