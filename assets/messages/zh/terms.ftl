### 各种取值的说法，按数据中的名称。

## 结论与标签

outcome-keep = 保留
outcome-text-only = 仅凭文字可答
outcome-wrong = 有误
outcome-remove = 删除
outcome-fix = 修改
outcome-none = 都不是
outcome-refusal = 拒答
outcome-several = 多选
outcome-off-topic = 离题
act-read = 判读为 { $label }

## 原因

reason-ambiguous-question = 题目有歧义
reason-ambiguous-choices = 选项有歧义
reason-repeated-choices = 选项重复
reason-wrong-reference-answer = 参考答案错误
reason-no-correct-choice = 没有正确选项
reason-several-correct-choices = 多个选项正确
reason-unanswerable-from-picture = 图片无法作答
reason-bad-picture = 图片有问题
reason-wrong-category = 能力类别错误
reason-other = 其他
reason-unclear = 不清楚
reason-not-free-to-use = 不可自由使用
reason-not-impartial = 不中立
reason-yes-or-no-question = 是非题
reason-not-open-ended = 不够开放
reason-leaked-picture = 图片已泄露
reason-text-only = 仅凭文字可答
reason-category-is = 正确的类别是 { $category }
reason-category = 类别 { $category }
reason-right-is = 正确的是 { $label }

explained-criterion = { $words }。好题目：{ $sentence }
explained-reason = { $words }：{ $sentence }

## 标准（以不符合时的原因命名）

criterion-ambiguous-question = 题目只有一种读法
criterion-ambiguous-choices = 每个选项只有一个意思
criterion-repeated-choices = 没有重复的选项
criterion-wrong-reference-answer = 参考答案正确
criterion-no-correct-choice = 有一个选项正确
criterion-several-correct-choices = 只有一个选项正确
criterion-unanswerable-from-picture = 从图片能看出答案
criterion-bad-picture = 图片完整清晰
criterion-wrong-category = 能力类别正确
criterion-unclear = 图片和文字都清楚
criterion-not-free-to-use = 按许可或作者意愿可自由使用
criterion-not-impartial = 中立：不涉及有争议的话题
criterion-yes-or-no-question = 不能只用“是”或“否”回答
criterion-not-open-ended = 开放：好答案可以各不相同
criterion-leaked-picture = 新：不在常见数据集里

## 过滤器的怀疑

flag-text-only = 仅凭文字可答
flag-wrong = 有误
flag-contradicted = 与模型不符

## 队列

queue-review = 审核
queue-extract = 提取
queue-verify = 核实

## 回答

answer-none = 都不对
answer-cannot-tell = 看不出

## 图片的画法

picture-mode-kitty = kitty
picture-mode-sixel = sixel
picture-mode-iterm2 = iTerm2
picture-mode-quadrants = 四分块
picture-mode-half-blocks = 半块，256 色近似
picture-mode-half-blocks-16 = 半块，16 色近似
picture-mode-glyphs = 点阵字符

## 工作

waiting-suspected = { $count } 道可疑题目
waiting-disagreements = { $count } 题的结论不一致
waiting-unread-texts = { $count } 段未读文本
waiting-open-runs = { $count } 次未完成的运行
session-questions = 本次：{ $count } 道题目，每题 { $seconds } 秒。
session-agreed = 您的回答与参考答案相同：{ $compared } 道中 { $agreed } 道。
session-flagged = 标记为{ $verdict }：{ $questions }。

## 连接

terms-comma = ，
terms-semicolon = ；
terms-colon = ：
terms-in-brackets = （{ $words }）

## mmbench 分类的能力，按其标题

ability-mmbench-perception = 感知
ability-mmbench-coarse-perception = 粗粒度感知
ability-mmbench-image-style = 图像风格
ability-mmbench-image-scene = 图像场景
ability-mmbench-image-emotion = 图像情感
ability-mmbench-image-quality = 图像质量
ability-mmbench-image-topic = 图像主题
ability-mmbench-fine-grained-perception-single-instance = 细粒度感知（单实例）
ability-mmbench-object-localization = 目标定位
ability-mmbench-attribute-recognition = 属性识别
ability-mmbench-celebrity-recognition = 名人识别
ability-mmbench-ocr = 文字识别
ability-mmbench-fine-grained-perception-cross-instance = 细粒度感知（跨实例）
ability-mmbench-spatial-relationship = 空间关系
ability-mmbench-attribute-comparison = 属性比较
ability-mmbench-action-recognition = 动作识别
ability-mmbench-reasoning = 推理
ability-mmbench-attribute-reasoning = 属性推理
ability-mmbench-physical-property-reasoning = 物理属性推理
ability-mmbench-function-reasoning = 功能推理
ability-mmbench-identity-reasoning = 身份推理
ability-mmbench-logic-reasoning = 逻辑推理
ability-mmbench-structuralized-image-text-understanding = 结构化图文理解
ability-mmbench-future-prediction = 未来预测
ability-mmbench-relation-reasoning = 关系推理
ability-mmbench-social-relation = 社会关系
ability-mmbench-physical-relation = 物理关系
ability-mmbench-nature-relation = 自然关系

## 提取器的参照、模型的输入、计分

reference-human-majority = 人的多数
outcome-nothing = 无
outcome-choice = 选项
outcome-no-choice-kinds-differ = 非选项，类型不一
input-image = 图片
input-text = 文本
strategy-circular = 循环
strategy-first-pass = 只看首轮
strategy-every-pass = 每轮各算各的
missing-kit = 缺失的回答按工具包处理
missing-wrong = 缺失的回答算错
missing-exclude = 有缺失回答的题目不计
decided-all-right = 全部 { $passes } 轮正确
decided-first-right = 首轮正确
decided-wrong = 第 { $pass } 轮错误（共 { $passes } 轮）
decided-not-extracted = 第 { $pass } 轮未找到答案（共 { $passes } 轮）
decided-missing = 缺第 { $pass } 轮（共 { $passes } 轮）

## 题目的字段

field-stem = 题干
field-hint = 提示
field-answer = 答案
field-category = 能力
field-l2_category = 二级能力
stale-run = { $model }（{ $input }）{ $passes }
stale-predictions = { $passes } 条预测针对修改前的文字，不再有效；需重新提问：{ $runs }

## 请求失败的原因

failure-connect = 无法连接
failure-tls = TLS 失败
failure-cut = 连接中断
failure-timeout = 超时
failure-rate-limit = 请求过于频繁
failure-quota = 额度用尽
failure-server = 服务器错误
failure-bad-reply = 回复无法解析
failure-unauthorized = 没有授权
failure-unknown-model = 未知的模型
failure-not-found = 地址不存在
failure-bad-request = 请求无效
failure-too-long = 内容过长
failure-no-pictures = 不支持图片
failure-bad-picture = 图片无法读取
failure-too-large = 请求过大
failure-redirect = 被重定向

## 提取规则的步骤，按其名称

step-affirmation = 肯定
step-alone = 单独的字母
step-answer-is = 明说的答案
step-closest = 最接近
step-closest-first = 首句最接近
step-closest-last = 末句最接近
step-concluded-letter = 结论中的字母
step-concluding-text = 结论中的文字
step-continued-list = 接续的列表
step-denial = 否定
step-differing-words = 不同的词
step-empty = 空白
step-failed = 请求失败
step-final-number = 最后的数字
step-final-value = 最后的数值
step-first-sentence = 首句
step-foreign-letter = 选项以外的字母
step-last-line = 末行
step-last-sentence = 末句
step-leading-letter = 开头的字母
step-leading-text = 开头的文字
step-letter = 字母
step-none = 都不是
step-nothing = 无
step-only-letter = 唯一的字母
step-only-text = 唯一的文字
step-option-text = 选项文字
step-other-value = 其他数值
step-refusal = 拒答
step-several = 多选
step-stated-letter = 明确的字母
step-stated-text = 明确的文字
step-undecided = 未定
step-unfinished-thought = 思考未完
step-verdict = 判断
