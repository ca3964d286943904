//! The columns of the home screen: what waits, other benchmarks, files to import; beside it the people and
//! the abilities. One column on narrow screens, two on wide ones.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Home;
use super::columns::{AROUND, Column, HomeLine, Section};
use super::entries::{self, Entry, Wait};
use super::figures::HomeFigures;
use crate::action::Action;
use crate::messages::text;
use crate::screens::team_lines::team;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::bar_lines;
use crate::widgets::chrome::chip;
use crate::widgets::wrap::{behind_mark, cut, padded, styled_lines, wrapped};
use assay_core::visible::visible_line;
use assay_formats::nearby::NearbyKind;

/// The minimum width for two columns.
const WIDE: u16 = 100;
/// People that are listed for a queue.
const MOST_PEOPLE: usize = 24;
/// Cells of the title of a queue.
const TITLE: usize = 11;

impl Home {
    /// The sections in one column, or in two if there is space. Their areas are set later.
    pub(super) fn sections_in_columns(&self, area: Rect, session: &Session) -> Vec<Column> {
        let theme = &session.theme;
        let is_wide = area.width >= WIDE;
        let of_column = if is_wide { area.width / 2 } else { area.width };
        let width = usize::from(of_column.saturating_sub(AROUND));
        let figures = self.figures.ready().filter(|_| !self.offered.contains(&Action::OpenModels));
        let own = vec![
            match session.bundle {
                Some(queue) => about_bundle(queue, width, theme),
                None => waits(&self.waits(session), width, session),
            },
            benchmarks(self, width, session),
        ];
        let here = self.here(session).filter(|_| session.bundle.is_none());
        let people = here.map(|work| team(work, (width, MOST_PEOPLE), session));
        let people = people.unwrap_or_default().into_iter();
        let people: Vec<Section> =
            people.map(|(heading, lines)| Section::plain(&heading, lines)).collect();
        let abilities = bar_lines(&self.bars, width, theme);
        let abilities = Section::plain(text!("home-progress-by-ability"), abilities);
        let figures = figures.filter(|_| session.bundle.is_none());
        let files = figures.map(|figures| hints(figures, width, theme));
        let own = own.into_iter();
        // The abilities take the place of the people where there are none.
        let (left, right): (Vec<Section>, Vec<Section>) = match (is_wide, people.is_empty()) {
            (true, false) => (own.chain([abilities]).chain(files).collect(), people),
            (true, true) => (own.chain(files).collect(), vec![abilities]),
            (false, _) => (own.chain(people).chain([abilities]).chain(files).collect(), Vec::new()),
        };
        [left, right].into_iter().filter_map(|sections| Column::new(sections, theme)).collect()
    }
}

/// The outstanding work.
fn waits(waits: &[Wait], width: usize, session: &Session) -> Section {
    let theme = &session.theme;
    let lines = waits.iter().flat_map(|wait| {
        let key = match &wait.key {
            Some(key) => chip(key, theme),
            None => Span::raw("   "),
        };
        let mut mark = vec![Span::raw(" "), key, Span::raw(" ")];
        if !wait.title.is_empty() {
            mark.push(Span::styled(padded(wait.title, TITLE), theme.text));
        }
        let used: usize = mark.iter().map(Span::width).sum();
        let tone = if wait.is_open { theme.warning } else { theme.dim };
        let pieces = wrapped(&wait.words, width.saturating_sub(used));
        let entry = Entry { section: entries::Section::Waits, opens: wait.opens.clone() };
        behind_mark(mark, pieces, tone).map(move |line| (line, Some(entry.clone())))
    });
    Section { heading: text!("home-waits").to_owned(), lines: lines.collect() }
}

/// Other benchmarks.
fn benchmarks(home: &Home, width: usize, session: &Session) -> Section {
    let line = |(words, opens): (String, entries::Opens)| -> HomeLine {
        let words = cut(&words, width.saturating_sub(1));
        let line = Line::from_iter([Span::raw(" "), Span::styled(words, session.theme.text)]);
        (line, Some(Entry { section: entries::Section::Benchmarks, opens }))
    };
    let lines = home.others(session).into_iter().map(line).collect();
    Section { heading: text!("home-other-benchmarks").to_owned(), lines }
}

/// The purpose of a bundle, and how to return it.
fn about_bundle(queue: &str, width: usize, theme: &Theme) -> Section {
    let heading = text!("home-bundle", queue = terms::queue(queue));
    Section::plain(&heading, styled_lines(text!("home-bundle-goes-back"), width, theme.dim))
}

/// Files that could be imported, as long as no model has answered.
fn hints(figures: &HomeFigures, width: usize, theme: &Theme) -> Section {
    let is_wanted = |kind: NearbyKind| kind != NearbyKind::Questions;
    let nearby = figures.nearby.iter().filter(|nearby| is_wanted(nearby.kind));
    let mut commands: Vec<String> = nearby
        .map(|nearby| match nearby.kind {
            NearbyKind::Workbook => {
                nearby.command().replace("questions", "predictions") + " --model NAME"
            }
            _ => nearby.command(),
        })
        .collect();
    if commands.is_empty() {
        commands.push("assay import predictions FILE --model NAME".to_owned());
    }
    commands.push("assay infer --help".to_owned());
    let words = styled_lines(text!("home-bring-predictions"), width, theme.dim);
    let commands = commands.into_iter().map(|command| {
        Line::styled(cut(&format!("  {}", visible_line(&command)), width), theme.text)
    });
    Section::plain(text!("home-no-model"), words.into_iter().chain(commands))
}
