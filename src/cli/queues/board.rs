//! The board has no items to decide, so that it is not a queue: `assay annotate board` alone.

use clap::Args;

use crate::cli::Shared;
use crate::cli::annotate::SessionFlags;
use crate::cli::value_names::named;
use crate::report::Form;

/// The lead's board: progress and pace, agreement, what waits, quotas, quality of work
#[derive(Debug, Args)]
pub(crate) struct AnnotateBoard {
    #[command(flatten)]
    session: SessionFlags,
    /// With `--plain`: a form for programs, as of `assay status`
    #[arg(short = 'o', long = "output", value_parser = named::<Form>(), value_name = "FORM", requires = "plain")]
    form: Option<Form>,
}

impl AnnotateBoard {
    pub(super) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        self.session.board(shared, self.form)
    }
}
