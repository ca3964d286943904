//! Fine-grained perception of a single thing: its position, its attributes, its identity, its text.

use assay::benchmark::decision::WrongReason;

use super::super::pictures::{
    everyday, farm, interiors, landmarks, lettered, objects, occupations,
};
use super::super::planted::{text_only, wrong};
use super::super::question::{Question, ask};

pub fn questions() -> Vec<Question> {
    [places_and_looks(), names_and_letters()].concat()
}

fn places_and_looks() -> Vec<Question> {
    vec![
        ask("object_localization", &[farm::FARM])
            .en(
                "Where in the picture is the tractor?",
                &[
                    "At the upper left",
                    "At the upper right",
                    "At the lower left",
                    "At the lower right",
                ],
            )
            .zh("拖拉机在图中的什么位置？", &["左上方", "右上方", "左下方", "右下方"])
            .answer('C'),
        ask("object_localization", &[farm::FARM])
            .en("How many sheep are there?", &["4", "5", "6", "7"])
            .zh("图中有多少只羊？", &["4", "5", "6", "7"])
            .answer('C')
            .comment("Shares its picture with the question before it."),
        ask("object_localization", &[everyday::DICE])
            .en("How many dots do the two dice show together?", &["9", "10", "11", "12"])
            .zh("两个骰子一共显示多少个点？", &["9", "10", "11", "12"])
            .answer('A')
            .planted(wrong(
                WrongReason::WrongReferenceAnswer,
                &['C'],
                "The dice show five and six: C (11) is right, the reference answer says A (9).",
            )),
        ask("attribute_recognition", &[objects::VASE])
            .en(
                "Which pattern runs around the vase?",
                &["Dots", "Zigzag lines", "Checks", "Flowers"],
            )
            .zh("花瓶上环绕着什么图案？", &["圆点", "锯齿线", "方格", "花朵"])
            .answer('B'),
        ask("attribute_recognition", &[occupations::SURPRISED])
            .en("Which emotion does the face show?", &["Boredom", "Anger", "Sadness", "Surprise"])
            .zh("这张脸表现出什么情绪？", &["无聊", "愤怒", "悲伤", "惊讶"])
            .answer('D')
            .test(),
        ask("attribute_recognition", &[objects::BALLOON])
            .en(
                "What colour is the band around the middle of the balloon?",
                &["Teal", "Red", "Teal", "White"],
            )
            .zh("热气球中部的一圈是什么颜色？", &["蓝绿色", "红色", "蓝绿色", "白色"])
            .answer('B')
            .planted(wrong(
                WrongReason::RepeatedChoices,
                &['A', 'C'],
                "The band is teal, which stands at A and at C; the reference answer is neither.",
            )),
    ]
}

fn names_and_letters() -> Vec<Question> {
    vec![
        ask("celebrity_recognition", &[landmarks::EIFFEL_TOWER])
            .en(
                "Which landmark is this?",
                &["The Eiffel Tower", "The Leaning Tower of Pisa", "Big Ben", "The Space Needle"],
            )
            .zh("这是哪座地标？", &["埃菲尔铁塔", "比萨斜塔", "大本钟", "西雅图太空针塔"])
            .answer('A'),
        ask("celebrity_recognition", &[landmarks::PYRAMIDS])
            .en(
                "Which famous buildings does the picture show?",
                &["Greek temples", "Gothic cathedrals", "Chinese pagodas", "Egyptian pyramids"],
            )
            .zh("图中是哪种著名建筑？", &["希腊神庙", "哥特式大教堂", "中国宝塔", "埃及金字塔"])
            .answer('D')
            .test(),
        ask("celebrity_recognition", &[landmarks::PYRAMIDS])
            .en(
                "In which country do the pyramids of Giza stand?",
                &["Peru", "Egypt", "Greece", "India"],
            )
            .zh("吉萨金字塔位于哪个国家？", &["秘鲁", "埃及", "希腊", "印度"])
            .answer('B')
            .planted(text_only(
                "The question names the buildings; where they stand is general knowledge.",
            )),
        ask("ocr", &[lettered::CAFE])
            .en(
                "What is the name of the shop?",
                &["The Copper Kettle", "The Silver Spoon", "The Golden Cup", "The Iron Pot"],
            )
            .zh("这家店叫什么名字？", &["铜壶茶馆", "银勺茶馆", "金杯茶馆", "铁锅茶馆"])
            .answer('A'),
        ask("ocr", &[lettered::BLACKBOARD])
            .en(
                "Which formula is written on the board?",
                &["E = m v", "E = m g h", "E = 1/2 m v²", "E = 2 m v²"],
            )
            .zh("黑板上写的是哪个公式？", &["E = m v", "E = m g h", "E = 1/2 m v²", "E = 2 m v²"])
            .answer('C')
            .test(),
        ask("ocr", &[lettered::JAM_JAR])
            .en(
                "What is the best-before date on the label?",
                &["14 May 2031", "4 March 2030", "12 March 2031", "14 March 2031"],
            )
            .zh(
                "标签上的最佳食用日期是哪一天？",
                &["2031年5月14日", "2030年3月4日", "2031年3月12日", "2031年3月14日"],
            )
            .answer('D')
            .comment("Small print: zoom in."),
        ask("object_localization", &[interiors::DESK])
            .en("Which book lies at the bottom of the pile?", &["ATLAS", "ALGEBRA", "BIRDS"])
            .zh("这摞书最下面的是哪一本？", &["地图集", "代数", "鸟类"])
            .answer('B')
            .test(),
    ]
}
