//! Fine-grained perception across things: their relative positions, comparisons, and actions of
//! people.

use assay::benchmark::decision::WrongReason;

use super::super::pictures::{action, farm, interiors, lettered, maps, objects};
use super::super::planted::wrong;
use super::super::question::{Question, ask};

pub fn questions() -> Vec<Question> {
    vec![
        ask("spatial_relationship", &[interiors::LIVING_ROOM])
            .en(
                "Where is the cat?",
                &["On the chair", "Under the table", "Behind the plant", "On the window sill"],
            )
            .zh("猫在哪里？", &["椅子上", "桌子下面", "植物后面", "窗台上"])
            .answer('B'),
        ask("spatial_relationship", &[interiors::DESK])
            .en(
                "On which side of the laptop is the mug, seen from the viewer?",
                &["On the left", "On the right"],
            )
            .zh("从观看者的角度看，杯子在笔记本电脑的哪一边？", &["左边", "右边"])
            .answer('A'),
        ask("spatial_relationship", &[farm::FARM])
            .en(
                "What is nearest to the pond?",
                &["The tractor", "The field of grain", "The sun", "The barn"],
            )
            .zh("离池塘最近的是什么？", &["拖拉机", "麦田", "太阳", "谷仓"])
            .answer('D')
            .test(),
        ask("spatial_relationship", &[maps::ISLAND])
            .en(
                "Which village lies south-east of Long Lake?",
                &["Alby", "Borum", "Corva", "Dalen"],
            )
            .zh("哪个村庄位于长湖的东南方？", &["阿尔比", "博伦", "科瓦", "达伦"])
            .answer('D'),
        ask("attribute_comparison", &[objects::MUGS])
            .en(
                "What do the two mugs have in common?",
                &["Only their pattern", "Only their colour", "Both pattern and colour", "Neither pattern nor colour"],
            )
            .zh("两个杯子有什么相同之处？", &["只有图案相同", "只有颜色相同", "图案和颜色都相同", "图案和颜色都不同"])
            .hint("Look at the colour and at the pattern.", "请观察颜色和图案。")
            .answer('B'),
        ask("attribute_comparison", &[objects::PENCILS])
            .en(
                "Which pencil is the longest?",
                &["The red one", "The yellow one", "The blue one", "The green one"],
            )
            .zh("哪支铅笔最长？", &["红色的", "黄色的", "蓝色的", "绿色的"])
            .answer('D')
            .test(),
        ask("action_recognition", &[action::ARCHERY])
            .en(
                "What is the person doing?",
                &["Throwing a spear", "Shooting with a bow", "Playing golf", "Fishing"],
            )
            .zh("这个人在做什么？", &["投掷标枪", "射箭", "打高尔夫球", "钓鱼"])
            .answer('B'),
        ask("action_recognition", &[action::TABLE_TENNIS])
            .en(
                "Which game are the two people playing?",
                &["Table tennis", "Volleyball", "Chess", "Badminton"],
            )
            .zh("这两个人在进行什么运动？", &["乒乓球", "排球", "国际象棋", "羽毛球"])
            .answer('A')
            .test(),
        ask("action_recognition", &[lettered::CAFE])
            .en(
                "What is the man on the ladder painting?",
                &["A door", "A fence", "A boat", "A ceiling"],
            )
            .zh("梯子上的男人在给什么刷漆？", &["一扇门", "一道栅栏", "一条船", "天花板"])
            .answer('C')
            .planted(wrong(
                WrongReason::BadPicture,
                &[],
                "The picture belongs to another question: it shows a café front, no man, no ladder.",
            )),
    ]
}
