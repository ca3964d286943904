//! The lines of the home screen: screens, outstanding work, the team, abilities, the last
//! decisions, other benchmarks, files to import. One column on narrow screens, two on wide ones.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Home;
use super::columns::{Column, HomeLine};
use super::entries::{Entry, Opens, Section};
use super::figures::HomeFigures;
use crate::keymap::KeyContext;
use crate::messages::text;
use crate::screens::team_lines::team;
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::bar_lines;
use crate::widgets::wrap::{cut, wrapped};
use assay_core::visible::visible_line;
use assay_formats::nearby::NearbyKind;

/// The minimum width for two columns.
const WIDE: u16 = 110;

impl Home {
    /// The lines in one column, or in two if there is space.
    pub(super) fn lay_out(&self, area: Rect, session: &Session) -> Vec<Column> {
        let theme = &session.theme;
        let body = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let is_wide = area.width >= WIDE;
        let left = if is_wide { area.width / 2 } else { area.width };
        let right = if is_wide { area.width - left } else { area.width };
        let mut own = sections(self, usize::from(left), session);
        let here = self.here(session).filter(|_| session.bundle.is_none());
        let team = here.map(|work| plain(team(work, usize::from(right), session)));
        let abilities = abilities(self, usize::from(right), theme);
        let figures = self.figures.ready().filter(|_| self.models == 0);
        let hints = match session.bundle {
            Some(queue) => Some(about_bundle(queue, usize::from(right), theme)),
            None => figures.map(|figures| hints(figures, usize::from(right), theme)),
        };
        let beside = vec![team.unwrap_or_default(), abilities, hints.unwrap_or_default()];
        if is_wide {
            let right_area = Rect { x: body.x + left, width: right, ..body };
            return vec![
                Column::new(own, Rect { width: left, ..body }),
                Column::new(beside, right_area),
            ];
        }
        // The outstanding work is first, then the team.
        let rest = own.split_off(2);
        vec![Column::new(own.into_iter().chain(beside).chain(rest).collect(), body)]
    }
}

/// Lines that open nothing.
fn plain(lines: impl IntoIterator<Item = Line<'static>>) -> Vec<HomeLine> {
    lines.into_iter().map(|line| (line, None)).collect()
}

/// The sections with the entries, in the order of the entries.
fn sections(home: &Home, width: usize, session: &Session) -> Vec<Vec<HomeLine>> {
    let sections = [
        (Section::Screens, None),
        (Section::Waits, Some(text!("home-waits"))),
        (Section::Decisions, Some(text!("home-last-decisions"))),
        (Section::Benchmarks, Some(text!("home-other-benchmarks"))),
    ];
    let lines = |(section, heading)| entries(home, section, heading, width, session);
    sections.map(lines).into()
}

/// The entries of a section below its heading; empty if there are none.
fn entries(
    home: &Home,
    section: Section,
    heading: Option<&str>,
    width: usize,
    session: &Session,
) -> Vec<HomeLine> {
    let theme = &session.theme;
    let wanted = home.entries.iter().enumerate().filter(|(_, entry)| entry.section == section);
    let rows =
        wanted.map(|(at, entry)| (entry_line(entry, at == home.marked, width, session), Some(at)));
    let mut rows: Vec<HomeLine> = rows.collect();
    if let Some(heading) = heading.filter(|_| !rows.is_empty()) {
        rows.insert(0, (Line::styled(format!("  {heading}"), theme.heading), None));
    }
    rows
}

fn entry_line(entry: &Entry, is_marked: bool, width: usize, session: &Session) -> Line<'static> {
    let theme = &session.theme;
    let sign = Span::styled(if is_marked { "  ▸ " } else { "    " }, theme.key);
    let style: Style = match (is_marked, entry.section) {
        (true, _) => theme.selected.into(),
        (false, Section::Waits) => theme.warning.into(),
        (false, _) => theme.text.into(),
    };
    let mut spans = vec![sign];
    let mut room = width.saturating_sub(5);
    if let (Section::Screens, &Opens::Screen(action)) = (entry.section, &entry.opens) {
        let key = session.keymap.key_for(KeyContext::Home, action).map(|key| key.to_string());
        // Two columns are enough, except for custom keys such as `Ctrl-r`.
        let key = format!("{:<2} ", key.unwrap_or_default());
        room = room.saturating_sub(key.width());
        spans.push(Span::styled(key, theme.key));
    }
    spans.push(Span::styled(cut(&entry.words, room), style));
    Line::from(spans)
}

/// Progress by ability.
fn abilities(home: &Home, width: usize, theme: &Theme) -> Vec<HomeLine> {
    if home.bars.is_empty() {
        return Vec::new();
    }
    let heading = Line::styled(text!("home-progress-by-ability"), theme.heading);
    let bars = bar_lines(&home.bars, width.saturating_sub(5), theme).into_iter().map(|mut line| {
        line.spans.insert(0, Span::raw("    "));
        line
    });
    plain(std::iter::once(heading).chain(bars))
}

/// The purpose of a bundle, and how to return it.
fn about_bundle(queue: &str, width: usize, theme: &Theme) -> Vec<HomeLine> {
    let heading = text!("home-bundle", queue = terms::queue(queue));
    let words = wrapped(text!("home-bundle-goes-back"), width.saturating_sub(6));
    let words = words.into_iter().map(|words| Line::styled(format!("    {words}"), theme.dim));
    let heading =
        Line::styled(format!("  {}", cut(&heading, width.saturating_sub(4))), theme.heading);
    plain(std::iter::once(heading).chain(words))
}

/// Files that could be imported, as long as no model has answered.
fn hints(figures: &HomeFigures, width: usize, theme: &Theme) -> Vec<HomeLine> {
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
    let heading = Line::styled(text!("home-no-model"), theme.heading);
    let words = wrapped(text!("home-bring-predictions"), width.saturating_sub(4));
    let words = words.into_iter().map(|words| Line::styled(format!("    {words}"), theme.dim));
    let commands = commands.into_iter().map(|command| {
        Line::styled(cut(&format!("      {}", visible_line(&command)), width), theme.text)
    });
    plain(std::iter::once(heading).chain(words).chain(commands))
}
