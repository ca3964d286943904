//! The ability and the origin of a question, in words.

use unicode_width::UnicodeWidthStr;

use crate::terms;
use crate::widgets::wrap::cut;
use assay_store::BlindQuestion;

/// `Perception › Coarse perception › Image style`, as far as known.
pub fn ability_path(question: &BlindQuestion) -> String {
    let taxonomy = question.taxonomy.as_deref();
    let category = question.category.as_deref();
    let l2 = question.l2_category.as_deref();
    match category.and_then(|name| taxonomy?.leaf(name)) {
        Some((l1, l2, l3)) => {
            let titles = [&l1.title, &l2.title, &l3.title].into_iter();
            let titles = titles.filter(|title| !title.is_empty()).map(|title| {
                taxonomy.map_or(title.as_str(), |taxonomy| terms::ability(taxonomy, title))
            });
            titles.collect::<Vec<_>>().join(" › ")
        }
        None => [l2, category].into_iter().flatten().collect::<Vec<_>>().join(" › "),
    }
}

/// The ability's own name, as far as known.
fn leaf(question: &BlindQuestion) -> String {
    let path = ability_path(question);
    path.rsplit(" › ").next().unwrap_or_default().to_owned()
}

/// Ability and origin in a line of at most `width` cells: as much as fits.
pub fn foot(question: &BlindQuestion, width: usize) -> String {
    let origin = origin(question);
    let [whole, short] = [ability_path(question), leaf(question)].map(|ability| {
        let parts = [ability.as_str(), origin.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    });
    if whole.width() <= width { whole } else { cut(&short, width) }
}

/// `dev · where it was taken from`, as far as known.
pub fn origin(question: &BlindQuestion) -> String {
    let parts = [question.split.as_deref(), question.source.as_deref()];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
