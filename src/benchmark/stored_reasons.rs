//! Reasons as rows have them: those that Assay has under `reasons`, a benchmark's own under
//! `own_reasons`, which is absent where there are none.
//!
//! Versions that know no reasons of a benchmark's own read such a row, and show the others.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serializer};

use super::own_reason::{OwnReason, Reason};

/// For `serialize_with` of a field that is flattened.
pub(super) fn serialize<R: Reason, S: Serializer>(
    reasons: &[R],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let known = reasons.iter().filter(|reason| reason.own().is_none());
    let own: Vec<OwnReason> = reasons.iter().filter_map(|reason| reason.own()).collect();
    let mut fields = serializer.serialize_map(None)?;
    fields.serialize_entry("reasons", &known.map(|reason| reason.name()).collect::<Vec<_>>())?;
    if !own.is_empty() {
        fields.serialize_entry("own_reasons", &own)?;
    }
    fields.end()
}

#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    reasons: Vec<String>,
    #[serde(default)]
    own_reasons: Vec<OwnReason>,
}

/// For `deserialize_with` of a field that is flattened.
pub(super) fn deserialize<'de, R: Reason, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<R>, D::Error> {
    let Stored { reasons, own_reasons } = Stored::deserialize(deserializer)?;
    let known = reasons.iter().map(|name| R::from_name(name));
    let own = own_reasons.into_iter().map(|own| Ok(R::from_own(own)));
    known.chain(own).collect::<Result<_, _>>().map_err(serde::de::Error::custom)
}
