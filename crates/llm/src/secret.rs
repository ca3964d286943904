//! Keys and other secret values: printing them shows nothing. How they are removed from texts that
//! servers send is in `secrets`.

use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// The time limit of the command for a key: a person may have to type a password first.
const LONGEST_COMMAND: Duration = Duration::from_mins(1);

/// Longer outputs are cut; the key is in the first line.
const LONGEST_OUTPUT: u64 = 64 << 10;

/// The interval at which the command is checked for its end.
const GLANCE: Duration = Duration::from_millis(5);

/// A value that is sent and never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Why there is no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// The variable is missing or empty.
    #[error("the environment variable {0} is not set; it must hold the key of the endpoint")]
    NoVariable(String),
    /// The command cannot be run, fails or prints nothing.
    #[error("the command for the key of the endpoint {0}; run it by hand to see why")]
    Command(String),
    /// The command does not end.
    #[error(
        "the command for the key of the endpoint did not end in {0} s; run it by hand to see what it waits \
         for, or put the key into a variable (--api-key-env)"
    )]
    Slow(u64),
    /// A line break or another character that headers cannot hold.
    #[error("the value from {0} holds a character that cannot be sent in a header")]
    Unprintable(String),
}

impl Secret {
    /// A secret value. White space around it is dropped.
    pub fn new(value: &str) -> Self {
        Secret(value.trim().to_owned())
    }

    /// The value of an environment variable.
    ///
    /// # Errors
    /// If it is not set, empty, or cannot be sent.
    pub fn from_variable(name: &str) -> Result<Self, SecretError> {
        let value = std::env::var(name).unwrap_or_default();
        if value.trim().is_empty() {
            return Err(SecretError::NoVariable(name.to_owned()));
        }
        Secret::new(&value).sendable(name)
    }

    /// The first line that a command prints, run by `sh`.
    ///
    /// # Errors
    /// If the command cannot be run, does not end, fails, prints nothing or what cannot be sent.
    pub fn from_command(command: &str) -> Result<Self, SecretError> {
        let printed = run_command(command, LONGEST_COMMAND)?;
        let text = String::from_utf8_lossy(&printed);
        match text.lines().next().map(str::trim) {
            None | Some("") => Err(SecretError::Command("printed nothing".to_owned())),
            Some(line) => Secret::new(line).sendable("the command for the key"),
        }
    }

    fn sendable(self, source: &str) -> Result<Self, SecretError> {
        match self.0.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
            true => Ok(self),
            false => Err(SecretError::Unprintable(source.to_owned())),
        }
    }

    /// The value, only for sending.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The output of a command, run by `sh`. Its standard error goes to ours.
fn run_command(command: &str, limit: Duration) -> Result<Vec<u8>, SecretError> {
    let not_run = || SecretError::Command("cannot be run".to_owned());
    let begun = Instant::now();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(command)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| not_run())?;
    let Some(mut output) = child.stdout.take() else { return Err(not_run()) };
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
    let status = loop {
        match child.try_wait() {
            Ok(None) if !left().is_zero() => thread::sleep(GLANCE),
            status => break status.ok().flatten(),
        }
    };
    match (status, ended) {
        (Some(status), _) if !status.success() => {
            Err(SecretError::Command(format!("failed ({status})")))
        }
        (Some(_), Some(Ok(bytes))) => Ok(bytes),
        (Some(_), Some(Err(_))) => Err(not_run()),
        _ => {
            let _ = child.kill();
            let _ = child.wait();
            Err(SecretError::Slow(limit.as_secs()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_cannot_be_printed() {
        let secret = Secret::new(" sk-very-secret \n");
        assert_eq!(secret.reveal(), "sk-very-secret");
        let shown = format!("{secret:?} {:?}", Some(&secret));
        assert!(!shown.contains("very"), "{shown}");
    }

    #[test]
    fn a_key_comes_from_the_first_line_of_a_command() {
        let secret = Secret::from_command("printf 'sk-one \\nsecond'").unwrap();
        assert_eq!(secret.reveal(), "sk-one");
        let failed = Secret::from_command("echo sk-leak; exit 3").unwrap_err().to_string();
        assert!(failed.contains("exit status: 3") && !failed.contains("sk-leak"), "{failed}");
        assert!(Secret::from_command("true").unwrap_err().to_string().contains("printed nothing"));
        assert!(Secret::from_command("printf 'sk-\\001x'").is_err());
    }

    #[test]
    fn a_missing_variable_is_named() {
        let error = Secret::from_variable("ASSAY_TEST_NO_SUCH_VARIABLE").unwrap_err();
        assert!(error.to_string().contains("ASSAY_TEST_NO_SUCH_VARIABLE"));
    }

    #[test]
    fn a_command_that_does_not_end_is_ended_after_the_limit() {
        let limit = Duration::from_millis(50);
        for command in ["exec sleep 100", "printf sk-1; exec sleep 100", "sleep 100 & printf sk-1"]
        {
            let begun = Instant::now();
            let failure = run_command(command, limit).unwrap_err();
            assert!(matches!(failure, SecretError::Slow(0)), "{command}: {failure:?}");
            assert!(begun.elapsed() < Duration::from_secs(50), "{command}");
        }
        assert_eq!(run_command("printf sk-1", Duration::from_mins(1)).unwrap(), b"sk-1");
    }
}
