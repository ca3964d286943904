//! The board has no items to decide, so that it is no queue: `assay annotate board` alone.

use clap::Args;

use crate::cli::Shared;
use crate::cli::annotate::Sitting;
use crate::cli::value_names::named;
use crate::report::Form;

pub(super) const EXAMPLES: [(&str, [&str; 2]); 1] = [(
    "annotate board",
    ["assay annotate board --as lena", "assay annotate board --plain --as lena -o json"],
)];

/// The lead's board: progress and pace, agreement, what waits, quotas, quality of work
#[derive(Debug, Args)]
pub(crate) struct AnnotateBoard {
    #[command(flatten)]
    sitting: Sitting,
    /// With `--plain`: a form for programs, as of `assay status`
    #[arg(short = 'o', long = "output", value_parser = named::<Form>(), value_name = "FORM", requires = "plain")]
    form: Option<Form>,
}

impl AnnotateBoard {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.sitting.board(shared, self.form)
    }
}
