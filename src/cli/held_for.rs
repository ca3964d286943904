//! `--days`: how long items of an assigned queue are held for a person who works offline.

use clap::Args;

/// How long items are held.
#[derive(Debug, Args)]
pub(crate) struct HeldFor {
    /// How long the items of an assigned queue are held for the person who has them
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = 14,
        value_parser = clap::value_parser!(u32).range(1..=366)
    )]
    pub days: u32,
}
