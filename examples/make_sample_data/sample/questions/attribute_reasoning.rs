//! Attribute reasoning: what a thing is like, what it is for, who a person is.

use super::super::pictures::{everyday, mechanics, objects, occupations, places, social};
use super::super::planted::text_only;
use super::super::question::{Question, ask};

pub fn questions() -> Vec<Question> {
    vec![
        ask("physical_property_reasoning", &[mechanics::TANK])
            .en("Which block is denser than water?", &["Block P", "Block Q", "Block R"])
            .zh("哪个物块的密度比水大？", &["物块P", "物块Q", "物块R"])
            .hint(
                "The three blocks have the same size and are at rest in the water.",
                "三个物块大小相同，静止在水中。",
            )
            .answer('C'),
        ask("physical_property_reasoning", &[everyday::THERMOMETER])
            .en(
                "At sea level, in which state is pure water at the temperature shown?",
                &["Solid", "Liquid", "Gas"],
            )
            .zh("在海平面上，纯水在图示温度下处于什么状态？", &["固态", "液态", "气态"])
            .answer('C')
            .test(),
        ask("physical_property_reasoning", &[everyday::ICE])
            .en(
                "What happens to ice cubes that stay in a warm room for a whole day?",
                &["They melt", "They get harder", "They turn black", "They catch fire"],
            )
            .zh("冰块在温暖的房间里放一整天会怎样？", &["融化", "变得更硬", "变黑", "着火"])
            .answer('A')
            .planted(text_only("That ice melts in the warmth needs no picture.")),
        ask("function_reasoning", &[objects::WHISK])
            .en(
                "What is this tool made for?",
                &["Driving in nails", "Cutting paper", "Beating eggs", "Measuring lengths"],
            )
            .zh("这个工具是用来做什么的？", &["钉钉子", "剪纸", "打蛋", "测量长度"])
            .answer('C')
            .comment("Transparent picture."),
        ask("function_reasoning", &[objects::SEARCH_ICON])
            .en(
                "What does a button with this icon usually do?",
                &["Delete a file", "Search", "Play music", "Print"],
            )
            .zh("带有这个图标的按钮通常有什么功能？", &["删除文件", "搜索", "播放音乐", "打印"])
            .answer('B')
            .comment("A very small picture.")
            .test(),
        ask("function_reasoning", &[places::RAINY_STREET])
            .en(
                "What is an umbrella for?",
                &["Cooking soup", "Writing letters", "Sawing wood", "Keeping off the rain"],
            )
            .zh("雨伞是用来做什么的？", &["煮汤", "写信", "锯木头", "挡雨"])
            .answer('D')
            .planted(text_only(
                "Everybody knows what an umbrella is for; only one choice makes sense.",
            )),
        ask("function_reasoning", &[everyday::TRAFFIC_LIGHT])
            .en(
                "What must a driver do when the traffic light is red?",
                &["Speed up", "Stop", "Turn off the engine and leave the car"],
            )
            .zh("交通信号灯为红灯时，司机必须怎么做？", &["加速", "停车", "熄火并下车离开"])
            .answer('B')
            .planted(text_only(
                "The question says that the light is red; the rule is general knowledge.",
            ))
            .test(),
        ask("identity_reasoning", &[occupations::COOK])
            .en("What is probably this person's job?", &["Pilot", "Judge", "Cook", "Diver"])
            .zh("这个人的职业最可能是什么？", &["飞行员", "法官", "厨师", "潜水员"])
            .answer('C'),
        ask("identity_reasoning", &[occupations::FIREFIGHTER])
            .en(
                "Who is this, judging by the clothes?",
                &["A firefighter", "A dentist", "A waiter", "A ballet dancer"],
            )
            .zh("从衣着判断，这个人是谁？", &["消防员", "牙医", "服务员", "芭蕾舞演员"])
            .answer('A')
            .test(),
        ask("identity_reasoning", &[social::CLASSROOM])
            .en(
                "Who is the grown-up in the picture?",
                &["A farmer", "A nurse", "A goalkeeper", "A teacher"],
            )
            .zh("图中的成年人是什么身份？", &["农民", "护士", "守门员", "教师"])
            .answer('D'),
    ]
}
