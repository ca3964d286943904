//! Reviewers against each other, as tables and as one tidy table for CSV.

use super::agreement::{because, interval, overall, pairs, tidy_cells, value};
use super::table::{number, text};
use super::{Align, Table};
use crate::agreement::review::category::{AgainstData, CategoryAgreement};
use crate::agreement::review::{AgainstReference, Judgement, NamedReview, ReviewAgreement};
use crate::keyword::Keyword;
use crate::statistics::Statistic;

/// All tables, the most wanted first.
pub fn all<D: Judgement>(agreement: &ReviewAgreement<D>) -> Vec<Table> {
    let mut tables = vec![summary(agreement), against_reference(agreement)];
    let answer = if D::IS_BLIND { "Blind answer" } else { "Answer" };
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
    tables.retain(|table| !table.is_empty());
    tables
}

fn figures<D: Judgement>(agreement: &ReviewAgreement<D>) -> Vec<(String, &Statistic)> {
    let mut figures: Vec<(String, &Statistic)> = vec![
        ("verdict: percent agreement".into(), &agreement.verdict.overall.percent_agreement),
        ("verdict: AC1".into(), &agreement.verdict.overall.gwet_ac1),
        ("verdict: alpha".into(), &agreement.verdict.overall.alpha_nominal),
        ("answer: percent agreement".into(), &agreement.answer.overall.percent_agreement),
        ("answer: AC1".into(), &agreement.answer.overall.gwet_ac1),
        ("answer: alpha".into(), &agreement.answer.overall.alpha_nominal),
        ("reasons: equal sets".into(), &agreement.reasons.equal),
        ("reasons: Jaccard".into(), &agreement.reasons.jaccard),
        ("reasons: alpha (MASI)".into(), &agreement.reasons.alpha_masi),
    ];
    if let Some(CategoryAgreement { between, .. }) = &agreement.category {
        figures.push(("category: percent agreement".into(), &between.overall.percent_agreement));
        figures.push(("category: AC1".into(), &between.overall.gwet_ac1));
        figures.push(("category: alpha".into(), &between.overall.alpha_nominal));
    }
    for of in agreement.by_reason.iter().filter(|of| of.given > 0) {
        figures.push((format!("{}: percent agreement", of.reason.words()), &of.percent_agreement));
        figures.push((format!("{}: AC1", of.reason.words()), &of.gwet_ac1));
        figures.push((format!("{}: alpha", of.reason.words()), &of.alpha));
    }
    figures
}

fn summary<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let columns = [
        text("figure", |(name, _): &(String, &Statistic)| name.clone()),
        number("value", |(_, of)| value(of)),
        number("n", |(_, of)| of.n().to_string()),
        text("", |(_, of)| because(of)),
    ];
    Table::from_rows(figures(agreement), &columns).titled(format!(
        "{} reviewers, {} questions, {} of them reviewed by two or more",
        agreement.reviewers.len(),
        agreement.questions,
        agreement.shared
    ))
}

fn against_reference<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let columns = [
        text("reviewer", |of: &&AgainstReference| of.reviewer.clone()),
        number("n", |of| of.agreement.n().to_string()),
        number("answered as the reference", |of| value(&of.agreement)),
        text("95 % interval", |of| interval(&of.agreement)),
        number("no choice", |of| of.no_choice.to_string()),
        number("without reference", |of| of.without_reference.to_string()),
    ];
    Table::from_rows(&agreement.against_reference, &columns)
        .titled("Blind answers against the reference answers")
}

fn against_data(category: &CategoryAgreement) -> Table {
    let columns = [
        text("reviewer", |of: &&AgainstData| of.reviewer.clone()),
        number("n", |of| of.agreement.n().to_string()),
        number("chose that of the data", |of| value(&of.agreement)),
        text("95 % interval", |of| interval(&of.agreement)),
        number("kappa", |of| value(&of.kappa)),
        number("AC1", |of| value(&of.gwet_ac1)),
        number("called the data's wrong", |of| of.corrections.to_string()),
        text("", |of| because(&of.agreement)),
    ];
    Table::from_rows(&category.against_data, &columns)
        .titled(format!("Categories chosen for {} questions against the data", category.questions))
}

fn disagreements<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let columns = ["question", "differ in", "reviews"];
    let mut table = Table::new(columns.map(|name| (name, Align::Left)))
        .titled(format!("{} questions on which reviewers differ", agreement.disagreements.len()));
    for of in &agreement.disagreements {
        let reviews: Vec<String> = of.reviews.iter().map(describe).collect();
        table.row([of.question.clone(), of.differ_in.join(", "), reviews.join(" · ")]);
    }
    table
}

fn describe<D: Judgement>(named: &NamedReview<D>) -> String {
    let NamedReview { reviewer, review } = named;
    let reasons: Vec<&str> = review.wrong_reasons().into_iter().map(Keyword::name).collect();
    let reasons =
        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    let answer = review.answer().map(|answer| format!("{answer}, ")).unwrap_or_default();
    let category = review.category().map(|name| format!(", {name}")).unwrap_or_default();
    format!("{reviewer}: {answer}{}{reasons}{category}", review.outcome())
}

/// One row per figure, with everything known about it.
pub fn tidy<D: Judgement>(agreement: &ReviewAgreement<D>) -> Table {
    let names = ["figure", "a", "b", "n", "value", "se", "low95", "high95", "undefined"];
    let mut table = Table::new(names.map(|name| (name, Align::Left)));
    let mut add = |figure: &str, a: &str, b: &str, statistic: &Statistic| {
        let whose = [figure, a, b].map(str::to_owned);
        table.row(whose.into_iter().chain(tidy_cells(statistic)));
    };
    for (name, statistic) in figures(agreement) {
        add(&name, "", "", statistic);
    }
    for (field, overview) in [("verdict", &agreement.verdict), ("answer", &agreement.answer)] {
        for pair in &overview.pairs {
            add(&format!("{field}: raw"), &pair.a, &pair.b, &pair.raw);
            add(&format!("{field}: kappa"), &pair.a, &pair.b, &pair.kappa);
        }
    }
    if let Some(category) = &agreement.category {
        for pair in &category.between.pairs {
            add("category: raw", &pair.a, &pair.b, &pair.raw);
            add("category: kappa", &pair.a, &pair.b, &pair.kappa);
        }
        for of in &category.against_data {
            add("category: as the data", &of.reviewer, "", &of.agreement);
            add("category: kappa with the data", &of.reviewer, "", &of.kappa);
            add("category: AC1 with the data", &of.reviewer, "", &of.gwet_ac1);
        }
    }
    for of in &agreement.against_reference {
        add("answer: as the reference", &of.reviewer, "", &of.agreement);
    }
    table
}
