//! Reviewers against each other, as tables and as one tidy table for CSV.

use super::agreement::{interval, overall, pairs, tidy_table, value};
use super::{Form, Printout, Table};
use crate::agreement::Overview;
use crate::agreement::review::category::CategoryAgreement;
use crate::agreement::review::{Judgement, NamedReview, ReviewAgreement, ReviewDisagreement};
use crate::benchmark::own_reason::Reason;
use crate::outcomes::independent::NotIndependent;
use crate::statistics::Statistic;

/// How the reviewers of a benchmark agree, with a note on the data, for instance that it is simulated, and
/// the decisions that no figure includes.
pub fn review_agreement<D: Judgement>(
    benchmark: &str,
    notice: Option<&str>,
    agreement: &ReviewAgreement<D>,
    not_independent: NotIndependent,
    form: Form,
) -> Printout {
    Printout::about(benchmark)
        .json_if("notice", notice)
        .flat(agreement)
        .json("not_independent", not_independent)
        .tables(if form == Form::Csv { vec![tidy(agreement)] } else { all(agreement) })
}

/// All tables, the most wanted first.
fn all<D: Judgement>(agreement: &ReviewAgreement<D>) -> Vec<Table> {
    let mut tables = vec![summary(agreement), against_reference(agreement)];
    let answer = if D::QUEUE.shows_reference { "Blind answer" } else { "Answer" };
    for (name, overview) in [("Verdict", &agreement.verdict), (answer, &agreement.answer)] {
        tables.push(overall(overview).with_title_prefix(name));
        tables.push(pairs(overview).with_title_prefix(name));
    }
    if let Some(category) = &agreement.category {
        tables.push(against_data(category));
        tables.push(overall(&category.between).with_title_prefix("Category"));
        tables.push(pairs(&category.between).with_title_prefix("Category"));
    }
    tables.push(disagreements(agreement));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn figures<'a, D: Judgement>(agreement: &'a ReviewAgreement<D>) -> Vec<(String, &'a Statistic)> {
    let between = |what: &str, overview: &'a Overview| {
        let of = &overview.overall;
        named(what, [&of.percent_agreement, &of.gwet_ac1, &of.alpha_nominal])
    };
    let mut figures = between("verdict", &agreement.verdict).to_vec();
    figures.extend(between("answer", &agreement.answer));
    figures.extend([
        ("reasons: equal sets".into(), &agreement.reasons.equal),
        ("reasons: Jaccard".into(), &agreement.reasons.jaccard),
        ("reasons: alpha (MASI)".into(), &agreement.reasons.alpha_masi),
    ]);
    figures.extend(agreement.category.iter().flat_map(|of| between("category", &of.between)));
    let given = agreement.by_reason.iter().filter(|of| of.given > 0);
    figures.extend(given.flat_map(|of| {
        named(&of.reason.words(), [&of.percent_agreement, &of.gwet_ac1, &of.alpha])
    }));
    figures
}

fn named<'a>(what: &str, of: [&'a Statistic; 3]) -> [(String, &'a Statistic); 3] {
    let [percent, ac1, alpha] = of;
    [("percent agreement", percent), ("AC1", ac1), ("alpha", alpha)]
        .map(|(figure, of)| (format!("{what}: {figure}"), of))
}

fn summary<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let ReviewAgreement { reviewers, questions, shared, .. } = agreement;
    let reviewers = reviewers.len();
    Table::over(&figures(agreement))
        .text("figure", |(name, _)| name)
        .number("value", |(_, of)| value(of))
        .number("n", |(_, of)| of.n())
        .text("", |(_, of)| of.because())
        .titled(format!(
            "{reviewers} reviewers, {questions} questions, {shared} of them reviewed by two or more"
        ))
}

fn against_reference<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    Table::over(&agreement.against_reference)
        .text("reviewer", |of| &of.reviewer)
        .number("n", |of| of.agreement.n())
        .number("answered as the reference", |of| value(&of.agreement))
        .text("95 % interval", |of| interval(&of.agreement))
        .number("no choice", |of| of.no_choice)
        .number("without reference", |of| of.without_reference)
        .titled("Blind answers against the reference answers")
}

fn against_data(category: &CategoryAgreement) -> Table {
    Table::over(&category.against_data)
        .text("reviewer", |of| &of.reviewer)
        .number("n", |of| of.agreement.n())
        .number("chose that of the data", |of| value(&of.agreement))
        .text("95 % interval", |of| interval(&of.agreement))
        .number("kappa", |of| value(&of.kappa))
        .number("AC1", |of| value(&of.gwet_ac1))
        .number("called the data's wrong", |of| of.corrections)
        .text("", |of| of.agreement.because())
        .titled(format!("Categories chosen for {} questions against the data", category.questions))
}

fn disagreements<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let describe = |of: &ReviewDisagreement<D>| {
        of.reviews.iter().map(describe).collect::<Vec<_>>().join(" · ")
    };
    Table::over(&agreement.disagreements)
        .text("question", |of| &of.question)
        .text("differ in", |of| of.differ_in.join(", "))
        .text("reviews", describe)
        .titled(format!("{} questions on which reviewers differ", agreement.disagreements.len()))
}

fn describe<D: Judgement>(named: &NamedReview<D>) -> String {
    let NamedReview { reviewer, review } = named;
    let reasons = review.wrong_reasons();
    let reasons: Vec<&str> = reasons.iter().map(Reason::name).collect();
    let reasons =
        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    let review = review.final_act();
    let answer = review.answer.map(|answer| format!("{answer}, ")).unwrap_or_default();
    let category = review.category.map(|name| format!(", {name}")).unwrap_or_default();
    format!("{reviewer}: {answer}{}{reasons}{category}", review.outcome)
}

/// One row per figure, with everything known about it.
fn tidy<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    type Figure<'a> = (String, &'a str, &'a str, &'a Statistic);
    let of_all = figures(agreement).into_iter().map(|(name, of)| (name, "", "", of));
    let mut rows: Vec<Figure<'_>> = of_all.collect();
    let between = agreement.category.as_ref().map(|category| ("category", &category.between));
    let overviews = [("verdict", &agreement.verdict), ("answer", &agreement.answer)];
    for (field, overview) in overviews.into_iter().chain(between) {
        for pair in &overview.pairs {
            for (name, of) in [("raw", &pair.raw), ("kappa", &pair.kappa)] {
                rows.push((format!("{field}: {name}"), &pair.a, &pair.b, of));
            }
        }
    }
    for of in agreement.category.iter().flat_map(|category| &category.against_data) {
        for (name, figure) in [
            ("category: as the data", &of.agreement),
            ("category: kappa with the data", &of.kappa),
            ("category: AC1 with the data", &of.gwet_ac1),
        ] {
            rows.push((name.to_owned(), &of.reviewer, "", figure));
        }
    }
    for of in &agreement.against_reference {
        rows.push(("answer: as the reference".to_owned(), &of.reviewer, "", &of.agreement));
    }
    tidy_table(["figure", "a", "b"], rows)
}
