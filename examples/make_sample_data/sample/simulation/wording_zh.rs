//! The wording of simulated replies in Chinese, in the same manners as in English.

use super::super::question::label_of;
use super::chance::Chance;
use super::wording::Manner;

/// The choice shown at a position.
pub fn choice(manner: Manner, position: usize, shown: &[&str], chance: &mut Chance) -> String {
    let (label, text) = (label_of(position), shown[position]);
    let draw = chance.below(10);
    match manner {
        Manner::Terse => match draw {
            0 | 1 => format!("{label}."),
            2 => format!("（{label}）"),
            _ => label.to_string(),
        },
        Manner::Verbose => verbose(position, shown, draw),
        Manner::Boxed => match draw {
            0..=4 => format!("图中看得很清楚：正是“{text}”。\n\n\\boxed{{{label}}}"),
            5..=7 => format!("答案是（{label}）{text}。"),
            _ => format!("答案：{label}"),
        },
        Manner::Polite => match draw {
            0..=3 => format!("答案是（{label}）{text}。"),
            4..=6 => format!("正确答案是 {label}。"),
            _ => format!("我选择选项 {label}：{text}。"),
        },
        Manner::Repeating => match draw {
            0..=6 => format!("{label}. {text}"),
            7 | 8 => format!("{label}：{text}"),
            _ => format!("选项 {label}"),
        },
        Manner::Loose => match draw {
            0..=2 => text.to_owned(),
            3 | 4 => format!("是{text}。"),
            5 | 6 => format!("{label}) {text}"),
            _ => format!("答案是 {label}"),
        },
    }
}

/// Reasoning of some length; the answer is at the end.
fn verbose(position: usize, shown: &[&str], draw: usize) -> String {
    let (label, text) = (label_of(position), shown[position]);
    let other = (position + 1) % shown.len();
    let (other_label, other_text) = (label_of(other), shown[other]);
    let opening = "让我一步一步来看这张图。先看整个画面，再看题目所问的细节。";
    match draw {
        0..=2 => format!(
            "{opening}也许有人会想到“{other_text}”，但图中没有任何依据；我看到的与“{text}”相符。\n\n\
             **答案：{label}**"
        ),
        3 | 4 => format!("{opening}\n\n因此，答案是 {label}. {text}"),
        5 | 6 => format!(
            "{opening}选项 {other_label} 不符合。权衡其余选项之后，最合适的是 **{label}**。"
        ),
        7 | 8 => format!("{opening}综上所述，我确信答案是 {label}。"),
        _ => format!("{opening}总的来说，只剩下一种可能：{text}"),
    }
}

/// No choice is right.
pub fn none(manner: Manner, chance: &mut Chance) -> &'static str {
    match manner {
        Manner::Terse => "以上都不对",
        Manner::Verbose => "我逐一比较了各个选项和图片，没有一个相符，所以以上都不对。",
        _ => chance.one_of(&["以上都不对。", "没有一个选项与图片相符。", "所给的选项都不正确。"]),
    }
}

/// The model does not answer.
pub fn refusal(sees: bool, chance: &mut Chance) -> &'static str {
    if sees {
        chance.one_of(&[
            "抱歉，我无法帮助解答这个问题。",
            "抱歉，我无法从这张图片判断答案。",
            "我不能从图像中确定这一点。",
        ])
    } else {
        chance.one_of(&[
            "我看不到任何图片，所以无法回答这个问题。",
            "抱歉，没有提供图片，没有图片我无法作答。",
        ])
    }
}
