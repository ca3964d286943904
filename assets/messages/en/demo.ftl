demo-notice = sample, made up
demo-lies-in = The sample benchmark (made up) is in { $file }
demo-goes-on = Your decisions are in { $file }; go on with: assay --db { $file }
demo-name = Assay sample (made up)
