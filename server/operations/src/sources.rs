//! The product's sources, for tests that compare them with the slices' declarations.

use std::path::{Path, PathBuf};

/// The crates that have slices.
pub(crate) const FLOORS: [&str; 6] = [
    "platform",
    "accounts",
    "understudy",
    "catalogue",
    "play",
    "operations",
];

/// A file of product code. Tests may use whatever they need.
pub(crate) struct Source {
    /// Its crate.
    pub(crate) floor: &'static str,
    /// The slice it belongs to, or another file or folder of its crate.
    pub(crate) slice: String,
    /// Its path below its crate's `src`.
    pub(crate) file: String,
    /// Its text without tests.
    pub(crate) text: String,
}

/// All Rust files of a folder.
pub(crate) fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn is_test(slice: &str, file: &str) -> bool {
    file.ends_with("tests.rs")
        || slice.ends_with("tests")
        || file.contains("/tests/")
        || matches!(slice, "testing" | "matrix" | "architecture" | "sources")
}

/// All product code.
pub(crate) fn product() -> Vec<Source> {
    let mut all = Vec::new();
    for floor in FLOORS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{floor}/src"));
        let mut files = Vec::new();
        rust_files(&root, &mut files);
        all.extend(files.into_iter().filter_map(|path| {
            let below = path.strip_prefix(&root).ok()?.to_str()?.replace('\\', "/");
            // A crate that is one slice.
            let file = match floor {
                "understudy" => format!("understudy/{below}").replace("/lib.rs", "/mod.rs"),
                _ => below,
            };
            let slice = file.split(['/', '.']).next()?.to_owned();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let product = text.split("#[cfg(test)]\nmod tests {").next()?.to_owned();
            (!is_test(&slice, &file)).then_some(Source {
                floor,
                slice,
                file,
                text: product,
            })
        }));
    }
    all
}
