//! The composition of the benchmark, as bars: abilities, kinds, choices, sizes, duplicates, quotas.
//!
//! The distribution of the reference answers is left out: an annotator must not see it before
//! deciding, and `assay describe` prints it. Near-duplicate pictures are left out too, since
//! looking at all pictures takes long.

use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::background::Figures;
use super::figure_text::{FigureScreen, FigureText};
use super::list_layout::{WIDE, region};
use crate::action::Action;
use crate::messages::{text, words_of};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::{Bar, bar_lines};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::percent;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::score::Level;
use assay_core::statistics::Spread;
use assay_workflow::describe::{AbilityCount, Description, load};

/// The screen of the description of the open benchmark.
pub(super) fn screen(session: &Session) -> FigureScreen<Description> {
    FigureScreen::new(Figures::computed(session, |store, benchmark| load(store, benchmark, None)))
}

impl FigureText for Description {
    const OPENED_BY: Action = Action::OpenDescription;
    const LEADS_TO: Action = Action::OpenBrowse;

    fn what() -> &'static str {
        text!("description-what")
    }

    fn computing() -> &'static str {
        text!("description-counting")
    }

    fn basis(&self) -> String {
        let taxonomy = self.taxonomy.as_deref().unwrap_or(text!("description-none"));
        text!("description-basis", count: self.questions, taxonomy)
    }

    /// Abilities, and beside them on wide screens the rest.
    fn frames(area: Rect) -> Vec<(Rect, &'static str)> {
        let region = region(area);
        if area.width < WIDE {
            return vec![(region, Self::what())];
        }
        let width = region.width / 2;
        let right = Rect { x: region.x + width, width: region.width - width, ..region };
        let abilities = (Rect { width, ..region }, text!("description-abilities"));
        vec![abilities, (right, text!("description-rest"))]
    }

    fn lines(&self, frames: usize, room: Size, session: &Session) -> Vec<Vec<Line<'static>>> {
        let width = usize::from(room.width);
        let parts = [abilities(self, width, session), rest(self, width, &session.theme)];
        match frames {
            1 => vec![parts.join(&Line::default())],
            _ => parts.into(),
        }
    }
}

/// From this width on the bars are long enough for the words of their scale.
const WITH_SCALE: usize = 50;

/// Counts under a heading, with their shares of all questions; the longest bar is the largest count.
fn counts(
    heading: &str,
    rows: &[(String, usize)],
    figures: &Description,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    if rows.is_empty() {
        return Vec::new();
    }
    let most = rows.iter().map(|row| row.1).max().unwrap_or(0);
    let share = |count| percent(count as f64 / figures.questions.max(1) as f64);
    let mut table = Table::over(rows)
        .text(heading, |row| &row.0)
        .most(width / 2)
        .least(12)
        .bar(60, |row| (row.1, most))
        .number(text!("description-questions"), |row| row.1)
        .number(text!("description-share"), |row| (Meaning::Dim, share(row.1)))
        .table();
    // In few columns a bar has no room for its scale.
    if width >= WITH_SCALE {
        table.columns[1].head = text!("description-scale", most);
    }
    table_lines(&table, width, theme)
}

/// Sections below each other; those without lines are left out.
fn below_each_other(sections: Vec<Vec<Line<'static>>>) -> Vec<Line<'static>> {
    let there: Vec<_> = sections.into_iter().filter(|lines| !lines.is_empty()).collect();
    there.join(&Line::default())
}

/// How many questions each ability has, and which have fewer than their quota.
fn abilities(figures: &Description, width: usize, session: &Session) -> Vec<Line<'static>> {
    let theme = &session.theme;
    let taxonomy = session.review().benchmark().taxonomy();
    let of_level = |level, heading: &str, name: &dyn Fn(&AbilityCount) -> String| {
        let counted = figures.abilities.counts.iter().filter(|count| count.level == level);
        let rows: Vec<_> = counted.map(|count| (name(count), count.questions)).collect();
        counts(heading, &rows, figures, width, theme)
    };
    let ability = |count: &AbilityCount| terms::ability(taxonomy, &count.name).to_owned();
    let category = |count: &AbilityCount| terms::category(taxonomy, &count.name);
    let short = figures.abilities.shortfalls.iter().map(|short| Bar {
        label: terms::category(taxonomy, &short.name),
        done: short.questions,
        total: short.quota,
    });
    let mut quotas = bar_lines(&short.collect::<Vec<_>>(), width, theme);
    if !quotas.is_empty() {
        quotas.insert(0, Line::styled(text!("description-quotas"), theme.heading));
    }
    below_each_other(vec![
        of_level(Level::L1, text!("description-l1"), &ability),
        of_level(Level::L2, text!("description-l2"), &category),
        of_level(Level::Category, text!("description-leaf"), &category),
        quotas,
    ])
}

/// Kinds, choices, what is there twice, sizes.
fn rest(figures: &Description, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let counts =
        |heading: &str, rows: &[(String, usize)]| counts(heading, rows, figures, width, theme);
    let kind = |name: &'static str| words_of("description-kind", name).to_owned();
    let kinds = figures.kinds.iter().map(|count| (kind(count.kind.name()), count.questions));
    let choices = figures.choices.iter().map(|(&choices, &questions)| match choices {
        0 => (text!("description-open").to_owned(), questions),
        _ => (text!("description-choices-of", count: choices), questions),
    });
    let found = &figures.duplicates;
    let twice = [
        (text!("description-same-picture"), &found.same_picture),
        (text!("description-same-text"), &found.same_text),
        (text!("description-near-text"), &found.near_text),
    ];
    let twice = twice.map(|(name, found)| (name.to_owned(), found.questions));
    let mut more = styled_lines(text!("description-command"), width, theme.dim);
    more.insert(0, Line::styled(text!("description-more"), theme.heading));
    below_each_other(vec![
        counts(text!("description-kinds"), &kinds.collect::<Vec<_>>()),
        counts(text!("description-choices"), &choices.collect::<Vec<_>>()),
        counts(text!("description-twice"), &twice),
        sizes(figures, width, theme),
        more,
    ])
}

fn sizes(figures: &Description, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows: [(&str, Option<Spread>); 4] = [
        (text!("description-words"), figures.words.question),
        (text!("description-width"), figures.pictures.width),
        (text!("description-height"), figures.pictures.height),
        (text!("description-kilobytes"), figures.pictures.kilobytes),
    ];
    let rows: Vec<(&str, Spread)> =
        rows.into_iter().filter_map(|(name, spread)| Some((name, spread?))).collect();
    let whole = |value: f64| format!("{value:.0}");
    let mut lines = Vec::new();
    if !rows.is_empty() {
        let table = Table::over(&rows)
            .text(text!("description-sizes"), |row| row.0)
            .least(12)
            .filling()
            .number(text!("description-median"), |row| whole(row.1.median))
            .number(text!("description-smallest"), |row| (Meaning::Dim, whole(row.1.min)))
            .number(text!("description-largest"), |row| (Meaning::Dim, whole(row.1.max)))
            .table();
        lines.extend(table_lines(&table, width, theme));
    }
    let broken = figures.broken_pictures.len();
    let broken = (broken > 0).then(|| text!("description-broken", count: broken));
    lines.extend(broken.into_iter().flat_map(|words| styled_lines(&words, width, theme.warning)));
    lines
}
