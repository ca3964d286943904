//! Relation reasoning: between people, between things, between living things.

use super::super::pictures::{ecology, mechanics, social};
use super::super::question::{Question, ask};

pub fn questions() -> Vec<Question> {
    vec![
        ask("social_relation", &[social::CLASSROOM])
            .en(
                "How are the people in this picture related?",
                &[
                    "Doctor and patients",
                    "Teacher and pupils",
                    "Shopkeeper and customers",
                    "Coach and swimmers",
                ],
            )
            .zh(
                "图中的人是什么关系？",
                &["医生和病人", "老师和学生", "店主和顾客", "教练和游泳运动员"],
            )
            .answer('B'),
        ask("social_relation", &[social::WEDDING])
            .en(
                "What is the relation between the two people?",
                &[
                    "Bride and groom",
                    "Grandmother and grandson",
                    "Police officer and driver",
                    "Rivals in a race",
                ],
            )
            .zh("这两个人是什么关系？", &["新娘和新郎", "祖母和孙子", "警察和司机", "赛跑对手"])
            .answer('A')
            .test(),
        ask("physical_relation", &[mechanics::SEESAW])
            .en(
                "The boxes are equally far from the middle. Which one is heavier?",
                &["L", "M", "They weigh the same"],
            )
            .zh("两个箱子到中点的距离相等，哪一个更重？", &["L", "M", "一样重"])
            .answer('A'),
        ask("physical_relation", &[mechanics::GEARS])
            .en(
                "Gear 1 turns as the arrow shows. How does gear 3 turn?",
                &["Clockwise", "Anticlockwise"],
            )
            .zh("齿轮1按箭头方向转动，齿轮3怎样转动？", &["顺时针", "逆时针"])
            .answer('A')
            .test(),
        ask("physical_relation", &[mechanics::CIRCUIT])
            .en("Which lamp shines?", &["Only lamp 1", "Only lamp 2", "Both lamps", "Neither lamp"])
            .zh("哪个灯会亮？", &["只有灯1", "只有灯2", "两个都亮", "两个都不亮"])
            .answer('B'),
        ask("nature_relation", &[ecology::FOOD_WEB])
            .en(
                "According to the diagram, which animal has no predator?",
                &["The snail", "The tadpole", "The perch", "The heron"],
            )
            .zh("根据这张图，哪种动物没有天敌？", &["蜗牛", "蝌蚪", "鲈鱼", "苍鹭"])
            .answer('D'),
        ask("nature_relation", &[ecology::BEE])
            .en(
                "Which relation between two living things does the picture show?",
                &["Predation", "Parasitism", "Mutualism", "Competition"],
            )
            .zh("图中展示了两种生物之间的哪种关系？", &["捕食", "寄生", "互利共生", "竞争"])
            .answer('C')
            .test(),
    ]
}
