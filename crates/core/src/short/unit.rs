//! Units of numbers: those that are converted into each other.

/// Units by what they measure, each with its size.
const UNITS: [&[(&str, f64)]; 6] = [
    &[("mm", 1e-3), ("cm", 1e-2), ("dm", 1e-1), ("m", 1.0), ("km", 1e3)],
    &[("mg", 1e-6), ("g", 1e-3), ("kg", 1.0), ("t", 1e3)],
    &[("ms", 1e-3), ("s", 1.0), ("sec", 1.0), ("min", 60.0), ("h", 3600.0)],
    &[("ml", 1e-3), ("cl", 1e-2), ("l", 1.0)],
    &[("cm2", 1e-4), ("cm²", 1e-4), ("m2", 1.0), ("m²", 1.0), ("km2", 1e6), ("km²", 1e6)],
    &[("w", 1.0), ("kw", 1e3), ("mw", 1e6)],
];

/// The number in the unit that is wanted. `behind` is the text behind it: if it begins with another unit of the same kind,
/// the number is converted; `None` if it begins with a unit of another kind.
pub(super) fn converted(number: f64, behind: &str, wanted: Option<&str>) -> Option<f64> {
    let Some(wanted) = wanted.map(|unit| unit.trim().to_lowercase()) else { return Some(number) };
    let is_of_unit = |c: char| c.is_alphanumeric();
    let behind = behind.trim_start();
    let found = behind[..behind.find(|c| !is_of_unit(c)).unwrap_or(behind.len())].to_lowercase();
    let size = |unit: &str| {
        UNITS.iter().enumerate().find_map(|(kind, of)| {
            of.iter().find(|(name, _)| *name == unit).map(|(_, size)| (kind, *size))
        })
    };
    match (size(&found), size(&wanted)) {
        (Some((kind, found)), Some((other, wanted))) => {
            (kind == other).then_some(number * found / wanted)
        }
        _ => Some(number),
    }
}
