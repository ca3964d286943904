//! Planted wrong keys: which share of them the filter `contradicted` ranks first, compared with
//! other rankings and with the best possible one. `cargo bench --bench contradicted` prints the
//! tables of README.md.
//!
//! 1,000 questions with four choices, eight models of 50 to 85 % accuracy. A model knows a question with
//! a probability that falls with the question's difficulty (logistic; difficulty is normal). Else, on
//! questions with an attractive wrong choice, it may take that choice; else it guesses each pass. 50 keys
//! are replaced by a random wrong choice. `oracle` ranks by the posterior odds of a replaced key given
//! the votes and all parameters of the simulation (not the difficulty of each question).

use assay::benchmark::Label;
use assay::quality::{Accuracy, FilterVerdict, PassVote, VotedQuestion, Votes, weight};
use assay::score::Missing;

const CHOICES: usize = 4;
const QUESTIONS: usize = 1_000;
const REPLACED: usize = 50;
const SEEDS: u64 = 30;
const SLOPE: f64 = 1.7;
/// The probability of another answer in a pass of a known or attractive choice.
const SLIP: f64 = 0.05;

/// The parameters of a simulated benchmark.
struct World {
    name: &'static str,
    passes: usize,
    /// The share of questions with an attractive wrong choice, and how often it attracts.
    attractive: f64,
    pull: f64,
    /// The standard deviation of the difficulty.
    spread: f64,
}

struct Random(u64);

impl Random {
    /// SplitMix64, as a fraction.
    fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.fraction() * end as f64) as usize
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.fraction().max(1e-300).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.fraction()).cos()
    }
}

/// How a model chooses its answers on one question.
#[derive(Clone, Copy)]
enum State {
    /// It stays with a choice: the right one or the attractive one.
    Holds(usize),
    Guesses,
}

fn says(state: State, choice: usize) -> f64 {
    match state {
        State::Holds(held) if held == choice => 1.0 - SLIP,
        State::Holds(_) => SLIP / (CHOICES - 1) as f64,
        State::Guesses => 1.0 / CHOICES as f64,
    }
}

struct Simulated {
    reference: usize,
    is_replaced: bool,
    /// By model, by pass.
    said: Vec<Vec<usize>>,
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl World {
    /// Difficulties with their weights.
    fn difficulties(&self) -> Vec<(f64, f64)> {
        let points = (0..25).map(|point| -3.0 + f64::from(point) / 4.0);
        let mut grid: Vec<(f64, f64)> =
            points.map(|z| (z * self.spread, (-z * z / 2.0).exp())).collect();
        let total: f64 = grid.iter().map(|(_, weight)| weight).sum();
        for (_, weight) in &mut grid {
            *weight /= total;
        }
        grid
    }

    fn accuracy(&self, skill: f64) -> f64 {
        let attracted = self.attractive * self.pull;
        let else_right =
            attracted * SLIP / (CHOICES - 1) as f64 + (1.0 - attracted) / CHOICES as f64;
        let at = |(difficulty, weight): &(f64, f64)| {
            let knows = logistic(SLOPE * (skill - difficulty));
            weight * (knows * (1.0 - SLIP) + (1.0 - knows) * else_right)
        };
        self.difficulties().iter().map(at).sum()
    }

    /// The skills of models that are right on 50, 55, .. 85 % of the passes.
    fn skills(&self) -> Vec<f64> {
        let skill = |percent: u32| {
            let (mut low, mut high) = (-8.0, 12.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                match self.accuracy(middle) < f64::from(percent) / 100.0 {
                    true => low = middle,
                    false => high = middle,
                }
            }
            low
        };
        (50..=85).step_by(5).map(skill).collect()
    }

    fn simulate(&self, skills: &[f64], seed: u64) -> Vec<Simulated> {
        let mut random = Random(seed.wrapping_mul(7919) + 17);
        let mut question = || {
            let difficulty = random.normal() * self.spread;
            let truth = random.below(CHOICES);
            let is_attractive = random.fraction() < self.attractive;
            let attractor = (truth + 1 + random.below(CHOICES - 1)) % CHOICES;
            let mut answers = |skill: &f64| {
                let state = if random.fraction() < logistic(SLOPE * (skill - difficulty)) {
                    State::Holds(truth)
                } else if is_attractive && random.fraction() < self.pull {
                    State::Holds(attractor)
                } else {
                    State::Guesses
                };
                let mut pass = || {
                    let mut left = random.fraction();
                    let passes_over = |choice: &usize| {
                        left -= says(state, *choice);
                        left >= 0.0
                    };
                    (0..CHOICES - 1).take_while(passes_over).count()
                };
                (0..self.passes).map(|_| pass()).collect()
            };
            let said = skills.iter().map(&mut answers).collect();
            Simulated { reference: truth, is_replaced: false, said }
        };
        let mut questions: Vec<Simulated> = (0..QUESTIONS).map(|_| question()).collect();
        let mut left = REPLACED;
        while left > 0 {
            let question = &mut questions[random.below(QUESTIONS)];
            if !question.is_replaced {
                question.reference = (question.reference + 1 + random.below(CHOICES - 1)) % CHOICES;
                question.is_replaced = true;
                left -= 1;
            }
        }
        questions
    }

    /// The log-odds of a replaced key given the votes and the parameters.
    fn oracle(&self, skills: &[f64], question: &Simulated) -> f64 {
        let likelihood = |truth| self.likelihood(skills, question, truth);
        let others = (0..CHOICES).filter(|choice| *choice != question.reference);
        let replaced: f64 = others.map(likelihood).sum::<f64>() / (CHOICES - 1) as f64;
        (replaced / likelihood(question.reference)).ln()
    }

    fn likelihood(&self, skills: &[f64], question: &Simulated, truth: usize) -> f64 {
        let in_state = |state| -> Vec<f64> {
            let model =
                |said: &Vec<usize>| said.iter().map(|&choice| says(state, choice)).product();
            question.said.iter().map(model).collect()
        };
        let guesses = in_state(State::Guesses);
        let holds: Vec<Vec<f64>> = (0..CHOICES).map(|held| in_state(State::Holds(held))).collect();
        let with = |knows: &[f64], attractor: Option<usize>| -> f64 {
            let model = |model: usize| {
                let pull = attractor.map_or(0.0, |_| self.pull);
                let attracted = attractor.map_or(0.0, |attractor| holds[attractor][model]);
                let otherwise = pull * attracted + (1.0 - pull) * guesses[model];
                knows[model] * holds[truth][model] + (1.0 - knows[model]) * otherwise
            };
            (0..skills.len()).map(model).product()
        };
        let at = |&(difficulty, weight): &(f64, f64)| {
            let knows: Vec<f64> =
                skills.iter().map(|skill| logistic(SLOPE * (skill - difficulty))).collect();
            let attractors = (0..CHOICES).filter(|choice| *choice != truth);
            let attracted: f64 = attractors.map(|choice| with(&knows, Some(choice))).sum();
            let attracted = attracted / (CHOICES - 1) as f64;
            weight * ((1.0 - self.attractive) * with(&knows, None) + self.attractive * attracted)
        };
        self.difficulties().iter().map(at).sum()
    }
}

/// The ranking scores of one question, and what the filters say.
struct Ranked {
    is_replaced: bool,
    /// As [`RANKINGS`].
    scores: [f64; 5],
    is_wrong: bool,
    is_flagged: bool,
    chance: f64,
}

const RANKINGS: [&str; 5] = ["oracle", "contradicted", "log-odds", "count", "filter wrong"];

fn rank(world: &World, skills: &[f64], questions: &[Simulated]) -> Vec<Ranked> {
    let labels: Vec<Label> = Label::all().take(CHOICES).collect();
    let votes = |question: &Simulated| -> Vec<Votes> {
        let model = |said: &Vec<usize>| {
            let passes = said.iter().map(|&choice| PassVote::Choice(labels[choice]));
            Votes::new(passes, labels[question.reference], Missing::Exclude)
        };
        question.said.iter().map(model).collect()
    };
    let all: Vec<Vec<Votes>> = questions.iter().map(votes).collect();
    let mut accuracies = vec![Accuracy::default(); skills.len()];
    for (question, votes) in questions.iter().zip(&all) {
        for (accuracy, votes) in accuracies.iter_mut().zip(votes) {
            accuracy.add(votes.share_right(labels[question.reference]));
        }
    }
    let one = |(question, votes): (&Simulated, Vec<Votes>)| {
        let reference = labels[question.reference];
        let leave_out = |(votes, accuracy): (Votes, &Accuracy)| {
            let without = accuracy.without(votes.share_right(reference));
            (votes, without)
        };
        let models: Vec<(Votes, f64)> = votes.into_iter().zip(&accuracies).map(leave_out).collect();
        let judged = VotedQuestion { choices: &labels, reference, models: &models };
        let found = judged.contradiction().expect("other choices");
        let most = |value: fn(f64) -> f64, against: f64| {
            let sum = |choice: Label| -> f64 {
                models.iter().map(|(votes, accuracy)| value(*accuracy) * votes.margin(choice)).sum()
            };
            let others = labels.iter().filter(|choice| **choice != reference);
            others.map(|choice| sum(*choice)).fold(0.0, f64::max) - against * sum(reference)
        };
        let is_right = |said: &Vec<usize>| said.iter().all(|&choice| choice == question.reference);
        let is_wrong = !question.said.iter().any(is_right);
        Ranked {
            is_replaced: question.is_replaced,
            scores: [
                world.oracle(skills, question),
                found.strength,
                most(|accuracy| weight(accuracy, CHOICES).sqrt(), 1.0),
                most(|_| 1.0, 0.0),
                f64::from(u8::from(is_wrong)),
            ],
            is_wrong,
            is_flagged: judged.outcome() == FilterVerdict::Flagged,
            chance: found.chance,
        }
    };
    questions.iter().zip(all).map(one).collect()
}

/// The share of replaced keys among the first `count` of a ranking; the order of equal scores counts
/// on average.
fn precision(ranked: &[Ranked], ranking: usize, count: usize) -> f64 {
    let mut scores: Vec<(f64, bool)> =
        ranked.iter().map(|one| (one.scores[ranking], one.is_replaced)).collect();
    scores.sort_by(|one, other| other.0.total_cmp(&one.0));
    let last = scores[count - 1].0;
    let replaced = |scores: &mut dyn Iterator<Item = &(f64, bool)>| {
        scores.fold((0.0, 0.0), |(hits, all), one| (hits + f64::from(u8::from(one.1)), all + 1.0))
    };
    let (sure, before) = replaced(&mut scores.iter().filter(|one| one.0 > last));
    let (hits, equal) = replaced(&mut scores.iter().filter(|one| one.0.total_cmp(&last).is_eq()));
    (sure + (count as f64 - before) * hits / equal) / count as f64
}

fn mean_and_spread(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (values.len() - 1) as f64).sqrt())
}

fn report(world: &World) {
    let skills = world.skills();
    let runs: Vec<Vec<Ranked>> =
        (1..=SEEDS).map(|seed| rank(world, &skills, &world.simulate(&skills, seed))).collect();
    println!(
        "\n{}\n\n| ranking | 10 | 25 | 50 | 75 | 100 |\n|---|---:|---:|---:|---:|---:|",
        world.name
    );
    for (ranking, name) in RANKINGS.iter().enumerate() {
        let cell = |count| {
            let values: Vec<f64> = runs.iter().map(|run| precision(run, ranking, count)).collect();
            let (mean, spread) = mean_and_spread(&values);
            format!("{:.1} ± {:.1}", mean * 100.0, spread * 100.0)
        };
        println!("| {name} | {} |", [10, 25, 50, 75, 100].map(cell).join(" | "));
    }
    let count = |is: &dyn Fn(&Ranked) -> bool| {
        let of_runs: Vec<f64> =
            runs.iter().map(|run| run.iter().filter(|one| is(one)).count() as f64).collect();
        mean_and_spread(&of_runs).0
    };
    println!(
        "\nflagged by contradicted {:.1}, replaced {:.1}; by wrong {:.1}, replaced {:.1}; replaced that \
         contradicted finds and wrong misses {:.1}, the other way round {:.1}; sound questions with \
         chance < 0.01: {:.1}",
        count(&|one| one.is_flagged),
        count(&|one| one.is_flagged && one.is_replaced),
        count(&|one| one.is_wrong),
        count(&|one| one.is_wrong && one.is_replaced),
        count(&|one| one.is_flagged && !one.is_wrong && one.is_replaced),
        count(&|one| !one.is_flagged && one.is_wrong && one.is_replaced),
        count(&|one| !one.is_replaced && one.chance < 0.01),
    );
}

fn main() {
    let world =
        |name, passes, attractive, pull, spread| World { name, passes, attractive, pull, spread };
    report(&world("one pass, 30 % attractive", 1, 0.3, 0.75, 1.0));
    report(&world("four passes, 30 % attractive", 4, 0.3, 0.75, 1.0));
    report(&world("four passes, 50 % attractive, wide difficulty", 4, 0.5, 0.9, 1.5));
    report(&world("one pass, no attractive choices", 1, 0.0, 0.0, 1.0));
}
