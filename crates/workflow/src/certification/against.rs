//! What a benchmark shares with something else: the same or nearly the same pictures and texts in another
//! benchmark, a file of questions, another split, or a folder of training pictures.
//!
//! The rules of what is nearly the same are those of [`describe`](crate::describe). Calls: `assay describe
//! --against`, and the screen that shows both sides.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::diff::{DiffError, Version};
use crate::describe::near_picture::{self, Fingerprint, near_between};
use crate::describe::near_text::{self, are_near_by, near_texts, shared_pairs, word_pairs};
use crate::describe::{Look, Pictures, Text, examined, text, texts_of};
use assay_core::benchmark::{ImageHash, Question};
use assay_formats::picture_file::PictureFolder;
use assay_store::{Benchmark, Store, StoreError};

/// Why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum AgainstError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Questions(#[from] DiffError),
    #[error("{}: cannot be read: {problem}", folder.display())]
    Folder { folder: PathBuf, problem: io::Error },
    #[error("{}: there is no picture in this folder, nor a file of questions", .0.display())]
    NoPicture(PathBuf),
}

/// One side of the comparison.
#[derive(Debug)]
pub struct Collection {
    /// The benchmark, its split, the file or the folder.
    pub name: String,
    questions: Vec<Question>,
    pictures: Vec<KnownPicture>,
    origin: Origin,
}

/// A picture, and what has it: questions by their keys, or its file.
#[derive(Debug)]
struct KnownPicture {
    hash: ImageHash,
    named: Vec<String>,
    fingerprint: Option<Fingerprint>,
}

/// Where pictures are read again.
#[derive(Debug)]
enum Origin {
    Database,
    File(Box<Version>),
    Folder(PathBuf),
}

/// What both sides share.
#[derive(Debug, Serialize)]
pub struct Shared {
    pub pictures: Vec<SharedPicture>,
    pub texts: Vec<SharedText>,
    /// The questions of the benchmark that share anything.
    pub questions: usize,
    /// The rules of what is nearly the same, and what could not be compared.
    pub rules: BTreeMap<&'static str, &'static str>,
    pub not_compared: Vec<String>,
}

/// A picture that is on both sides.
#[derive(Clone, Debug, Serialize)]
pub struct SharedPicture {
    /// `same` bytes, or `near`.
    pub kind: &'static str,
    /// The bits, of 63, in which the fingerprints differ; 0 for the same bytes.
    pub bits: u32,
    /// The correlation of the grey values.
    pub correlation: f64,
    /// The questions with it.
    pub here: Vec<String>,
    /// The questions or the file with it on the other side.
    pub there: Vec<String>,
    #[serde(skip)]
    pub hashes: [ImageHash; 2],
}

/// A text that is on both sides.
#[derive(Clone, Debug, Serialize)]
pub struct SharedText {
    /// `same`, with choices in any order, or `near`.
    pub kind: &'static str,
    /// The share of pairs of neighbouring words that both have.
    pub shared: f64,
    pub here: Vec<String>,
    pub there: Vec<String>,
}

/// The pairs for a screen.
#[derive(Debug)]
pub struct LookAlikes {
    /// The name of the other side.
    pub other: String,
    pub pairs: Vec<LookAlike>,
    /// The bytes of pictures that the database does not have.
    pub pictures: HashMap<ImageHash, Vec<u8>>,
}

/// One thing that is on both sides.
#[derive(Clone, Debug)]
pub struct LookAlike {
    /// `same-picture`, `near-picture`, `same-text` or `near-text`.
    pub kind: &'static str,
    /// The bits that differ, between pictures.
    pub bits: Option<u32>,
    /// The correlation of pictures, the share of word pairs of texts.
    pub likeness: f64,
    pub here: Sighting,
    pub there: Sighting,
}

/// What one side has.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// The questions, or the file.
    pub names: String,
    pub text: String,
    pub picture: Option<ImageHash>,
}

impl Collection {
    /// Whether there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty() && self.pictures.is_empty()
    }

    /// The first of its questions with one of these keys.
    fn question(&self, keys: &[String]) -> Option<&Question> {
        let first = keys.first()?;
        self.questions.iter().find(|question| question.key.as_str() == first)
    }

    fn sighting(&self, keys: &[String], picture: Option<ImageHash>) -> Sighting {
        let question = self.question(keys);
        let lines = question.into_iter().flat_map(|question| {
            let choices = question.choices.iter();
            let choices = choices.map(|choice| format!("{}. {}", choice.label, choice.text));
            std::iter::once(question.stem.clone()).chain(choices)
        });
        let shown = question.and_then(|question| question.pictures.first());
        Sighting {
            names: keys.join(", "),
            text: lines.collect::<Vec<_>>().join("\n"),
            picture: picture.or(shown.map(|picture| picture.hash)),
        }
    }

    /// A benchmark of the database, or a split of it.
    ///
    /// # Errors
    /// When the database cannot be read or written.
    pub fn of_benchmark(
        store: &mut Store,
        benchmark: &Benchmark,
        split: Option<&str>,
        look: Look<'_>,
    ) -> Result<Self, AgainstError> {
        let (questions, Pictures { facts, fingerprints, .. }) =
            examined(store, benchmark, split, look)?;
        let hashes = facts.into_iter().map(|facts| facts.hash);
        let known: HashMap<ImageHash, Option<Fingerprint>> =
            hashes.zip(fingerprints.unwrap_or_default()).collect();
        let split = split.map(|split| format!(", split {split}")).unwrap_or_default();
        Ok(Collection {
            name: format!("{}{split}", benchmark.name),
            pictures: pictures_of(&questions, known),
            questions,
            origin: Origin::Database,
        })
    }

    /// A file of questions, a folder of its parts, or a folder of pictures, with those in its folders.
    ///
    /// # Errors
    /// When it cannot be read, or has neither.
    pub fn read(path: &Path, look: Look<'_>) -> Result<Self, AgainstError> {
        let is_parquet = |path: PathBuf| path.extension().is_some_and(|ending| ending == "parquet");
        let folder_error = |problem| AgainstError::Folder { folder: path.to_owned(), problem };
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(folder_error)?.filter_map(Result::ok);
            if !entries.map(|entry| entry.path()).any(is_parquet) {
                return Self::of_folder(path, look);
            }
        }
        let Look { grey, progress } = look;
        let mut greys: HashMap<ImageHash, Option<Fingerprint>> = HashMap::new();
        let version = Version::read_with(path, None, &mut |hash, bytes| {
            if let Entry::Vacant(new) = greys.entry(hash) {
                new.insert(grey(bytes).and_then(|grey| Fingerprint::new(&grey)));
            }
            progress(greys.len(), greys.len());
        })?;
        let questions = version.questions.clone();
        Ok(Collection {
            name: version.name.clone(),
            pictures: pictures_of(&questions, greys),
            questions,
            origin: Origin::File(Box::new(version)),
        })
    }

    fn of_folder(path: &Path, Look { grey, progress }: Look<'_>) -> Result<Self, AgainstError> {
        let folder_error = |problem| AgainstError::Folder { folder: path.to_owned(), problem };
        let folder = PictureFolder::new(path).map_err(folder_error)?;
        let mut files = Vec::new();
        files_below(path, &mut files).map_err(folder_error)?;
        files.sort_unstable();
        let mut pictures = Vec::new();
        for some in files.chunks(CHUNK) {
            let read = some.par_iter().filter_map(|file| {
                let named = file.strip_prefix(path).unwrap_or(file).display().to_string();
                let mut bytes = Vec::new();
                folder.read(&named, &mut bytes).ok()?;
                let fingerprint = Fingerprint::new(&grey(&bytes)?);
                let hash = ImageHash::compute(&bytes);
                Some(KnownPicture { hash, named: vec![named], fingerprint })
            });
            pictures.par_extend(read);
            progress(pictures.len(), files.len());
        }
        if pictures.is_empty() {
            return Err(AgainstError::NoPicture(path.to_owned()));
        }
        let name = path.display().to_string();
        let origin = Origin::Folder(path.to_owned());
        Ok(Collection { name, questions: Vec::new(), pictures, origin })
    }

    /// The bytes of some of its pictures, for a screen; one that is in the database is read from there.
    ///
    /// # Errors
    /// When a file cannot be read again.
    pub fn picture_bytes(
        &self,
        wanted: &HashSet<ImageHash>,
    ) -> Result<HashMap<ImageHash, Vec<u8>>, AgainstError> {
        match &self.origin {
            Origin::Database => Ok(HashMap::new()),
            Origin::File(version) => Ok(version.picture_bytes(None, wanted)?),
            Origin::Folder(path) => {
                let there = self.pictures.iter().filter(|picture| wanted.contains(&picture.hash));
                let read = there.filter_map(|picture| {
                    let bytes = fs::read(path.join(picture.named.first()?)).ok()?;
                    Some((picture.hash, bytes))
                });
                Ok(read.collect())
            }
        }
    }
}

/// The files of a folder that are read before progress is reported.
const CHUNK: usize = 64;

/// The files in a folder and those below it. Links are not followed: they can lead in a circle.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files_below(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The different pictures of questions, in the order of their first use.
fn pictures_of(
    questions: &[Question],
    mut known: HashMap<ImageHash, Option<Fingerprint>>,
) -> Vec<KnownPicture> {
    let mut places: HashMap<ImageHash, usize> = HashMap::new();
    let mut pictures: Vec<KnownPicture> = Vec::new();
    for question in questions {
        for picture in &question.pictures {
            let hash = picture.hash;
            let at = *places.entry(hash).or_insert_with(|| {
                let fingerprint = known.remove(&hash).flatten();
                pictures.push(KnownPicture { hash, named: Vec::new(), fingerprint });
                pictures.len() - 1
            });
            let key = question.key.as_str();
            if pictures[at].named.last().is_none_or(|last| last != key) {
                pictures[at].named.push(key.to_owned());
            }
        }
    }
    pictures
}

/// What two collections share.
pub fn shared(here: &Collection, there: &Collection) -> Shared {
    let pictures = shared_pictures(&here.pictures, &there.pictures);
    let (texts, bounded) = shared_texts(&here.questions, &there.questions);
    let keys = pictures.iter().flat_map(|picture| &picture.here);
    let keys: HashSet<&String> = keys.chain(texts.iter().flat_map(|text| &text.here)).collect();
    let unseen = |side: &Collection| {
        side.pictures.iter().filter(|picture| picture.fingerprint.is_none()).count()
    };
    let unseen = unseen(here) + unseen(there);
    let not_compared = [
        (unseen > 0).then(|| {
            format!(
                "{unseen} pictures are damaged or of one brightness: only their bytes were compared"
            )
        }),
        (bounded > 0).then(|| {
            format!("{bounded} texts share word pairs with too many others: compared with 4000")
        }),
    ];
    Shared {
        questions: keys.len(),
        pictures,
        texts,
        rules: BTreeMap::from([
            ("near_picture", near_picture::RULE),
            ("near_text", near_text::RULE),
        ]),
        not_compared: not_compared.into_iter().flatten().collect(),
    }
}

fn shared_pictures(here: &[KnownPicture], there: &[KnownPicture]) -> Vec<SharedPicture> {
    let mut by_hash: HashMap<ImageHash, Vec<&KnownPicture>> = HashMap::new();
    for picture in there {
        by_hash.entry(picture.hash).or_default().push(picture);
    }
    let same = here.iter().filter_map(|picture| {
        let equal = by_hash.get(&picture.hash)?;
        Some(SharedPicture {
            kind: "same",
            bits: 0,
            correlation: 1.0,
            here: picture.named.clone(),
            there: equal.iter().flat_map(|picture| picture.named.clone()).collect(),
            hashes: [picture.hash; 2],
        })
    });
    let prints = |side: &[KnownPicture]| -> Vec<Option<Fingerprint>> {
        side.iter().map(|picture| picture.fingerprint.clone()).collect()
    };
    let near = near_between(&prints(here), &prints(there)).into_iter().filter_map(|near| {
        let [one, other] = [&here[near.pair[0]], &there[near.pair[1]]];
        (one.hash != other.hash).then(|| SharedPicture {
            kind: "near",
            bits: near.bits,
            correlation: near.correlation,
            here: one.named.clone(),
            there: other.named.clone(),
            hashes: [one.hash, other.hash],
        })
    });
    let mut near: Vec<SharedPicture> = near.collect();
    near.sort_by(|one, other| {
        one.bits.cmp(&other.bits).then(other.correlation.total_cmp(&one.correlation))
    });
    same.chain(near).collect()
}

/// The questions with one text.
type ByText<'q> = BTreeMap<Text, Vec<&'q Question>>;

fn by_text(questions: &[Question]) -> ByText<'_> {
    let mut texts = ByText::new();
    for question in questions {
        texts.entry(text(question)).or_default().push(question);
    }
    texts
}

fn shared_texts(here: &[Question], there: &[Question]) -> (Vec<SharedText>, usize) {
    let (ours, theirs) = (by_text(here), by_text(there));
    let found = |kind, shared, one: &[&Question], other: &[&Question]| SharedText {
        kind,
        shared,
        here: one.iter().map(|question| question.key.as_str().to_owned()).collect(),
        there: other.iter().map(|question| question.key.as_str().to_owned()).collect(),
    };
    let same = ours.iter().filter_map(|(text, one)| Some((one, theirs.get(text)?)));
    let mut shared: Vec<SharedText> =
        same.map(|(one, other)| found("same", 1.0, one, other)).collect();
    let all: Vec<(&Text, &[&Question])> =
        ours.iter().chain(&theirs).map(|(text, questions)| (text, questions.as_slice())).collect();
    let pairs: Vec<Vec<u64>> =
        all.par_iter().map(|(_, questions)| word_pairs(texts_of(questions[0]))).collect();
    let (groups, bounded) = near_texts(&pairs);
    let mut near = Vec::new();
    for group in groups {
        let (here, there): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|&at| at < ours.len());
        for &one in &here {
            for &other in there.iter().filter(|&&other| all[other].0 != all[one].0) {
                let common = shared_pairs(&pairs[one], &pairs[other]);
                if are_near_by(common) {
                    near.push(found("near", common, all[one].1, all[other].1));
                }
            }
        }
    }
    near.sort_by(|one, other| other.shared.total_cmp(&one.shared));
    shared.extend(near);
    (shared, bounded)
}

/// What is shared, for a screen: the pictures of the other side are read again where they are not in the
/// database.
///
/// # Errors
/// When they cannot be read again.
pub fn look_alikes(
    shared: &Shared,
    here: &Collection,
    there: &Collection,
) -> Result<LookAlikes, AgainstError> {
    let pictures = shared.pictures.iter().map(|picture| LookAlike {
        kind: if picture.kind == "same" { "same-picture" } else { "near-picture" },
        bits: Some(picture.bits),
        likeness: picture.correlation,
        here: here.sighting(&picture.here, Some(picture.hashes[0])),
        there: there.sighting(&picture.there, Some(picture.hashes[1])),
    });
    let texts = shared.texts.iter().map(|text| LookAlike {
        kind: if text.kind == "same" { "same-text" } else { "near-text" },
        bits: None,
        likeness: text.shared,
        here: here.sighting(&text.here, None),
        there: there.sighting(&text.there, None),
    });
    let pairs: Vec<LookAlike> = pictures.chain(texts).collect();
    let wanted = pairs.iter().filter_map(|pair| pair.there.picture).collect();
    Ok(LookAlikes { other: there.name.clone(), pictures: there.picture_bytes(&wanted)?, pairs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_core::benchmark::{Choice, Label, PictureRole, QuestionKey, QuestionPicture};

    fn question(key: &str, stem: &str, picture: &[u8]) -> Question {
        let choices = Label::all().zip(["the cup", "the spoon", "the plate", "the bowl"]);
        let choices = choices.map(|(label, text)| Choice { label, text: text.into() }).collect();
        let hash = ImageHash::compute(picture);
        let pictures = vec![QuestionPicture { hash, role: PictureRole::Stem }];
        Question { pictures, ..Question::new(QuestionKey::new(key).unwrap(), stem, choices) }
    }

    fn collection(questions: Vec<Question>, greys: &[(&[u8], u8)]) -> Collection {
        let grey = |shift: u8| -> Vec<u8> {
            (0..1024_usize).map(|at| (at * at / 97 % 180) as u8 + shift).collect()
        };
        let known = greys
            .iter()
            .map(|(bytes, shift)| (ImageHash::compute(bytes), Fingerprint::new(&grey(*shift))));
        Collection {
            name: "c".into(),
            pictures: pictures_of(&questions, known.collect()),
            questions,
            origin: Origin::Database,
        }
    }

    #[test]
    fn pictures_and_texts_on_both_sides_are_listed_with_their_distance() {
        let metal = "Which of the objects on the table in front of the old man is made of metal?";
        let glass = "Which of the objects on the table in front of the old man is made of glass?";
        let here = vec![
            question("1", metal, b"one"),
            question("2", "Where is it?", b"two"),
            question("3", "Who is it?", b"one"),
        ];
        let there = vec![
            question("a", glass, b"brighter"),
            question("b", "where is  it?", b"one"),
            question("c", "How many are there?", b"another"),
        ];
        let here = collection(here, &[(b"one", 0)]);
        let there = collection(there, &[(b"brighter", 20), (b"one", 0)]);
        let found = shared(&here, &there);
        let pictures: Vec<_> = found
            .pictures
            .iter()
            .map(|one| (one.kind, one.here.join(" "), one.there.join(" ")))
            .collect();
        assert_eq!(
            pictures,
            [("same", "1 3".into(), "b".into()), ("near", "1 3".into(), "a".into())]
        );
        let texts: Vec<_> = found
            .texts
            .iter()
            .map(|one| (one.kind, one.here.join(" "), one.there.join(" ")))
            .collect();
        assert_eq!(texts, [("same", "2".into(), "b".into()), ("near", "1".into(), "a".into())]);
        assert!(found.texts[1].shared > 0.8 && found.texts[1].shared < 1.0);
        assert_eq!(found.questions, 3);
        assert!(found.not_compared[0].starts_with("2 pictures"), "{:?}", found.not_compared);
    }
}
