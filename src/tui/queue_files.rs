//! The files that a queue has among the assets, in one table: its keys, its messages and its guideline. A
//! row for each queue is a name, by which the files are found.

/// The files of a queue.
pub(super) struct QueueFiles {
    /// The name of the queue.
    pub name: &'static str,
    /// `assets/keymap/NAME.toml`.
    pub keys: &'static str,
    /// `assets/messages/en/NAME.ftl` and `assets/messages/zh/NAME.ftl`.
    pub messages: (&'static str, &'static str),
    /// `assets/guidelines/NAME.md` and `assets/guidelines/zh/NAME.md`.
    pub guideline: (&'static str, &'static str),
}

macro_rules! queue_files {
    ($($name:literal),+ $(,)?) => {
        /// The files of every queue.
        pub(super) const QUEUE_FILES: &[QueueFiles] = &[$(QueueFiles {
            name: $name,
            keys: include_str!(concat!("../../assets/keymap/", $name, ".toml")),
            messages: (
                include_str!(concat!("../../assets/messages/en/", $name, ".ftl")),
                include_str!(concat!("../../assets/messages/zh/", $name, ".ftl")),
            ),
            guideline: (
                include_str!(concat!("../../assets/guidelines/", $name, ".md")),
                include_str!(concat!("../../assets/guidelines/zh/", $name, ".md")),
            ),
        }),+];
    };
}

queue_files! {
    "review",
    "extract",
    "verify",
    "adjudicate",
}
