//! Parts that several screens draw: lists, text, bars, the lines above and below.

pub mod bars;
pub mod board_lines;
pub mod cells;
pub mod chrome;
pub mod columns;
pub mod day_chart;
pub mod evidence_text;
pub mod find;
pub mod find_list;
pub mod history_text;
pub mod interval;
pub mod line_input;
pub mod list;
pub mod markdown;
pub mod marked;
pub mod note_field;
pub mod question_card;
pub mod scale;
pub mod scroll;
pub mod scroll_hint;
pub mod share;
pub mod table;
pub mod text_popup;
pub mod typing;
pub mod wrap;
