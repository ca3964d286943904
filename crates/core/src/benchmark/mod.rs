//! The types that every other module uses: question, choice label, pass, order, prediction,
//! decision.
//!
//! Pure: nothing here reads a file, a database, a clock or a terminal.

pub mod adjudication;
pub mod administration;
pub mod adopted_review;
pub mod answer;
pub mod category_names;
pub mod checklist;
pub mod circular;
pub mod decision;
pub mod final_act;
pub mod gate;
pub mod hand_label;
pub mod history;
pub mod label;
pub mod likeness;
pub mod line_diff;
pub mod outcome;
pub mod own_reason;
mod pair_name;
pub mod picture;
pub mod picture_marks;
pub mod prediction;
pub mod prediction_name;
pub mod provenance;
pub mod question;
pub mod question_text;
pub mod queue_definition;
pub mod queues;
pub mod record;
pub mod review;
pub mod short_answer;
mod stored_reasons;
pub mod taxonomy;
pub mod team;
pub mod verification;
pub mod vote;

pub use answer::Answer;
pub use checklist::{Checklist, ChecklistError, Checklists};
pub use circular::{ChoiceOrder, Pass};
pub use final_act::{EndsItem, FinalAct, GivenReasons, InvalidDecision};
pub use hand_label::{HandExtraction, HandLabel};
pub use label::Label;
pub use pair_name::PairName;
pub use picture::{ImageHash, PictureReference, PictureRole, QuestionPicture};
pub use prediction::{Input, Prediction, PredictionStatus};
pub use prediction_name::PredictionName;
pub use question::{
    Choice, Extra, MISSING_PICTURES, Question, QuestionKey, QuestionKind, SourcePass,
};
pub use question_text::{QuestionEdit, QuestionText, TextChange};
pub use short_answer::{AnswerRule, ShortAnswer};
