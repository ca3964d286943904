//! `assay votes trust`: which judge can be trusted.

use clap::Args;

use super::{Chosen, Drawn, Ruled};
use crate::cli::{Output, Shared};
use crate::report::votes::{Part, tables};
use crate::votes::JudgeKind;
use crate::voting::trust::Trust as Judged;

#[derive(Debug, Args)]
pub(crate) struct Trust {
    #[command(flatten)]
    chosen: Chosen,
    /// The people with whom judges are compared; without it, everyone who is known to be a person
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    people: Vec<String>,
    #[command(flatten)]
    ruled: Ruled,
    #[command(flatten)]
    drawn: Drawn,
    #[command(flatten)]
    output: Output,
}

impl Trust {
    pub(super) fn run(mut self, shared: &Shared) -> anyhow::Result<()> {
        if !self.chosen.judges.is_empty() {
            self.chosen.judges.extend(self.people.iter().cloned());
        }
        let opened = self.chosen.open_by_rule(shared, self.ruled)?;
        let people = match self.people.is_empty() {
            true => opened.loaded.judges_of(JudgeKind::Person),
            false => self.people,
        };
        if let Some(unknown) = people.iter().find(|name| opened.loaded.judge(name).is_none()) {
            anyhow::bail!("{unknown} has no votes on {}", opened.head.benchmark);
        }
        let trust = Judged::compute(&opened.loaded, &people, self.ruled.rule, self.drawn.plan());
        let part = Part::new(None, &trust, tables::trust(&trust))?;
        self.output.print(&opened.head(true).printout(vec![part]))
    }
}
