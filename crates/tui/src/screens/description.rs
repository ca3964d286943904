//! The composition of the benchmark, as bars: abilities, kinds, choices, sizes, duplicates, quotas.
//!
//! The distribution of the reference answers is left out: an annotator must not see it before
//! deciding, and `assay describe` prints it. Near-duplicate pictures are left out too, since
//! looking at all pictures takes long.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::background::Figures;
use super::list_chrome::{Head, body, draw_bar, draw_notice};
use super::{Canvas, Outcome, Screen};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::{text, words_of};
use crate::session::Session;
use crate::terms;
use crate::theme::Theme;
use crate::widgets::bars::{Bar, bar_lines};
use crate::widgets::scroll::{TEXT_MOVES, TextWindow};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::percent;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::score::Level;
use assay_core::statistics::Spread;
use assay_workflow::describe::{AbilityCount, Description, load};

/// The description of the open benchmark.
pub struct DescriptionScreen {
    figures: Figures<Description>,
    lines: Vec<Line<'static>>,
    laid_out_at: u16,
    window: TextWindow,
}

impl DescriptionScreen {
    /// The description, which is computed in the background.
    pub fn new(session: &Session) -> Self {
        DescriptionScreen {
            figures: Figures::computed(session, |store, benchmark| load(store, benchmark, None)),
            lines: Vec::new(),
            laid_out_at: 0,
            window: TextWindow::default(),
        }
    }
}

fn text_area(area: Rect) -> Rect {
    Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..body(area) }
}

impl Screen for DescriptionScreen {
    fn key_context(&self) -> KeyContext {
        KeyContext::Reader
    }

    fn commands(&self, _: &Session) -> Vec<Action> {
        let others = [Action::Back, Action::OpenBrowse, Action::Palette, Action::Help];
        others.into_iter().chain(TEXT_MOVES).collect()
    }

    fn opened_by(&self) -> Option<Action> {
        Some(Action::OpenDescription)
    }

    fn update(&mut self, action: Action, _: &mut Session) -> Outcome {
        self.window.act(action);
        Outcome::Stay
    }

    fn prepare(&mut self, area: Rect, session: &Session) {
        self.figures.collect();
        let text = text_area(area);
        if let Some(figures) = self.figures.ready().filter(|_| self.laid_out_at != text.width) {
            self.lines = lines(figures, usize::from(text.width), session);
            self.laid_out_at = text.width;
        }
        self.window.fit(self.lines.len(), text.height);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, session: &Session) {
        let far = self.window.how_far();
        let basis = self.figures.ready().map(|figures| {
            let taxonomy = figures.taxonomy.as_deref().unwrap_or(text!("description-none"));
            let count = figures.questions;
            text!("description-basis", count: count, taxonomy)
        });
        let basis = basis.unwrap_or_default();
        let head = Head::new(text!("description-what"), far.as_deref(), basis, session);
        head.draw(canvas, session);
        match self.figures.notice(text!("description-counting")) {
            Some(words) => draw_notice(&words, canvas, session),
            None => self.window.draw(&self.lines, text_area(canvas.area), canvas.buffer),
        }
        draw_bar(self, canvas, session);
    }

    fn is_waiting(&self) -> bool {
        self.figures.is_running()
    }
}

fn lines(figures: &Description, width: usize, session: &Session) -> Vec<Line<'static>> {
    let theme = &session.theme;
    let taxonomy = session.review().benchmark().taxonomy();
    // Counts with their shares of all questions; the longest bar is the largest count.
    let shares = |heading: &'static str, rows: Vec<(String, usize)>| {
        let most = rows.iter().map(|row| row.1).max().unwrap_or(0);
        let share = |count| percent(count as f64 / figures.questions.max(1) as f64);
        let table = Table::over(&rows)
            .text("", |row| &row.0)
            .least(12)
            .most(width / 2)
            .bar(40, |row| (row.1, most))
            .number("", |row| (Meaning::Dim, row.1))
            .number("", |row| (Meaning::Dim, share(row.1)))
            .table();
        (heading, table_lines(&table, width, theme))
    };
    let of_level = |level, heading, name: &dyn Fn(&AbilityCount) -> String| {
        let counts = figures.abilities.counts.iter().filter(|count| count.level == level);
        shares(heading, counts.map(|count| (name(count), count.questions)).collect())
    };
    let ability = |count: &AbilityCount| terms::ability(taxonomy, &count.name).to_owned();
    let category = |count: &AbilityCount| terms::category(taxonomy, &count.name);
    let short = figures.abilities.shortfalls.iter().map(|short| Bar {
        label: terms::category(taxonomy, &short.name),
        done: short.questions,
        total: short.quota,
    });
    let quotas = bar_lines(&short.collect::<Vec<_>>(), width, theme);
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
    let command = styled_lines(text!("description-command"), width, theme.text);
    let sections = [
        of_level(Level::L1, text!("description-l1"), &ability),
        of_level(Level::L2, text!("description-l2"), &category),
        of_level(Level::Category, text!("description-leaf"), &category),
        (text!("description-quotas"), quotas),
        shares(text!("description-kinds"), kinds.collect()),
        shares(text!("description-choices"), choices.collect()),
        shares(text!("description-twice"), twice.into()),
        (text!("description-sizes"), sizes(figures, width, theme)),
        (text!("description-more"), command),
    ];
    let sections = sections.into_iter().filter(|(_, lines)| !lines.is_empty());
    let sections = sections.map(|(heading, mut lines)| {
        lines.insert(0, Line::styled(heading, Style::from(theme.text).bold()));
        lines
    });
    sections.collect::<Vec<_>>().join(&Line::default())
}

fn sizes(figures: &Description, width: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows: [(&str, Option<Spread>); 4] = [
        (text!("description-words"), figures.words.question),
        (text!("description-width"), figures.pictures.width),
        (text!("description-height"), figures.pictures.height),
        (text!("description-kilobytes"), figures.pictures.kilobytes),
    ];
    let row = |(name, spread): (&str, Option<Spread>)| {
        let Spread { min, median, max, .. } = spread?;
        let [min, median, max] = [min, median, max].map(|value| format!("{value:.0}"));
        let words = text!("description-spread", name, median, min, max);
        Some(styled_lines(&words, width, theme.text))
    };
    let broken = figures.broken_pictures.len();
    let broken = (broken > 0).then(|| text!("description-broken", count: broken));
    let broken = broken.map(|words| styled_lines(&words, width, theme.warning));
    rows.into_iter().filter_map(row).chain(broken).flatten().collect()
}
