//! The words of the questions of other kinds, in English and in Chinese side by side.

use assay::benchmark::decision::WrongReason;
use assay::benchmark::{Label, PictureRole};

use super::super::picture::Picture;
use super::super::pictures::{interiors, moods};
use super::KindQuestion;
use super::pictures::{
    CLOCKS, COAST, FRAMES, LIGHTHOUSE, PATTERN, RAIN, SHELF_EVENING, SHELF_MORNING, TILES,
};
use super::point_cloud::VIEWS;

/// All questions in the order of their keys.
pub fn all() -> Vec<KindQuestion> {
    vec![
        story(),
        yes_or_no(),
        clocks(),
        tiles(),
        rolling(),
        shelf(),
        rain(),
        lighthouse(),
        point_cloud(),
    ]
}

fn in_stem(pictures: &[Picture]) -> Vec<(Picture, PictureRole)> {
    pictures.iter().map(|&picture| (picture, PictureRole::Stem)).collect()
}

fn as_choices(pictures: &[Picture]) -> impl Iterator<Item = (Picture, PictureRole)> {
    pictures.iter().copied().zip(Label::all().map(PictureRole::Choice))
}

fn story() -> KindQuestion {
    KindQuestion {
        category: "image_emotion",
        stem: [
            "Tell in a few sentences what happened before this moment, and how it goes on.",
            "请用几句话讲讲这一刻之前发生了什么，之后又会怎样。",
        ],
        choices: [&[], &[]],
        answer: None,
        pictures: in_stem(&[moods::LONELY]),
        missed: None,
    }
}

fn yes_or_no() -> KindQuestion {
    KindQuestion {
        category: "object_localization",
        stem: ["Is there a cat in this room?", "这个房间里有猫吗？"],
        choices: [&[], &[]],
        answer: None,
        pictures: in_stem(&[interiors::LIVING_ROOM]),
        missed: Some((WrongReason::YesOrNoQuestion, "Yes is the whole answer.")),
    }
}

fn clocks() -> KindQuestion {
    KindQuestion {
        category: "attribute_recognition",
        stem: ["Which clock shows half past three?", "哪一个钟显示三点半？"],
        choices: [&["", "", "", ""], &["", "", "", ""]],
        answer: Some('C'),
        pictures: as_choices(&CLOCKS).collect(),
        missed: None,
    }
}

fn tiles() -> KindQuestion {
    KindQuestion {
        category: "attribute_comparison",
        stem: ["Which tile completes the pattern?", "哪一块能补全这个图案？"],
        choices: [&["", "", "", ""], &["", "", "", ""]],
        answer: Some('B'),
        pictures: in_stem(&[PATTERN]).into_iter().chain(as_choices(&TILES)).collect(),
        missed: None,
    }
}

fn rolling() -> KindQuestion {
    KindQuestion {
        category: "action_recognition",
        stem: ["What does the ball do?", "球怎么了？"],
        choices: [
            &[
                "It stops at the edge of the table",
                "It rolls back",
                "It rolls off the table and falls",
                "It jumps onto the table",
            ],
            &["停在桌子边上", "滚了回去", "滚下桌子，掉了下去", "跳到了桌子上"],
        ],
        answer: Some('C'),
        pictures: FRAMES.iter().map(|&picture| (picture, PictureRole::Frame)).collect(),
        missed: None,
    }
}

fn shelf() -> KindQuestion {
    KindQuestion {
        category: "attribute_comparison",
        stem: [
            "<img> shows a shelf in the morning, <img> the same shelf in the evening. What has \
             been taken away?",
            "<img> 是早上的架子，<img> 是同一个架子晚上的样子。什么东西被拿走了？",
        ],
        choices: [
            &["The plant", "The blue book", "The mug", "The lamp"],
            &["植物", "蓝色的书", "杯子", "台灯"],
        ],
        answer: Some('B'),
        pictures: in_stem(&[SHELF_MORNING, SHELF_EVENING]),
        missed: None,
    }
}

fn rain() -> KindQuestion {
    KindQuestion {
        category: "structuralized_imagetext_understanding",
        stem: ["Which month has the least rain?", "哪个月雨最少？"],
        choices: [
            &[
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            &[
                "一月",
                "二月",
                "三月",
                "四月",
                "五月",
                "六月",
                "七月",
                "八月",
                "九月",
                "十月",
                "十一月",
                "十二月",
            ],
        ],
        answer: Some('K'),
        pictures: in_stem(&[RAIN]),
        missed: None,
    }
}

fn lighthouse() -> KindQuestion {
    KindQuestion {
        category: "spatial_relationship",
        stem: [
            "The first picture shows a lighthouse, the second one the coast from the sea. Which house \
             is nearest to this lighthouse?",
            "第一张图是一座灯塔，第二张图是从海上看到的海岸。哪座房子离这座灯塔最近？",
        ],
        choices: [
            &["The orange house", "The white house", "The yellow house", "The green house"],
            &["橙色的房子", "白色的房子", "黄色的房子", "绿色的房子"],
        ],
        answer: Some('B'),
        pictures: in_stem(&[LIGHTHOUSE, COAST]),
        missed: None,
    }
}

fn point_cloud() -> KindQuestion {
    KindQuestion {
        category: "attribute_recognition",
        stem: [
            "Four views of the same point cloud, from the front, from the side, from above and from a \
             corner. What is it?",
            "同一个点云的四个视图：正面、侧面、上方和斜角。它是什么？",
        ],
        choices: [&["A table", "A bed", "A chair", "A ladder"], &["桌子", "床", "椅子", "梯子"]],
        answer: Some('C'),
        pictures: in_stem(&VIEWS),
        missed: None,
    }
}
