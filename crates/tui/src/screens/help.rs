//! Help: every key that does something on the screen below, and facts about the program. It is
//! generated from the keymap and the commands of that screen, so it cannot be out of date.

use std::ops::RangeInclusive;

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::{KeyContext, Keymap};
use crate::messages::{text, words};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::chrome::draw_prompt;
use crate::widgets::scroll::TEXT_MOVES;
use crate::widgets::text_popup::TextPopup;
use crate::widgets::wrap::hanging;
use assay_core::benchmark::queues::QUEUE_REVIEW;
use assay_core::keyword::Keyword;
use assay_core::visible::visible;
use assay_workflow::queue::OpenDesk;

/// The help on one screen.
pub struct Help {
    rows: Vec<Row>,
    text: TextPopup,
}

/// A row of the help.
enum Row {
    /// A heading; empty for a free line.
    Heading(&'static str),
    /// The keys of an action with its sentence, and whether it is available now.
    Entry { keys: String, sentence: String, is_offered: bool },
    /// A fact about the program.
    Fact(&'static str, String),
}

/// The headings, as messages, with their actions.
const TOPICS: [(&str, RangeInclusive<Action>); 5] = [
    ("help-decide", Action::ChooseA..=Action::GuidelineUnclear),
    ("help-picture", Action::FullScreen..=Action::Play),
    ("help-choose", Action::Confirm..=Action::EditSettings),
    ("help-move", Action::Up..=Action::Last),
    ("help-program", Action::Find..=Action::Redraw),
];

/// Room for the keys before the sentences.
const KEYS_WIDTH: usize = 13;

impl Help {
    /// The help on a screen.
    pub fn about(screen: &dyn Screen, session: &Session) -> Self {
        let offered = screen.commands(session);
        let keys = Keys { place: screen.key_context(), offered, keymap: &session.keymap };
        let has_own_line = |action: &Action| action.choice().is_none() && action.picked().is_none();
        // The keys of choices are the letters that the question shows.
        let choices = keys.in_one_line(|action| action.choice().is_some(), text!("help-choices"));
        let picks = keys.in_one_line(|action| action.picked().is_some(), text!("help-picks"));
        let picks = picks.filter(|row| matches!(row, Row::Entry { is_offered: true, .. }));
        let mut entries: Vec<Row> = picks.into_iter().chain(choices).collect();
        let mut rows = Vec::new();
        for (heading, actions) in &TOPICS {
            let actions = Action::all().filter(|action| actions.contains(action));
            entries.extend(actions.filter(has_own_line).filter_map(|action| keys.entry(action)));
            if !entries.is_empty() {
                rows.push(Row::Heading(words(heading)));
                rows.append(&mut entries);
                rows.push(Row::Heading(""));
            }
        }
        rows.push(Row::Heading(text!("help-this-program")));
        rows.extend(facts(session).map(|(name, fact)| Row::Fact(name, fact)));
        Help { rows, text: TextPopup::default() }
    }
}

impl Row {
    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let (left, of_left, words, of_words) = match self {
            Row::Heading(words) => return vec![Line::styled(*words, theme.heading)],
            Row::Entry { keys, sentence, is_offered: true } => {
                (keys.as_str(), theme.key, sentence.clone(), theme.text)
            }
            Row::Entry { keys, sentence, .. } => {
                (keys.as_str(), theme.dim, text!("help-not-now", sentence), theme.dim)
            }
            Row::Fact(name, fact) => (*name, theme.dim, fact.clone(), theme.text),
        };
        hanging(left, of_left, &words, of_words, (left.width().max(KEYS_WIDTH) + 1, width))
    }
}

/// The keys of a screen.
struct Keys<'s> {
    place: KeyContext,
    offered: Vec<Action>,
    keymap: &'s Keymap,
}

impl Keys<'_> {
    /// The entry of an action; `None` if it has no key or is never offered. Keys of the review are listed
    /// in either step, so that a beginner sees the next step.
    fn entry(&self, action: Action) -> Option<Row> {
        let is_offered = self.offered.contains(&action) || action.is_program_wide();
        if !is_offered && self.place != KeyContext::Queue(QUEUE_REVIEW) {
            return None;
        }
        let keys = self.keymap.keys_for(self.place, action).map(|key| key.to_string());
        let mut keys: Vec<String> = keys.collect();
        keys.sort_by_key(|key| key.chars().count() == 1 && key.is_ascii());
        let (keys, sentence) = (keys.join(" "), action.sentence().to_owned());
        (!keys.is_empty()).then_some(Row::Entry { keys, sentence, is_offered })
    }

    /// Actions with separate keys in one line: those that are offered, else all.
    fn in_one_line(&self, is_listed: fn(Action) -> bool, sentence: &str) -> Option<Row> {
        let is_offered = self.offered.iter().any(|&action| is_listed(action));
        let listed = Action::all().filter(|&action| is_listed(action));
        let listed = listed.filter(|action| !is_offered || self.offered.contains(action));
        let keys = listed.filter_map(|action| self.keymap.key_for(self.place, action));
        let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
        let keys = match keys.as_slice() {
            [] => return None,
            [first, .., last] if keys.len() > 3 => format!("{first} … {last}"),
            few => few.join(" "),
        };
        Some(Row::Entry { keys, sentence: sentence.to_owned(), is_offered })
    }
}

fn facts(session: &Session) -> [(&'static str, String); 6] {
    let terminal = match session.terminal.as_str() {
        "" => text!("help-terminal-unnamed"),
        name => name,
    };
    let mode = session.surface.mode.words();
    let pictures = match session.settings.pictures_because() {
        "" => mode.to_owned(),
        because => text!("help-pictures-because", mode, because = visible(because)),
    };
    let mouse = if session.mouse { text!("help-mouse-on") } else { text!("help-mouse-off") };
    let guideline = &session.review().guideline().version;
    [
        (text!("help-pictures"), pictures),
        (text!("help-mouse"), mouse.to_owned()),
        (text!("help-terminal"), terminal.to_owned()),
        (text!("help-guideline"), text!("help-version", version = guideline)),
        (text!("help-database"), session.store.path().display().to_string()),
        ("Assay", text!("help-version", version = env!("CARGO_PKG_VERSION"))),
    ]
}

/// The widest help.
const WIDEST: u16 = 78;

impl Screen for Help {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        TEXT_MOVES.into()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::Help)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        self.text.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        let rows = self.rows.iter();
        let lines = |width| rows.flat_map(|row| row.lines(width, &session.theme)).collect();
        self.text.lay_out(WIDEST, area, lines);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let far = self.text.window.how_far();
        let title = match &far {
            Some(far) => text!("help-title-far", far),
            None => text!("help-title").to_owned(),
        };
        self.text.draw(&title, &session.theme, canvas.buffer);
        let hints =
            [(Action::Back, text!("help-close")), (Action::PageDown, text!("help-next-page"))];
        let hints = if far.is_some() { &hints[..] } else { &hints[..1] };
        draw_prompt(None, hints, KeyContext::Reader, canvas.area, session, canvas.buffer);
    }

    fn is_popup(&self) -> bool {
        true
    }

    fn dims_below(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_in_the_help() {
        for action in Action::all() {
            let topics = TOPICS.iter().filter(|(_, actions)| actions.contains(&action));
            assert_eq!(topics.count(), 1, "{action:?}");
        }
    }

    #[test]
    fn a_context_lists_its_own_keys_and_those_for_everywhere() {
        let keymap = Keymap::default();
        let place = KeyContext::Queue(QUEUE_REVIEW);
        let keys = Keys { place, offered: vec![Action::Keep], keymap: &keymap };
        let of = |action| match keys.entry(action)? {
            Row::Entry { keys, is_offered, .. } => Some((keys, is_offered)),
            Row::Heading(_) | Row::Fact(..) => None,
        };
        assert!(of(Action::Keep).unwrap().1);
        assert!(!of(Action::Wrong).unwrap().1);
        assert_eq!(of(Action::Back).unwrap().0, "Esc q");
        assert!(of(Action::Filter).is_none(), "there is nothing to filter in the review");
    }
}
