//! No two files of a crate use each other, nor do several in a ring: a reader can read the used file first.
//!
//! Contents pages that only re-export names (`pub use`) do not count as using them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use regex::Regex;

use crate::sources::rust_files;

/// A module by its crate and the names that lead to it.
type Module = Vec<String>;

const CRATES: [&str; 9] = [
    "kernel",
    "platform",
    "accounts",
    "understudy",
    "catalogue",
    "play",
    "operations",
    "ssr",
    "app",
];

/// All modules of a crate with their text, without tests and comments.
fn modules_of(name: &str) -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{name}/src"));
    let comment = Regex::new("//[^\n]*").expect("a pattern");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let mut modules = BTreeMap::new();
    for file in files {
        let below = file
            .strip_prefix(&root)
            .expect("a file of the crate")
            .with_extension("");
        let mut module: Module = std::iter::once(name.to_owned())
            .chain(below.iter().map(|part| part.to_string_lossy().into_owned()))
            .collect();
        if module
            .last()
            .is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main"))
        {
            module.pop();
        }
        if module
            .iter()
            .any(|part| part.ends_with("tests") || part == "testing")
        {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        modules.insert(module, comment.replace_all(product, "").into_owned());
    }
    modules
}

/// The single paths of a `use` tree without white space: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((before, inner)) = tree.split_once('{') else {
        return vec![tree.to_owned()];
    };
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for sign in inner.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("one at least").push(sign);
    }
    let filled = parts.iter().filter(|part| !part.is_empty());
    filled
        .flat_map(|part| expand(&format!("{before}{part}")))
        .collect()
}

/// The module that a path within `module` leads to.
fn resolve(modules: &BTreeMap<Module, String>, module: &Module, path: &str) -> Option<Module> {
    let mut parts = path.split("::").map(str::to_owned).peekable();
    let mut found = match parts.next()?.as_str() {
        "crate" => vec![module.first()?.clone()],
        "self" => module.clone(),
        "super" => module[..module.len() - 1].to_vec(),
        _ => return None,
    };
    while parts.next_if(|part| part == "super").is_some() {
        found.pop();
    }
    found.extend(parts);
    while !found.is_empty() && !modules.contains_key(&found) {
        found.pop();
    }
    // A crate's root is its contents page; paths of macros go through it, too.
    (found.len() > 1 && found != *module).then_some(found)
}

/// Which modules each module uses.
fn uses(modules: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let import = Regex::new(r"(?m)^\s*(pub(?:\([a-z: ]+\))? )?use ([^;]+);").expect("a pattern");
    let inline = Regex::new(r"\b(?:crate|super)(?:::\w+)+").expect("a pattern");
    let used = |module: &Module, text: &str| {
        let imported = import
            .captures_iter(text)
            .filter(|found| found.get(1).is_none())
            .flat_map(|found| expand(&found[2].split_whitespace().collect::<String>()));
        let rest = import.replace_all(text, "");
        let named = inline.find_iter(&rest).map(|found| found.as_str().to_owned());
        imported
            .chain(named)
            .filter_map(|path| resolve(modules, module, &path))
            .collect()
    };
    modules
        .iter()
        .map(|(module, text)| (module.clone(), used(module, text)))
        .collect()
}

/// The circles: modules that use themselves through others, with the way.
fn circles(uses: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<String> {
    /// Continues from the end of `way`; the modules in `done` lead nowhere new.
    fn go(
        uses: &BTreeMap<Module, BTreeSet<Module>>,
        way: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
        found: &mut BTreeSet<String>,
    ) {
        let here = way.last().expect("a beginning").clone();
        for next in &uses[&here] {
            if let Some(at) = way.iter().position(|before| before == next) {
                let ring = way[at..].iter().chain([next]);
                found.insert(
                    ring.map(|module| module.join("/"))
                        .collect::<Vec<_>>()
                        .join(" → "),
                );
            } else if !done.contains(next) {
                way.push(next.clone());
                go(uses, way, done, found);
                way.pop();
            }
        }
        done.insert(here);
    }
    let (mut done, mut found) = (BTreeSet::new(), BTreeSet::new());
    for module in uses.keys() {
        if !done.contains(module) {
            go(uses, &mut vec![module.clone()], &mut done, &mut found);
        }
    }
    found
}

#[test]
fn files_do_not_use_each_other_in_a_circle() {
    let mut found = BTreeSet::new();
    for name in CRATES {
        let modules = modules_of(name);
        assert!(
            modules.len() > 5,
            "{name}: only {} files were found",
            modules.len()
        );
        found.extend(circles(&uses(&modules)));
    }
    assert!(
        found.is_empty(),
        "in a circle:\n{}",
        Vec::from_iter(found).join("\n")
    );
}

#[test]
fn a_circle_is_found() {
    let modules = [
        ("x", "mod a; mod b; pub use a::A;"),
        ("x/a", "use super::b::{self, B}; pub struct A;"),
        ("x/b", "fn made() -> crate::a::A { todo() }"),
    ];
    let modules = modules
        .map(|(path, text)| (path.split('/').map(str::to_owned).collect(), text.to_owned()))
        .into();
    assert_eq!(Vec::from_iter(circles(&uses(&modules))), ["x/a → x/b → x/a"]);
}
