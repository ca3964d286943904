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
    let own: Vec<&OwnReason> = reasons.iter().filter_map(Reason::own).collect();
    let mut fields = serializer.serialize_map(None)?;
    fields.serialize_entry("reasons", &known.map(R::name).collect::<Vec<_>>())?;
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

#[cfg(test)]
mod tests {
    use crate::benchmark::decision::{Act, WrongReason};
    use crate::benchmark::own_reason::{OwnReason, Reason};
    use crate::benchmark::verification::VerifyReason;

    #[test]
    fn own_reasons_have_a_field_of_their_own_in_every_decision() {
        let own = WrongReason::from_own("too-local".parse::<OwnReason>().unwrap());
        for act in ["review", "adjudicate"] {
            let json = format!(
                r#"{{"act":"{act}","answer":"A","verdict":"wrong","reasons":["bad-picture"],"own_reasons":["too-local"],"note":"n"}}"#
            );
            let read: Act = serde_json::from_str(&json).unwrap();
            let reasons = read.final_act().unwrap().faults();
            assert_eq!(reasons, [WrongReason::BadPicture, own]);
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        let json = r#"{"act":"verify","verdict":"remove","reasons":["text-only"],"own_reasons":["too-local"]}"#;
        let read: Act = serde_json::from_str(json).unwrap();
        let Act::Verify(decision) = &read else { panic!("{read:?}") };
        assert_eq!(decision.reasons, [VerifyReason::TextOnly, VerifyReason::Wrong(own)]);
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }

    #[test]
    fn a_row_without_reasons_reads_and_one_with_a_reason_that_there_is_not_does_not() {
        let read = |reasons: &str| {
            let json = format!(r#"{{"act":"review","answer":"A","verdict":"keep"{reasons}}}"#);
            serde_json::from_str::<Act>(&json).map_err(|error| error.to_string())
        };
        let names = |act: Act| act.final_act().unwrap().reason_names().len();
        assert_eq!(read("").map(names), Ok(0));
        let error = read(r#","reasons":["bad-pictur"]"#).unwrap_err();
        assert!(error.contains("bad-pictur") && error.contains("bad-picture"), "{error}");
        let error = read(r#","own_reasons":["Too local"]"#).unwrap_err();
        assert!(error.contains("lower-case"), "{error}");
    }
}
