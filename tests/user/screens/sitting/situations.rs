//! Where a person begins: fresh benchmarks, and those on which models and people were at work before.

use assay::benchmark::Label;
use assay::benchmark::decision::{Act, BlindAnswer, ReviewDecision, ReviewVerdict, WrongReason};
use assay::benchmark::gate::DrawnShare;
use assay::benchmark::team::Role;
use assay::certification::audit::{audit_order, start_audit};
use assay::certify::AuditPopulation;
use assay::queue::correction::Correction;
use assay::queue::{DecisionContext, OpenDesk, ReviewDesk};
use assay::store::{Importer, NewAssignment, QUEUE_REVIEW, Store};

use super::super::questions::{self, Language};
use super::super::{agreement, models};
use super::{Sitting, desk_of, judge};

impl Sitting {
    /// At a fresh benchmark.
    pub fn fresh(language: Language) -> Self {
        Self::after(language, |_, _| ())
    }

    /// After alice has decided this and that, and bob something, too.
    pub fn in_the_middle(language: Language) -> Self {
        Self::after(language, |store, desk| {
            let bob = desk_of("bob", store);
            for desk in [&mut *desk, &mut { bob }] {
                judge(store, desk, "1", 'B', ReviewVerdict::Keep, &[]);
                judge(store, desk, "3", 'B', ReviewVerdict::TextOnly, &[]);
            }
            judge(
                store,
                desk,
                "5",
                'A',
                ReviewVerdict::Wrong,
                &[WrongReason::WrongReferenceAnswer],
            );
            let here = DecisionContext::new("review");
            desk.correct(store, Correction::Undo, &here).unwrap();
            let position = desk.position_of("6").unwrap();
            desk.commit(store, position, Act::Later, &here).unwrap();
            let note = Act::Note { note: "the drawing is small".into() };
            desk.commit(store, position, note, &here).unwrap();
        })
    }

    /// At a fresh benchmark that two models have answered: one with pictures, circular and mostly right;
    /// one without, first passes only, hostile in its words.
    pub fn with_models(language: Language) -> Self {
        Self::after(language, |store, _| models::keep(store))
    }

    /// The same while a third model is being asked.
    pub fn with_open_run(language: Language) -> Self {
        Self::after(language, |store, _| {
            models::keep(store);
            models::keep_open(store);
        })
    }

    /// The same after three people and a judge have read what the models wrote.
    pub fn with_readings(language: Language) -> Self {
        Self::after(language, |store, _| agreement::keep(store))
    }

    /// At a fresh benchmark that two models have answered, after both filters, and after bob found a
    /// question wrong.
    pub fn with_suspects(language: Language) -> Self {
        Self::after(language, |store, _| {
            models::suspect(store);
            let mut bob = desk_of("bob", store);
            let reasons = [WrongReason::BadPicture];
            judge(store, &mut bob, "3", 'A', ReviewVerdict::Wrong, &reasons);
            judge(store, &mut bob, "5", 'B', ReviewVerdict::TextOnly, &[]);
        })
    }

    /// The same in a bundle of a queue that was packed for alice, at home.
    pub fn in_bundle_of(self, queue: &str) -> Self {
        let Sitting { app, folder, .. } = self;
        let surface = app.session().surface;
        drop(app);
        let mut store = Store::open(&folder.path().join("assay.db")).unwrap();
        let desk = desk_of("alice", &mut store);
        store.set_setting(assay::store::BUNDLE_SETTING, "alice").unwrap();
        store.set_setting("bundle-queue", queue).unwrap();
        let mut sitting = Self::at(store, desk, surface, folder);
        sitting.look();
        sitting
    }

    /// At a fresh benchmark of which a filter suspects every question.
    pub fn with_flags(language: Language) -> Self {
        Self::after(language, |store, _| models::flag(store))
    }

    /// At a benchmark in which alice kept a question that bob finds wrong; bob kept another one.
    pub fn with_differing_reviews(language: Language) -> Self {
        Self::after(language, |store, alice| {
            let mut bob = desk_of("bob", store);
            judge(store, alice, "1", 'B', ReviewVerdict::Keep, &[]);
            judge(store, &mut bob, "1", 'B', ReviewVerdict::Wrong, &[WrongReason::BadPicture]);
            judge(store, &mut bob, "3", 'B', ReviewVerdict::Keep, &[]);
        })
    }

    /// At a fresh benchmark in which alice guesses every question before she sees its picture.
    pub fn with_gate(language: Language) -> Self {
        Self::after(language, |store, _| gate_every_question(store))
    }

    /// At a fresh benchmark whose categories are chosen before those of the data are shown.
    pub fn with_confirmed_categories(language: Language) -> Self {
        Self::after(language, |store, desk| {
            store.set_setting("checklist/farm", "confirm-category = true\n").unwrap();
            *desk = desk_of("alice", store);
        })
    }

    /// At a benchmark in which bob, dave and erin have reviewed, and differ in two questions.
    pub fn with_disputes(language: Language) -> Self {
        Self::after(language, |store, _| dispute(store))
    }

    /// The same in a team with roles, in which alice has this one.
    pub fn with_disputes_in_a_team(language: Language, role: Role) -> Self {
        Self::after(language, |store, _| {
            dispute(store);
            store.set_role("alice", Some(role), "alice").unwrap();
        })
    }

    /// At a benchmark that is audited: its first two questions in order are reviewed by two people, who keep one of them.
    pub fn with_audit(language: Language) -> Self {
        Self::after(language, |store, desk| {
            let benchmark = desk.benchmark().clone();
            let how = (false, "bob");
            let audit = start_audit(store, &benchmark, AuditPopulation::All, 7, how).unwrap();
            let order: Vec<String> = audit_order(&audit).map(str::to_owned).collect();
            for name in ["alice", "bob"] {
                let mut desk = desk_of(name, store);
                judge(store, &mut desk, &order[0], 'B', ReviewVerdict::Keep, &[]);
                judge(store, &mut desk, &order[1], 'B', ReviewVerdict::TextOnly, &[]);
            }
            *desk = desk_of("alice", store);
        })
    }

    /// At a fresh benchmark; the database has a second one of this name.
    pub fn with_second_benchmark(name: &str, language: Language) -> Self {
        Self::after(Language::English, |store, _| {
            let import = |importer: &Importer<'_>| questions::import(importer, language);
            store.import(name, Some("mmbench"), import).unwrap();
        })
    }

    /// At a fresh benchmark that has checklists of its own.
    pub fn with_checklist(text: &str, language: Language) -> Self {
        Self::after(language, |store, desk| {
            store.set_checklists(desk.benchmark(), Some(text), "alice").unwrap();
            *desk = desk_of("alice", store);
        })
    }
}

fn dispute(store: &mut Store) {
    let [mut bob, mut dave, mut erin] = ["bob", "dave", "erin"].map(|name| desk_of(name, store));
    let wrong = [WrongReason::WrongReferenceAnswer];
    judge_for(store, &mut bob, "1", 'B', &review_of('B', ReviewVerdict::Keep, &[]), 9);
    let note = Some("half of the sheep are hidden".to_owned());
    let corrected = Label::from_letter('A');
    let review = review_of('A', ReviewVerdict::Wrong, &wrong);
    let review = ReviewDecision { corrected, note, ..review };
    judge_for(store, &mut dave, "1", 'A', &review, 31);
    judge_for(store, &mut erin, "1", 'B', &review_of('B', ReviewVerdict::TextOnly, &[]), 4);
    judge_for(store, &mut bob, "5", 'B', &review_of('B', ReviewVerdict::Keep, &[]), 20);
    judge_for(store, &mut dave, "5", 'A', &review_of('A', ReviewVerdict::Keep, &[]), 12);
    judge_for(store, &mut bob, "3", 'B', &review_of('B', ReviewVerdict::Keep, &[]), 5);
    judge_for(store, &mut dave, "3", 'B', &review_of('B', ReviewVerdict::Keep, &[]), 5);
}

fn review_of(letter: char, verdict: ReviewVerdict, reasons: &[WrongReason]) -> ReviewDecision {
    let answer = Some(BlindAnswer::Choice(Label::from_letter(letter).unwrap()));
    ReviewDecision {
        answer,
        verdict,
        reasons: reasons.to_vec(),
        corrected: None,
        category: None,
        note: None,
    }
}

/// A review that took so many seconds.
fn judge_for(
    store: &mut Store,
    desk: &mut ReviewDesk,
    key: &str,
    letter: char,
    review: &ReviewDecision,
    seconds: u64,
) {
    let position = desk.position_of(key).unwrap();
    let here = DecisionContext { active_ms: 1000 * seconds, ..DecisionContext::new("review") };
    let answer = BlindAnswer::Choice(Label::from_letter(letter).unwrap());
    desk.commit(store, position, Act::Answer { answer }, &here).unwrap();
    let here = DecisionContext::new("review");
    desk.commit(store, position, Act::Review(review.clone()), &here).unwrap();
}

/// Assigns the review of the only benchmark with a guess before every picture.
pub fn gate_every_question(store: &mut Store) {
    let benchmark = store.the_benchmark(None).unwrap();
    let assignment = NewAssignment {
        queue: QUEUE_REVIEW,
        per_item: 2,
        people: vec![],
        overlap: None,
        order: None,
        lease_seconds: 900,
        disagreement_extra: 0,
        gate: Some(DrawnShare { share: 1.0, seed: 1 }),
        agreed_sample: None,
        random: None,
        gold: None,
        blocks: None,
    };
    store.assign(&benchmark, &assignment, "alice").unwrap();
}
