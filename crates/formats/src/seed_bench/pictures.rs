//! The files that `data_id` names: in the named folder or a folder directly in it, with or without
//! an extension. A video's frames are the pictures of a folder with its name.

use serde_json::Value;

use crate::bad_rows::Refusal;
use crate::questions::intake::Intake;
use assay_core::benchmark::{ImageHash, Question};

/// File name extensions that `data_id` may leave out, as in version 1.
const ENDINGS: [&str; 6] = ["", ".jpg", ".jpeg", ".png", ".webp", ".JPEG"];
/// The number of folders directly in the named one that are searched.
const MOST_FOLDERS: usize = 50;

/// Finds pictures in files.
pub(super) struct Files {
    /// The named folder and those directly in it.
    folders: Vec<String>,
}

impl Files {
    /// Lists the folders that may hold pictures: published archives unpack to one folder each.
    pub fn new(intake: &Intake<'_>) -> Self {
        let below = intake.entries(".").unwrap_or_default();
        let below = below.into_iter().filter(|name| intake.entries(name).is_some());
        let below = below.take(MOST_FOLDERS).map(|name| name + "/");
        Files { folders: std::iter::once(String::new()).chain(below).collect() }
    }

    fn candidates(&self, name: &str) -> Vec<String> {
        let with = |folder: &String| {
            let folder = folder.clone();
            ENDINGS.iter().map(move |ending| format!("{folder}{name}{ending}"))
        };
        self.folders.iter().flat_map(with).collect()
    }

    /// The pictures in the folder of a video's frames: one with the name of the video or of the question.
    fn frames(&self, name: &str, question: &Question, intake: &Intake<'_>) -> Option<Vec<String>> {
        let without_ending = name.rsplit_once('.').map_or(name, |(before, _)| before);
        for folder in &self.folders {
            for video in [name, without_ending, question.key.as_str()] {
                let folder = format!("{folder}{video}");
                if let Some(mut frames) = intake.entries(&folder) {
                    frames.sort_by_key(|frame| (number_in(frame), frame.clone()));
                    return Some(
                        frames.into_iter().map(|name| format!("{folder}/{name}")).collect(),
                    );
                }
            }
        }
        None
    }

    /// Takes in the pictures of a question with these names.
    pub fn take(
        &self,
        names: &[String],
        question: &Question,
        intake: &mut Intake<'_>,
    ) -> Result<Vec<Option<ImageHash>>, Refusal> {
        let is_video = question
            .extra
            .get("data_type")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind.eq_ignore_ascii_case("video"));
        if let ([video], true) = (names, is_video)
            && let Some(frames) = self.frames(video, question, intake)
        {
            let frame =
                |path: String| intake.picture_file("data_id", &path, std::slice::from_ref(&path));
            return frames.into_iter().map(frame).collect();
        }
        let file = |name: &String| intake.picture_file("data_id", name, &self.candidates(name));
        names.iter().map(file).collect()
    }
}

/// The last number in a name, so that frame 10 follows frame 9.
fn number_in(name: &str) -> u64 {
    let digits = name.rsplit(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}
