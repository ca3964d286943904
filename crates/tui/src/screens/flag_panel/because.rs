//! Why a question is wrong: the result of the panel, and the content of a decision in force.

use assay_core::benchmark::Label;
use assay_core::benchmark::decision::{Act, WrongReason};
use assay_core::benchmark::verification::VerifyReason;

/// Why a question is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongBecause {
    /// The reasons; at least one unless they are optional.
    pub reasons: Vec<WrongReason>,
    /// The right choice, if the reference answer is wrong.
    pub corrected: Option<Label>,
    /// The right category, if that of the data is wrong.
    pub category: Option<String>,
    /// A remark.
    pub note: Option<String>,
}

impl WrongBecause {
    /// The faults that a decision names; empty if it does not give a reason.
    pub fn from_act(act: &Act) -> Self {
        let reasons: Vec<WrongReason> = match act {
            Act::Verify(decision) => decision
                .reasons
                .iter()
                .filter_map(|reason| match reason {
                    VerifyReason::Wrong(reason) => Some(*reason),
                    VerifyReason::TextOnly => None,
                })
                .collect(),
            other => other
                .final_act()
                .and_then(|decision| decision.reasons_of_review())
                .unwrap_or_default()
                .to_vec(),
        };
        let Some(decision) = act.final_act().filter(|_| !reasons.is_empty()) else {
            return WrongBecause::default();
        };
        WrongBecause {
            reasons,
            corrected: decision.corrected(),
            category: decision.corrected_category().map(str::to_owned),
            note: decision.note().map(str::to_owned),
        }
    }
}
