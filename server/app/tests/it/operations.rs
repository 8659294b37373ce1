//! `docs/operations.md` lists every setting, and no other, and the rate limits as they are.

use std::collections::BTreeSet;

use clap::{Args, Command};
use dramatis_app::config::Settings;
use dramatis_app::edge::rate_limit::{Rate, default_limits};
use dramatis_app::request_class::Class;

fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md"))
        .expect("the page")
}

#[test]
fn the_operations_page_lists_the_rate_limits_as_they_are() {
    let page = page();
    let said = |rate: Rate| format!("{} ({})", rate.per_minute, rate.burst);
    for class in Class::LIMITED {
        let limits = default_limits(class);
        let row = format!(
            "| {} | {} | {} |",
            class.name(),
            said(limits.address),
            said(limits.account)
        );
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn the_operations_page_lists_every_setting() {
    let command = Settings::augment_args(Command::new("test"));
    let settings: BTreeSet<String> = command
        .get_arguments()
        .filter_map(|arg| arg.get_env())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let page = page();
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|rest| rest.split_once('`'));
    let listed: BTreeSet<String> = rows
        .map(|(name, _)| name.to_owned())
        .filter(|name| name.starts_with("DRAMATIS_") || name == "DATABASE_URL")
        .collect();
    assert_eq!(settings, listed);
}
