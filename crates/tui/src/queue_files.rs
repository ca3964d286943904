//! The files of the queues among the assets: keys and guideline. Each row of the table is
//! a queue's name, by which its files are found.

pub(super) struct QueueFiles {
    /// `assets/keymap/NAME.toml`.
    pub keys: &'static str,
    /// `assets/guidelines/NAME.md` and `assets/guidelines/zh/NAME.md`.
    pub guideline: (&'static str, &'static str),
}

macro_rules! queue_files {
    ($($name:literal),+ $(,)?) => {
        /// The files of every queue.
        pub(super) const QUEUE_FILES: &[QueueFiles] = &[$(QueueFiles {
            keys: include_str!(concat!("../../../assets/keymap/", $name, ".toml")),
            guideline: (
                include_str!(concat!("../../../assets/guidelines/", $name, ".md")),
                include_str!(concat!("../../../assets/guidelines/zh/", $name, ".md")),
            ),
        }),+];
    };
}

queue_files! {
    "review",
    "extract",
    "verify",
    "adjudicate",
    "vote",
}
