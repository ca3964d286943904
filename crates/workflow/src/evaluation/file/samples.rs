//! Several samples of an answer in a file, as the epochs of a log of Inspect AI.

use std::cmp::Ordering;

use serde::Serialize;

use super::questions::FileQuestions;
use assay_core::benchmark::{Answer, Pass};
use assay_core::score::{ExtractedLabel, majority};

/// How often questions were asked, in a file with samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampleCounts {
    /// The most samples that a question has.
    pub most: usize,
    /// The mean over questions of the share of their samples that are right, in a file without circular
    /// passes. Inspect AI's accuracy is this mean.
    pub mean_accuracy: Option<f64>,
    /// The share of questions whose most frequent score is right, of equals the first, as Inspect AI's reducer
    /// `mode` counts; `None` where it is the same as by the majority of labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode_accuracy: Option<f64>,
}

impl FileQuestions<'_> {
    /// Of several samples of a pass keeps the one that counts, where the file has samples: by the majority of
    /// these labels of its rows. Failed requests count only where nothing else is there.
    pub fn keep_majority(&mut self, labels: &[ExtractedLabel]) -> Option<SampleCounts> {
        let mut counts = SampleCounts { most: 1, mean_accuracy: None, mode_accuracy: None };
        let (mut shares, mut questions) = (0.0, 0);
        let (mut by_mode, mut modes_differ) = (0, false);
        let mut list = std::mem::take(&mut self.list);
        for question in &mut list {
            let rows = std::mem::take(&mut question.rows);
            for samples in rows.chunk_by(|(_, one), (_, other)| one == other) {
                counts.most = counts.most.max(samples.len());
                let is_answer = |&&(row, _): &&(usize, Pass)| !labels[row].failed;
                let mut there: Vec<usize> =
                    samples.iter().filter(is_answer).map(|&(row, _)| row).collect();
                if there.is_empty() {
                    there.extend(samples.iter().map(|&(row, _)| row));
                }
                there.sort_by_key(|&row| self.predictions.sample(row));
                let answers: Vec<Answer> = there.iter().map(|&row| labels[row].answer).collect();
                let (_, pass) = samples[0];
                let chosen = majority(&answers);
                question.rows.extend(chosen.map(|at| (there[at], pass)));
                if !question.is_open {
                    let is_right = |&row: &usize| {
                        labels[row].answer.is_right(self.reference(row)) == Some(true)
                    };
                    let scores: Vec<bool> = there.iter().map(is_right).collect();
                    let right = scores.iter().filter(|is_right| **is_right).count();
                    let mode = match (2 * right).cmp(&scores.len()) {
                        Ordering::Equal => scores[0],
                        majority => majority == Ordering::Greater,
                    };
                    by_mode += u32::from(mode);
                    modes_differ |= chosen.is_some_and(|at| scores[at] != mode);
                    shares += right as f64 / there.len() as f64;
                    questions += 1;
                }
            }
        }
        self.list = list;
        if !self.has_later_passes && questions > 0 {
            counts.mean_accuracy = Some(shares / f64::from(questions));
            counts.mode_accuracy =
                modes_differ.then_some(f64::from(by_mode) / f64::from(questions));
        }
        (counts.most > 1).then_some(counts)
    }
}
