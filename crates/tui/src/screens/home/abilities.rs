//! Progress by ability, for the home screen.

use std::collections::HashMap;

use crate::messages::text;
use crate::session::Session;
use crate::terms;
use crate::widgets::bars::Bar;
use assay_core::benchmark::taxonomy::Taxonomy;
use assay_store::QuestionEntry;

/// Progress by L-2 ability, in the order of the taxonomy, then those it does not know.
pub(super) fn bars_by_ability(session: &Session) -> Vec<Bar> {
    let taxonomy = session.review().benchmark().taxonomy();
    let mut bars: Vec<(usize, Bar)> = Vec::new();
    // Looking a name up folds its letters, so each of the few names is looked up once.
    let mut bar_of: HashMap<(Option<&str>, Option<&str>), usize> = HashMap::new();
    for (position, item) in session.review().items().iter().enumerate() {
        let names = (item.category.as_deref(), item.l2_category.as_deref());
        let index = *bar_of.entry(names).or_insert_with(|| {
            let (place, label) = ability(taxonomy, item);
            bars.iter().position(|(_, bar)| bar.label == label).unwrap_or_else(|| {
                bars.push((place, Bar { label, done: 0, total: 0 }));
                bars.len() - 1
            })
        });
        let bar = &mut bars[index].1;
        bar.total += 1;
        bar.done += usize::from(session.review().state(position).is_done());
    }
    bars.sort_by(|one, other| (one.0, &one.1.label).cmp(&(other.0, &other.1.label)));
    bars.into_iter().map(|(_, bar)| bar).collect()
}

/// The L-2 ability of a question: its position in the taxonomy, and its title.
fn ability(taxonomy: &Taxonomy, item: &QuestionEntry) -> (usize, String) {
    let (category, l2_category) = (item.category.as_deref(), item.l2_category.as_deref());
    let by_leaf = category.and_then(|name| taxonomy.leaf(name)).map(|(_, l2, _)| l2);
    let by_l2 = || l2_category.and_then(|name| taxonomy.level2(name)).map(|(_, l2)| l2);
    let known = by_leaf.or_else(by_l2).map(|l2| l2.title.as_str());
    let title = known.or(l2_category).or(category);
    let mut titles = taxonomy.l1.iter().flat_map(|l1| &l1.l2).map(|l2| l2.title.as_str());
    let place = titles.position(|known| Some(known) == title).unwrap_or(usize::MAX);
    let words = match title {
        Some(title) => terms::ability(taxonomy, title),
        None => text!("ability-not-given"),
    };
    (place, words.to_owned())
}
