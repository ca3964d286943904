plain-benchmarks = 共有 { $count } 个基准。
plain-benchmark = { $number }. { $name }：{ $words }
plain-which-benchmark = 选择哪个基准？输入编号或名称；q 退出。
plain-nothing-chosen = 没有选择：{ $why }。
plain-no-such-benchmark = 没有这个编号或名称的基准。
plain-no-questions = 没有题目
plain-benchmark-waits = ；待处理：{ $waits }
plain-benchmark-work = { $count } 道题目，您已完成 { $done }，还剩 { $left }{ $waits }
plain-extract-help = 按字母选择；z 都不是，r 拒答，m 多选，o 离题；s 跳过，l 稍后，n 加文字写备注，u 撤销，q 退出。
plain-extract-far =
    {""}
    已读 { $done }/{ $total } 段文本。
    {""}
plain-extract-hint =
    提示：{ $hint }
    {""}
plain-extract-question =
    题目：{ $stem }
    {""}
plain-extract-wrote =
    模型写道：
    { $text }
    {""}
plain-extract-ask = 它选择了哪个选项？
plain-extract-no-answer = 没有保存：“{ $line }”在这里不是回答。{ $help }
plain-saved-label = 已保存 { $label }。
plain-saved = 已保存。
plain-taken-back = 已撤销：{ $decision }。
plain-brought-back = 已恢复：{ $decision }。
plain-extract-end = 已读 { $done }/{ $total } 段文本。所有决定都已保存。
plain-line-too-long = 这一行太长
plain-line-not-text = 这一行不是 UTF-8 文本
plain-word-taken-back = 已撤销
plain-word-brought-back = 已恢复
plain-act-undo = 撤销
plain-act-redo = 重做
plain-corrected = 已保存：{ $act }，题目 { $item }；{ $direction }：{ $decision }
plain-input-ended = 输入已结束。所有决定都已保存。
plain-all-saved = 所有决定都已保存。
plain-nothing-saved-because = 没有保存：{ $why }。
plain-nothing-to-take-back = 没有可撤销的决定。
plain-nothing-to-bring-back = 没有可恢复的决定。
plain-ability = 能力
plain-from = 来源
plain-hint = 提示
plain-question = 题目
plain-open-question =
    开放题：没有选项。符合以下各条就保留：
    {""}
plain-open-own =
    开放题：没有选项。以下各条都符合就保留：
    {""}
plain-criteria =
    符合以下各条就保留：
    {""}
plain-reference-same = 参考答案，与您的相同
plain-reference = 参考答案
plain-no-reference =
    没有参考答案。
    {""}
plain-own-answer = 您的回答
plain-own-note = 您的备注
plain-verdict-note = 您的理由
plain-comment = 说明
plain-act-answer = 回答 { $answer }
plain-act-skip = 跳过
plain-act-later = 稍后
plain-act-note = 备注
plain-act-with-answer = { $act }，回答 { $answer }
plain-cannot-tell = 从图片看不出
plain-role-choice = 选项 { $letter }
plain-role-frame = 帧
plain-refused = { $why }。{ $allowed }
plain-one-act = 每行一个操作：{ $first } 后面不能有别的
plain-no-choice = 没有选项 { $letter }
plain-verdict-next = 您已经回答过了，u 可撤销。现在请给出结论
plain-keep-again = 还没有保存：您的回答与参考答案不同。再输入一次 y 才保留这道题。
plain-no-question-open = 没有打开的题目
plain-means-nothing = “{ $line }”在这里没有含义
plain-answer-first = 请先回答
plain-write-note = 把备注写在字母后面：n 文字。
plain-picture-number = p 后面是编号：p 2。
plain-right-letter = { $digit }= 后面是正确选项的字母：{ $digit }=c。
plain-reasons-are-digits = 原因用数字表示，例如 { $digits }；单独输入 w 可列出。
plain-no-such-reason = 没有数字为 { $digit } 的原因；单独输入 w 可列出。
plain-remark-too-long = 没有保存：备注最多 { $most } 个字符，这条有 { $length } 个。
plain-ask-answer = 您的回答？{ $choices }z 都不对，x 从图片看不出。
plain-ask-verdict = 您的结论？y 保留，t 仅凭文字可答，w 有误（可带原因：w { $example }）。
plain-ask-open-verdict = 您的结论？y 保留，t 仅凭文字可答，w 有误（可带不符合的标准：w { $digits }）。
plain-open-no-answer = 开放题不需要回答。请按标准判断
plain-ask-nothing = u 撤销最近的决定，r 恢复，q 退出。
plain-range = { $first } 到 { $last }
plain-help-begin =
    每个操作输入一行：字母或英文单词。
    {""}
plain-help-choices =
    a 到 i：选择该选项；从 J 起用大写字母
    {""}
plain-help-wrong = 标记为有误，以便剔除或修正：单独输入列出原因和数字；后面写数字（再写备注）则直接保存
plain-help-note = 给这道题写备注：n 文字；以最新的为准
plain-help-picture = 用字符打印图片；p 2 打印第二张
plain-help-line =
    { $letter }, { $word }：{ $sentence }
    {""}
plain-help-end =
    空行重复当前题目，或进入下一题。
    {""}
plain-key =
    题目编号：{ $key }
    {""}
plain-skipped =
    您跳过了这道题。
    {""}
plain-put-off =
    您推后了这道题。
    {""}
plain-own-verdict =
    您的结论：{ $verdict }。空行继续。
    {""}
plain-size-unknown = 尺寸未知
plain-pictures =
    图片：{ $count } 张（{ $sizes }）；p 用字符打印，`assay show { $key }` 绘制。
    {""}
plain-picture =
    图片 { $at }/{ $count }：
    { $rows }
plain-picture-fails =
    图片 { $at }/{ $count } 无法显示：{ $why }
    {""}
plain-no-picture =
    这道题没有图片。
    {""}
plain-picture-numbers =
    这道题的图片编号为 1 到 { $count }。
    {""}
plain-later = ，推后 { $later }
plain-skipped-count = ，跳过 { $skipped }
plain-title-review = 审核
plain-review-far =
    {""}
    已完成 { $decided }/{ $total }{ $skipped }{ $later }。
    { $text }{ $note }
plain-review-done =
    {""}
    没有待审核的题目：已完成 { $decided }{ $skipped }。
plain-saved-question = 已保存：{ $act }，题目 { $key }
plain-nothing-saved-why = 没有保存：{ $why }
plain-which-reasons = 哪些？输入数字，例如 { $digits }；若 c 才正确则为 { $digit }=c；空行返回。
plain-which-reasons-open = 哪些？输入数字，例如 { $digits }；空行返回。
plain-nothing-saved = 没有保存。
plain-empty-line-back = { $why }空行返回。
plain-what-is-wrong = 哪里有误？写几个字；空行返回。
plain-about-data =
    关于数据：{ $notice }。
    {""}
plain-greeting =
    { $what }：{ $benchmark }，标注员 { $annotator }。
    { $about }每个操作输入一行；? 列出操作，q 退出。
plain-right-is-no-choice = 没有选项 { $letter }。
plain-right-is-reference = { $letter } 就是参考答案；哪一个才是正确的？
plain-fix-help = 输入要修改的字段，每行一个：`stem: TEXT`、`hint: TEXT`、`a: TEXT`、`answer: B`、`category: NAME`、`l2_category: NAME`；冒号后留空表示删除。输入 `save` 显示差异，再次输入 `save` 保存；空行返回。
plain-fix-category = {" "}类别已填为评审者所选：{ $category }。
plain-fix-no-field = “{ $line }”不是字段。{ $help }
plain-fix-noted = 已记下；尚未保存。
fix-nothing-changed = 没有改动
plain-fix-nothing-saved = 没有保存：{ $problem }。
plain-fix-save-again = 再次输入 `save` 保存；空行返回。
plain-fix-nothing = （空）
plain-fix-change =
    { $field } 原为：{ $was }
    { $field } 现为：{ $is }
    {""}
plain-verify-ask = 您的结论？y 保留，t 以仅凭文字可答删除，r 删除（可带原因：r { $digits }），F 修改。
plain-verify-ask-in-bundle = 您的结论？y 保留，t 以仅凭文字可答删除，r 删除（可带原因：r { $digits }）。
plain-title-verify = 可疑题目
plain-far-verify =
    {""}
    可疑题目已完成 { $done }/{ $total }。
    { $text }
plain-done-verify =
    {""}
    没有待核实的可疑题目：已完成 { $done }。
plain-verify-reasons = 原因用数字表示，例如 r { $digits }。

plain-verify-help =
    每个操作输入一行：字母或英文单词。
    a 到 i：选择该选项；从 J 起用大写字母
    z, none：回答：所有选项都不对
    x, cannot-tell：回答：从图片看不出来
    y, keep：保留题目：没有问题
    t, text-only：删除题目：不看图片也能答出
    r, remove：删除题目；后面可写原因的数字和备注
    F, fix：修改题目的文字、选项、答案或能力类别
    n, note：给这道题写备注：n 文字
    s, skip：跳过这道题，不再出现
    l, later：把这道题放到队列末尾
    u, undo：撤销最近一次决定，重启后也可以
    redo：恢复被撤销的决定
    p, picture：用字符打印图片；p 2 打印第二张
    g, guideline：阅读标注规范
    ?, help：显示按键
    q, quit：退出；所有决定都已保存
    空行重复当前题目，或进入下一题。
plain-which-category-is-right = 正确的类别是哪个？输入名称或其中一部分，`list` 列出全部；空行表示暂不指定。
plain-category-is-of-data = 该题已属于此类别：{ $category }。应改为哪个类别？
plain-categories = 类别：{ $categories }。请输入其中一个的名称或一部分。
plain-no-category-fits = 没有类别与此相符。请输入名称的一部分，或输入 `list` 列出全部。
plain-several-categories = 有多个类别相符：{ $categories }。请多输入几个字。
plain-ask-category = 属于哪个类别？输入名称或其中一部分，`list` 列出全部。
plain-category-first = 请先选择类别
plain-category-same = 类别（与您所选一致）
plain-category-of-data = 数据中的类别
plain-own-category = 您选的类别
plain-act-category = 类别 { $category }
plain-act-guess = 猜测 { $guess }
plain-own-guess =
    您只看文字的猜测：{ $guess }。
    {""}
plain-picture-hidden =
    在您根据文字猜测之前，图片不显示。
    {""}
plain-guess-first = 请先猜测
plain-how-sure = 您有多大把握？在字母后面写 1 没把握、2 较有把握或 3 有把握：{ $letter } 1。
plain-ask-guess = 您只看文字的猜测？{ $choices }，后面写 1 没把握、2 较有把握或 3 有把握（b 2）；x 猜不出。
plain-act-requeued = { $by } 重新打开
plain-block = 您在一组 { $items } 项之中；还剩 { $left } 项。
plain-guideline-new = 自您上次来以后，规范已更改；现为版本 { $version }。按 g 阅读。
plain-type-answer = 此题没有选项：请输入答案
plain-ask-short = 您的答案？请直接输入；若与命令的字母或词相同，请在前面加 =；图片看不出按 x。
plain-answered-by = 回答方式
