queue-vote = 投票
action-open-vote = 投票
    .sentence = 指出两个模型的回答中哪个更好
action-tie = 一样
    .sentence = 投票：两个回答一样好
action-both-bad = 都不好
    .sentence = 投票：两个回答都不好
action-why = 理由…
    .sentence = 投票前标记其中一个回答更好的理由
action-compare = 差异
    .sentence = 标出只有其中一个回答才有的词
outcome-first = 第一个更好
outcome-first-slightly = 第一个略好
outcome-tie = 一样好
outcome-second-slightly = 第二个略好
outcome-second = 第二个更好
outcome-both-bad = 都不好
home-title-vote = 投票
home-unopened-vote = 待比较的成对回答
home-left-vote = 还剩 { $left }，共 { $total } 对
no-items-vote = 没有可供投票的成对回答样本。
all-done-vote =
    全部 { $total } 对回答您都已投票。谢谢！

    按 u 撤销最近一票，按 q 回到首页。
vote-heading-better = 哪个回答更好？1 · 2 · = 一样 · 0 都不好
vote-heading-grades = 哪个回答更好？1 明显是一 · 2 略偏一 · 3 一样 · 4 略偏二 · 5 明显是二 · 0 都不好
vote-heading-scores = 每个回答有多好？先一后二：1 差 … 5 很好
vote-why = 理由：{ $why }
vote-why-title = 为什么其中一个更好？
vote-different-words = 下划线：只有这个回答才有的词
vote-same-words = 两个回答用词相同。
vote-reference = 参考答案
vote-criteria = 评判标准
vote-first = 第一个回答
vote-second = 第二个回答
message-vote-saved = 已保存：{ $vote }
message-scores-saved = 已保存：{ $first } 和 { $second }
plain-title-vote = 成对的回答
plain-far-vote =
    {""}
    已投票 { $done }/{ $total } 对。
    { $text }
plain-done-vote =
    {""}
    没有待投票的回答：您已投票 { $done } 对。
plain-vote-ask-better = 哪个回答更好？1 第一个，2 第二个，= 一样好，0 都不好。
plain-vote-ask-grades = 哪个回答更好？1 第一个，2 第一个略好，3 一样好，4 第二个略好，5 第二个，0 都不好。
plain-vote-ask-scores = 每个回答有多好？两个分数，1 差到 5 很好：4 2。
plain-vote-help-better =
    每个操作输入一行。
    1、2：第一个或第二个回答更好
    =、0：两个一样好，或两个都不好
    1 2 5 TEXT：第一个更好，理由 2 和 5，附一句话
    n TEXT：给这对回答写备注，例如理由
    s、l：跳过不再出现，或推后
    u、r：撤销最近一票，或恢复
    p、g：用字符显示图片，或显示规范
    q：退出；每一票都已保存
plain-vote-help-grades =
    每个操作输入一行。
    1、2：第一个回答更好，明显或略微
    3 或 =、0：两个一样好，或两个都不好
    4、5：第二个回答更好，略微或明显
    1 2 5 TEXT：第一个更好，理由 2 和 5，附一句话
    n TEXT：给这对回答写备注，例如理由
    s、l：跳过不再出现，或推后
    u、r：撤销最近一票，或恢复
    p、g：用字符显示图片，或显示规范
    q：退出；每一票都已保存
plain-vote-help-scores =
    每个操作输入一行。
    4 2：第一个回答四分，第二个两分；1 差，5 很好
    4 2 1 5 TEXT：同上，理由 1 和 5，附一句话
    n TEXT：给这对回答写备注，例如理由
    s、l：跳过不再出现，或推后
    u、r：撤销最近一票，或恢复
    p、g：用字符显示图片，或显示规范
    q：退出；每一票都已保存
