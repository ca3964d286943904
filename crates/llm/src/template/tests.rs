use super::*;
use crate::picture::PictureFormat;
use crate::prompts;

const ENGLISH: usize = 0;
const CHINESE: usize = 1;

#[test]
fn the_prompts_are_in_the_order_of_the_languages() {
    assert_eq!(Language::ALL, [Language::English, Language::Chinese]);
    for prompts in [prompts::QUESTION, prompts::OPEN_QUESTION, prompts::EXTRACTION] {
        assert!(prompts[ENGLISH].is_ascii() || prompts[ENGLISH].contains('’'));
        assert!(prompts[CHINESE].contains('：'), "{}", prompts[CHINESE]);
    }
}

fn choices(texts: &[&str]) -> Vec<Choice> {
    let choice = |(index, text): (usize, &&str)| Choice {
        label: Label::from_index(index).unwrap(),
        text: (*text).to_owned(),
    };
    texts.iter().enumerate().map(choice).collect()
}

fn picture(number: u8) -> Picture {
    let bytes = [b"GIF89a".as_slice(), &[number]].concat();
    Picture::new(&bytes, PictureFormat::ALL).unwrap()
}

/// Texts as they are, pictures as `[number]`.
fn shown(parts: &[Part]) -> String {
    let number = |base64: &str| base64_simd::STANDARD.decode_to_vec(base64).unwrap()[6];
    let part = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Picture(picture) => format!("[{}]", number(&picture.base64)),
    };
    parts.iter().map(part).collect()
}

fn rendered(source: &str, fields: &Fields) -> String {
    shown(&Template::from_source("t", source).unwrap().render(fields).unwrap())
}

fn error(source: &str) -> String {
    Template::from_source("my.txt", source).unwrap_err().to_string()
}

#[test]
fn the_built_in_prompts_are_those_of_mmbench() {
    let choices = choices(&["cat", "dog"]);
    let mut fields = Fields {
        question: "What is it?",
        hint: Some("It barks."),
        choices: &choices,
        ..Fields::default()
    };
    let text = rendered(prompts::QUESTION[ENGLISH], &fields);
    assert_eq!(
        text,
        "Hint: It barks.\nQuestion: What is it?\nA. cat\nB. dog\n\
         Please select the correct answer from the options above."
    );
    fields.hint = None;
    fields.question = "这是什么？";
    let text = rendered(prompts::QUESTION[CHINESE], &fields);
    assert_eq!(text, "问题：这是什么？\nA. cat\nB. dog\n请从上述选项中选择正确答案。");
    fields.choices = &[];
    assert_eq!(rendered(prompts::QUESTION[CHINESE], &fields), "问题：这是什么？");
}

#[test]
fn an_open_question_is_asked_in_its_own_words_after_its_hint() {
    let mut fields =
        Fields { question: "What is it?", hint: Some("It barks."), ..Fields::default() };
    let english = prompts::OPEN_QUESTION[ENGLISH];
    assert_eq!(rendered(english, &fields), "Hint: It barks.\nWhat is it?");
    fields.hint = None;
    assert_eq!(rendered(english, &fields), "What is it?");
    let fields =
        Fields { question: "这是什么？", hint: Some("它会叫。"), ..Fields::default() };
    let chinese = prompts::OPEN_QUESTION[CHINESE];
    assert_eq!(rendered(chinese, &fields), "提示：它会叫。\n这是什么？");
}

#[test]
fn the_extraction_prompt_ends_with_the_question_its_options_and_the_answer() {
    let choices = choices(&["cat", "dog"]);
    let fields = Fields {
        question: "What is it?",
        choices: &choices,
        texts: &[("answer", "it barks")],
        ..Fields::default()
    };
    for (language, end) in [
        (
            ENGLISH,
            "Now it’s your turn:\nQuestion: What is it?\nOptions: A. cat B. dog\n\
             Answer: it barks\nYour output:",
        ),
        (
            CHINESE,
            "现在轮到你了：\n问题：What is it?\n选项： A. cat B. dog\n答案：it barks\n你的输出：",
        ),
    ] {
        let template = Template::from_extraction_source("t", prompts::EXTRACTION[language]);
        let text = shown(&template.unwrap().render(&fields).unwrap());
        assert!(text.ends_with(end), "{text}");
    }
}

#[test]
fn an_unknown_field_is_named_with_the_known_ones_before_anything_is_sent() {
    let message = error("{{ question }} {{ qestion }}");
    assert!(message.starts_with("my.txt: unknown field `qestion`; the fields are question, hint"));
    assert!(error("{{ question }}{% if x %}{{ answer }}{% endif %}").contains("unknown field"));
    let template = "{{ question }}\n{% for choice in choices %}{{ choice.txt }}{% endfor %}";
    assert_eq!(error(template), "my.txt, line 2: undefined value");
}

#[test]
fn a_wrong_syntax_and_a_missing_question_are_named() {
    assert!(error("{{ question }}\n{% if %}").starts_with("my.txt, line 2: syntax error"));
    assert!(error("Answer me").contains("`question` is missing"));
    assert!(error("{{ question | nonsense }}").contains("nonsense"));
    let extraction = Template::from_extraction_source("e", "{{ question }}").unwrap_err();
    assert!(extraction.to_string().contains("`answer` is missing"));
}

#[test]
fn pictures_come_first_or_where_the_template_says() {
    let pictures = [(PictureRole::Stem, picture(1)), (PictureRole::Frame, picture(2))];
    let fields = Fields { question: "Which?", pictures: &pictures, ..Fields::default() };
    assert_eq!(rendered("Q: {{ question }}", &fields), "[1][2]Q: Which?");
    assert_eq!(rendered("Q: {{ question }} {{ pictures }}!", &fields), "Q: Which? [1][2]!");
}

#[test]
fn marks_of_the_stem_are_the_places_of_its_pictures() {
    let pictures = [
        (PictureRole::Stem, picture(1)),
        (PictureRole::Stem, picture(2)),
        (PictureRole::Stem, picture(3)),
    ];
    let mut fields =
        Fields { question: "From <img> to <img>.", pictures: &pictures, ..Fields::default() };
    assert_eq!(rendered("{{ question }}", &fields), "[3]From [1] to [2].");
    fields.pictures = &pictures[..1];
    assert_eq!(rendered("{{ question }}", &fields), "From [1] to <img>.");
    fields.pictures = &[];
    assert_eq!(rendered("{{ question }}", &fields), "From <img> to <img>.");
}

#[test]
fn a_picture_that_is_a_choice_follows_its_label_in_the_order_of_the_pass() {
    let choices = choices(&["1.jpg", "a text"]);
    let role = |index| PictureRole::Choice(Label::from_index(index).unwrap());
    let pictures = [(role(1), picture(1)), (role(0), picture(2)), (PictureRole::Stem, picture(3))];
    let fields =
        Fields { question: "Which?", choices: &choices, pictures: &pictures, ..Fields::default() };
    let text = rendered(prompts::QUESTION[ENGLISH], &fields);
    assert!(text.starts_with("[3]Question: Which?\nA. [2]\nB. a text[1]\n"), "{text}");
}

#[test]
fn data_cannot_place_pictures_or_be_read_as_a_template() {
    let pictures = [(PictureRole::Stem, picture(1))];
    let fields = Fields {
        question: "{{ hint }} \u{FFFC}0\u{FFFC}",
        hint: Some("<img>"),
        pictures: &pictures,
        ..Fields::default()
    };
    assert_eq!(rendered("{{ question }} {{ hint }}", &fields), "[1]{{ hint }} 0 <img>");
}

#[test]
fn lists_can_be_joined() {
    let choices = choices(&["x", "y"]);
    let fields = Fields { question: "Q", choices: &choices, ..Fields::default() };
    let source = "{{ question | trim }} ({{ labels | join(' or ') }}, {{ choices | length }})";
    assert_eq!(rendered(source, &fields), "Q (A or B, 2)");
}
