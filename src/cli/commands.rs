//! Commands that consist of other commands: the list of them, and running the one that is called.

/// An enum of commands, of which each value has the arguments of one, and a function that runs it. The words of
/// a command in the help are the documentation of its value, or of its arguments.
macro_rules! commands {
    (
        $(#[$of_enum:meta])*
        $visibility:vis enum $commands:ident {
            $($(#[$of_command:meta])* $command:ident($arguments:ty)),+ $(,)?
        }
    ) => {
        $(#[$of_enum])*
        #[derive(Debug, clap::Subcommand)]
        $visibility enum $commands {
            $($(#[$of_command])* $command($arguments)),+
        }

        impl $commands {
            pub(crate) fn run(
                self,
                shared: &$crate::cli::Shared,
            ) -> anyhow::Result<std::process::ExitCode> {
                use std::process::Termination as _;
                Ok(match self {
                    $($commands::$command(command) => command.run(shared)?.report(),)+
                })
            }
        }
    };
}

pub(super) use commands;
