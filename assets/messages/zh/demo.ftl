demo-notice = 示例，虚构
demo-lies-in = 示例基准（虚构）在 { $file }
demo-goes-on = 您的决定保存在 { $file }；继续请运行：assay --db { $file }
demo-name = Assay 示例（虚构）
