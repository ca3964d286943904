//! Coarse perception: the picture as a whole.

use super::super::pictures::interiors::DESK;
use super::super::pictures::landmarks::EIFFEL_TOWER;
use super::super::pictures::{moods, places, quality, styles, topics};
use super::super::question::{Question, ask};

pub fn questions() -> Vec<Question> {
    vec![
        ask("image_style", &[styles::BLUEPRINT])
            .en(
                "In which style is this picture made?",
                &["Watercolour", "Blueprint", "Photograph", "Mosaic"],
            )
            .zh("这幅图是什么风格？", &["水彩画", "蓝图", "照片", "马赛克镶嵌画"])
            .answer('B'),
        ask("image_style", &[styles::MOSAIC])
            .en(
                "Which technique does this picture imitate?",
                &["Oil painting", "Pencil drawing", "Woodcut", "Mosaic"],
            )
            .zh("这幅图模仿的是哪种技法？", &["油画", "铅笔画", "木版画", "马赛克镶嵌"])
            .answer('D')
            .test(),
        ask("image_scene", &[places::HARBOUR])
            .en(
                "Which environment does the picture show?",
                &["A waterfront", "A forest", "A mountain pass", "A desert"],
            )
            .zh("图中展示的是什么环境？", &["水边", "森林", "山口", "沙漠"])
            .answer('A'),
        ask("image_scene", &[places::RAINY_STREET])
            .en("What is the weather like in the picture?", &["Sunny", "Snowy", "Rainy"])
            .zh("图中的天气怎么样？", &["晴天", "下雪", "下雨"])
            .answer('C'),
        ask("image_emotion", &[moods::LONELY])
            .en(
                "Which feeling does the picture convey?",
                &["Festive", "Lonely", "Angry", "Playful"],
            )
            .zh("这幅图传达了哪种感受？", &["喜庆", "孤独", "愤怒", "顽皮"])
            .answer('B')
            .test(),
        ask("image_emotion", &[moods::PARTY])
            .en(
                "What is the mood of this picture?",
                &["Gloomy", "Threatening", "Cheerful", "Solemn"],
            )
            .zh("这幅图的气氛是怎样的？", &["阴郁", "可怕", "欢快", "庄严"])
            .answer('C'),
        ask("image_quality", &[quality::SHARP, quality::BLURRED])
            .en("Which of the two pictures is sharper?", &["The first", "The second"])
            .zh("两幅图中哪一幅更清晰？", &["第一幅", "第二幅"])
            .hint(
                "Two pictures of the same things were taken one after the other.",
                "先后拍摄了同一组物品的两幅图。",
            )
            .answer('A')
            .comment("Two pictures in one cell."),
        ask("image_quality", &[quality::DARK_KITCHEN])
            .en(
                "What is wrong with the quality of this picture?",
                &["It is too bright", "It is blurred", "It is too dark", "It is upside down"],
            )
            .zh("这幅图的画质有什么问题？", &["太亮", "模糊", "太暗", "上下颠倒"])
            .answer('C')
            .test(),
        ask("image_topic", &[topics::PORTRAIT])
            .en(
                "What is the subject of this picture?",
                &["A landscape", "A portrait", "A still life", "A map"],
            )
            .zh("这幅图的主题是什么？", &["风景", "人物肖像", "静物", "地图"])
            .answer('B'),
        ask("image_topic", &[topics::LADYBIRD])
            .en(
                "Which of these describes the picture best?",
                &[
                    "A view of a city",
                    "A group portrait",
                    "A page of text",
                    "A close-up of an insect",
                ],
            )
            .zh("下列哪一项最能描述这幅图？", &["城市景观", "多人合影", "一页文字", "昆虫特写"])
            .answer('D'),
        ask("image_scene", &[EIFFEL_TOWER])
            .en("At what time of day is this scene set?", &["At noon", "In the evening"])
            .zh("这个场景是一天中的什么时候？", &["中午", "傍晚"])
            .answer('B')
            .test(),
        ask("image_scene", &[DESK])
            .en(
                "What kind of place does the picture show?",
                &["A place to work", "A place to swim", "A place to sleep"],
            )
            .zh("这幅图展示的是什么地方？", &["工作的地方", "游泳的地方", "睡觉的地方"])
            .answer('A'),
    ]
}
