//! Tests of the rules on whole texts.

use super::*;
use crate::benchmark::Label;

fn read(text: &str, choices: &[&str]) -> (Option<char>, &'static str) {
    let choices = Choices::new(Label::all().zip(choices.iter().copied()));
    let found = extract(text, &choices);
    if let Some(evidence) = found.evidence {
        assert!(text.get(evidence).is_some_and(|bytes| !bytes.is_empty()), "{text:?}");
    }
    (found.answer.letter(), found.step)
}

fn every(texts: &[&str], choices: &[&str], expected: Option<char>) {
    for text in texts {
        let (letter, step) = read(text, choices);
        assert_eq!(letter, expected, "{text:?} by {step}");
    }
}

const ANIMALS: [&str; 4] = ["dog", "cat", "horse", "sheep"];

/// The rows of the table: label, step, choices, and the text with its evidence in ⟦⟧.
fn answers() -> impl Iterator<Item = [&'static str; 4]> {
    let table = include_str!("../../../../../tests/extraction.tsv");
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.splitn(4, '\t').collect();
        <[&str; 4]>::try_from(cells).unwrap_or_else(|_| panic!("four cells: {row}"))
    })
}

/// Label, step, and the text with its evidence, as the table has them.
fn as_in_the_table(text: &str, choices: &str) -> (String, &'static str, String) {
    let choices = Choices::new(Label::all().zip(choices.split(" | ")));
    let found = extract(text, &choices);
    let label = match (found.answer, found.answer.letter()) {
        (Answer::Refused, _) => "refused".to_owned(),
        (_, letter) => letter.unwrap_or('-').to_string(),
    };
    let marked = found.evidence.map_or(text.to_owned(), |place| {
        let (before, after) = (&text[..place.start], &text[place.end..]);
        format!("{before}⟦{}⟧{after}", &text[place])
    });
    (label, found.step, marked.replace('\n', "⏎"))
}

#[test]
fn answers_in_many_styles_are_read_as_a_careful_reader_reads_them() {
    assert!(answers().count() > 1_000);
    for [label, step, choices, marked] in answers() {
        let text = marked.replace(['⟦', '⟧'], "").replace('⏎', "\n");
        let found = as_in_the_table(&text, choices);
        assert_eq!(found, (label.to_owned(), step, marked.to_owned()), "{choices}");
    }
}

#[test]
fn a_thought_before_an_answer_and_space_around_it_change_nothing() {
    for [label, step, choices, marked] in answers() {
        let text = marked.replace(['⟦', '⟧'], "").replace('⏎', "\n");
        for (before, after) in [("\n ", " \n"), ("<think>Is it A? No.</think>", "")] {
            if text.contains("<think>") || step == "empty" {
                continue;
            }
            let found = as_in_the_table(&format!("{before}{text}{after}"), choices);
            let marked = format!("{before}{marked}{after}").replace('\n', "⏎");
            assert_eq!(found, (label.to_owned(), step, marked));
        }
    }
}

#[test]
fn a_bare_label_is_read_in_every_notation() {
    every(
        &[
            "B",
            "b",
            "(B)",
            "B.",
            "**B**",
            "`B`",
            "Ｂ",
            "（Ｂ）",
            "【B】",
            "B。",
            "$B$",
            "[B]",
            "\\boxed{B}",
            "$\\boxed{\\text{(B)}}$",
            "\\(\\boxed{B}\\)",
            "B</s>",
            "1. B",
            "- B",
            "B. cat",
            "(B) cat",
            "B: cat",
            "B – cat",
            "B cat",
            "B、cat",
            "**B. cat**",
        ],
        &ANIMALS,
        Some('B'),
    );
}

#[test]
fn a_stated_label_is_read_anywhere_in_the_text() {
    every(
        &[
            "Answer: B",
            "answer: b",
            "**Answer:** (B)",
            "## Answer\n\nB",
            "Ans. B",
            "The answer is B.",
            "The correct answer is: B) cat.",
            "The correct option is B",
            "I would select option B.",
            "I'd go with B.",
            "I think it's B",
            "It is likely B.",
            "Hence, option B.",
            "B is the correct answer.",
            "(B) is correct",
            "B because it purrs",
            "{\"answer\": \"B\", \"reason\": \"A dog barks.\"}",
            "<answer>B</answer>",
            "答案是B。",
            "答案：（B）",
            "选B",
            "故选：B。",
            "正确选项是B",
            "B选项正确",
            "【答案】B",
            "Thus the answer is\n\n\\[\n\\boxed{B}\n\\]",
            "I would say:\n\nB\n\nIt purrs.",
            "The answer to the question about animals is B.",
            "The length of CD is B.",
        ],
        &ANIMALS,
        Some('B'),
    );
}

#[test]
fn the_last_statement_counts_and_other_choices_may_be_discussed() {
    every(
        &[
            "The answer is A. Wait, that is wrong. The answer is B.",
            "B\n\nOption A is a dog, which barks. Option (C) is a horse.",
            "The answer is B. Option A is wrong because dogs bark.",
            "A. dog\nB. cat\nC. horse\nD. sheep\n\nAnswer: B",
            "The answer is (B).\n\nThe other options are incorrect:\n\n* Option (A): a dog barks.",
            "The answer is (B). The answer choice (D), sheep, is not right.",
            "<think>A? The answer is A.</think>\nB",
            "Answer: B\n\nQuestion: And this?\nAnswer: C",
            "not A, but B",
            "It cannot be A, so it must be B.",
        ],
        &ANIMALS,
        Some('B'),
    );
}

#[test]
fn letters_that_are_no_labels_are_left_alone() {
    every(
        &[
            "A man rides.",
            "I think so",
            "U.S.A.",
            "USB-C",
            "P(B) = 0.5",
            "Vitamin B",
            "angle B",
            "Point A is above point B.",
            "The answer is not B.",
            "The answer is clear.",
            "<think>The answer is B",
        ],
        &ANIMALS,
        None,
    );
    every(&["I think the answer is B"], &["1"; 10], Some('B'));
    every(&["Answer: I", "The answer is I.", "(I)"], &["1"; 10], Some('I'));
}

#[test]
fn several_choices_are_no_answer() {
    let texts = ["A or B", "A, B", "A/B", "The answer is both A and B.", "dog and cat", "A和B"];
    every(&texts, &ANIMALS, None);
    every(&["Both (A) and (B) are correct."], &ANIMALS, None);
    every(&["Both A and B"], &["x", "y", "Both A and B"], Some('C'));
}

#[test]
fn a_choice_is_read_from_its_words() {
    let cats = ["cat", "It is a cat.", "A cat", "The answer is \"cat\".", "Cats", "the cat's"];
    every(&cats, &ANIMALS, Some('B'));
    every(&["catalog", "hotdog"], &ANIMALS, None);
    every(&["A hot dog."], &["dog", "hot dog"], Some('B'));
    every(&["The answer is Vitamin C."], &["Vitamin A", "Vitamin C"], Some('B'));
    every(&["在右边。", "答案是右边"], &["左边", "右边"], Some('B'));
    let text = "If pelicans increase, fish populations may well have decreased.";
    every(&[text], &["increase", "it would decrease", "stay"], Some('B'));
}

#[test]
fn numbers_are_read_as_values() {
    let angles = ["135°", "140°", "145°", "150°"];
    let texts =
        ["145", "145 degrees", "∠BOC = 30 + 115 = 145°", "\\boxed{145^\\circ}", "It is 145.0°"];
    every(&texts, &angles, Some('C'));
    every(&["With 135° at A, the angle is 155°."], &angles, None);
    every(&["$\\frac{9}{5}$", "9/5"], &["6/5", "\\frac{9}{5}"], Some('B'));
    every(&["-1"], &["1", "-1"], Some('B'));
    every(&["4.40 meters is the length: it is 4.40 meters"], &["4.00米", "4.40米"], Some('B'));
}

#[test]
fn yes_and_no_are_read_from_statements() {
    let choices = ["Yes", "No"];
    every(&["No, there are more.", "\"No\"", "Indigo is not the lowest."], &choices, Some('B'));
    every(&["Yes, there is no doubt.", "The function is continuous."], &choices, Some('A'));
    every(&["There are fewer cars than bikes."], &choices, None);
    every(&["(C) Yes\n(D) No"], &choices, Some('B'));
    every(&["Nope", "Not really", "There is no difference, so no."], &choices, Some('B'));
    every(&["That is incorrect."], &["True", "False"], Some('B'));
}

#[test]
fn a_refusal_is_no_answer_and_no_z() {
    assert_eq!(read("I’m sorry, but I can’t help with that.", &ANIMALS), (None, "refusal"));
    assert_eq!(read("Failed to obtain answer via API.", &ANIMALS), (None, "failed"));
    every(&["Z", "The answer is Z.", "None of the above.", "(E) bird"], &ANIMALS, Some('Z'));
    let none = ["None of the above.", "None of these.", "An orange, so none of the options."];
    every(&none, &["x", "None of the above"], Some('B'));
    every(&["以上选项都不对"], &["猫", "以上都不是"], Some('B'));
    for text in ["I don't know.", "Unable to answer.", "Cannot determine.", "无法判断"] {
        assert_eq!(read(text, &ANIMALS), (None, "refusal"), "{text}");
    }
    for text in ["No image was provided.", "The question cannot be answered."] {
        assert_eq!(read(text, &["Yes", "No"]), (None, "refusal"), "{text}");
    }
    every(&["Cannot determine."], &["x", "It cannot be determined"], Some('B'));
}

#[test]
fn a_hedge_before_an_answer_is_no_refusal() {
    every(
        &[
            "I can't tell the number, but it looks like 3.",
            "I can't determine the exact number, but it looks like 3.",
            "I cannot see the left side clearly, but the number of cats is 3.",
            "I'm unable to zoom in. However, the number of cats is 3.",
            "I'm not able to count the hidden ones; however, it looks like 3.",
            "I apologize for the confusion. It is 3.",
        ],
        &["2", "3"],
        Some('B'),
    );
    let refusal = "I can't determine the number from this picture. A cat may hide: 3.";
    assert_eq!(read(refusal, &["2", "3"]), (None, "refusal"));
    // The turn must follow the phrase: what was said before is not an answer.
    let refusal = "It may be 2, but it is blurred. I'm sorry, I can't count 3.";
    assert_eq!(read(refusal, &["2", "3"]), (None, "refusal"));
}

// Models think aloud and correct themselves; only the end counts.
#[test]
fn a_correction_replaces_what_was_said_before() {
    every(
        &[
            "Answer: A. Actually, no: B.",
            "The answer is A. Correction: B.",
            "The answer is A, no wait, B",
            "The answer is A... hmm, no, it's B.",
            "My first answer was A; I now believe it is B.",
            "A? No, B.",
            "Answer: A\n\nActually, looking again, it should be B.",
            "So the answer is A? Let me verify. It purrs, so it must be B.",
            "The answer is dog. Actually, it is a cat.",
        ],
        &ANIMALS,
        Some('B'),
    );
    every(&["There is no A.", "Wait, A is larger than C."], &ANIMALS, None);
}

// A limit on the length of answers cuts texts off; the values so far are those of the question.
#[test]
fn a_calculation_that_was_cut_off_has_no_value() {
    every(
        &[
            "The radius is 3 cm. The area of the circle is given by the formula",
            "Let x be the number of cats. Since there are 5 animals in total and",
            "The given value is 4, and we need to find",
            "On the left: 2. Then count those on the right: 3. Adding them together we",
            "x = 4 + 15",
            "There are 3 chairs and 2 tables.",
        ],
        &["2", "3", "4", "5"],
        None,
    );
    every(&["The legs are 3 and 4. So c = 5"], &["3", "4", "5"], Some('C'));
}

// An excluded choice, or one of several alternatives, is not chosen.
#[test]
fn excluded_and_alternative_choices_are_not_taken() {
    every(
        &[
            "It can't be a dog or a cat.",
            "I doubt that it is a cat.",
            "It is anything but a cat.",
            "It doesn't look like a cat.",
            "There is no cat.",
            "The only option that is clearly wrong is B.",
            "The least likely answer is B.",
            "The least suitable option is B.",
            "Option B can be ruled out.",
            "B is the least likely.",
            "可能是A，也可能是C",
            "Could be A, could be C.",
            "\\boxed{A} or \\boxed{B}",
            "Dog, cat, horse and sheep.",
        ],
        &ANIMALS,
        None,
    );
    let texts =
        ["It can't be a dog, so a cat.", "A and C don't match. That leaves B.", "B rather than A"];
    every(&texts, &ANIMALS, Some('B'));
    every(&["Yes and no."], &["Yes", "No"], None);
}

// Templates, tags, arrows and ticks around a label.
#[test]
fn a_label_is_read_in_templates() {
    every(
        &[
            "answer=B",
            "choice=B",
            "=> B",
            "→ B",
            "✅ B",
            "<B>",
            "<box>B</box>",
            "<|begin_of_box|>B<|end_of_box|>",
            "\\fbox{B}",
            "The answer is\\n\\nB",
            "It is close to C, but closest to B",
            "I cannot be sure. B",
            "I can't see it, but if I had to guess I would say B.",
            "Unable to determine for certain; B seems most plausible.",
        ],
        &ANIMALS,
        Some('B'),
    );
}

// Small numbers are written as words, and a unit may look like a label.
#[test]
fn counts_and_units_are_values() {
    let three = ["three", "There are three people.", "Three people are waiting.", "3 in total."];
    every(&three, &["2", "3", "4"], Some('B'));
    every(&["The two lines are parallel."], &["2", "3", "4"], None);
    every(&["3 A", "\\boxed{3.0}", "I = 12/4 = 3 A"], &["1.0 A", "3.0 A"], Some('B'));
}

#[test]
fn similar_choices_are_distinguished_by_what_differs() {
    let choices = ["The man is riding a bicycle", "The man is walking a dog"];
    every(&["He is walking a dog."], &choices, Some('B'));
    every(&["The man in the picture is walking a dog"], &choices, Some('B'));
    let choices = ["the owls decrease", "the mice increase"];
    every(&["The owls would likely increase."], &choices, None);
}

// A step that takes quadratic time would need hours here.
#[test]
fn hostile_texts_of_any_length_are_read_to_the_end() {
    let choices = ["a a a a a a a a b", "(A) (A)", "1 1 1 1 2", "Σ"];
    let pieces =
        r"a ;(A) ;the answer is ;1 ;A, ;\boxed{;Σ';is = ;<think>;not a or ;none of ;wait, ";
    let further = [
        "\n",
        "A) ",
        "B. 1 ",
        "Question: 1\n",
        "1?\n(A) 1\n",
        "given 1 ",
        "if 1, we ",
        "what is 1? ",
        "Hint: a\n",
        "### ",
    ];
    for piece in pieces.split(';').chain(further) {
        read(&piece.repeat(400_000 / piece.len()), &choices);
    }
}

#[test]
fn signs_may_be_full_width_anywhere() {
    let texts =
        [r"The answer is \boxed{B}, not (A).", "<box>-1.5</box> isn't 1,000", r"is\nB) cat"];
    let wide = |c: char| match c {
        '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c),
        _ => c,
    };
    for text in texts {
        read(&text.chars().map(wide).collect::<String>(), &["cat", "1.5"]);
        for (at, c) in text.char_indices() {
            let behind = &text[at + c.len_utf8()..];
            read(&format!("{}{}{behind}", &text[..at], wide(c)), &["cat", "1.5"]);
        }
    }
    assert_eq!(read("＼boxed{B}", &["cat", "1.5"]), read(r"\boxed{B}", &["cat", "1.5"]));
}

proptest::proptest! {
    #[test]
    fn no_text_breaks_the_rules(
        text in "([ABI](\\.| )|answer|is|\\n|[0-9(]|\\PC|option|not|，|\\\\boxed\\{){0,24}",
        choice in "\\PC{0,12}",
    ) {
        read(&text, &[&choice, "cat", "Yes", "No", "5"]);
    }
}
