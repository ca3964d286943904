home-title-extract = 提取
home-left-extract = 还剩 { $left } 段文本，共 { $total } 段
extract-no-sample-hint = 没有可读的样本；请用 `assay extract sample` 抽取
extract-no-sample = 没有可读的样本
extract-picture-hidden = 您在审核队列中对这道题做出猜测之后，图片才会显示
extract-no-picture = 这道题没有图片
extract-no-reasoning = 这段文本在答案之前没有推理
extract-focus-first = 先切换到文本，再标出起决定作用的词语
extract-no-choice = 这道题没有选项 { $label }
title-text-seconds-each = 每段 { $seconds } 秒
extract-far = 文本 { $far }
extract-hints-on = {" "}· 带提示
extract-heading = {" "}· 提取 · { $sample } · { $annotator }{ $hints }
extract-all-read = 全部 { $total } 段文本都已读完。谢谢！
extract-others-read = 您没有读的 { $left } 段文本已由或正由其他人阅读。
extract-done =
    { $words }

    按 u 撤销最近一次决定，按 q 回到首页。
extract-folded = ［已折叠 { $count } 个字符的推理］
extract-cut-after = ［超过 { $bytes } 字节，已截断］
extract-question = 题目
extract-text = 模型的回答
extract-last-labels = 您最近的标注
extract-how-to-begin = { $focus } 标出起决定作用的词语
extract-how-to-move = 方向键逐词移动 · { $toggle } 开始标记 · { $focus } 退出
extract-how-to-end = 方向键扩大标记 · 按答案键即一并保存 · { $toggle } 取消标记
extract-no-labels = 您给出的标注会列在这里，最新的在最前。
