//! Texts that are nearly the same.
//!
//! Two texts are near duplicates if at least four fifths of their word pairs are shared (Jaccard's
//! index of the sets of pairs of neighbouring words, without case and punctuation). The search is
//! exact and makes few comparisons: of two such texts the rarest pairs of each cannot all be absent
//! from the other, so only texts that share one of their rarest pairs are compared (prefix
//! filtering; Chaudhuri, Ganti and Kaushik 2006).

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

use super::groups::Groups;

/// The least share of word pairs that near duplicates have in common, as a fraction.
const LEAST_SHARED: (usize, usize) = (4, 5);
/// The most other texts that a text is compared with, so that a set of thousands of similar texts
/// does not take hours.
const MOST_COMPARED: usize = 4000;

/// The rule in words.
pub const RULE: &str = "80 % of the pairs of neighbouring words are shared, question to choices";

/// The distinct pairs of neighbouring words of a text in several parts; a part's first and last word
/// make pairs with its borders.
pub fn word_pairs<'t>(parts: impl IntoIterator<Item = &'t str>) -> Vec<u64> {
    let mut pairs = Vec::new();
    for part in parts {
        let mut before = 0;
        for word in part.unicode_words() {
            let word = hash(&word.to_lowercase());
            pairs.push(mixed(before, word));
            before = word;
        }
        if before != 0 {
            pairs.push(mixed(before, 0));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn hash(word: &str) -> u64 {
    let bytes = *blake3::hash(word.as_bytes()).as_bytes();
    bytes.iter().take(8).fold(1, |sum, &byte| (sum << 8) | u64::from(byte)).max(1)
}

fn mixed(before: u64, word: u64) -> u64 {
    (before.rotate_left(17) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The groups of near duplicates among texts given by their word pairs, and the number of texts
/// that were not compared with all that share a rare pair.
pub fn near_texts(texts: &[Vec<u64>]) -> (Vec<Vec<usize>>, usize) {
    let texts = by_rarity(texts);
    let mut by_size: Vec<usize> = (0..texts.len()).filter(|&at| !texts[at].is_empty()).collect();
    by_size.sort_by_key(|&at| (texts[at].len(), at));
    let mut groups = Groups::new(texts.len());
    let mut index: HashMap<u32, Vec<Family>> = HashMap::new();
    let mut compared_with = vec![usize::MAX; texts.len()];
    let mut bounded = 0;
    for &at in &by_size {
        let text = &texts[at];
        let least = least_shared(text.len());
        let prefix = &text[..=text.len() - least];
        let mut left = MOST_COMPARED;
        'pairs: for pair in prefix {
            for family in index.get(pair).into_iter().flatten().rev() {
                // Newest first: those are nearest in size.
                for &other in family.iter().rev() {
                    if texts[other].len() < least || groups.are_together(at, other) {
                        break;
                    }
                    if std::mem::replace(&mut compared_with[other], at) == at {
                        continue;
                    }
                    if left == 0 {
                        bounded += 1;
                        break 'pairs;
                    }
                    left -= 1;
                    if are_near(text, &texts[other]) {
                        groups.unite(at, other);
                    }
                }
            }
        }
        for &pair in prefix {
            join(index.entry(pair).or_default(), at, &mut groups, &texts);
        }
    }
    (groups.of_several(), bounded)
}

/// Texts of one group that share a pair, in the order of their sizes: thousands of texts that are all alike
/// are passed over as one.
type Family = Vec<usize>;

/// Adds a text to the families of a pair. Those of its group become one.
fn join(families: &mut Vec<Family>, at: usize, groups: &mut Groups, texts: &[Vec<u32>]) {
    let is_own = |family: &mut Family| groups.are_together(at, family[0]);
    let mut own = families.extract_if(.., is_own).reduce(|mut one, other| {
        one.extend(other);
        one.sort_by_key(|&text| texts[text].len());
        one
    });
    let family = own.get_or_insert_default();
    family.push(at);
    families.extend(own);
}

/// The share of word pairs that two texts have in common (Jaccard's index).
pub fn shared_pairs(one: &[u64], other: &[u64]) -> f64 {
    let shared = one.iter().filter(|pair| other.binary_search(pair).is_ok()).count();
    let all = one.len() + other.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// Whether texts that share this much are near duplicates.
pub fn are_near_by(shared: f64) -> bool {
    shared * LEAST_SHARED.1 as f64 >= LEAST_SHARED.0 as f64
}

/// The texts with their pairs as ranks, the rarest first.
fn by_rarity(texts: &[Vec<u64>]) -> Vec<Vec<u32>> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    texts.iter().flatten().for_each(|pair| *counts.entry(*pair).or_default() += 1);
    let mut order: Vec<(u32, u64)> = counts.iter().map(|(&pair, &count)| (count, pair)).collect();
    order.sort_unstable();
    let ranks: HashMap<u64, u32> =
        order.iter().enumerate().map(|(rank, &(_, pair))| (pair, rank as u32)).collect();
    let ranked = |text: &Vec<u64>| {
        let mut ranked: Vec<u32> = text.iter().map(|pair| ranks[pair]).collect();
        ranked.sort_unstable();
        ranked
    };
    texts.iter().map(ranked).collect()
}

/// The least number of pairs that a near duplicate shares with a text of this many pairs.
fn least_shared(pairs: usize) -> usize {
    (pairs * LEAST_SHARED.0).div_ceil(LEAST_SHARED.1)
}

fn are_near(one: &[u32], other: &[u32]) -> bool {
    let (most, least) = LEAST_SHARED;
    // At least this many are shared if the required share is reached. Texts that are not near
    // differ in their rarest pairs, which come first, so most comparisons end after a few.
    let wanted = ((one.len() + other.len()) * most).div_ceil(most + least);
    let (mut here, mut there, mut shared) = (0, 0, 0);
    while shared + (one.len() - here).min(other.len() - there) >= wanted {
        match one.get(here).zip(other.get(there)) {
            None => return true,
            Some((pair, with)) => {
                shared += usize::from(pair == with);
                here += usize::from(pair <= with);
                there += usize::from(pair >= with);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::{prop_assert_eq, proptest};

    fn groups(texts: &[&str]) -> Vec<Vec<usize>> {
        let texts: Vec<Vec<u64>> = texts.iter().map(|text| word_pairs([*text])).collect();
        near_texts(&texts).0
    }

    #[test]
    fn a_word_more_in_a_long_question_is_a_near_duplicate_and_another_question_is_not() {
        let long = "Which of the following objects in the picture is the one that the man holds?";
        let longer =
            "Which of the following objects in the picture is the one that the old man holds?";
        let other = "Which animal lies on the roof of the house beside the tree?";
        assert_eq!(groups(&[other, longer, long]), [vec![1, 2]]);
    }

    #[test]
    fn case_and_punctuation_do_not_matter_and_the_order_of_words_does() {
        assert_eq!(groups(&["Where is it?", "where IS it", "is it where"]), [vec![0, 1]]);
    }

    #[test]
    fn the_order_of_the_parts_does_not_matter() {
        assert_eq!(word_pairs(["a b", "c"]), word_pairs(["c", "a b"]));
        assert_ne!(word_pairs(["a b", "c"]), word_pairs(["a", "b c"]));
        assert!(word_pairs(["?", ""]).is_empty());
    }

    proptest! {
        #[test]
        fn the_search_finds_what_comparing_every_pair_finds(
            texts in vec(vec(0u64..12, 0..12), 0..24),
        ) {
            let texts: Vec<Vec<u64>> = texts.into_iter().map(|mut text| {
                text.sort_unstable();
                text.dedup();
                text
            }).collect();
            let ranked = by_rarity(&texts);
            let mut expected = Groups::new(texts.len());
            for one in 0..texts.len() {
                for other in 0..one {
                    if !texts[one].is_empty() && are_near(&ranked[one], &ranked[other]) {
                        expected.unite(one, other);
                    }
                }
            }
            let (found, bounded) = near_texts(&texts);
            prop_assert_eq!(found, expected.of_several());
            prop_assert_eq!(bounded, 0);
        }
    }
}
