//! Help: every key that does something now on the screen below, and facts about the program. It is
//! generated from the keymap and the commands of that screen, so it cannot be out of date.

use std::iter;
use std::ops::RangeInclusive;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::{KeyContext, Keymap};
use crate::messages::{text, words};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::chrome::{chip, draw_prompt};
use crate::widgets::scroll::TEXT_MOVES;
use crate::widgets::text_popup::TextPopup;
use crate::widgets::wrap::{behind_mark, hanging, wrapped};
use assay_core::keyword::Keyword;
use assay_core::visible::visible;
use assay_workflow::queue::OpenDesk;

/// The help on one screen.
pub struct Help {
    topics: Vec<Topic>,
    facts: Vec<(&'static str, String)>,
    text: TextPopup,
}

/// A heading and what can be done now under it.
struct Topic {
    heading: &'static str,
    entries: Vec<Entry>,
}

/// Keys, and what they do.
struct Entry {
    keys: Vec<String>,
    sentence: &'static str,
}

/// The headings, as messages, with their actions.
const TOPICS: [(&str, RangeInclusive<Action>); 5] = [
    ("help-decide", Action::ChooseA..=Action::GuidelineUnclear),
    ("help-picture", Action::FullScreen..=Action::Play),
    ("help-choose", Action::Confirm..=Action::EditSettings),
    ("help-move", Action::Up..=Action::Last),
    ("help-program", Action::Find..=Action::Redraw),
];

/// Actions that are explained in one line, with its message.
const TOGETHER: [(&str, RangeInclusive<Action>); 8] = [
    ("help-choices", Action::ChooseA..=Action::ChooseI),
    ("help-picks", Action::Pick1..=Action::Pick9),
    ("help-zoom", Action::ZoomIn..=Action::ZoomReset),
    ("help-turn", Action::NextPicture..=Action::PreviousPicture),
    ("help-arrows", Action::Up..=Action::Right),
    ("help-scroll", Action::ScrollUp..=Action::ScrollDown),
    ("help-page", Action::PageUp..=Action::PageDown),
    ("help-ends", Action::First..=Action::Last),
];

impl Help {
    /// The help on a screen.
    pub fn about(screen: &dyn Screen, session: &Session) -> Self {
        let offered = screen.commands(session);
        let keys = Keys { place: screen.key_context(), offered, keymap: &session.keymap };
        let topics = TOPICS.iter().map(|(heading, actions)| Topic {
            heading: words(heading),
            entries: Action::all()
                .filter(|action| actions.contains(action))
                .filter_map(|action| keys.entry(action))
                .collect(),
        });
        Help {
            topics: topics.filter(|topic| !topic.entries.is_empty()).collect(),
            facts: facts(session).into(),
            text: TextPopup::default(),
        }
    }

    /// The topics in two columns where there is space, and the facts below.
    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = match width.checked_sub(GAP).map(|both| both / 2) {
            Some(half) if half >= NARROWEST => {
                let topics = self.topics.iter().map(|topic| topic.lines(half, theme)).collect();
                in_two_columns(topics, half)
            }
            _ => self.topics.iter().flat_map(|topic| topic.lines(width, theme)).collect(),
        };
        lines.push(Line::styled(text!("help-this-program"), theme.heading));
        let left = self.facts.iter().map(|(name, _)| name.width()).max().unwrap_or(0) + 2;
        lines.extend(
            self.facts
                .iter()
                .flat_map(|(name, fact)| hanging(name, theme.dim, fact, theme.text, (left, width))),
        );
        lines
    }
}

/// Cells between two columns.
const GAP: usize = 3;
/// The narrowest column of keys and sentences.
const NARROWEST: usize = 30;

/// Texts under each other in two columns of equal width, as even as the texts allow.
fn in_two_columns(texts: Vec<Vec<Line<'static>>>, width: usize) -> Vec<Line<'static>> {
    let height = |texts: &[Vec<Line<'_>>]| texts.iter().map(Vec::len).sum::<usize>();
    let even = |at: &usize| height(&texts[..*at]).max(height(&texts[*at..]));
    let split = (0..=texts.len()).min_by_key(even).unwrap_or_default();
    let rows = even(&split);
    let mut left = texts;
    let right = left.split_off(split).into_iter().flatten().chain(iter::repeat(Line::default()));
    let left = left.into_iter().flatten().chain(iter::repeat(Line::default()));
    let beside = left.zip(right).map(|(mut line, right)| {
        line.push_span(" ".repeat((width + GAP).saturating_sub(line.width())));
        line.spans.extend(right);
        line
    });
    beside.take(rows).collect()
}

impl Topic {
    /// The heading, the entries and a blank line.
    fn lines(&self, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = vec![Line::from(Span::styled(self.heading, theme.heading))];
        let indent = self.entries.iter().map(Entry::keys_width).max().unwrap_or(0).min(KEYS_WIDTH);
        for entry in &self.entries {
            let mut mark = Vec::new();
            for key in &entry.keys {
                mark.extend([chip(key, theme), Span::raw(" ")]);
            }
            let used = entry.keys_width();
            mark.push(Span::raw(" ".repeat(indent.saturating_sub(used))));
            let room = width.saturating_sub(used.max(indent));
            lines.extend(behind_mark(mark, wrapped(entry.sentence, room), theme.text));
        }
        lines.push(Line::default());
        lines
    }
}

impl Entry {
    /// The cells of the keys' caps, with a blank behind each.
    fn keys_width(&self) -> usize {
        self.keys.iter().map(|key| key.width() + 3).sum()
    }
}

/// Room for the keys before the sentences.
const KEYS_WIDTH: usize = 10;

/// The keys of a screen.
struct Keys<'s> {
    place: KeyContext,
    offered: Vec<Action>,
    keymap: &'s Keymap,
}

impl Keys<'_> {
    /// The entry that begins with an action; `None` if it is not available now, has no key, or is
    /// explained with another one.
    fn entry(&self, action: Action) -> Option<Entry> {
        let together = TOGETHER.iter().find(|(_, actions)| actions.contains(&action));
        let Some((sentence, actions)) = together else {
            let mut keys = self.keys(action);
            keys.sort_by_key(|key| key.chars().count() == 1 && key.is_ascii());
            let used = |keys: &[String]| keys.iter().map(|key| key.width() + 3).sum::<usize>();
            while keys.len() > 1 && used(&keys) > KEYS_WIDTH {
                keys.pop();
            }
            return (!keys.is_empty()).then(|| Entry { keys, sentence: action.sentence() });
        };
        let all = Action::all().filter(|action| actions.contains(action));
        let with_key = all.filter_map(|one| Some((one, self.keys(one).into_iter().next()?)));
        let with_key: Vec<(Action, String)> = with_key.collect();
        let keys = match with_key.as_slice() {
            [(first, _), ..] if *first != action => return None,
            [] => return None,
            [(_, first), .., (_, last)] if with_key.len() > 3 => vec![format!("{first} … {last}")],
            few => few.iter().map(|(_, key)| key.clone()).collect(),
        };
        Some(Entry { keys, sentence: words(sentence) })
    }

    /// The keys of an action that is available now.
    fn keys(&self, action: Action) -> Vec<String> {
        let is_offered = self.offered.contains(&action) || action.is_program_wide();
        let keys = self.keymap.keys_for(self.place, action).filter(|_| is_offered);
        keys.map(|key| key.to_string()).collect()
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
const WIDEST: u16 = 104;

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
        text.lay_out(WIDEST, area, |width| self.lines(width, &session.theme));
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

    fn dims_below(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::queues::QUEUE_REVIEW;

    #[test]
    fn every_action_is_in_the_help() {
        for action in Action::all() {
            let topics = TOPICS.iter().filter(|(_, actions)| actions.contains(&action));
            assert_eq!(topics.count(), 1, "{action:?}");
        }
    }

    #[test]
    fn a_context_lists_its_own_keys_and_those_for_everywhere_that_apply_now() {
        let keymap = Keymap::default();
        let place = KeyContext::Queue(QUEUE_REVIEW);
        let keys = Keys { place, offered: vec![Action::Keep, Action::ZoomOut], keymap: &keymap };
        let of = |action| keys.entry(action).map(|entry| entry.keys.join(" "));
        assert_eq!(of(Action::Keep).as_deref(), Some("y"));
        assert_eq!(of(Action::Wrong), None, "it comes after the answer");
        assert_eq!(of(Action::Back).as_deref(), Some("Esc q"));
        assert_eq!(of(Action::ZoomIn), None);
        assert_eq!(of(Action::ZoomOut).as_deref(), Some("-"), "of its group the one that applies");
    }

    #[test]
    fn topics_are_beside_each_other_and_none_is_lost() {
        let text = |lines: usize, name: &str| vec![Line::raw(name.to_owned()); lines];
        let texts = vec![text(3, "one"), text(4, "two"), text(2, "three")];
        let lines = in_two_columns(texts, 5);
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), 6);
        assert_eq!((lines[0].as_str(), lines[3].trim_end()), ("one     two", "        two"));
        assert!(lines[4].ends_with("three"));
    }
}
