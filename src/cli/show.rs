//! `assay show`: a question with its pictures, for a terminal or a pipe.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Args;
use ratatui::layout::Size;

use super::names;
use super::{OnBenchmark, Shared};
use crate::benchmark::QuestionPicture;
use crate::store::{ShownAnswers, Store, StoreError};
use crate::tui::picture::{Surface, fullscreen};
use crate::tui::plain::words;
use crate::tui::probe::ProbeResult;
use crate::visible::{Harmless, visible_line};

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The question's key: its index in the source file
    key: String,
    #[command(flatten)]
    on: OnBenchmark,
    /// How wide a picture may be, in columns; without it, as wide as the terminal, 80 elsewhere
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    width: Option<u16>,
    /// Print pictures in colour also where the output is not a terminal: a pipe, a file
    #[arg(long)]
    pictures: bool,
    /// Print the reference answer too; your later decisions on the question say that you have seen it
    #[arg(long)]
    answer: bool,
    /// Who looks; without it, the name in the configuration or the login name. A picture on which this
    /// person is to guess first is hidden, unless --answer is there
    #[arg(long = "as", value_name = "NAME")]
    annotator: Option<String>,
}

impl Show {
    /// Exit status 0 when everything could be shown, 1 when a picture could not.
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<ExitCode> {
        let (mut store, benchmark) = self.on.open(shared)?;
        let id = store.question_id(&benchmark, &self.key)?;
        let who = names::name(self.annotator, &store)?;
        if self.answer {
            // Before it is printed. A read-only database does not accept decisions either.
            let (who, seen) = (store.annotator(&who), ShownAnswers::REFERENCE);
            match who.and_then(|who| store.record_answer_exposures(&who, &[id], seen)) {
                Err(StoreError::ReadOnly) => {}
                recorded => recorded?,
            }
        }
        let question = match self.answer {
            // A read-only database does not hide what it cannot record.
            true => store.blind_question(id)?,
            false => store.question_at_gate(&store.annotator(&who)?, id)?,
        };
        let canvas = Canvas::from_stdout(self.width, self.pictures);
        // Only pictures bypass it.
        let mut out = Harmless::text(io::stdout());
        let mut code = ExitCode::SUCCESS;
        let name = visible_line(&benchmark.name).into_owned();
        let key = visible_line(question.key.as_str()).into_owned();
        writeln!(out, "{name}, question {key}")?;
        if question.is_gated() {
            let who = visible_line(&who);
            let hidden = "is hidden until the guess of";
            writeln!(out, "The picture {hidden} {who}: assay annotate review --as {who}")?;
        }
        if question.asks_category {
            let who = visible_line(&who);
            let until = format!("The category is hidden until {who} has chosen one");
            writeln!(out, "{until}; --answer shows it")?;
        }
        for (at, picture) in question.pictures.iter().enumerate() {
            let caption = caption(at, question.pictures.len(), picture, &store)?;
            writeln!(out, "{caption}")?;
            let problem = match store.picture_bytes(picture.hash) {
                Err(error @ StoreError::BrokenReference { .. }) => Some(error.to_string()),
                bytes => match canvas.print(&bytes?) {
                    Err(fullscreen::NotPainted::Io(error)) => return Err(error.into()),
                    painted => painted.err().map(|error| error.to_string()),
                },
            };
            if let Some(problem) = problem {
                code = ExitCode::FAILURE;
                writeln!(out, "It cannot be shown: {problem}")?;
            }
        }
        write!(out, "{}", words::question(&question))?;
        if self.answer {
            let reference = store.reference(question.id)?;
            write!(out, "{}", words::reference(&question, &reference, None))?;
        }
        out.flush()?;
        Ok(code)
    }
}

/// Where pictures are printed.
struct Canvas {
    surface: Surface,
    most: Size,
    is_terminal: bool,
    /// A pipe gets captions, unless pictures are asked for.
    paints: bool,
}

impl Canvas {
    /// A terminal is queried for its capabilities. A pipe gets no picture; on request it gets
    /// characters in the colours that the environment allows.
    fn from_stdout(width: Option<u16>, forced: bool) -> Self {
        let is_terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
        let unasked = ProbeResult::unasked().capabilities;
        let size = crossterm::terminal::size().ok().filter(|_| is_terminal);
        let (columns, rows) = size.unwrap_or((80, 200));
        Canvas {
            surface: match is_terminal {
                true => ProbeResult::probe(false).capabilities.surface,
                false => Surface::for_cells(unasked.colours),
            },
            // Some rows of a terminal are reserved for the question.
            most: Size::new(width.unwrap_or(columns), rows.saturating_sub(4).max(1)),
            is_terminal,
            paints: io::stdout().is_terminal() || forced,
        }
    }

    fn print(&self, bytes: &[u8]) -> Result<(), fullscreen::NotPainted> {
        if self.is_terminal {
            return fullscreen::print(bytes, self.most, &self.surface);
        }
        let text = fullscreen::text(bytes, self.most, &self.surface)?;
        let shown = if self.paints { text.as_str() } else { "" };
        Ok(io::stdout().write_all(shown.as_bytes())?)
    }
}

/// `Picture 2 of 3, choice b, 640x480`.
fn caption(
    at: usize,
    count: usize,
    picture: &QuestionPicture,
    store: &Store,
) -> anyhow::Result<String> {
    let size = store.picture_size(picture.hash)?;
    let parts = [
        Some(format!("Picture {} of {count}", at + 1)),
        words::role(picture.role),
        size.map(|(width, height)| format!("{width}x{height}")),
    ];
    Ok(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}
