panel-is-reference = { $typed } 就是参考答案；哪一个才是正确的？
panel-draft-kept = 备注已留作草稿，尚未保存
panel-needs-reason = 请用数字至少勾选一个原因，或写一条备注
panel-other-needs-words = 选“其他”时请写几句说明；尚未保存
panel-prompt-reasons = 数字勾选原因，字母开始写备注
panel-prompt-answer = 哪个答案正确？{ $letters }
panel-prompt-note-next = 现在可以写备注
panel-prompt-note = 备注
panel-title = #{ $key } 哪里有误？
panel-note = 备注
panel-to-reasons = 原因
panel-to-note = 备注
panel-save = 保存
panel-back = 返回
category-right-title = #{ $key } 应属哪个类别？
category-title = #{ $key } 属于哪个类别？
message-category-saved = 已保存类别 { $category }
review-category-first = 先选类别：按 Enter 打开列表
card-category-next = 属于哪个类别？按 Enter 打开列表
card-category = ▸ 您选的类别：{ $own }
card-category-agrees = ▸✓ 您和数据一致：{ $own }
card-category-differs = ≠ 您选的类别：{ $own } · 数据：{ $data }
category-find = 查找
category-prompt = 输入文字查找
category-choose = 选定
category-nothing-fits = 没有类别与输入相符。
message-category-is = ，类别 { $category }
note-draft-kept = 草稿已保留，尚未保存
note-unchanged = 备注没有变化
note-empty = 空备注不会保存；按 u 撤销上一条备注
note-keys = Enter 保存 · Alt-Enter 换行 · Esc 留作草稿
title-seconds-each = 每题 { $seconds } 秒
title-today = 今天 { $count }
title-later = 稍后 { $count }
title-block = 本组还剩 { $left }/{ $items }
progress-of = { $decided }/{ $total }
progress-skipped = { $far } · 跳过 { $skipped }
state-decided = 已决定：{ $outcome }
state-skipped = 已跳过
state-put-off = 已推后
message-of-item = （{ $name }）
note-title = 备注
note-title-on = #{ $name } 的备注
message-skipped = 已跳过
message-put-off = 已推后
message-note-saved = 备注已保存
message-answer-saved = 已保存 { $answer }
review-answer-with-letter = 请按字母回答，或按 { $key } 选中一个选项
review-answer-first = 请先回答：按字母；都不对按 z，图片看不出按 x
review-judge-answer = 回答已保存；请判断题目，或按 u 撤销回答
review-judge = 回答已保存；请判断题目，或按 u 撤销
review-open-no-answer = 开放题不需要回答；请按标准判断
review-play-is-off = 没有颜色时不播放；按 ] 看下一帧
entry-title = 哪个选项？
entry-keys = 按字母回答 · Esc 返回
entry-enter = 按 Enter 回答 { $letter } · Esc 返回
entry-enter-or = 按 Enter 回答 { $letter } · Tab：{ $what } · Esc 返回
entry-no-such-choice = { $typed } 不是这些选项之一；按 Esc 返回
review-no-choice = 这道题没有选项 { $letter }
picture-zoom = { $factor } 倍，0 适应
review-title = 审核
home-left-of = 还剩 { $left }，共 { $total }
review-reference-unreadable = 已保存 { $word }；无法读取参考答案：{ $error }
review-no-questions = 这个基准没有题目。
review-all-done =
    全部 { $total } 道题目都已完成。谢谢！

    按 u 撤销最近一次决定，按 q 回到首页。
rest-of-queue-skipped =
    这里没有剩下的了：已决定 { $decided }，已跳过 { $skipped }。谢谢！

    按 u 撤销上一步，按 q 回到首页。
message-right-is = ，正确的是 { $letter }
message-review-saved = 已保存 { $answer }{ $verdict }{ $right }
card-see-picture = （见图片）
card-no-text = （没有文字）
card-open-question = 开放题：不用选择。符合以下各条就保留：
card-open-own = 开放题：不用选择。以下各条都符合就保留：
card-criteria = 符合以下各条就保留：
card-hint = 提示{"  "}
card-comment = 说明{"  "}
card-verdict = 您的结论{"  "}
card-note = 您的备注{"  "}
card-flagged = ⚑ 机器标记：{ $kinds }
card-more-below = 下面还有
card-one-more-choice = 还有 1 个选项
card-more-choices = 还有 { $several } 个选项
answer-not-shown = 图片看不出
card-you = ▸ 您：{ $own }
card-you-no-reference = ▸ 您：{ $own } · 没有参考答案
card-you-agree = ▸✓ 您与参考答案：{ $own }
card-you-differ = ≠ 您：{ $own } ▸ · 参考答案：{ $reference } ✓
message-guess-saved = 已保存您的猜测：{ $guess }
gate-why-hidden =
    猜测之后才显示图片。

    只看文字，您会选哪一个？按字母标记一个选项，再按 { $low } 没把握、{ $medium } 较有把握或 { $high } 有把握保存。{ $none }：猜不出。

    请快速猜测：这是为了找出不需要图片的题目。
gate-how-sure = 请说明把握：1 没把握，2 较有把握，3 有把握
gate-mark-removed = 标记已去掉；没有保存任何内容
gate-guess-first = 请先猜测：按字母，再说明把握；然后显示图片
gate-letter-first = 请先按字母标记您的猜测
gate-no-guess-here = 这道题目前不需要猜测
guess-choice = { $letter }，{ $confidence }
guess-no-idea = 猜不出
confidence-low = 没把握
confidence-medium = 较有把握
confidence-high = 有把握
card-guess = 您的猜测{"  "}
action-confidence-low = 没把握
    .sentence = 保存只看文字的猜测：没把握
action-confidence-medium = 较有把握
    .sentence = 保存只看文字的猜测：较有把握
action-confidence-high = 有把握
    .sentence = 保存只看文字的猜测：有把握
