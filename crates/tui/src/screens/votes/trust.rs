//! How far each judge can be trusted: a row for each of them, so that a lead can choose, and below it the
//! page of the marked one: people, position, flips, the stability of its ranking, its fire drill, and its
//! win rates corrected by people's votes.

use std::ops::Range;
use std::sync::Arc;

use ratatui::layout::Size;
use ratatui::text::Line;

use super::Judges;
use super::data::{Basis, PLAN};
use crate::action::Action;
use crate::keymap::KeyContext;
use crate::messages::{text, words_of};
use crate::screens::background::Figures;
use crate::screens::list_chrome::Head;
use crate::screens::list_screen::{ListScreen, Listing};
use crate::screens::{Outcome, Screen};
use crate::session::Session;
use crate::theme::Theme;
use crate::widgets::interval::{Scale, figures};
use crate::widgets::share::{interval, percent, probability};
use crate::widgets::table::table_lines;
use crate::widgets::wrap::styled_lines;
use assay_core::figures::table::{Meaning, Table};
use assay_core::keyword::Keyword;
use assay_core::statistics::Statistic;
use assay_core::votes::{
    CorrectedPair, Correction, JudgeKind, PositionBias, PositionClasses, Rule, corrected_win_rates,
    outcomes,
};
use assay_store::{Result, Store};
use assay_workflow::judging::{DrillCard, drill_card};
use assay_workflow::voting::LoadedVotes;
use assay_workflow::voting::trust::{JudgeTrust, Trust};

/// The judges with their pages.
pub(super) struct TrustPages {
    loaded: Arc<LoadedVotes>,
    rule: Rule,
    figures: Figures<Pages>,
}

#[derive(Debug)]
struct Pages {
    trust: Trust,
    /// The fire drill of each judge, if it has gone through one.
    drills: Vec<Option<DrillCard>>,
    /// The corrected win rates by each judge.
    corrected: Vec<Vec<CorrectedPair>>,
}

impl Pages {
    fn load(store: &Store, loaded: &LoadedVotes, rule: Rule) -> Result<Self> {
        let (votes, people) = (&loaded.votes, loaded.judges_of(JudgeKind::Person));
        let trust = Trust::compute(loaded, &people, rule, PLAN);
        let of_people = loaded.outcomes_of_people(&people);
        let corrected = |judge: &JudgeTrust| {
            let number = loaded.judge(&judge.judge).filter(|_| judge.kind == JudgeKind::Model);
            let own: Vec<u32> = number.into_iter().collect();
            let own = outcomes(&votes.of_judges(&own), rule);
            let method = Correction::Ppi;
            let mut pairs = corrected_win_rates(&own, &of_people, &votes.models, method, &[], PLAN);
            pairs.retain(|pair| pair.both > 1);
            pairs
        };
        let drills = trust.judges.iter().map(|judge| drill_card(store, &judge.judge));
        Ok(Pages {
            drills: drills.collect::<Result<_>>()?,
            corrected: trust.judges.iter().map(corrected).collect(),
            trust,
        })
    }

    /// The page of a judge.
    fn lines(&self, at: usize, width: usize, theme: &Theme) -> Vec<Line<'static>> {
        let Some(of) = self.trust.judges.get(at) else { return Vec::new() };
        let people = of.agreement.iter().flat_map(|own| {
            [
                (text!("trust-equal"), &own.each.with_ties.share),
                (text!("trust-without-ties"), &own.each.without_ties.share),
                (text!("trust-kappa"), &own.majority.kappa),
                (text!("trust-ac1"), &own.majority.gwet_ac1),
            ]
        });
        // No judge exceeds by merit how far people agree with each other.
        let ceiling = self.trust.people.iter().flat_map(|people| {
            [
                (text!("trust-ceiling"), &people.equal.with_ties.share),
                (text!("trust-ceiling-without"), &people.equal.without_ties.share),
            ]
        });
        let others = [
            (text!("trust-orders"), &of.flips.orders),
            (text!("trust-reversals"), &of.flips.reversals),
            (text!("trust-repeats"), &of.flips.repeats),
            (text!("trust-same-order"), &of.stability.same_order),
            (text!("trust-same-first"), &of.stability.same_first),
            (text!("trust-first"), &of.position.first_share),
        ];
        let between = of.same_winner.iter();
        let between = between.map(|same| (text!("trust-snapshots"), &same.with_ties.share));
        let shown: Vec<_> = people.chain(ceiling).chain(others).chain(between).collect();
        let mut lines = table_lines(&figures(&shown, 0, Scale::SHARE), width, theme);
        for of in &of.snapshots {
            let name = of.snapshot.as_deref().unwrap_or_default();
            let (people, first) = (people_column(of), percent(&of.position.first_share));
            let people = people.unwrap_or_else(|| "-".to_owned());
            let words = text!("trust-snapshot", name, votes = of.votes, people, first);
            lines.extend(styled_lines(&words, width, theme.text));
        }
        lines.extend(styled_lines(&position(&of.position), width, theme.dim));
        let corrected = Some(&self.corrected[at]).filter(|pairs| !pairs.is_empty());
        let tables = self.drills[at].as_ref().map(drill).into_iter();
        for table in tables.chain(corrected.map(Vec::as_slice).map(corrected_rates)) {
            lines.push(Line::default());
            lines.extend(table_lines(&table, width, theme));
        }
        lines
    }
}

/// How often a judge votes as people do, in per cent.
fn people_column(of: &JudgeTrust) -> Option<String> {
    Some(percent(&of.agreement.as_ref()?.each.with_ties.share))
}

/// How likely such a preference of a place is by chance, and what both orders say together.
fn position(of: &PositionBias) -> String {
    let PositionClasses { none, first, second, unpaired } = of.classes;
    let p = of.p.value().map_or_else(|| "-".to_owned(), probability);
    text!("trust-classes", p, none, first, second, unpaired)
}

/// A sign that a test or all of them are passed, and its colour.
fn passed(is_passed: bool) -> (Meaning, &'static str) {
    if is_passed { (Meaning::Agree, "✓") } else { (Meaning::Disagree, "✗") }
}

/// The card of a fire drill: pairs whose result is known, by what was done to one of the answers.
fn drill(card: &DrillCard) -> Table {
    let tests: Vec<_> = card.tests.iter().filter(|test| test.n > 0).collect();
    Table::over(&tests)
        .text("", |test| passed(test.has_passed()))
        .text("", |test| words_of("drill", test.test.name()))
        .least(8)
        .number("n", |test| test.n)
        .number(text!("trust-passed"), |test| test.passed)
        .number(text!("trust-failed"), |test| test.failed)
        .number(text!("votes-no-verdict"), |test| test.unresolved)
        .titled(text!("trust-drill"))
}

fn corrected_rates(pairs: &[CorrectedPair]) -> Table {
    let dim = |of: &Statistic| (Meaning::Dim, interval(of));
    Table::over(pairs)
        .text("", |pair| text!("trust-pair", a = pair.a, b = pair.b))
        .most(60)
        .least(8)
        .number(text!("votes-judge"), |pair| percent(&pair.judge))
        .number(text!("trust-by-people"), |pair| percent(&pair.people))
        .number("n", |pair| pair.both)
        .number(text!("trust-corrected"), |pair| percent(&pair.corrected))
        .number("95 %", |pair| dim(&pair.corrected))
        .titled(text!("trust-corrected-title"))
}

impl TrustPages {
    pub fn screen(loaded: Arc<LoadedVotes>, rule: Rule, session: &Session) -> Box<dyn Screen> {
        let known = Arc::clone(&loaded);
        let figures = Figures::computed(session, move |store, _| Pages::load(store, &known, rule));
        Box::new(ListScreen::new(TrustPages { loaded, rule, figures }, session))
    }
}

impl Listing for TrustPages {
    const ACTIONS: &'static [Action] = &[Action::Back, Action::Palette, Action::Help];
    const KEYS: KeyContext = KeyContext::Judges;
    const GAP: usize = 1;
    const ROWS_BELOW: u16 = 10;
    const PAGES_BELOW: bool = true;

    fn refresh(&mut self, _: u16, _: &Session) -> bool {
        self.figures.collect()
    }

    fn len(&self, _: &Session) -> usize {
        self.figures.ready().map_or(0, |pages| pages.trust.judges.len())
    }

    /// The leaderboard by this judge.
    fn open(&mut self, row: usize, session: &mut Session) -> Outcome {
        let basis = Basis { rule: self.rule, judge: u32::try_from(row).ok() };
        Outcome::Open(Judges::by(Some(basis), Some(Arc::clone(&self.loaded)), session))
    }

    fn is_waiting(&self) -> bool {
        self.figures.is_running()
    }

    fn head(&self, _: usize, session: &Session) -> Head {
        let rule = words_of("vote-rule", self.rule.name());
        let basis = text!("trust-basis", rule);
        Head::new(text!("votes-what"), Some(text!("trust-what")), basis, session)
    }

    fn notice(&self, _: &Session) -> Option<String> {
        self.figures.notice(text!("agreement-computing"))
    }

    fn table(&self, _: Range<usize>, _: &Session) -> Result<Table, String> {
        let Some(pages) = self.figures.ready() else { return Ok(Table::default()) };
        let judges = pages.trust.judges.iter().zip(&pages.drills);
        Ok(Table::over(&judges.collect::<Vec<_>>())
            .text(text!("votes-judge"), |(of, _)| &of.judge)
            .most(30)
            .least(8)
            .number(text!("votes-votes"), |(of, _)| of.votes)
            .number(text!("trust-people-column"), |(of, _)| people_column(of))
            .number(text!("trust-first-column"), |(of, _)| percent(&of.position.first_share))
            .number(text!("trust-flips-column"), |(of, _)| percent(&of.flips.orders))
            .only_if(pages.trust.judges.iter().any(|of| of.cost.is_some()), |table| {
                let cost = |(of, _): &(&JudgeTrust, &Option<DrillCard>)| {
                    of.cost.map(|cost| format!("{:.6}", cost.per_vote()))
                };
                table.number(text!("trust-cost-column"), cost).rank(1)
            })
            .only_if(pages.drills.iter().any(Option::is_some), |table| {
                table.text(text!("trust-drill-column"), |(_, card)| {
                    card.as_ref().map(|card| passed(card.passed))
                })
            })
            .table())
    }

    fn title(&self, _: &Session) -> String {
        text!("trust-judges").to_owned()
    }

    fn legend(&self, _: bool, _: &Session) -> Vec<String> {
        vec![text!("trust-legend").to_owned()]
    }

    fn title_below(&self, marked: usize, _: &Session) -> String {
        let judge = self.figures.ready().and_then(|pages| pages.trust.judges.get(marked));
        judge.map(|of| of.judge.clone()).unwrap_or_default()
    }

    fn below(&self, marked: usize, size: Size, session: &Session) -> Vec<Line<'static>> {
        let pages = self.figures.ready();
        pages.map_or(Vec::new(), |pages| {
            pages.lines(marked, usize::from(size.width), &session.theme)
        })
    }
}
