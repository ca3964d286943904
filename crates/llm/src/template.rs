//! Prompt templates: checked before anything is sent, then rendered for each question into texts
//! and pictures in order.
//!
//! A template is a Jinja text with the fields of `FIELDS`. An unknown field, a wrong attribute and
//! a wrong syntax are errors of the check, not of the ten-thousandth question.
//!
//! Pictures: the k-th `<img>` of the stem is the k-th picture of the stem, a picture that is a
//! choice follows the choice's label. Pictures without such a place come first, or at
//! `{{ pictures }}` if the template has it.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};

use super::language::Language;
use super::picture::Picture;
use super::request::Part;
use assay_core::benchmark::{Choice, Label, PictureRole};
use assay_core::keyword::Keyword;

/// The fields of a template of questions.
const FIELDS: [&str; 9] = [
    "question", // the stem
    "hint",     // the context given before; empty if there is none
    "choices",  // each with `label` and `text`, in the order of the pass
    "labels",   // of the choices
    "language", // en or zh, by the script of the stem
    "input",    // image or text
    "category", // the L-3 ability; may be empty
    "l2_category",
    "pictures", // the place of pictures without a separate place; they come first otherwise
];

/// The additional field of a template of extraction.
const EXTRACTION: Texts = Texts { needed: &["answer"], optional: &[] };

/// The additional fields of a template of questions: the form of a short answer; empty for other questions.
const SHORT_ANSWER: Texts = Texts {
    needed: &[],
    optional: &[
        "rule",     // by which it is compared
        "value",    // integer, float, list or text
        "decimals", // that count
        "unit",
    ],
};

/// Further texts that a template may name, beside the fields of a question.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// Those that it must name.
    pub needed: &'static [&'static str],
    pub optional: &'static [&'static str],
}

/// Functions of Jinja that are not fields.
const FUNCTIONS: [&str; 5] = ["range", "dict", "namespace", "debug", "loop"];

/// Marks the place of a picture in a rendered text; removed from the data before.
const MARK: char = '\u{FFFC}';

/// The place of a picture in a stem, as benchmarks write it.
const STEM_MARK: &str = "<img>";

/// A template that was checked.
#[derive(Debug)]
pub struct Template {
    environment: Environment<'static>,
    name: String,
    /// The text of the template.
    pub source: String,
}

/// What is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}{place}: {message}")]
pub struct TemplateError {
    name: String,
    place: String,
    message: String,
}

/// The data that a template is rendered with.
#[derive(Clone, Debug, Default)]
pub struct Fields<'q> {
    /// The stem.
    pub question: &'q str,
    /// Context given before the question.
    pub hint: Option<&'q str>,
    /// The choices in the order of the pass, with the labels that they have there.
    pub choices: &'q [Choice],
    /// The L-3 ability.
    pub category: Option<&'q str>,
    /// The L-2 ability.
    pub l2_category: Option<&'q str>,
    /// Further texts by their names, for instance the `answer` from which a choice is to be extracted.
    /// When a question is asked, those of a short answer.
    pub texts: &'q [(&'static str, &'q str)],
    /// The pictures, with the labels that choices have in this pass. Empty for text input.
    pub pictures: &'q [(PictureRole, Picture)],
}

impl Template {
    /// A template of questions. `name` is for messages: the file's name.
    ///
    /// # Errors
    /// If the syntax is wrong, or it names fields that do not exist.
    pub fn from_source(name: &str, source: &str) -> Result<Self, TemplateError> {
        Template::checked(name, source, SHORT_ANSWER, &["question"])
    }

    /// A template for extracting the choice from an answer; it must name `answer`.
    ///
    /// # Errors
    /// If the syntax is wrong, or it names fields that do not exist.
    pub fn from_extraction_source(name: &str, source: &str) -> Result<Self, TemplateError> {
        Template::with_texts(name, source, EXTRACTION)
    }

    /// A template with further texts.
    ///
    /// # Errors
    /// If the syntax is wrong, it names fields that do not exist, or does not name a needed text.
    pub fn with_texts(name: &str, source: &str, texts: Texts) -> Result<Self, TemplateError> {
        Template::checked(name, source, texts, texts.needed)
    }

    /// The parts of the message: texts, and pictures in their places.
    ///
    /// # Errors
    /// If the template fails on this question.
    pub fn render(&self, fields: &Fields) -> Result<Vec<Part>, TemplateError> {
        let (text, first) = self.text(fields)?;
        Ok(parts(&text, &first, fields.pictures))
    }

    fn checked(
        name: &str,
        source: &str,
        texts: Texts,
        needed: &[&str],
    ) -> Result<Self, TemplateError> {
        let wrong = |wrong: minijinja::Error| located(name, &wrong);
        let error =
            |message| Err(TemplateError { name: name.to_owned(), place: String::new(), message });
        let mut environment = Environment::empty();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(wrong)?);
        add_filters(&mut environment);
        environment.add_template_owned(name.to_owned(), source.to_owned()).map_err(wrong)?;
        let named = environment.get_template(name).map_err(wrong)?.undeclared_variables(false);
        let texts: Vec<&'static str> = [texts.needed, texts.optional].concat();
        let known: Vec<&str> = FIELDS.iter().chain(&texts).copied().collect();
        let is_known = |field: &str| known.contains(&field) || FUNCTIONS.contains(&field);
        if let Some(unknown) = named.iter().filter(|field| !is_known(field)).min() {
            let known = known.join(", ");
            return error(format!("unknown field `{unknown}`; the fields are {known}"));
        }
        if let Some(missing) = needed.iter().find(|field| !named.contains(**field)) {
            return error(format!("the field `{missing}` is missing: write {{{{ {missing} }}}}"));
        }
        let template = Template { environment, name: name.to_owned(), source: source.to_owned() };
        template.try_out(&texts)?;
        Ok(template)
    }

    /// Renders made-up questions, so that wrong attributes are found: with and without hint and
    /// choices, in both languages.
    fn try_out(&self, texts: &[&'static str]) -> Result<(), TemplateError> {
        let texts: Vec<(&'static str, &str)> = texts.iter().map(|name| (*name, "text")).collect();
        let choice = |label| Choice { label, text: "text".to_owned() };
        let choices: Vec<Choice> = Label::all().take(2).map(choice).collect();
        for question in ["Which?", "哪个？"] {
            for (hint, choices) in [(Some("hint"), &choices[..]), (None, &[])] {
                let fields = Fields { question, hint, choices, texts: &texts, ..Fields::default() };
                self.text(&Fields { category: hint, l2_category: hint, ..fields })?;
            }
        }
        Ok(())
    }

    /// The rendered text, and the pictures that have no place in it.
    fn text(&self, fields: &Fields) -> Result<(String, Vec<usize>), TemplateError> {
        let mut places = Places { pictures: fields.pictures, placed: Vec::new() };
        let question = places.question(clean(fields.question));
        let choice = |choice: &Choice| {
            let label = choice.label.to_string();
            Value::from_pairs([("label", label), ("text", places.choice(choice))])
        };
        let choices: Vec<Value> = fields.choices.iter().map(choice).collect();
        let labels = fields.choices.iter().map(|choice| Value::from(choice.label.to_string()));
        let first = places.left();
        let text = |text: Option<&str>| Value::from(clean(text.unwrap_or_default()));
        let mut values = vec![
            ("question", Value::from(question)),
            ("hint", text(fields.hint)),
            ("labels", Value::from(labels.collect::<Vec<_>>())),
            ("choices", Value::from(choices)),
            ("language", Value::from(Language::from_stem(fields.question).name())),
            ("input", Value::from(if fields.pictures.is_empty() { "text" } else { "image" })),
            ("category", text(fields.category)),
            ("l2_category", text(fields.l2_category)),
            ("pictures", Value::from(first.iter().map(|&index| mark(index)).collect::<String>())),
        ];
        values.extend(fields.texts.iter().map(|(name, shown)| (*name, text(Some(shown)))));
        let template = self.environment.get_template(&self.name);
        let rendered = template.and_then(|template| template.render(Value::from_pairs(values)));
        Ok((rendered.map_err(|wrong| located(&self.name, &wrong))?, first))
    }
}

/// Puts marks into texts where pictures belong.
struct Places<'p> {
    pictures: &'p [(PictureRole, Picture)],
    placed: Vec<usize>,
}

impl Places<'_> {
    /// The stem with a mark for each `<img>` that has a picture.
    fn question(&mut self, mut question: String) -> String {
        let is_of_stem = |index: &usize| self.pictures[*index].0 == PictureRole::Stem;
        for index in (0..self.pictures.len()).filter(is_of_stem) {
            if question.contains(STEM_MARK) {
                question = question.replacen(STEM_MARK, &mark(index), 1);
                self.placed.push(index);
            }
        }
        question
    }

    /// The text of a choice with its pictures.
    fn choice(&mut self, choice: &Choice) -> String {
        let mut text = clean(&choice.text);
        for (index, (role, _)) in self.pictures.iter().enumerate() {
            if *role == PictureRole::Choice(choice.label) {
                if is_file_name(&text) {
                    text.clear();
                }
                text.push_str(&mark(index));
                self.placed.push(index);
            }
        }
        text
    }

    /// The pictures without a place.
    fn left(&self) -> Vec<usize> {
        (0..self.pictures.len()).filter(|index| !self.placed.contains(index)).collect()
    }
}

/// Splits a rendered text at its pictures. Those of `first` that it does not name come first.
fn parts(text: &str, first: &[usize], pictures: &[(PictureRole, Picture)]) -> Vec<Part> {
    let mut parts = Vec::new();
    let picture = |index: usize| pictures.get(index).map(|entry| Part::Picture(entry.1.clone()));
    let unnamed = first.iter().filter(|&&index| !text.contains(&mark(index)));
    parts.extend(unnamed.filter_map(|&index| picture(index)));
    // Odd pieces are between two marks: the number of a picture.
    for (piece_number, piece) in text.trim_end().split(MARK).enumerate() {
        if piece_number % 2 == 1 {
            parts.extend(piece.parse().ok().and_then(picture));
        } else if !piece.is_empty() {
            parts.push(Part::Text(piece.to_owned()));
        }
    }
    parts
}

fn mark(index: usize) -> String {
    format!("{MARK}{index}{MARK}")
}

fn clean(text: &str) -> String {
    text.replace(MARK, "")
}

/// SEED-Bench-2 names the picture of a choice in its text: `1.jpg`.
fn is_file_name(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp"];
    !text.contains(char::is_whitespace) && endings.iter().any(|ending| text.ends_with(ending))
}

/// The filters that a prompt may need. Without the other filters minijinja builds faster.
fn add_filters(environment: &mut Environment) {
    environment.add_filter("trim", |text: String| text.trim().to_owned());
    environment.add_filter("upper", |text: String| text.to_uppercase());
    environment.add_filter("lower", |text: String| text.to_lowercase());
    environment.add_filter("length", |list: Value| list.len().unwrap_or_default());
    environment.add_filter("join", |list: Vec<String>, between: String| list.join(&between));
}

fn located(name: &str, wrong: &minijinja::Error) -> TemplateError {
    let place = wrong.line().map(|line| format!(", line {line}")).unwrap_or_default();
    let message = match wrong.detail() {
        Some(detail) => format!("{}: {detail}", wrong.kind()),
        None => wrong.kind().to_string(),
    };
    TemplateError { name: name.to_owned(), place, message }
}

#[cfg(test)]
mod tests;
