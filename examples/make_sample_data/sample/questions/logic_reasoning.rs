//! Logic reasoning: charts, tables, programs, and what comes next.

use assay::benchmark::decision::WrongReason;

use super::super::pictures::{charts, everyday, lettered, sequences};
use super::super::planted::{text_only, wrong};
use super::super::question::{Question, ask};

const STRUCTURED: &str = "structuralized_imagetext_understanding";

pub fn questions() -> Vec<Question> {
    vec![
        ask(STRUCTURED, &[charts::BAR_CHART])
            .en("In which month did the museum have the second most visitors?", &["March", "April", "May", "June"])
            .zh("博物馆访客人数第二多的是哪个月？", &["三月", "四月", "五月", "六月"])
            .answer('B'),
        ask(STRUCTURED, &[charts::LINE_CHART])
            .en("How warm was Lake Cedar in May, in degrees Celsius?", &["7.6", "10.3", "13.1", "15.8"])
            .zh("五月份雪松湖的水温是多少摄氏度？", &["7.6", "10.3", "13.1", "15.8"])
            .answer('B')
            .comment("Small print: zoom in."),
        ask(STRUCTURED, &[lettered::PRICE_LIST])
            .en(
                "How much do two canoes for two hours cost together?",
                &["14 euros", "16 euros", "28 euros", "70 euros"],
            )
            .zh("租两条独木舟各两小时，一共多少钱？", &["14欧元", "16欧元", "28欧元", "70欧元"])
            .answer('C')
            .test(),
        ask(STRUCTURED, &[lettered::CODE])
            .en("What does the program print?", &["3", "5", "8", "10"])
            .zh("这个程序输出什么？", &["3", "5", "8", "10"])
            .answer('C'),
        ask(STRUCTURED, &[charts::PIE_CHART])
            .en(
                "Which fruit made up more than 20 % of the weight?",
                &["Pears", "Apples", "Bananas", "Grapes"],
            )
            .zh("哪种水果的重量占比超过20%？", &["梨", "苹果", "香蕉", "葡萄"])
            .answer('A')
            .planted(wrong(
                WrongReason::SeveralCorrectChoices,
                &['B', 'C'],
                "Apples (34 %) and bananas (27 %) both do, so two choices are right; pears, the reference answer, do not.",
            )),
        ask(STRUCTURED, &[everyday::CLOCK])
            .en("What time does the clock show?", &["2:10", "7:20", "9:50", "11:05"])
            .zh("时钟显示几点？", &["2:10", "7:20", "9:50", "11:05"])
            .answer('B')
            .planted(wrong(
                WrongReason::NoCorrectChoice,
                &[],
                "The clock shows 4:35, which is not among the choices.",
            ))
            .test(),
        ask(STRUCTURED, &[everyday::CLOCK])
            .en("How many minutes are an hour and a half?", &["60", "75", "90", "150"])
            .zh("一个半小时是多少分钟？", &["60", "75", "90", "150"])
            .answer('C')
            .planted(text_only("The clock in the picture plays no part; 60 + 30 = 90.")),
        ask("future_prediction", &[sequences::BALL_1, sequences::BALL_2, sequences::BALL_3])
            .en(
                "What will happen next?",
                &["The ball will roll back by itself", "The ball will fall off the table", "The ball will float up"],
            )
            .zh("接下来会发生什么？", &["球会自己滚回来", "球会从桌上掉下去", "球会飘起来"])
            .hint("The three pictures were taken one after the other.", "三幅图按时间先后拍摄。")
            .answer('B')
            .comment("Three pictures in one cell."),
        ask("future_prediction", &[sequences::SEEDLING])
            .en(
                "What will the plant most likely look like in week 9?",
                &["It will be a seed again", "Its flower will be open", "It will have two small leaves", "It will be a tree"],
            )
            .zh("到第九周，这株植物最可能是什么样子？", &["又变回种子", "花会开放", "只有两片小叶", "长成一棵大树"])
            .answer('B')
            .test(),
    ]
}
