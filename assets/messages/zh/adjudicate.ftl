queue-adjudicate = 裁定
action-open-adjudicate = 裁定
    .sentence = 裁定审核者意见不一的题目
action-guideline-unclear = 规范不清
    .sentence = 标记此处规范不清楚，或去掉标记
home-title-adjudicate = 裁定
home-unopened-adjudicate = 审核者意见不一的题目
home-left-adjudicate = 还剩 { $left }，共 { $total } 道意见不一
no-items-adjudicate = 没有等您裁定的题目：审核者意见一致，或者意见不一的题目是您审核过的。
all-done-adjudicate =
    全部 { $total } 道意见不一的题目都已裁定。谢谢！

    按 u 撤销最近一次决定，按 q 回到首页。
adjudicate-heading = { $count } 份审核；按数字采纳一份
adjudicate-reviewer = 审核者 { $number }
adjudicate-seconds = {" "}· { $seconds } 秒
adjudicate-note = “{ $note }”
adjudicate-unclear = ! 此处规范不清楚
adjudicate-chosen = 正确：{ $answer } · 再按 y、t 或 w
adjudicate-choose-first = 请先指出正确的答案：字母、z 都不对、x 看不出；或按数字采纳一份审核
adjudicate-no-review = 没有第 { $number } 份审核
adjudicate-undecided = 没有保存：审核者 { $numbers } 都这样认为，但{ $parts }不同；请按数字采纳其中一份
adjudicate-part-reasons = 原因
adjudicate-part-corrected = 正确答案
adjudicate-part-category = 类别
adjudicate-part-words = 问题的说明
adjudicate-why-title = 为什么？没有审核者认为是 { $answer }{ $verdict }
message-adopted = 已采纳 { $number }：{ $answer }{ $verdict }
message-overridden = 已保存 { $answer }{ $verdict }
message-unclear = {" "}· 规范不清
plain-title-adjudicate = 审核者的分歧
plain-far-adjudicate =
    {""}
    分歧已裁定 { $done }/{ $total }。
    { $text }
plain-adjudicate-review = 审核者 { $number }：{ $answer }{ $verdict }{ $reasons }{ $seconds }{ $note }
plain-adjudicate-seconds = ，{ $seconds } 秒
plain-adjudicate-ask = 采纳哪一份？1 到 { $count }；或输入另外的答案、结论和理由：b y TEXT，x t TEXT，b w { $reasons } TEXT。
plain-adjudicate-ask-open = 采纳哪一份？1 到 { $count }；或输入另外的结论和理由：y TEXT，t TEXT，w { $reasons } TEXT。
plain-done-adjudicate =
    {""}
    没有待裁定的分歧：已裁定 { $done }。
plain-adjudicate-why = 没有保存：没有审核者这样认为。请在后面写明理由，例如 b y TEXT。
plain-adjudicate-marked = 已标记：此处规范不清楚。
plain-adjudicate-unmarked = 标记已去掉。
plain-adjudicate-help =
    每个操作输入一行。
    1 到 9：采纳这个编号的审核
    b y TEXT：正确的答案、结论（y 保留，t 仅凭文字可答，w 有误）和理由
    y TEXT：没有选项的题目的结论和理由
    b w 数字 TEXT：有误的题目用数字写原因（见提示行的例子），再写说明
    m：标记此处规范不清楚，或去掉标记
    n TEXT：给这道题目写备注
    s、l：跳过不再出现，或推后
    u、r：撤销最近一次决定，或恢复
    p、g：用字符显示图片，或显示规范
    q：退出；所有决定都已保存
