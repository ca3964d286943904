//! What must hold for any votes, and the form of the figures in JSON.

use proptest::prelude::*;

use super::*;
use crate::keyword::Keyword as _;

fn readings() -> impl Strategy<Value = Reading> {
    prop_oneof![
        Just(Reading::FIRST),
        Just(Reading::SECOND),
        Just(Reading::TIE),
        (0_u32..=8).prop_map(|eighths| Reading::Preference(f64::from(eighths) / 8.0)),
        proptest::sample::select(Undecided::ALL).prop_map(Reading::Undecided),
        (0_u8..4, 0_u8..4).prop_map(|(first, second)| Reading::Scores {
            first: f64::from(first),
            second: f64::from(second),
        }),
    ]
}

/// Votes on at most four questions, three models and two judges.
fn judgments() -> impl Strategy<Value = Vec<Judgment>> {
    let judgment = (0_u32..4, 0_u16..2, 0_u32..3, 1_u32..3, 0_u32..2, readings());
    let built = judgment.prop_map(|(question, repeat, first, ahead, judge, reading)| Judgment {
        question,
        turn: 0,
        repeat,
        first,
        second: (first + ahead) % 3,
        has_order: true,
        judge,
        snapshot: 0,
        reading,
    });
    proptest::collection::vec(built, 0..24)
}

/// The same judgment, shown in the other order.
fn turned(vote: &Judgment) -> Judgment {
    let reading = vote.reading.turned();
    Judgment { first: vote.second, second: vote.first, reading, ..*vote }
}

fn names() -> crate::names::Names {
    ["a", "b", "c"].into_iter().collect()
}

proptest! {
    #[test]
    fn every_judgment_is_counted_once_and_none_is_lost(judgments in judgments()) {
        for &rule in Rule::ALL {
            let outcomes = outcomes(&judgments, rule);
            let pairs = tally(&outcomes, &names(), None);
            let counted = |pair: &PairTally| {
                let undecided: usize = pair.undecided.values().sum();
                pair.a_wins + pair.b_wins + pair.ties + undecided + pair.unpaired
            };
            prop_assert!(pairs.iter().all(|pair| pair.n == counted(pair)));
            let n: usize = pairs.iter().map(|pair| pair.n).sum();
            prop_assert_eq!(n, outcomes.len());
            if rule == Rule::Single {
                prop_assert_eq!(n, judgments.len());
            }
        }
    }

    #[test]
    fn the_order_of_a_file_and_the_side_of_an_answer_change_no_outcome(judgments in judgments()) {
        let backwards: Vec<Judgment> = judgments.iter().rev().copied().collect();
        let turned: Vec<Judgment> = judgments.iter().map(turned).collect();
        for &rule in Rule::ALL {
            let counts = |judgments: &[Judgment]| {
                let pairs = tally(&outcomes(judgments, rule), &names(), None);
                let of = |pair: PairTally| {
                    (pair.a, pair.b, pair.a_wins, pair.ties, pair.b_wins, pair.undecided, pair.unpaired)
                };
                pairs.into_iter().map(of).collect::<Vec<_>>()
            };
            prop_assert_eq!(counts(&judgments), counts(&backwards));
            prop_assert_eq!(counts(&judgments), counts(&turned));
        }
    }

    #[test]
    fn position_is_mirrored_when_every_answer_changes_its_side(judgments in judgments()) {
        let turned: Vec<Judgment> = judgments.iter().map(turned).collect();
        let (there, back) = (position_bias(&judgments), position_bias(&turned));
        prop_assert_eq!((there.first, there.second, there.ties), (back.second, back.first, back.ties));
        prop_assert_eq!(there.classes.first, back.classes.second);
        prop_assert_eq!(there.classes.none, back.classes.none);
        prop_assert_eq!(there.classes.unpaired, back.classes.unpaired);
    }

    #[test]
    fn no_votes_make_a_figure_that_is_not_a_number(judgments in judgments()) {
        let outcomes = outcomes(&judgments, Rule::Single);
        let plan = Plan { resamples: 20, seed: 1 };
        let styles = Styles::new();
        for &method in Method::ALL {
            let board = leaderboard(&outcomes, &names(), &styles, method, Feature::ALL, plan);
            let json = serde_json::to_string(&board).unwrap();
            prop_assert!(!json.contains("\"value\":null") && !json.contains("[null"), "{}", json);
        }
        let agreed = agreement(&judgments, 0, people(&[1]), Rule::Single, plan);
        prop_assert!(!serde_json::to_string(&agreed).unwrap().contains("\"value\":null"));
    }

    #[test]
    fn no_text_stops_a_parser(text in "[\\[\\]{}\"`:ABC=+>12 \nanswert]{0,60}") {
        for template in parse::Template::ALL {
            template.read(&text);
        }
        Style::from_text(&text);
    }
}

#[test]
fn the_json_has_the_names_that_scripts_rely_on() {
    let mut votes = Votes::default();
    for (question, first, second, reading) in [
        ("q1", "a", "b", Reading::FIRST),
        ("q2", "b", "a", Reading::FIRST),
        ("q3", "a", "b", Reading::Undecided(Undecided::SituationTwo)),
    ] {
        let named = Named { question, first, second, judge: "j", ..Named::default() };
        votes.add(named, reading);
    }
    let outcomes = outcomes(&votes.judgments, Rule::Single);
    let pair = serde_json::to_value(&tally(&outcomes, &votes.models, None)[0]).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let expected = "a b n a_wins b_wins ties undecided unpaired a_win_rate b_win_rate";
    assert_eq!(keys(&pair).join(" "), expected);
    assert_eq!(pair["undecided"]["unable to decide: situation two"], 1);
    assert_eq!(pair["a_win_rate"]["n"], 2);
    let styles = Styles::new();
    let board = leaderboard(&outcomes, &votes.models, &styles, Method::Davidson, &[], PLAN);
    let board = serde_json::to_value(&board).unwrap();
    assert_eq!(
        (&board["unit"], &board["models"][0]["rank"]),
        (&Value::from("question"), &1.into())
    );
    assert!(board["models"][0]["strength"]["ci95"].is_array() && board["nu"]["value"].is_number());
    let position = serde_json::to_value(position_bias(&votes.judgments)).unwrap();
    assert_eq!(keys(&position["classes"]), ["none", "first", "second", "unpaired"]);
    let agreed = agreement(&votes.judgments, 0, people(&[0]), Rule::Single, PLAN);
    let agreed = serde_json::to_value(agreed).unwrap();
    assert_eq!(agreed["each"]["with_ties"]["agree"], 2);
    assert!(agreed["majority"]["without_ties"]["n"].is_number());
    assert!(
        agreed["among"]["alpha_nominal"].is_object() && agreed["majority"]["kappa"].is_object()
    );
}
