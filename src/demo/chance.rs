//! Draws of the simulated people, models and judges, computed from what they are about.

/// A number from 0 to 1, computed from who draws, the item and the kind of draw.
pub fn chance(name: &str, item: &str, what: &str) -> f64 {
    let hash = blake3::hash(format!("{name}\n{item}\n{what}").as_bytes());
    let first = hash.as_bytes().iter().take(4).fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    f64::from(first) / (f64::from(u32::MAX) + 1.0)
}
