//! The words in the pictures in Chinese.
//!
//! A picture is drawn once for each language. Its functions name the English words; while a picture is
//! drawn in Chinese, the lettering takes the Chinese ones from here.

use std::cell::Cell;

thread_local! {
    static IN_CHINESE: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Draws with Chinese words. Also returns whether any words differ.
pub fn in_chinese<T>(draw: impl FnOnce() -> T) -> (T, bool) {
    IN_CHINESE.set(Some(false));
    let drawn = draw();
    let differs = IN_CHINESE.take().unwrap_or_default();
    (drawn, differs)
}

/// The words that are written: the English ones, or the Chinese ones while a picture is drawn in Chinese.
///
/// # Panics
/// If the words have no Chinese translation.
pub fn spoken(english: &str) -> &str {
    if IN_CHINESE.get().is_none() {
        return english;
    }
    let Some((_, chinese)) = WORDS.iter().find(|(words, _)| *words == english) else {
        let is_word =
            english.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic));
        assert!(!is_word || AS_THEY_ARE.contains(&english), "{english:?} has no Chinese words");
        return english;
    };
    IN_CHINESE.set(Some(true));
    chinese
}

/// Single letters that have Chinese words in one picture and stay letters in another.
pub fn either(english: &'static str, chinese: &'static str) -> &'static str {
    if IN_CHINESE.get().is_none() {
        return english;
    }
    IN_CHINESE.set(Some(true));
    chinese
}

/// Parts of a program, and measures.
const AS_THEY_ARE: &[&str] = &[
    "sum.py",
    "total = ",
    "for",
    "in",
    "    if",
    "        total = total + n",
    "print",
    "(total)",
    "4 km",
];

const WORDS: &[(&str, &str)] = &[
    // A café, a blackboard, a jar of jam, a program.
    ("THE COPPER KETTLE", "铜壶茶馆"),
    ("OPEN", "营业"),
    ("Lesson 7: energy of motion", "第 7 课：运动的能量"),
    ("m: mass in kg", "m：质量（kg）"),
    ("v: speed in m/s", "v：速度（m/s）"),
    ("Hill Farm", "山丘农场"),
    ("STRAWBERRY JAM", "草莓果酱"),
    (
        "Ingredients: strawberries 55 %, sugar, lemon juice, pectin.",
        "配料：草莓 55 %、糖、柠檬汁、果胶。",
    ),
    (
        "Store in a cool, dark place. Once open, keep in the fridge.",
        "请存放于阴凉避光处。开封后请冷藏。",
    ),
    (
        "Best before 14 March 2031    Lot K 7094    340 g",
        "最佳食用日期 2031 年 3 月 14 日    批号 K 7094    340 g",
    ),
    ("Packed at Mill Lane 12, Oakbridge", "灌装：橡桥镇磨坊巷 12 号"),
    ("# add up some numbers", "# 把几个数加起来"),
    ("Python   line 6, column 13", "Python   第 6 行，第 13 列"),
    // Boats for hire.
    ("Lake Boat Hire", "湖上租船"),
    ("Boat", "船型"),
    ("1 hour", "1 小时"),
    ("2 hours", "2 小时"),
    ("Day", "全天"),
    ("Rowing boat", "划艇"),
    ("Pedal boat", "脚踏船"),
    ("Canoe", "独木舟"),
    ("Sailing dinghy", "小帆船"),
    ("Electric boat", "电动船"),
    ("Prices in euros per boat. Life jackets are free.", "价格以欧元计，按船收费。救生衣免费。"),
    // An island.
    ("Tern Island", "燕鸥岛"),
    ("Long Lake", "长湖"),
    ("Alby", "阿尔比"),
    ("Borum", "博伦"),
    ("Corva", "科瓦"),
    ("Dalen", "达伦"),
    ("Ekvik", "埃克维"),
    // Charts.
    ("Visitors of the harbour museum", "海港博物馆的参观人数"),
    ("thousands per month, first half of the year", "上半年各月，单位：千人"),
    ("Water temperature of four lakes", "四个湖的水温"),
    ("monthly mean at 1 m depth, degrees Celsius", "1 米深处的月平均值，单位：摄氏度"),
    ("Lake Alder", "桤木湖"),
    ("Lake Birch", "白桦湖"),
    ("Lake Cedar", "雪松湖"),
    ("Lake Dogwood", "山茱萸湖"),
    ("Fruit bought by the school kitchen", "学校食堂采购的水果"),
    ("share of the weight, one term", "一学期，按重量的占比"),
    ("Apples", "苹果"),
    ("Bananas", "香蕉"),
    ("Pears", "梨"),
    ("Plums", "李子"),
    ("Grapes", "葡萄"),
    ("Jan", "1月"),
    ("Feb", "2月"),
    ("Mar", "3月"),
    ("Apr", "4月"),
    ("May", "5月"),
    ("Jun", "6月"),
    ("Jul", "7月"),
    ("Aug", "8月"),
    ("Sep", "9月"),
    ("Oct", "10月"),
    ("Nov", "11月"),
    ("Dec", "12月"),
    ("rain in mm", "降雨量（mm）"),
    // Nature and mechanics.
    ("Who eats whom at the pond", "池塘里谁吃谁"),
    ("Each arrow points from the food to the eater.", "箭头从食物指向吃它的动物。"),
    ("weed", "水草"),
    ("algae", "藻类"),
    ("snail", "蜗牛"),
    ("tadpole", "蝌蚪"),
    ("perch", "鲈鱼"),
    ("heron", "苍鹭"),
    ("Three blocks at rest in water", "静止在水中的三个物块"),
    ("turned this way", "按此方向转动"),
    ("Both lamps and the battery are in order.", "两个灯和电池都完好。"),
    ("battery", "电池"),
    ("switch closed", "开关闭合"),
    ("switch open", "开关断开"),
    ("lamp 1", "灯 1"),
    ("lamp 2", "灯 2"),
    ("week 1", "第 1 周"),
    ("week 3", "第 3 周"),
    ("week 6", "第 6 周"),
    ("degrees Celsius", "摄氏度"),
    ("SHEET 4", "图纸 4"),
    ("SCALE 1:50", "比例 1:50"),
    ("ALGEBRA", "代数"),
    ("BIRDS", "鸟类"),
    ("ATLAS", "地图集"),
];
