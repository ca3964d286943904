//! The figures of votes, each with its JSON and its tables.

use serde_json::{Value, json};

use super::{Part, reasons};
use crate::figures::statistic_columns::value;
use crate::judging::DrillCard;
use crate::keyword::Keyword as _;
use crate::report::Table;
use crate::statistics::Statistic;
use crate::votes::{
    Agreement, CorrectedPair, Equal, LabelAgreement, Leaderboard, MeanScore, Method, PairTally,
    ScoreRatio, Standing,
};
use crate::voting::bias::Bias;
use crate::voting::trust::{JudgeTrust, Trust};

/// Wins, ties and losses of each pair.
pub fn tally(pairs: &[PairTally]) -> Part {
    let by_level = pairs.iter().any(|pair| pair.level.is_some());
    let table = Table::over(pairs)
        .only_if(by_level, |table| table.text("level", |pair| pair.level.as_ref()))
        .with(columns!(text &: a, b))
        .with(columns!(number: n, "a wins" = a_wins, ties, "b wins" = b_wins))
        .text("undecided", |pair| reasons(&pair.undecided))
        .number("unpaired", |pair| pair.unpaired)
        .estimate("win rate of a", |pair| &pair.a_win_rate)
        .titled("Wins, ties and losses");
    Part::new(json!({ "pairs": pairs }), table)
}

/// The mean scores of models, and their ratios to an anchor's.
pub fn scores(models: &[MeanScore], ratios: Option<&[ScoreRatio]>) -> Part {
    let turns = |model: &MeanScore| {
        let each = model.turns.iter().map(|turn| format!("{}: {}", turn.turn, value(&turn.mean)));
        each.collect::<Vec<_>>().join(", ")
    };
    let has_turns = models.iter().any(|model| model.turns.len() > 1);
    let means = Table::over(models)
        .text("model", |model| &model.model)
        .with(columns!(number: n, failed))
        .estimate("mean", |model| &model.mean)
        .only_if(models.iter().any(|model| model.exact_match.is_some()), |table| {
            let none = Statistic::undefined("no reference", 0);
            table.statistic("exact match", |model| model.exact_match.as_ref().unwrap_or(&none))
        })
        .only_if(has_turns, |table| table.text("by turn", turns))
        .because(|model| &model.mean)
        .titled("Mean scores");
    // A judge who scored no answer alone has no such table.
    let means = (!models.is_empty()).then_some(means).into_iter();
    let Some(ratios) = ratios else {
        return Part::new(json!({ "models": models }), means.collect::<Vec<_>>());
    };
    let by_level = ratios.iter().any(|ratio| ratio.level.is_some());
    let against = Table::over(ratios)
        .only_if(by_level, |table| table.text("level", |ratio| ratio.level.as_ref()))
        .with(columns!(text &: model, anchor))
        .with(columns!(number: n, failed))
        .with(columns!(statistic &: "ratio of sums" = ratio_of_sums, "mean of ratios" = mean_of_ratios))
        .titled("Scores against the anchor's");
    let tables: Vec<Table> = means.chain([against]).collect();
    Part::new(json!({ "models": models, "ratios": ratios }), tables)
}

/// The models in order of their strength by a method; `beside` is the same by another.
pub fn leaderboard(
    (method, board): (Method, &Leaderboard),
    (other, beside): (Method, &Leaderboard),
) -> Part {
    let find = |own: &Standing| beside.models.iter().find(|other| other.model == own.model);
    let models = Table::over(&board.models)
        .number("rank", |own| own.rank)
        .text("95 %", |own| own.rank95.map(|(best, worst)| format!("{best} to {worst}")))
        .text("model", |own| &own.model)
        .estimate("strength", |own| &own.strength)
        .value(other.name(), |own| find(own).map(|other| &other.strength))
        .statistic("win rate", |own| &own.win_rate)
        .with(columns!(number: "n" = record.n, "wins" = record.wins, "ties" = record.ties))
        .with(columns!(number: "losses" = record.losses, "undecided" = record.undecided))
        .with(columns!(value &: "wins / n" = record.win_rates.wins))
        .with(columns!(value &: "ties half" = record.win_rates.ties_half))
        .with(columns!(value &: "without ties" = record.win_rates.without_ties))
        .with(columns!(value &: "over opponents" = record.win_rates.over_opponents))
        .because(|own| &own.strength)
        .titled(format!(
            "Strengths (natural logarithms, mean 0), {} resamples of {}s, seed {}",
            board.resampling.resamples,
            board.unit.name(),
            board.resampling.seed
        ));
    let stability = &board.stability;
    let figures = [
        ("same order of all models", Some(&stability.same_order)),
        ("same model in front", Some(&stability.same_first)),
        ("Kendall's tau with the ranking", Some(&stability.kendall)),
        ("parameter of ties (nu)", board.nu.as_ref()),
    ];
    let controls = board.controls.iter().map(|term| (term.feature.name(), Some(&term.coefficient)));
    let figures = figures.into_iter().chain(controls).filter_map(|(name, of)| Some((name, of?)));
    let title = format!("Stability over resampled {}s, and terms", board.unit.name());
    let stability = named(figures, &title);
    let mut fields = json!(board);
    let nu = board.nu.as_ref().or(beside.nu.as_ref()).cloned();
    let undefined = || Statistic::undefined("a tie is half a win of both", 0);
    fields["nu"] = json!(nu.unwrap_or_else(undefined));
    let rows = fields.get_mut("models").and_then(Value::as_array_mut).into_iter().flatten();
    for (row, own) in rows.zip(&board.models) {
        if let Some(Standing { rank, strength, win_rate, .. }) = find(own) {
            row[other.name()] = json!({ "rank": rank, "strength": strength, "win_rate": win_rate });
        }
    }
    fields["method"] = method.name().into();
    let mut part = Part::new(fields, [models, stability]);
    part.fields.shift_remove("warnings");
    part
}

/// Named figures.
fn named<'a>(figures: impl IntoIterator<Item = (&'a str, &'a Statistic)>, title: &str) -> Table {
    Table::over(figures)
        .text("figure", |(name, _)| name)
        .statistic("value", |(_, of)| of)
        .number("n", |(_, of)| of.n())
        .because(|(_, of)| of)
        .titled(title)
}

/// Which place, which form of answers and whose answers judges prefer.
pub fn bias(bias: &Bias) -> Part {
    let Bias { position, features, self_preference, worth } = bias;
    let places = Table::over([position])
        .with(columns!(number: first, second, ties))
        .statistic("share of the first", |of| &of.first_share)
        .exact_p("exact p", |of| &of.p)
        .with(columns!(number: "no bias" = classes.none, "first place" = classes.first))
        .with(columns!(number: "second place" = classes.second, "unpaired" = classes.unpaired))
        .because(|of| &of.p)
        .titled("Preference for a place, and pairs by what both orders say");
    let more = Table::over(features)
        .text("answers with more", |of| of.feature.name())
        .with(columns!(number: n, "preferred" = more))
        .statistic("share", |of| &of.share)
        .exact_p("exact p", |of| &of.p)
        .statistic("within pairs", |of| &of.within_pairs)
        .number("style unknown", |of| of.without_style)
        .titled("Preference for longer answers and for forms");
    let gaps = Table::over(features.iter().take(1).flat_map(|of| &of.by_gap))
        .with(columns!(number: "longer by" = from, "to below" = to))
        .number("n", |gap| gap.preference.n())
        .statistic("for the longer", |gap| &gap.preference)
        .titled("Mean vote for the longer answer by the difference in characters");
    let own = Table::over(self_preference)
        .text("judge", |own| &own.judge)
        .with(columns!(value &: "own win rate, by itself" = preference.own))
        .with(columns!(value &: "by other judges" = preference.others))
        .statistic("difference", |own| &own.preference.difference)
        .number("judged alone", |own| own.preference.judged_alone)
        .because(|own| &own.preference.difference)
        .titled("Preference for its own answers");
    let ranks = Table::over(worth)
        .text("preference", |of| &of.preference)
        .number("models", |of| of.models)
        .number("ranks, at most", |of| of.most)
        .text("model", |of| of.model.as_ref())
        .number("mean", |of| format!("{:.2}", of.mean))
        .titled(
            "Worth in ranks: always shown first against always second; with the feature against controlled; \
             own answers by the judge itself against by others",
        );
    let mut fields = json!({ "position": position });
    for feature in features {
        fields[feature.feature.name()] = json!(feature);
    }
    fields["self_preference"] = json!(self_preference);
    fields["worth"] = json!(worth);
    let own = (!self_preference.is_empty()).then_some(own);
    Part::new(
        fields,
        [places, more, gaps].into_iter().chain(own).chain([ranks]).collect::<Vec<_>>(),
    )
}

/// A judge against people.
pub fn agreement(agreement: &Agreement) -> Part {
    let Agreement { each, majority, among } = agreement;
    let shares = [
        ("judge with each person", each),
        ("judge with the majority", &majority.equal),
        ("people among themselves", &among.equal),
    ];
    let shares = shares.into_iter().flat_map(|(name, Equal { with_ties, without_ties })| {
        [(name, "with ties", with_ties), (name, "without ties", without_ties)]
    });
    let shares = Table::over(shares)
        .text("votes of", |(name, _, _)| name)
        .text("", |(_, kind, _)| kind)
        .number("n", |(_, _, votes)| votes.n)
        .number("equal", |(_, _, votes)| votes.agree)
        .statistic("share", |(_, _, votes)| &votes.share)
        .titled("Equal votes on the same pair of answers");
    let figures = [
        ("kappa with the majority", &majority.kappa),
        ("Gwet's AC1 with the majority", &majority.gwet_ac1),
        ("alpha among people", &among.alpha_nominal),
    ];
    let title = format!(
        "Agreement beyond chance; {} items without a majority, {} with one person's vote, {} settled by experts",
        majority.no_majority, majority.one_person, majority.settled
    );
    Part::new(json!(agreement), [shares, named(figures, &title)])
}

/// A judge against labels: over all questions, and by their level.
pub fn labels(all: &LabelAgreement, levels: &[(String, LabelAgreement)]) -> Part {
    let rows = levels.iter().map(|(level, of)| (level.as_str(), of));
    let table = Table::over([("overall", all)].into_iter().chain(rows))
        .text("level", |(level, _)| level)
        .number("n", |(_, of)| of.n)
        .number("right", |(_, of)| of.right)
        .number("wrong", |(_, of)| of.wrong)
        .number("undecided", |(_, of)| of.undecided)
        .number("inconsistent", |(_, of)| of.inconsistent)
        .statistic("accuracy", |(_, of)| &of.accuracy)
        .number("without a label", |(_, of)| of.without_label)
        .titled("Verdicts against the labels");
    let mut fields = json!(all);
    let of_level = |(level, of): &(String, LabelAgreement)| {
        let mut fields = json!(of);
        fields["level"] = level.as_str().into();
        fields
    };
    fields["levels"] = levels.iter().map(of_level).collect();
    Part::new(fields, table)
}

/// Win rates corrected by people's votes.
pub fn corrected(pairs: &[CorrectedPair]) -> Part {
    let more = |pair: &CorrectedPair| {
        let each = pair.votes_for.iter().map(|(width, more)| match more {
            Some(more) => format!("{more} for ± {width}"),
            None => format!("not enough questions for ± {width}"),
        });
        each.collect::<Vec<_>>().join(", ")
    };
    let table = Table::over(pairs)
        .with(columns!(text &: a, b))
        .value("judge", |pair| &pair.judge)
        .number("questions", |pair| pair.judge.n())
        .statistic("people", |pair| &pair.people)
        .number("both", |pair| pair.both)
        .statistic("corrected", |pair| &pair.corrected)
        .text("votes more", more)
        .because(|pair| &pair.corrected)
        .titled("Win rates of a, corrected by people's votes on a random sample");
    Part::new(json!({ "pairs": pairs }), table)
}

/// A row for each judge, with the result of its fire drill.
pub fn trust(trust: &Trust, drills: &[DrillCard]) -> Part {
    let of_people = |of: fn(&Agreement) -> &Statistic| {
        move |row: &JudgeTrust| row.agreement.as_ref().map(|agreement| value(of(agreement)))
    };
    let has_cost = trust.judges.iter().any(|row| row.cost.is_some());
    let rows: Vec<&JudgeTrust> =
        trust.judges.iter().flat_map(|row| [row].into_iter().chain(&row.snapshots)).collect();
    let has_several = trust.judges.iter().any(|row| row.same_winner.is_some());
    let judges = Table::over(rows.iter().copied())
        .text("judge", |row| &row.judge)
        .only_if(rows.iter().any(|row| row.snapshot.is_some()), |table| {
            table.text("snapshot", |row| match row.snapshots.len() {
                0 => row.snapshot.clone().unwrap_or_default(),
                several => format!("all {several}"),
            })
        })
        .text("kind", |row| row.kind.name())
        .number("votes", |row| row.votes)
        .number("undecided", |row| row.undecided.values().sum::<usize>())
        .number("equal to people", of_people(|of| &of.each.with_ties.share))
        .number("without ties", of_people(|of| &of.each.without_ties.share))
        .number("kappa", of_people(|of| &of.majority.kappa))
        .number("AC1", of_people(|of| &of.majority.gwet_ac1))
        .value("first place", |row| &row.position.first_share)
        .exact_p("exact p", |row| &row.position.p)
        .with(columns!(value &: "flips of orders" = flips.orders, "of repeats" = flips.repeats))
        .only_if(has_several, |table| {
            let between = |row: &JudgeTrust| {
                row.same_winner.as_ref().map(|same| value(&same.with_ties.share))
            };
            table.number("same in two snapshots", between)
        })
        .with(columns!(value &: "same ranking" = stability.same_order))
        .with(columns!(value &: "transitive" = transitivity.transitive))
        .only_if(!drills.is_empty(), |table| {
            table.text("fire drill", |row| {
                let card = drills.iter().find(|card| card.judge == row.judge);
                card.map(|card| if card.passed { "passed" } else { "failed" })
            })
        })
        .only_if(has_cost, |table| {
            table
                .number("cost", |row| row.cost.map(|cost| format!("{:.4}", cost.total)))
                .number("per vote", |row| row.cost.map(|cost| format!("{:.6}", cost.per_vote())))
        })
        .titled("Which judge");
    let ceiling = trust.people.iter().flat_map(|among| {
        [
            ("equal votes of two people", &among.equal.with_ties.share),
            ("without ties", &among.equal.without_ties.share),
            ("alpha", &among.alpha_nominal),
        ]
    });
    let people = named(ceiling, "People among themselves: the ceiling for a judge");
    Part::new(json!(trust), [judges, people])
}
