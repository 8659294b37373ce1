//! `docs/operations.md` lists every setting, and no other.

use std::collections::BTreeSet;

use clap::{Args, Command};
use dramatis_app::config::Settings;

#[test]
fn the_operations_page_lists_every_setting() {
    let command = Settings::augment_args(Command::new("test"));
    let settings: BTreeSet<String> = command.get_arguments().filter_map(|arg| arg.get_env()).map(|name| name.to_string_lossy().into_owned()).collect();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md")).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|rest| rest.split_once('`'));
    let listed: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).filter(|name| name.starts_with("DRAMATIS_") || name == "DATABASE_URL").collect();
    assert_eq!(settings, listed);
}
