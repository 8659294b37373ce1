//! Compares the declarations of the slices with the sources and the schema, and reports whatever is not
//! declared.

use std::collections::{BTreeMap, BTreeSet};

use platform::db::Split;
use platform::slice::reports::{Caller, Target};
use platform::slice::{End, Export, Facts, PersonalData};
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use sqlx::Executor;

use crate::SLICES;
use crate::sources::{FLOORS, product};
use crate::testing::{Engine, TestDb, run_test};

/// Folders that are not slices: every slice may use them without declaring it.
const GROUND: [&str; 5] = ["web", "blocking", "egress", "slice", "vitals"];
/// Files that see all slices of a floor: the contents page, the state, and the completion of the API
/// document.
const OVERALL: [&str; 3] = ["lib.rs", "document.rs", "state.rs"];
/// Columns that name a person without a foreign key.
const NAMING: [&str; 10] = [
    "owner_id",
    "actor_id",
    "email",
    "email_key",
    "recipient",
    "actor",
    "created_by",
    "principal",
    "reporter_id",
    "subject_id",
];

/// How a slice declares what its floor's contents page must list, and the name by which it does.
const LISTED: [(&str, &str); 3] = [
    ("pub const FACTS: Facts", "FACTS"),
    ("pub const JOBS: &[Job<", "JOBS"),
    ("pub fn calls() -> Calls<", "calls()"),
];

fn slice_of(name: &str) -> Option<(usize, &'static Facts)> {
    SLICES.iter().enumerate().find(|(_, slice)| slice.name == name)
}

/// A file of product code.
struct Source {
    /// The first part of its path: the slice, or another folder.
    slice: String,
    /// Its path below `src`.
    file: String,
    tokens: TokenStream,
}

/// All product code.
fn sources() -> Vec<Source> {
    let parse = |source: crate::sources::Source| Source {
        slice: source.slice,
        tokens: source.text.parse().expect("Rust"),
        file: source.file,
    };
    product().into_iter().map(parse).collect()
}

/// A text literal in the source.
struct Text {
    value: String,
    /// Whether it is in `statements!`.
    is_declared: bool,
    /// Whether it is a part of a statement that is put together at run time.
    is_piece: bool,
}

fn value_of(literal: &Literal) -> Option<String> {
    let text = literal.to_string();
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    // A backslash at the end of a line also removes the indent of the next line.
    let mut lines = inner.split("\\\n");
    let first = lines.next()?.to_owned();
    Some(lines.fold(first, |text, line| text + line.trim_start()))
}

/// Collects the text literals of a file with their surroundings.
fn texts(tokens: TokenStream, is_declared: bool, is_piece: bool, found: &mut Vec<Text>) {
    let mut before: Vec<String> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Literal(literal) => found.extend(value_of(&literal).map(|value| Text {
                value,
                is_declared,
                is_piece,
            })),
            TokenTree::Group(group) => {
                let last: Vec<&str> = before.iter().rev().take(2).map(String::as_str).collect();
                let declares = last == ["!", "statements"];
                // `QueryBuilder::<D>::new(…)`, `.push(…)`, and what they format.
                let builds = group.delimiter() == Delimiter::Parenthesis
                    && (matches!(last.first(), Some(&("new" | "push"))) || last == ["!", "format"]);
                texts(group.stream(), is_declared || declares, is_piece || builds, found);
                before.clear();
            }
            TokenTree::Ident(ident) => before.push(ident.to_string()),
            TokenTree::Punct(punct) => before.push(punct.to_string()),
        }
    }
}

fn texts_of(source: &Source) -> Vec<Text> {
    let mut found = Vec::new();
    texts(source.tokens.clone(), false, false, &mut found);
    found
}

fn is_statement(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    match words.as_slice() {
        ["select"] => true,
        ["select" | "with", ..] => text.contains(" from ") || text.contains('\n'),
        ["insert", "into", ..] | ["delete", "from", ..] | ["update", _, "set", ..] => true,
        _ => false,
    }
}

fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn declared(slice: &Facts) -> BTreeSet<String> {
    let common = slice.statements.iter().copied().flatten().copied();
    let own = slice.own_statements.iter().map(|(_, text)| *text);
    common.chain(own).map(words_of).collect()
}

#[test]
fn every_sql_text_is_declared() {
    let mut wrong = Vec::new();
    for source in sources() {
        let of_slice = slice_of(&source.slice).map(|(_, slice)| declared(slice));
        for text in texts_of(&source) {
            if text.is_piece || !is_statement(&text.value) {
                continue;
            }
            let words = words_of(&text.value);
            let is_known = of_slice.as_ref().is_some_and(|all| match text.is_declared {
                // A text made of several parts is declared as a whole.
                true => all.iter().any(|declared| declared.contains(&words)),
                false => all.contains(&words),
            });
            if !is_known {
                wrong.push(format!("{}: {words}", source.file));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "not declared by its slice:\n{}",
        wrong.join("\n")
    );
}

/// The names that a `statements!` block gives its texts.
fn names_of(block: TokenStream) -> impl Iterator<Item = String> {
    let tokens: Vec<TokenTree> = block.into_iter().collect();
    let names: Vec<String> = tokens
        .windows(2)
        .filter_map(|two| match two {
            [TokenTree::Ident(name), TokenTree::Punct(is)] if is.as_char() == '=' => Some(name.to_string()),
            _ => None,
        })
        .collect();
    names.into_iter()
}

/// Collects the names that `statements!` blocks declare, and every other word.
fn declared_and_used(tokens: TokenStream, declared: &mut BTreeSet<String>, used: &mut BTreeSet<String>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        let text = match &token {
            TokenTree::Group(group) if before == ["statements", "!"] => {
                declared.extend(names_of(group.stream()));
                String::new()
            }
            TokenTree::Group(group) => {
                declared_and_used(group.stream(), declared, used);
                String::new()
            }
            TokenTree::Ident(ident) => {
                used.insert(ident.to_string());
                ident.to_string()
            }
            TokenTree::Punct(punct) => punct.to_string(),
            TokenTree::Literal(_) => String::new(),
        };
        before.rotate_left(1);
        before[1] = text;
    }
}

/// The compiler does not see that a declared text is never used, because `STATEMENTS` holds it; a step of erasing that was
/// left out, for one.
#[test]
fn every_declared_statement_is_used() {
    let mut of_slices: BTreeMap<String, [BTreeSet<String>; 2]> = BTreeMap::new();
    for source in sources() {
        let [declared, used] = of_slices.entry(source.slice).or_default();
        declared_and_used(source.tokens, declared, used);
    }
    let mut unused = Vec::new();
    for (slice, [declared, used]) in &of_slices {
        unused.extend(declared.difference(used).map(|name| format!("{slice}: {name}")));
    }
    assert!(unused.is_empty(), "declared and never used: {unused:#?}");
}

fn prepare_all(engine: Engine) {
    run_test(async {
        let Some(test) = TestDb::create(engine).await else {
            return;
        };
        let of = match engine {
            Engine::Sqlite => platform::slice::Engine::Sqlite,
            Engine::Postgres => platform::slice::Engine::Postgres,
        };
        let mut conn = test.db.read().await.expect("a connection");
        for slice in SLICES.iter() {
            let own = slice.own_statements.iter().filter(|(engine, _)| *engine == of);
            let common = slice.statements.iter().copied().flatten();
            for text in common.chain(own.map(|(_, text)| text)).copied() {
                let prepared = match conn.split() {
                    Split::Lite(x) => x.prepare(sqlx::SqlStr::from_static(text)).await.map(drop),
                    Split::Pg(x) => x.prepare(sqlx::SqlStr::from_static(text)).await.map(drop),
                };
                prepared.unwrap_or_else(|error| panic!("{}: {error}: {text}", slice.name));
            }
        }
    });
}

#[test]
fn every_statement_is_valid_on_sqlite() {
    prepare_all(Engine::Sqlite);
}

#[test]
fn every_statement_is_valid_on_postgres() {
    prepare_all(Engine::Postgres);
}

/// The tables that a statement writes, and those it reads.
fn tables_in(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let words: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let (mut written, mut read) = (BTreeSet::new(), BTreeSet::new());
    for three in words.windows(3).chain(words.windows(2)) {
        match three {
            [a, b, table] if a == "insert" && b == "into" || a == "delete" && b == "from" => {
                written.insert(table.clone());
            }
            [a, table, b] if a == "update" && b == "set" => {
                written.insert(table.clone());
            }
            [a, table] if a == "from" || a == "join" => {
                read.insert(table.clone());
            }
            _ => {}
        }
    }
    (written, read)
}

fn owners() -> BTreeMap<&'static str, usize> {
    let mut owners = BTreeMap::new();
    for (place, slice) in SLICES.iter().enumerate() {
        for table in slice.tables {
            let other = owners.insert(table.name, place);
            assert!(
                other.is_none(),
                "{} and another slice own {}",
                slice.name,
                table.name
            );
        }
    }
    owners
}

/// The first name of each path after `crate::` or a floor's name, also in groups.
fn used_in(tokens: TokenStream, used: &mut BTreeSet<String>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| all.get(at).is_some_and(|token| token.to_string() == text);
    for (at, token) in all.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            used_in(group.stream(), used);
        }
        let is_floor = is(at, "crate") || FLOORS.iter().any(|floor| is(at, floor));
        let is_within = at > 1 && is(at - 1, ":") && matches!(all.get(at - 2), Some(TokenTree::Ident(_)));
        if !is_floor || is_within || !(is(at + 1, ":") && is(at + 2, ":")) {
            continue;
        }
        // A crate that is one slice.
        if is(at, "understudy") {
            used.insert("understudy".to_owned());
            continue;
        }
        match all.get(at + 3) {
            Some(TokenTree::Ident(ident)) => {
                used.insert(ident.to_string());
            }
            Some(TokenTree::Group(group)) => {
                let mut is_first = true;
                for inner in group.stream() {
                    match inner {
                        TokenTree::Ident(ident) if is_first => {
                            used.insert(ident.to_string());
                            is_first = false;
                        }
                        TokenTree::Punct(punct) => is_first = punct.as_char() == ',',
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Only its owner writes a table; code reads tables and calls code along `uses`; and a used slice stands
/// before the slice that uses it, so that there is no circle.
#[test]
fn slices_keep_to_what_they_say_they_use() {
    let owners = owners();
    let mut wrong = BTreeSet::new();
    let mut met: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        if OVERALL.contains(&source.file.as_str()) {
            continue;
        }
        let Some((_, slice)) = slice_of(&source.slice) else {
            assert!(
                GROUND.contains(&source.slice.as_str()),
                "{} belongs to no slice",
                source.file
            );
            continue;
        };
        let met = met.entry(slice.name).or_default();
        let mut used = BTreeSet::new();
        used_in(source.tokens.clone(), &mut used);
        met.extend(used.into_iter().filter(|name| slice_of(name).is_some()));
        for text in texts_of(&source) {
            let (written, read) = tables_in(&text.value);
            for table in written {
                if let Some(owner) = owners.get(table.as_str())
                    && SLICES[*owner].name != slice.name
                {
                    wrong.insert(format!(
                        "{} writes {table}: {}",
                        source.file,
                        words_of(&text.value)
                    ));
                }
            }
            met.extend(read.iter().filter_map(|table| {
                owners
                    .get(table.as_str())
                    .map(|owner| SLICES[*owner].name.to_owned())
            }));
        }
    }
    for (place, slice) in SLICES.iter().enumerate() {
        let met: BTreeSet<&str> = met
            .get(slice.name)
            .into_iter()
            .flatten()
            .map(String::as_str)
            .filter(|name| *name != slice.name)
            .collect();
        let said: BTreeSet<&str> = slice.uses.iter().copied().collect();
        for other in met.difference(&said) {
            wrong.insert(format!("{} uses {other} and does not say so", slice.name));
        }
        for other in said.difference(&met) {
            wrong.insert(format!("{} says that it uses {other}, and does not", slice.name));
        }
        for other in said {
            let stands_before = slice_of(other).is_some_and(|(at, _)| at < place);
            if !stands_before {
                wrong.insert(format!(
                    "{} uses {other}, which does not stand before it",
                    slice.name
                ));
            }
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Calls and jobs that the contents page of a floor leaves out would be in no API and in no round.
#[test]
fn every_floor_lists_the_facts_calls_and_jobs_of_its_slices() {
    let sources = product();
    let contents = |floor: &str| {
        sources
            .iter()
            .find(|page| page.floor == floor && page.file == "lib.rs")
    };
    let mut wrong = BTreeSet::new();
    for source in &sources {
        let Some(page) = contents(source.floor) else {
            continue;
        };
        for (declared, name) in LISTED {
            let listed = format!("{}::{name}", source.slice);
            if source.text.contains(declared) && !page.text.contains(&listed) {
                wrong.insert(format!("{listed} is missing in {}/src/lib.rs", source.floor));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The schema as SQLite reports it: tables with their columns, and foreign keys (table, column, target table,
/// effect of deleting).
struct Schema {
    columns: Vec<(String, String)>,
    keys: Vec<(String, String, String, String)>,
}

fn schema() -> Schema {
    run_test(async {
        let test = TestDb::create(Engine::Sqlite).await.expect("SQLite");
        let mut conn = test.db.read().await.expect("a connection");
        let Split::Lite(x) = conn.split() else {
            unreachable!("it is SQLite");
        };
        let columns = sqlx::query_as(
            "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'",
        )
        .fetch_all(&mut *x)
        .await
        .expect("the columns");
        let keys = sqlx::query_as(
            "select m.name, k.\"from\", k.\"table\", k.on_delete from sqlite_master m \
             join pragma_foreign_key_list(m.name) k where m.type = 'table'",
        )
        .fetch_all(&mut *x)
        .await
        .expect("the keys");
        Schema { columns, keys }
    })
}

/// Tables that the engine creates for itself.
fn is_engines(table: &str) -> bool {
    table.starts_with("sqlite_") || table.starts_with("_sqlx") || table.contains("_fts_")
}

#[test]
fn every_table_has_one_owner() {
    let owners = owners();
    let tables: BTreeSet<String> = schema().columns.into_iter().map(|(table, _)| table).collect();
    let ownerless: Vec<&String> = tables
        .iter()
        .filter(|table| !owners.contains_key(table.as_str()) && !is_engines(table))
        .collect();
    assert!(ownerless.is_empty(), "no slice owns {ownerless:?}");
    // Objects that only PostgreSQL has.
    let gone: Vec<&&str> = owners
        .keys()
        .filter(|table| !tables.contains(**table) && !["news", "search_terms"].contains(*table))
        .collect();
    assert!(gone.is_empty(), "there is no table {gone:?}");
}

/// The order in which people are erased, from the last slice to the first, relies on this.
#[test]
fn tables_refer_to_tables_of_earlier_slices() {
    let owners = owners();
    for (table, column, referred, on_delete) in schema().keys {
        let (Some(mine), Some(theirs)) = (owners.get(table.as_str()), owners.get(referred.as_str())) else {
            continue;
        };
        let goes_along = matches!(on_delete.as_str(), "CASCADE" | "SET NULL");
        // A story's folder: stories are moved out of their folders first (`library::erase`).
        let is_taken_out = (table.as_str(), column.as_str()) == ("stories", "directory_id");
        assert!(
            theirs <= mine || goes_along || is_taken_out,
            "{table}.{column} refers to {referred} of a later slice"
        );
    }
}

/// Every column that names a person is declared with its fate when the person is erased (O-9).
#[test]
fn no_column_that_names_people_is_forgotten() {
    let schema = schema();
    let referring = schema
        .keys
        .iter()
        .filter(|(_, _, to, _)| ["users", "identities", "guest_sessions"].contains(&to.as_str()));
    let named = schema
        .columns
        .iter()
        .filter(|(_, column)| NAMING.contains(&column.as_str()));
    let naming: BTreeSet<(&str, &str)> = referring
        .map(|(table, column, ..)| (table.as_str(), column.as_str()))
        .chain(named.map(|(table, column)| (table.as_str(), column.as_str())))
        .collect();
    let mut wrong = Vec::new();
    for slice in SLICES.iter() {
        for table in slice.tables {
            let said: &[&str] = match table.personal_data {
                PersonalData::None => &[],
                PersonalData::Held { columns, .. } => columns,
            };
            for (_, column) in naming
                .iter()
                .filter(|(of, column)| *of == table.name && !said.contains(column))
            {
                wrong.push(format!(
                    "{}.{column} names a person: say in {} what becomes of it",
                    table.name, slice.name
                ));
            }
            let is_there = |column: &str| {
                let there = (table.name.to_owned(), column.to_owned());
                schema.columns.contains(&there)
            };
            wrong.extend(
                said.iter()
                    .filter(|column| !is_there(column))
                    .map(|column| format!("there is no {}.{column}", table.name)),
            );
            if let PersonalData::Held {
                end: End::With(other),
                ..
            } = table.personal_data
            {
                let goes_with = schema.keys.iter().any(|(from, _, to, on_delete)| {
                    from == table.name && to == other && on_delete == "CASCADE"
                });
                if !goes_with {
                    wrong.push(format!("{} does not go with {other}", table.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What names a person and does not go with a row of another table is erased by a step of its slice; and what of it nobody
/// takes away has a reason (O-9).
#[test]
fn what_is_kept_of_people_is_erased_and_exported() {
    // The lowest floor knows no person: slices above it call it, or its rows end within days.
    let is_lowest = |slice: &Facts| platform::SLICES.iter().any(|one| one.name == slice.name);
    let mut wrong = Vec::new();
    for slice in SLICES.iter() {
        for table in slice.tables {
            let PersonalData::Held { columns, export, end } = table.personal_data else {
                continue;
            };
            if matches!(end, End::Erased)
                && !columns.is_empty()
                && slice.erase.is_empty()
                && !is_lowest(slice)
            {
                wrong.push(format!(
                    "{} is said to be erased: {} needs a step",
                    table.name, slice.name
                ));
            }
            if matches!(export, Export::Nothing("")) {
                wrong.push(format!(
                    "say why nothing of {} is exported, or what of it",
                    table.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A report is stored with the name of its kind alone.
#[test]
fn no_kind_of_report_is_declared_twice() {
    let mut declared = BTreeMap::new();
    for slice in SLICES.iter() {
        for kind in slice.report_kinds {
            assert!(
                !kind.name.is_empty() && kind.name.bytes().all(|byte| byte.is_ascii_alphabetic()),
                "{} declares a kind named {:?}",
                slice.name,
                kind.name
            );
            if let Some(other) = declared.insert(kind.name, slice.name) {
                panic!("{} and {other} declare the kind {}", slice.name, kind.name);
            }
        }
    }
    assert!(declared.len() >= 6, "{declared:?}");
}

fn find_nothing(engine: Engine) {
    run_test(async {
        let Some(test) = TestDb::create(engine).await else {
            return;
        };
        let mut conn = test.db.read().await.expect("a connection");
        for slice in SLICES.iter() {
            for kind in slice.report_kinds {
                let (Some(find), name) = (kind.find, kind.name) else {
                    continue;
                };
                let caller = Caller::Guest("nobody");
                for id in ["none", "../x", "ü", "/media/../x"] {
                    let found = find(&mut conn, &Target { id, caller }).await;
                    let status = found.map(drop).map_err(|problem| problem.status().as_u16());
                    assert_eq!(status, Err(404), "{} finds a {name} by {id:?}", slice.name);
                }
                if let Some(list_orphaned) = kind.list_orphaned {
                    let listed = list_orphaned(&mut conn, 1).await;
                    let listed = listed.unwrap_or_else(|error| panic!("{}: {name}: {error}", slice.name));
                    assert!(listed.is_empty(), "{}: {name}: {listed:?}", slice.name);
                }
            }
        }
    });
}

#[test]
fn kinds_of_reports_find_nothing_where_there_is_nothing_on_sqlite() {
    find_nothing(Engine::Sqlite);
}

#[test]
fn kinds_of_reports_find_nothing_where_there_is_nothing_on_postgres() {
    find_nothing(Engine::Postgres);
}
