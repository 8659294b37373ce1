//! How slices use each other, and what their files are for (ARCHITECTURE.md, "What must stay true").

use std::collections::BTreeSet;
use std::path::Path;

use crate::SLICES;
use crate::sources::{FLOORS, product, rust_files};

fn is_slice(name: &str) -> bool {
    matches!(name, "web" | "blocking") || SLICES.iter().any(|slice| slice.name == name)
}

/// Every file of a slice: the slice's name and the path below `src`.
fn product_files() -> Vec<(String, String, String)> {
    let files = product().into_iter().filter(|source| is_slice(&source.slice));
    files
        .map(|source| (source.slice, source.file, source.text))
        .collect()
}

/// The paths after `crate::` or a floor's name in a text, without comments.
fn uses(text: &str) -> BTreeSet<String> {
    let pattern = format!(r"\b(?:crate|{})::([\w:]+)", FLOORS.join("|"));
    let path = regex::Regex::new(&pattern).expect("a pattern");
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| path.captures_iter(line))
        .map(|found| found[1].to_owned())
        .collect()
}

#[test]
fn slices_meet_only_through_their_contents_pages() {
    // Inner modules that are public on purpose: pure rules, the tokenizer, and the trend.
    const OPEN: [&str; 3] = ["rules", "tokens", "trend"];
    for (slice, file, text) in product_files() {
        for path in uses(&text) {
            let mut parts = path.split("::");
            let (used, inner) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            if used == slice || !is_slice(used) || used == "web" || used == "db" || OPEN.contains(&inner) {
                continue;
            }
            let is_module = inner.chars().next().is_some_and(char::is_lowercase) && parts.next().is_some();
            assert!(!is_module, "{file} reaches into {path}");
        }
    }
}

/// Whether a file is its slice's `name.rs`, or stands in its folder `name`.
fn is_of(file: &str, name: &str) -> bool {
    let below_slice = file.split('/').skip(1);
    below_slice
        .map(|part| part.trim_end_matches(".rs"))
        .any(|part| part == name)
}

#[test]
fn folders_are_told_by_their_names() {
    assert!(is_of("identity/rules/limits.rs", "rules") && is_of("library/rules.rs", "rules"));
    assert!(!is_of("store/http.rs", "store") && !is_of("identity/restore.rs", "store"));
}

#[test]
fn files_keep_to_their_questions() {
    for (slice, file, text) in product_files() {
        let uses = uses(&text);
        if is_of(&file, "rules") {
            assert!(
                !text.contains("sqlx::")
                    && !text.contains("async fn")
                    && !uses.iter().any(|path| path.starts_with("db")),
                "{file} does more than decide"
            );
        }
        if is_of(&file, "store") {
            assert!(
                !text.contains("axum::") && !text.contains(".begin()") && !text.contains("super::http"),
                "{file} does more than store"
            );
        }
        if !is_of(&file, "http") {
            let own = format!("crate::{slice}::http::");
            assert!(
                !(text.contains("super::http::") || text.contains(&own)) || file.ends_with("/mod.rs"),
                "{file} imports its own handlers"
            );
        }
    }
}

/// The schema names of a file's types in the API document.
fn schema_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if !(line.starts_with("#[derive(") && line.contains("ToSchema")) {
            continue;
        }
        let mut given = None;
        for line in lines.by_ref() {
            if let Some((_, rest)) = line.split_once("schema(as = ") {
                given = rest.split([')', ',']).next().map(str::to_owned);
            }
            if let Some((_, rest)) = line
                .split_once("struct ")
                .or_else(|| line.split_once("enum "))
                .filter(|_| !line.starts_with(['#', '/']))
            {
                // Skips `$name` of a macro.
                let own = rest
                    .split(|c: char| !c.is_alphanumeric())
                    .next()
                    .filter(|own| !own.is_empty())
                    .map(str::to_owned);
                names.extend(given.or(own));
                break;
            }
        }
    }
    names
}

/// Two types with the same name become one schema, and clients would get the wrong fields for one of them.
#[test]
fn every_type_of_the_api_document_has_a_name_of_its_own() {
    let kernel = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernel/src");
    let mut files = Vec::new();
    rust_files(&kernel, &mut files);
    let mut texts: Vec<(String, String)> = product_files()
        .into_iter()
        .map(|(_, file, text)| (file, text))
        .collect();
    texts.extend(
        files
            .into_iter()
            .filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))),
    );
    let mut known = std::collections::BTreeMap::new();
    for (file, text) in &texts {
        for name in schema_names(text) {
            if let Some(other) = known.insert(name.clone(), file) {
                panic!("{other} and {file} both call a type {name}");
            }
        }
    }
    assert!(known.len() > 100, "only {} types were found", known.len());
}
