//! Builds this crate again when a migration was added: `sqlx::migrate!` knows only of files it has seen.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
