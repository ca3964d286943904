//! Runs the command that prints a key, with a time limit.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// Longer outputs are cut; the key is in the first line.
const LONGEST_OUTPUT: u64 = 64 << 10;

/// The interval at which the command is checked for its end.
const GLANCE: Duration = Duration::from_millis(5);

/// Why a command did not print a usable value.
#[derive(Debug)]
pub(super) enum CommandFailure {
    NotRun,
    Failed(ExitStatus),
    /// It did not end in time, and was ended.
    Slow,
}

/// The output of a command, run by `sh`. Its standard error goes to ours.
pub(super) fn run_command(command: &str, limit: Duration) -> Result<Vec<u8>, CommandFailure> {
    let begun = Instant::now();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(command)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| CommandFailure::NotRun)?;
    let Some(mut output) = child.stdout.take() else { return Err(CommandFailure::NotRun) };
    let (sender, printed) = channel();
    // Reading may continue after the limit, if a process of the command keeps the output open.
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(LONGEST_OUTPUT).read_to_end(&mut bytes);
        // A command whose output is not read to its end would fail.
        let read = read.and_then(|_| io::copy(&mut output, &mut io::sink()));
        let _ = sender.send(read.map(|_| bytes));
    });
    let left = || limit.saturating_sub(begun.elapsed());
    let ended = printed.recv_timeout(left()).ok();
    let status = wait(&mut child, left);
    match (status, ended) {
        (Some(status), _) if !status.success() => Err(CommandFailure::Failed(status)),
        (Some(_), Some(Ok(bytes))) => Ok(bytes),
        (Some(_), Some(Err(_))) => Err(CommandFailure::NotRun),
        _ => {
            let _ = child.kill();
            let _ = child.wait();
            Err(CommandFailure::Slow)
        }
    }
}

/// The status of a process; `None` if it does not end in the time that is left.
fn wait(child: &mut Child, left: impl Fn() -> Duration) -> Option<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status);
        }
        if left().is_zero() {
            return None;
        }
        thread::sleep(GLANCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_does_not_end_is_ended_after_the_limit() {
        let limit = Duration::from_millis(50);
        for command in ["exec sleep 100", "printf sk-1; exec sleep 100", "sleep 100 & printf sk-1"]
        {
            let begun = Instant::now();
            let failure = run_command(command, limit).unwrap_err();
            assert!(matches!(failure, CommandFailure::Slow), "{command}: {failure:?}");
            assert!(begun.elapsed() < Duration::from_secs(50), "{command}");
        }
        assert_eq!(run_command("printf sk-1", Duration::from_mins(1)).unwrap(), b"sk-1");
    }
}
