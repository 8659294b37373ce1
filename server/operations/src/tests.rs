//! Rules for the whole API: the list of calls, and no answer of 500 for any query.

use std::collections::BTreeSet;

use axum::http::Method;
use platform::slice::calls::{Row, Who};
use platform::web::full_address;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::testing::{Engine, NewScenario, TestApp, run_test};

/// The identity provider is our own, so all of its calls are additions (spec section 4 lists one, without its
/// answers).
const OWN_FAMILY: &str = "/api/v1/auth/";

/// Groups of calls.tsv whose calls without an account are all implemented.
const COMPLETE_FOR_VISITORS: [&str; 6] = ["scenarios", "cards", "tags", "discovery", "campaigns", "status"];

/// `GET /cards/card` → (method, full path with placeholders without names).
fn normalised(method: &str, path: &str) -> (String, String) {
    let full = full_address(path);
    let anonymous: Vec<&str> = full
        .split('/')
        .map(|part| if part.starts_with('{') { "{}" } else { part })
        .collect();
    (method.to_lowercase(), anonymous.join("/"))
}

fn documented() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .expect("methods")
                .keys()
                .map(move |method| normalised(method, path))
        })
        .collect()
}

#[test]
fn the_document_and_the_list_of_calls_agree() {
    let list = include_str!("../../../docs/contract/calls.tsv");
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(rows.len(), 133);
    let listed: BTreeSet<_> = rows.iter().map(|row| normalised(row[0], row[1])).collect();
    let mut ours = BTreeSet::new();
    for row in crate::declared_calls() {
        let call = normalised(row.method.as_str(), &row.path);
        if let Some(why) = row.beyond_spec {
            assert!(!why.is_empty(), "say why we have {call:?}");
            assert!(!listed.contains(&call), "the specification lists {call:?}");
            ours.insert(call);
        }
    }
    let documented = documented();
    let unknown: Vec<_> = documented
        .difference(&listed)
        .filter(|call| !ours.contains(*call) && !call.1.starts_with(OWN_FAMILY))
        .collect();
    assert!(
        unknown.is_empty(),
        "the specification does not list these calls: say with `beyond_spec` why we have them: {unknown:?}"
    );
    for row in &rows {
        let expected = row[2] == "any" && COMPLETE_FOR_VISITORS.contains(&row[3]);
        if expected {
            assert!(
                documented.contains(&normalised(row[0], row[1])),
                "missing: {} {}",
                row[0],
                row[1]
            );
        }
    }
}

#[test]
fn every_operation_is_named_and_grouped() {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let mut names = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let name = operation["operationId"].as_str().unwrap_or_default();
            assert!(
                !name.is_empty() && names.insert(name.to_owned()),
                "{method} {path} needs a name of its own"
            );
            assert!(
                operation["tags"][0].is_string(),
                "{method} {path} belongs to no slice"
            );
            assert!(
                operation["summary"].is_string(),
                "{method} {path} says nothing of itself"
            );
        }
    }
}

/// The committed document, from which the client's types are generated. `make generate` writes it.
#[test]
fn the_committed_api_document_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/openapi.json");
    let current = crate::api_document().to_pretty_json().expect("a JSON document") + "\n";
    if std::env::var("DRAMATIS_GENERATE").is_ok() {
        std::fs::write(path, &current).expect("a writable file");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == current,
        "ui/openapi.json is out of date: run `make generate`"
    );
}

/// Every public read, with values for the placeholders in its address.
fn public_reads() -> Vec<String> {
    let is_read = |row: &Row| row.method == Method::GET && row.rule.who == Who::Anybody;
    let rows = crate::declared_calls().into_iter().filter(is_read);
    let filled = |path: String| {
        let parts = path
            .split('/')
            .map(|part| if part.starts_with('{') { "x" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    rows.map(|row| filled(row.path)).collect()
}

/// Query parameters of some reads.
fn query_parameters() -> Vec<String> {
    let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
    let reads = document["paths"].as_object().expect("paths").values();
    let parameters = reads.filter_map(|methods| methods["get"]["parameters"].as_array());
    let names: BTreeSet<String> = parameters
        .flatten()
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| parameter["name"].as_str().map(str::to_owned))
        .collect();
    names.into_iter().collect()
}

fn no_query_makes_us_fail(engine: Engine, cases: u32) {
    run_test(async {
        let Some(app) = TestApp::create(engine).await else {
            return;
        };
        app.scenario(NewScenario::named("The only one").tagged(&["tag"]))
            .await;
        let value = prop_oneof![
            any::<String>(),
            "[0-9.eE+-]{0,24}",
            "[a-z \"*():^-]{0,30}",
            Just("\0".to_owned()),
            Just("NaN".to_owned())
        ];
        let raw = "[ -~]{0,40}"
            .prop_map(|text| text.replace(['#', ' ', '"', '<', '>', '\\', '^', '`', '{', '|', '}'], "%"));
        let (reads, parameters) = (public_reads(), query_parameters());
        assert!(
            reads.len() >= 25 && parameters.len() >= 10,
            "{reads:?} {parameters:?}"
        );
        let one = (
            0..reads.len(),
            prop::collection::vec((0..parameters.len(), value), 0..6),
            raw,
        );
        let mut runner = TestRunner::new(Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        });
        let handle = tokio::runtime::Handle::current();
        // The runner is synchronous and the router is not: each case runs on a thread that may block.
        tokio::task::block_in_place(|| {
            runner
                .run(&one, |(read, pairs, raw)| {
                    let encode = |text: &str| {
                        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
                            .to_string()
                    };
                    let query: Vec<String> = pairs
                        .iter()
                        .map(|(name, value)| format!("{}={}", parameters[*name], encode(value)))
                        .collect();
                    let path = format!("{}?{}&{raw}", reads[read], query.join("&"));
                    if path.parse::<axum::http::Uri>().is_err() {
                        return Ok(());
                    }
                    let status = handle.block_on(app.get(&path)).status;
                    prop_assert!(!status.is_server_error(), "{status} for {path}");
                    Ok(())
                })
                .unwrap_or_else(|error| panic!("{error}"));
        });
    });
}

#[test]
fn no_query_string_makes_us_fail_on_sqlite() {
    no_query_makes_us_fail(Engine::Sqlite, 1_500);
}

#[test]
fn no_query_string_makes_us_fail_on_postgres() {
    no_query_makes_us_fail(Engine::Postgres, 500);
}

/// Reads all sources below a folder, one after the other.
fn sources(folder: &std::path::Path, into: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.ends_with("node_modules") {
            continue;
        }
        if path.is_dir() {
            sources(&path, into);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "ts" || ending == "tsx")
        {
            let text = std::fs::read_to_string(&path).expect("a source");
            // A long name stands on the line after the macro's.
            into.push_str(&text.replace("both_engines!(\n    ", "both_engines!("));
        }
    }
}

/// A page below `docs`, and all sources.
fn page_and_sources(page: &str) -> (String, String) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = String::new();
    for folder in ["server", "ui/src"] {
        sources(&root.join(folder), &mut all);
    }
    let page = std::fs::read_to_string(root.join("docs").join(page)).expect("the page");
    (page, all)
}

/// Looks for the tests that the last column of a page's tables names; returns how many there are.
fn find_named_tests(page: &str, sources: &str) -> usize {
    let mut named = 0;
    for row in page.lines().filter(|line| line.starts_with("| ")) {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next();
        for name in cell.unwrap_or_default().split('`').skip(1).step_by(2) {
            named += 1;
            let is_there = sources.contains(&format!("fn {name}("))
                || sources.contains(&format!("both_engines!({name},"));
            assert!(is_there, "no test is called {name}");
        }
    }
    named
}

/// Otherwise the page would promise a test that nobody runs.
#[test]
fn the_security_page_names_tests_that_exist() {
    let (page, sources) = page_and_sources("security.md");
    let named = find_named_tests(&page, &sources);
    assert!(named >= 40, "the page names {named} tests");
}

#[test]
fn the_contributing_page_names_tests_that_exist() {
    let (page, sources) = page_and_sources("../CONTRIBUTING.md");
    assert!(find_named_tests(&page, &sources) >= 7);
}

/// Every cited requirement is listed on its page, with the tests that show it.
#[test]
fn every_cited_requirement_stands_on_its_page() {
    let (page, sources) = page_and_sources("requirements.md");
    let id = regex::Regex::new(r"\b[MASULO]-[0-9]+\b").expect("a pattern");
    let listed: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|cell| id.is_match(cell))
        .collect();
    let cited: BTreeSet<&str> = id.find_iter(&sources).map(|found| found.as_str()).collect();
    assert_eq!(listed, cited, "listed on the page, and cited");
    assert!(find_named_tests(&page, &sources) >= listed.len());
}
