//! `assay endpoints`: the capabilities of a server.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{EndpointFlags, Output, Shared, endpoint_or_url, stop_on_interrupt, warn};
use crate::llm::EndpointCheck;
use crate::report::documents::endpoint_check::endpoint_check;

#[derive(Debug, Subcommand)]
pub(crate) enum Endpoints {
    /// Send a tiny request with a picture and report what the server can do
    Check(Check),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A table [endpoint.NAME] of the configuration file, or a URL
    #[arg(value_name = "NAME|URL")]
    server: String,
    #[command(flatten)]
    flags: EndpointFlags,
    #[command(flatten)]
    output: Output,
}

impl Endpoints {
    pub(crate) fn run(self, _: &Shared) -> anyhow::Result<ExitCode> {
        let Endpoints::Check(check) = self;
        let mut endpoint = endpoint_or_url(&check.server)?;
        check.flags.apply(&mut endpoint);
        let checked = EndpointCheck::run(&endpoint, &stop_on_interrupt()?)?;
        checked.messages.iter().for_each(|message| warn(message));
        let answers = checked.answers;
        check.output.print(&endpoint_check(&checked))?;
        Ok(if answers { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
