//! The state that all screens share during one annotator's session.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::action::Action;
use super::attention::{Attention, TimeSpent};
use super::config_file::{Change, Unchanged};
use super::drafts::Drafts;
use super::keymap::{KeyContext, Keymap};
use super::messages::{speak, text};
use super::picture::{Surface, Waker};
use super::settings::Settings;
use super::status::StatusMessage;
use super::terms;
use super::theme::{Theme, ThemeError};
use super::typed_choice::TypedChoice;
use assay_core::benchmark::history::HistoryRow;
use assay_core::keyword::Keyword;
use assay_store::{
    Benchmark, PATIENCE, QUEUE_REVIEW, QuestionId, Result, ShownAnswers, Store, StoreError,
};
use assay_workflow::certification::against::LookAlikes;
use assay_workflow::queue::{DecisionContext, Desks, ReviewDesk, SessionSummary};

/// What all screens share.
pub struct Session {
    pub store: Store,
    /// The annotator's open desks.
    pub desks: Desks,
    /// Whether labels and choices are marked in the texts that are read.
    pub hints: bool,
    /// How pictures are painted.
    pub surface: Surface,
    /// Colours by meaning.
    pub theme: Theme,
    /// Which key does what.
    pub keymap: Keymap,
    /// The settings of theme, pictures, mouse and keys.
    pub settings: Settings,
    /// The settings in force before a trial.
    before_trial: Option<Box<Settings>>,
    /// Drafts of remarks.
    pub drafts: Drafts,
    /// The message about the last act.
    pub status: Option<StatusMessage>,
    /// The letter that is about to open the entry for choices without a key.
    pub typed_choice: Option<TypedChoice>,
    /// The name that the terminal reports; untrusted text, empty if there is none.
    pub terminal: String,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// The command that edits a file, from `VISUAL` or `EDITOR`.
    pub editor: Option<String>,
    /// What the benchmark shares with something else, where the session was started to show it.
    pub look_alikes: Option<Arc<LookAlikes>>,
    /// Said on every screen about the data of the benchmark that is open.
    pub notice: Option<String>,
    /// Causes a frame to be drawn when work on another thread is done.
    pub wake: Waker,
    /// The queue whose bundle the database is, `None` if it is not a bundle: read once, since a database
    /// is marked when it is packed.
    pub bundle: Option<&'static str>,
    pub attention: Attention,
    /// What is next after a queue: the action that opens it, in words. Screens of queues do not know each
    /// other; the program sets it.
    pub next_work: fn(&'static str, &Session) -> (Action, String),
    /// When a write started to wait for another program.
    waits_since: Option<Instant>,
    /// When the last wait ended.
    waited_until: Option<Instant>,
    /// How many rows of a benchmark's queue there were when it was opened first, by their names.
    rows_at_start: HashMap<(String, &'static str), usize>,
}

impl Session {
    /// Begins a session, in the language of this thread.
    pub fn new(store: Store, desks: Desks, surface: Surface, theme: Theme, keymap: Keymap) -> Self {
        terms::open_checklists(desks.review().checklists());
        let review = desks.review();
        let rows = review.history().rows().len();
        let rows_at_start =
            HashMap::from([((review.benchmark().name.clone(), QUEUE_REVIEW), rows)]);
        // A failure here occurs again, and is reported, with the first question.
        let drafts = Drafts::load(&store, review.annotator(), review.benchmark());
        Session {
            bundle: store.bundled_queue().unwrap_or(None),
            store,
            desks,
            hints: false,
            surface,
            theme,
            keymap,
            settings: Settings::from_surface(surface),
            before_trial: None,
            drafts: drafts.unwrap_or_default(),
            status: None,
            typed_choice: None,
            terminal: String::new(),
            mouse: false,
            editor: None,
            look_alikes: None,
            notice: None,
            wake: Arc::new(|| ()),
            attention: Attention::start(),
            next_work: |_, _| (Action::Home, String::new()),
            waits_since: None,
            waited_until: None,
            rows_at_start,
        }
    }

    /// The key of an action in a context as messages name it, or the action's name if it has none.
    pub fn key_of(&self, context: KeyContext, action: Action) -> String {
        let key = self.keymap.key_for(context, action);
        key.map_or_else(|| action.name().to_owned(), |key| key.to_string())
    }

    /// The annotator's review, which gives the lists of questions their order.
    pub fn review(&self) -> &ReviewDesk {
        self.desks.review()
    }

    /// Writes the drafts that changed, if no other program is writing.
    ///
    /// # Errors
    /// When the database cannot be written; the drafts are then kept here.
    pub fn write_drafts(&mut self) -> Result<()> {
        let review = self.desks.review();
        self.store.briefly(|store| self.drafts.write(store, review))
    }

    /// Records that the annotator sees answers to these questions, before they are on the screen.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn record_seen(&mut self, questions: &[QuestionId], seen: ShownAnswers) -> Result<()> {
        let annotator = self.desks.review().annotator();
        self.store.briefly(|store| store.record_answer_exposures(annotator, questions, seen))
    }

    /// Opens another benchmark: the desks of this one are closed, its drafts are kept.
    ///
    /// # Errors
    /// When the database cannot be read; the session then stays unchanged.
    pub fn open_benchmark(&mut self, benchmark: &Benchmark) -> Result<()> {
        let annotator = self.review().annotator().clone();
        let desks = Desks::load(&mut self.store, &annotator, benchmark)?;
        let notice = self.store.notice(benchmark)?;
        self.write_drafts()?;
        self.drafts = Drafts::load(&self.store, &annotator, benchmark)?;
        terms::open_checklists(desks.review().checklists());
        (self.desks, self.notice) = (desks, notice);
        self.begin_sitting(QUEUE_REVIEW);
        Ok(())
    }

    /// From the first opening of a queue on, what is decided in it belongs to this sitting.
    pub fn begin_sitting(&mut self, queue: &'static str) {
        if let Some(desk) = self.desks.named(queue) {
            let rows = desk.history().rows().len();
            let benchmark = self.review().benchmark().name.clone();
            self.rows_at_start.entry((benchmark, queue)).or_insert(rows);
        }
    }

    /// The first row of this sitting in a queue of the open benchmark.
    fn sitting_from(&self, queue: &'static str) -> Option<usize> {
        self.rows_at_start.get(&(self.review().benchmark().name.clone(), queue)).copied()
    }

    /// What settles the items of this sitting in a queue, in the order of the decisions.
    pub fn sitting(&self, queue: &'static str) -> Vec<&HistoryRow> {
        match (self.desks.named(queue), self.sitting_from(queue)) {
            (Some(desk), Some(first)) => desk.history().settling_since(first).collect(),
            _ => Vec::new(),
        }
    }

    /// A summary of the review of the open benchmark since the start of the session.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn summary(&self) -> Result<SessionSummary> {
        let first = self.sitting_from(QUEUE_REVIEW).unwrap_or_default();
        SessionSummary::since(self.review(), &self.store, first)
    }

    /// The end of a title: what is said about the data of the open benchmark; empty if nothing is.
    pub fn notice_in_title(&self) -> String {
        self.notice.as_ref().map(|notice| format!(" · {notice}")).unwrap_or_default()
    }

    /// Shows information about the last act.
    pub fn hint(&mut self, words: impl Into<String>) {
        self.status = Some(StatusMessage::hint(words));
    }

    /// Shows a failure.
    pub fn show_error(&mut self, error: impl std::fmt::Display) {
        self.status = Some(StatusMessage::error(error.to_string()));
    }

    /// Whether a write failed only because another program is writing, and must be tried again, as
    /// the status line then shows. The wait for other programs is limited.
    pub fn waits_after(&mut self, error: &StoreError) -> bool {
        let since = self.waits_since.unwrap_or_else(Instant::now);
        let waits = matches!(error, StoreError::Busy { .. }) && since.elapsed() < PATIENCE;
        self.waits_since = waits.then_some(since);
        if waits {
            self.status = Some(StatusMessage::waiting());
        }
        waits
    }

    /// Whether something waits until another program has finished writing.
    pub fn is_waiting_for_writer(&self) -> bool {
        self.waits_since.is_some()
    }

    pub fn end_waiting(&mut self) {
        if self.waits_since.take().is_some() {
            self.waited_until = Some(Instant::now());
        }
    }

    /// Whether a write waited at a moment: keys pressed then are ignored as impatience.
    pub fn was_waiting_for_writer(&self, at: Instant) -> bool {
        self.waited_until.is_some_and(|until| at < until)
    }

    /// Notes that the annotator did something.
    pub fn attend(&mut self) {
        self.attention.attend();
    }

    /// Adds a reminder of a break to the last message, if the settings require it and it is due.
    pub fn remind_of_break(&mut self) {
        let Some(every) = self.settings.break_after() else { return };
        let Some(worked) = self.attention.break_due(every, Instant::now()) else { return };
        let words = text!("break-due", minutes = worked.as_secs() / 60);
        match &mut self.status {
            Some(status) => status.add(&words),
            None => self.hint(words),
        }
    }

    /// The context of the decision that is made now, which includes the attention so far.
    pub fn context(
        &mut self,
        screen: &'static str,
        picture: Option<String>,
        cells: Option<(u16, u16)>,
    ) -> DecisionContext {
        let TimeSpent { active_ms, idle_ms } = self.attention.spend();
        DecisionContext { screen, picture, cells, active_ms, idle_ms }
    }

    /// Applies the settings to the screens.
    ///
    /// # Errors
    /// When the file of a theme cannot be used; then the theme stays.
    pub fn follow_settings(&mut self) -> Result<(), ThemeError> {
        self.surface = self.settings.surface();
        speak(self.settings.language());
        self.mouse = self.settings.mouse();
        self.keymap.clone_from(&self.settings.config.keymap);
        self.theme = self.settings.theme()?;
        Ok(())
    }

    /// Shows what a change would look like, until [`Session::end_trial`].
    ///
    /// # Errors
    /// When it does not fit into the configuration file.
    pub fn try_settings(&mut self, change: &Change) -> Result<(), Unchanged> {
        self.end_trial();
        let before = self.settings.clone();
        self.change_settings(|settings| settings.take(change))?;
        self.before_trial = Some(Box::new(before));
        Ok(())
    }

    fn change_settings(
        &mut self,
        change: impl FnOnce(&mut Settings) -> Result<(), Unchanged>,
    ) -> Result<(), Unchanged> {
        self.end_trial();
        change(&mut self.settings)?;
        // The theme stays unchanged if its file cannot be used.
        let _ = self.follow_settings();
        Ok(())
    }

    /// Everything looks as it did before the trial.
    pub fn end_trial(&mut self) {
        if let Some(before) = self.before_trial.take() {
            self.settings = *before;
            let _ = self.follow_settings();
        }
    }

    /// Writes a change and applies it at once.
    ///
    /// # Errors
    /// When the configuration file cannot be changed; then nothing changes.
    pub fn save_settings(&mut self, change: &Change) -> Result<(), Unchanged> {
        self.change_settings(|settings| settings.save(change))
    }

    /// Reads the configuration file again and follows it.
    ///
    /// # Errors
    /// When it cannot be read or is not TOML; then nothing changes.
    pub fn read_settings_again(&mut self) -> Result<(), Unchanged> {
        self.change_settings(Settings::read_again)
    }
}
