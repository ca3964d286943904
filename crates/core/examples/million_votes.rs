//! Speed of every table of votes: 50 models, all pairs, 408 questions, both orders (999,600 votes), 1,000
//! resamples of the questions. `cargo run --release -p assay-core --example million_votes`.

use std::time::Instant;

use assay_core::keyword::Keyword as _;
use assay_core::statistics::Plan;
use assay_core::votes::{
    Feature, Judgment, Method, Reading, Rule, Style, Votes, feature_preference, flips, leaderboard,
    outcomes, position_bias, tally, transitivity,
};

const MODELS: u32 = 50;
const QUESTIONS: u32 = 408;

/// SplitMix64, as a fraction.
struct Random(u64);

impl Random {
    fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn votes() -> Votes {
    let mut random = Random(1);
    let mut votes = Votes::default();
    (0..MODELS).for_each(|model| _ = votes.models.code(&format!("model {model:02}")));
    votes.judges.code("judge");
    for question in 0..QUESTIONS {
        votes.questions.code(&format!("question {question}"));
        for model in 0..MODELS {
            let tokens = 50 + (random.fraction() * 400.0) as u32;
            let [headers, lists, bold] =
                [4.0, 9.0, 7.0].map(|most| (random.fraction() * most) as u32);
            let style = Style { characters: 5 * tokens, tokens, headers, lists, bold };
            votes.styles.insert((question, 0, model), style);
        }
        for a in 0..MODELS {
            for b in a + 1..MODELS {
                for (first, second) in [(a, b), (b, a)] {
                    let logit = 0.1 + (f64::from(second) - f64::from(first)) * 0.04;
                    let reading = match random.fraction() {
                        tie if tie < 0.15 => Reading::TIE,
                        _ if random.fraction() < 1.0 / (1.0 + (-logit).exp()) => Reading::FIRST,
                        _ => Reading::SECOND,
                    };
                    let (turn, repeat, judge, has_order) = (0, 0, 0, true);
                    votes.judgments.push(Judgment {
                        question,
                        turn,
                        repeat,
                        first,
                        second,
                        has_order,
                        judge,
                        snapshot: 0,
                        reading,
                    });
                }
            }
        }
    }
    votes
}

/// The seconds of processor time so far, of all threads: what a busy machine does not change. Only on Linux.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<f64> = fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    ticks.iter().sum::<f64>() / 100.0
}

fn timed<T>(what: &str, total: &mut f64, table: impl FnOnce() -> T) -> T {
    let (start, before) = (Instant::now(), processor_seconds());
    let found = table();
    let seconds = start.elapsed().as_secs_f64();
    *total += seconds;
    let processor = processor_seconds() - before;
    println!("{seconds:8.3} s, {processor:6.2} s of processor time  {what}");
    found
}

/// A million questions with one vote each.
fn once_each() -> Votes {
    let mut random = Random(2);
    let mut votes = Votes::default();
    (0..MODELS).for_each(|model| _ = votes.models.code(&format!("model {model:02}")));
    for question in 0..1_000_000 {
        let first = (random.fraction() * f64::from(MODELS)) as u32;
        let second = (first + 1 + (random.fraction() * f64::from(MODELS - 1)) as u32) % MODELS;
        let wins = random.fraction() < 0.5 + (f64::from(second) - f64::from(first)) * 0.005;
        let reading = if wins { Reading::FIRST } else { Reading::SECOND };
        let (turn, repeat, judge, snapshot, has_order) = (0, 0, 0, 0, true);
        let vote =
            Judgment { question, turn, repeat, first, second, has_order, judge, snapshot, reading };
        votes.judgments.push(vote);
    }
    votes
}

fn main() {
    let votes = votes();
    let plan = Plan { resamples: 1_000, seed: 1 };
    let (mut total, all) = (0.0, &votes.judgments);
    println!("{} votes", all.len());
    let outcomes =
        timed("outcomes, conservative", &mut total, || outcomes(all, Rule::Conservative));
    let pairs = timed("tally", &mut total, || tally(&outcomes, &votes.models, None));
    timed("position", &mut total, || position_bias(all));
    timed("length", &mut total, || {
        feature_preference(all, &votes.styles, Feature::Length, &[200, 500, 1_000])
    });
    timed("flips", &mut total, || flips(all));
    timed("transitivity", &mut total, || transitivity(&pairs));
    for method in
        [Method::BradleyTerry, Method::Davidson, Method::LengthControlled, Method::StyleControlled]
    {
        let name = format!("{method:?}");
        if std::env::args().nth(1).is_some_and(|only| !name.starts_with(&only)) {
            continue;
        }
        timed(&name, &mut total, || {
            leaderboard(&outcomes, &votes.models, &votes.styles, method, Feature::ALL, plan)
        });
    }
    println!("{total:8.3} s  together");
    let votes = once_each();
    let outcomes = timed("outcomes of a million questions with one vote each", &mut total, || {
        crate::outcomes(&votes.judgments, Rule::Single)
    });
    for method in [Method::BradleyTerry, Method::Davidson] {
        timed(&format!("{method:?} of these"), &mut total, || {
            leaderboard(&outcomes, &votes.models, &votes.styles, method, &[], plan)
        });
    }
}
