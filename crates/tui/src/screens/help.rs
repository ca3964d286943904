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
use crate::theme::{Theme, Tone};
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
    topics: Vec<Topic>,
    facts: Vec<(&'static str, String)>,
    text: TextPopup,
}

struct Topic {
    heading: &'static str,
    entries: Vec<Entry>,
}

/// One line of the help.
struct Entry {
    keys: String,
    sentence: String,
    /// Whether it is available now.
    is_offered: bool,
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
        let place = screen.key_context();
        let has_own_line = |action: &Action| action.choice().is_none() && action.picked().is_none();
        let entry = |action| entry(action, place, &offered, &session.keymap);
        let topic = |(heading, actions): &(&str, RangeInclusive<Action>)| {
            let actions = Action::all().filter(|action| actions.contains(action));
            let entries = actions.filter(has_own_line).filter_map(entry).collect();
            Topic { heading: words(heading), entries }
        };
        let mut topics: Vec<Topic> = TOPICS.iter().map(topic).collect();
        let in_one_line = |is_listed: fn(Action) -> bool, sentence| {
            in_one_line(is_listed, sentence, place, &offered, &session.keymap)
        };
        // The keys of choices are the letters that the question shows.
        let choices = in_one_line(|action| action.choice().is_some(), text!("help-choices"));
        let picks = in_one_line(|action| action.picked().is_some(), text!("help-picks"));
        let picks = picks.filter(|entry| entry.is_offered);
        topics[0].entries.splice(..0, picks.into_iter().chain(choices));
        topics.retain(|topic| !topic.entries.is_empty());
        Help { topics, facts: facts(session), text: TextPopup::default() }
    }

    fn lay_out(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for topic in &self.topics {
            lines.push(Line::styled(topic.heading, theme.heading));
            for entry in &topic.entries {
                let (of_keys, of_words) = match entry.is_offered {
                    true => (theme.key, theme.text),
                    false => (theme.dim, theme.dim),
                };
                let sentence = match entry.is_offered {
                    true => entry.sentence.clone(),
                    false => text!("help-not-now", sentence = entry.sentence),
                };
                lines.extend(rows(&entry.keys, of_keys, &sentence, of_words, width));
            }
            lines.push(Line::default());
        }
        lines.push(Line::styled(text!("help-this-program"), theme.heading));
        for (name, fact) in &self.facts {
            lines.extend(rows(name, theme.dim, fact, theme.text, width));
        }
        lines
    }
}

/// The entry of an action in a context; `None` if it has no key or is never offered. Keys of the
/// review are listed in either step, so that a beginner sees the next step.
fn entry(action: Action, place: KeyContext, offered: &[Action], keymap: &Keymap) -> Option<Entry> {
    let is_offered = offered.contains(&action) || action.is_program_wide();
    if !is_offered && place != KeyContext::Queue(QUEUE_REVIEW) {
        return None;
    }
    let mut keys: Vec<String> = keymap.keys_for(place, action).map(|key| key.to_string()).collect();
    keys.sort_by_key(|key| key.chars().count() == 1 && key.is_ascii());
    let entry = Entry { keys: keys.join(" "), sentence: action.sentence().to_owned(), is_offered };
    (!keys.is_empty()).then_some(entry)
}

/// Actions with separate keys in one line: those that are offered, else all.
fn in_one_line(
    is_listed: fn(Action) -> bool,
    sentence: &str,
    place: KeyContext,
    offered: &[Action],
    keymap: &Keymap,
) -> Option<Entry> {
    let bound = |action: Action| keymap.key_for(place, action).map(|key| key.to_string());
    let is_offered = offered.iter().any(|&action| is_listed(action));
    let all = Action::all().filter(|&action| is_listed(action));
    let keys: Vec<String> = match is_offered {
        true => all.filter(|action| offered.contains(action)).filter_map(bound).collect(),
        false => all.filter_map(bound).collect(),
    };
    let keys = match keys.as_slice() {
        [] => return None,
        [first, .., last] if keys.len() > 3 => format!("{first} … {last}"),
        few => few.join(" "),
    };
    Some(Entry { keys, sentence: sentence.to_owned(), is_offered })
}

fn facts(session: &Session) -> Vec<(&'static str, String)> {
    let terminal = match session.terminal.as_str() {
        "" => text!("help-terminal-unnamed"),
        name => name,
    };
    let pictures = match session.settings.pictures_because() {
        "" => session.surface.mode.words().to_owned(),
        because => text!(
            "help-pictures-because",
            mode = session.surface.mode.words(),
            because = visible(because)
        ),
    };
    let mouse = match session.mouse {
        true => text!("help-mouse-on"),
        false => text!("help-mouse-off"),
    };
    vec![
        (text!("help-pictures"), pictures),
        (text!("help-mouse"), mouse.to_owned()),
        (text!("help-terminal"), terminal.to_owned()),
        (
            text!("help-guideline"),
            text!("help-version", version = session.review().guideline().version),
        ),
        (text!("help-database"), session.store.path().display().to_string()),
        ("Assay", text!("help-version", version = env!("CARGO_PKG_VERSION"))),
    ]
}

/// A name or keys on the left, wrapped words to the right of them.
fn rows(
    left: &str,
    of_left: Tone,
    words: &str,
    of_words: Tone,
    width: usize,
) -> Vec<Line<'static>> {
    let indent = left.width().max(KEYS_WIDTH) + 1;
    hanging(left, of_left, words, of_words, (indent, width))
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
        let mut text = std::mem::take(&mut self.text);
        text.lay_out(WIDEST, area, |width| self.lay_out(width, &session.theme));
        self.text = text;
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
        let of = |action| entry(action, KeyContext::Queue(QUEUE_REVIEW), &[Action::Keep], &keymap);
        assert!(of(Action::Keep).unwrap().is_offered);
        assert!(!of(Action::Wrong).unwrap().is_offered);
        assert_eq!(of(Action::Back).unwrap().keys, "Esc q");
        assert!(of(Action::Filter).is_none(), "there is nothing to filter in the review");
    }
}
