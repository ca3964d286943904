//! The tables of votes.

use super::reasons;
use crate::keyword::Keyword as _;
use crate::report::Table;
use crate::statistics::Statistic;
use crate::votes::{
    Agreement, CorrectedPair, FeaturePreference, LabelAgreement, Leaderboard, MeanScore, PairTally,
    PositionBias, ScoreRatio, SelfPreference, Standing,
};
use crate::voting::trust::{JudgeTrust, Trust};

/// The value with three decimals.
pub(super) fn value(statistic: &Statistic) -> String {
    statistic.value().map_or_else(|| "undefined".to_owned(), |value| format!("{value:.3}"))
}

/// The 95 % interval; empty if there is none.
pub(super) fn interval(statistic: &Statistic) -> Option<String> {
    statistic.ci95().map(|(low, high)| format!("[{low:.3}, {high:.3}]"))
}

/// The standard error; empty if there is none.
fn error(statistic: &Statistic) -> Option<String> {
    match statistic {
        Statistic::Defined { se, .. } => se.map(|se| format!("{se:.4}")),
        Statistic::Undefined { .. } => None,
    }
}

/// Wins, ties and losses of each pair.
pub fn tally(pairs: &[PairTally]) -> Table {
    let by_level = pairs.iter().any(|pair| pair.level.is_some());
    Table::over(pairs)
        .only_if(by_level, |table| table.text("level", |pair| pair.level.as_ref()))
        .text("a", |pair| &pair.a)
        .text("b", |pair| &pair.b)
        .number("n", |pair| pair.n)
        .number("a wins", |pair| pair.a_wins)
        .number("ties", |pair| pair.ties)
        .number("b wins", |pair| pair.b_wins)
        .text("undecided", |pair| reasons(pair.undecided.iter()))
        .number("unpaired", |pair| pair.unpaired)
        .number("win rate of a", |pair| value(&pair.a_win_rate))
        .number("se", |pair| error(&pair.a_win_rate))
        .text("95 % interval", |pair| interval(&pair.a_win_rate))
        .titled("Wins, ties and losses")
}

/// The mean scores of models.
pub fn scores(models: &[MeanScore]) -> Table {
    let turns = |model: &MeanScore| {
        let each = model.turns.iter().map(|turn| format!("{}: {}", turn.turn, value(&turn.mean)));
        each.collect::<Vec<_>>().join(", ")
    };
    let has_turns = models.iter().any(|model| model.turns.len() > 1);
    Table::over(models)
        .text("model", |model| &model.model)
        .number("n", |model| model.n)
        .number("failed", |model| model.failed)
        .number("mean", |model| value(&model.mean))
        .number("se", |model| error(&model.mean))
        .text("95 % interval", |model| interval(&model.mean))
        .only_if(has_turns, |table| table.text("by turn", turns))
        .text("", |model| model.mean.because())
        .titled("Mean scores")
}

/// The scores of models against an anchor's.
pub fn ratios(ratios: &[ScoreRatio]) -> Table {
    let by_level = ratios.iter().any(|ratio| ratio.level.is_some());
    Table::over(ratios)
        .only_if(by_level, |table| table.text("level", |ratio| ratio.level.as_ref()))
        .text("model", |ratio| &ratio.model)
        .text("anchor", |ratio| &ratio.anchor)
        .number("n", |ratio| ratio.n)
        .number("failed", |ratio| ratio.failed)
        .number("ratio of sums", |ratio| value(&ratio.ratio_of_sums))
        .text("95 % interval", |ratio| interval(&ratio.ratio_of_sums))
        .number("mean of ratios", |ratio| value(&ratio.mean_of_ratios))
        .text("95 % interval", |ratio| interval(&ratio.mean_of_ratios))
        .titled("Scores against the anchor's")
}

/// The models in order of their strength; `beside` is the same by the method named `other`.
pub fn leaderboard(board: &Leaderboard, other: &str, beside: &Leaderboard) -> Vec<Table> {
    let find = |own: &Standing| beside.models.iter().find(|other| other.model == own.model);
    let rank95 = |own: &Standing| own.rank95.map(|(best, worst)| format!("{best} to {worst}"));
    let rates = |rate: fn(&Standing) -> &Statistic| move |own: &Standing| value(rate(own));
    let models = Table::over(&board.models)
        .number("rank", |own| own.rank)
        .text("95 %", rank95)
        .text("model", |own| &own.model)
        .number("strength", |own| value(&own.strength))
        .number("se", |own| error(&own.strength))
        .text("95 % interval", |own| interval(&own.strength))
        .number(other, |own| find(own).map(|other| value(&other.strength)))
        .number("win rate", rates(|own| &own.win_rate))
        .text("95 % interval", |own| interval(&own.win_rate))
        .number("n", |own| own.record.n)
        .number("wins", |own| own.record.wins)
        .number("ties", |own| own.record.ties)
        .number("losses", |own| own.record.losses)
        .number("undecided", |own| own.record.undecided)
        .number("wins / n", rates(|own| &own.record.win_rates.wins))
        .number("ties half", rates(|own| &own.record.win_rates.ties_half))
        .number("without ties", rates(|own| &own.record.win_rates.without_ties))
        .number("over opponents", rates(|own| &own.record.win_rates.over_opponents))
        .text("", |own| own.strength.because())
        .titled(format!(
            "Strengths (natural logarithms, mean 0), {} resamples of questions, seed {}",
            board.resampling.resamples, board.resampling.seed
        ));
    let stability = &board.stability;
    let figures = [
        ("same order of all models", Some(&stability.same_order)),
        ("same model in front", Some(&stability.same_first)),
        ("Kendall's tau with the ranking", Some(&stability.kendall)),
        ("parameter of ties (nu)", board.nu.as_ref()),
    ];
    let controls = board.controls.iter().map(|term| (term.feature.name(), Some(&term.coefficient)));
    let figures = figures.into_iter().chain(controls);
    let figures = figures.filter_map(|(name, of)| Some((name.to_owned(), of?)));
    vec![models, named(figures, "Stability over resampled questions, and terms")]
}

/// Named figures.
pub fn named<'a>(figures: impl Iterator<Item = (String, &'a Statistic)>, title: &str) -> Table {
    Table::over(&figures.collect::<Vec<_>>())
        .text("figure", |(name, _)| name)
        .number("value", |(_, of)| value(of))
        .text("95 % interval", |(_, of)| interval(of))
        .number("n", |(_, of)| of.n())
        .text("", |(_, of)| of.because())
        .titled(title)
}

/// Which place and which form of answers judges prefer.
pub fn bias(position: &PositionBias, features: &[FeaturePreference]) -> Vec<Table> {
    let classes = position.classes;
    let places = Table::over([position])
        .number("first", |of| of.first)
        .number("second", |of| of.second)
        .number("ties", |of| of.ties)
        .number("share of the first", |of| value(&of.first_share))
        .text("95 % interval", |of| interval(&of.first_share))
        .number("exact p", |of| of.p.value().map(|p| format!("{p:.3e}")))
        .number("no bias", |_| classes.none)
        .number("first place", |_| classes.first)
        .number("second place", |_| classes.second)
        .number("unpaired", |_| classes.unpaired)
        .text("", |of| of.p.because())
        .titled("Preference for a place, and pairs by what both orders say");
    let more = Table::over(features)
        .text("answers with more", |of| of.feature.name())
        .number("n", |of| of.n)
        .number("preferred", |of| of.more)
        .number("share", |of| value(&of.share))
        .text("95 % interval", |of| interval(&of.share))
        .number("exact p", |of| of.p.value().map(|p| format!("{p:.3e}")))
        .number("within pairs", |of| value(&of.within_pairs))
        .text("95 % interval", |of| interval(&of.within_pairs))
        .number("style unknown", |of| of.without_style)
        .titled("Preference for longer answers and for forms");
    let gaps = features.iter().take(1).flat_map(|of| &of.by_gap);
    let gaps = Table::over(&gaps.collect::<Vec<_>>())
        .number("longer by", |gap| gap.from)
        .number("to below", |gap| gap.to)
        .number("n", |gap| gap.preference.n())
        .number("for the longer", |gap| value(&gap.preference))
        .text("95 % interval", |gap| interval(&gap.preference))
        .titled("Mean vote for the longer answer by the difference in characters");
    vec![places, more, gaps]
}

/// The win rates of judges' own answers, by themselves and by others.
pub fn self_preference(judges: &[(String, SelfPreference)]) -> Table {
    Table::over(judges)
        .text("judge", |(judge, _)| judge)
        .number("own win rate, by itself", |(_, of)| value(&of.own))
        .number("by other judges", |(_, of)| value(&of.others))
        .number("difference", |(_, of)| value(&of.difference))
        .text("95 % interval", |(_, of)| interval(&of.difference))
        .number("judged alone", |(_, of)| of.judged_alone)
        .text("", |(_, of)| of.difference.because())
        .titled("Preference for its own answers")
}

/// A judge against people.
pub fn agreement(found: &Agreement) -> Vec<Table> {
    let Agreement { each, majority, among } = found;
    let equal = [
        ("judge with each person", each),
        ("judge with the majority", &majority.equal),
        ("people among themselves", &among.equal),
    ];
    let shares = equal.into_iter().flat_map(|(name, equal)| {
        let kinds = [("with ties", &equal.with_ties), ("without ties", &equal.without_ties)];
        kinds.map(|(kind, votes)| (name, kind, votes))
    });
    let shares = Table::over(&shares.collect::<Vec<_>>())
        .text("votes of", |(name, _, _)| *name)
        .text("", |(_, kind, _)| *kind)
        .number("n", |(_, _, votes)| votes.n)
        .number("equal", |(_, _, votes)| votes.agree)
        .number("share", |(_, _, votes)| value(&votes.share))
        .text("95 % interval", |(_, _, votes)| interval(&votes.share))
        .titled("Equal votes on the same pair of answers");
    let figures = [
        ("kappa with the majority", &majority.kappa),
        ("Gwet's AC1 with the majority", &majority.gwet_ac1),
        ("alpha among people", &among.alpha_nominal),
    ];
    let title = format!(
        "Agreement beyond chance; {} items without a majority, {} with one person's vote",
        majority.no_majority, majority.one_person
    );
    vec![shares, named(figures.into_iter().map(|(name, of)| (name.to_owned(), of)), &title)]
}

/// A judge against labels: over all questions, and by their level.
pub fn labels(rows: &[(String, LabelAgreement)]) -> Table {
    Table::over(rows)
        .text("level", |(level, _)| level)
        .number("n", |(_, of)| of.n)
        .number("right", |(_, of)| of.right)
        .number("wrong", |(_, of)| of.wrong)
        .number("undecided", |(_, of)| of.undecided)
        .number("inconsistent", |(_, of)| of.inconsistent)
        .number("accuracy", |(_, of)| value(&of.accuracy))
        .text("95 % interval", |(_, of)| interval(&of.accuracy))
        .number("without a label", |(_, of)| of.without_label)
        .titled("Verdicts against the labels")
}

/// Win rates corrected by people's votes.
pub fn corrected(pairs: &[CorrectedPair]) -> Table {
    let more = |pair: &CorrectedPair| {
        let each = pair.votes_for.iter().map(|(width, more)| match more {
            Some(more) => format!("{more} for ± {width}"),
            None => format!("not enough questions for ± {width}"),
        });
        each.collect::<Vec<_>>().join(", ")
    };
    Table::over(pairs)
        .text("a", |pair| &pair.a)
        .text("b", |pair| &pair.b)
        .number("judge", |pair| value(&pair.judge))
        .number("questions", |pair| pair.judge.n())
        .number("people", |pair| value(&pair.people))
        .text("95 % interval", |pair| interval(&pair.people))
        .number("both", |pair| pair.both)
        .number("corrected", |pair| value(&pair.corrected))
        .text("95 % interval", |pair| interval(&pair.corrected))
        .text("votes more", more)
        .text("", |pair| pair.corrected.because())
        .titled("Win rates of a, corrected by people's votes on a random sample")
}

/// A row for each judge.
pub fn trust(trust: &Trust) -> Vec<Table> {
    let share = |of: fn(&Agreement) -> &Statistic| {
        move |row: &JudgeTrust| row.agreement.as_ref().map(|agreement| value(of(agreement)))
    };
    let judges = Table::over(&trust.judges)
        .text("judge", |row| &row.judge)
        .text("kind", |row| row.kind.name())
        .number("votes", |row| row.votes)
        .number("undecided", |row| row.undecided.values().sum::<usize>())
        .number("equal to people", share(|of| &of.each.with_ties.share))
        .number("without ties", share(|of| &of.each.without_ties.share))
        .number("kappa", share(|of| &of.majority.kappa))
        .number("AC1", share(|of| &of.majority.gwet_ac1))
        .number("first place", |row| value(&row.position.first_share))
        .number("exact p", |row| row.position.p.value().map(|p| format!("{p:.3e}")))
        .number("flips of orders", |row| value(&row.flips.orders))
        .number("of repeats", |row| value(&row.flips.repeats))
        .number("same ranking", |row| value(&row.stability.same_order))
        .number("transitive", |row| value(&row.transitivity.transitive))
        .titled("Which judge");
    let ceiling = trust.people.iter().flat_map(|among| {
        [
            ("equal votes of two people".to_owned(), &among.equal.with_ties.share),
            ("without ties".to_owned(), &among.equal.without_ties.share),
            ("alpha".to_owned(), &among.alpha_nominal),
        ]
    });
    vec![judges, named(ceiling, "People among themselves: the ceiling for a judge")]
}
