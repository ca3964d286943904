//! Fits with features against statsmodels (GLM, binomial, errors clustered by group without a
//! correction for few groups) and correlations against scipy, on the same generated votes.

use super::*;
use crate::keyword::Keyword as _;

/// 120 questions, four models, all pairs; styles and preferences by [`Random`] with seed 7.
fn generated() -> Votes {
    let mut random = Random(7);
    let mut votes = Votes::default();
    for model in ["m0", "m1", "m2", "m3"] {
        votes.models.code(model);
    }
    for question in 0..120 {
        for model in 0..4 {
            let tokens = 50 + random.below(400) as u32;
            let headers = random.below(5) as u32;
            let lists = random.below(12) as u32;
            let bold = random.below(8) as u32;
            let characters = tokens * 5 + random.below(40) as u32;
            let style = Style { characters, tokens, headers, lists, bold };
            votes.styles.insert((question, 0, model), style);
        }
        for a in 0..4 {
            for b in a + 1..4 {
                let tokens = |model| votes.styles[&(question, 0, model)].tokens;
                let longer = if tokens(a) > tokens(b) { 2 } else { 0 };
                let reading = match random.below(9) + longer + u64::from(b - a) {
                    8.. => Reading::FIRST,
                    7 => Reading::TIE,
                    _ => Reading::SECOND,
                };
                let [first, second] = [a, b].map(|model| format!("m{model}"));
                let (question, judge) = (&format!("q{question}"), "judge");
                let named =
                    Named { question, first: &first, second: &second, judge, ..Named::default() };
                votes.add(named, reading);
            }
        }
    }
    votes
}

struct Expected {
    features: &'static [Feature],
    scales: &'static [f64],
    strengths: [f64; 4],
    errors: [f64; 4],
    coefficients: &'static [f64],
    coefficient_errors: &'static [f64],
}

const BY_STATSMODELS: [Expected; 5] = [
    Expected {
        features: &[Feature::Length],
        scales: &[0.34468553127830787],
        strengths: [
            -0.042847816773738494,
            0.05970371780500988,
            0.054652235697735044,
            -0.07150813672900644,
        ],
        errors: [0.07657588837581297, 0.07204821489605313, 0.0758839675597247, 0.07106379498008071],
        coefficients: &[0.3328888117507118],
        coefficient_errors: &[0.0737670838215885],
    },
    Expected {
        features: &[Feature::Headers],
        scales: &[0.01669555404543364],
        strengths: [
            -0.06589661037881925,
            0.04735482522225165,
            0.06021121973929446,
            -0.041669434582726865,
        ],
        errors: [0.07548489722393659, 0.07259325079587622, 0.0764493949047788, 0.07158638213356312],
        coefficients: &[-0.3089272137453019],
        coefficient_errors: &[0.07580952549834195],
    },
    Expected {
        features: &[Feature::Bold],
        scales: &[0.027237076904601476],
        strengths: [
            -0.052686924610918784,
            0.05044669882550115,
            0.07606478075279019,
            -0.07382455496737256,
        ],
        errors: [0.07547942339185951, 0.0721049271781037, 0.07830627299312949, 0.07125430495900564],
        coefficients: &[-0.22253490775323845],
        coefficient_errors: &[0.07714488167641582],
    },
    Expected {
        features: Feature::ALL,
        scales: &[
            0.34468553127830787,
            0.01669555404543365,
            0.03614117340290577,
            0.027237076904601473,
        ],
        strengths: [
            -0.043050267073993446,
            0.043013926482286385,
            0.051173875632687695,
            -0.05113753504098063,
        ],
        errors: [0.07606066184757437, 0.07219388015122373, 0.07834448339514208, 0.0717401433643224],
        coefficients: &[
            0.2831538562896645,
            -0.17238369656071828,
            0.10048924729634363,
            -0.0231760981902068,
        ],
        coefficient_errors: &[
            0.11565413003734605,
            0.08928538399980356,
            0.0907911357960285,
            0.095868871240945,
        ],
    },
    Expected {
        features: &[Feature::Lists, Feature::Length],
        scales: &[0.03614117340290577, 0.34468553127830787],
        strengths: [
            -0.03462880740806852,
            0.05460230623787696,
            0.047147416548531135,
            -0.06712091537833957,
        ],
        errors: [0.07647174738221185, 0.0721334602581137, 0.07648114810254171, 0.0714711599221545],
        coefficients: &[0.09909207327800766, 0.3927360806579743],
        coefficient_errors: &[0.09187328156119258, 0.09433193488652021],
    },
];

/// Each feature chosen alone has its own column: elsewhere a single one shifted them.
#[test]
fn style_controlled_fits_equal_statsmodels_also_with_a_single_feature() {
    let votes = generated();
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    for wanted in BY_STATSMODELS {
        let method = Method::StyleControlled;
        let board =
            leaderboard(&outcomes, &votes.models, &votes.styles, method, wanted.features, PLAN);
        for standing in &board.models {
            let place = votes.models.find(&standing.model).unwrap() as usize;
            close(&standing.strength, wanted.strengths[place], 1e-8, "strength");
            assert!((se(&standing.strength) - wanted.errors[place]).abs() < 1e-7);
        }
        assert_eq!(board.controls.len(), wanted.features.len());
        for (at, control) in board.controls.iter().enumerate() {
            assert_eq!(control.feature, wanted.features[at]);
            assert!((control.scale - wanted.scales[at]).abs() < 1e-12);
            close(&control.coefficient, wanted.coefficients[at], 1e-8, "coefficient");
            assert!((se(&control.coefficient) - wanted.coefficient_errors[at]).abs() < 1e-7);
            let (low, high) = control.coefficient.ci95().unwrap();
            assert!(low < wanted.coefficients[at] && wanted.coefficients[at] < high);
        }
    }
}

#[test]
fn a_length_controlled_rate_is_the_fit_at_equal_length() {
    let votes = generated();
    let pair: Vec<Judgment> =
        votes.judgments.iter().filter(|vote| vote.pair() == (0, 1)).copied().collect();
    let outcomes = outcomes(&pair, Rule::Single);
    let method = Method::LengthControlled;
    let board = leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], PLAN);
    // psi = -0.47274260362681697, theta = 0.32353152057690254, sd = 753.4489519863305
    let of = |name: &str| board.models.iter().find(|s| s.model == name).unwrap();
    close(&of("m0").win_rate, 0.38396731187451405, 1e-9, "rate");
    close(&of("m1").win_rate, 1.0 - 0.38396731187451405, 1e-9, "rate of the other");
    close(&of("m0").strength, -0.47274260362681697 / 2.0, 1e-8, "half of psi");
    close(&board.controls[0].coefficient, 0.32353152057690254, 1e-8, "theta");
    assert!((board.controls[0].scale - 753.4489519863305).abs() < 1e-9);
    // The error of the rate is that of its fit, not sd/√n of the preferences.
    let raw = &of("m0").record.win_rates.graded;
    assert!(se(&of("m0").win_rate) > 0.0 && (se(&of("m0").win_rate) - se(raw)).abs() > 1e-6);
}

#[test]
fn an_answer_of_unknown_style_is_left_out_and_counted() {
    let mut votes = generated();
    votes.styles.remove(&(0, 0, 0));
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let method = Method::StyleControlled;
    let features = [Feature::Length];
    let board = leaderboard(&outcomes, &votes.models, &votes.styles, method, &features, PLAN);
    assert!(board.warnings[0].starts_with("3 outcomes are left out"), "{:?}", board.warnings);
}

#[test]
fn a_feature_in_which_no_answers_differ_has_no_term_and_does_not_undo_the_others() {
    let mut votes = generated();
    votes.styles.values_mut().for_each(|style| (style.headers, style.bold) = (0, 0));
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let method = Method::StyleControlled;
    let board = leaderboard(&outcomes, &votes.models, &votes.styles, method, Feature::ALL, PLAN);
    let terms: Vec<Feature> = board.controls.iter().map(|term| term.feature).collect();
    assert_eq!(terms, [Feature::Length, Feature::Lists]);
    assert!(board.models.iter().all(|model| model.strength.value().is_some()));
    assert!(
        board.warnings[0].starts_with("not controlled: headers, bold;"),
        "{:?}",
        board.warnings
    );
}

#[test]
fn without_any_text_a_controlled_ranking_says_that_nothing_is_controlled() {
    let mut votes = generated();
    votes.styles.clear();
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let by =
        |method| leaderboard(&outcomes, &votes.models, &votes.styles, method, Feature::ALL, PLAN);
    let warning = by(Method::StyleControlled).warnings.remove(0);
    assert!(warning.starts_with("not controlled: length, headers, lists, bold;"), "{warning}");
    let because = by(Method::LengthControlled).models[0].strength.because().unwrap().to_owned();
    assert!(because.contains("length or style"), "{because}");
}

#[test]
fn correlations_with_equal_values_are_those_of_scipy() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.0, 9.0];
    let y = [2.0, 1.0, 4.0, 3.0, 7.0, 8.0, 6.0, 6.0, 9.5];
    let rows = x.iter().zip(y).map(|(&x, y)| ("m".to_owned(), vec![Some(x), Some(y)]));
    let mut table = RankTable { columns: vec!["x".into(), "y".into()], rows: rows.collect() };
    table.rows.push(("only x".into(), vec![Some(4.0), None]));
    let found = &correlations(&table)[0];
    assert_eq!(found.n, 9);
    close(&found.spearman, 0.8319327731092437, 1e-12, "spearman");
    close(&found.kendall, 0.6571428571428571, 1e-12, "kendall");
    close(&found.pearson, 0.8901035530195912, 1e-12, "pearson");
    assert!(found.kendall.ci95().is_none() && found.pearson.ci95().is_some());
    table.rows.iter_mut().for_each(|row| row.1[1] = Some(1.0));
    assert!(correlations(&table)[0].pearson.because().is_some());
}
