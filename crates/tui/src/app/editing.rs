//! The configuration file in the user's editor.

use std::io;
use std::process::{Command, ExitStatus};

use super::{App, TerminalRequest};
use crate::config_file;
use crate::messages::text;
use crate::status::StatusMessage;

impl App {
    /// Asks the terminal's owner to run the editor. Where there is none, a message names the file.
    pub(super) fn ask_for_editor(&mut self) {
        let session = &mut self.session;
        session.end_trial();
        let Some(file) = &session.settings.file else {
            return session.hint(text!("settings-no-file"));
        };
        if session.editor.is_none() {
            return session.hint(text!("settings-no-editor", file = file.display()));
        }
        match config_file::begin(file) {
            Ok(()) => self.terminal_request = Some(TerminalRequest::EditSettings),
            Err(error) => session.show_error(error),
        }
    }

    /// The editor with the configuration file. A shell reads the words of `VISUAL` and `EDITOR`, which
    /// may have options.
    pub fn editor(&self) -> Option<Command> {
        let (editor, file) = (self.session.editor.as_ref()?, self.session.settings.file.as_ref()?);
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(file);
        Some(command)
    }

    /// Follows the file as the editor has left it. Faults are shown with their lines.
    pub fn settings_were_edited(&mut self, ended: io::Result<ExitStatus>) {
        let session = &mut self.session;
        let editor = session.editor.clone().unwrap_or_default();
        let failed = match ended {
            Ok(status) if status.success() => None,
            Ok(status) => Some(status.to_string()),
            Err(error) => Some(error.to_string()),
        };
        session.status = Some(match (failed, session.read_settings_again()) {
            (Some(why), _) => StatusMessage::error(text!("settings-editor-failed", editor, why)),
            (None, Err(error)) => StatusMessage::error(error.to_string()),
            (None, Ok(())) => {
                let faults = &session.settings.config.faults;
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                match faults.is_empty() {
                    true => StatusMessage::saved(text!("settings-read").to_owned()),
                    false => StatusMessage::error(faults.join(" · ")),
                }
            }
        });
        self.resume();
        self.follow_settings();
        self.needs_drawing = true;
    }
}
